"""The schemas of the tools of a server that a bridge keeps, and the tool arguments that HTTP headers repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..json_values import is_array, is_object
from ..jsonrpc.plain_json import write_json
from ..limits import MAX_LIST_SIZE, NewestEntries, measure_list_item
from ..options import check_numbers
from ..schema.param_headers import ANNOTATION, ParamHeader, find_param_headers
from ..spec.names import PARAM_HEADER_PREFIX


class ToolHeaders:
    """Tool arguments that HTTP headers repeat, for the tools of one server. All bridges to the server share this
    object.

    A bridge has to know these arguments before it passes a call on, though its client may never list the tools. The
    arguments are the same for every client. When the list of tools has changed, or the headers of a call do not repeat
    its arguments, a bridge forgets the arguments of all tools.

    Page: /specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers.

    Args:
        limit: the largest number of tools that are kept. Beyond it, the oldest are forgotten.
        max_bytes: the number of bytes that all tools may count for. Each counts for 1 KiB and twice the bytes of its
            name and the kept part of its schema.

    Attributes:
        changes: the number of announced changes of the list of tools.

    Raises:
        TypeError: `limit` or `max_bytes` is no integer.
        ValueError: `limit` or `max_bytes` is less than 1.
    """

    def __init__(self, limit: int = 10_000, max_bytes: int = MAX_LIST_SIZE) -> None:
        check_numbers({"limit": limit, "max_bytes": max_bytes}, least=1, is_whole=True)
        self._newest = NewestEntries[str](limit, max_bytes)
        self.changes: int = 0
        self._is_complete = False
        self._schemas: dict[str, Any] = {}
        """The part of the input schema that concerns headers, by tool; None for a tool that repeats no argument."""

    def knows_tool(self, tool: str) -> bool:
        """Return whether it is known which arguments of a tool HTTP headers repeat."""
        return self._is_complete or tool in self._schemas

    def find_schema(self, tool: str) -> Any:
        """Return the part of the input schema of a tool that concerns headers.

        None is returned if the schema has no such part, or if the tool is not known.
        """
        return self._schemas.get(tool)

    def record_tool(self, tool: str, input_schema: object) -> None:
        """Record which arguments of a tool HTTP headers repeat. Forget the oldest tools if there are too many."""
        schema = self._schemas[tool] = _make_header_schema(find_param_headers(input_schema).headers)
        for forgotten in self._newest.count_entry(tool, measure_list_item(write_json([tool, schema]))):
            del self._schemas[forgotten]
            self._is_complete = False

    def record_complete_list(self, listed: Iterable[str]) -> None:
        """Record that the whole list was read. All tools are known then, unless a listed tool was forgotten."""
        self._is_complete = all(tool in self._schemas for tool in listed)

    def forget_tools(self) -> None:
        """Forget all tools."""
        self._is_complete = False
        self._schemas.clear()
        self._newest.clear()


def _make_header_schema(headers: Iterable[ParamHeader]) -> Any:
    """Return an input schema that declares only the arguments that the given headers repeat; None without headers."""
    schema: dict[str, Any] = {}
    for each in headers:
        place = schema
        for name in each.path:
            place = place.setdefault("properties", {}).setdefault(name, {})
        place.update({"type": each.type, ANNOTATION: each.header.removeprefix(PARAM_HEADER_PREFIX)})
    return schema or None


class ToolSchemas:
    """The schemas of tools, by name.

    Args:
        limit: the largest number of tools that are kept. Beyond it, the oldest are forgotten.
        max_bytes: the number of bytes that all tools may count for. Each counts for 1 KiB and twice the bytes of its
            name and schemas.
        headers: the arguments that HTTP headers repeat. All bridges to one server share this object.

    Attributes:
        inputs: the input schemas, by tool; the value None means that no page lists the tool.
        outputs: the output schemas, by tool; the value None means that the tool has no output schema or that no page
            lists it.
        is_complete: True if all pages of the list were read since the list changed, and no tool was forgotten since.
        waiting: the functions to call when the list has been read, each with the tool that it needs.
    """

    def __init__(self, limit: int, max_bytes: int, headers: ToolHeaders) -> None:
        self._newest = NewestEntries[str](limit, max_bytes)
        self._headers = headers
        self.inputs: dict[str, Any] = {}
        self.outputs: dict[str, Any] = {}
        self.is_complete: bool = False
        self.waiting: list[tuple[str, Callable[[], None]]] = []
        self._doubts = 0
        self._current: set[str] = set()
        self._tools_without_headers: set[str] = set()
        """Tools that are known to repeat no argument in a header."""

    @property
    def changes(self) -> int:
        """A count that grows whenever a change of the list is announced to any bridge to the server, or this bridge
        supposes one. Only a difference between two values has a meaning.
        """
        return self._headers.changes + self._doubts

    def knows_tool(self, tool: str) -> bool:
        """Return whether the present schemas of a tool are known."""
        return self.is_complete or tool in self._current

    def knows_headers(self, tool: str) -> bool:
        """Return whether the bridge knows which arguments of a tool are repeated in HTTP headers."""
        return self.knows_tool(tool) or self._headers.knows_tool(tool)

    def mark_complete(self) -> None:
        """Record that all pages of the list have been read."""
        self.is_complete = True
        self._headers.record_complete_list(self._current)

    def find_header_schema(self, tool: str) -> Any:
        """Return the input schema of a tool whose arguments HTTP headers repeat; None for any other tool.

        If the bridge has not read the schema, but another bridge has, the schema declares only the repeated arguments.
        """
        if tool in self._tools_without_headers:
            return None
        schema = self.inputs[tool] if tool in self._current else self._headers.find_schema(tool)
        if schema is not None and not any(find_param_headers(schema)):
            self._tools_without_headers.add(tool)
            return None
        return schema

    def record_page(self, result: Mapping[str, Any]) -> None:
        """Record the schemas of the tools in a page of `tools/list`."""
        tools = result.get("tools")
        for tool in tools if is_array(tools) else ():
            if is_object(tool) and isinstance(name := tool.get("name"), str):
                self._record_schemas(name, tool.get("inputSchema"), tool.get("outputSchema"))
                self._headers.record_tool(name, tool.get("inputSchema"))

    def record_unlisted_tool(self, tool: str) -> None:
        """Record a tool that no page has listed. If the list could not be read, the tool keeps the schemas that it had
        before the list changed. Otherwise it has no schemas.
        """
        if tool not in self.outputs:
            self._record_schemas(tool, None, None)
        elif not self.is_complete:
            self._current.add(tool)

    def mark_changed(self) -> None:
        """Record that the server has announced a change of the list. Other bridges that read the list begin again."""
        self._headers.changes += 1
        self.mark_doubtful()

    def mark_doubtful(self) -> None:
        """Record that the list has perhaps changed. The known schemas stay, for the answers to calls that were sent
        before. The arguments that HTTP headers repeat are forgotten.
        """
        self._doubts += 1
        self.is_complete = False
        self._current.clear()
        self._tools_without_headers.clear()
        self._headers.forget_tools()

    def _record_schemas(self, name: str, inputs: Any, outputs: Any) -> None:
        self._tools_without_headers.discard(name)
        self.inputs[name], self.outputs[name] = inputs, outputs
        self._current.add(name)
        for oldest in self._newest.count_entry(name, measure_list_item(write_json([name, inputs, outputs]))):
            del self.outputs[oldest], self.inputs[oldest]
            self._current.discard(oldest)
            self._tools_without_headers.discard(oldest)
            self.is_complete = False
