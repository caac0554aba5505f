"""The types of revision 2026-07-28: roots.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import MetaObject


class ListRootsRequest(WireModel):
    """Part of `inputRequests` that asks for the client's roots; deprecated since 2026-07-28.

    Carries `roots/list`. Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListRootsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsrequest
    """

    method: Literal["roots/list"] = "roots/list"
    """Name of the method."""

    params: Omittable["ListRootsRequestParams"] = None
    """Details that go with the method."""


class ListRootsRequestParams(WireModel):
    """Params of `roots/list`, which carry metadata only.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/ListRootsRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsrequest
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class ListRootsResult(WireModel):
    """Part of `inputResponses` with the client's roots; deprecated since 2026-07-28.

    Sent by the client. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListRootsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsresult
    """

    roots: "list[Root]"
    """The directories and files that are open to the server."""


class Root(WireModel):
    """A directory or file that the client opens to the server; deprecated since 2026-07-28.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/Root`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#root
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    name: Omittable[str] = None
    """Name to show to people; absent if there is none."""

    uri: str
    """Address of the directory or file; begins with `file://`."""
