"""The state of a session, by which each message of either side is checked and recorded.

A message that breaks a rule changes nothing: everything is checked first, then recorded.

The level of the rule against an error code (`level_of_sending`) has the same effect everywhere. `MUST NOT`: a session
does not send the code, and a peer that sends it is at fault. `SHOULD NOT`, as from -32019 to -32000, where
implementations had codes before the specification: the code is sent, delivered, translated and forwarded unchanged, and
an observer notes it with no side at fault.

Pages: /specification/2026-07-28/basic/index#error-codes, /specification/2026-07-28/server/resources#error-handling.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import RequestId, quoted, shortened
from ..extensions import Extension
from ..json_values import member_at
from ..jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response, result_class
from ..revisions import revision
from ..spec import names
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, level_of_sending
from ..spec.names import (
    CAPABILITIES_KEY,
    CREATE_TASK_RESULT,
    DISCOVER,
    ELICIT,
    INITIALIZE,
    INPUT_REQUIRED_RESULT,
    LISTEN,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    META,
    SET_LOG_LEVEL,
    VERSION_KEY,
    Era,
    Sender,
)
from .capabilities import Members, capability_violation, check_member_capabilities, declares_unknown, known_methods
from .elicitations import Elicitations
from .errors import FindingCollector, OnFinding, Violation, step_violation
from .exchange import Exchange, Side, read_token
from .ids import lookup_key
from .input_rounds import InputRound, InputRounds, check_input_required
from .notifications import Notifications
from .profile import MethodProfile, RevisionProfile
from .results import Sequels
from .rules import SessionMode
from .states import CLOSED, LISTENING, NEW
from .subscriptions import end_fault
from .task_rules import TaskSupport, check_support, link_request, malformed_related, redundant_meta


def error_violations(message: ErrorResponse, version: str) -> Iterator[Violation]:
    """Yield the rules for errors that an error response breaks. Its receiver accepts it nevertheless.

    Args:
        message: the error response, parsed by the revision.
        version: id of the revision.
    """
    code, known = int(message.document["error"]["code"]), revision(version)
    if level_of_sending(code, known.error_codes, known.error_ranges) == "MUST NOT":
        row = known.error_codes.get(code)
        why = "reserves it and does not define it" if row is None else "has retired it"
        yield Violation("error.code", f"no error has the code {shortened(str(code))}: revision {version} {why}")
    for finding in message.findings:
        yield Violation("error.data", f"{finding.pointer}: {finding.message}")


def _note_of_code(message: ErrorResponse, version: str) -> Violation | None:
    """Return the note about a code that a revision advises new implementations against; None for other codes.

    Args:
        message: the error response, parsed by the revision.
        version: id of the revision.
    """
    code, known = int(message.document["error"]["code"]), revision(version)
    if level_of_sending(code, known.error_codes, known.error_ranges) != "SHOULD NOT":
        return None
    text = f"revision {version} advises new implementations against the code {code}, and gives it no meaning"
    return Violation("error.code", text)


_OTHER: dict[Sender, Sender] = {"client": "server", "server": "client"}
_RESPONSE: dict[Sender, str] = {"client": "client: response", "server": "server: response"}


class SessionState:
    """The state of both sides of one session.

    For an observer, which is neither side, all messages have arrived. It also notes violations of the rules that a
    receiver does not check.

    Args:
        mode: the handling of messages of the peer that break a rule.
        on_finding: a function that is called with each finding.
        in_order: whether messages arrive in the order in which they were sent, as on stdio. Over HTTP they travel on
            several streams, so a peer is not at fault for a message that arrives late.
        is_observer: whether this is the state of an observer.

    Attributes:
        phase: one of the states of `HANDSHAKE`; a session without a handshake stays `new` until it is closed.
        sides: the requests of each side.
        capabilities: the capabilities that each side has declared for the session; None while they are not known.
        log_level: the lowest level of the log messages that the client asked for in the session; None if it asked for
            none.
        rounds: the requests of a client that it has to send again with input.
        collector: the findings about the last text that arrived.
        has_experiments: whether a side has declared capabilities that this package does not know.
    """

    def __init__(
        self,
        mode: SessionMode = "strict",
        on_finding: OnFinding | None = None,
        *,
        in_order: bool,
        is_observer: bool = False,
    ) -> None:
        self.phase: str = NEW
        self.sides: dict[Sender, Side] = {"client": Side(), "server": Side()}
        self.capabilities: dict[Sender, Mapping[str, Any] | None] = {"client": None, "server": None}
        self.log_level: str | None = None
        self.has_experiments: bool = False
        self.rounds: InputRounds = InputRounds()
        self.collector: FindingCollector = FindingCollector(mode, on_finding, is_observer=is_observer)
        self._in_order = in_order
        self._notifications = Notifications(self.sides, self.collector, in_order=in_order)
        self._elicitations = Elicitations()
        self._task_support: TaskSupport = OrderedDict()  # of the tools that were listed
        self._sequels = Sequels(self._elicitations, self._task_support, in_order=in_order, collector=self.collector)
        self._granted: dict[Sender, set[str]] = {"client": set(), "server": set()}

    def reset(self) -> bool:
        """Forget the opening of the session and the ids that were used, unless more is remembered.

        Returns:
            Whether the next message will be handled like the first.
        """
        sides = self.sides.values()
        if self.phase == CLOSED or self.log_level is not None or self._task_support or len(self.rounds):
            return False
        if not (self._elicitations.is_blank and all(side.has_only_used_ids for side in sides)):
            return False
        self.phase = NEW
        for side in sides:
            side.forget_used_ids()
        if self.capabilities["client"] is not None:
            self.declare("client", None)
        return True

    def take(self, message: Message, sender: Sender, profile: RevisionProfile, *, arrived: bool) -> str | None:
        """Check one message of a side, and record it.

        Args:
            message: the message, parsed by the revision of the profile.
            sender: the side that has sent it or will send it.
            profile: the profile of the revision.
            arrived: whether it has arrived from the peer. Then it is ignored if it comes too late, and `collector`
                notes the violations for which it is not refused.

        Returns:
            The reason why it is ignored; None if it has an effect.

        Raises:
            Violation: the message breaks a rule.
        """
        if type(message) is Request:
            self.request(message, sender, profile, arrived)
            return None
        if type(message) is Response:
            return self.result(message.id, result_class(message), message.document["result"], sender, arrived=arrived)
        if type(message) is Notification:
            return self._notification(message, sender, profile, arrived)
        assert isinstance(message, ErrorResponse)
        if message.id is None and sender not in profile.answering:
            raise Violation("answer.direction", f"a {sender} of {profile.id} sends no responses", answerable=False)
        for violation in error_violations(message, profile.id):
            self.collector.recommend(violation, arrived=arrived)
        if self.collector.is_observer:
            self.collector.note_blameless(_note_of_code(message, profile.id))
        return self.error(message.id, message.document["error"], sender, arrived=arrived)

    def result(self, id_: RequestId, kind: str, result: Any, sender: Sender, *, arrived: bool) -> str | None:
        """Check the result of a request, and record it.

        Args:
            id_: the id of the request.
            kind: the name of the class of the result.
            result: the result, as JSON or typed; its members are read by their names on the wire.
            sender: the side that answers.
            arrived: whether the result has arrived from the peer.

        Returns:
            The reason why it is ignored; None if it has an effect.

        Raises:
            Violation: the result breaks a rule.
        """
        side = self.sides[_OTHER[sender]]
        exchange = side.waiting.get(id_)
        if exchange is None:
            if id_ in side.torn_down and self.collector.checks_sender_only(arrived):
                self.collector.note_sender_only(end_fault(result, id_), arrived=arrived)
                side.torn_down.discard(id_)
                side.dropped.discard(id_)
                return "the subscription has ended" if arrived else None
            return self._unknown_answer(id_, side, arrived)
        method, steps = exchange.method, exchange.profile.steps
        move = "server: initialize result" if method.name == INITIALIZE else _RESPONSE[sender]
        following = steps[self.phase].get(move)
        if following is None:
            raise step_violation(move, self.phase, method.name)
        if not exchange.has_sequel and (method.task_need is None or kind != CREATE_TASK_RESULT):
            self.phase = following
            side.settle(exchange)
            return None
        if method.asks_input and kind == INPUT_REQUIRED_RESULT:
            check_input_required(result, exchange, self.collector, arrived=arrived)
            exchange.state_after("input required")
            self.phase = following
            side.settle(exchange)
            if arrived:
                self.rounds.open(exchange, result)
            return None
        task = self._sequels.check(exchange, side, kind, result, arrived)
        exchange.state_after("result")
        self.phase = following
        side.settle(exchange, task)
        self._record_sequel(exchange, side, result, task, arrived)
        return None

    def error(self, id_: RequestId | None, error: Members, sender: Sender, *, arrived: bool) -> str | None:
        """Check the error that answers a request, and record it.

        Args:
            id_: the id of the request; None if the sender of the error could not read it.
            error: the error, as JSON.
            sender: the side that answers.
            arrived: whether the error has arrived from the peer.

        Returns:
            The reason why it is ignored; None if it has an effect.

        Raises:
            Violation: the error breaks a rule.
        """
        side = self.sides[_OTHER[sender]]
        if id_ is None:
            return None  # nobody knows which request the error answers
        exchange = side.waiting.get(id_)
        if exchange is None:
            return self._unknown_answer(id_, side, arrived)
        method, steps = exchange.method.name, exchange.profile.steps
        move = "server: initialize error" if method == INITIALIZE else _RESPONSE[sender]
        following = steps[self.phase].get(move)
        if following is None:
            raise step_violation(move, self.phase, method)
        exchange.state_after("error")
        self._sequels.take_error(exchange, error, sender, self.capabilities["client"], arrived)
        self.phase = following
        side.settle(exchange)
        return None

    def declare(self, side: Sender, capabilities: Mapping[str, Any] | None) -> None:
        """Record the capabilities that a side has declared for the session; None if they are not known."""
        self.capabilities[side] = capabilities
        self._task_support.clear()
        for granted in self._granted.values():
            granted.clear()

    def note_experiments(self, capabilities: object, extensions: Iterable[Extension]) -> None:
        """Record whether the capabilities of a side, for the session or one request, include unknown ones."""
        self.has_experiments = self.has_experiments or declares_unknown(capabilities, extensions)

    def request_of(self, sender: Sender, id_: RequestId | None) -> Exchange | None:
        """Return the request of a side with an id; None if no such request waits for an answer."""
        return self.sides[sender].waiting.get(id_) if id_ is not None else None

    def abandon(self, sender: Sender, id_: RequestId, *, unless: str = "") -> None:
        """Stop waiting for the answer to a request. After an abandoned `initialize`, another may be sent.

        Nothing happens if no such request waits.

        Args:
            sender: the side that sent the request.
            id_: the id of the request.
            unless: a method whose requests go on waiting.
        """
        exchange = self.request_of(sender, id_)
        if exchange is None or exchange.method.name == unless:
            return
        self.sides[sender].drop(exchange)
        if exchange.method.name == INITIALIZE:
            self.phase = NEW

    def abandon_all_but(self, era: Era, sender: Sender) -> None:
        """Stop waiting for the answers to requests of a side that are not of an era."""
        others = [each.id for each in self.sides[sender].waiting.values() if each.profile.era != era]
        for id_ in others:
            self.abandon(sender, id_)

    def close(self) -> None:
        """Close the session, after which no message may be sent."""
        self.phase = CLOSED
        for side in self.sides.values():
            side.clear()
        self.rounds = InputRounds()
        self._elicitations.clear()
        self._task_support.clear()

    def restart(self) -> None:
        """Forget the session, so that another may begin. Late answers to its requests are ignored."""
        late: dict[Sender, list[RequestId]] = {side: list(each.methods) for side, each in self.sides.items()}
        self.close()
        for side, ids in late.items():
            for id_ in ids:
                self.sides[side].dropped.add(id_)
            self.declare(side, None)
        self.phase, self.log_level, self.has_experiments = NEW, None, False

    def request(self, message: Request, sender: Sender, profile: RevisionProfile, arrived: bool) -> None:
        """Check a request, and record it.

        Raises:
            Violation: the request breaks a rule.
        """
        id_, document = message.id, message.document
        method = profile.requests[sender].get(message.method)
        if method is None:
            text = f"a {sender} of {profile.id} sends no request {message.method}"
            raise Violation("method", text, code=METHOD_NOT_FOUND)
        following = profile.steps[self.phase].get(method.step)
        if following is None:
            raise step_violation(method.step, self.phase, method.name)
        side = self.sides[sender]
        key = lookup_key(id_)
        if key in side.waiting.by_key:
            text = f"the id {quoted(id_)} belongs to a request that still waits for its answer"
            raise Violation("id.unique", text, answerable=False)
        is_granted = (
            method.need is not None
            and method.name not in self._granted[sender]
            and self._check_need(method, profile, arrived)
        )
        params = document.get("params")
        exchange = Exchange(id_, key, method, profile, params, not arrived and profile.era == "per-request")
        round_: InputRound | None = None
        if params and (method.reads_params or META in params or "task" in params or self._task_support):
            round_ = self._read_params(exchange, params, sender, arrived)
        if profile.ids_for_session and not side.used.add(id_):  # the last check, since it records the id
            raise Violation("id.unique", f"the id {quoted(id_)} was used before in the session")
        self.phase = following
        if is_granted:
            self._granted[sender].add(method.name)
        side.open(exchange)
        if round_ is not None:
            self.rounds.close(round_)
        if method.opens:
            if method.name == INITIALIZE:
                declared = member_at(params, "capabilities")
                self.declare("client", declared)
                self.note_experiments(declared, profile.extensions)
            elif method.name == ELICIT:
                self._elicitations.record_request(id_, params or {}, profile)
            else:
                exchange.state = LISTENING

    def _notification(
        self, message: Notification, sender: Sender, profile: RevisionProfile, arrived: bool
    ) -> str | None:
        name = message.method
        method = profile.notifications[sender].get(name)
        if method is None:
            if self.collector.checks_sender_only(arrived) and not (
                self.has_experiments and name not in known_methods()
            ):
                unknown = Violation("method", f"a {sender} of {profile.id} sends no notification {name}")
                self.collector.note_sender_only(unknown, arrived=arrived)
            if self.phase == CLOSED:
                raise step_violation(f"{sender}: notification", CLOSED, name)
            return None
        following = profile.steps[self.phase].get(method.step)
        if following is None:
            raise step_violation(method.step, self.phase, name)
        is_granted = (
            method.need is not None and name not in self._granted[sender] and self._check_need(method, profile, arrived)
        )
        params: Mapping[str, Any] = message.document.get("params") or {}
        if META in params and profile.has_tasks:
            self.collector.recommend(malformed_related(params), arrived=arrived)
        ignored: str | None = None
        match name:
            case names.CANCELLED:
                ignored = self._notifications.cancelled(params, sender, profile, arrived)
            case names.PROGRESS:
                ignored = self._notifications.progress(params, sender, arrived)
            case names.LOG_MESSAGE:
                self._notifications.log(params, profile, self.log_level, arrived)
            case names.TASK_STATUS:
                self.collector.recommend(redundant_meta(params), arrived=arrived)
                self._notifications.task_status(params, sender, arrived)
            case names.ELICITATION_COMPLETE:
                ignored = self._elicitations.record_completion(
                    params["elicitationId"], self.collector, arrived=arrived, in_order=self._in_order
                )
            case _:
                if name == names.TOOLS_CHANGED:
                    self._task_support.clear()
                if name == names.ACKNOWLEDGED or (profile.era == "per-request" and name in profile.filters):
                    known = self.capabilities["server"]
                    ignored = self._notifications.subscribed(name, params, known, arrived)
        self.phase = following
        if is_granted:
            self._granted[sender].add(name)
        return ignored

    def _check_need(self, method: MethodProfile, profile: RevisionProfile, arrived: bool) -> bool:
        """Check that the capability that a method needs is declared.

        Returns:
            Whether it is known to be declared, so that later messages with the method need no check.
        """
        declared = self.capabilities[method.need.side] if method.need is not None else None
        is_notified = method.info.kind == "notification"
        violation = capability_violation(method.need, declared, method.name, is_notified=is_notified)
        if profile.binds_capabilities:
            self.collector.refuse_or_note(violation, arrived=arrived)
        elif violation is not None:
            violation.level = "warning"
            self.collector.recommend(violation, arrived=arrived)
        return declared is not None and violation is None

    def _read_params(
        self, exchange: Exchange, params: Mapping[str, Any], sender: Sender, arrived: bool
    ) -> InputRound | None:
        """Check the params of a request, and copy their content into its attributes.

        Returns:
            The round of input that the request continues; None if it continues none.
        """
        method, profile = exchange.method, exchange.profile
        meta: Any = params.get(META)
        if META in params:
            exchange.token = token = read_token(meta)
            if token is not None and token in self.sides[sender].tokens:
                text = f"the progress token {quoted(token)} belongs to an active request"
                raise Violation("progress.token-unique", text, code=INVALID_PARAMS)
        if profile.era == "per-request":
            if member_at(meta, VERSION_KEY) != profile.version:
                raise Violation(
                    "meta.version", f"_meta names another version than {profile.version}", code=INVALID_PARAMS
                )
            if sender == "client" and not self.has_experiments:
                self.note_experiments(meta.get(CAPABILITIES_KEY), profile.extensions)
            level = meta.get(LOG_LEVEL_KEY)
            if level is not None and level in LOG_LEVELS and method.name != LISTEN:
                exchange.log_level = level
            if not self.collector.checks_sender_only(arrived):
                return None
            return self.rounds.continued(exchange, params, self.collector, arrived)
        if sender == "server":
            paths = profile.capabilities["client"]
            declared = self.capabilities["client"]
            check_member_capabilities(paths, method.name, params, declared, self.collector, arrived=arrived)
        if "task" in params and (need := method.task_need) is not None:
            declared = self.capabilities[need.side]
            self.collector.note_sender_only(
                capability_violation(need, declared, f"{method.name} as a task"), arrived=arrived
            )
            exchange.is_task = declared is not None and need.is_declared_in(declared)
            exchange.has_sequel = exchange.has_sequel or exchange.is_task
        if self._task_support:
            check_support(exchange, params, self._task_support)
        if profile.has_tasks:
            self.collector.refuse_or_note(
                link_request(exchange, self.sides[sender], params, arrived=arrived), arrived=arrived
            )
        return None

    def _record_sequel(self, exchange: Exchange, side: Side, result: Any, task: str | None, arrived: bool) -> None:
        """Record the content of a result that has a meaning beyond ending its request."""
        method = exchange.method.name
        if method == INITIALIZE or (method == DISCOVER and arrived):
            self.declare("server", result["capabilities"])
            self.note_experiments(result["capabilities"], exchange.profile.extensions)
        elif method == SET_LOG_LEVEL:
            self.log_level = exchange.params["level"]
        else:
            self._sequels.record(exchange, side, result, task, self.capabilities["server"])

    def _unknown_answer(self, id_: RequestId, side: Side, arrived: bool) -> str:
        """Return the reason why an answer is ignored whose request does not wait.

        Raises:
            Violation: the answer is not ignored.
        """
        if self.phase == CLOSED:
            raise step_violation("answer", CLOSED, "an answer")
        if id_ in side.dropped:
            if arrived:
                side.dropped.discard(id_)
                return "the request no longer waits for an answer"
            raise Violation("cancel.no-response", f"the request {quoted(id_)} no longer waits for an answer")
        raise Violation("answer.known", f"no request with the id {quoted(id_)} waits for an answer", answerable=False)
