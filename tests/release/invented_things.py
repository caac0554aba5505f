"""The invention `things`: an official schema with a change of every kind that releases have had."""

from __future__ import annotations

import json
from typing import Any

from tests.release.parts import BOOLEAN, constant, error, record, ref, remove_arms

REMOVED = ("CompleteRequest", "CompleteRequestParams", "CompleteResult", "CompleteResultResponse")
RENAMED = ("ModelHint", "ModelClue")
CODE = -32043
KEEP_ALIVE_MS = 30_000
EDITS = (
    *(("REQUEST_ADDED", "ListThingsRequest"), ("REQUEST_ADDED", "GetThingRequest")),
    ("NOTIFICATION_ADDED", "ThingListChangedNotification"),
    ("FIELD_ADDED_OPTIONAL", "ServerCapabilities/properties/things"),
    ("REQUEST_REMOVED", "CompleteRequest"),
    ("FIELD_REMOVED_OPTIONAL", "ServerCapabilities/properties/completions"),
    ("DEFINITION_RENAMED", RENAMED[1]),
    ("FIELD_ADDED_OPTIONAL", "Tool/properties/weight"),
    ("FIELD_BECAME_REQUIRED", "PromptArgument/properties/description"),
    *(("UNION_ARM_ADDED", "ContentBlock"), ("DEFINITION_ADDED", "VideoContent"), ("DEFINITION_ADDED", "Thing")),
    *(("ENUM_VALUE_ADDED", "Role"), ("ENUM_VALUE_ADDED", "LoggingLevel")),
    *(("DEFINITION_ADDED", "ThingGoneError"), ("ERROR_CODE_ADDED", f"protocol/error_code/{CODE}")),
)
"""What a report has to say about each edit: the rule, and the pointer without its first part."""


def invented(document: dict[str, Any]) -> dict[str, Any]:
    """A copy of a schema with two methods, a notification and their capability; new and newly required members, also in
    the result that the package itself sends; a renamed and some removed definitions; a kind of content; wider enums;
    and an error code."""
    text = json.dumps(document).replace(*RENAMED)
    changed: dict[str, Any] = json.loads(text)
    definitions: dict[str, Any] = changed["$defs"]
    _remove_completion(definitions)
    _add_things(definitions)
    definitions["Tool"]["properties"]["weight"] = {"type": "number"}
    definitions["PromptArgument"]["required"].append("description")
    opening = definitions["DiscoverResult" if "DiscoverResult" in definitions else "InitializeResult"]
    opening["properties"]["keepAliveMs"] = {"type": "integer", "minimum": 1, "default": KEEP_ALIVE_MS}
    opening["required"].append("keepAliveMs")
    video = definitions["AudioContent"] | {"properties": {**definitions["AudioContent"]["properties"]}}
    video["properties"]["type"] = constant("video")
    definitions["VideoContent"] = video
    definitions["ContentBlock"]["anyOf"].append(ref("VideoContent"))
    definitions["Role"]["enum"].append("tool")
    definitions["LoggingLevel"]["enum"].append("trace")
    definitions["ThingGoneError"] = error(CODE)
    return changed


def _remove_completion(definitions: dict[str, Any]) -> None:
    remove_arms(definitions, *REMOVED)
    del definitions["ServerCapabilities"]["properties"]["completions"]


def _add_things(definitions: dict[str, Any]) -> None:
    def copied(name: str, *changes: tuple[str, str]) -> Any:
        text = json.dumps(definitions[name])
        for old, new in changes:
            text = text.replace(old, new)
        return json.loads(text)

    definitions["Thing"] = record("name", name={"type": "string"})
    definitions["ListThingsRequest"] = copied("ListToolsRequest", ("tools/list", "things/list"))
    definitions["ListThingsResult"] = copied("ListToolsResult", ('"tools"', '"things"'), ("$defs/Tool", "$defs/Thing"))
    definitions["GetThingRequest"] = copied("GetPromptRequest", ("prompts/get", "things/get"))
    result = copied("ReadResourceResult", ('"contents"', '"thing"'))
    result["properties"]["thing"] = ref("Thing")
    definitions["GetThingResult"] = result
    note = copied("ToolListChangedNotification", ("tools/", "things/"))
    definitions["ThingListChangedNotification"] = note
    for union, names in {
        "ClientRequest": ("ListThingsRequest", "GetThingRequest"),
        "ServerResult": ("ListThingsResult", "GetThingResult"),
        "ServerNotification": ("ThingListChangedNotification",),
    }.items():
        definitions[union]["anyOf"] += map(ref, names)
    if "GetPromptResultResponse" in definitions:
        definitions["GetThingResultResponse"] = copied("GetPromptResultResponse", ("GetPromptResult", "GetThingResult"))
    definitions["ServerCapabilities"]["properties"]["things"] = record(listChanged=BOOLEAN)
    if "SubscriptionFilter" in definitions:
        definitions["SubscriptionFilter"]["properties"]["thingsListChanged"] = BOOLEAN
