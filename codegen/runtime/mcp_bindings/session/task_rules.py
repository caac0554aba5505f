"""Check the messages about tasks: the task that each names, and the answers to requests that run as tasks.

Page: /specification/2025-11-25/basic/utilities/tasks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from ..errors import DecodeError
from ..json_values import is_object
from ..jsonrpc.plain_json import to_json_copy
from ..limits import MAX_TOOLS_REMEMBERED
from ..revisions import revision
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.names import CALL_TOOL, CANCEL_TASK, CREATE_TASK_RESULT, LIST_TASKS, META, RELATED_TASK_KEY
from .capabilities import WireObject, get_member, has_members
from .errors import FindingCollector, Violation
from .ids import IdKey, make_id_key
from .profile import MethodProfile
from .request_table import TASK_METHODS, PendingRequest, RequestTable

TaskSupport = OrderedDict[IdKey, str]
"""The task support of each tool, `required`, `optional` or `forbidden`, by the key of the tool's name."""

_MALFORMED_TEXT = f"{RELATED_TASK_KEY} in _meta must be an object with a taskId"
_FORBIDDEN, _REQUIRED = "forbidden", "required"


def read_related_task(holder: WireObject | None) -> object:
    """Return the id of the task that params or a result name in `_meta`; None if they name no task.

    The id is a value of any type, since `_meta` need not be valid.
    """
    meta: Any = None if holder is None else get_member(holder, META)
    related: Any = None if meta is None else get_member(meta, RELATED_TASK_KEY)
    return get_member(related, "taskId") if has_members(related) else None


def find_related_task_violation(holder: WireObject, task: IdKey) -> Violation | None:
    """Return the violation if the `_meta` of params or a result does not name their task; otherwise None.

    Args:
        holder: the params or the result.
        task: the id of the task that they belong to, or the key of that id.
    """
    if _names_task(holder, task):
        return None
    return Violation("task.related", f"_meta must name the task that the message belongs to, under {RELATED_TASK_KEY}")


def find_redundant_meta_violation(holder: WireObject | None) -> Violation | None:
    """Return the violation if a `_meta` names a task although the message itself names its task; otherwise None.

    Args:
        holder: the params or the result that have the `_meta`.
    """
    if not _has_related_task(holder):
        return None
    text = f"the message names its task, so _meta needs no {RELATED_TASK_KEY}"
    return Violation("task.redundant-meta", text, level="warning")


def link_task(
    pending: PendingRequest, requests: RequestTable, params: Mapping[str, Any], *, arrived: bool
) -> Violation | None:
    """Record in a request the task that the request is about, or belongs to.

    Args:
        pending: the request.
        requests: the requests of the side that sends the request.
        params: the params of the request.
        arrived: whether the request has arrived from the peer.

    Returns:
        The violation of a `_meta` that names the task needlessly or in a wrong form; None without a violation.
    """
    first_name = pending.method.first_name
    if first_name in TASK_METHODS:
        if first_name != LIST_TASKS:
            pending.related_task = make_id_key(params["taskId"])
            pending.task_had_ended = first_name == CANCEL_TASK and requests.tasks.has_ended(pending.related_task)
        return find_redundant_meta_violation(params)
    if _has_related_task(params):
        malformed = find_malformed_meta_violation(params)
        if malformed is not None:
            return malformed
        named: Any = read_related_task(params)
        pending.related_task = make_id_key(named) if arrived else named
        pending.has_result_rules = True
    return None


def find_malformed_meta_violation(holder: WireObject) -> Violation | None:
    """Return the violation if the `_meta` of params names a task in a wrong form; otherwise None."""
    if not _has_related_task(holder) or isinstance(read_related_task(holder), str):
        return None
    return Violation("task.related", _MALFORMED_TEXT, code=INVALID_PARAMS)


def check_task_support(pending: PendingRequest, params: Mapping[str, Any], task_support: TaskSupport) -> None:
    """Check that a call runs as a task if the tool requires tasks, and does not if the tool forbids tasks.

    Page: /specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation.

    Args:
        pending: the request.
        params: the params of the request.
        task_support: the support for tasks that the listed tools have declared.

    Raises:
        Violation: the call contradicts the task support of its tool.
    """
    if pending.method.first_name != CALL_TOOL:
        return
    support = task_support.get(make_id_key(params["name"]))
    if support == _FORBIDDEN and pending.is_task:
        raise Violation("task.support", "the tool does not run as a task", code=METHOD_NOT_FOUND)
    if support == _REQUIRED and not pending.is_task:
        raise Violation("task.support", "the tool runs only as a task", code=METHOD_NOT_FOUND)


def remember_task_support(task_support: TaskSupport, tools: list[WireObject]) -> None:
    """Remember the task support of tools; a tool that declares none forbids tasks.

    The oldest tools are forgotten if there are more than `MAX_TOOLS_REMEMBERED`.
    """
    for tool in tools:
        execution: Any = get_member(tool, "execution")
        support = None if execution is None else get_member(execution, "taskSupport")
        key = make_id_key(tool["name"])
        task_support.pop(key, None)
        task_support[key] = support or _FORBIDDEN
    while len(task_support) > MAX_TOOLS_REMEMBERED:
        task_support.popitem(last=False)


def check_task_answer(pending: PendingRequest, requests: RequestTable, result: WireObject, *, ordered: bool) -> None:
    """Check the result of a request about one task: `tasks/get` or `tasks/cancel`.

    Args:
        pending: the request.
        requests: the requests of the side that sent the request.
        result: the result, as JSON or typed.
        ordered: whether the result is certainly newer than the earlier reports on the task.

    Raises:
        Violation: the result is about another task, answers `tasks/cancel` for a task that had ended before or that is
            not cancelled, or changes the state of a task that had ended.
    """
    if make_id_key(result["taskId"]) != pending.related_task:
        raise Violation("task.answer-id", f"the result of {pending.method.name} has the id of another task")
    if pending.method.first_name == CANCEL_TASK:
        if pending.task_had_ended:
            text = f"the task had ended, so the response to tasks/cancel is the error {INVALID_PARAMS}"
            raise Violation("task.cancel-ended", text)
        if result["status"] != "cancelled":
            raise Violation("task.cancelled", f"the result of tasks/cancel has the status {result['status']}")
    requests.tasks.check_transitions((result,), ordered=ordered)


def check_task_payload(
    pending: PendingRequest,
    method: MethodProfile | None,
    result: WireObject,
    collector: FindingCollector,
    *,
    arrived: bool,
) -> None:
    """Check that the result of `tasks/result` names the task, and is a result of the request that became the task.

    Args:
        pending: the `tasks/result` request.
        method: the method of the request that became the task; None if it is not known.
        result: the result, as JSON or typed.
        collector: notes that the result does not name the task, if the mode does not refuse such a result.
        arrived: whether the result has arrived from the peer.

    Raises:
        Violation: the result does not name the task, and is refused by the mode or is one of this side; or the result
            is not valid for the request that became the task.
    """
    assert pending.related_task is not None
    if not _names_task(result, pending.related_task):
        text = f"_meta must name the task that was asked for, under {RELATED_TASK_KEY}"
        collector.refuse_or_note(Violation("task.result-meta", text), arrived=arrived)
    if method is None:
        return
    expected = [name for name in method.info.results if name != CREATE_TASK_RESULT]
    if type(result).__name__ in expected:
        return
    document: Any = result if is_object(result) else to_json_copy(result)
    rev = revision(pending.profile.id)
    for name in expected:
        try:
            rev.codec(name).decode_value(document)
        except DecodeError:
            continue
        return
    raise Violation("task.payload", f"the result of a {method.name} that ran as a task is {' or '.join(expected)}")


def find_cancel_error_violation(pending: PendingRequest, code: int) -> Violation | None:
    """Return the violation if an error answers `tasks/cancel` for an ended task with a wrong code; otherwise None."""
    if not pending.task_had_ended or code in (INVALID_PARAMS, INTERNAL_ERROR):
        return None
    return Violation("task.cancel-ended", f"cancelling a task that has ended fails with {INVALID_PARAMS}, not {code}")


def _names_task(holder: WireObject, task: IdKey) -> bool:
    named = read_related_task(holder)
    return isinstance(named, str) and (named == task or make_id_key(named) == task)


def _has_related_task(holder: WireObject | None) -> bool:
    meta: Any = None if holder is None else get_member(holder, META)
    return meta is not None and RELATED_TASK_KEY in meta
