"""Levels and severities of changes, and the choice of the worst level."""

from __future__ import annotations

from typing import Literal

Severity = Literal["breaking", "risky", "safe"]


Level = Literal["safe", "risky", "breaking", "unknown"]
"""A severity, or `unknown` if the effect is not known, for example because the search for a counter-example ended
without a decision.
"""


SEVERITIES: tuple[Severity, ...] = ("breaking", "risky", "safe")
"""Severities, worst first."""


def worst_severity(*levels: Level) -> Severity:
    """Return the worst of the given levels. `unknown` counts as risky. Without levels, return `safe`."""
    if "breaking" in levels:
        return "breaking"
    return "risky" if "risky" in levels or "unknown" in levels else "safe"
