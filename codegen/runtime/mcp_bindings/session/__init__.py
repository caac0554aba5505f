"""One side of a session, without I/O: it checks that each message may be sent or received now, in either era.

`mb.Session` takes what arrives and returns the bytes that may be sent. A message that breaks a rule changes nothing and
raises `mb.RemoteProtocolError`, or `mb.LocalProtocolError` if it is one of this side; both name one of the `RULES`.
`Event` is what `Session.receive` returns. `mb.Observer` applies the same rules to both directions of a connection
between others, and rejects nothing. `negotiate` plays how two sides agree on a version.
"""

from .events import Event, Ignored, OpeningContinues
from .rules import RULES
from .simulation import negotiate
