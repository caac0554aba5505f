"""The faults of a rejected value are found in linear time, whatever branches in the schema.

With the lists of jsonschema-rs, the tests of this module would not end, or fill the memory.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards import NO_GUARDS, SchemaRefusedError
from mcp_bindings.schema import faults
from mcp_bindings.schema.compiled import CompiledSchema
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from tests.guards.shapes import DEEP, SHAPES, branching, chain
from tests.revisions import PER_REQUEST

INFO = {"name": "tests", "version": "1"}


@pytest.mark.parametrize("name", SHAPES)
def test_deep_values_are_explained(name: str) -> None:
    schema = CompiledSchema(SHAPES[name])
    for depth in (1, 2, 4, DEEP):
        found = schema.findings(chain(depth))
        assert found
        for each in found:
            assert each.rule != "schema"
            assert ("/n" * depth).startswith(each.pointer)


@pytest.mark.parametrize("name", SHAPES)
def test_what_fits_is_not_rejected(name: str) -> None:
    assert CompiledSchema(SHAPES[name]).findings(chain(DEEP, 1)) == []


def test_the_innermost_place_is_found_without_a_branch() -> None:
    part = {"$ref": "#/$defs/part"}
    tree = {"$defs": {"part": {"type": ["object", "integer"], "properties": {"n": part}}}, **part}
    (found,) = CompiledSchema(tree).findings(chain(10))
    assert (found.pointer, found.rule) == ("/n" * 10, "type")


def test_many_faults_of_a_long_keyword_are_not_many_copies_of_it() -> None:
    """Each fault of jsonschema-rs has a copy of the enumeration: 1,000 of these took 25 s and 7 GB."""
    schema = CompiledSchema({"items": {"enum": [f"x{number}" for number in range(100_000)]}})
    assert len(schema.findings([1] * 1_000)) == 100


def test_digits_and_keywords_behind_identifiers_are_found() -> None:
    part = {"$id": "https://example.com/part", "properties": {"0": {"maximum": 3}, "no": False}}
    found = CompiledSchema({"minimum": 8, "properties": {"1": part}}).findings({"1": {"0": 5, "no": 1}})
    assert [(each.pointer, each.message) for each in found] == [
        ("/1/0", "does not fit maximum 3"),
        ("/1/no", "does not fit false"),
    ]


def test_unevaluated_members_are_the_last_fault_to_report() -> None:
    schema = CompiledSchema({"anyOf": [{"properties": {"a": {"type": "integer"}}}], "unevaluatedProperties": False})
    assert [each.rule for each in schema.findings({"a": "x", "b": 1})] == ["anyOf"]
    assert [each.rule for each in schema.findings({"a": 1, "b": 1})] == ["unevaluatedProperties"]


def test_a_schema_whose_pointers_are_long_is_refused() -> None:
    """jsonschema-rs keeps the pointer of each keyword: 4,000 parts below a name of 100,000 characters took 2 GB."""
    below = {str(number): {"type": "string"} for number in range(1_000)}
    with pytest.raises(SchemaRefusedError, match="pointers"):
        CompiledSchema({"$defs": {"k" * 100_000: {"properties": below}}})


class Hostile(mcp.ToolsServer):
    """A server whose results make its clients explain a deep fault."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        schema = {"type": "object", "properties": {"v": branching({"$ref": "#/$defs/f"})}, **branching({})}
        return {"tools": [{"name": "t", "inputSchema": schema, "outputSchema": schema}]}

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return {"content": [], "structuredContent": {"v": chain(DEEP)}}


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_server_and_a_client_answer_at_once(revision: str) -> None:
    async def main() -> None:
        async with mb.connect(mb.Server(Hostile(), info=INFO), info=INFO, revisions=[revision]) as client:
            result: Any = await client.call_tool("t", arguments={"v": chain(DEEP)})
            assert result.is_error
        server = mb.Server(Hostile(), info=INFO, guards=NO_GUARDS)
        async with mb.connect(server, info=INFO, revisions=[revision]) as client:
            await client.list_tools()
            with pytest.raises(mb.ProtocolError, match="outputSchema") as caught:
                await client.call_tool("t")
            assert caught.value.code == INTERNAL_ERROR

    asyncio.run(main())


def test_each_part_counts_once_though_each_level_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """To count the parts again for each level took most of the time."""
    counted: list[Any] = []

    def count(part: Any) -> int:
        counted.append(part)
        return 1

    monkeypatch.setattr(faults, "_count_characters", count)
    found = CompiledSchema(SHAPES["patternProperties"]).findings(chain(DEEP))
    assert found[0].pointer.count("/") > 3
    assert len(counted) == DEEP + 1


def test_a_fault_below_empty_names_is_found() -> None:
    """jsonschema-rs leaves these names out of its paths."""
    schema = CompiledSchema(
        branching(
            {"$ref": "#/$defs/f"},
            f={
                "type": ["object", "integer"],
                "allOf": [{"properties": {"": {"$ref": "#/$defs/f"}}}, {"additionalProperties": {"$ref": "#/$defs/f"}}],
            },
        )
    )
    assert schema.findings({"": {"": {"a": {"": "x"}}}})
    assert schema.findings({"": {"": {"a": {"": 1}}}}) == []
