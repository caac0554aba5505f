"""A client pings its server where the revision has pings, and gives up one that responds no more."""

from __future__ import annotations

import asyncio
import json

import pytest

import mcp_bindings as mb
from mcp_bindings.transports import ClientBounds, MemoryTransport
from mcp_bindings.transports.pings import keep_pinging
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

    asyncio.run(keep_pinging(ping, period=0, max_failures=2))
    assert outcomes == []
