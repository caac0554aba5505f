"""A server with guards in this process, and clients of it that send what they like."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.renames import find_own_name, to_own_name
from mcp_bindings.spec.names import LOG_MESSAGE, PROMPTS_CHANGED, RESOURCES_CHANGED, TOOLS_CHANGED
from mcp_bindings.transports import serve_stream
from mcp_bindings.transports.memory import make_memory_pair

INFO = {"name": "lab", "version": "1"}
META = "io.modelcontextprotocol/"
CAPABILITIES: dict[str, Any] = {"elicitation": {}, "sampling": {}}
CHANGES: dict[str, Any] = {name: {"listChanged": True} for name in ("tools", "prompts", "resources")}

Answer = Callable[[str, dict[str, Any]], dict[str, Any]]
"""What a client answers to a request for input, given its method and params."""


class Handlers(mcp.ServerHandlers):
    """Lists and returns what it is given, and notes the params that reach it."""

    def __init__(self) -> None:
        self.lists: dict[str, list[dict[str, Any]]] = {}
        self.result: dict[str, Any] = {"content": []}
        self.before_result: Callable[[mb.Context], Coroutine[Any, Any, None]] | None = None
        self.reached: list[Any] = []

    def _page(self, name: str, params: Any) -> dict[str, Any]:
        """One item for each page, so that every list has cursors."""
        items, place = self.lists.get(name, []), int(params.cursor or 0)
        page: dict[str, Any] = {name: items[place : place + 1]}
        return {**page, "nextCursor": str(place + 1)} if place + 1 < len(items) else page

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return self._page("tools", params)

    def list_prompts(self, params: Any, context: mb.Context) -> Any:
        return self._page("prompts", params)

    def list_resources(self, params: Any, context: mb.Context) -> Any:
        return self._page("resources", params)

    def list_resource_templates(self, params: Any, context: mb.Context) -> Any:
        return self._page("resourceTemplates", params)

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        if self.before_result is not None:
            await self.before_result(context)
        self.reached.append(params.arguments)
        return self.result

    def get_prompt(self, params: mcp.GetPromptRequestParams, context: mb.Context) -> Any:
        self.reached.append(params.arguments)
        return {"messages": [{"role": "user", "content": {"type": "text", "text": "a"}}]}

    def read_resource(self, params: mcp.ReadResourceRequestParams, context: mb.Context) -> Any:
        self.reached.append(params.uri)
        return {"contents": []}


class Peer:
    """One client, in one revision, which checks nothing that it sends or receives."""

    def __init__(self, revision: str) -> None:
        self.revision = mb.revision(revision)
        self.logged: list[Any] = []
        self._stream, self._far = make_memory_pair()
        self._running: list[asyncio.Task[None]] = []
        self._answer: Answer | None = None
        self._replied: asyncio.Future[dict[str, Any]] | None = None
        self._last_id = 0

    async def open(self, server: mb.Server) -> None:
        """Start a server's side of the connection, and open it."""
        served = serve_stream(server, self._far, grace=0.1)
        self._running += asyncio.create_task(served), asyncio.create_task(self._read())
        if self.revision.era == "handshake":
            opening = {"protocolVersion": self.revision.version, "capabilities": CAPABILITIES, "clientInfo": INFO}
            await self._reply("initialize", opening, None)
            await self._send({"method": "notifications/initialized"})

    async def close(self) -> None:
        """End the connection."""
        await self._stream.close()
        await asyncio.gather(*self._running)

    async def ask(self, method: str, params: dict[str, Any], answer: Answer | None = None) -> dict[str, Any]:
        """The final response to a request, with `result` or `error`. The method has its name in any release."""
        if self.revision.era == "per-request":
            meta: dict[str, Any] = {
                f"{META}protocolVersion": self.revision.version,
                f"{META}clientInfo": INFO,
                f"{META}clientCapabilities": CAPABILITIES,
                f"{META}logLevel": "debug",
            }
            params = {**params, "_meta": meta}
        reply = await self._reply(method, params, answer)
        result = reply.get("result", {})
        while result.get("resultType") == "input_required" and answer is not None:
            asked = result["inputRequests"].items()
            responses = {name: answer(each["method"], each["params"]) for name, each in asked}
            retry = {**params, "inputResponses": responses, "requestState": result["requestState"]}
            reply = await self._reply(method, retry, answer)
            result = reply.get("result", {})
        return reply

    async def _reply(self, method: str, params: dict[str, Any], answer: Answer | None) -> dict[str, Any]:
        self._last_id += 1
        self._answer, self._replied = answer, asyncio.get_running_loop().create_future()
        await self._send({"id": self._last_id, "method": to_own_name(method, self.revision), "params": params})
        return await asyncio.wait_for(self._replied, 20)

    async def _read(self) -> None:
        while texts := await self._stream.receive():
            for message in map(json.loads, texts):
                if "method" not in message:
                    assert self._replied is not None
                    self._replied.set_result(message)
                elif "id" in message:
                    assert self._answer is not None
                    given = self._answer(message["method"], message["params"])
                    await self._send({"id": message["id"], "result": given})
                elif message["method"] == find_own_name(LOG_MESSAGE, self.revision):
                    self.logged.append(message["params"]["data"])

    async def _send(self, message: dict[str, Any]) -> None:
        await self._stream.send(json.dumps({"jsonrpc": "2.0", **message}).encode())


async def pass_on(request: mb.Request, context: mb.Context, call_next: Any) -> Any:
    """Middleware that does nothing."""
    return await call_next(request, context)


class House:
    """Servers with guards, with and without middleware, and a client of each in every revision."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self.handlers = Handlers()
        options: dict[str, Any] = {"info": INFO, "capabilities": {**CHANGES, "logging": {}}}
        self._servers = [mb.Server(self.handlers, **options, middleware=each) for each in ([], [pass_on])]
        self._peers: dict[tuple[str, int], Peer] = {}

    def run(self, work: Coroutine[Any, Any, tuple[str, str]]) -> tuple[str, str]:
        """Run one trial."""
        return self._loop.run_until_complete(work)

    async def peer(
        self, rng: random.Random, revisions: Sequence[str] = mb.REVISIONS, **lists: list[dict[str, Any]]
    ) -> Peer:
        """One of the clients in some revisions, after the server has announced that its lists are these now."""
        self.handlers.lists = lists
        self.handlers.reached.clear()
        self.handlers.before_result = None
        revision, which = rng.choice(revisions), rng.randrange(2)
        for each in self._servers:
            for change in (TOOLS_CHANGED, PROMPTS_CHANGED, RESOURCES_CHANGED):
                await each.notify(change)
        found = self._peers.get((revision, which))
        if found is None:
            found = self._peers[revision, which] = Peer(revision)
            await found.open(self._servers[which])
        found.logged.clear()
        return found

    def close(self) -> None:
        """End all connections."""

        async def end() -> None:
            for each in self._peers.values():
                await each.close()

        self._loop.run_until_complete(end())
        self._loop.close()


@contextmanager
def house() -> Generator[House]:
    """Servers for the duration of the block, which do not log what they refuse."""
    log = logging.getLogger("mcp_bindings")
    before = log.level
    log.setLevel(logging.CRITICAL)
    made = House()
    try:
        yield made
    finally:
        made.close()
        log.setLevel(before)
