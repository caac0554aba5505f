"""Handlers and calls that are written in the types of one revision, for peers that speak another one.

Params and results cross from one revision to the other with `mcp_bindings.translation`; this room does the rest of what
a bridge does: the level of the log, subscriptions, and rounds of input. It does no I/O.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .client import AdaptedCalls, ServerLink, answering

__all__ = ["AdaptedCalls", "ServerLink", "answering"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "client": ("AdaptedCalls", "ServerLink", "answering"),
        },
    )
