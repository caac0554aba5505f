"""Mistakes when a server or a client is built."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import mcp_bindings as mb
from mcp_bindings.authorization import (
    AuthorizationFlow,
    ClientCredentials,
    ClientProfile,
    JwtVerifier,
    KeySet,
    ProtectedResource,
    ScopeRules,
)
from mcp_bindings.extensions import extended, tasks
from mcp_bindings.guards import Rate
from mcp_bindings.server import TaskRunner, audited, filtered
from mcp_bindings.session import negotiate
from mcp_bindings.transports import (
    BrowserSignIn,
    ClientBounds,
    FlowAuthorizer,
    MemorySessions,
    Service,
    StreamableHttp,
    serve_stdio,
)
from mcp_bindings.v2026_07_28 import CallToolResult, ClientHandlers, ServerHandlers, TextContent
from tests.mistakes.table import mistake

INFO = {"name": "notes", "version": "1"}


class Notes(ServerHandlers):
    async def call_tool(self, params: Any, context: mb.Context) -> CallToolResult:
        return CallToolResult(content=[TextContent(text=str(params.arguments))])


def built(id_: str, make: Callable[[], Any]) -> None:
    """Register the mistake to build something."""
    mistake(id_)(lambda: repr(make()))


def server(*providers: Any, **options: Any) -> mb.Server:
    given: dict[str, Any] = {"info": INFO, **options}
    return mb.Server(*(providers or (Notes(),)), **given)


def with_method(base: Any, name: str, method: Callable[..., Any]) -> Any:
    """An object with one method more."""
    return type("Mine", (base,), {name: method})()


async def one_argument(self: object, params: object) -> None: ...


async def two_arguments(self: object, params: object, context: object) -> None: ...


built("no-version", lambda: server(info={"name": "notes"}))
built("info-is-a-text", lambda: server(info="notes"))
built("server-revision", lambda: server(revisions=["2025-06-19"]))
built("unknown-capability", lambda: server(capabilities={"loging": {}}))
built("class-as-handlers", lambda: server(Notes))
built("object-as-handlers", lambda: server(object()))
built("handler-in-the-singular", lambda: server(with_method(ServerHandlers, "list_resource", two_arguments)))
built("handler-without-context", lambda: server(with_method(ServerHandlers, "call_tool", one_argument)))
built("handler-with-a-prefix", lambda: server(with_method(ServerHandlers, "handle_list_tools", two_arguments)))
built("handler-by-method", lambda: server(with_method(ServerHandlers, "tools_call", two_arguments)))
built("run-of-other-packages", lambda: server().run())  # type: ignore[attr-defined]
built("tool-of-other-packages", lambda: server().tool)  # type: ignore[attr-defined]
built("unknown-mode", lambda: server(mode="lenient"))
built(
    "unknown-notification",
    lambda: mb.connect(server(), with_method(ClientHandlers, "on_log", two_arguments), info=INFO),
)


def built_client(id_: str, handler: str) -> None:
    """Register the mistake to give a client this handler."""
    handlers = with_method(ClientHandlers, handler, two_arguments)
    built(id_, lambda: mb.connect(server(), handlers, info=INFO))


built_client("handler-by-area", "elicitation")
built_client("handler-by-question", "sample")

TWO_SERVERS = """
import asyncio
import mcp_bindings as mb
from mcp_bindings.transports import serve_stdio
first, second = (mb.Server(mb.Toolbox(), info={"name": name, "version": "1"}) for name in ("first", "second"))
async def serve_both():
    await asyncio.gather(serve_stdio(first), serve_stdio(second))
asyncio.run(serve_both())
"""


@mistake("two-servers-on-stdio")
def _() -> str:
    ended = subprocess.run([sys.executable, "-c", TWO_SERVERS], input="", capture_output=True, text=True, check=False)
    return ended.stderr.splitlines()[-1]


@mistake("name-and-arguments")
async def _() -> str:
    application = mb.Server(Notes(), info=INFO, guards=mb.guards.NO_GUARDS)
    async with mb.connect(application, info=INFO) as client:
        result: Any = await client.call_tool("add", {"a": 1})
        return str(result.content[0].text)


async def step(request: object, call_next: object) -> None: ...


async def generate(server: object) -> AsyncGenerator[None]:
    yield


@asynccontextmanager
async def lifespan(server: object) -> AsyncGenerator[None]:
    yield


@asynccontextmanager
async def lifespan_alone() -> AsyncGenerator[None]:
    yield


URL, ISSUER = "https://mcp.example.com/mcp", "https://as.example.net"


def protect(**options: Any) -> ProtectedResource:
    verifier = JwtVerifier({ISSUER: KeySet(b'{"keys": []}')}, audience=URL)
    given: dict[str, Any] = {"authorization_servers": [ISSUER], "verifier": verifier, **options}
    return ProtectedResource(URL, **given)


built("lifespan-is-called", lambda: server(lifespan=lifespan(None)))
built("lifespan-without-server", lambda: server(lifespan=lifespan_alone))
built("middleware-is-a-function", lambda: server(middleware=step))
built("middleware-of-two", lambda: server(middleware=[step]))
built("capabilities-is-a-list", lambda: server(capabilities=["logging"]))
rates: Any = {"tools": Rate(5, 20)}
number: Any = 5
off: Any = False
built("guards-with-rates-only", lambda: server(guards=mb.Guards(rates=rates)))
built("guards-with-a-number", lambda: server(guards=mb.Guards(work=number)))
built("guards-without-logs", lambda: server(guards=mb.Guards(logs=off)))


def served(id_: str, **options: Any) -> None:
    """Register the mistake to make an ASGI application with an option."""
    built(id_, lambda: server(guards=mb.guards.NO_GUARDS).asgi(**options))


async def find_owner(scope: object, principal: object) -> str:
    return "one"


async def write_record(record: object) -> None: ...


writing: Any = write_record
texts: Any = str.upper
served("stores-is-a-store", stores=MemorySessions())
served("quota-key-of-one", quota_key=str.upper)
served("quota-key-is-async", quota_key=find_owner)
built("audit-is-async", lambda: audited(writing))
built("filter-of-one", lambda: filtered(texts))
built("middleware-is-none", lambda: server(middleware=None))

wrong: Any = Notes()
FLOW: dict[str, Any] = {"revisions": mb.REVISIONS, "profile": ClientProfile("http://localhost/callback")}


def flow(**options: Any) -> AuthorizationFlow:
    return AuthorizationFlow("https://mcp.example.com/mcp", **{**FLOW, **options})


built("handlers-as-service", lambda: StreamableHttp(wrong))
toolbox: Any = mb.Toolbox()


@mistake("toolbox-as-service")
async def _() -> str:
    await serve_stdio(toolbox)
    return ""


built("service-of-handlers", lambda: Service(wrong, info=INFO))
handler_class: Any = Notes
built("dispatcher-of-a-class", lambda: mb.Dispatcher(handler_class))
name: Any = "redis"
built("store-of-tasks-is-a-text", lambda: TaskRunner(name))
one: Any = tasks.EXTENSION
built("extended-by-one", lambda: extended("2026-07-28", one))
named: Any = ["tasks"]
built("extended-by-name", lambda: extended("2026-07-28", named))
built("negotiation-of-texts", lambda: negotiate("2025-11-25", ["2025-11-25"], "stdio"))
transport: Any = "sse"
built("negotiation-by-sse", lambda: negotiate(["2025-11-25"], ["2025-11-25"], transport))
https: Any = "https"
built("observer-of-https", lambda: mb.Observer(transport=https))
built("flow-of-a-text", lambda: flow(revisions="2026-07-28"))
built("flow-with-a-dict", lambda: flow(profile={"redirect_uri": "http://localhost/callback"}))
built("flow-with-a-path", lambda: flow(storage="tokens.json"))
built("flow-with-a-class", lambda: flow(grant=ClientCredentials))
url: Any = "https://mcp.example.com/mcp"
built("authorizer-of-a-url", lambda: FlowAuthorizer(url))
browser: Any = "browser"
built("sign-in-by-name", lambda: FlowAuthorizer(flow(), browser))
port: Any = "51234"
built("port-is-a-text", lambda: BrowserSignIn(port=port))
built("path-of-a-redirect", lambda: BrowserSignIn(path="callback"))


@mistake("notification-misspelled")
async def _() -> str:
    await server().notify("notifications/resources/update", uri="note:///1")
    return ""


built("guards-off", lambda: server(guards=False))
built("extension-by-name", lambda: server(extensions=["tasks"]))
built("no-requests-at-once", lambda: server(max_concurrent=0))
built("idle-is-a-text", lambda: server().asgi(idle="60"))  # type: ignore[arg-type]
built("issuers-is-a-text", lambda: protect(authorization_servers=ISSUER))
built("verifier-is-a-function", lambda: protect(verifier=print))
built("rules-as-a-list", lambda: protect(scopes=["mcp"]))
built("rule-is-a-text", lambda: ScopeRules(tools={"delete": "notes:write"}))


built("tasks-is-true", lambda: server(mb.Toolbox(), tasks=True))
built("pings-is-a-number", lambda: server(mb.Toolbox(), pings=30))
built("method-misspelled", lambda: server(mb.Toolbox()).run_stdo)  # type: ignore[attr-defined]  # pyright: ignore


@mistake("lifespan-without-decorator")
async def _() -> str:
    async with mb.connect(server(lifespan=generate), info=INFO):
        return ""


@asynccontextmanager
async def failing(server: object) -> AsyncGenerator[None]:
    if server is not None:
        raise ValueError("no settings")
    yield


@asynccontextmanager
async def slow(server: object) -> AsyncGenerator[None]:
    await asyncio.sleep(0.3)
    yield


@mistake("lifespan-fails")
async def _() -> str:
    async with mb.connect(server(lifespan=failing), info=INFO):
        return ""


@mistake("lifespan-is-slow")
async def _() -> str:
    bounds = ClientBounds(probe_timeout=0.1)
    async with mb.connect(server(lifespan=slow), info=INFO, bounds=bounds):
        return "connected"


@mistake("run-in-a-loop")
async def _() -> str:
    server().run_stdio()
    return ""


@mistake("server-as-application")
async def _() -> str:
    await server()({"type": "http"}, None, None)
    return ""


@mistake("server-as-application-at-start")
async def _() -> str:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan.startup"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await server()({"type": "lifespan"}, receive, send)
    [failed] = sent
    assert failed["type"] == "lifespan.startup.failed"
    return str(failed["message"])
