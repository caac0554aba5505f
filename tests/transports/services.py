"""A small server and client of every revision, for the tests of the transports.

`python -m tests.transports.services` serves the tools over standard streams.
"""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import AbstractAsyncContextManager
from functools import cache
from importlib import import_module
from typing import Any

import mcp_bindings as mb
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.transports import ClientConnection, ClientTransport, Service, open_connection, serve_stdio
from tests.documents import filled

INFO = {"name": "tests", "version": "1"}
SCHEMA = {"type": "object"}
NAMES = ("echo", "print", "wait", "progress")


class Tools(Handlers):
    """Tools that return, print, wait and report progress."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return self._result("ListToolsResult", tools=[{"name": name, "inputSchema": SCHEMA} for name in NAMES])

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        if params.name == "print":
            print("printed", flush=True)
            subprocess.run(["echo", "printed by a child"], check=True)  # noqa: ASYNC221
        if params.name == "wait":
            await asyncio.sleep(50)
        if params.name == "progress":
            for number in range(params.arguments["count"]):
                await context.progress(number, message="x" * params.arguments.get("size", 1))
                await asyncio.sleep(params.arguments.get("pause", 0))
        text = {"type": "text", "text": str(params.arguments)}
        return self._result("CallToolResult", content=[text])

    def _result(self, definition: str, **members: Any) -> Any:
        return mb.revision(self.revision).codec(definition).decode_value(filled(self.revision, definition, members))


@cache
def _class(version: str, role: str, *bases: type[Handlers]) -> type[Handlers]:
    package = import_module(mb.revision(version).package)
    return type("Made", (*bases, getattr(package, role)), {})


def server_handlers(version: str) -> Handlers:
    return _class(version, "ServerHandlers", Tools)()


def client_handlers(version: str) -> Handlers:
    return _class(version, "ClientHandlers")()


class Asking(Service):
    """A server whose handler of a notification asks the client for its roots, and notes the answers."""

    def __init__(self, **options: Any) -> None:
        self.answered: list[Any] = []
        super().__init__(self._asking, info=INFO, **options)

    def _asking(self, version: str) -> Handlers:
        made: Any = server_handlers(version)

        async def changed(params: Any, context: mb.Context) -> None:
            self.answered.append(await context.calls.list_roots())

        made.on_roots_list_changed = changed
        handlers: Handlers = made
        return handlers


def service(**options: Any) -> Service:
    return Service(server_handlers, info=INFO, **options)


def client(
    transport: ClientTransport, *revisions: str, **options: Any
) -> AbstractAsyncContextManager[ClientConnection]:
    return open_connection(transport, client_handlers, info=INFO, revisions=revisions or mb.REVISIONS, **options)


if __name__ == "__main__":
    asyncio.run(serve_stdio(service()))
