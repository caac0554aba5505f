"""Handlers of revision 2025-11-25: a class for each side.

Subclass the class of your side, override the handlers of the methods that you serve, and pass an instance of your class
to `Dispatcher`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from ..generated_code import Handlers, Reply, Route, make_method_not_found_error

if TYPE_CHECKING:
    from ..generated_code import Context, Sender
    from . import (
        CallToolRequestParams,
        CallToolResult,
        CancelledNotificationParams,
        CancelTaskRequestParams,
        CancelTaskResult,
        ClientCapabilities,
        CompleteRequestParams,
        CompleteResult,
        CreateMessageRequestParams,
        CreateMessageResult,
        CreateTaskResult,
        ElicitationCompleteNotificationParams,
        ElicitRequestParams,
        ElicitResult,
        EmptyResult,
        GetPromptRequestParams,
        GetPromptResult,
        GetTaskPayloadRequestParams,
        GetTaskPayloadResult,
        GetTaskRequestParams,
        GetTaskResult,
        InitializeRequestParams,
        InitializeResult,
        ListPromptsResult,
        ListResourcesResult,
        ListResourceTemplatesResult,
        ListRootsResult,
        ListTasksResult,
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
        SetLevelRequestParams,
        SubscribeRequestParams,
        TaskStatusNotificationParams,
        UnsubscribeRequestParams,
    )
    from .calls import ClientCalls


class ServerHandlers(Handlers):
    """Handlers of what a server may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    revision: ClassVar[str] = "2025-11-25"
    role: ClassVar[Sender] = "server"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType(
        {
            "initialize": Route("initialize"),
            "ping": Route("ping"),
            "resources/list": Route("list_resources", {"resources": {}}),
            "resources/templates/list": Route("list_resource_templates", {"resources": {}}),
            "resources/read": Route("read_resource", {"resources": {}}),
            "resources/subscribe": Route("subscribe", {"resources": {"subscribe": True}}),
            "resources/unsubscribe": Route("unsubscribe", {"resources": {"subscribe": True}}),
            "prompts/list": Route("list_prompts", {"prompts": {}}),
            "prompts/get": Route("get_prompt", {"prompts": {}}),
            "tools/list": Route("list_tools", {"tools": {}}),
            "tools/call": Route("call_tool", {"tools": {}}),
            "tasks/get": Route("get_task", {"tasks": {}}),
            "tasks/result": Route("get_task_payload", {"tasks": {}}),
            "tasks/cancel": Route("cancel_task", {"tasks": {"cancel": {}}}),
            "tasks/list": Route("list_tasks", {"tasks": {"list": {}}}),
            "logging/setLevel": Route("set_level", {"logging": {}}),
            "completion/complete": Route("complete", {"completions": {}}),
            "notifications/cancelled": Route("on_cancelled"),
            "notifications/initialized": Route("on_initialized"),
            "notifications/progress": Route("on_progress"),
            "notifications/tasks/status": Route("on_task_status"),
            "notifications/roots/list_changed": Route("on_roots_list_changed"),
        }
    )

    def capabilities(self) -> ServerCapabilities:
        """Return the capabilities that the overridden handlers imply. Add others to the result, such as `listChanged`."""
        from . import ServerCapabilities

        return ServerCapabilities.model_validate(self.capabilities_json())

    def initialize(self, params: InitializeRequestParams, context: Context) -> Reply[InitializeResult]:
        """Open a session: the client states its protocol version and capabilities.

        Arrives as `initialize`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
        """
        raise make_method_not_found_error()

    def ping(self, params: RequestParams, context: Context) -> Reply[EmptyResult]:
        """Check that the other side still responds.

        Arrives as `ping`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements
        """
        raise make_method_not_found_error()

    def list_resources(self, params: PaginatedRequestParams, context: Context) -> Reply[ListResourcesResult]:
        """Ask for the resources that the server offers.

        Arrives as `resources/list`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/resources#listing-resources
        """
        raise make_method_not_found_error()

    def list_resource_templates(
        self, params: PaginatedRequestParams, context: Context
    ) -> Reply[ListResourceTemplatesResult]:
        """Ask for the resource templates that the server offers.

        Arrives as `resources/templates/list`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates
        """
        raise make_method_not_found_error()

    def read_resource(self, params: ReadResourceRequestParams, context: Context) -> Reply[ReadResourceResult]:
        """Ask the server for the content of a resource.

        Arrives as `resources/read`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/resources#reading-resources
        """
        raise make_method_not_found_error()

    def subscribe(self, params: SubscribeRequestParams, context: Context) -> Reply[EmptyResult]:
        """Ask the server to report changes of a resource.

        Arrives as `resources/subscribe`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
        """
        raise make_method_not_found_error()

    def unsubscribe(self, params: UnsubscribeRequestParams, context: Context) -> Reply[EmptyResult]:
        """Ask the server to stop reporting changes of a resource.

        Arrives as `resources/unsubscribe`.
        """
        raise make_method_not_found_error()

    def list_prompts(self, params: PaginatedRequestParams, context: Context) -> Reply[ListPromptsResult]:
        """Ask for the prompts that the server offers.

        Arrives as `prompts/list`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#listing-prompts
        """
        raise make_method_not_found_error()

    def get_prompt(self, params: GetPromptRequestParams, context: Context) -> Reply[GetPromptResult]:
        """Ask the server for one prompt, filled in with arguments.

        Arrives as `prompts/get`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#getting-a-prompt
        """
        raise make_method_not_found_error()

    def list_tools(self, params: PaginatedRequestParams, context: Context) -> Reply[ListToolsResult]:
        """Ask for the tools that the server offers.

        Arrives as `tools/list`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/tools#listing-tools
        """
        raise make_method_not_found_error()

    def call_tool(self, params: CallToolRequestParams, context: Context) -> Reply[CallToolResult | CreateTaskResult]:
        """Ask the server to run a tool.

        Arrives as `tools/call`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools
        """
        raise make_method_not_found_error()

    def get_task(self, params: GetTaskRequestParams, context: Context) -> Reply[GetTaskResult]:
        """Ask for the state of a task.

        Arrives as `tasks/get`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks
        """
        raise make_method_not_found_error()

    def get_task_payload(
        self, params: GetTaskPayloadRequestParams, context: Context
    ) -> Reply[GetTaskPayloadResult | CallToolResult | CreateMessageResult | ElicitResult]:
        """Ask for the outcome of a task; the answer comes once the task has ended.

        Arrives as `tasks/result`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#retrieving-task-results
        """
        raise make_method_not_found_error()

    def cancel_task(self, params: CancelTaskRequestParams, context: Context) -> Reply[CancelTaskResult]:
        """Ask the other side to stop working on a task.

        Arrives as `tasks/cancel`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#cancelling-tasks
        """
        raise make_method_not_found_error()

    def list_tasks(self, params: PaginatedRequestParams, context: Context) -> Reply[ListTasksResult]:
        """Ask for the tasks that the other side knows of.

        Arrives as `tasks/list`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#listing-tasks
        """
        raise make_method_not_found_error()

    def set_level(self, params: SetLevelRequestParams, context: Context) -> Reply[EmptyResult]:
        """Set how serious log messages must be for the server to send them.

        Arrives as `logging/setLevel`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level
        """
        raise make_method_not_found_error()

    def complete(self, params: CompleteRequestParams, context: Context) -> Reply[CompleteResult]:
        """Ask for suggestions while the user fills in an argument.

        Arrives as `completion/complete`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#requesting-completions
        """
        raise make_method_not_found_error()

    def on_cancelled(self, params: CancelledNotificationParams, context: Context) -> Reply[None]:
        """Tell the receiver to give up on a request, whose answer is no longer wanted.

        Arrives as `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#behavior-requirements
        """
        return None

    def on_initialized(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the server that the client is ready and the session can start.

        Arrives as `notifications/initialized`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
        """
        return None

    def on_progress(self, params: ProgressNotificationParams, context: Context) -> Reply[None]:
        """Report how far a running request has come.

        Arrives as `notifications/progress`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow
        """
        return None

    def on_task_status(self, params: TaskStatusNotificationParams, context: Context) -> Reply[None]:
        """Tell the side that asked for a task how it stands; optional, so keep polling.

        Arrives as `notifications/tasks/status`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-notification
        """
        return None

    def on_roots_list_changed(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the server that the client's roots have changed and can be fetched anew.

        Arrives as `notifications/roots/list_changed`.
        https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes
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
    def read_resource(self, params: ReadResourceRequestParams, context: Context) -> Reply[ReadResourceResult]:
        """Ask the server for the content of a resource."""


class PromptsServer(ServerHandlers, ABC):
    """A server that declares the capability `prompts`. The handlers that it requires are abstract."""

    @abstractmethod
    def list_prompts(self, params: PaginatedRequestParams, context: Context) -> Reply[ListPromptsResult]:
        """Ask for the prompts that the server offers."""

    @abstractmethod
    def get_prompt(self, params: GetPromptRequestParams, context: Context) -> Reply[GetPromptResult]:
        """Ask the server for one prompt, filled in with arguments."""


class ToolsServer(ServerHandlers, ABC):
    """A server that declares the capability `tools`. The handlers that it requires are abstract."""

    @abstractmethod
    def list_tools(self, params: PaginatedRequestParams, context: Context) -> Reply[ListToolsResult]:
        """Ask for the tools that the server offers."""

    @abstractmethod
    def call_tool(self, params: CallToolRequestParams, context: Context) -> Reply[CallToolResult | CreateTaskResult]:
        """Ask the server to run a tool."""


class TasksServer(ServerHandlers, ABC):
    """A server that declares the capability `tasks`. The handlers that it requires are abstract."""

    @abstractmethod
    def get_task(self, params: GetTaskRequestParams, context: Context) -> Reply[GetTaskResult]:
        """Ask for the state of a task."""

    @abstractmethod
    def get_task_payload(
        self, params: GetTaskPayloadRequestParams, context: Context
    ) -> Reply[GetTaskPayloadResult | CallToolResult | CreateMessageResult | ElicitResult]:
        """Ask for the outcome of a task; the answer comes once the task has ended."""


class LoggingServer(ServerHandlers, ABC):
    """A server that declares the capability `logging`. The handlers that it requires are abstract."""

    @abstractmethod
    def set_level(self, params: SetLevelRequestParams, context: Context) -> Reply[EmptyResult]:
        """Set how serious log messages must be for the server to send them."""


class CompletionsServer(ServerHandlers, ABC):
    """A server that declares the capability `completions`. The handlers that it requires are abstract."""

    @abstractmethod
    def complete(self, params: CompleteRequestParams, context: Context) -> Reply[CompleteResult]:
        """Ask for suggestions while the user fills in an argument."""


class ClientHandlers(Handlers):
    """Handlers of what a client may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    revision: ClassVar[str] = "2025-11-25"
    role: ClassVar[Sender] = "client"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType(
        {
            "ping": Route("ping"),
            "tasks/get": Route("get_task", {"tasks": {}}),
            "tasks/result": Route("get_task_payload", {"tasks": {}}),
            "tasks/cancel": Route("cancel_task", {"tasks": {"cancel": {}}}),
            "tasks/list": Route("list_tasks", {"tasks": {"list": {}}}),
            "sampling/createMessage": Route("create_message", {"sampling": {}}),
            "roots/list": Route("list_roots", {"roots": {}}),
            "elicitation/create": Route("elicit", {"elicitation": {}}),
            "notifications/cancelled": Route("on_cancelled"),
            "notifications/progress": Route("on_progress"),
            "notifications/tasks/status": Route("on_task_status"),
            "notifications/resources/list_changed": Route("on_resource_list_changed"),
            "notifications/resources/updated": Route("on_resource_updated"),
            "notifications/prompts/list_changed": Route("on_prompt_list_changed"),
            "notifications/tools/list_changed": Route("on_tool_list_changed"),
            "notifications/message": Route("on_logging_message"),
            "notifications/elicitation/complete": Route("on_elicitation_complete"),
        }
    )

    if TYPE_CHECKING:

        def __calls__(self) -> ClientCalls: ...

    def capabilities(self) -> ClientCapabilities:
        """Return the capabilities that the overridden handlers imply. Add others to the result, such as `listChanged`."""
        from . import ClientCapabilities

        return ClientCapabilities.model_validate(self.capabilities_json())

    def ping(self, params: RequestParams, context: Context) -> Reply[EmptyResult]:
        """Check that the other side still responds.

        Arrives as `ping`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements
        """
        raise make_method_not_found_error()

    def get_task(self, params: GetTaskRequestParams, context: Context) -> Reply[GetTaskResult]:
        """Ask for the state of a task.

        Arrives as `tasks/get`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks
        """
        raise make_method_not_found_error()

    def get_task_payload(
        self, params: GetTaskPayloadRequestParams, context: Context
    ) -> Reply[GetTaskPayloadResult | CallToolResult | CreateMessageResult | ElicitResult]:
        """Ask for the outcome of a task; the answer comes once the task has ended.

        Arrives as `tasks/result`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#retrieving-task-results
        """
        raise make_method_not_found_error()

    def cancel_task(self, params: CancelTaskRequestParams, context: Context) -> Reply[CancelTaskResult]:
        """Ask the other side to stop working on a task.

        Arrives as `tasks/cancel`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#cancelling-tasks
        """
        raise make_method_not_found_error()

    def list_tasks(self, params: PaginatedRequestParams, context: Context) -> Reply[ListTasksResult]:
        """Ask for the tasks that the other side knows of.

        Arrives as `tasks/list`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#listing-tasks
        """
        raise make_method_not_found_error()

    def create_message(
        self, params: CreateMessageRequestParams, context: Context
    ) -> Reply[CreateMessageResult | CreateTaskResult]:
        """Ask the client to have its model generate a message.

        Arrives as `sampling/createMessage`.
        https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages
        """
        raise make_method_not_found_error()

    def list_roots(self, params: RequestParams, context: Context) -> Reply[ListRootsResult]:
        """Ask the client which directories and files the server may work with.

        Arrives as `roots/list`.
        https://modelcontextprotocol.io/specification/2025-11-25/client/roots#listing-roots
        """
        raise make_method_not_found_error()

    def elicit(self, params: ElicitRequestParams, context: Context) -> Reply[ElicitResult | CreateTaskResult]:
        """Ask the client to get information from the user.

        Arrives as `elicitation/create`.
        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests
        """
        raise make_method_not_found_error()

    def on_cancelled(self, params: CancelledNotificationParams, context: Context) -> Reply[None]:
        """Tell the receiver to give up on a request, whose answer is no longer wanted.

        Arrives as `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation#behavior-requirements
        """
        return None

    def on_progress(self, params: ProgressNotificationParams, context: Context) -> Reply[None]:
        """Report how far a running request has come.

        Arrives as `notifications/progress`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow
        """
        return None

    def on_task_status(self, params: TaskStatusNotificationParams, context: Context) -> Reply[None]:
        """Tell the side that asked for a task how it stands; optional, so keep polling.

        Arrives as `notifications/tasks/status`.
        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-notification
        """
        return None

    def on_resource_list_changed(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the client that the list of resources has changed and can be fetched anew.

        Arrives as `notifications/resources/list_changed`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/resources#list-changed-notification
        """
        return None

    def on_resource_updated(self, params: ResourceUpdatedNotificationParams, context: Context) -> Reply[None]:
        """Tell the client that a resource it watches has changed.

        Arrives as `notifications/resources/updated`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
        """
        return None

    def on_prompt_list_changed(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the client that the list of prompts has changed and can be fetched anew.

        Arrives as `notifications/prompts/list_changed`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#list-changed-notification
        """
        return None

    def on_tool_list_changed(self, params: NotificationParams, context: Context) -> Reply[None]:
        """Tell the client that the list of tools has changed and can be fetched anew.

        Arrives as `notifications/tools/list_changed`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/tools#list-changed-notification
        """
        return None

    def on_logging_message(self, params: LoggingMessageNotificationParams, context: Context) -> Reply[None]:
        """Pass a log message of the server to the client.

        Arrives as `notifications/message`.
        https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-message-notifications
        """
        return None

    def on_elicitation_complete(self, params: ElicitationCompleteNotificationParams, context: Context) -> Reply[None]:
        """Tell the client that the user has finished with a URL the server sent them to.

        Arrives as `notifications/elicitation/complete`.
        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation
        """
        return None


class TasksClient(ClientHandlers, ABC):
    """A client that declares the capability `tasks`. The handlers that it requires are abstract."""

    @abstractmethod
    def get_task(self, params: GetTaskRequestParams, context: Context) -> Reply[GetTaskResult]:
        """Ask for the state of a task."""

    @abstractmethod
    def get_task_payload(
        self, params: GetTaskPayloadRequestParams, context: Context
    ) -> Reply[GetTaskPayloadResult | CallToolResult | CreateMessageResult | ElicitResult]:
        """Ask for the outcome of a task; the answer comes once the task has ended."""


class SamplingClient(ClientHandlers, ABC):
    """A client that declares the capability `sampling`. The handlers that it requires are abstract."""

    @abstractmethod
    def create_message(
        self, params: CreateMessageRequestParams, context: Context
    ) -> Reply[CreateMessageResult | CreateTaskResult]:
        """Ask the client to have its model generate a message."""


class RootsClient(ClientHandlers, ABC):
    """A client that declares the capability `roots`. The handlers that it requires are abstract."""

    @abstractmethod
    def list_roots(self, params: RequestParams, context: Context) -> Reply[ListRootsResult]:
        """Ask the client which directories and files the server may work with."""


class ElicitationClient(ClientHandlers, ABC):
    """A client that declares the capability `elicitation`. The handlers that it requires are abstract."""

    @abstractmethod
    def elicit(self, params: ElicitRequestParams, context: Context) -> Reply[ElicitResult | CreateTaskResult]:
        """Ask the client to get information from the user."""
