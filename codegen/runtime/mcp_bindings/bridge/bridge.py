"""A bridge: one client and one server that need not share a revision, without any I/O."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Any, NamedTuple, get_args

from ..errors import ProtocolError, RequestId
from ..extensions import Extension
from ..extensions.extension import check_extensions
from ..guards.state_signer import StateSigner, check_signer
from ..http.headers import is_header_mismatch, read_tool_name
from ..jsonrpc.envelope import read_envelope
from ..jsonrpc.messages import Batch, ErrorResponse, Message, Notification, Request, Response
from ..jsonrpc.strict_json import to_utf8
from ..limits import DEFAULT, Limits
from ..negotiation.versions import known_versions
from ..options import check_choice, check_class, check_clock, check_limits, check_positive, check_texts
from ..renames import list_names
from ..revisions import REVISIONS, revision
from ..session.declarations import UNNAMED
from ..session.errors import LocalProtocolError
from ..session.events import Event, Ignored, OpeningContinues, OpeningFailed, RequestLost, SessionExpired, VersionAgreed
from ..session.receiver import Text
from ..session.session import Session
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.http_fields import Headers, to_header_fields
from ..spec.names import ACCEPT, CANCELLED, DISCOVER, INITIALIZE, PING, Sender, Transport
from .client_sessions import MODE, ClientSessions
from .eras import make_relay
from .opening import (
    ServerOpening,
    make_all_capabilities,
    read_server_description,
    remove_rejected_members,
    select_capabilities,
)
from .relay import Relay
from .state import (
    Action,
    Batches,
    Bounds,
    BridgeState,
    Closed,
    EndExchange,
    ToClient,
    ToolHeaders,
    ToServer,
    copy_with_id,
    make_internal_error,
)
from .timers import Timer, Timers
from .tools import list_tools

_MESSAGES = (Request, Notification, Response, ErrorResponse, Batch, Ignored)
"""The types of those events of a session that are a message, a batch or an ignored message."""


class QueuedText(NamedTuple):
    """A text of the client that waits, with its HTTP headers and its HTTP exchange."""

    data: bytes | str
    headers: Headers | None
    exchange: Hashable

    def write_refusal(self, error: ProtocolError) -> bytes | None:
        """Return the text that answers each request in this text with an error.

        Returns:
            The answer; the error of reading if the text cannot be read; None if the text has no request, or is an
            unreadable answer.
        """
        try:
            envelope = read_envelope(self.data)
        except ProtocolError as fault:
            return fault.to_bytes()
        found = envelope.items or (envelope,)
        replies = [
            error.reply(each.id) for each in found if not isinstance(each, ProtocolError) and each.kind == "request"
        ]
        if not replies:
            return None
        return b"[" + b",".join(replies) + b"]" if envelope.items else replies[0]


class TextQueue:
    """The texts of the client that wait until the connection to the server is open.

    Args:
        bounds: the number of texts and of bytes that may wait.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._texts: list[QueuedText] = []
        self._size = 0

    def add_text_if_room(self, queued: QueuedText) -> bool:
        """Add a text if there is room, and return whether the text is added. The first text always has room."""
        size = len(to_utf8(queued.data))
        if self._texts and (len(self._texts) >= self._bounds.queued or self._size + size > self._bounds.queued_bytes):
            return False
        self._texts.append(queued)
        self._size += size
        return True

    def remove_texts_of_exchange(self, exchange: Hashable) -> None:
        """Remove the texts of an HTTP exchange that the client has closed."""
        for queued in self.remove_all_texts():
            if queued.exchange != exchange:
                self.add_text_if_room(queued)

    def remove_all_texts(self) -> list[QueuedText]:
        """Remove all texts, and return them in order."""
        texts, self._texts, self._size = self._texts, [], 0
        return texts


class OpenBridge:
    """A bridge with both ends open.

    Args:
        sessions: the sessions that face the client.
        state: the state of the bridge.
        relay: the relay that translates and passes on messages.
    """

    def __init__(self, sessions: ClientSessions, state: BridgeState, relay: Relay) -> None:
        self.sessions = sessions
        self.state = state
        self.relay = relay
        self._deferred: dict[Hashable, QueuedText] = {}
        """The texts of calls that wait for the list of tools, by HTTP exchange."""

    def end_exchange(self, exchange: Hashable) -> None:
        """End an HTTP exchange that the client has closed, or cancel all calls if the client has left.

        Args:
            exchange: the exchange; None if the client has left.
        """
        if exchange is None:
            self.cancel_all_calls()
            return
        self._deferred.pop(exchange, None)
        self.relay.close_exchange(exchange)

    def receive_from_client(
        self, queued: QueuedText, opened: Response | None = None, *, has_waited: bool = False
    ) -> None:
        """Check a text of the client, and pass on, answer or refuse its messages.

        A text with a call over HTTP may first wait for the list of tools.

        Args:
            queued: the text.
            opened: the server's answer to the `initialize` in the text; None if the bridge answers it, or if the text
                has no `initialize`.
            has_waited: whether the text has waited for the list of tools.
        """
        data, headers, exchange = queued
        is_alone = self.state.client is None
        tool = read_tool_name(to_header_fields(headers)) if headers is not None and is_alone else None
        if tool is not None and not has_waited and self._list_tools_first(queued, tool):
            return
        schema = self.state.tools.find_header_schema(tool) if tool is not None else None
        session = self.sessions.main or self.sessions.get_session_for_exchange()
        try:
            event: Any = session.receive(data, headers=headers, input_schema=schema)
        except ProtocolError as error:
            if is_header_mismatch(error.code) and schema is not None:
                self.state.tools.mark_doubtful()  # perhaps the client knows a newer list
            reply = error.to_bytes()
            if reply is not None:
                self.state.send_answer_to_client(session, None, reply, exchange, http_status=error.http_status)
            elif exchange is not None:
                self.state.actions.append(EndExchange(exchange, error))
            self._reject_client_answer(error)
            return
        if isinstance(event, Request) and event.method == INITIALIZE:
            self._answer_initialize(session, event, exchange, opened)
        else:
            self._handle_client_event(session, event, exchange)

    def handle_server_event(self, event: Message | Batch | Ignored, stream: RequestId | None) -> None:
        """Pass on, answer or refuse the messages of a text that the session facing the server has received.

        An ignored message is dropped.

        Args:
            event: the messages of the text.
            stream: the id of the request in whose response the text arrived; None for any other stream.
        """
        if isinstance(event, (Response, ErrorResponse)):
            self.relay.handle_server_answer(event)
        elif isinstance(event, Notification):
            self.relay.handle_server_notification(event, stream)
        elif isinstance(event, Request):
            self.relay.handle_server_request(event, stream)
        elif isinstance(event, Batch):
            self._handle_server_batch(event, stream)

    def end_lost_request(self, id_: RequestId, reason: str) -> None:
        """End a request to the server, since no answer to it will come. If the request belongs to a call, answer the
        call with an error.
        """
        self.relay.reject_server_answer(id_, make_internal_error(reason))

    def reject_server_text(self, error: ProtocolError) -> None:
        """Send the server the error for an invalid text, if the text can be answered. If the text was to answer a call,
        end the call with an error.
        """
        reply = error.to_bytes()
        if reply is not None:
            self.state.send_to_server(reply)
        self._reject_server_answer(error)

    def cancel_all_calls(self) -> None:
        """Cancel all calls at the server, since the client has left. No call gets an answer any more."""
        for call in self.state.calls:
            self.relay.refuse_input(call)
            if call.server_id is not None:
                self.state.cancel_at_server(call.server_id)
            call.session = None

    def expire_calls(self, now: float) -> None:
        """End the calls that have taken too long by the given time, each with an error."""
        for call in self.state.calls.list_due_calls(now):
            self.relay.expire_call(call)

    def close(self, reason: str) -> None:
        """End the subscriptions, and answer every call and every waiting text with an error that states the reason."""
        self.relay.end_subscriptions(make_internal_error(reason))
        for queued in self._deferred.values():
            self._refuse_text(queued, make_internal_error(reason))
        self._deferred.clear()
        for call in self.state.calls:
            self.state.fail_call(call, make_internal_error(reason))
        self.state.timers.clear()

    def _list_tools_first(self, queued: QueuedText, tool: str) -> bool:
        """List the tools before a call over HTTP, unless the bridge knows what it needs of the called tool.

        The bridge needs the schemas if its relay uses them, otherwise only the arguments that HTTP headers repeat.

        Returns:
            True if the call waits for the list or was refused; False if the call can be received now.
        """
        catalog, exchange = self.state.tools, queued.exchange
        if exchange is None:
            return False
        if catalog.knows_tool(tool) if self.relay.needs_schemas else catalog.knows_headers(tool):
            return False
        if len(self._deferred) >= self.state.bounds.queued:
            self._refuse_text(queued, make_internal_error("Too many requests wait for the list of tools"))
            return True
        self._deferred[exchange] = queued
        list_tools(self.state, tool, lambda: self._receive_deferred(exchange))
        return True

    def _receive_deferred(self, exchange: Hashable) -> None:
        """Receive the text of a call that has waited for the list of tools, unless its HTTP exchange was closed."""
        queued = self._deferred.pop(exchange, None)
        if queued is not None:
            self.receive_from_client(queued, has_waited=True)

    def _refuse_text(self, queued: QueuedText, error: ProtocolError) -> None:
        reply = queued.write_refusal(error)
        if reply is not None:
            self.state.actions.append(ToClient(reply, queued.exchange, answers=True))

    def _answer_initialize(
        self, session: Session, request: Request, exchange: Hashable, opened: Response | None
    ) -> None:
        """Answer `initialize` with the answer of the server, if there is one that may be sent to the client; otherwise
        with an answer of the bridge.
        """
        data: bytes | None = None
        if opened is not None:
            try:
                data = session.forward(copy_with_id(opened, request.id))
            except LocalProtocolError as error:
                self.state.report_dropped_message("server", INITIALIZE, error.message)
        self.state.send_answer_to_client(
            session, request.id, data if data is not None else session.accept(request), exchange
        )

    def _handle_client_event(self, session: Session, event: Message | Batch | Ignored, exchange: Hashable) -> None:
        if isinstance(event, Request):
            self.relay.handle_client_request(session, event, exchange)
        elif isinstance(event, Notification):
            self.relay.handle_client_notification(session, event, exchange)
        elif isinstance(event, (Response, ErrorResponse)):
            self.relay.handle_client_answer(event)
        elif isinstance(event, Batch):
            self._handle_client_batch(session, event, exchange)
        elif isinstance(event.message, Notification) and event.message.method in list_names(CANCELLED):
            # The client has not seen yet that its request is answered. The call may still wait for input.
            self.relay.handle_client_notification(session, event.message, exchange)

    def _handle_client_batch(self, session: Session, batch: Batch, exchange: Hashable) -> None:
        items = [item for item in batch if not isinstance(item, Request) or item.id in session.peer_requests]
        requests = [(session, item.id) for item in items if isinstance(item, Request)]
        whole = self.state.client_batches.add_batch(requests, _write_rejections(batch))
        if whole is not None:
            self.state.send_answer_to_client(session, None, whole, exchange)
        elif not requests and exchange is not None and (len(items) < len(batch) or _has_unanswerable_request(items)):
            self.state.actions.append(EndExchange(exchange))  # no request of the batch gets an answer
        for item in items:
            if isinstance(item, ProtocolError):
                self._reject_client_answer(item)
            else:
                self._handle_client_event(session, item, exchange)

    def _handle_server_batch(self, batch: Batch, stream: RequestId | None) -> None:
        waiting = self.state.server.peer_requests
        items = [item for item in batch if not isinstance(item, Request) or item.id in waiting]
        requests = [item.id for item in items if isinstance(item, Request)]
        whole = self.state.server_batches.add_batch(requests, _write_rejections(batch))
        if whole is not None:
            self.state.send_to_server(whole)
        for item in items:
            if not isinstance(item, ProtocolError):
                self.handle_server_event(item, stream)
            else:
                self._reject_server_answer(item)

    def _reject_server_answer(self, error: ProtocolError) -> None:
        if error.rejects_answer and error.id is not None:
            self.relay.reject_server_answer(
                error.id, make_internal_error(f"The answer of the server is not valid: {error.message}")
            )

    def _reject_client_answer(self, error: ProtocolError) -> None:
        if error.rejects_answer:
            self.relay.reject_client_answer(error.id)


def _write_rejections(batch: Iterable[Message | ProtocolError]) -> list[bytes]:
    """Return the errors that answer the rejected messages of a batch."""
    replies = (item.to_bytes() for item in batch if isinstance(item, ProtocolError))
    return [reply for reply in replies if reply is not None]


def _has_unanswerable_request(items: Iterable[Message | ProtocolError]) -> bool:
    """Return whether one of the items of a batch is a rejected request whose error may not be sent."""
    errors = (item for item in items if isinstance(item, ProtocolError))
    return any(error.id is not None and not error.answerable and not error.rejects_answer for error in errors)


_ACCEPT_ANY: Mapping[str, str] = {ACCEPT: "application/json, text/event-stream"}
"""The header of a message that opens a connection over HTTP. The HTTP transport of the server is not known yet; that of
2024-11-05 needs no header.
"""


def _read_requested_method(queued: QueuedText) -> str | None:
    """Return the method of the request in a text; None if the text has no single, valid request."""
    try:
        envelope = read_envelope(queued.data)
    except ProtocolError:
        return None
    return envelope.method if envelope.kind == "request" else None


def _check_options(
    principal: object, limits: object, bounds: Bounds | None, signer: object, tool_headers: object, clock: object
) -> None:
    """Check options of `Bridge` that are first used later, so that the constructor reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: `signer` is None, and the state of calls that wait for input would never expire.
    """
    if principal is not None:
        check_class("principal", principal, str, "a text, or None if no principal is known")
    check_limits(limits)
    if bounds is not None:
        check_class("bounds", bounds, Bounds, "Bounds(…) from mcp_bindings.bridge")
    if signer is not None:
        check_signer(signer)
    elif bounds is not None:
        check_positive("without a signer, input_seconds of bounds", bounds.input_seconds)
    if tool_headers is not None:
        check_class("tool_headers", tool_headers, ToolHeaders, "a ToolHeaders()")
    check_clock(clock)


class Bridge:
    """A connection of one client to one server, each of which may speak any revision.

    Give the bridge the texts that arrive on either side; it returns the actions that the caller must do. If both sides
    share a revision, they speak it, and messages keep their ids and their texts. Otherwise `mb.translate` translates
    each message, and the bridge keeps the state that belongs to a connection: the opening, the level of the log,
    subscriptions, progress, cancellation, batches, and requests for input. In one era, a request for input is a request
    of the server; in the other, it is a part of a result of the server.

    On stdio there is one bridge for a client. Over HTTP there is one for each session of a client with a handshake, and
    one for each `connection_key` of per-request clients.

    A request without a translation is refused with an error. Requests about tasks and extensions are refused between
    different revisions, even if they have a translation. A server's request for input is refused if several calls are
    in progress and the request does not say to which of them it belongs. If the server ends the session, the bridge
    closes, and each call ends with an error.

    Args:
        client: the ids of the revisions that the bridge speaks to the client. Unknown ids are ignored.
        server: the ids of the revisions that the bridge speaks to the server. Unknown ids are ignored.
        client_transport: the transport to the client.
        server_transport: the transport to the server.
        principal: the key of the principal, from the authorization of the requests; None if no principal is known.
        limits: the limits of each text.
        bounds: the limits of what the bridge keeps; by default those of `Bounds()`.
        extensions: the extensions of the protocol. They work only between sides that share a revision.
        signer: signs the `requestState` of calls that wait for input; by default a signer with a new key.
        tool_headers: the tool arguments that HTTP headers repeat. Give one object to all bridges to a server; by
            default a bridge makes its own.
        clock: returns the time, in seconds.

    Raises:
        TypeError: `client` or `server` is no list of texts, or another option has a wrong type.
        ValueError: a transport is unknown, the bridge speaks no known revision to a side, two of `extensions` define
            the same name, or `input_seconds` of `bounds` is infinite and there is no `signer`.
    """

    def __init__(
        self,
        *,
        client: Collection[str] = REVISIONS,
        server: Collection[str] = REVISIONS,
        client_transport: Transport = "stdio",
        server_transport: Transport = "stdio",
        principal: str | None = None,
        limits: Limits = DEFAULT,
        bounds: Bounds | None = None,
        extensions: Collection[Extension] = (),
        signer: StateSigner | None = None,
        tool_headers: ToolHeaders | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        for name, transport in (("client_transport", client_transport), ("server_transport", server_transport)):
            check_choice(name, transport, get_args(Transport))
        _check_options(principal, limits, bounds, signer, tool_headers, clock)
        self._client = known_versions(check_texts("client", client))
        self._server = known_versions(check_texts("server", server))
        if not self._server:
            raise ValueError("a bridge must speak at least one known revision to the server")
        self._client_transport: Transport = client_transport
        self._server_transport: Transport = server_transport
        self._principal = principal
        self._limits = limits
        self._bounds = bounds if bounds is not None else Bounds()
        self._extensions = check_extensions(extensions)
        self._signer = signer if signer is not None else StateSigner(lifetime=2 * self._bounds.input_seconds)
        self._tool_headers = tool_headers if tool_headers is not None else ToolHeaders()
        self._queue = TextQueue(self._bounds)
        self._early_session: Session = self._make_early_session()
        self._opening: ServerOpening | None = None
        self._open: OpenBridge | None = None
        self._agreed: VersionAgreed | None = None
        self._has_only_probed = False
        """True if a client on stdio has asked for the versions of the server, and may still begin a handshake."""

        self._timers = Timers(clock)
        self._timer: Timer | None = None
        self._close_reason = ""
        self._actions: list[Action] = []

    @property
    def client_session(self) -> Session | None:
        """The session that faces the client; None before the connection is open, and for per-request clients over HTTP.

        Over HTTP, set the `session_id` of the session when the answer to `initialize` is sent.
        """
        return self._open.sessions.main if self._open is not None else None

    @property
    def server_session(self) -> Session | None:
        """The session that faces the server; None before a request of the client opens the connection.

        Over HTTP, set the `session_id` of the session when the server assigns one.
        """
        return self._opening.session if self._opening is not None else None

    @property
    def server_version(self) -> str | None:
        """The version that the bridge speaks to the server; None before the version is agreed."""
        return self._opening.session.version if self._opening is not None else None

    def awaits(self, id: RequestId) -> bool:
        """Return whether the request with this id, which the bridge has sent to the server, waits for its answer."""
        session = self.server_session
        return session is not None and id in session.pending

    def waits_for(self, request_state: str) -> bool:
        """Return whether a call waits for this `requestState`. The client has got the state with a `ToClient`."""
        return self._open is not None and self._open.relay.waits_for(request_state)

    @property
    def input_schemas(self) -> Mapping[str, Any]:
        """The input schemas of the tools of the server, by name, for HTTP headers that repeat arguments.

        The bridge keeps the schemas only if it speaks a revision with such headers over HTTP to either side, or if the
        two sides have different revisions. The value None means that the server does not list the tool. The mapping is
        empty before the connection is open.
        """
        return self._open.state.input_schemas if self._open is not None else {}

    @property
    def next_expiry(self) -> float | None:
        """The time at which to call `expire`, by the clock of the bridge; None if the bridge waits for nothing."""
        called = self._open.state.next_due if self._open is not None else None
        return min((time for time in (self._timers.next_time, called) if time is not None), default=None)

    @property
    def is_closed(self) -> bool:
        """True once the bridge has ended."""
        return bool(self._close_reason)

    def from_client(self, data: Text, *, headers: Headers | None = None, exchange: Hashable = None) -> list[Action]:
        """Receive a text of the client, and return the actions that the caller must do.

        If the bridge has ended, each request in the text is answered with an error.

        Args:
            data: one message, or in 2025-03-26 a batch.
            headers: the headers of the HTTP request with the text; None on stdio.
            exchange: a name for the HTTP exchange of the text and its answer; None on stdio.

        Raises:
            ModuleNotFoundError: the text opens the connection to the server, and neither jsonschema-rs (the extra
                `validators`) nor jsonschema is installed.
        """
        self._receive_client_text(
            QueuedText(data if isinstance(data, (bytes, str)) else bytes(data), headers, exchange)
        )
        return self._pop_actions()

    def _receive_client_text(self, queued: QueuedText, opened: Response | None = None) -> None:
        """Receive a text of the client: refuse it, begin the opening with it, queue it, or relay it.

        Args:
            queued: the text.
            opened: the server's answer to the `initialize` in the text; None if the bridge answers it, or if the text
                has no `initialize`.
        """
        requested = _read_requested_method(queued) if self._has_only_probed else None
        if requested is not None and requested not in list_names(DISCOVER, INITIALIZE, PING) and self._open is not None:
            self._has_only_probed = False  # the client has begun to use the per-request revision of its probes
            self._open.relay.start()
        if self._close_reason:
            self._refuse_text(queued, make_internal_error(self._close_reason))
        elif self._opening is None or requested == INITIALIZE:
            self._open_connection(queued)
        elif self._open is None:
            self._queue_text(queued)
        else:
            self._open.receive_from_client(queued, opened)

    def from_server(self, data: Text, *, stream: RequestId | None = None) -> list[Action]:
        """Receive a text of the server, and return the actions that the caller must do.

        Ignore the text if the bridge has ended, or has not begun to open the connection to the server.

        Args:
            data: one message, or in 2025-03-26 a batch.
            stream: over HTTP, the `id` of the `ToServer` in whose response the text arrived; None for any other stream.
        """
        session = self._opening.session if self._opening is not None else None
        if self._close_reason or session is None:
            return self._pop_actions()
        try:
            event: Any = session.receive(data)
        except ProtocolError as error:
            if self._open is not None:
                self._open.reject_server_text(error)
            elif error.rejects_answer:
                self._close_bridge(
                    f"The connection to the server was not opened: its answer is not valid: {error.message}"
                )
            return self._pop_actions()
        self._handle_server_event(event, stream)
        return self._pop_actions()

    def request_failed(
        self, id: RequestId, *, http_status: int | None = None, body: bytes = b"", reason: str = ""
    ) -> list[Action]:
        """Report that the server will not answer a request, because its stream broke or HTTP rejected the request.

        A call that needs the answer ends with an error. If the request was to open the connection, the opening goes on
        with another request, or fails. Do nothing if the bridge has ended, or does not wait for this answer.

        Args:
            id: the id of the request.
            http_status: the status of the response; None if there is no response, or if the response is a success.
            body: the body of the response.
            reason: the reason that the error for the client states; by default the HTTP status, or that the connection
                was lost.

        Returns:
            The actions that the caller must do.
        """
        session = self.server_session
        if self._close_reason or session is None or id not in session.pending:
            return self._pop_actions()
        cause = reason or ("the connection was lost" if http_status is None else f"HTTP status {http_status}")
        try:
            event = session.request_failed(id, http_status=http_status, body=body)
        except ProtocolError:
            event = RequestLost(id, "")
        self._handle_server_event(event, None, f"The server gave no answer: {cause}")
        return self._pop_actions()

    def client_left(self, exchange: Hashable = None) -> list[Action]:
        """End an HTTP exchange that the client has closed, or the bridge if the client has left.

        A client with a handshake cancels nothing by closing an exchange. Nothing happens if the bridge has ended.

        Args:
            exchange: the name of the exchange; None if the client has left.

        Returns:
            The actions that the caller must do.
        """
        if self._open is not None and not self._close_reason:
            self._open.end_exchange(exchange)
        elif exchange is not None and self._opening is not None and self._opening.era == "per-request":
            self._queue.remove_texts_of_exchange(exchange)
        if exchange is None and not self._close_reason:
            self._close_bridge("the client has gone", "client")
        return self._pop_actions()

    def server_left(self, reason: str = "the server has gone", details: str = "") -> list[Action]:
        """End the bridge, since the connection to the server has ended. Return the actions that the caller must do.

        Nothing happens if the bridge has ended already.

        Args:
            reason: the reason in the errors with which all calls end.
            details: a longer text in place of the reason, for `Closed` and a client on stdio. A client over HTTP does
                not get it, since it may quote the URL or the command of the server, or what the server has written.
        """
        if not self._close_reason:
            told = reason if self._client_transport == "http" else details or reason
            self._close_bridge(told, details=details)
        return self._pop_actions()

    def expire(self, now: float) -> list[Action]:
        """End the calls and waits whose time is over, and return the actions that the caller must do.

        Args:
            now: the time, by the clock of the bridge.
        """
        self._timers.run_due_actions(now)
        if self._open is not None:
            self._open.expire_calls(now)
        return self._pop_actions()

    # The opening.

    def _open_connection(self, queued: QueuedText) -> None:
        """Receive a text of a client before the connection is open, or the `initialize` of a client that has probed.

        The first request other than `ping` begins the opening, and waits for the end of the opening. A ping, a text
        that is not valid, and the invalid messages of a batch are answered. Anything else is dropped.

        Raises:
            LocalProtocolError: the session that faces the server must not send the first text.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        early_session: Session = self._early_session
        try:
            event: Any = early_session.receive(queued.data, headers=queued.headers)
        except ProtocolError as error:
            self._answer_with_error(error, queued.exchange)
            return
        if isinstance(event, Batch):
            pings = [each.id for each in event if isinstance(each, Request)]  # any other request is rejected
            pongs = [early_session.respond(id_, {}) for id_ in pings if id_ in early_session.peer_requests]
            whole = Batches().add_batch((), _write_rejections(event) + pongs)
            if whole is not None:
                self._actions.append(ToClient(whole, queued.exchange, answers=True))
            elif queued.exchange is not None:
                self._actions.append(EndExchange(queued.exchange))  # the batch has cancelled its pings
            return
        if not isinstance(event, Request):
            return
        if event.method in list_names(PING):
            self._actions.append(ToClient(early_session.respond(event.id, {}), queued.exchange, answers=True))
            return
        self._early_session = self._make_early_session()
        options: dict[str, Any] = {"limits": self._limits, "extensions": self._extensions}
        probed, agreed, self._open, self._has_only_probed = self._opening, self._agreed, None, False
        if agreed is not None and revision(agreed.version).era == "per-request":
            agreed = None  # the server may answer `initialize` as well
        self._opening = ServerOpening(
            event,
            early_session.revision_of(event.id),
            client_revisions=self._client,
            server_revisions=self._server,
            transport=self._server_transport,
            session=probed.session if probed is not None and agreed is not None else None,
            **options,
        )
        self._queue_text(queued)
        if agreed is not None:
            self._finish_opening(self._opening, agreed)
        else:
            self._send_opening(self._opening.write_first_text(), opens_stream=False)

    def _send_opening(self, data: bytes, *, opens_stream: bool) -> None:
        assert self._opening is not None
        session = self._opening.session
        headers = {} if self._server_transport == "stdio" else {**_ACCEPT_ANY, **session.http_headers(data)}
        id_ = next(reversed(list(session.pending)))
        seconds = self._bounds.own_seconds
        if session.pending[id_] in list_names(DISCOVER) and self._may_fall_back:
            seconds = self._bounds.probe_seconds  # servers with a handshake may ignore the request
        self._timer = self._timers.schedule(seconds, lambda: self._expire_opening(id_))
        self._actions.append(ToServer(data, id_, headers, opens_stream=opens_stream))

    @property
    def _may_fall_back(self) -> bool:
        """True if the session facing the server sends `initialize` when its `server/discover` gets no answer."""
        return self._opening is not None and self._opening.may_fall_back and self._server_transport == "stdio"

    def _expire_opening(self, id_: RequestId) -> None:
        """Continue the opening if the server has not answered in time."""
        session = self.server_session
        if session is not None and id_ in session.pending:
            if self._opening is not None and session.pending[id_] in list_names(DISCOVER) and self._may_fall_back:
                self._opening.ask_again_if_rejected()
            self._continue_opening(session.request_failed(id_))

    def _continue_opening(self, event: Event | RequestLost | SessionExpired) -> None:
        """Continue or finish the opening after an event of the session that faces the server. Close the bridge if the
        opening has failed.
        """
        opening = self._opening
        assert opening is not None
        if self._timer is not None:
            self._timer.cancel()
        if isinstance(event, VersionAgreed):
            self._finish_opening(opening, event)
            return
        data, fault = opening.continue_after(event)
        if data is not None:
            is_older = isinstance(event, OpeningContinues) and event.action == "http+sse"
            self._send_opening(data, opens_stream=is_older)
        elif fault:
            self._close_bridge(f"The connection to the server was not opened: {fault}")

    def _finish_opening(self, opening: ServerOpening, agreed: VersionAgreed) -> None:
        """Make the sessions that face the client, now that the server is known. Let them receive the waiting texts.

        Raises:
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        server_revision = revision(agreed.version)
        state = BridgeState(
            opening.session,
            server_revision,
            self._server_transport,
            self._bounds,
            self._timers,
            self._actions,
            self._tool_headers,
        )
        info, capabilities, instructions = read_server_description(agreed)
        spoken: Collection[str] = [opening.source.version]
        if opening.era == "per-request":
            spoken = known_versions(self._client, era=opening.era)
        info = remove_rejected_members(info, map(revision, spoken))
        same = server_revision.version == opening.source.version
        shown_capabilities = (
            capabilities if same else select_capabilities(capabilities, "server", server_revision, [opening.source])
        )
        is_shared = opening.era == "handshake" or self._client_transport == "stdio"
        first = Session(
            "server",
            spoken,
            info=info,
            capabilities=shown_capabilities,
            instructions=instructions,
            transport=self._client_transport,
            limits=self._limits,
            extensions=self._extensions if same else (),
            mode=MODE,
        )
        sessions = ClientSessions(first, is_shared=is_shared)
        state.server_info = info
        state.client = sessions.main
        state.client_revision = opening.source
        relay = make_relay(opening, state, shown_capabilities, self._principal, self._signer)
        self._agreed, self._open = agreed, OpenBridge(sessions, state, relay)
        self._has_only_probed = opening.is_probe and self._client_transport == "stdio"
        relay.initialized = agreed.reply
        if not self._has_only_probed:
            relay.start()
        result = agreed.message if same and opening.is_forwarded else None
        for queued in self._queue.remove_all_texts():
            self._receive_client_text(queued, result)
            result = None

    def _handle_server_event(self, event: Any, stream: RequestId | None, lost: str = "") -> None:
        """Pass on or answer a message of the server, continue the opening, or end a request or the bridge.

        Args:
            event: the event.
            stream: the id of the request in whose response the message arrived; None for any other stream.
            lost: for a `RequestLost`, the text of the error for the client.
        """
        if self._open is not None and isinstance(event, _MESSAGES):
            self._open.handle_server_event(event, stream)
        elif isinstance(event, (VersionAgreed, OpeningContinues, OpeningFailed)):
            self._continue_opening(event)
        elif isinstance(event, SessionExpired):
            self._close_bridge("the server has ended the session")
        elif self._open is not None and isinstance(event, RequestLost):
            self._open.end_lost_request(event.id, lost)
        elif isinstance(event, RequestLost):
            self._continue_opening(event)
        elif isinstance(event, Request):
            self._answer_early_request(event)

    def _answer_early_request(self, request: Request) -> None:
        """Answer a request that the server sends before the connection is open: a ping with a result, any other request
        with an error.
        """
        session = self.server_session
        assert session is not None
        if request.method in list_names(PING):
            data = session.respond(request.id, {})
        else:
            data = session.respond_error(request.id, ProtocolError(INTERNAL_ERROR, "The session is not open yet"))
        headers = {} if self._server_transport == "stdio" else session.http_headers(data)
        self._actions.append(ToServer(data, None, headers))

    # Faults, and the end.

    def _answer_with_error(self, error: ProtocolError, exchange: Hashable) -> None:
        reply = error.to_bytes()
        if reply is not None:
            self._actions.append(ToClient(reply, exchange, answers=True, http_status=error.http_status))
        elif exchange is not None:
            self._actions.append(EndExchange(exchange, error))

    def _queue_text(self, queued: QueuedText) -> None:
        if not self._queue.add_text_if_room(queued):
            self._refuse_text(queued, make_internal_error("The connection to the server is not open yet"))

    def _refuse_text(self, queued: QueuedText, error: ProtocolError) -> None:
        """Answer each request in a text with an error, before a session receives the text."""
        replies = queued.write_refusal(error)
        if replies is not None:
            self._actions.append(ToClient(replies, queued.exchange, answers=True))

    def _close_bridge(self, reason: str, side: Sender = "server", details: str = "") -> None:
        """End the bridge, and answer every call and every waiting text with an error that states the reason."""
        self._close_reason = reason
        if self._open is not None:
            self._open.close(reason)
        self._timers.clear()
        for queued in self._queue.remove_all_texts():
            self._refuse_text(queued, make_internal_error(reason))
        self._actions.append(Closed(details or reason, side))

    def _make_early_session(self) -> Session:
        """Return a session that receives the first text of a client, before the server is known."""
        return Session(
            "server",
            self._client,
            info=UNNAMED,
            capabilities=make_all_capabilities("server"),
            transport=self._client_transport,
            limits=self._limits,
            extensions=self._extensions,
            mode=MODE,
        )

    def _pop_actions(self) -> list[Action]:
        """Remove the actions that the caller must do, and return them."""
        taken = list(self._actions)
        self._actions.clear()
        return taken
