"""A connection of a client to a server. It sends requests in one session after the other.

Status 404, or the end of the stream of HTTP+SSE, shows that the server has ended a session. Then the client opens a new
session, even if no request needs a session. The new session begins with the log level and the subscriptions of the old
one.

Page: /specification/2025-11-25/basic/transports#session-management.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from typing import Any, Generic, TypeVar

from ..codec.encoding import dump_any, encode_any
from ..errors import OpenError, ProtocolError, describe_error
from ..extensions import Extension
from ..extensions.extension import check_extensions
from ..http.headers import is_header_mismatch
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Notification
from ..jsonrpc.plain_json import to_json_copy, write_json
from ..limits import DEFAULT, Limits, NewestEntries, measure_list_item
from ..negotiation.versions import known_versions
from ..options import check_flags, check_plain_callable, check_texts
from ..peer.dispatch import Dispatcher
from ..peer.final_results import decode_final_result
from ..peer.handlers import Calls_co, HandlersWithCalls
from ..peer.pending_calls import OnProgress
from ..peer.task_following import call_tool_as_task
from ..peer.telemetry import Metrics
from ..renames import find_own_method, list_names, to_own_name
from ..revisions import REVISIONS, Revision, find_revision_for_version, list_spoken_revisions
from ..session.capabilities import URL_ELICITATION, get_member, list_paths
from ..session.declarations import check_capabilities, check_info_members
from ..session.errors import LocalProtocolError
from ..session.rules import SessionMode
from ..session.session import Session
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import CALL_TOOL, INPUT_REQUIRED_RESULT, LIST_TOOLS
from .client_bounds import DEFAULT_BOUNDS, ClientBounds, check_client_bounds
from .client_session import ClientSession
from .client_transport import ClientTransport, ResponseLostError, SessionEndedError, check_transport
from .lost_requests import may_send_again
from .message_tasks import MessageTasks
from .restarts import RestartPause
from .service import FindingLog, MakeHandlers, check_make_handlers
from .session_calls import SessionRequests
from .waiting import run_uninterrupted, run_within

Item = TypeVar("Item")

_MAX_SESSIONS = 3
"""Largest number of new sessions for one request, if the server ends each session before it handles the request."""

_MAX_OPENINGS = 2
"""Largest number of tries to open a session, if the connection breaks during the opening."""

_REPLACEMENT_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each try to open a new session that no request needs."""

_REPEATED_AT_ONCE = 20
"""Largest number of requests of `SessionRequests` that are sent at the same time in a new session."""

_log = logging.getLogger(__name__)


def _check_options(transport: object, handlers: object, has_ended: object) -> None:
    """Check options of `ClientConnection` that are first used later, so that the constructor reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
    """
    check_transport(transport)
    check_make_handlers(handlers)
    if has_ended is not None:
        check_plain_callable("has_ended", has_ended, (), "()")


def _make_capabilities(make_handlers: MakeHandlers, revisions: Collection[str], *, draft: bool) -> dict[str, Any]:
    """Return the capabilities of the handlers for the newest of some revisions.

    Raises:
        TypeError, ValueError: `draft` is no flag, a revision is not known, or there is no revision.
        Exception: `make_handlers` has raised this exception.
    """
    check_flags({"draft": draft})
    return make_handlers(_find_newest_revision(revisions, draft=draft).id).capabilities_json()


def _find_newest_revision(revisions: Collection[str], *, draft: bool) -> Revision:
    """Return the newest of some revisions.

    Raises:
        TypeError, ValueError: a revision is not known, or there is no revision.
    """
    return find_revision_for_version(known_versions(list_spoken_revisions(revisions, draft=draft))[0], draft=draft)


def _make_sessions(first: Session) -> Iterator[Session]:
    """Yield a session that has not begun, and then a new session with the same settings each time."""
    yield first
    while True:
        yield first.anew()


class ClientConnection(Generic[Calls_co]):
    """A connection of a client to one server. Use `open_connection` to open a connection.

    The type parameter is the class of `calls`. Type checkers derive this class from the handlers.

    Args:
        transport: the transport of the messages.
        handlers: function that makes the handlers for messages of the server, from the id of the agreed revision.
        info: name and version of the client, as JSON or typed.
        capabilities: the client capabilities, as JSON or typed; by default those of the handlers for the newest of
            `revisions`.
        revisions: ids of the revisions that the client offers.
        draft: whether the client also offers the draft, in place of a release with the same version.
        extensions: the extensions of the protocol that the client offers.
        limits: bounds of each text of the server.
        bounds: bounds of times and amounts.
        mode: `mode` of `Session`: the treatment of messages of the server that break a rule.
        has_ended: function that returns whether the process of the server has ended. If the process has ended between
            two calls in a per-request revision, the next call starts another process. None if the connection ends with
            the process.
        meter: a meter of OpenTelemetry, which measures messages and sessions; None to measure nothing.

    Attributes:
        listeners: functions that get each notification of the server. An exception of such a function is logged.
        schemas: the input schema of each listed tool, by name.
        bounds: the argument of this name.
        client_capabilities: the client capabilities as JSON.
        ended: the event that is set when the connection has ended.

    Raises:
        TypeError: `info` or `capabilities` is no object, or another option has a wrong type.
        ValueError: `mode` is no mode, `info` has no name or version, or a member that is not valid in the newest of
            `revisions`; a capability is not known or no object, or a member of it has a wrong type; a revision is not
            known, `revisions` is empty, or a bound is too small.
        EncodeError: a part of `info` or `capabilities` has no form in JSON.
        Exception: `capabilities` is not given, and `handlers` has raised this exception.
    """

    def __init__(
        self,
        transport: ClientTransport,
        handlers: Callable[[str], HandlersWithCalls[Calls_co]],
        *,
        info: Any,
        capabilities: Any = None,
        revisions: Collection[str] = REVISIONS,
        draft: bool = False,
        extensions: Collection[Extension] = (),
        limits: Limits = DEFAULT,
        bounds: ClientBounds = DEFAULT_BOUNDS,
        mode: SessionMode = "default",
        has_ended: Callable[[], bool] | None = None,
        meter: Any = None,
    ) -> None:
        check_client_bounds(bounds)
        _check_options(transport, handlers, has_ended)
        self.listeners: dict[Callable[[Notification], None], None] = {}
        self._has_ended = has_ended
        self._metrics = None if meter is None else Metrics(meter, "client", getattr(transport, "url", ""))
        self._restart_pause = RestartPause()
        self._current: ClientSession | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended_sessions: list[ClientSession] = []  # sessions that have ended and have pending calls
        self._replacement: asyncio.Task[None] | None = None
        self._scheduled_replacement: asyncio.Task[None] | None = None
        self._requests = SessionRequests()
        self._tools = NewestEntries[str](bounds.max_items, bounds.max_list_bytes)
        self._repeatable: set[str] = set()  # names of tools that may run twice
        self._only_as_tasks: set[str] = set()  # names of tools that run only as tasks
        self.schemas: dict[str, Any] = {}
        self.bounds = bounds
        self._transport = transport
        make: Any = handlers
        self._handlers: MakeHandlers = make
        revisions = check_texts("revisions", revisions)
        if capabilities is None:
            capabilities = _make_capabilities(make, revisions, draft=draft)
        self.client_capabilities: Mapping[str, Any] = to_json_copy(capabilities)
        check_capabilities(self.client_capabilities, "client")
        self.ended: asyncio.Event = asyncio.Event()
        self._extensions: tuple[Extension, ...] = check_extensions(extensions)
        self._sessions = _make_sessions(
            Session(
                "client",
                revisions,
                info=info,
                capabilities=capabilities,
                transport=transport.kind,
                limits=limits,
                extensions=self._extensions,
                draft=draft,
                mode=mode,
                on_finding=FindingLog("server"),
            )
        )
        check_info_members(info, _find_newest_revision(revisions, draft=draft))
        self._message_tasks = MessageTasks(bounds.max_concurrent)

    @property
    def _agreed_session(self) -> ClientSession:
        if self._current is None:
            raise ConnectionError("no revision is agreed on yet")
        return self._current

    @property
    def session(self) -> Session:
        """The present session, which checks the messages of client and server.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        return self._agreed_session.session

    @property
    def dispatcher(self) -> Dispatcher:
        """The dispatcher of the present session, which passes the messages of the server to the handlers.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        return self._agreed_session.dispatcher

    @property
    def calls(self) -> Calls_co:
        """The `ClientCalls` of the revision: an object with a coroutine method for each request of the revision.

        The calls belong to the present session and end with this session. They do not retry requests.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        calls: Calls_co = self._agreed_session.calls
        return calls

    @property
    def is_open(self) -> bool:
        """True once a revision is agreed on."""
        return self._current is not None

    @property
    def server_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the server, as JSON; an empty object if the server has declared none.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        return self.session.capabilities or {}

    @property
    def end_reason(self) -> str:
        """A clause that says how the connection has ended; "the connection has ended" if no reason is known.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        return self._agreed_session.end_reason or "the connection has ended"

    async def open(self) -> None:
        """Open a session, agree on a revision, and repeat the requests that set the state of the session.

        Log each repeated request that fails. Over HTTP, try once more if the connection breaks meanwhile.

        Raises:
            ConnectionError: the server cannot be reached, does not respond or refuses the client, or has no revision in
                common with the client.
            LocalProtocolError: a message that opens the session is not valid, for example since a member of `info` is
                not valid in its revision.
            Exception: the function that makes the handlers, or the start of the transport, has raised this exception.
        """
        self._loop = asyncio.get_running_loop()
        for last in range(_MAX_OPENINGS, 0, -1):
            opened = ClientSession(
                next(self._sessions),
                self._transport,
                self._handlers,
                self._extensions,
                self.schemas,
                self.bounds,
                self._message_tasks,
                self._requests,
                self.ended,
                self._schedule_replacement,
                self.listeners,
                restarts=self._has_ended is not None,
                metrics=self._metrics,
            )
            try:
                await opened.open()
                await self._repeat_requests(opened)
            except BaseException as error:
                is_lost = isinstance(error, ConnectionError) and (
                    opened.is_over or isinstance(error, ResponseLostError)
                )
                opened.stop()
                if last == 1 or not is_lost or self._transport.kind != "http":
                    raise
            else:
                self._current = opened
                return

    async def _repeat_requests(self, session: ClientSession) -> None:
        """Repeat the requests of `SessionRequests` in a new session. Log each request that fails.

        Raises:
            SessionEndedError: the server has ended the new session too.
        """
        requests = list(self._requests)
        for start in range(0, len(requests), _REPEATED_AT_ONCE):
            some = requests[start : start + _REPEATED_AT_ONCE]
            await asyncio.gather(*(self._repeat_request(session, method, params) for method, params in some))

    async def _repeat_request(self, session: ClientSession, method: str, params: Mapping[str, str]) -> None:
        try:
            try:
                await session.calls.request(method, params)
            except ResponseLostError:
                await session.calls.request(method, params)
        except SessionEndedError:
            raise
        except (ConnectionError, ProtocolError, LocalProtocolError, TimeoutError, ValueError) as error:
            _log.warning("%s failed in the new session: %s", method, describe_error(error))

    def _schedule_replacement(self, lost: ClientSession) -> None:
        """Schedule the opening of a new session in place of the present one, which the server has ended.

        Then messages of the server arrive even if the client sends no request. A request that the client sends
        before the scheduled time opens the new session at once.

        Args:
            lost: the session that has ended. If this is not the present session, nothing is scheduled.
        """
        if self._current is lost and not self.ended.is_set():
            if self._scheduled_replacement is not None:
                self._scheduled_replacement.cancel()  # it replaces an earlier session
            self._scheduled_replacement = asyncio.create_task(self._try_to_replace_session(lost))

    async def _try_to_replace_session(self, lost: ClientSession) -> None:
        for pause in _REPLACEMENT_PAUSES:
            await asyncio.sleep(pause)
            try:
                await self._replace_session(lost)
                return
            except Exception as error:  # possibly one of the function that makes the handlers
                text = "the server has ended the session, and a new one cannot be opened: %s"
                _log.warning(text, describe_error(error))

    async def _replace_session(self, lost: ClientSession) -> None:
        """Open a new session in place of one that is over, unless another call has done so already.

        If another call is opening the new session, wait for it.

        Raises:
            ConnectionError: the new session cannot be opened, or the connection was closed.
            Exception: the function that makes the handlers has raised this exception.
        """
        lost.is_over = True
        if self._current is not lost:
            return
        if self._replacement is None:
            lost.stop()
            self._ended_sessions = [each for each in (*self._ended_sessions, lost) if each.session.pending]
            self._replacement = asyncio.create_task(self._open_new_session())
            self._replacement.add_done_callback(self._clear_replacement)
        opening = self._replacement
        await asyncio.wait({opening})  # if this call is cancelled, the opening goes on for others
        if opening.cancelled():
            raise ConnectionError("the connection was closed")
        opening.result()

    async def _open_new_session(self) -> None:
        """Open a new session, after a pause if the process of the server ends again and again.

        Raises:
            Exception: one of the errors of `open`.
        """
        if self._has_ended is not None:
            await self._restart_pause.wait()
        await self.open()

    def _clear_replacement(self, opening: asyncio.Task[None]) -> None:
        self._replacement = None
        if not opening.cancelled():
            opening.exception()  # marked as retrieved; the calls that wait raise it

    async def close(self) -> None:
        """Cancel the background tasks, end the transport, and fail the pending requests.

        Raises:
            Exception: the end of the transport has raised this exception.
        """
        self.ended.set()
        self._message_tasks.cancel_all()
        if self._replacement is not None:
            self._replacement.cancel()
        if self._scheduled_replacement is not None:
            self._scheduled_replacement.cancel()
        opened = [*self._ended_sessions, *([self._current] if self._current is not None else [])]
        for each in opened:
            each.stop()
        try:
            await self._transport.end()
        finally:
            for each in opened:
                each.calls.close()

    async def call(self, name: str, *given: Any, **members: Any) -> Any:
        """Send a request with a method of `calls`.

        If the server has ended the session, the request is sent in a new one. If the connection breaks, the request may
        be sent again; the table in the module `lost_requests` says when. If the server asks for input, the request is
        sent again with the responses of the handlers.

        Args:
            name: the name of the method, such as `read_resource`.
            given: the positional arguments of the method.
            members: the keyword arguments of the method.

        Returns:
            The result, in the types of the revision.

        Raises:
            ProtocolError: the server responds with an error, or with a result that is not valid.
            TimeoutError: the server does not respond in time.
            ResponseLostError: the connection broke, and the request may have run.
            ConnectionError: the server cannot be reached, or asks for input more than `bounds.max_input_rounds` times;
                or the connection has ended.
            LocalProtocolError: the request breaks a rule, such as one about capabilities. Nothing is sent.
            TypeError, ValueError: an argument does not fit the schema, or has no form in its HTTP header. Nothing is
                sent.
            AttributeError: `calls` has no such method.
            RuntimeError: the connection is not open, or was opened in another event loop.
            BaseException: a handler that provides input, or the function that makes the handlers of a new session, has
                raised this exception.
        """

        def send_call(calls: Any, **retry: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = getattr(calls, name)(*given, **members, **retry)
            return found

        return await self._request_with_input(send_call)

    async def request(
        self,
        method: str,
        params: Any = None,
        *,
        meta: Any = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        """Send a request by the name of its method, with the retries and errors of `call`.

        The input schemas of listed tools are kept. If the server rejects the headers of a tool call, the client lists
        the tools and sends the call again. In 2025-11-25, a tool that runs only as a task is called as a task, and this
        method waits until the task ends.

        Args:
            method: the method of the request, by its name in any release.
            params: the members of the params, as JSON; by default no members.
            meta: `_meta` of the params, as JSON or typed; None to add nothing.
            timeout: seconds to wait for the response; by default `bounds.call_timeout`.
            on_progress: function to call with each progress notification of the request; None to call nothing.

        Returns:
            The result, in the types of the revision.

        Raises:
            ValueError: a client of the revision sends no request of this method.
            DecodeError: the result of a task is not valid.
        """
        params_json: Mapping[str, Any] = {} if params is None else params
        options: dict[str, Any] = {"meta": meta, "timeout": timeout, "on_progress": on_progress}

        def send(calls: Any, **retry: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = calls.request(method, {**params_json, **retry}, **options)
            return found

        if method in list_names(CALL_TOOL) and self._must_run_as_task(params_json):
            return await self._call_as_task(params_json, options)
        try:
            result = await self._request_with_input(send)
        except ProtocolError as error:
            may_need_task = error.code == METHOD_NOT_FOUND and self._offers_tasks
            if method not in list_names(CALL_TOOL) or not (is_header_mismatch(error.code) or may_need_task):
                raise
            await self.list_tools()
            if self._must_run_as_task(params_json):
                return await self._call_as_task(params_json, options)
            if may_need_task:
                raise
            result = await self._request_with_input(send)
        if method in list_names(LIST_TOOLS):
            self._remember_tools(result.tools)
        return result

    @property
    def _offers_tasks(self) -> bool:
        """True if tools of the server may run as tasks of 2025-11-25.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        agreed = self.session.revision
        call = None if agreed is None else find_own_method(CALL_TOOL, agreed)
        path = "" if call is None else call.task_capability
        return bool(path) and member_at(self.server_capabilities, *path.split(".")) is not None

    def _must_run_as_task(self, params: Mapping[str, Any]) -> bool:
        """Return whether a tool call has to become a task.

        A call has to become a task if the server offers tasks, the tool runs only as a task, and the params have no
        `task` yet.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        name: object = params.get("name")
        is_only_task = isinstance(name, str) and name in self._only_as_tasks
        return is_only_task and "task" not in params and self._offers_tasks

    async def _call_as_task(self, params: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        """Call a tool as a task, wait until the task ends, and return the typed result of the tool.

        Args:
            params: the params of the tool call, as JSON.
            options: the arguments `meta`, `timeout` and `on_progress` of the tool call.

        Raises:
            ProtocolError: the server responds with an error.
            TimeoutError: the task has not ended in time.
            DecodeError: the result of the task is not valid.
            Exception: the error of a request.
        """

        async def request(method: str, given: Mapping[str, Any]) -> Any:
            more: Mapping[str, Any] = options if method in list_names(CALL_TOOL) else {}
            return await self._send_with_retries(lambda calls: calls.request(method, given, **more))

        found = await call_tool_as_task(request, params, timeout=options["timeout"])
        agreed = self.session.revision
        assert agreed is not None
        return decode_final_result(agreed, to_own_name(CALL_TOOL, agreed), found)

    async def notify(self, method: str, params: Any = None) -> None:
        """Send a notification by the name of its method, in a new session if the server has ended the present one.

        Args:
            method: the method of a notification that a client may send in the revision, by its name in any release.
            params: the params, as JSON or typed.

        Raises:
            ConnectionError: the server cannot be reached, or the connection broke or has ended.
            LocalProtocolError: the notification breaks a rule.
            ValueError: a client of the revision sends no notification of this method, or the params do not fit the
                schema.
            RuntimeError: the connection is not open, or was opened in another event loop.
            Exception: the function that makes the handlers of a new session has raised this exception.
        """

        def send(calls: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = calls.notify(method, params)
            return found

        await self._send_with_retries(send)

    async def _request_with_input(self, send: Callable[..., Awaitable[Any]]) -> Any:
        """Send a request, and send it again with each input that the server asks for. Return the final result.

        Args:
            send: function that sends the request. The argument is the calls of a session; keyword arguments are the
                members that a retry adds to the params.

        Raises:
            ConnectionError: the server asks for input more than `bounds.max_input_rounds` times.
            BaseException: one of the errors of a request, or the exception of a handler that answers for the client.
        """
        result = await self._request_with_elicitations(send)
        rounds = 0
        while type(result).__name__ == INPUT_REQUIRED_RESULT:
            rounds += 1
            if rounds > self.bounds.max_input_rounds:
                raise ConnectionError(f"the server asks for input more than {self.bounds.max_input_rounds} times")
            responses = await self.dispatcher.answer_input_requests(result)
            answers = {"input_responses": responses, "request_state": result.request_state}
            result = await self._send_with_retries(partial(send, **answers))
        return result

    async def _request_with_elicitations(self, send: Callable[..., Awaitable[Any]]) -> Any:
        """Send a request, and send it again after each error for which the user has visited URLs. Return the result.

        An error of the server can require that the user visits URLs. If the client has declared this kind of
        elicitation, a handler asks the user.

        Raises:
            ProtocolError: the server responds with another error, or the user has not accepted all URLs.
            BaseException: one of the other errors of a request, or the exception of the handler that shows a URL.

        Page: /specification/2025-11-25/client/elicitation#url-elicitation-required-error.
        """
        for _ in range(self.bounds.max_input_rounds):
            try:
                return await self._send_with_retries(send)
            except ProtocolError as error:
                paths, declared = list_paths(URL_ELICITATION, "client"), self.client_capabilities
                can_visit = any(is_object(member_at(declared, *path.split("."))) for path in paths)
                if not can_visit or not await self.dispatcher.elicit_urls(error, self.bounds.max_input_rounds):
                    raise
        return await self._send_with_retries(send)

    async def _send_with_retries(self, send: Callable[[Any], Awaitable[Any]]) -> Any:
        """Send a request or notification, retry it if `lost_requests` allows this, and return the result.

        If the session is over, open a new session first.

        Args:
            send: function that sends the message. The argument is the calls of a session.

        Raises:
            RuntimeError: the connection was opened in another event loop.
            ResponseLostError: the connection broke, and the request may have run.
            ConnectionError: the server cannot be reached, or the connection has ended.
            Exception: another error of `send`; or the function that makes the handlers of a new session has raised this
                exception.
        """
        sessions, lost = 0, None
        if asyncio.get_running_loop() is not self._loop:
            mend = "use it in the coroutine that opened it, or open another one with mb.connect(…)"
            raise RuntimeError(f"this connection belongs to another event loop: {mend}")
        while True:
            current = self._agreed_session
            if self._has_ended is not None and current.can_restart and not current.is_over and self._has_ended():
                with suppress(asyncio.TimeoutError):  # answers may still be unread
                    await run_within(self.bounds.call_timeout, current.lost.wait())
                if not current.is_over:
                    current.connection_lost("the process of the server has ended")
            if self.ended.is_set():
                raise ConnectionError(self.end_reason)
            try:
                if not current.is_over:
                    return await send(current.calls)
                sessions += 1
                if sessions > _MAX_SESSIONS:
                    raise lost or ConnectionError("the server ends each session before it handles a request")
                await self._replace_session(current)
            except SessionEndedError:
                pass  # the session is over now, and the server has not handled the request
            except ResponseLostError as error:
                if lost is not None or not self._may_send_again(error):
                    raise
                lost = error
            except ConnectionError as error:
                if lost is None:
                    raise
                raise ResponseLostError(
                    f"{lost.reason}, and then {error}", method=lost.method, name=lost.name
                ) from None

    def _may_send_again(self, error: ResponseLostError) -> bool:
        over_http = self._transport.kind == "http"
        return over_http and may_send_again(error, self.session.revision, self._repeatable)

    async def list_tools(self) -> list[Any]:
        """List all tools of the server, in the types of the revision.

        Over HTTP, tools with invalid `x-mcp-header` annotations are left out. `call_tool` repeats arguments in headers
        only for tools that were listed.

        Raises:
            ConnectionError: the server cannot be reached, the connection broke or has ended, or the list is longer than
                the bounds.
            ProtocolError: the server responds with an error, or with a result that is not valid.
            TimeoutError: the server does not respond in time.
            LocalProtocolError: the server has not declared that it has tools.
            RuntimeError: the connection is not open, or was opened in another event loop.
            Exception: the function that makes the handlers of a new session has raised this exception.
        """

        async def list_with_calls(calls: Any) -> list[Any]:
            return [tool async for tool in self.iterate_within_bounds(calls.iter_tools())]

        tools: list[Any] = await self._send_with_retries(list_with_calls)
        self._remember_tools(tools)
        return tools

    def _remember_tools(self, tools: Iterable[Any]) -> None:
        for tool in tools:
            schema = self.schemas[tool.name] = dump_any(tool.input_schema)
            hints = get_member(tool, "annotations")  # in 2024-11-05 an unknown member, so it may be any value
            if getattr(hints, "read_only_hint", None) or getattr(hints, "idempotent_hint", None):
                self._repeatable.add(tool.name)
            else:
                self._repeatable.discard(tool.name)
            support = member_at(dump_any(tool), "execution", "taskSupport") if self._offers_tasks else None
            (self._only_as_tasks.add if support == "required" else self._only_as_tasks.discard)(tool.name)
            for forgotten in self._tools.count_entry(tool.name, measure_list_item(write_json(schema))):
                del self.schemas[forgotten]
                self._repeatable.discard(forgotten)
                self._only_as_tasks.discard(forgotten)

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Call a tool with `request`, which raises the errors. Return the result, in the types of the revision."""
        return await self.request(CALL_TOOL, {"name": name, "arguments": arguments})

    async def iterate_within_bounds(self, items: AsyncIterator[Item]) -> AsyncIterator[Item]:
        """Yield the items of a list, and stop with an error beyond the bounds, since a server can send endless pages.

        Raises:
            ConnectionError: the list has more than `bounds.max_items` items or `bounds.max_list_bytes` bytes.
            Exception: `items` has raised this exception.
        """
        count = size = 0
        async for item in items:
            count += 1
            size += measure_list_item(encode_any(item))
            if count > self.bounds.max_items:
                raise ConnectionError(f"a list of the server has more than {self.bounds.max_items} items")
            if size > self.bounds.max_list_bytes:
                most = self.bounds.max_list_bytes
                raise ConnectionError(
                    f"a list of the server counts for {size} bytes after {count} items, more than {most} bytes"
                )
            yield item


def open_connection(
    transport: ClientTransport, handlers: Callable[[str], HandlersWithCalls[Calls_co]], *, info: Any, **options: Any
) -> AbstractAsyncContextManager[ClientConnection[Calls_co]]:
    """Open a connection for the duration of the block, and yield the connection.

    Args:
        transport: the transport of the messages.
        handlers: function that makes the handlers for messages of the server, from the id of the agreed revision.
        info: name and version of the client, as JSON or typed.
        options: further arguments of `ClientConnection`.

    Raises:
        TypeError, ValueError: `ClientConnection` has no such argument, or does not accept its value.
        OpenError: when the block is entered, the server cannot be reached, or speaks none of the revisions.
        LocalProtocolError: when the block is entered, a member of `info` is not valid in a revision of the client other
            than the newest.
        Exception: the function that makes the handlers has raised this exception; or, when the block is entered or
            left, the transport.
    """
    return _keep_open(transport, ClientConnection(transport, handlers, info=info, **options))


@asynccontextmanager
async def _keep_open(
    transport: ClientTransport, connection: ClientConnection[Calls_co]
) -> AsyncGenerator[ClientConnection[Calls_co]]:
    try:
        try:
            await connection.open()
        except OpenError:
            raise
        except ResponseLostError as error:
            raise transport.explain_failure(error.reason) from None
        except ConnectionError as error:
            raise transport.explain_failure(str(error)) from None
        yield connection
    finally:
        await run_uninterrupted(connection.close())
