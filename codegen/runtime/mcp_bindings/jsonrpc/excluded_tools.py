"""Exclusion of tools that no client can call over Streamable HTTP, since their `x-mcp-header` annotations are invalid.

Page: /specification/2026-07-28/basic/transports/streamable-http#schema-extension.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from ..errors import Finding, quote_value
from ..json_values import member_at
from ..limits import MAX_FINDINGS
from ..schema.param_headers import find_param_headers
from ..wire.model import wire_table
from ..wire.set_aside import ListWithSetAside, SetAside, SetAsideItems

_PARAM_HEADERS_RULE = "tool.param-headers"
"""The id of the lint rule that the findings name."""

_log = logging.getLogger(__name__)


def has_invalid_headers(result: Mapping[str, Any]) -> bool:
    """Return whether a result with an array `tools`, as JSON, has a tool with invalid `x-mcp-header` annotations."""
    return any(find_param_headers(member_at(tool, "inputSchema")).problems for tool in result["tools"])


def exclude_tools(result: Any, result_json: Mapping[str, Any]) -> None:
    """Set aside the tools with invalid `x-mcp-header` annotations. Log a warning for each of the first 100 such tools.

    Args:
        result: the typed result, such as that of `tools/list`. If a tool is set aside, the list of tools in the result
            is replaced. Nothing is done if the type of the result has no tools.
        result_json: the result as JSON. It has an array `tools`.
    """
    if "tools" not in wire_table(result.__class__).attributes:
        return
    tools: list[Any] = result.tools
    already_set_aside = (
        tools.set_aside.items if isinstance(tools, ListWithSetAside) and tools.set_aside is not None else ()
    )
    gone = {index for index, _ in already_set_aside}
    places = [index for index in range(len(result_json["tools"])) if index not in gone]
    excluded: dict[int, SetAside] = {}
    for index in places:
        tool = result_json["tools"][index]
        problems = find_param_headers(member_at(tool, "inputSchema")).problems
        if problems:
            pointer = f"/result/tools/{index}"
            findings = tuple(Finding(f"{pointer}/inputSchema", _PARAM_HEADERS_RULE, problem) for problem in problems)
            excluded[index] = SetAside(pointer, tool, findings, carried=False)
            if len(excluded) <= MAX_FINDINGS:
                _log.warning("the tool %s is left out: %s", quote_value(member_at(tool, "name")), problems[0])
    if excluded:
        kept = [tool for index, tool in zip(places, tools, strict=False) if index not in excluded]
        items = sorted([*already_set_aside, *excluded.items()], key=lambda item: item[0])
        vars(result)["tools"] = ListWithSetAside(kept, SetAsideItems(items))  # an assignment drops set-aside items
