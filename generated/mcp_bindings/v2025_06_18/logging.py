"""The types of revision 2025-06-18: logging.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import LoggingLevel


class SetLevelRequest(WireModel):
    """Set how serious log messages must be for the server to send them.

    Carries `logging/setLevel`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SetLevelRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#setlevelrequest
    """

    method: Literal["logging/setLevel"] = "logging/setLevel"
    """Name of the method."""

    params: "SetLevelRequestParams"
    """Details that go with the method."""


class SetLevelRequestParams(WireModel):
    """Params of `logging/setLevel`: the level to start from.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SetLevelRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#setlevelrequest
    """

    level: LoggingLevel
    """Least serious messages to send; more serious ones come as well."""


class LoggingMessageNotification(WireModel):
    """Pass a log message of the server to the client.

    Carries `notifications/message`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/LoggingMessageNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#loggingmessagenotification
    """

    method: Literal["notifications/message"] = "notifications/message"
    """Name of the method."""

    params: "LoggingMessageNotificationParams"
    """Details that go with the method."""


class LoggingMessageNotificationParams(WireModel):
    """Params of `notifications/message`: the log message and its severity.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/LoggingMessageNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#loggingmessagenotification
    """

    data: Any
    """The logged text or other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    logger: Omittable[str] = None
    """Part of the server that logged this; absent if the server does not name it."""
