"""The rules that a session holds both sides to, each with its page. Errors name them by id.

Pages are of the newest revision that has the rule, below https://modelcontextprotocol.io/.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class SessionRule(NamedTuple):
    """One rule."""

    summary: str
    source: str


_LIFECYCLE = "specification/2025-11-25/basic/lifecycle"
_CANCELLATION = "specification/2025-11-25/basic/utilities/cancellation#behavior-requirements"
_PROGRESS = "specification/2025-11-25/basic/utilities/progress"
_TASKS = "specification/2025-11-25/basic/utilities/tasks"
_MODERN = "specification/2026-07-28/basic/index"
_INPUT = "specification/2026-07-28/basic/patterns/mrtr"
_SUBSCRIPTIONS = "specification/2026-07-28/basic/patterns/subscriptions"

RULES: Mapping[str, SessionRule] = MappingProxyType(
    {
        "answer.known": SessionRule(
            "Only requests that wait for an answer are answered, once.", f"{_MODERN}#responses"
        ),
        "batch": SessionRule(
            "Several messages in one text are of a revision that has batches, and initialize is alone.",
            "specification/2025-03-26/basic/index#batching",
        ),
        "cancel.initialize": SessionRule("Initialize is not cancelled.", _CANCELLATION),
        "cancel.no-response": SessionRule("A request that was cancelled is not answered.", _CANCELLATION),
        "cancel.own-request": SessionRule(
            "A side cancels its own requests, while they are in progress.", _CANCELLATION
        ),
        "cancel.request-id": SessionRule("A cancellation names a request.", _CANCELLATION),
        "cancel.stream": SessionRule(
            "Over HTTP a client cancels by closing the stream of the response.",
            "specification/2026-07-28/basic/transports/streamable-http#cancellation",
        ),
        "cancel.task": SessionRule("What runs as a task is cancelled by tasks/cancel.", _CANCELLATION),
        "capability": SessionRule("A capability is declared before it is used.", f"{_LIFECYCLE}#operation"),
        "closed": SessionRule("Nothing follows the end of a session.", f"{_LIFECYCLE}#shutdown"),
        "headers": SessionRule(
            "The headers of an HTTP request fit its message and the session.",
            "specification/2026-07-28/basic/transports/streamable-http#server-validation",
        ),
        "id.unique": SessionRule(
            "An id is new: in the session, or since 2026-07-28 among the requests that wait.", f"{_MODERN}#requests"
        ),
        "input.answers": SessionRule(
            "Another try answers everything that was asked.", f"{_INPUT}#client-requirements-basic-workflow"
        ),
        "input.new-id": SessionRule(
            "Another try has an id of its own.", f"{_INPUT}#client-requirements-basic-workflow"
        ),
        "input.one-of": SessionRule(
            "Who asks for input names requests, a state or both.", f"{_INPUT}#server-requirements-basic-workflow"
        ),
        "input.state": SessionRule(
            "Another try has the state that came, or none if none came.", f"{_INPUT}#client-requirements-basic-workflow"
        ),
        "lifecycle.early": SessionRule(
            "Until both sides are ready, each sends what the revision allows so soon.", f"{_LIFECYCLE}#initialization"
        ),
        "lifecycle.first": SessionRule("Initialize is the first interaction.", f"{_LIFECYCLE}#initialization"),
        "lifecycle.initialized": SessionRule(
            "Once initialize has succeeded, the client says that it is ready.", f"{_LIFECYCLE}#initialization"
        ),
        "lifecycle.once": SessionRule("A session is initialized once.", f"{_LIFECYCLE}#initialization"),
        "log.level": SessionRule(
            "No log message is below the level that was asked for.",
            "specification/2026-07-28/server/utilities/logging#per-request-log-level",
        ),
        "message.valid": SessionRule("A message is as the schema of the revision has it.", f"{_MODERN}#messages"),
        "meta.valid": SessionRule(
            "_meta is an object, and a progress token in it a string or an integer.", f"{_PROGRESS}#progress-flow"
        ),
        "meta.version": SessionRule("Every request names the version it is to be served by.", f"{_MODERN}#meta"),
        "method": SessionRule("A side sends what the revision lets it send.", f"{_MODERN}#messages"),
        "ping.empty": SessionRule(
            "A ping is answered with an empty result.",
            "specification/2025-11-25/basic/utilities/ping#behavior-requirements",
        ),
        "progress.increases": SessionRule("Progress goes up.", f"{_PROGRESS}#progress-flow"),
        "progress.token-active": SessionRule(
            "Progress is reported on requests and tasks that have not ended.", f"{_PROGRESS}#behavior-requirements"
        ),
        "progress.token-unique": SessionRule(
            "A progress token is new among active requests.", f"{_PROGRESS}#progress-flow"
        ),
        "subscription.ack-first": SessionRule(
            "A subscription begins with its acknowledgement.", f"{_SUBSCRIPTIONS}#acknowledgment"
        ),
        "subscription.ack-once": SessionRule(
            "A subscription is acknowledged once.", f"{_SUBSCRIPTIONS}#acknowledgment"
        ),
        "subscription.ack-subset": SessionRule(
            "No more is acknowledged than was asked for.", f"{_SUBSCRIPTIONS}#acknowledgment"
        ),
        "subscription.filter": SessionRule(
            "A subscription carries what was asked for.", f"{_SUBSCRIPTIONS}#opening-a-stream"
        ),
        "subscription.id-tag": SessionRule(
            "What is sent on a subscription names it.", f"{_SUBSCRIPTIONS}#receiving-notifications"
        ),
        "task.asked": SessionRule(
            "Only what was asked to run as a task is answered with one.", f"{_TASKS}#creating-tasks"
        ),
        "task.id": SessionRule("A task has an id of its own.", f"{_TASKS}#task-id-requirements"),
        "task.initial-status": SessionRule("A task begins working.", f"{_TASKS}#task-status-lifecycle"),
        "task.result-meta": SessionRule("What a task has led to names the task.", f"{_TASKS}#related-task-metadata"),
        "task.transitions": SessionRule("A task that has ended stays as it is.", f"{_TASKS}#task-status-lifecycle"),
        "version": SessionRule(
            "Both sides speak the version: that of the handshake, or that of the request.",
            "specification/2026-07-28/basic/versioning#protocol-version-negotiation",
        ),
    }
)
