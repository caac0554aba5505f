"""Carries messages between a client of one era and a server of the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from typing import Any

from ..errors import ProtocolError, RequestId
from ..guards.state_signer import StateSigner
from ..jsonrpc.messages import ErrorResponse, Notification, Request, Response, result_class
from ..session.errors import LocalProtocolError
from ..session.profile import revision_profile
from ..session.session import Session
from ..spec import names
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.names import ACKNOWLEDGED, INPUT_REQUIRED_RESULT, LOG_LEVELS, SET_LOG_LEVEL, TOOLS_CHANGED
from ..translation.context import TranslationContext
from .input_rounds import Parking, Rounds, continues, without_responses
from .link import Link, failure
from .opening import Opening, declared
from .records import Answer, Call, is_logged, subscription_of
from .relay import Relay
from .subscriptions import Feed, Listens
from .timers import Timer


class NewClient(Relay):
    """Carries messages between a per-request client and a server with a handshake.

    On stdio a request of the server does not say which call it belongs to. So calls that can ask for input are sent one
    after the other, if the server has been told that it may ask for input.

    Args:
        link: Both ends.
        upward: The context of messages of the client.
        principal: The key of the principal of the calls; None if it is not known.
        signer: Signs `requestState`.
        capabilities: The capabilities of the server that the client is shown.
    """

    def __init__(
        self,
        link: Link,
        upward: TranslationContext,
        principal: str | None,
        signer: StateSigner,
        capabilities: Mapping[str, Any],
    ) -> None:
        super().__init__(link, upward)
        self._parking = Parking(link, principal, signer, self.expired, self.complete, self._repeat)
        self._listens = Listens(link, capabilities, is_alone=link.main is None and principal is None)
        self._level: str | None = None
        self._asking: dict[Call, None] = {}
        """The calls at the server whose answers may need input."""

        self._queue: deque[tuple[Call, Request]] = deque()
        self._unclaimed: dict[RequestId, tuple[Request, Timer]] = {}
        may_ask = any(name in (upward.client_capabilities or {}) for name in ("elicitation", "sampling", "roots"))
        self._in_turn = may_ask and link.transport == "stdio"

    def request(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Pass on or answer a request of the client."""
        if request.method == names.DISCOVER:
            self.link.answer_client(session, request.id, session.accept(request), exchange)
        elif request.method == names.LISTEN:
            self._listens.open(session, request, exchange)
        elif not revision_profile(session.revision_of(request.id).id).requests["client"][request.method].may_ask_input:
            super().request(session, request, exchange)
        elif continues(request):
            self._parking.resume(session, request, exchange)
        else:
            self._ask(session, without_responses(request), exchange)

    def _ask(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Queue a request whose answer may be a request for input."""
        link = self.link
        if len(self._queue) >= link.bounds.queued:
            link.refuse_client(session, request.id, failure("Too many requests wait for their turn"), exchange)
            return
        call = self.begin(session, request, exchange)
        if call is not None:
            self._queue.append((call, request))
            self._send_next()

    def _send_next(self) -> None:
        """Send the calls whose turn it is."""
        while self._queue and not (self._in_turn and self._asking):
            call, request = self._queue.popleft()
            if not call.ended:
                self._asking[call] = None
                self._parking.begin(call, request)
                self.send_when_known(call, request)

    def waits_for(self, request_state: str) -> bool:
        """Return whether a call waits for its client to send this `requestState`."""
        return self._parking.waits_for(request_state)

    def send(self, call: Call, request: Request) -> bool:
        """Set the level of log messages that a call asks for, send the call, and return whether it is sent."""
        self._set_level(call.log_level)
        is_sent = super().send(call, request)
        if is_sent and call in self._asking:
            for waiting, timer in list(self._unclaimed.values()):
                timer.cancel()
                del self._unclaimed[waiting.id]
                self._parking.park(call, waiting)
        return is_sent

    def complete(self, call: Call, answer: Answer) -> None:
        """Answer a call, unless its client must first send it again with input."""
        if isinstance(answer, ErrorResponse) and self._parking.send_elsewhere(call, answer):
            return
        if not self._parking.answered(call, answer):
            super().complete(call, answer)

    def _repeat(self, call: Call, request: Request, *, is_agreed: bool) -> None:
        """Send a call again if its user has agreed to visit the URLs that the server needs; end it otherwise."""
        if is_agreed:
            self.send(call, request)
        else:
            self.call_failed(call, failure("The user has not agreed to what the server needs before it answers"))

    def expired(self, call: Call) -> None:
        """End a call that has taken too long, or whose client has not sent it again with input."""
        self._parking.ended(call, "The client has not given the input in time")
        super().expired(call)

    def dropped(self, call: Call) -> None:
        """Refuse the requests for input of a call that is about to end."""
        self._parking.ended(call, "The call was cancelled")

    def call_ended(self, call: Call) -> None:
        """Forget a call that has ended, and send the next one."""
        self._parking.ended(call, "The call has ended")
        self._asking.pop(call, None)
        self._send_next()

    def cancelled_by_client(self, session: Session, id_: RequestId, reason: str | None = None) -> None:
        """Cancel a request of the client, or end its subscription."""
        if not self._listens.closed(session, id_):
            super().cancelled_by_client(session, id_, reason)

    def exchange_left(self, exchange: Hashable) -> None:
        """Cancel the subscriptions and calls of an HTTP exchange that the client has closed."""
        self._listens.exchange_left(exchange)
        super().exchange_left(exchange)

    def server_request(self, request: Request, stream: RequestId | None) -> None:
        """Answer a ping, or assign a request for input to the call that it belongs to."""
        link = self.link
        if request.method == names.PING:
            link.respond_server(request.id, {})
            return
        front = link.front_revision
        if front is None or request.method not in revision_profile(front.id).embedded:
            link.refuse_server(request.id, ProtocolError(METHOD_NOT_FOUND, "Method not found"))
            return
        named = link.calls.at_server(stream)
        call = named if named in self._asking else None
        if call is None and len(self._asking) == 1:
            call = next(iter(self._asking))
        if call is not None and call.back_id is not None:
            self._parking.park(call, request)
        elif len(self._asking) > 1 or len(self._unclaimed) >= link.bounds.inputs:
            text = "Several calls are in progress, and the request does not say which one it belongs to"
            link.refuse_server(request.id, ProtocolError(INVALID_PARAMS, text))
        else:
            timer = link.timers.after(link.bounds.unclaimed_seconds, lambda: self._not_claimed(request.id))
            self._unclaimed[request.id] = request, timer

    def _not_claimed(self, id_: RequestId) -> None:
        if self._unclaimed.pop(id_, None) is not None:
            text = "The client can be asked for input only while it calls a tool, gets a prompt or reads a resource"
            self.link.refuse_server(id_, ProtocolError(METHOD_NOT_FOUND, text))

    def cancelled_by_server(self, notification: Notification) -> None:
        """Forget a request of the server."""
        id_ = notification.document["params"].get("requestId")
        waiting = self._unclaimed.pop(id_, None)
        if waiting is not None:
            waiting[1].cancel()
        elif id_ is not None:
            self._parking.withdrawn(id_)

    def log(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a log message on to its call, or to the oldest call that asks for such messages if it names no call."""
        link = self.link
        named = link.calls.at_server(stream)
        calls = [named] if named is not None else link.calls
        for call in calls:
            if call.session is not None and call.back_id is not None and _wants(call, notification):
                self.pass_down(notification, call.session, call.exchange, call.revision)
                return
        link.lost("server", notification.method, "no request of the client asks for it")

    def change(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a notification on to the subscriptions that ask for it."""
        if notification.method in revision_profile(self.link.back_revision.id).filters:
            self._listens.deliver(notification, self.link.back_revision)
        else:
            self.link.lost("server", notification.method, "the client has no such notification")

    def notification_up(self, session: Session, notification: Notification) -> None:
        """Drop a notification, since a per-request client sends none but those about its requests."""
        self.link.lost("client", notification.method, "the server has no such notification")

    def opened(self) -> None:
        """Send the notification to the server that the client is ready."""
        self.release_initialized()

    def server_gone(self) -> None:
        """End the subscriptions of the client."""
        self._listens.end()

    def _set_level(self, level: str | None) -> None:
        """Ask the server for log messages of a level, unless it already sends them."""
        if level not in LOG_LEVELS:
            return
        if self._level is not None and LOG_LEVELS.index(self._level) <= LOG_LEVELS.index(level):
            return
        try:
            self.link.ask_server(SET_LOG_LEVEL, {"level": level}, _ignore)
        except LocalProtocolError as error:
            self.link.lost("client", SET_LOG_LEVEL, error.message)
        else:
            self._level = level


def _wants(call: Call, notification: Notification) -> bool:
    return call.log_level in LOG_LEVELS and is_logged(notification, call.log_level)


def _ignore(answer: Answer | None) -> None:
    """Ignore an answer."""


class OldClient(Relay):
    """Carries messages between a client with a handshake and a per-request server."""

    def __init__(self, link: Link, upward: TranslationContext) -> None:
        super().__init__(link, upward)
        self._feed = Feed(link)
        self._rounds = Rounds(link, self.call_failed)
        self._is_ready = False
        self.needs_schemas = True  # structured content may have to be wrapped as its schema is

    def request(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Pass on or answer a request of the client."""
        profile = revision_profile(session.revision_of(request.id).id)
        need = profile.requests["client"][request.method].need
        if need is not None and not need.is_declared_in(self.link.back.capabilities or {}):
            # A request that is answered here reaches no server that would refuse it.
            text = f"{request.method} needs a capability that the server has not declared"
            self.link.refuse_client(session, request.id, ProtocolError(METHOD_NOT_FOUND, text), exchange)
            return
        match request.method:
            case names.PING:
                self.link.respond_client(session, request.id, {}, exchange)
            case names.SET_LOG_LEVEL:
                self.contexts.ask_for_logs(request.document["params"]["level"])
                self.link.respond_client(session, request.id, {}, exchange)
            case names.SUBSCRIBE | names.UNSUBSCRIBE:
                self._feed.change(session, request, exchange)
            case _:
                super().request(session, request, exchange)

    def release_initialized(self) -> None:
        """Subscribe to the notifications that the client gets without a request, since it is ready."""
        if not self._is_ready:
            self._is_ready = True
            self._feed.start()

    def dropped(self, call: Call) -> None:
        """Cancel the requests for input of a call."""
        self._rounds.ended(call)

    def complete(self, call: Call, answer: Answer) -> None:
        """Answer a call, or ask the client for the input that it needs."""
        if isinstance(answer, Response) and result_class(answer) == INPUT_REQUIRED_RESULT:
            self._rounds.begin(call, answer)
        else:
            super().complete(call, answer)

    def server_request(self, request: Request, stream: RequestId | None) -> None:
        """Refuse a request, which a per-request server must not send."""
        self.link.refuse_server(request.id, ProtocolError(METHOD_NOT_FOUND, "Method not found"))

    def log(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a log message on to the client, unless the client has asked for more serious messages only."""
        link, least = self.link, self.contexts.log_level
        call = link.calls.at_server(stream)
        if least is not None and not is_logged(notification, least):
            link.lost("server", notification.method, f"the client asks for log messages from {least} on")
        elif link.main is not None and link.front_revision is not None:
            self.pass_down(notification, link.main, call.exchange if call is not None else None, link.front_revision)

    def change(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass on a notification of the subscription."""
        link = self.link
        if not self._feed.owns(notification):
            link.lost("server", notification.method, "it belongs to no subscription")
        elif notification.method == ACKNOWLEDGED:
            self._feed.acknowledged(notification)
        elif link.main is not None and link.front_revision is not None:
            if notification.method == TOOLS_CHANGED:
                link.catalog.changed()
            self.pass_down(notification, link.main, None, link.front_revision)

    def cancelled_by_server(self, notification: Notification) -> None:
        """End the subscription that the server has cancelled."""
        id_ = notification.document["params"].get("requestId")
        if id_ is not None and self.link.own.pop(id_, None) is not None:
            self._feed.ended(id_, failure("The server has ended the subscription"))
        elif subscription_of(notification) is None:
            self.link.lost("server", notification.method, "it names no request that waits")


def relay_between(
    opening: Opening, link: Link, told: Mapping[str, Any], principal: str | None, signer: StateSigner
) -> Relay:
    """Make the relay that carries messages between both sides.

    Args:
        opening: The opening, which knows the client.
        link: Both ends.
        told: The capabilities of the server that the client is shown.
        principal: The key of the principal of the requests; None if it is not known.
        signer: Signs `requestState`.
    """
    back = link.back_revision
    upward = TranslationContext(
        revision=opening.source.id,
        sender="client",
        client_capabilities=declared(opening.capabilities, "client", opening.source, [back]),
        client_info=opening.info,
    )
    if opening.era == back.era:
        return Relay(link, upward)
    if opening.era == "handshake":
        return OldClient(link, upward)
    return NewClient(link, upward, principal, signer, told)
