"""Runs work as tasks, and answers what clients ask about them."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from ...codec.encoding import dump_any
from ...errors import ProtocolError, ends_more
from ...json_values import is_object
from ...revisions import revision
from ...session.capabilities import missing_capability
from ...spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from ...spec.names import INPUT_REQUIRED, RESULT_TYPE
from ..adapted.changes import Changes
from ..adapted.crossing import response_of
from ..context import Context
from ..owners import request_owner, share_key
from ..raised import answer_to, is_raised_on
from .input import TaskContext, TaskInput
from .store import MemoryTasks, StoreFullError, Task, TaskStore, now

if TYPE_CHECKING:
    from ...extensions import Extension

EXTENSION: Extension = import_module("...extensions.tasks.extension", __package__).EXTENSION  # rendered
"""The extension whose messages are about tasks."""

_AUGMENTED = frozenset(method for row in EXTENSION.info.result_types for method in row.methods)
"""The requests that may become tasks."""

(_TASK,) = (row.value for row in EXTENSION.info.result_types)
(_CHANGED,) = (row.notification for row in EXTENSION.info.filters)

Work: TypeAlias = Callable[[Context], Awaitable[Any]]
"""What a task does. It gets a context to ask the client with, and returns what the handler of its request may return:
a typed result, or a dict."""

CheckResult: TypeAlias = Callable[[Mapping[str, Any], Context], Awaitable[None]]
"""Takes a result as JSON and the context of its request. It raises a TypeError if the result must not be sent."""

_log = logging.getLogger(__name__)


class _Running:
    """A task whose work goes on.

    Attributes:
        task: as it was last stored.
        input: what the work asks for.
        work: what the task does.
    """

    def __init__(self, task: Task, context: Context, announce: Callable[[_Running, dict[str, Any]], Any]) -> None:
        self.task = task
        self.input = TaskInput(context, partial(announce, self))
        self.work: asyncio.Task[None] | None = None
        self.lock = asyncio.Lock()


class TaskRunner:
    """The tasks of one server.

    A handler gives its work to `run`, which makes a task of it if the client knows the tasks extension. So the handler
    of `tools/call` is the same for every client. One that does not know it gets the result of the work in the response.
    That holds for the tasks in the core of 2025-11-25, too: the server does not declare them, so it ignores the `task`
    of a call, as that revision requires, and lists no tool with `taskSupport`.

    Args:
        store: keeps the tasks; by default in memory.
        ttl_ms: milliseconds for which a client can reach a task; its work ends then.
        poll_interval_ms: milliseconds that a client should wait between two polls.
        max_size: characters of a request that becomes a task, and of an answer that a task keeps.

    Attributes:
        extension: whose messages are about the tasks.
        changes: tells listeners of every change of a task.
        check_result: checks the result of work, as JSON; the server sets it.
    """

    extension = EXTENSION

    def __init__(
        self,
        store: TaskStore | None = None,
        *,
        ttl_ms: int = 300_000,
        poll_interval_ms: int = 500,
        max_size: int = 64 * 1024,
    ) -> None:
        self.changes: Changes = Changes()
        self.check_result: CheckResult | None = None
        self._store: TaskStore = MemoryTasks() if store is None else store
        self._ttl_ms = ttl_ms
        self._poll_interval_ms = poll_interval_ms
        self._max_size = max_size
        self._running: dict[str, _Running] = {}

    def knows(self, context: Context) -> bool:
        """Whether the request of a context may become a task: its client knows the extension."""
        return context.message.method in _AUGMENTED and context.has_extension(EXTENSION)

    def require(self, context: Context) -> None:
        """Check that a request may become a task; for work that is done only so.

        Raises:
            ProtocolError: the client does not know tasks.
        """
        if not self.knows(context):
            raise missing_capability({"extensions": {EXTENSION.id: {}}})

    async def run(self, work: Work, context: Context) -> Any:
        """Do the work of a request: as a task if the client knows tasks, else at once.

        Args:
            work: what to do.
            context: of the request.

        Returns:
            The result for the handler to return: that of the work, or one that names the task, as JSON.

        Raises:
            ProtocolError: the request is too long for a task, or there are too many tasks.
        """
        return await (self._started(work, context) if self.knows(context) else work(context))

    async def find(self, task_id: str, principal: str = "") -> Task | None:
        """The task with this id; None if there is none, or it belongs to somebody else.

        Args:
            task_id: of the task.
            principal: key of whoever asks; empty without authorization.
        """
        task = await self._store.get(task_id)
        return task if task is not None and task.principal == principal else None

    async def get(self, task_id: str, principal: str = "") -> Task:
        """The task with this id; for arguments see `find`.

        Raises:
            ProtocolError: there is no such task.
        """
        task = await self.find(task_id, principal)
        if task is None:
            raise ProtocolError(INVALID_PARAMS, "No such task, or it has expired")
        return task

    async def update(self, task_id: str, answers: Mapping[str, Any], principal: str = "") -> None:
        """Give a task input. Answers to what it does not ask for are ignored.

        Args:
            task_id: of the task.
            answers: as JSON, by the keys of `inputRequests`; they may be some of those that the task waits for.
            principal: key of whoever asks.

        Raises:
            ProtocolError: there is no such task, or an answer does not match its request; then no answer is used.
        """
        await self.get(task_id, principal)
        running = self._running.get(task_id)
        if running is None:
            return
        asking = running.input
        used = {key: answer for key, answer in answers.items() if key in asking.asked}
        for key, answer in used.items():
            self._check_size(answer)
            asking.check_answer(key, answer)
        if not used:
            return
        asking.take(used)
        await self._announce(running, dict(asking.asked))
        asking.resume()

    async def cancel(self, task_id: str, principal: str = "") -> None:
        """Cancel a task; do nothing if it has ended. For arguments see `find`.

        Raises:
            ProtocolError: there is no such task.
        """
        await self.get(task_id, principal)
        running = self._running.get(task_id)
        if running is not None:
            await self._change(running, "cancelled")

    async def _change(self, running: _Running, status: str, message: str | None = None, **details: Any) -> None:
        """Store a status with its members, and tell listeners of it; do nothing if the task has ended."""
        async with running.lock:
            if running.task.has_ended:
                return
            changed = replace(running.task, status=status, message=message, updated_at=now(), details=details)
            try:
                await self._store.replace(changed)
            except StoreFullError:
                changed = _failed(changed, ProtocolError(INTERNAL_ERROR, "The result is too long to be kept"))
                await self._store.replace(changed)
            running.task = changed
        if changed.has_ended:
            del self._running[changed.id]
            if running.work is not None and running.work is not asyncio.current_task():
                running.work.cancel()
        await self.changes.notify(_CHANGED, changed.members())

    async def _started(self, work: Work, context: Context) -> dict[str, Any]:
        """Create a task and start its work; the result is a `CreateTaskResult` as JSON."""
        self._check_size(context.message.document)
        moment = now()
        key, owner = principal_key(context), request_owner.get()
        task = Task(secrets.token_urlsafe(24), moment, moment, self._ttl_ms, self._poll_interval_ms, key, owner)
        try:
            await self._add(task)
        except StoreFullError:
            raise _too_many() from None
        running = self._running[task.id] = _Running(task, context, self._announce)
        running.work = asyncio.create_task(self._run(running, work, context))
        return {RESULT_TYPE: _TASK, **task.members()}

    async def _add(self, task: Task) -> None:
        """Store a new task; if there is no room, fail a running one of an owner who has more of them.

        Raises:
            StoreFullError: there is no room, and nobody has more running tasks than the owner of the new one.
        """
        try:
            await self._store.add(task)
        except StoreFullError:
            held = Counter(share_key(each.task.owner, each.task.id) for each in self._running.values())
            largest, most = held.most_common(1)[0] if held else ("", 0)
            if most <= held[share_key(task.owner, task.id)] + 1:
                raise
            oldest = next(
                each for each in self._running.values() if share_key(each.task.owner, each.task.id) == largest
            )
            await self._fail(oldest, _too_many())
            await self._store.add(task)

    async def _run(self, running: _Running, work: Work, context: Context) -> None:
        """Do the work of a task, and record its result or error."""
        outcome: dict[str, Any] | ProtocolError
        try:
            outcome = await asyncio.wait_for(self._outcome(running, work, context), running.task.ttl_ms / 1_000)
        except asyncio.TimeoutError:
            outcome = ProtocolError(INTERNAL_ERROR, "The task took too long")
        for end in (outcome, ProtocolError(INTERNAL_ERROR, "Internal error")):
            try:
                await self._end(running, end)
                break
            except BaseException as error:
                if ends_more(error):
                    raise
                _log.error("the store of tasks failed", exc_info=error)
        self._running.pop(running.task.id, None)

    async def _outcome(self, running: _Running, work: Work, context: Context) -> dict[str, Any] | ProtocolError:
        """The final result of the work as JSON, or its error. Nothing else leaves the task that this runs in."""
        own = TaskContext(context)
        own.input = running.input
        try:
            document = _final_result(await work(own), context)
            if self.check_result is not None:
                await self.check_result(document, context)
        except BaseException as error:
            if is_raised_on(error, own):
                raise
            answer = answer_to(error, own)
            if isinstance(answer, ProtocolError):
                return answer
            _log.error("the work of a task has asked with the context of its request: let it ask with its own")
            return ProtocolError(INTERNAL_ERROR, "Internal error")
        return document

    async def _announce(self, running: _Running, requests: dict[str, Any]) -> None:
        if requests:
            await self._change(running, INPUT_REQUIRED, inputRequests=requests)
        else:
            await self._change(running, "working")

    async def _end(self, running: _Running, outcome: dict[str, Any] | ProtocolError) -> None:
        if isinstance(outcome, ProtocolError):
            await self._fail(running, outcome)
        else:
            await self._change(running, "completed", result=outcome)

    async def _fail(self, running: _Running, error: ProtocolError) -> None:
        failed = _failed(running.task, error)
        await self._change(running, failed.status, failed.message, **failed.details)

    def _check_size(self, value: object) -> None:
        """Check that a JSON value is small enough for a task to keep it.

        Raises:
            ProtocolError: it is too long.
        """
        if (size := len(json.dumps(value))) > self._max_size:
            raise ProtocolError(
                INVALID_PARAMS, f"{size} characters, and a task keeps at most {self._max_size} characters"
            )


def _too_many() -> ProtocolError:
    return ProtocolError(INTERNAL_ERROR, "Too many tasks")


def _failed(task: Task, error: ProtocolError) -> Task:
    """A task that has ended with an error."""
    data = {} if error.data is None else {"data": error.data}
    details = {"error": {"code": error.code, "message": error.message, **data}}
    return replace(task, status="failed", message=error.message, details=details)


def principal_key(context: Context) -> str:
    """The key of whoever sent a request; empty without authorization."""
    return "" if context.principal is None else context.principal.key


def _final_result(result: Any, context: Context) -> dict[str, Any]:
    """What the work has returned, as JSON with the members that the revision requires.

    Raises:
        TypeError: it is no final result of the request.
    """
    method, known = context.message.method, revision(context.revision.id)
    given = result if is_object(result) else dump_any(result)
    try:
        response = response_of(given, method, known)
    except ProtocolError as error:
        faults = "; ".join(f"{each.pointer or '/'}: {each.message}" for each in error.findings)
        raise TypeError(f"the work of a task for {method} returned no result: {faults}") from None
    if type(response.result).__name__ != known.methods[method].results[0]:
        raise TypeError(f"the work of a task returned a {type(response.result).__name__}")
    document: dict[str, Any] = response.document["result"]
    return document
