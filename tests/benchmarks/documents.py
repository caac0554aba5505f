"""The documents that are read and written: a call of a tool, and a page of 50 tools as a server would list them."""

from __future__ import annotations

import json
from typing import Any

from mcp_bindings.v2025_11_25 import ListToolsResult, Tool, ToolAnnotations, ToolInputSchema

PAGE_LENGTH = 50

VERBS = ("read", "search", "create", "update", "delete", "list", "move", "export", "import", "summarize")
NOUNS = ("file", "issue", "calendar_event", "customer_record", "database_row")

CALL: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 7,
    "method": "tools/call",
    "params": {"name": "read_file", "arguments": {"path": "/srv/data/report.csv", "limit": 10}},
}


def _tool(verb: str, noun: str) -> dict[str, Any]:
    thing = noun.replace("_", " ")
    return {
        "name": f"{verb}_{noun}",
        "title": f"{verb.title()} {thing}",
        "description": f"Use this to {verb} one {thing} of the workspace. It answers with the {thing} as it is after "
        f"the operation. Not for whole directories; If no {thing} matches, the error says which are near.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": f"Where the {thing} is, from the root of the workspace"},
                "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100},
                "recursive": {"type": "boolean", "description": "Whether what is inside counts too"},
            },
            "required": ["path"],
        },
        "annotations": {
            "title": f"{verb.title()} {thing}",
            "readOnlyHint": verb in ("read", "search", "list", "summarize"),
            "destructiveHint": verb == "delete",
            "openWorldHint": False,
        },
    }


PAGE: dict[str, Any] = {
    "tools": [_tool(verb, noun) for verb in VERBS for noun in NOUNS],
    "nextCursor": "eyJvZmZzZXQiOjUwfQ==",
}
assert len(PAGE["tools"]) == PAGE_LENGTH


def text(document: object) -> bytes:
    """Return compact JSON, the usual form of senders."""
    return json.dumps(document, separators=(",", ":")).encode("utf-8")


def constructed_page() -> ListToolsResult:
    """Return the same page, made with constructors."""
    tools: list[Tool] = []
    for tool in PAGE["tools"]:
        schema, hints = tool["inputSchema"], tool["annotations"]
        tools.append(
            Tool(
                name=tool["name"],
                title=tool["title"],
                description=tool["description"],
                input_schema=ToolInputSchema(properties=schema["properties"], required=schema["required"]),
                annotations=ToolAnnotations(
                    title=hints["title"],
                    read_only_hint=hints["readOnlyHint"],
                    destructive_hint=hints["destructiveHint"],
                    open_world_hint=hints["openWorldHint"],
                ),
            )
        )
    return ListToolsResult(tools=tools, next_cursor=PAGE["nextCursor"])
