"""Keeps a session right if the task that answers a message is cancelled before its first step."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from inspect import CORO_CREATED, getcoroutinestate
from typing import Any

from ..errors import ProtocolError
from ..jsonrpc.messages import Batch, Request
from ..session.events import Event
from ..session.session import Session


class Answering(Coroutine[Any, Any, "bytes | None"]):
    """A coroutine that answers a message of a session.

    A task that is cancelled before its first step never runs its coroutine. So what has to be done then is done here:
    the requests of the message are recorded as unanswered.

    Args:
        coroutine: it answers the message, and records by itself what happens from its first step on.
        session: of the message.
        message: one message or a batch.
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
        """Run the coroutine to its next step."""
        return self._coroutine.send(value)

    def throw(self, *error: Any) -> Any:
        """Raise an error in the coroutine."""
        self._record_unanswered()
        return self._coroutine.throw(*error)

    def close(self) -> None:
        """End the coroutine."""
        self._record_unanswered()
        self._coroutine.close()

    def _record_unanswered(self) -> None:
        if getcoroutinestate(self._coroutine) != CORO_CREATED:
            return
        message = self._message
        for each in message if isinstance(message, Batch) else (message,):
            if isinstance(each, Request):
                self._session.record_unanswered(each.id)
