"""Connects a client and a server that share no revision: two sessions back to back, without any I/O.

`Bridge` takes what each side sends, and returns what the caller sends to the other one. `Bounds` limits what it keeps.
`connection_key` says which requests of per-request clients may share a connection to a server with a handshake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .actions import Action as Action
    from .actions import Closed as Closed
    from .actions import CloseStream as CloseStream
    from .actions import EndExchange as EndExchange
    from .actions import Lost as Lost
    from .actions import ToClient as ToClient
    from .actions import ToServer as ToServer
    from .bounds import Bounds as Bounds
    from .catalog import ToolHeaders as ToolHeaders
    from .declaring import connection_key as connection_key
    from .machine import Bridge as Bridge

__all__ = [
    "Action",
    "Bounds",
    "Bridge",
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
            "actions": ["Action", "CloseStream", "Closed", "EndExchange", "Lost", "ToClient", "ToServer"],
            "bounds": ["Bounds"],
            "catalog": ["ToolHeaders"],
            "declaring": ["connection_key"],
            "machine": ["Bridge"],
        },
    )
