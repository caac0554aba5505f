"""The schema of a fork: that of a revision, with two methods, `assets/list` and `assets/get`, and three members."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

ID = "acme"
METHODS = ("assets/list", "assets/get")
MEMBERS = {"Prompt": "team", "ServerCapabilities": "assets", "Tool": "weight"}
"""By definition, the member that the fork adds."""


def forked(document: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a schema with the methods and members of the fork."""
    changed: dict[str, Any] = json.loads(json.dumps(document))
    key = "$defs" if "$defs" in changed else "definitions"
    definitions: dict[str, Any] = changed[key]

    def ref(definition: str) -> dict[str, Any]:
        return {"$ref": f"#/{key}/{definition}"}

    def copied(name: str, *changes: tuple[str, str]) -> Any:
        text = json.dumps(definitions[name])
        for old, new in changes:
            text = text.replace(old, new)
        return json.loads(text)

    name = {"type": "string", "description": "The name of an asset."}
    definitions["Asset"] = {"type": "object", "properties": {"name": name}, "required": ["name"]}
    definitions["ListAssetsRequest"] = copied("ListToolsRequest", ("tools/list", "assets/list"))
    result = copied("GetPromptResult")
    result["properties"]["assets"] = {"type": "array", "items": ref("Asset")}
    result["properties"]["nextCursor"] = {"type": "string"}
    del result["properties"]["messages"], result["properties"]["description"]
    result["required"] = [*(member for member in result["required"] if member != "messages"), "assets"]
    definitions["ListAssetsResult"] = result
    definitions["GetAssetRequest"] = copied("GetPromptRequest", ("prompts/get", "assets/get"))
    result = copied("GetPromptResult", ('"messages"', '"asset"'))
    result["properties"]["asset"] = ref("Asset")
    definitions["GetAssetResult"] = result
    if "GetPromptResultResponse" in definitions:
        definitions["GetAssetResultResponse"] = copied("GetPromptResultResponse", ("GetPromptResult", "GetAssetResult"))
    for union, names in {
        "ClientRequest": ("ListAssetsRequest", "GetAssetRequest"),
        "ServerResult": ("ListAssetsResult", "GetAssetResult"),
    }.items():
        definitions[union]["anyOf"] += map(ref, names)
    for definition, schema in {
        "Prompt": {"type": "string"},
        "ServerCapabilities": {"type": "object"},
        "Tool": {"type": "number"},
    }.items():
        definitions[definition]["properties"][MEMBERS[definition]] = schema
    return changed
