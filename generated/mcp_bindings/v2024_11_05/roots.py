"""The types of revision 2024-11-05: roots.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import ProgressToken


class ListRootsRequest(WireModel):
    """Ask the client which directories and files the server may work with.

    Carries `roots/list`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["roots/list"] = "roots/list"
    """Name of the method."""

    params: Omittable["ListRootsRequestParams"] = None
    """Details that go with the method."""


class ListRootsRequestParamsMeta(WireModel):
    """Metadata of a `roots/list` request.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ListRootsRequestParams(WireModel):
    """Params of `roots/list`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[ListRootsRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class ListRootsResult(WireModel):
    """Answer to `roots/list`: the directories and files that are open to the server.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListRootsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    roots: "list[Root]"
    """The directories and files that are open to the server."""


class Root(WireModel):
    """A directory or file that the client opens to the server.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/Root`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: Omittable[str] = None
    """Name to show to people; absent if there is none."""

    uri: str
    """Address of the directory or file; begins with `file://`."""


class RootsListChangedNotification(WireModel):
    """Tell the server that the client's roots have changed and can be fetched anew.

    Carries `notifications/roots/list_changed`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/roots/list_changed"] = "notifications/roots/list_changed"
    """Name of the method."""

    params: Omittable["RootsListChangedNotificationParams"] = None
    """Details that go with the method."""


class RootsListChangedNotificationParams(WireModel):
    """Params of `notifications/roots/list_changed`, which carry metadata only.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""
