"""The types of revision 2025-11-25: notifications.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Number, Omittable
from .base import WireModel
from .common_types import ProgressToken, RequestId


class CancelledNotification(WireModel):
    """Tell the receiver to give up on a request, whose answer is no longer wanted.

    Carries `notifications/cancelled`. Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#cancellednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Name of the method."""

    params: "CancelledNotificationParams"
    """Details that go with the method."""


class ProgressNotification(WireModel):
    """Report how far a running request has come.

    Carries `notifications/progress`. Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ProgressNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#progressnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/progress"] = "notifications/progress"
    """Name of the method."""

    params: "ProgressNotificationParams"
    """Details that go with the method."""


class CancelledNotificationParams(WireModel):
    """Params of `notifications/cancelled`: the request to drop and the reason.

    Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#cancellednotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    reason: Omittable[str] = None
    """Reason why the request was cancelled, for logs or to show to people."""

    request_id: Omittable[RequestId] = None
    """`id` of a pending request that the sender itself issued; not for tasks."""


class ProgressNotificationParams(WireModel):
    """Params of `notifications/progress`: how much is done.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ProgressNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#progressnotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    message: Omittable[str] = None
    """Current activity, in words for people."""

    progress: Number
    """Amount done so far, in any unit; grows with each notification."""

    progress_token: ProgressToken
    """Token that the request in question carried in its `_meta`."""

    total: Omittable[Number] = None
    """Value of `progress` when all is done; absent if unknown."""
