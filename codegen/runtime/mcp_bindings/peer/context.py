"""What a handler knows of the message it works on, and what it can send meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import RequestId
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Notification, Request
from ..spec.names import (
    CAPABILITIES_KEY,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    LOG_MESSAGE,
    META,
    PROGRESS,
    PROGRESS_KEY,
    PROGRESS_PARAMS,
)

if TYPE_CHECKING:
    from .dispatch import Dispatcher

Send: TypeAlias = Callable[[bytes], Awaitable[object]]
"""Sends one message to the peer."""


class Context:
    """One message while its handler runs.

    Attributes:
        message: the request or notification.
        dispatcher: what called the handler.
        cancelled: did the peer say that it needs no answer any more? An `async` handler is cancelled then; a plain
            function may look here.
        done: has the handler ended? Then no progress is reported any more.
    """

    __slots__ = ("_progress", "_send", "_task", "cancelled", "dispatcher", "done", "message")

    def __init__(
        self,
        dispatcher: Dispatcher,
        message: Request | Notification,
        send: Send | None,
        task: asyncio.Task[Any] | None = None,
    ) -> None:
        self.dispatcher = dispatcher
        self.message = message
        self.cancelled = False
        self.done = False
        self._send = send
        self._task = task
        self._progress = -inf

    @property
    def id(self) -> RequestId | None:
        """Of the request; None for a notification."""
        return self.message.id if isinstance(self.message, Request) else None

    @property
    def meta(self) -> Mapping[str, Any]:
        """`_meta` of the message's params as JSON; empty if there is none."""
        meta = member_at(self.message.document, "params", META)
        return meta if is_object(meta) else {}

    @property
    def peer_capabilities(self) -> Mapping[str, Any]:
        """What the peer has declared, as JSON: in this request, or for the session where the dispatcher has one."""
        if self.dispatcher.era == "per-request":
            declared = self.meta.get(CAPABILITIES_KEY)
        else:
            declared = self.dispatcher.session.capabilities if self.dispatcher.session is not None else None
        return declared if is_object(declared) else {}

    @property
    def calls(self) -> Any:
        """Requests to the peer that belong to this message, so they travel on its channel.

        Over HTTP that is the stream of the request. The value is the `calls` of the dispatcher, sent another way; None
        if it has none.
        """
        calls = self.dispatcher.calls
        return calls if calls is None or self._send is None else calls.over(self._send)

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Report how far the request is; does nothing if the peer did not ask for it, or the handler has ended.

        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow

        Args:
            progress: how much is done, in any unit; more than the last time.
            total: how much there is to do, in the same unit.
            message: what is going on, for people.

        Raises:
            ValueError: `progress` is not more than the last time.
        """
        token = self.meta.get(PROGRESS_KEY)
        if token is None or self.done:
            return
        if not progress > self._progress:
            raise ValueError(f"progress must increase, but {progress} follows {self._progress}")
        self._progress = progress
        told = {"message": message} if self.dispatcher.knows(PROGRESS_PARAMS, "message") else {}
        await self.notify(PROGRESS, progress_token=token, progress=progress, total=total, **told)

    async def log(self, level: str, data: object, logger: str | None = None) -> None:
        """Send a log message, if the peer wants those of this level.

        It wants what `logging/setLevel` asked for, and all before that; in 2026-07-28 what the request itself asks for.

        Args:
            level: one of `spec.names.LOG_LEVELS`.
            data: any JSON value.
            logger: who logs.

        Raises:
            ValueError: no such level.
        """
        by_request = self.dispatcher.era == "per-request"
        least = self.meta.get(LOG_LEVEL_KEY, "") if by_request else self.dispatcher.log_level or LOG_LEVELS[0]
        severity = LOG_LEVELS.index(level)
        if least not in LOG_LEVELS or severity < LOG_LEVELS.index(least):
            return
        await self.notify(LOG_MESSAGE, level=level, data=data, logger=logger)

    async def notify(self, method: str, /, **members: Any) -> None:
        """Send a notification on the channel of this message.

        Args:
            method: one that this side may send in this revision.
            members: of its params, by attribute.

        Raises:
            ValueError: this side sends no such notification.
            pydantic.ValidationError: the params are not as the schema says.
            RuntimeError: there is no channel: neither `Dispatcher` nor `dispatch` was given `send`.
        """
        text = self.dispatcher.notification(method, members)
        if self._send is None:
            raise RuntimeError("nothing can be sent: give the Dispatcher, or dispatch(), a send coroutine")
        await self._send(text)

    def cancel(self) -> None:
        """Stop the handler, if it is waiting for something; whatever it returns is not sent."""
        self.cancelled = True
        if self._task is not None:
            self._task.cancel()

    def is_meant(self) -> bool:
        """Is a `CancelledError` that left the handler meant for its task? Before Python 3.11 that cannot be told."""
        cancelling = getattr(self._task, "cancelling", None)
        return cancelling is None or cancelling() > 0

    def forgive(self) -> bool:
        """Was this message cancelled, and nothing beyond it? Then its task goes on."""
        uncancel = getattr(self._task, "uncancel", None)  # since Python 3.11
        return self.cancelled and (uncancel is None or uncancel() == 0)
