"""The events that an observer returns for messages. This module can be imported without loading the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ...errors import FindingLevel, ProtocolError, RequestId
from ...jsonrpc.messages import Message
from ...spec.names import Sender

if TYPE_CHECKING:
    from ...revisions import Revision

Verdict: TypeAlias = 'Literal["taken", "ignored", "rejected"]'
"""The handling of a message by a receiver that keeps the rules. `taken`: the message has its effect. `ignored`: the
message has no effect, since it is late, follows from a rejected message, or belongs to something that the observer does
not know; or its effect is not known, since the text exceeds a limit of the observer. This is no error, but a finding
may say that a side is at fault for another reason. `rejected`: the message is not valid, or breaks a rule, so it has no
effect."""


class ObservedFinding(NamedTuple):
    """One fault of a message, or a note about a message.

    The finding quotes no content of the message, only short values such as a name, an id, a token or a number.
    """

    kind: Literal["schema", "session", "lint"]
    """`schema`: the message is not JSON, or not valid by its JSON Schema. `session`: the message breaks one of
    `mcp_bindings.session.RULES`. `lint`: the message breaks a rule of the specification's prose, which `Revision.lint`
    checks."""

    rule: str
    """The keyword of JSON Schema for the kind `schema`; otherwise the id of the rule."""

    level: FindingLevel
    """`error`: the sender breaks a rule that senders must keep. `warning`: the sender breaks a rule that senders should
    keep. `note`: the sender is not at fault."""

    side: Sender
    """The side that sent the message, and that is at fault unless the level is `note`."""

    message: str
    """The fault, in words."""

    pointer: str
    """The part of the message at fault, as a JSON Pointer (RFC 6901); empty for the whole message."""

    rejects: bool
    """True if a receiver rejects the message for this fault, False if a receiver accepts the message nevertheless."""

    sources: tuple[str, ...]
    """Pages of the rule, below https://modelcontextprotocol.io/, and names in the specification's `schema.ts`; empty
    for the kind `schema`."""


class ObservedRequest(NamedTuple):
    """A request that the observer has read."""

    id: RequestId
    method: str
    sender: Sender
    number: int
    """The `number` of the `Observed` for the request; 0 if the number is not known."""


class Observed(NamedTuple):
    """One message that an observer has read."""

    number: int
    """The number of this message among all messages that the observer has read, from 1."""

    sender: Sender
    verdict: Verdict

    message: Message | None
    """The message, parsed by its revision; None if the message is not valid or was not read, or if its revision is not
    known.

    `message.to_bytes()` returns the text of the message unchanged."""

    revision: Revision | None
    """The revision of the message; None if the revision is not known."""

    request: ObservedRequest | None
    """The request that a response answers; None if the message is no response, or no such request waits for an answer.
    """

    findings: tuple[ObservedFinding, ...]
    """All faults of the message, and notes. The first finding about a rejected message is the reason of the rejection.
    """

    reason: str | None
    """The reason why the message is ignored; None for other verdicts."""

    error: ProtocolError | None
    """The error with which a receiver rejects the message; None for other verdicts. `to_bytes()` returns the reply, or
    None if the message gets no reply."""
