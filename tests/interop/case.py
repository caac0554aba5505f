"""One row of the table of interoperability."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One row of the table."""

    columns: tuple[str, str, str, str]
    problems: Callable[[], Awaitable[list[str]]]
    fault: str = ""
    """Of the peer, where that is known."""

    def __str__(self) -> str:
        return ", ".join(self.columns)
