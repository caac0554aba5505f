"""Type of a change rule: a kind of change with a stable id and its assessment. Rules are data without logic.

The mode of `wire` determines the levels for documents:

- `contained`: a search decides if all documents of one side are valid on the other. Only proven cases are safe.
- `lenient`: a search decides, but the worst level is `risky`, because receivers ignore unknown notifications.
- `binding`: the levels follow from the keyword of a protocol fact (MUST, SHOULD).

A rule with levels instead of a mode has fixed levels. Each rule names its mirror, the rule for the same change with the
two sides swapped; a test checks that the mirrors agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_bindgen.diff.severity import Level, Severity
from mcp_bindgen.diff.types import Delta

Wire: TypeAlias = tuple[Level, Level]
"""Levels from old to new and from new to old."""

WireMode = Literal["contained", "lenient", "binding"]


@dataclass(frozen=True)
class ChangeRule:
    """A kind of change, with its purpose and its assessment."""

    id: str
    differences: tuple[str, ...]
    """Kinds of difference to which the rule applies, as in `Delta.what`."""
    purpose: str
    """Reason why the change matters, for the documentation."""
    summary: str
    """Summary of a change, without a full stop. `{subject}` and `{definition}` are replaced."""
    wire: WireMode | Wire
    """Mode of finding the levels for documents, or fixed levels."""
    python: Severity
    """Severity for Python source code that uses the generated classes."""
    mirror: str
    """Id of the rule for the same change with the two sides swapped."""
    applies_to: Callable[[Delta, Wire], bool] = lambda delta, wire: True
    """Function that tests if the rule applies to a difference with these levels. The first rule that applies is used.
    """


SAFE: Wire = ("safe", "safe")
MAY_BE_REMOVED = "A later revision may remove what is deprecated."
"""Purpose of the rules for deprecation."""


def deprecation_rules(noun: str, prefix: str, purpose: str) -> tuple[ChangeRule, ...]:
    """Return the rules for a thing that has become deprecated, and for one that is no longer deprecated."""
    deprecated, restored = f"{prefix}_DEPRECATED", f"{prefix}_UNDEPRECATED"
    start, end = f"Deprecated: {noun} {{subject}}", f"No longer deprecated: {noun} {{subject}}"
    return (
        ChangeRule(deprecated, (f"{noun} deprecated",), purpose, start, SAFE, "risky", restored),
        ChangeRule(restored, (f"{noun} no longer deprecated",), purpose, end, SAFE, "safe", deprecated),
    )
