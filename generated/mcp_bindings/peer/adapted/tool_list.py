"""The schemas of tools, as lists of them have shown them."""

from __future__ import annotations

from typing import Any

from ...codec.encoding import dump_any
from ...json_values import is_object

_MAX_TOOLS = 10_000
"""Tools that are remembered; beyond that, those that were listed first are forgotten."""


class ToolList:
    """The tools that were listed, by name; each is turned into JSON when its schema is asked for."""

    def __init__(self) -> None:
        self._tools: dict[str, Any] = {}

    def __contains__(self, name: object) -> bool:
        """Whether a tool was listed."""
        return name in self._tools

    def learn(self, page: Any) -> None:
        """Remember the tools of a page, which is typed, in place of earlier ones of the same names."""
        for tool in page.tools:
            self._tools.pop(tool.name, None)
            self._tools[tool.name] = tool
        while len(self._tools) > _MAX_TOOLS:
            del self._tools[next(iter(self._tools))]

    def input_schema(self, name: str) -> Any:
        """The `inputSchema` of a tool; None if it is not known."""
        return self._document(name).get("inputSchema")

    def output_schema(self, name: str) -> Any:
        """The `outputSchema` of a tool; None if it has none, or is not known."""
        return self._document(name).get("outputSchema")

    def _document(self, name: str) -> dict[str, Any]:
        tool = self._tools.get(name)
        if tool is not None and not is_object(tool):
            tool = self._tools[name] = dump_any(tool)
        return tool or {}
