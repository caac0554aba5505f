"""Type of a change rule: a kind of change with a stable id and its assessment. Rules are data without logic.

The mode in `ChangeRule.wire` determines how the levels for documents are found:

- `contained`: a search decides if all documents of one side are valid on the other. A level is safe only if this is
  proven.
- `lenient`: a search decides, but the worst level is `risky`, because receivers ignore unknown notifications.
- `binding`: the levels follow from the keyword of a protocol fact (MUST, SHOULD).

A rule with levels instead of a mode has fixed levels. Each rule names its mirror, which is the rule for the same change
with the two sides swapped. A test checks that the mirrors agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_bindgen.diff.severity import Level, Severity
from mcp_bindgen.diff.types import Delta

Wire: TypeAlias = tuple[Level, Level]
"""Levels for documents, from old to new and from new to old."""

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
    """Template of the summary of a change, without a full stop. `{subject}` stands for the changed thing, and
    `{definition}` for its definition.
    """
    wire: WireMode | Wire
    """Mode of finding the levels for documents, or fixed levels."""
    python: Severity
    """Severity for Python source code that uses the generated classes."""
    mirror: str
    """Id of the rule for the same change with the two sides swapped."""
    applies_to: Callable[[Delta, Wire], bool] = lambda delta, wire: True
    """Function that returns whether the rule applies to a difference with given levels. If several rules apply, the
    first one is used.
    """


SAFE: Wire = ("safe", "safe")
MAY_BE_REMOVED = "A later revision may remove what is deprecated."
"""Purpose of the rules for deprecation."""


def deprecation_rules(noun: str, prefix: str, purpose: str) -> tuple[ChangeRule, ...]:
    """Return the rule for a thing that became deprecated, and the rule for a thing that is no longer deprecated."""
    deprecated, restored = f"{prefix}_DEPRECATED", f"{prefix}_UNDEPRECATED"
    start, end = f"Deprecated: {noun} {{subject}}", f"No longer deprecated: {noun} {{subject}}"
    return (
        ChangeRule(deprecated, (f"{noun} deprecated",), purpose, start, SAFE, "risky", restored),
        ChangeRule(restored, (f"{noun} no longer deprecated",), purpose, end, SAFE, "safe", deprecated),
    )
