"""Metrics of OpenTelemetry: the durations of messages and sessions, on both sides, with their attributes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.guards import NO_GUARDS, Rate, TokenBuckets
from mcp_bindings.peer.telemetry import Metrics
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from mcp_bindings.spec.names import TOOLS_CHANGED
from mcp_bindings.transports import HttpTransport, MemoryTransport, Pings
from tests.revisions import HANDSHAKE, having, method_of
from tests.serving.test_middleware import InputHandlers, Secretive
from tests.serving.test_server import EACH, INFO

SENT, RECEIVED = "mcp.client.operation.duration", "mcp.server.operation.duration"
URL = "http://localhost:8000/mcp"
CLIENT_SESSIONS, SERVER_SESSIONS = "mcp.client.session.duration", "mcp.server.session.duration"


class Record(NamedTuple):
    """One value in a histogram."""

    histogram: str
    amount: float
    attributes: Mapping[str, Any]


class Histogram(NamedTuple):
    """A histogram of a `Meter`."""

    name: str
    meter: Meter

    def record(self, amount: float, attributes: Mapping[str, Any]) -> None:
        self.meter.records.append(Record(self.name, amount, dict(attributes)))
        if self.name == SERVER_SESSIONS:
            self.meter.session_has_ended.set()


class Meter:
    """A meter that keeps its histograms and what they record."""

    def __init__(self) -> None:
        self.made: dict[str, dict[str, Any]] = {}
        self.records: list[Record] = []
        self.session_has_ended = asyncio.Event()

    def create_histogram(self, name: str, **given: Any) -> Histogram:
        self.made[name] = given
        return Histogram(name, self)

    def of(self, histogram: str, method: str) -> list[Mapping[str, Any]]:
        """The attributes of the messages with this method, given by its name in any release, in order."""
        found = [each.attributes for each in self.records if each.histogram == histogram]
        return [each for each in found if each["mcp.method.name"] == method_of(method, each["mcp.protocol.version"])]

    def sessions(self, histogram: str) -> list[Mapping[str, Any]]:
        return [each.attributes for each in self.records if each.histogram == histogram]


def call(revision: str, *tools: str) -> tuple[Meter, Meter]:
    """Call these tools, and return the meters of the client and of the server."""
    client_meter, server_meter = Meter(), Meter()

    async def main() -> None:
        server = mb.Server(Secretive(), info=INFO, meter=server_meter)
        options: Any = {"info": INFO, "revisions": [revision], "meter": client_meter}
        async with mb.connect(server, InputHandlers(), **options) as client:
            for name in tools:
                with suppress(mb.ProtocolError):
                    await client.call_tool(name)

    asyncio.run(main())
    return client_meter, server_meter


def test_histograms_have_the_names_and_units_of_the_conventions() -> None:
    client, server = call(mb.LATEST, "fine")
    assert set(client.made) == {SENT, RECEIVED, CLIENT_SESSIONS}
    assert set(server.made) == {SENT, RECEIVED, SERVER_SESSIONS}
    for given in (*client.made.values(), *server.made.values()):
        assert given["unit"] == "s"
        boundaries = given["explicit_bucket_boundaries_advisory"]
        assert (boundaries[0], boundaries[-1]) == (0.01, 300)
        assert list(boundaries) == sorted(boundaries)


@EACH
def test_durations_have_the_attributes_of_the_conventions(revision: str) -> None:
    client, server = call(revision, "fine", "bad", "broken", "unknown")
    common = {
        "mcp.method.name": method_of("tools/call", revision),
        "mcp.protocol.version": mb.revision(revision).version,
        "gen_ai.operation.name": "execute_tool",
        "network.transport": "pipe",
    }
    failed = {**common, "gen_ai.tool.name": "broken", "error.type": "-32603", "rpc.response.status_code": "-32603"}
    no_name = {**common, "rpc.response.status_code": "-32602"}  # a client can make up any name
    expected = [
        {**common, "gen_ai.tool.name": "fine"},
        {**common, "gen_ai.tool.name": "bad", "error.type": "tool_error"},
        failed,
        no_name,
    ]
    assert server.of(RECEIVED, "tools/call") == expected
    assert client.of(SENT, "tools/call") == [*expected[:3], {**no_name, "error.type": "-32602"}]
    assert all(each.amount >= 0 for each in (*client.records, *server.records))


def test_made_up_names_are_not_measured_whatever_their_error() -> None:
    meter = Meter()
    rates = TokenBuckets({"tools": Rate(per_second=0.001, burst=1)})
    server = mb.Server(Secretive(), info=INFO, meter=meter, guards=mb.Guards(rates=rates))

    async def main() -> None:
        async with mb.connect(server, info=INFO) as client:
            for name in ("fine", "fine", "made up"):
                with suppress(mb.ProtocolError):
                    await client.call_tool(name)

    asyncio.run(main())
    measured = meter.of(RECEIVED, "tools/call")
    assert [each.get("gen_ai.tool.name") for each in measured] == ["fine", "fine", None]
    assert [each.get("error.type") for each in measured] == [None, "-32603", "-32603"]


@EACH
def test_without_guards_names_of_calls_that_succeed_are_measured(revision: str) -> None:
    meter = Meter()
    server = mb.Server(Secretive(), info=INFO, meter=meter, guards=NO_GUARDS, middleware=[_refuse_made_up])

    async def main() -> None:
        async with mb.connect(server, info=INFO, guards=NO_GUARDS, revisions=[revision]) as client:
            for name in ("fine", "made up"):
                with suppress(mb.ProtocolError):
                    await client.call_tool(name)

    asyncio.run(main())
    assert [each.get("gen_ai.tool.name") for each in meter.of(RECEIVED, "tools/call")] == ["fine", None]


async def _refuse_made_up(request: Any, context: mb.Context, call_next: Any) -> Any:
    if request.document.get("params", {}).get("name") == "made up":
        raise mb.ProtocolError(-32000, "not allowed")
    return await call_next(request, context)


@EACH
def test_a_call_that_changes_the_list_of_tools_keeps_its_name(revision: str) -> None:
    meter, tools = Meter(), mb.Toolbox()

    @tools.tool
    async def add(context: mb.Context) -> None:
        for name in ("first", "last"):
            tools.tool(name=name)(lambda: None)
            await server.notify(TOOLS_CHANGED)
        raise mb.ProtocolError(INTERNAL_ERROR, "added, and failed")

    server = mb.Server(tools, info=INFO, meter=meter)

    async def main() -> None:
        async with mb.connect(server, info=INFO, revisions=[revision]) as client:
            with suppress(mb.ProtocolError):
                await client.call_tool("add")

    asyncio.run(main())
    (measured,) = meter.of(RECEIVED, "tools/call")
    assert measured["gen_ai.tool.name"] == "add"


@EACH
def test_a_question_is_measured_on_both_sides_and_is_no_error(revision: str) -> None:
    client, server = call(revision, "ask")
    if revision not in HANDSHAKE:  # the question is no message, but part of a result
        assert ["error.type" in each for each in server.of(RECEIVED, "tools/call")] == [False, False]
    elif revision in having("elicitation/create"):
        (sent,), (received,) = server.of(SENT, "elicitation/create"), client.of(RECEIVED, "elicitation/create")
        assert sent == received
        assert "error.type" not in sent
    else:
        assert "error.type" in client.of(SENT, "tools/call")[0]


@EACH
def test_a_session_is_measured_where_the_revision_has_sessions(revision: str) -> None:
    client, server = call(revision, "fine")
    expected = [{"mcp.protocol.version": mb.revision(revision).version, "network.transport": "pipe"}]
    for meter, histogram in ((client, CLIENT_SESSIONS), (server, SERVER_SESSIONS)):
        assert meter.sessions(histogram) == (expected if revision in HANDSHAKE else [])


def test_a_session_that_the_server_ends_has_ended_with_an_error() -> None:
    meter = Meter()
    code = "import mcp_bindings as mb, os; t = mb.Toolbox(); t.tool(name='end')(lambda: os._exit(3));"
    command = [sys.executable, "-c", f"{code} mb.Server(t, info={INFO!r}).run_stdio()"]

    async def main() -> None:
        async with mb.connect(command, info=INFO, revisions=HANDSHAKE[-1:], meter=meter) as client:
            with pytest.raises(ConnectionError):
                await client.call_tool("end")

    asyncio.run(main())
    ((attributes),) = meter.sessions(CLIENT_SESSIONS)
    assert attributes["error.type"] == "connection_lost"
    assert meter.of(SENT, "tools/call")[0]["error.type"] == "ResponseLostError"


def test_a_session_of_a_client_without_pongs_ends_with_an_error() -> None:
    meter = Meter()

    class Silent(MemoryTransport):
        """Answers no ping of the server."""

        async def send(self, data: bytes) -> None:
            if json.loads(data).get("result") != {}:
                await super().send(data)

    async def main() -> None:
        server = mb.Server(Secretive(), info=INFO, meter=meter, pings=Pings(period=0.01, timeout=0.01, max_failed=1))
        async with mb.connect(Silent(server), info=INFO, revisions=HANDSHAKE[-1:]):
            await meter.session_has_ended.wait()

    asyncio.run(asyncio.wait_for(main(), 20))
    assert meter.sessions(SERVER_SESSIONS)[0]["error.type"] == "no_response"


STREAMABLE = [each for each in mb.REVISIONS if mb.revision(each).protocol.http.transport == "streamable-http"]
"""The revisions whose responses `ASGITransport` can carry, since it returns whole bodies only."""


@pytest.mark.parametrize("revision", STREAMABLE)
def test_over_http_the_transport_and_the_address_are_known(revision: str) -> None:
    client_meter, server_meter = Meter(), Meter()

    async def main() -> None:
        app = mb.Server(Secretive(), info=INFO, meter=server_meter).asgi()
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=httpx2.ASGITransport(app)))
        async with mb.connect(transport, info=INFO, revisions=[revision], meter=client_meter) as client:
            await client.call_tool("fine")

    asyncio.run(main())
    (sent,), (received,) = client_meter.of(SENT, "tools/call"), server_meter.of(RECEIVED, "tools/call")
    assert (received["network.transport"], received["network.protocol.name"]) == ("tcp", "http")
    assert sent == {**received, "server.address": "localhost", "server.port": 8000}


def test_the_duration_is_the_time_until_the_answer() -> None:
    meter, times = Meter(), iter([10.0, 12.5])
    metrics = Metrics(meter, "client", "https://example.com/mcp", clock=lambda: next(times))
    with metrics.measure_sent("ping", {}, mb.revision(HANDSHAKE[-1]), "http") as measured:
        measured.record_result({})
    ((_, amount, attributes),) = meter.records
    assert amount == 2.5
    assert attributes == {
        "mcp.method.name": "ping",
        "mcp.protocol.version": HANDSHAKE[-1],
        "network.transport": "tcp",
        "network.protocol.name": "http",
        "server.address": "example.com",
        "server.port": 443,
    }
