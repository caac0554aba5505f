"""The types of revision 2025-03-26: notifications.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Literal

from ..generated_code import Number, Omittable
from .base import WireModel
from .common_types import ProgressToken, RequestId


class CancelledNotification(WireModel):
    """Tell the receiver to give up on a request, whose answer is no longer wanted.

    Carries `notifications/cancelled`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Name of the method."""

    params: "CancelledNotificationParams"
    """Details that go with the method."""


class ProgressNotification(WireModel):
    """Report how far a running request has come.

    Carries `notifications/progress`. Sent by either side. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/ProgressNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["notifications/progress"] = "notifications/progress"
    """Name of the method."""

    params: "ProgressNotificationParams"
    """Details that go with the method."""


class CancelledNotificationParams(WireModel):
    """Params of `notifications/cancelled`: the request to drop and the reason.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    reason: Omittable[str] = None
    """Reason why the request was cancelled, for logs or to show to people."""

    request_id: RequestId
    """`id` of a pending request that the sender itself issued."""


class ProgressNotificationParams(WireModel):
    """Params of `notifications/progress`: how much is done.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/ProgressNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    message: Omittable[str] = None
    """Current activity, in words for people."""

    progress: Number
    """Amount done so far, in any unit; grows with each notification."""

    progress_token: ProgressToken
    """Token that the request in question carried in its `_meta`."""

    total: Omittable[Number] = None
    """Value of `progress` when all is done; absent if unknown."""
