"""One side of a session, without I/O: it checks that each message may be sent or received now, in either era.

`mb.Session` reads the texts that arrive and returns the bytes to send. A message that breaks one of the `RULES` is
refused, or a message of the peer is delivered with a finding if the mode of the session says so. A refusal raises an
error that names the rule: `mb.RemoteProtocolError` for a message of the peer, `mb.LocalProtocolError` for a message of
this side. A refused message changes nothing, except that a refused answer of the peer ends its request.
`Session.receive` returns an `Event`. `mb.Observer` applies the same rules to both directions of a connection between
two programs, and rejects nothing. `negotiate` simulates how two sides agree on a version.
"""

from .errors import SessionFinding
from .events import (
    Event,
    Ignored,
    OpeningContinues,
    OpeningFailed,
    RequestLost,
    SessionExpired,
    VersionAgreed,
)
from .rules import RULES
from .simulation import negotiate
