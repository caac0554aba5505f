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
    from ..errors import RequestId as RequestId
    from . import simulation as simulation
    from .errors import LocalProtocolError as LocalProtocolError
    from .errors import RemoteProtocolError as RemoteProtocolError
    from .errors import SessionFinding as SessionFinding
    from .events import Ended as Ended
    from .events import Event as Event
    from .events import Ignored as Ignored
    from .events import OpeningContinues as OpeningContinues
    from .events import OpeningFailed as OpeningFailed
    from .events import OutgoingRequest as OutgoingRequest
    from .events import RequestLost as RequestLost
    from .events import SessionExpired as SessionExpired
    from .events import VersionAgreed as VersionAgreed
    from .observer import Observed as Observed
    from .observer import ObservedFinding as ObservedFinding
    from .observer import ObservedRequest as ObservedRequest
    from .observer import Observer as Observer
    from .profile import FILTER_MEMBERS as FILTER_MEMBERS
    from .rules import RULES as RULES
    from .rules import SessionRule as SessionRule
    from .session import Session as Session
    from .states import HANDSHAKE as HANDSHAKE
    from .states import REQUEST as REQUEST
    from .states import Transition as Transition
    from .states import mermaid as mermaid

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
    "RequestId",
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
            ".errors": ["RequestId"],
            "errors": ["LocalProtocolError", "RemoteProtocolError", "SessionFinding"],
            "events": [
                "OpeningContinues",
                "VersionAgreed",
                "OutgoingRequest",
                "Ended",
                "Event",
                "Ignored",
                "RequestLost",
                "SessionExpired",
                "OpeningFailed",
            ],
            "observer": ["Observed", "ObservedFinding", "ObservedRequest", "Observer"],
            "rules": ["RULES", "SessionRule"],
            "session": ["Session"],
            "states": ["HANDSHAKE", "REQUEST", "Transition", "mermaid"],
            "profile": ["FILTER_MEMBERS"],
        },
        modules=["simulation"],
    )
