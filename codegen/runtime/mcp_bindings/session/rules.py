"""The rules that a session checks for both sides, each with its page and its handling in each mode.

Errors and findings name a rule by its id. The page of a rule is that of the newest revision whose pages state the rule,
below https://modelcontextprotocol.io/. A mode concerns messages of the peer, and those that a proxy forwards. Every
other message of this side must keep all rules. Where the page of a revision only recommends a rule, every mode delivers
a message that breaks the rule, with a finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from ..options import check_choice

SessionMode: TypeAlias = Literal["strict", "default", "tolerant"]
"""The mode of a session. A mode decides for which broken rules the session refuses a message of the peer."""

Handling: TypeAlias = Literal["refuse", "deliver", "set aside", "not checked"]
"""The handling of a message of the peer that breaks a rule.

`refuse`: raise an error. `deliver`: return the message, with a finding. `set aside`: return the message without the
invalid items of its lists, with a finding for each item; refuse a message that is not valid without these items.
`not checked`: return the message without a finding, since the rule binds the sender alone.
"""


MODES: tuple[SessionMode, ...] = ("strict", "default", "tolerant")
"""The modes of a session, the strictest first."""


def check_mode(mode: str) -> None:
    """Check the name of a mode.

    Raises:
        ValueError: there is no such mode.
    """
    check_choice("mode", mode, MODES)


class HandlingByMode(NamedTuple):
    """The handling, in each mode, of a message of the peer that breaks a rule."""

    strict: Handling
    default: Handling
    tolerant: Handling


_REFUSED = HandlingByMode("refuse", "refuse", "refuse")
"""The handling of a message that could do harm if it is delivered, or that cannot be delivered to anybody."""

_HARMLESS = HandlingByMode("refuse", "deliver", "deliver")
"""The handling of a message that can be delivered without harm: it misleads nobody, and costs nobody anything."""

_RECOMMENDED = HandlingByMode("deliver", "deliver", "deliver")
"""The handling of a message that breaks a rule, and that no page allows the receiver to refuse."""

_SENDER_ONLY = HandlingByMode("not checked", "not checked", "not checked")
"""The handling of a message that breaks a rule, if only the sender can be certain of that, or if the rule does not
concern the receiver. An observer checks the rules with this handling too."""


class SessionRule(NamedTuple):
    """A rule of the specification that a session checks."""

    summary: str
    """The rule, as one statement about messages that keep the rule."""

    source: str
    """The page of the rule, below https://modelcontextprotocol.io/."""

    handling: HandlingByMode = _REFUSED
    """The handling, in each mode, of a message of the peer that breaks the rule."""


_LIFECYCLE = "specification/2025-11-25/basic/lifecycle"
_CANCELLATION_WITH_HANDSHAKE = "specification/2025-11-25/basic/utilities/cancellation#behavior-requirements"
_CANCELLATION = "specification/2026-07-28/basic/patterns/cancellation#behavior-requirements"
_PROGRESS = "specification/2026-07-28/basic/patterns/progress"
_TASKS = "specification/2025-11-25/basic/utilities/tasks"
_ELICITATION = "specification/2026-07-28/client/elicitation"
_ELICITATION_WITH_HANDSHAKE = "specification/2025-11-25/client/elicitation"
_BASE = "specification/2026-07-28/basic/index"
_INPUT = "specification/2026-07-28/basic/patterns/mrtr"
_SUBSCRIPTIONS = "specification/2026-07-28/basic/patterns/subscriptions"

RULES: Mapping[str, SessionRule] = MappingProxyType(
    {
        "answer.direction": SessionRule(
            "A side that is sent no requests sends no responses, not even errors.",
            "specification/2026-07-28/basic/transports/index#messages",
        ),
        "answer.known": SessionRule(
            "Each request is answered once, and nothing else is answered.", f"{_BASE}#responses"
        ),
        "batch": SessionRule(
            "Only revisions that have batches allow several messages in one text, and never with initialize.",
            "specification/2025-03-26/basic/index#batching",
        ),
        "cache.same-scope": SessionRule(
            "All pages of a list have the same cacheScope.",
            "specification/2026-07-28/server/utilities/caching#interaction-with-pagination",
            _RECOMMENDED,
        ),
        "cancel.initialize": SessionRule("The initialize request must not be cancelled.", _CANCELLATION_WITH_HANDSHAKE),
        "cancel.no-response": SessionRule("A cancelled request is not answered.", _CANCELLATION),
        "cancel.own-request": SessionRule(
            "A side cancels only requests that it sent and that are in progress.", _CANCELLATION
        ),
        "cancel.request-id": SessionRule("A cancellation names a request.", _CANCELLATION_WITH_HANDSHAKE, _SENDER_ONLY),
        "cancel.stream": SessionRule(
            "Over HTTP a client cancels a request by closing the stream of its response.",
            "specification/2026-07-28/basic/transports/streamable-http#cancellation",
            _SENDER_ONLY,
        ),
        "cancel.task": SessionRule(
            "A request that runs as a task is cancelled by tasks/cancel.", _CANCELLATION_WITH_HANDSHAKE
        ),
        "capability": SessionRule("No request and no result needs a capability that is not declared.", f"{_BASE}#meta"),
        "capability.notification": SessionRule(
            "No notification needs a capability that is not declared.", f"{_LIFECYCLE}#operation", _HARMLESS
        ),
        "closed": SessionRule("No message follows the end of a session.", f"{_LIFECYCLE}#shutdown"),
        "elicitation.complete": SessionRule(
            "Only an elicitation that the server has asked for in URL mode is completed, and once.",
            f"{_ELICITATION_WITH_HANDSHAKE}#completion-notifications-for-url-mode-elicitation",
            _SENDER_ONLY,
        ),
        "elicitation.content": SessionRule(
            "The content of an accepted elicitation fits the schema that was asked for.",
            f"{_ELICITATION}#form-mode-security",
            _RECOMMENDED,
        ),
        "elicitation.error": SessionRule(
            "An error that asks for elicitations comes from the server, and lists at least one.",
            f"{_ELICITATION_WITH_HANDSHAKE}#url-elicitation-required-error",
            _RECOMMENDED,
        ),
        "elicitation.url-content": SessionRule(
            "The answer to an elicitation in URL mode has no content.", f"{_ELICITATION}#response-actions", _RECOMMENDED
        ),
        "error.code": SessionRule(
            "No error has a code that the revision has retired, or has reserved for itself without defining it.",
            f"{_BASE}#error-codes",
            _RECOMMENDED,
        ),
        "error.data": SessionRule(
            "The data of an error is what the revision defines for its code.", f"{_BASE}#error-codes", _RECOMMENDED
        ),
        "headers": SessionRule(
            "The headers of an HTTP request agree with its message and with the session.",
            "specification/2026-07-28/basic/transports/streamable-http#server-validation",
        ),
        "id.new": SessionRule(
            "In revisions with a handshake, a request id is new in the session.",
            "specification/2025-11-25/basic/index#requests",
            _HARMLESS,
        ),
        "id.unique": SessionRule(
            "A request id is new among the requests that wait for an answer.", f"{_BASE}#requests"
        ),
        "input.answers": SessionRule(
            "A retry contains all the input that was asked for, each part of the kind that was asked for.",
            f"{_INPUT}#client-requirements-basic-workflow",
            _SENDER_ONLY,
        ),
        "input.new-id": SessionRule(
            "A retry has a new id.", f"{_INPUT}#client-requirements-basic-workflow", _SENDER_ONLY
        ),
        "input.one-of": SessionRule(
            "A result that asks for input has inputRequests, requestState or both.",
            f"{_INPUT}#server-requirements-basic-workflow",
        ),
        "input.request": SessionRule(
            "Input and requestState go to no other request than the one that was asked for them.",
            f"{_INPUT}#client-requirements-basic-workflow",
            _SENDER_ONLY,
        ),
        "input.state": SessionRule(
            "A retry repeats the requestState of the result, if that had one.",
            f"{_INPUT}#client-requirements-basic-workflow",
            _SENDER_ONLY,
        ),
        "lifecycle.early": SessionRule(
            "Until both sides are ready, each sends only the messages that the revision allows before that.",
            f"{_LIFECYCLE}#initialization",
        ),
        "lifecycle.first": SessionRule("The initialize request comes first.", f"{_LIFECYCLE}#initialization"),
        "lifecycle.initialized": SessionRule(
            "After a successful initialize, the client sends notifications/initialized once.",
            f"{_LIFECYCLE}#initialization",
        ),
        "lifecycle.once": SessionRule("A session is initialized once.", f"{_LIFECYCLE}#initialization"),
        "log.level": SessionRule(
            "No log message is less serious than the level that was asked for.",
            "specification/2026-07-28/server/utilities/logging#per-request-log-level",
            _HARMLESS,
        ),
        "message.valid": SessionRule(
            "A message is valid by the schema of its revision.",
            f"{_BASE}#messages",
            HandlingByMode("refuse", "refuse", "set aside"),
        ),
        "meta.valid": SessionRule(
            "_meta is an object, and its progressToken is a string or an integer.", f"{_PROGRESS}#progress-flow"
        ),
        "meta.version": SessionRule("Every request names its protocol version.", f"{_BASE}#meta"),
        "method": SessionRule("A side sends only methods that the revision lets it send.", f"{_BASE}#messages"),
        "ping.empty": SessionRule(
            "The result of a ping is empty.",
            "specification/2025-11-25/basic/utilities/ping#behavior-requirements",
            _HARMLESS,
        ),
        "progress.increases": SessionRule(
            "The progress value increases with each report.", f"{_PROGRESS}#progress-flow", _HARMLESS
        ),
        "progress.token-active": SessionRule(
            "Progress is reported only on requests and tasks that have not ended.", f"{_PROGRESS}#behavior-requirements"
        ),
        "progress.token-unique": SessionRule(
            "A progress token is unique among active requests.", f"{_PROGRESS}#progress-flow"
        ),
        "subscription.ack-first": SessionRule(
            "The first message of a subscription is its acknowledgement.", f"{_SUBSCRIPTIONS}#acknowledgment"
        ),
        "subscription.ack-once": SessionRule(
            "A subscription is acknowledged once.", f"{_SUBSCRIPTIONS}#acknowledgment"
        ),
        "subscription.ack-subset": SessionRule(
            "An acknowledgement promises no more than was asked for.", f"{_SUBSCRIPTIONS}#acknowledgment"
        ),
        "subscription.acknowledged": SessionRule(
            "A subscription carries only notifications that its acknowledgement promised.",
            f"{_SUBSCRIPTIONS}#acknowledgment",
            _RECOMMENDED,
        ),
        "subscription.cancel-first": SessionRule(
            "A server that ends a subscription cancels it before it sends the result.",
            _CANCELLATION,
            _SENDER_ONLY,
        ),
        "subscription.filter": SessionRule(
            "A subscription carries only notifications that were asked for.", f"{_SUBSCRIPTIONS}#opening-a-stream"
        ),
        "subscription.id-tag": SessionRule(
            "Each message on a subscription has its id in _meta.", f"{_SUBSCRIPTIONS}#receiving-notifications"
        ),
        "task.answer-id": SessionRule(
            "The result of a request about a task has the id of that task.",
            f"{_TASKS}#associating-task-related-messages",
        ),
        "task.asked": SessionRule(
            "A receiver responds with a task only to a request that asked for one, and only if it declared tasks.",
            f"{_TASKS}#task-support-and-handling",
        ),
        "task.cancel-ended": SessionRule(
            "The response to tasks/cancel of a task that has ended is the error -32602.", f"{_TASKS}#task-cancellation"
        ),
        "task.cancelled": SessionRule(
            "A task that is cancelled has the status cancelled.", f"{_TASKS}#task-cancellation"
        ),
        "task.created": SessionRule(
            "A receiver that accepts a request as a task responds with the task.", f"{_TASKS}#result-retrieval"
        ),
        "task.id": SessionRule("Each task has a unique id.", f"{_TASKS}#task-id-requirements"),
        "task.initial-status": SessionRule("The first status of a task is working.", f"{_TASKS}#task-status-lifecycle"),
        "task.payload": SessionRule(
            "tasks/result has the result of the request that became the task.", f"{_TASKS}#retrieving-task-results"
        ),
        "task.redundant-meta": SessionRule(
            "A message that names its task itself does not name it in _meta again.",
            f"{_TASKS}#associating-task-related-messages",
            _RECOMMENDED,
        ),
        "task.related": SessionRule(
            "Results, progress and cancellations that belong to a task name it in _meta.",
            f"{_TASKS}#associating-task-related-messages",
            _HARMLESS,
        ),
        "task.result-meta": SessionRule(
            "The result of a task names the task in _meta.", f"{_TASKS}#related-task-metadata", _HARMLESS
        ),
        "task.support": SessionRule(
            "A tool that requires tasks is only called as a task, and one that forbids them never is.",
            f"{_TASKS}#tool-level-negotiation",
        ),
        "task.transitions": SessionRule(
            "A task that has ended does not change its status.", f"{_TASKS}#task-status-lifecycle"
        ),
        "tool.output": SessionRule(
            "A result fits the outputSchema that its tool was listed with.",
            "specification/2026-07-28/server/tools#output-schema",
            _SENDER_ONLY,
        ),
        "version": SessionRule(
            "Both sides speak the version that the handshake or the request names.",
            "specification/2026-07-28/basic/versioning#protocol-version-negotiation",
        ),
    }
)

HARMLESS_RULES: Mapping[SessionMode, frozenset[str]] = MappingProxyType(
    {
        mode: frozenset(
            rule
            for rule, row in RULES.items()
            if row.handling.strict == "refuse" and getattr(row.handling, mode) == "deliver"
        )
        for mode in MODES
    }
)
"""The ids of the rules for which a mode delivers a message that `strict` refuses, by mode."""
