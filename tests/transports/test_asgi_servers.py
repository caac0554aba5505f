"""Every ASGI server that the guide names carries a server of every revision, in a process of its own.

`python -m tests.transports.test_asgi_servers` prints the table of servers and revisions.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Generator
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.spec.names import ELICIT
from tests.reference.processes import ROOT, await_port, free_port
from tests.transports import served_tools

APPLICATION = f"{served_tools.__name__}:app"
SERVERS: dict[str, list[str]] = {
    "uvicorn": ["uvicorn", "--port", "{port}", "--http", "h11", "--loop", "asyncio"],
    "uvicorn with httptools and uvloop": ["uvicorn", "--port", "{port}", "--http", "httptools", "--loop", "uvloop"],
    "hypercorn": ["hypercorn", "--bind", "127.0.0.1:{port}"],
    "granian": ["granian", "--interface", "asgi", "--port", "{port}", "--workers-kill-timeout", "5"],
    "daphne": ["daphne", "--port", "{port}"],
}
"""The module of each, with its options."""

EXIT_WITHIN = 15.0
"""Seconds in which a server ends that is told to, with a call in progress: its own time of grace and ours."""

INFO = {"name": "tests", "version": "1"}


class Answers(mcp.ClientHandlers):
    def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"city": "Paris"})


def connect(url: str, revision: str) -> Any:
    return mb.connect(url, Answers(), info=INFO, revisions=[revision])


async def text_of(client: Any, tool: str, arguments: Any = None, **options: Any) -> str:
    (block,) = (await client.call_tool(tool, arguments=arguments, **options)).content
    assert isinstance(block, mcp.TextContent)
    return block.text


def notes(begun: asyncio.Event) -> Any:
    """A function that notes the first progress of a call."""

    def note(progress: Any) -> None:
        begun.set()

    return note


async def carried(url: str, revision: str) -> dict[str, bool]:
    """What works: the handshake and a call, a stream with progress and questions, and cancellation."""
    reports = list[Any]()
    found = dict[str, bool]()
    async with connect(url, revision) as client:
        found["call"] = await text_of(client, "echo", {"a": revision}) == str({"a": revision})
        can_ask = ELICIT in mb.revision(revision).methods or mb.revision(revision).era == "per-request"
        asked = await text_of(client, "stream", {"asks": can_ask}, on_progress=reports.append)
        found["stream"] = len(reports) == 3 and asked == ("Paris" if can_ask else "nowhere")
        begun = asyncio.Event()
        call = asyncio.create_task(client.call_tool("wait", arguments={"key": revision}, on_progress=notes(begun)))
        await asyncio.wait_for(begun.wait(), 10)
        call.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await call
        deadline = time.monotonic() + 5
        while not found.get("cancellation") and time.monotonic() < deadline:
            found["cancellation"] = revision in await text_of(client, "cancelled")
            await asyncio.sleep(0.05)
    return found


async def has_result(url: str, revision: str, begun: asyncio.Event) -> bool:
    """Whether a call gets a result that is in progress when the server is told to exit."""
    with contextlib.suppress(ConnectionError, mb.ProtocolError):
        async with connect(url, revision) as client:
            await client.call_tool("wait", arguments={"key": "end"}, on_progress=notes(begun))
            return True
    return False


@contextlib.contextmanager
def running(name: str) -> Generator[tuple[str, subprocess.Popen[bytes]]]:
    """A server process that accepts connections, and its URL."""
    port = free_port()
    command = [sys.executable, "-m", *(each.format(port=port) for each in SERVERS[name]), APPLICATION]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_port(port, process)
        yield f"http://127.0.0.1:{port}/mcp", process
    finally:
        process.kill()
        process.wait()


async def shut_down(url: str, process: subprocess.Popen[bytes]) -> dict[str, bool]:
    """Whether the process exits in time at SIGTERM, with calls of all revisions in progress, and none has a result.

    A client of a revision whose streams can be resumed goes on trying, since another process may take its session over.
    """
    begun = [asyncio.Event() for _ in mb.REVISIONS]
    pairs = zip(mb.REVISIONS, begun, strict=True)
    calls = [asyncio.create_task(has_result(url, revision, event)) for revision, event in pairs]
    await asyncio.wait_for(asyncio.gather(*(each.wait() for each in begun)), 20)
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        await asyncio.to_thread(process.wait, EXIT_WITHIN)
    for call in calls:
        call.cancel()
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    return {"exits": process.poll() is not None, "no result": True not in outcomes}


def judged(name: str) -> dict[str, dict[str, bool]]:
    """What works in each revision, and how the server ends."""

    async def main() -> dict[str, dict[str, bool]]:
        found = {revision: await carried(url, revision) for revision in mb.REVISIONS}
        return {**found, "shutdown": await shut_down(url, process)}

    with running(name) as (url, process):
        return asyncio.run(main())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
@pytest.mark.parametrize("name", SERVERS)
def test_an_asgi_server_carries_every_revision(name: str) -> None:
    found = judged(name)
    assert {subject: [what for what, works in each.items() if not works] for subject, each in found.items()} == {
        subject: [] for subject in (*mb.REVISIONS, "shutdown")
    }


@pytest.mark.parametrize("name", ["uvicorn"])
def test_an_asgi_server_carries_the_newest_revision(name: str) -> None:
    with running(name) as (url, _):
        assert all(asyncio.run(carried(url, mb.LATEST)).values())


def test_the_guide_names_these_servers() -> None:
    guide = (ROOT / "docs/guides/transports.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"is an ASGI application for ([^.]*)\.", guide)
    assert set(re.split(", | or ", named)) == {words[0] for words in SERVERS.values()}


if __name__ == "__main__":
    for server in SERVERS:
        for what, values in judged(server).items():
            print(f"{server:34} {what:11}", *(f"{key}: {'yes' if value else 'NO'}" for key, value in values.items()))
