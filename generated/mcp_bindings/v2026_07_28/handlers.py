"""Handlers of revision 2026-07-28: a class for each side.

Subclass the class of your side, override the handlers of the methods that you serve, and pass an instance of your class
to `Dispatcher`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Generic

from typing_extensions import Never, TypeVar

from ..generated_code import Handlers, Reply, Route, make_method_not_found_error

if TYPE_CHECKING:
    from ..generated_code import Context, Sender
    from . import (
        CallToolRequestParams,
        CallToolResult,
        CancelledNotificationParams,
        ClientCapabilities,
        CompleteRequestParams,
        CompleteResult,
        CreateMessageRequestParams,
        CreateMessageResult,
        DiscoverResult,
        ElicitRequestParams,
        ElicitResult,
        GetPromptRequestParams,
        GetPromptResult,
        InputRequiredResult,
        ListPromptsResult,
        ListResourcesResult,
        ListResourceTemplatesResult,
        ListRootsRequestParams,
        ListRootsResult,
        ListToolsResult,
        LoggingMessageNotificationParams,
        NotificationParams,
        PaginatedRequestParams,
        ProgressNotificationParams,
        ReadResourceRequestParams,
        ReadResourceResult,
        RequestParams,
        ResourceUpdatedNotificationParams,
        ServerCapabilities,
        SubscriptionsAcknowledgedNotificationParams,
        SubscriptionsListenRequestParams,
        SubscriptionsListenResult,
    )
    from .calls import ClientCalls
    from .client import Client


Added_co = TypeVar("Added_co", default=Never, covariant=True)
"""The type of the results that an extension adds; `Never` without an extension."""


Client_co = TypeVar("Client_co", default="Client", covariant=True)
"""The type of the client that `mb.connect` gives to handlers; that of an extension has the extension's calls too."""


class ServerHandlers(Handlers, Generic[Added_co]):
    """Handlers of what a server may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "server"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType(
        {
            "server/discover": Route("discover"),
            "resources/list": Route("list_resources", {"resources": {}}),
            "resources/templates/list": Route("list_resource_templates", {"resources": {}}),
            "resources/read": Route("read_resource", {"resources": {}}),
            "subscriptions/listen": Route("subscriptions_listen"),
            "prompts/list": Route("list_prompts", {"prompts": {}}),
            "prompts/get": Route("get_prompt", {"prompts": {}}),
            "tools/list": Route("list_tools", {"tools": {}}),
            "tools/call": Route("call_tool", {"tools": {}}),
            "completion/complete": Route("complete", {"completions": {}}),
            "notifications/cancelled": Route("on_cancelled"),
        }
    )

    def capabilities(self) -> ServerCapabilities:
        """Return the capabilities that the overridden handlers imply. Add others to the result, such as `listChanged`."""
        from . import ServerCapabilities

        return ServerCapabilities.model_validate(self.capabilities_json())

    def discover(self, params: RequestParams, context: Context) -> Reply[DiscoverResult]:
        """Ask the server for its protocol versions and capabilities.

        Arrives as `server/discover`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/discover#request
        """
        raise make_method_not_found_error()

    def list_resources(self, params: PaginatedRequestParams, context: Context) -> Reply[ListResourcesResult]:
        """Ask for the resources that the server offers.

        Arrives as `resources/list`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources
        """
        raise make_method_not_found_error()

    def list_resource_templates(
        self, params: PaginatedRequestParams, context: Context
    ) -> Reply[ListResourceTemplatesResult]:
        """Ask for the resource templates that the server offers.

        Arrives as `resources/templates/list`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates
        """
        raise make_method_not_found_error()

    def read_resource(
        self, params: ReadResourceRequestParams, context: Context
    ) -> Reply[ReadResourceResult | InputRequiredResult]:
        """Ask the server for the content of a resource.

        Arrives as `resources/read`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources
        """
        raise make_method_not_found_error()

    def subscriptions_listen(
        self, params: SubscriptionsListenRequestParams, context: Context
    ) -> Reply[SubscriptionsListenResult]:
        """Open a stream of notifications that lasts until either side ends it.

        Arrives as `subscriptions/listen`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream
        """
        raise make_method_not_found_error()

    def list_prompts(self, params: PaginatedRequestParams, context: Context) -> Reply[ListPromptsResult]:
        """Ask for the prompts that the server offers.

        Arrives as `prompts/list`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#listing-prompts
        """
        raise make_method_not_found_error()

    def get_prompt(
        self, params: GetPromptRequestParams, context: Context
    ) -> Reply[GetPromptResult | InputRequiredResult]:
        """Ask the server for one prompt, filled in with arguments.

        Arrives as `prompts/get`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt
        """
        raise make_method_not_found_error()

    def list_tools(self, params: PaginatedRequestParams, context: Context) -> Reply[ListToolsResult]:
        """Ask for the tools that the server offers.

        Arrives as `tools/list`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools
        """
        raise make_method_not_found_error()

    def call_tool(
        self, params: CallToolRequestParams, context: Context
    ) -> Reply[CallToolResult | InputRequiredResult | Added_co]:
        """Ask the server to run a tool.

        Arrives as `tools/call`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
        """
        raise make_method_not_found_error()

    def complete(self, params: CompleteRequestParams, context: Context) -> Reply[CompleteResult]:
        """Ask for suggestions while the user fills in an argument.

        Arrives as `completion/complete`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#requesting-completions
        """
        raise make_method_not_found_error()

    def on_cancelled(self, params: CancelledNotificationParams, context: Context) -> Reply[None]:
        """Withdraws a request; from a server it can only end a `subscriptions/listen` stream.

        Arrives as `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#behavior-requirements
        """
        return None


class ResourcesServer(ServerHandlers, ABC):
    """A server that declares the capability `resources`. The handlers that it requires are abstract."""

    @abstractmethod
    def list_resources(self, params: PaginatedRequestParams, context: Context) -> Reply[ListResourcesResult]:
        """Ask for the resources that the server offers."""

    @abstractmethod
    def list_resource_templates(
        self, params: PaginatedRequestParams, context: Context
    ) -> Reply[ListResourceTemplatesResult]:
        """Ask for the resource templates that the server offers."""

    @abstractmethod
    def read_resource(
        self, params: ReadResourceRequestParams, context: Context
    ) -> Reply[ReadResourceResult | InputRequiredResult]:
        """Ask the server for the content of a resource."""


class PromptsServer(ServerHandlers, ABC):
    """A server that declares the capability `prompts`. The handlers that it requires are abstract."""

    @abstractmethod
    def list_prompts(self, params: PaginatedRequestParams, context: Context) -> Reply[ListPromptsResult]:
        """Ask for the prompts that the server offers."""

    @abstractmethod
    def get_prompt(
        self, params: GetPromptRequestParams, context: Context
    ) -> Reply[GetPromptResult | InputRequiredResult]:
        """Ask the server for one prompt, filled in with arguments."""


class ToolsServer(ServerHandlers[Added_co], ABC):
    """A server that declares the capability `tools`. The handlers that it requires are abstract."""

    @abstractmethod
    def list_tools(self, params: PaginatedRequestParams, context: Context) -> Reply[ListToolsResult]:
        """Ask for the tools that the server offers."""

    @abstractmethod
    def call_tool(
        self, params: CallToolRequestParams, context: Context
    ) -> Reply[CallToolResult | InputRequiredResult | Added_co]:
        """Ask the server to run a tool."""


class CompletionsServer(ServerHandlers, ABC):
    """A server that declares the capability `completions`. The handlers that it requires are abstract."""

    @abstractmethod
    def complete(self, params: CompleteRequestParams, context: Context) -> Reply[CompleteResult]:
        """Ask for suggestions while the user fills in an argument."""


class ClientHandlers(Handlers, Generic[Client_co]):
    """Handlers of what a client may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "client"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType(
        {
            "notifications/cancelled": Route("on_cancelled"),
            "notifications/progress": Route("on_progress"),
            "notifications/resources/list_changed": Route("on_resource_list_changed"),
            "notifications/subscriptions/acknowledged": Route("on_subscriptions_acknowledged"),
            "notifications/resources/updated": Route("on_resource_updated"),
            "notifications/prompts/list_changed": Route("on_prompt_list_changed"),
            "notifications/tools/list_changed": Route("on_tool_list_changed"),
            "notifications/message": Route("on_logging_message"),
            "sampling/createMessage": Route("create_message", {"sampling": {}}),
            "roots/list": Route("list_roots", {"roots": {}}),
            "elicitation/create": Route("elicit", {"elicitation": {}}),
        }
    )

    if TYPE_CHECKING:

        def __calls__(self) -> ClientCalls: ...
        def __client__(self) -> Client_co: ...

    def capabilities(self) -> ClientCapabilities:
        """Return the capabilities that the overridden handlers imply. Add others to the result, such as `listChanged`."""
        from . import ClientCapabilities

        return ClientCapabilities.model_validate(self.capabilities_json())

    def on_cancelled(self, params: CancelledNotificationParams, context: Context) -> Reply[None]:
        """Withdraws a request; from a server it can only end a `subscriptions/listen` stream.

        Arrives as `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#behavior-requirements
        """
        return None

    def on_progress(self, params: ProgressNotificationParams, context: Context) -> Reply[None]:
        """Report how far a running request has come.

        Arrives as `notifications/progress`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#progress-flow
        """
        return None

    def on_resource_list_changed(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the client that the list of resources has changed and can be fetched anew.

        Arrives as `notifications/resources/list_changed`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#list-changed-notification
        """
        return None

    def on_subscriptions_acknowledged(
        self, params: SubscriptionsAcknowledgedNotificationParams, context: Context
    ) -> Reply[None]:
        """Tell the client that its subscription has begun; comes before anything else on it.

        Arrives as `notifications/subscriptions/acknowledged`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment
        """
        return None

    def on_resource_updated(self, params: ResourceUpdatedNotificationParams, context: Context) -> Reply[None]:
        """Tell the client that a resource it watches has changed.

        Arrives as `notifications/resources/updated`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#subscriptions
        """
        return None

    def on_prompt_list_changed(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the client that the list of prompts has changed and can be fetched anew.

        Arrives as `notifications/prompts/list_changed`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#list-changed-notification
        """
        return None

    def on_tool_list_changed(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the client that the list of tools has changed and can be fetched anew.

        Arrives as `notifications/tools/list_changed`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/tools#list-changed-notification
        """
        return None

    def on_logging_message(self, params: LoggingMessageNotificationParams, context: Context) -> Reply[None]:
        """Pass a log message of the server to the client; deprecated since 2026-07-28.

        Arrives as `notifications/message`. Deprecated.
        https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level
        """
        return None

    def create_message(self, params: CreateMessageRequestParams, context: Context) -> Reply[CreateMessageResult]:
        """Part of `inputRequests` that asks for a message by a model; deprecated since 2026-07-28.

        Arrives as `sampling/createMessage` in an `InputRequiredResult`. Deprecated.
        https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#creating-messages
        """
        raise make_method_not_found_error()

    def list_roots(self, params: ListRootsRequestParams, context: Context) -> Reply[ListRootsResult]:
        """Part of `inputRequests` that asks for the client's roots; deprecated since 2026-07-28.

        Arrives as `roots/list` in an `InputRequiredResult`. Deprecated.
        https://modelcontextprotocol.io/specification/2026-07-28/client/roots#listing-roots
        """
        raise make_method_not_found_error()

    def elicit(self, params: ElicitRequestParams, context: Context) -> Reply[ElicitResult]:
        """Part of `inputRequests` that asks the client to get information from the user.

        Arrives as `elicitation/create` in an `InputRequiredResult`.
        https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#elicitation-requests
        """
        raise make_method_not_found_error()


class SamplingClient(ClientHandlers[Client_co], ABC):
    """A client that declares the capability `sampling`. The handlers that it requires are abstract."""

    @abstractmethod
    def create_message(self, params: CreateMessageRequestParams, context: Context) -> Reply[CreateMessageResult]:
        """Part of `inputRequests` that asks for a message by a model; deprecated since 2026-07-28."""


class RootsClient(ClientHandlers[Client_co], ABC):
    """A client that declares the capability `roots`. The handlers that it requires are abstract."""

    @abstractmethod
    def list_roots(self, params: ListRootsRequestParams, context: Context) -> Reply[ListRootsResult]:
        """Part of `inputRequests` that asks for the client's roots; deprecated since 2026-07-28."""


class ElicitationClient(ClientHandlers[Client_co], ABC):
    """A client that declares the capability `elicitation`. The handlers that it requires are abstract."""

    @abstractmethod
    def elicit(self, params: ElicitRequestParams, context: Context) -> Reply[ElicitResult]:
        """Part of `inputRequests` that asks the client to get information from the user."""
