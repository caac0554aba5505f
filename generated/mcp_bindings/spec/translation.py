"""The row type of the table of translation rules, which say how messages cross from one revision to the next."""

from __future__ import annotations

from typing import Literal, NamedTuple

Way = Literal["", "lift", "lower"]
"""`lift` goes from the older revision of a step to the newer one, `lower` comes back; empty for every step."""

Owner = Literal["translation", "bridge"]
"""Who handles a message: this package, or a bridge, which knows more than one message."""


class TranslationRule(NamedTuple):
    """One rule of one step between two revisions that follow each other."""

    id: str
    reason: str
    step: str = ""
    """The newer revision of the step; empty for what holds at every step."""

    way: Way = ""
    places: tuple[str, ...] = ()
    """Definitions with paths of members, such as `Tool.inputSchema`, or paths from `request`, `notification`, `result`
    and `error`; `[]` stands for the items of a list."""

    action: str = ""
    """What is done there, by its name in the package `translation`."""

    lossy: bool = False
    """Whether the way back does not restore what was there. An action may find that it does."""

    members: tuple[str, ...] = ()
    """The members that the action is about."""

    methods: tuple[str, ...] = ()
    """The methods whose messages the rule is about; empty for all."""

    value: str = ""
    """What the action needs besides, as JSON."""

    code: int = 0
    """The code of the error for the sender of a request that is refused; 0 if the rule refuses nothing."""

    owner: Owner = "translation"
    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/."""
