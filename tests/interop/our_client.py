"""The steps of every pair, with our reference client: `our_client.py REVISION URL | COMMAND…`.

It connects, lists tools, calls one with structured arguments, reads a resource, gets a prompt, hears of progress and
log messages, and is asked something. What came of each step is one line of JSON, as with the clients of the SDKs.
It has besides the session rules that the server breaks and is not refused for.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from typing import Any

import mcp_bindings as mb
from calling.connecting import connect_to, server_process
from calling.content.answers import Answers
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.extensions import tasks
from mcp_bindings.transports import HttpTransport

revision, *server = sys.argv[1:]
arguments = json.loads(sys.stdin.readline())
reports: list[float] = []
logs: list[object] = []
findings: set[str] = set()


class Findings(logging.Handler):
    """Collects the rules that the log of the connection names."""

    def emit(self, record: logging.LogRecord) -> None:
        match record.args:
            case ("server", str(rule), _):
                findings.add(rule)
            case _:
                pass


logging.getLogger("mcp_bindings.transports.service").addHandler(Findings())


def note(progress: Any) -> None:
    reports.append(progress.progress)


def log(self: Answers, params: Any, context: Any) -> None:
    logs.append(params.data)


Answers.on_logging_message = log  # type: ignore[method-assign]


def text_of(result: mcp.CallToolResult | tasks.CreateTaskResult) -> str:
    """Return the text of a result with one block."""
    assert isinstance(result, mcp.CallToolResult)
    (block,) = result.content
    return str(block["text"])


async def main() -> None:
    transport = HttpTransport(server[0]) if server[0].startswith("http") else server_process(server)
    async with connect_to(transport, [revision]) as client:
        found: dict[str, Any] = {"version": client.connection.session.version}
        found["tools"] = sorted([tool.name async for tool in client.iter_tools()])
        found["call"] = text_of(await client.call_tool("json_schema_2020_12_tool", arguments=arguments))
        read = await client.read_resource("test://static-text")
        found["resource"] = read.contents[0]["text"]
        prompt = await client.get_prompt("test_prompt_with_arguments", arguments={"arg1": "one", "arg2": "two"})
        found["prompt"] = prompt.messages[0].content["text"]
        await client.call_tool("test_tool_with_progress", on_progress=note)
        meta: Any = {"io.modelcontextprotocol/logLevel": "info"} if mb.revision(revision).era == "per-request" else None
        await client.call_tool("test_tool_with_logging", meta=meta)
        if "elicitation/create" in mb.revision(revision).methods:
            found["elicited"] = text_of(await client.call_tool("test_elicitation", arguments={"message": "Who?"}))
        print(json.dumps({**found, "progress": reports, "logs": logs, "findings": sorted(findings)}))


asyncio.run(main())
