"""What an observer says of the messages that it hears. A separate module, so that its users need not load the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ...errors import FindingLevel, ProtocolError, RequestId
from ...jsonrpc.messages import Message
from ...spec.names import Sender

if TYPE_CHECKING:
    from ...revisions import Revision

Verdict: TypeAlias = 'Literal["taken", "ignored", "rejected"]'
"""What the receiver of a message does by the rules. `taken`: the message has its effect. `ignored`: it has none, and
that is no error, since it is late, a consequence of a message that was rejected, or nothing that the observer knows;
findings say if it had to be otherwise. `rejected`: it is not valid, or breaks a rule, so it has no effect."""


class ObservedFinding(NamedTuple):
    """One fault of a message, or a note. It never quotes the message."""

    kind: Literal["schema", "session", "lint"]
    """`schema`: the message is not as its JSON Schema says, or is not JSON. `session`: it breaks one of
    `mcp_bindings.session.RULES`. `lint`: it breaks a rule that the specification states in prose; see
    `Revision.lint`."""

    rule: str
    """The keyword of JSON Schema, or the id of the rule."""

    level: FindingLevel
    """`error`: the sender breaks what it must keep. `warning`: what it should keep. `note`: it is not to blame."""

    side: Sender
    """The side that sent the message, and that is to blame unless the level is `note`."""

    message: str
    """What is wrong, in words."""

    pointer: str
    """The place, as a JSON Pointer (RFC 6901); empty for the whole message."""

    rejects: bool
    """Whether a receiver rejects the message for it. Otherwise it binds only the sender."""

    sources: tuple[str, ...]
    """Pages of the rule, below https://modelcontextprotocol.io/, and names in the specification's `schema.ts`; empty
    for a fault of the schema."""


class ObservedRequest(NamedTuple):
    """A request that was heard."""

    id: RequestId
    method: str
    sender: Sender
    number: int
    """The `number` of the event for the request; 0 if that is not known."""


class Observed(NamedTuple):
    """One message that an observer has heard."""

    number: int
    """How many messages the observer has heard, with this one."""

    sender: Sender
    verdict: Verdict

    message: Message | None
    """The message, as the parser of the revision reads it; None if it is not valid. `message.to_bytes()` is its text,
    byte for byte as it came."""

    revision: Revision | None
    """The revision that is in force for the message; None if none is known yet."""

    request: ObservedRequest | None
    """The request that a response belongs to; None for other messages, and if no such request waits for an answer."""

    findings: tuple[ObservedFinding, ...]
    """Everything that is wrong with the message. If it is rejected, the first says why."""

    reason: str | None
    """Why the message is ignored; None if it is not."""

    error: ProtocolError | None
    """The error with which a receiver rejects the message; None if it does not. `to_bytes()` is its reply."""
