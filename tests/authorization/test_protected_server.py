"""The ASGI application with a `ProtectedResource`: metadata, tokens, scopes, principals and their sessions."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx
import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.authorization import FetchPolicy, Principal, ProtectedResource, ScopeRules, TokenRejected
from mcp_bindings.authorization.metadata import read_resource_metadata
from mcp_bindings.transports import ClientConnection, HttpTransport, Service, StreamableHttp
from tests.authorization.test_flow import DEFINED
from tests.authorization.test_flow import RULES as FLOW_RULES
from tests.authorization.test_flow_authorizer import Login, tools
from tests.authorization.test_protected_resource import Verifier
from tests.authorization.world import ENDPOINT, ISSUER, World
from tests.revisions import HANDSHAKE, HTTP_SSE, PER_REQUEST
from tests.transports.services import INFO, NAMES, Tools, client, server_handlers, service
from tests.transports.test_asgi import OPENING, message, use

BATCHES = [each for each in HANDSHAKE if mb.revision(each).protocol.batching.receive == "must"]
METADATA = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
RULES = ScopeRules(["mcp"], methods={"resources/list": ["files"]}, tools={"wait": ["admin"]})
ANN, BOB = (Principal(ISSUER, name, "app", frozenset({"mcp"})) for name in ("ann", "bob"))
KNOWN: dict[str, Principal | Exception] = {
    "ann": ANN,
    "ann-again": Principal(ISSUER, "ann", "app", frozenset({"mcp", "files"})),
    "bob": BOB,
    "nothing": Principal(ISSUER, "eve", "app"),
}
JSON_BODY = {"Content-Type": "application/json"}
CALL = message("tools/call", 2, name="echo", arguments={})

Talk = Callable[[httpx.AsyncClient], Awaitable[None]]


def application(served: Service | None = None, **options: Any) -> StreamableHttp:
    resource = ProtectedResource(
        ENDPOINT, authorization_servers=[ISSUER], verifier=Verifier(**KNOWN), scopes=options.pop("scopes", RULES)
    )
    return StreamableHttp(served or service(), hosts=["mcp.example.com"], resource=resource, **options)


def token(name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {name}"}


def responses(*requests: tuple[str, str, dict[str, Any]], app: Any = None) -> list[httpx.Response]:
    """The responses to requests that belong to nothing."""
    found: list[httpx.Response] = []

    async def talk(http: httpx.AsyncClient) -> None:
        for method, url, options in requests:
            found.append(await http.request(method, url, **options))

    use(app or application(), talk)
    return found


def test_the_metadata_needs_no_token() -> None:
    places = [METADATA, METADATA.removesuffix("/mcp")]
    gets: list[tuple[str, str, dict[str, Any]]] = [("GET", url, {}) for url in places]
    for response in responses(*gets):
        assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
        assert read_resource_metadata(response.content, ENDPOINT, FetchPolicy()).authorization_servers == (ISSUER,)
    wrong, posted, evil = responses(
        ("GET", f"{METADATA}/x", {}),
        ("POST", METADATA, {"json": CALL}),
        ("GET", METADATA, {"headers": {"Host": "evil.example"}}),
    )
    assert (wrong.status_code, posted.status_code, evil.status_code) == (404, 405, 403)


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
@pytest.mark.parametrize(
    ("headers", "status", "error"),
    [
        ({}, 401, None),
        (token("unknown"), 401, "invalid_token"),
        ({"Authorization": "Bearer a b"}, 400, "invalid_request"),
    ],
)
def test_a_request_without_a_right_token(method: str, headers: dict[str, str], status: int, error: str | None) -> None:
    content = json.dumps(CALL) if method == "POST" else None
    (found,) = responses((method, ENDPOINT, {"headers": headers, "content": content}))
    assert (found.status_code, found.headers["Content-Type"]) == (status, "text/plain; charset=utf-8")
    assert found.text.endswith(".\n")
    assert "unknown" not in found.text, "the token"
    challenge = found.headers["WWW-Authenticate"]
    assert f'resource_metadata="{METADATA}"' in challenge
    assert (f'error="{error}"' in challenge) == (error is not None)


def test_a_token_in_the_query_is_rejected() -> None:
    (found,) = responses(("POST", f"{ENDPOINT}?access_token=ann", {"json": CALL, "headers": token("ann")}))
    assert found.status_code == 400
    assert "a token is not sent in a query" in found.headers["WWW-Authenticate"]


@pytest.mark.parametrize(
    ("body", "scope"),
    [
        (message("tools/call", 2, name="wait", arguments={}), "mcp admin"),
        (message("resources/list", 2), "mcp files"),
    ],
)
def test_a_message_needs_its_scopes(body: Any, scope: str) -> None:
    (found,) = responses(("POST", ENDPOINT, {"json": body, "headers": token("ann")}))
    assert (found.status_code, 'error="insufficient_scope"' in found.headers["WWW-Authenticate"]) == (403, True)
    assert f'scope="{scope}"' in found.headers["WWW-Authenticate"]


@pytest.mark.parametrize(
    "request_",
    [
        ("POST", {"content": b"{"}),
        ("POST", {"json": message("ping", 1)}),
        ("POST", {"json": {"jsonrpc": "2.0", "id": 1, "result": {}}}),
        ("GET", {}),
        ("DELETE", {}),
    ],
)
def test_every_request_needs_the_scopes_of_all(request_: tuple[str, dict[str, Any]]) -> None:
    method, options = request_
    (found,) = responses((method, ENDPOINT, {**options, "headers": {**JSON_BODY, **token("nothing")}}))
    assert found.status_code == 403


@pytest.mark.skipif(not BATCHES, reason="no revision has batches")
def test_each_message_of_a_batch_needs_its_scopes() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        headers = {**await opened(http, "ann", BATCHES[0]), **token("ann")}
        batch = [message("ping", 7), message("tools/call", 8, name="wait", arguments={})]
        assert (await http.post(ENDPOINT, json=batch, headers=headers)).status_code == 403
        assert (await http.post(ENDPOINT, json=[message("ping", 7)], headers=headers)).status_code == 200

    use(application(), talk)


async def opened(http: httpx.AsyncClient, name: str, version: str = HANDSHAKE[-1]) -> dict[str, str]:
    """Open a session, and return its headers without a token."""
    opening = message("initialize", 1, **{**OPENING, "protocolVersion": version})
    found = await http.post(ENDPOINT, json=opening, headers=token(name))
    assert found.status_code == 200, found.text
    headers = {"MCP-Protocol-Version": version, "Mcp-Session-Id": found.headers["Mcp-Session-Id"]}
    note = await http.post(ENDPOINT, json=message("notifications/initialized"), headers={**headers, **token(name)})
    assert note.status_code == 202
    return headers


def test_a_session_belongs_to_its_principal() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        session = await opened(http, "ann")
        for method, body in (("POST", CALL), ("GET", None), ("DELETE", None)):
            found = await http.request(method, ENDPOINT, json=body, headers={**session, **token("bob")})
            assert found.status_code == 404
        unauthorized = await http.post(ENDPOINT, json=CALL, headers=session)
        assert unauthorized.status_code == 401
        for name in ("ann", "ann-again"):  # another token of the same principal
            mine = await http.post(ENDPOINT, json={**CALL, "id": name}, headers={**session, **token(name)})
            assert mine.status_code == 200

    use(application(), talk)


class OldClient:
    """A client of HTTP+SSE (2024-11-05), whose requests go to an application without HTTP between them.

    Args:
        app: the application.
    """

    def __init__(self, app: Any) -> None:
        self.app = app
        self.running: list[asyncio.Task[None]] = []
        self.query = ""

    async def request(self, method: str, name: str, body: Any = None) -> list[Any]:
        """Send a request with a token, and return what arrives, when the first piece of a body has arrived."""
        given = {"Host": "mcp.example.com", **JSON_BODY, **token(name)}.items()
        pairs = [(name.lower().encode(), value.encode()) for name, value in given]
        query = self.query.encode() if method == "POST" else b""
        scope = {"type": "http", "method": method, "path": "/mcp", "query_string": query, "headers": pairs}
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            if method == "GET":
                await asyncio.Event().wait()
            return {"type": "http.request", "body": json.dumps(body).encode()}

        async def send(event: Any) -> None:
            sent.append(event)

        self.running.append(asyncio.create_task(self.app(scope, receive, send)))
        while len(sent) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
        return sent

    async def open(self, name: str) -> list[Any]:
        """Open the stream, and return what arrives on it."""
        sent = await self.request("GET", name)
        self.query = sent[1]["body"].decode().partition("?")[2].strip()
        return sent

    async def close(self) -> None:
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
        await self.app.sessions.close()


def test_a_stream_of_http_sse_belongs_to_its_principal() -> None:
    async def main() -> list[int]:
        old = OldClient(application(http_sse=True))
        await old.open("ann")
        statuses = [(await old.request("POST", name, message("ping", 1)))[0]["status"] for name in ("bob", "ann")]
        await old.close()
        return statuses

    assert asyncio.run(main()) == [404, 202]


class Asked(Tools):
    """Records whom each call is authorized for."""

    seen: list[Principal | None] = []  # noqa: RUF012

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        self.seen.append(context.principal)
        return await super().call_tool(params, context)


def asked(version: str) -> Any:
    return type("Asked", (Asked, type(server_handlers(version))), {})()


@pytest.mark.parametrize("version", [HANDSHAKE[-1], PER_REQUEST[-1]])
def test_handlers_know_the_principal(version: str) -> None:
    Asked.seen.clear()
    app = application(Service(asked, info=INFO))

    async def main() -> None:
        for name in ("ann", "bob"):
            login = Named(name, app, version)
            await login.call()

    asyncio.run(main())
    assert Asked.seen == [ANN, BOB]


def test_each_post_of_http_sse_has_its_own_principal() -> None:
    """Its scopes are those of its own token, not those of the token that opened the stream."""
    Asked.seen.clear()
    opening = {**OPENING, "protocolVersion": HTTP_SSE[0]}
    messages = [message("initialize", 1, **opening), message("notifications/initialized"), CALL]

    async def main() -> None:
        old = OldClient(application(Service(asked, info=INFO, revisions=HTTP_SSE), http_sse=True))
        stream = await old.open("ann-again")
        for number, body in enumerate(messages):
            assert (await old.request("POST", "ann", body))[0]["status"] == 202
            while len(stream) < 2 + number + (number != 1):  # noqa: ASYNC110
                await asyncio.sleep(0)
        await old.close()

    asyncio.run(asyncio.wait_for(main(), 20))
    assert [each.scopes for each in Asked.seen if each is not None] == [ANN.scopes]


class Named:
    """A client with a fixed token."""

    is_authorizing = False

    def __init__(self, name: str, app: Any, version: str) -> None:
        self.name, self.app, self.version = name, app, version

    async def headers(self, url: str) -> dict[str, str]:
        return token(self.name)

    async def handle_response(
        self, url: str, status: int, www_authenticate: str, operation: str, sent: Mapping[str, str]
    ) -> bool:
        return False

    async def call(self) -> None:
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(self.app))
        async with client(HttpTransport(ENDPOINT, http=http, authorizer=self), self.version) as connection:
            await connection.call_tool("echo", {})


def test_preflight_requests_need_no_token() -> None:
    page = "https://app.example"
    headers = {"Origin": page, "Access-Control-Request-Method": "POST"}
    app = application(origins=[page])
    posting = {"json": CALL, "headers": {"Origin": page}}
    asked, denied = responses(("OPTIONS", ENDPOINT, {"headers": headers}), ("POST", ENDPOINT, posting), app=app)
    assert asked.status_code == 204
    assert denied.status_code == 401
    assert "WWW-Authenticate" in denied.headers["Access-Control-Expose-Headers"]


class ByWorld:
    """Knows the tokens that a world has issued."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def verify(self, token: str) -> Principal:
        if token not in self.world.valid:
            raise TokenRejected("signature", "unknown")
        return Principal(self.world.issuer, "ann", "app", frozenset(self.world.granted[token]))


@pytest.mark.parametrize("revision", DEFINED)
def test_our_client_signs_in_at_our_server(revision: str) -> None:
    login = Login(revision)
    scopes = ScopeRules(["mcp"], tools={"echo": ["admin"]}) if FLOW_RULES[revision].scope_choice else ScopeRules()
    login.served.application = StreamableHttp(
        service(),
        hosts=["mcp.example.com"],
        resource=ProtectedResource(
            ENDPOINT, authorization_servers=[login.world.issuer], verifier=ByWorld(login.world), scopes=scopes
        ),
    )
    login.served.is_protected = True

    async def work(connection: ClientConnection) -> list[str]:
        await connection.call_tool("echo", {})
        return await tools(connection)

    assert login.use(work) == list(NAMES)
    assert login.signed_in == (2 if scopes.always else 1)


PROGRAM = """
import sys
from mcp_bindings.transports import HttpTransport, Service, StreamableHttp
from tests.transports.services import service
StreamableHttp(service())
HttpTransport("http://localhost/mcp")
print([name for name in sys.modules if "authorization" in name and name.startswith("mcp_bindings.authorization")])
"""


def test_a_server_without_protection_does_not_load_it() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == "[]\n"
