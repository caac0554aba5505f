"""Polling of a server's task until the task ends, with answers to its requests for input.

Pages: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md;
/specification/2025-11-25/basic/utilities/tasks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar, Protocol, TypeAlias

from ..codec.encoding import dump_any
from ..errors import ProtocolError
from ..renames import to_own_name
from ..revisions import revision
from ..spec.names import CALL_TOOL, CANCEL_TASK, GET_TASK, GET_TASK_RESULT, INPUT_REQUIRED
from .final_results import decode_final_result

_MIN_INTERVAL, _USUAL_INTERVAL = 0.05, 1.0
"""Least number of seconds between two polls, and the number if the server asks for no interval."""

_CANCEL_TIMEOUT = 5.0
"""Largest number of seconds to wait for the answer to the cancellation of a task."""

_TASK_TIMEOUT = 300.0
"""Default of the seconds to wait for the end of a task."""

SendRequest: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[Any]]
"""A function that gets a method and params, sends the request, and returns its typed result."""


class TaskCalls(Protocol):
    """The calls for `follow_task`: `ClientCalls` of the tasks extension, or a client that `mb.connect` returns."""

    revision: ClassVar[str]
    """Id of the revision of the calls."""

    async def get_task(self, task_id: str) -> Any:
        """Return the task in its present status."""
        ...

    async def update_task(self, task_id: str, input_responses: Any) -> Any:
        """Send answers to the requests for input that the task has made."""
        ...

    async def cancel_task(self, task_id: str) -> Any:
        """Ask the server to stop working on the task."""
        ...


class InputAnswerer(Protocol):
    """The object that answers a task's requests for input, such as the `Dispatcher` of a client."""

    async def answer_input_requests(self, required: Any) -> Any:
        """Return the answers to the `input_requests` of a value, by the keys of the requests.

        Raises:
            Exception: a request cannot be answered. `follow_task` raises this error too, and does not cancel the task.
        """
        ...


async def follow_task(
    created: Any, calls: TaskCalls, answerer: InputAnswerer, *, timeout: float = _TASK_TIMEOUT
) -> Any:
    """Wait for a task to end, and return the typed result of the call that became this task.

    Args:
        created: the `CreateTaskResult`.
        calls: the calls to the server of the task.
        answerer: the object that answers the task's requests for input.
        timeout: seconds after which the task is cancelled. The task is also cancelled if the caller is. The server gets
            5 seconds to answer the cancellation; its error is ignored.

    Raises:
        ProtocolError: the task has failed with this error, or the server or the answerer has responded with it.
        ConnectionError: the server has cancelled the task, or the task has not ended in time.
        DecodeError: the result of the task is not valid.
        Exception: the error of a call to the server, such as a TimeoutError, or of the answerer. The task is not
            cancelled then.
    """
    polling = _poll_until_end(created, calls, answerer)
    late = ConnectionError(f"the task has not ended after {timeout:g} s")
    return await _poll_or_cancel(polling, partial(calls.cancel_task, created.task_id), timeout, late)


async def call_tool_as_task(request: SendRequest, params: Mapping[str, Any], *, timeout: float | None = None) -> Any:
    """Call a tool that runs only as a task, wait for the end of the task, and return the result of the tool as JSON.

    Page: /specification/2025-11-25/basic/utilities/tasks#creating-tasks.

    Args:
        request: a function that sends a request by its method and params, and returns the typed result.
        params: the params of the call.
        timeout: seconds after which the task is cancelled; by default 300. The task is also cancelled if the caller is.
            The server gets 5 seconds to answer the cancellation; its error is ignored.

    Raises:
        ProtocolError: the server responds with an error.
        TimeoutError: the task has not ended in time.
        Exception: the error of a request. The task is not cancelled then.
    """
    created = await request(CALL_TOOL, {**params, "task": {}})
    known = {"taskId": created.task.task_id}
    seconds = _TASK_TIMEOUT if timeout is None else timeout
    polling = _poll_for_result(request, created.task, known)
    late = TimeoutError(f"{CALL_TOOL}: the task has not ended within {seconds:g} s")
    return await _poll_or_cancel(polling, partial(request, CANCEL_TASK, known), seconds, late)


async def _poll_or_cancel(
    polling: Awaitable[Any], cancel: Callable[[], Awaitable[Any]], timeout: float, late: Exception
) -> Any:
    """Wait for the end of a task. If the task does not end in time, or the caller is cancelled, cancel the task.

    Args:
        polling: an awaitable that polls the task until its end, and returns the result.
        cancel: a function that asks the server to cancel the task.
        timeout: the seconds to wait for the end.
        late: the error to raise if the task has not ended in time.
    """
    running = asyncio.ensure_future(polling)
    try:
        await asyncio.wait({running}, timeout=timeout)
        if running.done():
            return running.result()
        raise late
    finally:
        if not running.done():
            running.cancel()
            await asyncio.wait({running, asyncio.ensure_future(_try_cancel(cancel))}, timeout=_CANCEL_TIMEOUT)


async def _try_cancel(cancel: Callable[[], Awaitable[Any]]) -> None:
    with suppress(ProtocolError, ConnectionError, TimeoutError):
        await cancel()


async def _wait_interval(milliseconds: float | None) -> None:
    """Wait before the next poll.

    Args:
        milliseconds: the interval that the server asks for; None if the server asks for no interval.
    """
    seconds = _USUAL_INTERVAL if milliseconds is None else milliseconds / 1_000
    await asyncio.sleep(max(seconds, _MIN_INTERVAL))


async def _poll_for_result(request: SendRequest, task: Any, known: Mapping[str, Any]) -> Any:
    while task.status == "working":
        await _wait_interval(task.poll_interval)
        task = await request(GET_TASK, known)
    return dump_any(await request(GET_TASK_RESULT, known))  # which also asks for input, until the task ends


async def _poll_until_end(created: Any, calls: TaskCalls, answerer: InputAnswerer) -> Any:
    answered: set[str] = set()
    interval = created.poll_interval_ms
    while True:
        await _wait_interval(interval)
        task = await calls.get_task(created.task_id)
        interval = task.poll_interval_ms
        if task.status == "completed":
            rev = revision(calls.revision)
            return decode_final_result(rev, to_own_name(CALL_TOOL, rev), task.result)
        if task.status == "failed":
            raise ProtocolError(task.error.code, task.error.message, data=task.error.data)
        if task.status == "cancelled":
            raise ConnectionError("the server has cancelled the task")
        if task.status == INPUT_REQUIRED:
            unanswered = {key: request for key, request in task.input_requests.items() if key not in answered}
            if unanswered:  # a key names one request, and a request that was answered may still be listed
                responses = await answerer.answer_input_requests(SimpleNamespace(input_requests=unanswered))
                await calls.update_task(created.task_id, responses)
                answered.update(unanswered)
