"""The requests of one side: those that wait for an answer, their progress, pages and tasks, and the ids used so far.

Pages: /specification/2026-07-28/server/utilities/caching#interaction-with-pagination,
/specification/2025-11-25/basic/utilities/tasks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ..errors import RequestId, quote_value
from ..json_values import is_object
from ..jsonrpc.strict_json import as_request_id
from ..spec import names
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import CANCEL_TASK, GET_TASK, GET_TASK_RESULT, LIST_TASKS, META, PROGRESS_KEY
from .capabilities import WireObject, get_member
from .errors import FindingCollector, Violation
from .ids import MAX_REMEMBERED, IdKey, RecentIds, UsedIds, ValuesById, make_id_key, make_lookup_key
from .profile import MethodProfile, RevisionProfile
from .states import LISTENING, REQUEST, WAITING, index_transitions

_Key: TypeAlias = "tuple[str, IdKey]"


class PageScopes:
    """The `cacheScope` of each page that has a next page, by the method and the cursor of the next page.

    The oldest scopes are forgotten if there are more than `MAX_REMEMBERED`. Pages of different lists may name the same
    cursor. If the scopes of these pages differ, the next page may have any scope.

    Attributes:
        by_cursor: the scopes, by the method and the key of the cursor; None if the next page may have any scope.
    """

    __slots__ = ("by_cursor",)

    def __init__(self) -> None:
        self.by_cursor: OrderedDict[_Key, str | None] = OrderedDict()

    def check_scope(
        self, method: str, params: Mapping[str, Any], page: WireObject, collector: FindingCollector, *, arrived: bool
    ) -> None:
        """Check that a page has the scope of the page before it, if that scope is known.

        A page that has arrived with another scope passes with a finding, since this client may not have seen all pages
        that named the cursor.

        Args:
            method: the method of the request for the page.
            params: the params of that request.
            page: the result, as JSON or typed.
            collector: notes that the page has another scope.
            arrived: whether the page has arrived from the peer.

        Raises:
            Violation: this side would send the page with another scope.
        """
        cursor, scope = params.get("cursor"), get_member(page, "cacheScope")
        before = self.by_cursor.get((method, make_id_key(cursor))) if isinstance(cursor, str) else None
        if before is not None and scope is not None and scope != before:
            text = (
                f"the cacheScope of this page of {method} is {quote_value(scope)}, that of the page before it {before}"
            )
            collector.note_violation(Violation("cache.same-scope", text), arrived=arrived)

    def remember_scope(self, method: str, page: WireObject) -> None:
        """Remember the scope of a page for the check of the next page.

        A page without a next page, or without a scope, is ignored. If pages with the same cursor have different scopes,
        the next page is not checked.
        """
        cursor, scope = get_member(page, "nextCursor"), get_member(page, "cacheScope")
        if not isinstance(cursor, str) or scope is None:
            return
        key = (method, make_id_key(cursor))
        self.by_cursor[key] = scope if self.by_cursor.get(key, scope) == scope else None
        self.by_cursor.move_to_end(key)
        if len(self.by_cursor) > MAX_REMEMBERED:
            self.by_cursor.popitem(last=False)


TASK_METHODS = frozenset({GET_TASK, GET_TASK_RESULT, CANCEL_TASK, LIST_TASKS})
"""The first names of the requests about tasks."""

_TERMINAL_STATES = frozenset({"completed", "failed", "cancelled"})
"""The final states of a task.

Page: /specification/2025-11-25/basic/utilities/tasks#task-status-lifecycle.
"""

_FIRST_STATE, _ENDED_STATE = "working", "ended"
"""The first state of a task, and the state of a task whose result was sent, but whose final state is not known."""


class _Task(NamedTuple):
    """A remembered task: its last known state, and the method of its request."""

    state: str
    method: MethodProfile
    """The profile of the method of the request that has become the task."""


class TaskStates:
    """The states of tasks, by id. Only the newest tasks are remembered, so that no peer can fill the memory.

    Attributes:
        by_key: the remembered tasks, by the keys of their ids.
        has_forgotten: True if some tasks were forgotten because there were too many.
    """

    __slots__ = ("by_key", "has_forgotten")

    def __init__(self) -> None:
        self.has_forgotten: bool = False
        self.by_key: OrderedDict[IdKey, _Task] = OrderedDict()

    def __len__(self) -> int:
        return len(self.by_key)

    def __contains__(self, task: IdKey) -> bool:
        return task in self.by_key

    def check_new_task(self, task: WireObject) -> None:
        """Check that a new task is in the first state, and that its id is new.

        Raises:
            Violation: the task is in another state, or has the id of another task.
        """
        if task["status"] != _FIRST_STATE:
            raise Violation(
                "task.initial-status", f"the first status of a task is {_FIRST_STATE}, not {task['status']}"
            )
        if make_id_key(task["taskId"]) in self.by_key:
            raise Violation("task.id", f"{quote_value(task['taskId'])} is the id of another task")

    def check_transitions(self, tasks: Iterable[WireObject], *, ordered: bool) -> None:
        """Check that the reported states of tasks may follow the states reported before.

        Args:
            tasks: the tasks in a message, some of which may belong to another session.
            ordered: whether the message is certainly newer than the earlier reports. Otherwise nothing is checked.

        Raises:
            Violation: a task had already ended in another state.
        """
        for task in tasks if ordered else ():
            id_, state = task["taskId"], task["status"]
            remembered = self.by_key.get(make_id_key(id_))
            if remembered is not None and not _may_follow_state(remembered.state, state):
                text = f"the task {quote_value(id_)} is {remembered.state}, so it cannot be {state}"
                raise Violation("task.transitions", text)

    def method_of(self, task: IdKey) -> MethodProfile | None:
        """Return the profile of the method whose request has become a task; None if the task is not known."""
        remembered = self.by_key.get(task)
        return None if remembered is None else remembered.method

    def has_ended(self, task: IdKey) -> bool:
        """Return whether a task is known to have ended; False for an unknown task."""
        remembered = self.by_key.get(task)
        return remembered is not None and (remembered.state == _ENDED_STATE or remembered.state in _TERMINAL_STATES)

    def add_task(self, id_: str, method: MethodProfile) -> IdKey | None:
        """Remember a new task.

        Args:
            id_: the id of the task.
            method: the profile of the method whose request has become the task.

        Returns:
            The key of the oldest task if that is forgotten, since there are more than `MAX_REMEMBERED`; otherwise None.
        """
        self.by_key[make_id_key(id_)] = _Task(_FIRST_STATE, method)
        if len(self.by_key) <= MAX_REMEMBERED:
            return None
        self.has_forgotten = True
        return self.by_key.popitem(last=False)[0]

    def record_task_state(self, id_: str, state: str) -> None:
        """Record the reported state of a remembered task, unless this state may not follow the state known before."""
        self._change_state(make_id_key(id_), state)

    def record_task_end(self, task: IdKey) -> None:
        """Record that a remembered task has ended. The task keeps a final state that is known."""
        self._change_state(task, _ENDED_STATE)

    def _change_state(self, task: IdKey, state: str) -> None:
        remembered = self.by_key.get(task)
        if remembered is not None and _may_follow_state(remembered.state, state):
            self.by_key[task] = _Task(state, remembered.method)


def _may_follow_state(before: str, state: str) -> bool:
    return before == state or not (
        before in _TERMINAL_STATES or (before == _ENDED_STATE and state not in _TERMINAL_STATES)
    )


def list_reported_tasks(first_name: str, result: WireObject) -> Iterable[WireObject]:
    """Return the tasks whose state the result of a request reports; empty if the method reports no state.

    Args:
        first_name: the first name of the method of the request.
        result: the result, as JSON or typed.
    """
    match first_name:
        case names.GET_TASK | names.CANCEL_TASK:
            return (result,)
        case names.LIST_TASKS:
            tasks: Iterable[WireObject] = result["tasks"]
            return tasks
        case _:
            return ()


ProgressToken = RequestId

_NEXT_STATES = index_transitions(REQUEST)
_NO_PARAMS: Mapping[str, Any] = MappingProxyType({})


def read_progress_token(meta: object) -> ProgressToken | None:
    """Return the progress token in the `_meta` of a request; None if `_meta` has no token.

    The schemas up to 2025-06-18 define `_meta` and the token for requests in general, but not for requests whose params
    have a separate type. So `_meta` and the token are checked here.

    Raises:
        Violation: the token is neither a string nor an integer, or `_meta` is not an object.
    """
    if not is_object(meta):
        raise Violation("meta.valid", "_meta is an object", code=INVALID_PARAMS)
    if PROGRESS_KEY not in meta:
        return None
    token = as_request_id(meta[PROGRESS_KEY])
    if token is None:
        raise Violation("meta.valid", "a progressToken is a string or an integer", code=INVALID_PARAMS)
    return token


def find_ping_violation(result: Any) -> Violation | None:
    """Return the violation if the result of a ping, as JSON or typed, has members besides `_meta`; otherwise None."""
    if result.keys() - {META} if is_object(result) else result.model_extra:
        return Violation("ping.empty", "the result of a ping must be empty")
    return None


class PendingRequest:
    """A request that waits for an answer, with only those members of the params that are needed later.

    Args:
        id_: the id of the request.
        key: the id as `ids.make_lookup_key` returns it.
        method: the profile of the method.
        profile: the profile of the revision.
        params: the params of the request; None without params.
        keep_all_params: whether to keep all params, since this side may have to write the request again.

    Attributes:
        id: the id of the request.
        key: the id as `ids.make_lookup_key` returns it.
        method: the profile of the method.
        profile: the profile of the revision.
        state: one of the states of `REQUEST`.
        params: the members of the params that later messages refer to; all members if `keep_all_params`.
        token: the progress token; None if no progress is wanted.
        progress: the last reported value; None before the first report.
        is_task: True if the request was sent to run as a task.
        has_result_rules: True if the result is checked or recorded, beyond ending the request.
        related_task: the task that the request belongs to, is about or has become, as the key of the task's id; None
            without a task. For a request of this side that belongs to a task, the id itself instead of the key.
        task_had_ended: True for a `tasks/cancel` whose task had ended before.
        acknowledged: the members of a subscription's filter that the server has promised; empty before the
            acknowledgement.
        log_level: the lowest level of the log messages that the request asks for; None if it asks for no level.
        params_digest: the digest of the params (`input_rounds.digest_params`), if a retry may be compared with the
            request and `params` lacks some members; otherwise None.
        number: the number of the request among all messages that an observer has read; 0 in a session.
        size: the number of characters of the request that an observer keeps; 0 in a session.
        tool: the name of the called tool, in an observer; empty in a session.
        output: the output schema of that tool at the time of the call, in an observer; None in a session.
    """

    __slots__ = (
        "acknowledged",
        "has_result_rules",
        "id",
        "is_task",
        "key",
        "log_level",
        "method",
        "number",
        "output",
        "params",
        "params_digest",
        "profile",
        "progress",
        "related_task",
        "size",
        "state",
        "task_had_ended",
        "token",
        "tool",
    )

    def __init__(
        self,
        id_: RequestId,
        key: IdKey,
        method: MethodProfile,
        profile: RevisionProfile,
        params: Mapping[str, Any] | None,
        keep_all_params: bool,
    ) -> None:
        self.id: RequestId = id_
        self.key: IdKey = key
        self.method: MethodProfile = method
        self.profile: RevisionProfile = profile
        self.params: Mapping[str, Any] = _NO_PARAMS
        if params and keep_all_params:
            self.params = params
        elif params and method.kept_params:
            self.params = {name: params[name] for name in method.kept_params if name in params}
        self.state: str = WAITING
        self.token: ProgressToken | None = None
        self.progress: float | None = None
        self.is_task: bool = False
        self.has_result_rules: bool = method.has_result_rules
        self.related_task: IdKey | None = None
        self.task_had_ended: bool = False
        self.acknowledged: frozenset[str] = frozenset()
        self.log_level: str | None = None
        self.params_digest: bytes | None = None
        self.number: int = 0
        self.size: int = 0
        self.tool: str = ""
        self.output: object = None

    def find_next_state(self, step: str, actor: str = "receiver") -> str:
        """Return the state of the request after a step.

        Raises:
            Violation: the present state does not allow the step.
        """
        next_state = _NEXT_STATES[self.state].get(f"{actor}: {step}")
        if next_state is None:
            text = f"no {step} may follow while {self.method.name} is {self.state}"
            raise Violation("subscription.ack-first" if self.state == LISTENING else "subscription.ack-once", text)
        return next_state


class MethodsById(Mapping[RequestId, str]):
    """A live mapping from the id of each waiting request to its method."""

    __slots__ = ("_waiting",)

    def __init__(self, waiting: ValuesById[PendingRequest]) -> None:
        self._waiting = waiting

    def __getitem__(self, id_: RequestId) -> str:
        pending = self._waiting.by_key[make_lookup_key(id_)]
        return pending.method.name

    def get(self, id_: RequestId, /, default: Any = None) -> Any:
        """Return the method of the waiting request with an id; `default` if no such request waits."""
        pending = self._waiting.by_key.get(make_lookup_key(id_))
        return default if pending is None else pending.method.name

    def __iter__(self) -> Iterator[RequestId]:
        return (request.id for request in self._waiting.values())

    def __len__(self) -> int:
        return len(self._waiting)


class RequestTable:
    """The requests of one side.

    Attributes:
        waiting: the requests that wait for an answer, by id.
        methods: the methods of the waiting requests, by id, for `Revision.parse`.
        used_ids: the ids of all requests so far, in revisions in which an id is unique in the session.
        tokens: the requests whose progress may be reported, also those that have become tasks, by progress token.
        tasks: the states of the tasks that these requests have created.
        task_requests: the requests that have become tasks and whose progress may be reported, by the key of the task's
            id.
        abandoned: the ids of requests that no longer wait for an answer. Late answers to these requests are ignored.
        abandoned_tokens: the progress tokens with which late progress reports are ignored.
        ended_by_receiver: the ids of subscriptions that the receiver has cancelled. Their results may still come.
        pages: the scopes of the pages of lists that the receiver has sent.
        log_levels: the number of waiting requests that ask for each level of log messages, by level.
        size: the number of characters of the requests that an observer keeps; 0 in a session.
    """

    __slots__ = (
        "abandoned",
        "abandoned_tokens",
        "ended_by_receiver",
        "log_levels",
        "methods",
        "pages",
        "size",
        "task_requests",
        "tasks",
        "tokens",
        "used_ids",
        "waiting",
    )

    def __init__(self) -> None:
        self.waiting: ValuesById[PendingRequest] = ValuesById()
        self.methods: MethodsById = MethodsById(self.waiting)
        self.used_ids: UsedIds = UsedIds()
        self.tokens: ValuesById[PendingRequest] = ValuesById()
        self.tasks: TaskStates = TaskStates()
        self.task_requests: dict[IdKey, PendingRequest] = {}
        self.abandoned: RecentIds = RecentIds()
        self.abandoned_tokens: RecentIds = RecentIds()
        self.ended_by_receiver: RecentIds = RecentIds()
        self.pages: PageScopes = PageScopes()
        self.log_levels: dict[str, int] = {}
        self.size: int = 0

    def find_request(self, id_: RequestId | None) -> PendingRequest | None:
        """Return the waiting request with an id; None if no request with the id waits, or if the id is None."""
        return self.waiting.by_key.get(make_lookup_key(id_)) if id_ is not None else None

    def has_id(self, id_: RequestId) -> bool:
        """Return whether a remembered request has an id."""
        return make_lookup_key(id_) in self.waiting.by_key or id_ in self.used_ids or id_ in self.abandoned

    def has_token(self, token: RequestId) -> bool:
        """Return whether a remembered request has a progress token, so that a report with it may still arrive."""
        return token in self.tokens or token in self.abandoned_tokens

    @property
    def has_only_used_ids(self) -> bool:
        """True if nothing but the used ids is remembered of the requests."""
        ids = self.waiting.by_key or self.tokens.by_key or self.task_requests or self.log_levels
        late = self.abandoned.keys or self.abandoned_tokens.keys or self.ended_by_receiver.keys
        return not (ids or late or self.tasks.by_key or self.pages.by_cursor)

    def clear(self) -> None:
        """Forget all requests, ids, tokens, tasks and pages."""
        self.waiting.clear()
        self.tokens.clear()
        self.task_requests.clear()
        self.log_levels.clear()
        self.size = 0
        self.used_ids, self.tasks, self.pages = UsedIds(), TaskStates(), PageScopes()
        self.abandoned, self.abandoned_tokens, self.ended_by_receiver = RecentIds(), RecentIds(), RecentIds()

    def add_request(self, request: PendingRequest) -> None:
        """Add a request that waits for its answer."""
        self.waiting.by_key[request.key] = request
        if self.ended_by_receiver.keys:
            self.ended_by_receiver.discard(request.id)
        if request.token is not None:
            self.tokens[request.token] = request
            self.abandoned_tokens.discard(request.token)
        if request.log_level is not None:
            self.log_levels[request.log_level] = self.log_levels.get(request.log_level, 0) + 1

    def complete_request(self, request: PendingRequest, task: str | None = None) -> None:
        """Remove a request that was answered.

        Args:
            request: the request.
            task: the id of the task that the answer has created; None if the answer has created no task. The progress
                of a task may still be reported.
        """
        del self.waiting.by_key[request.key]
        if task is not None and (forgotten := self.tasks.add_task(task, request.method)) is not None:
            self._forget_task_request(forgotten)
        if request.log_level is not None:
            self._remove_log_level(request.log_level)
        if request.token is not None and task is not None:
            request.related_task = make_id_key(task)
            self.task_requests[request.related_task] = request
            return
        self.size -= request.size
        if request.token is not None:
            del self.tokens[request.token]

    def abandon_request(self, request: PendingRequest) -> None:
        """Remove a request whose answer may still come, so that a late answer and late progress reports are ignored."""
        self.complete_request(request)
        self.abandoned.add(request.id)
        if request.token is not None:
            self.abandoned_tokens.add(request.token)

    def record_task_states(self, tasks: Iterable[WireObject]) -> None:
        """Record the reported states of tasks. Progress on a task that has ended may no longer be reported."""
        for task in tasks:
            self.tasks.record_task_state(task["taskId"], task["status"])
            if task["status"] in _TERMINAL_STATES:
                self.end_task(make_id_key(task["taskId"]))

    def end_task(self, task: IdKey) -> None:
        """Record that a task has ended in some final state, so that its progress may no longer be reported.

        Args:
            task: the key of the task's id.
        """
        self.tasks.record_task_end(task)
        self._forget_task_request(task)

    def forget_oldest_task_request(self) -> bool:
        """Forget the oldest request that has a progress token and has become a task, so that its late progress reports
        are ignored.

        Returns:
            Whether there was such a request.
        """
        task = next(iter(self.task_requests), None)
        if task is not None:
            self._forget_task_request(task)
        return task is not None

    def _forget_task_request(self, task: IdKey) -> None:
        request = self.task_requests.pop(task, None)
        if request is not None and request.token is not None:
            self.size -= request.size
            self.tokens.pop(request.token)
            self.abandoned_tokens.add(request.token)

    def _remove_log_level(self, level: str) -> None:
        self.log_levels[level] -= 1
        if not self.log_levels[level]:
            del self.log_levels[level]
