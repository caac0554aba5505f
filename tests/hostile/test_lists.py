"""What a client and a bridge keep of the lists of a server is bounded in bytes, not in items alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.bridge import ToolHeaders
from mcp_bindings.bridge.tool_schemas import ToolSchemas
from mcp_bindings.limits import MAX_LIST_SIZE, NewestEntries, measure_list_item
from mcp_bindings.session.observer.outputs import ListedOutputs
from mcp_bindings.session.profile import revision_profile
from mcp_bindings.transports import ClientBounds

INFO = {"name": "tests", "version": "1"}
LONG = "x" * 500_000


def tool(number: int, text: str = LONG) -> dict[str, Any]:
    """A tool with a long schema, all of which repeats an argument in a header."""
    argument = {"type": "string", "x-mcp-header": "A", "description": text}
    schema = {"type": "object", "properties": {text: argument}}
    return {"name": f"tool{number}", "inputSchema": schema, "outputSchema": schema}


def kept_by_headers(number: int) -> int:
    headers = ToolHeaders()
    for each in range(number):
        headers.record_tool(f"tool{each}", tool(each)["inputSchema"])
    return sum(headers.knows_tool(f"tool{each}") for each in range(number))


def kept_by_catalog(number: int) -> int:
    catalog = ToolSchemas(2_000, MAX_LIST_SIZE, ToolHeaders())
    for each in range(number):
        catalog.record_page({"tools": [tool(each)]})
    assert len(catalog.inputs) == len(catalog.outputs)
    return len(catalog.inputs)


def kept_by_observer(number: int) -> int:
    outputs = ListedOutputs()
    for each in range(number):
        outputs.add_page([tool(each)], revision_profile(mb.LATEST))
    return len(outputs)


@pytest.mark.parametrize("kept", [kept_by_headers, kept_by_catalog, kept_by_observer])
def test_few_long_schemas_are_kept(kept: Callable[[int], int]) -> None:
    assert kept(3) == 3
    assert 3 <= kept(40) <= 20


def test_the_newest_entry_stays_and_an_entry_counts_once() -> None:
    newest = NewestEntries[str](3, 10)
    assert [newest.count_entry(key, 3) for key in "abab"] == [[], [], [], []]
    assert newest.count_entry("c", 5) == ["a"]
    newest.discard("b")
    assert [newest.count_entry("d", 5), newest.count_entry("e", 50), newest.count_entry("f", 1)] == [
        [],
        ["c", "d"],
        ["e"],
    ]
    assert [newest.count_entry(key, 1) for key in "ghi"] == [[], [], ["f"]]


class Lister(mcp.ToolsServer):
    """A server with long tools on short pages."""

    pages = 0

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        self.pages += 1
        return {"tools": [{"name": f"t{self.pages}", "inputSchema": {"type": "object", "title": "x" * 1_000}}]} | {
            "nextCursor": f"{self.pages}"
        }

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return {"content": []}


def test_a_list_of_long_items_ends() -> None:
    """10,000 items of 4 MiB, each on a page of its own, would take 40 GiB."""
    server = Lister()

    async def main() -> None:
        service = mb.Server(server, info=INFO, guards=mb.Guards(cursors=False))
        bounds = ClientBounds(max_list_bytes=50_000)
        async with mb.connect(service, mcp.ClientHandlers(), info=INFO, bounds=bounds) as client:
            await client.connection.list_tools()

    with pytest.raises(ConnectionError, match=r"counts for 5\d{4} bytes after \d+ items, more than 50000 bytes"):
        asyncio.run(main())
    assert server.pages == -(-50_000 // measure_list_item(b" " * 1_060))
