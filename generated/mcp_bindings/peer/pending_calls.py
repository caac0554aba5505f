"""The requests of this side that wait for an answer, and the answers, errors and progress that arrive for them."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Container, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ..errors import ProtocolError, RequestId, must_propagate
from ..json_values import count_characters, member_at
from ..jsonrpc.messages import Batch, ErrorResponse, Notification, Response
from ..renames import list_names
from ..session.events import Event
from ..session.ids import RecentIds
from ..spec.names import LISTEN, META, PROGRESS, PROGRESS_KEY, SUBSCRIPTION_KEY

OnStray: TypeAlias = Callable[["Response | ErrorResponse"], None]
"""A function that is called with each answer that no call waits for."""

Params = TypeVar("Params")
OnProgress: TypeAlias = Callable[[Params], "Awaitable[None] | None"]
"""A function, possibly a coroutine function, that is called with each progress report on one request."""

MAX_QUEUED_REPORTS = 1_000
"""Largest number of progress reports of one call that wait for a slow callback. With more, the oldest are dropped."""

MAX_QUEUED_CHARACTERS = 1024 * 1024
"""Largest number of characters of the queued progress reports of one call. With more, the oldest are dropped, but
never the newest.
"""

_TOO_MANY_DIGITS = 20
"""Number of digits. A text with this many digits or more is no id that this side has chosen."""

_log = logging.getLogger(__name__)


class RelatedCall(NamedTuple):
    """The call that a notification of the peer belongs to."""

    id: RequestId
    """The id of the request."""

    method: str
    """The method of the request, by its name in the revision of the connection."""

    name: str | None
    """The name of the tool or prompt, or the URI of the resource, in the params; None if the params have neither."""

    meta: Mapping[str, Any]
    """The `_meta` that the caller has given for the request, as JSON; empty if the caller has given none."""


related_call: ContextVar[RelatedCall | None] = ContextVar("related_call", default=None)
"""The call to which a notification belongs, in the task that handles the notification; None if no call is known."""

call_listener: ContextVar[Callable[[Notification], None] | None] = ContextVar("call_listener", default=None)
"""The function that gets each notification of the calls that the current task makes; None if there is no listener."""


class PendingCall:
    """A request that waits for its answer.

    Args:
        loop: the event loop of the caller.
        on_progress: the function that is called with each progress report; None to ignore the reports.
        related: the description of the call for the handlers of notifications that belong to the call; None without
            one.

    Attributes:
        related: the argument of this name.
        listener: the function that is called with each notification that belongs to the call; None without a listener.
        answer: the future of the result.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, on_progress: OnProgress[Any] | None, related: RelatedCall | None = None
    ) -> None:
        self.related: RelatedCall | None = related
        self.listener: Callable[[Notification], None] | None = call_listener.get()
        self.answer: asyncio.Future[Any] = loop.create_future()
        self.answer.add_done_callback(_retrieve_exception)
        self._on_progress = on_progress
        self._reports: deque[tuple[Any, int]] = deque()
        self._size = 0
        self._reporting: asyncio.Task[None] | None = None

    def succeed(self, result: Any) -> None:
        """End the call with a result, unless it has ended."""
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: BaseException) -> None:
        """End the call with an error to raise, unless it has ended."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def queue_report(self, params: Any, document: object) -> bool:
        """Queue a progress report for the callback. Drop the oldest reports if too many wait.

        Args:
            params: the params of the notification.
            document: the notification as JSON.

        Returns:
            Whether there is a callback.
        """
        if self._on_progress is None:
            return False
        size = count_characters(document)
        self._reports.append((params, size))
        self._size += size
        while len(self._reports) > MAX_QUEUED_REPORTS or (
            self._size > MAX_QUEUED_CHARACTERS and len(self._reports) > 1
        ):
            self._pop_report()
        if self._reporting is None or self._reporting.done():
            self._reporting = self.answer.get_loop().create_task(self._deliver_reports(self._on_progress))
        return True

    async def get_result(self, timeout: float | None) -> Any:
        """Return the result of the ended call, after the callback has received the queued progress reports or the
        timeout has passed.

        Args:
            timeout: the seconds to wait for a slow callback; None for no limit.

        Raises:
            BaseException: the error that the call has ended with.
        """
        if self._reporting is not None:
            await asyncio.wait({self._reporting}, timeout=timeout)
        return self.answer.result()

    def cancel_tasks(self, sending: asyncio.Task[None]) -> list[asyncio.Task[None]]:
        """Cancel the tasks of this call that still run.

        Args:
            sending: the task that sends the request.

        Returns:
            The cancelled tasks, which may take a moment to end.
        """
        running = [task for task in (sending, self._reporting) if task is not None and not task.done()]
        for task in running:
            task.cancel()
        return running

    def _pop_report(self) -> Any:
        """Remove the oldest report and return its params."""
        params, size = self._reports.popleft()
        self._size -= size
        return params

    async def _deliver_reports(self, on_progress: OnProgress[Any]) -> None:
        while self._reports:
            try:
                pending = on_progress(self._pop_report())
                if pending is not None:
                    await pending
            except BaseException as failure:
                if must_propagate(failure):
                    raise
                _log.exception("on_progress failed")


class PendingCalls:
    """The calls that wait for an answer, of a `Calls` object and of the copies that its method `via` makes.

    Args:
        owner: name of the `Calls` object in log messages.
        on_stray: the function that is called with each answer that no call waits for; None to log the answer without
            its content.

    Attributes:
        by_id: each waiting call, by the id of its request.
        methods: a live, read-only view of the method of each waiting request, by its id.
        next_id: the id of the next request if no session assigns ids.
        is_closed: True if no more calls can be made.
    """

    __slots__ = (
        "_closing_error",
        "_ended_subscriptions",
        "_methods",
        "_on_stray",
        "_owner",
        "by_id",
        "is_closed",
        "methods",
        "next_id",
    )

    def __init__(self, owner: str, on_stray: OnStray | None) -> None:
        self.by_id: dict[RequestId, PendingCall] = {}
        self._methods: dict[RequestId, str] = {}
        self.methods: Mapping[RequestId, str] = MappingProxyType(self._methods)
        self.next_id: int = 1
        self.is_closed: bool = False
        self._closing_error: BaseException | None = None
        self._owner = owner
        self._on_stray = on_stray
        self._ended_subscriptions = RecentIds()

    def __repr__(self) -> str:
        return f"<{self._owner}, {len(self.by_id)} pending>"

    def add_call(self, id_: RequestId, method: str, call: PendingCall) -> None:
        """Add a call that waits for the answer to a request."""
        self.by_id[id_] = call
        self._methods[id_] = method

    def remove_call(self, id_: RequestId) -> PendingCall | None:
        """Remove and return the call that waits for the answer to a request; None if no call waits for it."""
        self._methods.pop(id_, None)
        return self.by_id.pop(id_, None)

    def receive(self, message: Event | ProtocolError) -> bool:
        """Pass a message of the peer, or each message of a batch, to the call that waits for it.

        An answer that no call waits for is reported to `on_stray`, or logged.

        Returns:
            Whether a call has taken the message, or one message of the batch. A call without a callback takes no
            progress.

        Raises:
            ValueError: an answer to a waiting call was parsed without its method.
        """
        match message:
            case Response(id=id_, method=method):
                call = self._remove_answered_call(message, id_)
                if call is not None and method is None:
                    call.fail(ValueError("parsed without its method"))
                    raise ValueError("an answer was parsed without its method: parse with pending=calls.pending")
                if call is not None:
                    call.succeed(message.result)
                return call is not None
            case ErrorResponse():
                call = self._remove_answered_call(message, message.id)
                if call is not None:
                    call.fail(to_protocol_error(message))
                return call is not None
            case ProtocolError():
                call = self.remove_call(message.id) if message.rejects_answer and message.id is not None else None
                if call is not None:
                    call.fail(message)
                return call is not None
            case Notification(method=method, document=document, known=True) if method in list_names(PROGRESS):
                token = getattr(message.params, "progress_token", None)
                return token in self.by_id and self.by_id[token].queue_report(message.params, document)
            case Batch():
                received = [self.receive(item) for item in message]
                return any(received)
            case _:
                return False

    def find_related_call(
        self, message: Notification, stream: RequestId | None, *, is_scoped: bool
    ) -> PendingCall | None:
        """Return the waiting call that a notification belongs to; None if the call is not known.

        Args:
            message: the notification.
            stream: the id of the request over HTTP in whose response the notification came; else None.
            is_scoped: whether each notification of this method belongs to a request. Then, if the notification names
                no request and only one call waits, this call is returned.
        """
        params = message.document.get("params")
        token = member_at(params, PROGRESS_KEY) if message.method in list_names(PROGRESS) else None
        token = member_at(params, META, SUBSCRIPTION_KEY) if token is None else token
        id_: Any = stream if token is None else token
        if id_ is None and is_scoped and len(self.by_id) == 1:
            (id_,) = self.by_id
        return self.by_id.get(id_) if isinstance(id_, (int, str)) and not isinstance(id_, bool) else None

    def end_subscription(self, id_: RequestId, result: Callable[[RequestId], Any]) -> bool:
        """End the call of a subscription that the server has cancelled.

        Args:
            id_: the request id in the cancellation.
            result: a function that makes the result of the call from this id.

        Returns:
            Whether a subscription with that id was waiting.
        """
        call = self.remove_call(id_) if self._methods.get(id_) in list_names(LISTEN) else None
        if call is None:
            return False
        self._ended_subscriptions.add(id_)
        call.succeed(result(id_))
        return True

    def close(self, error: BaseException | None, spared: Container[RequestId] = ()) -> None:
        """Fail every waiting call and every later one.

        Args:
            error: the error that the calls raise; None for a ConnectionError. The error of the first `close` stays.
            spared: the ids of waiting requests that do not fail.
        """
        if not self.is_closed:
            self.is_closed, self._closing_error = True, error
        for id_ in [each for each in self.by_id if each not in spared]:
            call = self.remove_call(id_)
            if call is not None:
                call.fail(self.get_closing_error())

    def get_closing_error(self) -> BaseException:
        """Return the error that calls raise after `close`."""
        if self._closing_error is not None:
            return self._closing_error
        return ConnectionError("closed: no more calls can be made")

    def _remove_answered_call(self, message: Response | ErrorResponse, id_: RequestId | None) -> PendingCall | None:
        """Remove and return the call that waits for an answer. If no call waits, report the answer and return None.

        The result of a subscription that the server has cancelled is not reported.
        """
        call = None if id_ is None else self.remove_call(id_)
        if call is None and id_ is not None and id_ in self._ended_subscriptions:
            self._ended_subscriptions.discard(id_)  # the result of a subscription that the server has cancelled
        elif call is None:
            self._report_stray_answer(message, was_requested=_to_id_number(id_) in range(1, self.next_id))
        return call

    def _report_stray_answer(self, message: Response | ErrorResponse, *, was_requested: bool) -> None:
        if self._on_stray is None:
            _log.warning("%r: %s answer", self, "late or duplicate" if was_requested else "unasked")
            return
        try:
            self._on_stray(message)
        except BaseException as failure:
            if must_propagate(failure):
                raise
            _log.exception("on_stray failed")


def to_protocol_error(message: ErrorResponse) -> ProtocolError:
    """Return an error response as the exception that its call raises."""
    error = message.error
    return ProtocolError(error.code, error.message, id=message.id, data=error.data)


def _retrieve_exception(future: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a future. Otherwise asyncio logs it if no caller is left to raise it."""
    if not future.cancelled():
        future.exception()


def _to_id_number(id_: RequestId | None) -> int | None:
    """Return the number in an id that this side may have chosen; None for any other id."""
    if isinstance(id_, str):
        return int(id_) if len(id_) < _TOO_MANY_DIGITS and id_.isdecimal() else None
    return id_
