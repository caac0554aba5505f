"""Lets a tool close the HTTP connection of its own request, to show that the client can resume the stream."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

disconnect_request: ContextVar[Callable[[], None]] = ContextVar("disconnect_request")
"""Closes the connection of the current request; set only for requests that arrive by POST."""


def disconnect() -> None:
    """Close the connection of the current request if the client can resume its stream; else do nothing."""
    disconnect_request.get(lambda: None)()
