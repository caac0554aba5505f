"""The schemas of the tools that a server lists: headers repeat arguments, and structured content follows its schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..json_values import is_array, is_object
from ..schema.param_headers import find_param_headers


class Catalog:
    """The schemas of tools, by name.

    Args:
        limit: How many are kept; the oldest are forgotten.

    Attributes:
        inputs: Input schemas.
        outputs: Output schemas; None for a tool without one.
        is_complete: Whether all pages of the list were read since it last changed.
        waiting: What waits until the list is read.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.inputs: dict[str, Any] = {}
        self.outputs: dict[str, Any] = {}
        self.is_complete = False
        self.waiting: list[Callable[[], None]] = []
        self._fresh: set[str] = set()
        self._plain: set[str] = set()
        """Tools that repeat no argument in a header, as far as that was asked for."""

    def knows(self, tool: str) -> bool:
        """Whether nothing more can be learnt about a tool."""
        return self.is_complete or tool in self._fresh

    def repeating(self, tool: str) -> Any:
        """The input schema of a tool, if it may repeat arguments in HTTP headers; None for most tools."""
        if tool in self._plain:
            return None
        schema = self.inputs.get(tool)
        if schema is not None and not any(find_param_headers(schema)):
            self._plain.add(tool)
            return None
        return schema

    def note(self, result: Mapping[str, Any]) -> None:
        """Record the tools of a page."""
        tools = result.get("tools")
        for tool in tools if is_array(tools) else ():
            if is_object(tool) and isinstance(name := tool.get("name"), str):
                self._keep(name, tool.get("inputSchema"), tool.get("outputSchema"))

    def note_unlisted(self, tool: str) -> None:
        """Record that a tool has no schemas, since no page lists it."""
        if tool not in self.outputs:
            self._keep(tool, None, None)

    def changed(self) -> None:
        """Take note that the list has changed. Calls that were sent before it still need the schemas that are known."""
        self.is_complete = False
        self._fresh.clear()

    def _keep(self, name: str, inputs: Any, outputs: Any) -> None:
        self.inputs.pop(name, None)
        self._plain.discard(name)
        self.outputs.pop(name, None)
        self.inputs[name], self.outputs[name] = inputs, outputs
        self._fresh.add(name)
        if len(self.outputs) > self._limit:
            oldest = next(iter(self.outputs))
            del self.outputs[oldest], self.inputs[oldest]
            self._fresh.discard(oldest)
            self._plain.discard(oldest)
            self.is_complete = False
