"""The state that all parts of a bridge share: its two ends, bounds, tool schemas, open batches and actions.

Page: /specification/2025-03-26/basic/index#batching.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ..errors import ProtocolError, RequestId
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response
from ..renames import find_first_name
from ..revisions import Revision, revision
from ..session.errors import LocalProtocolError
from ..session.session import Session
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.names import (
    ACKNOWLEDGED,
    CANCELLED,
    LISTEN,
    META,
    PROGRESS_KEY,
    SET_LOG_LEVEL,
    SUBSCRIBE,
    SUBSCRIPTION_KEY,
    UNSUBSCRIBE,
    Sender,
    Transport,
)
from ..translation.context import TranslationContext
from ..translation.outcome import Translation
from ..translation.translator import translate, translate_within_era
from .bounds import Bounds
from .requests import Answer, Call, CallTable, OnAnswer, RequestToClient, read_request_token
from .timers import Timers
from .tool_schemas import ToolHeaders, ToolSchemas

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})
"""The empty headers of a message on stdio."""


class ToClient(NamedTuple):
    """An action: send a text to the client."""

    data: bytes

    exchange: Hashable = None
    """The HTTP exchange in whose response the text is sent: the value that `Bridge.from_client` was given. With None
    the text is sent on the stream that the client has opened with GET, or on stdio."""

    answers: bool = False
    """True if the text is the answer in the exchange, and ends the response."""

    edits: tuple[Edit, ...] = ()
    """The differences from the message of the server."""

    http_status: int | None = None
    """The HTTP status of the response if the text answers a rejected text; None for any other text, and on stdio."""

    request_state: str | None = None
    """The `requestState` of an answer that asks for input; None for any other text. The client sends the state back
    with its input, and only this bridge accepts the state."""


class EndExchange(NamedTuple):
    """An action: end the response of an HTTP exchange without an answer.

    The request in the exchange was cancelled, or its text was rejected with an error that no message may state.
    """

    exchange: Hashable

    rejection: ProtocolError | None = None
    """The error for a rejected text; None for any other. Its `http_status` is the status of the response."""


class ToServer(NamedTuple):
    """An action: send a text to the server."""

    data: bytes

    id: RequestId | None = None
    """The id of the request; None if the text is no request. Give the id to `from_server` with each message in the
    response to this POST, and to `request_failed` if no answer comes."""

    headers: Mapping[str, str] = _NO_HEADERS
    """The headers of the POST over HTTP; empty on stdio."""

    edits: tuple[Edit, ...] = ()
    """The differences from the message of the client."""

    opens_stream: bool = False
    """True if the caller must first open the event stream of the HTTP transport of 2024-11-05, and then send the text
    to the endpoint that the stream names."""


class CloseStream(NamedTuple):
    """An action: cancel a request to the server by closing the HTTP stream that was opened for the answer."""

    id: RequestId


class Lost(NamedTuple):
    """A note for a log: a message was dropped, since it cannot be passed on."""

    sender: Sender
    method: str
    reason: str
    """The reason, in a sentence. It quotes no content of a message, only short values such as a name or an id."""


class Closed(NamedTuple):
    """An action: close both connections, since the bridge has ended."""

    reason: str

    side: Sender = "server"
    """The side that has ended the bridge: `client` if the client has left, otherwise `server`."""


Action: TypeAlias = "ToClient | EndExchange | ToServer | CloseStream | Lost | Closed"
"""An action that a bridge returns, for its caller to do."""


class _Batch:
    """A batch that waits for answers.

    Attributes:
        missing: the number of requests of the batch that are not answered.
        texts: the answers so far.
    """

    __slots__ = ("missing", "texts")

    def __init__(self, missing: int, texts: list[bytes]) -> None:
        self.missing = missing
        self.texts = texts


class Batches:
    """The batches of one side whose answers are not complete, by the keys of their unanswered requests."""

    def __init__(self) -> None:
        self._batches: dict[Hashable, _Batch] = {}

    def add_batch(self, requests: Sequence[Hashable], rejected: Sequence[bytes]) -> bytes | None:
        """Record a batch whose requests are to be answered together.

        Args:
            requests: a key for each request, such as its id.
            rejected: the answers to the rejected messages of the batch.

        Returns:
            The whole answer, if the batch has no requests but rejected messages. None if answers are awaited, or if
            nothing has to be answered.
        """
        if not requests:
            return _join_texts(rejected) if rejected else None
        batch = _Batch(len(requests), list(rejected))
        for each in requests:
            self._batches[each] = batch
        return None

    def add_answer(self, request: Hashable, text: bytes) -> bytes | None:
        """Record the answer to a request, and return the text to send.

        Returns:
            For a request of no batch, the answer itself; for a request of a batch, the answer to the batch if that is
            complete now, otherwise None.
        """
        batch = self._batches.pop(request, None)
        if batch is None:
            return text
        batch.texts.append(text)
        return self._count_down(batch)

    def drop_request(self, request: Hashable) -> tuple[bytes | None, bool]:
        """Stop waiting for the answer to a request.

        Returns:
            The answer to the batch of the request if that is complete now, otherwise None; and whether the batch still
            waits for answers.
        """
        batch = self._batches.pop(request, None)
        return (None, False) if batch is None else (self._count_down(batch), batch.missing > 0)

    def clear(self) -> None:
        """Forget all batches."""
        self._batches.clear()

    def _count_down(self, batch: _Batch) -> bytes | None:
        batch.missing -= 1
        return _join_texts(batch.texts) if not batch.missing and batch.texts else None


def _join_texts(texts: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"


_CONNECTION_METHODS = frozenset({SET_LOG_LEVEL, SUBSCRIBE, UNSUBSCRIBE, LISTEN, ACKNOWLEDGED})
"""First names of the methods about a connection that a bridge passes on between two revisions of one era."""

_OWN_IDS = "mcp-bridge-"
"""The prefix of the ids and progress tokens that the bridge makes."""


class BridgeState:
    """The state of an open bridge. Its methods write the messages of the bridge to both ends.

    Args:
        server: the session that faces the server.
        server_revision: the revision that the server speaks.
        transport: the transport to the server.
        bounds: the limits.
        timers: the timers of the bridge.
        actions: the list that receives the actions for the caller.
        tool_headers: the tool arguments that HTTP headers repeat.

    Attributes:
        server_info: the name and version of the server.
        client: the session that faces the client; None where each HTTP exchange has a session.
        client_revision: the revision of the client; None before the bridge is open.
        calls: the requests of the client that wait for an answer.
        requests_to_client: the requests to the client that wait for an answer, by id at the client.
        requests_by_server_id: those of these requests that are requests of the server, by id at the server.
        own_requests: the functions that receive the answers to requests of the bridge itself, by id.
        tools: the schemas of tools.
    """

    def __init__(
        self,
        server: Session,
        server_revision: Revision,
        transport: Transport,
        bounds: Bounds,
        timers: Timers,
        actions: list[Action],
        tool_headers: ToolHeaders,
    ) -> None:
        self.server = server
        self.server_revision = server_revision
        self.transport: Transport = transport
        self.bounds = bounds
        self.timers = timers
        self.server_info: Any = None
        self.client: Session | None = None
        self.client_revision: Revision | None = None
        self.actions = actions
        self.calls: CallTable = CallTable(bounds.calls, bounds.call_seconds, timers.clock)
        self.requests_to_client: dict[RequestId, RequestToClient] = {}
        self.requests_by_server_id: dict[RequestId, RequestToClient] = {}
        self.own_requests: dict[RequestId, OnAnswer] = {}
        self.tools: ToolSchemas = ToolSchemas(bounds.tools, bounds.tools_bytes, tool_headers)
        self._number = 0
        self.client_batches: Batches = Batches()
        self.server_batches: Batches = Batches()

    @property
    def input_schemas(self) -> Mapping[str, Any]:
        """The kept input schemas of the server's tools, by name of the tool."""
        return self.tools.inputs

    @property
    def next_due(self) -> float | None:
        """The earliest time at which a call has taken too long; None if no call has a time limit."""
        return self.calls.next_due

    def new_id(self) -> str:
        """Return a new id for a request, or a new progress token. A prefix marks what the bridge has made."""
        self._number += 1
        return f"{_OWN_IDS}{self._number}"

    # Texts to the client.

    def send_to_client(self, data: bytes, exchange: Hashable = None, edits: tuple[Edit, ...] = ()) -> None:
        """Send a notification or a request to the client."""
        self.actions.append(ToClient(data, exchange, answers=False, edits=edits))

    def send_answer_to_client(
        self,
        session: Session,
        id_: RequestId | None,
        data: bytes,
        exchange: Hashable,
        edits: tuple[Edit, ...] = (),
        *,
        http_status: int | None = None,
        state: str | None = None,
    ) -> None:
        """Send an answer to the client. If the answered request belongs to a batch, send the whole answer to the batch
        once it is complete.
        """
        whole = data if id_ is None else self.client_batches.add_answer((session, id_), data)
        if whole is not None:
            self.actions.append(ToClient(whole, exchange, True, edits, http_status, state))

    def end_exchange(self, session: Session, id_: RequestId, exchange: Hashable) -> None:
        """Stop waiting for the answer to a request that the client has cancelled. Send the answer to its batch if that
        is complete now. If nothing is sent, and no other answer is awaited in the HTTP exchange, end the exchange.
        """
        whole, is_awaited = self.client_batches.drop_request((session, id_))
        if whole is not None:
            self.actions.append(ToClient(whole, exchange, answers=True))
        elif exchange is not None and not is_awaited and not self.calls.list_calls_in_exchange(exchange):
            self.actions.append(EndExchange(exchange))

    def answer_client_request(self, session: Session, id_: RequestId, result: Any, exchange: Hashable) -> None:
        """Answer a request of the client with a result of the bridge, or with an error if the session must not send the
        result. Do nothing if the request no longer waits.
        """
        try:
            data = session.respond(id_, result)
        except LocalProtocolError as error:
            self.refuse_client_request(session, id_, make_unsendable_error(error), exchange)
        else:
            self.send_answer_to_client(session, id_, data, exchange)

    def refuse_client_request(self, session: Session, id_: RequestId, error: ProtocolError, exchange: Hashable) -> None:
        """Answer a request of the client with an error, unless the request no longer waits."""
        data = _write_error(session, id_, error)
        if data is not None:
            self.send_answer_to_client(session, id_, data, exchange)

    # Texts to the server.

    def send_to_server(self, data: bytes, id_: RequestId | None = None, edits: tuple[Edit, ...] = ()) -> None:
        """Send a text that the session facing the server has just written.

        Raises:
            ValueError: a value of the text, such as an argument of a tool, cannot be written as an HTTP header.
        """
        headers = (
            _NO_HEADERS
            if self.transport == "stdio"
            else self.server.http_headers(data, input_schemas=self.input_schemas)
        )
        self.actions.append(ToServer(data, id_, headers, edits))

    def send_answer_to_server(self, id_: RequestId, data: bytes, edits: tuple[Edit, ...] = ()) -> None:
        """Send an answer to the server. If the answered request belongs to a batch, send the whole answer to the batch
        once it is complete.

        Args:
            id_: the id of the answered request.
            data: the text of the answer.
            edits: the edits of the answer. The answer to a batch has the edits of the answer that completes it.
        """
        whole = self.server_batches.add_answer(id_, data)
        if whole is not None:
            self.send_to_server(whole, edits=edits)

    def drop_server_request(self, id_: RequestId | None) -> None:
        """Stop waiting for the answer to a request that the server has cancelled. Send the answer to its batch if that
        is complete now.
        """
        whole, _ = self.server_batches.drop_request(id_)
        if whole is not None:
            self.send_to_server(whole)

    def answer_server_request(self, id_: RequestId, result: Any) -> None:
        """Answer a request of the server with a result of the bridge, or with an error if the session must not send the
        result.
        """
        try:
            data = self.server.respond(id_, result)
        except LocalProtocolError as error:
            self.refuse_server_request(id_, make_unsendable_error(error))
        else:
            self.send_answer_to_server(id_, data)

    def refuse_server_request(self, id_: RequestId, error: ProtocolError) -> None:
        """Answer a request of the server with an error, unless the request no longer waits."""
        if id_ in self.server.peer_requests:
            data = _write_error(self.server, id_, error)
            if data is not None:
                self.send_answer_to_server(id_, data)

    def ask_server(self, method: str, params: Any, on_answer: OnAnswer) -> RequestId:
        """Send a request of the bridge itself to the server, and return its id. Later, `on_answer` receives the answer,
        or None if no valid answer comes in time.

        Raises:
            LocalProtocolError: the session must not send the request to the server.
            ValueError: a value of the request cannot be written as an HTTP header.
        """
        id_, data = self.server.request(method, params, id=self.new_id())
        timer = self.timers.schedule(self.bounds.own_seconds, lambda: self._expire_own_request(id_))

        def receive_answer(answer: Answer | None) -> None:
            timer.cancel()
            on_answer(answer)

        self.own_requests[id_] = receive_answer
        self.send_to_server(data, id_)
        return id_

    def _expire_own_request(self, id_: RequestId) -> None:
        on_answer = self.own_requests.get(id_)
        if on_answer is not None:
            self.cancel_at_server(id_, "timeout")
            on_answer(None)

    def cancel_at_server(self, id_: RequestId, reason: str | None = None) -> None:
        """Cancel a request to the server, if it still waits: by a notification, or in a per-request revision over HTTP
        by closing its stream. If the session must not cancel the request, only stop waiting for the answer.
        """
        self.own_requests.pop(id_, None)
        if id_ not in self.server.pending:
            return
        try:
            data = self.server.cancel(id_, reason)
        except LocalProtocolError:
            self.server.record_lost_request(id_)
            return
        if data is None:
            self.actions.append(CloseStream(id_))
        else:
            self.send_to_server(data)

    # Messages that cross.

    def report_dropped_message(self, sender: Sender, method: str, reason: str) -> None:
        """Report to the caller that a message is dropped."""
        self.actions.append(Lost(sender, method, reason))

    def report_untranslated_notification(self, sender: Sender, message: Message, translation: Translation) -> None:
        """Report a notification that a translation drops or refuses; do nothing if the translation has a message."""
        if translation.messages:
            return
        refusal, edits = translation.refusal, translation.edits
        reason = refusal.reason if refusal is not None else edits[0].reason if edits else ""
        self.report_dropped_message(sender, message.method or "", reason)

    def translate_message(self, message: Message, target: Revision, context: TranslationContext) -> Translation:
        """Return the translation of a message to the revision of the other side.

        Members that a session has supplied become part of a result, since its text lacks them. If both sides have one
        revision, nothing else is changed. Between two revisions of one era, a message about a subscription or a log
        level is translated too, and not refused like other messages about the connection.

        Args:
            message: the message.
            target: the revision of the other side.
            context: the revision of the message, and the data that the message does not contain.
        """
        if isinstance(message, Response) and message.supplied:
            added = message.supplied.items()
            message = message.edit(*(Edit("add", f"/result/{name}", value=value) for name, value in added))
        if context.revision == target.id:
            return Translation((message,))
        source, method = revision(context.revision), message.method or context.method or ""
        is_passed_on = source.era == target.era and find_first_name(method, source) in _CONNECTION_METHODS
        return (translate_within_era if is_passed_on else translate)(message, to=target, context=context)

    def send_call_text(
        self, call: Call, data: bytes, id_: RequestId, token: RequestId | None = None, edits: tuple[Edit, ...] = ()
    ) -> None:
        """Send the text of a call to the server.

        Args:
            call: the call.
            data: the text.
            id_: the id of the call at the server.
            token: the progress token of the call at the server; None if the text has none.
            edits: the differences from the request of the client.

        Raises:
            ProtocolError: a value of the text, such as an argument of a tool, cannot be written as an HTTP header.
                Nothing is sent.
        """
        self.calls.record_sent_call(call, id_, token)
        try:
            self.send_to_server(data, id_, edits)
        except ValueError as error:
            self.server.record_lost_request(id_)
            raise ProtocolError(INVALID_PARAMS, f"An argument has no form as an HTTP header: {error}") from error

    def fail_call(self, call: Call, error: ProtocolError) -> None:
        """End a call, and answer its request with an error. A call whose client has left, or was asked for input, gets
        no answer.
        """
        self.calls.remove_call(call)
        if call.session is not None:
            self.refuse_client_request(call.session, call.id, error, call.exchange)

    def notify_client(
        self, session: Session, notification: Notification, exchange: Hashable, edits: tuple[Edit, ...] = ()
    ) -> None:
        """Pass a translated notification on to the client, or report that it is dropped if the session must not send
        it.
        """
        try:
            self.send_to_client(session.forward(notification, findings=self.server.findings), exchange, edits)
        except LocalProtocolError as error:
            self.report_dropped_message("server", notification.method, error.message)

    def notify_cancelled(self, session: Session, id_: RequestId, exchange: Hashable) -> None:
        """Send the client `notifications/cancelled` for one of its subscriptions, or report that the notification is
        dropped if the session must not send it. The notification has to precede the subscription's result.

        Page: /specification/2026-07-28/basic/patterns/cancellation#behavior-requirements.
        """
        params = {"requestId": id_, META: {SUBSCRIPTION_KEY: id_}}
        try:
            self.send_to_client(session.notify(CANCELLED, params), exchange)
        except LocalProtocolError as error:
            self.report_dropped_message("server", CANCELLED, error.message)

    def notify_server(self, session: Session, notification: Notification, edits: tuple[Edit, ...] = ()) -> None:
        """Pass a translated notification on to the server, or report that it is dropped if the session must not send
        it.
        """
        try:
            self.send_to_server(self.server.forward(notification, findings=session.findings), None, edits)
        except LocalProtocolError as error:
            self.report_dropped_message("client", notification.method, error.message)

    def ask_client(
        self, session: Session, request: Request, pending: RequestToClient, exchange: Hashable, edits: tuple[Edit, ...]
    ) -> None:
        """Send a translated request to the client, and record that it waits for an answer.

        Raises:
            LocalProtocolError: the session must not send the request to the client.
        """
        token = read_request_token(request)
        data, pending.id, _ = self.forward_request(session, request, token, receiver=self.server, is_valid=False)
        self.requests_to_client[pending.id] = pending
        if pending.server_id is not None:
            self.requests_by_server_id[pending.server_id] = pending
        self.send_to_client(data, exchange, edits)

    def pop_request_to_client(self, id_: RequestId | None) -> RequestToClient | None:
        """Remove the request to the client with an id, and return it; None if no request with that id waits."""
        pending = self.requests_to_client.pop(id_, None) if id_ is not None else None
        if pending is not None and pending.server_id is not None:
            self.requests_by_server_id.pop(pending.server_id, None)
        return pending

    def cancel_request_to_client(self, pending: RequestToClient, reason: str | None = None) -> None:
        """Cancel a request to the client, if it still waits. If the session must not cancel the request, only stop
        waiting for the answer.
        """
        self.pop_request_to_client(pending.id)
        if pending.id not in pending.session.pending:
            return
        try:
            data = pending.session.cancel(pending.id, reason)
        except LocalProtocolError:
            pending.session.record_lost_request(pending.id)
        else:
            if data is not None:
                self.send_to_client(data)

    def forward_request(
        self,
        session: Session,
        request: Request,
        token: RequestId | None,
        *,
        receiver: Session | None,
        is_valid: bool,
    ) -> tuple[bytes, RequestId, RequestId | None]:
        """Write a request that another session has received, with an id and a progress token that are not in use.

        Args:
            session: the session that writes the request.
            request: the request.
            token: the progress token of the request; None without a token.
            receiver: the session that has received the request; None if its client has left.
            is_valid: whether the request is known to be valid in the revision of `session`.

        Returns:
            The text, its id, and its progress token; None for the token if the request has none.

        Raises:
            LocalProtocolError: the session may not send the request.
        """
        if not session.is_free_id(request.id):
            request = request.replace(id=self.new_id())
        if token is not None and not session.is_free_token(token):
            token = self.new_id()
            request = request.edit(Edit("replace", f"/params/{META}/{PROGRESS_KEY}", value=token))
        findings = () if receiver is None else receiver.findings
        return session.forward(request, findings=findings, is_valid=is_valid), request.id, token


def copy_with_id(answer: Response | ErrorResponse, id_: RequestId) -> Response | ErrorResponse:
    """Return an answer with the id that the answered request has at the other end."""
    return answer if answer.id == id_ and type(answer.id) is type(id_) else answer.replace(id=id_)


def make_unsendable_error(error: LocalProtocolError) -> ProtocolError:
    """Return the error for the sender of a message that the bridge must not send to the other side."""
    code = METHOD_NOT_FOUND if error.rule in ("capability", "method") else INTERNAL_ERROR
    return ProtocolError(code, f"The message cannot cross the bridge: {error.message}")


def make_answer_error(answer: Answer, problem: LocalProtocolError) -> ProtocolError:
    """Return the error that the client gets in place of an answer of the server, if the bridge must not send that
    answer.
    """
    if isinstance(answer, Response):
        return make_internal_error(f"The answer of the server cannot cross the bridge: {problem.message}")
    error = answer.document["error"]
    return ProtocolError(INTERNAL_ERROR, error["message"], data=error.get("data"))


def make_internal_error(text: str) -> ProtocolError:
    """Return the internal error for a request that fails at the bridge."""
    return ProtocolError(INTERNAL_ERROR, text)


def _write_error(session: Session, id_: RequestId, error: ProtocolError) -> bytes | None:
    """Write the error that answers a request.

    Returns:
        The text of the error. If the session must not send this error, the text of a plain internal error. None if the
        request no longer waits.
    """
    if id_ not in session.peer_requests:
        return None
    try:
        return session.respond_error(id_, error)
    except LocalProtocolError:
        plain = ProtocolError(INTERNAL_ERROR, "The request failed on its way through a bridge")
    try:
        return session.respond_error(id_, plain)
    except LocalProtocolError:
        session.record_unanswered_request(id_)
        return json.dumps(
            {"jsonrpc": "2.0", "id": id_, "error": {"code": plain.code, "message": plain.message}}
        ).encode()
