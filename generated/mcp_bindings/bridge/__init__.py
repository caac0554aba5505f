"""Connect a client and a server that need not share a revision: two sessions back to back, without any I/O.

`Bridge` receives what each side sends, and returns what the caller sends to the other side. `Bounds` limits what a
bridge keeps. `connection_key` says which requests of per-request clients may share a connection to a server with a
handshake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .bounds import Bounds
    from .opening import connection_key
    from .state import Action, Closed, CloseStream, EndExchange, Lost, ToClient, ToServer
    from .tool_schemas import ToolHeaders

__all__ = [
    "Action",
    "Bounds",
    "CloseStream",
    "Closed",
    "EndExchange",
    "Lost",
    "ToClient",
    "ToServer",
    "ToolHeaders",
    "connection_key",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bounds": ("Bounds",),
            "opening": ("connection_key",),
            "state": ("Action", "Closed", "CloseStream", "EndExchange", "Lost", "ToClient", "ToServer"),
            "tool_schemas": ("ToolHeaders",),
        },
    )
