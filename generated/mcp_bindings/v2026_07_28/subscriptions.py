"""The types of revision 2026-07-28: subscriptions.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Literal

from pydantic import Field

from ..generated_code import Omittable
from .base import WireModel
from .common_types import NotificationMetaObject, RequestId, RequestMetaObject
from .lifecycle import Implementation


class SubscriptionsListenRequest(WireModel):
    """Open a stream of notifications that lasts until either side ends it.

    Carries `subscriptions/listen`. Sent by the client. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["subscriptions/listen"] = "subscriptions/listen"
    """Name of the method."""

    params: "SubscriptionsListenRequestParams"
    """Details that go with the method."""


class SubscriptionsListenRequestParams(WireModel):
    """Params of `subscriptions/listen`: the notifications that are wanted.

    Sent by the client. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenrequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    notifications: "SubscriptionFilter"
    """The notifications that the client asks for; the server sends no others."""


class SubscriptionsListenResult(WireModel):
    """Result that ends a stream which the server has closed in an orderly way.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresult
    """

    meta: "SubscriptionsListenResultMetaObject"
    """Metadata of the result, with the id of the subscription that ended."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class SubscriptionsListenResultMetaObject(WireModel):
    """Metadata of a `subscriptions/listen` result.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResultMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresultmetaobject
    """

    server_info: Omittable[Implementation] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/serverInfo",
        serialization_alias="io.modelcontextprotocol/serverInfo",
    )
    """Name and version of the server, unverified; good for logs, not for decisions."""

    subscription_id: RequestId = Field(
        validation_alias="io.modelcontextprotocol/subscriptionId",
        serialization_alias="io.modelcontextprotocol/subscriptionId",
    )
    """`id` of the request that opened the subscription, the same as in the response."""


class SubscriptionsListenResultResponse(WireModel):
    """Response to `subscriptions/listen`, sent only when the stream ends.

    Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: SubscriptionsListenResult
    """Result that ends the stream."""


class SubscriptionFilter(WireModel):
    """Notifications that a client wants; an absent kind is not sent.

    Sent by either side. Since 2026-07-28.
    Schema `#/$defs/SubscriptionFilter`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionfilter
    """

    prompts_list_changed: Omittable[bool] = None
    """True to be notified when the list of prompts changes."""

    resource_subscriptions: Omittable[list[str]] = None
    """URIs of the resources whose changes are to be reported."""

    resources_list_changed: Omittable[bool] = None
    """True to be notified when the list of resources changes."""

    tools_list_changed: Omittable[bool] = None
    """True to be notified when the list of tools changes."""


class SubscriptionsAcknowledgedNotification(WireModel):
    """Tell the client that its subscription has begun; comes before anything else on it.

    Carries `notifications/subscriptions/acknowledged`. Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsAcknowledgedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionsacknowledgednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/subscriptions/acknowledged"] = "notifications/subscriptions/acknowledged"
    """Name of the method."""

    params: "SubscriptionsAcknowledgedNotificationParams"
    """Details that go with the method."""


class SubscriptionsAcknowledgedNotificationParams(WireModel):
    """Params of `notifications/subscriptions/acknowledged`: what was accepted.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsAcknowledgedNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionsacknowledgednotificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
    """Metadata of the notification, with the id of the subscription."""

    notifications: SubscriptionFilter
    """The part of the requested filter that the server will honor."""
