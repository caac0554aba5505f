"""The reference client against the reference server in other processes, and against faulty servers in this process."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx2
import jsonschema
import pytest

import mcp_bindings as mb
from calling.connecting import connect_to, server_process
from calling.content.samples import make_sample
from calling.content.scenarios import ECHO, ECHO_TOOL, ECHOED_TOOL, call_tool, run_scenario
from mcp_bindings.extensions.tasks import EXTENSION
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from mcp_bindings.transports import ClientBounds, ClientConnection, ClientTransport, HttpTransport, StdioProcess
from mcp_bindings.v2025_11_25 import CallToolResult, TextContent, ToolsServer
from mcp_bindings.v2026_07_28 import CallToolResult as PerRequestResult
from mcp_bindings.v2026_07_28 import ClientHandlers
from mcp_bindings.v2026_07_28 import ToolsServer as PerRequestToolsServer
from tests.reference.processes import ROOT, SERVER, http_server

CLIENT = ROOT / "examples" / "reference" / "client.py"
URL = "http://peer.example/mcp"
EVENTS = {"Content-Type": "text/event-stream"}
JSON = {"Content-Type": "application/json"}
HANDSHAKE = ["2025-11-25"]
PER_REQUEST = ["2026-07-28"]
BOUNDS = ClientBounds()
QUICK = ClientBounds(probe_timeout=1.0)
FORM = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}
TOOLS: list[dict[str, Any]] = [
    {"name": "echo", "inputSchema": FORM},
    {"name": "bad", "inputSchema": {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}},
]

Use = Callable[[ClientConnection], Awaitable[Any]]


def page(revision: str, **more: Any) -> Any:
    """A list of the tools, in the types of a revision."""
    return mb.revision(revision).codec("ListToolsResult").decode_value({"tools": TOOLS, **more})


class Tools(ToolsServer):
    """A server of 2025-11-25."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return page("2025-11-25")

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return CallToolResult(content=[TextContent(text=f"{params.arguments}")])


class PerRequestTools(PerRequestToolsServer):
    """A server of 2026-07-28."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return page("2026-07-28", resultType="complete", ttlMs=0, cacheScope="private")

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return PerRequestResult(content=[], result_type="complete", structured_content=params.arguments)


class Peer:
    """An MCP endpoint in this process. Tests override its responses to `tools/call` and to GET."""

    def __init__(self, version: str = "2025-11-25") -> None:
        self.version = version
        self.seen: list[httpx2.Request] = []
        self.sessions = 0
        self._dispatcher: mb.Dispatcher | None = None

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.seen.append(request)
        if request.method != "POST":
            return await self.got(request)
        document = json.loads(request.content)
        if document["method"] == "tools/call":
            return await self.called(request)
        return await self.plain(request)

    async def got(self, request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(405)

    async def called(self, request: httpx2.Request) -> httpx2.Response:
        return await self.plain(request)

    async def plain(self, request: httpx2.Request) -> httpx2.Response:
        """Respond as a correct server does."""
        if self._dispatcher is None or b'"initialize"' in request.content:
            self._dispatcher = self._fresh()
            self.sessions += 1
        session = self._dispatcher.session
        assert session is not None
        try:
            event = session.receive(request.content, headers=request.headers.multi_items(), input_schema=FORM)
        except mb.ProtocolError as error:
            return httpx2.Response(error.http_status or 400, headers=JSON, content=error.to_bytes())
        reply = await self._dispatcher.handle(event)
        if reply is None:
            return httpx2.Response(202)
        given = {"Mcp-Session-Id": f"session-{self.sessions}"} if b'"initialize"' in request.content else {}
        session.session_id = session.session_id or given.get("Mcp-Session-Id")
        return httpx2.Response(200, headers={**JSON, **given}, content=reply)

    def _fresh(self) -> mb.Dispatcher:
        info = {"name": "peer", "version": "1"}
        session = mb.Session("server", [self.version], info=info, capabilities={"tools": {}})
        return mb.Dispatcher(PerRequestTools() if self.version in PER_REQUEST else Tools(), session=session)

    def of(self, method: str) -> list[httpx2.Request]:
        """The requests with an HTTP method, or with a JSON-RPC method."""
        posted = {id(each): json.loads(each.content)["method"] for each in self.seen if each.method == "POST"}
        return [each for each in self.seen if method in (each.method, posted.get(id(each)))]


def use(peer: Peer, revisions: list[str], what: Use, bounds: ClientBounds = BOUNDS) -> Any:
    """Call a function with a connection to a peer in this process."""

    async def respond(request: httpx2.Request) -> httpx2.Response:
        found = await peer(request)
        if not found.is_stream_consumed:
            return found
        return httpx2.Response(found.status_code, headers=found.headers, content=once(found.content))

    async def run() -> Any:
        http = httpx2.AsyncClient(transport=httpx2.MockTransport(respond))
        async with connect_to(HttpTransport(URL, http=http), revisions, bounds) as client:
            return await what(client.connection)

    return asyncio.run(run())


async def once(body: bytes) -> AsyncIterator[bytes]:
    """A body that arrives as from a network."""
    yield body


async def echo(client: ClientConnection) -> Any:
    return await client.call_tool("echo", {"region": "here"})


async def stream(*events: str, breaks: bool = False) -> AsyncIterator[bytes]:
    for event in events:
        yield event.encode() + b"\n\n"
    if breaks:
        raise httpx2.ReadError("the stream broke")


# Against the reference server


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_our_server_over_http(revision: str, server_url: str) -> None:
    async def run() -> None:
        async with connect_to(HttpTransport(server_url), [revision]) as client:
            assert client.connection.session.version == revision
            names = {tool.name async for tool in client.iter_tools()}
            assert "test_simple_text" in names
            assert (await call_tool(client, "test_simple_text", {})).content
            if "test_elicitation_sep1034_defaults" in names:
                (asked,) = (await call_tool(client, "test_elicitation_sep1034_defaults", {})).content
                assert "John Doe" in str(asked)
            assert (await client.read_resource("test://static-text")).contents
            assert (await client.get_prompt("test_simple_prompt")).messages

    asyncio.run(run())


@pytest.fixture(scope="module")
def server_url() -> Any:
    with http_server() as running:
        yield running.url


@pytest.mark.parametrize("revisions", [["2024-11-05"], mb.REVISIONS])
def test_our_server_over_stdio(revisions: list[str]) -> None:
    """The client, which has tasks, prefers the newest revision that has them, too."""

    async def run() -> str | None:
        async with connect_to(server_process([sys.executable, str(SERVER), "--stdio"]), revisions) as client:
            await client.call_tool("test_sampling", arguments={"prompt": "?"})
            return client.connection.session.version

    with_tasks = [each for each in revisions if each in EXTENSION.info.revisions]
    assert asyncio.run(run()) == (with_tasks or revisions)[-1]


# HTTP


def test_the_client_ends_its_session_with_delete() -> None:
    peer = Peer()
    use(peer, HANDSHAKE, echo)
    (deleted,) = peer.of("DELETE")
    assert deleted.headers["Mcp-Session-Id"] == "session-1"
    assert deleted.headers["MCP-Protocol-Version"] == "2025-11-25"


def test_a_client_of_both_eras_falls_back_to_the_handshake() -> None:
    peer = Peer()
    assert use(peer, [*HANDSHAKE, *PER_REQUEST], echo).content[0].text == "{'region': 'here'}"
    assert [len(peer.of(method)) for method in ("server/discover", "initialize")] == [1, 1]


@pytest.mark.parametrize("breaks", [False, True])
def test_a_stream_that_ends_early_is_resumed(breaks: bool) -> None:
    class Breaking(Peer):
        async def called(self, request: httpx2.Request) -> httpx2.Response:
            self.answer = (await self.plain(request)).content.decode()
            first = stream("id: 7\nretry: 30\ndata: ", breaks=breaks)
            return httpx2.Response(200, headers=EVENTS, content=first)

        async def got(self, request: httpx2.Request) -> httpx2.Response:
            if request.method != "GET" or "Last-Event-ID" not in request.headers:
                return httpx2.Response(405)
            return httpx2.Response(200, headers=EVENTS, content=stream(f"id: 8\ndata: {self.answer}"))

    peer = Breaking()
    assert use(peer, HANDSHAKE, echo).content[0].text == "{'region': 'here'}"
    resumed = [each.headers["Last-Event-ID"] for each in peer.of("GET") if "Last-Event-ID" in each.headers]
    assert resumed == ["7"]


def test_a_stream_without_event_ids_cannot_be_resumed() -> None:
    class Breaking(Peer):
        async def called(self, request: httpx2.Request) -> httpx2.Response:
            return httpx2.Response(200, headers=EVENTS, content=stream(": nothing"))

    with pytest.raises(ConnectionError, match="tools/call: the server has not responded"):
        use(Breaking(), HANDSHAKE, echo)


def test_the_client_responds_to_requests_on_the_get_stream() -> None:
    class ClientInput(Peer):
        async def got(self, request: httpx2.Request) -> httpx2.Response:
            ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}'
            return httpx2.Response(200, headers=EVENTS, content=stream(f"id: 1\nretry: 60000\ndata: {ping}"))

        async def __call__(self, request: httpx2.Request) -> httpx2.Response:
            if request.method == "POST" and b'"method"' not in request.content:
                self.answers = json.loads(request.content)
                return httpx2.Response(202)
            return await super().__call__(request)

    async def wait(client: ClientConnection) -> None:
        await asyncio.sleep(0.1)

    peer = ClientInput()
    use(peer, HANDSHAKE, wait)
    assert peer.answers == {"jsonrpc": "2.0", "id": "p", "result": {}}


class LongMessages(Peer):
    """Sends a request that is too long, and then a `ping`."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[Any] = []

    async def got(self, request: httpx2.Request) -> httpx2.Response:
        if request.method != "GET":
            return httpx2.Response(405)
        size = mb.Limits().max_bytes
        long = f'{{"jsonrpc":"2.0","method":"ping","params":{{"_meta":{{"a":"{"x" * size}"}}}},"id":"long"}}'
        ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}'
        events = stream(f"id: 1\nretry: 60000\ndata: {long}", f"id: 2\ndata: {ping}")
        return httpx2.Response(200, headers=EVENTS, content=events)

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if request.method == "POST" and b'"method"' not in request.content:
            self.answers.append(json.loads(request.content))
            return httpx2.Response(202)
        return await super().__call__(request)


def test_a_long_message_does_not_end_the_get_stream() -> None:
    async def wait(client: ClientConnection) -> None:
        for _ in range(300):
            await asyncio.sleep(0.01)
            if len(peer.answers) == 2:
                break

    peer = LongMessages()
    use(peer, HANDSHAKE, wait)
    refused, answered = sorted(peer.answers, key=lambda each: "result" in each)
    assert refused["id"] == "long"
    assert "longer than" in str(refused["error"])
    assert answered == {"jsonrpc": "2.0", "id": "p", "result": {}}
    assert len(peer.of("GET")) == 1


def test_the_client_opens_a_new_session_after_an_ended_one() -> None:
    class Forgetful(Peer):
        async def called(self, request: httpx2.Request) -> httpx2.Response:
            return httpx2.Response(404) if self.sessions == 1 else await self.plain(request)

    peer = Forgetful()
    assert use(peer, HANDSHAKE, echo).content[0].text == "{'region': 'here'}"
    assert peer.sessions == 2
    assert all("Mcp-Session-Id" not in each.headers for each in peer.of("initialize"))
    assert peer.of("tools/call")[-1].headers["Mcp-Session-Id"] == "session-2"


def test_a_tool_with_invalid_header_annotations_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    async def names(client: ClientConnection) -> list[str]:
        return [tool.name for tool in await client.list_tools()]

    assert use(Peer("2026-07-28"), PER_REQUEST, names) == ["echo"]
    assert "'bad' is left out: 'a': x-mcp-header needs type" in caplog.text


def test_a_header_mismatch_makes_the_client_list_the_tools_again() -> None:
    peer = Peer("2026-07-28")
    assert use(peer, PER_REQUEST, echo).structured_content == {"region": "here"}
    first, second = peer.of("tools/call")
    assert "Mcp-Param-Region" not in first.headers
    assert second.headers["Mcp-Param-Region"] == "here"


@pytest.mark.parametrize("status", [401, 500])
def test_the_status_of_an_endpoint_without_mcp_is_reported(status: int) -> None:
    class Refusing(Peer):
        async def __call__(self, request: httpx2.Request) -> httpx2.Response:
            return httpx2.Response(status, content=b"<html>")

    with pytest.raises(ConnectionError, match=f"status {status}"):
        use(Refusing(), HANDSHAKE, echo)


# The HTTP+SSE transport of 2024-11-05


class OldPeer(Peer):
    """A server that sends every message on one stream, whose first event is the endpoint."""

    endpoint = "/messages?session=1"

    def __init__(self) -> None:
        super().__init__("2024-11-05")
        self.told: asyncio.Queue[bytes] = asyncio.Queue()

    def _fresh(self) -> mb.Dispatcher:
        from mcp_bindings.v2024_11_05 import ServerHandlers

        session = mb.Session("server", [self.version], info={"name": "peer", "version": "1"})
        return mb.Dispatcher(ServerHandlers(), session=session)

    async def got(self, request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers=EVENTS, content=self.says())

    async def says(self) -> AsyncIterator[bytes]:
        yield f"event: endpoint\ndata: {self.endpoint}\n\n".encode()
        while True:
            yield b"event: message\ndata: " + await self.told.get() + b"\n\n"

    async def plain(self, request: httpx2.Request) -> httpx2.Response:
        self._dispatcher = self._dispatcher or self._fresh()
        reply = await self._dispatcher.dispatch(request.content)
        if reply is not None:
            self.told.put_nowait(reply)
        return httpx2.Response(202, content=b"Accepted")


async def state(client: ClientConnection) -> str:
    return client.session.state


def test_the_http_sse_stream_carries_every_response() -> None:
    peer = OldPeer()
    assert use(peer, ["2024-11-05"], state) == "ready"
    assert {str(each.url) for each in peer.of("POST")} == {"http://peer.example/messages?session=1"}


def test_the_http_sse_endpoint_must_have_the_same_origin() -> None:
    peer = OldPeer()
    peer.endpoint = "https://elsewhere.example/messages"
    with pytest.raises(ConnectionError, match=r"no stream of 2024-11-05|on another origin"):
        use(peer, ["2024-11-05"], state)
    assert not peer.of("POST")


# Standard streams


WELCOME = (
    '{"jsonrpc":"2.0","id":%d,"result":'
    '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}'
)


def program(*lines: str) -> StdioProcess:
    """A server that runs these lines of Python."""
    return server_process([sys.executable, "-c", "\n".join(lines)])


def answers(id_: int) -> str:
    """A line of Python that prints the result of `initialize`."""
    return f"print({WELCOME % id_!r}, flush=True)"


async def reached(transport: ClientTransport, revisions: list[str], bounds: ClientBounds = BOUNDS) -> str | None:
    async with connect_to(transport, revisions, bounds) as client:
        return client.connection.session.version


def test_a_server_that_ignores_the_probe() -> None:
    lines = ("import sys", "sys.stdin.readline()", "sys.stdin.readline()", answers(2), "sys.stdin.read()")
    assert asyncio.run(reached(program(*lines), [*HANDSHAKE, *PER_REQUEST], QUICK)) == "2025-11-25"


def test_a_server_that_exits_on_the_probe_is_started_again() -> None:
    lines = ("import sys", f"if 'initialize' in sys.stdin.readline(): {answers(2)}; sys.stdin.read()")
    assert asyncio.run(reached(program(*lines), [*HANDSHAKE, *PER_REQUEST])) == "2025-11-25"


def test_calls_fail_when_the_server_exits() -> None:
    lines = ("import sys", "sys.stdin.readline()", answers(1), "sys.stdin.readline()", "sys.stdin.readline()")

    async def run() -> None:
        async with connect_to(program(*lines), HANDSHAKE) as client:
            await echo(client.connection)

    with pytest.raises(ConnectionError):
        asyncio.run(run())


# The command line


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        ((), 2, "required"),
        (("ftp://x",), 2, "give one URL"),
        (("http://127.0.0.1:9/mcp",), 1, "client.py: http://127.0.0.1:9/mcp: "),
        (("--stdio", "--", "/no/such/program"), 1, "client.py: /no/such/program: there is no program"),
    ],
)
def test_errors_are_reported_in_one_line(arguments: tuple[str, ...], code: int, part: str) -> None:
    done = subprocess.run([sys.executable, str(CLIENT), *arguments], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == code
    assert part in done.stderr
    assert "Traceback" not in done.stderr
    assert code == 2 or done.stderr.count("\n") == 1


def test_the_tools_of_a_server_are_printed() -> None:
    command = [sys.executable, str(CLIENT), "--stdio", "--", sys.executable, str(SERVER), "--stdio"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"connected, revision {EXTENSION.info.revisions[-1]}\ntool ")


SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"street": {"$anchor": "street", "type": "string"}},
    "properties": {"a": {"$ref": "#/$defs/street"}, "b": {"enum": [1, None]}},
    "if": {"required": ["a"]},
    "then": {"anyOf": [{"required": ["b"]}, False]},
    "additionalProperties": False,
    "unknownKeyword": {"kept": True},
}


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_the_client_passes_a_schema_on_as_it_was_listed(revision: str) -> None:
    echoed: list[Any] = []

    class Echo(PerRequestToolsServer):
        def list_tools(self, params: Any, context: Any) -> Any:
            permissive = {"type": "object", "properties": {"schema": {"type": "object"}}}
            return {
                "tools": [{"name": ECHOED_TOOL, "inputSchema": SCHEMA}, {"name": ECHO_TOOL, "inputSchema": permissive}]
            }

        def call_tool(self, params: Any, context: Any) -> Any:
            echoed.append((params.name, params.arguments))
            return {"content": []}

    async def run() -> None:
        info = {"name": "a", "version": "1"}
        server = mb.Server(Echo(), info=info, revisions=[revision])
        async with mb.connect(server, ClientHandlers(), info=info, revisions=[revision]) as client:
            await run_scenario(client, ECHO, {})

    asyncio.run(run())
    assert echoed == [(ECHO_TOOL, {"schema": SCHEMA})]


# Tasks


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_a_task_is_followed_to_its_end(transport: str, server_url: str) -> None:
    """The client waits for tasks, gives them input, and raises their errors."""

    async def run() -> None:
        command = [sys.executable, str(SERVER), "--stdio"]
        over = HttpTransport(server_url) if transport == "http" else server_process(command)
        async with connect_to(over, [EXTENSION.info.revisions[-1]]) as client:
            computed = await call_tool(client, "slow_compute", {"seconds": 0.05})
            assert computed.content[0].text == "Computed for 0.05 seconds"
            confirmed = await call_tool(client, "confirm_delete", {"filename": "a.txt"})
            assert "a.txt" in confirmed.content[0].text
            with pytest.raises(mb.ProtocolError, match="intentionally breaks") as caught:
                await call_tool(client, "protocol_error_job", {})
            assert caught.value.code == INTERNAL_ERROR

    asyncio.run(run())


# Samples


SCHEMAS: list[dict[str, Any]] = [
    {"type": "string", "default": "x"},
    {"type": "string", "minLength": 9},
    {"type": "string", "format": "email"},
    {"enum": ["a", "b"]},
    {"const": 4},
    {"oneOf": [{"const": "a"}, {"const": "b"}]},
    {"type": "number", "minimum": 5.5},
    {"type": "array", "items": {"type": "integer"}, "minItems": 2},
    {"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"default": 1}, "c": {}}, "required": ["a", "c"]},
    {"type": "null"},
]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_sample_is_valid(schema: dict[str, Any]) -> None:
    validator: Any = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(make_sample(schema))


def test_a_sample_has_required_properties_and_defaults() -> None:
    assert make_sample(SCHEMAS[8]) == {"a": True, "b": 1, "c": "text"}
