"""The types of revision 2025-06-18: lifecycle.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Omittable
from .base import WireModel
from .common_types import ProgressToken


class InitializeRequest(WireModel):
    """Open a session: the client states its protocol version and capabilities.

    Carries `initialize`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializeRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializerequest
    """

    method: Literal["initialize"] = "initialize"
    """Name of the method."""

    params: "InitializeRequestParams"
    """Details that go with the method."""


class InitializeRequestParams(WireModel):
    """Params of `initialize`: the name, version and features of the client.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializeRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializerequest
    """

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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializeresult
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

    Carries `ping`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#pingrequest
    """

    method: Literal["ping"] = "ping"
    """Name of the method."""

    params: Omittable["PingRequestParams"] = None
    """Details that go with the method."""


class PingRequestParamsMeta(WireModel):
    """Metadata of a `ping` request.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#pingrequest
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class PingRequestParams(WireModel):
    """Params of `ping`, which carry metadata only.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#pingrequest
    """

    meta: Omittable[PingRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class ClientCapabilities(WireModel):
    """Optional features of the client; a feature that is absent is not supported.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#clientcapabilities
    """

    elicitation: Omittable[dict[str, Any]] = None
    """Present if the client can ask its user for information."""

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    roots: Omittable["ClientCapabilitiesRoots"] = None
    """Present if the client answers `roots/list`."""

    sampling: Omittable[dict[str, Any]] = None
    """Present if the client lets servers use its model."""


class Implementation(WireModel):
    """The software on one side of the connection, as it describes itself.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#implementation
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    version: str
    """Version of the software."""


class ServerCapabilities(WireModel):
    """Optional features of the server; a feature that is absent is not supported.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
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

    tools: Omittable["ServerCapabilitiesTools"] = None
    """Present if the server offers tools."""


class ClientCapabilitiesRoots(WireModel):
    """Details of how the client supports roots.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities/properties/roots`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#clientcapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilitiesPrompts(WireModel):
    """Details of how the server supports prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilitiesResources(WireModel):
    """Details of how the server supports resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""

    subscribe: Omittable[bool] = None
    """True if the server can report changes of individual resources; absent means no."""


class ServerCapabilitiesTools(WireModel):
    """Details of how the server supports tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class InitializedNotification(WireModel):
    """Tell the server that the client is ready and the session can start.

    Carries `notifications/initialized`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializednotification
    """

    method: Literal["notifications/initialized"] = "notifications/initialized"
    """Name of the method."""

    params: Omittable["InitializedNotificationParams"] = None
    """Details that go with the method."""


class InitializedNotificationParams(WireModel):
    """Params of `notifications/initialized`, which carry metadata only.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializednotification
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""
