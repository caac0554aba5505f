"""Proposes messages that a side might send next: most are legal in the current state, some break a rule on purpose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from tests.session import documents, tables
from tests.session.model import (
    CAPABILITIES_KEY,
    LEVEL_KEY,
    RELATED_KEY,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
    Ask,
    End,
    Requests,
    declares,
)
from tests.session.reading import JSON, members
from tests.session.tables import PER_REQUEST, TASKS, Side, other

NO_ROOTS: dict[str, JSON] = {"roots": []}
"""Members of the results of requests that a server sends."""
SAMPLE: dict[str, JSON] = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "a"}}
RESULTS = {"roots/list": NO_ROOTS, "sampling/createMessage": SAMPLE, "elicitation/create": {"action": "decline"}}
NO_TOKENS: tuple[JSON, ...] = (None, [], 1.5, {}, True)
STATES = ("working", "working", "input_required", *tables.FINAL)
"""Members of a task."""
CURSORS = ("1", "2", "3", "4")
"""Members of the pages of lists."""


OF_EXTENSION: dict[str, tuple[JSON, ...]] = {
    "tasks/get": ({"taskId": "t1"},),
    "tasks/cancel": ({"taskId": "t1"},),
    "tasks/update": ({"taskId": "t1", "inputResponses": {}}, {"taskId": "t1", "inputResponses": {"k0": NO_ROOTS}}),
}
"""Params of the requests of the extension."""
NO_IDS: tuple[JSON, ...] = (True, 5, "t1", {"t1": 1}, [5], None)
"""Members of filters that name no tasks."""


class Proposal(NamedTuple):
    """A message, and whether it is valid by the schema."""

    document: JSON
    valid: bool = True


class Proposer:
    """Proposes messages for one side of a world.

    Args:
        choose: the source of random choices.
        seed: of the generated params and results.
        capabilities: of each side.
        spoken: the revisions of each side.
        extended: the sides that use the extension.
    """

    def __init__(
        self,
        choose: Callable[[Sequence[Any]], Any],
        seed: int,
        capabilities: JSON,
        spoken: dict[Side, tuple[str, ...]],
        extended: Collection[Side] = (),
    ) -> None:
        self.extended = extended
        self.choose = choose
        self.seed = seed
        self.capabilities = capabilities
        self.spoken = spoken
        self.names = 0

    def once_in(self, times: int) -> bool:
        return bool(self.choose(range(times)) == 0)

    def fresh(self) -> JSON:
        """An id or token that was not used before."""
        self.names += 1
        if self.names == 1:
            return self.choose((0, ""))
        return self.choose((f"n{self.names}", self.names, 1000 + self.names, f"{self.names}", f"a-{self.names}"))

    # Requests

    def request(self, side: Side, model: End, revision: str) -> Proposal:
        """Any request of any revision."""
        own = [
            row.method for row in model.methods(revision).values() if side in row.senders and not row.is_notification
        ]
        own = [method for method in own if method not in ("initialize", "subscriptions/listen")]
        needed = [method for method in own if self._is_declared(side, model, revision, method)]
        if self.once_in(14) or not own:
            method = self.choose([row.method for row in (*tables.ROWS, *tables.ROWS_OF_EXTENSION)] + ["no/such"])
        else:
            method = self.choose(needed if needed and not self.once_in(5) else own)
        return self.request_of(method, side, model, revision)

    def task(self, side: Side, model: End, revision: str) -> Proposal:
        """A request that may run as a task or concerns tasks; usually with the capabilities declared."""
        rows = tables.methods(revision)
        about = [
            name
            for name in (*tables.TASK_NEEDS, "tasks/get", "tasks/result", "tasks/cancel", "tasks/list")
            if name in rows
        ]
        own = [name for name in about if side in rows[name].senders]
        able = [name for name in own if declares(self.capabilities[other(side)], tables.TASK_NEEDS.get(name, "tasks"))]
        return self.request_of(
            self.choose(able if able and not self.once_in(6) else own or about), side, model, revision
        )

    def extension(self, side: Side, model: End, revision: str) -> Proposal:
        """A request of the extension, or one whose result may be of it."""
        return self.request_of(self.choose((*OF_EXTENSION, "tools/call")), side, model, revision)

    def _is_declared(self, side: Side, model: End, revision: str, method: str) -> bool:
        whose, _, path = model.methods(revision)[method].need.partition(":")
        owner: Side = other(side) if whose == "receiver" else "server" if whose == "server" else "client"
        return not path or declares(self.capabilities[owner], path)

    def request_of(self, method: str, side: Side, model: End, revision: str) -> Proposal:
        valid, params = self.params(method, revision)
        given: dict[str, JSON] = dict(params or {})
        mine = model.requests[side]
        meta = self.meta(side, model, revision)
        if method in tables.TASK_NEEDS and revision == TASKS and self.choose((True, False)):
            given["task"] = self.choose(({}, {"ttl": 1000}))
        if method.startswith("tasks/") and method != "tasks/list" and valid:
            given["taskId"] = self.choose([*mine.tasks, *mine.tasks, *mine.states, "no such task"])
        if method == "tools/call" and valid and model.support and self.choose((True, False)):
            given["name"] = self.choose(sorted(model.support))
        if method == "elicitation/create" and valid and given.get("mode") == "url":
            given["elicitationId"] = f"e{self.choose(range(4))}"
        if revision == PER_REQUEST and valid and method.endswith("/list") and self.choose((True, False)):
            given["cursor"] = self.choose(CURSORS)
        if meta:
            given["_meta"] = meta
        document: dict[str, JSON] = {"jsonrpc": "2.0", "id": self.id_of(side, model), "method": method}
        if given or params is not None:
            document["params"] = given
        if valid and self.once_in(40) and method in tables.methods(revision):
            odd: JSON = self.choose((None, 5, [], "x", *({**meta, "progressToken": each} for each in NO_TOKENS)))
            document["params"] = {**given, "_meta": odd}
            valid = documents.is_valid(revision, document)
        return Proposal(document, valid)

    def params(self, method: str, revision: str) -> tuple[bool, JSON]:
        """Generated params, and whether they are valid."""
        if revision == PER_REQUEST and method in OF_EXTENSION:
            valid = not self.once_in(12)
            return valid, self.choose(OF_EXTENSION[method] if valid else ({}, {"taskId": 5}, {"inputResponses": 5}))
        if method not in tables.methods(revision):
            return True, self.choose((None, {}))
        bad = documents.params(revision, method, self.seed, valid=False)
        valid = not bad or not self.once_in(12)
        return valid, self.choose(documents.params(revision, method, self.seed, valid=True) if valid else bad)

    def meta(self, side: Side, model: End, revision: str) -> dict[str, JSON]:
        mine, meta = model.requests[side], dict[str, JSON]()
        if revision == PER_REQUEST and side == "client":
            info = {"name": "client", "version": "1"}
            wrong = "2025-11-25" if self.once_in(2) else "2031-01-01"
            meta[VERSION_KEY] = wrong if self.once_in(20) else PER_REQUEST
            meta[CAPABILITIES_KEY] = self._declared("client")
            meta["io.modelcontextprotocol/clientInfo"] = info
            if self.choose((True, False)):
                meta[LEVEL_KEY] = self.choose(tables.LEVELS)
        if revision == TASKS and model.settled is not None and self.once_in(6):  # before that there are no tasks
            bad: tuple[JSON, ...] = (None, {}, "t", {"taskId": 5})
            meta[RELATED_KEY] = self.choose(bad) if self.once_in(6) else {"taskId": self.choose(("t1", "t2"))}
        if self.choose((True, False)):
            active = [ask.token for ask in mine.active() if ask.token is not None]
            meta["progressToken"] = self.choose(active) if active and self.once_in(8) else self.fresh()
        return meta

    def _declared(self, side: Side) -> JSON:
        """What a side declares; sometimes without the extension that it uses."""
        given = self.capabilities[side]
        is_named = side in self.extended and not self.once_in(8)
        return {**given, "extensions": {tables.EXTENSION: {}}} if is_named else given

    def id_of(self, side: Side, model: End) -> JSON:
        mine = model.requests[side]
        known = [*mine.waiting] if self.choose((True, False)) else [id_ for id_ in mine.seen if id_ not in mine.gone]
        if known and self.once_in(10):
            return self.choose(sorted(known, key=str))
        return self.fresh()

    def initialize(self, side: Side, model: End, revision: str) -> Proposal:
        asked = self.choose([*self.spoken[side], "1999-01-01"])
        _, params = True, self.choose(documents.params(tables.OLD, "initialize", self.seed, valid=True))
        members = {**params, "protocolVersion": asked, "capabilities": self.capabilities["client"]}
        return Proposal({"jsonrpc": "2.0", "id": self.id_of(side, model), "method": "initialize", "params": members})

    def listen(self, side: Side, model: End, revision: str) -> Proposal:
        names = [name for name in tables.FILTERS.values() if self.choose((True, False))]
        asked: dict[str, JSON] = dict.fromkeys(names, True)
        if "resourceSubscriptions" in asked:
            asked["resourceSubscriptions"] = ["file:///a", "file:///b"]
        if self.once_in(6) or (side in self.extended and self.choose((True, False))):
            ids: tuple[JSON, ...] = (["t1"], ["t1", "t2"], ["t2"], [])
            asked[tables.TASK_IDS] = self.choose(NO_IDS) if model.is_extended and self.once_in(10) else self.choose(ids)
        proposal = self.request_of("subscriptions/listen", side, model, revision)
        if revision != PER_REQUEST or not proposal.valid:
            return proposal
        params = {**proposal.document["params"], "notifications": asked}
        return Proposal({**proposal.document, "params": params})

    # Notifications

    def notification(self, side: Side, model: End, revision: str) -> Proposal:
        """Any notification that does not belong to a request."""
        special = ("cancelled", "progress", "message", "acknowledged")
        known = tables.methods(revision).values()
        own = [row.method for row in known if side in row.senders and row.is_notification]
        own = [method for method in own if not method.endswith(special)]
        if revision == PER_REQUEST and self.once_in(40):
            reported, is_valid = self._reported_task()
            return self._notify("notifications/tasks", reported, valid=is_valid)
        if self.once_in(10) or not own:
            method = self.choose([row.method for row in tables.ROWS if row.is_notification] + ["notifications/no/such"])
        else:
            method = self.choose(own)
        valid, params = self.params(method, revision)
        if method == "notifications/tasks/status" and valid and params:
            params = {**params, **self._task_of(model.requests[other(side)])}
        if method == "notifications/elicitation/complete" and valid and params:
            begun = sorted(model.elicitations)
            params = {**params, "elicitationId": self.choose(begun) if begun and not self.once_in(5) else "no such"}
        return self._notify(method, params, valid=valid)

    def task_status(self, side: Side, model: End, revision: str) -> Proposal:
        describe = self._task_of(model.requests[other(side)])
        if self.once_in(10):
            describe = {**describe, "_meta": {RELATED_KEY: {"taskId": describe["taskId"]}}}
        return self._notify("notifications/tasks/status", describe)

    @staticmethod
    def _notify(method: str, params: JSON, *, valid: bool = True) -> Proposal:
        document = {"jsonrpc": "2.0", "method": method}
        return Proposal(document if params is None else {**document, "params": params}, valid)

    def progress(self, side: Side, model: End, revision: str) -> Proposal:
        theirs = model.requests[other(side)]
        active = [ask for ask in theirs.active() if ask.token is not None]
        if active and not self.once_in(8):
            ask = self.choose(active)
            last = 0 if ask.reported is None else ask.reported
            value = self.choose((last + 1, last + 0.5, last + 3, last, last - 1))
            return self._progress(ask.token, value, ask.task or ask.related)
        return self._progress(self.choose([*sorted(theirs.gone_tokens, key=str), "no such token"]), 1, None)

    def _progress(self, token: JSON, value: float, task: str | None) -> Proposal:
        params = {"progressToken": token, "progress": value}
        return self._notify("notifications/progress", self._of_task(params, task))

    def _of_task(self, holder: dict[str, JSON], task: str | None) -> dict[str, JSON]:
        """Params or a result, usually with the task that they belong to."""
        if self.once_in(30):
            task = "t1"
        if task is None or self.once_in(10):
            return holder
        return {**holder, "_meta": {**members(holder, "_meta"), RELATED_KEY: {"taskId": task}}}

    def log(self, side: Side, model: End, revision: str) -> Proposal:
        level = self.choose(tables.LEVELS)
        return self._notify("notifications/message", {"level": level, "data": self.choose(("x", {"a": 1}, None))})

    def cancel(self, side: Side, model: End, revision: str) -> Proposal:
        mine, theirs = model.requests[side], model.requests[other(side)]
        ids = [*mine.waiting, *mine.waiting, *mine.waiting, *theirs.waiting, *list(mine.gone)[:1], "no such id", None]
        id_ = self.choose(ids)
        if revision == PER_REQUEST and side == "server":
            listening = [ask.id for ask in theirs.waiting.values() if ask.method == "subscriptions/listen"]
            id_ = self.choose([*listening, *listening, id_])
        # only 2025-11-25 allows `requestId` to be absent
        params = {"reason": "why"} if id_ is None else {"requestId": id_}
        ask = mine.with_id(id_)
        describe = self._of_task(params, ask.related if ask is not None else None) if revision == TASKS else params
        return self._notify("notifications/cancelled", describe, valid=id_ is not None or revision == TASKS)

    def acknowledge(self, side: Side, model: End, revision: str) -> Proposal:
        ask = self._listening(model, acknowledged=False)
        asked = {} if ask is None else members(ask.params, "notifications")
        server = self.capabilities["server"]
        fits: dict[str, JSON] = {}
        for method, name in tables.FILTERS.items():
            path = tables.methods(PER_REQUEST)[method].need.partition(":")[2]
            if (asked.get(name) and declares(server, path) and not self.once_in(5)) or self.once_in(40):
                fits[name] = asked.get(name) or (["file:///c"] if name == "resourceSubscriptions" else True)
        if asked.get(tables.TASK_IDS) and not self.once_in(5):
            fits[tables.TASK_IDS] = asked[tables.TASK_IDS]
        elif model.is_extended and "server" in self.extended and self.once_in(20):
            fits[tables.TASK_IDS] = self.choose((["t3"], [], *NO_IDS))
        return self._tagged("notifications/subscriptions/acknowledged", ask, {"notifications": fits})

    def change(self, side: Side, model: End, revision: str) -> Proposal:
        ask = self._listening(model, acknowledged=True)
        able = [row.method for row in tables.methods(PER_REQUEST).values() if row.method in tables.FILTERS]
        able = [method for method in able if self._is_declared("server", model, PER_REQUEST, method)]
        if ask is not None and tables.TASK_IDS in members(ask.params, "notifications") and self.choose((True, False)):
            return self._tagged("notifications/tasks", ask, *self._reported_task())
        method = self.choose(able if able and not self.once_in(8) else list(tables.FILTERS))
        params = {"uri": "file:///a"} if method.endswith("updated") else {}
        return self._tagged(method, ask, params)

    def _listening(self, model: End, *, acknowledged: bool) -> Ask | None:
        found = [ask for ask in model.requests["client"].waiting.values() if ask.method == "subscriptions/listen"]
        fitting = [ask for ask in found if ask.acknowledged == acknowledged]
        return self.choose(fitting if fitting and not self.once_in(6) else found) if found else None

    def _tagged(self, method: str, ask: Ask | None, params: JSON, valid: bool = True) -> Proposal:
        tag = ask.id if ask is not None and not self.once_in(12) else self.choose(("no such id", None))
        return self._notify(
            method, params if tag is None else {**params, "_meta": {SUBSCRIPTION_KEY: tag}}, valid=valid
        )

    # Responses

    def answer(self, side: Side, model: End, revision: str) -> Proposal:
        """A response to a request, or to none."""
        theirs = model.requests[other(side)]
        strays = [
            *sorted(theirs.gone, key=str)[:2],
            *sorted(theirs.seen - set(theirs.waiting), key=str)[:2],
            "no such id",
        ]
        waiting = list(theirs.waiting.values())
        if theirs.torn and not self.once_in(3):
            id_ = self.choose(sorted(theirs.torn, key=str))
            end = {"resultType": "complete", "_meta": {SUBSCRIPTION_KEY: id_}}
            return Proposal({"jsonrpc": "2.0", "id": id_, "result": end})
        if side == "client" and revision == PER_REQUEST and not model.old and self.once_in(3):
            return Proposal({"jsonrpc": "2.0", "error": {"code": -32700, "message": "no"}})
        if not waiting or self.once_in(9):
            return self._stray(self.choose(strays))
        if not self.once_in(4):
            waiting = [ask for ask in waiting if ask.method != "subscriptions/listen"] or waiting
        rich = [ask for ask in waiting if ask.as_task or ask.method.startswith("tasks/") or ask.method in tables.ASKING]
        ask = self.choose(rich if rich and self.once_in(2) else waiting)
        if self.once_in(6):
            return self.error(ask)
        return self.result(ask, theirs)

    def _stray(self, id_: JSON) -> Proposal:
        answer: JSON = {"result": {}} if self.choose((True, False)) else {"error": {"code": 1, "message": "no"}}
        return Proposal({"jsonrpc": "2.0", "id": id_, **answer})

    def error(self, ask: Ask) -> Proposal:
        code = self.choose((-32603, -32602, -32602, -32601, 7, -32020, tables.UNSUPPORTED, tables.NEEDS_URL))
        error: dict[str, JSON] = {"code": code, "message": "no"}
        if code == tables.UNSUPPORTED:
            error["data"] = {"supported": list(self.spoken["server"]), "requested": "1999-01-01"}
        if code == tables.NEEDS_URL and not self.once_in(4):
            url: JSON = {
                "mode": "url",
                "message": "x",
                "url": "https://a.b",
                "elicitationId": self.choose(("e1", "e9")),
            }
            error["data"] = {"elicitations": [] if self.once_in(6) else [url]}
        if self.once_in(4):
            error["code"] = self.choose((-32002, -32042, -32000, -32019, -32023, -32099, -32021, tables.UNSUPPORTED))
            error["data"] = self.choose(({}, {"requiredCapabilities": {}}, {"elicitations": []}, "no"))
        return Proposal({"jsonrpc": "2.0", "id": ask.id, "error": error})

    def result(self, ask: Ask, theirs: Requests) -> Proposal:
        if ask.revision == PER_REQUEST and ask.method in OF_EXTENSION:
            return self._result_of_extension(ask)
        valid, result = True, self.choose(documents.results(ask.revision, ask.method, self.seed, valid=True))
        if self.once_in(12):
            valid, result = False, self.choose(documents.results(ask.revision, ask.method, self.seed, valid=False))
        elif ask.method == "initialize":
            asked, spoken = ask.params["protocolVersion"], [v for v in self.spoken["server"] if v != PER_REQUEST]
            right = asked if asked in spoken else max(spoken, default="1999-01-01")
            version = self.choose([right, right, *self.spoken["server"], "1999-01-01"])
            result = {**result, "protocolVersion": version, "capabilities": self.capabilities["server"]}
        elif ask.method == "server/discover":
            versions = list(self.spoken["server"])
            result = {**result, "supportedVersions": versions, "capabilities": self._declared("server")}
        elif ask.method == "subscriptions/listen":
            result = {"resultType": "complete", "_meta": {SUBSCRIPTION_KEY: "else" if self.once_in(6) else ask.id}}
        elif ask.revision == PER_REQUEST and self.once_in(3 if self._may_be_task(ask) else 30):
            result = {"resultType": "task", **self._extended_task()}
        elif ask.method in tables.ASKING and ask.revision == PER_REQUEST and self.choose((True, False)):
            result = self.input_required()
        elif ask.method in tables.TASK_NEEDS and ask.revision == TASKS and self._runs_as_task(ask):
            known = list(theirs.states) if self.once_in(3) else []
            status = self.choose(STATES) if self.once_in(5) else "working"
            result = {"task": self._task(status, self.choose(known) if known else None)}
        elif ask.method in ("tasks/get", "tasks/cancel"):
            result = self._task_of(theirs, None if self.once_in(8) else ask.params["taskId"])
            if ask.method == "tasks/cancel" and not self.once_in(6):
                result["status"] = "cancelled"
        elif ask.revision == PER_REQUEST and ask.method.endswith("/list"):
            scope = "public" if self.once_in(4) else "private"
            result = {**result, "cacheScope": scope, "nextCursor": self.choose(CURSORS)}
        elif ask.method == "tasks/list":
            result = {**result, "tasks": [self._task_of(theirs) for _ in range(self.choose((0, 1, 2)))]}
        elif ask.method == "tasks/result":
            named = self.choose(("no such task", None, 5)) if self.once_in(6) else {"taskId": ask.params["taskId"]}
            made = theirs.made.get(ask.params["taskId"])
            if made is not None and not self.once_in(6):
                result = self.choose(documents.results(TASKS, made.method, self.seed, valid=True))
            result = {**result, "_meta": {} if named is None else {RELATED_KEY: named}}
        elif ask.method == "ping" and not self.once_in(6):
            result = self.choose(({}, {}, {"_meta": {}}))
        elif ask.method == "tools/list" and ask.revision == TASKS and valid:
            named = self.choose((["a"], ["a", "b"], ["c"], []))
            supports = [{}, *({"execution": {"taskSupport": each}} for each in ("required", "optional", "forbidden"))]
            result = {**result, "tools": [self._tool(name, self.choose(supports)) for name in named]}
        elif ask.method == "elicitation/create" and valid and self.choose((True, False)):
            result = {"action": self.choose(("accept", "decline", "cancel"))}
        if valid and ask.revision == TASKS and ask.method.startswith("tasks/") and ask.method != "tasks/result":
            if self.once_in(12):
                result = {**result, "_meta": {RELATED_KEY: {"taskId": "t1"}}}
        elif valid and ask.revision == TASKS and ask.method not in ("initialize", "tasks/result"):
            result = self._of_task(result, ask.related)
        return Proposal({"jsonrpc": "2.0", "id": ask.id, "result": result}, valid)

    def _may_be_task(self, ask: Ask) -> bool:
        return ask.method == "tools/call" and "server" in self.extended

    def _result_of_extension(self, ask: Ask) -> Proposal:
        result: JSON = {"resultType": "complete"}
        if ask.method == "tasks/get":
            result |= self._extended_task()
        valid = not self.once_in(12)
        broken: JSON = {"status": "no such"} if ask.method == "tasks/get" else {"_meta": 5}
        return Proposal({"jsonrpc": "2.0", "id": ask.id, "result": result if valid else {**result, **broken}}, valid)

    def _reported_task(self) -> tuple[JSON, bool]:
        """The params of a notification about a task of the extension, and whether they are valid."""
        reported = self._extended_task()
        asked = [each["method"] for each in members(reported, "inputRequests").values()]
        return reported, set(asked) <= tables.EMBEDDED.keys()

    def _extended_task(self) -> JSON:
        """A task of the extension, with what belongs to its state."""
        status = self.choose(("working", "input_required", "input_required", *tables.FINAL))
        more: dict[str, JSON] = {
            "input_required": {"inputRequests": {}},
            "completed": {"result": {"content": []}},
            "failed": {"error": {"code": 1, "message": "no"}},
        }
        if status == "input_required":
            more[status] = {"inputRequests": self.input_required().get("inputRequests", {})}
        times = {"createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"}
        named = {"taskId": self.choose(("t1", "t1", "t2")), "status": status, "ttlMs": self.choose((None, 1))}
        return {**named, **times, **more.get(status, {})}

    def input_for(self, method: str) -> JSON:
        """The result of a request from a server, sometimes of another request than was sent."""
        return RESULTS[self.choose([*RESULTS]) if self.once_in(12) else method]

    def _with_content(self, answer: JSON) -> JSON:
        if "action" not in answer or self.once_in(3):
            return answer
        content = self.choose(({}, {}, {"content": {}}, {"content": {"a": "x"}}))
        return {"action": self.choose(("accept", "decline")), **content}

    @staticmethod
    def _tool(name: str, more: JSON) -> JSON:
        return {"name": name, "inputSchema": {"type": "object"}, **more}

    def _runs_as_task(self, ask: Ask) -> bool:
        return self.choose((True, True, True, False)) if ask.as_task else self.once_in(4)

    def _task_of(self, theirs: Requests, id_: str | None = None) -> JSON:
        """A task of the other side, or an unknown one; usually in a state that it can have reached."""
        ended = [task for task, state in theirs.states.items() if state in tables.FINAL]
        task = id_ or self.choose([*ended, *theirs.states, *theirs.tasks, "no such task"])
        last = theirs.states.get(task, "working")
        return self._task(last if last in tables.FINAL and not self.once_in(2) else self.choose(STATES), task)

    def _task(self, status: str, id_: str | None = None) -> JSON:
        self.names += 1
        times = {"createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"}
        return {"taskId": id_ or f"task{self.names}", "status": status, "ttl": None, **times}

    def input_required(self) -> JSON:
        """A server's result that asks for input, allowed or not."""
        client, result = self.capabilities["client"], dict[str, JSON]()
        result["resultType"] = "input_required"
        if not self.once_in(3):
            able = [method for method, path in tables.EMBEDDED.items() if declares(client, path)]
            kinds = able if able and not self.once_in(4) else [*tables.EMBEDDED, "ping"]
            chosen = [self.choose(kinds) for _ in range(self.choose((1, 1, 2)))]
            result["inputRequests"] = {f"k{place}": self._embedded(method) for place, method in enumerate(chosen)}
        if not self.once_in(3):
            result["requestState"] = f"state{self.choose(range(3))}"
        return result

    def _embedded(self, method: str) -> JSON:
        if method == "ping" or method == "roots/list":
            return {"method": method}
        valid = documents.embedded(method, self.seed)
        return {"method": method, "params": self.choose(valid)}

    def retry(self, side: Side, model: End, revision: str) -> Proposal:
        """A retry with input, which matches the requested input or not."""
        rounds = list(model.rounds.values())
        method = "tools/list" if self.once_in(9) else self.choose(tables.ASKING)
        proposal = self.request_of(method, side, model, PER_REQUEST)
        if not rounds or not proposal.valid:
            given: JSON = {"requestState": "no such state"} if self.choose((True, False)) else {"inputResponses": {}}
            return Proposal(
                {**proposal.document, "params": {**proposal.document.get("params", {}), **given}}, proposal.valid
            )
        round_ = self.choose(rounds)
        document = dict(self.request_of(round_.ask.method, side, model, PER_REQUEST).document)
        if round_.ask.id not in model.requests[side].waiting and self.once_in(6):
            document["id"] = round_.ask.id
        keys = sorted(round_.asked)
        answers = {key: self._with_content(self.input_for(round_.asked[key])) for key in keys}
        given = {"inputResponses": {key: answers[key] for key in (keys[1:] if self.once_in(5) else keys)}}
        state = "state9" if self.once_in(6) else round_.state
        is_another = proposal.valid and proposal.document["method"] == round_.ask.method and self.choose((True, False))
        asked = proposal.document["params"] if is_another else round_.ask.params
        params = {**asked, **given, "_meta": self.meta(side, model, PER_REQUEST)}
        params.pop("requestState", None)
        document["params"] = params if state is None else {**params, "requestState": state}
        return Proposal(document)
