"""A client over HTTP: the streams of its session, and the tasks that handle its messages."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

from ..errors import ProtocolError, RequestId, UnsentError, describe_error
from ..http.event_streams import EventStream, EventStreams
from ..json_values import is_object
from ..jsonrpc.messages import Batch, Request
from ..peer.context import SendMessage
from ..peer.unsent_answers import make_no_room_error
from ..revisions import LATEST
from ..session.events import Event
from .buffers import MAX_UNCOUNTED_BODY, Buffers
from .channels import GRACE, EventChannel, EventJournal
from .lost_requests import make_stopped_request_error
from .service import MAX_RUNNING_BYTES, ServedClient, Service, split_notifications
from .waiting import run_with_wait_callback

if TYPE_CHECKING:
    from ..authorization.principal import Principal
    from ..session.session import Session

_log = logging.getLogger(__name__)

_RETRY_MS = 500
"""Milliseconds that a client should wait before it resumes a stream that has ended early."""

_disconnect: ContextVar[Callable[[], None]] = ContextVar("_disconnect")


def disconnect_request() -> None:
    """End the HTTP response to the current request early, if the client can resume the event stream of the response.

    Further messages wait until the client resumes the stream. A handler can call this function before long work. If the
    client cannot resume the stream, or the handler does not handle a request over HTTP, the function does nothing.
    """
    _disconnect.get(lambda: None)()


class HttpPeer(ServedClient):
    """A client over HTTP.

    Args:
        service: the server.
        session: the session to use; by default a new one.

    Attributes:
        uses_http_sse: True if the client uses the HTTP+SSE transport of 2024-11-05.
        last_used: time at which the client was last known to be in use, in seconds by the monotonic clock.
        owner: the owner whose quota counts the session; None if no quota counts it.
        channels: the channels of the client's streams, by the number of the stream.
        tasks: the tasks that handle messages of the client.
        journal: the journal, which stores the events of the client's streams; None if the events are kept in memory
            only.
        buffers: the bound of the bytes that the streams of all clients buffer; None for no bound.
    """

    def __init__(self, service: Service, session: Session | None = None) -> None:
        super().__init__(
            service, partial(_send_if_connected, WeakMethod(self._send_on_standalone_stream)), "http", session
        )
        self.uses_http_sse: bool = False
        self.last_used: float = time.monotonic()
        self.owner: str | None = None
        self.channels: dict[int, EventChannel] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self._streams: EventStreams | None = None
        self._standalone: EventChannel | None = None
        self.journal: EventJournal | None = None
        self.buffers: Buffers | None = None
        self._handled_bytes = 0  # bytes of the messages without requests that are being handled

    @property
    def streams(self) -> EventStreams:
        """The event streams of the client, created on first use."""
        if self._streams is None:
            self._streams = EventStreams(self.session.version or LATEST)
            if self.buffers is not None:
                self.buffers.add_peer(self)
        return self._streams

    @property
    def buffered_bytes(self) -> int:
        """The number of bytes that the streams of the client buffer."""
        return 0 if self._streams is None else self._streams.size

    @property
    def standalone_channel(self) -> EventChannel:
        """The channel of the standalone stream, created on first use.

        A client reads this stream with a GET. The messages of this stream are unrelated to any request.
        """
        if self._standalone is None:
            self._standalone = self.open_stream(expects_reader=False)
        return self._standalone

    @property
    def is_reachable(self) -> bool:
        """True while the standalone stream has a reader."""
        return self._standalone is not None and self._standalone.has_reader

    @property
    def is_idle(self) -> bool:
        """True while no message is being handled and no stream has a reader."""
        return not self.tasks and not any(channel.has_reader for channel in self.channels.values())

    def reset_if_possible(self) -> bool:
        """Remove the state of the last message, so that the object can serve another client without a session.

        Returns:
            True if the state is removed. False if that is not possible, so that the object cannot be used again.
        """
        had_opening = self.session.version is not None
        if self._streams is not None or not self.session.reset():
            return False
        if had_opening:
            self._dispatchers.clear()  # they keep the settings of a client for its session
        return True

    def open_stream(self, requests: Sequence[RequestId] | None = None, *, expects_reader: bool = True) -> EventChannel:
        """Open a new stream, and return its channel. Forget the channels of streams that are no longer buffered.

        Args:
            requests: ids of the requests whose responses are sent on the stream; None for the standalone stream.
            expects_reader: whether a reader will connect soon.
        """
        stream = self.streams.open(retry=_RETRY_MS)
        channel = self._make_channel(stream, requests, expects_reader=expects_reader)
        self.channels[channel.stream.number] = channel
        self.forget_channels()
        return channel

    def _make_channel(
        self, stream: EventStream, requests: Sequence[RequestId] | None, *, expects_reader: bool
    ) -> EventChannel:
        return EventChannel(
            stream, expects_reader=expects_reader, requests=requests, journal=self.journal, buffers=self.buffers
        )

    def discard_delivered_events(self) -> None:
        """Discard the events that the readers of the streams have received."""
        for channel in self.channels.values():
            channel.discard_delivered_events()

    def forget_channels(self) -> None:
        """Forget the channels of streams that are no longer buffered, to free their events."""
        self.channels = {number: each for number, each in self.channels.items() if number in self.streams}

    def restore_stream(self, stream: EventStream, requests: Sequence[RequestId] | None) -> EventChannel:
        """Continue a stream that another process has begun, and return the channel of the stream.

        Args:
            stream: the stream.
            requests: ids of the requests whose responses are sent on the stream; None for the standalone stream.
        """
        channel = self._make_channel(stream, requests, expects_reader=False)
        self.channels[stream.number] = channel
        if requests is None:
            self._standalone = channel
        return channel

    def start_task(
        self,
        work: Coroutine[Any, Any, None],
        count: int,
        size: int = 0,
        on_end: Callable[[], None] | None = None,
        handling: Coroutine[Any, Any, Any] | None = None,
    ) -> asyncio.Task[None]:
        """Start a task that handles a message, and return the task. The end of the session cancels the task.

        Args:
            work: the coroutine of the task. The coroutine never begins if the task is cancelled at once.
            count: number of admitted requests in the message. At the end of the task, these requests are released.
            size: bytes of the message, which are counted until the end of the task.
            on_end: function to call at the end of the task; None to call nothing.
            handling: the coroutine that `work` awaits, to be closed at the end of the task; None to close nothing.
        """
        task = asyncio.create_task(work)
        self.tasks.add(task)
        bodies = self.buffers.bodies if self.buffers is not None and size > MAX_UNCOUNTED_BODY else None
        if bodies is not None:
            bodies.count_without_check(size)
        counted_bytes = 0 if count else size
        self._handled_bytes += counted_bytes

        def finish_task(_: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            self.release_requests(count, size)
            self._handled_bytes -= counted_bytes
            if bodies is not None:
                bodies.release_bytes(size)
            if handling is not None:
                handling.close()
            if on_end is not None:
                on_end()

        task.add_done_callback(finish_task)
        return task

    @property
    def _has_too_many_tasks(self) -> bool:
        return len(self.tasks) >= 2 * self._service.max_concurrent

    def _must_reject(self, size: int) -> bool:
        """Return whether to reject a further message, since too much is being handled.

        Only a message without requests, or one that a bridge handles, is rejected for this reason.

        Args:
            size: bytes of the message.
        """
        return self._has_too_many_tasks or (self._handled_bytes > 0 and self._handled_bytes + size > MAX_RUNNING_BYTES)

    def end_session(self) -> None:
        """Close the session, cancel its tasks and end its streams.

        Before a stream ends, each of its requests without a response gets an error response.
        """
        unanswered = self.session.close().peer_requests
        error = make_stopped_request_error("the session has ended before the response")
        self.abandon_requests()
        for task in self.tasks:
            task.cancel()
        for channel in self.channels.values():
            for id_ in unanswered if self.uses_http_sse else channel.requests or ():
                if id_ in unanswered:
                    channel.stream.append_event(error.reply(id_))
            channel.close()

    def receive_http_sse(self, body: bytes, principal: Principal | None = None) -> bool:
        """Handle a message of HTTP+SSE (2024-11-05) in a task. The response, if any, goes to the standalone stream.

        Args:
            body: the text of the message.
            principal: the principal of the message; None without authorization.

        Returns:
            True if the message is handled; False if it is rejected or its notifications are dropped, since too much is
            being handled.
        """
        event: Event | ProtocolError
        try:
            event = self.session.receive(body)
        except ProtocolError as error:
            event = error
        if not isinstance(event, ProtocolError) and not needs_response(event):
            return self._start_handling(event, principal, len(body))
        is_busy = self._has_too_many_tasks or self.running_requests >= self._service.max_concurrent
        event, count = self.admit_requests(event, len(body), is_busy=is_busy)
        if not is_busy:
            handling = self.handle(event, principal=principal)
            self.start_task(self.respond_on_standalone_stream(handling), count, len(body), handling=handling)
        return not is_busy

    async def handle_without_response(self, event: Event, principal: Principal | None, size: int) -> bool:
        """Handle a message that gets no JSON-RPC response.

        In a session, do not wait for the handlers of the message. A handler may wait for a response of the client, and
        the client may send that response only after it has received the HTTP status.

        Args:
            event: the event of the message.
            principal: the principal of the message; None without authorization.
            size: bytes of the message.

        Returns:
            True if the message is handled; False if its notifications are dropped, since too much is being handled.
        """
        if self.session.session_id is None:
            await self.handle(event, principal=principal)
            return True
        return self._start_handling(event, principal, size)

    def _start_handling(self, event: Event, principal: Principal | None, size: int) -> bool:
        others, notifications = split_notifications(event)
        if others is not None:
            self.start_task(self._run_handlers(others, principal), 0)
        if notifications is None:
            return True
        if self._must_reject(size):
            return False
        self.start_task(self._run_handlers(notifications, principal), 0, size)
        return True

    async def _run_handlers(self, event: Event | ProtocolError, principal: Principal | None) -> None:
        await self.handle(event, principal=principal)

    async def _send_on_standalone_stream(self, message: bytes) -> None:
        await self.standalone_channel.send(message)

    async def respond_on_standalone_stream(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        """Await the handling of a message, and send its response, if any, on the standalone stream.

        Args:
            handling: the coroutine that handles the message and returns the response.

        Raises:
            ConnectionError: the response cannot be sent.
        """
        response = await handling
        if response is not None:
            with self.unsent.count_unsent_answer(len(response)):
                await self.standalone_channel.send(response)


async def _send_if_connected(send: WeakMethod[SendMessage], message: bytes) -> None:
    """Send a message to a client that may have left.

    Args:
        send: a weak reference to the method that sends messages to the client, as long as the client has not left.
        message: the text of the message.

    Raises:
        ConnectionError: the client has left.
    """
    found = send()
    if found is None:
        raise ConnectionError("the client has left")
    await found(message)


class PostResponse:
    """The HTTP response to one POST with at least one request: JSON, or a stream that ends with the JSON-RPC response.

    Args:
        peer: the client.
        stream_after: seconds after which a stream opens if there is no response yet. A message before the response
            opens the stream at once. None if the HTTP response is always JSON.
        request_ids: the ids of the requests in the POST. Each of them gets an error if the response cannot be sent.
        is_batch: whether the POST has a batch.

    Attributes:
        response: the JSON-RPC response to send as JSON; None before the response is known, if it is sent on a stream,
            and if the POST gets no JSON-RPC response.
        channel: the channel of the stream; None if no stream was opened.
    """

    def __init__(
        self,
        peer: HttpPeer,
        stream_after: float | None,
        request_ids: Sequence[RequestId] = (),
        *,
        is_batch: bool = False,
    ) -> None:
        self.response: bytes | None = None
        self.channel: EventChannel | None = None
        self._peer = peer
        self._stream_after = stream_after
        self._request_ids = request_ids
        self._is_batch = is_batch
        self._timer: asyncio.TimerHandle | None = None
        self._decided = asyncio.get_running_loop().create_future()

    async def handle_requests(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        """Handle the requests, and send the response on the stream if a stream is open; otherwise set `response`.

        If the client has cancelled the requests, there is no response. Then open a stream, and end it without a
        response; if the HTTP response is always JSON, `response` stays None. An error of the connection is logged.

        Args:
            handling: the coroutine that handles the requests and returns the response.
        """
        _disconnect.set(self._disconnect_reader)
        try:
            response = await run_with_wait_callback(handling, self._start_timer)
            if response is None and self._stream_after is not None:  # the client has cancelled the request
                self.open_stream()
            elif self.channel is not None and response is not None:
                await self._send_response(self.channel, response)
            else:
                self.response = response
        except ConnectionError as error:
            _log.warning("a response cannot be sent: %s", describe_error(error))
        finally:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None  # frees the context of this task, in which `_disconnect` refers to this object
            self.mark_form_decided()
            if self.channel is not None:
                self.channel.end()
                self._peer.forget_channels()

    async def _send_response(self, channel: EventChannel, response: bytes) -> None:
        """Send the response. If the streams buffer too much, log this and send an error in place of the response.

        Raises:
            ConnectionError: the response cannot be sent for another reason, or the error cannot be sent either.
        """
        try:
            with self._peer.unsent.count_unsent_answer(len(response)):
                await channel.send(response, is_last=True)
        except UnsentError as error:
            errors = self.make_error_response(make_no_room_error())
            if errors is None:
                raise
            _log.warning("a response cannot be sent: %s", error)
            await channel.send(errors, is_last=True)

    def make_error_response(self, error: ProtocolError) -> bytes | None:
        """Return the text of a response in which each request gets this error; None if there are no requests."""
        replies = [error.reply(id_) for id_ in self._request_ids]
        if not replies:
            return None
        return b"[" + b",".join(replies) + b"]" if self._is_batch else replies[0]

    @contextmanager
    def count_json_response(self, response: bytes, buffers: Buffers) -> Generator[bytes]:
        """Count a long response while the block sends it as JSON, and yield the text to send.

        If too much is being sent, log this; the text then has an error in place of each result.

        Args:
            response: the text of the response.
            buffers: the bound of the bytes of all long messages that wait or are being sent.
        """
        with ExitStack() as counted:
            try:
                counted.enter_context(buffers.refuse_or_count_message(len(response)))
            except UnsentError as error:
                _log.warning("a response cannot be sent: %s", error)
                response = self.make_error_response(make_no_room_error()) or b""
            counted.enter_context(self._peer.unsent.count_unsent_answer(len(response)))
            yield response

    async def send(self, message: bytes) -> None:
        """Send a message on the stream before the response. If the HTTP response is always JSON, drop notifications.

        Raises:
            UnsentError: the HTTP response is always JSON, and the message is a request.
            ConnectionError: the message cannot be sent.
        """
        if self._stream_after is not None:
            await self.open_stream().send(message)
        elif is_object(document := json.loads(message)) and "id" in document:
            raise UnsentError("this server responds with JSON only, so it cannot send requests to the client")

    async def send_where_read(self, message: bytes) -> None:
        """Send a message of a handler with `send`, or on the standalone stream, which the client may still read.

        The message goes to the standalone stream if this stream has a reader, and the session waits for no response to
        the requests any more: they are answered, or the client has cancelled them.

        Raises:
            ConnectionError: the message cannot be sent.
        """
        awaited = self._peer.session.peer_requests
        if self._peer.is_reachable and not any(id_ in awaited for id_ in self._request_ids):
            await self._peer.standalone_channel.send(message)
        else:
            await self.send(message)

    def cancel_requests(self, task: asyncio.Task[None]) -> None:
        """Cancel the handling of the requests, since the client no longer waits for the response.

        Args:
            task: the task that executes `handle_requests`.
        """
        self._peer.abandon_requests(self._request_ids)
        task.cancel()

    @property
    def can_stream(self) -> bool:
        """True if the HTTP response may be a stream."""
        return self._stream_after is not None

    def open_stream(self) -> EventChannel:
        """Open the stream of the response, unless it is open already, and return its channel."""
        if self.channel is None:
            self.channel = self._peer.open_stream(self._request_ids)
            self.channel.grace = GRACE
            self.mark_form_decided()
        return self.channel

    def _disconnect_reader(self) -> None:
        if self._stream_after is not None and self._peer.streams.resumable:
            self.open_stream().disconnect_reader()

    def _open_stream_if_late(self) -> None:
        """Open a stream when the time for a JSON response is over, unless the response has just become known."""
        if not self._decided.done():
            self.open_stream()

    async def wait_until_form_decided(self) -> None:
        """Wait until `response` is known, a stream is open, or the task has ended with neither."""
        await self._decided

    async def is_form_decided_within(self, seconds: float) -> bool:
        """Wait until the form of the response is decided, but at most `seconds` seconds. Return whether this is so."""
        await asyncio.wait({self._decided}, timeout=seconds)
        return self._decided.done()

    def _start_timer(self) -> None:
        if self._stream_after is not None:
            self._timer = asyncio.get_running_loop().call_later(self._stream_after, self._open_stream_if_late)

    def mark_form_decided(self) -> None:
        """Record that the form of the response is decided. End the wait of `wait_until_form_decided`."""
        if not self._decided.done():
            self._decided.set_result(None)


def list_request_ids(event: object) -> list[RequestId]:
    """Return the ids of the requests in an event of a session, which may be a batch."""
    items: Iterable[object] = event if isinstance(event, Batch) else (event,)
    return [item.id for item in items if isinstance(item, Request)]


def needs_response(event: object) -> bool:
    """Return whether an event of a session is a request, or a batch with a request or an error."""
    if isinstance(event, Batch):
        return any(isinstance(item, (Request, ProtocolError)) for item in event)
    return isinstance(event, Request)
