"""Tools that a bridge leaves out of lists, since nobody can call them over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

import mcp_bindings as mb
from tests.bridge.world import World, complete, named
from tests.documents import tool
from tests.revisions import HANDSHAKE, PER_REQUEST

SPOKEN = PER_REQUEST[-1]
PARAMS: Any = {"a": {"type": "object", "x-mcp-header": "A"}}
TOOLS: list[Any] = [
    tool("broken", inputSchema={"type": "object", "properties": PARAMS}),
    tool("fine"),
    tool("broken-too", inputSchema={"type": "object", "properties": PARAMS}),
]


@pytest.mark.parametrize("client", [HANDSHAKE[-1], SPOKEN])
@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("escaped", [b"x-mcp-header", b"x-mcp-h\\u0065ader"])
def test_tools_with_invalid_headers_are_left_out_over_http_alone(client: str, transport: str, escaped: bytes) -> None:
    world = World(client, SPOKEN, "stdio", transport)

    def answer(request: mb.Request, session: mb.Session, stream: Any) -> bool:
        if named(request) != "tools/list":
            return False
        result = {**complete(SPOKEN, "tools/list"), "tools": TOOLS}
        text = session.respond(request.id, result).replace(b"x-mcp-header", escaped)
        world.server_sends(text, stream)
        return True

    world.on_server = answer
    world.open()
    names = [tool["name"] for tool in world.request("tools/list")["result"]["tools"]]
    assert names == (["fine"] if transport == "http" else ["broken", "fine", "broken-too"])
