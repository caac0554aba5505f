"""The requests of one side: which wait for an answer, what each may still lead to, and which ids are used up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import RequestId
from ..json_values import is_object
from ..jsonrpc.strict_json import as_request_id
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import PROGRESS_KEY
from .errors import Violation
from .ids import Recent, UsedIds
from .profile import Members, MethodProfile, RevisionProfile
from .states import WAITING
from .tasks import TERMINAL, Tasks

Token = RequestId


def read_token(meta: object) -> Token | None:
    """The progress token in the `_meta` of a request; None if there is none.

    The schemas up to 2025-06-18 have both for requests in general, and not for those with params of their own.

    Raises:
        Violation: it cannot be one, or this is no `_meta`.
    """
    if not is_object(meta):
        raise Violation("meta.valid", "_meta is an object", code=INVALID_PARAMS)
    if PROGRESS_KEY not in meta:
        return None
    token = as_request_id(meta[PROGRESS_KEY])
    if token is None:
        raise Violation("meta.valid", "a progressToken is a string or an integer", code=INVALID_PARAMS)
    return token


class Exchange:
    """A request that waits for its answer.

    Attributes:
        id: of the request.
        row: of its method.
        rules: of the revision it was made in.
        state: of `REQUEST`.
        document: the whole request.
        token: under which its progress is reported; None if it is not to be.
        progress: the last value reported; None before the first.
        is_task: was it asked to run as a task?
    """

    __slots__ = ("document", "id", "is_task", "progress", "row", "rules", "state", "token")

    def __init__(self, id_: RequestId, row: MethodProfile, rules: RevisionProfile, document: Mapping[str, Any]) -> None:
        self.id = id_
        self.row = row
        self.rules = rules
        self.document = document
        self.state = WAITING
        self.token: Token | None = None
        self.progress: float | None = None
        self.is_task = False


class Methods(Mapping[RequestId, str]):
    """The methods of requests, by id; changes as they do."""

    __slots__ = ("_waiting",)

    def __init__(self, waiting: Mapping[RequestId, Exchange]) -> None:
        self._waiting = waiting

    def __getitem__(self, id_: RequestId) -> str:
        return self._waiting[id_].row.name

    def __iter__(self) -> Iterator[RequestId]:
        return iter(self._waiting)

    def __len__(self) -> int:
        return len(self._waiting)


class Side:
    """The requests of one side.

    Attributes:
        waiting: by id.
        methods: method by id of these, as `Revision.parse` wants it.
        used: ids of the session so far.
        tokens: requests and tasks whose progress may be reported, by token.
        tasks: what is known of tasks.
        reporting: requests that became tasks whose progress may be reported, by the id of the task.
        dropped: ids of requests that are not waited for any more; late answers are ignored.
        dropped_tokens: their tokens.
    """

    __slots__ = ("dropped", "dropped_tokens", "methods", "reporting", "tasks", "tokens", "used", "waiting")

    def __init__(self) -> None:
        self.waiting: dict[RequestId, Exchange] = {}
        self.methods = Methods(self.waiting)
        self.used = UsedIds()
        self.tokens: dict[Token, Exchange] = {}
        self.tasks = Tasks()
        self.reporting: dict[str, Exchange] = {}
        self.dropped = Recent()
        self.dropped_tokens = Recent()

    def clear(self) -> None:
        """Forget everything."""
        for each in (self.waiting, self.tokens, self.reporting):
            each.clear()
        self.used, self.tasks, self.dropped, self.dropped_tokens = UsedIds(), Tasks(), Recent(), Recent()

    def open(self, exchange: Exchange) -> None:
        """Begin to wait."""
        self.waiting[exchange.id] = exchange
        if exchange.token is not None:
            self.tokens[exchange.token] = exchange
            self.dropped_tokens.discard(exchange.token)

    def settle(self, exchange: Exchange, task: str | None = None) -> None:
        """Wait no longer, since there is an answer; where that is a task, its progress goes on."""
        del self.waiting[exchange.id]
        if task is not None and (forgotten := self.tasks.add(task)) is not None:
            self.end_task(forgotten)
        if exchange.token is not None:
            if task is None:
                del self.tokens[exchange.token]
            else:
                self.reporting[task] = exchange

    def drop(self, exchange: Exchange) -> None:
        """Wait no longer, though an answer may still come."""
        self.settle(exchange)
        self.dropped.add(exchange.id)
        if exchange.token is not None:
            self.dropped_tokens.add(exchange.token)

    def note_tasks(self, tasks: Iterable[Members]) -> None:
        """Tasks are in the states that they are said to be in."""
        for task in tasks:
            self.tasks.note(task["taskId"], task["status"])
            if task["status"] in TERMINAL:
                self.end_task(task["taskId"])

    def end_task(self, task: str) -> None:
        """A task has come to its end, whichever, and its progress with it."""
        self.tasks.end(task)
        exchange = self.reporting.pop(task, None)
        if exchange is not None and exchange.token is not None:
            self.tokens.pop(exchange.token, None)
            self.dropped_tokens.add(exchange.token)
