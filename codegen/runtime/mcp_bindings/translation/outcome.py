"""The outcome of a translation: messages with the edits that make them, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import ProtocolError
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Message

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import Owner, TranslationRule  # rendered

SITE = "https://modelcontextprotocol.io/"


class Refusal(NamedTuple):
    """Why a message has no translation."""

    rule: str
    """Id of the rule that refuses it."""

    reason: str
    citation: str
    """The page of the specification behind it; empty if there is none."""

    owner: Owner
    """`bridge` if the message needs somebody who knows more than this message."""

    missing: str
    """The member of the context that the translation needs; empty if it needs none."""

    error: ProtocolError
    """For the side that waits for an answer. Its `to_bytes()` is the text, None if nobody waits."""


class Translation(NamedTuple):
    """A translated message, or a refusal."""

    messages: tuple[Message, ...]
    """The messages in the target revision; none if the message is dropped or refused."""

    edits: tuple[Edit, ...] = ()
    """What was changed, in order. Applied to the text of the source one after the other, they give that of the outcome.
    If a message is dropped, the only edit removes the whole of it."""

    refusal: Refusal | None = None

    @property
    def lossy(self) -> bool:
        """Whether the way back does not restore the message."""
        return any(edit.lossy for edit in self.edits)


class Refused(Exception):
    """A rule refuses a message.

    Args:
        rule: The rule.
        missing: The member of the context that it needs.
    """

    def __init__(self, rule: TranslationRule, missing: str = "") -> None:
        self.rule = rule
        self.missing = missing
        super().__init__(rule.id)


def citation(rule: TranslationRule) -> str:
    """The first page behind a rule; empty if there is none."""
    return SITE + rule.sources[0] if rule.sources else ""
