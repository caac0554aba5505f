"""Handlers and calls that are written in the types of one revision, for peers that speak another one.

Params and results cross from one revision to the other with `mcp_bindings.translation`; this room does the rest of what
a bridge does: the level of the log, subscriptions, and rounds of input. It does no I/O.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import lazy_exports

if TYPE_CHECKING:
    from .answering_client import answering as answering
    from .called import AdaptedCalls as AdaptedCalls
    from .called import ServerLink as ServerLink
    from .changes import Changes as Changes
    from .changes import Listener as Listener
    from .home import CallNext as CallNext
    from .home import Home as Home
    from .home import Middleware as Middleware
    from .served_handlers import Served as Served
    from .served_handlers import served as served

__all__ = [
    "AdaptedCalls",
    "CallNext",
    "Changes",
    "Home",
    "Listener",
    "Middleware",
    "Served",
    "ServerLink",
    "answering",
    "served",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "answering_client": ["answering"],
            "called": ["AdaptedCalls", "ServerLink"],
            "changes": ["Changes", "Listener"],
            "home": ["CallNext", "Home", "Middleware"],
            "served_handlers": ["Served", "served"],
        },
    )
