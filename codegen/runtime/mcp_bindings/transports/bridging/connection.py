"""Connect a bridge to its server, and do the actions that the bridge returns."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Awaitable, Callable, Container, Coroutine, Hashable, Mapping, Sequence
from contextvars import ContextVar, copy_context
from typing import Any, TypeAlias

from ...bridge import Action, Closed, CloseStream, EndExchange, ToClient, ToServer
from ...bridge.bridge import Bridge
from ...errors import RequestId, describe_error
from ...options import check_class
from ...revisions import revision
from ...session.session import Session
from ...spec.http_fields import HeaderFields
from ..client_bounds import DEFAULT_BOUNDS, ClientBounds, check_client_bounds
from ..client_transport import ClientTransport, SessionEndedError, check_transport
from ..message_streams import MessageStream
from ..send_queue import SendQueue
from ..waiting import LoopPause, run_within


class BridgeServerSession:
    """The session of a bridge with its server, as the transport to the server sees it.

    Args:
        bridge: the bridge.
        sending: a context variable with the action that the current task sends to the server; None if the task sends no
            action.
    """

    def __init__(self, bridge: Bridge, sending: ContextVar[ToServer | None]) -> None:
        self._bridge = bridge
        self._sending = sending
        self._pending = _AwaitedIds(bridge)

    @property
    def pending(self) -> Container[RequestId]:
        """The ids of the requests that wait for an answer of the server."""
        return self._pending

    @property
    def _session(self) -> Session:
        session = self._bridge.server_session
        assert session is not None, "nothing is sent before the bridge has a session"
        return session

    @property
    def state(self) -> str:
        """The state of the session, such as `ready`."""
        return self._session.state

    @property
    def version(self) -> str | None:
        """The agreed version; None before the agreement."""
        return self._session.version

    @property
    def session_id(self) -> str | None:
        """The `Mcp-Session-Id` that the server has assigned; None if the server has assigned no id."""
        return self._session.session_id

    @session_id.setter
    def session_id(self, id: str | None) -> None:
        """Record the `Mcp-Session-Id` that the server has assigned.

        Raises:
            ValueError: the id is not valid.
        """
        self._session.session_id = id

    def http_headers(
        self,
        data: bytes | None,
        *,
        http_method: str = "POST",
        last_event_id: str | None = None,
        input_schemas: Mapping[str, object] | None = None,
    ) -> Mapping[str, str]:
        """Return the headers of an HTTP request to the server.

        If `data` is the text that the current task sends for the bridge, these are the headers that the bridge has made
        for the text; otherwise the session makes the headers.

        Raises:
            ValueError: an argument has no form as a header.
        """
        sending = self._sending.get()
        if sending is not None and sending.data is data:
            return sending.headers
        return self._session.http_headers(
            data, http_method=http_method, last_event_id=last_event_id, input_schemas=input_schemas
        )


class _AwaitedIds(Container[RequestId]):
    """The ids of the requests that wait for an answer of the server."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    def __contains__(self, id: object) -> bool:
        return isinstance(id, (str, int)) and self._bridge.awaits(id)


_MAX_WAITING = 16 * 1024 * 1024
"""Largest number of bytes that wait to be sent to the client, or to the server.

Beyond this bound, nothing more is read from the sender of these bytes.
"""

ACTION_BYTES = 1024
"""Bytes that each waiting action counts for in addition to its text."""

_NOT_FOUND = 404

_END_TIMEOUT = 2.0
"""Seconds to send the waiting texts to the client, and then again to the server, when the bridge ends."""

_ACCEPT_TIMEOUT = 5.0
"""Seconds to wait for an HTTP server to accept a message that gets no answer, before the next message is sent."""

_URL = re.compile(r"\bhttps?://\S+?(?=:?(\s|$))", re.IGNORECASE)
"""Pattern of a URL in the text of an error. A client is not told the URL of the server, which may hold secrets."""

_stream: ContextVar[RequestId | None] = ContextVar("_stream", default=None)
"""The id of the request whose HTTP response the current task reads; None if the task reads no response to a request."""

_sending: ContextVar[ToServer | None] = ContextVar("_sending", default=None)
"""The action that the current task sends to the server; None if the task sends no action."""

_log = logging.getLogger(__name__)

DeliverToClient: TypeAlias = Callable[["ToClient | EndExchange"], "Awaitable[None] | None"]
"""A function that does an action for the client. It returns None if the action is done, otherwise an awaitable."""


def _drop_action(action: ToClient | EndExchange) -> None:
    """Drop an action for the client, as the `deliver` that nobody has set yet."""


class BridgeConnection:
    """A bridge and its connection to the server. The transport to the server passes messages to this object.

    A subclass can override `answer_here`, `repair_text`, `rewrite_action` and `observe_action`.

    Args:
        bridge: the bridge between the client and the server, with the default clock.
        transport: the transport to the server.
        bounds: `probe_timeout` bounds the wait for the stream of HTTP+SSE (2024-11-05); `call_timeout` bounds the wait
            for a client or server that does not read the replies to its messages. Other members are not used.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a bound is too small.

    Attributes:
        bridge: the bridge.
        deliver: function that does an action for the client. The code that receives the messages of the client sets
            this attribute; before that, actions for the client are dropped.
        on_closed: function to call when the bridge has ended and nothing more is sent; by default it does nothing.
    """

    def __init__(self, bridge: Bridge, transport: ClientTransport, bounds: ClientBounds = DEFAULT_BOUNDS) -> None:
        check_class("bridge", bridge, Bridge, "an mb.Bridge(…)")
        check_transport(transport)
        check_client_bounds(bounds)
        self.bridge = bridge
        self.deliver: DeliverToClient = _drop_action
        self.on_closed: Callable[[], object] = lambda: None
        self._transport = transport
        self._server_side = BridgeServerSession(bridge, _sending)
        self._bounds = bounds
        self._to_server: SendQueue[ToServer | CloseStream] = SendQueue(self._send_to_server, _MAX_WAITING)
        self._to_client: SendQueue[ToClient | EndExchange] = SendQueue(self._deliver_action, _MAX_WAITING)
        self._client_pace, self._server_pace = LoopPause(), LoopPause()
        self._tasks: set[asyncio.Task[None]] = set()
        self._posts: dict[RequestId, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._has_started = False
        self._is_listening = False
        self._closing: asyncio.Task[None] | None = None

    # What a subclass can override.

    def answer_here(self, data: bytes) -> bytes | None:
        """Return the answer to a text of the client in place of the bridge; None to pass the text to the bridge.

        In this base class, the result is always None.
        """
        return None

    def repair_text(self, data: bytes) -> bytes:
        """Return the text that the bridge receives in place of a text of the server.

        In this base class, the text stays the same.
        """
        return data

    def rewrite_action(self, action: ToClient) -> ToClient:
        """Return the action to do in place of an action of the bridge for the client.

        In this base class, the action stays the same.
        """
        return action

    def observe_action(self, action: Action) -> None:
        """Observe an action of the bridge before the action is done. In this base class, do nothing."""

    # What the transport needs.

    @property
    def session(self) -> BridgeServerSession:
        """The session of the bridge with the server."""
        return self._server_side

    @property
    def schemas(self) -> Mapping[str, Any]:
        """The input schemas of the tools that the server has listed, by the name of the tool."""
        return self.bridge.input_schemas

    @property
    def bounds(self) -> ClientBounds:
        """The bounds of times, from the constructor."""
        return self._bounds

    @property
    def is_open(self) -> bool:
        """True once the bridge has agreed on a revision with the server."""
        return self.bridge.server_version is not None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task, which ends with the connection. An exception of the task is logged, and ends the
        bridge.
        """
        context = copy_context()
        context.run(_stream.set, None)
        context.run(_sending.set, None)
        self._track_task(context.run(asyncio.create_task, work))

    async def receive(self, data: bytes) -> None:
        """Pass a message of the server to the bridge, and begin to do the actions that the bridge returns.

        Wait while the client reads too slowly. If the actions have replies to the server, also wait while the server
        leaves too many texts unread; after `bounds.call_timeout` seconds of that, the bridge ends.
        """
        actions = self.bridge.from_server(self.repair_text(data), stream=_stream.get())
        self._do_actions(actions)
        await self._to_client.wait_for_room()
        if any(isinstance(each, ToServer) for each in actions):
            try:
                await run_within(self._bounds.call_timeout, self._to_server.wait_for_room())
            except asyncio.TimeoutError:
                self._do_actions(self.bridge.server_left("the server does not read the replies to its messages"))
        await self._server_pace.count_message(len(data))

    def request_failed(self, id_: RequestId, status: int | None = None, body: bytes = b"") -> None:
        """End a request to the server, since its answer will not come.

        Args:
            id_: the request id.
            status: the HTTP status of the response; None without a response.
            body: the body of the HTTP response.
        """
        self._do_actions(self.bridge.request_failed(id_, http_status=status, body=body))

    def session_ended(self) -> None:
        """End the bridge, since the server has ended its session."""
        self._do_actions(self.bridge.server_left("the server has ended the session"))

    def connection_lost(self, reason: str = "") -> None:
        """End the bridge, since the connection to the server is lost. Log the reason if it is known.

        Args:
            reason: a clause that says how the server has ended; empty if that is not known.
        """
        self._end_bridge("the server has gone", reason)

    # What the code needs that receives the messages of the client.

    async def from_client(
        self, data: bytes, *, headers: HeaderFields | None = None, exchange: Hashable = None
    ) -> Sequence[Action]:
        """Pass a text of the client to the bridge, and begin to do the actions that the bridge returns.

        Wait while the server reads too slowly. Without HTTP, if the actions have replies to the client, also wait while
        the client leaves too many texts unread; after `bounds.call_timeout` seconds of that, log this and end the
        bridge.

        Args:
            data: the text.
            headers: the headers of the HTTP request with the text; None without HTTP.
            exchange: an object that identifies this HTTP request; None without HTTP.

        Returns:
            The actions. The caller does not have to do them.
        """
        answer = self.answer_here(data)
        if answer is not None:
            actions: list[Action] = [ToClient(answer, exchange, answers=True)]
        else:
            actions = self.bridge.from_client(data, headers=headers, exchange=exchange)
        self._do_actions(actions)
        await self._to_server.wait_for_room()
        if exchange is None and any(isinstance(each, ToClient) for each in actions):
            try:
                await run_within(self._bounds.call_timeout, self._to_client.wait_for_room())
            except asyncio.TimeoutError:
                _log.warning("the client does not read the replies to its messages")
                self.client_left()
        await self._client_pace.count_message(len(data))
        return actions

    def client_left(self, exchange: Hashable = None) -> None:
        """End an HTTP exchange that the client has closed. If `exchange` is None, end the bridge of the client."""
        self._do_actions(self.bridge.client_left(exchange))

    @property
    def is_closed(self) -> bool:
        """True once the bridge has ended."""
        return self.bridge.is_closed

    @property
    def is_waiting(self) -> bool:
        """True while the bridge has to act at a later time: for example, while it waits for an answer or for input."""
        return self.bridge.next_expiry is not None

    async def close(self) -> None:
        """End the bridge and the connection to the server, and wait until they have ended.

        Raises:
            Exception: the end of the transport, or `on_closed`, has raised this exception.
        """
        if not self.bridge.is_closed:
            self.client_left()
        if self._closing is not None:
            await asyncio.shield(self._closing)

    # What the bridge wants done.

    def _do_actions(self, actions: Sequence[Action]) -> None:
        for action in actions:
            self.observe_action(action)
            if isinstance(action, ToClient):
                self._to_client.enqueue(action, len(action.data) + ACTION_BYTES)
            elif isinstance(action, EndExchange):
                self._to_client.enqueue(action, 0)
            elif isinstance(action, (ToServer, CloseStream)):
                self._to_server.enqueue(
                    action, ACTION_BYTES + (len(action.data) if isinstance(action, ToServer) else 0)
                )
            elif isinstance(action, Closed) and self._closing is None:
                self._closing = asyncio.create_task(self._end_connection())
        self._set_timer()

    def _deliver_action(self, action: ToClient | EndExchange) -> Awaitable[None] | None:
        sending = self.deliver(self.rewrite_action(action) if isinstance(action, ToClient) else action)
        return None if sending is None else self._await_delivery(sending)

    async def _await_delivery(self, sending: Awaitable[None]) -> None:
        try:
            await sending
        except ConnectionError as error:
            _log.warning("a message does not reach the client: %s", describe_error(error))

    def _send_to_server(self, action: ToServer | CloseStream) -> Awaitable[None] | None:
        """Send a text to the server, or close the stream of a request.

        Over HTTP each request is sent in a separate task, since the HTTP response may take as long as the call. After
        the end of the bridge, such a request is dropped.

        Returns:
            An awaitable that sends the text; None if nothing has to be awaited.
        """
        if isinstance(action, CloseStream):
            if (post := self._posts.get(action.id)) is not None:
                post.cancel()
            return None
        if self._has_started and action.id is not None and self._transport.kind == "http":
            if not self.bridge.is_closed:
                self._begin_post(action, action.id)  # tasks begin in order, so requests leave in order
            return None
        return self._send_after_start(action)

    def _begin_post(self, action: ToServer, id_: RequestId) -> None:
        self._posts[id_] = post = asyncio.create_task(self._post_request(action, id_))
        self._track_task(post)
        post.add_done_callback(lambda _: self._posts.pop(id_, None))  # also if it is cancelled before it begins

    async def _send_after_start(self, action: ToServer) -> None:
        """Send a text, after the transport has started. Over HTTP, do not wait for the response to a request.

        After any other text over HTTP, wait some seconds for the HTTP response, since later texts may depend on it.
        """
        try:
            if not await self._start_transport():
                return
            if self._transport.kind == "http" and action.id is not None:
                self._begin_post(action, action.id)
                await asyncio.sleep(0)
            elif self._transport.kind == "http":
                sending = asyncio.create_task(self._send_text(action))
                self._track_task(sending)
                await asyncio.wait({sending}, timeout=_ACCEPT_TIMEOUT)  # what follows may need that it has arrived
                await self._open_stream()
            else:
                await self._send_text(action)
        except Exception as error:
            self._end_after_failure(error)

    async def _start_transport(self) -> bool:
        """Start the transport if it has not started. If the server cannot be reached, log this and end the bridge.

        Returns:
            True if texts can be sent; False if the bridge has ended.
        """
        if self._has_started:
            return not self.bridge.is_closed
        self._has_started = True
        try:
            await self._transport.start(self)
        except (ConnectionError, OSError) as error:
            reason = "the server cannot be reached"
            self._end_bridge(reason, f"{reason}: {describe_error(error)}")
            return False
        return True

    async def _post_request(self, action: ToServer, id_: RequestId) -> None:
        _stream.set(id_)
        await self._send_text(action)

    async def _send_text(self, action: ToServer) -> None:
        _sending.set(action)
        try:
            if action.opens_stream:
                await self._transport.open_http_sse()
            await self._transport.send(action.data)
        except SessionEndedError:
            if action.id is not None:
                self.request_failed(action.id, _NOT_FOUND)
            self.session_ended()
        except (ConnectionError, ValueError) as error:  # or an argument has no form as a header
            _log.warning("a message does not reach the server: %s", describe_error(error))
            if action.id is not None:
                reason = "" if self._transport.kind == "stdio" else _URL.sub("the server", str(error))
                self._do_actions(self.bridge.request_failed(action.id, reason=reason))

    async def _open_stream(self) -> None:
        """Open the stream for messages that belong to no request, if the session with the server is ready.

        Do nothing if the stream is open, or in a per-request revision.
        """
        version = self.bridge.server_version
        if self._is_listening or version is None or self.session.state != "ready":
            return
        self._is_listening = True
        if revision(version).era == "handshake":
            await self._transport.listen()

    # Time, and the end.

    def _set_timer(self) -> None:
        due = self.bridge.next_expiry
        if due is None or self._closing is not None:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + max(0.0, due - time.monotonic())
        if self._timer is not None and not self._timer.cancelled() and self._timer.when() > loop.time():
            if self._timer.when() <= when:
                return
            self._timer.cancel()
        self._timer = loop.call_at(when, self._expire_calls)

    def _expire_calls(self) -> None:
        self._timer = None
        self._do_actions(self.bridge.expire(time.monotonic()))

    def _track_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._finish_task)

    def _finish_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._end_after_failure(error)

    def _end_bridge(self, reason: str, details: str) -> None:
        """End the bridge, since the connection to the server has ended. Log the details, which not every client gets.

        The arguments are those of `Bridge.server_left`.
        """
        if details and not self.bridge.is_closed:
            _log.warning("%s", details)
        self._do_actions(self.bridge.server_left(reason, details))

    def _end_after_failure(self, error: BaseException) -> None:
        """Log an exception that no code expects, such as that of a transport of the program, and end the bridge."""
        _log.error("the connection to a server has failed: %s", type(error).__name__, exc_info=error)
        self._do_actions(self.bridge.server_left("the connection to the server has failed"))

    async def _end_connection(self) -> None:
        """Send the waiting texts to client and server for a bounded time. Then cancel all tasks, call `on_closed`, and
        end the connection to the server.

        Raises:
            Exception: the end of the transport, or `on_closed`, has raised this exception.
        """
        for box in (self._to_client, self._to_server):
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(box.wait_until_empty(), _END_TIMEOUT)
        self._to_server.cancel()
        self._to_client.cancel()
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        self.on_closed()
        if self._has_started:
            await self._transport.end()


async def bridge_stream(connection: BridgeConnection, stream: MessageStream) -> None:
    """Pass messages between a client and a bridge, until the client leaves or the bridge ends.

    At the end, close the bridge and the stream.

    Args:
        connection: the bridge with its connection to the server. The bridge has the client transport `stdio`. This
            function sets `deliver` and `on_closed` of the connection.
        stream: the stream to the client.

    Raises:
        Exception: the stream has raised this exception while the bridge read its messages or when it was closed, or the
            end of the transport has raised it.
    """

    async def deliver_text(action: ToClient | EndExchange) -> None:
        if isinstance(action, ToClient):
            await stream.send(action.data)

    async def read_messages() -> None:
        while texts := await stream.receive():
            for text in texts:
                await connection.from_client(text)

    connection.deliver = deliver_text
    closed = asyncio.Event()
    connection.on_closed = closed.set
    reading = asyncio.create_task(read_messages())
    closing = asyncio.create_task(closed.wait())
    try:
        await asyncio.wait({reading, closing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        reading.cancel()
        closing.cancel()
        await connection.close()
        await stream.close()
    if reading.done() and not reading.cancelled():
        reading.result()
