"""The client over HTTP: how its requests are authorized. `test_http_client_under_attack.py` and `tests/reference`
have what servers and networks do to it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.spec.names import DISCOVER
from mcp_bindings.transports import ClientBounds, HttpTransport, StreamableHttp
from mcp_bindings.transports.http_client import _make_tls_context  # pyright: ignore[reportPrivateUsage]
from tests.documents import initialize_result
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of
from tests.transports.services import NAMES, client, service

URL = "https://localhost/mcp"
WITH_SESSIONS = [each for each in HANDSHAKE if mb.revision(each).protocol.http.sessions == "optional"]
INFO = {"name": "host", "version": "1"}
CHALLENGES = [(b"www-authenticate", b'Bearer scope="a"'), (b"www-authenticate", b"Basic")]


class Guarded:
    """A server that accepts only requests with a token."""

    def __init__(self) -> None:
        self._application = StreamableHttp(service())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if (b"authorization", b"Bearer good") in scope["headers"]:
            await self._application(scope, receive, send)
        else:
            await send({"type": "http.response.start", "status": 401, "headers": CHALLENGES})
            await send({"type": "http.response.body", "body": b""})


class Tokens:
    """Gets a token when a server asks for one."""

    is_authorizing = False

    def __init__(self, token: str = "good") -> None:
        self.token = token
        self.sent: dict[str, str] = {}
        self.seen: list[tuple[int, str, str]] = []

    async def headers(self, url: str) -> Mapping[str, str]:
        assert url == URL
        return self.sent

    async def handle_response(
        self, url: str, status: int, www_authenticate: str, operation: str, sent: Mapping[str, str]
    ) -> bool:
        assert sent == self.sent
        self.seen.append((status, www_authenticate, operation))
        if status == 401:
            self.sent = {"Authorization": f"Bearer {self.token}"}
        return status == 401


def tools(authorizer: Tokens | None, http_transport: httpx2.AsyncBaseTransport) -> list[Any]:
    async def main() -> list[Any]:
        http = httpx2.AsyncClient(transport=http_transport)
        async with client(HttpTransport(URL, http=http, authorizer=authorizer), PER_REQUEST[-1]) as connection:
            return await connection.list_tools()

    return asyncio.run(main())


def test_a_request_is_sent_again_with_a_token() -> None:
    authorizer = Tokens()
    assert len(tools(authorizer, httpx2.ASGITransport(Guarded()))) == len(NAMES)
    first, *others = authorizer.seen
    assert first == (401, 'Bearer scope="a", Basic', method_of(DISCOVER))
    assert others[0] == (200, "", method_of(DISCOVER))
    assert {status for status, _, _ in others} == {200}


def test_a_hook_of_the_http_client_may_read_a_response() -> None:
    async def read(response: httpx2.Response) -> None:
        await response.aread()

    async def main() -> list[Any]:
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(StreamableHttp(service())))
        http.event_hooks = {"response": [read]}
        async with client(HttpTransport(URL, http=http), PER_REQUEST[-1]) as connection:
            return await connection.list_tools()

    assert len(asyncio.run(main())) == len(NAMES)


def test_a_server_that_is_never_satisfied() -> None:
    authorizer = Tokens("bad")
    with pytest.raises(ConnectionError, match="rejects one authorization after the other"):
        tools(authorizer, httpx2.ASGITransport(Guarded()))
    assert len(authorizer.seen) == 5


def test_without_an_authorizer_the_status_is_reported() -> None:
    with pytest.raises(ConnectionError, match="401"):
        tools(None, httpx2.ASGITransport(Guarded()))


def test_an_authorizer_learns_that_there_was_no_response() -> None:
    def broken(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("no route")

    authorizer = Tokens()
    with pytest.raises(ConnectionError, match="no route"):
        tools(authorizer, httpx2.MockTransport(broken))
    assert authorizer.seen == [(0, "", method_of(DISCOVER))]


async def once(document: object) -> AsyncGenerator[bytes, None]:
    """A body that is streamed, as those of a real connection are."""
    yield json.dumps(document).encode()


@pytest.mark.parametrize("revision", WITH_SESSIONS)
def test_only_the_initialize_response_assigns_a_session_id(revision: str) -> None:
    seen: list[tuple[str, str | None]] = []

    def respond(request: httpx2.Request) -> httpx2.Response:
        if request.method != "POST":
            return httpx2.Response(405, content=once({}))
        message = json.loads(request.content)
        seen.append((message["method"], request.headers.get("Mcp-Session-Id")))
        if message["method"] == method_of(DISCOVER):
            return httpx2.Response(400, headers={"Mcp-Session-Id": "probe"}, content=once({}))
        if "id" not in message:
            return httpx2.Response(202, headers={"Mcp-Session-Id": "other"}, content=once({}))
        is_opening = message["method"] == "initialize"
        given = {"Mcp-Session-Id": "right" if is_opening else "other", "Content-Type": "application/json"}
        result: Any = initialize_result(revision, {"tools": {}}) if is_opening else {"tools": []}
        return httpx2.Response(
            200, headers=given, content=once({"jsonrpc": "2.0", "id": message["id"], "result": result})
        )

    async def main() -> None:
        http = httpx2.AsyncClient(transport=httpx2.MockTransport(respond))
        async with client(HttpTransport(URL, http=http), revision, PER_REQUEST[-1]) as connection:
            assert await connection.list_tools() == []
            assert await connection.list_tools() == []

    asyncio.run(main())
    assert seen[:2] == [(method_of(DISCOVER), None), ("initialize", None)]
    assert {id_ for _, id_ in seen[2:]} == {"right"}


class Receiver:
    """What a transport needs of a connection, for requests that are answered in event streams."""

    is_open = True
    state, version, session_id = "ready", None, None

    def __init__(self) -> None:
        self.bounds = ClientBounds()
        self.pending: set[Any] = set()
        self.failed: list[Any] = []
        self.schemas: Any = {}

    @property
    def session(self) -> Any:
        return self

    def http_headers(self, data: bytes | None, **options: Any) -> dict[str, str]:
        last_event_id = options.get("last_event_id")
        return {} if last_event_id is None else {"Last-Event-ID": last_event_id}

    async def receive(self, data: bytes) -> None:
        self.pending.discard(json.loads(data)["id"])

    def request_failed(self, id_: Any, status: int | None = None, body: bytes = b"") -> None:
        self.failed.append(id_)


@pytest.mark.parametrize(
    ("end", "connections"),
    [(b"0\r\n\r\n", 1), (b"1\r\n:\r\n0\r\n\r\n", 1), (None, 3), (b"not a chunk\r\n", 3)],
    ids=["ends", "ends after a comment", "stays open", "breaks"],
)
def test_the_connection_of_an_ended_stream_is_used_again(end: bytes | None, connections: int) -> None:
    made: list[Any] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        made.append(asyncio.current_task())
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                id_ = (await read_request(reader))["id"]
                event = b'data: {"jsonrpc":"2.0","id":%d,"result":{}}\n\n' % id_
                fields = b"Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                writer.write(b"HTTP/1.1 200 OK\r\n%b%x\r\n%b\r\n" % (fields, len(event), event))
                await writer.drain()
                await asyncio.sleep(0.005)
                writer.write(end or b"")
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    async def main() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        transport = HttpTransport(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp")
        receiver = Receiver()
        await transport.start(cast(Any, receiver))
        for id_ in range(3):
            receiver.pending.add(id_)
            await transport.send(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}' % id_)
        await transport.end()
        server.close()
        await asyncio.wait(made)
        assert (receiver.pending, receiver.failed) == (set(), [])

    asyncio.run(asyncio.wait_for(main(), 20))
    assert len(made) == connections


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]", "a.localhost", "LOCALHOST."]
)
@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY"])
def test_requests_to_this_machine_go_through_no_proxy(
    host: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv(variable.lower(), "http://proxy.example:3128")

    def is_direct(url: str) -> bool:
        client: Any = HttpTransport(url)._http  # pyright: ignore[reportPrivateUsage]
        return client._transport_for_url(httpx2.URL(url)) is client._transport

    assert is_direct(f"http://{host}:8000/mcp")
    assert not is_direct("http://mcp.example.com/mcp")
    assert not is_direct("http://localhost.example.com/mcp")


async def read_request(reader: asyncio.StreamReader) -> Any:
    """Read a POST, and return its message."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    size = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
    return json.loads(await reader.readexactly(size))


def test_more_requests_wait_than_a_pool_has_connections() -> None:
    """With the bound of httpx2, the client could not answer a server while 100 calls waited."""
    count = 101
    writers: list[asyncio.StreamWriter] = []

    async def main() -> None:
        are_all_there = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await read_request(reader)
            writers.append(writer)
            if len(writers) == count:
                are_all_there.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=count)
        transport = HttpTransport(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp")
        receiver = Receiver()
        receiver.pending.update(range(count))
        await transport.start(cast(Any, receiver))
        texts = [b'{"jsonrpc":"2.0","id":%d,"method":"ping"}' % id_ for id_ in range(count)]
        calls = [asyncio.create_task(transport.send(text)) for text in texts]
        await asyncio.wait_for(are_all_there.wait(), 20)
        for call in calls:
            call.cancel()
        await asyncio.wait(calls)
        await transport.end()
        for writer in writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        server.close()

    asyncio.run(main())


def test_no_client_limits_the_time_for_reading() -> None:
    """Calls of more than 5 seconds failed with a client of the user, since this is the default of httpx2."""
    http = httpx2.AsyncClient(timeout=httpx2.Timeout(7.0, connect=3.0))
    HttpTransport(URL, http=http)
    assert http.timeout == httpx2.Timeout(7.0, connect=3.0, read=None)


def test_a_post_that_gets_no_response_has_a_bound() -> None:
    """`notify` waited for ever."""

    class Silent(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            return await asyncio.Future()

    async def main() -> None:
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=Silent()))
        receiver = Receiver()
        receiver.bounds = ClientBounds(call_timeout=0.05)
        await transport.start(cast(Any, receiver))
        with pytest.raises(ConnectionError, match=r"has not responded to a POST within 0\.05 s"):
            await transport.send(b'{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}')
        await transport.end()

    asyncio.run(asyncio.wait_for(main(), 20))


@pytest.mark.parametrize("id_", ["\u00e9", "a\u0007"])
def test_an_event_id_that_no_header_can_have_is_ignored(id_: str) -> None:
    """The GET with this id failed with an error of the HTTP client."""

    def respond(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.headers.get("Last-Event-ID"))
        text = f"id: 1\ndata:\n\nid: {id_}\ndata:\n\n" if request.method == "POST" else ANSWER
        return httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, content=text.encode())

    asked: list[str | None] = []

    async def main() -> None:
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=httpx2.MockTransport(respond)))
        receiver = Receiver()
        receiver.pending.add(1)
        await transport.start(cast(Any, receiver))
        await transport.send(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
        await transport.end()
        assert (receiver.pending, receiver.failed) == (set(), [])

    asyncio.run(asyncio.wait_for(main(), 20))
    assert asked == [None, "1"]


ANSWER = 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'


def test_redirects_without_end_are_a_connection_error() -> None:
    """A client of the user may follow redirects. Its error reached the program."""

    def respond(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(307, headers={"Location": URL})

    http = httpx2.AsyncClient(transport=httpx2.MockTransport(respond), follow_redirects=True)

    async def main() -> None:
        with pytest.raises(mb.OpenError, match="redirects"):
            async with client(HttpTransport(URL, http=http)):
                pass

    asyncio.run(main())


def test_the_stream_of_a_notification_is_not_followed() -> None:
    """The client asked for the rest of such a stream for ever."""
    asked: list[str] = []

    def respond(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.method)
        return httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, content=b"id: 1\ndata:\n\n")

    async def main() -> None:
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=httpx2.MockTransport(respond)))
        receiver = Receiver()
        receiver.bounds = ClientBounds(call_timeout=3)
        await transport.start(cast(Any, receiver))
        await transport.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        await transport.end()

    asyncio.run(main())
    assert asked == ["POST"]


@pytest.mark.parametrize("url", ["localhost:80", "http://", "http://[::1", "ftp://localhost/mcp"])
def test_a_transport_needs_a_url(url: str) -> None:
    with pytest.raises(mb.OpenError):
        HttpTransport(url)
    number: Any = 80
    with pytest.raises(TypeError, match="url must be a text"):
        HttpTransport(number)


def test_a_transport_that_has_not_started_can_end() -> None:
    """An AttributeError hid why no session could begin."""

    async def main() -> None:
        async with client(HttpTransport(URL), "nope", capabilities={}):
            pass

    with pytest.raises(ValueError, match="nope"):
        asyncio.run(main())


@pytest.mark.parametrize(
    "url",
    [
        "http://mcp.exam\x7fple/mcp",
        "http://999.1.1.1/mcp",
        "http://[v1.a]/mcp",
        "http://ü..example/mcp",
        "http://mcp.example/\ud800",
        "http://mcp.example/" + "x" * 65536,
    ],
)
def test_a_url_that_httpx2_refuses_is_an_error_of_the_call(url: str) -> None:
    with pytest.raises(mb.OpenError, match="is not valid") as caught:
        mb.connect(url, info=INFO)
    assert caught.value.url == url
    assert len(str(caught.value)) < 300


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> Generator[pytest.MonkeyPatch]:
    """An environment without variables for HTTP clients, whose certificates are loaded anew."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    _make_tls_context.cache_clear()
    yield monkeypatch
    _make_tls_context.cache_clear()


@pytest.mark.parametrize("variable", ["http_proxy", "HTTPS_PROXY", "all_proxy"])
@pytest.mark.parametrize(
    "proxy",
    [
        "gopher://user:secret@proxy.example:70",
        "http://999.1.1.1:3128",
        "http://secret:secret",
        "http://user:secret@",
        "proxy.example:99999",
        "http://user:secret\udcff@proxy.example",
    ],
)
def test_a_proxy_that_cannot_be_used_is_named_by_its_variable(
    variable: str, proxy: str, plain_environment: pytest.MonkeyPatch
) -> None:
    plain_environment.setenv(variable, proxy)
    with pytest.raises(
        mb.OpenError, match=f"^{variable} names a proxy that cannot be used: write a URL such as"
    ) as caught:
        mb.connect("http://mcp.example/mcp", info=INFO)
    assert "secret" not in str(caught.value)
    plain_environment.setenv("no_proxy", "localhost, *")
    mb.connect("http://mcp.example/mcp", info=INFO)


def test_socks_needs_a_package(plain_environment: pytest.MonkeyPatch) -> None:
    plain_environment.setenv("ALL_PROXY", "socks5://proxy.example:1080")
    plain_environment.setitem(sys.modules, "socksio", None)
    with pytest.raises(mb.OpenError, match=r"^ALL_PROXY names a proxy .* pip install socksio"):
        HttpTransport("http://mcp.example/mcp")
    HttpTransport("http://localhost/mcp")


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSLKEYLOGFILE"])
def test_a_file_for_tls_that_is_not_there_is_named(
    variable: str, plain_environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plain_environment.delenv("SSL_CERT_FILE", raising=False)
    plain_environment.delenv("SSLKEYLOGFILE", raising=False)
    plain_environment.setenv("SSL_CERT_DIR", str(tmp_path))
    plain_environment.setenv(variable, str(tmp_path / "absent" / "file"))
    with pytest.raises(mb.OpenError, match=f"^{variable} names a file for TLS that cannot be used .*No such file"):
        mb.connect("https://mcp.example/mcp", info=INFO)
