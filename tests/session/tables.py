"""Which side may send which message in which revision, and the capability it needs: the facts, restated independently.

`test_model.py` compares these tables with the facts where those are available.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import mcp_bindings as mb
from tests.facts import STATED

TRANSPORTS = ("stdio", "http")
Side = Literal["client", "server"]
SIDES: tuple[Side, ...] = ("client", "server")

REVISIONS = STATED
"""The revisions that the model knows: it restates facts, so a new revision needs its facts and rules here."""
(PER_REQUEST,) = (revision for revision in REVISIONS if mb.revision(revision).era == "per-request")
BATCHING, TASKS = "2025-03-26", "2025-11-25"
RECOMMENDED: dict[str, frozenset[str]] = {
    **dict.fromkeys(("2024-11-05", "2025-03-26"), frozenset({"capability", "capability.notification"})),
    "2025-06-18": frozenset({"elicitation.content"}),
    TASKS: frozenset({"elicitation.content", "elicitation.url-content", "task.redundant-meta"}),
    "2026-07-28": frozenset({"cache.same-scope", "subscription.acknowledged"}),
}
"""Rules that are a SHOULD, or that no keyword binds: using what was not declared, by
/specification/2025-03-26/basic/lifecycle#operation; content that fits its form, and none in URL mode, by
/specification/2025-11-25/client/elicitation#form-mode-security and #response-actions; a task named once, by
/specification/2025-11-25/basic/utilities/tasks#associating-task-related-messages; and by our
readings in `schema/decisions.toml` the scope of pages and what an acknowledgement promises."""


class MethodProfile(NamedTuple):
    """A method in the revisions from `first` to `last`."""

    method: str
    sender: str
    """`client`, `server` or `both`."""
    need: str = ""
    """`side:path` of the capability; the side is `client`, `server`, `sender` or `receiver`."""
    first: str = REVISIONS[0]
    last: str = REVISIONS[-1]
    result: str = ""
    """Definition of the result, if its name does not follow from that of the request."""

    @property
    def is_notification(self) -> bool:
        return self.method.startswith("notifications/")

    @property
    def senders(self) -> tuple[Side, ...]:
        return tuple(side for side in SIDES if self.sender in (side, "both"))


OLD = [revision for revision in REVISIONS if revision != PER_REQUEST][-1]
ROWS = (
    MethodProfile("initialize", "client", last=OLD),
    MethodProfile("ping", "both", last=OLD, result="EmptyResult"),
    MethodProfile("completion/complete", "client", last="2024-11-05"),
    MethodProfile("completion/complete", "client", "server:completions", first="2025-03-26"),
    MethodProfile("logging/setLevel", "client", "server:logging", last=OLD, result="EmptyResult"),
    MethodProfile("prompts/get", "client", "server:prompts"),
    MethodProfile("prompts/list", "client", "server:prompts"),
    MethodProfile("resources/list", "client", "server:resources"),
    MethodProfile("resources/templates/list", "client", "server:resources"),
    MethodProfile("resources/read", "client", "server:resources"),
    MethodProfile("resources/subscribe", "client", "server:resources.subscribe", last=OLD, result="EmptyResult"),
    MethodProfile("resources/unsubscribe", "client", "server:resources.subscribe", last=OLD, result="EmptyResult"),
    MethodProfile("tools/call", "client", "server:tools"),
    MethodProfile("tools/list", "client", "server:tools"),
    MethodProfile("server/discover", "client", first=PER_REQUEST),
    MethodProfile("subscriptions/listen", "client", first=PER_REQUEST),
    MethodProfile("sampling/createMessage", "server", "client:sampling", last=OLD),
    MethodProfile("roots/list", "server", "client:roots", last=OLD),
    MethodProfile("elicitation/create", "server", "client:elicitation", first="2025-06-18", last=OLD),
    MethodProfile("tasks/get", "both", "receiver:tasks", first=TASKS, last=TASKS),
    MethodProfile("tasks/result", "both", "receiver:tasks", first=TASKS, last=TASKS, result="GetTaskPayloadResult"),
    MethodProfile("tasks/cancel", "both", "receiver:tasks.cancel", first=TASKS, last=TASKS),
    MethodProfile("tasks/list", "both", "receiver:tasks.list", first=TASKS, last=TASKS),
    MethodProfile("notifications/cancelled", "both"),
    MethodProfile("notifications/progress", "both", last=OLD),
    MethodProfile("notifications/progress", "server", first=PER_REQUEST),
    MethodProfile("notifications/initialized", "client", last=OLD),
    MethodProfile("notifications/roots/list_changed", "client", "client:roots.listChanged", last=OLD),
    MethodProfile("notifications/message", "server", "server:logging"),
    MethodProfile("notifications/resources/updated", "server", "server:resources.subscribe"),
    MethodProfile("notifications/resources/list_changed", "server", "server:resources.listChanged"),
    MethodProfile("notifications/tools/list_changed", "server", "server:tools.listChanged"),
    MethodProfile("notifications/prompts/list_changed", "server", "server:prompts.listChanged"),
    MethodProfile("notifications/elicitation/complete", "server", "client:elicitation.url", first=TASKS, last=TASKS),
    MethodProfile("notifications/tasks/status", "both", "sender:tasks", first=TASKS, last=TASKS),
    MethodProfile("notifications/subscriptions/acknowledged", "server", first=PER_REQUEST),
)

EXTENSION = "io.modelcontextprotocol/tasks"
ROWS_OF_EXTENSION = (
    MethodProfile("tasks/get", "client", first=PER_REQUEST),
    MethodProfile("tasks/update", "client", first=PER_REQUEST),
    MethodProfile("tasks/cancel", "client", first=PER_REQUEST),
    MethodProfile("notifications/tasks", "server", first=PER_REQUEST),
)
"""The methods of the extension; its page is the one that `schema/extensions/tasks/extension.toml` names."""

TASK_NEEDS = {
    "tools/call": "tasks.requests.tools.call",
    "sampling/createMessage": "tasks.requests.sampling.createMessage",
    "elicitation/create": "tasks.requests.elicitation.create",
}
"""The capability that the receiver needs to run a request as a task."""

ASKING = ("prompts/get", "resources/read", "tools/call")
"""Methods of 2026-07-28 whose result may ask for input."""

EMBEDDED = {"sampling/createMessage": "sampling", "roots/list": "roots", "elicitation/create": "elicitation"}
"""Requests that such a result may contain, and the capability that each needs."""

FILTERS = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
    "notifications/resources/updated": "resourceSubscriptions",
}
"""The member of a subscription's filter for each notification."""

TASK_IDS = "taskIds"
"""The member of the filter that the extension adds, with the ids of tasks."""

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
FINAL = ("completed", "failed", "cancelled")
"""The final states of a task."""

PER_REQUEST_CODES = (-32020, -32021, -32022)
"""Errors that only per-request servers send."""
UNSUPPORTED = -32022
NEEDS_URL = -32042
"""Code of 2025-11-25: the user has to complete elicitations first."""
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603
UNKNOWN_METHOD = -32601
UNSENT_CODES = frozenset({*range(-32099, -32022), -32002})
"""Codes that errors of the newest revision must not use: reserved ones and a retired one, basic/index#error-codes."""
DATA_OF_CODES: dict[str, dict[int, dict[str, type]]] = {
    TASKS: {-32042: {"elicitations": list}},
    PER_REQUEST: {-32021: {"requiredCapabilities": dict}, UNSUPPORTED: {"supported": list, "requested": str}},
}
"""The required members of the data of errors."""

FLAGS = ("listChanged", "resources.subscribe")
"""Ends of the capability paths that are declared by `true`; all others are declared by an object."""

CLIENT_PATHS = (
    *("roots", "roots.listChanged", "sampling", "sampling.context", "sampling.tools"),
    *("elicitation", "elicitation.form", "elicitation.url", "tasks", "tasks.list", "tasks.cancel"),
    *("tasks.requests.sampling.createMessage", "tasks.requests.elicitation.create"),
)
SERVER_PATHS = (
    *("logging", "completions", "prompts", "prompts.listChanged", "resources", "resources.subscribe"),
    *("resources.listChanged", "tools", "tools.listChanged", "tasks", "tasks.list", "tasks.cancel"),
    "tasks.requests.tools.call",
)


@cache
def methods(revision: str, is_extended: bool = False) -> dict[str, MethodProfile]:
    """The methods of a revision, or of the revision with the extension."""
    place = REVISIONS.index(revision)
    rows = (*ROWS, *ROWS_OF_EXTENSION) if is_extended else ROWS
    spans = [(row, REVISIONS.index(row.first), REVISIONS.index(row.last)) for row in rows]
    return {row.method: row for row, first, last in spans if first <= place <= last}


def is_known(method: str) -> bool:
    """Whether any revision has the method."""
    return any(row.method == method for row in ROWS)


@cache
def filters(is_extended: bool) -> dict[str, str]:
    """The member of a subscription's filter for each notification, with or without the extension."""
    return FILTERS | ({"notifications/tasks": TASK_IDS} if is_extended else {})


def is_flag(path: str) -> bool:
    """Whether a capability is declared by `true`."""
    return path.endswith(FLAGS)


def other(side: Side) -> Side:
    """The opposite side."""
    return "server" if side == "client" else "client"
