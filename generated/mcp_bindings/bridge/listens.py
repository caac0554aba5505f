"""Answers `subscriptions/listen` for a server with a handshake, which has subscriptions to single resources instead.

Page: /specification/2026-07-28/basic/patterns/subscriptions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ..errors import RequestId
from ..json_values import is_array, is_object
from ..jsonrpc.messages import Notification, Request, Response
from ..revisions import Revision
from ..session import LocalProtocolError, Session
from ..session.profile import revision_profile
from ..spec.names import (
    ACKNOWLEDGED,
    CANCELLED,
    COMPLETE,
    META,
    RESOURCE_UPDATED,
    RESULT_TYPE,
    SUBSCRIBE,
    SUBSCRIPTION_KEY,
    UNSUBSCRIBE,
)
from ..translation import TranslationContext
from .link import Link, failure
from .records import Answer

_URIS = "resourceSubscriptions"


class _Listen:
    """One subscription of the client.

    Attributes:
        granted: What the acknowledgement promises.
        uris: The resources that it waits for the server to accept, or that were accepted.
        missing: How many answers of the server are awaited before the acknowledgement.
        is_acknowledged: Whether it was sent.
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
    """The subscriptions of a client.

    Args:
        link: Both ends.
        capabilities: What the client is told that the server has.
        is_alone: Whether the session with the server has no other request of the client. Servers may report a change of
            a list in the session that has caused it alone, so no such change can be promised then. Updates of resources
            can, since the server accepts each subscription to one in this session.
    """

    def __init__(self, link: Link, capabilities: Mapping[str, Any], *, is_alone: bool) -> None:
        self._link = link
        self._is_alone = is_alone
        self._capabilities = capabilities
        self._listens: dict[tuple[Session, RequestId], _Listen] = {}
        self._users: dict[str, int] = {}
        """How many subscriptions name each resource."""

        self._accepted: set[str] = set()

    def open(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Take a subscription of the client."""
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
        """Take note that the client has ended a subscription; whether it was one."""
        listen = self._listens.pop((session, id_), None)
        if listen is None:
            return False
        for uri in listen.uris:
            self._unuse(uri)
        return True

    def exchange_left(self, exchange: Hashable) -> None:
        """Take note that the client reads an HTTP exchange no longer."""
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
        """Promise what the server has and can arrive; the resources that are asked for, where it subscribes to them."""
        profile = revision_profile(listen.revision.id)
        uris: list[str] = []
        for method, name in profile.filters.items():
            row = profile.notifications["server"].get(method)
            if row is None or row.need is None or not row.need.met_by(self._capabilities):
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
            if (listen.session, listen.id) in self._listens:
                self._unuse(uri)
        self._less_missing(listen)

    def _less_missing(self, listen: _Listen) -> None:
        """Acknowledge a subscription once the server has answered for all of its resources."""
        listen.missing -= 1
        if listen.missing or (listen.session, listen.id) not in self._listens:
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
    """Whether a subscription asks for a notification. An update may concern a part of a resource."""
    name = revision_profile(listen.revision.id).filters.get(notification.method)
    if notification.method != RESOURCE_UPDATED:
        return name in listen.granted
    uri: str = notification.document["params"]["uri"]
    return any(uri == each or uri.startswith(each.rstrip("/") + "/") for each in listen.uris)


def _ignore(answer: Answer | None) -> None:
    """Take an answer that changes nothing."""
