"""Relay messages between a client of one era and a server of the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from typing import Any

from ..errors import ProtocolError, RequestId
from ..guards.state_signer import StateSigner
from ..jsonrpc.messages import ErrorResponse, Notification, Request, Response, result_class_name
from ..renames import list_names
from ..session.errors import LocalProtocolError
from ..session.profile import MethodProfile, revision_profile
from ..session.session import Session
from ..spec import names
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.names import ACKNOWLEDGED, INPUT_REQUIRED_RESULT, LOG_LEVELS, SET_LOG_LEVEL, TOOLS_CHANGED
from ..translation.context import TranslationContext
from ..translation.translator import find_target_method
from .input_rounds import CallsAwaitingInput, PausedCalls, is_retry, remove_retry_members
from .opening import ServerOpening, remove_rejected_members, select_capabilities
from .relay import Relay
from .requests import Answer, Call, is_serious_enough, read_subscription_id
from .state import BridgeState, make_internal_error
from .subscriptions import ClientSubscriptions, ServerSubscription
from .timers import Timer


class PerRequestClientRelay(Relay):
    """Relay of messages between a per-request client and a server with a handshake.

    On stdio a request of the server does not say to which call it belongs. So calls that may need input are sent one
    after the other, if the client has declared that it can give input.

    Args:
        bridge: the state of the bridge.
        client_context: the context of messages of the client.
        principal: the key of the principal of the calls; None if it is not known.
        signer: signs `requestState`.
        capabilities: the server's capabilities, as shown to the client.
    """

    def __init__(
        self,
        bridge: BridgeState,
        client_context: TranslationContext,
        principal: str | None,
        signer: StateSigner,
        capabilities: Mapping[str, Any],
    ) -> None:
        super().__init__(bridge, client_context)
        self._paused_calls = PausedCalls(
            bridge, principal, signer, self.expire_call, self.answer_call, self._resume_call
        )
        self._subscriptions = ClientSubscriptions(
            bridge, capabilities, is_alone=bridge.client is None and principal is None
        )
        self._level: str | None = None
        self._calls_that_may_ask: dict[Call, None] = {}
        """The calls at the server that may need input before they are answered."""

        self._queue: deque[tuple[Call, Request]] = deque()
        self._unclaimed_requests: dict[RequestId, tuple[Request, Timer]] = {}
        declared: Mapping[str, Any] = client_context.client_capabilities or {}
        methods = revision_profile(bridge.server_revision.id).requests["server"].values()
        may_ask = any(row.need is not None and row.need.is_declared_in(declared) for row in methods)
        self._sends_in_turn = may_ask and bridge.transport == "stdio"

    def handle_client_request(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Pass on, answer or refuse a request of the client."""
        if request.method in list_names(names.LISTEN):
            self._subscriptions.open_subscription(session, request, exchange)
        elif not _get_method_profile(request).may_ask_input:
            super().handle_client_request(session, request, exchange)
        elif is_retry(request):
            self._paused_calls.resume_call(session, request, exchange)
        else:
            self._queue_call(session, request, exchange)

    def _queue_call(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Queue a request whose answer may ask for input. Refuse the request if too many wait."""
        bridge = self.bridge
        if len(self._queue) >= bridge.bounds.queued:
            self._queue = deque(queued for queued in self._queue if not queued[0].has_ended)
        if len(self._queue) >= bridge.bounds.queued:
            bridge.refuse_client_request(
                session, request.id, make_internal_error("Too many requests wait for their turn"), exchange
            )
            return
        call = Call(session, request, exchange)
        if self.add_call(call):
            self._queue.append((call, remove_retry_members(request)))
            self._send_next_calls()

    def _send_next_calls(self) -> None:
        """Send the queued calls. Send them one at a time if a request of the server cannot say to which call it
        belongs.
        """
        while self._queue and not (self._sends_in_turn and self._calls_that_may_ask):
            call, request = self._queue.popleft()
            if not call.has_ended:
                self._calls_that_may_ask[call] = None
                self._paused_calls.add_call(call, request)
                self.send_after_listing(call, request)

    def waits_for(self, request_state: str) -> bool:
        """Return whether a call waits for its client to send this `requestState`."""
        return self._paused_calls.waits_for(request_state)

    def send_call(self, call: Call, request: Request) -> bool:
        """Ask the server for log messages of the level that a call asks for, and send the call. Requests for input that
        wait for a call are assigned to this one. Return whether the call is sent.
        """
        self._request_log_level(call.log_level)
        is_sent = super().send_call(call, request)
        if is_sent and call in self._calls_that_may_ask:
            for waiting, timer in list(self._unclaimed_requests.values()):
                timer.cancel()
                del self._unclaimed_requests[waiting.id]
                self._paused_calls.add_input_request(call, waiting)
        return is_sent

    def answer_call(self, call: Call, answer: Answer) -> None:
        """Answer a call, unless its client must first send it again, with input or after a visit to URLs."""
        if isinstance(answer, ErrorResponse) and self._paused_calls.ask_to_visit_url(call, answer):
            return
        if not self._paused_calls.keep_answer(call, answer):
            super().answer_call(call, answer)

    def _resume_call(self, call: Call, request: Request, *, is_agreed: bool) -> None:
        """Send a call again if its user has agreed to visit the URLs that the server needs. Otherwise end the call with
        an error.
        """
        if is_agreed:
            self.send_call(call, request)
        else:
            self.fail_call(
                call, make_internal_error("The user has not agreed to what the server needs before it answers")
            )

    def expire_call(self, call: Call) -> None:
        """End a call that has taken too long, or whose client has not sent it again with input."""
        self._paused_calls.remove_call(call, "The client has not given the input in time")
        super().expire_call(call)

    def refuse_input(self, call: Call) -> None:
        """Refuse the requests for input of a call that is about to end."""
        self._paused_calls.remove_call(call, "The call was cancelled")

    def clean_up_call(self, call: Call) -> None:
        """Forget a call that has ended, and send the next queued calls."""
        self._paused_calls.remove_call(call, "The call has ended")
        self._calls_that_may_ask.pop(call, None)
        self._send_next_calls()

    def cancel_for_client(self, session: Session, id_: RequestId, reason: str | None = None) -> None:
        """End the subscription that a request of the client has begun, or cancel the call of the request. Do nothing if
        the request belongs to neither.
        """
        if not self._subscriptions.close_subscription(session, id_):
            super().cancel_for_client(session, id_, reason)

    def close_exchange(self, exchange: Hashable) -> None:
        """Cancel the subscriptions and calls of an HTTP exchange that the client has closed."""
        self._subscriptions.close_exchange(exchange)
        super().close_exchange(exchange)

    def handle_server_request(self, request: Request, stream: RequestId | None) -> None:
        """Answer a ping, or assign a request for input to a call.

        A request for input is refused if it could belong to several calls, or arrives on the stream of another request.
        If there is no call yet, a request for input waits for a while, unless too many wait. Any request that is
        neither a ping nor for input is refused.
        """
        bridge = self.bridge
        if request.method in list_names(names.PING):
            bridge.answer_server_request(request.id, {})
            return
        client_revision = bridge.client_revision
        if client_revision is None or (
            find_target_method(request.method, bridge.server_revision, client_revision)
            not in revision_profile(client_revision.id).embedded_requests
        ):
            bridge.refuse_server_request(request.id, ProtocolError(METHOD_NOT_FOUND, "Method not found"))
            return
        named = bridge.calls.find_by_server_id(stream)
        call = named if named in self._calls_that_may_ask else None
        if named is None and len(self._calls_that_may_ask) == 1:
            call = next(iter(self._calls_that_may_ask))
        if call is not None and call.server_id is not None:
            self._paused_calls.add_input_request(call, request)
        elif named is not None:
            self._refuse_outside_call(request.id)
        elif len(self._calls_that_may_ask) > 1 or len(self._unclaimed_requests) >= bridge.bounds.inputs:
            text = "Several calls are in progress, and the request does not say which one it belongs to"
            bridge.refuse_server_request(request.id, ProtocolError(INVALID_PARAMS, text))
        else:
            timer = bridge.timers.schedule(bridge.bounds.unclaimed_seconds, lambda: self._refuse_unclaimed(request.id))
            self._unclaimed_requests[request.id] = request, timer

    def _refuse_unclaimed(self, id_: RequestId) -> None:
        if self._unclaimed_requests.pop(id_, None) is not None:
            self._refuse_outside_call(id_)

    def _refuse_outside_call(self, id_: RequestId) -> None:
        text = "The client can be asked for input only while it calls a tool, gets a prompt or reads a resource"
        self.bridge.refuse_server_request(id_, ProtocolError(METHOD_NOT_FOUND, text))

    def cancel_for_server(self, notification: Notification) -> None:
        """Forget the request for input that the server has cancelled. Do nothing if another request was cancelled."""
        id_ = notification.document["params"].get("requestId")
        waiting = self._unclaimed_requests.pop(id_, None)
        if waiting is not None:
            waiting[1].cancel()
        elif id_ is not None:
            self._paused_calls.withdraw_input_request(id_)

    def forward_log_message(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a log message on to the oldest call that asks for messages of its level.

        A message on the stream of a call can go only to that call. A message that no call asks for is dropped.
        """
        bridge = self.bridge
        named = bridge.calls.find_by_server_id(stream)
        calls = [named] if named is not None else bridge.calls
        for call in calls:
            if call.session is not None and call.asks_for(notification):
                self.forward_notification_to_client(notification, call.session, call.exchange, call.revision)
                return
        bridge.report_dropped_message("server", notification.method, "no request of the client asks for it")

    def forward_change(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a notification on to the subscriptions that ask for it. Drop a notification for which no subscription
        can ask.
        """
        if notification.method in revision_profile(self.bridge.server_revision.id).filters:
            self._subscriptions.deliver_notification(notification, self.bridge.server_revision)
        else:
            self.bridge.report_dropped_message("server", notification.method, "the client has no such notification")

    def forward_notification(self, session: Session, notification: Notification) -> None:
        """Drop a notification, since a per-request client sends only notifications about its requests."""
        self.bridge.report_dropped_message("client", notification.method, "the server has no such notification")

    def start(self) -> None:
        """Send `notifications/initialized` to the server."""
        self.send_initialized()

    def end_subscriptions(self, error: ProtocolError) -> None:
        """End the subscriptions of the client."""
        self._subscriptions.end_all_subscriptions(error)

    def _request_log_level(self, level: str | None) -> None:
        """Ask the server for log messages of a level, unless the server already sends them. Do nothing without a known
        level.
        """
        if level not in LOG_LEVELS:
            return
        if self._level is not None and LOG_LEVELS.index(self._level) <= LOG_LEVELS.index(level):
            return
        try:
            self.bridge.ask_server(SET_LOG_LEVEL, {"level": level}, _ignore_answer)
        except LocalProtocolError as error:
            self.bridge.report_dropped_message("client", SET_LOG_LEVEL, error.message)
        else:
            self._level = level


def _get_method_profile(request: Request) -> MethodProfile:
    """Return the profile of a request's method, in the revision by which a session has read the request."""
    assert request.revision_id is not None, "a session has read the request"
    return revision_profile(request.revision_id).requests["client"][request.method]


def _ignore_answer(answer: Answer | None) -> None:
    """Ignore the answer of the server to a request for a log level."""


class HandshakeClientRelay(Relay):
    """Relay of messages between a client with a handshake and a per-request server.

    Args:
        bridge: the state of the bridge.
        client_context: the context of messages of the client.
        capabilities: the server's capabilities, as shown to the client.
    """

    def __init__(
        self, bridge: BridgeState, client_context: TranslationContext, capabilities: Mapping[str, Any]
    ) -> None:
        super().__init__(bridge, client_context)
        self._capabilities = capabilities
        self._subscription = ServerSubscription(bridge)
        self._asking = CallsAwaitingInput(bridge, self.fail_call)
        self._is_ready = False
        self.needs_schemas = True  # structured content may have to be wrapped as its schema is

    def handle_client_request(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Pass on, answer or refuse a request of the client."""
        method = _get_method_profile(request)
        need = method.need
        if need is not None and not need.is_declared_in(self._capabilities):
            # A request that is answered here reaches no server that would refuse it.
            text = f"{request.method} needs a capability that the server has not declared"
            self.bridge.refuse_client_request(session, request.id, ProtocolError(METHOD_NOT_FOUND, text), exchange)
            return
        match method.first_name:
            case names.PING:
                self.bridge.answer_client_request(session, request.id, {}, exchange)
            case names.SET_LOG_LEVEL:
                self.contexts.set_log_level(request.document["params"]["level"])
                self.bridge.answer_client_request(session, request.id, {}, exchange)
            case names.SUBSCRIBE | names.UNSUBSCRIBE:
                self._subscription.change_resource_subscription(session, request, exchange)
            case _:
                super().handle_client_request(session, request, exchange)

    def send_initialized(self) -> None:
        """Subscribe to the notifications that the client gets without a request, now that the client is ready. Do
        nothing if the bridge has subscribed already.
        """
        if not self._is_ready:
            self._is_ready = True
            self._subscription.start()

    def cancel_for_client(self, session: Session, id_: RequestId, reason: str | None = None) -> None:
        """Stop waiting for the answer to a change of the subscription, or cancel the call of the request. Do nothing if
        the request belongs to neither.
        """
        if not self._subscription.cancel_change(session, id_):
            super().cancel_for_client(session, id_, reason)

    def end_subscriptions(self, error: ProtocolError) -> None:
        """Answer the requests of the client that wait for a change of the subscription."""
        self._subscription.answer_changes(error)

    def refuse_input(self, call: Call) -> None:
        """Cancel the requests to the client for the input of a call."""
        self._asking.cancel_input(call)

    def answer_call(self, call: Call, answer: Answer) -> None:
        """Answer a call, or ask the client for the input that the server needs before it answers."""
        if isinstance(answer, Response) and result_class_name(answer) == INPUT_REQUIRED_RESULT:
            self._asking.ask_for_input(call, answer)
        else:
            super().answer_call(call, answer)

    def handle_server_request(self, request: Request, stream: RequestId | None) -> None:
        """Refuse a request of the server, since a per-request server must not send requests."""
        self.bridge.refuse_server_request(request.id, ProtocolError(METHOD_NOT_FOUND, "Method not found"))

    def forward_log_message(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a log message on to the client, or drop it if the client has asked only for more serious messages."""
        bridge, least = self.bridge, self.contexts.log_level
        call = bridge.calls.find_by_server_id(stream)
        if least is not None and not is_serious_enough(notification, least):
            bridge.report_dropped_message(
                "server", notification.method, f"the client asks for log messages from {least} on"
            )
        elif bridge.client is not None and bridge.client_revision is not None:
            self.forward_notification_to_client(
                notification, bridge.client, call.exchange if call is not None else None, bridge.client_revision
            )

    def forward_change(self, notification: Notification, stream: RequestId | None) -> None:
        """Record an acknowledgement of the bridge's subscription, or pass on another notification of this subscription.

        A notification that belongs to no subscription of the bridge is dropped.
        """
        bridge = self.bridge
        if not self._subscription.is_about_subscription(notification):
            bridge.report_dropped_message("server", notification.method, "it belongs to no subscription")
        elif notification.method in list_names(ACKNOWLEDGED):
            self._subscription.handle_acknowledgement(notification)
        elif bridge.client is not None and bridge.client_revision is not None:
            if notification.method in list_names(TOOLS_CHANGED):
                bridge.tools.mark_changed()
            self.forward_notification_to_client(notification, bridge.client, None, bridge.client_revision)

    def cancel_for_server(self, notification: Notification) -> None:
        """End the bridge's subscription if a notification of the server cancels it. Report a notification that cancels
        nothing, unless the notification names a subscription.
        """
        id_ = notification.document["params"].get("requestId")
        if id_ is not None and self.bridge.own_requests.pop(id_, None) is not None:
            self._subscription.handle_end(id_, make_internal_error("The server has ended the subscription"))
        elif read_subscription_id(notification) is None:
            self.bridge.report_dropped_message("server", notification.method, "it names no request that waits")


def make_relay(
    opening: ServerOpening,
    bridge: BridgeState,
    shown_capabilities: Mapping[str, Any],
    principal: str | None,
    signer: StateSigner,
) -> Relay:
    """Return the relay for the eras of the client and the server.

    Args:
        opening: the opening of the connection to the server. It has the revision, the capabilities, and the name and
            version of the client.
        bridge: the state of the bridge.
        shown_capabilities: the server's capabilities, as shown to the client.
        principal: the key of the principal of the requests; None if it is not known.
        signer: signs `requestState`.

    Raises:
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    server_revision = bridge.server_revision
    client_context = TranslationContext(
        revision=opening.source.id,
        sender="client",
        client_capabilities=select_capabilities(opening.capabilities, "client", opening.source, [server_revision]),
        client_info=remove_rejected_members(opening.info, [server_revision]),
    )
    if opening.era == server_revision.era:
        return Relay(bridge, client_context)
    if opening.era == "handshake":
        return HandshakeClientRelay(bridge, client_context, shown_capabilities)
    return PerRequestClientRelay(bridge, client_context, principal, signer, shown_capabilities)
