"""Reading and writing in the revision of the moment, every message held to the rules of the conversation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..codec.codec import dump_any, encode_any
from ..errors import ProtocolError, RequestId
from ..json_values import is_object
from ..jsonrpc.messages import Batch, Message, Notification, Request, Response
from ..jsonrpc.parser import MessageParser
from ..jsonrpc.strict_json import as_request_id
from ..limits import Limits
from ..negotiation.versions import usable
from ..revisions import revision
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.methods import Sender
from ..spec.names import CAPABILITIES_KEY, CLIENT_INFO_KEY, INITIALIZE, META, PROGRESS_KEY, VERSION_KEY, Transport
from .errors import LocalProtocolError, RemoteProtocolError, Violation
from .events import Ignored, OutgoingRequest
from .exchange import Exchange, Side
from .profile import RevisionProfile, other, revision_profile
from .state import SessionState
from .states import CLOSED


class Channel:
    """What one side of a session reads and writes.

    Args:
        role: `client` or `server`.
        revisions: what it speaks, newest first.
        info: name and version of the implementation.
        capabilities: what it has.
        transport: how messages travel.
        limits: bounds for what it reads.

    Attributes:
        settled: rules and reader of the revision that is settled; None before and after that, and on a server that
            each request tells its own.
        version: that revision, after the end too.
        own: requests of this side.
        theirs: requests of the peer.
    """

    def __init__(
        self,
        role: Sender,
        revisions: tuple[str, ...],
        info: Any,
        capabilities: Any,
        transport: Transport,
        limits: Limits,
    ) -> None:
        self.role: Sender = role
        self.peer: Sender = other(role)
        self.revisions = revisions
        self.info: Any = as_json(info)
        self.capabilities: dict[str, Any] = {} if capabilities is None else as_json(capabilities)
        self.transport: Transport = transport
        self.limits = limits
        self.conversation = SessionState(in_order=transport == "stdio")
        self.own: Side = self.conversation.sides[role]
        self.theirs: Side = self.conversation.sides[self.peer]
        self.settled: tuple[RevisionProfile, MessageParser] | None = None
        self.version: str | None = None
        self._trying: RevisionProfile | None = None
        self._asked_in: RevisionProfile | None = None  # what a client has last asked a server in
        self._next_id = 1

    def settle(self, version: str) -> None:
        """Both sides speak a revision from here on."""
        self.version = version
        self.settled = (revision_profile(version), revision(version).message_parser)

    def attempt(self, version: str) -> None:
        """Write in a revision until one is settled."""
        self._trying = revision_profile(version)

    def close(self) -> None:
        """Nothing is written or read any more."""
        self.conversation.close()
        self.settled = None

    def speaking(self) -> RevisionProfile:
        """The rules that a message of this side is written by, unless it is an answer."""
        if self.settled is not None:
            return self.settled[0]
        if self._trying is not None:
            return self._trying
        if self._asked_in is not None:
            return self._asked_in
        return revision_profile(next(iter(usable(self.revisions, era="handshake")), self.revisions[0]))

    def answering(self, id_: RequestId) -> RevisionProfile:
        """The rules that the answer to a request of the peer is written by: those of the request."""
        exchange = self.theirs.waiting.get(id_)
        return exchange.rules if exchange is not None else self.speaking()

    def read(self, document: object, rules: RevisionProfile) -> Message | Batch:
        """A message of the peer in a revision.

        Raises:
            ProtocolError: it is not valid.
        """
        return revision(rules.id).message_parser.parse_value(document, self.peer, self.own.methods, self.limits)

    def read_one(self, document: Mapping[str, Any], rules: RevisionProfile) -> Message:
        """A message that is no batch."""
        message = self.read(document, rules)
        assert not isinstance(message, Batch)
        return message

    def take(self, message: Message, rules: RevisionProfile) -> Message | Ignored:
        """A message of the peer that is valid.

        Raises:
            RemoteProtocolError: it breaks a rule.
        """
        try:
            reason = self.conversation.take(message, self.peer, rules, arrived=True)
        except Violation as violation:
            raise _blamed(violation, message) from None
        if self.settled is None and isinstance(message, Request):
            self._asked_in = rules
        return message if reason is None else Ignored(message, reason)

    def new_id(self) -> int:
        """The next number that is no id or token of the caller's own choice, nor of what was given up and may be answered
        late, nor of what is to be asked again; every one is given once."""
        own = self.own
        while (
            self._next_id in own.waiting
            or self._next_id in own.used
            or self._next_id in own.tokens
            or self._next_id in own.dropped
            or self._next_id in own.dropped_tokens
            or self._next_id in self.conversation.rounds
        ):
            self._next_id += 1
        self._next_id += 1
        return self._next_id - 1

    def request_meta(self) -> dict[str, Any]:
        """What every request of a client carries, where no handshake settles it."""
        rules = self.speaking()
        if rules.era == "handshake" or self.role == "server":
            return {}
        return {VERSION_KEY: rules.id, CAPABILITIES_KEY: self.capabilities, CLIENT_INFO_KEY: self.info}

    def request(
        self, method: str, params: Any = None, id_: RequestId | None = None, *, progress: bool = False
    ) -> OutgoingRequest:
        """A request to the peer; see `Session.request`."""
        before = self._next_id
        id_ = self.new_id() if id_ is None else id_
        rules = self.speaking()
        members: Any = {} if params is None else as_json(params)
        meta = self.request_meta()
        if progress:
            meta[PROGRESS_KEY] = id_
        if is_object(members) and is_object(given := members.get(META, {})) and (meta or given):
            members = {**members, META: {**meta, **given}}
        document: dict[str, Any] = {"jsonrpc": "2.0", "id": id_, "method": method}
        if members or params is not None:
            document["params"] = members
        try:
            return OutgoingRequest(id_, self.send(document, rules))
        except LocalProtocolError:
            self._next_id = before  # a gap would be remembered by the peer for as long as the session lasts
            raise

    def notify(self, method: str, params: Any = None) -> bytes:
        """A notification to the peer; see `Session.notify`."""
        document: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            document["params"] = as_json(params)
        return self.send(document, self.speaking())

    def send(self, document: dict[str, Any], rules: RevisionProfile) -> bytes:
        """The text of a message, once it is found to be valid and to break no rule.

        Raises:
            LocalProtocolError: it is not valid, or breaks a rule.
        """
        if self.conversation.state == CLOSED:
            raise LocalProtocolError("closed", "the session is closed")
        data = encode_any(document)
        try:
            message = revision(rules.id).message_parser.parse_value(
                document, self.role, self.theirs.methods, self.limits
            )
        except ProtocolError as error:
            found = "; ".join(f"{each.pointer or 'message'}: {each.message}" for each in error.findings)
            rule = "method" if error.code == METHOD_NOT_FOUND else "message.valid"
            what = document.get("method", "the answer")
            raise LocalProtocolError(rule, f"{what}: {found or f'not sent by a {self.role} of {rules.id}'}") from None
        assert not isinstance(message, Batch)
        welcomes = isinstance(message, Response) and message.method == INITIALIZE
        if welcomes:
            self._check_welcome(document, self.theirs.waiting[document["id"]])
        elif document.get("method") == INITIALIZE:
            self._check_initialize(document)
        try:
            self.conversation.take(message, self.role, rules, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None
        if welcomes:
            self.settle(document["result"]["protocolVersion"])
        return data

    def _check_initialize(self, document: Mapping[str, Any]) -> None:
        """Hold the version that a client asks for to what it speaks."""
        asked, spoken = document["params"]["protocolVersion"], usable(self.revisions, era="handshake")
        if asked not in spoken:
            raise LocalProtocolError("version", f"initialize asks for {asked!r}, not for one of {', '.join(spoken)}")

    def _check_welcome(self, document: Mapping[str, Any], request: Exchange) -> None:
        """Hold the version of an answer to `initialize` to what was asked for."""
        asked, given = request.document["params"]["protocolVersion"], document["result"]["protocolVersion"]
        spoken = usable(self.revisions, era="handshake")
        if given not in spoken or (asked in spoken and given != asked):
            expected = asked if asked in spoken else f"one of {', '.join(spoken)}"
            raise LocalProtocolError("version", f"initialize asks for {asked!r} and is answered with {expected}")


def as_json(value: Any) -> Any:
    """A typed value as JSON; JSON as it is, in new containers."""
    return dump_any(value)


def id_of(document: object) -> RequestId | None:
    """The id of a message that may be anything; None if it has none, or no legal one."""
    return as_request_id(document.get("id")) if is_object(document) else None


def _blamed(violation: Violation, message: Message) -> RemoteProtocolError:
    """The peer's fault; only a request is answered."""
    if isinstance(message, Notification):
        return RemoteProtocolError(violation, None)
    violation.answerable = violation.answerable and isinstance(message, Request)
    return RemoteProtocolError(violation, message.id)
