"""Keeps one subscription at a per-request server for what a client with a handshake gets without asking, or asks for.

A change of what is wanted opens a new subscription, and closes the old one when the new one is acknowledged, so that
nothing is missed. Page: /specification/2026-07-28/basic/patterns/subscriptions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from ..errors import ProtocolError, RequestId
from ..json_values import is_array
from ..jsonrpc.messages import Notification, Request, Response
from ..session import LocalProtocolError, Session
from ..session.profile import revision_profile
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import LISTEN, SUBSCRIBE
from .fields import subscription_of
from .link import Link, failure, problem
from .records import Answer
from .timers import Timer

_URIS = "resourceSubscriptions"
_TRIES = 5
"""How often a subscription that has ended is opened again without an acknowledgement in between."""

_PAUSE = 1.0
"""Seconds before it is opened again."""


class _Change(NamedTuple):
    """A request of the client to begin or to end a subscription."""

    session: Session
    id: RequestId
    exchange: Hashable
    uri: str
    begins: bool


class Feed:
    """The subscription of a client.

    Args:
        link: Both ends.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._uris: dict[str, None] = {}
        self._current: RequestId | None = None
        self._opening: RequestId | None = None
        self._changes: list[_Change] = []
        self._waiting: list[_Change] = []
        self._tries = 0
        self._timer: Timer | None = None
        self._is_started = False

    def start(self) -> None:
        """Subscribe to what every client with a handshake gets, where the server has it."""
        self._is_started = True
        if self._opening is None and self._current is None:
            self._open()

    def change(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Take a request of the client to begin or to end a subscription to a resource."""
        uri: str = request.document["params"]["uri"]
        begins = request.method == SUBSCRIBE
        wanted = len(self._uris) + len(self._waiting) + len(self._changes)
        if begins and uri not in self._uris and wanted >= self._link.bounds.subscriptions:
            self._link.refuse_client(session, request.id, failure("Too many subscriptions"), exchange)
            return
        self._waiting.append(_Change(session, request.id, exchange, uri, begins))
        if self._opening is None:
            self._open()

    def owns(self, notification: Notification) -> bool:
        """Whether a notification belongs to this subscription, whether old or new."""
        id_ = subscription_of(notification)
        return id_ is not None and id_ in (self._current, self._opening)

    def acknowledged(self, notification: Notification) -> None:
        """Take the acknowledgement of the server."""
        if self._opening is None or subscription_of(notification) != self._opening:
            return
        promised = notification.document["params"]["notifications"].get(_URIS)
        granted: frozenset[Any] = frozenset(promised) if is_array(promised) else frozenset()
        old, self._current, self._opening, self._tries = self._current, self._opening, None, 0
        self._stop_waiting()
        changes, self._changes = self._changes, []
        for each in changes:
            if not each.begins or each.uri in granted:
                self._link.respond_client(each.session, each.id, {}, each.exchange)
            else:
                self._uris.pop(each.uri, None)
                error = ProtocolError(INVALID_PARAMS, "The server does not report changes of this resource")
                self._link.refuse_client(each.session, each.id, error, each.exchange)
        if old is not None:
            self._link.cancel_at_server(old)
        if self._waiting:
            self._open()

    def ended(self, id_: RequestId, error: ProtocolError) -> None:
        """Take note that a subscription has ended, or was not opened."""
        if id_ == self._opening:
            self._fail(error)
        elif id_ == self._current:
            self._current = None
            self._link.lost("server", LISTEN, "the subscription has ended")
        else:
            return
        if self._opening is not None:
            return
        if self._waiting:
            self._open()
        elif self._current is None and self._tries < _TRIES:
            self._tries += 1
            self._timer = self._link.timers.after(_PAUSE, self._reopen)

    def _reopen(self) -> None:
        if self._current is None and self._opening is None:
            self._open()

    def _open(self) -> None:
        """Open the subscription to what is wanted now."""
        self._changes, self._waiting = self._waiting, []
        for each in self._changes:
            if each.begins:
                self._uris[each.uri] = None
            else:
                self._uris.pop(each.uri, None)
        wanted = self._filter()
        if not wanted:
            self._close()
            return
        try:
            id_, data = self._link.back.request(LISTEN, {"notifications": wanted}, id=self._link.new_id())
        except LocalProtocolError as error:
            self._fail(problem(error))
            return
        self._opening = id_
        self._link.own[id_] = lambda answer: self._answered(id_, answer)
        self._timer = self._link.timers.after(self._link.bounds.own_seconds, lambda: self._late(id_))
        self._link.to_server(data, id_)

    def _close(self) -> None:
        """End the subscription, since nothing is wanted."""
        old, self._current = self._current, None
        changes, self._changes = self._changes, []
        for each in changes:
            self._link.respond_client(each.session, each.id, {}, each.exchange)
        if old is not None:
            self._link.cancel_at_server(old)

    def _answered(self, id_: RequestId, answer: Answer | None) -> None:
        text = (
            "The server has ended the subscription" if isinstance(answer, Response) else "The server does not subscribe"
        )
        self.ended(id_, failure(text))

    def _late(self, id_: RequestId) -> None:
        if id_ == self._opening:
            self._link.cancel_at_server(id_)
            self.ended(id_, failure("The server does not acknowledge the subscription"))

    def _fail(self, error: ProtocolError) -> None:
        """Refuse what the new subscription was to change."""
        self._opening = None
        self._stop_waiting()
        changes, self._changes = self._changes, []
        for each in changes:
            if each.begins:
                self._uris.pop(each.uri, None)
                self._link.refuse_client(each.session, each.id, error, each.exchange)
            else:
                self._link.respond_client(each.session, each.id, {}, each.exchange)

    def _filter(self) -> dict[str, Any]:
        """What is wanted and the server has."""
        capabilities: Mapping[str, Any] = self._link.back.capabilities or {}
        profile = revision_profile(self._link.back_revision.id)
        wanted: dict[str, Any] = {}
        for method, name in profile.filters.items():
            row = profile.notifications["server"].get(method)
            if row is None or row.need is None or not row.need.met_by(capabilities):
                continue
            if name == _URIS:
                if self._uris:
                    wanted[name] = list(self._uris)
            elif self._is_started:
                wanted[name] = True
        return wanted

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
