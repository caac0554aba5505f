"""The types of revision 2026-07-28: logging.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import LoggingLevel, NotificationMetaObject


class LoggingMessageNotification(WireModel):
    """Pass a log message of the server to the client; deprecated since 2026-07-28.

    Carries `notifications/message`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#loggingmessagenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/message"] = "notifications/message"
    """Name of the method."""

    params: "LoggingMessageNotificationParams"
    """Details that go with the method."""


class LoggingMessageNotificationParams(WireModel):
    """Params of `notifications/message`: what is logged; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/LoggingMessageNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#loggingmessagenotificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    data: Any
    """The logged text or other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    logger: Omittable[str] = None
    """Part of the server that logged this; absent if the server does not name it."""
