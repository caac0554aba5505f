"""One side of a session, without any I/O: what arrives goes in, what may be sent comes out.

    >>> client = Session("client", ["2025-11-25", "2026-07-28"], info={"name": "me", "version": "1"})
    >>> first = client.open()  # bytes to send
    >>> event = client.receive(answer)  # Agreed, or Again with the next bytes

How bytes travel, and how long to wait, is up to the caller. Not for several threads at once.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from ..errors import ProtocolError, RequestId
from ..http.headers import request_headers
from ..http.requests import judge_http_request
from ..http.status import refusal_status
from ..http_fields import Headers
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Batch, Message, Request
from ..jsonrpc.strict_json import read
from ..limits import DEFAULT, Limits
from ..negotiation.eras import method_of
from ..negotiation.versions import answer_initialize, usable
from ..revisions import Revision, revision
from ..spec.error_codes import INVALID_REQUEST
from ..spec.methods import Sender
from ..spec.names import (
    CALL_TOOL,
    CANCELLED,
    COMPLETE,
    DISCOVER,
    INITIALIZE,
    META,
    SERVER_INFO_KEY,
    VERSION_HEADER,
    VERSION_KEY,
    Transport,
)
from .channel import Channel, as_json, id_of
from .errors import LocalProtocolError, RemoteProtocolError, Violation
from .events import Ended, Event, Ignored, OutgoingRequest, RequestLost
from .opening import Opening
from .profile import RevisionProfile, revision_profile
from .revision_selector import RevisionSelector
from .states import CLOSED

Text: TypeAlias = "bytes | bytearray | memoryview | str"


_TEXTS = (bytes, bytearray, memoryview, str)
_NO_SCHEMAS: Mapping[str, object] = MappingProxyType({})


class Session:
    """One side of a session.

    Every message goes through it: what arrives through `receive`, what is sent through `request`, `notify`,
    `respond` and `respond_error`, which give the bytes. A step that breaks a rule raises, and changes nothing.

    On stdio there is one session for each process. On HTTP a server has one for each `Mcp-Session-Id`; a POST of a
    revision without sessions has one of its own.

    Args:
        role: `client` or `server`.
        revisions: what this side speaks; unknown ones take no part.
        info: name and version of this implementation, as JSON or typed.
        capabilities: what this side has, as JSON or typed.
        instructions: of a server, how to use it.
        transport: `stdio`, or `http` with whichever HTTP transport the revisions have.
        minimum: oldest release that this side accepts.
        limits: bounds for each text that arrives.

    Attributes:
        role: which side this is.
        session_id: `Mcp-Session-Id` of the session; the transport sets it when the server gives one out.

    Raises:
        ValueError: this side speaks no release, or none from `minimum` on.
        UnknownRevision: `minimum` is no release.
    """

    def __init__(
        self,
        role: Sender,
        revisions: Collection[str],
        *,
        info: Any,
        capabilities: Any = None,
        instructions: str | None = None,
        transport: Transport = "stdio",
        minimum: str | None = None,
        limits: Limits = DEFAULT,
    ) -> None:
        if role not in ("client", "server"):
            raise ValueError(f"role is 'client' or 'server', not {role!r}")
        spoken = usable(revisions, minimum=minimum)
        if not spoken:
            raise ValueError(f"the {role} speaks no known revision" + (f" from {minimum} on" if minimum else ""))
        self.role: Sender = role
        self.session_id: str | None = None
        self._channel = Channel(role, spoken, info, capabilities, transport, limits)
        self._conversation = self._channel.conversation
        self._instructions = instructions
        self._opening = Opening(self._channel) if role == "client" else None
        self._reader = RevisionSelector(spoken) if role == "server" else None
        if role == "server":
            self._conversation.capabilities["server"] = self._channel.capabilities

    @property
    def state(self) -> str:
        """`new`, `initializing`, `agreed`, `ready` or `closed`; without a handshake `new` until it is closed."""
        return self._conversation.state

    @property
    def version(self) -> str | None:
        """The revision that is settled; None before that, and on a server that each request tells its own."""
        return self._channel.version

    @property
    def http_transport(self) -> str:
        """`http+sse` or `streamable-http`, as the revision has it that this side speaks or tries."""
        return revision(self.version or self._channel.speaking().id).protocol.http.transport

    @property
    def pending(self) -> Mapping[RequestId, str]:
        """Own requests that wait for an answer, id to method, as `Revision.parse` wants them."""
        return self._channel.own.methods

    @property
    def unanswered(self) -> Mapping[RequestId, str]:
        """Requests of the peer that wait for an answer, id to method."""
        return self._channel.theirs.methods

    @property
    def request_meta(self) -> Mapping[str, Any]:
        """What a client's requests carry in their `_meta`; empty where a handshake has settled it.

        `request` puts it in; it is here for requests that are written elsewhere.
        """
        return self._channel.request_meta()

    @property
    def capabilities(self) -> Mapping[str, Any] | None:
        """What the peer has declared for the session, as JSON; None if that is not known."""
        return self._conversation.capabilities[self._channel.peer]

    def receive(
        self, data: Text | Message | Batch, *, headers: Headers | None = None, input_schema: object = None
    ) -> Event:
        """Take what the peer has sent.

        Args:
            data: one message, or in 2025-03-26 a batch; as text, or parsed by the settled revision. In the batch that
                is returned there is a `ProtocolError` in the place of each message that is refused, and none of those
                that are ignored.
            headers: of the HTTP request that brought it, to a server.
            input_schema: of the tool that is called, for headers that repeat its arguments.

        Returns:
            The message, or what it means for the session.

        Raises:
            ProtocolError: the message is not valid; a `RemoteProtocolError`, if it breaks a rule of the session.
                `to_bytes()` is the reply, None where none may be sent.
            LocalProtocolError: it is parsed, though no revision is settled.
        """
        channel = self._channel
        if channel.settled is None or headers is not None or not isinstance(data, _TEXTS):
            return self._receive_otherwise(data, headers, input_schema)
        rules, message_parser = channel.settled
        message = message_parser.parse(data, channel.peer, channel.own.methods, channel.limits)
        return channel.take(message, rules) if type(message) is Request else self._take(message, rules)

    def revision_of(self, id: RequestId) -> Revision:
        """The revision by which a request of the peer is to be answered.

        Raises:
            KeyError: no such request waits for an answer.
        """
        return revision(self._channel.theirs.waiting[id].rules.id)

    def open(self) -> bytes:
        """The first message of a client: a probe where it speaks a revision without a handshake, else `initialize`.

        What the answer means is told by `receive`; without an answer, by `request_failed`. A client that speaks only revisions
        without a handshake may as well begin with any request.

        Raises:
            LocalProtocolError: this is no client, or it has begun.
        """
        if self._opening is None:
            raise LocalProtocolError("lifecycle.first", "a server waits for its client")
        return self._opening.begin()

    def accept(self, request: Request) -> bytes:
        """The answer of a server to `initialize` or `server/discover`, from what this session was made with.

        Raises:
            LocalProtocolError: it is another request, or no longer waits.
        """
        channel, result = self._channel, dict[str, Any]()
        if request.method == INITIALIZE:
            version = answer_initialize(
                member_at(request.document, "params", "protocolVersion"), channel.revisions
            ).version
            result.update(protocolVersion=version, capabilities=channel.capabilities, serverInfo=channel.info)
        elif request.method == DISCOVER:
            result.update(resultType=COMPLETE, supportedVersions=channel.revisions, capabilities=channel.capabilities)
            result.update(ttlMs=0, cacheScope="private", _meta={SERVER_INFO_KEY: channel.info})
        else:
            raise LocalProtocolError("method", f"{request.method} does not open a session")
        if self._instructions is not None:
            result["instructions"] = self._instructions
        return self.respond(request.id, result)

    def new_id(self) -> int:
        """An id for a request that is written elsewhere, such as by `ClientCalls`; `request` takes its ids from here."""
        return self._channel.new_id()

    def request(
        self, method: str, params: Any = None, *, id: RequestId | None = None, progress: bool = False
    ) -> OutgoingRequest:
        """A request to the peer.

        Where each request carries version and capabilities, they are put into its `_meta`.

        Args:
            method: one that this side may send.
            params: as JSON or typed.
            id: by default the next number.
            progress: ask for reports, under the id as token?

        Raises:
            LocalProtocolError: it breaks a rule.
        """
        return self._channel.request(method, params, id, progress=progress)

    def retry(self, id: RequestId, responses: Any = None) -> OutgoingRequest:
        """A request again, with the input that its answer asked for.

        Args:
            id: of the request that was answered with an `InputRequiredResult`.
            responses: what was asked for, by the keys of `inputRequests`.

        Raises:
            LocalProtocolError: no input was asked for, or an answer is missing.
        """
        if id not in self._conversation.rounds or self._channel.speaking().era == "handshake":
            raise LocalProtocolError("input.state", f"no server has asked for input to the request {id!r}")
        round_ = self._conversation.rounds[id]
        given: dict[str, Any] = {} if responses is None else {"inputResponses": responses}
        if not round_.keys <= (responses or {}).keys():
            missing = ", ".join(sorted(round_.keys - (responses or {}).keys()))
            raise LocalProtocolError("input.answers", f"inputResponses lacks {missing}")
        state = {} if round_.state is None else {"requestState": round_.state}
        return self.request(round_.method, {**round_.params, **given, **state})

    def notify(self, method: str, params: Any = None) -> bytes:
        """A notification to the peer.

        Args:
            method: one that this side may send.
            params: as JSON or typed.

        Raises:
            LocalProtocolError: it breaks a rule.
        """
        return self._channel.notify(method, params)

    def cancel(self, id: RequestId, reason: str | None = None) -> bytes | None:
        """Withdraw an own request.

        Args:
            id: of the request.
            reason: for people.

        Returns:
            What to send; None where the stream of the response is to be closed instead.

        Raises:
            LocalProtocolError: no such request is in progress, or it cannot be cancelled.
        """
        exchange = self._channel.own.waiting.get(id)
        if exchange is not None and exchange.rules.era == "per-request" and self._channel.transport == "http":
            self._conversation.abandon(self._channel.own, exchange)
            return None
        return self.notify(CANCELLED, {"requestId": id} if reason is None else {"requestId": id, "reason": reason})

    def respond(self, id: RequestId, result: Any) -> bytes:
        """The result of a request of the peer.

        Args:
            id: of the request.
            result: as JSON or typed.

        Raises:
            LocalProtocolError: it breaks a rule.
        """
        document = {"jsonrpc": "2.0", "id": id, "result": as_json(result)}
        return self._channel.send(document, self._channel.answering(id))

    def respond_error(self, id: RequestId, error: ProtocolError) -> bytes:
        """The error that answers a request of the peer.

        Args:
            id: of the request.
            error: with code, message and data.

        Raises:
            LocalProtocolError: it breaks a rule.
        """
        return self._channel.send(json.loads(error.reply(id)), self._channel.answering(id))

    def record_result(self, id: RequestId, result: Any) -> None:
        """Note that a request of the peer is answered, for who writes the message without this session.

        Args:
            id: of the request, which is not `initialize`.
            result: typed.

        Raises:
            LocalProtocolError: it breaks a rule.
        """
        try:
            self._conversation.result(id, result, result, self.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def record_error(self, id: RequestId) -> None:
        """Note that a request of the peer is answered with an error, for who writes the message without this session.

        Raises:
            LocalProtocolError: no such request waits.
        """
        try:
            self._conversation.error(id, self.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def record_sent(self, data: bytes) -> bytes:
        """A message of this side that was written elsewhere, such as by `ClientCalls`.

        Args:
            data: one message.

        Returns:
            The same, once it is found to break no rule.

        Raises:
            LocalProtocolError: it breaks a rule, or is not valid.
        """
        document = json.loads(data)
        version = member_at(document, "params", META, VERSION_KEY)
        rules = self._channel.speaking()
        if "method" not in document:
            rules = self._channel.answering(document["id"])
        elif self.role == "client" and version in usable(self._channel.revisions, era="per-request"):
            rules = revision_profile(version)
        self._channel.send(document, rules)
        return data

    def batch(self, texts: Sequence[bytes]) -> bytes:
        """Several messages in one text, where the revision has that.

        Args:
            texts: messages that this session has given, `initialize` not among them.

        Raises:
            LocalProtocolError: the revision has no batches, or one would hold no message or `initialize`.
        """
        rules = self._channel.speaking()
        if revision(rules.id).protocol.batching.send != "may":
            raise LocalProtocolError("batch", f"revision {rules.id} has no batches")
        methods = [method_of(json.loads(text)) for text in texts]
        if not texts or INITIALIZE in methods:
            raise LocalProtocolError("batch", "a batch has messages, and initialize is not among them")
        if None in methods and any(methods):
            raise LocalProtocolError("batch", "a batch has answers, or it has requests and notifications")
        return b"[" + b",".join(texts) + b"]"

    def http_headers(
        self,
        data: bytes | None,
        *,
        http_method: str = "POST",
        last_event_id: str | None = None,
        input_schemas: Mapping[str, object] = _NO_SCHEMAS,
    ) -> dict[str, str]:
        """The headers of an HTTP request of a client: of the POST that carries a message, of GET or DELETE.

        Args:
            data: as this session has given it; None for GET and DELETE.
            http_method: `POST`, `GET` or `DELETE`.
            last_event_id: of the stream that a GET resumes.
            input_schemas: of tools by name, for headers that repeat arguments.

        Raises:
            ValueError: an argument cannot be a header.
        """
        document = None if data is None else json.loads(data)
        declared = member_at(document, "params", META, VERSION_KEY)
        version = self.version or (declared if declared in self._channel.revisions else self._channel.speaking().id)
        called = member_at(document, "params", "name") if method_of(document) == CALL_TOOL else ""
        headers = request_headers(
            document,
            version,
            session_id=self.session_id,
            input_schema=input_schemas.get(called) if isinstance(called, str) else None,
            http_method=http_method,
            last_event_id=last_event_id,
        )
        if self.version is None and version != declared:  # the header names what is agreed on, and nothing is yet
            headers.pop(VERSION_HEADER, None)
        return headers

    def request_failed(
        self, id: RequestId, *, http_status: int | None = None, body: bytes = b""
    ) -> Event | RequestLost:
        """An own request has no answer: the time is over, its stream broke, or HTTP refused it.

        Args:
            id: of the request.
            http_status: of the response, where that is no success.
            body: of the response. An error response in it is taken as one.

        Returns:
            What it means for the session.

        Raises:
            LocalProtocolError: no such request waits.
        """
        channel = self._channel
        exchange = channel.own.waiting.get(id)
        if exchange is None:
            raise LocalProtocolError("answer.known", f"no request with the id {id!r} waits for an answer")
        answer = self._error_in(body, id)
        if self._opening is not None and not self._opening.is_settled:
            event = self._opening.request_failed(exchange, http_status, answer)
            if event is not None:
                return event
        if answer is not None:
            return channel.take(channel.read_one(answer, exchange.rules), exchange.rules)
        self._conversation.abandon(channel.own, exchange)
        return RequestLost(id, exchange.row.name)

    def close(self) -> Ended:
        """The end, from either side: nothing is sent or taken any more."""
        ended = Ended(dict(self.pending), dict(self.unanswered))
        self._channel.close()
        return ended

    def __repr__(self) -> str:
        return f"<Session of a {self.role}, {self.version or 'no version yet'}, {self.state}>"

    def _receive_otherwise(self, data: Text | Message | Batch, headers: Headers | None, input_schema: object) -> Event:
        """Take what has come while no revision is settled, with headers, or parsed."""
        channel = self._channel
        if self._conversation.state == CLOSED:
            raise RemoteProtocolError(Violation("closed", "the session is closed"), None)
        if not isinstance(data, _TEXTS):
            if channel.settled is None:
                raise LocalProtocolError("version", "no revision is settled, so the message has to come as text")
            return self._take(data, channel.settled[0])
        if headers is not None:
            return self._receive_over_http(data, headers, input_schema)
        document = read(data, channel.limits)
        if self._opening is not None and not self._opening.is_settled and (event := self._opening.take(document)):
            return event
        rules = self._rules_for(document)
        return self._take(channel.read(document, rules), rules)

    def _receive_over_http(self, data: Text, headers: Headers, input_schema: object) -> Event:
        """Take what a POST has brought; what is refused gets a status as well."""
        version: str | None = None
        try:
            document = read(data, self._channel.limits)
            self._judge_headers(document, headers, input_schema)
            rules = self._rules_for(document)
            version = rules.id
            return self._take(self._channel.read(document, rules), rules)
        except ProtocolError as error:
            error.http_status = error.http_status or refusal_status(error, version)
            raise

    def _take(self, message: Message | Batch, rules: RevisionProfile) -> Event:
        if isinstance(message, Batch):
            return Batch(self._each(message, rules))
        return self._channel.take(message, rules)

    def _each(self, batch: Batch, rules: RevisionProfile) -> list[Message | ProtocolError]:
        """The messages of a batch that count, each judged in its turn."""
        items: list[Message | ProtocolError] = []
        for item in batch:
            try:
                event = item if isinstance(item, ProtocolError) else self._channel.take(item, rules)
            except RemoteProtocolError as error:
                event = error
            if not isinstance(event, Ignored):
                items.append(event)
        return items

    def _judge_headers(self, document: object, headers: Headers, input_schema: object) -> None:
        settled = self._channel.settled
        verdict = judge_http_request(
            document,
            headers,
            self._channel.revisions,
            negotiated=settled[0].id if settled is not None else None,
            session_id=self.session_id,
            input_schema=input_schema,
        )
        if verdict.http_status is None:
            return
        error = verdict.error
        if error is not None:
            violation = Violation("headers", error.message, code=error.code, data=error.data)
        else:
            found = "; ".join(f"{each.name} is {each.fault}" for each in verdict.problems)
            violation = Violation("headers", found, code=INVALID_REQUEST)
        asking = id_of(document) if method_of(document) is not None else None  # a response has an id of this side
        raise RemoteProtocolError(violation, asking, http_status=verdict.http_status)

    def _rules_for(self, document: object) -> RevisionProfile:
        """The rules that a message of the peer is read by."""
        if self._opening is not None:
            return self._opening.rules_for(document)
        if self._channel.settled is not None or self._reader is None:
            return self._channel.speaking()
        try:
            return self._reader.choose(document, self._channel.theirs.waiting)
        except Violation as violation:
            raise RemoteProtocolError(violation, id_of(document), http_status=400) from None

    def _error_in(self, body: bytes, id_: RequestId) -> dict[str, Any] | None:
        """The error response in the body of an HTTP response, if it is that of the request."""
        try:
            document = read(body, self._channel.limits)
        except ProtocolError:
            return None
        return document if is_object(document) and id_of(document) == id_ and "error" in document else None
