"""One session of a client with a server: it agrees on a revision, sends requests, and responds to requests.

`Session` checks the messages of both sides, the calls of the revision send requests, `Dispatcher` passes messages of
the server to handlers, and a transport transfers the texts. The response to a request belongs to the session of the
request. So when a `ClientConnection` opens another session, calls in progress wait in the session that they began in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from functools import partial
from typing import Any, TypeAlias

from ..errors import ProtocolError, RequestId
from ..jsonrpc.messages import Batch, ErrorResponse, Notification, Request, Response
from ..peer.dispatch import Dispatcher
from ..peer.pending_calls import RelatedCall, related_call
from ..peer.telemetry import UNMEASURED, Metrics
from ..renames import find_own_name, list_names
from ..revisions import revision
from ..session.errors import LocalProtocolError
from ..session.events import Event, OpeningContinues, OpeningFailed, RequestLost, SessionExpired, VersionAgreed
from ..session.session import Session
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import CANCELLED, INITIALIZED, PING
from .client_bounds import ClientBounds
from .client_transport import (
    EARLIER,
    ClientTransport,
    ResponseLostError,
    SessionEndedError,
    make_opening_error,
    read_local_envelope,
    response_stream,
)
from .message_tasks import MessageTasks
from .pings import ping_server_until_lost
from .send_queue import SendQueue
from .service import MakeHandlers
from .session_calls import SessionRequests, get_session_calls_class
from .waiting import LoopPause, TimeIsOverError, run_within, run_within_renewable

_MAX_REPLIES = 1024 * 1024
"""Largest number of bytes of unsent replies to a server. Beyond it, nothing more is read from the server."""

_BYTES_FOR_REPLY = 256
"""Bytes that each unsent reply counts for in addition to its text."""

_MAX_OUTCOMES = 16
"""Largest number of unread outcomes of the messages that open a session. Further outcomes are dropped."""

_FIRST_SERVER_ERROR = 500
"""The lowest HTTP status that reports a failure of the server. The server may have handled the request."""

_Outcome: TypeAlias = OpeningContinues | VersionAgreed | OpeningFailed | RequestLost

_log = logging.getLogger(__name__)


class ClientSession:
    """One session of a `ClientConnection`. The transport passes the messages of the server to this object.

    Args:
        session: the session, which checks the messages of both sides.
        transport: the transport of the messages.
        handlers: function that makes the handlers for messages of the server, from the id of the agreed revision.
        extensions: the extensions of the protocol that the client offers.
        schemas: the input schema of each listed tool, by name.
        bounds: bounds of times and amounts.
        message_tasks: the tasks that handle messages of the server, in all sessions of the connection.
        requests: the record of the requests that the client repeats in a new session.
        ended: the event that is set when the connection has ended.
        on_over: function to call with this object when the server ends the session, unless the connection ends too.
        listeners: functions to call with each notification.
        restarts: whether the end of the server's process ends a per-request session, but not the connection.
        metrics: the instruments that measure the messages and the session; None to measure nothing.

    Attributes:
        session: the argument of this name.
        calls: the calls of the agreed revision; None before a revision is agreed on.
        dispatcher: the object that passes the messages of the server to the handlers; missing before a revision is
            agreed on.
        schemas: the argument of this name.
        bounds: the argument of this name.
        is_over: True if no further request can be sent in the session.
        lost: the event that is set when no further message of an open session will arrive.
        end_reason: a clause that says how the server has ended; empty if that is not known.
    """

    dispatcher: Dispatcher

    def __init__(
        self,
        session: Session,
        transport: ClientTransport,
        handlers: MakeHandlers,
        extensions: Any,
        schemas: Mapping[str, Any],
        bounds: ClientBounds,
        message_tasks: MessageTasks,
        requests: SessionRequests,
        ended: asyncio.Event,
        on_over: Callable[[ClientSession], object],
        listeners: Collection[Callable[[Notification], None]] = (),
        *,
        restarts: bool = False,
        metrics: Metrics | None = None,
    ) -> None:
        self.session = session
        self.calls: Any = None
        self.schemas = schemas
        self.bounds = bounds
        self.is_over: bool = False
        self._requests = requests
        self._ended = ended
        self._on_over = on_over
        self._listeners = listeners
        self._restarts = restarts
        self._metrics = metrics
        self._measured = UNMEASURED if metrics is None else metrics.measure_session()
        self.lost: asyncio.Event = asyncio.Event()
        self.end_reason: str = ""
        self._transport = transport
        self._handlers = handlers
        self._extensions = extensions
        self._running: set[asyncio.Task[None]] = set()
        self._message_tasks = message_tasks
        self._replies: SendQueue[bytes] = SendQueue(self._send_reply, _MAX_REPLIES)
        self._pause = LoopPause()
        self._outcomes: asyncio.Queue[_Outcome | Exception]
        self._outcomes = asyncio.Queue(_MAX_OUTCOMES)

    @property
    def is_open(self) -> bool:
        """True once a revision is agreed on."""
        return self.calls is not None

    @property
    def can_restart(self) -> bool:
        """True if the end of the server's process ends only this session, but not the connection."""
        agreed = self.session.revision
        return self._restarts and agreed is not None and agreed.era == "per-request"

    @property
    def _uses_http_sse(self) -> bool:
        return self._transport.kind == "http" and self.session.http_transport == "http+sse"

    async def open(self) -> None:
        """Open the session and agree on a revision. Then ping the server from time to time, if `bounds.ping_period` is
        set and the revision has pings.

        Raises:
            ConnectionError: the server cannot be reached, does not respond or refuses the client, or has no revision in
                common with the client.
            LocalProtocolError: a message that opens the session is not valid, for example since a client capability
                has a wrong type.
            Exception: the function that makes the handlers, or the start of the transport, has raised this error.
        """
        await self._transport.start(self)
        if self._uses_http_sse:
            await self._transport.open_http_sse()
        message: bytes | None = self.session.open()
        earlier = list[str]()
        while not self.is_open:
            assert message is not None
            match await self._send_opening(message):
                case OpeningContinues(action="authorize", reason=reason) | OpeningFailed(reason=reason):
                    raise make_opening_error(reason, self.end_reason, *earlier)
                case OpeningContinues(action="http+sse", reply=message):
                    await self._transport.open_http_sse()
                case OpeningContinues(reply=message, reason=reason):
                    earlier.append(f"{EARLIER}{reason}")
                case VersionAgreed(reply=message):
                    pass
                case RequestLost(method=method):
                    raise make_opening_error(f"the server does not respond to {method}", self.end_reason, *earlier)
        try:
            await run_within(self.bounds.call_timeout, self._finish_opening(message))
        except asyncio.TimeoutError:
            raise make_opening_error(
                f"the server does not respond to {INITIALIZED}", self.end_reason, *earlier
            ) from None
        has_ping = find_own_name(PING, revision(self.calls.revision)) is not None
        if self.bounds.ping_period is not None and has_ping:
            self.spawn(ping_server_until_lost(self))

    async def _send_opening(self, message: bytes) -> _Outcome:
        """Send a message that opens the session, and return its outcome.

        If no response comes within `bounds.probe_timeout` seconds, the request counts as lost, and the outcome follows
        from that. This time is extended while the client waits for an authorization.

        Raises:
            ConnectionError: the message cannot be sent; or no response comes, and no request is pending.
            Exception: the function that makes the handlers has raised this error.
        """
        exchange = self._send_for_outcome(message)
        try:
            outcome = await run_within_renewable(
                exchange, self.bounds.probe_timeout, lambda: self._transport.is_authorizing
            )
        except TimeIsOverError:
            for id_ in list(self.session.pending):
                self._record_outcome(self.session.request_failed(id_))
            if self._outcomes.empty():
                raise ConnectionError("the server does not respond") from None
            outcome = self._outcomes.get_nowait()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def _send_for_outcome(self, message: bytes) -> _Outcome | Exception:
        await self.send(message)
        return await self._outcomes.get()

    async def _finish_opening(self, message: bytes | None) -> None:
        if message is not None:
            await self.send(message)
        await self._transport.listen()

    async def send(self, data: bytes) -> None:
        """Send a message in this session with `ClientTransport.send`.

        Raises:
            SessionEndedError: the session is over, so the server has not handled the message.
            ResponseLostError: the connection broke after a request was sent. The error has the method of the request,
                and the tool, prompt or resource that the request names.
            ConnectionError: the server cannot be reached, or rejects the message.
            ProtocolError: the server rejects a request with an HTTP status and an invalid JSON-RPC error.
            ValueError: a value of the message has no form as an HTTP header.
        """
        if self.is_over:
            raise SessionEndedError("the session has ended")
        try:
            await self._transport.send(data)
        except SessionEndedError:
            self.session_ended()
            raise
        except ResponseLostError as error:
            lost = read_local_envelope(data)
            raise ResponseLostError(error.reason, method=lost.method, name=lost.name) from None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task, which `stop` cancels.

        A `ConnectionError` or `LocalProtocolError` of the task is logged.
        """
        task = asyncio.create_task(_run_and_log_failure(work))
        self._running.add(task)

        def end(task: asyncio.Task[None]) -> None:
            self._running.discard(task)
            work.close()  # a task that is cancelled before it begins has not awaited the coroutine

        task.add_done_callback(end)

    def stop(self) -> None:
        """Send nothing more, and cancel the background tasks and the handlers of the server's requests.

        Pending calls go on, since responses may still arrive.
        """
        self.is_over = True
        if self.is_open:
            self.dispatcher.cancel_all_requests()
            self.dispatcher.abandon_requests()
            error = "connection_lost" if self.lost.is_set() else ""
            self._measured.end_session(self.session.revision, self._transport.kind, error)
            self._measured = UNMEASURED
        self._replies.cancel()
        for task in list(self._running):
            task.cancel()

    async def receive(self, data: bytes) -> None:
        """Handle a message of the server in the background.

        Never wait for a handler, but wait while the server leaves too many replies unread. Meanwhile nothing more is
        read from the server.

        Raises:
            ConnectionError: the server has left too many replies unread for `bounds.call_timeout` seconds. The
                connection has ended then.
        """
        if self.is_open:
            await self._handle_message(data)
        else:
            await self._handle_opening(data)
        await self._pause.count_message(len(data))

    async def _handle_opening(self, data: bytes) -> None:
        try:
            event = self.session.receive(data)
        except ProtocolError as error:
            if error.rejects_answer:
                self._record_outcome(OpeningFailed(None, f"the response of the server is not valid: {error}"))
            else:
                await self._queue_reply(error.to_bytes())
            return
        if isinstance(event, Request):  # ping is the only request that a server may send before the session is ready
            await self._queue_reply(self.session.respond(event.id, {}))
        else:
            self._record_outcome(event)

    async def _handle_message(self, data: bytes) -> None:
        event: Event | ProtocolError
        try:
            event = self.session.receive(data)
        except ProtocolError as error:
            event = error
        related = self._pass_to_listeners(event) if isinstance(event, Notification) else None
        rest: Event | ProtocolError | None = event
        if self._message_tasks.must_wait(len(data)):
            rest = await self._handle_without_task(event)
        if rest is not None and not self._message_tasks.start_or_queue(
            partial(self._handle_event, rest, related), len(data)
        ):
            await self._refuse_message(rest)

    async def _handle_without_task(self, event: Event | ProtocolError) -> Event | ProtocolError | None:
        """Handle the parts of a message for which running handlers may wait, since the message gets no task now.

        These parts are the responses, and the cancellations of the requests that the handlers have.

        Returns:
            The message without the responses; None if nothing is left.
        """
        rest: list[Any] = []
        for item in event if isinstance(event, Batch) else (event,):
            if isinstance(item, (Response, ErrorResponse)) or (isinstance(item, ProtocolError) and item.rejects_answer):
                await self.dispatcher.handle(item)
                continue
            if isinstance(item, Notification) and item.method in list_names(CANCELLED):
                self.dispatcher.cancel_request(item)
            rest.append(item)
        if isinstance(event, Batch):
            return Batch(rest) if rest else None
        return event if rest else None

    async def _refuse_message(self, event: Event | ProtocolError) -> None:
        """Respond to a message that is dropped, with an error for each of its requests and rejected parts.

        Raises:
            ConnectionError: the server has left too many replies unread for `bounds.call_timeout` seconds. The
                connection has ended then.
        """
        errors: list[Any] = []
        for item in event if isinstance(event, Batch) else (event,):
            if isinstance(item, Request) and item.id in self.session.peer_requests:  # not if it is cancelled already
                errors.append(ProtocolError(INTERNAL_ERROR, "Too many requests at once", id=item.id))
                self.session.record_error(item.id, errors[-1])
            elif isinstance(item, ProtocolError):
                errors.append(item)
        if errors:
            refused: Any = Batch(errors) if isinstance(event, Batch) else errors[0]
            await self._queue_reply(await self.dispatcher.handle(refused))

    async def _queue_reply(self, reply: bytes | None) -> None:
        """Send a reply after earlier replies, and wait while too many replies are unsent. Do nothing with None.

        Raises:
            ConnectionError: the server has left too many replies unread for `bounds.call_timeout` seconds. The
                connection has ended then.
        """
        if reply is None:
            return
        self._replies.enqueue(reply, len(reply) + _BYTES_FOR_REPLY)
        try:
            await run_within(self.bounds.call_timeout, self._replies.wait_for_room())
        except asyncio.TimeoutError:
            reason = "the server does not read the replies to its messages"
            self.connection_lost(reason)
            raise ConnectionError(reason) from None

    async def _send_reply(self, reply: bytes) -> None:
        await _run_and_log_failure(self.send(reply))

    def _pass_to_listeners(self, event: Notification) -> RelatedCall | None:
        """Pass a notification to the listeners of the session, and to the listener of its call, each once. Log
        each exception of a listener.

        Returns:
            The call to which the notification belongs; None if the notification belongs to no call.
        """
        call = self.calls.find_related_call(event, response_stream.get())
        listener = None if call is None else call.listener
        for each in dict.fromkeys((*self._listeners, *(() if listener is None else (listener,)))):
            try:
                each(event)
            except Exception:
                _log.exception("a listener of notifications has failed")
        return None if call is None else call.related

    async def _handle_event(self, event: Event | ProtocolError, related: RelatedCall | None) -> None:
        related_call.set(related)
        await _run_and_log_failure(self._send_result(self.dispatcher.handle(event)))

    def request_failed(self, id_: RequestId, status: int | None = None, body: bytes = b"") -> None:
        """Report that an HTTP status rejects a request, or that the request gets no response.

        While the session opens, this is an outcome of the opening. In an open session, the call of the request ends
        with the JSON-RPC error in `body`; if `body` has no JSON-RPC error, this method raises an error.

        Args:
            id_: the request id.
            status: the HTTP status of the response; None without a response.
            body: the body of the HTTP response.

        Raises:
            ConnectionError: the server has rejected the request.
            SessionEndedError: the session had ended before the request.
            ResponseLostError: the server may have handled the request.
            ProtocolError: the JSON-RPC error in `body` is not valid.
        """
        event = self.session.request_failed(id_, http_status=status, body=body)
        if not self.is_open or isinstance(event, (OpeningContinues, OpeningFailed)):
            self.is_over = self.is_over or isinstance(event, RequestLost)
            self._record_outcome(event)
        elif isinstance(event, SessionExpired):
            raise SessionEndedError("the server has ended the session")
        elif isinstance(event, RequestLost) and status is not None and status < _FIRST_SERVER_ERROR:
            raise ConnectionError(f"{event.method}: HTTP status {status}")
        elif isinstance(event, RequestLost):
            raise ResponseLostError("the server has not responded" if status is None else f"HTTP status {status}")
        else:
            self.spawn(self._send_result(self.dispatcher.handle(event)))

    def session_ended(self) -> None:
        """Record that the server has ended the session. Call `on_over` if this was not known."""
        if not self.is_over:
            self.is_over = True
            self._on_over(self)

    def connection_lost(self, reason: str = "") -> None:
        """Record that no further message will arrive. Pending requests fail, and handlers of requests are cancelled.

        In an open session this ends the connection, or only the session if `can_restart` is True. The end of a stream
        of HTTP+SSE also ends only the session; if that session was open, the transport fails the requests itself.

        Args:
            reason: a clause that says how the server has ended; empty if that is not known.
        """
        self.end_reason = reason
        if self._uses_http_sse:
            self.session_ended()
            if self.is_open:
                return
        if self.is_open:
            self.lost.set()
            error = ResponseLostError(reason or "the connection has ended")
            asyncio.get_running_loop().call_soon(self._end_calls, error)  # after the tasks of the last responses
            if self.can_restart:
                self.is_over = True
            else:
                self._ended.set()
            return
        for id_ in list(self.session.pending):
            self.request_failed(id_)

    def _end_calls(self, error: ResponseLostError) -> None:
        answered = self.calls.pending.keys() - self.session.pending.keys()  # the answers are in a batch that is handled
        self.session.close()
        self.dispatcher.cancel_all_requests()
        self.calls.close(error, spared=answered)

    def _record_outcome(self, event: object) -> None:
        """Record an event for `open` if it is an outcome of the opening. An error response is a failed opening.

        If the event is the agreement on a revision, make `calls` and `dispatcher` first. If the handlers cannot be
        made, record the error in place of the event.
        """
        if isinstance(event, VersionAgreed):
            assert self.session.revision is not None
            try:
                self._set_up_calls(self.session.revision.id)
            except Exception as error:
                event = error
        if isinstance(event, ErrorResponse):  # from a per-request server that rejects this client
            event = OpeningFailed(event, event.error.message)
        outcomes = (OpeningContinues, VersionAgreed, OpeningFailed, RequestLost, Exception)
        if isinstance(event, outcomes) and not self._outcomes.full():
            self._outcomes.put_nowait(event)

    def _set_up_calls(self, agreed: str) -> None:
        """Make `calls` and `dispatcher` for the revision that was agreed on.

        Raises:
            Exception: the function that makes the handlers has raised this error.
        """
        handlers = self._handlers(agreed)
        make_calls = get_session_calls_class(agreed, self._extensions)
        timeout, transport = self.bounds.call_timeout, self._transport.kind
        self.calls = make_calls(self.send, session=self.session, timeout=timeout, transport=transport)
        self.calls.requests = self._requests
        self.calls.metrics = self._metrics
        self.dispatcher = Dispatcher(handlers, send=self.send, calls=self.calls, session=self.session)
        self.dispatcher.is_awaited = True
        self.dispatcher.metrics = self._metrics

    async def _send_result(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        await self._send_optional_reply(await handling)

    async def _send_optional_reply(self, reply: bytes | None) -> None:
        if reply is not None:
            await self.send(reply)


async def _run_and_log_failure(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine. Log a `ConnectionError` or `LocalProtocolError` without a traceback, and do not raise it."""
    try:
        await work
    except (ConnectionError, LocalProtocolError) as error:
        _log.warning("a message could not be delivered: %r", str(error))
