"""The row type of the translation rules, which translate messages from one revision to the next."""

from __future__ import annotations

from typing import Literal, NamedTuple

Way = Literal["", "to-newer", "to-older"]
"""Direction between two neighbouring revisions: `to-newer` to the newer one, `to-older` back, or empty for both."""

Owner = Literal["translation", "bridge"]
"""The part of the package that applies a rule: the translation of single messages, or a bridge. A bridge knows more
than one message."""


class TranslationRule(NamedTuple):
    """One rule for messages from one of two neighbouring revisions to the other."""

    id: str
    reason: str
    step: str = ""
    """Newer one of the two revisions; empty for a rule that applies between any two neighbouring revisions."""

    way: Way = ""
    places: tuple[str, ...] = ()
    """Places of the rule: definitions with paths of members, such as `Tool.inputSchema`, or paths from `request`,
    `notification`, `result` and `error`; `[]` stands for the items of a list.
    """

    action: str = ""
    """Action at the places, by its name in the package `translation`; empty for a rule without places."""

    lossy: bool = False
    """True if translation back does not restore the message. An action may still find that nothing is lost."""

    members: tuple[str, ...] = ()
    """Members that the action is about."""

    methods: tuple[str, ...] = ()
    """Methods whose messages the rule is about; empty if the rule is about the messages of every method."""

    value: str = ""
    """Further argument of the action, as JSON; empty if the action has none."""

    code: int = 0
    """Code of the error for the sender of a request that is refused. 0 stands for -32601 (method not found), or for no
    code if the rule refuses nothing.
    """

    owner: Owner = "translation"
    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/."""
