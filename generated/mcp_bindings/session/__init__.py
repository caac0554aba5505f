"""One side of a session, without I/O: which message may follow, in either era, on either side.

`Session` is handed what arrives and gives what may be sent; a step against a rule raises and changes nothing.
`HANDSHAKE` and `REQUEST` are the two tables of states, `RULES` the rules that errors name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .errors import LocalProtocolError as LocalProtocolError
    from .errors import RemoteProtocolError as RemoteProtocolError
    from .events import Ended as Ended
    from .events import Event as Event
    from .events import Ignored as Ignored
    from .events import OpeningContinues as OpeningContinues
    from .events import OpeningFailed as OpeningFailed
    from .events import OutgoingRequest as OutgoingRequest
    from .events import RequestLost as RequestLost
    from .events import VersionAgreed as VersionAgreed
    from .rules import RULES as RULES
    from .rules import SessionRule as SessionRule
    from .session import Session as Session
    from .states import HANDSHAKE as HANDSHAKE
    from .states import REQUEST as REQUEST
    from .states import Transition as Transition
    from .states import mermaid as mermaid

__all__ = [
    "HANDSHAKE",
    "REQUEST",
    "RULES",
    "Ended",
    "Event",
    "Ignored",
    "LocalProtocolError",
    "OpeningContinues",
    "OpeningFailed",
    "OutgoingRequest",
    "RemoteProtocolError",
    "RequestLost",
    "Session",
    "SessionRule",
    "Transition",
    "VersionAgreed",
    "mermaid",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "errors": ["LocalProtocolError", "RemoteProtocolError"],
            "events": [
                "OpeningContinues",
                "VersionAgreed",
                "OutgoingRequest",
                "Ended",
                "Event",
                "Ignored",
                "RequestLost",
                "OpeningFailed",
            ],
            "rules": ["RULES", "SessionRule"],
            "session": ["Session"],
            "states": ["HANDSHAKE", "REQUEST", "Transition", "mermaid"],
        },
    )
