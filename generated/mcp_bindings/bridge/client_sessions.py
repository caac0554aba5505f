"""The sessions that face the client: one for a connection, or one for each HTTP exchange of a per-request client."""

from __future__ import annotations

from collections import deque

from ..session.rules import SessionMode
from ..session.session import Session

MODE: SessionMode = "default"
"""The mode of each session of a bridge. In this mode a session delivers messages that break a rule but do no harm,
since a connection without a bridge would deliver them, too.
"""

_MAX_SESSIONS = 100
"""Greatest number of sessions that a bridge keeps for HTTP exchanges. Kept sessions are used again, since making a
session takes time.
"""


class ClientSessions:
    """The sessions that face the client.

    Args:
        first: a session that has received nothing. It serves the whole connection, or is the model of all others.
        is_shared: whether the first session serves the whole connection.

    Attributes:
        main: the session that serves the whole connection; None if each HTTP exchange has a session.
    """

    def __init__(self, first: Session, *, is_shared: bool) -> None:
        self.main: Session | None = first if is_shared else None
        self._first = first
        self._sessions: deque[Session] = deque(maxlen=_MAX_SESSIONS)

    def get_session_for_exchange(self) -> Session:
        """Return a session for a new HTTP exchange: the oldest session if it can be reset, otherwise a new session."""
        oldest = self._sessions.popleft() if self._sessions else None
        if oldest is not None and not oldest.reset():
            self._sessions.append(oldest)
            oldest = None
        session = oldest if oldest is not None else self._first.anew()
        self._sessions.append(session)
        return session
