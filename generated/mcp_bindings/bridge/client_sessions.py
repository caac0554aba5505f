"""The sessions that face the client: one for a connection, or one for each HTTP exchange of a per-request client."""

from __future__ import annotations

from collections import deque

from ..session.rules import SessionMode
from ..session.session import Session

MODE: SessionMode = "default"
"""The mode of each session of a bridge. It delivers the messages that break a rule and do no harm, as a connection
without a bridge would.
"""

_MAX_LENT = 100
"""Greatest number of sessions of HTTP exchanges that are kept to be used again, since making one takes time."""


class ClientSessions:
    """The sessions that face the client.

    Args:
        first: a session that has received nothing. It serves the whole connection, or is the model of all others.
        is_shared: whether it serves the whole connection.

    Attributes:
        main: the session that serves the whole connection; None if each HTTP exchange has a session.
    """

    def __init__(self, first: Session, *, is_shared: bool) -> None:
        self.main: Session | None = first if is_shared else None
        self._first = first
        self._lent: deque[Session] = deque(maxlen=_MAX_LENT)

    def session_for_exchange(self) -> Session:
        """Return the session of the next HTTP exchange: that of the oldest exchange if that has ended, or a new one."""
        oldest = self._lent.popleft() if self._lent else None
        if oldest is not None and not oldest.reset():
            self._lent.append(oldest)
            oldest = None
        session = oldest if oldest is not None else self._first.anew()
        self._lent.append(session)
        return session
