"""The dispatcher, which parses each message of the peer, calls the handler of the message, and writes the answer."""

from __future__ import annotations

import json
import logging
from asyncio import CancelledError, Task, create_task, current_task, gather, sleep
from collections.abc import Callable, Collection, Coroutine, Generator, Iterable, Mapping
from inspect import CORO_CREATED, getcoroutinestate
from typing import TYPE_CHECKING, Any

from ..codec.encoding import dump_any, encoder_of
from ..errors import DecodeError, ProtocolError, RequestId, must_propagate, quote_value
from ..extensions import Extension
from ..extensions.rules import find_input_requests, find_undeclared_for_request, find_undeclared_for_result
from ..json_values import is_array, member_at
from ..jsonrpc.body_types import make_placeholder_id
from ..jsonrpc.messages import Batch, Notification, Request, Response
from ..jsonrpc.parser import SESSION_OPTIONS
from ..limits import DEFAULT, Limits
from ..negotiation.versions import make_discover_result
from ..options import check_class, check_limits, check_plain_callable
from ..renames import find_first_name, to_own_name
from ..revisions import NOTHING_PENDING
from ..session.capabilities import make_missing_capability_error
from ..session.events import Event, Ignored, OpeningContinues, OpeningFailed, VersionAgreed
from ..session.ids import IdKey, make_lookup_key
from ..session.input_rounds import find_undeclared_input_capabilities
from ..session.profile import revision_profile
from ..session.session import Session
from ..spec.error_codes import INVALID_REQUEST, URL_ELICITATION_REQUIRED, find_code
from ..spec.names import (
    CANCELLED,
    DISCOVER,
    ELICIT,
    INITIALIZE,
    INPUT_REQUIRED_RESULT,
    LISTEN,
    PING,
    PROGRESS,
    SET_LOG_LEVEL,
)
from .answer_text import (
    make_server_info_writer,
    record_sendable_error,
    write_adapted_result,
    write_error,
    write_id,
    write_result,
)
from .client_input import InputRequired
from .context import AnswerReceiver, Context, SendMessage, SharedContext
from .handler_errors import RaisedAnswer, is_reraised, log_failure, make_answer
from .handlers import (
    Handlers,
    PreparedHandler,
    call_handler,
    make_method_not_found_error,
    make_typed_result,
    prepare_handler,
)
from .telemetry import UNMEASURED, Measurement, Metrics
from .unsent_answers import UnsentAnswers, make_no_room_error

if TYPE_CHECKING:
    from ..authorization.principal import Principal
    from ..revisions import Revision
    from ..spec.names import Sender


class AnswerCoroutine(Coroutine[Any, Any, "bytes | None"]):
    """A coroutine that answers a message of a session.

    A task that is cancelled before its first step never runs its coroutine. In that case this class records the
    requests of the message as unanswered.

    Args:
        coroutine: the coroutine that answers the message; after its first step it records unanswered requests itself.
        session: the session of the message.
        message: one message, a batch, or the error that rejects a message.
    """

    __slots__ = ("_coroutine", "_message", "_session")

    def __init__(
        self, coroutine: Coroutine[Any, Any, bytes | None], session: Session, message: Event | ProtocolError
    ) -> None:
        self._coroutine = coroutine
        self._session = session
        self._message = message

    def __await__(self) -> Generator[Any, Any, bytes | None]:
        return self._coroutine.__await__()

    def send(self, value: Any) -> Any:
        """Resume the coroutine with a value, and return what its next step yields."""
        return self._coroutine.send(value)

    def throw(self, *error: Any) -> Any:
        """Raise an error inside the coroutine. If the coroutine has not begun, first record the requests of the message
        as unanswered.
        """
        self._record_unanswered()
        return self._coroutine.throw(*error)

    def close(self) -> None:
        """End the coroutine. If the coroutine has not begun, first record the requests of the message as unanswered."""
        self._record_unanswered()
        self._coroutine.close()

    def _record_unanswered(self) -> None:
        if getcoroutinestate(self._coroutine) != CORO_CREATED:
            return
        message = self._message
        for each in message if isinstance(message, Batch) else (message,):
            if isinstance(each, Request):
                self._session.record_unanswered_request(each.id)


async def _answer_embedded_request(
    handled: PreparedHandler | None, request: Any, shared: SharedContext, send: SendMessage | None
) -> Any:
    """Return the typed answer of a handler to an embedded request for input.

    Args:
        handled: the prepared handler of the request's method; None if the handler is not overridden.
        request: the typed request, with `method` and `params`.
        shared: the shared state of the dispatcher's contexts.
        send: the function that sends the messages of the handler to the peer; None if the handler can send none.

    Raises:
        ProtocolError: the handler is not overridden, or has raised this error.
        TypeError: the result is of a type that the annotation of the handler does not name, or an invalid dict.
        BaseException: the handler has raised this other exception.
    """
    if handled is None:
        raise make_method_not_found_error()
    document = json.loads(encoder_of(request.__class__)(request))
    context = Context(shared, Notification(request.method, request.params, document), send)
    result = await call_handler(handled, request.params, context)
    return make_typed_result(request.method, result, handled, shared.revision)


def _find_request_error(extensions: Iterable[Extension], request: Request, revision: Revision) -> ProtocolError | None:
    """Return the error for a request that needs an undeclared extension.

    Args:
        extensions: the extensions in use.
        request: the request of the client.
        revision: the revision.

    Returns:
        The error; None if the client has declared all extensions that the request needs.
    """
    missing = find_undeclared_for_request(extensions, request.method, request.document.get("params"))
    return make_missing_capability_error(missing, revision.error_codes) if missing else None


def _find_result_error(
    extensions: Iterable[Extension], request: Request, result: Any, revision: Revision
) -> ProtocolError | None:
    """Return the error for a result that needs undeclared capabilities of the client.

    Args:
        extensions: the extensions in use.
        request: the request of the client.
        result: the result of the handler.
        revision: the revision.

    Returns:
        The error; None if the client has declared all that the result needs.
    """
    params = request.document.get("params")
    missing = find_undeclared_for_result(extensions, params, result)
    requests = find_input_requests(extensions, request.method, result)
    if not missing and requests:
        missing = find_undeclared_input_capabilities(requests, params, revision_profile(revision.id))
    return make_missing_capability_error(missing, revision.error_codes) if missing else None


_log = logging.getLogger(__name__)

_OPENING_METHODS = frozenset({INITIALIZE, DISCOVER})

_BATCH_STEP = 4
"""Number of items of a batch that begin in one turn of the event loop."""

_CALL_NOTIFICATIONS = frozenset({PROGRESS, CANCELLED})
"""First names of the notifications that may be about a request of this side."""


class Dispatcher:
    """The dispatcher of the messages that a peer sends to one set of handlers. It needs asyncio.

    Await the result of `dispatch` in a separate task for each message. Then handlers run concurrently, and
    `notifications/cancelled` can stop a handler that waits.

    Args:
        handlers: the handlers of one role in one revision.
        send: the function that sends progress, log messages and notifications of handlers to the peer; by default
            handlers can send none.
        calls: the calls that send the requests of this side to the peer. The answers arrive among the peer's messages.
            By default this side sends no requests.
        limits: bounds for each text; with a session, the bounds of the session apply instead.
        session: the session that checks the messages of both sides against the rules of the protocol. It parses what
            arrives, records what is sent, and answers `initialize`, `server/discover` and `ping` if no handler does. By
            default no rules are checked.
        on_rejected: the function that is called with the error of each rejected message, answered or not; by default,
            the error is logged, without the content of the message.
        info: name and version of a server, as JSON or typed; by default those of the session, if there is one.
            Revisions since 2026-07-28 recommend them in the `_meta` of each result. The dispatcher adds them to each
            result of these revisions, unless a handler has set others.

    Attributes:
        handlers: the argument of this name.
        revision: the revision of the handlers.
        unsent: the counter that bounds the unsent answers; dispatchers for one peer may share it.
        is_awaited: True if a transport waits for each answer, and calls `abandon_requests` before it cancels a task.
        metrics: the object that measures the messages that handlers get; None to measure nothing.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: two extensions of the handlers define the same name.
        EncodeError: a part of `info` has no form in JSON.
    """

    def __init__(
        self,
        handlers: Handlers,
        *,
        send: SendMessage | None = None,
        calls: AnswerReceiver | None = None,
        limits: Limits = DEFAULT,
        session: Session | None = None,
        on_rejected: Callable[[ProtocolError], None] | None = None,
        info: Any = None,
    ) -> None:
        check_class("handlers", handlers, Handlers, "an object of a subclass of ServerHandlers or ClientHandlers")
        check_limits(limits)
        if session is not None:
            check_class("session", session, Session, "an mb.Session(…)")
        if on_rejected is not None:
            check_plain_callable("on_rejected", on_rejected, ("error",), "(error)")
        self.handlers = handlers
        self.revision: Revision
        self.revision, self._extensions, self._receives_requests, self._prepared_handlers = handlers.prepared
        self._shared = SharedContext(self.revision, handlers.role, calls, session, handlers.context_settings)
        self._send = send
        self._limits = limits
        if session is None:
            self._parse = self.revision.message_parser.parse
            self._parse_options = (
                SESSION_OPTIONS if calls is None else SESSION_OPTIONS._replace(transport=calls.transport)
            )
        self._peer_role: Sender = "server" if handlers.role == "client" else "client"
        self._on_rejected = on_rejected
        server_info = session.info if info is None and session is not None else info
        self._server_info = make_server_info_writer(handlers.role, handlers.revision, server_info)
        self._running: dict[IdKey, Context] = {}
        self.unsent: UnsentAnswers = UnsentAnswers()
        self.is_awaited: bool = False
        self.metrics: Metrics | None = None

    def dispatch(
        self,
        data: bytes | bytearray | memoryview | str,
        *,
        send: SendMessage | None = None,
        principal: Principal | None = None,
    ) -> Coroutine[Any, Any, bytes | None]:
        """Answer one text: `reply = await dispatcher.dispatch(data)`.

        This method parses the text before it returns, so texts are parsed in the order of the calls; awaiting the
        result runs the handler. The coroutine raises no error, except for a cancellation of its task and for an
        interrupt of the program. Then the request gets no answer, and the session no longer waits for one. It also
        raises a LocalProtocolError if the answer of the session to `initialize` or `server/discover` would not be
        valid, for example since a capability has a wrong form, and an EncodeError if it has no form in JSON.

        Args:
            data: one message, or in 2025-03-26 a batch.
            send: the function to use for this message in place of the dispatcher's `send`; None to use that one.
            principal: the principal that the message is authorized for; by default that of the session.

        Returns:
            A coroutine. Its result is the reply, or None if no reply may be sent.

        Raises:
            TypeError: `data` is neither text nor bytes.
            ValueError: the session belongs to another principal.
            LocalProtocolError: the next message with which the session of a client opens would not be valid, for
                example since a capability has a wrong form.
        """
        message: Event
        shared = self._shared
        session = shared.session
        try:
            if session is not None:
                principal = session.principal_of(principal)
                message = session.receive(data)
            else:
                pending = shared.calls.pending if shared.calls is not None else NOTHING_PENDING
                message = self._parse(data, self._peer_role, pending, self._limits, self._parse_options)
        except ProtocolError as error:
            return self._answer_message(error, send, None)
        return self.handle(message, send=send, principal=principal)

    def handle(
        self, message: Event | ProtocolError, *, send: SendMessage | None = None, principal: Principal | None = None
    ) -> Coroutine[Any, Any, bytes | None]:
        """Answer a parsed message, or the error that rejects a message.

        Awaiting the result runs the handler. The coroutine raises the same errors as that of `dispatch`, and also a
        ValueError for the answer to a waiting call that was parsed without `pending=calls.pending`.

        Args:
            message: what `Session.receive` or `Revision.parse` has returned, or the error that either has raised.
            send: the function to use for this message in place of the dispatcher's `send`; None to use that one.
            principal: the principal that the message is authorized for; by default that of the session.

        Returns:
            A coroutine. Its result is the reply, or None if no reply may be sent.

        Raises:
            ValueError: the session belongs to another principal.
        """
        send, session = send or self._send, self._shared.session
        if session is not None:
            principal = session.principal_of(principal)
        answer: Any = self._answer_request if isinstance(message, Request) else self._answer_message
        answering = answer(message, send, principal)
        return answering if session is None else AnswerCoroutine(answering, session, message)

    async def answer_input_requests(self, required: Any) -> dict[str, Any]:
        """Answer the requests in an `InputRequiredResult` with the handlers of a client.

        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements

        Args:
            required: the `InputRequiredResult`.

        Returns:
            The `input_responses` of the retry, by the keys of `required.input_requests`.

        Raises:
            ProtocolError: a handler is not overridden, or has raised this error.
            TypeError: a result is of a type that the annotation of its handler does not name, or an invalid dict.
            BaseException: a handler has raised this other exception.
        """
        requests: Mapping[str, Any] = required.input_requests or {}
        return {
            key: await _answer_embedded_request(
                self._prepare_handler(request.method), request, self._shared, self._send
            )
            for key, request in requests.items()
        }

    async def elicit_urls(self, error: ProtocolError, max_elicitations: int) -> bool:
        """Call the `elicit` handler of a client for each elicitation that an error of the server requires.

        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error

        Args:
            error: the error of the server.
            max_elicitations: largest number of elicitations that one error may require.

        Returns:
            True if the user has accepted all elicitations. Then the request may be sent again. False if the user has
            not accepted one, if the error has another code or is not valid, if it requires no elicitation or too many,
            and if the `elicit` handler is not overridden.

        Raises:
            ProtocolError: the handler has raised this error.
            TypeError: the result is of a type that the annotation of the handler does not name, or an invalid dict.
            BaseException: the handler has raised this other exception.
        """
        if error.code != find_code(self.revision.error_codes, URL_ELICITATION_REQUIRED):
            return False
        method = to_own_name(ELICIT, self.revision)
        listed, handled = member_at(dump_any(error.data), "elicitations"), self._prepare_handler(method)
        if handled is None or not is_array(listed) or not 0 < len(listed) <= max_elicitations:
            return False
        codec, id_ = self.revision.codec(self.revision.methods[method].message), make_placeholder_id(self.revision)
        for params in listed:
            try:
                request = codec.decode_value({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})
            except DecodeError:
                return False
            answer = await _answer_embedded_request(handled, request, self._shared, self._send)
            if answer.action != "accept":
                return False
        return True

    @property
    def calls(self) -> AnswerReceiver | None:
        """The calls that send the requests of this side; None without calls.

        They can be set after the dispatcher is made, because calls may need the dispatcher.
        """
        return self._shared.calls

    @calls.setter
    def calls(self, calls: AnswerReceiver | None) -> None:
        """Set the calls that receive the answers of the peer."""
        self._shared.calls = calls

    @property
    def session(self) -> Session | None:
        """The session that checks the messages; None without a session."""
        return self._shared.session

    @property
    def log_level(self) -> str | None:
        """The log level that the peer has set with `logging/setLevel`; None before that."""
        return self._shared.log_level

    @property
    def subscribed_uris(self) -> Collection[str]:
        """The URIs that the peer has subscribed to. Handlers add each URI to `Context.subscribed_uris`."""
        return self._shared.subscribed_uris

    def abandon_requests(self, ids: Iterable[RequestId] | None = None) -> None:
        """Record that nobody waits any longer for the answers to some requests, so that their tasks may be cancelled.

        Args:
            ids: the ids of the requests; by default all requests, future ones included.
        """
        if ids is None:
            self.is_awaited = False
        for key in list(self._running) if ids is None else map(make_lookup_key, ids):
            if key in self._running:
                self._running[key].is_awaited = False

    def cancel_request(self, notification: Notification) -> None:
        """Cancel the handler of the request that a cancellation names, and log the reason.

        Do nothing if no handler works on the request, if the request is cancelled already, or if requests of this
        method cannot be cancelled. `handle` cancels the handler too; call this method to do so at once, if the task
        that calls `handle` with the cancellation begins later.

        Args:
            notification: the cancellation.
        """
        params = member_at(notification.document, "params")
        id_: RequestId | None = member_at(params, "requestId")
        context = self._running.get(make_lookup_key(id_)) if id_ is not None else None
        handled = self._prepared_handlers.get(context.message.method) if context is not None else None
        if context is not None and not context.cancelled and handled is not None and handled.cancellable:
            reason = member_at(params, "reason")
            why = quote_value(reason) if isinstance(reason, str) else "no reason is given"
            _log.info("the peer cancels the request %s (%s): %s", quote_value(context.id), context.message.method, why)
            context.cancel()

    def cancel_all_requests(self) -> None:
        """Cancel the handlers of all requests of the peer, since no answer can be sent any more."""
        for context in self._running.values():
            if not context.cancelled:
                context.cancel()

    def announce_end(self) -> None:
        """Record that the transport is about to end. Handlers of subscriptions wait for this, and then answer."""
        self._shared.get_end_event().set()

    def write_notification(self, method: str, members: Mapping[str, Any]) -> bytes:
        """Return the text of a notification, and record the notification in the session if there is one.

        Args:
            method: a notification that this side may send in this revision, or its name in an earlier or later release.
            members: the members of the params, by attribute, in the release that has the name.

        Raises:
            ValueError: this side may not send notifications of this method, or a member has no form in JSON or in this
                revision.
            TypeError: the params lack a member that the schema requires.
            pydantic.ValidationError: the params do not match the schema.
            LocalProtocolError: the notification breaks a rule of the session.
        """
        return self._shared.write_notification(method, members)

    async def _answer_message(
        self, message: Event | ProtocolError, send: SendMessage | None, principal: Principal | None
    ) -> bytes | None:
        if isinstance(message, Request):
            return await self._answer_request(message, send, principal)
        if isinstance(message, Batch):
            return await self._answer_batch(message, send, principal)
        if isinstance(message, Notification):
            await self._handle_notification(message, send, principal)
        elif isinstance(message, ProtocolError):
            return self._answer_rejected_message(message)
        elif isinstance(message, (VersionAgreed, OpeningContinues)):
            return message.reply
        elif isinstance(message, (Ignored, OpeningFailed)):
            _log.info("%s: %s", type(message).__name__.lower(), message.reason)
        elif self._shared.calls is not None:
            self._shared.calls.receive(message)  # reports an answer that no call waits for
        else:
            _log.warning("an answer arrived, but this dispatcher has no calls")
        return None

    async def _answer_batch(self, batch: Batch, send: SendMessage | None, principal: Principal | None) -> bytes | None:
        """Return the JSON array of the responses to a batch; None without a response. Each result for which the unsent
        answers leave no room is replaced by an error.
        """
        tasks = list[Task["bytes | None"]]()
        counted, has_ended = 0, False

        def count_response(task: Task[bytes | None]) -> None:
            nonlocal counted
            if has_ended:
                return  # this call was scheduled before the batch ended
            size = 0 if task.cancelled() or task.exception() is not None else len(task.result() or b"")
            counted += size
            self.unsent.size += size

        try:
            for item in batch:
                await self.unsent.wait_for_turn()
                if self.unsent.is_full and isinstance(item, Request):
                    tasks.append(create_task(self._refuse_request(item)))  # its handler need not run
                else:
                    tasks.append(create_task(self.handle(item, send=send, principal=principal)))
                tasks[-1].add_done_callback(count_response)
                if len(tasks) % _BATCH_STEP == 0:
                    await sleep(0)
            sent = [reply for reply in await gather(*tasks) if reply is not None]
            return b"[" + b",".join(sent) + b"]" if sent else None
        finally:
            has_ended = True
            for task in tasks:
                task.cancel()
            self.unsent.size -= counted

    async def _refuse_request(self, request: Request) -> bytes | None:
        return self._write_error(request.id, make_no_room_error())

    async def _answer_request(
        self, request: Request, send: SendMessage | None, principal: Principal | None
    ) -> bytes | None:
        method, id_ = request.method, request.id
        if self._extensions and (error := _find_request_error(self._extensions, request, self.revision)) is not None:
            return self._write_error(id_, error)
        handled = self._prepared_handlers.get(method) or self._prepare_handler(method)
        key = make_lookup_key(id_)
        if handled is None or key in self._running:
            return self._answer_without_handler(request)
        context = self._running[key] = Context(self._shared, request, send, current_task(), principal)
        context.is_awaited = self.is_awaited
        try:
            with self._measure_message(request) as measured:
                return await self._run_handler(request, handled, context, measured)
        finally:
            context.done = True
            del self._running[key]

    async def _run_handler(
        self, request: Request, handled: PreparedHandler, context: Context, measured: Measurement
    ) -> bytes | None:
        """Call the handler of a request, and return the response.

        The withdrawals of open questions and a held progress report are sent before the response. The cancellation of a
        subscription is sent before its result. The result of `logging/setLevel` sets the log level.

        Returns:
            The response; None if the peer has cancelled the request, or the session no longer waits for an answer.

        Raises:
            BaseException: the handler has raised this exception, and it ends the program, the event loop or the task.
        """
        id_ = request.id
        try:
            if self.is_awaited and not self.unsent.try_begin_request():
                await self.unsent.wait_to_begin_request()
            try:
                if handled.reads_params:
                    result = await call_handler(handled, request.params, context)
                else:
                    result = await handled.handler(None, context)
            finally:
                # before the response, after which the peer reads no more of the stream
                await context.withdraw_requests_at_end()
            await self.unsent.wait_for_turn()
            if context.is_awaited:
                await context.raise_cancellation()
            if context.has_held_progress:
                await context.send_held_progress()
            if context.cancelled:
                context.uncancel()
                return None
            if handled.first_name == LISTEN and context.can_send:  # the cancellation comes before the result
                await context.notify(to_own_name(CANCELLED, self.revision), request_id=id_)
            text = self._write_result(request, handled, result)
            measured.record_result(result)
            if handled.first_name == SET_LOG_LEVEL:
                self._shared.log_level = request.params.level
            return text
        except BaseException as error:
            context.uncancel()
            if is_reraised(error, context):
                self._record_unanswered(id_)
                raise
            if context.cancelled and isinstance(error, CancelledError):
                return None
            if context.has_held_progress and not context.cancelled:
                await context.send_held_progress()
            answer = make_answer(error, context)
            return None if context.cancelled else self._write_failure(request, handled, context, answer, measured)

    def _write_failure(
        self,
        request: Request,
        handled: PreparedHandler,
        context: Context,
        answer: RaisedAnswer,
        measured: Measurement,
    ) -> bytes | None:
        """Return the response with the questions or the error of a handler; None if the session waits for no answer.

        If the questions cannot be sent, an error is sent in place of them.
        """
        if isinstance(answer, InputRequired):
            try:
                result = self.revision.codec(INPUT_REQUIRED_RESULT).decode_value(answer.members)
                return self._write_result(request, handled, result)
            except Exception as error:
                failure = make_answer(error, context)
                assert isinstance(failure, ProtocolError), "nothing asks again here"
                answer = failure
        measured.record_error_response(answer)
        return self._write_error(request.id, answer)

    def _write_result(self, request: Request, handled: PreparedHandler, result: Any) -> bytes:
        """Return the response with the result of a handler, and record it in the session if there is one.

        Raises:
            TypeError: the result is of a type that the annotation of the handler does not name, or an invalid dict.
            EncodeError: a part of a typed result is not valid for its type, or has no form in JSON.
            ProtocolError: the result needs capabilities that the client has not declared, or the unsent answers leave
                no room for it.
            LocalProtocolError: the result breaks a rule of the session.
        """
        method, id_ = request.method, request.id
        session = self._shared.session
        # The class is compared first, because isinstance() with a pydantic model takes as long as all the rest.
        kind = result.__class__
        if kind is Response:  # a result that `RevisionAdapter` has translated
            return write_adapted_result(id_, result, session, self._server_info, self.unsent)
        if kind not in handled.results:
            result = make_typed_result(method, result, handled, self.revision)
            kind = result.__class__
        if handled.may_ask_input and kind.__name__ == INPUT_REQUIRED_RESULT:
            self._check_input_capabilities(request, result)
        if self._extensions:
            error = _find_result_error(self._extensions, request, result, self.revision)
            if error is not None:
                raise error
        text = encoder_of(kind)(result)
        self.unsent.refuse_or_count_answer(len(text))
        if session is not None and handled.first_name in _OPENING_METHODS:
            return session.respond(id_, result)
        if self._server_info is not None:
            text = self._server_info.add_to_text(text, result)
        if session is not None:
            session.record_result(id_, result)
        return b'{"jsonrpc":"2.0","id":' + write_id(id_) + b',"result":' + text + b"}"

    def _check_input_capabilities(self, request: Request, required: Any) -> None:
        """Check that the client has declared the capabilities that a handler's requests for input need.

        Raises:
            ProtocolError: the client lacks a capability.
        """
        requests: Mapping[str, Any] = required.input_requests or {}
        missing = find_undeclared_input_capabilities(
            requests, request.document.get("params"), revision_profile(self.revision.id)
        )
        if missing:
            raise make_missing_capability_error(missing, self.revision.error_codes)

    def _record_unanswered(self, id_: RequestId) -> None:
        if self._shared.session is not None:
            self._shared.session.record_unanswered_request(id_)

    def _answer_without_handler(self, request: Request) -> bytes | None:
        """Return the response to a request that no handler gets; None if the session no longer waits for an answer.

        The response is an error if the id is in use, or if the handler of the method is not overridden. In the second
        case, a session answers `initialize`, `server/discover` and `ping`; without a session, the dispatcher answers
        `server/discover` and `ping` itself.

        Raises:
            LocalProtocolError: the answer of the session to `initialize` or `server/discover` would not be valid.
            EncodeError: this answer has no form in JSON.
        """
        if request.method in self._prepared_handlers:
            return self._write_error(request.id, ProtocolError(INVALID_REQUEST, "Invalid Request: the id is in use"))
        session, first_name = self._shared.session, find_first_name(request.method, self.revision)
        if session is not None and first_name in _OPENING_METHODS:
            return session.accept(request)
        if session is not None and first_name == PING:
            return session.respond(request.id, {})
        if first_name == PING:
            return write_result(request.id, {})
        if first_name == DISCOVER:
            result = make_discover_result(self.revision, [self.revision.version], self.handlers.capabilities_json())
            return write_result(
                request.id, result if self._server_info is None else self._server_info.add_to_json(result)
            )
        return self._write_error(request.id, make_method_not_found_error())

    async def _handle_notification(
        self, notification: Notification, send: SendMessage | None, principal: Principal | None
    ) -> None:
        method = notification.method
        if not notification.known:
            _log.debug("an unknown notification")
            return
        first_name = find_first_name(method, self.revision)
        if first_name == CANCELLED:
            self.cancel_request(notification)
        if first_name in _CALL_NOTIFICATIONS and self._shared.calls is not None:
            self._shared.calls.receive(notification)
        handled = self._prepared_handlers.get(method) or self._prepare_handler(method)
        if handled is None:
            return
        context = Context(self._shared, notification, send, current_task(), principal)
        try:
            with self._measure_message(notification):
                await call_handler(handled, notification.params, context)
        except BaseException as error:
            if is_reraised(error, context):
                raise
            log_failure(error, method)

    def _measure_message(self, message: Request | Notification) -> Measurement:
        if self.metrics is None:
            return UNMEASURED
        transport = None if self._shared.calls is None else self._shared.calls.transport
        params = message.document.get("params")
        return self.metrics.measure_received(message.method, params, self.revision, transport)

    def _write_error(self, id_: RequestId, error: ProtocolError) -> bytes | None:
        """Return the error response to a request, and record the error in the session if there is one.

        Returns:
            The response; None if the session no longer waits for an answer.

        Raises:
            LocalProtocolError: the session rejects the error, and an internal error in its place.
        """
        session = self._shared.session
        if session is not None:
            if id_ not in session.peer_requests:
                return None
            error = record_sendable_error(session, id_, error)
        return write_error(id_, error, self.revision, self.handlers.role)

    def _prepare_handler(self, method: str) -> PreparedHandler | None:
        """Prepare the handler of a method, keep it for later messages, and return it. Return None if the handler is not
        overridden.
        """
        handled = prepare_handler(self.handlers, method, self.revision)
        if handled is not None:
            self._prepared_handlers[method] = handled
        return handled

    def _answer_rejected_message(self, error: ProtocolError) -> bytes | None:
        if self._shared.calls is None or not self._shared.calls.receive(error):
            self._report_rejected_message(error)
        if not self._receives_requests:
            return None  # a side that receives no requests sends no responses
        try:
            return error.to_bytes()
        except (TypeError, ValueError):
            return write_error(error.id, error, self.revision, self.handlers.role)

    def _report_rejected_message(self, error: ProtocolError) -> None:
        if self._on_rejected is None:
            _log.warning("a message is rejected: %s", error)
            return
        try:
            self._on_rejected(error)
        except BaseException as failure:
            if must_propagate(failure):
                raise
            _log.exception("on_rejected failed")
