"""One side of a session, without I/O: it checks that each message may be sent or received now, in either era.

`Session` takes what arrives and returns the bytes that may be sent. A message that breaks a rule changes nothing and
raises an error: `RemoteProtocolError` for a message of the peer, `LocalProtocolError` for one of this side. `Event` is
what `Session.receive` returns. `Observer` applies the same rules to both directions of a connection between others, and
rejects nothing. `HANDSHAKE` and `REQUEST` are the tables of states; errors name one of the `RULES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from . import simulation
    from .errors import LocalProtocolError, RemoteProtocolError, SessionFinding
    from .events import (
        Ended,
        Event,
        Ignored,
        OpeningContinues,
        OpeningFailed,
        OutgoingRequest,
        RequestLost,
        SessionExpired,
        VersionAgreed,
    )
    from .observer import Observed, ObservedFinding, ObservedRequest, Observer
    from .profile import FILTER_MEMBERS
    from .rules import RULES, SessionRule
    from .session import Session
    from .states import HANDSHAKE, REQUEST, Transition, mermaid

__all__ = [
    "FILTER_MEMBERS",
    "HANDSHAKE",
    "REQUEST",
    "RULES",
    "Ended",
    "Event",
    "Ignored",
    "LocalProtocolError",
    "Observed",
    "ObservedFinding",
    "ObservedRequest",
    "Observer",
    "OpeningContinues",
    "OpeningFailed",
    "OutgoingRequest",
    "RemoteProtocolError",
    "RequestLost",
    "Session",
    "SessionExpired",
    "SessionFinding",
    "SessionRule",
    "Transition",
    "VersionAgreed",
    "mermaid",
    "simulation",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "": ("simulation",),
            "errors": ("LocalProtocolError", "RemoteProtocolError", "SessionFinding"),
            "events": (
                "Ended",
                "Event",
                "Ignored",
                "OpeningContinues",
                "OpeningFailed",
                "OutgoingRequest",
                "RequestLost",
                "SessionExpired",
                "VersionAgreed",
            ),
            "observer": ("Observed", "ObservedFinding", "ObservedRequest", "Observer"),
            "profile": ("FILTER_MEMBERS",),
            "rules": ("RULES", "SessionRule"),
            "session": ("Session",),
            "states": ("HANDSHAKE", "REQUEST", "Transition", "mermaid"),
        },
    )
