"""Lets a tool end the connection that its answer would go over, to show that streams are taken up again."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

breaking: ContextVar[Callable[[], None]] = ContextVar("breaking")
"""Ends the connection of the request that is worked on; set where streams can be taken up again."""


def break_off() -> None:
    """End the connection, if the client can come back for the rest."""
    breaking.get(lambda: None)()
