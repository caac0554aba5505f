"""All extras together on the lowest Python that is supported, where pip chooses older releases of what they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

import mcp_bindings as mb
from tests.package import installing
from tests.package.conftest import Environment

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PROJECT = tomli.loads((ROOT / "generated/pyproject.toml").read_text(encoding="utf-8"))["project"]

PROGRAM = """
import asyncio, json, sys
import httpx2
import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.transports import HttpTransport, StdioProcess
sys.path.insert(0, sys.argv[1])
import all_revisions

class Answers(mcp.ClientHandlers):
    def elicit(self, params, context):
        return mcp.ElicitResult(action="accept", content={"city": "Paris"})

async def main():
    found = []
    for revision in mb.REVISIONS:
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(all_revisions.app))
        over_http = HttpTransport("http://127.0.0.1/mcp", http=http)
        over_stdio = StdioProcess([sys.executable, "-I", sys.argv[1] + "/all_revisions.py"])
        has_http = mb.revision(revision).protocol.http.transport == "streamable-http"
        for transport in (over_http, over_stdio) if has_http else (over_stdio,):
            options = {"info": {"name": "test", "version": "1"}, "revisions": [revision]}
            async with mb.connect(transport, Answers(), **options) as client:
                result = await client.call_tool("weather", arguments={"city": "Oslo"})
                found.append([revision, result.content[0].text])
    print(json.dumps(["%d.%d" % sys.version_info[:2], found]))

asyncio.run(main())
"""


@pytest.mark.slow
def test_server_and_client_work_on_the_lowest_python(environment: Environment) -> None:
    """A server with every feature, over standard streams and HTTP."""
    lowest = re.fullmatch(r">=(3\.\d+)", PROJECT["requires-python"])
    assert lowest is not None
    python = installing.interpreter(lowest[1])
    if python is None:
        pytest.skip(f"no Python {lowest[1]} on the search path or in {installing.PYENV}")
    extras = {requirement for each in PROJECT["optional-dependencies"].values() for requirement in each}
    place = environment(*sorted(extras), python=python, version=lowest[1])
    version, found = installing.run(place, "-c", PROGRAM, EXAMPLES)
    assert version == lowest[1]
    assert [revision for revision, _ in found if revision == mb.LATEST] == [mb.LATEST] * 2
    assert {revision for revision, _ in found} == set(mb.REVISIONS)
    assert {text for _, text in found} == {"Sunny in Oslo"}
