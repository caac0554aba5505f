"""The types of revision 2025-11-25: roots.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import NotificationParams, RequestId, RequestParams


class ListRootsRequest(WireModel):
    """Ask the client which directories and files the server may work with.

    Carries `roots/list`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListRootsRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listrootsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["roots/list"] = "roots/list"
    """Name of the method."""

    params: Omittable[RequestParams] = None
    """Details that go with the method."""


class ListRootsResult(WireModel):
    """Answer to `roots/list`: the directories and files that are open to the server.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListRootsResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listrootsresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    roots: "list[Root]"
    """The directories and files that are open to the server."""


class Root(WireModel):
    """A directory or file that the client opens to the server.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/Root`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#root
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    name: Omittable[str] = None
    """Name to show to people; absent if there is none."""

    uri: str
    """Address of the directory or file; begins with `file://`."""


class RootsListChangedNotification(WireModel):
    """Tell the server that the client's roots have changed and can be fetched anew.

    Carries `notifications/roots/list_changed`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/RootsListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#rootslistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/roots/list_changed"] = "notifications/roots/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""
