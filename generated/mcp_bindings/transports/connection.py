"""A connection to a server: its requests, and the sessions in which they are sent.

A session opens as soon as the client learns that the one before has ended, also if no request needs it: by status 404
to a POST or GET, or by the end of the stream of HTTP+SSE. It begins with the log level and the subscriptions of the
old one.

Page: /specification/2025-11-25/basic/transports#session-management.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Generic, TypeVar

from ..codec.encoding import dump_any, encode_any
from ..errors import ProtocolError
from ..extensions import Extension
from ..json_values import is_object, member_at
from ..jsonrpc.plain_json import write
from ..limits import DEFAULT, Limits, NewestKeys, listed_size
from ..negotiation.versions import usable
from ..peer.dispatch import Dispatcher
from ..peer.handlers import Calls_co, HandlersWithCalls
from ..peer.pending_calls import OnProgress
from ..revisions import REVISIONS, spoken_as, with_draft
from ..session.errors import LocalProtocolError
from ..session.rules import SessionMode, check_mode
from ..session.session import Session
from ..spec.error_codes import HEADER_MISMATCH
from ..spec.names import CALL_TOOL, COMPLETE, INPUT_REQUIRED, LIST_TOOLS
from .client_session import ClientSession
from .client_transport import BOUNDS, ClientBounds, ClientTransport, ResponseLostError, SessionEndedError
from .handling import Handling
from .lost_requests import is_sent_again
from .service import FindingLog, MakeHandlers
from .session_calls import SessionRequests
from .waiting import uninterrupted

Item = TypeVar("Item")

_MAX_SESSIONS = 3
"""New sessions that one request may need, when a server ends each before it handles the request."""

_OPENINGS = 2
"""How often a session is opened, if the connection breaks meanwhile."""

_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each try to open a session in place of one that the server has ended, if no request needs it."""

_ASKED_AT_ONCE = 20
"""Requests that are sent again at the same time in a new session."""

_log = logging.getLogger(__name__)


class ClientConnection(Generic[Calls_co]):
    """A connection to one server; `open_connection` opens it.

    Its type parameter is the class of its calls, which type checkers know from the handlers.

    Args:
        transport: carries the messages.
        handlers: makes the handlers for messages of the server, in the revision that is agreed on.
        info: name and version of the client, as JSON or typed.
        capabilities: of the client, as JSON or typed; by default those of its handlers in its newest revision.
        revisions: ids of the revisions that the client offers.
        draft: whether it also offers the draft, in place of a release with the same version.
        extensions: of the protocol, that the client offers.
        limits: bounds for each text of the server.
        bounds: of time and amounts.
        mode: how messages of the server are taken that break a rule; see `Session`.

    Attributes:
        schemas: the input schema of each listed tool, by name.
        bounds: as given.
        client_capabilities: of the client, as JSON.
        ended: set when the connection has ended.
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
        bounds: ClientBounds = BOUNDS,
        mode: SessionMode = "default",
    ) -> None:
        check_mode(mode)
        self._current: ClientSession | None = None
        self._replaced: list[ClientSession] = []  # those with calls that wait
        self._reopening: asyncio.Task[None] | None = None
        self._replacing: asyncio.Task[None] | None = None
        self._requests = SessionRequests()
        self._tools = NewestKeys[str](bounds.max_items, bounds.max_list_bytes)
        self._repeatable: set[str] = set()  # tools
        self.schemas: dict[str, Any] = {}
        self.bounds = bounds
        self._transport = transport
        make: Any = handlers
        self._handlers: MakeHandlers = make
        if capabilities is None:
            newest = spoken_as(usable(with_draft(revisions, draft=draft))[0], draft=draft)
            capabilities = self._handlers(newest.id).capabilities_json()
        self.client_capabilities: Mapping[str, Any] = dump_any(capabilities)
        self.ended: asyncio.Event = asyncio.Event()
        self._options: Mapping[str, Any] = {
            "info": info,
            "capabilities": capabilities,
            "extensions": tuple(extensions),
            "limits": limits,
            "transport": transport.kind,
            "draft": draft,
            "mode": mode,
            "on_finding": FindingLog("server"),
        }
        self._revisions = revisions
        self._handling = Handling(bounds.max_concurrent)

    @property
    def _opened(self) -> ClientSession:
        if self._current is None:
            raise ConnectionError("no revision is agreed on yet")
        return self._current

    @property
    def session(self) -> Session:
        """Checks the messages of both sides.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        return self._opened.session

    @property
    def dispatcher(self) -> Dispatcher:
        """Passes the messages of the server to the handlers.

        Raises:
            ConnectionError: no revision is agreed on yet.
        """
        return self._opened.dispatcher

    @property
    def calls(self) -> Calls_co:
        """One coroutine function for each request of the revision that is agreed on: its `ClientCalls`.

        They belong to the session of this moment, and end with it: nothing is sent again.

        Raises:
            ConnectionError: none is agreed on yet.
        """
        calls: Calls_co = self._opened.calls
        return calls

    @property
    def is_open(self) -> bool:
        """Whether a revision has been agreed on."""
        return self._current is not None

    @property
    def server_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the server, as JSON."""
        return self.session.capabilities or {}

    async def open(self) -> None:
        """Open a session and agree on a revision.

        Raises:
            ConnectionError: the sides have no revision in common, or the server does not respond.
        """
        for last in range(_OPENINGS, 0, -1):
            session = Session("client", self._revisions, **self._options)
            extensions = self._options["extensions"]
            opened = ClientSession(
                session,
                self._transport,
                self._handlers,
                extensions,
                self.schemas,
                self.bounds,
                self._handling,
                self._requests,
                self.ended,
                self._replace_soon,
            )
            try:
                await opened.open()
                await self._ask_again(opened)
            except BaseException as error:
                is_lost = isinstance(error, ConnectionError) and (
                    opened.is_over or isinstance(error, ResponseLostError)
                )
                opened.retire()
                if last == 1 or not is_lost or self._transport.kind != "http":
                    raise
            else:
                self._current = opened
                return

    async def _ask_again(self, opened: ClientSession) -> None:
        """Send the requests in a new session whose effect has ended with the one before."""
        requests = list(self._requests)
        for place in range(0, len(requests), _ASKED_AT_ONCE):
            some = requests[place : place + _ASKED_AT_ONCE]
            await asyncio.gather(*(self._asked_again(opened, method, params) for method, params in some))

    async def _asked_again(self, opened: ClientSession, method: str, params: Mapping[str, str]) -> None:
        try:
            try:
                await opened.calls.request(method, params)
            except ResponseLostError:
                await opened.calls.request(method, params)
        except SessionEndedError:
            raise
        except (ConnectionError, ProtocolError, LocalProtocolError, TimeoutError, ValueError) as error:
            _log.warning("the new session does without %s: %s", method, error or type(error).__name__)

    def _replace_soon(self, lost: ClientSession) -> None:
        """Open a session in place of one that the server has ended, since in no other does it send messages.

        Requests that need a session do not wait for this.
        """
        if self._current is lost and not self.ended.is_set():
            if self._replacing is not None:
                self._replacing.cancel()  # it is about an earlier session
            self._replacing = asyncio.create_task(self._replace(lost))

    async def _replace(self, lost: ClientSession) -> None:
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            try:
                await self._reopen(lost)
                return
            except ConnectionError as error:
                _log.warning("the server has ended the session, and no other can be opened: %s", error)

    async def _reopen(self, lost: ClientSession) -> None:
        """Open a new session in place of one that is over, unless another call has done so, or is about to.

        Raises:
            ConnectionError: the server cannot be reached, or does not respond.
        """
        lost.is_over = True
        if self._current is not lost:
            return
        if self._reopening is None:
            lost.retire()
            self._replaced = [each for each in (*self._replaced, lost) if each.session.pending]
            self._reopening = asyncio.create_task(self.open())
            self._reopening.add_done_callback(self._reopened)
        opening = self._reopening
        await asyncio.wait({opening})  # it goes on if this call is cancelled, since others wait for it
        if opening.cancelled():
            raise ConnectionError("the connection was closed")
        opening.result()

    def _reopened(self, opening: asyncio.Task[None]) -> None:
        self._reopening = None
        if not opening.cancelled():
            opening.exception()  # the calls raise it

    async def close(self) -> None:
        """Cancel the background tasks, end the transport, and fail the requests that wait for a response."""
        self.ended.set()
        self._handling.cancel()
        if self._reopening is not None:
            self._reopening.cancel()
        if self._replacing is not None:
            self._replacing.cancel()
        opened = [*self._replaced, *([self._current] if self._current is not None else [])]
        for each in opened:
            each.retire()
        await self._transport.end()
        for each in opened:
            each.calls.close()

    async def call(self, name: str, *given: Any, **members: Any) -> Any:
        """Send a request with a method of `calls`.

        If the server has ended the session, this opens a new one and sends the request there; if the connection
        breaks, it may send the request again, by the table of this module. If the server asks for input, this sends
        the request again with the answers of the handlers.

        Args:
            name: of the method, such as `read_resource`.
            given: its positional arguments.
            members: its keyword arguments.

        Returns:
            The result, in the types of the revision.

        Raises:
            ProtocolError: the server responds with an error.
            ResponseLostError: the connection broke, and the request may have run.
            ConnectionError: the server cannot be reached, or asks for input too often.
        """

        def send(calls: Any, **retry: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = getattr(calls, name)(*given, **members, **retry)
            return found

        return await self._answered(send)

    async def request(
        self,
        method: str,
        params: Any = None,
        *,
        meta: Any = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        """Send a request by the name of its method, as `call` does; arguments and result are those of `Calls.request`.

        The tools that it lists are remembered. A tool that needs other headers is called again after listing the tools.
        """
        given: Mapping[str, Any] = {} if params is None else params
        options: dict[str, Any] = {"meta": meta, "timeout": timeout, "on_progress": on_progress}

        def send(calls: Any, **retry: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = calls.request(method, {**given, **retry}, **options)
            return found

        try:
            result = await self._answered(send)
        except ProtocolError as error:
            if method != CALL_TOOL or error.code != HEADER_MISMATCH:
                raise
            await self.list_tools()
            result = await self._answered(send)
        if method == LIST_TOOLS:
            self._learn(result.tools)
        return result

    async def notify(self, method: str, params: Any = None) -> None:
        """Send a notification by the name of its method, in a new session if the server has ended this one.

        Args:
            method: a notification that a client may send in the revision.
            params: members as JSON, or a typed value.

        Raises:
            ConnectionError: the server cannot be reached, or the connection broke.
        """

        def send(calls: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = calls.notify(method, params)
            return found

        await self._sent(send)

    async def _answered(self, send: Callable[..., Awaitable[Any]]) -> Any:
        """The final result of a request; `send` takes the calls of a session, and what a retry has besides."""
        result = await self._elicited(send)
        rounds = 0
        while getattr(result, "result_type", COMPLETE) == INPUT_REQUIRED:
            rounds += 1
            if rounds > self.bounds.max_input_rounds:
                raise ConnectionError(f"the server asks for input more than {self.bounds.max_input_rounds} times")
            responses = await self.dispatcher.answer_input_requests(result)
            answers = {"input_responses": responses, "request_state": result.request_state}
            result = await self._sent(partial(send, **answers))
        return result

    async def _elicited(self, send: Callable[..., Awaitable[Any]]) -> Any:
        """The result of a request, which is sent again after each error that asks for elicitations in URL mode.

        Page: /specification/2025-11-25/client/elicitation#url-elicitation-required-error.
        """
        for _ in range(self.bounds.max_input_rounds):
            try:
                return await self._sent(send)
            except ProtocolError as error:
                declared = is_object(member_at(self.client_capabilities, "elicitation", "url"))
                if not declared or not await self.dispatcher.elicit_urls(error, self.bounds.max_input_rounds):
                    raise
        return await self._sent(send)

    async def _sent(self, send: Callable[[Any], Awaitable[Any]]) -> Any:
        """Send a request, and again where the table of `lost_requests` says so."""
        sessions, lost = 0, None
        while True:
            current = self._opened
            if self.ended.is_set():
                raise ConnectionError(current.loss or "the connection has ended")
            try:
                if not current.is_over:
                    return await send(current.calls)
                sessions += 1
                if sessions > _MAX_SESSIONS:
                    raise lost or ConnectionError("the server ends each session before it handles a request")
                await self._reopen(current)
            except SessionEndedError:
                pass  # so it is over now, and the server has not handled the request
            except ResponseLostError as error:
                if lost is not None or not self._is_sent_again(error):
                    raise
                lost = error
            except ConnectionError as error:
                if lost is None:
                    raise
                raise ResponseLostError(f"{lost.reason}, and then {error}", method=lost.method) from None

    def _is_sent_again(self, error: ResponseLostError) -> bool:
        over_http = self._transport.kind == "http"
        return over_http and is_sent_again(error, self.session.revision, self._repeatable)

    async def list_tools(self) -> list[Any]:
        """List every tool; over HTTP without tools whose `x-mcp-header` annotations are invalid.

        `call_tool` repeats arguments in headers only for tools that are listed.
        """

        async def listed(calls: Any) -> list[Any]:
            return [tool async for tool in self.bounded(calls.iter_tools())]

        tools: list[Any] = await self._sent(listed)
        self._learn(tools)
        return tools

    def _learn(self, tools: Iterable[Any]) -> None:
        for tool in tools:
            schema = self.schemas[tool.name] = dump_any(tool.input_schema)
            hints = getattr(tool, "annotations", None)  # in 2024-11-05 an unknown member, so it may be any value
            if getattr(hints, "read_only_hint", None) or getattr(hints, "idempotent_hint", None):
                self._repeatable.add(tool.name)
            else:
                self._repeatable.discard(tool.name)
            for forgotten in self._tools.add(tool.name, listed_size(write(schema))):
                del self.schemas[forgotten]
                self._repeatable.discard(forgotten)

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Call a tool; if it needs other headers, list the tools first to learn them, and call it again.

        Raises:
            ProtocolError: the server responds with an error.
        """
        return await self.request(CALL_TOOL, {"name": name, "arguments": arguments})

    async def bounded(self, items: AsyncIterator[Item]) -> AsyncIterator[Item]:
        """The items of a list, within `bounds`, since a server could send pages without end.

        Raises:
            ConnectionError: the list has more items, or more bytes.
        """
        count = size = 0
        async for item in items:
            count += 1
            size += listed_size(encode_any(item))
            if count > self.bounds.max_items:
                raise ConnectionError(f"a list of the server has more than {self.bounds.max_items} items")
            if size > self.bounds.max_list_bytes:
                most = self.bounds.max_list_bytes
                raise ConnectionError(
                    f"a list of the server counts for {size} bytes after {count} items, more than {most} bytes"
                )
            yield item


@asynccontextmanager
async def open_connection(
    transport: ClientTransport, handlers: Callable[[str], HandlersWithCalls[Calls_co]], *, info: Any, **options: Any
) -> AsyncGenerator[ClientConnection[Calls_co]]:
    """Open a connection for the duration of the block.

    Args:
        transport: carries the messages.
        handlers: makes the handlers for messages of the server, in the revision that is agreed on.
        info: name and version of the client, as JSON or typed.
        options: further arguments of `ClientConnection`.

    Raises:
        ConnectionError: the server cannot be reached, or speaks none of the revisions.
    """
    connection = ClientConnection(transport, handlers, info=info, **options)
    try:
        await connection.open()
        yield connection
    finally:
        await uninterrupted(connection.close())
