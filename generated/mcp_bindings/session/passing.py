"""Requests of a client that pass a session without being recorded until another message may refer to them.

A plain request that gets a plain answer leaves nothing behind in a session except that its id was used. So a bridge,
which has a session at each end, may keep such a request itself, and record it in both sessions only when something
happens that needs it there: a cancellation, an error, a request for input, or the end of the time it may take.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import ProtocolError, RequestId
from ..http.headers import mirrors, repeats_body
from ..jsonrpc.messages import Request
from ..negotiation.eras import declared_version
from ..spec.http_fields import HeaderFields, Headers
from ..spec.names import CALL_TOOL, LIST_TOOLS, Sender
from .errors import Violation
from .ids import LARGEST, LONGEST
from .receiver import Receiver

if TYPE_CHECKING:
    from .channel import Channel
    from .profile import MethodProfile, RevisionProfile

_CLIENT: Sender = "client"


class Passing:
    """What a bridge has to know of a session to let requests of a client pass by it.

    Args:
        channel: Of the session.
        profile: Of the revision in which the requests pass.
    """

    __slots__ = (
        "_arrived",
        "_channel",
        "_ids_for_session",
        "_known_headers",
        "_profile",
        "_receiver",
        "_rounds",
        "_side",
        "_state",
    )

    def __init__(self, channel: Channel, profile: RevisionProfile) -> None:
        self._channel = channel
        self._known_headers: tuple[str | None, dict[str, str]] | None = None
        self._profile = profile
        self._state = channel.state
        self._side = channel.state.sides[_CLIENT]
        self._arrived = channel.role != _CLIENT
        self._receiver = Receiver(channel, None)
        self._rounds = channel.state.rounds
        self._ids_for_session = profile.ids_for_session

    def methods(self) -> dict[str, MethodProfile]:
        """The requests that may pass: those whose answers change nothing, if the server has what they need."""
        declared = self._state.capabilities["server"] or {}
        rows = self._profile.requests[_CLIENT]
        run_as_tasks = self._profile.runs_tools_as_tasks(declared)
        return {
            name: row
            for name, row in rows.items()
            if (not row.has_sequel or row.asks_input or row.is_list or name == LIST_TOOLS)
            and (row.need is None or row.need.met_by(declared))
            and not (run_as_tasks and name in (CALL_TOOL, LIST_TOOLS))
        }

    def bounds(self, id_: RequestId) -> bool:
        """Whether a request may pass with this id as far as its size is concerned."""
        return -LARGEST < id_ < LARGEST if type(id_) is int else len(str(id_)) <= LONGEST

    def admits(self, id_: RequestId, token: RequestId | None) -> bool:
        """Whether a request may pass with this id and this progress token. Nothing is recorded; see `claim`."""
        side = self._side
        if not self.bounds(id_):
            return False
        if id_ in side.waiting.by_key or (side.dropped.keys and id_ in side.dropped) or len(self._rounds):
            return False
        if token is not None and (token in side.tokens or token in side.dropped_tokens):
            return False
        return not (self._ids_for_session and id_ in side.used)

    def claim(self, id_: RequestId) -> None:
        """Count an id as used, since a request passes with it."""
        if self._ids_for_session:
            self._side.used.claim(id_)

    def headers_fit(self, document: Mapping[str, Any], headers: Headers, input_schema: object) -> bool:
        """Whether a request may pass with the headers of the POST that carries it."""
        profile, method = self._profile, document["method"]
        if (
            input_schema is None
            and profile.era == "per-request"
            and declared_version(document) == profile.version
            and method in profile.requests[_CLIENT]
            and repeats_body(
                document, HeaderFields(headers), mirrors(profile.version, self._channel.extensions, method)
            )
        ):
            return True  # no header can be wrong that only repeats the body
        try:
            self._receiver.check_headers(document, headers, input_schema)
        except ProtocolError:
            return False
        return True

    def http_headers(self, document: Mapping[str, Any], input_schemas: Mapping[str, object]) -> dict[str, str]:
        """The headers of the POST in which a request passes on; see `Session.http_headers`.

        Raises:
            ValueError: An argument cannot be written as a header.
        """
        if self._profile.era != "handshake":
            return self._channel.http_headers(document, "POST", None, input_schemas)
        known = self._known_headers  # nothing in them depends on the request
        if known is None or known[0] != self._channel.session_id:
            headers = self._channel.http_headers(document, "POST", None, input_schemas)
            known = self._known_headers = (self._channel.session_id, headers)
        return known[1]

    def page_fits(self, method: str, params: Mapping[str, Any], page: Mapping[str, Any]) -> bool:
        """Whether a page of a list may pass, as all pages of a list have the same scope; see `note_page`."""
        try:
            self._side.pages.check(method, params, page, self._state.remarks, arrived=False)
        except Violation:
            return False
        return True

    def note_page(self, method: str, page: Mapping[str, Any]) -> None:
        """Remember the scope of a page that passes."""
        self._side.pages.note(method, page)

    def record(self, request: Request, progress: float | None) -> None:
        """Record a request that has passed, as the session would have done when it came.

        Args:
            request: The request.
            progress: What was last reported of it; None if nothing was.
        """
        state, side = self._state, self._side
        state.request(request, _CLIENT, self._profile, self._arrived, is_claimed=True)
        exchange = side.waiting.get(request.id)
        if exchange is not None:
            exchange.progress = progress
