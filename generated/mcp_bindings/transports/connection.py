"""A connection to a server: it agrees on a revision, sends requests, and answers those of the server.

`Session` checks which messages are allowed, the calls of the revision send requests, and `Dispatcher` passes the
server's messages to handlers. A transport carries the bytes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, Generic, TypeVar

from ..codec.encoding import dump_any
from ..errors import ProtocolError, RequestId
from ..extensions import Extension
from ..json_values import is_object, member_at
from ..jsonrpc.messages import ErrorResponse, Request, Response
from ..limits import DEFAULT, Limits
from ..negotiation.versions import usable
from ..peer.dispatch import Dispatcher
from ..peer.handlers import Calls_co, HandlersBeside
from ..peer.pending_calls import OnProgress
from ..revisions import REVISIONS, spoken_as, with_draft
from ..session.errors import LocalProtocolError
from ..session.events import Event, OpeningContinues, OpeningFailed, RequestLost, SessionExpired, VersionAgreed
from ..session.rules import SessionMode, check_mode
from ..session.session import Session
from ..spec.error_codes import HEADER_MISMATCH, INTERNAL_ERROR
from ..spec.names import CALL_TOOL, COMPLETE, INPUT_REQUIRED, LIST_TOOLS, PING
from .client_transport import BOUNDS, ClientBounds, ClientTransport, SessionEndedError, opening_error
from .handling import Handling
from .outbox import Outbox
from .pings import ping_server
from .revision_classes import calls_class
from .service import FindingLog, MakeHandlers
from .waiting import Pace, within, within_turns

Item = TypeVar("Item")

_MAX_REPLIES = 1024 * 1024
"""Bytes of the replies to a server that may be unsent before nothing more is read from it."""

_REPLY = 256
"""Bytes that a reply counts for besides its own."""

_MAX_OUTCOMES = 16
"""Outcomes of an opening that wait to be looked at; a server may send any number of errors."""

_log = logging.getLogger(__name__)


class ClientConnection(Generic[Calls_co]):
    """A connection to one server; `connect` opens it.

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
        session: checks the messages of both sides.
        dispatcher: passes the messages of the server to the handlers.
        schemas: the input schema of each listed tool, by name.
        bounds: as given.
        client_capabilities: of the client, as JSON.
        ended: set when the connection has ended.
    """

    session: Session
    dispatcher: Dispatcher

    def __init__(
        self,
        transport: ClientTransport,
        handlers: Callable[[str], HandlersBeside[Calls_co]],
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
        self._calls: Any = None
        self.schemas: dict[str, Any] = {}
        self.bounds = bounds
        self._transport = transport
        make: Any = handlers
        self._handlers: MakeHandlers = make
        if capabilities is None:
            newest = spoken_as(usable(with_draft(revisions, draft=draft))[0], draft=draft)
            capabilities = self._handlers(newest.id).capabilities_json()
        self.client_capabilities: Mapping[str, Any] = dump_any(capabilities)
        self.ended = asyncio.Event()
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
        self._revisions, self._loss = revisions, ""
        self._running: set[asyncio.Task[None]] = set()
        self._handling = Handling(bounds.max_concurrent)
        self._replies: Outbox[bytes] = Outbox(self._send_reply, _MAX_REPLIES)
        self._pace = Pace()
        self._outcomes: asyncio.Queue[OpeningContinues | VersionAgreed | OpeningFailed | RequestLost]
        self._outcomes = asyncio.Queue(_MAX_OUTCOMES)

    @property
    def calls(self) -> Calls_co:
        """One coroutine function for each request of the revision that is agreed on: its `ClientCalls`.

        Raises:
            ConnectionError: none is agreed on yet.
        """
        if self._calls is None:
            raise ConnectionError("no revision is agreed on yet")
        calls: Calls_co = self._calls
        return calls

    @property
    def is_open(self) -> bool:
        """Whether a revision has been agreed on."""
        return self.session.version is not None

    @property
    def server_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the server, as JSON."""
        return self.session.capabilities or {}

    async def open(self) -> None:
        """Open a new session and agree on a revision.

        Raises:
            ConnectionError: the sides have no revision in common, or the server does not respond.
        """
        self.session = Session("client", self._revisions, **self._options)
        if self.session.http_transport == "http+sse" and self._transport.kind == "http":
            await self._transport.open_http_sse()
        message: bytes | None = self.session.open()
        earlier = list[str]()
        while not self.is_open:
            assert message is not None
            match await self._send_opening(message):
                case OpeningContinues(action="authorize", reason=reason) | OpeningFailed(reason=reason):
                    raise opening_error(reason, self._loss, *earlier)
                case OpeningContinues(action="http+sse", reply=message):
                    await self._transport.open_http_sse()
                case OpeningContinues(reply=message, reason=reason):
                    earlier.append(f"before that: {reason}")
                case VersionAgreed(reply=message):
                    pass
                case RequestLost(method=method):
                    raise opening_error(f"the server does not respond to {method}", self._loss, *earlier)
        await asyncio.wait_for(self._finish_opening(message), self.bounds.call_timeout)
        if self.bounds.ping_period is not None and hasattr(self._calls, PING):
            self.spawn(ping_server(self))

    async def _send_opening(self, message: bytes) -> OpeningContinues | VersionAgreed | OpeningFailed | RequestLost:
        """Send a message of the opening and return its outcome."""
        exchange = self._exchange_opening(message)
        try:
            return await within_turns(exchange, self.bounds.probe_timeout, lambda: self._transport.is_authorizing)
        except asyncio.TimeoutError:
            pass
        for id_ in list(self.session.pending):
            self.request_failed(id_)
        if self._outcomes.empty():
            raise ConnectionError("the server does not respond")
        return self._outcomes.get_nowait()

    async def _exchange_opening(self, message: bytes) -> OpeningContinues | VersionAgreed | OpeningFailed | RequestLost:
        await self._transport.send(message)
        return await self._outcomes.get()

    async def _finish_opening(self, message: bytes | None) -> None:
        if message is not None:
            await self._transport.send(message)
        await self._transport.listen()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task; `close` cancels it."""
        task = asyncio.create_task(_log_failure(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Cancel the background tasks, end the transport, and fail the requests that wait for a response."""
        self.ended.set()
        self._handling.cancel()
        self._replies.cancel()
        for task in list(self._running):
            task.cancel()
        await self._transport.end()
        if self._calls is not None:
            self._calls.close()

    async def receive(self, data: bytes) -> None:
        """Handle a message of the server in the background.

        This never waits for a handler. It waits while the server leaves too many replies unread, so that nothing more
        is read from it.

        Raises:
            ConnectionError: the server has left them unread for `bounds.call_timeout`, which ends the connection.
        """
        if self.is_open:
            await self._handle(data)
        else:
            await self._handle_opening(data)
        await self._pace.step(len(data))

    async def _handle_opening(self, data: bytes) -> None:
        try:
            event = self.session.receive(data)
        except ProtocolError as error:
            if error.rejects_answer:
                self._record_outcome(OpeningFailed(None, f"the response of the server is not valid: {error}"))
            else:
                await self._reply_later(error.to_bytes())
            return
        if isinstance(event, Request):  # ping is the only request that a server may send before the session is ready
            await self._reply_later(self.session.respond(event.id, {}))
        else:
            self._record_outcome(event)

    async def _handle(self, data: bytes) -> None:
        event: Event | ProtocolError
        try:
            event = self.session.receive(data)
        except ProtocolError as error:
            event = error
        if self._handling.is_full(len(data)) and isinstance(event, (Response, ErrorResponse)):
            await self.dispatcher.handle(event)  # the handlers that run may wait for it
        elif not self._handling.start(partial(self._respond, event), len(data)) and isinstance(event, Request):
            too_many = ProtocolError(INTERNAL_ERROR, "Too many requests at once")
            await self._reply_later(self.session.respond_error(event.id, too_many))

    async def _reply_later(self, reply: bytes | None) -> None:
        """Send a reply after earlier ones; wait while too many are unsent.

        Raises:
            ConnectionError: as `receive` does.
        """
        if reply is None:
            return
        self._replies.add(reply, len(reply) + _REPLY)
        try:
            await within(self.bounds.call_timeout, self._replies.room())
        except asyncio.TimeoutError:
            reason = "the server does not read the replies to its messages"
            self.connection_lost(reason)
            raise ConnectionError(reason) from None

    async def _send_reply(self, reply: bytes) -> None:
        await _log_failure(self._transport.send(reply))

    async def _respond(self, event: Event | ProtocolError) -> None:
        await _log_failure(self._reply(self.dispatcher.handle(event)))

    def request_failed(self, id_: RequestId, status: int | None = None, body: bytes = b"") -> None:
        """Report that a request got no JSON-RPC response.

        Args:
            id_: of the request.
            status: HTTP status of the response, if there was one.
            body: of that response.

        Raises:
            ConnectionError: the request failed after the session was opened.
            SessionEndedError: because the server has ended the session.
        """
        event = self.session.request_failed(id_, http_status=status, body=body)
        if not self.is_open or isinstance(event, (OpeningContinues, OpeningFailed)):
            self._record_outcome(event)
        elif isinstance(event, SessionExpired):
            raise SessionEndedError("the server has ended the session")
        elif isinstance(event, RequestLost):
            reason = "the server has not responded" if status is None else f"HTTP status {status}"
            raise ConnectionError(f"{event.method}: {reason}")
        else:
            self.spawn(self._reply(self.dispatcher.handle(event)))

    def connection_lost(self, reason: str = "") -> None:
        """Fail every pending request, since no further message will arrive."""
        self._loss = reason
        if self.is_open:
            self.ended.set()
            self.session.close()
            self._calls.close()
            return
        for id_ in list(self.session.pending):
            self.request_failed(id_)

    def _record_outcome(self, event: object) -> None:
        """Record an outcome of the opening, and set up `calls` and `dispatcher` on success; ignore other events."""
        if isinstance(event, VersionAgreed):
            assert self.session.revision is not None
            agreed = self.session.revision.id
            send, calls = self._transport.send, calls_class(agreed, self._options["extensions"])
            self._calls = calls(send, session=self.session, timeout=self.bounds.call_timeout)
            handlers = self._handlers(agreed)
            self.dispatcher = Dispatcher(handlers, send=send, calls=self._calls, session=self.session)
        if isinstance(event, ErrorResponse):  # from a per-request server that rejects this client
            event = OpeningFailed(event, event.error.message)
        outcomes = (OpeningContinues, VersionAgreed, OpeningFailed, RequestLost)
        if isinstance(event, outcomes) and not self._outcomes.full():
            self._outcomes.put_nowait(event)

    async def _reply(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        await self._send(await handling)

    async def _send(self, reply: bytes | None) -> None:
        if reply is not None:
            await self._transport.send(reply)

    async def call(self, name: str, *given: Any, **members: Any) -> Any:
        """Send a request with a method of `calls`.

        If the server has ended the session, this opens a new one and sends the request there. If the server asks for
        input, this sends the request again with the answers of the handlers.

        Args:
            name: of the method, such as `read_resource`.
            given: its positional arguments.
            members: its keyword arguments.

        Returns:
            The result, in the types of the revision.

        Raises:
            ProtocolError: the server responds with an error.
            ConnectionError: the server cannot be reached, or asks for input too often.
        """

        def send(**retry: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = getattr(self._calls, name)(*given, **members, **retry)
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

        def send(**retry: Any) -> Awaitable[Any]:
            found: Awaitable[Any] = self._calls.request(method, {**given, **retry}, **options)
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

    async def _answered(self, send: Callable[..., Awaitable[Any]]) -> Any:
        """The final result of a request; `send` takes what a retry has besides."""
        try:
            result = await self._elicited(send)
        except SessionEndedError:  # the server has not handled the request, so it can be sent again in a new session
            await self.open()
            result = await self._elicited(send)
        rounds = 0
        while getattr(result, "result_type", COMPLETE) == INPUT_REQUIRED:
            rounds += 1
            if rounds > self.bounds.max_input_rounds:
                raise ConnectionError(f"the server asks for input more than {self.bounds.max_input_rounds} times")
            responses = await self.dispatcher.answer_input_requests(result)
            result = await send(input_responses=responses, request_state=result.request_state)
        return result

    async def _elicited(self, send: Callable[..., Awaitable[Any]]) -> Any:
        """The result of a request, which is sent again after each error that asks for elicitations in URL mode.

        Page: /specification/2025-11-25/client/elicitation#url-elicitation-required-error.
        """
        for _ in range(self.bounds.max_input_rounds):
            try:
                return await send()
            except ProtocolError as error:
                declared = is_object(member_at(self.client_capabilities, "elicitation", "url"))
                if not declared or not await self.dispatcher.elicit_urls(error, self.bounds.max_input_rounds):
                    raise
        return await send()

    async def list_tools(self) -> list[Any]:
        """List every tool; over HTTP without tools whose `x-mcp-header` annotations are invalid.

        `call_tool` repeats arguments in headers only for tools that are listed.
        """
        tools = [tool async for tool in self.bounded(self._calls.iter_tools())]
        self._learn(tools)
        return tools

    def _learn(self, tools: Iterable[Any]) -> None:
        self.schemas |= {tool.name: dump_any(tool.input_schema) for tool in tools}

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Call a tool; if it needs other headers, list the tools first to learn them, and call it again.

        Raises:
            ProtocolError: the server responds with an error.
        """
        return await self.request(CALL_TOOL, {"name": name, "arguments": arguments})

    async def bounded(self, items: AsyncIterator[Item]) -> AsyncIterator[Item]:
        """The items of a list, up to `bounds.max_items`, since a server could send pages without end.

        Raises:
            ConnectionError: the list has more items.
        """
        count = 0
        async for item in items:
            count += 1
            if count > self.bounds.max_items:
                raise ConnectionError(f"a list of the server has more than {self.bounds.max_items} items")
            yield item


async def _log_failure(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine, and log that the connection failed, without its traceback."""
    try:
        await work
    except (ConnectionError, LocalProtocolError) as error:
        _log.warning("a message could not be delivered: %r", str(error))
