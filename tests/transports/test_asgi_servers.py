"""Every ASGI server that the guide names carries a server of every revision, in a process of its own."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from typing import Any

import pytest

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.spec.names import ELICIT
from tests.reference.processes import ROOT, await_port, free_port, stop

APPLICATION = f"{all_revisions.__name__}:app"
SERVERS: dict[str, list[str]] = {
    "granian": ["--interface", "asgi", "--port", "{port}"],
    "hypercorn": ["--bind", "127.0.0.1:{port}"],
    "uvicorn": ["--port", "{port}"],
}
"""Each with its options."""


class Answers(mcp.ClientHandlers):
    def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"city": "Paris"})


async def problems(url: str, revision: str) -> list[str]:
    """What does not arrive when a client of a revision calls a tool, which reports progress and asks where it can."""
    reports = list[Any]()
    arguments = None if ELICIT in mb.revision(revision).methods else {"city": "Paris"}
    async with mb.connect(url, Answers(), info={"name": "tests", "version": "1"}, revisions=[revision]) as client:
        result = await client.call_tool("weather", arguments=arguments, on_progress=reports.append)
    text = [block.text for block in result.content if isinstance(block, mcp.TextContent)]
    found = {"text": text == ["Sunny in Paris"], "progress": len(reports) > 0}
    return [f"{revision}: {name}" for name, is_right in found.items() if not is_right]


@pytest.mark.parametrize("name", SERVERS)
def test_an_asgi_server_carries_every_revision(name: str) -> None:
    async def main() -> list[str]:
        return [each for revision in mb.REVISIONS for each in await problems(url, revision)]

    port = free_port()
    command = [sys.executable, "-m", name, *(each.format(port=port) for each in SERVERS[name]), APPLICATION]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_port(port, process)
        url = f"http://127.0.0.1:{port}/mcp"
        assert asyncio.run(main()) == []
    finally:
        stop(process)


def test_the_guide_names_these_servers() -> None:
    guide = (ROOT / "docs/guides/transports.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"is an ASGI application for ([^.]*)\.", guide)
    assert set(re.split(", | or ", named)) == SERVERS.keys()
