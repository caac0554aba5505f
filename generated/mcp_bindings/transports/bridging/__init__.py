"""Puts `mb.Bridge` between a client and a server: the I/O that a bridge leaves to its caller.

`BridgeConnection` is a bridge with its connection to the server. `bridge_stream` carries the messages of a client on
standard streams, `BridgeHttp` those of many clients over HTTP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import lazy_exports

if TYPE_CHECKING:
    from .connection import BridgeConnection, Deliver, bridge_stream
    from .http import BridgeHttp

__all__ = ["BridgeConnection", "BridgeHttp", "Deliver", "bridge_stream"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "connection": ("BridgeConnection", "Deliver", "bridge_stream"),
            "http": ("BridgeHttp",),
        },
    )
