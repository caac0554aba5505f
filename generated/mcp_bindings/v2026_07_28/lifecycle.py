"""The types of revision 2026-07-28: lifecycle.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Omittable
from .base import WireModel
from .common_types import Icon, JSONObject, RequestId, RequestParams, ResultMetaObject


class DiscoverRequest(WireModel):
    """Ask the server for its protocol versions and capabilities.

    Carries `server/discover`. Sent by the client. Since 2026-07-28.
    Schema `#/$defs/DiscoverRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["server/discover"] = "server/discover"
    """Name of the method."""

    params: RequestParams
    """Details that go with the method."""


class DiscoverResult(WireModel):
    """Answer to `server/discover`: the name, versions and features of the server.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/DiscoverResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    capabilities: "ServerCapabilities"
    """Optional features that the server supports."""

    instructions: Omittable[str] = None
    """Advice for the model on how to use the server, fit for a system prompt."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    supported_versions: list[str]
    """Protocol versions that the server supports; use one of them from here on."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class DiscoverResultResponse(WireModel):
    """Response to `server/discover`.

    Since 2026-07-28.
    Schema `#/$defs/DiscoverResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: DiscoverResult
    """The name, versions and features of the server."""


class ServerCapabilities(WireModel):
    """Optional features of the server; a feature that is absent is not supported.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    completions: Omittable[JSONObject] = None
    """Present if the server answers `completion/complete`."""

    experimental: Omittable[dict[str, JSONObject]] = None
    """Features outside the specification, by name, with their settings."""

    extensions: Omittable[dict[str, JSONObject]] = None
    """Supported extensions by identifier, with their settings; `{}` if there are none to set."""

    logging: Omittable[JSONObject] = None
    """Present if the server sends log messages; deprecated since 2026-07-28."""

    prompts: Omittable["ServerCapabilitiesPrompts"] = None
    """Present if the server offers prompts."""

    resources: Omittable["ServerCapabilitiesResources"] = None
    """Present if the server offers resources."""

    tools: Omittable["ServerCapabilitiesTools"] = None
    """Present if the server offers tools."""


class ServerCapabilitiesPrompts(WireModel):
    """Details of how the server supports prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilitiesResources(WireModel):
    """Details of how the server supports resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""

    subscribe: Omittable[bool] = None
    """True if the server can report changes of individual resources; absent means no."""


class ServerCapabilitiesTools(WireModel):
    """Details of how the server supports tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ClientCapabilitiesElicitation(WireModel):
    """Kinds of elicitation that the client supports; empty means forms only.

    Sent by the client. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ClientCapabilities/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    form: Omittable[JSONObject] = None
    """Present if the client can show forms."""

    url: Omittable[JSONObject] = None
    """Present if the client can send its user to a URL."""


class ClientCapabilitiesSampling(WireModel):
    """Details of how the client supports sampling.

    Sent by the client. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ClientCapabilities/properties/sampling`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    context: Omittable[JSONObject] = None
    """Present if the client heeds the deprecated values of `includeContext`."""

    tools: Omittable[JSONObject] = None
    """Present if the model can be given `tools` and `toolChoice`."""


class ClientCapabilities(WireModel):
    """Optional features of the client; a feature that is absent is not supported.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    elicitation: Omittable[ClientCapabilitiesElicitation] = None
    """Present if the client can ask its user for information."""

    experimental: Omittable[dict[str, JSONObject]] = None
    """Features outside the specification, by name, with their settings."""

    extensions: Omittable[dict[str, JSONObject]] = None
    """Supported extensions by identifier, with their settings; `{}` if there are none to set."""

    roots: Omittable[dict[str, Any]] = None
    """Present if the client can list its roots; deprecated since 2026-07-28."""

    sampling: Omittable[ClientCapabilitiesSampling] = None
    """Present if the client lets servers use its model; deprecated since 2026-07-28."""


class Implementation(WireModel):
    """The software on one side of the connection, as it describes itself.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation
    """

    description: Omittable[str] = None
    """Purpose of the software, in words for people."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    version: str
    """Version of the software."""

    website_url: Omittable[str] = None
    """Web page about the software."""
