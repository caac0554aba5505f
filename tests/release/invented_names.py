"""The invention `names`: methods, members, definitions and capabilities get other names or places, or are removed;
values get other bounds; and messages of every kind are new. The hand-written code of the package uses most of what
changes.
"""

from __future__ import annotations

import json
from typing import Any

from tests.release.parts import (
    BOOLEAN,
    STRING,
    constant,
    error,
    notification,
    record,
    ref,
    remove_arms,
    rename_member,
    request,
    response,
    texts,
)

META = "io.modelcontextprotocol/"
RENAMED = (("Implementation", "Software"), ("BlobResourceContents", "BinaryResourceContents"))
METHODS = (
    ("resources/templates/list", "resourceTemplates/list"),
    ("tools/call", "tools/run"),
    ("elicitation/create", "elicitation/ask"),
    ("server/discover", "server/describe"),
    ("subscriptions/listen", "changes/listen"),
    ("notifications/subscriptions/acknowledged", "notifications/changes/accepted"),
    ("notifications/message", "notifications/log"),
    ("notifications/cancelled", "notifications/withdrawn"),
    ("notifications/progress", "notifications/advanced"),
)
MEMBERS = (
    ("Resource", "size", "byteSize"),
    ("ResourceLink", "size", "byteSize"),
    ("SubscriptionFilter", "resourceSubscriptions", "resourceUris"),
    ("ServerCapabilities", "completions", "completion"),
    ("LoggingMessageNotificationParams", "logger", "source"),
)
MOVED_CODE, NEW_CODE = (-32020, -32030), -32031
MAX_COMPLETIONS = 200
KEEP_ALIVE_MS = 30_000
EDITS = (
    *(("DEFINITION_RENAMED", new) for _, new in RENAMED),
    *(("FIELD_RENAMED", f"{owner}/properties/{new}") for owner, _, new in MEMBERS),
    ("FIELD_MOVED", "CompleteRequestParams/properties/arguments"),
    *(("CONSTANT_CHANGED", f"{name}Request/properties/method") for name in ("ListResourceTemplates", "CallTool")),
    *(("CONSTANT_CHANGED", f"{name}Request/properties/method") for name in ("Elicit", "Discover")),
    ("CONSTANT_CHANGED", "SubscriptionsListenRequest/properties/method"),
    ("CONSTANT_CHANGED", "SubscriptionsAcknowledgedNotification/properties/method"),
    *(("CONSTANT_CHANGED", f"{name}Notification/properties/method") for name in ("LoggingMessage", "Cancelled")),
    ("CONSTANT_CHANGED", "ProgressNotification/properties/method"),
    *(("REQUEST_REMOVED", "ListRootsRequest"), ("FIELD_REMOVED_OPTIONAL", "ClientCapabilities/properties/roots")),
    ("FIELD_REMOVED_OPTIONAL", "Icon/properties/theme"),
    ("FIELD_REMOVED_OPTIONAL", "PromptArgument/properties/title"),
    ("DEFINITION_REMOVED", "LegacyTitledEnumSchema"),
    *(("REQUEST_ADDED", f"{name}Request") for name in ("GetTool", "SearchResources", "Confirm")),
    *(("NOTIFICATION_ADDED", f"{name}Notification") for name in ("UsageChanged", "ToolOutput", "Feedback")),
    *(("UNION_ARM_ADDED", "ContentBlock"), ("UNION_ARM_ADDED", "CallToolResultResponse/properties/result")),
    ("UNION_ARM_ADDED", "Icon/properties/sizes"),
    ("UNION_ARM_ADDED", "ProgressNotificationParams/properties/total"),
    ("BOUND_TIGHTENED", "Prompt/properties/name"),
    ("BOUND_TIGHTENED", "GetPromptResult/properties/messages"),
    ("BOUND_TIGHTENED", "ProgressNotificationParams/properties/progress"),
    *(("BOUND_LOOSENED", "Completion/properties/values"), ("CONDITION_ADDED", "Tool/properties/name")),
    *(("TYPE_NARROWED", "CallToolResult/properties/resultType"), ("OBJECT_CLOSED", "ToolChoice")),
    *(("ENUM_VALUE_ADDED", "Role"), ("ENUM_VALUE_REMOVED", "LoggingLevel")),
    ("ENUM_VALUE_ADDED", "ElicitResult/properties/action"),
    ("FIELD_BECAME_REQUIRED", "Tool/properties/description"),
    ("FIELD_BECAME_REQUIRED", "RequestMetaObject/properties/io.modelcontextprotocol~1clientInfo"),
    ("FIELD_ADDED_REQUIRED", "DiscoverResult/properties/keepAliveMs"),
    ("FIELD_ADDED_REQUIRED", "ElicitRequestURLParams/properties/elicitationId"),
    ("FIELD_ADDED_CONSTANT", "SubscriptionsAcknowledgedNotificationParams/properties/status"),
    ("FIELD_BECAME_OPTIONAL", "CreateMessageRequestParams/properties/maxTokens"),
    *(("ERROR_CODE_ADDED", f"protocol/error_code/{code}") for code in (MOVED_CODE[1], NEW_CODE)),
    ("ERROR_CODE_RETIRED", f"protocol/error_code/{MOVED_CODE[0]}"),
)
"""What a report has to say about each edit: the rule, and the pointer without its first part."""


def invented(document: dict[str, Any]) -> dict[str, Any]:
    """A copy of a schema with these changes."""
    text = json.dumps(document)
    for old, new in (*RENAMED, *METHODS):
        text = text.replace(f'"{old}"', f'"{new}"').replace(f'$defs/{old}"', f'$defs/{new}"')
    changed: dict[str, Any] = json.loads(text)
    definitions: dict[str, Any] = changed["$defs"]
    _move(definitions)
    _remove(definitions)
    _add_messages(definitions)
    _add_parts(definitions)
    _require(definitions)
    _change_values(definitions)
    return changed


def _move(definitions: dict[str, Any]) -> None:
    """Rename members, move one out of an object beside it, and give an inline object a name."""
    for owner, old, new in MEMBERS:
        rename_member(definitions[owner], old, new)
    completing = definitions["CompleteRequestParams"]["properties"]
    completing["arguments"] = completing.pop("context")["properties"]["arguments"]
    result = definitions["CompleteResult"]["properties"]
    definitions["Completion"], result["completion"] = result["completion"], ref("Completion")
    definitions["Completion"]["properties"]["values"]["maxItems"] = MAX_COMPLETIONS
    definitions["ResourceBody"] = {"anyOf": [ref("TextResourceContents"), ref("BinaryResourceContents")]}
    definitions["EmbeddedResource"]["properties"]["resource"] = ref("ResourceBody")
    definitions["ReadResourceResult"]["properties"]["contents"]["items"] = ref("ResourceBody")


def _remove(definitions: dict[str, Any]) -> None:
    remove_arms(definitions, "ListRootsRequest", "ListRootsResult", "Root", "LegacyTitledEnumSchema")
    for owner, member in (("ClientCapabilities", "roots"), ("Icon", "theme"), ("PromptArgument", "title")):
        del definitions[owner]["properties"][member]


def _add_messages(definitions: dict[str, Any]) -> None:
    """Add requests, a request for input, and notifications of both sides."""
    meta, result = {"_meta": ref("RequestMetaObject")}, {"_meta": ref("ResultMetaObject"), "resultType": STRING}
    cached = {"cacheScope": texts("private", "public"), "ttlMs": {"minimum": 0, "type": "integer"}}
    definitions["GetToolRequestParams"] = record("_meta name", **meta, name=STRING)
    definitions["GetToolResult"] = record("cacheScope resultType tool ttlMs", **result, **cached, tool=ref("Tool"))
    query = {"type": "string", "minLength": 1}
    definitions["SearchResourcesRequestParams"] = record("_meta query", **meta, cursor=STRING, query=query)
    found = {"items": ref("Resource"), "type": "array"}
    definitions["SearchResourcesResult"] = record("resources resultType", **result, nextCursor=STRING, resources=found)
    for name, method in (("GetTool", "tools/get"), ("SearchResources", "resources/search")):
        definitions[f"{name}Request"] = request(method, f"{name}RequestParams")
        definitions[f"{name}ResultResponse"] = response(f"{name}Result")
        definitions["ClientRequest"]["anyOf"].append(ref(f"{name}Request"))
        definitions["ServerResult"]["anyOf"].append(ref(f"{name}Result"))
    definitions["ConfirmRequestParams"] = record("message", message=STRING, danger=BOOLEAN)
    parts = {"method": constant("elicitation/confirm"), "params": ref("ConfirmRequestParams")}
    definitions["ConfirmRequest"] = record("method params", **parts)
    definitions["ConfirmResult"] = record("confirmed", confirmed=BOOLEAN)
    definitions["InputRequest"]["anyOf"].append(ref("ConfirmRequest"))
    definitions["InputResponse"]["anyOf"].append(ref("ConfirmResult"))
    definitions["ClientCapabilities"]["properties"]["elicitation"]["properties"]["confirm"] = ref("JSONObject")
    capabilities = definitions["ServerCapabilities"]["properties"]
    capabilities["resources"]["properties"]["search"] = BOOLEAN
    capabilities["usage"] = record(changed=BOOLEAN)
    definitions["SubscriptionFilter"]["properties"]["usageChanged"] = BOOLEAN
    blocks, remaining = {"items": ref("ContentBlock"), "type": "array"}, {"type": "integer", "minimum": 0}
    added = {
        "UsageChanged": ("usage/changed", {"remaining": remaining}),
        "ToolOutput": ("tools/output", {"content": blocks, "progressToken": ref("ProgressToken")}),
        "Feedback": ("feedback", {"rating": texts("bad", "good"), "requestId": ref("RequestId")}),
    }
    for name, (method, members) in added.items():
        params = record(" ".join(members), _meta=ref("NotificationMetaObject"), **members)
        definitions[f"{name}NotificationParams"] = params
        definitions[f"{name}Notification"] = notification(f"notifications/{method}", f"{name}NotificationParams")
    definitions["ServerNotification"]["anyOf"] += [ref("UsageChangedNotification"), ref("ToolOutputNotification")]
    definitions["ClientNotification"] = {"anyOf": [ref("CancelledNotification"), ref("FeedbackNotification")]}


def _add_parts(definitions: dict[str, Any]) -> None:
    """Add a kind of content, another result of a call, an error, a key of `_meta`, and optional members."""
    text = {"data": {"format": "byte", "type": "string"}, "mimeType": STRING, "type": constant("video")}
    about = {"_meta": ref("MetaObject"), "annotations": ref("Annotations")}
    definitions["VideoContent"] = record("data mimeType type", **about, **text)
    definitions["ContentBlock"]["anyOf"].append(ref("VideoContent"))
    after = {"retryAfterMs": {"minimum": 0, "type": "integer"}, "ticket": STRING, "resultType": constant("deferred")}
    definitions["DeferredResult"] = record(" ".join(after), _meta=ref("ResultMetaObject"), **after)
    definitions["CallToolResultResponse"]["properties"]["result"]["anyOf"].append(ref("DeferredResult"))
    definitions["ServerResult"]["anyOf"].append(ref("DeferredResult"))
    definitions["ToolNotFoundError"] = error(NEW_CODE, name=STRING)
    definitions["HeaderMismatchError"]["properties"]["error"]["allOf"][1]["properties"]["code"]["const"] = MOVED_CODE[1]
    trace = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
    definitions["RequestMetaObject"]["properties"][f"{META}traceId"] = trace
    definitions["Error"]["properties"]["retryable"] = BOOLEAN
    tags = {"items": STRING, "type": "array", "uniqueItems": True}
    definitions["ListToolsRequestParams"] = record("_meta", _meta=ref("RequestMetaObject"), cursor=STRING, tags=tags)
    definitions["ListToolsRequest"]["properties"]["params"] = ref("ListToolsRequestParams")
    definitions["Tool"]["properties"]["tags"] = tags


def _require(definitions: dict[str, Any]) -> None:
    """Make members required, with a constant, a default or neither, and one optional."""
    keep_alive = {"default": KEEP_ALIVE_MS, "minimum": 0, "type": "integer"}
    for owner, member, schema in (
        ("SubscriptionsAcknowledgedNotificationParams", "status", constant("open")),
        ("DiscoverResult", "keepAliveMs", keep_alive),
        ("ElicitRequestURLParams", "elicitationId", STRING),
        ("Tool", "description", None),
        ("RequestMetaObject", f"{META}clientInfo", None),
    ):
        definition = definitions[owner]
        if schema is not None:
            definition["properties"][member] = schema
        definition["required"] = sorted({*definition.get("required", []), member})
    definitions["CreateMessageRequestParams"]["required"].remove("maxTokens")


def _change_values(definitions: dict[str, Any]) -> None:
    """Allow other values: of enums, between other bounds, of other types."""
    definitions["Role"]["enum"] = ["assistant", "system", "user"]
    definitions["LoggingLevel"]["enum"].remove("notice")
    definitions["ElicitResult"]["properties"]["action"]["enum"].append("later")
    members = {name: definitions[name]["properties"] for name in definitions if "properties" in definitions[name]}
    members["Tool"]["name"] |= {"pattern": "^[A-Za-z0-9_./-]+$", "maxLength": 64}
    members["Prompt"]["name"]["maxLength"] = 100
    members["ProgressNotificationParams"]["total"]["type"] = ["number", "null"]
    members["ProgressNotificationParams"]["progress"]["minimum"] = 0
    members["GetPromptResult"]["messages"]["minItems"] = 1
    members["Icon"]["sizes"] = {"anyOf": [STRING, {"items": STRING, "type": "array"}]}
    members["CallToolResult"]["resultType"]["const"] = "complete"
    members["InputRequiredResult"]["resultType"]["const"] = "input_required"
    members["CreateMessageRequestParams"]["includeContext"]["deprecated"] = True
    definitions["ToolChoice"]["additionalProperties"] = False
