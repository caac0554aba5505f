"""For programs that sit between a client and a server, such as gateways, proxies, inspectors and recorders.

`Observer` hears both directions of a connection, and never refuses a message. `Observed` is what it says of each: the
message, the request that it answers, and findings with the side to blame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .observer import Observer as Observer
    from .observer_events import Observed as Observed
    from .observer_events import ObservedFinding as ObservedFinding
    from .observer_events import ObservedRequest as ObservedRequest

__all__ = ["Observed", "ObservedFinding", "ObservedRequest", "Observer"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "observer": ["Observer"],
            "observer_events": ["Observed", "ObservedFinding", "ObservedRequest"],
        },
    )
