"""The session rules that can apply in a revision, as entries of the reference. The rules are those of the package."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.site.entries import Entry


def list_session_rules() -> list[tuple[str, str, str]]:
    """Return id, summary and source of each rule of a session, sorted by id.

    Raises:
        BindgenError: the generated package is not installed.
    """
    try:
        from mcp_bindings.session import RULES
    except ModuleNotFoundError:
        raise BindgenError("the package mcp-bindings is not installed", hint="run pip install mcp-bindings") from None
    return sorted((id_, rule.summary, rule.source) for id_, rule in RULES.items())


RevisionTest = Callable[[SpecRevision], bool]


def _make_method_test(name: str) -> RevisionTest:
    def has_method(spec: SpecRevision) -> bool:
        from mcp_bindings.renames import list_names  # after `list_session_rules`, which says how to install the package

        return any(method.name in list_names(name) for method in spec.methods)

    return has_method


def _make_definition_test(name: str) -> RevisionTest:
    return lambda spec: name in spec.definitions


def _make_member_test(definition: str, member: str) -> RevisionTest:
    def has_member(spec: SpecRevision) -> bool:
        found = spec.by_name().get(definition)
        return isinstance(found, ObjectType) and any(field.wire_name == member for field in found.fields)

    return has_member


def _is_per_request(spec: SpecRevision) -> bool:
    return spec.revision.era == "per-request"


def _has_errors_with_data(spec: SpecRevision) -> bool:
    """Return whether a revision requires `data` in some errors."""
    return _is_per_request(spec) or _make_definition_test("URLElicitationRequiredError")(spec)


def _is_request_id_optional(spec: SpecRevision) -> bool:
    """Return whether the schema allows a cancellation without a request id."""
    params = spec.by_name().get("CancelledNotificationParams")
    return isinstance(params, ObjectType) and any(
        field.wire_name == "requestId" and not field.required for field in params.fields
    )


def _is_meta_untyped(spec: SpecRevision) -> bool:
    """Return whether the schema has no type for the `_meta` of some requests, so that a session must check `_meta`."""
    return not _make_definition_test("RequestParams")(spec)


APPLIES: Mapping[str, RevisionTest] = {
    "answer.direction": _is_per_request,
    "cache.same-scope": _make_definition_test("CacheableResult"),
    "cancel.initialize": _make_method_test("initialize"),
    "cancel.request-id": _is_request_id_optional,
    "cancel.stream": _is_per_request,
    "cancel.task": _make_method_test("tasks/cancel"),
    "elicitation.complete": _make_method_test("notifications/elicitation/complete"),
    "elicitation.content": _make_definition_test("ElicitResult"),
    "elicitation.error": _make_definition_test("URLElicitationRequiredError"),
    "elicitation.url-content": _make_definition_test("ElicitRequestURLParams"),
    "error.code": _is_per_request,
    "error.data": _has_errors_with_data,
    "id.new": _make_method_test("initialize"),
    "input.answers": _make_definition_test("InputRequiredResult"),
    "input.new-id": _make_definition_test("InputRequiredResult"),
    "input.one-of": _make_definition_test("InputRequiredResult"),
    "input.request": _make_definition_test("InputRequiredResult"),
    "input.state": _make_definition_test("InputRequiredResult"),
    "lifecycle.early": _make_method_test("initialize"),
    "lifecycle.initialized": _make_method_test("initialize"),
    "meta.valid": _is_meta_untyped,
    "meta.version": _is_per_request,
    "ping.empty": _make_method_test("ping"),
    "subscription.ack-first": _make_method_test("subscriptions/listen"),
    "subscription.ack-once": _make_method_test("subscriptions/listen"),
    "subscription.ack-subset": _make_method_test("subscriptions/listen"),
    "subscription.acknowledged": _make_method_test("subscriptions/listen"),
    "subscription.cancel-first": _make_method_test("subscriptions/listen"),
    "subscription.filter": _make_method_test("subscriptions/listen"),
    "subscription.id-tag": _make_method_test("subscriptions/listen"),
    "task.answer-id": _make_method_test("tasks/get"),
    "task.asked": _make_method_test("tasks/get"),
    "task.cancel-ended": _make_method_test("tasks/get"),
    "task.cancelled": _make_method_test("tasks/get"),
    "task.created": _make_method_test("tasks/get"),
    "task.id": _make_method_test("tasks/get"),
    "task.initial-status": _make_method_test("tasks/get"),
    "task.payload": _make_method_test("tasks/get"),
    "task.redundant-meta": _make_method_test("tasks/get"),
    "task.related": _make_method_test("tasks/get"),
    "task.result-meta": _make_method_test("tasks/get"),
    "task.support": _make_method_test("tasks/get"),
    "task.transitions": _make_method_test("tasks/get"),
    "tool.output": _make_member_test("Tool", "outputSchema"),
}
"""Functions that return whether a rule can apply in a revision, by id of the rule. A rule that is not here can apply in
every revision.
"""


def can_apply(rule: str, spec: SpecRevision) -> bool:
    """Return whether a rule can apply in sessions of a revision."""
    return rule not in APPLIES or APPLIES[rule](spec)


def session_entries(spec: SpecRevision) -> list[Entry]:
    """Return an entry for each session rule that can apply in a revision, in alphabetical order.

    Raises:
        BindgenError: the generated package is not installed.
    """
    return [
        Entry(kind="session", key=id_, title=id_, summary=summary, facts=(), sources=(source,), value=summary)
        for id_, summary, source in list_session_rules()
        if can_apply(id_, spec)
    ]
