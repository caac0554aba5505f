"""Carries messages between a client with a handshake and a per-request server."""

from __future__ import annotations

from collections.abc import Hashable

from ..errors import ProtocolError, RequestId
from ..jsonrpc.messages import Notification, Request, Response, result_class
from ..session import Session
from ..session.profile import revision_profile
from ..spec import names
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import ACKNOWLEDGED, INPUT_REQUIRED_RESULT, TOOLS_CHANGED
from ..translation import TranslationContext
from .feed import Feed
from .fields import is_logged, subscription_of
from .link import Link, failure
from .records import Answer, Call
from .relay import Relay
from .rounds import Rounds


class OldClient(Relay):
    """Carries messages between a client with a handshake and a per-request server."""

    def __init__(self, link: Link, upward: TranslationContext) -> None:
        super().__init__(link, upward)
        self._feed = Feed(link)
        self._rounds = Rounds(link, self.call_failed)
        self._is_ready = False

    def request(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Take a request of the client."""
        profile = revision_profile(session.revision_of(request.id).id)
        need = profile.requests["client"][request.method].need
        if need is not None and not need.met_by(self.link.back.capabilities or {}):
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

    @property
    def needs_schemas(self) -> bool:
        """Whether the schemas of a tool are needed: structured content may have to be wrapped as its schema is."""
        return True

    def release_initialized(self) -> None:
        """Subscribe to what the client gets without asking, since it is ready."""
        if not self._is_ready:
            self._is_ready = True
            self._feed.start()

    def dropped(self, call: Call) -> None:
        """Ask the client for no more input."""
        self._rounds.ended(call)

    def complete(self, call: Call, answer: Answer) -> None:
        """Answer a call, or ask for the input that it needs."""
        if isinstance(answer, Response) and result_class(answer) == INPUT_REQUIRED_RESULT:
            self._rounds.begin(call, answer)
        else:
            super().complete(call, answer)

    def server_request(self, request: Request, stream: RequestId | None) -> None:
        """Refuse a request, which a per-request server must not send."""
        self.link.refuse_server(request.id, ProtocolError(METHOD_NOT_FOUND, "Method not found"))

    def log(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a log message on to the client, unless the client has asked for more serious ones since the request."""
        link, least = self.link, self.contexts.log_level
        call = link.calls.at_server(stream)
        if least is not None and not is_logged(notification, least):
            link.lost("server", notification.method, f"the client asks for log messages from {least} on")
        elif link.main is not None and link.front_revision is not None:
            self.pass_down(notification, link.main, call.exchange if call is not None else None, link.front_revision)

    def change(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass on what a subscription reports."""
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
        """Take note that the server ends the subscription."""
        id_ = notification.document["params"].get("requestId")
        if id_ is not None and self.link.own.pop(id_, None) is not None:
            self._feed.ended(id_, failure("The server has ended the subscription"))
        elif subscription_of(notification) is None:
            self.link.lost("server", notification.method, "it names no request that waits")
