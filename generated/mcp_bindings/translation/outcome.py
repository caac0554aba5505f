"""The outcome of a translation: messages with the edits that make them, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import ProtocolError
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Message

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import Owner, TranslationRule  # rendered

_SPECIFICATION_SITE = "https://modelcontextprotocol.io/"


class Refusal(NamedTuple):
    """The reason for which a message has no translation."""

    rule: str
    """Id of the rule that refuses the message."""

    reason: str
    citation: str
    """The page of the specification behind the rule; empty if the rule names no page."""

    owner: Owner
    """`bridge` if only a bridge, which sees the whole connection, can translate the message; else `translation`."""

    missing: str
    """The member of the context that is needed, and is missing or not valid in the target; empty if no member is."""

    error: ProtocolError
    """The error with which to respond to a request. `error.to_bytes()` is None if no response is due."""


class Translation(NamedTuple):
    """A translated message, or a refusal."""

    messages: tuple[Message, ...]
    """The messages in the target revision; none if the message is dropped or refused."""

    edits: tuple[Edit, ...] = ()
    """The changes, in order. Applied to the text of the source, they yield the text of the outcome. For a dropped
    message, the only edit removes the whole text."""

    refusal: Refusal | None = None
    """The refusal; None if the message is translated or dropped."""

    @property
    def lossy(self) -> bool:
        """True if the reverse translation does not restore the message."""
        return any(edit.lossy for edit in self.edits)


class Refused(Exception):
    """Exception for a message that a rule refuses.

    Args:
        rule: the rule that refuses the message.
        missing: the member of the context that the rule needs, and that is missing or not valid; empty if no member is.
        fault: a clause that says why this member is not valid; empty if the member is missing.
    """

    def __init__(self, rule: TranslationRule, missing: str = "", fault: str = "") -> None:
        self.rule = rule
        self.missing = missing
        self.fault = fault
        super().__init__(rule.id)


def make_citation_url(rule: TranslationRule) -> str:
    """Return the URL of the first page behind a rule; an empty text for a rule without pages."""
    if not rule.sources:
        return ""
    page = rule.sources[0]
    return page if "://" in page else _SPECIFICATION_SITE + page  # a page of a fork has a site of its own
