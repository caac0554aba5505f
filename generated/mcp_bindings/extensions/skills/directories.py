"""The types of the extension io.modelcontextprotocol/skills: directories.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Literal

from pydantic import Field

from ...generated_code import Integer, Omittable
from ...v2026_07_28 import RequestId, RequestMetaObject, Resource, ResultMetaObject
from .base import WireModel


class ReadResourceDirectoryRequest(WireModel):
    """Ask for the direct children of a directory.

    Carries `resources/directory/read`.
    Schema `#/$defs/ReadResourceDirectoryRequest`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/directory/read"] = "resources/directory/read"
    """Name of the method."""

    params: "ReadResourceDirectoryRequestParams"
    """Details that go with the method."""


class ReadResourceDirectoryRequestParams(WireModel):
    """Params of `resources/directory/read`: which directory to list.

    Schema `#/$defs/ReadResourceDirectoryRequestParams`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    meta: RequestMetaObject
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""

    uri: str
    """URI of the directory, without a slash at its end."""


class ReadResourceDirectoryResult(WireModel):
    """Answer to `resources/directory/read`: one page of the children of the directory.

    Schema `#/$defs/ReadResourceDirectoryResult`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Omittable[Literal["private", "public"]] = None
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resources: list[Resource]
    """Children of the directory; a child that is a directory has the MIME type `inode/directory`."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Omittable[Integer] = Field(default=None, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""
