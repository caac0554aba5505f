"""The types of revision 2025-11-25: logging.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import LoggingLevel, ProgressToken, RequestId


class SetLevelRequest(WireModel):
    """Set how serious log messages must be for the server to send them.

    Carries `logging/setLevel`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SetLevelRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["logging/setLevel"] = "logging/setLevel"
    """Name of the method."""

    params: "SetLevelRequestParams"
    """Details that go with the method."""


class SetLevelRequestParamsMeta(WireModel):
    """Metadata of a `logging/setLevel` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/SetLevelRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class SetLevelRequestParams(WireModel):
    """Params of `logging/setLevel`: the level to start from.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SetLevelRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequestparams
    """

    meta: Omittable[SetLevelRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    level: LoggingLevel
    """Least serious messages to send; more serious ones come as well."""


class LoggingMessageNotification(WireModel):
    """Pass a log message of the server to the client.

    Carries `notifications/message`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#loggingmessagenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/message"] = "notifications/message"
    """Name of the method."""

    params: "LoggingMessageNotificationParams"
    """Details that go with the method."""


class LoggingMessageNotificationParams(WireModel):
    """Params of `notifications/message`: the log message and its severity.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#loggingmessagenotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    data: Any
    """The logged text or other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    logger: Omittable[str] = None
    """Part of the server that logged this; absent if the server does not name it."""
