"""The server of `examples/notes.py`, made of functions, and the SDKs, FastMCP and the Inspector as its clients.

Each client uses all of its features in each of its revisions, over HTTP with a token and over standard streams. Clients
of 2024-11-05 use standard streams only, since the example does not offer the HTTP transport of that revision.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import mcp_bindings as mb
from tests.authorization.token_lab import ISSUER, key_set, right
from tests.interop.case import Case
from tests.interop.examples import LOST_PROGRESS
from tests.interop.processes import ENVIRONMENTS, HERE, PEERS, free_port, listening, run

ISSUER_OF_NOTES = "https://auth.example.com"
SERVER = [sys.executable, str(HERE / "notes_server.py")]

STEPS: dict[str, Any] = {
    "tools": ["search", "add", "edit", "delete", "reindex"],
    "added": ["Milk", "Buy milk"],
    "found": True,
    "refused": True,
    "progress": [1, 2, 3],
    "cancelled": True,
    "deleted": "deleted",
    "templates": ["note:///{id}"],
    "resource": "Buy milk",
    "prompts": ["summarize"],
    "prompt": "Write a short summary of the note 'Milk'.",
    "completion": ["Milk"],
    "updated": True,
}
"""Required outcome of each step."""

INSPECTED: Sequence[tuple[tuple[str, ...], str]] = (
    (("tools/list",), '"reindex"'),
    (("tools/call", "--tool-name", "add", "--tool-args-json", '{"title": "Milk", "text": "Buy milk"}'), "Buy milk"),
    (("tools/call", "--tool-name", "search", "--tool-arg", "query=milk", "limit=5"), "Buy milk"),
    (("resources/templates/list",), "note:///{id}"),
    (("resources/read", "--uri", "note:///1"), "Buy milk"),
    (("prompts/list",), "summarize"),
    (("prompts/get", "--prompt-name", "summarize", "--prompt-args", "title=Milk"), "Write a short summary"),
)
"""The arguments of each run of the Inspector, and a part of its output."""


def write_token(url: str) -> str:
    """Return a token for the server at a URL, with the scope that deletes notes."""
    chance = random.Random(1)
    made = right(chance)
    while made.claims["iss"] != ISSUER:  # whose keys the server gets
        made = right(chance)
    for name in ("nbf", "iat"):
        made.claims.pop(name, None)
    made.claims.update(iss=ISSUER_OF_NOTES, aud=url, exp=time.time() + 3600, scope="notes:write")
    return made.write()


class Functions:
    """The cases with the server of notes.

    Args:
        stack: ends the server over HTTP, which all cases share.
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
                problems = partial(self._stdio_problems, command, revision, bool(fault))
                yield Case((name, "client of notes", "stdio", revision), problems, fault)
                if mb.revision(revision).protocol.http.transport != "http+sse":
                    problems = partial(self._http_problems, command, revision, bool(fault))
                    yield Case((name, "client of notes", "http, token", revision), problems, fault)

    def inspector_cases(self, command: list[str]) -> Iterator[Case]:
        """Yield those of the MCP Inspector in its command-line mode, which has a process for each request."""
        yield Case(("inspector 2.4.0", "client of notes", "stdio", "its own"), partial(_inspect_stdio, command))
        yield Case(("inspector 2.4.0", "client of notes", "http, token", "its own"), partial(self._inspect, command))

    async def _serve(self) -> tuple[str, str]:
        """Start the server over HTTP once. Return its URL and a token."""
        async with self._starting:
            self._url = self._url or await self._start_server()
        return self._url, write_token(self._url)

    async def _start_server(self) -> str:
        """Start a server over HTTP, which has no notes, and return its URL."""
        port = free_port()
        url = f"http://127.0.0.1:{port}/mcp"
        variables = {"NOTES_URL": url, "NOTES_KEYS": key_set("first").decode()}
        await self._stack.enter_async_context(listening([*SERVER, "http", str(port)], port, variables))
        return url

    async def _http_problems(self, command: list[str], revision: str, loses_progress: bool) -> list[str]:
        url, token = await self._serve()
        return await _problems([*command, revision, url], revision, loses_progress, token)

    @staticmethod
    async def _stdio_problems(command: list[str], revision: str, loses_progress: bool) -> list[str]:
        return await _problems([*command, revision, *SERVER, "stdio"], revision, loses_progress, "")

    async def _inspect(self, command: list[str]) -> list[str]:
        url = await self._start_server()  # the ids of notes are looked at, so no other client adds any
        return await _inspect([*command, "--cli", url, "--", "--header", f"Authorization: Bearer {write_token(url)}"])


async def _inspect_stdio(command: list[str]) -> list[str]:
    notes = ENVIRONMENTS / f"notes-{free_port()}.sqlite"
    try:
        return await _inspect([*command, "--cli", *SERVER, "stdio", "--", "-e", f"NOTES_FILE={notes}"])
    finally:
        notes.unlink(missing_ok=True)


async def _inspect(command: list[str]) -> list[str]:
    found: list[str] = []
    for arguments, part in INSPECTED:
        code, output, errors = await run(*command, "--method", *arguments)
        if code != 0 or part not in output:
            found += [f"{arguments[0]}: ends with {code}, {output[-300:]!r}", *errors.splitlines()[-8:]]
    return found


async def _problems(command: list[str], revision: str, loses_progress: bool, token: str) -> list[str]:
    variables = {"PEER_TOKEN": token} if token else {}
    code, output, errors = await run(*command, given='"functions"\n', variables=variables)
    if code != 0:
        return [f"the client ends with {code}", *errors.splitlines()[-12:]]
    found = json.loads(output.splitlines()[-1])
    wanted = {"version": revision, **STEPS}
    if mb.revision(revision).era == "handshake" and "elicitation/create" not in mb.revision(revision).methods:
        del wanted["deleted"]
    if loses_progress and found["progress"] != wanted["progress"]:
        del wanted["progress"]
    wrong = [f"{step}: got {found.get(step)!r}" for step, value in wanted.items() if found.get(step) != value]
    is_logged = any("was added" in str(each) for each in found["logs"])
    return wrong if is_logged else [*wrong, f"logs: got {found['logs']!r}"]
