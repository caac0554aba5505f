"""From the bytes of a message to the bytes of its answer, by way of handlers."""

from __future__ import annotations

import json
import logging
from asyncio import CancelledError, current_task, gather
from collections.abc import Callable, Coroutine, Mapping
from importlib import import_module
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..codec.codec import encoder
from ..errors import ProtocolError, RequestId
from ..jsonrpc.messages import Batch, Message, Notification, Request
from ..jsonrpc.writer import MessageWriter
from ..limits import DEFAULT, Limits
from ..revisions import NOTHING_PENDING, revision
from ..session.events import Event, Ignored, OpeningContinues, OpeningFailed, VersionAgreed
from ..spec.error_codes import INTERNAL_ERROR, INVALID_REQUEST
from ..spec.names import CANCELLED, DISCOVER, INITIALIZE, PING, PROGRESS, SET_LOG_LEVEL
from ..wire import alternatives, is_model
from .context import Context, Send
from .handlers import Handlers, is_awaitable, not_offered

if TYPE_CHECKING:
    from ..session.session import Session
    from ..spec.methods import MethodInfo, Sender

_log = logging.getLogger(__name__)

OPENING = frozenset({INITIALIZE, DISCOVER})


class Answers(Protocol):
    """Where the answers to own requests go: `ClientCalls` or `ServerCalls`."""

    @property
    def pending(self) -> Mapping[RequestId, str]:
        """Own requests that wait for an answer: id to method."""
        ...

    def over(self, send: Any) -> Answers:
        """The same, its messages sent another way."""
        ...

    def receive(self, message: Message | ProtocolError) -> bool:
        """Take an answer, the progress of a request, or an answer that is not valid. False if nothing waits for it."""
        ...


class _Handled(NamedTuple):
    """A method with its handler."""

    handler: Callable[[Any, Context], Any]
    is_async: bool
    no_params: Callable[[], Any]
    """Makes what stands for absent params."""
    results: tuple[type[Any], ...]
    cancellable: bool


class Dispatcher:
    """Gives each message to its handler and makes the answer.

    Call `dispatch` in a task of its own for each message: then messages run side by side, and
    `notifications/cancelled` can stop a handler that waits.

    Args:
        handlers: of one role in one revision.
        send: sends a message to the peer; for progress, log messages and notifications of handlers.
        calls: own requests to the peer, whose answers come in among its messages.
        limits: bounds for each text.
        session: holds both sides to the rules of the protocol. It reads what arrives and knows of what is sent, and
            answers `initialize`, `server/discover` and `ping` where no handler does. The bounds are its own.

    Attributes:
        revision: of the handlers.
        log_level: least serious log messages that the peer asked for with `logging/setLevel`; None before that.
    """

    def __init__(
        self,
        handlers: Handlers,
        *,
        send: Send | None = None,
        calls: Answers | None = None,
        limits: Limits = DEFAULT,
        session: Session | None = None,
    ) -> None:
        self.handlers = handlers
        self.calls = calls
        self.session = session
        self.log_level: str | None = None
        self._send = send
        self._limits = limits
        self.revision = revision(handlers.revision)
        self._parse = self.revision.message_parser.parse
        self._models = import_module(f"{self.revision.package}.models")
        self._outgoing = MessageWriter(self.revision.methods, self.revision.package)
        self._peer: Sender = "server" if handlers.role == "client" else "client"
        self._handled: dict[str, _Handled] = {}
        self._running: dict[RequestId, Context] = {}

    def dispatch(
        self, data: bytes | bytearray | memoryview | str, *, send: Send | None = None
    ) -> Coroutine[Any, Any, bytes | None]:
        """Answer one text: `reply = await dispatcher.dispatch(data)`.

        The text is read at once, so in the order of the calls; what is awaited is the handler. Nothing is raised, but
        for the cancellation of the task that awaits.

        Args:
            data: one message, or in 2025-03-26 a batch.
            send: for this message, in place of the dispatcher's own.

        Returns:
            The reply; None where none may be sent.
        """
        message: Event
        try:
            if self.session is not None:
                message = self.session.receive(data)
            else:
                pending = self.calls.pending if self.calls is not None else NOTHING_PENDING
                message = self._parse(data, self._peer, pending, self._limits)
        except ProtocolError as error:
            return self._one(error, send)
        if isinstance(message, Request):
            return self._answer(message, send or self._send)
        return self._one(message, send or self._send)

    def handle(self, message: Event | ProtocolError, *, send: Send | None = None) -> Coroutine[Any, Any, bytes | None]:
        """Answer what `Session.receive` or `Revision.parse` has given, or raised; otherwise like `dispatch`."""
        if isinstance(message, Request):
            return self._answer(message, send or self._send)
        return self._one(message, send or self._send)

    async def provide(self, required: Any) -> dict[str, Any]:
        """What an `InputRequiredResult` asks of a client, by the handlers of the requests embedded in it.

        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements

        Args:
            required: the result; its keys are those of the answer.

        Returns:
            `input_responses` for the next try.

        Raises:
            ProtocolError: a handler is not overridden, or raised this.
            TypeError: a handler returned what its annotation does not name.
        """
        requests: Mapping[str, Any] = required.input_requests or {}
        return {key: await self._provided(request) for key, request in requests.items()}

    def notification(self, method: str, members: Mapping[str, Any]) -> bytes:
        """The text of a notification; see `Context.notify`."""
        row = self.revision.methods.get(method)
        if row is None or row.kind != "notification" or self.handlers.role not in row.senders:
            raise ValueError(f"a {self.handlers.role} of revision {self.revision.id} sends no notification {method!r}")
        text = self._outgoing.notification(method, members, None)
        return text if self.session is None else self.session.sending(text)

    def knows(self, definition: str, attribute: str) -> bool:
        """Has a type of this revision such a member?"""
        return attribute in getattr(self._models, definition).model_fields

    @property
    def era(self) -> str:
        """`handshake` or `per-request`."""
        return self.revision.era

    async def _one(self, message: Event | ProtocolError, send: Send | None) -> bytes | None:
        if isinstance(message, Request):
            return await self._answer(message, send)
        if isinstance(message, Batch):
            replies = await gather(*(self._one(item, send) for item in message))
            sent = [reply for reply in replies if reply is not None]
            return b"[" + b",".join(sent) + b"]" if sent else None
        if isinstance(message, Notification):
            await self._take(message, send)
        elif isinstance(message, ProtocolError):
            return self._refused(message)
        elif isinstance(message, (VersionAgreed, OpeningContinues)):
            return message.reply
        elif isinstance(message, (Ignored, OpeningFailed)):
            _log.info("%s: %s", type(message).__name__.lower(), message.reason)
        elif self.calls is not None:
            self.calls.receive(message)  # which reports what nothing waits for
        else:
            _log.warning("an answer, though no requests are made")
        return None

    async def _answer(self, request: Request, send: Send | None) -> bytes | None:
        method, id_ = request.method, request.id
        handled = self._handled.get(method) or self._prepare(method)
        if handled is None:
            if self.session is not None and method in OPENING:
                return self.session.welcome(request)
            if self.session is not None and method == PING:
                return self.session.respond(id_, {})
            return self._failure(id_, not_offered())
        if id_ in self._running:
            return _written(id_, ProtocolError(INVALID_REQUEST, "Invalid Request: the id is in use"))
        context = self._running[id_] = Context(self, request, send, current_task())
        try:
            params = handled.no_params() if request.params is None else request.params
            result: Any = handled.handler(params, context)
            if handled.is_async or (type(result) not in handled.results and is_awaitable(result)):
                result = await result
            if context.cancelled:
                context.forgive()
                return None
            # The class is looked up first: asking pydantic's metaclass takes as long as all the rest here.
            made = result.__class__
            if made not in handled.results:
                _check_type(method, result, handled)
            text = encoder(made)(result)
            if self.session is not None:
                if method in OPENING:
                    return self.session.respond(id_, result)
                self.session.answering(id_, result)
            if method == SET_LOG_LEVEL:
                self.log_level = params.level
            return b'{"jsonrpc":"2.0","id":' + _id(id_) + b',"result":' + text + b"}"
        except ProtocolError as error:
            return self._failure(id_, error)
        except CancelledError:
            if context.forgive():
                return None
            if context.is_meant():
                raise
            return self._failed(request)
        except Exception:
            return self._failed(request)
        finally:
            context.done = True
            del self._running[id_]

    async def _take(self, notification: Notification, send: Send | None) -> None:
        method = notification.method
        if not notification.known:
            _log.debug("an unknown notification")
            return
        if method == CANCELLED:
            self._cancel(notification.params.request_id)
        if method == PROGRESS and self.calls is not None:
            self.calls.receive(notification)
        handled = self._handled.get(method) or self._prepare(method)
        if handled is None:
            return
        context = Context(self, notification, send)
        try:
            await _called(handled, notification.params, context)
        except Exception:
            _log.exception("the handler of %s failed", method)

    async def _provided(self, request: Any) -> Any:
        handled = self._prepare(request.method)
        if handled is None:
            raise not_offered()
        document = json.loads(encoder(request.__class__)(request))
        context = Context(self, Notification(request.method, request.params, document), self._send)
        result = await _called(handled, request.params, context)
        _check_type(request.method, result, handled)
        return result

    def _failed(self, request: Request) -> bytes | None:
        """Report what is being handled, in the log to its end and to the peer not at all."""
        _log.exception("the handler of %s failed", request.method)
        return self._failure(request.id, ProtocolError(INTERNAL_ERROR, "Internal error"))

    def _failure(self, id_: RequestId, error: ProtocolError) -> bytes | None:
        """The error that answers a request; None if that is over, which only a session knows."""
        if self.session is not None:
            if id_ not in self.session.unanswered:
                return None
            self.session.failing(id_)
        return _written(id_, error)

    def _prepare(self, method: str) -> _Handled | None:
        """A method of this revision, with its handler; None if that is not overridden."""
        handler = self.handlers.handler(method)
        if handler is None:
            return None
        row = self.revision.methods[method]
        names = (*row.results, *row.wrapped_results)
        results = tuple(each for name in names for each in alternatives(getattr(self._models, name)))
        handled = self._handled[method] = _Handled(
            handler, iscoroutinefunction(handler), self._no_params(row), results or (object,), row.cancellable
        )
        return handled

    def _no_params(self, row: MethodInfo) -> Callable[[], Any]:
        """Empty params where the type allows that, else None."""
        model: Any = getattr(self._models, row.params) if row.params is not None else None
        if is_model(model) and not any(field.is_required() for field in model.model_fields.values()):
            return model
        return lambda: None

    def _cancel(self, id_: RequestId | None) -> None:
        context = self._running.get(id_) if id_ is not None else None
        handled = self._handled.get(context.message.method) if context is not None else None
        if context is not None and handled is not None and handled.cancellable:
            context.cancel()

    def _refused(self, error: ProtocolError) -> bytes | None:
        if self.calls is None or not self.calls.receive(error):
            _log.warning("a message is refused: %s", error)
        return error.to_bytes()


async def _called(handled: _Handled, params: Any, context: Context) -> Any:
    """What a handler gives; `_answer` has its own form of this, as each coroutine takes its time."""
    result = handled.handler(handled.no_params() if params is None else params, context)
    return await result if is_awaitable(result) else result


def _check_type(method: str, result: object, handled: _Handled) -> None:
    if not isinstance(result, handled.results):
        expected = " or ".join(each.__name__ for each in handled.results)
        raise TypeError(f"the handler of {method} returned {type(result).__name__}, not {expected}")


def _written(id_: RequestId, error: ProtocolError) -> bytes:
    try:
        return error.reply(id_)
    except (TypeError, ValueError):
        _log.exception("the data of a ProtocolError is no JSON")
        return ProtocolError(INTERNAL_ERROR, "Internal error").reply(id_)


def _id(id_: RequestId) -> bytes:
    return b"%d" % id_ if isinstance(id_, int) else json.dumps(id_, ensure_ascii=False).encode("utf-8")
