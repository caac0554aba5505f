"""How bad a change is: levels and severities, worst first, and the worst of several."""

from __future__ import annotations

from typing import Literal

Severity = Literal["breaking", "risky", "safe"]


Level = Literal["safe", "risky", "breaking", "unknown"]
"""A severity, or `unknown` where the search for a counter-example ended without an answer."""


SEVERITIES: tuple[Severity, ...] = ("breaking", "risky", "safe")
"""Worst first."""


def worst(*levels: Level) -> Severity:
    """Return the worst of some levels; `unknown` counts as risky."""
    if "breaking" in levels:
        return "breaking"
    return "risky" if "risky" in levels or "unknown" in levels else "safe"
