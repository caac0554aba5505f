"""The invention `notices`: a capability with a notification alone, a removed list, a member of a request that
becomes required, a renamed definition that no other one mentions, and an error code."""

from __future__ import annotations

import json
from typing import Any

from tests.release.parts import BOOLEAN, STRING, error, ref, remove_arms

REMOVED = tuple(f"ListResourceTemplates{end}" for end in ("Request", "Result", "ResultResponse"))
RENAMED = ("ResourceRequestParams", "ParamsWithUri")
CODE = -32044
EDITS = (
    ("NOTIFICATION_ADDED", "NoticePostedNotification"),
    ("FIELD_ADDED_OPTIONAL", "ServerCapabilities/properties/notices"),
    ("REQUEST_REMOVED", "ListResourceTemplatesRequest"),
    ("FIELD_BECAME_REQUIRED", "CompleteRequestParams/properties/context"),
    ("DEFINITION_RENAMED", RENAMED[1]),
    ("DEFINITION_ADDED", "BusyError"),
    ("ERROR_CODE_ADDED", f"protocol/error_code/{CODE}"),
)
"""What a report has to say about each edit: the rule, and the pointer without its first part."""


def invented(document: dict[str, Any]) -> dict[str, Any]:
    """A copy of a schema with these changes."""
    changed: dict[str, Any] = json.loads(json.dumps(document))
    definitions: dict[str, Any] = changed["$defs"]
    definitions[RENAMED[1]] = definitions.pop(RENAMED[0])
    remove_arms(definitions, *REMOVED)
    definitions["CompleteRequestParams"]["required"].append("context")
    definitions["ServerCapabilities"]["properties"]["notices"] = {"type": "object"}
    note = json.loads(json.dumps(definitions["ToolListChangedNotification"]))
    note["properties"]["method"]["const"] = "notifications/notices/posted"
    note["properties"]["params"] = ref("NoticePostedNotificationParams")
    note["required"] = sorted({*note["required"], "params"})
    definitions["NoticePostedNotification"] = note
    params = json.loads(json.dumps(definitions["NotificationParams"]))
    params["properties"]["text"] = STRING
    params["required"] = ["text"]
    definitions["NoticePostedNotificationParams"] = params
    definitions["ServerNotification"]["anyOf"].append(ref("NoticePostedNotification"))
    if "SubscriptionFilter" in definitions:
        definitions["SubscriptionFilter"]["properties"]["noticesPosted"] = BOOLEAN
    definitions["BusyError"] = error(CODE)
    return changed
