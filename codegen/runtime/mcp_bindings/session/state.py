"""The state of a session, by which each message of either side is checked and recorded.

A message that is refused changes nothing: everything is checked first, then recorded.

A revision may forbid an error code with a level (`find_sending_level`). `MUST NOT`: a session does not send the code,
and a peer that sends the code is at fault. `SHOULD NOT`: the code is sent, delivered, translated and forwarded
unchanged, and an observer notes the code with no side at fault. This is the level of the codes from -32019 to -32000,
since implementations had such codes before the specification did.

Pages: /specification/2026-07-28/basic/index#error-codes, /specification/2026-07-28/server/resources#error-handling.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import RequestId, describe_finding, quote_value, shorten
from ..extensions import Extension
from ..json_values import member_at
from ..jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response, result_class_name
from ..revisions import revision
from ..spec import names
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, find_sending_level
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
from .capabilities import (
    WireObject,
    check_member_capabilities,
    find_capability_violation,
    list_all_methods,
    may_use_unknown_methods,
)
from .elicitations import Elicitations
from .errors import FindingCollector, OnFinding, Violation, make_step_violation
from .ids import make_lookup_key
from .input_rounds import InputRound, InputRounds, check_input_required
from .notification_rules import NotificationRules
from .profile import MethodProfile, RevisionProfile
from .request_table import PendingRequest, RequestTable, read_progress_token
from .result_rules import ResultRules
from .rules import SessionMode
from .states import CLOSED, LISTENING, NEW
from .subscription_rules import find_result_id_violation
from .task_rules import (
    TaskSupport,
    check_task_support,
    find_malformed_meta_violation,
    find_redundant_meta_violation,
    link_task,
)


def find_error_violations(message: ErrorResponse, revision_id: str) -> Iterator[Violation]:
    """Yield the violations in an error response: a forbidden code, and data that do not fit the code.

    A receiver accepts the response nevertheless.

    Args:
        message: the error response, parsed by the revision.
        revision_id: the id of the revision.
    """
    code, rev = int(message.document["error"]["code"]), revision(revision_id)
    if find_sending_level(code, rev.error_codes, rev.error_ranges) == "MUST NOT":
        row = rev.error_codes.get(code)
        why = "reserves it and does not define it" if row is None else "has retired it"
        yield Violation("error.code", f"no error has the code {shorten(str(code))}: revision {revision_id} {why}")
    for finding in message.findings:
        yield Violation("error.data", describe_finding(finding))


def _find_discouraged_code_violation(message: ErrorResponse, revision_id: str) -> Violation | None:
    """Return the violation if a revision advises new implementations against the code of an error; otherwise None.

    Args:
        message: the error response, parsed by the revision.
        revision_id: the id of the revision.
    """
    code, rev = int(message.document["error"]["code"]), revision(revision_id)
    if find_sending_level(code, rev.error_codes, rev.error_ranges) != "SHOULD NOT":
        return None
    text = f"revision {revision_id} advises new implementations against the code {code}, and gives it no meaning"
    return Violation("error.code", text)


_OTHER_SIDE: dict[Sender, Sender] = {"client": "server", "server": "client"}
_RESPONSE_STEP: dict[Sender, str] = {"client": "client: response", "server": "server: response"}


class SessionState:
    """The state of both sides of one session.

    For an observer, which is neither side, all messages have arrived. An observer also notes violations of the rules
    that a receiver does not check.

    Args:
        mode: the handling of messages of the peer that break a rule.
        on_finding: a function that is called with each finding; None to call none.
        in_order: whether messages arrive in the order in which they were sent, as on stdio. Over HTTP they travel on
            several streams, so a peer is not at fault for a message that arrives late.
        is_observer: whether this is the state of an observer.

    Attributes:
        phase: one of the states of `HANDSHAKE`. A session without a handshake is `new` until it is closed.
        requests: the requests of each side.
        capabilities: the capabilities that each side has declared for the session; None while they are not known.
        log_level: the lowest level of the log messages that the client asked for in the session; None if the client
            asked for no level.
        input_rounds: the requests that a client has to send again with input.
        collector: the findings about the last text that arrived.
        may_use_unknown_methods: True if a side has declared an experimental capability, or an extension that is not
            in use.
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
        self.requests: dict[Sender, RequestTable] = {"client": RequestTable(), "server": RequestTable()}
        self.capabilities: dict[Sender, Mapping[str, Any] | None] = {"client": None, "server": None}
        self.log_level: str | None = None
        self.may_use_unknown_methods: bool = False
        self.input_rounds: InputRounds = InputRounds()
        self.collector: FindingCollector = FindingCollector(mode, on_finding, is_observer=is_observer)
        self._in_order = in_order
        self._notification_rules = NotificationRules(self.requests, self.collector, in_order=in_order)
        self._elicitations = Elicitations()
        self._task_support: TaskSupport = OrderedDict()  # of the tools that were listed
        self._result_rules = ResultRules(
            self._elicitations, self._task_support, in_order=in_order, collector=self.collector
        )
        self._allowed_methods: dict[Sender, set[str]] = {"client": set(), "server": set()}

    def reset(self) -> bool:
        """Forget the opening and the used ids, if the session is not closed and nothing else is remembered of it.

        Returns:
            True if the next message will be handled like a first message; False if nothing was changed.
        """
        client, server = self.requests.values()
        if self.phase == CLOSED or self.log_level is not None or self._task_support or len(self.input_rounds):
            return False
        if not (self._elicitations.is_empty and client.has_only_used_ids and server.has_only_used_ids):
            return False
        self.phase = NEW
        client.used_ids.clear()
        server.used_ids.clear()
        if self.capabilities["client"] is not None:
            self.record_capabilities("client", None)
        return True

    def record_message(
        self, message: Message, sender: Sender, profile: RevisionProfile, *, arrived: bool
    ) -> str | None:
        """Check one message of a side, and record it.

        Args:
            message: the message, parsed by the revision of the profile.
            sender: the side that has sent or will send the message.
            profile: the profile of the revision.
            arrived: whether the message has arrived from the peer. Then a late message is ignored, and `collector`
                notes the violations for which the message is not refused.

        Returns:
            The reason why the message is ignored; None if the message has an effect.

        Raises:
            Violation: the message breaks a rule for which it is refused.
        """
        if type(message) is Request:
            self.record_request(message, sender, profile, arrived)
            return None
        if type(message) is Response:
            return self.record_result(
                message.id, result_class_name(message), message.document["result"], sender, arrived=arrived
            )
        if type(message) is Notification:
            return self._record_notification(message, sender, profile, arrived)
        assert isinstance(message, ErrorResponse)
        if message.id is None and sender not in profile.responders:
            raise Violation("answer.direction", f"a {sender} of {profile.id} sends no responses", answerable=False)
        for violation in find_error_violations(message, profile.id):
            self.collector.note_violation(violation, arrived=arrived)
        if self.collector.is_observer:
            self.collector.note_blameless_violation(_find_discouraged_code_violation(message, profile.id))
        return self.record_error(message.id, message.document["error"], sender, arrived=arrived)

    def record_result(self, id_: RequestId, kind: str, result: Any, sender: Sender, *, arrived: bool) -> str | None:
        """Check the result of a request, and record it.

        Args:
            id_: the id of the request.
            kind: the name of the class of the result.
            result: the result, as JSON, or as a typed value that gives its members by their names on the wire.
            sender: the side that answers.
            arrived: whether the result has arrived from the peer.

        Returns:
            The reason why the result is ignored; None if the result has an effect.

        Raises:
            Violation: the result breaks a rule for which it is refused.
        """
        requests = self.requests[_OTHER_SIDE[sender]]
        pending = requests.find_request(id_)
        if pending is None:
            if id_ in requests.ended_by_receiver and self.collector.checks_sender_rules(arrived):
                self.collector.note_sender_violation(find_result_id_violation(result, id_), arrived=arrived)
                requests.ended_by_receiver.discard(id_)
                requests.abandoned.discard(id_)
                return "the subscription has ended" if arrived else None
            return self._find_reason_to_ignore_answer(id_, requests, arrived)
        method, steps = pending.method, pending.profile.steps
        step = "server: initialize result" if method.first_name == INITIALIZE else _RESPONSE_STEP[sender]
        next_state = steps[self.phase].get(step)
        if next_state is None:
            raise make_step_violation(step, self.phase, method.name)
        if not pending.has_result_rules and (method.task_need is None or kind != CREATE_TASK_RESULT):
            self.phase = next_state
            requests.complete_request(pending)
            return None
        if method.may_ask_input and kind == INPUT_REQUIRED_RESULT:
            check_input_required(result, pending, self.collector, arrived=arrived)
            pending.find_next_state("input required")
            self.phase = next_state
            requests.complete_request(pending)
            if arrived:
                self.input_rounds.add_round(pending, result)
            return None
        task = self._result_rules.check_result(pending, requests, kind, result, arrived)
        pending.find_next_state("result")
        self.phase = next_state
        requests.complete_request(pending, task)
        self._record_result_content(pending, requests, result, task, arrived)
        return None

    def record_error(self, id_: RequestId | None, error: WireObject, sender: Sender, *, arrived: bool) -> str | None:
        """Check the error that answers a request, and record it.

        Args:
            id_: the id of the request; None if the sender of the error could not read the id.
            error: the error, as JSON.
            sender: the side that answers.
            arrived: whether the error has arrived from the peer.

        Returns:
            The reason why the error is ignored; None if the error has an effect.

        Raises:
            Violation: the error breaks a rule for which it is refused.
        """
        requests = self.requests[_OTHER_SIDE[sender]]
        if id_ is None:
            return None  # nobody knows which request the error answers
        pending = requests.find_request(id_)
        if pending is None:
            return self._find_reason_to_ignore_answer(id_, requests, arrived)
        method, steps = pending.method, pending.profile.steps
        step = "server: initialize error" if method.first_name == INITIALIZE else _RESPONSE_STEP[sender]
        next_state = steps[self.phase].get(step)
        if next_state is None:
            raise make_step_violation(step, self.phase, method.name)
        pending.find_next_state("error")
        self._result_rules.record_error(pending, error, sender, self.capabilities["client"], arrived)
        self.phase = next_state
        requests.complete_request(pending)
        return None

    def record_capabilities(self, side: Sender, capabilities: Mapping[str, Any] | None) -> None:
        """Record the capabilities that a side has declared for the session, in place of earlier ones.

        The session forgets which methods the earlier capabilities allow, and which tools support tasks.

        Args:
            side: the side.
            capabilities: the capabilities, as JSON; None if they are not known.
        """
        self.capabilities[side] = capabilities
        self._task_support.clear()
        for granted in self._allowed_methods.values():
            granted.clear()

    def update_may_use_unknown_methods(self, capabilities: object, extensions: Iterable[Extension]) -> None:
        """Set `may_use_unknown_methods` if a side declares an experimental capability, or an extension not in use."""
        self.may_use_unknown_methods = self.may_use_unknown_methods or may_use_unknown_methods(capabilities, extensions)

    def find_pending_request(self, sender: Sender, id_: RequestId | None) -> PendingRequest | None:
        """Return the waiting request of a side with an id; None if no request with the id waits for an answer."""
        return self.requests[sender].find_request(id_)

    def abandon_request(self, sender: Sender, id_: RequestId, *, unless: str = "") -> None:
        """Stop waiting for the answer to a request. After an abandoned `initialize`, another may be sent.

        Nothing happens if no such request waits.

        Args:
            sender: the side that sent the request.
            id_: the id of the request.
            unless: the first name of a method whose requests go on waiting.
        """
        pending = self.find_pending_request(sender, id_)
        if pending is None or pending.method.first_name == unless:
            return
        self.requests[sender].abandon_request(pending)
        if pending.method.first_name == INITIALIZE:
            self.phase = NEW

    def abandon_requests_of_other_eras(self, era: Era, sender: Sender) -> None:
        """Stop waiting for the answers to the requests of a side, except for those of one era."""
        others = [each.id for each in self.requests[sender].waiting.values() if each.profile.era != era]
        for id_ in others:
            self.abandon_request(sender, id_)

    def close(self) -> None:
        """Close the session, and forget its requests, rounds of input, elicitations and tasks.

        No message may be sent after that.
        """
        self.phase = CLOSED
        for table in self.requests.values():
            table.clear()
        self.input_rounds = InputRounds()
        self._elicitations.clear()
        self._task_support.clear()

    def restart(self) -> None:
        """Forget the session, so that a new session may begin.

        A late answer to a request of the old session is then ignored.
        """
        late: dict[Sender, list[RequestId]] = {side: list(each.methods) for side, each in self.requests.items()}
        self.close()
        for side, ids in late.items():
            for id_ in ids:
                self.requests[side].abandoned.add(id_)
            self.record_capabilities(side, None)
        self.phase, self.log_level, self.may_use_unknown_methods = NEW, None, False

    def record_request(self, message: Request, sender: Sender, profile: RevisionProfile, arrived: bool) -> None:
        """Check a request, and record it.

        Raises:
            Violation: the request breaks a rule for which it is refused.
        """
        id_, document = message.id, message.document
        method = profile.requests[sender].get(message.method)
        if method is None:
            text = f"a {sender} of {profile.id} sends no request {quote_value(message.method)}"
            raise Violation("method", text, code=METHOD_NOT_FOUND)
        next_state = profile.steps[self.phase].get(method.step)
        if next_state is None:
            raise make_step_violation(method.step, self.phase, method.name)
        requests = self.requests[sender]
        key = make_lookup_key(id_)
        if key in requests.waiting.by_key:
            text = f"the id {quote_value(id_)} belongs to a request that still waits for its answer"
            raise Violation("id.unique", text, answerable=False)
        is_known_allowed = (
            method.need is not None
            and method.name not in self._allowed_methods[sender]
            and self._check_capability(method, profile, arrived)
        )
        params = document.get("params")
        pending = PendingRequest(id_, key, method, profile, params, not arrived and profile.era == "per-request")
        round_: InputRound | None = None
        if params and (method.has_checked_params or META in params or "task" in params or self._task_support):
            round_ = self._check_and_record_params(pending, params, sender, arrived)
        if profile.ids_unique_in_session and not requests.used_ids.add(id_):  # the last check, since it records the id
            violation = Violation("id.new", f"the id {quote_value(id_)} was used before in the session")
            self.collector.refuse_or_note(violation, arrived=arrived)
        self.phase = next_state
        if is_known_allowed:
            self._allowed_methods[sender].add(method.name)
        requests.add_request(pending)
        if round_ is not None:
            self.input_rounds.remove_round(round_)
        if method.is_opening:
            if method.first_name == INITIALIZE:
                declared = member_at(params, "capabilities")
                self.record_capabilities("client", declared)
                self.update_may_use_unknown_methods(declared, profile.extensions)
            elif method.first_name == ELICIT:
                self._elicitations.record_request(id_, params or {}, profile)
            else:
                pending.state = LISTENING

    def _record_notification(
        self, message: Notification, sender: Sender, profile: RevisionProfile, arrived: bool
    ) -> str | None:
        name = message.method
        method = profile.notifications[sender].get(name)
        if method is None:
            if self.collector.checks_sender_rules(arrived) and not (
                self.may_use_unknown_methods and name not in list_all_methods()
            ):
                unknown = Violation("method", f"a {sender} of {profile.id} sends no notification {quote_value(name)}")
                self.collector.note_sender_violation(unknown, arrived=arrived)
            if self.phase == CLOSED:
                raise make_step_violation(f"{sender}: notification", CLOSED, name)
            return None
        next_state = profile.steps[self.phase].get(method.step)
        if next_state is None:
            raise make_step_violation(method.step, self.phase, name)
        is_known_allowed = (
            method.need is not None
            and name not in self._allowed_methods[sender]
            and self._check_capability(method, profile, arrived)
        )
        params: Mapping[str, Any] = message.document.get("params") or {}
        if META in params and profile.has_tasks:
            self.collector.note_violation(find_malformed_meta_violation(params), arrived=arrived)
        ignored: str | None = None
        match method.first_name:
            case names.CANCELLED:
                ignored = self._notification_rules.record_cancellation(params, sender, profile, arrived)
            case names.PROGRESS:
                ignored = self._notification_rules.record_progress(method.name, params, sender, arrived)
            case names.LOG_MESSAGE:
                self._notification_rules.check_log_message(method.name, params, profile, self.log_level, arrived)
            case names.TASK_STATUS:
                self.collector.note_violation(find_redundant_meta_violation(params), arrived=arrived)
                self._notification_rules.record_task_status(params, sender, arrived)
            case names.ELICITATION_COMPLETE:
                ignored = self._elicitations.record_completion(
                    params["elicitationId"], self.collector, arrived=arrived, in_order=self._in_order
                )
            case _:
                if method.first_name == names.TOOLS_CHANGED:
                    self._task_support.clear()
                is_acknowledgement = method.first_name == names.ACKNOWLEDGED
                if is_acknowledgement or (profile.era == "per-request" and name in profile.filters):
                    server_capabilities = self.capabilities["server"]
                    ignored = self._notification_rules.record_subscription_notification(
                        method, params, server_capabilities, arrived
                    )
        self.phase = next_state
        if is_known_allowed:
            self._allowed_methods[sender].add(name)
        return ignored

    def _check_capability(self, method: MethodProfile, profile: RevisionProfile, arrived: bool) -> bool:
        """Check that the capability that a method needs is declared.

        Returns:
            True if the capability is known to be declared, so that later messages with the method need no check.

        Raises:
            Violation: the capability is not declared, and the message is refused or must not be sent.
        """
        declared = self.capabilities[method.need.side] if method.need is not None else None
        is_notified = method.info.kind == "notification"
        violation = find_capability_violation(method.need, declared, method.name, is_notified=is_notified)
        if profile.requires_capabilities:
            self.collector.refuse_or_note(violation, arrived=arrived)
        elif violation is not None:
            violation.level = "warning"
            self.collector.note_violation(violation, arrived=arrived)
        return declared is not None and violation is None

    def _check_and_record_params(
        self, pending: PendingRequest, params: Mapping[str, Any], sender: Sender, arrived: bool
    ) -> InputRound | None:
        """Check the params of a request, and record their content in the pending request.

        Returns:
            The round of input that the request continues; None if the request continues no round that is known.

        Raises:
            Violation: the params break a rule for which the request is refused.
        """
        method, profile = pending.method, pending.profile
        meta: Any = params.get(META)
        if META in params:
            pending.token = token = read_progress_token(meta)
            if token is not None and token in self.requests[sender].tokens:
                text = f"the progress token {quote_value(token)} belongs to an active request"
                raise Violation("progress.token-unique", text, code=INVALID_PARAMS)
        if profile.era == "per-request":
            if member_at(meta, VERSION_KEY) != profile.version:
                raise Violation(
                    "meta.version", f"_meta names another version than {profile.version}", code=INVALID_PARAMS
                )
            if sender == "client" and not self.may_use_unknown_methods:
                self.may_use_unknown_methods = may_use_unknown_methods(meta.get(CAPABILITIES_KEY), profile.extensions)
            level = meta.get(LOG_LEVEL_KEY)
            if level is not None and level in LOG_LEVELS and method.first_name != LISTEN:
                pending.log_level = level
            if not self.collector.checks_sender_rules(arrived):
                return None
            return self.input_rounds.check_retry(pending, params, self.collector, arrived)
        if sender == "server":
            paths = profile.capabilities["client"]
            declared = self.capabilities["client"]
            check_member_capabilities(paths, method, params, declared, self.collector, arrived=arrived)
        if "task" in params and (need := method.task_need) is not None:
            declared = self.capabilities[need.side]
            self.collector.note_sender_violation(
                find_capability_violation(need, declared, f"{method.name} as a task"), arrived=arrived
            )
            pending.is_task = declared is not None and need.is_declared_in(declared)
            pending.has_result_rules = pending.has_result_rules or pending.is_task
        if self._task_support:
            check_task_support(pending, params, self._task_support)
        if profile.has_tasks:
            self.collector.refuse_or_note(
                link_task(pending, self.requests[sender], params, arrived=arrived), arrived=arrived
            )
        return None

    def _record_result_content(
        self, pending: PendingRequest, requests: RequestTable, result: Any, task: str | None, arrived: bool
    ) -> None:
        """Record what a result says about capabilities, the log level, tasks, pages of lists, elicitations or tools."""
        first_name = pending.method.first_name
        if first_name == INITIALIZE or (first_name == DISCOVER and arrived):
            self.record_capabilities("server", result["capabilities"])
            self.update_may_use_unknown_methods(result["capabilities"], pending.profile.extensions)
        elif first_name == SET_LOG_LEVEL:
            self.log_level = pending.params["level"]
        else:
            self._result_rules.record_result(pending, requests, result, task, self.capabilities["server"])

    def _find_reason_to_ignore_answer(self, id_: RequestId, requests: RequestTable, arrived: bool) -> str:
        """Return the reason to ignore an answer for which no request waits.

        A further answer to the same request is then a violation.

        Raises:
            Violation: the session is closed, this side sends the answer, or the id is not that of an abandoned request.
        """
        if self.phase == CLOSED:
            raise make_step_violation("answer", CLOSED, "an answer")
        if id_ in requests.abandoned:
            if arrived:
                requests.abandoned.discard(id_)
                return "the request no longer waits for an answer"
            raise Violation("cancel.no-response", f"the request {quote_value(id_)} no longer waits for an answer")
        raise Violation(
            "answer.known", f"no request with the id {quote_value(id_)} waits for an answer", answerable=False
        )
