"""A client pings its server where the revision has pings, and gives up one that responds no more."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings.transports import ClientBounds, MemoryTransport, Pings
from mcp_bindings.transports.client_transport import SessionEndedError
from mcp_bindings.transports.http_peers import HttpPeer
from mcp_bindings.transports.pings import ping_server_until_lost, ping_until_lost
from tests.revisions import HANDSHAKE
from tests.transports.services import client, service

BOUNDS = ClientBounds(ping_period=0.01, ping_timeout=0.05, max_failed_pings=2)


class Watched(MemoryTransport):
    """Counts pings, and loses them if it is told to."""

    is_broken = False
    pings = 0

    async def send(self, data: bytes) -> None:
        if json.loads(data).get("method") == "ping":
            self.pings += 1
            if self.is_broken:
                return
        await super().send(data)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_pings_go_on_while_they_get_responses(revision: str) -> None:
    async def main() -> tuple[bool, int]:
        transport = Watched(service())
        async with client(transport, revision, bounds=BOUNDS) as connection:
            for _ in range(300):
                await asyncio.sleep(0.01)
                if transport.pings > 3 or mb.revision(revision).era == "per-request":
                    break
            return connection.ended.is_set(), transport.pings

    ended, pings = asyncio.run(main())
    assert not ended
    assert (pings > 3) == ("ping" in mb.revision(revision).methods)


def test_a_server_that_responds_no_more_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        transport = Watched(service())
        async with client(transport, HANDSHAKE[-1], bounds=BOUNDS) as connection:
            transport.is_broken = True
            with pytest.raises(ConnectionError):
                await connection.call_tool("wait", {})
            assert connection.ended.is_set()

    asyncio.run(asyncio.wait_for(main(), 10))
    assert "ping 2 of 2" in caplog.text


def test_failures_count_in_a_row_and_an_error_is_a_response() -> None:
    outcomes: list[Exception | None] = [TimeoutError(), None, ConnectionError(), mb.ProtocolError(-32601, "no ping")]
    outcomes += [asyncio.TimeoutError(), TimeoutError()]

    async def ping() -> None:
        outcome = outcomes.pop(0)
        if outcome is not None:
            raise outcome

    asyncio.run(ping_until_lost(ping, period=0, max_failures=2))
    assert outcomes == []


class Pinged(Watched):
    """Answers pings of the server, or loses its answers if it is told to."""

    async def send(self, data: bytes) -> None:
        if json.loads(data).get("result") == {}:
            self.pings += 1
            if self.is_broken:
                return
        await MemoryTransport.send(self, data)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_server_pings_its_clients(revision: str) -> None:
    has_pings = mb.revision(revision).era == "handshake"

    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=all_revisions.server.info, pings=Pings(0.01, 0.05, 2))
        transport = Pinged(server)
        async with mb.connect(transport, info=all_revisions.server.info, revisions=[revision]) as connected:
            for _ in range(300 if has_pings else 5):
                await asyncio.sleep(0.01)
                if transport.pings > 3:
                    break
            assert (transport.pings > 3) == has_pings
            assert not connected.connection.ended.is_set()
            transport.is_broken = True
            if has_pings:
                await connected.connection.ended.wait()
            else:
                await connected.list_tools()

    asyncio.run(asyncio.wait_for(main(), 10))


def test_a_session_without_a_stream_is_not_pinged() -> None:
    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=all_revisions.server.info, pings=Pings(0.001, 0.001, 1))
        app = server.asgi()
        peer = HttpPeer(server)
        session_id = app.sessions.add_client(peer)
        assert not peer.is_reachable
        await asyncio.sleep(0.02)
        assert session_id in app.sessions
        peer.close_connection()
        assert session_id not in app.sessions
        await app.sessions.close()

    asyncio.run(main())


def test_pings_of_a_session_that_is_over_end_no_connection() -> None:
    """The client is about to open another session."""

    class Forgotten(Watched):
        async def send(self, data: bytes) -> None:
            if self.is_broken:
                raise SessionEndedError("status 404")
            await super().send(data)

    async def main() -> None:
        transport = Forgotten(service())
        async with client(transport, HANDSHAKE[-1], bounds=BOUNDS) as connection:
            transport.is_broken = True
            await asyncio.sleep(0.2)
            assert not connection.ended.is_set()

    asyncio.run(main())


def test_a_client_pings_by_the_name_of_the_method() -> None:
    """A revision may call the method otherwise: then its calls have no `ping`."""
    sent = list[str]()

    class Calls:
        async def request(self, method: str, *, timeout: float) -> None:
            sent.append(method)
            raise ConnectionError

    session: Any = SimpleNamespace(calls=Calls(), bounds=BOUNDS, is_over=True)
    asyncio.run(ping_server_until_lost(session))
    assert sent == ["ping"] * BOUNDS.max_failed_pings


@pytest.mark.parametrize("pings", [Pings(period=0), Pings(timeout=-1), Pings(max_failed=0)])
def test_pings_without_a_pause_or_a_try_are_refused(pings: Pings) -> None:
    with pytest.raises(ValueError, match=r"pings\.\w+ must be at least"):
        mb.Server(all_revisions.Notes(), info=all_revisions.server.info, pings=pings)


def test_a_client_that_allows_no_failed_ping_is_refused() -> None:
    """Its connection ended before the first ping."""
    with pytest.raises(ValueError, match=r"bounds\.max_failed_pings must be at least 1"):
        mb.connect(all_revisions.server, info=all_revisions.server.info, bounds=ClientBounds(max_failed_pings=0))
