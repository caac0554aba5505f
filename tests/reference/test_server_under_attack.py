"""The reference server against clients that abandon streams, send batches of requests, or send and read slowly."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Generator
from typing import Any

import httpx
import pytest
from uvicorn import Config
from uvicorn.server import ServerState

import mcp_bindings as mb
from mcp_bindings.transports.http_peers import HttpPeer, PostResponse
from mcp_bindings.transports.http_sessions import HttpSessions
from mcp_bindings.transports.service import ServedClient
from serving.handlers import reference_server
from serving.protocol import BoundedProtocol
from tests.reference.processes import Running, http_server
from tests.reference.test_faults import HEADERS, MIB, SOON, Post, call, open_session, until

MAX_SUBSCRIPTIONS = 1_000
CALL: dict[str, Any] = {"name": "test_sleep", "arguments": {"seconds": 50}}
FLOOD: dict[str, Any] = {"name": "test_flood", "arguments": {"count": 8, "size": MIB}, "_meta": {"progressToken": 1}}


@pytest.fixture(scope="module")
def server() -> Generator[Running]:
    with http_server() as running:
        yield running


def test_abandoned_streams_are_bounded(server: Running) -> None:
    """A session with 64 unread streams used 250 MB before there was a bound."""
    session_id = open_session(server)
    before = server.memory
    for number in range(64):
        params = {**FLOOD, "_meta": {"progressToken": number}}
        post = Post(server, "tools/call", params, session_id, 100 + number)
        post.response.close()
        post.connection.close()
    time.sleep(1)
    assert server.memory - before < 150 * MIB
    assert call(server, session_id)["result"]


def test_sessions_that_buffer_too_much_are_ended() -> None:
    service = reference_server()

    async def main() -> list[bool]:
        sessions = HttpSessions(service, idle=600, max_sessions=10, max_buffered=400_000)
        peers = [HttpPeer(service) for _ in range(4)]
        ids = [sessions.add_client(peer) for peer in peers]
        for peer in peers[:3]:
            peer.open_stream(expects_reader=False).stream.append_event(b"x" * 90_000)
        sessions.end_idle_sessions()
        kept = [session_id in sessions for session_id in ids]
        await sessions.close()
        return kept

    assert asyncio.run(main()) == [False, True, True, True], "the least recently used that keeps anything"


def test_streams_that_are_no_longer_buffered_are_freed() -> None:
    """Their channels kept them until the session opened another stream: 8 sessions with 64 streams held 1.4 GB."""

    async def main() -> tuple[int, int]:
        peer = HttpPeer(reference_server())
        answering = [PostResponse(peer, 1.0) for _ in range(8)]

        async def handling(each: PostResponse) -> bytes:
            channel = each.open_stream()
            channel.disconnect_reader()
            for _ in range(4):
                await channel.send(b"x" * MIB)
            return b"{}"

        await asyncio.gather(*(each.handle_requests(handling(each)) for each in answering))
        held = sum(each.stream.size for each in peer.channels.values())
        return held, peer.buffered_bytes

    held, buffered = asyncio.run(main())
    assert held == buffered <= 17 * MIB


def test_each_request_of_a_batch_counts() -> None:
    service = reference_server(max_concurrent=3)

    async def send(data: bytes) -> None: ...

    opening = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    connection = ServedClient(service, send, "stdio")
    session = connection.session
    request = session.receive(json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": opening}))
    assert isinstance(request, mb.Request)
    session.accept(request)
    session.receive(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
    batch = [{"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": CALL} for id_ in range(1, 6)]
    event, count = connection.admit_requests(session.receive(json.dumps(batch)))
    assert isinstance(event, mb.Batch)
    assert (count, connection.running_requests) == (3, 3)
    refused = [item for item in event if isinstance(item, mb.ProtocolError)]
    assert [error.id for error in refused] == [4, 5]
    assert {error.message for error in refused} == {"Too many requests at once"}
    assert list(session.peer_requests) == [1, 2, 3]
    one, count = connection.admit_requests(session.receive(json.dumps({**batch[0], "id": 9})))
    assert isinstance(one, mb.ProtocolError)
    assert count == 0


def test_subscriptions_of_a_client_are_bounded(server: Running) -> None:
    session_id = open_session(server)
    codes = list[int]()
    with httpx.Client(
        headers={**HEADERS, "Mcp-Session-Id": session_id, "MCP-Protocol-Version": "2025-11-25"}
    ) as client:
        for number in range(MAX_SUBSCRIPTIONS + 1):
            params = {"uri": f"test://template/{number}/data"}
            message = {"jsonrpc": "2.0", "id": number + 5, "method": "resources/subscribe", "params": params}
            codes.append(client.post(server.url, json=message).json().get("error", {}).get("code", 0))
    assert codes == [0] * MAX_SUBSCRIPTIONS + [-32602]


class Wire(asyncio.Transport):
    """Records when the connection is closed."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.closed_at = 0.0

    def close(self) -> None:
        self.closed_at = self.closed_at or time.monotonic()

    def is_closing(self) -> bool:
        return self.closed_at > 0

    def write(self, data: Any) -> None: ...


@pytest.mark.parametrize("head", [b"", b"P", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
def test_slow_headers_close_the_connection(head: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serving.protocol.HEADER_TIMEOUT", 0.2)

    async def main() -> bool:
        config = Config(
            reference_server().asgi(),
            http=BoundedProtocol,
            log_level="critical",
            timeout_keep_alive=60,
        )
        config.load()
        protocol, wire = BoundedProtocol(config, ServerState(), {}), Wire()
        protocol.connection_made(wire)
        if head:
            protocol.data_received(head)
        for _ in range(10):
            await asyncio.sleep(0.05)
            if not head.endswith(b"\r\n\r\n") and head:
                protocol.data_received(b"x")
        closed = wire.is_closing()
        if not closed:  # the first byte of the next request's headers
            protocol.data_received(b"G")
            await asyncio.sleep(0.4)
            assert wire.is_closing()
        protocol.connection_lost(None)
        return closed

    assert asyncio.run(main()) == (not head.endswith(b"\r\n\r\n"))


@pytest.mark.slow
def test_slow_headers_over_a_network_close_the_connection(server: Running) -> None:
    """The running server uses the timeout: it closes a connection that does not complete its headers in time."""
    from serving.protocol import HEADER_TIMEOUT

    with socket.create_connection(("127.0.0.1", server.port), timeout=HEADER_TIMEOUT + SOON) as idle:
        idle.sendall(b"POST /mcp HTTP/1.1\r\nHost: ")
        started = time.monotonic()
        assert idle.recv(1) == b""
        assert time.monotonic() - started < HEADER_TIMEOUT + 5
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    connection.request("GET", "/")
    assert connection.getresponse().status == 404
    connection.close()
    until(lambda: server.process.poll() is None)
