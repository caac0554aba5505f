"""Choose the rules of a session that can apply in a revision. The generated package has the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.site.entries import Entry


def session_rules() -> list[tuple[str, str, str]]:
    """Return id, summary and source of each rule of a session, sorted by id.

    Raises:
        BindgenError: the generated package is not installed.
    """
    try:
        from mcp_bindings.session import RULES
    except ModuleNotFoundError:
        raise BindgenError("the package mcp-bindings is not installed", hint="run pip install mcp-bindings") from None
    return sorted((id_, rule.summary, rule.source) for id_, rule in RULES.items())


Applies = Callable[[SpecRevision], bool]


def _has_method(name: str) -> Applies:
    return lambda spec: any(method.name == name for method in spec.methods)


def _has_definition(name: str) -> Applies:
    return lambda spec: name in spec.definitions


def _has_member(definition: str, member: str) -> Applies:
    def has_member(spec: SpecRevision) -> bool:
        found = spec.by_name().get(definition)
        return isinstance(found, ObjectType) and any(field.wire_name == member for field in found.fields)

    return has_member


def _is_per_request(spec: SpecRevision) -> bool:
    return spec.revision.era == "per-request"


def _has_errors_with_data(spec: SpecRevision) -> bool:
    """Return whether a revision requires `data` in some errors."""
    return _is_per_request(spec) or _has_definition("URLElicitationRequiredError")(spec)


def _request_id_is_optional(spec: SpecRevision) -> bool:
    """Return whether the schema allows a cancellation without a request id."""
    params = spec.by_name().get("CancelledNotificationParams")
    return isinstance(params, ObjectType) and any(
        field.wire_name == "requestId" and not field.required for field in params.fields
    )


def _meta_is_untyped(spec: SpecRevision) -> bool:
    """Return whether the schema does not type `_meta` of some requests. A session must then check it."""
    return not _has_definition("RequestParams")(spec)


APPLIES: Mapping[str, Applies] = {
    "answer.direction": _is_per_request,
    "cache.same-scope": _has_definition("CacheableResult"),
    "cancel.initialize": _has_method("initialize"),
    "cancel.request-id": _request_id_is_optional,
    "cancel.stream": _is_per_request,
    "cancel.task": _has_method("tasks/cancel"),
    "elicitation.complete": _has_method("notifications/elicitation/complete"),
    "elicitation.content": _has_definition("ElicitResult"),
    "elicitation.error": _has_definition("URLElicitationRequiredError"),
    "elicitation.url-content": _has_definition("ElicitRequestURLParams"),
    "error.code": _is_per_request,
    "error.data": _has_errors_with_data,
    "id.new": _has_method("initialize"),
    "input.answers": _has_definition("InputRequiredResult"),
    "input.new-id": _has_definition("InputRequiredResult"),
    "input.one-of": _has_definition("InputRequiredResult"),
    "input.request": _has_definition("InputRequiredResult"),
    "input.state": _has_definition("InputRequiredResult"),
    "lifecycle.early": _has_method("initialize"),
    "lifecycle.initialized": _has_method("initialize"),
    "meta.valid": _meta_is_untyped,
    "meta.version": _is_per_request,
    "ping.empty": _has_method("ping"),
    "subscription.ack-first": _has_method("subscriptions/listen"),
    "subscription.ack-once": _has_method("subscriptions/listen"),
    "subscription.ack-subset": _has_method("subscriptions/listen"),
    "subscription.acknowledged": _has_method("subscriptions/listen"),
    "subscription.cancel-first": _has_method("subscriptions/listen"),
    "subscription.filter": _has_method("subscriptions/listen"),
    "subscription.id-tag": _has_method("subscriptions/listen"),
    "task.answer-id": _has_method("tasks/get"),
    "task.asked": _has_method("tasks/get"),
    "task.cancel-ended": _has_method("tasks/get"),
    "task.cancelled": _has_method("tasks/get"),
    "task.created": _has_method("tasks/get"),
    "task.id": _has_method("tasks/get"),
    "task.initial-status": _has_method("tasks/get"),
    "task.payload": _has_method("tasks/get"),
    "task.redundant-meta": _has_method("tasks/get"),
    "task.related": _has_method("tasks/get"),
    "task.result-meta": _has_method("tasks/get"),
    "task.support": _has_method("tasks/get"),
    "task.transitions": _has_method("tasks/get"),
    "tool.output": _has_member("Tool", "outputSchema"),
}
"""Functions that return whether a rule can apply in a revision, by id of the rule. A rule without a function can apply
in every revision. Tests in `tests/session` check the functions.
"""


def applies(rule: str, spec: SpecRevision) -> bool:
    """Return whether a rule can apply in sessions of a revision."""
    return rule not in APPLIES or APPLIES[rule](spec)


def session_entries(spec: SpecRevision) -> list[Entry]:
    """Return an entry for each session rule that can apply in a revision, in alphabetical order."""
    return [
        Entry(kind="session", key=id_, title=id_, summary=summary, facts=(), sources=(source,), value=summary)
        for id_, summary, source in session_rules()
        if applies(id_, spec)
    ]
