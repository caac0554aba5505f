"""What a rule is: a kind of change by a stable id, with what it means. Rules are data; judging is in `classify`.

Where `wire` is `contained`, the search decides whether documents of one side are documents of the other, and only
what it proves is called safe. Where it is `binding`, a fact says how binding it is. Else the verdict is fixed.
Every rule names the one that the same change gets when OLD and NEW are swapped; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_bindgen.diff.severity import Level, Severity
from mcp_bindgen.diff.types import Delta

Wire: TypeAlias = tuple[Level, Level]
"""From old to new, and from new to old."""

WireMode = Literal["contained", "lenient", "binding"]


@dataclass(frozen=True)
class ChangeRule:
    """One kind of change."""

    id: str
    differences: tuple[str, ...]
    """The differences it speaks of."""
    purpose: str
    """Why anyone should care, for the documentation."""
    summary: str
    """The sentence of a finding; `{subject}` and `{definition}` are filled in."""
    wire: WireMode | Wire
    """`lenient`: as `contained`, but what one side alone knows is passed over by the other, so risky at worst."""
    python: Severity
    mirror: str
    """The rule of the same change the other way round."""
    check: Callable[[Delta, Wire], bool] = lambda delta, wire: True


SAFE: Wire = ("safe", "safe")
