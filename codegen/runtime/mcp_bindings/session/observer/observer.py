"""Hears both sides of one connection, and says of each message whether it may come and what is wrong with it.

    >>> observer = Observer()
    >>> for event in observer.hear(data, "client"):  # before or after the data is passed on
    ...     log(event.message, event.verdict, event.findings)

An observer does no I/O, and never raises an error for a message. Use it in one thread at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from ...errors import RequestId
from ...extensions import Extension
from ...limits import DEFAULT, Limits
from ...negotiation.versions import usable
from ...revisions import REVISIONS, Revision, spoken_as, with_draft
from ...spec.http_fields import Headers
from ...spec.names import Sender, Transport
from ..receiver import Text
from .events import Observed
from .hearing import Hearing


class Observer:
    """Hears both sides of one connection.

    It keeps the state that `Session` keeps, by the same rules. Give every text to `hear`, in the order in which the
    observer hears it. The sides need not have received what the other has sent: a message that has crossed another is
    `ignored`, which is no fault.

    A message that is rejected does not change the state, with the exception that `Session` makes: an answer ends its
    request even if it is rejected, unless that is `initialize`. What the receiver says of a request that was rejected
    is no fault either, and if a server accepts an `initialize` that was rejected, its session is followed.

    There is one observer for each session: on stdio for each process; on HTTP for each `Mcp-Session-Id`, and in a
    revision without sessions for each client, or for each POST.

    Args:
        revision: id of the revision that both sides have agreed on before the observer begins; by default it hears the
            connection from the beginning. Otherwise it cannot know what came before, so it blames no side for an answer
            to a request that it has not heard, for example.
        revisions: ids of the revisions that the sides may speak; unknown ones are left out.
        transport: `stdio`, or `http` for whichever HTTP transport the revisions have.
        capabilities: what each side is known to declare, as JSON; what the observer hears comes before that.
        limits: bounds for each text.
        result_types: values of `resultType` of extensions that the package does not know.
        extensions: of the protocol, such as `mcp_bindings.extensions.tasks.EXTENSION`.
        draft: whether the sides may speak the draft, in place of a release with the same version.
        lint: whether to check the messages with `Revision.lint` too, which needs the extra `validators`.

    Raises:
        ValueError: no revision is known, or `revision` is none of them.
    """

    def __init__(
        self,
        *,
        revision: str | None = None,
        revisions: Collection[str] = REVISIONS,
        transport: Transport = "stdio",
        capabilities: Mapping[Sender, Mapping[str, Any]] | None = None,
        limits: Limits = DEFAULT,
        result_types: Collection[str] = (),
        extensions: Collection[Extension] = (),
        draft: bool = False,
        lint: bool = False,
    ) -> None:
        spoken = usable(with_draft(revisions, draft=draft))
        if not spoken or (revision is not None and spoken_as(revision, draft=draft).version not in spoken):
            raise ValueError("no revision is known" if not spoken else f"{revision} is not among the revisions")
        hearing = Hearing(spoken, transport, limits, result_types, tuple(extensions), draft=draft, lints=lint)
        self._hearing, self._state = hearing, hearing.state
        hearing.begin(capabilities or {}, None if revision is None else spoken_as(revision, draft=draft).version)

    @property
    def session_id(self) -> str | None:
        """The `Mcp-Session-Id` of the session; None if it has none, or none was heard."""
        return self._hearing.session_id

    @property
    def state(self) -> str:
        """`new`, `initializing`, `agreed`, `ready` or `closed`, as of `Session`."""
        return self._state.phase

    @property
    def revision(self) -> Revision | None:
        """The revision that both sides use; None if that is not known, or each request may name its own."""
        known = self._hearing.revisions.known
        return None if known is None else known.revision

    @property
    def waiting(self) -> Mapping[Sender, Mapping[RequestId, str]]:
        """The requests that wait for an answer, by the side that sent them: id to method."""
        return MappingProxyType({side: each.methods for side, each in self._state.sides.items()})

    @property
    def capabilities(self) -> Mapping[Sender, Mapping[str, Any] | None]:
        """What each side has declared for the session, as JSON; None if that is not known."""
        return MappingProxyType(self._state.capabilities)

    def hear(
        self,
        data: Text,
        sender: Sender,
        *,
        headers: Headers | None = None,
        http_status: int | None = None,
        input_schema: object = None,
    ) -> tuple[Observed, ...]:
        """Hear one text.

        Args:
            data: one message, or in 2025-03-26 a batch; it may be anything.
            sender: the side that has sent it, `client` or `server`.
            headers: of the HTTP request, or of the response, that carried it. Those of a request are checked; those of
                the response to `initialize` name the session. None on the HTTP+SSE transport of 2024-11-05 with a later
                revision, whose rules for headers do not hold there.
            http_status: of the response.
            input_schema: of the tool that is called, to check headers that repeat its arguments.

        Returns:
            One event for each message in the text; one for a text that cannot be read.

        Raises:
            ValueError: `sender` is neither side.
        """
        if sender not in self._state.sides:
            raise ValueError(f"sender must be 'client' or 'server', not {sender!r}")
        return self._hearing.hear(data, sender, headers, http_status, input_schema)

    def lost(self, id: RequestId, sender: Sender = "client") -> None:
        """Take note that a request gets no answer, such as one whose HTTP stream was closed or that timed out.

        A late answer is ignored. Nothing happens if no such request waits.

        Args:
            id: of the request.
            sender: the side that has sent it.
        """
        exchange = self._state.sides[sender].waiting.get(id)
        if exchange is not None:
            self._state.abandon(self._state.sides[sender], exchange)

    def restart(self) -> None:
        """Take note that the session has ended and another may begin, as after HTTP status 404 for a session."""
        self._hearing.restart()

    def close(self) -> None:
        """Take note that the connection has ended: what is heard after that is a fault."""
        self._state.close()

    def __repr__(self) -> str:
        known = self.revision
        return f"<Observer of {'an unknown revision' if known is None else known.id}, {self.state}>"
