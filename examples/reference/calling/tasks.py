"""Follows a task of the tasks extension to its end: polls it, and gives it the input that it asks for.

Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import anyio

import mcp_bindings as mb
from mcp_bindings.extensions import tasks
from mcp_bindings.transports import ClientConnection

MIN_INTERVAL, MAX_INTERVAL = 0.05, 5.0
"""Seconds between two polls, whatever interval the server names."""

MAX_SECONDS = 300.0
"""Seconds after which the client cancels a task."""


async def call_tool(connection: ClientConnection, name: str, arguments: Mapping[str, Any]) -> Any:
    """Call a tool; if the server runs it as a task, wait for the result.

    Raises:
        ProtocolError: the server responds with an error, or the task has failed with one.
        ConnectionError: the server cannot be reached, or the task was cancelled or did not end in time.
    """
    result = await connection.call_tool(name, arguments)
    if not isinstance(result, tasks.CreateTaskResult):
        return result
    ended = await end_of(result, connection.calls, connection.dispatcher)
    return mb.revision(connection.calls.revision).codec("CallToolResult").decode_value(ended)


async def end_of(created: tasks.CreateTaskResult, calls: tasks.ClientCalls, dispatcher: mb.Dispatcher) -> Any:
    """Wait until a task has ended, and return the result of the request that became the task, as JSON.

    Raises:
        ProtocolError: the task has failed with this error.
        ConnectionError: the task was cancelled, or did not end in time.
    """
    with anyio.move_on_after(MAX_SECONDS):
        return await _followed(created, calls, dispatcher)
    await calls.cancel_task(created.task_id)
    raise ConnectionError(f"the task has not ended after {MAX_SECONDS:g} s")


async def _followed(created: tasks.CreateTaskResult, calls: tasks.ClientCalls, dispatcher: mb.Dispatcher) -> Any:
    answered: set[str] = set()
    interval = created.poll_interval_ms
    while True:
        await anyio.sleep(min(max((interval or 0) / 1000, MIN_INTERVAL), MAX_INTERVAL))
        task = await calls.get_task(created.task_id)
        interval = task.poll_interval_ms
        match task:
            case tasks.GetTaskResultCompleted(result=result):
                return result
            case tasks.GetTaskResultFailed(error=error):
                raise mb.ProtocolError(error.code, error.message)
            case tasks.GetTaskResultCancelled():
                raise ConnectionError("the server has cancelled the task")
            case tasks.GetTaskResultInputRequired(input_requests=requests):
                asked = {key: request for key, request in requests.items() if key not in answered}
                if asked:  # a key names one request, and a request that was answered may still be listed
                    responses = await dispatcher.answer_input_requests(SimpleNamespace(input_requests=asked))
                    await calls.update_task(created.task_id, responses)
                    answered.update(asked)
            case _:
                pass  # it is working
