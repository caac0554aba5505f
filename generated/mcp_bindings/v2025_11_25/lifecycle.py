"""The types of revision 2025-11-25: lifecycle.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import Icon, NotificationParams, ProgressToken, RequestId, RequestParams


class InitializeRequest(WireModel):
    """Open a session: the client states its protocol version and capabilities.

    Carries `initialize`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializeRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["initialize"] = "initialize"
    """Name of the method."""

    params: "InitializeRequestParams"
    """Details that go with the method."""


class InitializeRequestParamsMeta(WireModel):
    """Metadata of an `initialize` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/InitializeRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class InitializeRequestParams(WireModel):
    """Params of `initialize`: the name, version and features of the client.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializeRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequestparams
    """

    meta: Omittable[InitializeRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    capabilities: "ClientCapabilities"
    """Optional features that the client supports."""

    client_info: "Implementation"
    """Name and version of the client software."""

    protocol_version: str
    """Protocol version that the client would like, normally its newest."""


class InitializeResult(WireModel):
    """Answer to `initialize`: the name, version and features of the server.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/InitializeResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializeresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    capabilities: "ServerCapabilities"
    """Optional features that the server supports."""

    instructions: Omittable[str] = None
    """Advice for the model on how to use the server, fit for a system prompt."""

    protocol_version: str
    """Version that the server has chosen; a client that cannot speak it disconnects."""

    server_info: "Implementation"
    """Name and version of the server software."""


class PingRequest(WireModel):
    """Check that the other side still responds.

    Carries `ping`. Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PingRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#pingrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["ping"] = "ping"
    """Name of the method."""

    params: Omittable[RequestParams] = None
    """Details that go with the method."""


class ClientCapabilities(WireModel):
    """Optional features of the client; a feature that is absent is not supported.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    elicitation: Omittable["ClientCapabilitiesElicitation"] = None
    """Present if the client can ask its user for information."""

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    roots: Omittable["ClientCapabilitiesRoots"] = None
    """Present if the client answers `roots/list`."""

    sampling: Omittable["ClientCapabilitiesSampling"] = None
    """Present if the client lets servers use its model."""

    tasks: Omittable["ClientCapabilitiesTasks"] = None
    """Present if the client can run some requests as tasks."""


class Implementation(WireModel):
    """The software on one side of the connection, as it describes itself.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#implementation
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


class ServerCapabilities(WireModel):
    """Optional features of the server; a feature that is absent is not supported.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    completions: Omittable[dict[str, Any]] = None
    """Present if the server answers `completion/complete`."""

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    logging: Omittable[dict[str, Any]] = None
    """Present if the server sends log messages."""

    prompts: Omittable["ServerCapabilitiesPrompts"] = None
    """Present if the server offers prompts."""

    resources: Omittable["ServerCapabilitiesResources"] = None
    """Present if the server offers resources."""

    tasks: Omittable["ServerCapabilitiesTasks"] = None
    """Present if the server can run some requests as tasks."""

    tools: Omittable["ServerCapabilitiesTools"] = None
    """Present if the server offers tools."""


class ClientCapabilitiesElicitation(WireModel):
    """Kinds of elicitation that the client supports; empty means forms only.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    form: Omittable[dict[str, Any]] = None
    """Present if the client can show forms."""

    url: Omittable[dict[str, Any]] = None
    """Present if the client can send its user to a URL."""


class ClientCapabilitiesRoots(WireModel):
    """Details of how the client supports roots.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities/properties/roots`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ClientCapabilitiesSampling(WireModel):
    """Details of how the client supports sampling.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/sampling`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    context: Omittable[dict[str, Any]] = None
    """Present if the client heeds the deprecated values of `includeContext`."""

    tools: Omittable[dict[str, Any]] = None
    """Present if the model can be given `tools` and `toolChoice`."""


class ClientCapabilitiesTasks(WireModel):
    """Task features that the client supports.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    cancel: Omittable[dict[str, Any]] = None
    """Present if `tasks/cancel` is supported."""

    list: Omittable[dict[str, Any]] = None
    """Present if `tasks/list` is supported."""

    requests: Omittable["ClientCapabilitiesTasksRequests"] = None
    """Kinds of requests that can run as tasks."""


class ServerCapabilitiesPrompts(WireModel):
    """Details of how the server supports prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilitiesResources(WireModel):
    """Details of how the server supports resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""

    subscribe: Omittable[bool] = None
    """True if the server can report changes of individual resources; absent means no."""


class ServerCapabilitiesTasks(WireModel):
    """Task features that the server supports.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    cancel: Omittable[dict[str, Any]] = None
    """Present if `tasks/cancel` is supported."""

    list: Omittable[dict[str, Any]] = None
    """Present if `tasks/list` is supported."""

    requests: Omittable["ServerCapabilitiesTasksRequests"] = None
    """Kinds of requests that can run as tasks."""


class ServerCapabilitiesTools(WireModel):
    """Details of how the server supports tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ClientCapabilitiesTasksRequests(WireModel):
    """Requests that the client can run as tasks.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    elicitation: Omittable["ClientCapabilitiesTasksRequestsElicitation"] = None
    """Elicitation requests that can run as tasks."""

    sampling: Omittable["ClientCapabilitiesTasksRequestsSampling"] = None
    """Sampling requests that can run as tasks."""


class ServerCapabilitiesTasksRequests(WireModel):
    """Requests that the server can run as tasks.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks/properties/requests`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    tools: Omittable["ServerCapabilitiesTasksRequestsTools"] = None
    """Tool requests that can run as tasks."""


class ClientCapabilitiesTasksRequestsElicitation(WireModel):
    """Elicitation requests that the client can run as tasks.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    create: Omittable[dict[str, Any]] = None
    """Present if `elicitation/create` can run as a task."""


class ClientCapabilitiesTasksRequestsSampling(WireModel):
    """Sampling requests that the client can run as tasks.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests/properties/sampling`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    create_message: Omittable[dict[str, Any]] = None
    """Present if `sampling/createMessage` can run as a task."""


class ServerCapabilitiesTasksRequestsTools(WireModel):
    """Tool requests that the server can run as tasks.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks/properties/requests/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    call: Omittable[dict[str, Any]] = None
    """Present if `tools/call` can run as a task."""


class InitializedNotification(WireModel):
    """Tell the server that the client is ready and the session can start.

    Carries `notifications/initialized`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/initialized"] = "notifications/initialized"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""
