"""What the work of a task knows about its request, and how it asks the client for input."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from copy import deepcopy
from itertools import count
from typing import Any, TypeAlias

from ...errors import ProtocolError
from ...spec.error_codes import INVALID_PARAMS
from ..client_input import ClientInput
from ..context import Context

Announce: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
"""Tells the client what a task waits for: requests for input as JSON, by keys; if there are none, that it goes on."""


class TaskInput(ClientInput):
    """Asks the client for input with the status of a task. The client answers with requests of its own.

    Args:
        context: of the request that the task stands for.
        announce: tells the client what the task waits for.

    Attributes:
        asked: requests for input that the client has not answered, as JSON, by keys that no other request has.
    """

    def __init__(self, context: Context, announce: Announce) -> None:
        super().__init__(context, check=context.input._check)
        self.asked: dict[str, dict[str, Any]] = {}
        self._announce = announce
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._received: dict[str, Any] = {}
        self._numbers = count(1)

    async def ask(self, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client, and wait for all answers; see `ClientInput.ask`. Several may ask at the same time."""
        requests = deepcopy(requests)
        self.require(*requests.values())
        keys = {name: f"{name}-{next(self._numbers)}" for name in requests}
        self.asked |= {keys[name]: request for name, request in requests.items()}
        waiting = {key: asyncio.get_running_loop().create_future() for key in keys.values()}
        self._waiting |= waiting
        try:
            await self._announce(dict(self.asked))
            await asyncio.wait(waiting.values())
        except asyncio.CancelledError:  # whoever has asked waits no longer
            self._forget(waiting)
            await self._announce(dict(self.asked))
            raise
        self._forget(waiting)
        return {name: waiting[key].result() for name, key in keys.items()}

    def _forget(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._waiting.pop(key)
            self.asked.pop(key, None)

    def check_answer(self, key: str, answer: Any) -> None:
        """Check an answer to a request that was asked.

        Args:
            key: of the request.
            answer: as JSON.

        Raises:
            ProtocolError: it is none.
        """
        request = self.asked[key]
        if not self.is_answer(answer, request["method"]):
            raise ProtocolError(INVALID_PARAMS, "Invalid params: an inputResponse is no result of its request")
        self._checked({key: request}, {key: answer})

    def take(self, answers: dict[str, Any]) -> None:
        """Take answers to requests that were asked, as JSON by their keys; `resume` tells whoever asked."""
        self._received |= answers
        for key in answers:
            del self.asked[key]

    def resume(self) -> None:
        """Let the work go on with what was answered."""
        for key, answer in self._received.items():
            if key in self._waiting and not self._waiting[key].done():
                self._waiting[key].set_result(answer)
        self._received = {}


class TaskContext(Context):
    """The context of a request while its work goes on as a task: there is no channel for progress and log messages.

    Args:
        request: the context of the request.
    """

    __slots__ = ()

    def __init__(self, request: Context) -> None:
        message = request.message
        super().__init__(request._shared, message, None, asyncio.current_task(), request.principal)

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Do nothing: a task has a status in place of progress."""

    async def log(self, level: str, data: object, logger: str | None = None) -> None:
        """Do nothing: the client gets log messages on the stream of a request, which has ended."""
