"""One tool with the checks of its calls, made of its document when it is called for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ...codec.encoding import dump_any
from ...json_values import is_object
from ...schema.compiled import CompiledSchemas
from ...schema.param_headers import find_param_headers
from ..guards.tools import ToolGuard

_NOTHING_STRUCTURED: Mapping[str, Any] = {"isError": True}


class CheckedTool:
    """One tool.

    Args:
        schemas: compiles its schemas.
        tool: typed.
    """

    def __init__(self, schemas: CompiledSchemas, tool: Any) -> None:
        self._schemas = schemas
        self._tool = tool

    @cached_property
    def document(self) -> Mapping[str, Any]:
        """The `Tool` as JSON."""
        found: Mapping[str, Any] = dump_any(self._tool)
        return found

    @cached_property
    def schema_of_headers(self) -> Any:
        """The `inputSchema` if it wants arguments repeated in headers; else None."""
        schema = self.document.get("inputSchema")
        return schema if find_param_headers(schema).headers else None

    @cached_property
    def checks(self) -> ToolGuard:
        """The checks of this tool.

        Raises:
            SchemaRefusedError: nothing can be checked against one of its schemas.
        """
        checks = ToolGuard(self._schemas, unchecked=True)
        checks.add([self.document])
        return checks


def structured(result: Any) -> Mapping[str, Any]:
    """The members of a result that matter to an output schema.

    Args:
        result: of a call, typed or as JSON. One that is no `CallToolResult`, such as a request for input, counts as an
            error, which needs no structured content.
    """
    if is_object(result):
        return result if "content" in result else _NOTHING_STRUCTURED
    if not hasattr(result, "structured_content"):
        return _NOTHING_STRUCTURED
    found: dict[str, Any] = {"isError": result.is_error}
    if "structured_content" in result.model_fields_set:
        found["structuredContent"] = result.structured_content
    return found
