"""The handlers of a server, in the types of one revision, for clients of every revision."""

from __future__ import annotations

import logging
from asyncio import current_task
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..adaptation.messages import (
    decode_params,
    make_request,
    make_response,
    parse_message,
    parse_request,
    parse_result,
)
from ..errors import HandlerMistakeError, ProtocolError, describe_finding
from ..extensions import extended
from ..guards.guard_choice import NO_GUARDS, Guards
from ..guards.state_signer import StateSigner
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Notification, Request, Response
from ..peer.answer_text import advise_on_result, check_result_type
from ..peer.client_input import ClientInput
from ..peer.context import Context, ContextServer, ContextSettings, SharedContext
from ..peer.handler_errors import check_open_question, is_reraised
from ..peer.handlers import Handlers, PreparedHandler, call_handler, prepare_handler
from ..renames import find_first_name, find_own_name, to_own_name
from ..revisions import Revision
from ..session.capabilities import find_own_path, rename_capabilities
from ..session.declarations import UNNAMED
from ..spec.names import CALL_TOOL, CAPABILITIES_KEY, CLIENT_INFO_KEY, LIST_TOOLS, META, VERSION_KEY
from .guards import CallNext, ServerGuards
from .list_cache import FetchPage, make_cache_key
from .notifications import NotificationListeners

if TYPE_CHECKING:
    from ..adaptation.revision_adapter import RevisionAdapter
    from ..authorization.principal import Principal
    from ..extensions import Extension
    from .task_requests import TaskRequestHandlers
    from .tasks import TaskRunner

_log = logging.getLogger(__name__)

Middleware: TypeAlias = Callable[[Request, Context, CallNext], Awaitable[Any]]
"""An async function that gets each request for a handler, with the context and the function for the next step. The
request is in the revision of the handlers.

Middleware does not get the requests that the server answers without a handler of the program, such as `ping`. It may
return or raise all that a handler may.
"""


class _OwnNotification(NamedTuple):
    """A notification of the server, with its translations."""

    method: str
    params: Mapping[str, Any]
    by_revision: dict[str, Notification | None]
    """By id of the clients' revision; None for a revision that does not have the notification."""


class SharedHandlers:
    """The handlers of a server, shared by the clients of all revisions.

    Args:
        handlers: the handlers of the server.
        capabilities: the capabilities of the server, as JSON.
        signer: the signer of the `requestState` of handlers that ask for input.
        middleware: the functions that are called with each request before its handler, the first one first.
        guards: the choice of guards between the middleware and the handlers.
        tasks: the runner of work as tasks; None if the server offers no tasks.
        checks_itself: a function that returns whether a tool, given its name, checks its arguments and results itself.
        server: the server that handlers reach through `Context.server`; None without a server.

    Raises:
        ValueError: `tasks` is given, and the tasks extension does not extend the revision of the handlers.
        ModuleNotFoundError: the server has tools, the guard of schemas is on, and jsonschema-rs is not installed.

    Attributes:
        handlers: the argument of this name.
        prepared: the overridden handlers, prepared for calls, by method.
        tasks: the handlers of requests about tasks; None if the server offers no tasks.
        extensions: the extensions of the protocol that the handlers have, and the tasks extension if the server offers
            tasks.
        revision: the revision of the handlers, with the extensions.
        listeners: the listeners that receive the notifications that belong to no request.
        guards: the guards, which check requests and results, and cache the lists of the handlers.
        context_settings: the settings of the contexts of all messages.
    """

    def __init__(
        self,
        handlers: Handlers,
        capabilities: Mapping[str, Any],
        signer: StateSigner,
        middleware: Sequence[Middleware] = (),
        guards: Guards = NO_GUARDS,
        tasks: TaskRunner | None = None,
        checks_itself: Callable[[str], bool] = lambda name: False,
        server: ContextServer | None = None,
    ) -> None:
        self.handlers = handlers
        self.tasks: TaskRequestHandlers | None = None
        self.extensions: tuple[Extension, ...] = handlers.extensions
        self.listeners: NotificationListeners = NotificationListeners()
        self._last_own: _OwnNotification | None = None
        if tasks is not None:
            self._offer_tasks(tasks)
        self.revision: Revision = extended(handlers.revision, self.extensions)
        self._capabilities = rename_capabilities(capabilities, "server", self.revision.id)
        self._signer = signer
        prepared = {name: prepare_handler(handlers, name, self.revision) for name in self.revision.methods}
        self.prepared: Mapping[str, PreparedHandler] = {
            name: each for name, each in prepared.items() if each is not None
        }
        has_tools, has_tasks = (
            find_own_name(CALL_TOOL, self.revision) in self.prepared,
            self.declares_capability(_TOOLS_AS_TASKS),
        )
        self.guards: ServerGuards = ServerGuards(
            guards,
            self.revision,
            self._make_page_fetcher,
            signer,
            has_tools=has_tools,
            has_tasks=has_tasks,
            has_late_results=self.tasks is not None,
            checks_itself=checks_itself,
        )
        self.context_settings: ContextSettings = self.guards.make_context_settings(server)
        self._guarded = {name: self.guards.wrap_handler(name, handled) for name, handled in self.prepared.items()}
        self._call: CallNext = self._call_guarded_handler
        for each in reversed(middleware):
            self._call = partial(_run_middleware, each, self._call)

    def _offer_tasks(self, runner: TaskRunner) -> None:
        """Set the handlers of requests about tasks, and connect the runner to the listeners.

        Raises:
            ValueError: the tasks extension does not extend the revision of the handlers.
        """
        from .task_requests import TaskRequestHandlers  # a server without tasks does not load it

        if self.handlers.revision not in runner.extension.info.revisions:
            raise ValueError(f"tasks need handlers of one of {', '.join(runner.extension.info.revisions)}")
        self.tasks = TaskRequestHandlers(runner)
        self.extensions = tuple(dict.fromkeys((*self.extensions, runner.extension)))
        runner.listeners.add_listener(self.listeners.notify)

    def declares_capability(self, path: str) -> bool:
        """Return whether the server declares a capability, named by its dotted path in any release.

        A capability whose value is False or null counts as not declared.
        """
        own = find_own_path(path, "server", self.revision.id) or path
        value = member_at(self._capabilities, *own.split("."))
        return value is not None and value is not False

    async def answer_request(self, params: Any, context: Context) -> Any:
        """Return the result of a request in the revision of the handlers.

        Args:
            params: not used; the params are read from the message of the context.
            context: the context of the request.

        Raises:
            TypeError: the handler has returned a value that is no result of the request.
            BaseException: the exception that the handler, a guard or middleware has raised.
        """
        request = self._drop_undeclared_task(context.message, self.revision)
        context.make_input = self._make_input
        method = request.method
        listed = self.guards.find_list(method)
        changes = 0 if listed is None else listed.changes
        result = await self._call(request, context)
        results = self.prepared[method].results
        if result.__class__ not in results:
            if is_object(result):
                result = self._parse_dict(method, result).result
            else:
                check_result_type(method, result, results)
        if listed is not None:
            listed.remember_page(result, make_cache_key(context), changes)
        return result

    async def answer_adapted_request(self, adapter: RevisionAdapter, params: Any, context: Context) -> Any:
        """Return the result of a request from a client whose revision is not that of the handlers.

        Args:
            adapter: the adapter between the revisions of the client and the handlers.
            params: not used; the params are read from the message of the context.
            context: the context of the request.

        Returns:
            The result in the revision of the client: typed, or a `Response` with the result as JSON.

        Raises:
            ProtocolError: the handler, a guard or middleware has raised this error, which is adapted to the revision of
                the client; or the request or its result cannot be expressed in the other revision.
            TypeError: the handler has returned a value that is no result of the request.
            EncodeError: a part of the result has no form in JSON, or would be lost.
            BaseException: the handler, a guard or middleware has raised this other exception.
        """
        request = self._drop_undeclared_task(context.message, adapter.client_revision)
        request = adapter.adapt_request(request, context.peer_capabilities)
        context.make_input = partial(adapter.make_input, self._signer, self.guards.check_answer)
        method = request.method
        listed = self.guards.find_list(method)
        changes = 0 if listed is None else listed.changes
        try:
            response = self._make_response(method, await self._call(request, context))
        except ProtocolError as error:
            raise adapter.adapt_error(error, method, context.input) from None
        if listed is not None:
            listed.remember_page(response.result, make_cache_key(context), changes)
        if find_first_name(method, self.revision) == CALL_TOOL and is_object(
            member_at(response.document, "result", "structuredContent")
        ):
            name = request.document["params"]["name"]
            crossed = adapter.adapt_result(response, method, name, await self._find_output_schema(name, context))
        else:
            crossed = adapter.adapt_result(response, method)
        return crossed.result if adapter.needs_types or crossed.body_type is None else crossed

    async def _find_output_schema(self, name: str, context: Context) -> Any:
        """Return the output schema of a tool; None if the tool has none, or if the tools cannot be listed. Such a
        failure is logged and not raised, since the tool has run already and its result is to be sent.
        """
        try:
            tool = await self.guards.tools.get_item(name, context)
        except BaseException as error:
            if is_reraised(error, context):
                raise
            _log.exception("the tools cannot be listed to translate a result")
            return None
        return None if tool is None else tool.document.get("outputSchema")

    def make_adapter(self, client_revision: Revision, *, has_extensions: bool) -> RevisionAdapter | None:
        """Return an adapter for clients of another revision; None for the revision of the handlers.

        Args:
            client_revision: the revision of the clients.
            has_extensions: whether the handlers for these clients have messages of extensions.
        """
        if client_revision.id == self.revision.id:
            return None
        from ..adaptation.revision_adapter import RevisionAdapter  # loads all of translation, which few servers need

        return RevisionAdapter(self.revision, client_revision, has_extensions=has_extensions)

    def to_client_method(self, method: str, client_revision: Revision) -> str:
        """Return the name that a method of the handlers has in the revision of a client."""
        if client_revision.id == self.revision.id:
            return method
        from ..translation.translator import find_target_method  # as above

        return find_target_method(method, self.revision, client_revision)

    def _make_input(self, context: Context) -> ClientInput:
        return ClientInput(context, self._signer, check=self.guards.check_answer)

    async def find_header_schema(self, tool: str, version: str, principal: Principal | None) -> Any:
        """Return the input schema of a tool whose arguments are repeated in headers; None for any other tool.

        If no client has been sent this tool yet, the handler of `tools/list` is called for a client without
        name and capabilities. A failure of the handler is logged, and None is returned.

        Args:
            tool: the name of the tool.
            version: id of a revision of the per-request era.
            principal: the principal that the request is authorized for; None without authorization.
        """
        cached = self.guards.tools.get_item_cached_for_anyone(tool)
        if cached is not None:
            return cached.schema_of_headers
        revision = extended(version, self.extensions)
        meta: dict[str, Any] = {VERSION_KEY: revision.version, CAPABILITIES_KEY: {}, CLIENT_INFO_KEY: UNNAMED}
        params: dict[str, Any] = {META: meta}
        request = make_request(to_own_name(LIST_TOOLS, revision), params, revision)
        shared = SharedContext(revision, "server", None, None, self.context_settings)
        context = Context(shared, request, None, current_task(), principal)
        try:
            found = await self.guards.header_tools.get_item(tool, context)
        except BaseException as error:
            if is_reraised(error, context):
                raise
            _log.exception("the tools cannot be listed to check headers")
            return None
        return None if found is None else found.schema_of_headers

    async def handle_notification(
        self, adapter: RevisionAdapter | None, method: str, params: Any, context: Context
    ) -> None:
        """Call the handler of a notification of a client. Do nothing if the revision of the handlers does not have the
        notification.

        Args:
            adapter: the adapter between the revisions of the client and the handlers; None if the two are equal.
            method: the method in the revision of the handlers.
            params: the typed params, in the revision of the client.
            context: the context of the notification.

        Raises:
            ProtocolError: the notification has no form in the revision of the handlers.
            BaseException: the handler has raised this exception.
        """
        if adapter is not None:
            message = context.message
            assert isinstance(message, Notification)
            adapted = adapter.adapt_notification(message)
            if adapted is None:
                return
            params = adapted.params
        await call_handler(self.prepared[method], params, context)

    def adapt_own_notification(
        self, method: str, params: Mapping[str, Any], client_revision: Revision
    ) -> Notification | None:
        """Return a notification of the server in the revision of a client; None if this revision does not have it.

        All clients of a revision share the notification, which is made once. Do not change it.

        Args:
            method: the method in the revision of the handlers.
            params: the params in this revision, as JSON. The object must not change afterwards.
            client_revision: the revision of the client.

        Raises:
            ProtocolError: the notification is not valid, or has no form in the revision of the client.
        """
        last = self._last_own
        if last is None or last.params is not params or last.method != method:
            last = self._last_own = _OwnNotification(method, params, {})
        found = last.by_revision
        if client_revision.id not in found:
            found[client_revision.id] = self._make_own_notification(method, params, client_revision)
        return found[client_revision.id]

    def _make_own_notification(
        self, method: str, params: Mapping[str, Any], client_revision: Revision
    ) -> Notification | None:
        is_sent = bool(params) or self.revision.methods[method].params_required
        document = {"jsonrpc": "2.0", "method": method, **({"params": params} if is_sent else {})}
        message: Notification = parse_message(self.revision, document, "server")
        if client_revision.id == self.revision.id:
            return message
        from ..adaptation.revision_adapter import adapt_notification  # as above

        return adapt_notification(message, self.revision, client_revision, "server")

    def _drop_undeclared_task(self, message: Request | Notification, client_revision: Revision) -> Request:
        """Return a request, without the member `task` if the server has not declared tasks for the method.

        Page: /specification/2025-11-25/basic/utilities/tasks#task-support-and-handling.
        """
        assert isinstance(message, Request)
        params: Mapping[str, Any] = message.document.get("params", {})
        capability = client_revision.methods[message.method].task_capability
        if _TASK not in params or not capability or self.declares_capability(capability):
            return message
        rest = {name: value for name, value in params.items() if name != _TASK}
        return parse_request({**message.document, "params": rest}, client_revision)

    def _make_response(self, method: str, result: Any) -> Response:
        """Return the result of a handler as a response.

        Raises:
            TypeError: the result is of a type that the annotation of the handler does not name, or an invalid dict.
            EncodeError: a part of the result has no form in JSON, or would be lost.
        """
        if is_object(result):
            return self._parse_dict(method, result)
        results = self.prepared[method].results
        if result.__class__ not in results:
            check_result_type(method, result, results)
        return make_response(result, method, self.revision)

    def _parse_dict(self, method: str, result: dict[str, Any]) -> Response:
        """Parse the result that a handler has returned as a dict, and return it as a response.

        Raises:
            HandlerMistakeError: the result is not valid in the revision of the handlers.
        """
        try:
            return parse_result(result, method, self.revision)
        except ProtocolError as error:
            faults = "; ".join(describe_finding(each, "/") for each in error.findings)
            advice = advise_on_result(result)
            text = f"the handler of {method} returned a dict that is no result: {faults}{advice}"
            raise HandlerMistakeError(text) from None

    def _make_page_fetcher(self, method: str) -> FetchPage | None:
        """Return a function that calls the handler of a list, given the first name of the method of the list; None if
        the handler is not overridden.
        """
        own = to_own_name(method, self.revision)
        handled = self.prepared.get(own)
        return None if handled is None else partial(self._fetch_page, own, handled)

    async def _fetch_page(self, method: str, handled: PreparedHandler, cursor: str | None, context: Context) -> Any:
        """Call the handler of a list for the client of a request, with the `_meta` of this request.

        Returns:
            The typed page.

        Raises:
            TypeError: the handler has returned a value that is no page of the list.
            EncodeError: a part of the page has no form in JSON, or would be lost.
            ProtocolError: the request has no form in the revision of the handlers.
            BaseException: the handler has raised this exception.
        """
        client_revision = context.revision
        params_of_request = {META: context.meta} if context.meta else {}
        carrier = _find_shared_list(method, client_revision, self.revision)
        request = make_request(carrier, params_of_request, client_revision)
        adapter = self.make_adapter(client_revision, has_extensions=False)
        if adapter is not None:
            request = adapter.adapt_own_request(request, context.peer_capabilities)
        request_params: Mapping[str, Any] = request.document.get("params", {})
        params = decode_params(
            request_params if cursor is None else {**request_params, "cursor": cursor}, method, self.revision
        )
        return self._make_response(method, await call_handler(handled, params, context)).result

    def _call_guarded_handler(self, request: Request, context: Context) -> Awaitable[Any]:
        return self._guarded[request.method](request, context)


def _find_shared_list(method: str, client_revision: Revision, handler_revision: Revision) -> str:
    """Return the name that a list has in the client's revision. A request for this list can have `_meta`.

    The list is that of the given method if the client's revision has this list, or else another list that exists in
    both revisions. If no list exists in both revisions, the result is the given method.
    """
    lists = (name for name in (method, *handler_revision.methods) if handler_revision.methods[name].paginated)
    return next((own for name in lists if (own := find_own_name(name, client_revision)) is not None), method)


_TASK = "task"
"""The member of the params that asks for a task."""

_TOOLS_AS_TASKS = "tasks.requests.tools.call"
"""The capability of a server whose tools can run as tasks."""


async def _run_middleware(middleware: Middleware, call_next: CallNext, request: Request, context: Context) -> Any:
    """Call a step of middleware, and return its result. Drop the result filters that this step and later ones have
    added, since a step may call the next one again.

    Raises:
        InputRequired: the step has returned a result although a question of the handler has no answer.
        Exception: the step has raised this error.
    """
    filters = context.result_filters
    try:
        result = await middleware(request, context, call_next)
    finally:
        context.result_filters = filters
    check_open_question(result, context, middleware)
    return result
