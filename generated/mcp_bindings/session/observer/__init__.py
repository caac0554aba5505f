"""Reading along, for programs between a client and a server: gateways, proxies, inspectors and recorders.

`Observer` hears both directions of a connection, and never refuses a message. `Observed` is what it says of each: the
message, the request that it answers, and findings with the side to blame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import lazy_exports

if TYPE_CHECKING:
    from .events import Observed, ObservedFinding, ObservedRequest
    from .observer import Observer

__all__ = ["Observed", "ObservedFinding", "ObservedRequest", "Observer"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "events": ("Observed", "ObservedFinding", "ObservedRequest"),
            "observer": ("Observer",),
        },
    )
