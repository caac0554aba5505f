"""Clients of a server in this process that act for whom they like, and send what they like, also at the same time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Mapping
from itertools import count
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.authorization import Principal
from mcp_bindings.renames import find_own_name, to_own_name
from mcp_bindings.spec.names import LOG_MESSAGE
from mcp_bindings.transports.service import ServedClient

INFO = {"name": "lab", "version": "1"}
META = "io.modelcontextprotocol/"
CAPABILITIES: dict[str, Any] = {"elicitation": {}, "sampling": {}}
NOBODY = ""
"""Who sends a request without authorization."""


def principal_of(who: str) -> Principal:
    """Whom a request is authorized for that somebody sends."""
    return Principal("https://as.example", who, "client")


class Caller:
    """One client, in one revision, which checks nothing.

    Args:
        server: of the client.
        revision: its id.

    Attributes:
        logged: the data of the log messages that it has received.
        answer: what it answers to every request of the server.
    """

    def __init__(self, server: mb.Server, revision: str) -> None:
        self.revision = mb.revision(revision)
        self.logged: list[Any] = []
        self.answer: Mapping[str, Any] = {}
        self._ids = count(1)
        self._client = ServedClient(server, self._take, "stdio")
        self._answering: set[asyncio.Task[Any]] = set()
        server.connected(self._client)

    async def open(self) -> dict[str, Any]:
        """Open the session, where the revision has one.

        Returns:
            The result of `initialize`; empty without a session.
        """
        if self.revision.era == "per-request":
            return {}
        opening = {"protocolVersion": self.revision.version, "capabilities": CAPABILITIES, "clientInfo": INFO}
        reply = await self.ask("initialize", opening)
        await self.notify("notifications/initialized")
        found: dict[str, Any] = reply["result"]
        return found

    async def ask(self, method: str, params: Mapping[str, Any], who: str = NOBODY) -> dict[str, Any]:
        """The response to a request, with `result` or `error`. The method has its name in any release."""
        _, waiting = self.start(method, params, who)
        return await waiting

    def start(
        self, method: str, params: Mapping[str, Any], who: str = NOBODY
    ) -> tuple[int, Coroutine[Any, Any, dict[str, Any]]]:
        """The id of a request, and what waits for its response."""
        if self.revision.era == "per-request":
            meta: dict[str, Any] = {
                f"{META}protocolVersion": self.revision.version,
                f"{META}clientInfo": INFO,
                f"{META}clientCapabilities": CAPABILITIES,
                f"{META}logLevel": "debug",
            }
            params = {**params, "_meta": meta}
        id_ = next(self._ids)
        return id_, self._handled({"id": id_, "method": to_own_name(method, self.revision), "params": params}, who)

    async def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        own = to_own_name(method, self.revision)
        await self._handled({"method": own, **({"params": params} if params else {})}, NOBODY)

    async def _handled(self, message: dict[str, Any], who: str) -> dict[str, Any]:
        event: Any
        try:
            event = self._client.session.receive(json.dumps({"jsonrpc": "2.0", **message}))
        except mb.ProtocolError as error:
            event = error
        principal = None if who == NOBODY else principal_of(who)
        reply = await self._client.handle(event, self._take, principal=principal)
        found: dict[str, Any] = {} if reply is None else json.loads(reply)
        return found

    async def _take(self, text: bytes) -> None:
        message = json.loads(text)
        if message.get("method") == find_own_name(LOG_MESSAGE, self.revision):
            self.logged.append(message["params"]["data"])
        elif "id" in message:
            answering = asyncio.create_task(self._handled({"id": message["id"], "result": self.answer}, NOBODY))
            self._answering.add(answering)
            answering.add_done_callback(self._answering.discard)


async def settle() -> None:
    """Let everything run that waits for nothing."""
    for _ in range(20):
        await asyncio.sleep(0)


class Handlers(mcp.ServerHandlers):
    """Does what a trial wants.

    Attributes:
        act: what the tool does.
        reached: the params that have reached a handler.
    """

    def __init__(self) -> None:
        self.reached: list[Any] = []

    def _page(self, name: str, params: Any, **item: Any) -> Any:
        """Three items, one on each page."""
        place = int(params.cursor or 0)
        more = {"nextCursor": str(place + 1)} if place < 2 else {}
        return {name: [{"name": f"{name}{place}", **item}], **more}

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return self._page("tools", params, inputSchema={"type": "object"})

    def list_prompts(self, params: Any, context: mb.Context) -> Any:
        return self._page("prompts", params, arguments=[{"name": "a"}])

    def list_resources(self, params: Any, context: mb.Context) -> Any:
        return self._page("resources", params, uri=f"note:///{params.cursor or 0}")

    def read_resource(self, params: Any, context: mb.Context) -> Any:
        self.reached.append(params.uri)
        return {"contents": []}

    def get_prompt(self, params: Any, context: mb.Context) -> Any:
        self.reached.append(params.name)
        return {"messages": [{"role": "user", "content": {"type": "text", "text": "a"}}]}

    def complete(self, params: Any, context: mb.Context) -> Any:
        self.reached.append(params.argument.value)
        return {"completion": {"values": []}}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        self.reached.append(params.arguments)
        await self.act(params, context)
        return {"content": []}

    async def act(self, params: Any, context: mb.Context) -> None:
        """Do nothing; a subclass does more."""
