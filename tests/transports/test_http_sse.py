"""The stream of HTTP+SSE (2024-11-05) of one session breaks, and another session opens: neither touches the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.transports import ClientBounds, ClientConnection, HttpTransport, ResponseLostError, StreamableHttp
from tests.revisions import HANDSHAKE
from tests.transports.services import INFO, client, server_handlers, service
from tests.transports.test_reconnect import until

URL = "http://localhost/mcp"
REVISION = HANDSHAKE[0]
EVENTS = {"Content-Type": "text/event-stream"}


async def turns(count: int) -> None:
    """Let the loop turn so many times."""
    for _ in range(count):
        await asyncio.sleep(0)


class Stream(httpx2.AsyncByteStream):
    """The stream of one session, which takes its time to close.

    Args:
        number: of the session.
    """

    def __init__(self, number: int) -> None:
        self.events: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.events.put_nowait(b"event: endpoint\ndata: /messages?session=%d\n\n" % number)
        self.taking: set[asyncio.Task[None]] = set()
        session = mb.Session("server", [REVISION], info=INFO, capabilities={"tools": {}})
        self.dispatcher = mb.Dispatcher(server_handlers(REVISION), session=session)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (text := await self.events.get()) is not None:
            yield text

    async def aclose(self) -> None:
        await turns(50)

    def handle_post(self, body: bytes) -> None:
        task = asyncio.create_task(self._answer(body))
        self.taking.add(task)
        task.add_done_callback(self.taking.discard)

    async def _answer(self, body: bytes) -> None:
        reply = await self.dispatcher.dispatch(body)
        if reply is not None:
            self.events.put_nowait(b"event: message\ndata: " + reply + b"\n\n")


class OldServer(httpx2.AsyncBaseTransport):
    """A server of 2024-11-05, with a stream for each session.

    Attributes:
        streams: of each session that has not ended, by its number.
        posted: the path and the method of each message.
        fault: what breaks a message, given its method and the number of its session.
    """

    def __init__(self) -> None:
        self.streams: dict[int, Stream] = {}
        self.opened = 0
        self.posted: list[tuple[str, str]] = []
        self.fault: Callable[[str, int], int | None] = lambda method, number: None

    def end(self, number: int) -> None:
        """End a session, and its stream."""
        self.streams.pop(number).events.put_nowait(None)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method == "GET":
            await turns(100)
            self.opened += 1
            opened = self.streams[self.opened] = Stream(self.opened)
            return httpx2.Response(200, headers=EVENTS, stream=opened)
        body = await request.aread()
        method = json.loads(body).get("method", "")
        self.posted.append((request.url.path, method))
        number = int(parse_qs(request.url.query.decode()).get("session", ["0"])[0])
        status = self.fault(method, number)
        stream = self.streams.get(number)
        if stream is None or status is not None:
            return httpx2.Response(status or 404)
        stream.handle_post(body)
        return httpx2.Response(202)


def play(what: Callable[[ClientConnection, OldServer], Awaitable[None]]) -> None:
    """Connect to an old server."""

    async def main() -> None:
        server = OldServer()
        async with client(HttpTransport(URL, http=httpx2.AsyncClient(transport=server)), REVISION) as connection:
            await what(connection, server)
        assert {path for path, _ in server.posted} == {"/messages"}, "nothing is sent to the URL of the stream"

    asyncio.run(asyncio.wait_for(main(), 30))


@pytest.mark.parametrize("ends", [True, False], ids=["its stream ends", "only its endpoint is gone"])
def test_the_stream_of_an_ended_session_leaves_the_next_alone(*, ends: bool) -> None:
    """Its reader ends while the next session opens."""

    async def main(connection: ClientConnection, server: OldServer) -> None:
        for number in range(1, 6):
            if ends:
                server.end(number)
            else:
                server.streams.pop(number)
            results = await asyncio.gather(*(connection.call_tool("echo", {"n": n}) for n in range(5)))
            assert [each.content[0].text for each in results] == [str({"n": n}) for n in range(5)]
            assert server.opened == number + 1

    play(main)


@pytest.mark.parametrize("lost", ["the stream", "the endpoint"])
def test_a_session_that_is_lost_while_it_opens_is_opened_again(lost: str) -> None:
    async def main(connection: ClientConnection, server: OldServer) -> None:
        def fault(method: str, number: int) -> int | None:
            if (method, number) != ("initialize", 2):
                return None
            if lost == "the endpoint":
                return 404
            server.end(2)
            return 202

        server.fault = fault
        server.end(1)
        await connection.call_tool("echo", {})
        assert server.opened == 3
        assert [method for _, method in server.posted].count("initialize") == 3

    play(main)


def test_a_call_whose_stream_ends_may_have_run() -> None:
    async def main(connection: ClientConnection, server: OldServer) -> None:
        call = asyncio.create_task(connection.call_tool("wait", {}))
        await until(lambda: server.posted[-1][1] == "tools/call")
        server.end(1)
        with pytest.raises(ResponseLostError, match="may have run"):
            await call

    play(main)


def test_a_session_replaces_an_ended_one_without_a_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise no message of the server would arrive any more."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def recorded(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    async def main(connection: ClientConnection, server: OldServer) -> None:
        monkeypatch.setattr("mcp_bindings.transports.connection.asyncio.sleep", recorded)
        server.end(1)
        await until(lambda: connection.is_open and 2 in server.streams and server.posted[-1][1] != "initialize")
        monkeypatch.undo()
        assert max(slept) >= 1, "a server that ends each session is not kept busy"
        assert await connection.call_tool("echo", {})
        assert server.opened == 2

    play(main)


def test_a_server_without_the_stream_is_asked_once() -> None:
    class Without(OldServer):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            self.opened += 1
            return httpx2.Response(405)

    async def main() -> None:
        server: Any = Without()
        with pytest.raises(ConnectionError, match="no stream of 2024-11-05"):
            async with client(HttpTransport(URL, http=httpx2.AsyncClient(transport=server)), REVISION):
                pass
        assert server.opened == 1

    asyncio.run(asyncio.wait_for(main(), 30))


def test_a_server_that_ends_a_session_answers_what_is_left() -> None:
    """On the stream, where its client waits for every response."""

    async def main() -> None:
        application = StreamableHttp(service(), http_sse=True)
        told = bytearray()

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            told.extend(message.get("body", b""))

        scope = {"type": "http", "method": "GET", "path": "/mcp", "headers": [(b"host", b"localhost")]}
        reading = asyncio.create_task(application(scope, receive, send))
        await until(lambda: b"endpoint" in told)
        session_id = told.decode().partition("session=")[2].strip()
        opening = {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": INFO}
        messages: list[dict[str, Any]] = [
            {"id": 1, "method": "initialize", "params": opening},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": {"name": "wait", "arguments": {}}},
        ]
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(application))
        for message in messages:
            answer = await http.post(f"{URL}?session={session_id}", json={"jsonrpc": "2.0", **message})
            assert answer.status_code == 202
            await until(lambda: b"serverInfo" in told)
        await http.aclose()
        await application.sessions.remove_session(session_id)
        await reading
        last = json.loads(told.decode().strip().rpartition("data: ")[2])
        assert (last["id"], last["error"]["code"]) == (2, -32603)
        assert last["error"]["data"] == {"mayHaveRun": True}

    asyncio.run(asyncio.wait_for(main(), 30))


def test_an_event_without_data_is_no_message() -> None:
    """The client answered it with an error."""

    async def talk(connection: ClientConnection, server: OldServer) -> None:
        server.streams[1].events.put_nowait(b"retry: 1000\n\n")
        await connection.call_tool("echo", {})
        assert {method for _, method in server.posted} == {"initialize", "notifications/initialized", "tools/call"}

    play(talk)


def test_a_rejected_post_does_not_wait_for_the_stream() -> None:
    """The opening took five seconds, and a bridge kept a task for each such call."""

    async def main() -> None:
        server = OldServer()
        server.fault = lambda method, number: 400
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=server))
        with pytest.raises(mb.OpenError, match="status 400"):
            async with client(transport, REVISION, bounds=ClientBounds(probe_timeout=10_000)):
                pass

    asyncio.run(asyncio.wait_for(main(), 20))


@pytest.mark.parametrize("url", ["http://LocalHost/mcp", "http://localhost:80/mcp", "HTTP://localhost:80/mcp"])
def test_two_texts_of_one_origin_are_one_origin(url: str) -> None:
    class Absolute(OldServer):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            response = await super().handle_async_request(request)
            if request.method == "GET":
                events = self.streams[self.opened].events
                text = events.get_nowait()
                assert text is not None
                events.put_nowait(text.replace(b"/messages", b"http://localhost/messages"))
            return response

    async def main() -> None:
        async with client(HttpTransport(url, http=httpx2.AsyncClient(transport=Absolute())), REVISION) as connection:
            assert await connection.call_tool("echo", {})

    asyncio.run(asyncio.wait_for(main(), 20))
