"""A server pings a client over real HTTP while it reads the stream of a GET request, and ends its session otherwise.

A ping that gets no response takes a second, twice: shorter times would fail on a busy machine.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import httpx2
import pytest
import uvicorn

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings.transports import Pings
from mcp_bindings.transports.http_peers import HttpPeer
from tests.revisions import HANDSHAKE

WITH_SESSIONS = [each for each in HANDSHAKE if mb.revision(each).protocol.http.resumable]
SOON = 20.0  # seconds, on a busy machine


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    for _ in range(int(SOON / 0.01)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not become true")


@asynccontextmanager
async def listening(application: Any) -> AsyncGenerator[str]:
    """The URL of an application on uvicorn, in this process."""
    config = uvicorn.Config(application, host="127.0.0.1", port=0, log_level="critical", lifespan="on")
    server: Any = uvicorn.Server(config)
    server.capture_signals = nullcontext
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    try:
        host, port = server.servers[0].sockets[0].getsockname()
        yield f"http://{host}:{port}/mcp"
    finally:
        server.should_exit = True
        await asyncio.wait_for(serving, SOON)


class Client:
    """A client with one session, which answers pings or not.

    Args:
        http: connects to the server.
        url: of the server.
        revision: id of its revision.
    """

    def __init__(self, http: httpx2.AsyncClient, url: str, revision: str) -> None:
        self._http, self._url, self._version = http, url, mb.revision(revision).version
        self._headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": self._version}

    async def post(self, **message: Any) -> int:
        """The status of the response to a message."""
        sent = {"jsonrpc": "2.0", **message}
        response = await self._http.post(self._url, json=sent, headers=self._headers)
        if "Mcp-Session-Id" in response.headers:
            self._headers["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
        return response.status_code

    async def open(self) -> None:
        """Open the session."""
        info = {"name": "tests", "version": "1"}
        opening = {"protocolVersion": self._version, "capabilities": {}, "clientInfo": info}
        assert await self.post(id=1, method="initialize", params=opening) == 200
        assert await self.post(method="notifications/initialized") == 202

    async def read(self, most: int, *, answers: bool) -> int:
        """Read the stream until so many pings have come, or it ends; the number of pings."""
        pings = 0
        async with self._http.stream("GET", self._url, headers=self._headers) as stream:
            assert stream.status_code == 200
            async for line in stream.aiter_lines():
                if not line.startswith("data:") or not line[5:].strip():
                    continue
                message = json.loads(line[5:])
                assert message["method"] in ("ping", "notifications/cancelled"), (
                    "a ping without a response is cancelled"
                )
                if message["method"] != "ping":
                    continue
                pings += 1
                if answers:
                    assert await self.post(id=message["id"], result={}) == 202
                if pings == most:
                    break
        return pings


@pytest.mark.parametrize("revision", [WITH_SESSIONS[0], WITH_SESSIONS[-1]])
def test_pings_are_sent_while_a_stream_is_read(revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = list[HttpPeer]()
    peers: Any = HttpPeer
    send = peers._send_on_standalone_stream

    async def recorded(peer: HttpPeer, message: bytes) -> None:
        sent.append(peer)
        await send(peer, message)

    monkeypatch.setattr(HttpPeer, "_send_on_standalone_stream", recorded)

    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=all_revisions.server.info, pings=Pings(0.01, 1.0, 2))
        http = httpx2.AsyncClient(timeout=SOON)
        async with listening(server.asgi()) as url, http:
            client = Client(http, url, revision)
            await client.open()
            await asyncio.sleep(0.1)  # ten periods
            assert not sent, "nobody reads a stream"
            assert await client.read(5, answers=True) == 5
            await until(lambda: not sent[0].is_reachable)
            before = len(sent)
            await asyncio.sleep(0.1)
            assert len(sent) == before, "nobody reads a stream any more"
            assert await client.post(id=2, method="ping") == 200
            assert await client.read(99, answers=False) >= 2, "the stream ends with the session"
            assert await client.post(id=3, method="ping") == 404

    asyncio.run(asyncio.wait_for(main(), 3 * SOON))
