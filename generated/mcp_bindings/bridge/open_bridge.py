"""Takes the texts of both sides of a bridge that is open, and gives their messages to what carries them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from ..errors import ProtocolError, RequestId
from ..jsonrpc.envelope import read_envelope
from ..jsonrpc.messages import Batch, Message, Notification, Request, Response
from ..limits import Limits
from ..session import LocalProtocolError, Session
from ..session.events import Ignored
from ..session.receiver import Text
from ..spec.error_codes import HEADER_MISMATCH
from ..spec.http_fields import Headers
from ..spec.names import CALL_TOOL, INITIALIZE
from .actions import Action, ToClient
from .fast_path import FastPath, fast_path_through
from .front import Front
from .held import Held
from .link import Link, failure, with_id
from .listing import list_tools
from .relay import Relay


class OpenBridge:
    """A bridge whose both ends are open.

    Args:
        front: The sessions that face the client.
        link: Both ends.
        relay: Carries messages.
        limits: For each text.

    Attributes:
        fast_path: The fast path; None while there is none.
    """

    def __init__(self, front: Front, link: Link, relay: Relay, limits: Limits) -> None:
        self.front = front
        self.link = link
        self.relay = relay
        self._limits = limits
        self.fast_path: FastPath | None = None
        self._deferred: dict[Hashable, Held] = {}
        """Calls that wait for the list of tools, by their HTTP exchanges."""

    def pass_up(self, data: Text, headers: Headers | None, exchange: Hashable) -> list[Action] | None:
        """Let a text of the client take the fast path; None if it takes the full path."""
        if self.fast_path is None or type(data) is not bytes:
            self.record()
            return None
        return self.fast_path.from_client(data, headers, exchange)

    def pass_down(self, data: Text, stream: RequestId | None) -> list[Action] | None:
        """Let a text of the server take the fast path; None if it takes the full path."""
        if self.fast_path is None or type(data) is not bytes:
            self.record()
            return None
        return self.fast_path.from_server(data, stream)

    def passes(self, id_: RequestId) -> bool:
        """Whether a request with this id has taken the fast path to the server."""
        return self.fast_path is not None and id_ in self.fast_path

    def record(self, id_: RequestId | None = None) -> None:
        """Let both sessions record a request, if it has taken the fast path; all of them if none is named."""
        if self.fast_path is None:
            return
        if id_ is None:
            self.fast_path.record_all()
        else:
            self.fast_path.record(id_)

    def record_due(self, now: float) -> None:
        """Let both sessions record what has taken too long on the fast path."""
        if self.fast_path is not None:
            self.fast_path.record_due(now)

    def client_left(self, exchange: Hashable) -> None:
        """Take note that the client reads an HTTP exchange no longer; without one, that it has gone."""
        if exchange is None:
            self.record()
            self.cancel_all()
            return
        self._deferred.pop(exchange, None)
        if self.fast_path is not None:
            self.fast_path.record_exchange(exchange)
        self.relay.exchange_left(exchange)

    def from_client(self, held: Held, opened: Response | None = None) -> None:
        """Take a text of the client, and see whether later ones may take the fast path.

        Args:
            held: The text.
            opened: The answer of the server to the same `initialize`; None if the bridge answers it.
        """
        self._from_client(held, opened)
        if self.fast_path is None:
            self.fast_path = fast_path_through(self.front, self.relay, self._limits)

    def _from_client(self, held: Held, opened: Response | None) -> None:
        """Take a text of the client.

        Args:
            held: The text.
            opened: The answer of the server to the same `initialize`; None if the bridge answers it.
        """
        tool = self._called_tool(held)
        if tool is not None and self._lists_first(held, tool):
            return
        session = self.front.session()
        schema = self.link.catalog.repeating(tool) if tool is not None else None
        try:
            event: Any = session.receive(held.data, headers=held.headers, input_schema=schema)
        except ProtocolError as error:
            if error.code == HEADER_MISMATCH and tool is not None:
                self.link.catalog.changed()  # perhaps the client knows a newer list
            reply = error.to_bytes()
            if reply is not None:
                self.link.answer_client(session, None, reply, held.exchange, http_status=error.http_status)
            self._reject_answer(error)
            return
        if isinstance(event, Batch):
            self._client_batch(session, event, held.exchange)
        elif isinstance(event, Request) and event.method == INITIALIZE:
            self._accept(session, event, held.exchange, opened)
        elif not isinstance(event, Ignored):
            self._client_message(session, event, held.exchange)

    def from_server(self, event: Any, stream: RequestId | None) -> None:
        """Take what the session that faces the server says of a text."""
        if isinstance(event, Batch):
            self._server_batch(event, stream)
        elif not isinstance(event, Ignored):
            self._server_message(event, stream)

    def request_lost(self, id_: RequestId, reason: str) -> None:
        """Take note that a request to the server gets no answer, for a reason."""
        self.relay.request_rejected(id_, failure(reason))

    def rejected(self, error: ProtocolError) -> None:
        """Take a text of the server that is not valid."""
        reply = error.to_bytes()
        if reply is not None:
            self.link.to_server(reply)
        self._reject_server_answer(error)

    def cancel_all(self) -> None:
        """Cancel what the server still does for the client, which has gone."""
        for call in self.link.calls:
            self.relay.dropped(call)
            if call.back_id is not None:
                self.link.cancel_at_server(call.back_id)
            call.session = None

    def close(self, reason: str) -> None:
        """End every call with an error."""
        self.relay.server_gone()
        for held in self._deferred.values():
            self._refuse(held, failure(reason))
        self._deferred.clear()
        for call in self.link.calls:
            self.link.fail(call, failure(reason))
        self.link.timers.clear()

    def _called_tool(self, held: Held) -> str | None:
        """The tool that a request over HTTP calls, whose input schema says which headers repeat its arguments."""
        if held.headers is None:
            return None
        try:
            envelope = read_envelope(held.data, limits=self._limits)
        except ProtocolError:
            return None
        return envelope.name if envelope.method == CALL_TOOL else None

    def _lists_first(self, held: Held, tool: str) -> bool:
        """Whether a call waits until the tools are listed, since its headers cannot be checked before."""
        catalog, exchange = self.link.catalog, held.exchange
        if self.link.main is not None or exchange is None or held.headers is None:
            return False
        if catalog.knows(tool) if self.relay.needs_schemas else catalog.knows_headers(tool):
            return False
        if len(self._deferred) >= self.link.bounds.queued:
            self._refuse(held, failure("Too many requests wait for the list of tools"))
            return True
        self._deferred[exchange] = held
        list_tools(self.link, lambda: self._listed(exchange, tool))
        return True

    def _listed(self, exchange: Hashable, tool: str) -> None:
        """Go on with a call that has waited for the list of tools."""
        self.link.catalog.note_unlisted(tool)
        held = self._deferred.pop(exchange, None)
        if held is not None:
            self._from_client(held, None)

    def _refuse(self, held: Held, error: ProtocolError) -> None:
        reply = held.refused(error)
        if reply is not None:
            self.link.actions.append(ToClient(reply, held.exchange, answers=True))

    def _accept(self, session: Session, request: Request, exchange: Hashable, opened: Response | None) -> None:
        """Answer `initialize`: with the answer of the server as it came if there is one."""
        data: bytes | None = None
        if opened is not None:
            try:
                data = session.forward(with_id(opened, request.id))
            except LocalProtocolError as error:
                self.link.lost("server", INITIALIZE, error.message)
        self.link.answer_client(session, request.id, data if data is not None else session.accept(request), exchange)

    def _client_message(self, session: Session, message: Message, exchange: Hashable) -> None:
        if isinstance(message, Request):
            self.relay.request(session, message, exchange)
        elif isinstance(message, Notification):
            self.relay.notification(session, message, exchange)
        else:
            self.relay.answer_up(message)

    def _client_batch(self, session: Session, batch: Batch, exchange: Hashable) -> None:
        requests = [(session, item.id) for item in batch if isinstance(item, Request)]
        whole = self.link.front_batches.open(requests, replies_to(batch))
        if whole is not None:
            self.link.answer_client(session, None, whole, exchange)
        for item in batch:
            if isinstance(item, ProtocolError):
                self._reject_answer(item)
            elif not isinstance(item, Request) or item.id in session.unanswered:
                self._client_message(session, item, exchange)

    def _server_message(self, message: Message, stream: RequestId | None) -> None:
        if isinstance(message, Request):
            self.relay.server_request(message, stream)
        elif isinstance(message, Notification):
            self.relay.server_notification(message, stream)
        else:
            self.relay.server_answer(message)

    def _server_batch(self, batch: Batch, stream: RequestId | None) -> None:
        requests = [item.id for item in batch if isinstance(item, Request)]
        whole = self.link.back_batches.open(requests, replies_to(batch))
        if whole is not None:
            self.link.to_server(whole)
        for item in batch:
            if not isinstance(item, ProtocolError):
                self._server_message(item, stream)
            else:
                self._reject_server_answer(item)

    def _reject_server_answer(self, error: ProtocolError) -> None:
        if error.rejects_answer and error.id is not None:
            self.relay.request_rejected(error.id, failure(f"The answer of the server is not valid: {error.message}"))

    def _reject_answer(self, error: ProtocolError) -> None:
        if error.rejects_answer:
            self.relay.answer_rejected(error.id)


def replies_to(batch: Iterable[Message | ProtocolError]) -> list[bytes]:
    """The answers to those messages of a batch that were rejected."""
    replies = (item.to_bytes() for item in batch if isinstance(item, ProtocolError))
    return [reply for reply in replies if reply is not None]
