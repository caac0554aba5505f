"""Typed calls of revision 2024-11-05: a class for each side.

A class has a coroutine for each message that its side may send. `mcp_bindings.peer.Calls` explains how calls behave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from ..generated_code import Calls

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any, Literal

    from ..generated_code import Integer, Number, OnProgress, Sender
    from . import (
        CallToolResult,
        ClientCapabilities,
        CompleteRequestParamsArgument,
        CompleteRequestParamsRef,
        CompleteResult,
        CreateMessageResult,
        EmptyResult,
        GetPromptResult,
        Implementation,
        InitializeResult,
        ListPromptsResult,
        ListResourcesResult,
        ListResourceTemplatesResult,
        ListRootsRequestParamsMeta,
        ListRootsResult,
        ListToolsResult,
        LoggingLevel,
        ModelPreferences,
        PingRequestParamsMeta,
        ProgressNotificationParams,
        ProgressToken,
        Prompt,
        ReadResourceResult,
        RequestId,
        Resource,
        ResourceTemplate,
        SamplingMessage,
        Tool,
    )


class ClientCalls(Calls):
    """Requests and notifications from a client of revision 2024-11-05 to a server."""

    revision: ClassVar[str] = "2024-11-05"
    role: ClassVar[Sender] = "client"

    async def initialize(
        self,
        capabilities: ClientCapabilities,
        client_info: Implementation,
        protocol_version: str,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> InitializeResult:
        """Open a session: the client states its protocol version and capabilities.

        Sends `initialize`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle#initialization

        Args:
            capabilities: Optional features that the client supports.
            client_info: Name and version of the client software.
            protocol_version: Protocol version that the client would like, normally its newest.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            InitializeResult: Answer to `initialize`: the name, version and features of the server.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: InitializeResult = await self._request(
            "initialize",
            {"capabilities": capabilities, "client_info": client_info, "protocol_version": protocol_version},
            meta,
            timeout,
            on_progress,
        )
        return result

    async def ping(
        self,
        *,
        meta: PingRequestParamsMeta | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> EmptyResult:
        """Check that the other side still responds.

        Sends `ping`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/ping#behavior-requirements

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            EmptyResult: A result that only says that the request succeeded.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: EmptyResult = await self._request("ping", {}, meta, timeout, on_progress)
        return result

    async def list_resources(
        self,
        *,
        cursor: str | None = None,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListResourcesResult:
        """Ask for the resources that the server offers.

        Sends `resources/list`; needs `resources` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/resources#listing-resources

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
        meta: dict[str, Any] | None = None,
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
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListResourceTemplatesResult:
        """Ask for the resource templates that the server offers.

        Sends `resources/templates/list`; needs `resources` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/resources#resource-templates

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
        meta: dict[str, Any] | None = None,
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
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ReadResourceResult:
        """Ask the server for the content of a resource.

        Sends `resources/read`; needs `resources` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/resources#reading-resources

        Args:
            uri: URI of the resource to read.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            ReadResourceResult: Answer to `resources/read`: the content.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ReadResourceResult = await self._request("resources/read", {"uri": uri}, meta, timeout, on_progress)
        return result

    async def subscribe(
        self,
        uri: str,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> EmptyResult:
        """Ask the server to report changes of a resource.

        Sends `resources/subscribe`; needs `resources.subscribe` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/resources#subscriptions

        Args:
            uri: URI of the resource to watch.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            EmptyResult: A result that only says that the request succeeded.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: EmptyResult = await self._request("resources/subscribe", {"uri": uri}, meta, timeout, on_progress)
        return result

    async def unsubscribe(
        self,
        uri: str,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> EmptyResult:
        """Ask the server to stop reporting changes of a resource.

        Sends `resources/unsubscribe`; needs `resources.subscribe` among the capabilities of the server.

        Args:
            uri: URI of the resource to stop watching.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            EmptyResult: A result that only says that the request succeeded.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: EmptyResult = await self._request("resources/unsubscribe", {"uri": uri}, meta, timeout, on_progress)
        return result

    async def list_prompts(
        self,
        *,
        cursor: str | None = None,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListPromptsResult:
        """Ask for the prompts that the server offers.

        Sends `prompts/list`; needs `prompts` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/prompts#listing-prompts

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
        meta: dict[str, Any] | None = None,
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
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> GetPromptResult:
        """Ask the server for one prompt, filled in with arguments.

        Sends `prompts/get`; needs `prompts` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/prompts#getting-a-prompt

        Args:
            name: Name of the prompt, as listed by `prompts/list`.
            arguments: Values to fill into the prompt, by name of the argument.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            GetPromptResult: Answer to `prompts/get`: the prompt's messages, filled in.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: GetPromptResult = await self._request(
            "prompts/get", {"name": name, "arguments": arguments}, meta, timeout, on_progress
        )
        return result

    async def list_tools(
        self,
        *,
        cursor: str | None = None,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListToolsResult:
        """Ask for the tools that the server offers.

        Sends `tools/list`; needs `tools` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/tools#listing-tools

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
        meta: dict[str, Any] | None = None,
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
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> CallToolResult:
        """Ask the server to run a tool.

        Sends `tools/call`; needs `tools` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/tools#calling-tools

        Args:
            name: Name of the tool to run, as listed by `tools/list`.
            arguments: Arguments by parameter name; they must match the tool's `inputSchema`.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            CallToolResult: Result of a tool call.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: CallToolResult = await self._request(
            "tools/call", {"name": name, "arguments": arguments}, meta, timeout, on_progress
        )
        return result

    async def set_level(
        self,
        level: LoggingLevel,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> EmptyResult:
        """Set how serious log messages must be for the server to send them.

        Sends `logging/setLevel`; needs `logging` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/logging#setting-log-level

        Args:
            level: Least serious messages to send; more serious ones come as well.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            EmptyResult: A result that only says that the request succeeded.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: EmptyResult = await self._request("logging/setLevel", {"level": level}, meta, timeout, on_progress)
        return result

    async def complete(
        self,
        argument: CompleteRequestParamsArgument,
        ref: CompleteRequestParamsRef,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> CompleteResult:
        """Ask for suggestions while the user fills in an argument.

        Sends `completion/complete`.
        https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion#requesting-completions

        Args:
            argument: The argument to complete.
            ref: The prompt or resource template that the argument belongs to.
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
            "completion/complete", {"argument": argument, "ref": ref}, meta, timeout, on_progress
        )
        return result

    async def notify_cancelled(
        self, request_id: RequestId, *, reason: str | None = None, meta: dict[str, Any] | None = None
    ) -> None:
        """Tell the receiver to give up on a request, whose answer is no longer wanted.

        Sends `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/cancellation#behavior-requirements

        Args:
            request_id: `id` of a pending request that the sender itself issued.
            reason: Reason why the request was cancelled, for logs or to show to people.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/cancelled", {"request_id": request_id, "reason": reason}, meta)

    async def notify_initialized(self, *, meta: dict[str, Any] | None = None) -> None:
        """Tell the server that the client is ready and the session can start.

        Sends `notifications/initialized`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle#initialization

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/initialized", {}, meta)

    async def notify_progress(
        self,
        progress: Number,
        progress_token: ProgressToken,
        *,
        total: Number | None = None,
        meta: dict[str, Any] | None = None,
    ) -> None:
        """Report how far a running request has come.

        Sends `notifications/progress`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/progress#progress-flow

        Args:
            progress: Amount done so far, in any unit; grows with each notification.
            progress_token: Token that the request in question carried in its `_meta`.
            total: Value of `progress` when all is done; absent if unknown.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify(
            "notifications/progress", {"progress": progress, "progress_token": progress_token, "total": total}, meta
        )

    async def notify_roots_list_changed(self, *, meta: dict[str, Any] | None = None) -> None:
        """Tell the server that the client's roots have changed and can be fetched anew.

        Sends `notifications/roots/list_changed`; needs `roots.listChanged` among the capabilities of the client.
        https://modelcontextprotocol.io/specification/2024-11-05/client/roots#root-list-changes

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/roots/list_changed", {}, meta)


class ServerCalls(Calls):
    """Requests and notifications from a server of revision 2024-11-05 to a client."""

    revision: ClassVar[str] = "2024-11-05"
    role: ClassVar[Sender] = "server"

    async def ping(
        self,
        *,
        meta: PingRequestParamsMeta | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> EmptyResult:
        """Check that the other side still responds.

        Sends `ping`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/ping#behavior-requirements

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            EmptyResult: A result that only says that the request succeeded.

        Raises:
            ProtocolError: the client responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: EmptyResult = await self._request("ping", {}, meta, timeout, on_progress)
        return result

    async def create_message(
        self,
        max_tokens: Integer,
        messages: list[SamplingMessage],
        *,
        include_context: Literal["allServers", "none", "thisServer"] | None = None,
        metadata: dict[str, Any] | None = None,
        model_preferences: ModelPreferences | None = None,
        stop_sequences: list[str] | None = None,
        system_prompt: str | None = None,
        temperature: Number | None = None,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> CreateMessageResult:
        """Ask the client to have its model generate a message.

        Sends `sampling/createMessage`; needs `sampling` among the capabilities of the client.
        https://modelcontextprotocol.io/specification/2024-11-05/client/sampling#creating-messages

        Args:
            max_tokens: Largest number of tokens to generate.
            messages: The conversation so far, oldest message first.
            include_context: Servers whose context to add: `none`, `thisServer` or `allServers`; the client may decide
                otherwise.
            metadata: Handed through to the model's provider, who defines what it means.
            model_preferences: Kind of model to use; the client may decide otherwise.
            stop_sequences: Texts at which the model is to stop generating.
            system_prompt: System prompt to use; the client may change it or leave it out.
            temperature: Variety of the output; a higher number makes it less predictable.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            CreateMessageResult: The message that the client's model generated.

        Raises:
            ProtocolError: the client responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: CreateMessageResult = await self._request(
            "sampling/createMessage",
            {
                "max_tokens": max_tokens,
                "messages": messages,
                "include_context": include_context,
                "metadata": metadata,
                "model_preferences": model_preferences,
                "stop_sequences": stop_sequences,
                "system_prompt": system_prompt,
                "temperature": temperature,
            },
            meta,
            timeout,
            on_progress,
        )
        return result

    async def list_roots(
        self,
        *,
        meta: ListRootsRequestParamsMeta | None = None,
        timeout: float | None = None,
        on_progress: OnProgress[ProgressNotificationParams] | None = None,
    ) -> ListRootsResult:
        """Ask the client which directories and files the server may work with.

        Sends `roots/list`; needs `roots` among the capabilities of the client.
        https://modelcontextprotocol.io/specification/2024-11-05/client/roots#listing-roots

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.
            on_progress: Called with the params of each progress report on this request, in order; may be a coroutine
                function.

        Returns:
            ListRootsResult: Answer to `roots/list`: the directories and files that are open to the server.

        Raises:
            ProtocolError: the client responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ListRootsResult = await self._request("roots/list", {}, meta, timeout, on_progress)
        return result

    async def notify_cancelled(
        self, request_id: RequestId, *, reason: str | None = None, meta: dict[str, Any] | None = None
    ) -> None:
        """Tell the receiver to give up on a request, whose answer is no longer wanted.

        Sends `notifications/cancelled`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/cancellation#behavior-requirements

        Args:
            request_id: `id` of a pending request that the sender itself issued.
            reason: Reason why the request was cancelled, for logs or to show to people.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/cancelled", {"request_id": request_id, "reason": reason}, meta)

    async def notify_progress(
        self,
        progress: Number,
        progress_token: ProgressToken,
        *,
        total: Number | None = None,
        meta: dict[str, Any] | None = None,
    ) -> None:
        """Report how far a running request has come.

        Sends `notifications/progress`.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/progress#progress-flow

        Args:
            progress: Amount done so far, in any unit; grows with each notification.
            progress_token: Token that the request in question carried in its `_meta`.
            total: Value of `progress` when all is done; absent if unknown.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify(
            "notifications/progress", {"progress": progress, "progress_token": progress_token, "total": total}, meta
        )

    async def notify_resource_list_changed(self, *, meta: dict[str, Any] | None = None) -> None:
        """Tell the client that the list of resources has changed and can be fetched anew.

        Sends `notifications/resources/list_changed`; needs `resources.listChanged` among the capabilities of the
        server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/resources#list-changed-notification

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/resources/list_changed", {}, meta)

    async def notify_resource_updated(self, uri: str, *, meta: dict[str, Any] | None = None) -> None:
        """Tell the client that a resource it watches has changed.

        Sends `notifications/resources/updated`; needs `resources.subscribe` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/resources#subscriptions

        Args:
            uri: URI of what has changed: the resource that is watched, or a part of it.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/resources/updated", {"uri": uri}, meta)

    async def notify_prompt_list_changed(self, *, meta: dict[str, Any] | None = None) -> None:
        """Tell the client that the list of prompts has changed and can be fetched anew.

        Sends `notifications/prompts/list_changed`; needs `prompts.listChanged` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/prompts#list-changed-notification

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/prompts/list_changed", {}, meta)

    async def notify_tool_list_changed(self, *, meta: dict[str, Any] | None = None) -> None:
        """Tell the client that the list of tools has changed and can be fetched anew.

        Sends `notifications/tools/list_changed`; needs `tools.listChanged` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/tools#list-changed-notification

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/tools/list_changed", {}, meta)

    async def notify_logging_message(
        self, data: Any, level: LoggingLevel, *, logger: str | None = None, meta: dict[str, Any] | None = None
    ) -> None:
        """Pass a log message of the server to the client.

        Sends `notifications/message`; needs `logging` among the capabilities of the server.
        https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/logging#log-message-notifications

        Args:
            data: The logged text or other JSON value.
            level: Severity of the message.
            logger: Part of the server that logged this; absent if the server does not name it.
            meta: The `_meta` of the params, besides the members that a session adds.
        """
        await self._notify("notifications/message", {"data": data, "level": level, "logger": logger}, meta)


AnsweredCalls: TypeAlias = ClientCalls
"""The calls of a client that itself answers results that ask for input, so that no call returns such a result."""
