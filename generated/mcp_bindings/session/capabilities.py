"""Check that the capability a message needs was declared by the side that has to declare it.

Pages: /specification/2025-11-25/basic/lifecycle#capability-negotiation,
/specification/2026-07-28/basic/index#meta, and the `#capabilities` section of each feature.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeGuard

from ..errors import ProtocolError
from ..extensions import Extension
from ..json_values import is_object, member_at
from ..revisions import VERSIONS, revision
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY
from ..spec.names import CREATE_MESSAGE, ELICIT, Sender
from .errors import Remarks, Violation

CAPABILITY = "capability"
"""Id of the session rule that a capability is declared before a request or a result uses it."""

_OF_NOTIFICATION = "capability.notification"
"""Id of the session rule that a capability is declared before a notification uses it."""

HAVE_MEMBER_NEEDS = frozenset({ELICIT, CREATE_MESSAGE})
"""Requests with members that need a capability of their own; see `check_member_capabilities`."""


class Members(Protocol):
    """A JSON object, or a typed value that gives its members by their names on the wire."""

    def __contains__(self, wire_name: object, /) -> bool: ...
    def __getitem__(self, wire_name: str, /) -> Any: ...


def member(value: Members, name: str, default: Any = None) -> Any:
    """A member, or the default where it is absent."""
    if name in value:
        return value[name]
    return default


def has_members(value: object) -> TypeGuard[Members]:
    """Whether a value is a JSON object or a model, which is told without importing pydantic."""
    return is_object(value) or hasattr(type(value), "__pydantic_fields__")


class CapabilityNeed(NamedTuple):
    """One capability that a message needs."""

    side: Sender
    """The side that must have declared it."""

    path: str
    """Dotted, such as `tools.listChanged`."""

    names: tuple[str, ...]
    """The parts of the path."""

    is_flag: bool
    """Whether it is declared by `true`, and not by an object."""

    @classmethod
    def from_path(cls, side: Sender, path: str, *, is_flag: bool) -> CapabilityNeed:
        """The need for the capability at a dotted path."""
        return cls(side, path, tuple(path.split(".")), is_flag)

    def met_by(self, capabilities: Mapping[str, Any]) -> bool:
        """Whether the capabilities of that side include it."""
        value = member_at(capabilities, *self.names)
        return value is True if self.is_flag else is_object(value)

    def leaf(self) -> dict[str, Any]:
        """The capability object that declares it and nothing else."""
        value: dict[str, Any] = {self.names[-1]: True if self.is_flag else {}}
        for name in reversed(self.names[:-1]):
            value = {name: value}
        return value


def goes_beyond(capabilities: object, extensions: Iterable[Extension]) -> bool:
    """Whether a side declares what this package does not know, whose methods no revision has.

    Page: /specification/2025-11-25/basic/lifecycle#capability-negotiation.

    Args:
        capabilities: that the side declares.
        extensions: in use.
    """
    if member_at(capabilities, "experimental"):
        return True
    declared = member_at(capabilities, "extensions")
    return is_object(declared) and not {each.id for each in extensions}.issuperset(declared)


@cache
def known_methods() -> frozenset[str]:
    """Every method of every revision, which no experiment has."""
    return frozenset(method for version in VERSIONS for method in revision(version).methods)


def capability_fault(
    need: CapabilityNeed | None, capabilities: Mapping[str, Any] | None, method: str, *, is_notified: bool = False
) -> Violation | None:
    """What is wrong with a message that needs a capability; None if that was declared.

    Args:
        need: the capability; None if the message needs none.
        capabilities: what the side has declared; None if that is not known, and then nothing is checked.
        method: of the message.
        is_notified: whether the message is a notification.
    """
    if need is not None and capabilities is not None and not need.met_by(capabilities):
        return _missing(need, method, METHOD_NOT_FOUND, is_notified=is_notified)
    return None


def check_member_capabilities(
    paths: Mapping[str, bool],
    method: str,
    params: Members,
    capabilities: Mapping[str, Any] | None,
    remarks: Remarks,
    *,
    arrived: bool,
) -> None:
    """Check that the client declared what single members of a request to it need, such as the mode of an elicitation.

    A message that breaks what the specification only recommends may not be sent; if it has arrived, it passes with a
    finding.

    Args:
        paths: every capability of a client in the revision, and whether it is a flag.
        method: of the request.
        params: of the request.
        capabilities: what the client has declared; None if that is not known, and then nothing is checked.
        remarks: takes note of rules that bind only the sender.
        arrived: whether the request has arrived from the peer.

    Raises:
        Violation: a capability is not declared.
    """
    if capabilities is None:
        return
    for path, is_required in _member_needs(method, params, capabilities):
        if path not in paths:
            continue
        need = CapabilityNeed.from_path("client", path, is_flag=paths[path])
        if not need.met_by(capabilities):
            missing = _missing(need, method, INVALID_PARAMS)
            if is_required:
                raise missing
            missing.level = "warning"
            remarks.recommend(missing, arrived=arrived)


def _member_needs(method: str, params: Members, capabilities: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """The paths that single members need, and whether that is a MUST.

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


def missing_capabilities(
    need: CapabilityNeed | None,
    paths: Mapping[str, bool],
    method: str,
    params: Members | None,
    capabilities: Mapping[str, Any],
) -> dict[str, Any]:
    """What a client has to declare for a request to it, and has not, as nested as it is declared; empty if nothing.

    Args:
        need: the capability of the method.
        paths: every capability of a client in the revision, and whether it is a flag.
        method: of the request.
        params: of the request.
        capabilities: what the client has declared.
    """
    needs = [] if need is None else [need]
    needs += [
        CapabilityNeed.from_path("client", path, is_flag=paths[path])
        for path, is_required in _member_needs(method, params or {}, capabilities)
        if is_required and path in paths
    ]
    missing: dict[str, Any] = {}
    for each in needs:
        if not each.met_by(capabilities):
            merge_capabilities(missing, each.leaf())
    return missing


def missing_capability(missing: Mapping[str, Any]) -> ProtocolError:
    """The error for a request that needs what its client has not declared."""
    return ProtocolError(
        MISSING_REQUIRED_CLIENT_CAPABILITY,
        "The client has not declared a capability that the request needs",
        data={"requiredCapabilities": dict(missing)},
    )


def merge_capabilities(tree: dict[str, Any], branch: Mapping[str, Any]) -> None:
    """Add capabilities to others."""
    for name, value in branch.items():
        if is_object(value):
            merge_capabilities(tree.setdefault(name, {}), value)
        else:
            tree[name] = value


def _missing(need: CapabilityNeed, method: str, code: int, *, is_notified: bool = False) -> Violation:
    text = f"{method} needs the {need.side} capability {need.path}, which is not declared"
    rule = _OF_NOTIFICATION if is_notified else CAPABILITY
    return Violation(rule, text, code=code, data={"missingCapability": need.path, "declaredBy": need.side})
