"""Carries messages between two sides of one era. It translates them, unless both sides share a revision."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import cast

from ..errors import ProtocolError, RequestId
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Notification, Request, Response
from ..revisions import Revision
from ..session.errors import LocalProtocolError
from ..session.session import Session
from ..spec import names
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import CANCELLED, LIST_TOOLS, META, PING, SUBSCRIPTION_KEY, TOOLS_CHANGED
from ..translation.context import TranslationContext
from ..translation.outcome import Translation
from ..translation.translator import translate
from .link import Link, failure, problem, unsent, with_id
from .records import Answer, Ask, Call, in_version, progress_token, subscription_of
from .tools import callable_tools, list_tools, lists_again

_MOST = 500
"""The number of contexts of answers that are kept. Each one remembers what it has checked, and can be made again."""

_LONGEST = 200
"""The length of the longest tool name whose context is kept, in characters."""


class Contexts:
    """The contexts of translation for the messages of both sides.

    Args:
        link: Both ends.
        upward: The context of messages of the client, except for their revision.
    """

    def __init__(self, link: Link, upward: TranslationContext) -> None:
        self._link = link
        self._upward = upward
        self._up: dict[str, TranslationContext] = {}
        self._down: dict[tuple[str | None, str | None], TranslationContext] = {}

    def up(self, source: Revision) -> TranslationContext:
        """Return the context of messages of the client in a revision."""
        if source.id not in self._up:
            self._up[source.id] = replace(self._upward, revision=source.id)
        return self._up[source.id]

    def down(self, method: str | None = None, tool: str | None = None) -> TranslationContext:
        """Return the context of messages of the server.

        Args:
            method: The method of the request, for an answer.
            tool: The tool that the request calls.
        """
        context = self._down.get((method, tool))
        if context is None:
            context = TranslationContext(
                revision=self._link.back_revision.id,
                sender="server",
                method=method,
                tool=tool,
                output_schemas=self._link.catalog.outputs,
                server_info=self._link.server_info,
            )
            if len(self._down) >= _MOST:
                self._down.clear()
            if tool is None or len(tool) <= _LONGEST:
                self._down[method, tool] = context
        return context

    @property
    def log_level(self) -> str | None:
        """The level of log messages that the client has asked for; None if it has not asked for any."""
        return self._upward.log_level

    def ask_for_logs(self, level: str) -> None:
        """Ask for log messages of a level with each later request of the client."""
        self._upward = replace(self._upward, log_level=level)
        self._up.clear()


_CARRIED = frozenset({names.SET_LOG_LEVEL, names.SUBSCRIBE, names.UNSUBSCRIBE, names.LISTEN, names.ACKNOWLEDGED})
"""The methods about a connection that are the same in each revision of their era, apart from the version in `_meta`."""


class Relay:
    """Carries messages between two sides of one era.

    Args:
        link: Both ends.
        upward: The context of messages of the client, except for their revision.

    Attributes:
        contexts: The contexts of translation.
        needs_schemas: Whether a tool can be called only after the bridge knows its schemas.
        initialized: The text of `notifications/initialized` for the server; None if the server needs none or has it.
    """

    def __init__(self, link: Link, upward: TranslationContext) -> None:
        self.link = link
        self.contexts: Contexts = Contexts(link, upward)
        self.initialized: bytes | None = None
        self.needs_schemas: bool = link.back_revision.era == "per-request" and link.transport == "http"

    # From the client.

    def request(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Pass on or answer a request of the client."""
        if request.method in (PING, names.DISCOVER) and session.revision_of(request.id) is not self.link.back_revision:
            if request.method == PING:
                return self.link.respond_client(session, request.id, {}, exchange)
            # The server would name versions that the client cannot use.
            return self.link.answer_client(session, request.id, session.accept(request), exchange)
        if self.initialized is not None and request.method != PING:
            self.release_initialized()
        call = self.begin(session, request, exchange)
        if call is not None:
            self.send_when_known(call, request)

    def notification(self, session: Session, notification: Notification, exchange: Hashable) -> None:
        """Pass on a notification of the client, or do what it asks for."""
        if notification.method == names.INITIALIZED:
            self.release_initialized()
        elif notification.method == CANCELLED:
            params = notification.document["params"]
            if (id_ := params.get("requestId")) is not None:
                self.cancelled_by_client(session, id_, params.get("reason"))
        else:
            self.notification_up(session, notification)

    def notification_up(self, session: Session, notification: Notification) -> None:
        """Pass on a notification of the client that names no request of the client."""
        link = self.link
        source = link.front_revision or link.back_revision
        translation = link.translated(notification, link.back_revision, self.contexts.up(source))
        link.note_unsent("client", notification, translation)
        for message in translation.messages:
            assert isinstance(message, Notification)
            link.notify_server(session, message, translation.edits)

    def cancelled_by_client(self, session: Session, id_: RequestId, reason: str | None = None) -> None:
        """Cancel a request of the client."""
        link = self.link
        call = link.calls.of_client(session, id_)
        if call is not None:
            self.dropped(call)
            link.calls.remove(call)
            link.end_exchange(call, session)
            if call.back_id is not None:
                link.cancel_at_server(call.back_id, reason)
            self.call_ended(call)

    def exchange_left(self, exchange: Hashable) -> None:
        """End an HTTP exchange that the client has closed. This cancels the calls of per-request clients only."""
        for call in self.link.calls.in_exchange(exchange):
            if call.revision.era == "per-request" and call.session is not None:
                self.cancelled_by_client(call.session, call.id)
            else:
                call.exchange = None

    def answer_up(self, answer: Answer) -> None:
        """Pass on an answer of the client."""
        ask = self.link.take_ask(answer.id)
        if ask is not None:
            ask.on_answer(answer)

    def answer_rejected(self, id_: RequestId | None) -> None:
        """End the request of the server that an answer of the client answers, since the answer is not valid."""
        ask = self.link.take_ask(id_)
        if ask is not None:
            ask.on_answer(None)

    # Calls.

    def waits_for(self, request_state: str) -> bool:
        """Return whether a call waits for its client to send this `requestState`."""
        return False

    def begin(self, session: Session, request: Request, exchange: Hashable) -> Call | None:
        """Record a request of the client, and return its call; refuse it and return None if too many calls wait."""
        link = self.link
        call = Call(session, request, exchange, session.revision_of(request.id))
        if link.calls.add(call):
            return call
        link.refuse_client(session, request.id, failure("Too many requests wait for their answers"), exchange)
        return None

    def send_when_known(self, call: Call, request: Request) -> None:
        """Send a call to the server, after the tools are listed if the schemas of its tool are needed and not known."""
        tool = call.tool if self.needs_schemas else None
        call.request = request if tool is not None else None
        if tool is None or self.link.catalog.knows(tool):
            self.send(call, request)
        else:
            list_tools(self.link, lambda: self._send_listed(call, request, tool))

    def _send_listed(self, call: Call, request: Request, tool: str) -> None:
        self.link.catalog.note_unlisted(tool)
        if not call.ended:
            self.send(call, request)

    def send(self, call: Call, request: Request) -> bool:
        """Translate a call, send it to the server, and return whether it is sent."""
        link = self.link
        edits: tuple[Edit, ...] = ()
        is_valid = False
        if call.revision is link.back_revision:
            is_valid = not request.is_read
        elif self._is_carried(call):
            request = in_version(request, link.back_revision)
        else:
            translation = translate(request, to=link.back_revision, context=self.contexts.up(call.revision))
            if translation.refusal is not None:
                link.fail(call, translation.refusal.error)
                self.call_ended(call)
                return False
            request, edits, is_valid = cast(Request, translation.messages[0]), translation.edits, True
        sent = link.launch(call, request, edits, is_valid=is_valid)
        if not sent:
            self.call_ended(call)
        return sent

    def _is_carried(self, call: Call) -> bool:
        """Return whether a call and its answer are the same in both revisions, though `translate` refuses them."""
        return call.method in _CARRIED and call.revision.era == self.link.back_revision.era

    def expired(self, call: Call) -> None:
        """End a call that has taken too long."""
        self.dropped(call)
        self.link.fail(call, failure("The server did not answer in time"))
        if call.back_id is not None:
            self.link.cancel_at_server(call.back_id, "timeout")
        self.call_ended(call)

    def call_failed(self, call: Call, error: ProtocolError) -> None:
        """End a call whose answer will not come, or was not valid."""
        self.dropped(call)
        self.link.fail(call, error)
        self.call_ended(call)

    def dropped(self, call: Call) -> None:
        """Prepare for the end of a call that the server has not answered: refuse the input that the server asks for."""

    def call_ended(self, call: Call) -> None:
        """Clean up after a call that has ended, for subclasses."""

    # From the server.

    def server_answer(self, answer: Answer) -> None:
        """Pass on an answer of the server to the request of the client or of the bridge."""
        on_answer = self.link.own.pop(answer.id, None) if answer.id is not None else None
        if on_answer is not None:
            on_answer(answer)
            return
        call = self.link.calls.at_server(answer.id)
        if call is not None and (call.request is None or not lists_again(self.link, call, answer, self.send)):
            self.complete(call, answer)

    def complete(self, call: Call, answer: Answer) -> None:
        """Answer a call of the client with the translated answer of the server."""
        link, session = self.link, call.session
        if session is None:
            return
        left_out: tuple[Edit, ...] = ()
        if call.method == LIST_TOOLS and isinstance(answer, Response):
            answer, left_out = self._listed(answer)
        message, edits, is_valid = answer, left_out, False
        error: ProtocolError | None = None
        is_same = call.revision is link.back_revision
        if is_same and not (isinstance(answer, Response) and answer.supplied):
            is_valid = not answer.is_read
        elif is_same or not self._is_carried(call):
            translation = link.translated(answer, call.revision, self.contexts.down(call.method, call.tool))
            if translation.refusal is None:
                message, edits = cast(Answer, translation.messages[0]), left_out + translation.edits
                is_valid = not is_same
            else:
                error = translation.refusal.error
        data = b""
        if error is None:
            try:
                data = session.forward(with_id(message, call.id), findings=link.back.findings, is_valid=is_valid)
            except LocalProtocolError as problem_:
                error = unsent(answer, problem_)
        link.calls.remove(call)
        if error is not None:
            link.refuse_client(session, call.id, error, call.exchange)
        else:
            link.answer_client(session, call.id, data, call.exchange, edits)
        self.call_ended(call)

    def _listed(self, answer: Response) -> tuple[Response, tuple[Edit, ...]]:
        """Return a page of `tools/list` for the client, and the edits; record its tools if their schemas are needed.

        Translation needs schemas, and so do headers that repeat arguments.
        """
        link = self.link
        calls_over_http = link.back_revision.era == "per-request" and link.transport == "http"
        if calls_over_http or link.main is None or link.front_revision is not link.back_revision:
            link.catalog.note(answer.document["result"])
        return callable_tools(answer) if calls_over_http else (answer, ())

    def server_request(self, request: Request, stream: RequestId | None) -> None:
        """Pass on or answer a request of the server."""
        link, session, target = self.link, self.link.main, self.link.front_revision
        same = target is not None and target.id == link.back_revision.id
        if request.method == PING and not same:
            link.respond_server(request.id, {})
            return
        if session is None or target is None:
            link.refuse_server(request.id, ProtocolError(METHOD_NOT_FOUND, "Method not found"))
            return
        if len(link.asks) >= link.bounds.calls:
            link.refuse_server(request.id, failure("Too many requests wait for their answers"))
            return
        translation = link.translated(request, target, self.contexts.down())
        if translation.refusal is not None:
            link.refuse_server(request.id, translation.refusal.error)
            return
        message = translation.messages[0]
        assert isinstance(message, Request)
        call = link.calls.at_server(stream)
        back_id, method = request.id, request.method

        def answered(answer: Answer | None) -> None:
            self._answer_server(session, back_id, method, target, answer)

        ask = Ask(session, message.id, method, back_id, answered)
        try:
            link.ask_client(session, message, ask, call.exchange if call is not None else None, translation.edits)
        except LocalProtocolError as error:
            link.refuse_server(request.id, problem(error))

    def _answer_server(
        self, session: Session, id_: RequestId, method: str, source: Revision, answer: Answer | None
    ) -> None:
        """Answer a request of the server with the translated answer of the client."""
        link = self.link
        if answer is None:
            link.refuse_server(id_, failure("The client gave no valid answer"))
            return
        context = TranslationContext(revision=source.id, sender="client", method=method)
        translation = link.translated(answer, link.back_revision, context)
        if translation.refusal is not None:
            link.refuse_server(id_, translation.refusal.error)
            return
        message = translation.messages[0]
        assert isinstance(message, (Response, ErrorResponse))
        try:
            data = link.back.forward(with_id(message, id_), findings=session.findings)
        except LocalProtocolError as error:
            link.refuse_server(id_, failure(f"The answer of the client cannot cross the bridge: {error.message}"))
        else:
            link.answer_server(id_, data, translation.edits)

    def server_notification(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass on a notification of the server, or do what it asks for."""
        match notification.method:
            case names.PROGRESS:
                self.progress(notification)
            case names.CANCELLED:
                self.cancelled_by_server(notification)
            case names.LOG_MESSAGE:
                self.log(notification, stream)
            case _:
                if notification.method == TOOLS_CHANGED:
                    self.link.catalog.changed()
                self.change(notification, stream)

    def progress(self, notification: Notification) -> None:
        """Pass a report of progress on to the client, with the token of the client."""
        call = self.link.calls.with_token(progress_token(notification))
        if call is None or call.session is None or call.token is None:
            self.link.lost("server", notification.method, "no request of the client waits for it")
            return
        if call.token != call.back_token:
            notification = notification.edit(Edit("replace", "/params/progressToken", value=call.token))
        self.pass_down(notification, call.session, call.exchange, call.revision)

    def log(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass a log message on to the client."""
        link = self.link
        call = link.calls.at_server(stream)
        if call is not None and call.session is not None:
            self.pass_down(notification, call.session, call.exchange, call.revision)
        else:
            self.change(notification, stream)

    def change(self, notification: Notification, stream: RequestId | None) -> None:
        """Pass on a notification that belongs to a subscription or to no request."""
        link, id_ = self.link, subscription_of(notification)
        call = link.calls.at_server(id_ if id_ is not None else stream)
        if id_ is not None and call is not None and call.session is not None:
            if call.id != id_:
                place = f"/params/{META}/{SUBSCRIPTION_KEY.replace('/', '~1')}"
                notification = notification.edit(Edit("replace", place, value=call.id))
            self.pass_down(notification, call.session, call.exchange, call.revision)
        elif link.main is not None and link.front_revision is not None:
            exchange = call.exchange if call is not None else None
            self.pass_down(notification, link.main, exchange, link.front_revision)
        else:
            link.lost("server", notification.method, "it belongs to no request of the client")

    def pass_down(self, notification: Notification, session: Session, exchange: Hashable, target: Revision) -> None:
        """Translate a notification of the server, and pass it on to the client."""
        is_same = notification.method in _CARRIED and target.era == self.link.back_revision.era
        context = self.contexts.down()
        translation = Translation((notification,)) if is_same else self.link.translated(notification, target, context)
        self.link.note_unsent("server", notification, translation)
        for message in translation.messages:
            assert isinstance(message, Notification)
            self.link.notify_client(session, message, exchange, translation.edits)

    def cancelled_by_server(self, notification: Notification) -> None:
        """Cancel a request to the client, or end a subscription of the client."""
        link = self.link
        params = notification.document["params"]
        id_ = params.get("requestId")
        ask = link.asks_of_server.get(id_)
        if ask is not None:
            link.cancel_ask(ask, params.get("reason"))
            return
        call = link.calls.at_server(id_)
        if call is not None and call.session is not None:
            if call.id != id_:
                notification = notification.edit(Edit("replace", "/params/requestId", value=call.id))
            link.notify_client(call.session, notification, call.exchange)
            link.calls.remove(call)

    def request_rejected(self, id_: RequestId, error: ProtocolError) -> None:
        """End a request to the server whose answer is not valid or will never come.

        Args:
            id_: The id of the request.
            error: The error for the client.
        """
        on_answer = self.link.own.pop(id_, None)
        if on_answer is not None:
            on_answer(None)
            return
        call = self.link.calls.at_server(id_)
        if call is not None:
            self.call_failed(call, error)

    # Both ways.

    def release_initialized(self) -> None:
        """Send the notification to the server that the client is ready, unless that is done."""
        if self.initialized is not None:
            data, self.initialized = self.initialized, None
            self.link.to_server(data)

    def opened(self) -> None:
        """Begin the work of the relay, since both ends are open."""

    def server_gone(self) -> None:
        """End the subscriptions that no call stands for, since the server is gone."""
