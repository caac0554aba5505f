"""The state of one end of a session, and the messages that either side may send next, by the specification's rules.

The model is written from the facts and pages, independently of the code under test. It works on parsed JSON, reports
every rule that a message breaks and not just the first, and receives from the sender whether the message is valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jsonschema import Draft202012Validator

from tests.revisions import HANDSHAKE
from tests.session import documents, tables
from tests.session.reading import JSON, elements, is_list, is_object, member, members
from tests.session.tables import PER_REQUEST, MethodProfile, Side, other

Id = JSON

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"
LEVEL_KEY = "io.modelcontextprotocol/logLevel"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"
RELATED_KEY = "io.modelcontextprotocol/related-task"
RETRY = ("inputResponses", "requestState")
CONTEXT = "capability, recommended"
"""A SHOULD NOT: requesting the context of other servers from a client that has not declared this capability."""


@dataclass(frozen=True)
class Expectation:
    """The expected treatment of a message."""

    rules: frozenset[str] = frozenset()
    """The rules that it breaks; the session may name any of them."""
    late: bool = False
    """Whether it concerns an abandoned request or task, so that the session ignores it."""
    open: bool = False
    """Whether no page of the specification decides the case."""
    noted: frozenset[str] = frozenset()
    """Rules that bind only the sender: the receiver accepts the message and adds a finding."""

    @property
    def legal(self) -> bool:
        return not self.rules


@dataclass
class Ask:
    """A request without a response yet."""

    id: Id
    method: str
    revision: str
    params: Mapping[str, JSON]
    token: Id | None = None
    reported: float | None = None
    as_task: bool = False
    related: str | None = None
    """The task that it belongs to, by its `_meta`."""
    task: str | None = None
    """The task that it has become."""
    had_ended: bool = False
    """Whether the task that it cancels had ended before."""
    acknowledged: bool = False
    promised: frozenset[str] = frozenset()
    """Members of the filter that the acknowledgement contains."""


@dataclass
class InputRound:
    """A request whose response asked for input."""

    ask: Ask
    asked: Mapping[str, str]
    """The methods of the requested inputs."""
    state: str | None
    elicitations: Mapping[str, Mapping[str, JSON]]
    """The params of the requested inputs that are elicitations."""


@dataclass
class Requests:
    """The requests of one side, from the point of view of one end."""

    waiting: dict[Id, Ask] = field(default_factory=dict[Id, Ask])
    seen: set[Id] = field(default_factory=set[Id])
    used: set[Id] = field(default_factory=set[Id])
    """Ids used in the session that `initialize` has opened."""
    gone: set[Id] = field(default_factory=set[Id])
    """Abandoned requests; a response may still arrive."""
    gone_tokens: set[Id] = field(default_factory=set[Id])
    torn: set[Id] = field(default_factory=set[Id])
    """Subscriptions that the other side has cancelled; it may still send a result."""
    tasks: dict[str, Ask] = field(default_factory=dict[str, Ask])
    """Running tasks, by id."""
    states: dict[str, str] = field(default_factory=dict[str, str])
    """The last reported state of every task that has started; `over` if only a result was received."""
    made: dict[str, Ask] = field(default_factory=dict[str, Ask])
    """Requests that have become tasks, by task id."""
    ever_gone: bool = False
    scopes: dict[tuple[str, str], set[str]] = field(default_factory=dict[tuple[str, str], set[str]])
    """The cache scopes of the pages before a page, by the method and cursor of that page."""

    def active(self) -> Iterator[Ask]:
        """Requests for which progress notifications are allowed."""
        yield from self.waiting.values()
        yield from self.tasks.values()

    def with_id(self, id_: JSON) -> Ask | None:
        """The pending request with this id, which may be any value."""
        return self.waiting.get(id_) if is_id(id_) else None

    def with_token(self, token: Id) -> Ask | None:
        return next((ask for ask in self.active() if ask.token is not None and same(ask.token, token)), None)


def same(one: JSON, another: JSON) -> bool:
    """Whether two values are equal as ids."""
    return isinstance(one, str) == isinstance(another, str) and one == another


@dataclass
class Opened:
    """The meaning of a response for a client that is still opening the session."""

    event: str
    """`agreed`, `again`, `parted` or `message`."""
    version: str | None = None


class End:
    """What one end knows.

    Attributes:
        state: `new`, `initializing`, `agreed`, `ready` or `closed`.
        settled: the revision that is agreed on; of a server, only by a handshake.
        speaking: the revision that a client has begun in.
        is_extended: whether it uses the extension.
        met_per_request, met_handshake: whether a server has received a per-request message, or `initialize`.
    """

    def __init__(
        self, role: Side, spoken: tuple[str, ...], capabilities: JSON, transport: str, *, is_extended: bool = False
    ) -> None:
        self.role: Side = role
        self.is_extended = is_extended
        self.spoken = spoken
        self.transport = transport
        self.state = "new"
        self.settled: str | None = None
        self.met_per_request = self.met_handshake = False
        self.tried: list[str] = []
        self.own_capabilities = capabilities
        self.capabilities: dict[Side, JSON] = {"client": None, "server": None}
        if role == "server":
            self.capabilities["server"] = capabilities
        self.may_use_unknown_methods = False
        self._note_experiments(capabilities)
        self.requests: dict[Side, Requests] = {"client": Requests(), "server": Requests()}
        self.level: str | None = None
        self.rounds: dict[Id, InputRound] = {}
        self.elicitations: set[str] = set()
        self.support: dict[str, str] = {}
        self.speaking = PER_REQUEST if PER_REQUEST in spoken else max(spoken)

    @property
    def local_requests(self) -> Requests:
        return self.requests[self.role]

    @property
    def peer_requests(self) -> Requests:
        return self.requests[other(self.role)]

    def methods(self, revision: str) -> Mapping[str, MethodProfile]:
        """The methods that it knows of a revision."""
        return tables.methods(revision, self.is_extended)

    @property
    def old(self) -> tuple[str, ...]:
        """The revisions with a handshake that it speaks, newest first."""
        return tuple(version for version in reversed(HANDSHAKE) if version in self.spoken)

    # The revision of a message

    def writes_in(self) -> str | None:
        """The revision of a message that this end sends on its own initiative; None if no page decides it."""
        if self.settled is not None:
            return self.settled
        if self.role == "client":
            return self.speaking
        opening = next(
            (ask.revision for ask in self.peer_requests.waiting.values() if ask.method == "initialize"), None
        )
        if self.met_handshake:
            return None if self.met_per_request else opening
        if self.met_per_request or not self.old:
            return PER_REQUEST
        return None if PER_REQUEST in self.spoken else self.old[0]

    def reads_in(self, document: JSON) -> str | Expectation:
        """The revision of a received message, or the reason to reject it."""
        if self.settled is not None:
            return self.settled
        return self._client_reads_in(document) if self.role == "client" else self._server_reads_in(document)

    def _client_reads_in(self, document: JSON) -> str:
        asked = self.local_requests.with_id(member(document, "id"))
        if asked is not None and "method" not in document:
            return asked.revision
        subscription = member(document, "params", "_meta", SUBSCRIPTION_KEY)
        if subscription is None and member(document, "method") == "notifications/cancelled":
            subscription = member(document, "params", "requestId")
        ask = self.local_requests.with_id(subscription)
        if ask is not None and ask.method == "subscriptions/listen":
            return ask.revision
        return self.old[0] if self.old and self.speaking == PER_REQUEST else self.speaking

    def _server_reads_in(self, document: JSON) -> str | Expectation:
        method = member(document, "method")
        wanted = member(document, "params", "protocolVersion")
        declared = member(document, "params", "_meta", VERSION_KEY)
        if method == "initialize" and (declared != PER_REQUEST or wanted is not None):
            if not self.old:
                return Expectation(frozenset({"version"}))
            return next((version for version in self.old if version == wanted), self.old[0])
        if PER_REQUEST in self.spoken and isinstance(declared, str):
            if declared == PER_REQUEST:
                return PER_REQUEST
            if "id" in document:
                return Expectation(frozenset({"version"}))
        if method == "notifications/cancelled":
            ask = self.peer_requests.with_id(member(document, "params", "requestId"))
            if ask is not None:
                return ask.revision
        known = [version for version in tables.REVISIONS if method in tables.methods(version)]
        return PER_REQUEST if (known == [PER_REQUEST] and PER_REQUEST in self.spoken) or not self.old else self.old[0]

    # The messages that are allowed

    def expect(self, sender: Side, document: JSON, revision: str, *, arrived: bool, valid: bool = True) -> Expectation:
        """Check one message that is not a batch."""
        expected = self._expect(sender, document, revision, arrived, valid)
        lenient = tables.RECOMMENDED.get(revision, frozenset[str]()) if arrived and expected.rules else frozenset[str]()
        rules, noted = expected.rules - lenient, expected.noted | (expected.rules & lenient)
        if CONTEXT in rules:
            rules, noted = (rules - {CONTEXT}, noted | {"capability"}) if arrived else (rules | {"capability"}, noted)
        return replace(expected, rules=rules - {CONTEXT}, noted=noted)

    def _expect(self, sender: Side, document: JSON, revision: str, arrived: bool, valid: bool) -> Expectation:
        if self.state == "closed":
            return Expectation(frozenset({"closed"}))
        if "method" not in document:
            if valid and revision == PER_REQUEST and sender == "client" and "id" not in document:
                return Expectation(frozenset({"answer.direction"}))
            return self._expect_answer(sender, document, revision, arrived, valid)
        row = self.methods(revision).get(document["method"])
        known = row is not None and sender in row.senders and row.is_notification == ("id" not in document)
        if row is None or not known:
            goes_beyond = self.may_use_unknown_methods and not tables.is_known(document["method"])
            if "id" not in document and (arrived or goes_beyond):
                return Expectation()
            return Expectation(frozenset({"method"}))
        if not valid or (self.is_extended and has_odd_filter(document)):
            return Expectation(frozenset({"message.valid"}))
        params = members(document, "params")
        if "id" in document:
            return Expectation(
                frozenset(self._faults_of_request(sender, document["id"], row, params, revision, arrived))
            )
        rules = set(self._lifecycle(sender, row.method, revision, notification=True))
        if row.method == "notifications/tasks/status":
            rules |= set(self._faults_of_states(other(sender), [params], arrived))
            rules |= named_twice(params)
        rules |= set(self._capability(sender, row, revision))
        more, late, undecided = self._expect_notification(sender, row.method, params, revision, arrived)
        return Expectation(frozenset(rules | more), late, undecided)

    def _note_experiments(self, capabilities: JSON) -> None:
        """A side that declares what no revision has may send notifications that none has."""
        used = {tables.EXTENSION} if self.is_extended else set[str]()
        if member(capabilities, "experimental") or set(members(capabilities, "extensions")) - used:
            self.may_use_unknown_methods = True

    def _lifecycle(self, sender: Side, method: str, revision: str, *, notification: bool) -> Iterator[str]:
        """Only `initialize` may come first, and few messages are allowed until it ends; `lifecycle` of the facts."""
        if revision == PER_REQUEST:
            return
        if method == "initialize":
            if self.state != "new":
                yield "lifecycle.once"
        elif method == "notifications/initialized":
            if self.state != "agreed":
                yield "lifecycle.initialized"
        elif self.state != "ready" and method != "ping":
            early = ("notifications/cancelled", "notifications/progress")
            if method in early or (sender == "server" and method == "notifications/message"):
                return
            if self.state == "new":
                yield "lifecycle.first"
            elif (self.state == "initializing" and not (notification and sender == "client")) or (
                self.state == "agreed" and sender == "server" and not notification
            ):
                yield "lifecycle.early"

    def _capability(self, sender: Side, row: MethodProfile, revision: str) -> Iterator[str]:
        if row.need:
            whose, path = row.need.split(":")
            sides: dict[str, Side] = {
                "client": "client",
                "server": "server",
                "sender": sender,
                "receiver": other(sender),
            }
            side = sides[whose]
            if not self._declared(side, path):
                yield "capability.notification" if row.is_notification else "capability"

    def _declared(self, side: Side, path: str) -> bool:
        """Whether a capability is declared, or it is unknown whether it is."""
        capabilities = self.capabilities[side]
        return capabilities is None or declares(capabilities, path)

    def _faults_of_request(
        self, sender: Side, id_: Id, row: MethodProfile, params: Mapping[str, JSON], revision: str, arrived: bool
    ) -> Iterator[str]:
        yield from self._lifecycle(sender, row.method, revision, notification=False)
        mine = self.requests[sender]
        if id_ in mine.waiting:
            yield "id.unique"
        elif revision != PER_REQUEST and id_ in mine.used:
            yield "id.new"
        if row.method == "initialize" and not arrived and params["protocolVersion"] not in self.old:
            yield "version"
        yield from self._capability(sender, row, revision)
        if has_odd_meta({"params": params}):
            yield "meta.valid"
            return
        token = member(params, "_meta", "progressToken")
        if token is not None and mine.with_token(token) is not None:
            yield "progress.token-unique"
        if revision == PER_REQUEST:
            if member(params, "_meta", VERSION_KEY) != revision:
                yield "meta.version"
            if self.is_extended:
                yield from self._faults_of_extension(row.method, params, arrived)
            if not arrived and row in tables.ROWS and any(name in params for name in RETRY):
                is_retry = row.method in tables.ASKING
                yield from self._faults_of_retry(id_, row.method, params) if is_retry else ("input.request",)
            return
        if revision == tables.TASKS:
            if sender == "server" and self.capabilities["client"] is not None:
                yield from faults_of_members(row.method, params, self.capabilities["client"])
            need = tables.TASK_NEEDS.get(row.method) if "task" in params and not arrived else None
            if need is not None and not self._declared(other(sender), need):
                yield "capability"
            yield from self._faults_of_tasks(sender, row.method, params)

    def _faults_of_extension(self, method: str, params: Mapping[str, JSON], arrived: bool) -> Iterator[str]:
        """A client declares the extension in each request of it, and uses it with servers that may have it."""
        is_added = method not in tables.methods(PER_REQUEST)
        subscribes = method == "subscriptions/listen" and tables.TASK_IDS in members(params, "notifications")
        if (is_added or subscribes) and not has_extension(member(params, "_meta", CAPABILITIES_KEY)):
            yield "capability"
        server = self.capabilities["server"]
        if is_added and not arrived and server is not None and not has_extension(server):
            yield "capability"

    def _faults_of_tasks(self, sender: Side, method: str, params: Mapping[str, JSON]) -> Iterator[str]:
        """Requests name their task once, as an object; tools are called with or without a task as they demand."""
        related = members(params, "_meta")
        if method.startswith("tasks/"):
            yield from named_twice(params)
        elif RELATED_KEY in related and not isinstance(member(related, RELATED_KEY, "taskId"), str):
            yield "task.related"
        support = self.support.get(params["name"]) if method == "tools/call" else None
        as_task = self._runs(sender, method, params)
        if (support == "required" and not as_task) or (support == "forbidden" and as_task):
            yield "task.support"

    def _runs(self, sender: Side, method: str, params: Mapping[str, JSON]) -> bool:
        """Whether the receiver runs a request as a task."""
        declared = self.capabilities[other(sender)]
        need = tables.TASK_NEEDS.get(method) if "task" in params else None
        return need is not None and declared is not None and declares(declared, need)

    def _faults_of_retry(self, id_: Id, method: str, params: Mapping[str, JSON]) -> Iterator[str]:
        """A retry has the state that was received, or none; a response for every key; and a new id."""
        fitting = self._rounds_of(method, params)
        if not fitting:
            yield "input.state"
            return
        round_ = goes_on(fitting, params)
        if round_ is None:
            answered = any(each.asked.keys() <= members(params, "inputResponses").keys() for each in fitting)
            yield "input.request" if answered else "input.answers"
        else:
            if round_.ask.id == id_:
                yield "input.new-id"
            if not all(is_of_kind(each, members(params, "inputResponses")[key]) for key, each in round_.asked.items()):
                yield "input.answers"
            for key, asked in round_.elicitations.items():
                answer: JSON = members(params, "inputResponses").get(key)
                if isinstance(member(answer, "action"), str):
                    yield from faults_of_content(asked, answer)

    def _rounds_of(self, method: str, params: Mapping[str, JSON]) -> list[InputRound]:
        """The input rounds of a method whose state equals that of a request."""
        rounds = [each for each in self.rounds.values() if each.ask.method == method]
        return [each for each in rounds if each.state == params.get("requestState")]

    def _faults_of_states(self, side: Side, describe: Iterable[Mapping[str, JSON]], arrived: bool) -> Iterator[str]:
        """An ended task keeps its state; over HTTP, a message sent before the end may arrive after it."""
        if arrived and self.transport == "http":
            return
        states = self.requests[side].states
        if any(not may_become(states.get(each["taskId"], "working"), each["status"]) for each in describe):
            yield "task.transitions"

    def _expect_notification(
        self, sender: Side, method: str, params: Mapping[str, JSON], revision: str, arrived: bool
    ) -> tuple[set[str], bool, bool]:
        """The broken rules, whether the notification is late, and whether no page decides the case."""
        if method == "notifications/cancelled":
            rules = set(self._faults_of_cancel(sender, params, revision, arrived))
            to_ignore = (
                arrived
                and bool(rules & {"cancel.request-id", "cancel.own-request"})
                and not self._names_other(sender, params.get("requestId"), revision)
            )
            return (set(), True, False) if to_ignore else (rules, False, False)
        if method == "notifications/progress":
            return self._judge_progress(sender, params, arrived)
        if method == "notifications/message":
            return self._judge_log(params["level"], revision, arrived)
        if method == "notifications/elicitation/complete" and params["elicitationId"] not in self.elicitations:
            return (set(), True, False) if arrived else ({"elicitation.complete"}, False, False)
        if revision == PER_REQUEST and (method in tables.filters(self.is_extended) or method.endswith("/acknowledged")):
            return self._judge_subscribed(method, params, arrived)
        return set(), False, False

    def _names_other(self, sender: Side, id_: Id, revision: str) -> bool:
        """Whether a per-request server cancels a request that is not a subscription."""
        return revision == PER_REQUEST and sender == "server" and id_ in self.requests["client"].waiting

    def _faults_of_cancel(
        self, sender: Side, params: Mapping[str, JSON], revision: str, arrived: bool
    ) -> Iterator[str]:
        id_ = params.get("requestId")
        withdrawn = self.requests[sender].waiting.get(id_)
        is_per_request = (revision if withdrawn is None else withdrawn.revision) == PER_REQUEST
        if is_per_request and sender == "client" and self.transport == "http" and not arrived:
            yield "cancel.stream"
        if id_ is None:
            yield "cancel.request-id"
            return
        ends_subscription = revision == PER_REQUEST and sender == "server"
        ask = self.requests["client" if ends_subscription else sender].waiting.get(id_)
        if ask is None:
            yield "cancel.own-request"
        elif ends_subscription:
            if ask.method != "subscriptions/listen":
                yield "cancel.own-request"
        elif ask.method == "initialize":
            yield "cancel.initialize"
        elif ask.as_task:
            yield "cancel.task"
        elif not names_task(params, ask.related):
            yield "task.related"

    def _judge_progress(self, sender: Side, params: Mapping[str, JSON], arrived: bool) -> tuple[set[str], bool, bool]:
        theirs = self.requests[other(sender)]
        ask = theirs.with_token(params["progressToken"])
        if ask is not None and ask.method == "subscriptions/listen":
            return {"progress.token-active"}, False, False  # progress is never reported on the stream of a subscription
        if ask is None:
            may_be_late = arrived and (self.transport == "http" or params["progressToken"] in theirs.gone_tokens)
            return (set(), True, False) if may_be_late else ({"progress.token-active"}, False, False)
        if ask.reported is not None and not params["progress"] > ask.reported:
            if arrived and self.transport == "http":
                return set(), True, False
            return {"progress.increases"}, False, False
        early = arrived and self.transport == "http" and ask.as_task
        if not early and not names_task(params, ask.task or ask.related):
            return {"task.related"}, False, False
        return set(), False, False

    def _judge_log(self, level: str, revision: str, arrived: bool) -> tuple[set[str], bool, bool]:
        if revision != PER_REQUEST:
            below = self.level is not None and rank(level) < rank(self.level)
            return ({"log.level"} if below and not arrived else set()), False, False
        asked = [ask.params["_meta"].get(LEVEL_KEY) for ask in self._streams()]
        if any(least is not None and rank(level) >= rank(least) for least in asked):
            return set(), False, False
        undecided = arrived and (self.transport == "http" or self.requests["client"].ever_gone)
        return (set(), False, True) if undecided else ({"log.level"}, False, False)

    def _streams(self) -> Iterator[Ask]:
        """The per-request requests that log messages may belong to."""
        for ask in self.requests["client"].waiting.values():
            if ask.revision == PER_REQUEST and ask.method != "subscriptions/listen":
                yield ask

    def _judge_subscribed(self, method: str, params: Mapping[str, JSON], arrived: bool) -> tuple[set[str], bool, bool]:
        client = self.requests["client"]
        id_ = member(params, "_meta", SUBSCRIPTION_KEY)
        ask = client.waiting.get(id_) if id_ is not None else None
        if ask is None or ask.method != "subscriptions/listen":
            if arrived and id_ is not None and (id_ in client.gone or self.transport == "http"):
                return set(), True, False
            return {"subscription.id-tag"}, False, False
        asked, filters = members(ask.params, "notifications"), tables.filters(self.is_extended)
        rules: set[str] = set()
        if method.endswith("/acknowledged"):
            if ask.acknowledged:
                rules.add("subscription.ack-once")
            for change, name in filters.items():
                promised = member(params, "notifications", name)
                if promised:
                    wanted = asked.get(name)
                    if not wanted or (promised is not True and not set(promised) <= set(wanted)):
                        rules.add("subscription.ack-subset")
                    rules |= set(self._capability("server", self.methods(PER_REQUEST)[change], PER_REQUEST))
        else:
            if not ask.acknowledged:
                rules.add("subscription.ack-first")
            wanted = asked.get(filters[method])
            if not wanted or (filters[method] == tables.TASK_IDS and params["taskId"] not in wanted):
                rules.add("subscription.filter")
            elif ask.acknowledged and filters[method] not in ask.promised:
                rules.add("subscription.acknowledged")
            if filters[method] == tables.TASK_IDS:
                rules |= set(self._faults_of_input(ask, members(params, "inputRequests").values()))
        return rules, False, False

    def _expect_answer(self, sender: Side, document: JSON, revision: str, arrived: bool, valid: bool) -> Expectation:
        asking = self.requests[other(sender)]
        if not valid:
            return Expectation(frozenset({"message.valid"}))
        if "error" in document:
            faults = frozenset(faults_of_error(document["error"], revision))
            if not arrived and faults:
                return Expectation(faults)
            receipt = self._expect_receipt(asking, document, arrived)
            return replace(receipt, noted=receipt.noted | faults)
        return self._expect_receipt(asking, document, arrived)

    def _expect_receipt(self, asking: Requests, document: JSON, arrived: bool) -> Expectation:
        """A valid response, whether a result or any error."""
        id_ = document.get("id")
        ask = asking.waiting.get(id_)
        if ask is None:
            if not arrived and id_ in asking.torn and "result" in document:
                tagged = same(member(document, "result", "_meta", SUBSCRIPTION_KEY), id_)
                return Expectation() if tagged else Expectation(frozenset({"subscription.id-tag"}))
            if id_ in asking.gone:
                return Expectation(late=True) if arrived else Expectation(frozenset({"cancel.no-response"}))
            return Expectation(frozenset({"answer.known"}))
        side: Side = "client" if asking is self.requests["client"] else "server"
        if "error" in document:
            rules = frozenset(self._faults_of_error(other(side), ask, document["error"]))
            return Expectation(noted=rules) if arrived else Expectation(rules)
        if document["result"].get("resultType") == "task" and ask.revision == PER_REQUEST:
            return Expectation(frozenset(self._faults_of_new_task(ask)))
        return Expectation(frozenset(self._faults_of_result(side, ask, document["result"], arrived)))

    def _faults_of_error(self, sender: Side, ask: Ask, error: Mapping[str, JSON]) -> Iterator[str]:
        code = error["code"]
        if ask.had_ended and code not in (tables.INVALID_PARAMS, tables.INTERNAL_ERROR):
            yield "task.cancel-ended"
        if ask.revision == tables.TASKS and code == tables.NEEDS_URL:
            client = self.capabilities["client"]
            if sender == "client":
                yield "elicitation.error"
            elif client is not None and not declares(client, "elicitation.url"):
                yield "capability"
            elif member(error, "data", "elicitations") == []:
                yield "elicitation.error"

    def _faults_of_new_task(self, ask: Ask) -> Iterator[str]:
        """The extension adds a result to one method, for clients that declare it in the request."""
        if not self.is_extended or ask.method != "tools/call":
            yield "message.valid"
        elif not has_extension(member(ask.params, "_meta", CAPABILITIES_KEY)):
            yield "capability"

    @staticmethod
    def _faults_of_input(ask: Ask, requests: Iterable[JSON]) -> Iterator[str]:
        """Input is asked for by the embedded requests alone, and only what the client of the request declares."""
        declared = ask.params["_meta"][CAPABILITIES_KEY]
        for each in requests:
            if each["method"] not in tables.EMBEDDED:
                yield "message.valid"
                continue
            if not declares(declared, tables.EMBEDDED[each["method"]]):
                yield "capability"
            yield from faults_of_members(each["method"], members(each, "params"), declared)

    def _faults_of_result(self, side: Side, ask: Ask, result: Mapping[str, JSON], arrived: bool) -> Iterator[str]:
        if ask.method == "initialize" and self.role == "server":
            wanted, given = ask.params["protocolVersion"], result["protocolVersion"]
            if given not in self.old or (wanted in self.old and given != wanted):
                yield "version"
        if ask.method == "ping" and result.keys() - {"_meta"}:
            yield "ping.empty"
        if is_task(result, ask):
            if not ask.as_task:
                yield "task.asked"
            if result["task"]["status"] != "working":
                yield "task.initial-status"
            if result["task"]["taskId"] in self.requests[side].states:
                yield "task.id"
        yield from self._faults_of_states(side, list_reported_tasks(ask, result), arrived)
        if ask.revision == tables.TASKS:
            yield from self._faults_of_task_result(side, ask, result)
        if ask.method == "elicitation/create" and not is_task(result, ask):
            yield from faults_of_content(ask.params, result)
        if ask.revision != PER_REQUEST:
            return
        if result.get("resultType") == "input_required":
            if not any(name in result for name in ("inputRequests", "requestState")):
                yield "input.one-of"
            yield from self._faults_of_input(ask, members(result, "inputRequests").values())
        elif ask.method not in tables.methods(PER_REQUEST):
            yield from self._faults_of_input(ask, members(result, "inputRequests").values())
        elif ask.method == "subscriptions/listen":
            if not ask.acknowledged:
                yield "subscription.ack-first"
            if not same(result["_meta"][SUBSCRIPTION_KEY], ask.id):
                yield "subscription.id-tag"
            if not arrived:  # a cancelled task is no longer waiting
                yield "subscription.cancel-first"
        elif is_page(ask):
            before = self.requests[side].scopes.get((ask.method, ask.params.get("cursor", "")), set())
            if "cursor" in ask.params and len(before) == 1 and result.get("cacheScope", *before) not in before:
                yield "cache.same-scope"

    def _faults_of_task_result(self, side: Side, ask: Ask, result: Mapping[str, JSON]) -> Iterator[str]:
        if ask.method in ("tasks/get", "tasks/cancel") and result["taskId"] != ask.params["taskId"]:
            yield "task.answer-id"
        if ask.method == "tasks/cancel":
            if ask.had_ended:
                yield "task.cancel-ended"
            if result["status"] != "cancelled":
                yield "task.cancelled"
        if ask.method == "tasks/result":
            if not names_task(result, ask.params["taskId"]):
                yield "task.result-meta"
            made = self.requests[side].made.get(ask.params["taskId"])
            if made is not None and not documents.is_result(ask.revision, made.method, result):
                yield "task.payload"
            elif made is not None and made.method == "elicitation/create":
                yield from faults_of_content(made.params, result)
        elif ask.method.startswith("tasks/"):
            yield from named_twice(result)
        else:
            if not names_task(result, ask.related):
                yield "task.related"
            if ask.as_task and not is_task(result, ask):
                yield "task.created"

    # Effects of a message

    def apply(self, sender: Side, document: JSON, revision: str, *, arrived: bool) -> None:
        """Update the state with a message that breaks no rule."""
        method, params = document.get("method"), members(document, "params")
        if method is None:
            self._answered(sender, document, arrived)
        elif "id" in document:
            self._asked(sender, document, params, revision, arrived)
        elif method not in self.methods(revision) or sender not in self.methods(revision)[method].senders:
            return
        elif method == "notifications/initialized":
            self.state = "ready"
        elif method == "notifications/cancelled":
            ends_subscription = revision == PER_REQUEST and sender == "server"
            side: Side = "client" if ends_subscription else sender
            ask = self.requests[side].waiting.get(params.get("requestId"))
            if ask is not None:
                self.drop(side, ask, expecting=arrived or not ends_subscription)
                if ends_subscription and not arrived:
                    self.requests[side].torn.add(ask.id)
        elif method == "notifications/progress":
            ask = self.requests[other(sender)].with_token(params["progressToken"])
            late = ask is None or (ask.reported is not None and not params["progress"] > ask.reported)
            if ask is not None and not late:
                ask.reported = params["progress"]
        elif method.endswith("/acknowledged"):
            ask = self.requests["client"].waiting.get(member(params, "_meta", SUBSCRIPTION_KEY))
            if ask is not None:
                ask.acknowledged = True
                ask.promised = frozenset(name for name, value in params["notifications"].items() if value)
        elif method == "notifications/elicitation/complete":
            self.elicitations.discard(params["elicitationId"])
        elif method == "notifications/tools/list_changed":
            self.support = {}
        elif method == "notifications/tasks/status":
            self._note_state(other(sender), params["taskId"], params["status"])

    def _asked(self, sender: Side, document: JSON, params: Mapping[str, JSON], revision: str, arrived: bool) -> None:
        mine, method = self.requests[sender], document["method"]
        ask = Ask(document["id"], method, revision, params, member(params, "_meta", "progressToken"))
        mine.waiting[ask.id] = ask
        mine.seen.add(ask.id)
        if revision != PER_REQUEST:  # requests of the newest revision belong to no session
            mine.used.add(ask.id)
        mine.gone.discard(ask.id)
        mine.torn.discard(ask.id)
        mine.gone_tokens.discard(ask.token)
        if revision == tables.TASKS:
            ask.as_task = self._runs(sender, method, params)
            if method == "tasks/cancel":
                ask.had_ended = mine.states.get(params["taskId"]) in (*tables.FINAL, "over")
            elif not method.startswith("tasks/"):
                ask.related = member(params, "_meta", RELATED_KEY, "taskId")
            if method == "elicitation/create" and params.get("mode") == "url":
                self.elicitations.add(params["elicitationId"])
        if method == "initialize":
            self.state, self.met_handshake = "initializing", True
            self.capabilities["client"] = params["capabilities"]
            self._note_experiments(params["capabilities"])
        if revision == PER_REQUEST and sender == "client":
            self.met_per_request = True
            self._note_experiments(member(params, "_meta", CAPABILITIES_KEY))
            if not arrived and method in tables.ASKING and any(name in params for name in RETRY):
                round_ = goes_on(self._rounds_of(method, params), params)
                assert round_ is not None
                del self.rounds[round_.ask.id]

    def _answered(self, sender: Side, document: JSON, arrived: bool) -> None:
        side = other(sender)
        asking, id_ = self.requests[side], document.get("id")
        ask = asking.waiting.pop(id_, None)
        if ask is None:
            asking.gone.discard(id_)
            asking.torn.discard(id_)
            return
        if "error" in document:
            if ask.method == "initialize":
                self.state = "new"
            if not set(self._faults_of_error(sender, ask, document["error"])) and ask.revision == tables.TASKS:
                self.elicitations |= urls_of(document["error"])
            return
        result = document["result"]
        if is_task(result, ask):
            made: str = result["task"]["taskId"]
            ask.task, asking.tasks[made], asking.made[made] = made, ask, ask
            asking.states[result["task"]["taskId"]] = "working"
        elif result.get("resultType") == "input_required" and ask.revision == PER_REQUEST:
            if arrived:
                wanted = members(result, "inputRequests")
                asked = {key: each["params"] for key, each in wanted.items() if each["method"] == "elicitation/create"}
                methods = {key: each["method"] for key, each in wanted.items()}
                self.rounds[ask.id] = InputRound(ask, methods, result.get("requestState"), asked)
        elif ask.method == "initialize":
            self.state, self.settled = "agreed", result["protocolVersion"]
            self.capabilities["server"] = result["capabilities"]
            self._note_experiments(result["capabilities"])
        elif ask.method == "server/discover" and arrived:
            self.capabilities["server"] = result["capabilities"]
            self._note_experiments(result["capabilities"])
        elif ask.method == "tools/list" and ask.revision == tables.TASKS:
            if declares(self.capabilities["server"], tables.TASK_NEEDS["tools/call"]):
                said = {tool["name"]: member(tool, "execution", "taskSupport") for tool in result["tools"]}
                self.support |= {name: support or "forbidden" for name, support in said.items()}
        elif (
            ask.revision == PER_REQUEST
            and ask.method.endswith("/list")
            and {"nextCursor", "cacheScope"} <= result.keys()
        ):
            asking.scopes.setdefault((ask.method, result["nextCursor"]), set()).add(result["cacheScope"])
        elif ask.method == "logging/setLevel":
            self.level = ask.params["level"]
        elif ask.method == "tasks/result":
            self._note_state(side, ask.params["taskId"], "over")
        for each in list_reported_tasks(ask, result):
            self._note_state(side, each["taskId"], each["status"])

    def _note_state(self, side: Side, task: str, state: str) -> None:
        """Record the state of a task; when the task ends, so does its progress."""
        mine = self.requests[side]
        if task in mine.states and may_become(mine.states[task], state):
            mine.states[task] = state
        if state in (*tables.FINAL, "over"):
            ask = mine.tasks.pop(task, None)
            if ask is not None and ask.token is not None:
                mine.gone_tokens.add(ask.token)

    def drop(self, side: Side, ask: Ask, *, expecting: bool = True) -> None:
        """Abandon a request; return whether a response may still arrive."""
        requests = self.requests[side]
        del requests.waiting[ask.id]
        if expecting:
            requests.ever_gone = True
            requests.gone.add(ask.id)
            if ask.token is not None:
                requests.gone_tokens.add(ask.token)

    def close(self) -> None:
        """Close the end: it sends and accepts nothing any more."""
        self.state = "closed"
        self.requests = {"client": Requests(), "server": Requests()}
        self.rounds, self.elicitations, self.support = {}, set(), {}

    def settle(self, version: str) -> set[Id]:
        """Set the client's revision; return the requests of the other era, which it abandons."""
        self.settled = self.speaking = version
        strays = [
            ask
            for ask in self.local_requests.waiting.values()
            if (ask.revision == PER_REQUEST) != (version == PER_REQUEST)
        ]
        for ask in strays:
            self.drop("client", ask)
        return {ask.id for ask in strays}

    def named(self, document: JSON, revision: str) -> JSON:
        """A document that this end sends; a per-request server adds its name to each result that has none."""
        meta = members(document, "result").get("_meta", {})
        if self.role == "client" or revision != PER_REQUEST or "result" not in document or SERVER_INFO_KEY in meta:
            return document
        return {**document, "result": {**document["result"], "_meta": {**meta, SERVER_INFO_KEY: info_of(self.role)}}}

    # The opening by a client, `negotiation` of the facts

    def may_open(self) -> bool:
        """Whether no request has been sent that determines the version; a `ping` may come before."""
        asked = any(
            ask.revision == PER_REQUEST or ask.method == "initialize" for ask in self.local_requests.waiting.values()
        )
        return self.state == "new" and self.settled is None and not asked

    def opening(self, ask: Ask, document: JSON, status: int = 200) -> Opened | None:
        """The meaning of a response for a client; None if it has no meaning for the opening.

        Over HTTP, status 404 with the error for an unknown method shows a per-request server.
        """
        if self.role == "server" or self.settled is not None:
            return None
        result = document.get("result")
        error = document.get("error")
        if ask.method == "initialize":
            if error is not None:
                self.tried.append(ask.params["protocolVersion"])
                return self._again(member(error, "data", "supported"))
            version = result["protocolVersion"]
            return Opened("agreed", version) if version in self.old else Opened("parted")
        if ask.revision != PER_REQUEST or self.speaking != PER_REQUEST:
            return None
        self.tried.append(PER_REQUEST)
        if error is None and "resultType" in result:
            versions = result.get("supportedVersions") if ask.method == "server/discover" else [PER_REQUEST]
            if PER_REQUEST in versions:
                return Opened("agreed" if ask.method == "server/discover" else "message", PER_REQUEST)
            return self._again(versions)
        if error is not None and error["code"] == tables.UNSUPPORTED:
            return self._again(member(error, "data", "supported"))
        lacks_method = status == 404 and member(error, "code") == tables.UNKNOWN_METHOD
        if error is not None and (error["code"] in tables.PER_REQUEST_CODES or lacks_method):
            return None
        return self.fallback()

    def fallback(self) -> Opened:
        """Continue with the handshake, since the server is not a per-request server."""
        return Opened("again", self.old[0]) if self.old else Opened("parted")

    def _again(self, listed: Sequence[str] | None) -> Opened:
        """Try another version from a list of the server's versions."""
        for times in (0, 1):
            left = [each for each in self.spoken if each in (listed or ()) and self.tried.count(each) == times]
            if left:
                return Opened("again", max(left))
        return Opened("parted")


def faults_of_error(error: JSON, revision: str) -> Iterator[str]:
    """The rules for errors that bind only the sender: basic/index#error-codes."""
    if revision == PER_REQUEST and error["code"] in tables.UNSENT_CODES:
        yield "error.code"
    needed = tables.DATA_OF_CODES.get(revision, {}).get(error["code"], {})
    data = error.get("data")
    if any(not isinstance(member(data, name), kind) for name, kind in needed.items()):
        yield "error.data"


def info_of(role: Side) -> JSON:
    """The name and version of an end."""
    return {"name": role, "version": "1"}


def rank(level: str) -> int:
    """The severity of a log level, as a number."""
    return tables.LEVELS.index(level)


def has_odd_meta(document: JSON) -> bool:
    """Whether a request has an invalid `_meta`, or an invalid progress token in it."""
    meta = members(document, "params").get("_meta", {})
    return not is_object(meta) or not is_id(meta.get("progressToken", 0))


def has_extension(capabilities: JSON) -> bool:
    """Whether capabilities declare the extension."""
    return is_object(member(capabilities, "extensions", tables.EXTENSION))


def has_odd_filter(document: JSON) -> bool:
    """Whether the filter of a subscription, or of its acknowledgement, names tasks by something else than ids."""
    if document.get("method") not in ("subscriptions/listen", "notifications/subscriptions/acknowledged"):
        return False
    ids = members(document, "params", "notifications").get(tables.TASK_IDS, [])
    return not is_list(ids) or not all(isinstance(each, str) for each in ids)


def is_id(value: JSON) -> bool:
    """Whether a value can be an id or a progress token."""
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def token_of(document: JSON) -> Id | None:
    """The progress token of a request, if it has one."""
    return None if has_odd_meta(document) else member(document, "params", "_meta", "progressToken")


def goes_on(rounds: Sequence[InputRound], params: Mapping[str, JSON]) -> InputRound | None:
    """The round that a request continues: one whose requested input it contains and whose other params are equal."""

    def asked(params: Mapping[str, JSON]) -> JSON:
        return {name: item for name, item in params.items() if name not in ("_meta", *RETRY)}

    answered = [each for each in rounds if each.asked.keys() <= members(params, "inputResponses").keys()]
    alike = [each for each in answered if asked(each.ask.params) == asked(params)]
    return next(iter(alike), None)


def is_of_kind(method: str, answer: JSON) -> bool:
    """Whether an answer that is valid for some request of a server is one to this method."""
    distinct = {"elicitation/create": "action", "roots/list": "roots", "sampling/createMessage": "role"}
    return distinct[method] in answer


def list_reported_tasks(ask: Ask, result: Mapping[str, JSON]) -> Sequence[Mapping[str, JSON]]:
    """The tasks whose states a response reports, by the revision that has tasks of its own."""
    if ask.revision != tables.TASKS:
        return []
    if ask.method in ("tasks/get", "tasks/cancel"):
        return [result]
    return result["tasks"] if ask.method == "tasks/list" else []


def may_become(before: str, after: str) -> bool:
    """Whether the transition is allowed by `task.transitions` of the facts, also if the final state is unknown."""
    if before in tables.FINAL:
        return after == before
    return before != "over" or after in (*tables.FINAL, "over")


def named_twice(holder: Mapping[str, JSON]) -> set[str]:
    """The rules that a message breaks if it names its task in `_meta` as well."""
    return {"task.redundant-meta"} if RELATED_KEY in members(holder, "_meta") else set()


def names_task(holder: Mapping[str, JSON], task: str | None) -> bool:
    """Whether params or a result name this task in `_meta`; true if there is no task."""
    return task is None or member(holder, "_meta", RELATED_KEY, "taskId") == task


def urls_of(error: Mapping[str, JSON]) -> set[str]:
    """The elicitations that an error requests; none if the error is not well-formed."""
    asked = elements(member(error, "data", "elicitations")) if error["code"] == tables.NEEDS_URL else []
    return {member(each, "elicitationId") for each in asked}


def faults_of_content(asked: Mapping[str, JSON], result: Mapping[str, JSON]) -> Iterator[str]:
    """The rules that the content of an elicitation breaks: it must match the form, and URL mode has none."""
    if "requestedSchema" not in asked:
        if "content" in result:
            yield "elicitation.url-content"
    elif result["action"] == "accept":
        form = {name: asked["requestedSchema"].get(name, {}) for name in ("properties", "required")}
        form["required"] = form["required"] or []
        closed = asked["requestedSchema"].get("additionalProperties") is False
        if closed:
            form["additionalProperties"] = False
        form_validator: Any = Draft202012Validator(form)
        if not form_validator.is_valid(result.get("content", {})):
            yield "elicitation.content"


def is_page(ask: Ask) -> bool:
    """Whether a result is a page of a list with a cache scope."""
    return ask.revision == PER_REQUEST and ask.method.endswith("/list")


def is_task(result: Mapping[str, JSON], ask: Ask) -> bool:
    """Whether a result is the handle of a task."""
    return ask.method in tables.TASK_NEEDS and ask.revision == tables.TASKS and "task" in result


def declares(capabilities: JSON, path: str) -> bool:
    """Whether a capability is among the declared ones."""
    value = member(capabilities, *path.split("."))
    return value is True if tables.is_flag(path) else is_object(value)


def faults_of_members(method: str, params: Mapping[str, JSON], capabilities: JSON) -> Iterator[str]:
    """The rules for members of a server's requests that need their own capability, from 2025-11-25 on."""
    if method == "elicitation/create":
        mode = params.get("mode", "form")
        stands_for_form = mode == "form" and capabilities.get("elicitation") == {}
        if not stands_for_form and not declares(capabilities, f"elicitation.{mode}"):
            yield "capability"
    if method == "sampling/createMessage":
        if ("tools" in params or "toolChoice" in params) and not declares(capabilities, "sampling.tools"):
            yield "capability"
        if params.get("includeContext", "none") != "none" and not declares(capabilities, "sampling.context"):
            yield CONTEXT
