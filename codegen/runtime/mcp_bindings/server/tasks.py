"""Tasks of a server: their stores, and the runner that does work as tasks."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from functools import partial
from importlib import import_module
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ..adaptation.messages import parse_result
from ..codec.encoding import dump_any
from ..errors import ProtocolError, describe_finding, must_propagate
from ..json_values import is_object
from ..jsonrpc.answers import find_final_result_type
from ..options import check_method, check_number
from ..peer.client_input import ClientInput
from ..peer.context import Context, get_principal_key
from ..peer.handler_errors import is_reraised, log_failure, make_answer
from ..peer.quota_owners import owner_key, request_owner
from ..renames import list_names
from ..revisions import revision
from ..session.capabilities import make_missing_capability_error
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from ..spec.names import INPUT_REQUIRED, RESULT_TYPE
from .notifications import NotificationListeners, run_in_loop

if TYPE_CHECKING:
    from ..extensions import Extension

_FINAL_STATUSES = frozenset({"completed", "failed", "cancelled"})
"""The statuses of a task that has ended."""


_TASK_BYTES = 1024
"""Bytes that a task counts for in addition to the JSON of its details."""


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(timezone.utc)


@dataclass(frozen=True)
class Task:
    """A task in one status.

    Attributes:
        id: the id by which requests name the task. Nobody can guess the id.
        created_at: the time of the creation.
        updated_at: the time of the last change of the status.
        ttl_ms: milliseconds from the creation until the store may forget the task.
        poll_interval_ms: milliseconds that a client should wait between two polls.
        principal: key of the only principal that can reach the task; empty without authorization.
        owner: the owner whose quota counts the task; None if no quota counts it.
        status: `working`, `input_required`, `completed`, `failed` or `cancelled`.
        message: a description of the status for people; None without a description.
        details: the members that belong to the status, as JSON: `inputRequests`, `result` or `error`; empty for
            `working` and `cancelled`.
    """

    id: str
    created_at: datetime
    updated_at: datetime
    ttl_ms: int
    poll_interval_ms: int
    principal: str = ""
    owner: str | None = None
    status: str = "working"
    message: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def has_ended(self) -> bool:
        """True if the status is final."""
        return self.status in _FINAL_STATUSES

    @property
    def expires_at(self) -> datetime:
        """The time from which on the store may forget the task."""
        return self.created_at + timedelta(milliseconds=self.ttl_ms)

    def members(self) -> dict[str, Any]:
        """Return the task as JSON, with the members that belong to its status."""
        return {
            "taskId": self.id,
            "status": self.status,
            **({} if self.message is None else {"statusMessage": self.message}),
            "createdAt": _format_time(self.created_at),
            "lastUpdatedAt": _format_time(self.updated_at),
            "ttlMs": self.ttl_ms,
            "pollIntervalMs": self.poll_interval_ms,
            **self.details,
        }


class StoreFullError(Exception):
    """The error of a store that has no room for another task, or for a task that has become longer."""


class TaskStore(Protocol):
    """A store of tasks. With a database, clients can read the tasks from several processes and after a restart."""

    async def add(self, task: Task) -> None:
        """Store a new task. From then on `get` finds the task. A full store may forget a task that has ended.

        Raises:
            StoreFullError: the store has no room for another task.
        """
        ...

    async def get(self, task_id: str) -> Task | None:
        """Return the task with this id; None if the task is unknown or has expired."""
        ...

    async def replace(self, task: Task) -> None:
        """Replace the task that has the same id; do nothing if the store has forgotten it.

        Raises:
            StoreFullError: the task has become too long. The store still has the earlier version.
        """
        ...


class MemoryTasks:
    """A store that keeps tasks in memory until they expire. All tasks must have the same lifetime.

    If the tasks are too many, or too long together, the store forgets ended tasks before they expire. It forgets the
    oldest ended task of the owner with the most tasks (or bytes). But it forgets no task of an owner that has less than
    the owner of the new or growing task. A task without an owner counts as an owner of its own.

    Args:
        capacity: largest number of tasks.
        max_bytes: largest number of bytes of all tasks. A task counts for the JSON of its details, such as its result,
            and 1 KiB.

    Raises:
        TypeError: a bound is no integer.
        ValueError: a bound leaves no room for a task.
    """

    def __init__(self, capacity: int = 1_000, max_bytes: int = 64 * 1024 * 1024) -> None:
        check_number("capacity", capacity, least=1, is_whole=True)
        check_number("max_bytes", max_bytes, least=_TASK_BYTES, is_whole=True)
        self._capacity = capacity
        self._max_bytes = max_bytes
        self._tasks: dict[str, Task] = {}  # in the order of their creation, which is that of their expiry
        self._sizes: dict[str, int] = {}
        self._size = 0
        self._lock = Lock()  # the event loops of several threads may use one store

    async def add(self, task: Task) -> None:
        """Store a new task. If the store is full, it first forgets ended tasks.

        Raises:
            StoreFullError: the ended tasks that may be forgotten leave no room for another task.
        """
        with self._lock:
            self._forget_expired_tasks()
            while len(self._tasks) >= self._capacity:
                self._forget_ended_task(task, lambda _: 1)
            self._make_room(task, _measure_task(task))
            self._store_task(task, _measure_task(task))

    async def get(self, task_id: str) -> Task | None:
        """Return the task with this id; None if the task is unknown or has expired."""
        with self._lock:
            self._forget_expired_tasks()
            return self._tasks.get(task_id)

    async def replace(self, task: Task) -> None:
        """Replace the task that has the same id; do nothing if the store has forgotten it.

        If the task has become longer, the store may forget ended tasks to make room.

        Raises:
            StoreFullError: the task has become too long. The store still has the earlier version.
        """
        with self._lock:
            if task.id in self._tasks:
                size = _measure_task(task)
                self._make_room(task, size - self._sizes[task.id])
                self._store_task(task, size)

    def _store_task(self, task: Task, size: int) -> None:
        self._size += size - self._sizes.get(task.id, 0)
        self._tasks[task.id], self._sizes[task.id] = task, size

    def _make_room(self, task: Task, size: int) -> None:
        """Forget ended tasks until a task can grow by `size` bytes.

        Raises:
            StoreFullError: the tasks that may not be forgotten leave no room.
        """
        if size > self._max_bytes:
            raise StoreFullError
        while self._size + size > self._max_bytes:
            self._forget_ended_task(task, lambda each: self._sizes[each.id])

    def _forget_ended_task(self, wanting: Task, weight: Callable[[Task], int]) -> None:
        """Forget an ended task, to make room for a task: of the owners that have ended tasks, the oldest such task of
        the owner whose tasks weigh most.

        Args:
            wanting: the task that needs room. The store does not forget this task itself.
            weight: a function that returns what a task weighs: 1, or its bytes.

        Raises:
            StoreFullError: no other task has ended, or the ended tasks belong to owners whose tasks weigh less than
                those of the owner of `wanting`.
        """
        held: Counter[str] = Counter()
        for task in self._tasks.values():
            held[_make_quota_key(task)] += weight(task)
        ended = [task for task in self._tasks.values() if task.has_ended and task.id != wanting.id]
        oldest = max(ended, key=lambda task: held[_make_quota_key(task)], default=None)  # the first of equals
        if oldest is None or held[_make_quota_key(oldest)] < held[_make_quota_key(wanting)]:
            raise StoreFullError
        self._forget_task(oldest.id)

    def _forget_task(self, task_id: str) -> None:
        del self._tasks[task_id]
        self._size -= self._sizes.pop(task_id)

    def _forget_expired_tasks(self) -> None:
        moment = utc_now()
        while self._tasks:
            oldest = next(iter(self._tasks.values()))
            if oldest.expires_at > moment:
                return
            self._forget_task(oldest.id)


def _measure_task(task: Task) -> int:
    """Return the number of bytes that a task counts for."""
    return _TASK_BYTES + len(json.dumps(dict(task.details), ensure_ascii=False).encode())


def _make_quota_key(task: Task) -> str:
    return owner_key(task.owner, task.id)


def _format_time(moment: datetime) -> str:
    """Return a UTC time as text in ISO 8601, to the millisecond."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


Announce: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
"""A function that gets the open requests for input of a task, as JSON by key, and sends them to the client. Without
open requests, the task no longer waits for input.
"""


class TaskInput(ClientInput):
    """The object with which a task asks the client for input.

    The status of the task lists the open requests. The client answers them with requests of its own.

    Args:
        context: the context of the request that has become the task.
        announce: a function that tells the client the open requests of the task.

    Attributes:
        open_requests: requests for input that the client has not answered, as JSON, by unique keys.
    """

    def __init__(self, context: Context, announce: Announce) -> None:
        super().__init__(context, check=context.input._check)
        self.open_requests: dict[str, dict[str, Any]] = {}
        self._announce = announce
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._received: dict[str, Any] = {}
        self._numbers = count(1)

    async def ask(self, /, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client and wait for all answers. Concurrent calls are allowed.

        Args:
            requests: the requests for input, under names of the caller's choice, each an object with `method` and
                `params` as JSON. The method may have its name in any release.

        Returns:
            The answers as JSON, by the same names.

        Raises:
            ProtocolError: the client lacks a capability that a request needs, or the client's revision lacks a request.
            Exception: the store of tasks has raised this error.
        """
        if not requests:
            return {}
        requests = self._copy_requests(requests, self.revision)
        self.require_capabilities(*requests.values())
        keys = {name: f"{name}-{next(self._numbers)}" for name in requests}
        self.open_requests |= {keys[name]: request for name, request in requests.items()}
        waiting = {key: asyncio.get_running_loop().create_future() for key in keys.values()}
        self._waiting |= waiting
        try:
            await self._announce(dict(self.open_requests))
            await asyncio.wait(waiting.values())
        except BaseException:  # the caller waits no longer
            self._forget_requests(waiting)
            await self._announce(dict(self.open_requests))
            raise
        self._forget_requests(waiting)
        return {name: waiting[key].result() for name, key in keys.items()}

    def _forget_requests(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._waiting.pop(key)
            self.open_requests.pop(key, None)

    def check_answer(self, key: str, answer: Any) -> None:
        """Check the answer to an open request.

        Args:
            key: the key of the request.
            answer: the answer, as JSON.

        Raises:
            ProtocolError: the answer is not valid for the request, or the guards reject it.
            SchemaRefusedError: the answer cannot be checked against the schema of the form.
        """
        request = self.open_requests[key]
        if not self.is_answer(answer, request["method"]):
            raise ProtocolError(INVALID_PARAMS, "Invalid params: an inputResponse is no result of its request")
        self._check_answers({key: request}, {key: answer})

    def receive_answers(self, answers: dict[str, Any]) -> None:
        """Keep answers, and close the requests that they answer. `deliver_answers` passes the answers to `ask`.

        Args:
            answers: the answers, as JSON, by the keys of the requests.
        """
        self._received |= answers
        for key in answers:
            del self.open_requests[key]

    def deliver_answers(self) -> None:
        """Pass the received answers to the waiting calls of `ask`."""
        for key, answer in self._received.items():
            if key in self._waiting and not self._waiting[key].done():
                self._waiting[key].set_result(answer)
        self._received = {}


class TaskContext(Context):
    """The context of a request that has become a task. It has no channel for progress and log messages.

    Args:
        request: the context of the request.
    """

    __slots__ = ()

    def __init__(self, request: Context) -> None:
        message = request.message
        super().__init__(request._shared, message, None, asyncio.current_task(), request.principal)

    async def progress(
        self, progress: float, total: float | None = None, message: str | None = None, **members: Any
    ) -> None:
        """Do nothing: a task has a status in place of progress."""

    async def log(self, level: str, data: object, logger: str | None = None, **members: Any) -> None:
        """Do nothing: log messages travel on the stream of the request, which has ended."""


EXTENSION: Extension = import_module("..extensions.tasks.extension", __package__).EXTENSION  # rendered
"""The tasks extension of the protocol."""

_TASK_METHODS = frozenset(method for row in EXTENSION.info.result_types for method in row.methods)
"""The methods of the requests that may become tasks."""

(_TASK,) = (row.value for row in EXTENSION.info.result_types)
(_CHANGED,) = (row.notification for row in EXTENSION.info.filters)

TaskWork: TypeAlias = Callable[[Context], Awaitable[Any]]
"""A function that does the work of a task. It gets a context that can ask the client.

It returns a result of the request's method: typed, or a dict. The work of a function of a toolbox returns what the
function returns.
"""

_log = logging.getLogger(__name__)


class _RunningTask:
    """A task that has not ended.

    Attributes:
        task: the task, as it was last stored.
        input: the object that asks the client for input.
        result_filters: the functions that middleware and guards have added before the handler started the task.
        finish_work: a function that makes a result of the request's method from the work; None if the work returns such
            a result.
        work: the asyncio task that does the work; None before the work starts and after it has ended.
        loop: the event loop of the work. Everything that changes the task happens in this loop.
        lock: the lock that is held while the status changes.
    """

    def __init__(self, task: Task, context: Context, announce: Callable[[_RunningTask, dict[str, Any]], Any]) -> None:
        self.task = task
        self.input = TaskInput(context, partial(announce, self))
        self.result_filters = context.result_filters
        self.finish_work = context.finish_work
        self.work: asyncio.Task[None] | None = None
        self.loop = asyncio.get_running_loop()
        self.lock = asyncio.Lock()


class TaskRunner:
    """The runner of the tasks of one server.

    A handler passes its work to `run`. This method does the work as a task if the client has declared the tasks
    extension. Other clients get the result of the work in the response. So one handler of `tools/call` serves every
    client. The tasks that 2025-11-25 itself defines are not supported: the server does not declare them, ignores the
    `task` of a call, as that revision requires, and lists no tool with `taskSupport`. Event loops of several threads
    may use one runner: the work of a task stays in the event loop in which it began.

    Args:
        store: the store that keeps the tasks; by default one in memory. A runner for several event loops needs a store
            that each of them can use.
        ttl_ms: milliseconds for which a client can reach a task; the work is cancelled afterwards.
        poll_interval_ms: milliseconds that a client should wait between two polls.
        max_size: largest number of characters of a request that becomes a task, and of an answer to a task.

    Raises:
        TypeError: `store` is no store, or a bound is no integer.
        ValueError: a bound is too small.

    Attributes:
        extension: the tasks extension.
        listeners: the listeners that receive a notification of every change of a task.
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
        if store is not None:
            check_method("store", store, "add", "an object with the methods of TaskStore")
        check_number("ttl_ms", ttl_ms, least=1, is_whole=True)
        check_number("poll_interval_ms", poll_interval_ms, least=0, is_whole=True)
        check_number("max_size", max_size, least=1, is_whole=True)
        self.listeners: NotificationListeners = NotificationListeners()
        self._store: TaskStore = MemoryTasks() if store is None else store
        self._ttl_ms = ttl_ms
        self._poll_interval_ms = poll_interval_ms
        self._max_size = max_size
        self._running: dict[str, _RunningTask] = {}

    def allows_task(self, context: Context) -> bool:
        """Return whether a request may become a task: its method allows a task, and its client has declared tasks."""
        return context.message.method in list_names(*_TASK_METHODS) and context.has_extension(EXTENSION)

    def require(self, context: Context) -> None:
        """Check that a request may become a task. A handler whose work takes too long for a response calls this first.

        Raises:
            ProtocolError: the client has not declared tasks, or the method does not allow them; the code is
                `MISSING_REQUIRED_CLIENT_CAPABILITY` of `spec.error_codes`.
        """
        if not self.allows_task(context):
            raise make_missing_capability_error({"extensions": {EXTENSION.id: {}}})

    async def run(self, work: TaskWork, context: Context) -> Any:
        """Do the work of a request, as a task if the request may become one, and otherwise before this method returns.

        If the store is full, a task of another owner may fail: the oldest running task of the owner with the most
        running tasks. An exception of work that is done as a task makes the task fail; unless the exception is a
        `ProtocolError`, it is logged, and the error of the task is "Internal error". For a function of a toolbox, such
        an exception becomes a result with `isError`.

        Args:
            work: an async function that gets a context and returns a result of the request's method, typed or a dict;
                for a function of a toolbox, what the function returns. In a task, the context can ask the client, but
                its progress and log messages are dropped.
            context: the context of the request.

        Returns:
            The result that the handler must return: the result of the work, or a `CreateTaskResult` as JSON.

        Raises:
            ProtocolError: the request is too long for a task, or there are too many tasks.
            BaseException: the work, done without a task, or the store has raised this exception.
        """
        return await (self._start_task(work, context) if self.allows_task(context) else work(context))

    async def find_task(self, task_id: str, principal: str = "") -> Task | None:
        """Return the task with this id; None if the task is unknown, has expired or belongs to another principal.

        Args:
            task_id: the id of the task.
            principal: key of the principal that asks for the task; empty without authorization.

        Raises:
            Exception: the store of tasks has raised this error.
        """
        task = await self._store.get(task_id)
        return task if task is not None and task.principal == principal else None

    async def get(self, task_id: str, principal: str = "") -> Task:
        """Return the task with this id.

        Args:
            task_id: the id of the task.
            principal: key of the principal that asks for the task; empty without authorization.

        Raises:
            ProtocolError: the task is unknown, has expired or belongs to another principal.
            Exception: the store of tasks has raised this error.
        """
        task = await self.find_task(task_id, principal)
        if task is None:
            raise ProtocolError(INVALID_PARAMS, "No such task, or it has expired")
        return task

    async def update(self, task_id: str, answers: Mapping[str, Any], principal: str = "") -> None:
        """Pass answers to the requests for input of a task, and ignore answers without an open request.

        If the task has ended or runs in another process, all answers are ignored.

        Args:
            task_id: the id of the task.
            answers: the answers, as JSON, by the keys of `inputRequests`; some open requests may stay unanswered.
            principal: key of the principal that answers; empty without authorization.

        Raises:
            ProtocolError: the task is unknown, has expired or belongs to another principal, or an answer is not valid
                or is too long. In each of these cases the task gets no answer.
            SchemaRefusedError: an answer cannot be checked against the schema of its form. The task gets no answer.
            Exception: the store of tasks has raised this error.
        """
        await self.get(task_id, principal)
        running = self._running.get(task_id)
        if running is not None:
            await run_in_loop(running.loop, self._pass_answers(running, answers))

    async def _pass_answers(self, running: _RunningTask, answers: Mapping[str, Any]) -> None:
        """Pass answers to the open requests for input of a task, and ignore the others.

        Raises:
            ProtocolError: an answer is not valid or is too long.
            SchemaRefusedError: an answer cannot be checked against the schema of its form.
            Exception: the store of tasks has raised this error.
        """
        asking = running.input
        used = {key: answer for key, answer in answers.items() if key in asking.open_requests}
        for key, answer in used.items():
            self._check_size(answer)
            asking.check_answer(key, answer)
        if not used:
            return
        asking.receive_answers(used)
        try:
            await self._announce(running, dict(asking.open_requests))
        finally:
            asking.deliver_answers()  # no request can give them again

    async def cancel(self, task_id: str, principal: str = "") -> None:
        """Cancel a task and its work; do nothing if the task has ended or runs in another process.

        Args:
            task_id: the id of the task.
            principal: key of the principal that cancels the task; empty without authorization.

        Raises:
            ProtocolError: the task is unknown, has expired or belongs to another principal.
            Exception: the store of tasks has raised this error.
        """
        await self.get(task_id, principal)
        running = self._running.get(task_id)
        if running is not None:
            await run_in_loop(running.loop, self._change_status(running, "cancelled"))

    async def _change_status(
        self, running: _RunningTask, status: str, message: str | None = None, **details: Any
    ) -> None:
        """Store a new status of a task with its members, and notify the listeners. Do nothing if the task has ended.

        If the members are too long for the store, the task fails. If the new status is final, the work is cancelled.

        Raises:
            Exception: the store of tasks has raised this error.
        """
        async with running.lock:
            if running.task.has_ended:
                return
            changed = replace(running.task, status=status, message=message, updated_at=utc_now(), details=details)
            try:
                await self._store.replace(changed)
            except StoreFullError:
                changed = _make_failed_task(changed, ProtocolError(INTERNAL_ERROR, "The result is too long to be kept"))
                await self._store.replace(changed)
            running.task = changed
        if changed.has_ended:
            del self._running[changed.id]
            if running.work is not None:
                running.work.cancel()
        await self.listeners.notify(_CHANGED, changed.members())

    async def _start_task(self, work: TaskWork, context: Context) -> dict[str, Any]:
        """Create a task, start its work, and return a `CreateTaskResult` as JSON.

        Raises:
            ProtocolError: the request is too long for a task, or there are too many tasks.
            Exception: the store of tasks has raised this error.
        """
        self._check_size(context.message.document)
        moment = utc_now()
        key, owner = get_principal_key(context), request_owner.get()
        task = Task(secrets.token_urlsafe(24), moment, moment, self._ttl_ms, self._poll_interval_ms, key, owner)
        try:
            await self._store_new_task(task)
        except StoreFullError:
            raise _make_too_many_error() from None
        running = self._running[task.id] = _RunningTask(task, context, self._announce)
        running.work = asyncio.create_task(self._run_work(running, work, context))
        return {RESULT_TYPE: _TASK, **task.members()}

    async def _store_new_task(self, task: Task) -> None:
        """Store a new task. If the store is full, first fail a running task of the owner with the most running tasks.

        Raises:
            StoreFullError: the store is full, and no owner has more running tasks than the owner of the new task would
                have; or the store is full even after a task has failed.
            Exception: the store has raised this other error.
        """
        try:
            await self._store.add(task)
        except StoreFullError:
            running = list(self._running.values())  # another thread may add one
            held = Counter(owner_key(each.task.owner, each.task.id) for each in running)
            largest, most = held.most_common(1)[0] if held else ("", 0)
            if most <= held[owner_key(task.owner, task.id)] + 1:
                raise
            oldest = next(each for each in running if owner_key(each.task.owner, each.task.id) == largest)
            await run_in_loop(oldest.loop, self._store_failure(oldest, _make_too_many_error()))
            await self._store.add(task)

    async def _run_work(self, running: _RunningTask, work: TaskWork, context: Context) -> None:
        """Do the work of a task, at most for the lifetime of the task, and store the result or error of the work. Log
        an error of the store.
        """
        outcome: dict[str, Any] | ProtocolError
        try:
            doing = asyncio.ensure_future(self._do_work(running, work, context))  # in a task that it may cancel
            outcome = await asyncio.wait_for(doing, running.task.ttl_ms / 1_000)
        except asyncio.TimeoutError:
            outcome = ProtocolError(INTERNAL_ERROR, "The task took too long")
        except asyncio.CancelledError as error:
            if running.task.has_ended:
                raise
            if must_propagate(error):  # this task is cancelled, not only the work
                _log.warning("the work of a task for %s is cancelled with its event loop", context.message.method)
            else:
                log_failure(error, context.message.method)
            outcome = ProtocolError(INTERNAL_ERROR, "Internal error")
        running.work = None
        for end in (outcome, ProtocolError(INTERNAL_ERROR, "Internal error")):
            try:
                await self._store_outcome(running, end)
                break
            except BaseException as error:
                if must_propagate(error):
                    raise
                _log.error("the store of tasks failed", exc_info=error)
        self._running.pop(running.task.id, None)

    async def _do_work(self, running: _RunningTask, work: TaskWork, context: Context) -> dict[str, Any] | ProtocolError:
        """Do the work of a task, and return the final result of the work as JSON, or the error of the work.

        Log an exception of the work that is no `ProtocolError`.
        """
        task_context = TaskContext(context)
        task_context.input = running.input
        try:
            doing = work(task_context)
            result = await (doing if running.finish_work is None else running.finish_work(doing))
            document = _parse_final_result(result, context)
            for change in running.result_filters:
                document = _parse_final_result(change(document), context)
        except BaseException as error:
            if is_reraised(error, task_context):
                raise
            answer = make_answer(error, task_context)
            if isinstance(answer, ProtocolError):
                return answer
            _log.error("the work of a task has asked with the context of its request: let it use the one it gets")
            return ProtocolError(INTERNAL_ERROR, "Internal error")
        return document

    async def _announce(self, running: _RunningTask, requests: dict[str, Any]) -> None:
        if requests:
            await self._change_status(running, INPUT_REQUIRED, inputRequests=requests)
        else:
            await self._change_status(running, "working")

    async def _store_outcome(self, running: _RunningTask, outcome: dict[str, Any] | ProtocolError) -> None:
        if isinstance(outcome, ProtocolError):
            await self._store_failure(running, outcome)
        else:
            await self._change_status(running, "completed", result=outcome)

    async def _store_failure(self, running: _RunningTask, error: ProtocolError) -> None:
        failed = _make_failed_task(running.task, error)
        await self._change_status(running, failed.status, failed.message, **failed.details)

    def _check_size(self, value: object) -> None:
        """Check the size of a JSON value that a task keeps.

        Raises:
            ProtocolError: the value is too long.
        """
        if (size := len(json.dumps(value, ensure_ascii=False))) > self._max_size:
            raise ProtocolError(
                INVALID_PARAMS, f"{size} characters, and a task keeps at most {self._max_size} characters"
            )


def _make_too_many_error() -> ProtocolError:
    return ProtocolError(INTERNAL_ERROR, "Too many tasks")


def _make_failed_task(task: Task, error: ProtocolError) -> Task:
    """Return a copy of a task in the status `failed`, with an error."""
    data = {} if error.data is None else {"data": error.data}
    details = {"error": {"code": error.code, "message": error.message, **data}}
    return replace(task, status="failed", message=error.message, details=details)


def _parse_final_result(result: Any, context: Context) -> dict[str, Any]:
    """Return a result as JSON, with the members that the revision requires.

    Args:
        result: the result of the work of a task, or of a filter of this result.
        context: the context of the request that became the task.

    Raises:
        TypeError: the value is no final result of the request that became the task.
        EncodeError: a part of the value has no form in JSON.
    """
    method, request_revision = context.message.method, revision(context.revision.id)
    result_json = result if is_object(result) else dump_any(result)
    try:
        response = parse_result(result_json, method, request_revision)
    except ProtocolError as error:
        faults = "; ".join(describe_finding(each, "/") for each in error.findings)
        raise TypeError(f"the work of a task for {method}, or a filter of it, returned no result: {faults}") from None
    if type(response.result).__name__ != find_final_result_type(request_revision, method, result_json):
        raise TypeError(f"the work of a task, or a filter of it, returned a {type(response.result).__name__}")
    document: dict[str, Any] = response.document["result"]
    return document
