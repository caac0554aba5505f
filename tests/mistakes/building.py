"""Mistakes when a server or a client is built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mcp_bindings as mb
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
built("unknown-mode", lambda: server(mode="lenient"))
built(
    "unknown-notification",
    lambda: mb.connect(server(), with_method(ClientHandlers, "on_log", two_arguments), info=INFO),
)


@mistake("name-and-arguments")
async def _() -> str:
    application = mb.Server(Notes(), info=INFO, guards=mb.guards.NO_GUARDS)
    async with mb.connect(application, info=INFO) as client:
        result: Any = await client.call_tool("add", {"a": 1})
        return str(result.content[0].text)
