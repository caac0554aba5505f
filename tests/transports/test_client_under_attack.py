"""What one server may do to a client: floods of requests, replies that nobody reads, junk in place of an answer."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from typing import Any, Literal

import pytest

import mcp_bindings as mb
from mcp_bindings.renames import list_names
from mcp_bindings.spec.names import DISCOVER
from mcp_bindings.transports import BridgeConnection, ClientBounds, ClientConnection, ClientTransport, open_connection
from mcp_bindings.transports.client_transport import MessageReceiver
from tests.documents import initialize_result
from tests.revisions import HANDSHAKE
from tests.transports.services import INFO, client, client_handlers
from tests.transports.test_streams import message

VERSION = HANDSHAKE[-1]
PING = {"jsonrpc": "2.0", "method": "ping"}
FLOOD = 6_000


async def turns(count: int) -> None:
    """Let the event loop turn, in much less time than any time-out here takes."""
    for _ in range(count):
        await asyncio.sleep(0)


class Hostile:
    """A server as the transport of a client: it says what it is told to, and reads nothing after the opening."""

    version = VERSION
    kind: Literal["stdio"] = "stdio"
    is_authorizing: Literal[False] = False

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.delivered: int = 0

    async def start(self, connection: MessageReceiver) -> None:
        self.connection = connection

    async def send(self, data: bytes) -> None:
        sent = json.loads(data)
        self.received.append(sent)
        if sent.get("method") in list_names(DISCOVER):
            error = {"code": -32601, "message": "x"}
            await self.connection.receive(json.dumps({"jsonrpc": "2.0", "id": sent["id"], "error": error}).encode())
        elif sent.get("method") == "initialize":
            result = initialize_result(self.version, {})
            await self.connection.receive(json.dumps({"jsonrpc": "2.0", "id": sent["id"], "result": result}).encode())
        elif "method" not in sent:
            await asyncio.Event().wait()

    async def open_http_sse(self) -> None: ...

    def explain_failure(self, reason: str) -> mb.OpenError:
        return mb.OpenError(reason)

    async def listen(self) -> None: ...

    async def end(self) -> None: ...

    async def flood(self) -> None:
        """Send pings, each as soon as the client has taken the one before."""
        for id_ in range(FLOOD):
            await self.connection.receive(json.dumps({**PING, "id": id_}).encode())
            self.delivered += 1


def opening(transport: ClientTransport, **bounds: Any) -> ClientConnection[Any]:
    return ClientConnection(transport, client_handlers, info=INFO, revisions=[VERSION], bounds=ClientBounds(**bounds))


def test_a_client_reads_no_more_while_its_replies_are_unread() -> None:
    """Each ping beyond those that may wait started a task: 116,299 of them, until the memory ended."""

    async def main() -> None:
        server = Hostile()
        async with client(server, VERSION, bounds=ClientBounds(max_concurrent=3, call_timeout=60)) as connection:
            flooding = asyncio.create_task(server.flood())
            await turns(FLOOD)
            assert 33 < server.delivered < FLOOD, "some replies may wait, and not all of them"
            assert len(asyncio.all_tasks()) < 3 + 10
            assert not connection.ended.is_set()
            flooding.cancel()

    asyncio.run(main())


def test_a_server_that_reads_no_replies_loses_its_connection() -> None:
    async def main() -> None:
        server = Hostile()
        async with client(server, VERSION, bounds=ClientBounds(max_concurrent=3, call_timeout=0.05)) as connection:
            with pytest.raises(ConnectionError, match="does not read the replies"):
                await server.flood()
            assert connection.ended.is_set()
            with pytest.raises(ConnectionError):
                await connection.call("ping")

    asyncio.run(main())


@pytest.mark.parametrize("junk", [b"{", b"{}", json.dumps({**PING, "id": 1}).encode(), message("unknown")])
def test_junk_before_the_initialize_result_blocks_no_loop(junk: bytes) -> None:
    """A time-out of 8 s ended after 24 s: the loop that read never let the timer fire."""

    class Junk(Hostile):
        async def send(self, data: bytes) -> None:
            while json.loads(data).get("method") == "initialize":
                self.delivered += 1
                await self.connection.receive(junk)

    async def main() -> None:
        server: Hostile = Junk()
        open_ = asyncio.create_task(_open(server))
        turns = list[int]()
        for _ in range(20):
            await asyncio.sleep(0)
            turns.append(server.delivered)
        assert max(after - before for before, after in pairwise(turns)) <= 16
        open_.cancel()
        await asyncio.wait({open_})

    asyncio.run(main())


async def _open(server: Hostile) -> None:
    connection = opening(server)
    try:
        await connection.open()
    finally:
        await connection.close()


def test_a_bridge_stops_reading_a_server_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bridge refuses what is too much by itself, so its errors piled up on the way back."""
    monkeypatch.setattr("mcp_bindings.transports.bridging.connection._MAX_WAITING", 100_000)

    async def main() -> None:
        server = Hostile()
        bounds = ClientBounds(call_timeout=0.5)
        connection = BridgeConnection(mb.Bridge(client_transport="stdio"), server, bounds)
        params = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": INFO}
        await connection.from_client(message("initialize", 1, **params))
        await turns(100)
        assert connection.is_open
        await connection.from_client(message("notifications/initialized"))
        flooding = asyncio.create_task(server.flood())
        await turns(FLOOD // 16)
        assert 10 < server.delivered < FLOOD // 2, "a thousand were passed on to the client"
        await flooding
        assert connection.is_closed

    asyncio.run(main())


def test_errors_without_an_id_are_bounded() -> None:
    class Errors(Hostile):
        async def send(self, data: bytes) -> None:
            error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "x"}}
            for _ in range(100):
                await self.connection.receive(json.dumps(error).encode())

    async def main() -> None:
        server = Errors()
        with pytest.raises(ConnectionError, match="x"):
            await _open(server)
        session: Any = server.connection
        assert 0 < session._outcomes.qsize() <= 16

    asyncio.run(main())


class Waiting:
    """Makes handlers that list no roots until they are cancelled."""

    def __init__(self) -> None:
        self.begun = self.cancelled = 0

    def __call__(self, version: str) -> Any:
        made: Any = client_handlers(version)
        made.list_roots = self._wait
        return made

    async def _wait(self, params: Any, context: mb.Context) -> Any:
        self.begun += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled += 1


class Listed(Hostile):
    """Reads what the client sends."""

    async def send(self, data: bytes) -> None:
        if "method" in (sent := json.loads(data)):
            await super().send(data)
        else:
            self.received.append(sent)


def test_a_cancellation_needs_no_free_task() -> None:
    """It waited for the end of the handlers that it was to cancel."""
    waiting = Waiting()

    async def main() -> None:
        server, bounds = Listed(), ClientBounds(max_concurrent=1)
        options: Any = {"info": INFO, "revisions": [VERSION], "bounds": bounds, "capabilities": {"roots": {}}}
        async with open_connection(server, waiting, **options):
            for id_ in (1, 2):
                await server.connection.receive(message("roots/list", id_))
            await turns(10)
            assert (waiting.begun, waiting.cancelled) == (1, 0)
            await server.connection.receive(message("notifications/cancelled", requestId=1))
            await turns(20)
            assert (waiting.begun, waiting.cancelled) == (2, 1)

    asyncio.run(main())


def test_a_cancellation_that_waits_interrupts_no_cleanup() -> None:
    """The handler was cancelled at once, and again when the message got a task."""
    ends = list[str]()

    async def ask_for_ever(params: Any, context: mb.Context) -> Any:
        try:
            await asyncio.Event().wait()
        finally:
            try:
                await turns(30)
                ends.append("cleaned up")
            except asyncio.CancelledError:
                ends.append("interrupted")
                raise

    async def answer(params: Any, context: mb.Context) -> Any:
        await turns(5)
        return {"roots": []}

    handlers = iter((ask_for_ever, answer))

    async def list_roots(params: Any, context: mb.Context) -> Any:
        return await next(handlers)(params, context)

    def make_handlers(version: str) -> Any:
        made: Any = client_handlers(version)
        made.list_roots = list_roots
        return made

    async def main() -> None:
        server, bounds = Listed(), ClientBounds(max_concurrent=2)
        options: Any = {"info": INFO, "revisions": [VERSION], "bounds": bounds, "capabilities": {"roots": {}}}
        async with open_connection(server, make_handlers, **options):
            for id_ in (1, 2):
                await server.connection.receive(message("roots/list", id_))
            await turns(2)
            await server.connection.receive(message("notifications/cancelled", requestId=1))
            await turns(60)
            assert ends == ["cleaned up"]

    asyncio.run(main())


def test_a_batch_that_is_dropped_is_answered() -> None:
    """Its requests and its responses were lost without an error, and so was a request that is not valid."""

    class Batching(Listed):
        version = next(each for each in HANDSHAKE if mb.revision(each).protocol.batching.send == "may")

    async def main() -> None:
        server, bounds = Batching(), ClientBounds(max_concurrent=1)
        options: Any = {"info": INFO, "revisions": [server.version], "bounds": bounds, "capabilities": {"roots": {}}}
        async with open_connection(server, Waiting(), **options) as connection:
            for id_ in range(11):
                await server.connection.receive(message("roots/list", id_))
            await turns(10)
            calling = asyncio.create_task(connection.call("ping"))
            await turns(10)
            response: dict[str, Any] = {"jsonrpc": "2.0", "id": server.received[-1]["id"], "result": {}}
            batch: list[Any] = [{**PING, "id": 20}, response, {**PING, "id": 21, "params": 5}]
            server.received.clear()
            await server.connection.receive(json.dumps(batch).encode())
            await server.connection.receive(json.dumps({**PING, "id": 22, "params": 5}).encode())
            await calling
            await turns(10)
            refused, invalid = server.received
            assert [(each["id"], "error" in each) for each in refused] == [(20, True), (21, True)]
            assert (invalid["id"], "error" in invalid) == (22, True)
            server.received.clear()
            cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 30}}
            await server.connection.receive(json.dumps([{**PING, "id": 30}, cancelled]).encode())
            await turns(10)
            assert server.received == [], "a request that is cancelled gets no answer"

    asyncio.run(asyncio.wait_for(main(), 10))


def test_a_listener_that_raises_does_not_end_the_reading(caplog: pytest.LogCaptureFixture) -> None:
    def fail(notification: Any) -> None:
        raise ValueError(notification.method)

    async def main() -> None:
        server = Listed()
        async with client(server, VERSION) as connection:
            connection.listeners[fail] = None
            await server.connection.receive(message("notifications/tools/list_changed"))

    asyncio.run(main())
    assert "a listener of notifications has failed" in caplog.text


def test_a_bridge_ends_when_its_transport_cannot_start() -> None:
    """An exception other than an OSError was lost, and the client waited without end."""

    class Failing(Hostile):
        async def start(self, connection: MessageReceiver) -> None:
            raise ValueError("a mistake of the program")

    async def main() -> None:
        connection = BridgeConnection(mb.Bridge(client_transport="stdio"), Failing())
        params = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": INFO}
        await connection.from_client(message("initialize", 1, **params))
        await turns(20)
        assert connection.is_closed
        await connection.close()

    asyncio.run(main())
