"""Commands that end between calls, and are started again."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.transports import EndTimes, ResponseLostError, StdioProcess
from mcp_bindings.transports.restarts import RestartPause
from tests.documents import filled
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.transports.services import INFO, server_handlers

COMMAND = [sys.executable, "-m", "tests.transports.mortal"]


async def end_between_calls(server: StdioProcess) -> None:
    """End the process of a server that has no call in progress, and wait for its end."""
    assert server.process is not None
    server.process.kill()
    await asyncio.to_thread(server.process.wait)


async def find_process(client: Any) -> int:
    found: int = json.loads((await client.call_tool("process")).content[0].text)["result"]
    return found


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_command_that_has_ended_between_calls_is_started_again(revision: str) -> None:
    async def main() -> None:
        server = StdioProcess(COMMAND)
        async with mb.connect(server, info=INFO, revisions=[revision], restart=True) as client:
            first = await find_process(client)
            for _ in range(2):
                await end_between_calls(server)
                found = await asyncio.gather(*(find_process(client) for _ in range(5)))
                assert len({*found}) == 1, "one process for all calls"
                assert found[0] != first
                first = found[0]

    asyncio.run(main())


ANSWERS_ONCE = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    tool = asked["params"].get("name")
    if tool is None:
        result = json.loads(sys.argv[1])
    else:
        result = {"content": [{"type": "text", "text": tool}]}
    answer = {"jsonrpc": "2.0", "id": asked["id"], "result": {"resultType": "complete", **result}}
    print(json.dumps(answer), flush=True)
    if tool is not None:
        os._exit(0)
"""


def keep_busy() -> None:
    """Keep the event loop busy for half a second."""
    time.sleep(0.5)


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_an_answer_is_read_before_the_command_is_started_again(revision: str) -> None:
    """A call that began after the end of the process failed the calls whose answers were unread."""

    async def main() -> list[str]:
        discovered: dict[str, Any] = {"supportedVersions": [revision], "capabilities": {"tools": {}}}
        command = [sys.executable, "-c", ANSWERS_ONCE, json.dumps(filled(revision, "DiscoverResult", discovered))]
        async with mb.connect(command, info=INFO, revisions=[revision], restart=True) as client:
            first = asyncio.ensure_future(client.call_tool("first"))
            for _ in range(10):
                await asyncio.sleep(0)
            keep_busy()  # the server answers and exits meanwhile
            results: Any = await asyncio.gather(first, client.call_tool("second"))
            return [result.content[0].text for result in results]

    assert asyncio.run(main()) == ["first", "second"]


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_call_in_progress_is_not_sent_again(revision: str) -> None:
    async def main() -> None:
        async with mb.connect(COMMAND, info=INFO, revisions=[revision], restart=True) as client:
            waiting = asyncio.ensure_future(client.call_tool("wait"))
            first = await find_process(client)
            for call in (client.call_tool("die"), waiting):
                with pytest.raises(ResponseLostError, match=r"exit code 3.*so it may have run"):
                    await asyncio.wait_for(call, 10)
            assert await find_process(client) != first

    asyncio.run(main())


@pytest.mark.parametrize(("revision", "restart"), [(HANDSHAKE[-1], True), (PER_REQUEST[-1], False)])
def test_other_connections_end_with_their_command(revision: str, *, restart: bool) -> None:
    async def main() -> None:
        server = StdioProcess(COMMAND)
        async with mb.connect(server, info=INFO, revisions=[revision], restart=restart) as client:
            await find_process(client)
            await end_between_calls(server)
            with pytest.raises(ConnectionError, match="the server has ended with exit code"):
                await asyncio.wait_for(find_process(client), 10)

    asyncio.run(main())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_the_question_of_a_server_that_has_ended_is_closed(revision: str) -> None:
    """Its handler ran on until the end of the connection, though nobody could get the answer."""

    async def main() -> None:
        server, ended = StdioProcess(COMMAND), asyncio.Event()

        class Thinking(mcp.ClientHandlers):
            async def create_message(self, params: Any, context: mb.Context) -> Any:
                assert server.process is not None
                server.process.kill()
                try:
                    await asyncio.sleep(600)
                finally:
                    ended.set()

        async with mb.connect(server, Thinking(), info=INFO, revisions=[revision]) as client:
            with pytest.raises(ResponseLostError):
                await client.call_tool("ask")
            await ended.wait()

    asyncio.run(asyncio.wait_for(main(), 20))


def test_the_pauses_between_restarts_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses, now = list[float](), [1_000.0]

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("mcp_bindings.transports.restarts.asyncio.sleep", sleep)
    monkeypatch.setattr("mcp_bindings.transports.restarts.time.monotonic", lambda: now[0])

    async def main() -> None:
        pause = RestartPause()
        for _ in range(12):
            await pause.wait()
        now[0] += 61
        await pause.wait()

    asyncio.run(main())
    assert pauses[:4] == [0, 0.1, 0.2, 0.4]
    assert pauses[10:] == [30, 30, 0]


def test_restart_needs_a_command() -> None:
    server = mb.Server(server_handlers(mb.LATEST), info=INFO)
    with pytest.raises(TypeError, match="restart needs a command as the target"):
        mb.connect(server, info=INFO, restart=True)


def test_restarts_leave_nothing_behind() -> None:
    async def main() -> None:
        server: Any = StdioProcess(COMMAND)
        async with mb.connect(server, info=INFO, revisions=[PER_REQUEST[-1]], restart=True) as client:
            for _ in range(3):
                with pytest.raises(ResponseLostError):
                    await client.call_tool("die")
                await find_process(client)
            assert len(server._inputs) == 2, "the output and the standard error of the last process"

    asyncio.run(main())


STUMBLING = """
import os, runpy, sys, time
with open(sys.argv[1], "a+") as file:
    file.seek(0)
    earlier = len(file.readlines())
    file.write(f"{os.getpid()}\\n")
if earlier == 1:
    print("hello", flush=True)
    time.sleep(600)
runpy.run_module("tests.transports.mortal", run_name="__main__")
"""
"""A server whose second process writes a line that is no message, and does not end with its input."""


def test_a_restart_that_fails_leaves_no_process_and_no_error(tmp_path: Path) -> None:
    """A process that did not open a session went on for ever, and its greeting was the error of all later restarts."""

    async def main() -> list[int]:
        command = [sys.executable, "-c", STUMBLING, str(tmp_path / "starts")]
        server = StdioProcess(command, end_times=EndTimes(closed=0.1))
        async with mb.connect(server, info=INFO, revisions=[PER_REQUEST[-1]], restart=True) as client:
            found = [await find_process(client)]
            await end_between_calls(server)
            with pytest.raises(ConnectionError, match="the server writes 'hello'"):
                await find_process(client)
            return [*found, await find_process(client)]

    first, last = asyncio.run(main())
    started = [int(line) for line in (tmp_path / "starts").read_text(encoding="utf-8").splitlines()]
    assert (started[0], started[2:]) == (first, [last])
    with pytest.raises(ProcessLookupError):
        os.kill(started[1], 0)
