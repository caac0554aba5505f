"""One process serves every revision: each client gets responses of its own revision, over HTTP and stdio."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse

import mcp_bindings as mb
from tests.reference.processes import Running, http_server, stdio_server
from tests.reference.test_faults import ask
from tests.revisions import as_of, having, method_of, request_meta

INFO = {"name": "tests", "version": "1"}
KEY = "io.modelcontextprotocol/"

OFFERED = {
    "2024-11-05": ({"test_simple_text", "test_sampling"}, {"test_audio_content", "test_elicitation"}),
    "2025-03-26": ({"test_audio_content"}, {"test_resource_link", "test_elicitation"}),
    "2025-06-18": ({"test_resource_link", "test_elicitation"}, {"test_elicitation_sep1330_enums"}),
    "2025-11-25": ({"test_elicitation_sep1330_enums"}, set[str]()),
}
"""For each revision, tools that it is the first to offer, and tools that it does not offer."""

QUIET = ("test_simple_text", "test_image_content", "test_embedded_resource", "test_multiple_content_types")

Exchange = Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]]
"""Sends a message and returns the response."""


@pytest.fixture(scope="module")
def server() -> Generator[Running]:
    with http_server() as running:
        yield running


async def converse(version: str, exchange: Exchange) -> None:
    """Send the requests of a client of one revision, and validate each response against the revision's schema."""
    known = mb.revision(version)
    is_per_request = known.era == "per-request"
    next_id = iter(range(1, 100))

    async def request(method: str, **params: Any) -> Any:
        if is_per_request:
            params["_meta"] = request_meta(version)
        id_, method = next(next_id), method_of(method, version)
        answer = await exchange({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})
        return known.parse(json.dumps(answer), sender="server", pending={id_: method})

    if not is_per_request:
        opened = await request("initialize", protocolVersion=version, capabilities={}, clientInfo=INFO)
        assert opened.result.protocol_version == version
        await exchange({"jsonrpc": "2.0", "method": "notifications/initialized"})
    listed = {tool.name for tool in (await request("tools/list")).result.tools}
    offered, withheld = as_of(OFFERED, version)
    assert offered <= listed
    assert not withheld & listed
    for name in QUIET:
        assert (await request("tools/call", name=name)).result.content
    for name in withheld:
        assert (await request("tools/call", name=name)).error.code == -32602
    assert (await request("prompts/get", name="test_prompt_with_image")).result.messages
    for resource in (await request("resources/list")).result.resources:
        assert (await request("resources/read", uri=resource.uri)).result.contents
    missing = await request("resources/read", uri="test://none")
    assert missing.error.code == (-32602 if is_per_request else -32002)
    if version in having("completion/complete"):
        ref = {"type": "ref/prompt", "name": "test_prompt_with_arguments"}
        argument = {"name": "arg1", "value": "part"}
        completed = await request("completion/complete", ref=ref, argument=argument, context={})
        assert completed.result.completion.values == ["party"]
    assert (await request("no/such")).error.code == -32601


@pytest.mark.parametrize("version", mb.REVISIONS)
def test_over_http(server: Running, version: str) -> None:
    async def main() -> None:
        session: dict[str, str] = {}
        async with httpx.AsyncClient() as http:

            async def exchange(message: dict[str, Any]) -> dict[str, Any] | None:
                headers = {"Accept": "application/json, text/event-stream", **session}
                headers |= mb.http.request_headers(message, version)
                response = await http.post(server.url, json=message, headers=headers)
                if "Mcp-Session-Id" in response.headers:
                    session["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
                assert response.status_code in (200, 202, 404), response.text
                return response.json() if response.content else None

            await converse(version, exchange)
            assert bool(session) == (mb.revision(version).era == "handshake")

    asyncio.run(main())


def test_over_http_sse(server: Running) -> None:
    async def main() -> None:
        async with (
            httpx.AsyncClient() as http,
            aconnect_sse(http, "GET", server.url, timeout=20) as stream,
        ):
            events = stream.aiter_sse()
            endpoint = await anext(events)
            assert endpoint.event == "endpoint"

            async def exchange(message: dict[str, Any]) -> dict[str, Any] | None:
                posted = await http.post(server.url.removesuffix("/mcp") + endpoint.data, json=message)
                assert (posted.status_code, posted.content) == (202, b"")
                answer: dict[str, Any] | None = (await anext(events)).json() if "id" in message else None
                return answer

            await converse("2024-11-05", exchange)
        async with httpx.AsyncClient() as http:  # the session ends when its stream is closed
            url = server.url.removesuffix("/mcp") + endpoint.data
            for _ in range(100):
                if (await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "ping"})).status_code == 404:
                    return
                await asyncio.sleep(0.1)
            pytest.fail("the session is still there")

    asyncio.run(main())


@pytest.mark.parametrize("version", mb.REVISIONS)
def test_over_stdio(version: str) -> None:
    with stdio_server() as process:
        asyncio.run(converse(version, _over(process)))


def _over(process: subprocess.Popen[bytes]) -> Exchange:
    async def exchange(message: dict[str, Any]) -> dict[str, Any] | None:
        line = json.dumps(message).encode()
        if "id" in message:
            answer: dict[str, Any] = ask(process, line)
            return answer
        assert process.stdin is not None
        process.stdin.write(line + b"\n")
        return None

    return exchange
