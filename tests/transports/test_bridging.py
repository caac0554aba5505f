"""Streamable HTTP in front of bridges: sessions, which requests share a connection, and input over several requests."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import httpx2
import pytest

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.authorization import Principal, ProtectedResource
from mcp_bindings.http import check_http_request
from mcp_bindings.session import receiver
from mcp_bindings.spec.error_codes import HEADER_MISMATCH
from mcp_bindings.spec.names import PROGRESS
from mcp_bindings.transports import (
    BridgeConnection,
    BridgeHttp,
    ClientTransport,
    HttpTransport,
    MemoryTransport,
    StdioProcess,
    asgi,
    http_peers,
    service,
)
from mcp_bindings.transports.bridging.http import SharedConnections
from mcp_bindings.transports.server import Server
from tests.revisions import HANDSHAKE, PER_REQUEST, code_of, method_of
from tests.transports.test_takeover import AsgiRequest, call, open_session

URL = "http://localhost/mcp"
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
INFO = {"name": "tests", "version": "1"}
OLD, NEW = HANDSHAKE[-1], PER_REQUEST[-1]
OPENING: Any = {"protocolVersion": OLD, "capabilities": {"elicitation": {}}, "clientInfo": INFO}


class Connections:
    """Makes connections to a server that speaks one revision, and keeps them."""

    def __init__(self, revision: str) -> None:
        self.server = Server(all_revisions.Notes(), info=INFO, capabilities={"logging": {}}, revisions=[revision])
        self.made: list[BridgeConnection] = []
        self.principals: list[str | None] = []
        self.make_transport: Callable[[], ClientTransport] = lambda: MemoryTransport(self.server)

    def __call__(self, principal: str | None) -> BridgeConnection:
        transport: ClientTransport = self.make_transport()
        bridge = mb.Bridge(client_transport="http", server_transport=transport.kind, principal=principal)
        self.made.append(BridgeConnection(bridge, transport))
        self.principals.append(principal)
        return self.made[-1]


class Verifier:
    """Takes the token for the name of its user."""

    async def verify(self, token: str) -> Principal:
        return Principal("https://as.example", token, "a client")


def use(connections: Connections, what: Callable[[httpx.AsyncClient], Awaitable[None]], **options: Any) -> None:
    async def main() -> None:
        application = BridgeHttp(connections, **options)
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, headers=ACCEPT) as http, application.lifespan(None):
            await asyncio.wait_for(what(http), 20)
        await asyncio.sleep(0)
        assert all(each.is_closed for each in connections.made)
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def message(method: str, id_: int | None = None, **params: Any) -> dict[str, Any]:
    named = {} if id_ is None else {"id": id_}
    return {"jsonrpc": "2.0", **named, "method": method, "params": params}


def per_request(method: str, id_: int, **params: Any) -> dict[str, Any]:
    """A request of a per-request client, given the name of its method in any release."""
    names = ("protocolVersion", "clientInfo", "clientCapabilities")
    values: tuple[Any, ...] = (NEW, INFO, {"elicitation": {"form": {}}})
    meta = {f"io.modelcontextprotocol/{name}": value for name, value in zip(names, values, strict=True)}
    return message(method_of(method, NEW), id_, **params, _meta=meta)


async def post(http: httpx.AsyncClient, body: Any, **headers: str) -> httpx.Response:
    """POST a message of a per-request client."""
    name = body["params"].get("name")
    named = {} if name is None else {"Mcp-Name": name}
    given = {"MCP-Protocol-Version": NEW, "Mcp-Method": body["method"], **named, **headers}
    return await http.post(URL, json=body, headers=given)


def last_event(response: httpx.Response) -> Any:
    """The last message of a response, which is JSON or a stream."""
    if response.headers["Content-Type"] == "application/json":
        return response.json()
    rows = [line for line in response.text.splitlines() if line.startswith("data: {")]
    return httpx.Response(200, text=rows[-1].removeprefix("data: ")).json()


def test_a_handshake_client_has_a_session_at_a_bridge() -> None:
    connections = Connections(NEW)

    async def talk(http: httpx.AsyncClient) -> None:
        opened = await http.post(URL, json=message("initialize", 1, **OPENING))
        assert opened.json()["result"]["protocolVersion"] == OLD
        headers = {"MCP-Protocol-Version": OLD, "Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        assert (await http.post(URL, json=message("notifications/initialized"), headers=headers)).status_code == 202
        listed = await http.post(URL, json=message("tools/list", 2), headers=headers)
        assert [tool["name"] for tool in last_event(listed)["result"]["tools"]] == ["weather"]
        unknown = await http.post(URL, json=message("prompts/get", 3), headers=headers)
        assert (unknown.status_code, last_event(unknown)["error"]["code"]) == (200, -32602)
        assert (await http.delete(URL, headers=headers)).status_code == 204
        assert (await http.post(URL, json=message("tools/list", 4), headers=headers)).status_code == 404
        wrong = await http.post(URL, content=b"{", headers=headers)
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, -32700)

    use(connections, talk)
    assert len(connections.made) == 1


def test_input_in_a_second_request_reaches_its_connection() -> None:
    connections = Connections(OLD)

    async def talk(http: httpx.AsyncClient) -> None:
        asked = last_event(await post(http, per_request("tools/call", 1, name="weather")))["result"]
        assert asked["resultType"] == "input_required"
        (key,) = asked["inputRequests"]
        given = {key: {"action": "accept", "content": {"city": "Paris"}}}
        more = {"name": "weather", "inputResponses": given, "requestState": asked["requestState"]}
        wrong = await post(http, per_request("tools/call", 4, **{**more, "arguments": {"city": "Rome"}}))
        assert last_event(wrong)["error"]["code"] == -32602  # and the state can still be used
        told = last_event(await post(http, per_request("tools/call", 2, **more)))
        assert told["result"]["content"][0]["text"] == "Sunny in Paris"
        again = await post(http, per_request("tools/call", 3, **more))
        assert last_event(again)["error"]["code"] == -32602

    use(connections, talk)
    assert len(connections.made) == 2


def test_anonymous_requests_share_only_sessionless_connections() -> None:
    counts: list[int] = []
    for revision in (OLD, NEW):
        connections = Connections(revision)

        async def talk(http: httpx.AsyncClient) -> None:
            for id_ in (1, 2, 3):
                assert (await post(http, per_request("tools/list", id_))).status_code == 200

        use(connections, talk)
        counts.append(len(connections.made))
    assert counts == [3, 1]


def test_no_token_of_a_client_reaches_the_server() -> None:
    seen: list[list[bytes]] = []
    server = Server(all_revisions.Notes(), info=INFO, revisions=[OLD]).asgi()

    async def recorded(scope: Any, receive: Any, send: Any) -> None:
        seen.append([name.lower() for name, _ in scope["headers"]])
        await server(scope, receive, send)

    async def main() -> None:
        def connect(principal: str | None) -> BridgeConnection:
            bridge = mb.Bridge(client_transport="http", server_transport="http", principal=principal)
            http = httpx2.AsyncClient(transport=httpx2.ASGITransport(recorded))
            return BridgeConnection(bridge, HttpTransport(URL, http=http))

        application = BridgeHttp(connect)
        transport = httpx.ASGITransport(application)
        async with (
            httpx.AsyncClient(transport=transport, headers=ACCEPT) as http,
            server.lifespan(None),
            application.lifespan(None),
        ):
            secrets = {"Authorization": "Bearer secret", "Cookie": "a=secret"}
            listed = await asyncio.wait_for(post(http, per_request("tools/list", 1), **secrets), 20)
            assert listed.status_code == 200

    asyncio.run(main())
    assert seen
    assert not {b"authorization", b"cookie"} & {name for names in seen for name in names}


def test_sessions_and_connections_belong_to_a_principal() -> None:
    connections = Connections(OLD)
    ann, bob = {"Authorization": "Bearer ann"}, {"Authorization": "Bearer bob"}

    async def talk(http: httpx.AsyncClient) -> None:
        opened = await http.post(URL, json=message("initialize", 1, **OPENING), headers=ann)
        session = {"MCP-Protocol-Version": OLD, "Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        told = message("notifications/initialized")
        assert (await http.post(URL, json=told, headers={**session, **bob})).status_code == 404
        assert (await http.post(URL, json=told, headers={**session, **ann})).status_code == 202
        for id_, who in enumerate((ann, ann, bob), 2):
            assert (await post(http, per_request("tools/list", id_), **who)).status_code == 200
        asked = last_event(await post(http, per_request("tools/call", 5, name="weather"), **ann))["result"]
        given = {key: {"action": "accept", "content": {"city": "Paris"}} for key in asked["inputRequests"]}
        more = {"name": "weather", "inputResponses": given, "requestState": asked["requestState"]}
        stolen = last_event(await post(http, per_request("tools/call", 6, **more), **bob))
        assert stolen["error"]["code"] == -32602
        used = last_event(await post(http, per_request("tools/call", 7, **more), **ann))
        assert used["result"]["content"][0]["text"] == "Sunny in Paris"

    servers = ["https://as.example"]
    use(connections, talk, resource=ProtectedResource(URL, authorization_servers=servers, verifier=Verifier()))
    keys = {who: Principal("https://as.example", who, "a client").key for who in ("ann", "bob")}
    assert connections.principals == [keys["ann"], keys["ann"], keys["bob"]]


def test_what_is_rejected_gets_the_status_of_its_revision() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        assert (await post(http, per_request("tools/list", 1), **{"Mcp-Method": "prompts/list"})).status_code == 400
        assert (await post(http, per_request("no/such", 1))).status_code == 404
        assert (await http.post(URL, content=b"{")).status_code == 400
        gone = await post(http, per_request("tools/list", 1), **{"Mcp-Session-Id": "A" * 32})
        assert gone.status_code in (200, 404)

    use(Connections(OLD), talk)


def test_connections_for_anonymous_requests_are_bounded() -> None:
    async def main() -> None:
        connections = Connections(OLD)
        shared = SharedConnections(connections, 2, 600)
        body = httpx.Request("POST", URL, json=per_request("tools/list", 1)).content
        used = [shared.acquire_connection(None, body) for _ in range(2)]
        assert used[0] is not used[1]
        with pytest.raises(ConnectionError):
            shared.acquire_connection(None, body)
        shared.release_connection(used[0])
        assert len(shared) == 1  # it ends with its request
        await shared.close()

    asyncio.run(main())


def test_a_request_cancelled_before_it_is_sent_leaves_nothing() -> None:
    async def main() -> None:
        responses = httpx2.MockTransport(lambda _: httpx2.Response(500))
        transport = HttpTransport(URL, http=httpx2.AsyncClient(transport=responses))
        connection = BridgeConnection(mb.Bridge(server_transport="http", server=[OLD]), transport)
        posts: dict[Any, asyncio.Task[None]] = vars(connection)["_posts"]
        await connection.from_client(mb.Session("client", [OLD], info=INFO).open())
        for _ in range(10):
            for post in posts.values():
                post.cancel()
            await asyncio.sleep(0)
        assert not posts
        await connection.close()

    asyncio.run(asyncio.wait_for(main(), 20))


def test_requests_of_equal_clients_share_a_connection() -> None:
    async def main() -> None:
        connections = Connections(OLD)
        shared = SharedConnections(connections, 3, 600)
        body = httpx.Request("POST", URL, json=per_request("tools/list", 1)).content
        other = body.replace(b'"tests"', b'"others"')
        first = shared.acquire_connection("a", body)
        assert shared.acquire_connection("a", body) is first
        assert shared.acquire_connection("a", other) is not first
        assert shared.acquire_connection("b", body) is not first
        with pytest.raises(ConnectionError):
            shared.acquire_connection("c", body)  # all are in use
        shared.release_connection(first)
        shared.release_connection(first)
        third = shared.acquire_connection("c", body)
        assert (len(shared), connections.principals) == (3, ["a", "a", "b", "c"])
        await first.connection.close()
        assert first.connection.is_closed
        assert not third.connection.is_closed
        await shared.close()

    asyncio.run(main())


@pytest.mark.parametrize("revision", [OLD, NEW])
def test_a_request_needs_no_session_of_its_own(revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor a look for faults in headers that repeat the body. Requests of several clients may have the same id."""
    connections, made, checked = Connections(revision), list[object](), list[object]()
    body = per_request("tools/list", 1)
    headers = {"MCP-Protocol-Version": NEW, "Mcp-Method": "tools/list", "Authorization": "Bearer a"}

    async def what(http: httpx.AsyncClient) -> None:
        await post(http, body, **headers)
        await post(http, {**body, "id": 2}, **headers)
        made.clear()
        checked.clear()
        answers = await asyncio.gather(*(post(http, body, **headers) for _ in range(5)))
        assert [answer.json()["id"] for answer in answers] == [1] * 5
        assert [answer.status_code for answer in answers] == [200] * 5
        wrong = await post(http, body, **{**headers, "Mcp-Method": "tools/call"})
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, code_of(NEW, HEADER_MISMATCH))

    def counted(known: list[object], function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **more: Any) -> Any:
            known.append(given)
            return function(*given, **more)

        return call

    monkeypatch.setattr(service, "Session", counted(made, mb.Session))
    monkeypatch.setattr(receiver, "check_http_request", counted(checked, check_http_request))
    protected = ProtectedResource(URL, authorization_servers=["https://as.example"], verifier=Verifier())
    use(connections, what, resource=protected)
    assert not made
    assert len(checked) == 1, "only the headers of the request that is rejected"


class Slow(all_revisions.Notes):
    """Calls that take longer than most, and report progress if they are asked for a city."""

    ended: str = ""

    async def call_tool(self, params: Any, context: Any) -> Any:
        if params.arguments:
            await context.progress(1)
        try:
            await asyncio.sleep(0.7)
        except asyncio.CancelledError:
            self.ended = "cancelled"
            raise
        return mcp.CallToolResult(content=[mcp.TextContent(text="slow")])


def slow_connections() -> tuple[Slow, Connections]:
    handlers, connections = Slow(), Connections(NEW)
    connections.server = Server(handlers, info=INFO, revisions=[NEW])
    return handlers, connections


@pytest.mark.parametrize(("arguments", "kind"), [({}, "application/json"), ({"city": "x"}, "text/event-stream")])
def test_a_late_answer_is_json_unless_an_event_came_before(arguments: Any, kind: str) -> None:
    """The official SDK refuses events of more than 1 MiB, so an answer is no event without need."""
    _, connections = slow_connections()

    async def talk(http: httpx.AsyncClient) -> None:
        request = per_request("tools/call", 1, name="weather", arguments=arguments)
        request["params"]["_meta"]["progressToken"] = "t"
        response = await post(http, request)
        assert response.headers["Content-Type"].startswith(kind)
        assert last_event(response)["result"]["content"][0]["text"] == "slow"

    use(connections, talk)


def test_a_client_that_leaves_before_its_late_answer_cancels_it() -> None:
    handlers, connections = slow_connections()

    async def main() -> None:
        application = BridgeHttp(connections)
        call = per_request("tools/call", 1, name="weather")
        body = json.dumps(call).encode()
        names = {**ACCEPT, "MCP-Protocol-Version": NEW, "Mcp-Method": call["method"], "Mcp-Name": "weather"}
        headers = [(name.lower().encode(), value.encode()) for name, value in {**names, "Host": "localhost"}.items()]
        scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": headers, "query_string": b""}
        messages: list[Any] = [{"type": "http.request", "body": body}]
        sent: list[Any] = []

        async def receive() -> Any:
            if messages:
                return messages.pop()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        async with application.lifespan(None):
            await asyncio.wait_for(application(scope, receive, send), 20)
            for _ in range(20):
                await asyncio.sleep(0)
            assert (handlers.ended, sent) == ("cancelled", [])

    asyncio.run(main())


class UnreadRequest(AsgiRequest):
    """A request whose client does not read the response."""

    async def _send(self, message: Any) -> None:
        await super()._send(message)
        if self.body:
            await self._has_left.wait()


def test_a_client_that_does_not_read_delays_no_other_client(caplog: pytest.LogCaptureFixture) -> None:
    """Clients share the connection; the others waited until the response of the slow one had ended."""
    tools = mb.Toolbox()

    @tools.tool
    async def talk(context: mb.Context) -> str:
        for _ in range(1_000):
            await context.log("info", "x" * 1_000)
        return "done"

    connections = Connections(NEW)
    connections.server = Server(tools, info=INFO, revisions=[NEW], capabilities={"logging": {}})

    async def main() -> None:
        application = BridgeHttp(connections)
        async with application.lifespan(None):
            first = per_request("tools/list", 1)
            names = {"mcp_protocol_version": NEW, "mcp_method": "tools/list"}
            await asyncio.wait_for(AsgiRequest(application, "POST", first, **names).task, 10)
            call = per_request("tools/call", 2, name="talk")
            calling = {**names, "mcp_method": call["method"], "mcp_name": "talk"}
            call["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = "info"
            unread = UnreadRequest(application, "POST", call, **calling)
            await unread.until(lambda: "notifications are dropped" in caplog.text)
            await asyncio.wait_for(AsgiRequest(application, "POST", first, **names).task, 10)
            await unread.leave()
        assert len(connections.made) == 1

    asyncio.run(main())


def test_a_late_answer_does_not_keep_a_server_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a stream nothing would end before the answer."""
    monkeypatch.setattr(asgi, "GRACE", 0.0)
    monkeypatch.setattr(http_peers, "GRACE", 0.0)
    _, connections = slow_connections()

    async def talk(http: httpx.AsyncClient) -> None:
        transport: Any = vars(http)["_transport"]  # the application that is served
        asking = asyncio.create_task(post(http, per_request("tools/call", 1, name="weather")))
        await asyncio.sleep(0.6)
        transport.app._open_streams.begin_shutdown()
        assert (await asking).headers["Content-Type"].startswith("text/event-stream")

    use(connections, talk)


class Unanswered(StdioProcess):
    """A server that never answers."""

    async def start(self, connection: Any) -> None:
        """Start nothing."""

    async def send(self, data: bytes) -> None:
        """Drop the message."""


def unanswered(principal: str | None) -> BridgeConnection:
    return BridgeConnection(mb.Bridge(client_transport="http", principal=principal), Unanswered(["none"]))


@pytest.mark.parametrize("leaves", [True, False])
def test_a_bridge_ends_with_a_client_that_is_still_opening_it(leaves: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bridge and the process of its server ran for ever."""
    monkeypatch.setattr("mcp_bindings.transports.asgi._QUICK_SECONDS", 0.0)
    made: list[BridgeConnection] = []

    def connect(principal: str | None) -> BridgeConnection:
        made.append(unanswered(principal))
        return made[-1]

    async def main() -> None:
        application = BridgeHttp(connect)
        async with application.lifespan(None):
            request = AsgiRequest(application, "POST", message("initialize", 1, **OPENING))
            await asyncio.sleep(0.01)
            assert [each.is_closed for each in made] == [False]
            if leaves:
                await request.leave()
                assert [each.is_closed for each in made] == [True]
        assert [each.is_closed for each in made] == [True]
        await asyncio.wait_for(request.task, 10)

    asyncio.run(main())


def test_sessions_that_are_being_opened_are_bounded() -> None:
    async def main() -> None:
        application = BridgeHttp(unanswered, max_sessions=1)
        async with application.lifespan(None):
            opening, surplus = (AsgiRequest(application, "POST", message("initialize", 1, **OPENING)) for _ in range(2))
            await asyncio.wait_for(surplus.task, 10)
            assert (opening.status, surplus.status) == (0, 503)
        await asyncio.wait_for(opening.task, 10)

    asyncio.run(main())


def test_a_call_whose_session_is_deleted_may_have_run() -> None:
    """The call got status 500."""
    _, connections = slow_connections()

    async def talk(http: httpx.AsyncClient) -> None:
        opened = await http.post(URL, json=message("initialize", 1, **OPENING))
        headers = {"MCP-Protocol-Version": OLD, "Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        assert (await http.post(URL, json=message("notifications/initialized"), headers=headers)).status_code == 202
        call = message("tools/call", 2, name="weather", arguments={})
        calling = asyncio.create_task(http.post(URL, json=call, headers=headers))
        await asyncio.sleep(0.05)
        assert (await http.delete(URL, headers=headers)).status_code == 204
        assert last_event(await calling)["error"]["data"] == {"mayHaveRun": True}

    use(connections, talk)


def test_a_rejected_message_without_an_answer_gets_status_400() -> None:
    """A request with the id of another one waited for ever, and a notification in an unknown version got status 202."""
    _, connections = slow_connections()

    async def talk(http: httpx.AsyncClient) -> None:
        opened = await http.post(URL, json=message("initialize", 1, **OPENING))
        headers = {"MCP-Protocol-Version": OLD, "Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        told = message("notifications/initialized")
        assert (await http.post(URL, json=told, headers=headers)).status_code == 202
        call = message("tools/call", 2, name="weather", arguments={})
        calling = asyncio.create_task(http.post(URL, json=call, headers=headers))
        await asyncio.sleep(0.05)
        again = await http.post(URL, json=call, headers=headers)
        assert (again.status_code, "still waits" in again.text) == (400, True)
        unknown = message("notifications/roots/list_changed")
        headers["MCP-Protocol-Version"] = "1999-01-01"
        assert (await http.post(URL, json=unknown, headers=headers)).status_code == 400
        first: Any = {"jsonrpc": "2.0", "id": 7, "result": {}}
        assert (await http.post(URL, json=first, headers={"MCP-Protocol-Version": NEW})).status_code == 400
        calling.cancel()

    use(connections, talk)


def test_a_client_over_http_is_told_no_secrets_of_its_server() -> None:
    """Errors quoted the command, the URL and the standard error of the server, which may hold tokens."""

    class Secret(MemoryTransport):
        kind: Any = "http"

        async def send(self, data: bytes) -> None:
            if b"tools/list" in data:
                raise ConnectionError("https://me:SECRET@mcp.example/SECRET?key=SECRET: it has gone")
            await super().send(data)

    exiting = "import sys; sys.exit('SECRET')"
    commands = [["no-such-program", "--token=SECRET"], [sys.executable, "-c", exiting]]
    transports: list[ClientTransport] = [*map(StdioProcess, commands), Secret(Connections(NEW).server)]
    told: list[str] = []

    async def talk(http: httpx.AsyncClient) -> None:
        told.append((await post(http, per_request("tools/list", 1))).text)

    for each in transports:
        connections = Connections(NEW)
        connections.make_transport = [each].pop
        use(connections, talk)
    assert [text.count("SECRET") for text in told] == [0, 0, 0]
    assert "the server cannot be reached" in told[0]
    assert "the server has gone" in told[1]
    assert "the server: it has gone" in told[2]


def test_a_long_call_of_a_bridge_sends_comments() -> None:
    """A proxy closed the connection, and the answer of a client that has left went to its standalone stream."""
    _, connections = slow_connections()

    async def main() -> None:
        application = BridgeHttp(connections, keep_alive=0.05)
        async with application.lifespan(None):
            opening = AsgiRequest(application, "POST", message("initialize", 1, **OPENING))
            await opening.task
            headers = {"mcp_protocol_version": OLD, "mcp_session_id": opening.headers["mcp-session-id"]}
            await AsgiRequest(application, "POST", message("notifications/initialized"), **headers).task
            call = AsgiRequest(application, "POST", message("tools/call", 2, name="weather", arguments={}), **headers)
            await call.until(lambda: b": ping" in call.body)
            await call.leave()
            rest = AsgiRequest(application, "GET", **headers, last_event_id=call.events[-1].id)
            await rest.until(lambda: bool(rest.messages))
            assert [each["id"] for each in rest.messages] == [2]
            await rest.task

    asyncio.run(main())


def test_an_answer_goes_to_no_other_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """The standalone stream must not carry answers. Page: /specification/2025-11-25/basic/transports."""
    monkeypatch.setattr("mcp_bindings.transports.asgi._QUICK_SECONDS", 0.0)
    handlers, connections = slow_connections()

    async def main() -> None:
        application = BridgeHttp(connections)
        async with application.lifespan(None):
            opening = AsgiRequest(application, "POST", message("initialize", 1, **OPENING))
            await opening.task
            headers = {"mcp_protocol_version": OLD, "mcp_session_id": opening.headers["mcp-session-id"]}
            await AsgiRequest(application, "POST", message("notifications/initialized"), **headers).task
            listening = AsgiRequest(application, "GET", **headers)
            call = AsgiRequest(application, "POST", message("tools/call", 2, name="weather", arguments={}), **headers)
            await asyncio.sleep(0.1)
            await call.leave()
            await asyncio.sleep(1)
            assert handlers.ended == ""
            assert listening.messages == []
            await listening.leave()

    asyncio.run(main())


def test_clients_of_the_oldest_transport_reach_a_bridge() -> None:
    """Their messages got status 500."""
    connections = Connections(NEW)

    async def main() -> None:
        application = BridgeHttp(connections, http_sse=True)
        async with application.lifespan(None):
            stream = AsgiRequest(application, "GET")
            await stream.until(lambda: bool(stream.events))
            query = stream.events[0].data.partition("?")[2]
            opening = {**OPENING, "protocolVersion": HANDSHAKE[0]}
            for sent in (message("initialize", 1, **opening), message("notifications/initialized"), message("ping", 2)):
                post = AsgiRequest(application, "POST", sent, query=query)
                await post.task
                assert post.status == 202
                await stream.until(lambda: len(stream.events) > 1)
            await stream.until(lambda: len(stream.events) == 3)
            answers = [json.loads(event.data) for event in stream.events[1:]]
            assert [(each["id"], "result" in each) for each in answers] == [(1, True), (2, True)]
            await stream.leave()
            await asyncio.sleep(0)
            await asyncio.gather(*vars(application)["_closing"])
            assert [each.is_closed for each in connections.made] == [True]

    asyncio.run(main())


def test_long_answers_of_a_bridge_are_bounded() -> None:
    """Clients that read nothing held answers without a bound."""

    class Long(all_revisions.Notes):
        async def call_tool(self, params: Any, context: Any) -> Any:
            return mcp.CallToolResult(content=[mcp.TextContent(text="x" * 100_000)])

    connections = Connections(NEW)
    connections.server = Server(Long(), info=INFO, revisions=[NEW])

    async def talk(http: httpx.AsyncClient) -> None:
        answer = (await post(http, per_request("tools/call", 1, name="weather"))).json()
        assert answer["error"]["code"] == -32603

    use(connections, talk, max_buffered=90_000)


def test_a_notification_with_the_method_initialize_is_no_opening() -> None:
    """It got status 500, and ended a bridge on standard streams."""
    connections = Connections(OLD)

    async def talk(http: httpx.AsyncClient) -> None:
        opened = await http.post(URL, json=message("initialize", 1, **OPENING))
        headers = {"MCP-Protocol-Version": OLD, "Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        assert (await http.post(URL, json=message("notifications/initialized"), headers=headers)).status_code == 202
        assert (await http.post(URL, json=message("initialize"), headers=headers)).status_code in (202, 400)
        assert (await http.post(URL, json=message("ping", 2), headers=headers)).status_code == 200

    use(connections, talk)


@pytest.mark.parametrize("server", [OLD, NEW])
def test_initialize_with_members_of_a_request_opens_a_session(server: str) -> None:
    """Clients that mix the eras got status 500 from a bridge, and a session from a server."""
    connections = Connections(server)

    async def talk(http: httpx.AsyncClient) -> None:
        mixed = per_request("initialize", 1, **OPENING)
        opened = await http.post(URL, json=mixed)
        assert opened.json()["result"]["protocolVersion"] == OLD
        headers = {"MCP-Protocol-Version": OLD, "Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        assert (await http.post(URL, json=message("notifications/initialized"), headers=headers)).status_code == 202
        assert (await http.post(URL, json=message("tools/list", 2), headers=headers)).status_code == 200

    use(connections, talk)


@pytest.mark.parametrize("revision", [each for each in HANDSHAKE if mb.revision(each).protocol.http.resumable])
def test_what_precedes_an_answer_arrives_on_its_stream(revision: str) -> None:
    """The bridge may have its answer already, so the messages before it went to a client that listens with a GET."""

    async def main() -> None:
        tools = mb.Toolbox()

        @tools.tool
        async def progress(context: mb.Context) -> str:
            await context.progress(1)
            return ""

        transport = MemoryTransport(Server(tools, info=INFO))
        application = BridgeHttp(lambda _: BridgeConnection(mb.Bridge(server_transport="stdio"), transport))
        async with application.lifespan(None):
            headers = await open_session(application, revision)
            listening = AsgiRequest(application, "GET", **headers)
            await listening.until(lambda: listening.status == 200)
            calling = AsgiRequest(application, "POST", call(2), **headers)
            await calling.task
            methods = [each.get("method") for each in calling.messages]
            assert methods == [PROGRESS, None]
            assert not listening.messages
            await AsgiRequest(application, "DELETE", **headers).task

    asyncio.run(asyncio.wait_for(main(), 20))
