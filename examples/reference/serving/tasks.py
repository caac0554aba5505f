"""Runs work as tasks of the tasks extension, which clients poll, give input to, and cancel.

Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, TypeAlias

import mcp_bindings as mb
from mcp_bindings.peer import ClientInput
from mcp_bindings.spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from serving.changes import ChangeNotifier
from serving.task_store import StoreFullError, Task, TaskStore, now

TASK_CHANGED = "notifications/tasks"

TTL_MS = 300_000  # milliseconds for which a client can reach a task
POLL_INTERVAL_MS = 500  # milliseconds that a client should wait between two polls
MAX_SIZE = 64 * 1024  # characters of a request that becomes a task, and of an answer that a task keeps

Ask: TypeAlias = Callable[..., Awaitable[dict[str, Any]]]
"""Asks the client for input; see `ClientInput.ask`."""

Work: TypeAlias = Callable[[Ask], Awaitable[dict[str, Any]]]
"""What a task does; it returns the members of the result of the request that the task stands for."""

_log = logging.getLogger(__name__)


class _Running:
    """A task whose work goes on.

    Attributes:
        task: as it was last stored.
        client: what the client of the request has declared.
        work: what the task does.
        asked: requests for input that the client has not answered, by key.
        answers: those of the last requests for input that the client has answered, by key.
        answered: set while the client has answered everything.
        numbers: make the keys of the requests for input unique.
    """

    def __init__(self, task: Task, client: ClientInput) -> None:
        self.task = task
        self.client = client
        self.work: asyncio.Task[None] | None = None
        self.asked: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, Any] = {}
        self.answered = asyncio.Event()
        self.numbers = count(1)
        self.lock = asyncio.Lock()


class TaskRunner:
    """The tasks of one server.

    Args:
        store: keeps them.

    Attributes:
        changes: notifies listeners of every change of a task.
    """

    def __init__(self, store: TaskStore) -> None:
        self.changes = ChangeNotifier()
        self._store = store
        self._running: dict[str, _Running] = {}

    async def start(self, work: Work, client: ClientInput) -> dict[str, Any]:
        """Create a task and start its work.

        Args:
            work: what the task does.
            client: of the request that the task stands for.

        Returns:
            The members of the `CreateTaskResult`.

        Raises:
            ProtocolError: the request is too long for a task, or there are too many tasks.
        """
        _check_size(client.context.message.document)
        moment = now()
        task = Task(secrets.token_urlsafe(24), moment, moment, TTL_MS, POLL_INTERVAL_MS)
        try:
            await self._store.add(task)
        except StoreFullError:
            raise mb.ProtocolError(INTERNAL_ERROR, "Too many tasks") from None
        running = self._running[task.id] = _Running(task, client)
        running.work = asyncio.create_task(self._run(running, work))
        return {"resultType": "task", **task.members()}

    async def knows(self, task_id: str) -> bool:
        """Whether there is a task with this id."""
        return await self._store.get(task_id) is not None

    async def get(self, task_id: str) -> dict[str, Any]:
        """The members of a `GetTaskResult`.

        Raises:
            ProtocolError: there is no such task.
        """
        task = await self._store.get(task_id)
        if task is None:
            raise mb.ProtocolError(INVALID_PARAMS, "No such task, or it has expired")
        return task.members()

    async def update(self, task_id: str, answers: Mapping[str, Any]) -> None:
        """Give a task input. Answers to what it does not ask for are ignored.

        Args:
            task_id: of the task.
            answers: as JSON, by the keys of `inputRequests`; they may be some of those that the task waits for.

        Raises:
            ProtocolError: there is no such task, or an answer does not match its request; then no answer is used.
        """
        await self.get(task_id)
        running = self._running.get(task_id)
        used = {} if running is None else {key: answer for key, answer in answers.items() if key in running.asked}
        if running is None or not used:
            return
        for key, answer in used.items():
            _check_size(answer)
            if not running.client.is_answer(answer, running.asked[key]["method"]):
                raise mb.ProtocolError(INVALID_PARAMS, "Invalid params: an inputResponse is no result of its request")
        for key, answer in used.items():
            running.answers[key] = answer
            del running.asked[key]
        if running.asked:
            await self._change(running, "input_required", inputRequests=dict(running.asked))
        else:
            await self._change(running, "working")
            running.answered.set()

    async def cancel(self, task_id: str) -> None:
        """Cancel a task; do nothing if it has ended.

        Raises:
            ProtocolError: there is no such task.
        """
        await self.get(task_id)
        running = self._running.get(task_id)
        if running is not None:
            await self._change(running, "cancelled")

    async def _run(self, running: _Running, work: Work) -> None:
        """Do the work of a task, and record its result or error."""
        try:
            result = await asyncio.wait_for(work(partial(self._ask, running)), running.task.ttl_ms / 1_000)
        except mb.ProtocolError as error:
            await self._fail(running, error)
        except asyncio.TimeoutError:
            await self._fail(running, mb.ProtocolError(INTERNAL_ERROR, "The task took too long"))
        except Exception:
            _log.exception("the work of a task failed")
            await self._fail(running, mb.ProtocolError(INTERNAL_ERROR, "Internal error"))
        else:
            await self._change(running, "completed", result={"resultType": "complete", **result})

    async def _ask(self, running: _Running, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client for input, which it gives with `tasks/update`, and wait for all answers."""
        running.client.require(*requests.values())
        keys = {name: f"{name}-{next(running.numbers)}" for name in requests}
        running.asked = {keys[name]: request for name, request in requests.items()}
        running.answers = {}
        running.answered.clear()
        await self._change(running, "input_required", inputRequests=dict(running.asked))
        await running.answered.wait()
        return {name: running.answers[key] for name, key in keys.items()}

    async def _fail(self, running: _Running, error: mb.ProtocolError) -> None:
        data = {} if error.data is None else {"data": error.data}
        details = {"code": error.code, "message": error.message, **data}
        await self._change(running, "failed", error.message, error=details)

    async def _change(self, running: _Running, status: str, message: str | None = None, **details: Any) -> None:
        """Store a status with its members, and notify listeners of it; do nothing if the task has ended."""
        async with running.lock:
            if running.task.has_ended:
                return
            changed = replace(running.task, status=status, message=message, updated_at=now(), details=details)
            running.task = changed
            await self._store.replace(changed)
        if changed.has_ended:
            del self._running[changed.id]
            if status == "cancelled" and running.work is not None:
                running.work.cancel()
        await self.changes.notify(TASK_CHANGED, **changed.members())


def _check_size(value: object) -> None:
    """Check that a JSON value is small enough for a task to keep it.

    Raises:
        ProtocolError: it is too long.
    """
    if len(json.dumps(value)) > MAX_SIZE:
        raise mb.ProtocolError(INVALID_PARAMS, f"A task keeps at most {MAX_SIZE} characters")
