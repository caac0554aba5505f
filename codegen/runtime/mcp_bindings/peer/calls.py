"""Requests and notifications that this side sends, each answer matched to the call that waits for it.

The classes with a method for each of them are generated: `ClientCalls` and `ServerCalls` of a revision's package.
How messages travel is not known here: a coroutine sends bytes, and whoever reads hands in what comes back.
https://www.jsonrpc.org/specification
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from copy import copy
from importlib import import_module
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from ..errors import ProtocolError, RequestId
from ..jsonrpc.messages import Batch, ErrorResponse, Notification, Response
from ..revisions import revision
from ..session.events import Event
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST
from ..spec.names import CANCELLED, PROGRESS

if TYPE_CHECKING:
    from typing_extensions import Self

    from ..jsonrpc.writer import MessageWriter, Meta
    from ..session.session import Session
    from ..spec.methods import Sender
    from ..wire import WireModel

Send: TypeAlias = Callable[[bytes], Awaitable["bytes | None"]]
"""Sends one message. Bytes that it returns are the answer; None where that comes another way."""

OnStray: TypeAlias = Callable[["Response | ErrorResponse"], None]
"""Told of an answer that no call waits for."""

Params = TypeVar("Params")
OnProgress: TypeAlias = Callable[[Params], "Awaitable[None] | None"]
"""Told of the progress of one request; may be a coroutine function."""

Page = TypeVar("Page", bound="WireModel")

GRACE = 1.0
"""Seconds that a call which is given up may still take: to tell the peer, and for `send` to end."""

BACKLOG = 1_000
"""Progress reports that wait for a slow callback; beyond that the oldest are dropped."""

_log = logging.getLogger(__name__)


class Calls:
    """What one side of one revision asks of the other.

    Each call may be given `meta` (the `_meta` of its params, in the place of the one given here), `timeout` and,
    where the receiver may report progress, `on_progress`. It is over when `send` has returned and the answer is there,
    or when either fails. One that runs out of time or is cancelled withdraws its request, if the protocol has that.

    For one event loop, and no other thread. `async with` closes at the end.

    Args:
        send: sends one message, such as `Dispatcher(…).dispatch` of a peer in the same process.
        timeout: seconds that a call may take, `math.inf` for as long as it takes; by default that.
        meta: the `_meta` of each request.
        on_stray: told of late, duplicate and unasked answers; by default they are logged, without their content.
        session: holds every message to the rules of the protocol, and gives ids and `_meta` where each request has one.

    Raises:
        LocalProtocolError: from a call, before anything is sent: the session has a rule against it.
        pydantic.ValidationError, TypeError: from a call, before anything is sent: an argument is not as the schema says.
        ProtocolError: from a call: the answer is an error, or not as the schema says.
        TimeoutError: from a call: there was no answer in time.
        ConnectionError: from a call: this was closed.
    """

    revision: ClassVar[str]
    """Whose messages these are."""

    role: ClassVar[Sender]
    """Who sends them, `client` or `server`."""

    needs_meta: ClassVar[bool] = False
    """Has every request `_meta`? Then it is given here, or by a session."""

    def __init__(
        self,
        send: Send,
        *,
        timeout: float | None = None,
        meta: Meta = None,
        on_stray: OnStray | None = None,
        session: Session | None = None,
    ) -> None:
        if self.needs_meta and meta is None and session is None:
            raise TypeError(f"{type(self).__name__} of {self.revision} needs meta, or a session that gives it")
        self._send = send
        self._session = session
        self._timeout = math.inf if timeout is None else timeout
        self._meta = meta
        self._on_stray = on_stray
        self._revision = revision(self.revision)
        self._peer: Sender = "server" if self.role == "client" else "client"
        self._outgoing: MessageWriter | None = None
        self._calls: dict[RequestId, _Call] = {}
        self._methods: dict[RequestId, str] = {}
        self._state = _State()

    @property
    def pending(self) -> Mapping[RequestId, str]:
        """The requests that wait for an answer, id to method, as `Revision.parse` wants them. Changes as they do."""
        return MappingProxyType(self._methods)

    def over(self, send: Send) -> Self:
        """The same calls, whose messages go another way, such as on the HTTP stream of the request that they serve.

        Ids, answers and the end are shared: what either has asked is answered through either.
        """
        other = copy(self)
        other._send = send
        return other

    async def request(
        self,
        method: str,
        params: Any = None,
        *,
        meta: Meta = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        """A request by the name of its method, for who speaks several revisions.

        Args:
            method: one that this side may send in this revision.
            params: members as JSON, or a value.

        Raises:
            ValueError: this side sends no such request.
        """
        row = self._revision.methods.get(method)
        if row is None or row.kind != "request" or self.role not in row.senders:
            raise ValueError(f"a {self.role} of revision {self.revision} sends no request {method!r}")
        return await self._request(method, {} if params is None else params, meta, timeout, on_progress)

    async def notify(self, method: str, params: Any = None, *, meta: Meta = None) -> None:
        """A notification by the name of its method; see `request`.

        Raises:
            ValueError: this side sends no such notification.
        """
        row = self._revision.methods.get(method)
        if row is None or row.kind != "notification" or self.role not in row.senders:
            raise ValueError(f"a {self.role} of revision {self.revision} sends no notification {method!r}")
        await self._notify(method, {} if params is None else params, meta)

    def receive(self, message: Event | ProtocolError) -> bool:
        """Take what the peer sent: an answer, the progress of a request, or what was wrong with an answer.

        Args:
            message: parsed with `pending=calls.pending`.

        Returns:
            Was it for a call that waits? Other answers are reported as strays, other messages left to the caller.

        Raises:
            ValueError: an answer was parsed without `pending`, so its result has no type.
        """
        match message:
            case Response(id=id_, method=method):
                call = self._taken(message, id_)
                if call is not None and method is None:
                    call.fail(ValueError("parsed without its method"))
                    raise ValueError("an answer was parsed without its method: parse with pending=calls.pending")
                if call is not None:
                    call.succeed(message.result)
                return call is not None
            case ErrorResponse():
                call = self._taken(message, message.id)
                if call is not None:
                    call.fail(_raised(message))
                return call is not None
            case ProtocolError():
                # The id of a request or notification of the peer's is no id of ours.
                call = None if message.answerable or message.id is None else self._forget(message.id)
                if call is not None:
                    call.fail(message)
                return call is not None
            case Notification(method=method, params=params, known=True) if method == PROGRESS:
                token = getattr(params, "progress_token", None)
                return token in self._calls and self._calls[token].report(params)
            case Batch():
                taken = [self.receive(item) for item in message]
                return any(taken)
            case _:
                return False

    def receive_bytes(self, data: bytes | bytearray | memoryview | str) -> bool:
        """Take one text that the peer sent, as `receive` does.

        Raises:
            ProtocolError: the text is refused, and is no answer to a call that waits. That call raises it otherwise.
        """
        try:
            message = self._parsed(data)
        except ProtocolError as error:
            if self.receive(error):
                return True
            raise
        return self.receive(message)

    def close(self, error: BaseException | None = None) -> None:
        """Fail every call that waits, and each one that is tried from now on.

        Args:
            error: what they raise; a ConnectionError by default.
        """
        if not self._state.is_closed:
            self._state.is_closed, self._state.error = True, error
        for id_ in list(self._calls):
            call = self._forget(id_)
            if call is not None:
                call.fail(self._closed())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.revision}, {len(self._calls)} pending>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            other = "ServerCalls" if self.role == "client" else "ClientCalls"
            text = f"{type(self).__name__!r} object has no attribute {name!r}"
            if not name.startswith("_") and hasattr(
                getattr(import_module(f"{self._revision.package}.calls"), other), name
            ):
                text = f"{type(self).__name__} of {self.revision} has no {name!r}; {other} has"
            raise AttributeError(text, name=name, obj=self)

    async def _request(
        self,
        method: str,
        params: Any,
        meta: Meta = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        """Send a request and wait for its result.

        Args:
            method: a request that this role may send.
            params: its members by attribute; the value itself where the type of params is no class.
        """
        if self._state.is_closed:
            raise self._closed()
        id_ = self._state.next_id if self._session is None else self._session.new_id()
        meta = self._meta if meta is None else meta
        always: Mapping[str, Any] = {} if self._session is None else self._session.request_meta
        data = self._writer().request(id_, method, params, meta, progress=on_progress is not None, always=always)
        if self._session is not None:
            self._session.sending(data)
        self._state.next_id = id_ + 1
        loop = asyncio.get_running_loop()
        call = self._calls[id_] = _Call(loop, on_progress)
        self._methods[id_] = method
        sending = loop.create_task(self._exchange(id_, data))
        patience = self._timeout if timeout is None else timeout
        reason = ""
        try:
            await asyncio.wait(
                {sending, call.answer},
                timeout=None if patience == math.inf else patience,
                return_when=asyncio.FIRST_EXCEPTION,
            )
            if call.answer.done():
                return await call.result()
            if sending.done():
                sending.result()  # raises what `send` raised
            reason = f"no answer within {patience:g} s"
            raise TimeoutError(f"{method}: {reason}")
        except asyncio.CancelledError:
            reason = "the caller does not wait any longer"
            raise
        finally:
            self._forget(id_)
            open_ends = call.end(sending)
            if reason and not call.answer.done():
                open_ends.append(loop.create_task(self._withdraw(method, id_, reason)))
            if open_ends:
                await _ended(open_ends)

    async def _notify(self, method: str, params: Any, meta: Meta = None) -> None:
        """Send a notification; the arguments are those of `_request`."""
        if self._state.is_closed:
            raise self._closed()
        data = self._writer().notification(method, params, meta)
        reply = await self._send(data if self._session is None else self._session.sending(data))
        if reply:
            self.receive_bytes(reply)

    async def _pages(self, call: Callable[..., Awaitable[Page]], **arguments: Any) -> AsyncIterator[Page]:
        """Every page of a list, until one has no cursor.

        Raises:
            ProtocolError: a cursor came twice, so there would be no end.
        """
        cursor: Any = None
        seen: set[Any] = set()
        while True:
            page = await call(**arguments, cursor=cursor)
            yield page
            if "nextCursor" not in page or page["nextCursor"] is None:
                return
            cursor = page["nextCursor"]
            if cursor in seen:
                raise ProtocolError(INVALID_PARAMS, "Invalid result: a cursor came twice", answerable=False)
            seen.add(cursor)

    def _writer(self) -> MessageWriter:
        """What writes the messages; loaded with the types of the revision when the first is sent."""
        if self._outgoing is None:
            from ..jsonrpc.writer import MessageWriter

            self._outgoing = MessageWriter(self._revision.methods, self._revision.package)
        return self._outgoing

    async def _exchange(self, id_: RequestId, data: bytes) -> None:
        try:
            reply = await self._send(data)
        except asyncio.CancelledError:
            raise ConnectionError("the message was not sent: sending was cancelled") from None
        if not reply:
            return
        try:
            message = self._parsed(reply)
        except ProtocolError as error:
            if not self.receive(error):
                raise self._without_id(reply) or error from None
        else:
            if isinstance(message, ErrorResponse) and message.id is None:
                raise _raised(message)
            self.receive(message)
        if id_ in self._calls:
            text = "Invalid answer: what came back is not for this request"
            raise ProtocolError(INVALID_REQUEST, text, id=id_, answerable=False)

    def _parsed(self, data: bytes | bytearray | memoryview | str) -> Event:
        if self._session is not None:
            return self._session.receive(data)
        return self._revision.parse(data, sender=self._peer, pending=self._methods)

    def _without_id(self, reply: bytes) -> ProtocolError | None:
        """The error in a reply whose id is null, since the peer could not read that of the request."""
        try:
            message = self._revision.parse(reply, sender=self._peer, mode="tolerant")
        except ProtocolError:
            return None
        return _raised(message) if isinstance(message, ErrorResponse) and message.id is None else None

    async def _withdraw(self, method: str, id_: RequestId, reason: str) -> None:
        """Tell the peer that an answer is no longer wanted, where the revision has a way to."""
        notice = self._revision.methods.get(CANCELLED)
        if notice is None or self.role not in notice.senders or not self._revision.methods[method].cancellable:
            return
        try:
            if self._session is None:
                await self._notify(CANCELLED, {"request_id": id_, "reason": reason})
            elif (data := self._session.cancel(id_, reason)) is not None:
                await self._send(data)
        except Exception as error:
            _log.warning("request %s could not be withdrawn: %s", id_, type(error).__name__)

    def _taken(self, message: Response | ErrorResponse, id_: RequestId | None) -> _Call | None:
        """The call that an answer is for, which waits for no other; None if there is none, and that is reported."""
        call = None if id_ is None else self._forget(id_)
        if call is None:
            self._report_stray(message, asked=isinstance(id_, int) and 0 < id_ < self._state.next_id)
        return call

    def _report_stray(self, message: Response | ErrorResponse, *, asked: bool) -> None:
        if self._on_stray is None:
            _log.warning("%s: %s answer", self, "late or duplicate" if asked else "unasked")
            return
        try:
            self._on_stray(message)
        except Exception:
            _log.exception("on_stray failed")

    def _forget(self, id_: RequestId) -> _Call | None:
        self._methods.pop(id_, None)
        return self._calls.pop(id_, None)

    def _closed(self) -> BaseException:
        return (
            self._state.error if self._state.error is not None else ConnectionError("closed: no more calls can be made")
        )


class _State:
    """What calls that go different ways have in common, beside the requests that wait."""

    __slots__ = ("error", "is_closed", "next_id")

    def __init__(self) -> None:
        self.next_id = 1
        self.is_closed = False
        self.error: BaseException | None = None


class _Call:
    """A request that waits for its answer."""

    def __init__(self, loop: asyncio.AbstractEventLoop, on_progress: OnProgress[Any] | None) -> None:
        self.answer: asyncio.Future[Any] = loop.create_future()
        self.answer.add_done_callback(_seen)
        self._on_progress = on_progress
        self._reports: deque[Any] = deque(maxlen=BACKLOG)
        self._reporting: asyncio.Task[None] | None = None

    def succeed(self, result: Any) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def report(self, params: Any) -> bool:
        """Pass on a progress report, in its turn; does anyone listen?"""
        if self._on_progress is None:
            return False
        self._reports.append(params)
        if self._reporting is None or self._reporting.done():
            self._reporting = self.answer.get_loop().create_task(self._deliver(self._on_progress))
        return True

    async def _deliver(self, on_progress: OnProgress[Any]) -> None:
        while self._reports:
            try:
                pending = on_progress(self._reports.popleft())
                if pending is not None:
                    await pending
            except Exception:
                _log.exception("on_progress failed")

    async def result(self) -> Any:
        """What the answer was, once the reports that came before it are delivered."""
        if self._reporting is not None:
            await asyncio.wait({self._reporting})
        return self.answer.result()

    def end(self, sending: asyncio.Task[None]) -> list[asyncio.Task[None]]:
        """Stop what is still under way for this call, and say what that is."""
        running = [task for task in (sending, self._reporting) if task is not None and not task.done()]
        for task in running:
            task.cancel()
        return running


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    """Wait for tasks to end, for a while."""
    try:
        await asyncio.wait(tasks, timeout=GRACE)
    finally:
        for task in tasks:
            task.cancel()


def _seen(future: asyncio.Future[Any]) -> None:
    """Keep asyncio from reporting an exception that no one is left to raise."""
    if not future.cancelled():
        future.exception()


def _raised(message: ErrorResponse) -> ProtocolError:
    error = message.error
    return ProtocolError(error.code, error.message, id=message.id, data=error.data)
