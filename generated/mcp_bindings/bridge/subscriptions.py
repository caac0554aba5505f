"""Subscriptions through a bridge, from either era to the other.

A server of the per-request era has one subscription of a bridge. To change it, the bridge opens a new one, and closes
the old one when the new one is acknowledged, so that nothing is missed.

Page: /specification/2026-07-28/basic/patterns/subscriptions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from ..errors import ProtocolError, RequestId
from ..json_values import is_array, is_object
from ..jsonrpc.messages import Notification, Request, Response
from ..revisions import Revision
from ..session.errors import LocalProtocolError
from ..session.profile import revision_profile
from ..session.session import Session
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import (
    ACKNOWLEDGED,
    CANCELLED,
    COMPLETE,
    LISTEN,
    META,
    RESOURCE_UPDATED,
    RESULT_TYPE,
    SUBSCRIBE,
    SUBSCRIPTION_KEY,
    UNSUBSCRIBE,
)
from ..translation.context import TranslationContext
from .link import Link, failure, problem
from .records import Answer, subscription_of
from .timers import Timer

_URIS = "resourceSubscriptions"
_TRIES = 5
"""The number of times that a subscription that has ended is opened again without an acknowledgement in between."""

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
    """The subscription at a per-request server that serves a client with a handshake.

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
        """Subscribe to the notifications that every client with a handshake gets, if the server has them."""
        self._is_started = True
        if self._opening is None and self._current is None:
            self._open()

    def change(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Begin or end the subscription of the client to a resource, as its request says."""
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
        """Return whether a notification belongs to the present subscription or to the new one."""
        id_ = subscription_of(notification)
        return id_ is not None and id_ in (self._current, self._opening)

    def acknowledged(self, notification: Notification) -> None:
        """Answer the requests of the client, since the server has acknowledged the new subscription."""
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
        """Open the subscription again after its end, and refuse the requests of the client if it was not opened."""
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
        """Open a subscription to everything that is wanted now."""
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
        """Refuse the changes that the new subscription was to make."""
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
        """Return the filter of everything that is wanted and that the server has."""
        capabilities: Mapping[str, Any] = self._link.back.capabilities or {}
        profile = revision_profile(self._link.back_revision.id)
        wanted: dict[str, Any] = {}
        for method, name in profile.filters.items():
            row = profile.notifications["server"].get(method)
            if row is None or row.need is None or not row.need.is_declared_in(capabilities):
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


class _Listen:
    """A subscription of a per-request client.

    Attributes:
        granted: The filter that the acknowledgement promises.
        uris: The resources whose subscriptions the server has accepted, or has still to answer.
        missing: The number of answers of the server that are awaited before the acknowledgement.
        is_acknowledged: Whether the acknowledgement was sent.
    """

    __slots__ = ("exchange", "granted", "id", "is_acknowledged", "missing", "revision", "session", "uris")

    def __init__(self, session: Session, id: RequestId, exchange: Hashable, revision: Revision) -> None:
        self.session = session
        self.id = id
        self.exchange = exchange
        self.revision = revision
        self.granted: dict[str, Any] = {}
        self.uris: dict[str, None] = {}
        self.missing = 0
        self.is_acknowledged = False


class Listens:
    """The subscriptions of a per-request client to a server with a handshake.

    Args:
        link: Both ends.
        capabilities: The capabilities of the server that the client is shown.
        is_alone: Whether the session with the server carries no other request of the client. A server may report the
            change of a list only in the session that has caused it, so the bridge does not promise such reports then.
            It promises updates of resources, since the server accepts each subscription to one in this session.
    """

    def __init__(self, link: Link, capabilities: Mapping[str, Any], *, is_alone: bool) -> None:
        self._link = link
        self._is_alone = is_alone
        self._capabilities = capabilities
        self._listens: dict[tuple[Session, RequestId], _Listen] = {}
        self._users: dict[str, int] = {}
        """The number of subscriptions that name each resource."""

        self._accepted: set[str] = set()

    def open(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Begin a subscription of the client."""
        link = self._link
        if len(self._listens) >= link.bounds.calls:
            link.refuse_client(session, request.id, failure("Too many subscriptions"), exchange)
            return
        wanted = request.document["params"]["notifications"]
        listen = _Listen(session, request.id, exchange, session.revision_of(request.id))
        uris = self._granted(listen, wanted if is_object(wanted) else {})
        if len({*self._users, *uris}) > link.bounds.subscriptions:
            link.refuse_client(session, request.id, failure("Too many subscriptions"), exchange)
            return
        self._listens[session, request.id] = listen
        listen.missing = 1
        for uri in uris:
            self._use(listen, uri)
        self._less_missing(listen)

    def closed(self, session: Session, id_: RequestId) -> bool:
        """End a subscription, and return whether the request was one."""
        listen = self._listens.pop((session, id_), None)
        if listen is None:
            return False
        for uri in listen.uris:
            self._unuse(uri)
        return True

    def exchange_left(self, exchange: Hashable) -> None:
        """End the subscriptions of an HTTP exchange that the client has closed."""
        for listen in [each for each in self._listens.values() if each.exchange == exchange]:
            listen.session.record_unanswered(listen.id)
            self.closed(listen.session, listen.id)

    def deliver(self, notification: Notification, source: Revision) -> None:
        """Pass a notification of the server on to every subscription that asks for it."""
        link = self._link
        for listen in list(self._listens.values()):
            if not listen.is_acknowledged or not _asks_for(listen, notification):
                continue
            context = TranslationContext(revision=source.id, sender="server", subscription_id=listen.id)
            translation = link.translated(notification, listen.revision, context)
            for message in translation.messages:
                assert isinstance(message, Notification)
                link.notify_client(listen.session, message, listen.exchange, translation.edits)

    def end(self) -> None:
        """End all subscriptions, since the server is gone."""
        link = self._link
        for listen in list(self._listens.values()):
            result = {RESULT_TYPE: COMPLETE, META: {SUBSCRIPTION_KEY: listen.id}}
            try:
                link.to_client(listen.session.notify(CANCELLED, {"requestId": listen.id}), listen.exchange)
                data = listen.session.respond(listen.id, result)
            except LocalProtocolError:
                link.refuse_client(listen.session, listen.id, failure("The server is gone"), listen.exchange)
            else:
                link.answer_client(listen.session, listen.id, data, listen.exchange)
        self._listens.clear()

    def _granted(self, listen: _Listen, wanted: Mapping[str, Any]) -> list[str]:
        """Grant the notifications that the server has and that can arrive.

        Returns:
            The resources that are asked for, if the server has subscriptions to resources.
        """
        profile = revision_profile(listen.revision.id)
        uris: list[str] = []
        for method, name in profile.filters.items():
            row = profile.notifications["server"].get(method)
            if row is None or row.need is None or not row.need.is_declared_in(self._capabilities):
                continue
            value = wanted.get(name)
            if name == _URIS:
                uris = list(dict.fromkeys(value)) if is_array(value) else []
            elif value is True and not self._is_alone:
                listen.granted[name] = True
        return uris

    def _use(self, listen: _Listen, uri: str) -> None:
        """Subscribe to a resource at the server, unless another subscription has done so."""
        listen.uris[uri] = None
        self._users[uri] = self._users.get(uri, 0) + 1
        if uri in self._accepted:
            return
        listen.missing += 1
        try:
            self._link.ask_server(SUBSCRIBE, {"uri": uri}, lambda answer: self._subscribed(listen, uri, answer))
        except LocalProtocolError:
            listen.missing -= 1
            listen.uris.pop(uri, None)
            self._unuse(uri)

    def _subscribed(self, listen: _Listen, uri: str, answer: Answer | None) -> None:
        if isinstance(answer, Response):
            self._accepted.add(uri)
            if uri not in self._users:
                self._unsubscribe(uri)
        elif uri in listen.uris:
            del listen.uris[uri]
            if self._is_open(listen):
                self._unuse(uri)
        self._less_missing(listen)

    def _is_open(self, listen: _Listen) -> bool:
        """Return whether a subscription has not ended; its session may serve another one by now."""
        return self._listens.get((listen.session, listen.id)) is listen

    def _less_missing(self, listen: _Listen) -> None:
        """Acknowledge a subscription once the server has answered for all of its resources."""
        listen.missing -= 1
        if listen.missing or not self._is_open(listen):
            return
        if listen.uris:
            listen.granted[_URIS] = list(listen.uris)
        params = {META: {SUBSCRIPTION_KEY: listen.id}, "notifications": listen.granted}
        try:
            self._link.to_client(listen.session.notify(ACKNOWLEDGED, params), listen.exchange)
        except LocalProtocolError as error:
            self.closed(listen.session, listen.id)
            self._link.refuse_client(listen.session, listen.id, failure(error.message), listen.exchange)
        else:
            listen.is_acknowledged = True

    def _unuse(self, uri: str) -> None:
        """End the subscription to a resource at the server if nobody needs it."""
        self._users[uri] -= 1
        if not self._users[uri]:
            del self._users[uri]
            if uri in self._accepted:
                self._unsubscribe(uri)

    def _unsubscribe(self, uri: str) -> None:
        self._accepted.discard(uri)
        try:
            self._link.ask_server(UNSUBSCRIBE, {"uri": uri}, _ignore)
        except LocalProtocolError as error:
            self._link.lost("client", UNSUBSCRIBE, error.message)


def _asks_for(listen: _Listen, notification: Notification) -> bool:
    """Return whether a subscription asks for a notification. An update may concern a part of a resource."""
    name = revision_profile(listen.revision.id).filters.get(notification.method)
    if notification.method != RESOURCE_UPDATED:
        return name in listen.granted
    uri: str = notification.document["params"]["uri"]
    return any(uri == each or uri.startswith(each.rstrip("/") + "/") for each in listen.uris)


def _ignore(answer: Answer | None) -> None:
    """Ignore an answer."""
