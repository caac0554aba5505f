"""Relay messages between two sides of one era. Translate them unless both sides share a revision."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import cast

from ..errors import ProtocolError, RequestId
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Notification, Request, Response
from ..renames import find_first_name, find_own_name, list_names
from ..revisions import Revision
from ..session.errors import LocalProtocolError
from ..session.session import Session
from ..spec import names
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import CANCELLED, LIST_TOOLS, PING, TOOLS_CHANGED
from ..translation.context import TranslationContext
from .requests import (
    Answer,
    Call,
    RequestToClient,
    copy_with_subscription_id,
    make_subscription_result,
    read_reported_token,
    read_subscription_id,
)
from .state import BridgeState, copy_with_id, make_answer_error, make_internal_error, make_unsendable_error
from .tools import list_tools, list_tools_and_resend, remove_uncallable_tools

_MAX_CONTEXTS = 500
"""Greatest number of kept contexts for messages of the server. A context remembers its checks. A context that was
dropped is made again when it is needed.
"""

_MAX_TOOL_NAME = 200
"""The length of the longest tool name whose context is kept, in characters."""


class MessageContexts:
    """The contexts of translation for the messages of both sides.

    Args:
        bridge: the state of the bridge.
        client_context: the context of messages of the client. Its revision is replaced by that of each message.
    """

    def __init__(self, bridge: BridgeState, client_context: TranslationContext) -> None:
        self._bridge = bridge
        self._client_context = client_context
        self._client_contexts: dict[str, TranslationContext] = {}
        self._server_contexts: dict[tuple[str | None, str | None], TranslationContext] = {}

    def get_client_context(self, source: Revision) -> TranslationContext:
        """Return the context for messages that the client sends in a revision."""
        if source.id not in self._client_contexts:
            self._client_contexts[source.id] = replace(self._client_context, revision=source.id)
        return self._client_contexts[source.id]

    def get_server_context(self, method: str | None = None, tool: str | None = None) -> TranslationContext:
        """Return the context for messages that the server sends.

        Args:
            method: the method of the answered request; None for a message that is no answer.
            tool: the tool that the answered request calls; None if it calls no tool.
        """
        context = self._server_contexts.get((method, tool))
        if context is None:
            context = TranslationContext(
                revision=self._bridge.server_revision.id,
                sender="server",
                method=method,
                tool=tool,
                output_schemas=self._bridge.tools.outputs,
                server_info=self._bridge.server_info,
            )
            if len(self._server_contexts) >= _MAX_CONTEXTS:
                self._server_contexts.clear()
            if tool is None or len(tool) <= _MAX_TOOL_NAME:
                self._server_contexts[method, tool] = context
        return context

    @property
    def log_level(self) -> str | None:
        """The level of log messages that `set_log_level` has set last; None if it has set no level."""
        return self._client_context.log_level

    def set_log_level(self, level: str) -> None:
        """Make each later request of the client ask for log messages of a level."""
        self._client_context = replace(self._client_context, log_level=level)
        self._client_contexts.clear()


class Relay:
    """Relay of messages between two sides of one era.

    Args:
        bridge: the state of the bridge.
        client_context: the context of messages of the client. Its revision is replaced by that of each message.

    Attributes:
        contexts: the contexts of translation.
        needs_schemas: True if a tool can be called only after the bridge knows its schemas.
        initialized: the text of `notifications/initialized` for the server; None if the server needs none or has it.
    """

    def __init__(self, bridge: BridgeState, client_context: TranslationContext) -> None:
        self.bridge = bridge
        self.contexts: MessageContexts = MessageContexts(bridge, client_context)
        self.initialized: bytes | None = None
        self.needs_schemas: bool = bridge.server_revision.era == "per-request" and bridge.transport == "http"

    # From the client.

    def handle_client_request(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Pass on, answer or refuse a request of the client.

        If the server still needs `notifications/initialized`, it is sent before any request but a ping is passed on.
        """
        call = Call(session, request, exchange)
        if call.first_name == names.DISCOVER:
            # The server would name versions that the client cannot use.
            return self.bridge.send_answer_to_client(session, request.id, session.accept(request), exchange)
        if call.first_name == PING and call.revision is not self.bridge.server_revision:
            return self.bridge.answer_client_request(session, request.id, {}, exchange)
        if self.initialized is not None and call.first_name != PING:
            self.send_initialized()
        if self.add_call(call):
            self.send_after_listing(call, request)

    def handle_client_notification(self, session: Session, notification: Notification, exchange: Hashable) -> None:
        """Pass on a notification of the client, or do what it asks for."""
        if notification.method == names.INITIALIZED:
            self.send_initialized()
        elif notification.method in list_names(CANCELLED):
            params = notification.document["params"]
            if (id_ := params.get("requestId")) is not None:
                self.cancel_for_client(session, id_, params.get("reason"))
        else:
            self.forward_notification(session, notification)

    def forward_notification(self, session: Session, notification: Notification) -> None:
        """Translate a notification of the client, and pass it on to the server. Report the notification if it is
        dropped.
        """
        bridge = self.bridge
        source = bridge.client_revision or bridge.server_revision
        translation = bridge.translate_message(
            notification, bridge.server_revision, self.contexts.get_client_context(source)
        )
        bridge.report_untranslated_notification("client", notification, translation)
        for message in translation.messages:
            assert isinstance(message, Notification)
            bridge.notify_server(session, message, translation.edits)

    def cancel_for_client(self, session: Session, id_: RequestId, reason: str | None = None) -> None:
        """Cancel the call of a client's request, also at the server. Do nothing if the request belongs to no call."""
        bridge = self.bridge
        call = bridge.calls.find_by_client_request(session, id_)
        if call is not None:
            self.refuse_input(call)
            bridge.calls.remove_call(call)
            bridge.end_exchange(session, call.id, call.exchange)
            if call.server_id is not None:
                bridge.cancel_at_server(call.server_id, reason)
            self.clean_up_call(call)

    def close_exchange(self, exchange: Hashable) -> None:
        """Cancel the calls of a per-request client in an HTTP exchange that the client has closed. Other calls go on
        without an exchange.
        """
        for call in self.bridge.calls.list_calls_in_exchange(exchange):
            if call.revision.era == "per-request" and call.session is not None:
                self.cancel_for_client(call.session, call.id)
            else:
                call.exchange = None

    def handle_client_answer(self, answer: Answer) -> None:
        """Pass on an answer of the client to a request that still waits."""
        pending = self.bridge.pop_request_to_client(answer.id)
        if pending is not None:
            pending.on_answer(answer)

    def reject_client_answer(self, id_: RequestId | None) -> None:
        """End a request of the server, since the client's answer to it is not valid."""
        pending = self.bridge.pop_request_to_client(id_)
        if pending is not None:
            pending.on_answer(None)

    # Calls.

    def waits_for(self, request_state: str) -> bool:
        """Return False: between sides of one era no call waits for a `requestState`."""
        return False

    def add_call(self, call: Call) -> bool:
        """Record a call, or refuse it if too many calls wait. Return whether the call is recorded."""
        is_added = self.bridge.calls.add_call(call)
        if not is_added:
            self.bridge.fail_call(call, make_internal_error("Too many requests wait for their answers"))
        return is_added

    def send_after_listing(self, call: Call, request: Request) -> None:
        """Send a call to the server. List the tools first if the schemas of its tool are needed and not known."""
        tool = call.tool if self.needs_schemas else None
        call.request = request if tool is not None else None
        if tool is None or self.bridge.tools.knows_tool(tool):
            self.send_call(call, request)
        else:
            list_tools(self.bridge, tool, lambda: self._send_listed_call(call, request))

    def _send_listed_call(self, call: Call, request: Request) -> None:
        if not call.has_ended:
            self.send_call(call, request)

    def send_call(self, call: Call, request: Request) -> bool:
        """Translate a call and send it to the server, or end the call with an error if that is impossible. Return
        whether the call is sent.
        """
        bridge = self.bridge
        edits: tuple[Edit, ...] = ()
        is_valid = not request.is_read
        if call.revision is not bridge.server_revision:
            translation = bridge.translate_message(
                request, bridge.server_revision, self.contexts.get_client_context(call.revision)
            )
            if translation.refusal is not None:
                self.fail_call(call, translation.refusal.error)
                return False
            request, edits, is_valid = cast(Request, translation.messages[0]), translation.edits, True
        try:
            data, id_, token = bridge.forward_request(
                bridge.server, request, call.token, receiver=call.session, is_valid=is_valid
            )
            bridge.send_call_text(call, data, id_, token, edits)
        except LocalProtocolError as error:
            self.fail_call(call, make_unsendable_error(error))
            return False
        except ProtocolError as error:
            self.fail_call(call, error)
            return False
        return True

    def expire_call(self, call: Call) -> None:
        """End with an error a call that has taken too long, and cancel the call at the server."""
        self.refuse_input(call)
        self.bridge.fail_call(call, make_internal_error("The server did not answer in time"))
        if call.server_id is not None:
            self.bridge.cancel_at_server(call.server_id, "timeout")
        self.clean_up_call(call)

    def fail_call(self, call: Call, error: ProtocolError) -> None:
        """End a call with an error, since no valid answer will come."""
        self.refuse_input(call)
        self.bridge.fail_call(call, error)
        self.clean_up_call(call)

    def refuse_input(self, call: Call) -> None:
        """Do nothing before a call ends without an answer of the server. Here, subclasses refuse or cancel the call's
        requests for input.
        """

    def clean_up_call(self, call: Call) -> None:
        """Do nothing after the end of a call. Here, subclasses clean up."""

    # From the server.

    def handle_server_answer(self, answer: Answer) -> None:
        """Handle an answer of the server to a call, or to a request of the bridge itself.

        If the answer rejects the headers of a call, the call may be sent again instead of being answered.
        """
        on_answer = self.bridge.own_requests.pop(answer.id, None) if answer.id is not None else None
        if on_answer is not None:
            on_answer(answer)
            return
        call = self.bridge.calls.find_by_server_id(answer.id)
        if call is not None and (
            call.request is None or not list_tools_and_resend(self.bridge, call, answer, self.send_call)
        ):
            self.answer_call(call, answer)

    def answer_call(self, call: Call, answer: Answer) -> None:
        """Answer a call with the translated answer of the server, or with an error if that answer cannot be passed on.
        Do nothing if the client has left.
        """
        bridge, session = self.bridge, call.session
        if session is None:
            return
        left_out: tuple[Edit, ...] = ()
        if call.first_name == LIST_TOOLS and isinstance(answer, Response):
            answer, left_out = self._filter_page(answer)
        elif call.first_name == names.LISTEN and isinstance(answer, Response):
            answer = copy_with_subscription_id(answer, call.id)
            bridge.notify_cancelled(session, call.id, call.exchange)
        message, edits, is_valid = answer, left_out, False
        error: ProtocolError | None = None
        is_same = call.revision is bridge.server_revision
        if is_same and not (isinstance(answer, Response) and answer.supplied):
            is_valid = not answer.is_read
        else:
            translation = bridge.translate_message(
                answer, call.revision, self.contexts.get_server_context(call.method, call.tool)
            )
            if translation.refusal is None:
                message, edits = cast(Answer, translation.messages[0]), left_out + translation.edits
                is_valid = not is_same
            else:
                error = translation.refusal.error
        data = b""
        if error is None:
            try:
                data = session.forward(
                    copy_with_id(message, call.id), findings=bridge.server.findings, is_valid=is_valid
                )
            except LocalProtocolError as problem:
                error = make_answer_error(answer, problem)
        bridge.calls.remove_call(call)
        if error is not None:
            bridge.refuse_client_request(session, call.id, error, call.exchange)
        else:
            bridge.send_answer_to_client(session, call.id, data, call.exchange, edits)
        self.clean_up_call(call)

    def _filter_page(self, answer: Response) -> tuple[Response, tuple[Edit, ...]]:
        """Return a page of `tools/list` for the client, and the edits that removed tools which cannot be called.

        Record the tools if their schemas are needed by translations or by headers that repeat arguments.
        """
        bridge = self.bridge
        calls_over_http = bridge.server_revision.era == "per-request" and bridge.transport == "http"
        if calls_over_http or bridge.client is None or bridge.client_revision is not bridge.server_revision:
            bridge.tools.record_page(answer.document["result"])
        return remove_uncallable_tools(answer) if calls_over_http else (answer, ())

    def handle_server_request(self, request: Request, stream: RequestId | None) -> None:
        """Pass on, answer or refuse a request of the server."""
        bridge, session, target = self.bridge, self.bridge.client, self.bridge.client_revision
        same = target is not None and target.id == bridge.server_revision.id
        if request.method in list_names(PING) and not same:
            bridge.answer_server_request(request.id, {})
            return
        if session is None or target is None:
            bridge.refuse_server_request(request.id, ProtocolError(METHOD_NOT_FOUND, "Method not found"))
            return
        if len(bridge.requests_to_client) >= bridge.bounds.calls:
            bridge.refuse_server_request(request.id, make_internal_error("Too many requests wait for their answers"))
            return
        translation = bridge.translate_message(request, target, self.contexts.get_server_context())
        if translation.refusal is not None:
            bridge.refuse_server_request(request.id, translation.refusal.error)
            return
        message = translation.messages[0]
        assert isinstance(message, Request)
        call = bridge.calls.find_by_server_id(stream)
        server_id, method = request.id, message.method

        def receive_answer(answer: Answer | None) -> None:
            self._answer_server(session, server_id, method, target, answer)

        pending = RequestToClient(session, message.id, method, server_id, receive_answer)
        try:
            bridge.ask_client(session, message, pending, call.exchange if call is not None else None, translation.edits)
        except LocalProtocolError as error:
            bridge.refuse_server_request(request.id, make_unsendable_error(error))

    def _answer_server(
        self, session: Session, id_: RequestId, method: str, source: Revision, answer: Answer | None
    ) -> None:
        """Answer a request of the server with the translated answer of the client, or with an error if there is no
        valid answer that can be passed on.
        """
        bridge = self.bridge
        if answer is None:
            bridge.refuse_server_request(id_, make_internal_error("The client gave no valid answer"))
            return
        context = TranslationContext(revision=source.id, sender="client", method=method)
        translation = bridge.translate_message(answer, bridge.server_revision, context)
        if translation.refusal is not None:
            bridge.refuse_server_request(id_, translation.refusal.error)
            return
        message = translation.messages[0]
        assert isinstance(message, (Response, ErrorResponse))
        try:
            data = bridge.server.forward(copy_with_id(message, id_), findings=session.findings)
        except LocalProtocolError as error:
            bridge.refuse_server_request(
                id_, make_internal_error(f"The answer of the client cannot cross the bridge: {error.message}")
            )
        else:
            bridge.send_answer_to_server(id_, data, translation.edits)

    def handle_server_notification(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass on a notification of the server, or do what it asks for."""
        first_name = find_first_name(notification.method, self.bridge.server_revision)
        match first_name:
            case names.PROGRESS:
                self.forward_progress(notification)
            case names.CANCELLED:
                self.cancel_for_server(notification)
                self.bridge.drop_server_request(notification.document["params"].get("requestId"))
            case names.LOG_MESSAGE:
                self.forward_log_message(notification, stream)
            case _:
                if first_name == TOOLS_CHANGED:
                    self.bridge.tools.mark_changed()
                self.forward_change(notification, stream)

    def forward_progress(self, notification: Notification) -> None:
        """Pass a report of progress on to the client, with the client's token. Drop the report if no call with a token
        waits for it.
        """
        call = self.bridge.calls.find_by_server_token(read_reported_token(notification))
        if call is None or call.session is None or call.token is None:
            self.bridge.report_dropped_message("server", notification.method, "no request of the client waits for it")
            return
        if call.token != call.server_token:
            notification = notification.edit(Edit("replace", "/params/progressToken", value=call.token))
        self.forward_notification_to_client(notification, call.session, call.exchange, call.revision)

    def forward_log_message(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a log message on to the client. A message on the stream of a call is sent with that call. If each HTTP
        exchange has a session, a message on no such stream is sent with the only call that asks for messages of its
        level: the calls of several clients may share the connection, and the message does not say to which it belongs.
        Any other message is treated as a notification that belongs to no request.
        """
        bridge = self.bridge
        call = bridge.calls.find_by_server_id(stream)
        if call is None and bridge.client is None:
            asking = [each for each in bridge.calls if each.asks_for(notification)]
            call = asking[0] if len(asking) == 1 else None
        if call is not None and call.session is not None:
            self.forward_notification_to_client(notification, call.session, call.exchange, call.revision)
        else:
            self.forward_change(notification, stream)

    def forward_change(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass on a notification that belongs to a subscription or to no request.

        The notification is dropped, and reported, if there is no session with the client to send it in.
        """
        bridge, id_ = self.bridge, read_subscription_id(notification)
        call = bridge.calls.find_by_server_id(id_ if id_ is not None else stream)
        if id_ is not None and call is not None and call.session is not None:
            notification = copy_with_subscription_id(notification, call.id)
            self.forward_notification_to_client(notification, call.session, call.exchange, call.revision)
        elif bridge.client is not None and bridge.client_revision is not None:
            exchange = call.exchange if call is not None else None
            self.forward_notification_to_client(notification, bridge.client, exchange, bridge.client_revision)
        else:
            bridge.report_dropped_message("server", notification.method, "it belongs to no request of the client")

    def forward_notification_to_client(
        self, notification: Notification, session: Session, exchange: Hashable, target: Revision
    ) -> None:
        """Translate a notification of the server, and pass it on to the client. Report the notification if it is
        dropped.
        """
        translation = self.bridge.translate_message(notification, target, self.contexts.get_server_context())
        self.bridge.report_untranslated_notification("server", notification, translation)
        for message in translation.messages:
            assert isinstance(message, Notification)
            self.bridge.notify_client(session, message, exchange, translation.edits)

    def cancel_for_server(self, notification: Notification) -> None:
        """Handle a cancellation by the server. Cancel the request to the client that the server has cancelled, or end
        the subscription of the client that the server has ended.

        The subscription gets its result here, since the session ignores a result that follows the cancellation. Nothing
        happens if the notification names neither.
        """
        bridge = self.bridge
        params = notification.document["params"]
        id_ = params.get("requestId")
        pending = bridge.requests_by_server_id.get(id_)
        if pending is not None:
            bridge.cancel_request_to_client(pending, params.get("reason"))
            return
        call = bridge.calls.find_by_server_id(id_)
        if call is not None and call.session is not None:
            own = find_own_name(CANCELLED, call.revision)
            if own is not None and own != notification.method:
                notification = notification.replace(method=own)
            if call.id != id_:
                notification = notification.edit(Edit("replace", "/params/requestId", value=call.id))
                notification = copy_with_subscription_id(notification, call.id)
            bridge.notify_client(call.session, notification, call.exchange)
            bridge.calls.remove_call(call)
            bridge.answer_client_request(call.session, call.id, make_subscription_result(call.id), call.exchange)

    def reject_server_answer(self, id_: RequestId, error: ProtocolError) -> None:
        """End a request to the server, since its answer is not valid or will never come. Do nothing if no such request
        waits.

        Args:
            id_: the id of the request.
            error: the error for the client.
        """
        on_answer = self.bridge.own_requests.pop(id_, None)
        if on_answer is not None:
            on_answer(None)
            return
        call = self.bridge.calls.find_by_server_id(id_)
        if call is not None:
            self.fail_call(call, error)

    # Both ways.

    def send_initialized(self) -> None:
        """Send `notifications/initialized` to the server, unless the server needs none or has it."""
        if self.initialized is not None:
            data, self.initialized = self.initialized, None
            self.bridge.send_to_server(data)

    def start(self) -> None:
        """Do nothing when both ends are open. Here, subclasses begin their work."""

    def end_subscriptions(self, error: ProtocolError) -> None:
        """Do nothing at the end of the connection. Here, subclasses end the subscriptions that are not calls, and
        answer requests about them with the error.
        """
