"""The facts about a revision and its methods that a session needs, derived once from the revision's tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..extensions import ExtendedRevision, Extension, extended
from ..extensions.rules import map_filter_members, map_filter_subjects
from ..renames import find_first_name, find_own_method, find_own_name, to_own_name
from ..revisions import VERSIONS, Revision, revision
from ..spec.error_codes import URL_ELICITATION_REQUIRED, find_code
from ..spec.names import (
    CALL_TOOL,
    CANCELLED,
    DISCOVER,
    ELICIT,
    GET_TASK,
    INITIALIZE,
    INITIALIZED,
    INPUT_REQUIRED_RESULT,
    LIST_TOOLS,
    LISTEN,
    META,
    PING,
    PROGRESS,
    SERVER_INFO_KEY,
    SET_LOG_LEVEL,
    Era,
    Sender,
)
from .capabilities import METHODS_WITH_MEMBER_NEEDS, CapabilityNeed
from .states import CLOSED, HANDSHAKE, index_transitions

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

_SEPARATE_STEPS = {INITIALIZE: "initialize", INITIALIZED: "initialized"}
"""The step in `HANDSHAKE` of each method that has a separate step, by the first name of the method."""

_OPENING_REQUESTS = frozenset({INITIALIZE, LISTEN, ELICIT})
"""First names of the requests that begin a session, a subscription or an elicitation."""

_REQUESTS_WITH_RESULT_RULES = _OPENING_REQUESTS | {SET_LOG_LEVEL, PING, DISCOVER}
"""First names of requests whose results are checked or recorded, beyond ending the request. Further
methods have checked or recorded results too: those that may ask for input, those of lists, and those about tasks."""

_REQUEST_NOTIFICATIONS = frozenset({CANCELLED, PROGRESS})
"""First names of the notifications about a request. They may be sent as soon as the request may be sent."""

_KEPT_PARAMS: Mapping[str, tuple[str, ...]] = {
    INITIALIZE: ("protocolVersion",),
    SET_LOG_LEVEL: ("level",),
    LISTEN: ("notifications",),
}
"""The members of params that a session keeps for later messages, by the first name of the method. A session also keeps
`_meta` in per-request revisions, and the `cursor` of requests for pages whose `cacheScope` is compared."""

_FILTERED_NOTIFICATIONS: Mapping[str, MethodInfo] = MappingProxyType(
    {
        info.name: info
        for known in map(revision, VERSIONS)
        if known.era == "per-request"
        for info in known.methods.values()
        if info.filter
    }
)
"""The notifications for which a subscription can ask in at least one revision, by method."""

_NO_STEPS: Mapping[str, str] = {}
_HANDSHAKE_STEPS = {**index_transitions(HANDSHAKE), CLOSED: _NO_STEPS}
_STATELESS_STEPS = {
    state: _NO_STEPS if state == CLOSED else {f"{row.actor}: {row.step}": state for row in HANDSHAKE}
    for state in _HANDSHAKE_STEPS
}
"""The next state by state and step, in a session without a handshake. Until the session is closed, every step is
allowed, and no step changes the state."""


@dataclass(frozen=True, slots=True)
class MethodProfile:
    """The facts that a session needs about a method that one side sends."""

    name: str
    """The method, such as `tools/call`."""

    first_name: str
    """The name of the method in the oldest release that has the method, as `find_first_name` returns it."""

    info: MethodInfo
    step: str
    """The side that sends the message, and the step in `HANDSHAKE`, such as `client: request`."""

    need: CapabilityNeed | None
    """The capability that a message with the method needs; None if the message needs no capability."""

    task_need: CapabilityNeed | None
    """The further capability that a request needs to run as a task; None if the request cannot run as a task."""

    has_checked_params: bool
    """True if members of the params besides `_meta` and `task` are checked."""

    may_ask_input: bool
    """True if the result of a request may be an `InputRequiredResult`."""

    is_opening: bool
    """True if a request begins a session, a subscription or an elicitation."""

    kept_params: tuple[str, ...]
    """The members of the params that are kept until the request is answered, since later messages refer to them."""

    is_list: bool
    """True if the results of the requests are pages of a list, and each page has a `cacheScope`."""

    has_result_rules: bool
    """True if the result of a request is checked or recorded, beyond ending the request."""


@dataclass(frozen=True, slots=True)
class RevisionProfile:
    """The facts that a session needs about a revision."""

    id: str
    version: str
    """The version that messages name."""

    era: Era
    steps: Mapping[str, Mapping[str, str]]
    """The next state of the session, by state and step."""

    requests: Mapping[Sender, Mapping[str, MethodProfile]]
    """The requests of each side, by method."""

    notifications: Mapping[Sender, Mapping[str, MethodProfile]]
    """The notifications of each side, by method."""

    responders: frozenset[Sender]
    """The sides that send responses. A side sends responses only if the other side may send requests."""

    embedded_requests: Mapping[str, MethodProfile]
    """The requests that a server sends only inside results, not as messages, by method."""

    has_tasks: bool
    """True if requests may run as tasks by the rules of the revision itself."""

    url_error: int | None
    """Code of the error that asks for elicitations in URL mode; None if the revision has no such error."""

    ids_unique_in_session: bool
    """True if an id is unique in the whole session, False if only among the requests that wait."""

    requires_capabilities: bool
    """True if a side must not use an undeclared capability, False if it only should not."""

    capabilities: Mapping[Sender, Mapping[str, bool]]
    """The capabilities that each side may declare, by side. The value of a path is True if `true` declares the
    capability, False if an object does."""

    results_name_server: bool
    """True if the revision recommends that each result of a server names the server in `_meta`."""

    revision: Revision
    """The revision, together with the extensions."""

    extensions: tuple[Extension, ...]
    """The extensions in use that extend the revision."""

    filters: Mapping[str, str]
    """The member of a subscription's filter that asks for a notification, by the method of the notification."""

    subjects: Mapping[str, str]
    """The member of params whose wanted values a subscription's filter lists, by the method of the notification."""

    def runs_tools_as_tasks(self, declared: Mapping[str, Any] | None) -> bool:
        """Return whether calls of tools may run as tasks.

        Args:
            declared: the declared capabilities of the server; None if they are not known. Then no call runs as a task.
        """
        call = self.requests["client"].get(to_own_name(CALL_TOOL, self.revision))
        return call is not None and call.task_need is not None and call.task_need.is_declared_in(declared or {})


@cache
def revision_profile(revision_id: str, extensions: tuple[Extension, ...] = ()) -> RevisionProfile:
    """Return the profile of a revision, with the errors of `extended`.

    Args:
        revision_id: the id of the revision.
        extensions: the extensions in use; those that do not extend the revision make no difference.
    """
    rev = extended(revision_id, extensions)
    applicable = rev.extensions if isinstance(rev, ExtendedRevision) else ()
    protocol = rev.protocol
    paths: dict[Sender, Mapping[str, bool]] = {
        "client": {row.path: row.type == "boolean" for row in protocol.client_capabilities},
        "server": {row.path: row.type == "boolean" for row in protocol.server_capabilities},
    }
    life = protocol.lifecycle
    call = find_own_method(CALL_TOOL, rev)
    tools_run_as_tasks = call is not None and bool(call.task_capability)
    early: dict[Sender, frozenset[str]] = {
        "client": frozenset(life.client_requests_before_answer),
        "server": frozenset((*life.server_requests_before_initialized, *life.server_notifications_before_initialized)),
    }

    with_result_rules = _REQUESTS_WITH_RESULT_RULES | ({LIST_TOOLS} if tools_run_as_tasks else frozenset[str]())

    def make_profiles(kind: str, sender: Sender) -> Mapping[str, MethodProfile]:
        infos = [info for info in rev.methods.values() if info.kind == kind and sender in info.senders]
        return {
            info.name: _make_method_profile(rev, info, sender, early[sender], paths, with_result_rules)
            for info in infos
        }

    filtered = {to_own_name(name, rev): info for name, info in _FILTERED_NOTIFICATIONS.items()}
    filtered |= {info.name: info for info in rev.methods.values() if info.filter}
    sides: tuple[Sender, Sender] = ("client", "server")
    requests: dict[Sender, Mapping[str, MethodProfile]] = {side: make_profiles("request", side) for side in sides}
    return RevisionProfile(
        rev.id,
        rev.version,
        rev.era,
        _HANDSHAKE_STEPS if rev.era == "handshake" else _STATELESS_STEPS,
        requests,
        {side: make_profiles("notification", side) for side in sides},
        frozenset(side for side in sides if requests[other_side(side)]),
        make_profiles("embedded", "server"),
        find_own_name(GET_TASK, revision(revision_id)) is not None,
        find_code(rev.error_codes, URL_ELICITATION_REQUIRED),
        protocol.request_ids.unique == "session",
        life.agreed_level == "MUST",
        paths,
        any(row.key == SERVER_INFO_KEY and "result" in row.on for row in protocol.meta_keys),
        rev,
        applicable,
        {**{name: info.filter for name, info in filtered.items()}, **map_filter_members(applicable)},
        {
            **{name: info.subject for name, info in filtered.items() if info.subject},
            **map_filter_subjects(applicable),
        },
    )


def other_side(sender: Sender) -> Sender:
    """Return the side that receives the messages of a sender."""
    return "server" if sender == "client" else "client"


def _make_method_profile(
    rev: Revision,
    info: MethodInfo,
    sender: Sender,
    early: frozenset[str],
    paths: Mapping[Sender, Mapping[str, bool]],
    with_result_rules: frozenset[str],
) -> MethodProfile:
    receiver, era, first_name = other_side(sender), rev.era, find_first_name(info.name, rev)
    match info.declared_by:
        case "client" | "server":
            owner: Sender = info.declared_by
        case "sender":
            owner = sender
        case _:
            owner = receiver
    is_early = first_name in _REQUEST_NOTIFICATIONS or info.name in early
    step = _SEPARATE_STEPS.get(first_name) or (f"early {info.kind}" if is_early else info.kind)
    asks_input = INPUT_REQUIRED_RESULT in info.results
    is_about_tasks = first_name.startswith("tasks/") and era == "handshake"
    is_list = info.cacheable and info.paginated
    return MethodProfile(
        info.name,
        first_name,
        info,
        f"{sender}: {step}",
        _make_capability_need(owner, info.capability, paths),
        _make_capability_need(receiver, info.task_capability, paths),
        era == "per-request" or first_name in METHODS_WITH_MEMBER_NEEDS or is_about_tasks,
        asks_input,
        first_name in _OPENING_REQUESTS,
        _KEPT_PARAMS.get(first_name, ()) + ((META,) if era == "per-request" else ()) + (("cursor",) if is_list else ()),
        is_list,
        asks_input or is_list or first_name in with_result_rules or is_about_tasks,
    )


def _make_capability_need(side: Sender, path: str, paths: Mapping[Sender, Mapping[str, bool]]) -> CapabilityNeed | None:
    return CapabilityNeed.from_path(side, path, is_flag=paths[side].get(path, False)) if path else None
