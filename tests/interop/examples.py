"""The programs of `examples/` that are written once, and the SDKs and FastMCP on the other side.

Each client drives all that `all_revisions.py` has, in each of its revisions over HTTP, where one process serves all of
them at once, and in the oldest and the newest over standard streams. `http_client.py` is given to a server of FastMCP,
in each revision with Streamable HTTP.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import mcp_bindings as mb
from tests.interop.case import Case
from tests.interop.processes import HERE, PEERS, ROOT, free_port, listening, python_of, run

FASTMCP = "fastmcp 4.1.2"
EXAMPLES = ROOT / "examples"

STEPS: dict[str, Any] = {
    "tools": ["weather"],
    "call": "Sunny in Oslo",
    "elicited": "Sunny in Paris",
    "resources": ["note:///1", "note:///2"],
    "templates": ["note:///{number}"],
    "resource": "Buy milk",
    "prompts": ["plan"],
    "prompt": "Plan my Friday.",
    "completion": ["Friday"],
    "progress": [1],
}
"""Required outcome of each step."""

LOGS = {"call": "looking up Oslo", "elicited": "looking up Paris"}
"""The log message of each call."""

_RACE = "may drop progress that arrives together with the response: it handles notifications a turn later"
LOST_PROGRESS = {"@…/sdk 1.32.2": _RACE, "@…/client, server 2.4.0": _RACE}
"""Clients that lose progress, which their handler for the response has forgotten by then."""


class Examples:
    """The cases with our examples.

    Args:
        stack: ends the servers that several cases use.
    """

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self._url = ""
        self._starting = asyncio.Lock()

    def cases(self, name: str, program: list[str], oldest: str, newest: str) -> Iterator[Case]:
        """Yield those of a client, whose program stands last in its command."""
        command, fault = [*program[:-1], str(PEERS / program[-1])], LOST_PROGRESS.get(name, "")
        for revision in mb.REVISIONS:
            if oldest <= revision <= newest:
                problems = partial(self._http_problems, command, revision, bool(fault))
                yield Case((name, "client of all_revisions", "http", revision), problems, fault)
        for revision in (oldest, newest):
            problems = partial(self._stdio_problems, command, revision, bool(fault))
            yield Case((name, "client of all_revisions", "stdio", revision), problems, fault)
        if name == FASTMCP:
            for revision in mb.REVISIONS:
                if mb.revision(revision).protocol.http.endpoints[0] == "MCP endpoint":
                    problems = partial(_fastmcp_server_problems, revision)
                    yield Case((name, "server for http_client", "http", revision), problems)

    async def _http_problems(self, command: list[str], revision: str, loses_progress: bool) -> list[str]:
        async with self._starting:
            if not self._url:
                port = free_port()
                serve = [sys.executable, "-m", "uvicorn", "--app-dir", str(EXAMPLES), "--port", str(port)]
                await self._stack.enter_async_context(listening([*serve, "all_revisions:app"], port))
                self._url = f"http://127.0.0.1:{port}/mcp"
        return await _problems([*command, revision, self._url], revision, loses_progress)

    @staticmethod
    async def _stdio_problems(command: list[str], revision: str, loses_progress: bool) -> list[str]:
        server = [sys.executable, str(EXAMPLES / "all_revisions.py")]
        return await _problems([*command, revision, *server], revision, loses_progress)


async def _problems(command: list[str], revision: str, loses_progress: bool) -> list[str]:
    code, output, errors = await run(*command, given="null\n")
    if code != 0:
        return [f"the client ends with {code}", *errors.splitlines()[-12:]]
    found = json.loads(output.splitlines()[-1])
    wanted = {"version": revision, **STEPS}
    if "elicitation/create" not in mb.revision(revision).methods:
        del wanted["elicited"]
    wanted["logs"] = [text for step, text in LOGS.items() if step in wanted]
    if loses_progress and not found["progress"]:
        del wanted["progress"]
    return [f"{step}: got {found.get(step)!r}" for step, value in wanted.items() if found.get(step) != value]


async def _fastmcp_server_problems(revision: str) -> list[str]:
    """Return the failures of our HTTP client at a FastMCP server whose tools ask the user and the model.

    Where the revision has no elicitation, the tool that asks the user has to fail, and the other one has to work.
    """
    port = free_port()
    try:
        async with listening([python_of("fastmcp"), str(PEERS / "fastmcp_server.py"), "http", str(port)], port):
            client = [sys.executable, str(HERE / "http_client_in.py"), revision, f"http://127.0.0.1:{port}/mcp"]
            code, output, errors = await run(*client)
    except RuntimeError as error:
        return [str(error)]
    if code != 0:
        return [f"the client ends with {code}", *errors.splitlines()[-12:]]
    known = mb.revision(revision)
    can_ask = known.era == "per-request" or "elicitation/create" in known.methods
    wanted = ["weather ['Sunny in Paris']" if can_ask else 'weather ["Error calling', "greet ['The model says Hello']"]
    return [f"{each!r} is not in {output!r}" for each in wanted if each not in output]
