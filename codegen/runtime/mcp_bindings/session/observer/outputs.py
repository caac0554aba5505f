"""The output schemas of the tools that a server has listed, and the check of results against them.

Page: /specification/2026-07-28/server/tools#output-schema.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...json_values import count_characters, is_object, member_at
from ...limits import MAX_OBSERVED_CHARACTERS, MAX_TOOLS_REMEMBERED, NewestEntries
from ...revisions import revision
from ...schema.compiled import CompiledSchema
from ...schema.library import SchemaRefusedError
from ...schema.validators import has_library
from ...spec.names import INPUT_REQUIRED, RESULT_TYPE, TOOL
from ..errors import Violation
from ..ids import IdKey, make_id_key
from ..profile import RevisionProfile


class ListedOutput:
    """The output schema of one tool. The schema is compiled when a result of the tool is first checked.

    Args:
        schema: the schema, as JSON.
    """

    __slots__ = ("_compiled", "_schema")

    def __init__(self, schema: Any) -> None:
        self._schema = schema
        self._compiled: CompiledSchema | None = None

    def find_result_violation(self, result: Mapping[str, Any]) -> Violation | None:
        """Return the violation if the structured content of a result is missing or does not fit the schema; otherwise
        None.

        A result that reports an error, asks for input or creates a task is not checked. Only missing structured content
        is a violation if neither jsonschema-rs (the extra `validators`) nor jsonschema is installed, if the schema
        cannot be compiled, or if the content is too large for a check.

        Args:
            result: the result of a call of the tool, as JSON.
        """
        is_complete = "content" in result and result.get(RESULT_TYPE) != INPUT_REQUIRED
        if not is_complete or result.get("isError") is True:
            return None
        if "structuredContent" not in result:
            return Violation(
                "tool.output", "the tool was listed with an outputSchema, and its result has no structuredContent"
            )
        if not has_library():
            return None
        try:
            self._compiled = compiled = self._compiled or CompiledSchema(self._schema)
        except SchemaRefusedError:
            return None
        found = compiled.findings(result["structuredContent"])
        if not found or found[0].rule == "size":
            return None
        return Violation(
            "tool.output", f"structuredContent does not fit the outputSchema of the tool at {found[0].pointer!r}"
        )


class ListedOutputs:
    """The output schemas of the listed tools. If there are too many, the oldest schemas are forgotten."""

    __slots__ = ("_by_tool", "_newest")

    def __init__(self) -> None:
        self._by_tool: dict[IdKey, ListedOutput] = {}
        self._newest = NewestEntries[IdKey](MAX_TOOLS_REMEMBERED, MAX_OBSERVED_CHARACTERS)

    def __len__(self) -> int:
        return len(self._by_tool)

    def get(self, tool: str) -> ListedOutput | None:
        """Return the output schema of a tool; None if the tool is known to have none, or is not known."""
        return self._by_tool.get(make_id_key(tool))

    def add_page(self, tools: Sequence[Any], profile: RevisionProfile) -> None:
        """Remember the output schemas of the tools on a page, in place of earlier schemas of these tools.

        Args:
            tools: the tools, as JSON.
            profile: the profile of the revision. If the revision has no output schemas, nothing is remembered.
        """
        for tool in tools if _has_outputs(profile.id) else ():
            name, schema = member_at(tool, "name"), member_at(tool, "outputSchema")
            if isinstance(name, str):
                key = make_id_key(name)
                self._by_tool.pop(key, None)
                self._newest.discard(key)
                if is_object(schema):
                    self._by_tool[key] = ListedOutput(schema)
                    for forgotten in self._newest.count_entry(key, count_characters(schema)):
                        del self._by_tool[forgotten]

    def clear(self) -> None:
        """Forget all tools."""
        self._by_tool.clear()
        self._newest.clear()


@cache
def _has_outputs(revision_id: str) -> bool:
    return "outputSchema" in revision(revision_id).schema_file.definitions[TOOL]["properties"]
