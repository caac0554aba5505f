"""What a busy machine adds to a log: any handler is then found to block the event loop."""

from __future__ import annotations

from collections.abc import Iterable


def lines_without_load(lines: Iterable[str]) -> list[str]:
    """The lines of a log but those about a step of a handler that took long."""
    return [line for line in lines if " blocked the event loop for " not in line]
