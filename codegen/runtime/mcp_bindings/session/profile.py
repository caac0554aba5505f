"""Which capability a message needs, whose it is, and whether that side has declared it.

Pages: /specification/2025-11-25/basic/lifecycle#capability-negotiation,
/specification/2026-07-28/basic/index#meta, and the `#capabilities` section of each feature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

from ..json_values import is_object, member_at
from ..revisions import revision
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.methods import MethodInfo, Sender
from ..spec.names import (
    CANCELLED,
    CREATE_MESSAGE,
    DISCOVER,
    ELICIT,
    INITIALIZE,
    INITIALIZED,
    INPUT_REQUIRED_RESULT,
    LISTEN,
    PING,
    PROGRESS,
    SET_LOG_LEVEL,
    Era,
)
from .errors import Violation
from .states import CLOSED, HANDSHAKE, lookup

CAPABILITY = "capability"
"""Id of the rule that a capability is declared before it is used."""


_OWN_STEPS = {INITIALIZE: "initialize", INITIALIZED: "initialized"}
"""Methods that are a step of their own in `HANDSHAKE`."""

_READ = frozenset({ELICIT, CREATE_MESSAGE})
"""Requests that single members of which need a capability; see `check_members`."""

_OPENING = frozenset({INITIALIZE, LISTEN})

_SEQUELS = _OPENING | {SET_LOG_LEVEL, PING, DISCOVER}
"""Requests whose result changes what may follow or is held to a rule, beside those that ask for input."""

_OF_REQUESTS = frozenset({CANCELLED, PROGRESS})
"""Notifications that belong to a request, so they may be sent as soon as that."""


_NO_STEP: Mapping[str, str] = {}
_HANDSHAKE = {**lookup(HANDSHAKE), CLOSED: _NO_STEP}
_STATELESS = {
    state: _NO_STEP if state == CLOSED else {f"{row.actor}: {row.step}": state for row in HANDSHAKE}
    for state in _HANDSHAKE
}
"""Without a handshake no step depends on the session, or changes it, until that is closed."""


class Members(Protocol):
    """What gives its members by their names on the wire: JSON or a typed value."""

    def __contains__(self, wire_name: object, /) -> bool: ...
    def __getitem__(self, wire_name: str, /) -> Any: ...


def member(value: Members, name: str, default: Any = None) -> Any:
    """A member, or what stands for it where it is absent."""
    if name in value:
        return value[name]
    return default


class CapabilityNeed(NamedTuple):
    """One capability that a message needs."""

    side: Sender
    """Who must have declared it."""

    path: str
    """Dotted, such as `tools.listChanged`."""

    names: tuple[str, ...]
    is_flag: bool
    """Is it declared by `true`, and not by an object?"""

    def met_by(self, capabilities: Mapping[str, Any]) -> bool:
        """Is it among the capabilities of that side?"""
        value = member_at(capabilities, *self.names)
        return value is True if self.is_flag else is_object(value)

    def leaf(self) -> dict[str, Any]:
        """The capability object that declares it and nothing else."""
        value: dict[str, Any] = {self.names[-1]: True if self.is_flag else {}}
        for name in reversed(self.names[:-1]):
            value = {name: value}
        return value


@dataclass(frozen=True, slots=True)
class MethodProfile:
    """What the sessions ask of a message of one side."""

    name: str
    """Of the method."""

    info: MethodInfo
    step: str
    """Of `HANDSHAKE`, with who takes it."""

    need: CapabilityNeed | None
    task_need: CapabilityNeed | None
    """What a request needs beyond that to be run as a task."""

    reads_params: bool
    """Is there more in its params to look at than `_meta` and `task`?"""

    asks_input: bool
    """May it be answered with an `InputRequiredResult`?"""

    opens: bool
    """Does it begin something, a session or a subscription?"""

    has_sequel: bool
    """Does its result mean anything beyond that it is answered?"""


@dataclass(frozen=True, slots=True)
class RevisionProfile:
    """What the sessions ask of a revision."""

    id: str
    era: Era
    steps: Mapping[str, Mapping[str, str]]
    """Which state of the session follows, by state and step."""

    requests: Mapping[Sender, Mapping[str, MethodProfile]]
    notifications: Mapping[Sender, Mapping[str, MethodProfile]]
    embedded: Mapping[str, MethodProfile]
    """Requests that travel inside results only."""

    ids_for_session: bool
    """Is an id used once in a session, and not only once at a time?"""

    capabilities: Mapping[Sender, Mapping[str, bool]]
    """Every path that a side may declare, and whether it is a flag."""


@cache
def revision_profile(version: str) -> RevisionProfile:
    """The rules of a revision, from its tables."""
    known = revision(version)
    protocol = known.protocol
    trees: dict[Sender, Mapping[str, bool]] = {
        "client": {row.path: row.type == "boolean" for row in protocol.client_capabilities},
        "server": {row.path: row.type == "boolean" for row in protocol.server_capabilities},
    }
    life = protocol.lifecycle
    early: dict[Sender, frozenset[str]] = {
        "client": _OF_REQUESTS.union(life.client_requests_before_answer),
        "server": _OF_REQUESTS.union(
            life.server_requests_before_initialized, life.server_notifications_before_initialized
        ),
    }

    def rows(kind: str, sender: Sender) -> Mapping[str, MethodProfile]:
        infos = [info for info in known.methods.values() if info.kind == kind and sender in info.senders]
        return {info.name: _row(known.era, info, sender, info.name in early[sender], trees) for info in infos}

    sides: tuple[Sender, Sender] = ("client", "server")
    return RevisionProfile(
        known.id,
        known.era,
        _HANDSHAKE if known.era == "handshake" else _STATELESS,
        {side: rows("request", side) for side in sides},
        {side: rows("notification", side) for side in sides},
        rows("embedded", "server"),
        protocol.request_ids.unique == "session",
        trees,
    )


def _row(
    era: Era, info: MethodInfo, sender: Sender, is_early: bool, trees: Mapping[Sender, Mapping[str, bool]]
) -> MethodProfile:
    receiver = other(sender)
    match info.declared_by:
        case "client" | "server":
            owner: Sender = info.declared_by
        case "sender":
            owner = sender
        case _:
            owner = receiver
    step = _OWN_STEPS.get(info.name) or (f"early {info.kind}" if is_early else info.kind)
    need, task_need = _need(owner, info.capability, trees), _need(receiver, info.task_capability, trees)
    asks_input = INPUT_REQUIRED_RESULT in info.results
    reads_params = era == "per-request" or info.name in _READ
    return MethodProfile(
        info.name,
        info,
        f"{sender}: {step}",
        need,
        task_need,
        reads_params,
        asks_input,
        info.name in _OPENING,
        asks_input or info.name in _SEQUELS or info.name.startswith("tasks/"),
    )


def _need(side: Sender, path: str, trees: Mapping[Sender, Mapping[str, bool]]) -> CapabilityNeed | None:
    return CapabilityNeed(side, path, tuple(path.split(".")), trees[side].get(path, False)) if path else None


def other(sender: Sender) -> Sender:
    """The other side."""
    return "server" if sender == "client" else "client"


def check(need: CapabilityNeed | None, capabilities: Mapping[str, Any] | None, method: str) -> None:
    """Hold a message to the capability it needs; what a side has declared may be unknown, and then nothing is held.

    Raises:
        Violation: it is not declared.
    """
    if need is not None and capabilities is not None and not need.met_by(capabilities):
        raise _missing(need, method, METHOD_NOT_FOUND)


def check_members(
    rules: RevisionProfile, method: str, params: Members, capabilities: Mapping[str, Any] | None, *, arrived: bool
) -> None:
    """Hold single members of a request to the client's capabilities, such as the mode of an elicitation.

    A rule that the specification only recommends binds what is sent, and lets pass what has arrived.

    Raises:
        Violation: one is not declared.
    """
    if capabilities is None:
        return
    for path, binding in _members_need(method, params, capabilities):
        if path in rules.capabilities["client"] and (binding or not arrived):
            need = CapabilityNeed("client", path, tuple(path.split(".")), rules.capabilities["client"][path])
            if not need.met_by(capabilities):
                raise _missing(need, method, INVALID_PARAMS)


def _members_need(method: str, params: Members, capabilities: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Paths that single members need, and whether that is a MUST.

    Pages: /specification/2025-11-25/client/elicitation#capabilities,
    /specification/2025-11-25/client/sampling#tools-in-sampling and #capabilities.
    """
    if method == ELICIT:
        mode = member(params, "mode", "form")
        if mode != "form" or member_at(capabilities, "elicitation"):  # an empty object stands for form mode
            yield f"elicitation.{mode}", True
    elif method == CREATE_MESSAGE:
        if "tools" in params or "toolChoice" in params:
            yield "sampling.tools", True
        if member(params, "includeContext", "none") != "none":
            yield "sampling.context", False


def _missing(need: CapabilityNeed, method: str, code: int) -> Violation:
    text = f"{method} needs the {need.side} capability {need.path}, which is not declared"
    return Violation(CAPABILITY, text, code=code, data={"missingCapability": need.path, "declaredBy": need.side})
