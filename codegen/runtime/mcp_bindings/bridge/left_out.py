"""Leaves tools out of a list that a bridge cannot call over HTTP, since their `x-mcp-header` annotations are invalid.

Page: /specification/2026-07-28/basic/transports/streamable-http#schema-extension.
"""

from __future__ import annotations

from typing import Any

from ..json_values import is_array, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Response
from ..schema.param_headers import find_param_headers

_CITATION = "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension"
_ANNOTATION = b"x-mcp-header"
_REASON = "The tool cannot be called over HTTP: its x-mcp-header annotations are invalid."


def callable_tools(answer: Response) -> tuple[Response, tuple[Edit, ...]]:
    """A page of `tools/list` without the tools that cannot be called over HTTP, and the edits."""
    source = answer.source
    if type(source) is bytes and _ANNOTATION not in source and b"\\u" not in source:
        return answer, ()  # no tool has an annotation, however it may be written
    tools: Any = member_at(answer.document, "result", "tools")
    places = [
        place
        for place, tool in enumerate(tools if is_array(tools) else ())
        if find_param_headers(member_at(tool, "inputSchema")).problems
    ]
    if not places:
        return answer, ()
    edits = tuple(
        Edit(
            "remove",
            f"/result/tools/{place}",
            reason=_REASON,
            citation=_CITATION,
            lossy=True,
            rule="tool.param-headers",
        )
        for place in reversed(places)
    )
    return answer.edit(*edits), edits
