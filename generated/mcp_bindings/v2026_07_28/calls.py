"""Typed calls of revision 2026-07-28: a class for each side.

A class has a coroutine for each message that its side may send. `mcp_bindings.peer.Calls` explains how calls behave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeAlias, overload

from typing_extensions import Never, TypeVar

from ..generated_code import Calls

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any

    from ..generated_code import Number, OnProgress, OnStray, Sender, SendText, Session, Transport
    from . import (
        CallToolResult,
        CompleteRequestParamsArgument,
        CompleteRequestParamsContext,
        CompleteRequestParamsRef,
        CompleteResult,
        DiscoverResult,
        GetPromptResult,
        InputRequiredResult,
        InputResponses,
        ListPromptsResult,
        ListResourcesResult,
        ListResourceTemplatesResult,
        ListToolsResult,
        LoggingLevel,
        NotificationMetaObject,
        ProgressNotificationParams,
        ProgressToken,
        Prompt,
        ReadResourceResult,
        RequestId,
        RequestMetaObject,
        Resource,
        ResourceTemplate,
        SubscriptionFilter,
        SubscriptionsListenResult,
        Tool,
    )


Added_co = TypeVar("Added_co", default=Never, covariant=True)
"""The type of the results that an extension adds; `Never` without an extension."""


Asked_co = TypeVar("Asked_co", default="InputRequiredResult", covariant=True)
"""The type of the result that asks for input; `Never` if the client itself answers such results."""


class ClientCalls(Calls, Generic[Added_co, Asked_co]):
    """Requests and notifications from a client of revision 2026-07-28 to a server."""

    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "client"

    needs_meta = True

    if TYPE_CHECKING:

        @overload
        def __init__(
            self,
            send: SendText,
            *,
            meta: RequestMetaObject,
            timeout: float | None = None,
            on_stray: OnStray | None = None,
            session: Session | None = None,
            transport: Transport = "stdio",
        ) -> None: ...
        @overload
        def __init__(
            self,
            send: SendText,
            *,
            session: Session,
            timeout: float | None = None,
            meta: RequestMetaObject | None = None,
            on_stray: OnStray | None = None,
            transport: Transport = "stdio",
        ) -> None: ...
        def __init__(self, *args: Any, **options: Any) -> None: ...

    async def discover(
        self,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> DiscoverResult:
        """Ask the server for its protocol versions and capabilities.

        Sends `server/discover`.
        https://modelcontextprotocol.io/specification/2026-07-28/server/discover#request

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            DiscoverResult: Answer to `server/discover`: the name, versions and features of the server.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: DiscoverResult = await self._request("server/discover", {}, meta, timeout, on_progress)
        return result

    async def list_resources(
        self,
        *,
        cursor: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListResourcesResult:
        """Ask for the resources that the server offers.

        Sends `resources/list`; needs `resources` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources

        Args:
            cursor: Position to continue from: `nextCursor` of the page before; absent asks for the first page.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            ListResourcesResult: Answer to `resources/list`: one page of resources.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ListResourcesResult = await self._request(
            "resources/list", {"cursor": cursor}, meta, timeout, on_progress
        )
        return result

    async def iter_resources(
        self,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Resource]:
        """Every item of every page of `list_resources`; a page is asked for when the one before is used up.

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema; or a
                cursor came twice.
            TimeoutError: there was no response in time.
        """
        async for page in self._iterate_pages(self.list_resources, meta=meta, timeout=timeout):
            for item in page.resources:
                yield item

    async def list_resource_templates(
        self,
        *,
        cursor: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListResourceTemplatesResult:
        """Ask for the resource templates that the server offers.

        Sends `resources/templates/list`; needs `resources` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates

        Args:
            cursor: Position to continue from: `nextCursor` of the page before; absent asks for the first page.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            ListResourceTemplatesResult: Answer to `resources/templates/list`: one page of templates.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ListResourceTemplatesResult = await self._request(
            "resources/templates/list", {"cursor": cursor}, meta, timeout, on_progress
        )
        return result

    async def iter_resource_templates(
        self,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[ResourceTemplate]:
        """Every item of every page of `list_resource_templates`; a page is asked for when the one before is used up.

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema; or a
                cursor came twice.
            TimeoutError: there was no response in time.
        """
        async for page in self._iterate_pages(self.list_resource_templates, meta=meta, timeout=timeout):
            for item in page.resource_templates:
                yield item

    async def read_resource(
        self,
        uri: str,
        *,
        input_responses: InputResponses | None = None,
        request_state: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ReadResourceResult | Asked_co:
        """Ask the server for the content of a resource.

        Sends `resources/read`; needs `resources` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources

        Args:
            uri: URI of the resource to read.
            input_responses: Responses to the input requests of the previous `InputRequiredResult`; absent on a first
                try.
            request_state: `requestState` of the result before, unchanged; absent if it had none.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            ReadResourceResult: Answer to `resources/read`: the content.
            InputRequiredResult: Result that asks the client to send the request again, usually with the input named
                here.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ReadResourceResult | Asked_co = await self._request(
            "resources/read",
            {"uri": uri, "input_responses": input_responses, "request_state": request_state},
            meta,
            timeout,
            on_progress,
        )
        return result

    async def subscriptions_listen(
        self,
        notifications: SubscriptionFilter,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> SubscriptionsListenResult:
        """Open a stream of notifications that lasts until either side ends it.

        Sends `subscriptions/listen`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream

        Args:
            notifications: The notifications that the client asks for; the server sends no others.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Returns:
            SubscriptionsListenResult: Result that ends a stream which the server has closed in an orderly way.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: SubscriptionsListenResult = await self._request(
            "subscriptions/listen", {"notifications": notifications}, meta, timeout
        )
        return result

    async def list_prompts(
        self,
        *,
        cursor: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListPromptsResult:
        """Ask for the prompts that the server offers.

        Sends `prompts/list`; needs `prompts` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#listing-prompts

        Args:
            cursor: Position to continue from: `nextCursor` of the page before; absent asks for the first page.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            ListPromptsResult: Answer to `prompts/list`: one page of prompts.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ListPromptsResult = await self._request("prompts/list", {"cursor": cursor}, meta, timeout, on_progress)
        return result

    async def iter_prompts(
        self,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Prompt]:
        """Every item of every page of `list_prompts`; a page is asked for when the one before is used up.

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema; or a
                cursor came twice.
            TimeoutError: there was no response in time.
        """
        async for page in self._iterate_pages(self.list_prompts, meta=meta, timeout=timeout):
            for item in page.prompts:
                yield item

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, str] | None = None,
        *,
        input_responses: InputResponses | None = None,
        request_state: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> GetPromptResult | Asked_co:
        """Ask the server for one prompt, filled in with arguments.

        Sends `prompts/get`; needs `prompts` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt

        Args:
            name: Name of the prompt, as listed by `prompts/list`.
            arguments: Values to fill into the prompt, by name of the argument.
            input_responses: Responses to the input requests of the previous `InputRequiredResult`; absent on a first
                try.
            request_state: `requestState` of the result before, unchanged; absent if it had none.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            GetPromptResult: Answer to `prompts/get`: the prompt's messages, filled in.
            InputRequiredResult: Result that asks the client to send the request again, usually with the input named
                here.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: GetPromptResult | Asked_co = await self._request(
            "prompts/get",
            {"name": name, "arguments": arguments, "input_responses": input_responses, "request_state": request_state},
            meta,
            timeout,
            on_progress,
        )
        return result

    async def list_tools(
        self,
        *,
        cursor: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListToolsResult:
        """Ask for the tools that the server offers.

        Sends `tools/list`; needs `tools` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools

        Args:
            cursor: Position to continue from: `nextCursor` of the page before; absent asks for the first page.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            ListToolsResult: Answer to `tools/list`: one page of tools.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ListToolsResult = await self._request("tools/list", {"cursor": cursor}, meta, timeout, on_progress)
        return result

    async def iter_tools(
        self,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Tool]:
        """Every item of every page of `list_tools`; a page is asked for when the one before is used up.

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema; or a
                cursor came twice.
            TimeoutError: there was no response in time.
        """
        async for page in self._iterate_pages(self.list_tools, meta=meta, timeout=timeout):
            for item in page.tools:
                yield item

    async def call_tool(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        *,
        input_responses: InputResponses | None = None,
        request_state: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> CallToolResult | Asked_co | Added_co:
        """Ask the server to run a tool.

        Sends `tools/call`; needs `tools` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools

        Args:
            name: Name of the tool to run, as listed by `tools/list`.
            arguments: Arguments by parameter name; they must match the tool's `inputSchema`.
            input_responses: Responses to the input requests of the previous `InputRequiredResult`; absent on a first
                try.
            request_state: `requestState` of the result before, unchanged; absent if it had none.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            CallToolResult: Result of a tool call.
            InputRequiredResult: Result that asks the client to send the request again, usually with the input named
                here.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: CallToolResult | Asked_co | Added_co = await self._request(
            "tools/call",
            {"name": name, "arguments": arguments, "input_responses": input_responses, "request_state": request_state},
            meta,
            timeout,
            on_progress,
        )
        return result

    async def complete(
        self,
        argument: CompleteRequestParamsArgument,
        ref: CompleteRequestParamsRef,
        *,
        context: CompleteRequestParamsContext | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> CompleteResult:
        """Ask for suggestions while the user fills in an argument.

        Sends `completion/complete`; needs `completions` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#requesting-completions

        Args:
            argument: The argument to complete.
            ref: The prompt or resource template that the argument belongs to.
            context: Arguments that are known already and may narrow the suggestions.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            CompleteResult: Answer to `completion/complete`: suggestions for the argument.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: CompleteResult = await self._request(
            "completion/complete", {"argument": argument, "ref": ref, "context": context}, meta, timeout, on_progress
        )
        return result

    async def notify_cancelled(
        self, request_id: RequestId, *, reason: str | None = None, meta: NotificationMetaObject | None = None
    ) -> None:
        """Withdraws a request; from a server it can only end a `subscriptions/listen` stream.

        Sends `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#behavior-requirements

        Args:
            request_id: `id` of a pending request, always one that the client issued.
            reason: Reason why the request was cancelled, for logs or to show to people.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/cancelled", {"request_id": request_id, "reason": reason}, meta)


class ServerCalls(Calls):
    """Requests and notifications from a server of revision 2026-07-28 to a client."""

    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "server"

    async def notify_cancelled(
        self, request_id: RequestId, *, reason: str | None = None, meta: NotificationMetaObject | None = None
    ) -> None:
        """Withdraws a request; from a server it can only end a `subscriptions/listen` stream.

        Sends `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#behavior-requirements

        Args:
            request_id: `id` of a pending request, always one that the client issued.
            reason: Reason why the request was cancelled, for logs or to show to people.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/cancelled", {"request_id": request_id, "reason": reason}, meta)

    async def notify_progress(
        self,
        progress: Number,
        progress_token: ProgressToken,
        *,
        message: str | None = None,
        total: Number | None = None,
        meta: NotificationMetaObject | None = None,
    ) -> None:
        """Report how far a running request has come.

        Sends `notifications/progress`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#progress-flow

        Args:
            progress: Amount done so far, in any unit; grows with each notification.
            progress_token: Token that the request in question carried in its `_meta`.
            message: Current activity, in words for people.
            total: Value of `progress` when all is done; absent if unknown.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify(
            "notifications/progress",
            {"progress": progress, "progress_token": progress_token, "message": message, "total": total},
            meta,
        )

    async def notify_resource_list_changed(self, *, meta: NotificationMetaObject | None = None) -> None:
        """Tell the client that the list of resources has changed and can be fetched anew.

        Sends `notifications/resources/list_changed`; needs `resources.listChanged` among the capabilities of the
        server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#list-changed-notification

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/resources/list_changed", {}, meta)

    async def notify_subscriptions_acknowledged(
        self, notifications: SubscriptionFilter, *, meta: NotificationMetaObject | None = None
    ) -> None:
        """Tell the client that its subscription has begun; comes before anything else on it.

        Sends `notifications/subscriptions/acknowledged`.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment

        Args:
            notifications: The part of the requested filter that the server will honor.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/subscriptions/acknowledged", {"notifications": notifications}, meta)

    async def notify_resource_updated(self, uri: str, *, meta: NotificationMetaObject | None = None) -> None:
        """Tell the client that a resource it watches has changed.

        Sends `notifications/resources/updated`; needs `resources.subscribe` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources#subscriptions

        Args:
            uri: URI of what has changed: the resource that is watched, or a part of it.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/resources/updated", {"uri": uri}, meta)

    async def notify_prompt_list_changed(self, *, meta: NotificationMetaObject | None = None) -> None:
        """Tell the client that the list of prompts has changed and can be fetched anew.

        Sends `notifications/prompts/list_changed`; needs `prompts.listChanged` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#list-changed-notification

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/prompts/list_changed", {}, meta)

    async def notify_tool_list_changed(self, *, meta: NotificationMetaObject | None = None) -> None:
        """Tell the client that the list of tools has changed and can be fetched anew.

        Sends `notifications/tools/list_changed`; needs `tools.listChanged` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2026-07-28/server/tools#list-changed-notification

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/tools/list_changed", {}, meta)

    async def notify_logging_message(
        self, data: Any, level: LoggingLevel, *, logger: str | None = None, meta: NotificationMetaObject | None = None
    ) -> None:
        """Pass a log message of the server to the client; deprecated since 2026-07-28.

        Sends `notifications/message`; needs `logging` among the capabilities of the server. Deprecated.
        https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level

        Args:
            data: The logged text or other JSON value.
            level: Severity of the message.
            logger: Part of the server that logged this; absent if the server does not name it.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/message", {"data": data, "level": level, "logger": logger}, meta)


AnsweredCalls: TypeAlias = ClientCalls[Never, Never]
"""The calls of a client that itself answers results that ask for input, so that no call returns such a result."""
