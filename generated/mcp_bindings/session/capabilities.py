"""Check that the right side has declared the capability that a message needs.

Pages: /specification/2025-11-25/basic/lifecycle#capability-negotiation,
/specification/2026-07-28/basic/index#meta, and the `#capabilities` section of each feature.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeGuard

from ..errors import ProtocolError
from ..extensions import Extension
from ..json_values import is_object, member_at
from ..renames import CAPABILITIES, list_other_names
from ..revisions import KNOWN_IDS, VERSIONS, revision
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY, to_revision_code
from ..spec.names import CREATE_MESSAGE, ELICIT, Sender
from .errors import FindingCollector, Violation

if TYPE_CHECKING:
    from mcp_bindings.spec.error_rows import ErrorCode  # rendered
    from mcp_bindings.spec.protocol import Capability  # rendered

_CAPABILITY_RULE = "capability"
"""Id of the session rule that no request and no result needs an undeclared capability."""

_NOTIFICATION_RULE = "capability.notification"
"""Id of the session rule that no notification needs an undeclared capability."""

ELICITATION = "elicitation"
"""The first path of the capability of clients to ask their users."""

URL_ELICITATION = f"{ELICITATION}.url"
"""The first path of the capability of clients to ask their users to visit a URL."""

OPEN_CAPABILITIES = ("extensions", "experimental")
"""The capabilities whose members are objects with names that no revision states."""

METHODS_WITH_MEMBER_NEEDS = frozenset({ELICIT, CREATE_MESSAGE})
"""First names of the methods for which `check_member_capabilities` checks the capabilities that members of the params
need."""


class WireObject(Protocol):
    """A JSON object, or a typed value that gives its members by their names on the wire."""

    def __contains__(self, wire_name: object, /) -> bool: ...
    def __getitem__(self, wire_name: str, /) -> Any: ...


def get_member(value: WireObject, name: str, default: Any = None) -> Any:
    """Return a member of a value, or the default if the member is absent."""
    if name in value:
        return value[name]
    return default


def has_members(value: object) -> TypeGuard[WireObject]:
    """Return whether a value is a JSON object or a pydantic model, without importing pydantic."""
    return is_object(value) or hasattr(type(value), "__pydantic_fields__")


@cache
def list_capability_paths(side: Sender, revision_id: str) -> frozenset[str]:
    """Return the dotted paths of the capabilities that a revision defines for a side."""
    return frozenset(row.path for row in _list_capability_rows(side, revision_id))


def list_capability_types(side: Sender, path: str) -> Iterator[str]:
    """Yield the type, `boolean` or `object`, that each revision of the package states for a capability of a side.

    The newest revision comes first. A revision that does not define the capability yields nothing.
    """
    for id_ in reversed(KNOWN_IDS):
        yield from (row.type for row in _list_capability_rows(side, id_) if row.path == path)


def _list_capability_rows(side: Sender, revision_id: str) -> tuple[Capability, ...]:
    """Return the rows of the capabilities that a revision defines for a side."""
    protocol = revision(revision_id).protocol
    return protocol.client_capabilities if side == "client" else protocol.server_capabilities


def is_known_capability(side: Sender, path: str) -> bool:
    """Return whether any revision of the package defines a capability for a side."""
    return any(path in list_capability_paths(side, id_) for id_ in reversed(KNOWN_IDS))


def rename_capabilities(declared: Mapping[str, Any], side: Sender, revision_id: str) -> Mapping[str, Any]:
    """Return declared capabilities by the names that a revision has for them, as the rules of translation state.

    A capability keeps its name if the revision defines this name, or has no other name for the capability.

    Args:
        declared: the capabilities, as JSON. They are not changed.
        side: the side that declares them.
        revision_id: the id of the revision.
    """
    if not CAPABILITIES[side]:
        return declared
    defined = list_capability_paths(side, revision_id)
    others = [path for path in _list_all_paths(declared) if path not in defined and is_known_capability(side, path)]
    moved = {path: new for path in others if (new := find_own_path(path, side, revision_id))}
    if not moved:
        return declared
    found: Any = _copy_objects(declared)
    for path, new in moved.items():
        node, (*around, last) = found, path.split(".")
        for name in around:
            node = node[name]
        value, place, (*parents, name) = node.pop(last), found, new.split(".")
        for parent in parents:
            place = place.setdefault(parent, {})
        if is_object(value) and is_object(place.get(name)):  # members of the object may have come before
            merge_capabilities(place[name], value)
        else:
            place.setdefault(name, value)
    kept: dict[str, Any] = found
    return kept


def _copy_objects(value: Any) -> Any:
    return {name: _copy_objects(each) for name, each in value.items()} if is_object(value) else value


def _list_all_paths(declared: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the dotted path of each declared capability and of each of its members, the innermost first."""
    for name, value in declared.items():
        path = f"{prefix}{name}"
        if is_object(value) and path not in OPEN_CAPABILITIES:
            yield from _list_all_paths(value, f"{path}.")
        yield path


def find_own_path(path: str, side: Sender, revision_id: str) -> str | None:
    """Return the dotted path that a revision has for a capability of any release; None if the revision does not have
    the capability.

    Args:
        path: the dotted path of the capability in a release.
        side: the side that declares the capability.
        revision_id: the id of the revision.
    """
    defined = list_capability_paths(side, revision_id)
    if path in defined:
        return path
    return next((name for name in list_other_names(path, CAPABILITIES[side], revision_id) if name in defined), None)


def drop_capabilities_of_other_revisions(
    declared: Mapping[str, Any], side: Sender, defined: Container[str], prefix: str = ""
) -> dict[str, Any]:
    """Return a copy of the declared capabilities without those that only other revisions define.

    A capability that no revision defines stays. So does `extensions`, since revisions that do not define it have
    extensions too. If a client declares URL mode as its only mode of elicitation, `elicitation` is left out in a
    revision without URL mode.

    Args:
        declared: the capabilities, or the members of one of them, as JSON.
        side: the side that declares them.
        defined: the dotted paths of the capabilities that the revision defines for this side.
        prefix: the path of the capability that has the members, with a dot at its end; empty for all capabilities.
    """
    found: dict[str, Any] = {}
    for name, value in declared.items():
        path = f"{prefix}{name}"
        if path != "extensions" and path not in defined and is_known_capability(side, path):
            continue
        is_open = path in OPEN_CAPABILITIES or not is_object(value)
        kept = value if is_open else drop_capabilities_of_other_revisions(value, side, defined, f"{path}.")
        if path not in list_paths(ELICITATION, "client") or not loses_all_elicitation_modes(value, kept):
            found[name] = kept
    return found


@cache
def list_paths(path: str, side: Sender) -> frozenset[str]:
    """Return the dotted paths that a capability of any release has in all revisions."""
    found = (find_own_path(path, side, id_) for id_ in KNOWN_IDS)
    return frozenset(each for each in found if each is not None)


def loses_all_elicitation_modes(declared: object, kept: object) -> bool:
    """Return whether a client declares modes of elicitation, forms not among them, and a revision has none of these.

    Then the client has no elicitation in the revision: an empty object would declare forms.

    Args:
        declared: the capability to ask users that the client declares, as JSON.
        kept: the capability without the members that the revision does not define.
    """
    return is_object(declared) and bool(declared) and not kept and "form" not in declared


class CapabilityNeed(NamedTuple):
    """One capability that a message needs."""

    side: Sender
    """The side that must have declared the capability."""

    path: str
    """The dotted path of the capability, such as `tools.listChanged`."""

    keys: tuple[str, ...]
    """The parts of the path."""

    is_flag: bool
    """True if the value `true` declares the capability, False if an object does."""

    @classmethod
    def from_path(cls, side: Sender, path: str, *, is_flag: bool) -> CapabilityNeed:
        """Return the need for the capability at a dotted path."""
        return cls(side, path, tuple(path.split(".")), is_flag)

    def is_declared_in(self, capabilities: Mapping[str, Any]) -> bool:
        """Return whether the declared capabilities of the side include this capability."""
        value = member_at(capabilities, *self.keys)
        return value is True if self.is_flag else is_object(value)

    def to_capabilities(self) -> dict[str, Any]:
        """Return a capabilities object that declares this capability and nothing else."""
        value: dict[str, Any] = {self.keys[-1]: True if self.is_flag else {}}
        for name in reversed(self.keys[:-1]):
            value = {name: value}
        return value


class MethodNeeds(Protocol):
    """The names of a method, and the capability that its messages need."""

    @property
    def name(self) -> str:
        """The name of the method in its revision."""
        ...

    @property
    def first_name(self) -> str:
        """The name of the method in the oldest release that has it."""
        ...

    @property
    def need(self) -> CapabilityNeed | None:
        """The capability; None if the messages need none."""
        ...


def may_use_unknown_methods(capabilities: object, extensions: Iterable[Extension]) -> bool:
    """Return whether a side declares an experimental capability, or an extension that is not in use.

    Such a side may use methods that no revision has.

    Page: /specification/2025-11-25/basic/lifecycle#capability-negotiation.

    Args:
        capabilities: the declared capabilities.
        extensions: the extensions in use.
    """
    if not is_object(capabilities):
        return False
    declared = capabilities.get("extensions")
    has_others = is_object(declared) and not {each.id for each in extensions}.issuperset(declared)
    return has_others or bool(capabilities.get("experimental"))


@cache
def list_all_methods() -> frozenset[str]:
    """Return every method of every revision. Any other method may belong to an experimental capability."""
    return frozenset(method for version in VERSIONS for method in revision(version).methods)


def find_capability_violation(
    need: CapabilityNeed | None, capabilities: Mapping[str, Any] | None, method: str, *, is_notified: bool = False
) -> Violation | None:
    """Return the violation if a message needs an undeclared capability; otherwise None.

    Args:
        need: the capability; None if the message needs none.
        capabilities: the declared capabilities of the side; None if they are not known. Then nothing is checked.
        method: the method of the message.
        is_notified: whether the message is a notification.
    """
    if need is not None and capabilities is not None and not need.is_declared_in(capabilities):
        return _make_undeclared_violation(need, method, METHOD_NOT_FOUND, is_notified=is_notified)
    return None


def check_member_capabilities(
    paths: Mapping[str, bool],
    method: MethodNeeds,
    params: WireObject,
    capabilities: Mapping[str, Any] | None,
    collector: FindingCollector,
    *,
    arrived: bool,
) -> None:
    """Check that a client has declared the capabilities that members of a server's request need.

    For example, the member `mode` of an elicitation needs a capability. A request of the peer that breaks a mere
    recommendation passes with a finding. This side may send no request that breaks one.

    Args:
        paths: the path of every capability of a client in the revision, and whether `true` declares the capability.
            Other capabilities are not checked.
        method: the method of the request.
        params: the params of the request.
        capabilities: the declared capabilities of the client; None if they are not known. Then nothing is checked.
        collector: notes the recommendations that the request breaks.
        arrived: whether the request has arrived from the peer.

    Raises:
        Violation: a required capability is not declared, or this side sends the request without a recommended one.
    """
    if capabilities is None:
        return
    for path, is_required in _find_member_needs(method, params, capabilities):
        if path not in paths:
            continue
        need = CapabilityNeed.from_path("client", path, is_flag=paths[path])
        if not need.is_declared_in(capabilities):
            missing = _make_undeclared_violation(need, method.name, INVALID_PARAMS)
            if is_required:
                raise missing
            missing.level = "warning"
            collector.note_violation(missing, arrived=arrived)


def _find_member_needs(
    method: MethodNeeds, params: WireObject, capabilities: Mapping[str, Any]
) -> Iterator[tuple[str, bool]]:
    """Yield the path of each capability that members of the params need, and whether the need is a MUST.

    Pages: /specification/2025-11-25/client/elicitation#capabilities,
    /specification/2025-11-25/client/sampling#tools-in-sampling and #capabilities.

    Args:
        method: the method of the request.
        params: the params of the request.
        capabilities: the declared capabilities of the client.
    """
    if method.need is None:
        return
    if method.first_name == ELICIT:
        mode = get_member(params, "mode", "form")
        if mode != "form" or member_at(capabilities, *method.need.keys):  # an empty object declares form mode
            yield f"{method.need.path}.{mode}", True
    elif method.first_name == CREATE_MESSAGE:
        if "tools" in params or "toolChoice" in params:
            yield f"{method.need.path}.tools", True
        if get_member(params, "includeContext", "none") != "none":
            yield f"{method.need.path}.context", False


def find_missing_capabilities(
    method: MethodNeeds,
    paths: Mapping[str, bool],
    params: WireObject | None,
    capabilities: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the capabilities that a server's request needs and that the client has not declared.

    Capabilities that the request needs only by a recommendation are not returned.

    Args:
        method: the method of the request.
        paths: the path of every capability of a client in the revision, and whether `true` declares the capability.
        params: the params of the request; None without params.
        capabilities: the declared capabilities of the client.

    Returns:
        An object with the nesting of a capabilities object; empty if no capability is missing.
    """
    needs = [] if method.need is None else [method.need]
    needs += [
        CapabilityNeed.from_path("client", path, is_flag=paths[path])
        for path, is_required in _find_member_needs(method, params or {}, capabilities)
        if is_required and path in paths
    ]
    missing: dict[str, Any] = {}
    for each in needs:
        if not each.is_declared_in(capabilities):
            merge_capabilities(missing, each.to_capabilities())
    return missing


def make_missing_capability_error(
    missing: Mapping[str, Any], codes: Mapping[int, ErrorCode] = MappingProxyType({})
) -> ProtocolError:
    """Return the error for a request that needs undeclared capabilities. The text names all these capabilities.

    Args:
        missing: the capabilities, with the nesting of a capabilities object.
        codes: `Revision.error_codes` of the request's revision. By default the error has the code of
            `spec.error_codes`, and `make_answer` in `peer.handler_errors` replaces this code by that of the revision,
            or by -32602 in a revision without a code for this error.
    """
    names = ", ".join(sorted(_list_paths(missing)))
    return ProtocolError(
        to_revision_code(codes, MISSING_REQUIRED_CLIENT_CAPABILITY),
        f"The client has not declared a capability that the request needs: {names}",
        data={"requiredCapabilities": dict(missing)},
    )


def _list_paths(capabilities: Mapping[str, Any], before: str = "") -> Iterator[str]:
    """Yield the dotted paths of the innermost members of a capabilities object."""
    for name, value in capabilities.items():
        if is_object(value) and value:
            yield from _list_paths(value, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def merge_capabilities(target: dict[str, Any], added: Mapping[str, Any]) -> None:
    """Add the members of `added` to `target`.

    An object is merged with the object of the same name in `target`; any other value replaces the value there.
    """
    for name, value in added.items():
        if is_object(value):
            merge_capabilities(target.setdefault(name, {}), value)
        else:
            target[name] = value


def write_capability_source(path: str) -> str:
    """Return Python source for a capabilities object that declares the capability at a dotted path."""
    return repr(make_capabilities(path))


def make_capabilities(path: str) -> dict[str, Any]:
    """Return a capabilities object that declares the capability at a dotted path.

    An empty object declares a capability at the top level, `True` any other.
    """
    *outer, name = path.split(".")
    value: dict[str, Any] = {name: True if outer else {}}
    for each in reversed(outer):
        value = {each: value}
    return value


def _make_undeclared_violation(need: CapabilityNeed, method: str, code: int, *, is_notified: bool = False) -> Violation:
    text = f"{method} needs the {need.side} capability {need.path}, which is not declared"
    rule = _NOTIFICATION_RULE if is_notified else _CAPABILITY_RULE
    return Violation(rule, text, code=code, data={"missingCapability": need.path, "declaredBy": need.side})
