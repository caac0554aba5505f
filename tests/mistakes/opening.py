"""Mistakes when a client connects."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.extensions import tasks
from mcp_bindings.transports import ClientBounds
from mcp_bindings.v2026_07_28 import ClientHandlers, ServerHandlers
from tests.mistakes.table import mistake

INFO = {"name": "host", "version": "1"}


async def connect(target: Any, handlers: Any = None, **options: Any) -> str:
    async with mb.connect(target, handlers, info=INFO, **options):
        return "connected"


@asynccontextmanager
async def answering(status: str, *headers: str, body: str = "") -> AsyncGenerator[str]:
    """An HTTP server that responds to every request in the same way; its URL."""

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "Connection: close", "", body]
        writer.write("\r\n".join(lines).encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(respond, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        server.close()


def refused(id_: str, status: str, *headers: str, body: str = "") -> None:
    """Register the mistake to connect to a server with this response."""

    async def make() -> str:
        async with answering(status, *headers, body=body) as url:
            with pytest.raises(mb.OpenError) as caught:
                await connect(url)
        error = caught.value
        assert error.url == url
        assert error.status == int(status[:3])
        assert (error.challenge is not None) == status.startswith("401")
        raise error

    mistake(id_)(make)


refused("no-token", "401 Unauthorized", 'WWW-Authenticate: Bearer scope="mcp"')
refused("forbidden", "403 Forbidden", "Content-Type: text/plain", body="The header Host names no host")
refused("wrong-path", "404 Not Found", "Content-Type: text/html", body="<h1>Not found</h1>")
refused("web-site", "200 OK", "Content-Type: text/html", body="<h1>Welcome</h1>")
refused("redirect", "307 Temporary Redirect", "Location: https://mcp.example.com/mcp")
refused("failing-server", "502 Bad Gateway")


@mistake("no-listener")
async def _() -> str:
    return await connect("http://127.0.0.1:1/mcp")


@mistake("tls-on-a-plain-port")
async def _() -> str:
    async with answering("200 OK") as url:
        return await connect(url.replace("http:", "https:"))


def opened(id_: str, make: Callable[[], Any], **options: Any) -> None:
    """Register the mistake to connect to a target."""
    mistake(id_)(lambda: connect(make(), **options))


def run(script: str) -> list[str]:
    return [sys.executable, "-c", script]


SERVER = mb.Server(ServerHandlers(), info=INFO)

opened("no-scheme", lambda: "localhost:8000/mcp")
opened("command-is-a-text", lambda: "python server.py")
opened("empty-command", list)
opened("url-without-host", lambda: "http:///mcp")
opened("url-with-a-wrong-port", lambda: "http://localhost:80000/mcp")
opened("script-in-place-of-a-command", lambda: Path("server.py"))
opened("toolbox-as-target", mb.Toolbox)
opened("application-as-target", lambda: SERVER.asgi())
opened("configuration-as-target", lambda: {"mcpServers": {"notes": {"command": "python"}}})
opened("token-as-authorizer", lambda: "http://localhost:8000/mcp", authorizer="Bearer abc")
opened("client-guards-off", lambda: SERVER, guards=False)
opened("bounds-is-a-number", lambda: SERVER, bounds=5)
opened("client-class-as-handlers", lambda: SERVER, handlers=ClientHandlers)
opened("log-level-of-logging", lambda: SERVER, log_level="warn")
opened(
    "silent-process",
    lambda: run("__import__('sys').stdin.read()"),
    bounds=ClientBounds(probe_timeout=0.5),
)
opened("program-not-found", lambda: ["no-such-program-of-mcp"])
opened("process-dies", lambda: run("import sys; print('no settings', file=sys.stderr); sys.exit(3)"))
opened("print-at-the-start", lambda: run("print('Server starts', flush=True); input(); input()"))
opened("unknown-revision", lambda: SERVER, revisions=["2025-99-99"])
opened("no-revision", lambda: SERVER, revisions=[])
opened("revision-is-a-text", lambda: SERVER, revisions="2025-06-18")
opened(
    "no-common-revision",
    lambda: mb.Server(ServerHandlers(), info=INFO, revisions=["2026-07-28"]),
    revisions=["2025-06-18"],
)
opened("server-class-as-target", lambda: ServerHandlers())
opened("server-handlers-of-a-client", lambda: SERVER, handlers=ServerHandlers())

DYING = """
import os, sys
import mcp_bindings as mb
from mcp_bindings.transports import ClientBounds
from mcp_bindings.v2026_07_28 import ClientHandlers, ServerHandlers
class Dying(ServerHandlers):
    async def call_tool(self, params, context):
        print("out of memory", file=sys.stderr, flush=True)
        os._exit(4)
mb.Server(Dying(), info={"name": "dying", "version": "1"}, guards=mb.guards.NO_GUARDS).run_stdio()
"""


@mistake("process-dies-in-a-call")
async def _() -> str:
    async with mb.connect(run(DYING), info=INFO) as client:
        return str(await client.call_tool(name="work", arguments={}))


@mistake("no-block")
async def _() -> str:
    opening: Any = mb.connect(SERVER, info=INFO)
    return str(await opening)


@mistake("block-without-async")
def _() -> str:
    opening: Any = mb.connect(SERVER, info=INFO)
    with opening:
        return ""


@mistake("opened-twice")
async def _() -> str:
    opening = mb.connect(SERVER, info=INFO)
    async with opening:
        pass
    async with opening:
        return ""


@mistake("client-of-another-loop")
async def _() -> str:
    async with mb.connect(SERVER, info=INFO) as client:
        return await asyncio.to_thread(lambda: repr(asyncio.run(client.list_tools())))


@mistake("connection-closes")
async def _() -> str:
    async def leave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    listener = await asyncio.start_server(leave, "127.0.0.1", 0)
    async with listener:
        return await connect(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/mcp")


@mistake("json-that-is-no-message")
async def _() -> str:
    async with answering("200 OK", "Content-Type: application/json", body='{"ok": true}') as url:
        return await connect(url)


def used(id_: str, use: Callable[[Any], Any], **options: Any) -> None:
    """Register the mistake to use an open client."""

    async def make() -> str:
        async with mb.connect(SERVER, info=INFO, **options) as client:
            await use(client)
        return ""

    mistake(id_)(make)


async def listen(client: Any, **changes: Any) -> None:
    async with client.listen(**changes):
        pass


def report(progress: float, total: float, message: str) -> None: ...


used("nothing-to-listen-for", listen)
used(
    "listen-to-what-is-not-declared",
    lambda client: listen(client, resource_subscriptions=["note:///1"]),
    handlers=ClientHandlers(),
)
used("timeout-of-a-call-is-a-text", lambda client: client.call_tool("work", {}, timeout="5"))
used("call-misspelled", lambda client: client.list_tool())
used("progress-of-other-sdks", lambda client: client.call_tool("work", {}, on_progress=report))
used(
    "progress-in-an-older-revision",
    lambda client: client.call_tool("work", {}, on_progress=report),
    revisions=mb.REVISIONS[:1],
)
mistake("extension-of-a-client-by-name")(lambda: connect(SERVER, extensions=["tasks"]))
mistake("extension-without-a-list")(lambda: connect(SERVER, extensions=tasks.EXTENSION))
mistake("bound-is-negative")(lambda: connect(SERVER, bounds=ClientBounds(call_timeout=-1)))
mistake("bound-is-a-text")(lambda: connect(SERVER, bounds=ClientBounds(max_items="5")))  # type: ignore[arg-type]  # pyright: ignore
