"""What all parts of a bridge share: both ends, the requests that wait, and the actions that the caller will do."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

from ..errors import ProtocolError, RequestId
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response
from ..revisions import Revision
from ..session import LocalProtocolError, Session
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.names import META, PROGRESS_KEY, Sender, Transport
from ..translation import Translation, TranslationContext, translate
from .actions import Action, CloseStream, EndExchange, Lost, ToClient, ToServer
from .batches import Batches
from .bounds import Bounds
from .catalog import Catalog, ToolHeaders
from .fields import token_of
from .records import Answer, Ask, Call, Calls, OnAnswer
from .timers import Timers

_OWN_IDS = "mcp-bridge-"
"""What the ids of requests of the bridge itself begin with."""


class Link:
    """Both ends of a bridge.

    Args:
        back: The session that faces the server.
        back_revision: The revision that it speaks.
        transport: How messages travel to the server.
        bounds: The limits.
        timers: What becomes due.
        actions: What the caller does next.
        tool_headers: What is known of the tools of the server.

    Attributes:
        server_info: Name and version of the server.
        main: The session that faces the client; None where each HTTP exchange has one.
        calls: Requests of the client.
        asks: Requests to the client, by their ids.
        own: Requests of the bridge to the server, by their ids.
        catalog: The schemas of tools.
    """

    def __init__(
        self,
        back: Session,
        back_revision: Revision,
        transport: Transport,
        bounds: Bounds,
        timers: Timers,
        actions: list[Action],
        tool_headers: ToolHeaders,
    ) -> None:
        self.back = back
        self.back_revision = back_revision
        self.transport: Transport = transport
        self.bounds = bounds
        self.timers = timers
        self.server_info: Any = None
        self.main: Session | None = None
        self.front_revision: Revision | None = None
        self.actions = actions
        self.calls: Calls = Calls()
        self.asks: dict[RequestId, Ask] = {}
        self.asks_of_server: dict[RequestId, Ask] = {}
        self.own: dict[RequestId, OnAnswer] = {}
        self.catalog: Catalog = Catalog(bounds.tools, bounds.tools_bytes, tool_headers)
        self._number = 0
        self.front_batches: Batches = Batches()
        self.back_batches: Batches = Batches()

    def new_id(self) -> str:
        """An id for a request of the bridge itself, unlike those of both sides."""
        self._number += 1
        return f"{_OWN_IDS}{self._number}"

    # Texts to the client.

    def to_client(self, data: bytes, exchange: Hashable = None, edits: tuple[Edit, ...] = ()) -> None:
        """Send a notification or a request to the client."""
        self.actions.append(ToClient(data, exchange, answers=False, edits=edits))

    def answer_client(
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
        """Send an answer to the client, together with those of its batch."""
        whole = data if id_ is None else self.front_batches.answered((session, id_), data)
        if whole is not None:
            self.actions.append(
                ToClient(whole, exchange, answers=True, edits=edits, http_status=http_status, request_state=state)
            )

    def end_exchange(self, call: Call, session: Session) -> None:
        """Answer a batch whose last request was cancelled, or end an exchange in which nothing is answered."""
        whole, is_awaited = self.front_batches.dropped((session, call.id))
        if whole is not None:
            self.actions.append(ToClient(whole, call.exchange, answers=True))
        elif call.exchange is not None and not is_awaited and not self.calls.in_exchange(call.exchange):
            self.actions.append(EndExchange(call.exchange))

    def respond_client(self, session: Session, id_: RequestId, result: Any, exchange: Hashable) -> None:
        """Answer a request of the client here."""
        try:
            data = session.respond(id_, result)
        except LocalProtocolError as error:
            self.refuse_client(session, id_, problem(error), exchange)
        else:
            self.answer_client(session, id_, data, exchange)

    def refuse_client(self, session: Session, id_: RequestId, error: ProtocolError, exchange: Hashable) -> None:
        """Answer a request of the client with an error."""
        data = _error_text(session, id_, error)
        if data is not None:
            self.answer_client(session, id_, data, exchange)

    # Texts to the server.

    def to_server(self, data: bytes, id_: RequestId | None = None, edits: tuple[Edit, ...] = ()) -> None:
        """Send a text that the session facing the server has just written."""
        headers = {} if self.transport == "stdio" else self.back.http_headers(data, input_schemas=self.catalog.inputs)
        self.actions.append(ToServer(data, id_, headers, edits))

    def answer_server(self, id_: RequestId, data: bytes, edits: tuple[Edit, ...] = ()) -> None:
        """Send an answer to the server, together with those of its batch."""
        whole = self.back_batches.answered(id_, data)
        if whole is not None:
            self.to_server(whole, edits=edits)

    def respond_server(self, id_: RequestId, result: Any) -> None:
        """Answer a request of the server here."""
        try:
            data = self.back.respond(id_, result)
        except LocalProtocolError as error:
            self.refuse_server(id_, problem(error))
        else:
            self.answer_server(id_, data)

    def refuse_server(self, id_: RequestId, error: ProtocolError) -> None:
        """Answer a request of the server with an error, if it still waits."""
        if id_ in self.back.unanswered:
            data = _error_text(self.back, id_, error)
            if data is not None:
                self.answer_server(id_, data)

    def ask_server(self, method: str, params: Any, on_answer: OnAnswer) -> RequestId:
        """Send a request of the bridge itself, whose answer is awaited for a limited time.

        Raises:
            LocalProtocolError: The server must not be sent it.
        """
        id_, data = self.back.request(method, params, id=self.new_id())
        timer = self.timers.after(self.bounds.own_seconds, lambda: self._not_answered(id_))

        def answered(answer: Answer | None) -> None:
            timer.cancel()
            on_answer(answer)

        self.own[id_] = answered
        self.to_server(data, id_)
        return id_

    def _not_answered(self, id_: RequestId) -> None:
        on_answer = self.own.get(id_)
        if on_answer is not None:
            self.cancel_at_server(id_, "timeout")
            on_answer(None)

    def cancel_at_server(self, id_: RequestId, reason: str | None = None) -> None:
        """Cancel a request at the server, in the way that its transport has."""
        self.own.pop(id_, None)
        if id_ not in self.back.pending:
            return
        try:
            data = self.back.cancel(id_, reason)
        except LocalProtocolError:
            self.back.record_lost(id_)
            return
        if data is None:
            self.actions.append(CloseStream(id_))
        else:
            self.to_server(data)

    # Messages that cross.

    def lost(self, sender: Sender, method: str, reason: str) -> None:
        """Take note that a message ends here."""
        self.actions.append(Lost(sender, method, reason))

    def note_unsent(self, sender: Sender, message: Message, translation: Translation) -> None:
        """Record a notification that a translation drops or refuses."""
        if translation.messages:
            return
        refusal, edits = translation.refusal, translation.edits
        reason = refusal.reason if refusal is not None else edits[0].reason if edits else ""
        self.lost(sender, message.method or "", reason)

    def translated(self, message: Message, target: Revision, context: TranslationContext) -> Translation:
        """A message in the revision of the other side."""
        if isinstance(message, Response) and message.supplied:
            added = message.supplied.items()
            message = message.edit(*(Edit("add", f"/result/{name}", value=value) for name, value in added))
        if context.revision == target.id:
            return Translation((message,))
        return translate(message, to=target, context=context)

    def launch(self, call: Call, request: Request, edits: tuple[Edit, ...]) -> bool:
        """Send a translated request of the client to the server; whether it is sent. Otherwise it is refused."""
        try:
            is_valid = call.revision is self.back_revision and not request.is_read
            data, request = self._forwarded(self.back, request, call.session, is_valid=is_valid)
        except LocalProtocolError as error:
            self.fail(call, problem(error))
            return False
        self.calls.sent(call, request.id, token_of(request))
        try:
            self.to_server(data, request.id, edits)
        except ValueError as error:  # an argument has no form as a header
            self.back.record_lost(request.id)
            self.fail(call, ProtocolError(INVALID_PARAMS, f"An argument has no form as an HTTP header: {error}"))
            return False
        return True

    def fail(self, call: Call, error: ProtocolError) -> None:
        """End a call with an error."""
        self.calls.remove(call)
        if call.session is not None:
            self.refuse_client(call.session, call.id, error, call.exchange)

    def notify_client(
        self, session: Session, notification: Notification, exchange: Hashable, edits: tuple[Edit, ...] = ()
    ) -> None:
        """Pass a translated notification on to the client."""
        try:
            self.to_client(session.forward(notification, findings=self.back.findings), exchange, edits)
        except LocalProtocolError as error:
            self.lost("server", notification.method, error.message)

    def notify_server(self, session: Session, notification: Notification, edits: tuple[Edit, ...] = ()) -> None:
        """Pass a translated notification on to the server."""
        try:
            self.to_server(self.back.forward(notification, findings=session.findings), None, edits)
        except LocalProtocolError as error:
            self.lost("client", notification.method, error.message)

    def ask_client(
        self, session: Session, request: Request, ask: Ask, exchange: Hashable, edits: tuple[Edit, ...]
    ) -> None:
        """Send a translated request to the client.

        Raises:
            LocalProtocolError: The client must not be sent it.
        """
        data, request = self._forwarded(session, request, self.back)
        ask.id = request.id
        self.asks[ask.id] = ask
        if ask.back_id is not None:
            self.asks_of_server[ask.back_id] = ask
        self.to_client(data, exchange, edits)

    def take_ask(self, id_: RequestId | None) -> Ask | None:
        """The request to the client with an id, which waits no longer."""
        ask = self.asks.pop(id_, None) if id_ is not None else None
        if ask is not None and ask.back_id is not None:
            self.asks_of_server.pop(ask.back_id, None)
        return ask

    def cancel_ask(self, ask: Ask, reason: str | None = None) -> None:
        """Cancel a request to the client."""
        self.take_ask(ask.id)
        if ask.id not in ask.session.pending:
            return
        try:
            data = ask.session.cancel(ask.id, reason)
        except LocalProtocolError:
            ask.session.record_lost(ask.id)
        else:
            if data is not None:
                self.to_client(data)

    def _forwarded(
        self, session: Session, request: Request, receiver: Session | None, *, is_valid: bool = False
    ) -> tuple[bytes, Request]:
        """The text of a request that another session has received, with an id and a progress token that are not in use.

        Raises:
            LocalProtocolError: The session may not send it.
        """
        if not session.is_free_id(request.id):
            request, is_valid = request.replace(id=self.new_id()), False
        token = token_of(request)
        if token is not None and not session.is_free_token(token):
            request = request.edit(Edit("replace", f"/params/{META}/{PROGRESS_KEY}", value=self.new_id()))
            is_valid = False
        findings = () if receiver is None else receiver.findings
        return session.forward(request, findings=findings, is_valid=is_valid), request


def with_id(answer: Response | ErrorResponse, id_: RequestId) -> Response | ErrorResponse:
    """An answer with the id that its request has at the other end."""
    return answer if answer.id == id_ and type(answer.id) is type(id_) else answer.replace(id=id_)


def problem(error: LocalProtocolError) -> ProtocolError:
    """The error for a side whose message must not be sent to the other one."""
    code = METHOD_NOT_FOUND if error.rule in ("capability", "method") else INTERNAL_ERROR
    return ProtocolError(code, f"The message cannot cross the bridge: {error.message}")


def unsent(answer: Answer, problem_: LocalProtocolError) -> ProtocolError:
    """The error in place of an answer that must not be sent; an error with a code that is not allowed gets another."""
    if isinstance(answer, Response):
        return failure(f"The answer of the server cannot cross the bridge: {problem_.message}")
    given = answer.document["error"]
    return ProtocolError(INTERNAL_ERROR, given["message"], data=given.get("data"))


def failure(text: str) -> ProtocolError:
    """The error for a request that fails at the bridge."""
    return ProtocolError(INTERNAL_ERROR, text)


def _error_text(session: Session, id_: RequestId, error: ProtocolError) -> bytes | None:
    """The error that answers a request; a plain one if the session may not send it, None if nobody waits."""
    if id_ not in session.unanswered:
        return None
    try:
        return session.respond_error(id_, error)
    except LocalProtocolError:
        plain = ProtocolError(INTERNAL_ERROR, "The request failed on its way through a bridge")
    try:
        return session.respond_error(id_, plain)
    except LocalProtocolError:
        session.record_unanswered(id_)
        return json.dumps(
            {"jsonrpc": "2.0", "id": id_, "error": {"code": plain.code, "message": plain.message}}
        ).encode()
