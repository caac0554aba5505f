"""Subscriptions through a bridge, from either era to the other.

A bridge has one subscription at a per-request server. To change it, the bridge opens a new subscription, and closes the
old subscription when the new one is acknowledged, so that no notification is missed.

Page: /specification/2026-07-28/basic/patterns/subscriptions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from ..errors import ProtocolError, RequestId
from ..json_values import is_array, is_object
from ..jsonrpc.messages import Notification, Request, Response
from ..negotiation.versions import add_required_members
from ..renames import list_names, to_own_name
from ..revisions import Revision
from ..session.errors import LocalProtocolError
from ..session.profile import revision_profile
from ..session.session import Session
from ..session.subscription_rules import is_subject_listed
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import (
    ACKNOWLEDGED,
    LISTEN,
    META,
    RESOURCE_UPDATED,
    SUBSCRIBE,
    SUBSCRIPTION_KEY,
    UNSUBSCRIBE,
)
from ..translation.context import TranslationContext
from ..translation.translator import find_target_method
from .requests import Answer, make_subscription_result, read_subscription_id
from .state import BridgeState, make_internal_error, make_unsendable_error
from .timers import Timer

_MAX_TRIES = 5
"""Largest number of attempts to open an ended subscription again, while the server acknowledges none of them."""

_PAUSE = 1.0
"""Seconds before a subscription that has ended is opened again."""


class _UriChange(NamedTuple):
    """A request of the client to begin or to end the subscription to a resource."""

    session: Session
    id: RequestId
    exchange: Hashable
    uri: str
    begins: bool


class ServerSubscription:
    """The subscription of a bridge at a per-request server, for a client with a handshake.

    Args:
        bridge: the state of the bridge.
    """

    def __init__(self, bridge: BridgeState) -> None:
        self._bridge = bridge
        self._uris: dict[str, None] = {}
        self._current: RequestId | None = None
        self._opening: RequestId | None = None
        self._changes: list[_UriChange] = []
        self._waiting: list[_UriChange] = []
        self._tries = 0
        self._timer: Timer | None = None
        self._is_started = False
        self._is_outdated = False
        """True if the client wants other notifications than those of the last subscription, apart from resources."""

    def start(self) -> None:
        """Subscribe to the notifications that a client with a handshake gets without a request, if the server has
        declared any.
        """
        before = self._make_filter()
        self._is_started = True
        self._is_outdated = self._make_filter() != before  # a request to subscribe may have come first
        if self._is_outdated and self._opening is None:
            self._open_subscription()

    def change_resource_subscription(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Begin or end the client's subscription to the resource that a request of the client names.

        The request is answered when the server has acknowledged the change. It is refused if there are too many
        subscriptions, or too many such requests.
        """
        uri: str = request.document["params"]["uri"]
        begins = request.method in list_names(SUBSCRIBE)
        bounds, changes = self._bridge.bounds, len(self._waiting) + len(self._changes)
        wanted = len(self._uris) + changes if begins and uri not in self._uris else 0
        if changes >= bounds.calls or wanted >= bounds.subscriptions:
            self._bridge.refuse_client_request(
                session, request.id, make_internal_error("Too many subscriptions"), exchange
            )
            return
        self._waiting.append(_UriChange(session, request.id, exchange, uri, begins))
        if self._opening is None:
            self._open_subscription()

    def cancel_change(self, session: Session, id_: RequestId) -> bool:
        """Stop waiting for the answer to a request to begin or to end a subscription. The change is made all the same.
        Return whether there was such a request.
        """
        for each in self._changes + self._waiting:
            if each.session is session and each.id == id_:
                self._bridge.end_exchange(session, id_, each.exchange)
                return True
        return False

    def answer_changes(self, error: ProtocolError) -> None:
        """Refuse the client's waiting requests to subscribe, and confirm those to unsubscribe: the server is gone."""
        self._changes, self._waiting = self._changes + self._waiting, []
        self._abandon_opening(error)

    def is_about_subscription(self, notification: Notification) -> bool:
        """Return whether a notification belongs to the present subscription, or to the one that is being opened."""
        id_ = read_subscription_id(notification)
        return id_ is not None and id_ in (self._current, self._opening)

    def handle_acknowledgement(self, notification: Notification) -> None:
        """Replace the present subscription by the new one that the server has acknowledged. Answer the requests of the
        client that the new subscription was opened for. Ignore any other acknowledgement.
        """
        if self._opening is None or read_subscription_id(notification) != self._opening:
            return
        updates = to_own_name(RESOURCE_UPDATED, self._bridge.server_revision)
        filters = revision_profile(self._bridge.server_revision.id).filters
        promised = notification.document["params"]["notifications"].get(filters.get(updates))
        granted: frozenset[Any] = frozenset(promised) if is_array(promised) else frozenset()
        old, self._current, self._opening, self._tries = self._current, self._opening, None, 0
        self._cancel_timer()
        changes, self._changes = self._changes, []
        refused = self._uris.keys() - granted  # a later request may have ended a subscription before it was asked for
        for each in changes:
            if not each.begins or each.uri not in refused:
                self._bridge.answer_client_request(each.session, each.id, {}, each.exchange)
            else:
                self._uris.pop(each.uri, None)
                error = ProtocolError(INVALID_PARAMS, "The server does not report changes of this resource")
                self._bridge.refuse_client_request(each.session, each.id, error, each.exchange)
        if old is not None:
            self._bridge.cancel_at_server(old)
        if self._waiting or self._is_outdated:
            self._open_subscription()

    def handle_end(self, id_: RequestId, error: ProtocolError) -> None:
        """Handle the end of a subscription of the bridge.

        If the subscription was still being opened, answer the client's requests that it was opened for. Open a
        subscription again: at once if further requests of the client wait; after a pause if there is no other
        subscription, at most five times in a row.

        Args:
            id_: the id of the subscription.
            error: the error for the client's requests to subscribe.
        """
        if id_ == self._opening:
            self._abandon_opening(error)
        elif id_ == self._current:
            self._current = None
            self._bridge.report_dropped_message("server", LISTEN, "the subscription has ended")
        else:
            return
        if self._opening is not None:
            return
        if self._waiting or self._is_outdated:
            self._open_subscription()
        elif self._current is None and self._tries < _MAX_TRIES:
            self._tries += 1
            self._timer = self._bridge.timers.schedule(_PAUSE, self._reopen_subscription)

    def _reopen_subscription(self) -> None:
        if self._current is None and self._opening is None:
            self._open_subscription()

    def _open_subscription(self) -> None:
        """Open a subscription to everything that the client wants now.

        If the client wants nothing, end the present subscription. If the session must not subscribe, refuse the
        requests of the client.
        """
        self._changes, self._waiting, self._is_outdated = self._waiting, [], False
        for each in self._changes:
            if each.begins:
                self._uris[each.uri] = None
            else:
                self._uris.pop(each.uri, None)
        wanted = self._make_filter()
        if not wanted:
            self._close_subscription()
            return
        try:
            id_, data = self._bridge.server.request(LISTEN, {"notifications": wanted}, id=self._bridge.new_id())
        except LocalProtocolError as error:
            self._abandon_opening(make_unsendable_error(error))
            return
        self._opening = id_
        self._bridge.own_requests[id_] = lambda answer: self._handle_answer(id_, answer)
        self._timer = self._bridge.timers.schedule(self._bridge.bounds.own_seconds, lambda: self._expire_opening(id_))
        self._bridge.send_to_server(data, id_)

    def _close_subscription(self) -> None:
        """End the subscription, since the client needs no notification any more. Confirm the client's requests."""
        old, self._current = self._current, None
        changes, self._changes = self._changes, []
        for each in changes:
            self._bridge.answer_client_request(each.session, each.id, {}, each.exchange)
        if old is not None:
            self._bridge.cancel_at_server(old)

    def _handle_answer(self, id_: RequestId, answer: Answer | None) -> None:
        text = (
            "The server has ended the subscription" if isinstance(answer, Response) else "The server does not subscribe"
        )
        self.handle_end(id_, make_internal_error(text))

    def _expire_opening(self, id_: RequestId) -> None:
        if id_ == self._opening:
            self._bridge.cancel_at_server(id_)
            self.handle_end(id_, make_internal_error("The server does not acknowledge the subscription"))

    def _abandon_opening(self, error: ProtocolError) -> None:
        """Abandon the subscription that is being opened. Refuse the client's requests to subscribe, and confirm the
        requests to unsubscribe.
        """
        self._opening = None
        self._cancel_timer()
        changes, self._changes = self._changes, []
        for each in changes:
            if each.begins:
                self._uris.pop(each.uri, None)
                self._bridge.refuse_client_request(each.session, each.id, error, each.exchange)
            else:
                self._bridge.answer_client_request(each.session, each.id, {}, each.exchange)

    def _make_filter(self) -> dict[str, Any]:
        """Return the filter for the wanted notifications that the server has declared; empty if there are none."""
        capabilities: Mapping[str, Any] = self._bridge.server.capabilities or {}
        profile = revision_profile(self._bridge.server_revision.id)
        wanted: dict[str, Any] = {}
        for method, name in profile.filters.items():
            row = profile.notifications["server"].get(method)
            if row is None or row.need is None or not row.need.is_declared_in(capabilities):
                continue
            if method in list_names(RESOURCE_UPDATED):
                if self._uris:
                    wanted[name] = list(self._uris)
            elif self._is_started and method not in profile.subjects:
                wanted[name] = True
        return wanted

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _ClientSubscription:
    """A subscription of a per-request client.

    Attributes:
        granted: the filter that the acknowledgement promises.
        uris: the resources whose subscriptions the server has accepted, or has still to answer.
        awaited_answers: the number of answers of the server that are awaited before the acknowledgement.
        is_acknowledged: True if the acknowledgement was sent.
    """

    __slots__ = ("awaited_answers", "exchange", "granted", "id", "is_acknowledged", "revision", "session", "uris")

    def __init__(self, session: Session, id: RequestId, exchange: Hashable, revision: Revision) -> None:
        self.session = session
        self.id = id
        self.exchange = exchange
        self.revision = revision
        self.granted: dict[str, Any] = {}
        self.uris: dict[str, None] = {}
        self.awaited_answers = 0
        self.is_acknowledged = False


class ClientSubscriptions:
    """The subscriptions of a per-request client to a server with a handshake.

    Args:
        bridge: the state of the bridge.
        capabilities: the server's capabilities, as shown to the client.
        is_alone: whether the session with the server serves no other request of the client. A server may report the
            change of a list only in the session that has caused the change, so the bridge then promises no reports of
            changes. It promises updates of resources, since the subscriptions to resources belong to this session.
    """

    def __init__(self, bridge: BridgeState, capabilities: Mapping[str, Any], *, is_alone: bool) -> None:
        self._bridge = bridge
        self._is_alone = is_alone
        self._capabilities = capabilities
        self._by_request: dict[tuple[Session, RequestId], _ClientSubscription] = {}
        self._users: dict[str, int] = {}
        """The number of subscriptions that name each resource."""

        self._accepted: set[str] = set()
        self._waiting: dict[str, list[_ClientSubscription]] = {}
        """The resources whose subscriptions the bridge is ending, each with the client's subscriptions that wait for
        that end: a server may handle two HTTP requests in the other order."""

    def open_subscription(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Begin the subscription that a request of the client asks for, or refuse the request if there are too many
        subscriptions.
        """
        bridge = self._bridge
        if len(self._by_request) >= bridge.bounds.calls:
            bridge.refuse_client_request(session, request.id, make_internal_error("Too many subscriptions"), exchange)
            return
        wanted = request.document["params"]["notifications"]
        subscription = _ClientSubscription(session, request.id, exchange, session.revision_of(request.id))
        uris = self._grant_filter(subscription, wanted if is_object(wanted) else {})
        if len({*self._users, *uris}) > bridge.bounds.subscriptions:
            bridge.refuse_client_request(session, request.id, make_internal_error("Too many subscriptions"), exchange)
            return
        self._by_request[session, request.id] = subscription
        subscription.awaited_answers = 1
        for uri in uris:
            self._subscribe_to_uri(subscription, uri)
        self._count_answer(subscription)

    def close_subscription(self, session: Session, id_: RequestId) -> bool:
        """End the subscription that a request has begun, without an answer. Return whether there was a subscription."""
        subscription = self._by_request.pop((session, id_), None)
        if subscription is None:
            return False
        for uri in subscription.uris:
            self._release_uri(uri)
        return True

    def close_exchange(self, exchange: Hashable) -> None:
        """End the subscriptions of an HTTP exchange that the client has closed."""
        for subscription in [each for each in self._by_request.values() if each.exchange == exchange]:
            subscription.session.record_unanswered_request(subscription.id)
            self.close_subscription(subscription.session, subscription.id)

    def deliver_notification(self, notification: Notification, source: Revision) -> None:
        """Pass a notification of the server on to every acknowledged subscription that asks for it."""
        bridge = self._bridge
        for subscription in list(self._by_request.values()):
            if not subscription.is_acknowledged or not _asks_for(subscription, notification, source):
                continue
            context = TranslationContext(revision=source.id, sender="server", subscription_id=subscription.id)
            translation = bridge.translate_message(notification, subscription.revision, context)
            for message in translation.messages:
                assert isinstance(message, Notification)
                bridge.notify_client(subscription.session, message, subscription.exchange, translation.edits)

    def end_all_subscriptions(self, error: ProtocolError) -> None:
        """End all subscriptions, since the server is gone. Answer each with a result, or else with the error."""
        bridge = self._bridge
        for subscription in list(self._by_request.values()):
            result = make_subscription_result(subscription.id)
            bridge.notify_cancelled(subscription.session, subscription.id, subscription.exchange)
            try:
                data = subscription.session.respond(subscription.id, result)
            except LocalProtocolError:
                bridge.refuse_client_request(subscription.session, subscription.id, error, subscription.exchange)
            else:
                bridge.send_answer_to_client(subscription.session, subscription.id, data, subscription.exchange)
        self._by_request.clear()

    def _grant_filter(self, subscription: _ClientSubscription, wanted: Mapping[str, Any]) -> list[str]:
        """Grant a subscription those wanted notifications that the server has and that can arrive. Updates of resources
        are granted later.

        Returns:
            The URIs of the wanted resources; empty if the server has no subscriptions to resources.
        """
        profile = revision_profile(subscription.revision.id)
        uris: list[str] = []
        for method, name in profile.filters.items():
            row = profile.notifications["server"].get(method)
            if row is None or row.need is None or not row.need.is_declared_in(self._capabilities):
                continue
            value = wanted.get(name)
            if method in list_names(RESOURCE_UPDATED):
                uris = list(dict.fromkeys(value)) if is_array(value) else []
            elif value is True and not self._is_alone:
                subscription.granted[name] = True
        return uris

    def _subscribe_to_uri(self, subscription: _ClientSubscription, uri: str) -> None:
        """Add a resource to a subscription. Subscribe to the resource at the server, unless the server has already
        accepted that.
        """
        subscription.uris[uri] = None
        self._users[uri] = self._users.get(uri, 0) + 1
        if uri in self._accepted:
            return
        subscription.awaited_answers += 1
        if uri in self._waiting:
            self._waiting[uri].append(subscription)
        else:
            self._request_subscription(subscription, uri)

    def _request_subscription(self, subscription: _ClientSubscription, uri: str) -> None:
        try:
            self._bridge.ask_server(
                SUBSCRIBE, {"uri": uri}, lambda answer: self._handle_answer(subscription, uri, answer)
            )
        except LocalProtocolError:
            self._handle_answer(subscription, uri, None)

    def _handle_answer(self, subscription: _ClientSubscription, uri: str, answer: Answer | None) -> None:
        if isinstance(answer, Response):
            if uri not in self._waiting:  # otherwise the bridge has sent UNSUBSCRIBE after this SUBSCRIBE
                self._accepted.add(uri)
                if uri not in self._users:
                    self._unsubscribe_from_uri(uri)
        elif uri in subscription.uris:
            del subscription.uris[uri]
            if self._is_open(subscription):
                self._release_uri(uri)
        self._count_answer(subscription)

    def _is_open(self, subscription: _ClientSubscription) -> bool:
        """Return whether a subscription has not ended. After its end, its session may serve another subscription."""
        return self._by_request.get((subscription.session, subscription.id)) is subscription

    def _count_answer(self, subscription: _ClientSubscription) -> None:
        """Subtract one from the number of awaited answers. At zero, acknowledge the subscription.

        If the session must not send the acknowledgement, refuse the subscription.
        """
        subscription.awaited_answers -= 1
        if subscription.awaited_answers or not self._is_open(subscription):
            return
        if subscription.uris:
            updates = to_own_name(RESOURCE_UPDATED, subscription.revision)
            name = revision_profile(subscription.revision.id).filters[updates]
            subscription.granted[name] = list(subscription.uris)
        params: dict[str, Any] = {META: {SUBSCRIPTION_KEY: subscription.id}, "notifications": subscription.granted}
        params = add_required_members(subscription.revision, ACKNOWLEDGED, params)
        try:
            self._bridge.send_to_client(subscription.session.notify(ACKNOWLEDGED, params), subscription.exchange)
        except LocalProtocolError as error:
            self.close_subscription(subscription.session, subscription.id)
            self._bridge.refuse_client_request(
                subscription.session, subscription.id, make_internal_error(error.message), subscription.exchange
            )
        else:
            subscription.is_acknowledged = True

    def _release_uri(self, uri: str) -> None:
        """Subtract one from the number of subscriptions that name a resource. At zero, unsubscribe from the resource at
        the server, if the server has accepted its subscription.
        """
        self._users[uri] -= 1
        if not self._users[uri]:
            del self._users[uri]
            if uri in self._accepted:
                self._unsubscribe_from_uri(uri)

    def _unsubscribe_from_uri(self, uri: str) -> None:
        self._accepted.discard(uri)
        try:
            self._bridge.ask_server(UNSUBSCRIBE, {"uri": uri}, lambda _: self._subscribe_again(uri))
        except LocalProtocolError as error:
            self._bridge.report_dropped_message("client", UNSUBSCRIBE, error.message)
        else:
            self._waiting.setdefault(uri, [])

    def _subscribe_again(self, uri: str) -> None:
        """Subscribe again to a resource whose subscription has ended, if subscriptions of the client wait for that."""
        for subscription in self._waiting.pop(uri, ()):
            if self._is_open(subscription):
                self._request_subscription(subscription, uri)


def _asks_for(subscription: _ClientSubscription, notification: Notification, source: Revision) -> bool:
    """Return whether a subscription asks for a notification. A subscription to a resource also asks for updates of its
    parts.
    """
    method = find_target_method(notification.method, source, subscription.revision)
    name = revision_profile(subscription.revision.id).filters.get(method)
    if notification.method not in list_names(RESOURCE_UPDATED):
        return name in subscription.granted
    return is_subject_listed(RESOURCE_UPDATED, notification.document["params"]["uri"], subscription.uris)
