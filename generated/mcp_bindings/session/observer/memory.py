"""The memory of an observer besides the state of the session, bounded so that no peer fills it.

The state of a session finds violations. The memory decides whether a violation is certain, since an observer knows less
than the sides: it may have joined late, may not have read a text, may not know a version or an experimental capability,
and may read messages in another order than the sides do. No side is at fault for a violation that is not certain, nor
for one that follows from another fault. For example, many servers accept an `initialize` without `clientInfo`. The
client is at fault for that message, but no side is at fault for the later messages of the session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...errors import ProtocolError, RequestId, quote_value
from ...json_values import count_characters, is_array, is_object, member_at
from ...jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response
from ...jsonrpc.strict_json import as_request_id
from ...limits import DEFAULT, MAX_OBSERVED_CHARACTERS, MAX_OBSERVED_REQUESTS
from ...negotiation.eras import method_of
from ...negotiation.versions import add_required_members, add_required_params, check_initialize_version, known_versions
from ...renames import list_names
from ...spec.names import (
    ACKNOWLEDGED,
    CALL_TOOL,
    CANCELLED,
    CAPABILITIES_KEY,
    INITIALIZE,
    INITIALIZED,
    INPUT_REQUIRED,
    LIST_TOOLS,
    META,
    PROGRESS_KEY,
    RESULT_TYPE,
    SUBSCRIPTION_KEY,
    TASK_STATUS,
    TOOLS_CHANGED,
    Sender,
)
from ..capabilities import list_all_methods
from ..errors import SessionFinding, Violation
from ..ids import RecentIds, UsedIds, make_id_key
from ..local_side import id_of
from ..profile import RevisionProfile, other_side
from ..request_table import TASK_METHODS, PendingRequest
from ..revision_selector import subscription_of
from ..state import SessionState
from ..states import AGREED, NEW
from ..task_rules import read_related_task
from .outputs import ListedOutput, ListedOutputs

_MAX_CAPABILITY_CHARACTERS = 65_536
"""Largest number of characters of capabilities that are remembered. Larger capabilities count as not known."""

_UNKNOWN_INFO: Mapping[str, Any] = {"name": "", "version": ""}


class RejectedOpening(NamedTuple):
    """An `initialize` of the client that was rejected."""

    id: RequestId | None
    """The id of the request; None if the request has no valid id."""
    asked_version: object
    """The version that the request asks for: any JSON value, since the request may be invalid; None without one."""
    capabilities: Mapping[str, Any] | None
    """The capabilities in the request; None if they are no object, or too long to be remembered."""
    number: int
    """The number of the event for the request."""


def _read_rejected_opening(id_: RequestId | None, document: object, number: int) -> RejectedOpening | None:
    """Return what is remembered of a rejected `initialize`; None if the message is not an `initialize`."""
    if member_at(document, "method") != INITIALIZE:
        return None
    params = member_at(document, "params")
    return RejectedOpening(id_, member_at(params, "protocolVersion"), _capabilities_of(params), number)


def _capabilities_of(params: object) -> Mapping[str, Any] | None:
    """Return the capabilities in params or a result; None if the capabilities are no object, or too long."""
    capabilities = member_at(params, "capabilities")
    return (
        capabilities
        if is_object(capabilities) and count_characters(capabilities) <= _MAX_CAPABILITY_CHARACTERS
        else None
    )


class RejectedResult(NamedTuple):
    """A result of `initialize` that was rejected. The client may continue the session nevertheless."""

    id: RequestId
    version: str | None
    """The version in the result; None if that is no version with a handshake that the sides may speak."""
    capabilities: Mapping[str, Any] | None
    """The capabilities in the result; None if they are no object, or too long to be remembered."""


def accept_rejected_result(
    rejected: RejectedResult, version: str, state: SessionState, profile: RevisionProfile
) -> None:
    """Record a result of `initialize` that was rejected, since the sides continue the session.

    Capabilities that are not valid in the revision count as not known.

    Args:
        rejected: the result.
        version: the version that the result names.
        state: the state of the session. The `initialize` still waits for an answer.
        profile: the profile of the revision of that version.
    """
    parser = profile.revision.message_parser
    for capabilities in (rejected.capabilities, None):
        members = {"protocolVersion": version, "capabilities": capabilities or {}, "serverInfo": dict(_UNKNOWN_INFO)}
        result = add_required_members(profile.revision, INITIALIZE, members)
        answer = {"jsonrpc": "2.0", "id": rejected.id, "result": result}
        try:
            message = parser.parse_value(answer, "server", {rejected.id: INITIALIZE}, DEFAULT)
        except ProtocolError:
            continue
        assert isinstance(message, Response)
        state.record_message(message, "server", profile, arrived=True)
        state.capabilities["server"] = capabilities
        state.collector.findings = ()  # they would count as findings about the next message
        return


def begins_phase(phase: str, document: object, sender: Sender, profile: RevisionProfile, previous_phase: str) -> bool:
    """Return whether a message may come in a phase of the session, but not in the phase before.

    Args:
        phase: one of the states of `HANDSHAKE`.
        document: the message as JSON.
        sender: the sender of the message.
        profile: the profile of the revision.
        previous_phase: the phase before `phase`.
    """
    is_request = is_object(document) and "id" in document
    method = (profile.requests if is_request else profile.notifications)[sender].get(method_of(document) or "")
    return (
        method is not None and method.step in profile.steps[phase] and method.step not in profile.steps[previous_phase]
    )


def is_result_of(opening: RejectedOpening, document: object, state: SessionState) -> bool:
    """Return whether a message of the server is a result, valid or not, of a rejected `initialize`.

    After another `initialize` was accepted, False is returned for every message.

    Args:
        opening: the request.
        document: the message of the server, as JSON.
        state: the state of the session.
    """
    is_result = is_object(document) and "result" in document and "method" not in document
    return is_result and state.phase == NEW and id_of(document) == opening.id


def adopt_rejected_opening(
    opening: RejectedOpening,
    document: object,
    state: SessionState,
    spoken: tuple[str, ...],
    profile_of: Callable[[str], RevisionProfile],
) -> RevisionProfile | None:
    """Record a rejected `initialize` as a waiting request, since the server has accepted it.

    Args:
        opening: the request.
        document: the result of the request, as JSON. The result is checked later, like that of any other `initialize`.
        state: the state of the session. The state changes only if the request is recorded.
        spoken: versions that the sides may speak, newest first.
        profile_of: a function that returns the profile of the revision in which a version is read.

    Returns:
        The profile in which the request was recorded; None if the request cannot be recorded. The version is the one in
        the result. If the sides cannot speak that, it is the requested version, or else the newest with a handshake.
    """
    named = member_at(document, "result", "protocolVersion")
    candidates = (named, opening.asked_version, *known_versions(spoken, era="handshake")[:1])
    version = next((each for each in candidates if _is_spoken(each, spoken)), None)
    if not isinstance(version, str):
        return None
    profile = profile_of(version)
    parser = profile.revision.message_parser
    requested = (
        opening.asked_version
        if isinstance(opening.asked_version, str) and len(opening.asked_version) <= len(version)
        else version
    )
    for capabilities in (opening.capabilities, None):
        params = {"protocolVersion": requested, "capabilities": capabilities or {}, "clientInfo": dict(_UNKNOWN_INFO)}
        params = add_required_params(profile.revision, INITIALIZE, params)
        request = {"jsonrpc": "2.0", "id": opening.id, "method": INITIALIZE, "params": params}
        try:
            message = parser.parse_value(request, "client", {}, DEFAULT)
            assert isinstance(message, Request)
            state.record_message(message, "client", profile, arrived=True)
        except (ProtocolError, Violation):
            continue
        state.capabilities["client"] = capabilities
        adopted = state.find_pending_request("client", message.id)
        assert adopted is not None
        adopted.number = opening.number
        return profile
    return None


def _is_spoken(version: object, spoken: tuple[str, ...]) -> bool:
    """Return whether a value is a version with a handshake that the sides may speak."""
    return isinstance(version, str) and check_initialize_version(version, version, spoken).version is not None


_SINGLE_MESSAGE_RULES = frozenset(
    {
        "answer.direction",
        "batch",
        "capability",
        "capability.notification",
        "elicitation.error",
        "error.code",
        "error.data",
        "headers",
        "input.one-of",
        "message.valid",
        "meta.valid",
        "meta.version",
        "method",
        "ping.empty",
        "task.redundant-meta",
        "version",
    }
)
"""Ids of the rules that a message breaks by itself, whatever messages came before."""

_UNREAD_TEXT = "the message may refer to a text that the observer has not read"
_UNKNOWN_VERSION = "the message may belong to a request in a version that the observer does not know"
_UNKNOWN_METHODS = "the sides may have agreed on methods that the observer does not know"


class _RejectedRequests:
    """The ids and progress tokens of those requests of one side that were rejected or not read."""

    __slots__ = ("ids", "tokens")

    def __init__(self) -> None:
        self.ids = RecentIds()
        self.tokens = RecentIds()


class ObserverMemory:
    """The requests that were rejected or not read, and the limits of what the observer knows.

    Args:
        state: the state of the session.
        has_read_all: whether the observer has read the session from its beginning.
        in_order: whether the observer reads messages in the order in which they were sent.

    Attributes:
        rejected_opening: the last `initialize` of the client that was rejected; None if the server can no longer accept
            this request.
        rejected_result: the last result of `initialize` that was rejected; None if the client can no longer accept this
            result.
        has_rejected_initialized: True if the client has sent a `notifications/initialized` that was rejected.
    """

    __slots__ = (
        "_has_all_rounds",
        "_has_all_tasks",
        "_has_read_all",
        "_has_unread",
        "_in_order",
        "_named_tasks",
        "_of_unknown_version",
        "_outputs",
        "_rejected",
        "_state",
        "_unacknowledged_subscriptions",
        "_used_ids",
        "has_rejected_initialized",
        "rejected_opening",
        "rejected_result",
    )

    def __init__(self, state: SessionState, *, has_read_all: bool, in_order: bool) -> None:
        self._state = state
        self._has_read_all = has_read_all
        self._has_all_rounds = has_read_all
        self._has_all_tasks = has_read_all and in_order
        self._has_unread = False
        self._in_order = in_order
        self._used_ids: dict[Sender, UsedIds] = {"client": UsedIds(), "server": UsedIds()}  # ids of all their requests
        self._named_tasks = RecentIds()
        self._of_unknown_version = RecentIds()
        self._unacknowledged_subscriptions = RecentIds()  # subscriptions whose acknowledgement was rejected
        self._outputs = ListedOutputs()
        self.rejected_opening: RejectedOpening | None = None
        self.rejected_result: RejectedResult | None = None
        self.has_rejected_initialized: bool = False
        self._rejected: dict[Sender, _RejectedRequests] = {"client": _RejectedRequests(), "server": _RejectedRequests()}

    # What the observer does not know

    def record_unread_text(self) -> None:
        """Record that a text was not read, so that later messages may refer to it."""
        self._has_unread = True

    def remember_request_of_unknown_version(self, id_: RequestId, document: object, number: int) -> None:
        """Remember a request in a version that the observer does not know."""
        self.remember_rejected_request("client", id_, document, number)
        self._of_unknown_version.add(id_)

    def update_may_use_unknown_methods(self, capabilities: object, profile: RevisionProfile) -> None:
        """Set `may_use_unknown_methods` of the state if a side declares an experimental capability or unused extension.

        Args:
            capabilities: the declared capabilities.
            profile: the profile of the revision, with the extensions in use.
        """
        self._state.update_may_use_unknown_methods(capabilities, profile.extensions)

    def find_reason_invalid_not_at_fault(self, sender: Sender, document: object, *, has_no_method: bool) -> str | None:
        """Return the reason why the sender of an invalid message is not at fault; None if the sender is at fault.

        Args:
            sender: the sender of the message.
            document: the message, as JSON.
            has_no_method: whether the only fault is that the sender has no such method in the revision.
        """
        if has_no_method and self._state.may_use_unknown_methods and method_of(document) not in list_all_methods():
            return _UNKNOWN_METHODS
        is_notification = is_object(document) and "method" in document and "id" not in document
        return _UNKNOWN_VERSION if is_notification and self._may_be_of_unknown_version(sender, document) else None

    def select_certain_findings(
        self, findings: tuple[SessionFinding, ...], message: Message, sender: Sender, profile: RevisionProfile
    ) -> tuple[SessionFinding, ...]:
        """Return those of the findings about a message that are certain."""
        return tuple(each for each in findings if self._is_certain(each.rule, message, sender, profile))

    def _is_certain(self, rule: str, message: Message, sender: Sender, profile: RevisionProfile) -> bool:
        if isinstance(message, Notification) and self._may_be_of_unknown_version(sender, message.document):
            return False
        if rule.startswith("input.") and isinstance(message, Request):
            return self._is_certain_of_input(message, profile)
        return not self._has_unread or rule in _SINGLE_MESSAGE_RULES

    def _is_certain_of_input(self, message: Request, profile: RevisionProfile) -> bool:
        """Return whether it is certain which round of input a request continues, or that it continues none."""
        if not profile.requests["client"][message.method].may_ask_input:
            return True  # the method takes no input
        if self._has_unread or not self._has_all_rounds:
            return False
        params: Mapping[str, Any] = message.document.get("params") or {}
        return self._in_order or self._state.input_rounds.has_round_of(message.method, params)

    def _may_be_of_unknown_version(self, sender: Sender, document: object) -> bool:
        """Return whether a notification may belong to a request in a version that the observer does not know.

        A notification that names a known subscription or progress token belongs to the request with this subscription
        or token.
        """
        if sender != "server" or not len(self._of_unknown_version):
            return False
        client = self._state.requests["client"]
        subscription = subscription_of(document, client.waiting)
        if subscription is not None:
            return subscription.id in self._of_unknown_version
        token = as_request_id(member_at(document, "params", PROGRESS_KEY))
        return token is None or token not in client.tokens or token in self._rejected["client"].tokens

    # References to nothing that was read

    def find_unknown_reference(self, message: Message, sender: Sender, profile: RevisionProfile) -> Violation | None:
        """Return the violation of a message that names a request or a task that does not exist; otherwise None.

        Remember the tasks that a message about tasks names.

        Args:
            message: a message that was not rejected.
            sender: the sender of the message.
            profile: the profile of the message's revision.
        """
        if isinstance(message, ErrorResponse):
            return None
        holder = member_at(message.document, "result" if isinstance(message, Response) else "params")
        if profile.has_tasks and is_object(holder):
            self._remember_tasks(message, holder)
            return self._find_unknown_task(holder) or self._find_unknown_cancellation(message, sender, profile)
        return self._find_unknown_cancellation(message, sender, profile)

    def _find_unknown_cancellation(
        self, message: Message, sender: Sender, profile: RevisionProfile
    ) -> Violation | None:
        """Return the violation if a cancellation has an id that no request is known to have had; otherwise None.

        None is returned too if the observer may not have read the request.
        """
        id_ = as_request_id(member_at(message.document, "params", "requestId"))
        if not isinstance(message, Notification) or message.method not in list_names(CANCELLED) or id_ is None:
            return None
        owner: Sender = "client" if profile.era == "per-request" else sender
        used_ids, requests = self._used_ids[owner], self._state.requests[owner]
        may_exist = id_ in used_ids or id_ in requests.abandoned or used_ids.has_forgotten
        if may_exist or self._has_unread or not (self._has_read_all and self._in_order):
            return None
        is_of_peer = self._state.find_pending_request(other_side(owner), id_) is not None
        what = "is one of the other side" if is_of_peer else "was never sent"
        return Violation("cancel.own-request", f"the request {quote_value(id_)} {what}, so it cannot be cancelled")

    def _find_unknown_task(self, holder: Mapping[str, Any]) -> Violation | None:
        """Return the violation if `_meta` names a task that no request has created and no message has named before.

        None is returned for other messages, and if the observer may not have read of the task. The named task is
        remembered, so a second message that names it is no violation.
        """
        named = read_related_task(holder)
        if not isinstance(named, str) or named in self._named_tasks or self._has_unread or not self._has_all_tasks:
            return None
        sides, key = self._state.requests.values(), make_id_key(named)
        if self._named_tasks.has_forgotten or any(each.tasks.has_forgotten or key in each.tasks for each in sides):
            return None
        if any(pending.is_task for each in sides for pending in each.waiting.values()):
            return None  # a request that waits may be about to create the task
        self._named_tasks.add(named)
        return Violation("task.related", f"no task has the id {quote_value(named)}")

    def _remember_tasks(self, message: Message, holder: Mapping[str, Any]) -> None:
        """Remember the tasks that a message about tasks names. Tasks may be older than the session."""
        if message.method in list_names(*TASK_METHODS, TASK_STATUS):
            tasks = holder.get("tasks")
            for task in tasks if is_array(tasks) else (holder,):
                id_ = member_at(task, "taskId")
                if isinstance(id_, str):
                    self._named_tasks.add(id_)

    def find_output_violation(self, pending: PendingRequest, result: Any) -> Violation | None:
        """Return the violation if the result of a call does not fit the output schema of the called tool.

        The tool must have had the schema before the call, and must still have it. The tools in a result of `tools/list`
        are remembered.

        Args:
            pending: the request that the result answers.
            result: the result, as JSON.

        Returns:
            The violation; None if the result fits, answers no call, or has no schema to be checked against.
        """
        if pending.method.first_name == LIST_TOOLS:
            self._outputs.add_page(result["tools"], pending.profile)
        output = pending.output
        if not isinstance(output, ListedOutput) or self._has_unread or self._outputs.get(pending.tool) is not output:
            return None
        return output.find_result_violation(result)

    def forget_changed_tools(self, message: Notification) -> None:
        """Forget the listed tools if a notification says that the list of tools has changed."""
        if message.method in list_names(TOOLS_CHANGED):
            self._outputs.clear()

    # What the sides say

    def remember_rejected_request(self, sender: Sender, id_: RequestId, document: object, number: int) -> None:
        """Remember a rejected request, so that the receiver is not at fault for an answer to the request.

        Args:
            sender: the sender of the request.
            id_: the id of the request.
            document: the request, as JSON.
            number: the number of the message.
        """
        rejected = self._rejected[sender]
        if sender == "client":
            self.rejected_opening = _read_rejected_opening(id_, document, number) or self.rejected_opening
        rejected.ids.add(id_)
        self._used_ids[sender].add(id_)
        token = as_request_id(member_at(document, "params", META, PROGRESS_KEY))
        if token is not None:
            rejected.tokens.add(token)

    def remember_rejected_opening(self, document: object, number: int) -> None:
        """Remember a rejected message of the client without a valid id, if the message is an `initialize`."""
        self.rejected_opening = _read_rejected_opening(None, document, number) or self.rejected_opening

    def remember_rejected_batch_item(self, sender: Sender, document: object, number: int) -> None:
        """Remember a rejected message of a batch, if the message is a request."""
        id_ = as_request_id(member_at(document, "id"))
        if id_ is not None and member_at(document, "method") is not None:
            self.remember_rejected_request(sender, id_, document, number)

    def record_message_without_effect(self, sender: Sender, document: object) -> None:
        """Record a message that does not change the state, although the receiver may have accepted the message."""
        subscription = as_request_id(member_at(document, "params", META, SUBSCRIPTION_KEY))
        if subscription is not None and method_of(document) in list_names(ACKNOWLEDGED):
            self._unacknowledged_subscriptions.add(subscription)
        if sender == "client" and self._state.phase == AGREED and method_of(document) == INITIALIZED:
            self.has_rejected_initialized = True
        result = member_at(document, "result")
        if sender == "server" and member_at(result, RESULT_TYPE) == INPUT_REQUIRED:
            self._has_all_rounds = False
        if is_object(result) and "task" in result:
            self._has_all_tasks = False
        id_ = as_request_id(member_at(document, "id"))
        if id_ is not None and sender == "server" and member_at(document, "error") is not None:
            self._of_unknown_version.discard(id_)

    def remember_rejected_result(self, pending: PendingRequest, document: object, spoken: tuple[str, ...]) -> None:
        """Remember a rejected result of `initialize`, in place of an earlier one.

        If the rejected answer is an error, no result is remembered.

        Args:
            pending: the request.
            document: the message of the server, as JSON.
            spoken: versions that the sides may speak, newest first.
        """
        result = member_at(document, "result")
        named = member_at(result, "protocolVersion")
        version = check_initialize_version(named, "", spoken).version
        self.rejected_result = None if result is None else RejectedResult(pending.id, version, _capabilities_of(result))

    def forget_rejected_opening(self, opening: RejectedOpening) -> None:
        """Forget that an `initialize` was rejected, since the server accepts the request."""
        if opening.id is not None:
            self._rejected["client"].ids.discard(opening.id)
        self.rejected_opening = None

    def remember_request(self, request: Request, sender: Sender, number: int) -> None:
        """Remember a request that now waits, and abandon the oldest waiting requests if there are too many."""
        requests = self._state.requests[sender]
        pending = requests.waiting[request.id]
        pending.number = number
        if request.method == INITIALIZE:
            self.rejected_opening, self.rejected_result, self.has_rejected_initialized = None, None, False
        self._rejected[sender].ids.discard(request.id)
        self._used_ids[sender].add(request.id)
        meta = member_at(request.document, "params", META)
        if sender == "client":
            capabilities = member_at(request.document, "params", "capabilities")
            declared = capabilities if request.method == INITIALIZE else member_at(meta, CAPABILITIES_KEY)
            self.update_may_use_unknown_methods(declared, pending.profile)
        tool = member_at(request.document, "params", "name")
        if request.method in list_names(CALL_TOOL) and len(self._outputs) and isinstance(tool, str):
            pending.tool, pending.output = tool, self._outputs.get(tool)
        pending.size = sum(map(count_characters, (pending.id, pending.token, pending.params)))
        requests.size += pending.size
        while requests.size > MAX_OBSERVED_CHARACTERS or len(requests.waiting) > MAX_OBSERVED_REQUESTS:
            if not self._abandon_oldest_request(sender, pending.id):
                break

    def find_reason_not_at_fault(
        self, violation: Violation, message: Message, sender: Sender, profile: RevisionProfile
    ) -> str | None:
        """Return the reason why the sender of a message that breaks a rule is not at fault; None if the sender is.

        A rejected request is forgotten with its first answer, so that a second answer is a fault.

        Args:
            violation: the violation of the rule.
            message: the message.
            sender: the sender of the message.
            profile: the profile of the message's revision.
        """
        receiver = other_side(sender)
        if isinstance(message, Notification) and self._may_be_of_unknown_version(sender, message.document):
            return _UNKNOWN_VERSION
        match violation.rule:
            case "answer.known" if isinstance(message, (Response, ErrorResponse)):
                if sender not in profile.responders:
                    return None
                reason = self._find_reason_not_waiting(receiver, message.id, self._rejected[receiver].ids)
                if message.id is not None:
                    self._rejected[receiver].ids.discard(message.id)  # a second answer is a fault
                return reason or self._find_reason_unread(violation)
            case "progress.token-active" if isinstance(message, Notification):
                token = member_at(message.document, "params", PROGRESS_KEY)
                if as_request_id(token) is None or token in self._state.requests[receiver].tokens:
                    return self._find_reason_unread(violation)
                return self._find_reason_not_waiting(
                    receiver, token, self._rejected[receiver].tokens
                ) or self._find_reason_unread(violation)
            case "subscription.id-tag" if isinstance(message, Notification):
                id_ = as_request_id(member_at(message.document, "params", META, SUBSCRIPTION_KEY))
                if id_ is None or self._state.find_pending_request("client", id_) is not None:
                    return self._find_reason_unread(violation)
                return self._find_reason_not_waiting(
                    "client", id_, self._rejected["client"].ids
                ) or self._find_reason_unread(violation)
            case "log.level" if len(self._rejected["client"].ids):
                return "a request that was not taken may have asked for it"
            case "subscription.ack-first":
                id_ = as_request_id(member_at(message.document, "params", META, SUBSCRIPTION_KEY))
                is_known = id_ is not None and id_ in self._unacknowledged_subscriptions
                return "the acknowledgement was not taken" if is_known else self._find_reason_unread(violation)
            case "lifecycle.initialized" if not self._has_read_all:
                return "the observer has not read the beginning of the session"
            case _:
                return self._find_reason_unread(violation)

    def abandon_repeated_request(self, violation: Violation, message: Message, sender: Sender) -> bool:
        """Abandon the request whose id or token a message repeats, if its answer may be in an unread text.

        Returns:
            Whether a request was abandoned, so that the message can be recorded.
        """
        if not (self._has_unread and isinstance(message, Request)):
            return False
        requests = self._state.requests[sender]
        if violation.rule == "id.unique":
            pending = requests.waiting.get(message.id)
        elif violation.rule == "progress.token-unique":
            pending = requests.tokens.get(member_at(message.document, "params", META, PROGRESS_KEY))
        else:
            return False
        if pending is None or requests.waiting.get(pending.id) is not pending:
            return False
        self._state.abandon_request(sender, pending.id)
        return True

    def _find_reason_unread(self, violation: Violation) -> str | None:
        return _UNREAD_TEXT if self._has_unread and violation.rule not in _SINGLE_MESSAGE_RULES else None

    def _find_reason_not_waiting(self, side: Sender, value: RequestId | None, rejected: RecentIds) -> str | None:
        """Return the reason why a message may name a request that does not wait for an answer; None without a reason.

        Args:
            side: the side that sent the request.
            value: the id or the progress token by which the message names the request; None if it names none.
            rejected: the ids or the progress tokens of rejected requests of that side.
        """
        if value is None:
            return None
        if value in rejected:
            return "the request was not taken"
        table = self._state.requests[side]
        if any(each.has_forgotten for each in (rejected, table.abandoned, table.abandoned_tokens)):
            return "the request may be one of those that were forgotten"
        if not self._has_read_all and value not in table.used_ids:
            return "the request may be older than the observer"
        return None

    def _abandon_oldest_request(self, sender: Sender, newest: RequestId) -> bool:
        """Abandon the oldest waiting request of a side. If none waits, abandon the oldest request that runs as a task.

        An `initialize`, and the request with the id `newest`, are not abandoned.

        Returns:
            Whether a request was abandoned.
        """
        requests = self._state.requests[sender]
        for pending in requests.waiting.values():
            if pending.id != newest and pending.method.first_name != INITIALIZE:
                self._state.abandon_request(sender, pending.id)
                return True
        return requests.forget_oldest_task_request()
