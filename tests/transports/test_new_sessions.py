"""What a client does when its server has ended a session: the new one has what was asked for in the old one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.transports import ClientConnection, HttpTransport, ResponseLostError
from tests.transports import test_pings_over_http
from tests.transports.services import INFO, client, client_handlers
from tests.transports.test_reconnect import URL, WITH_SESSIONS, Counting, Network, Once, once, until

LOGS_AND_RESOURCES = {"logging": {}, "resources": {"subscribe": True}}


class Notes(mcp.ServerHandlers):
    """A server with two notes."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": []}

    def list_resources(self, params: Any, context: mb.Context) -> Any:
        return {"resources": [{"uri": f"note:///{each}", "name": each} for each in ("a", "b")]}


class Restarted:
    """A server that loses its sessions at `restart`, and may have other capabilities then."""

    def __init__(self) -> None:
        self.restart(LOGS_AND_RESOURCES)

    def restart(self, capabilities: Any) -> None:
        self.application = mb.Server(Notes(), info=INFO, capabilities=capabilities).asgi()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.application(scope, receive, send)


class Noting(Network):
    """A network that notes the messages, each as its method and the first of its params."""

    def __init__(self, application: Any) -> None:
        super().__init__(application)
        self.said: list[tuple[str, Any]] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method == "POST":
            message = json.loads(await request.aread())
            params = message.get("params", {})
            self.said.append((message["method"], params.get("level") or params.get("uri")))
        return await super().handle_async_request(request)


def play(what: Callable[[mcp.Client, Restarted, Noting], Awaitable[None]], revision: str) -> None:
    """Connect to a server with notes, and ask for its warnings."""

    async def main() -> None:
        server = Restarted()
        network = Noting(server)
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=network))
        own = mcp.ClientHandlers()
        async with mb.connect(transport, own, info=INFO, revisions=[revision], log_level="warning") as connected:
            await what(connected, server, network)

    asyncio.run(asyncio.wait_for(main(), 30))


def listen(connected: mcp.Client, *uris: str) -> asyncio.Task[Any]:
    wanted = mcp.SubscriptionFilter(resource_subscriptions=list(uris))
    return asyncio.create_task(connected.subscriptions_listen(wanted))


@pytest.mark.parametrize("revision", WITH_SESSIONS)
def test_a_new_session_keeps_log_level_and_subscriptions(revision: str) -> None:
    async def main(connected: mcp.Client, server: Restarted, network: Noting) -> None:
        listen(connected, "note:///a")
        ended = listen(connected, "note:///b")
        await until(lambda: [method for method, _ in network.said].count("resources/subscribe") == 2)
        ended.cancel()
        await asyncio.gather(ended, return_exceptions=True)
        for _ in range(3):
            server.restart(LOGS_AND_RESOURCES)
            network.said.clear()
            assert await connected.list_tools()
            assert network.said == [
                ("tools/list", None),
                ("initialize", None),
                ("notifications/initialized", None),
                ("logging/setLevel", "warning"),
                ("resources/subscribe", "note:///a"),
                ("tools/list", None),
            ]

    play(main, revision)


def test_a_server_that_has_changed_may_refuse_what_was_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    async def main(connected: mcp.Client, server: Restarted, network: Noting) -> None:
        listen(connected, "note:///a")
        await until(lambda: ("resources/subscribe", "note:///a") in network.said)
        server.restart({"logging": {}})
        network.said.clear()
        assert await connected.list_tools()
        assert network.said[-2:] == [("logging/setLevel", "warning"), ("tools/list", None)]
        assert "resources/subscribe failed in the new session" in caplog.text

    play(main, WITH_SESSIONS[-1])


@pytest.mark.parametrize(
    ("fault", "times", "tries"),
    [
        (httpx2.ReadError("reset"), 1, 2),
        (502, 1, 2),
        (502, 99, 2),
        (403, 99, 1),
        (httpx2.ConnectError("refused"), 1, 1),
    ],
)
def test_a_new_session_opens_though_a_request_is_not_repeated(fault: Any, times: int, tries: int) -> None:
    async def main(connected: mcp.Client, server: Restarted, network: Noting) -> None:
        server.restart(LOGS_AND_RESOURCES)
        network.fault = Once("logging/setLevel", fault, times)
        network.said.clear()
        assert await connected.list_tools()
        assert [method for method, _ in network.said].count("logging/setLevel") == tries
        assert [method for method, _ in network.said].count("initialize") == 1

    play(main, WITH_SESSIONS[-1])


def test_a_session_that_ends_while_it_is_restored_is_replaced() -> None:
    async def main(connected: mcp.Client, server: Restarted, network: Noting) -> None:
        server.restart(LOGS_AND_RESOURCES)
        network.fault = Once("logging/setLevel", 404)
        network.said.clear()
        assert await connected.list_tools()
        assert [method for method, _ in network.said].count("initialize") == 2
        assert network.said[-2:] == [("logging/setLevel", "warning"), ("tools/list", None)]

    play(main, WITH_SESSIONS[-1])


@pytest.mark.parametrize("revision", WITH_SESSIONS)
def test_the_question_of_an_ended_session_is_closed(revision: str) -> None:
    """Its handler ran on, though nobody could get the answer."""
    toolbox = mb.Toolbox()

    @toolbox.tool
    async def ask(context: mb.Context) -> str:
        return str(await context.sample("Who?", 10))

    async def main() -> None:
        started, ended = asyncio.Event(), asyncio.Event()

        class Thinking(mcp.ClientHandlers):
            async def create_message(self, params: Any, context: mb.Context) -> Any:
                started.set()
                try:
                    await asyncio.sleep(600)
                finally:
                    ended.set()

        server = Restarted()
        server.application = mb.Server(toolbox, info=INFO).asgi()
        async with (
            test_pings_over_http.listening(server) as url,
            mb.connect(url, Thinking(), info=INFO, revisions=[revision]) as connected,
        ):
            asking = asyncio.create_task(connected.call_tool("ask"))
            await started.wait()
            server.restart(LOGS_AND_RESOURCES)
            await connected.list_tools()
            await ended.wait()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    asyncio.run(asyncio.wait_for(main(), 20))


def test_a_notification_goes_to_a_new_session() -> None:
    async def main() -> None:
        server = Counting()
        network = Network(server)
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=network))
        capabilities = {"roots": {"listChanged": True}}
        async with client(transport, WITH_SESSIONS[-1], capabilities=capabilities) as connection:
            server.restart()
            await connection.notify("notifications/roots/list_changed")
            assert network.sent[-4:] == [
                "notifications/roots/list_changed",
                "initialize",
                "notifications/initialized",
                "notifications/roots/list_changed",
            ]

    asyncio.run(asyncio.wait_for(main(), 30))


# The stream for messages that no request asks for


class Listening(Network):
    """A network whose GETs are streams of the session that they name, which `cut` breaks.

    Args:
        server: knows the sessions.

    Attributes:
        gets: the status of each GET.
    """

    def __init__(self, server: Counting) -> None:
        super().__init__(server)
        self.cut = asyncio.Event()
        self.gets: list[int] = []
        self._server = server

    def knows(self, session_id: str) -> bool:
        """Whether a GET in a session gets a stream."""
        return session_id in self._server.application.sessions

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method != "GET":
            return await super().handle_async_request(request)
        self.gets.append(200 if self.knows(request.headers["Mcp-Session-Id"]) else 404)
        if self.gets[-1] == 404:
            return httpx2.Response(404)
        return httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, content=self._events())

    async def _events(self) -> AsyncIterator[bytes]:
        yield b": nothing\n\n"
        await self.cut.wait()
        self.cut.clear()


def listening(
    what: Callable[[ClientConnection, Counting, Listening], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    network_class: type[Listening] = Listening,
    slept: list[float] | None = None,
) -> None:
    """Connect to a server with the stream; pauses take one turn of the loop.

    Args:
        what: to do with the connection.
        monkeypatch: changes `asyncio.sleep`.
        network_class: makes the network.
        slept: takes the seconds of each pause.
    """
    sleep = asyncio.sleep

    async def briefly(seconds: float) -> None:
        if slept is not None:
            slept.append(seconds)
        await sleep(0)

    async def main() -> None:
        server = Counting()
        network = network_class(server)
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=network))
        async with client(transport, WITH_SESSIONS[-1]) as connection:
            await until(lambda: bool(network.gets))
            monkeypatch.setattr(asyncio, "sleep", briefly)
            await what(connection, server, network)
            monkeypatch.undo()

    asyncio.run(asyncio.wait_for(main(), 30))


def test_a_404_to_a_get_opens_a_new_session(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(connection: ClientConnection, server: Counting, network: Listening) -> None:
        before = connection.session.session_id
        server.restart()
        network.cut.set()
        await until(lambda: network.gets == [200, 404, 200])
        await until(lambda: connection.session.session_id not in (None, before))
        assert network.sent.count("initialize") == 2
        assert "tools/list" not in network.sent

    listening(main, monkeypatch)


def test_a_stream_is_looked_for_while_a_server_is_deployed(monkeypatch: pytest.MonkeyPatch) -> None:
    """For half a minute, after which requests find out what has become of the session."""

    class Deployed(Listening):
        def knows(self, session_id: str) -> bool:
            if self.gets:
                self.gets.append(0)
                raise httpx2.ConnectError("refused")
            return True

    async def main(connection: ClientConnection, server: Counting, network: Listening) -> None:
        network.cut.set()
        await until(lambda: len(network.gets) == 5)  # the first one had a stream
        assert [each for each in slept if each] == [2, 4, 8, 16]

    slept: list[float] = []
    listening(main, monkeypatch, Deployed, slept)


def test_a_404_to_the_first_get_of_a_session_means_no_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a client would open sessions without end, and reach no server that has no GET."""

    class WithoutGet(Listening):
        def knows(self, session_id: str) -> bool:
            return False

    async def main(connection: ClientConnection, server: Counting, network: Listening) -> None:
        for _ in range(3):
            assert await connection.list_tools()
        assert network.sent.count("initialize") == 1
        assert network.gets == [404]

    listening(main, monkeypatch, WithoutGet)


def test_a_call_whose_stream_cannot_be_resumed_may_have_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The session is over then, so that what follows is sent in the next one at once."""

    class Cut(Listening):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            if request.method == "POST" and b"tools/call" in await request.aread():
                events = {"Content-Type": "text/event-stream"}
                return httpx2.Response(200, headers=events, content=once(b"id: 1\ndata: \n\n"))
            return await super().handle_async_request(request)

    async def main(connection: ClientConnection, server: Counting, network: Listening) -> None:
        server.restart()
        with pytest.raises(ResponseLostError, match=r"tools/call: .* may have run"):
            await connection.call_tool("plain", {})
        assert network.gets[:2] == [200, 404]
        network.sent.clear()
        assert await connection.list_tools()
        assert network.sent == ["initialize", "notifications/initialized", "tools/list"]

    listening(main, monkeypatch, Cut)


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_temporary_status_does_not_end_a_stream(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy sends one while a server is deployed. Then no message of the server arrived any more."""

    class Deployed(Listening):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            if request.method == "GET" and len(self.gets) == 1:
                self.gets.append(status)
                return httpx2.Response(status)
            return await super().handle_async_request(request)

    async def main(connection: ClientConnection, server: Counting, network: Listening) -> None:
        network.cut.set()
        await until(lambda: network.gets == [200, status, 200])

    listening(main, monkeypatch, Deployed)


def test_a_stream_that_was_open_for_long_counts_as_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy may close a quiet stream after a minute, each time."""
    monkeypatch.setattr("mcp_bindings.transports.http_client._STEADY_SECONDS", 0.0)

    async def main(connection: ClientConnection, server: Counting, network: Listening) -> None:
        def has_listened_again() -> bool:
            return len(network.gets) > before

        for _ in range(7):
            before = len(network.gets)
            network.cut.set()
            await until(has_listened_again)

    listening(main, monkeypatch)


def test_a_new_session_may_have_tools_with_other_results() -> None:
    """A server with another output schema was deployed, and the client refused its results by the schema of before."""

    class Typed(mcp.ServerHandlers):
        value: Any = 1

        def list_tools(self, params: Any, context: mb.Context) -> Any:
            schema = {"type": "object", "properties": {"value": {"const": self.value}}}
            return {"tools": [{"name": "typed", "inputSchema": {"type": "object"}, "outputSchema": schema}]}

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            return {"content": [], "structuredContent": {"value": self.value}}

    async def main() -> None:
        handlers, server = Typed(), Restarted()
        server.application = mb.Server(handlers, info=INFO).asgi()
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=Network(server)))
        async with mb.connect(transport, info=INFO, revisions=[WITH_SESSIONS[-1]]) as connected:
            await connected.list_tools()
            await connected.call_tool("typed")
            handlers.value = "text"
            server.application = mb.Server(handlers, info=INFO).asgi()
            result: Any = await connected.call_tool("typed")
            assert result.structured_content == {"value": "text"}

    asyncio.run(asyncio.wait_for(main(), 30))


def test_a_session_is_replaced_though_making_handlers_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tries in the background ended with the first error of another class, without a record."""
    tries = list[str]()

    def fail_once(revision: str) -> Any:
        tries.append(revision)
        if len(tries) == 1:
            raise RuntimeError("the database is down")
        return client_handlers(revision)

    async def main(connection: Any, server: Counting, network: Listening) -> None:
        before = connection.session.session_id
        connection._handlers = fail_once
        server.restart()
        network.cut.set()
        await until(lambda: connection.session.session_id != before)
        assert len(tries) == 2

    listening(main, monkeypatch)
