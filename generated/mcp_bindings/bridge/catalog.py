"""The schemas of the tools that a server lists: headers repeat arguments, and structured content follows its schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..json_values import is_array, is_object
from ..jsonrpc.plain_json import write
from ..limits import MAX_LISTED, NewestKeys, listed_size
from ..schema.param_headers import ANNOTATION, ParamHeader, find_param_headers
from ..spec.names import PARAM_HEADER_PREFIX


class ToolHeaders:
    """Which arguments of the tools of one server are repeated in HTTP headers, for all bridges to that server.

    A bridge has to know this before it lets a call pass, though its client may never list the tools. The headers do not
    depend on who asks. All of them are forgotten when the list has changed and when headers do not fit a call.

    Page: /specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers.

    Args:
        limit: Of how many tools that is kept; the oldest are forgotten.
        max_bytes: That it may count for: twice its text for each tool, and 1 KiB more.
    """

    def __init__(self, limit: int = 10_000, max_bytes: int = MAX_LISTED) -> None:
        self._newest = NewestKeys[str](limit, max_bytes)
        self._is_complete = False
        self._schemas: dict[str, Any] = {}
        """What is left of the input schemas; None for tools that repeat no argument."""

    def knows(self, tool: str) -> bool:
        """Whether it is known which arguments of a tool are repeated."""
        return self._is_complete or tool in self._schemas

    def schema(self, tool: str) -> Any:
        """What the input schema of a tool says of headers; None if it says nothing or is not known."""
        return self._schemas.get(tool)

    def note(self, tool: str, input_schema: object) -> None:
        """Record the input schema of a tool."""
        schema = self._schemas[tool] = _without_more(find_param_headers(input_schema).headers)
        for forgotten in self._newest.add(tool, listed_size(write([tool, schema]))):
            del self._schemas[forgotten]
            self._is_complete = False

    def note_complete(self) -> None:
        """Take note that all tools of the server have been recorded."""
        self._is_complete = True

    def forget(self) -> None:
        """Forget all tools."""
        self._is_complete = False
        self._schemas.clear()
        self._newest.clear()


def _without_more(headers: Iterable[ParamHeader]) -> Any:
    """An input schema with these headers and nothing else; None if there are none."""
    schema: dict[str, Any] = {}
    for each in headers:
        place = schema
        for name in each.path:
            place = place.setdefault("properties", {}).setdefault(name, {})
        place.update({"type": each.type, ANNOTATION: each.header.removeprefix(PARAM_HEADER_PREFIX)})
    return schema or None


class Catalog:
    """The schemas of tools, by name.

    Args:
        limit: How many are kept; the oldest are forgotten.
        max_bytes: That they may count for: twice the text for each tool, and 1 KiB more.
        headers: What all bridges to the same server know of the headers.

    Attributes:
        inputs: Input schemas.
        outputs: Output schemas; None for a tool without one.
        is_complete: Whether all pages of the list were read since it last changed.
        waiting: What waits until the list is read.
    """

    def __init__(self, limit: int, max_bytes: int, headers: ToolHeaders) -> None:
        self._newest = NewestKeys[str](limit, max_bytes)
        self._headers = headers
        self.inputs: dict[str, Any] = {}
        self.outputs: dict[str, Any] = {}
        self.is_complete: bool = False
        self.waiting: list[Callable[[], None]] = []
        self._fresh: set[str] = set()
        self._plain: set[str] = set()
        """Tools that repeat no argument in a header, as far as that was asked for."""

    def knows(self, tool: str) -> bool:
        """Whether nothing more can be learnt about a tool."""
        return self.is_complete or tool in self._fresh

    def knows_headers(self, tool: str) -> bool:
        """Whether it is known which arguments of a tool are repeated in HTTP headers."""
        return self.knows(tool) or self._headers.knows(tool)

    def note_complete(self) -> None:
        """Take note that all pages of the list have been read."""
        self.is_complete = True
        self._headers.note_complete()

    def repeating(self, tool: str) -> Any:
        """The input schema of a tool, if it may repeat arguments in HTTP headers; None for most tools."""
        if tool in self._plain:
            return None
        schema = self.inputs.get(tool) if tool in self.inputs else self._headers.schema(tool)
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
                self._headers.note(name, tool.get("inputSchema"))

    def note_unlisted(self, tool: str) -> None:
        """Record that a tool has no schemas, since no page lists it."""
        if tool not in self.outputs:
            self._keep(tool, None, None)

    def changed(self) -> None:
        """Take note that the list has changed. Calls that were sent before it still need the schemas that are known."""
        self.is_complete = False
        self._fresh.clear()
        self._headers.forget()

    def _keep(self, name: str, inputs: Any, outputs: Any) -> None:
        self._plain.discard(name)
        self.inputs[name], self.outputs[name] = inputs, outputs
        self._fresh.add(name)
        for oldest in self._newest.add(name, listed_size(write([name, inputs, outputs]))):
            del self.outputs[oldest], self.inputs[oldest]
            self._fresh.discard(oldest)
            self._plain.discard(oldest)
            self.is_complete = False
