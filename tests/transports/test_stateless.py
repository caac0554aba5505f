"""Clients of a server without sessions: nothing of one POST is seen by the next, whoever sends it."""

from __future__ import annotations

import gc
import json
import random
from types import MethodType
from typing import Any

import httpx
import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.authorization import Principal, ProtectedResource
from mcp_bindings.guards.guard_choice import NO_GUARDS
from mcp_bindings.transports import StreamableHttp
from mcp_bindings.transports.http_peers import HttpPeer
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of, request_meta
from tests.seed import SEED
from tests.session.resets import resets_compared
from tests.transports.services import INFO, SCHEMA
from tests.transports.test_asgi import message, use

URL = "http://localhost/mcp"
PREFIX = "io.modelcontextprotocol/"
POSTS = 100
DECLARED: list[dict[str, Any]] = [{}, {"roots": {}}, {"experimental": {"x": {}}}]


class Telling(mcp.ToolsServer):
    """A server whose only tool tells all that its handler sees of the client."""

    async def list_tools(self, params: Any, context: mb.Context) -> Any:
        """List a page of its own scope for each cursor; a session keeps to the scope of the page before."""
        is_first = params.cursor is None
        tools = [{"name": "tell" if is_first else "other", "inputSchema": SCHEMA}]
        more = {"nextCursor": "next", "cacheScope": "private"} if is_first else {"cacheScope": "public"}
        return {"tools": tools, **more}

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        for level in ("debug", "error"):
            await context.log(level, level)
        await context.progress(1, 2)
        seen = {
            "capabilities": context.peer_capabilities,
            "id": context.id,
            "meta": context.meta,
            "principal": None if context.principal is None else context.principal.key,
            "uris": sorted(context.subscribed_uris),
        }
        return {"content": [{"type": "text", "text": json.dumps(seen, sort_keys=True)}]}

    async def list_resources(self, params: Any, context: mb.Context) -> Any:
        return {"resources": [{"uri": f"test://{number}", "name": str(number)} for number in range(3)]}

    async def read_resource(self, params: Any, context: mb.Context) -> Any:
        return {"contents": [{"uri": params.uri, "text": ""}]}


class Verifier:
    """Takes each token as the name of whom it is for."""

    async def verify(self, token: str) -> Principal:
        return Principal("https://as.example", token, "a client")


def application(**options: Any) -> StreamableHttp:
    offered = {"logging": {}, "resources": {"subscribe": True}}
    server = mb.Server(Telling(), info=INFO, capabilities=offered, guards=NO_GUARDS)
    chosen: dict[str, Any] = {"stateless": True, **options}
    return server.asgi(**chosen)


def params_of(rng: random.Random, method: str) -> dict[str, Any]:
    """Params of a request, few enough that those of two clients are often alike."""
    token = {"_meta": {"progressToken": rng.randrange(2)}} if rng.random() < 0.5 else {}
    match method:
        case "initialize":
            asked: dict[str, Any] = {"roots": {}} if rng.random() < 0.5 else {"experimental": {"x": {}}}
            return {"protocolVersion": rng.choice(HANDSHAKE), "capabilities": asked, "clientInfo": INFO}
        case "tools/call":
            return {"name": "tell", "arguments": {}, **token}
        case "tools/list" | "resources/list":
            return {"cursor": "next"} if rng.random() < 0.5 and method == "tools/list" else {}
        case "logging/setLevel":
            return {"level": rng.choice(("debug", "error", "emergency"))}
        case "resources/subscribe" | "resources/unsubscribe" | "resources/read":
            return {"uri": f"test://{rng.randrange(3)}"}
        case "notifications/cancelled":
            return {"requestId": rng.randrange(3)}
        case _:
            return {}


METHODS = (
    "initialize",
    "tools/call",
    "tools/call",
    "tools/list",
    "resources/list",
    "resources/read",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "ping",
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/none",
    "none",
)


def post(rng: random.Random) -> tuple[dict[str, str], bytes]:
    """Headers and body of a POST of one of two clients."""
    method, version = rng.choice(METHODS), rng.choice((*HANDSHAKE, *PER_REQUEST))
    params = params_of(rng, method)
    method = method_of(method, version)
    headers = {"Content-Type": "application/json", "MCP-Protocol-Version": version}
    if version in PER_REQUEST:
        declared = rng.choice(DECLARED)
        params["_meta"] = {
            **params.get("_meta", {}),
            **request_meta(version, declared),
        }
        headers["Mcp-Method"] = method
        if "name" in params or "uri" in params:
            headers["Mcp-Name"] = str(params.get("name", params.get("uri")))
    id_ = None if method.startswith("notifications/") else rng.randrange(3)
    body: Any = message(method, id_, **params)
    if rng.random() < 0.05:
        body = {"jsonrpc": "2.0", "id": rng.randrange(3), "result": {}}
    elif rng.random() < 0.05:
        body = [body, message("ping", 3)]
    if rng.random() < 0.1:
        del headers[rng.choice(sorted(set(headers) - {"Content-Type"}))]
    if rng.random() < 0.05:
        headers["Mcp-Session-Id"] = "an id"
    text = json.dumps(body).encode()
    return headers, text[:-1] if rng.random() < 0.03 else text


async def answer(http: httpx.AsyncClient, headers: dict[str, str], body: bytes) -> Any:
    response = await http.post(URL, content=body, headers=headers)
    ids = [line for line in response.text.splitlines() if line.startswith("id: ")]
    text = response.text
    for number, line in enumerate(ids):  # the ids of events are random, apart from their numbers
        text = text.replace(line, f"id: {number}")
    return response.status_code, sorted(set(response.headers)), text


@pytest.mark.parametrize("stateless", [True, False])
def test_posts_of_two_clients_are_answered_as_by_a_new_server(stateless: bool) -> None:
    """Without `stateless`, only the POSTs of per-request revisions are sent."""
    rng, pairs = random.Random(SEED), list[tuple[dict[str, str], Any, Any]]()

    async def talk(http: httpx.AsyncClient) -> None:
        for _ in range(POSTS):
            headers, body = post(rng)
            if not stateless and headers.get("MCP-Protocol-Version") not in PER_REQUEST:
                continue
            found, new = await answer(http, headers, body), application(stateless=stateless)
            transport = httpx.ASGITransport(new)
            async with new.lifespan(), httpx.AsyncClient(transport=transport, headers=http.headers) as alone:
                pairs.append((headers, found, await answer(alone, headers, body)))

    use(application(stateless=stateless), talk)
    for headers, found, expected in pairs:
        assert found == expected, f"seed {SEED}: {headers}"
    assert len({found[0] for _, found, _ in pairs}) > 3
    assert any(PER_REQUEST[-1] in headers.values() and found[0] == 200 for headers, found, _ in pairs)


@pytest.mark.parametrize("stateless", [True, False])
def test_a_session_that_is_reset_keeps_what_a_new_one_keeps(stateless: bool) -> None:
    rng = random.Random(SEED)
    app = application(stateless=stateless)

    async def talk(http: httpx.AsyncClient) -> None:
        for _ in range(POSTS):
            headers, body = post(rng)
            await answer(http, headers, body)

    with resets_compared(continues=stateless) as count:
        use(app, talk)
    assert count()


def test_the_principal_of_a_post_is_that_of_its_token() -> None:
    resource = ProtectedResource(URL, authorization_servers=["https://as.example"], verifier=Verifier())

    async def talk(http: httpx.AsyncClient) -> None:
        for number, who in enumerate(("ann", "bob", "ann", "")):
            headers = {"MCP-Protocol-Version": HANDSHAKE[-1], **({"Authorization": f"Bearer {who}"} if who else {})}
            told = await http.post(URL, json=message("tools/call", number, name="tell", arguments={}), headers=headers)
            if not who:
                assert told.status_code == 401
                continue
            last = json.loads([line for line in told.text.splitlines() if line.startswith("data: {")][-1][6:])
            seen = json.loads(last["result"]["content"][0]["text"])
            assert seen["principal"] == Principal("https://as.example", who, "a client").key

    use(application(resource=resource), talk)


STATEFUL = ("mcp_bindings.session.", "mcp_bindings.peer.", "mcp_bindings.transports.", "builtins", "collections")
"""Where the classes of all that a server keeps of a client are. The rest are tables, parsers and functions."""

TABLES = (
    "RevisionProfile",
    "MethodProfile",
    "type",
    "module",
    "function",
    "builtin_function_or_method",
    "mappingproxy",
)


def reachable(peer: HttpPeer, but: list[object]) -> dict[int, object]:
    """All that can change and that is kept of one client, apart from some parts."""
    found, seen = dict[int, object](), {id(each) for each in but}
    waiting: list[Any] = [peer]
    while waiting:
        each = waiting.pop()
        kind: Any = each.__class__
        if id(each) in seen or kind.__name__ in TABLES or not f"{kind.__module__}.".startswith(STATEFUL):
            continue
        seen.add(id(each))
        if gc.is_tracked(each) and kind not in (tuple, frozenset, MethodType):
            found[id(each)] = each
        waiting += gc.get_referents(each)
    return found


def test_two_clients_share_only_what_the_server_is() -> None:
    """Each object that can be reached from both is part of the settings, of the server or of the tables."""
    app = application()
    kept: list[HttpPeer] = []
    make: Any = vars(StreamableHttp)["_make_peer"]

    def noted() -> HttpPeer:
        kept.append(make(app))
        return kept[-1]

    vars(app)["_make_peer"] = noted

    async def talk(http: httpx.AsyncClient) -> None:
        for number in range(2):
            headers = {"MCP-Protocol-Version": HANDSHAKE[-1]}
            await http.post(URL, json=message("tools/call", number, name="tell", arguments={}), headers=headers)

    use(app, talk)
    one: Any = kept[0]
    settings = one.session._side.settings
    parts: list[object] = [one._service, settings, *settings, *settings.declared.values()]
    parts += [one.session._receiver._selector, one.buffers]
    for each in one._dispatchers.values():
        parts += [each.handlers, each.handlers.prepared.by_method, each.handlers.context_settings]
    first, second = (reachable(each, parts) for each in kept)
    both = [each for key, each in first.items() if key in second]
    assert not both, [type(each) for each in both]
