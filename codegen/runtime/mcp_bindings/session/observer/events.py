"""The events that an observer returns for messages. This module can be imported without loading the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ...errors import FindingLevel, ProtocolError, RequestId
from ...jsonrpc.messages import Message
from ...spec.names import Sender

if TYPE_CHECKING:
    from ...revisions import Revision

Verdict: TypeAlias = 'Literal["taken", "ignored", "rejected"]'
"""The handling of a message by a receiver that keeps the rules. `taken`: the message has its effect. `ignored`: it has
no effect, which is no error, since it is late, follows from a rejected message, or belongs to something that the
observer does not know; findings say where a side was at fault all the same. `rejected`: it is not valid, or breaks a
rule, so it has no effect."""


class ObservedFinding(NamedTuple):
    """One fault of a message, or a note. It never quotes the message."""

    kind: Literal["schema", "session", "lint"]
    """`schema`: the message is not JSON, or not valid by its JSON Schema. `session`: it breaks one of
    `mcp_bindings.session.RULES`. `lint`: it breaks a rule of the specification's prose that `Revision.lint` checks."""

    rule: str
    """The keyword of JSON Schema, or the id of the rule."""

    level: FindingLevel
    """`error`: the sender breaks a rule that it must keep. `warning`: a rule that it should keep. `note`: the sender is
    not at fault."""

    side: Sender
    """The side that sent the message, and that is at fault unless the level is `note`."""

    message: str
    """The fault, in words."""

    pointer: str
    """The place, as a JSON Pointer (RFC 6901); empty for the whole message."""

    rejects: bool
    """True if a receiver rejects the message for it; False if the rule binds only the sender."""

    sources: tuple[str, ...]
    """Pages of the rule, below https://modelcontextprotocol.io/, and names in the specification's `schema.ts`; empty
    for the kind `schema`."""


class ObservedRequest(NamedTuple):
    """A request that the observer has read."""

    id: RequestId
    method: str
    sender: Sender
    number: int
    """The `number` of the event for the request; 0 if that is not known."""


class Observed(NamedTuple):
    """One message that an observer has read."""

    number: int
    """The number of this message among all that the observer has read, from 1."""

    sender: Sender
    verdict: Verdict

    message: Message | None
    """The message, parsed by its revision; None if it is not valid. `message.to_bytes()` returns its text unchanged."""

    revision: Revision | None
    """The revision of the message; None if it is not known yet."""

    request: ObservedRequest | None
    """The request that a response answers; None for other messages, and if no such request waits for an answer."""

    findings: tuple[ObservedFinding, ...]
    """All faults of the message, and notes. If it is rejected, the first is the reason."""

    reason: str | None
    """The reason why the message is ignored; None for other verdicts."""

    error: ProtocolError | None
    """The error with which a receiver rejects the message; None for other verdicts. `to_bytes()` returns the reply."""
