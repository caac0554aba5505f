"""What happens to requests when a server ends sessions, and when connections break: none runs twice unless it may."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.transports import (
    ClientBounds,
    ClientConnection,
    HttpTransport,
    MemoryTransport,
    ResponseLostError,
    Service,
    StdioProcess,
    StreamableHttp,
)
from tests.documents import filled, initialize_result
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of
from tests.transports.services import INFO, SCHEMA, client, server_handlers

URL = "http://localhost/mcp"
WITH_SESSIONS = [each for each in HANDSHAKE if mb.revision(each).protocol.http.sessions == "optional"]
HINTS: dict[str, dict[str, bool]] = {
    "plain": {},
    "reads": {"readOnlyHint": True},
    "repeats": {"idempotentHint": True, "readOnlyHint": False},
    "destroys": {"destructiveHint": True, "idempotentHint": False},
}
MAY_RUN_TWICE = {"reads", "repeats"}
RESPONDS = ("json", "json alone", "stream")


class Counting:
    """Servers whose tools count how often they ran; each server has sessions of its own.

    Attributes:
        release: what the tools wait for.
        error: what they raise.
    """

    def __init__(self, **options: Any) -> None:
        self.ran: Counter[str] = Counter()
        self.release = asyncio.Event()
        self.release.set()
        self.error: Exception | None = None
        self._options = options
        self.restart()

    def restart(self) -> None:
        """Replace the server by another one, which knows none of the sessions."""
        self.application = StreamableHttp(Service(self.handlers, info=INFO), **self._options)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.application(scope, receive, send)

    def handlers(self, version: str) -> Handlers:
        made: Any = server_handlers(version)

        def result(definition: str, **members: Any) -> Any:
            return mb.revision(version).codec(definition).decode_value(filled(version, definition, members))

        def list_tools(params: Any, context: mb.Context) -> Any:
            tools = [{"name": each, "inputSchema": SCHEMA, "annotations": hints} for each, hints in HINTS.items()]
            return result("ListToolsResult", tools=tools)

        async def call_tool(params: Any, context: mb.Context) -> Any:
            await context.progress(1)  # if it is asked for, the response becomes a stream
            self.ran[params.arguments.get("n", params.name)] += 1
            if self.error is not None:
                raise self.error
            await self.release.wait()
            return result("CallToolResult", content=[])

        made.list_tools, made.call_tool = list_tools, call_tool
        handlers: Handlers = made
        return handlers


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop turn until something is true."""
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it does not become true")


class Network(httpx2.AsyncBaseTransport):
    """Carries requests to a server in this process, and notes their methods; `fault` may break one.

    Args:
        application: the server.
    """

    def __init__(self, application: Any) -> None:
        self._inner = httpx2.ASGITransport(application)
        self.sent: list[str] = []
        self.fault: Callable[[str], Exception | int | None] = lambda method: None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method != "POST":
            return httpx2.Response(405)
        method = json.loads(await request.aread()).get("method", "")
        self.sent.append(method)
        response = await self._inner.handle_async_request(request)
        fault = self.fault(method)
        if isinstance(fault, Exception):
            raise fault
        return response if fault is None else httpx2.Response(fault, content=once(b""))


async def once(body: bytes) -> AsyncIterator[bytes]:
    """A body that arrives as from a network."""
    yield body


class Once:
    """Breaks the next request with a method, as many times as told."""

    def __init__(self, method: str, fault: Exception | int, times: int = 1) -> None:
        self._method, self._fault, self.times = method, fault, times

    def __call__(self, method: str) -> Exception | int | None:
        if method != self._method or not self.times:
            return None
        self.times -= 1
        return self._fault


def play(
    what: Callable[[ClientConnection, Counting, Network], Awaitable[None]],
    *revisions: str,
    bounds: ClientBounds | None = None,
    **options: Any,
) -> None:
    """Connect to a counting server over a network."""

    async def main() -> None:
        server = Counting(**options)
        network = Network(server)
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=network))
        async with client(transport, *revisions, bounds=bounds or ClientBounds()) as connection:
            await what(connection, server, network)
        await server.application.sessions.close()

    asyncio.run(asyncio.wait_for(main(), 30))


# Sessions that have ended


@pytest.mark.parametrize("revision", WITH_SESSIONS)
def test_parallel_calls_share_one_reopening(revision: str) -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        for restart in range(20):
            server.restart()
            before = network.sent.count("initialize")
            calls = [connection.call_tool("plain", {"n": f"{restart} {n}"}) for n in range(5)]
            await asyncio.gather(*calls)
            assert network.sent.count("initialize") == before + 1
        assert sum(server.ran.values()) == len(server.ran) == 100

    play(main, revision)


def test_a_call_of_the_old_session_keeps_its_answer() -> None:
    """Its id is in use in the new session, too."""

    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        server.release.clear()
        first = asyncio.create_task(connection.call_tool("plain", {"n": "first"}))
        await until(lambda: bool(server.ran))
        server.restart()
        others = [asyncio.create_task(connection.call_tool("plain", {"n": n})) for n in ("second", "third")]
        await until(lambda: len(server.ran) == 3)
        server.release.set()
        await asyncio.gather(first, *others)
        assert server.ran == {"first": 1, "second": 1, "third": 1}

    play(main, WITH_SESSIONS[-1])


def test_a_session_opened_by_a_cancelled_call_serves_others() -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        server.restart()
        first, second = (asyncio.create_task(connection.call_tool("plain", {"n": n})) for n in ("first", "second"))
        await until(lambda: network.sent.count("initialize") == 2)
        first.cancel()
        await second
        assert server.ran["second"] == 1

    play(main, WITH_SESSIONS[-1])


def test_a_server_that_ends_every_session_is_given_up() -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        network.fault = Once("tools/list", 404, times=99)
        with pytest.raises(ConnectionError, match="ends each session before it handles a request"):
            await connection.list_tools()
        assert network.sent.count("tools/list") == 4
        network.fault = lambda method: None
        assert await connection.list_tools()

    play(main, WITH_SESSIONS[-1])


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        ("initialize", httpx2.ReadError("reset")),
        ("notifications/initialized", httpx2.ReadError("reset")),
        ("notifications/initialized", 404),
    ],
    ids=["initialize broken", "initialized broken", "initialized 404"],
)
def test_a_session_is_opened_again_if_its_opening_is_lost(method: str, fault: Any) -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        server.restart()
        network.fault = Once(method, fault)
        await connection.call_tool("plain", {})
        assert server.ran == {"plain": 1}

    play(main, WITH_SESSIONS[-1])


def test_no_answer_to_initialized_is_a_connection_error() -> None:
    class Silent(Network):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            if b"notifications/initialized" in await request.aread():
                await asyncio.Event().wait()
            return await super().handle_async_request(request)

    async def main() -> None:
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=Silent(Counting())))
        with pytest.raises(ConnectionError, match="does not respond to notifications/initialized"):
            async with client(transport, WITH_SESSIONS[-1], bounds=ClientBounds(call_timeout=0.05)):
                pass

    asyncio.run(asyncio.wait_for(main(), 30))


def test_a_server_cannot_make_the_client_reconnect_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `retry: 0` and a new id in each stream, the client sent 500 GETs a second."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def recorded(seconds: float) -> None:
        slept.append(seconds)
        await (asyncio.Event().wait() if len(slept) == 10 else sleep(0))

    class Impatient(Network):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            if request.method != "GET":
                return await super().handle_async_request(request)
            event = b"id: %d\nretry: 0\ndata: \n\n" % len(slept)
            return httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, content=once(event))

    async def main() -> None:
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=Impatient(Counting())))
        async with client(transport, WITH_SESSIONS[-1]):
            monkeypatch.setattr("mcp_bindings.transports.http_client.asyncio.sleep", recorded)
            while len(slept) < 10:
                await sleep(0)
            monkeypatch.undo()

    asyncio.run(asyncio.wait_for(main(), 30))
    assert min(slept[1:]) >= 1


# The server never says 404 once a handler has begun


@pytest.mark.parametrize("tool", HINTS)
@pytest.mark.parametrize("responds", RESPONDS)
def test_a_session_that_ends_under_a_call_is_no_404(responds: str, tool: str) -> None:
    """Its error says that the call may have run; a tool that may run twice is called again."""

    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        await connection.list_tools()
        server.release.clear()
        called: dict[str, Any] = {"name": tool, "arguments": {}}
        on_progress = print if responds == "stream" else None
        call = asyncio.create_task(connection.request("tools/call", called, on_progress=on_progress))
        await until(lambda: bool(server.ran))
        server.release.set()
        await server.application.sessions.remove_session(str(connection.session.session_id))
        if tool in MAY_RUN_TWICE:
            await call
            assert server.ran == {tool: 2}
            return
        with pytest.raises(ResponseLostError, match=r"tools/call: .*, so it may have run") as raised:
            await call
        assert (raised.value.method, raised.value.name) == ("tools/call", tool)
        error = raised.value.__cause__
        assert isinstance(error, mb.ProtocolError)
        assert (error.code, error.data) == (-32603, {"mayHaveRun": True})
        assert "it may have run" in error.message
        assert server.ran == {tool: 1}
        await connection.call_tool(tool, {})
        assert server.ran == {tool: 2}

    play(main, WITH_SESSIONS[-1], json_responses=responds == "json alone")


def test_another_internal_error_is_no_reason_to_call_again() -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        await connection.list_tools()
        server.error = mb.ProtocolError(-32603, "Internal error: so it may have run")
        with pytest.raises(mb.ProtocolError, match="Internal error"):
            await connection.call_tool("reads", {})
        assert server.ran == {"reads": 1}

    play(main, WITH_SESSIONS[-1])


def test_a_request_that_the_client_cancels_is_no_404() -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        server.release.clear()
        with pytest.raises(TimeoutError):
            await connection.call("call_tool", "plain", arguments={}, timeout=0.05)
        server.release.set()
        await connection.call_tool("plain", {})
        assert network.sent.count("initialize") == 1
        assert server.ran == {"plain": 2}

    play(main, WITH_SESSIONS[-1], json_responses=True)


# Connections that break


BREAKS: list[Any] = [httpx2.ReadError("reset"), httpx2.RemoteProtocolError("cut"), 502]


@pytest.mark.parametrize("fault", BREAKS, ids=["reset", "cut", "502"])
@pytest.mark.parametrize("tool", HINTS)
@pytest.mark.parametrize("revision", [HANDSHAKE[-1], PER_REQUEST[-1]])
def test_a_call_is_sent_again_only_if_its_tool_says_so(revision: str, tool: str, fault: Any) -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        method = method_of("tools/call", revision)
        network.fault = Once(method, fault)
        with pytest.raises(ResponseLostError, match=rf"{method}: .*, so it may have run") as unseen:
            await connection.call_tool(tool, {})
        assert (unseen.value.method, unseen.value.name) == (method, tool)
        assert server.ran == {tool: 1}, "the client has not seen the hints"
        await connection.list_tools()
        network.fault = Once(method, fault)
        if tool in MAY_RUN_TWICE:
            await connection.call_tool(tool, {})
            assert server.ran == {tool: 3}
        else:
            with pytest.raises(ResponseLostError):
                await connection.call_tool(tool, {})
            assert server.ran == {tool: 2}

    play(main, revision)


def test_tools_with_hints_are_listed_where_the_revision_has_none() -> None:
    """In 2024-11-05 `annotations` is an unknown member, which may be any value."""

    async def main() -> None:
        async with client(MemoryTransport(Service(Counting().handlers, info=INFO)), HANDSHAKE[0]) as connection:
            assert [tool.name for tool in await connection.list_tools()] == list(HINTS)

    asyncio.run(asyncio.wait_for(main(), 30))


@pytest.mark.parametrize("fault", BREAKS, ids=["reset", "cut", "502"])
@pytest.mark.parametrize("revision", [HANDSHAKE[-1], PER_REQUEST[-1]])
def test_other_requests_are_sent_again_once(revision: str, fault: Any) -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        network.fault = Once("tools/list", fault)
        assert await connection.list_tools()
        assert (await connection.request("tools/list")).tools
        network.fault = Once("tools/list", fault, times=2)
        with pytest.raises(ResponseLostError):
            await connection.list_tools()

    play(main, revision)


def test_a_request_that_never_left_is_not_said_to_have_run() -> None:
    async def main(connection: ClientConnection, server: Counting, network: Network) -> None:
        network.fault = Once("tools/list", httpx2.ConnectError("refused"))
        with pytest.raises(ConnectionError, match="refused") as raised:
            await connection.list_tools()
        assert not isinstance(raised.value, ResponseLostError)
        faults = iter([httpx2.ReadError("reset"), httpx2.ConnectError("refused")])
        network.fault = lambda method: next(faults, None)
        with pytest.raises(ResponseLostError, match=r"reset, and then .*refused, so it may have run"):
            await connection.list_tools()
        await connection.list_tools()
        faults = iter([httpx2.ReadError("reset"), httpx2.ConnectError("refused")])
        network.fault = lambda method: next(faults, None)
        with pytest.raises(ResponseLostError, match="so it may have run") as lost:
            await connection.call_tool("repeats", {})
        assert (lost.value.method, lost.value.name) == ("tools/call", "repeats")

    play(main, HANDSHAKE[-1])


# Standard streams


def test_a_command_that_died_is_not_asked_again() -> None:
    """It ends at the second request of each process, and writes down each message."""
    opened = initialize_result(HANDSHAKE[-1], {"tools": {}})
    lines = (
        "import sys, json",
        "for line in sys.stdin:",
        "    message = json.loads(line)",
        "    print(message['method'], file=sys.stderr, flush=True)",
        "    if message['method'] == 'tools/list': sys.exit(3)",
        f"    if 'id' in message: print(json.dumps({{'jsonrpc': '2.0', 'id': message['id'], 'result': {opened}}}))",
        "    sys.stdout.flush()",
    )
    told: list[str] = []

    async def main() -> None:
        process = StdioProcess([sys.executable, "-c", "\n".join(lines)], on_error_line=told.append)
        async with client(process, HANDSHAKE[-1]) as connection:
            with pytest.raises(ResponseLostError, match=r"exit code 3.*may have run"):
                await connection.list_tools()
            with pytest.raises(ConnectionError, match="exit code 3") as raised:
                await connection.list_tools()
            assert not isinstance(raised.value, ResponseLostError), "it was not sent"

    asyncio.run(asyncio.wait_for(main(), 30))
    assert told == ["initialize", "notifications/initialized", "tools/list"]
