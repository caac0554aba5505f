"""The names that a revision has for methods and capabilities of other revisions, as the rules of translation state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from .revisions import KNOWN_IDS, REVISIONS, Revision, revision
from .spec.names import Sender

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

_renames = import_module(".spec.renames", __package__)  # rendered

METHODS: tuple[tuple[str, str, str, str], ...] = _renames.METHODS
"""The rules that rename a method: the newer revision of the step, the way (`to-newer` or `to-older`), and the name
before and after the step."""

CAPABILITIES: dict[Sender, tuple[tuple[str, str, str, str], ...]] = _renames.CAPABILITIES
"""The rules that rename or move a capability, by the side that declares it: the newer revision of the step, the way
(`to-newer` or `to-older`), and the dotted path before and after the step."""


def find_own_name(method: str, rev: Revision) -> str | None:
    """Return the name that a method of any release has in a revision; None if the revision does not have the method."""
    if not METHODS:
        return method if method in rev.methods else None
    if method in rev.methods and find_first_name(method, rev):
        return method
    return next((name for name in list_other_names(method, METHODS, rev.id) if name in rev.methods), None)


def to_own_name(method: str, rev: Revision) -> str:
    """Return the name that a method of any release has in a revision; the given name if the revision does not have the
    method.
    """
    return find_own_name(method, rev) or method


def find_own_method(method: str, rev: Revision) -> MethodInfo | None:
    """Return the method of a revision that has a name in any release; None if the revision does not have the method."""
    own = find_own_name(method, rev)
    return None if own is None else rev.methods[own]


def find_first_name(method: str, rev: Revision) -> str:
    """Return the name that a method of a revision has in the oldest release that has the method, as in `spec.names`.

    A method that no rule renames keeps its name. The result is empty for a method whose name belonged to another method
    before.
    """
    return _list_first_names(rev.id).get(method, method)


@cache
def list_names(*methods: str) -> frozenset[str]:
    """Return the names that methods of any release have in all revisions."""
    listed = frozenset(methods)
    if METHODS:
        found = (find_own_name(method, revision(each)) for each in KNOWN_IDS for method in listed)
        listed |= {name for name in found if name is not None}
    return listed


@cache
def _list_first_names(revision_id: str) -> dict[str, str]:
    """Return the first name of each method of a revision, by its name now. The result lacks a method whose name never
    changed, and has an empty text for a method whose name belonged to another method before.
    """
    if not METHODS:
        return {}
    ((_, steps), _), methods = _list_steps(revision_id), revision(revision_id).methods
    found = {method: method for method in methods}
    for each in reversed(steps):
        renamed = {old: new for step, way, old, new in METHODS if (step, way) == (each, "to-older")}
        found = {method: renamed.get(name, name) for method, name in found.items()}
    moved = {method: first for method, first in found.items() if first != method}
    return {**dict.fromkeys(methods.keys() & moved.values(), ""), **moved}


def list_other_names(name: str, rules: Iterable[tuple[str, str, str, str]], revision_id: str) -> Iterator[str]:
    """Yield the name that a revision has for a name of earlier revisions, and the name that it has for a name of later
    ones.

    Args:
        name: a name or dotted path of any revision. If no rule renames it or a path that leads to it, it is yielded
            unchanged.
        rules: the rules that rename, in the form of `METHODS`.
        revision_id: the id of the revision.
    """
    known = [*rules]
    for way, steps in _list_steps(revision_id):
        found = name
        for step in steps:
            found = _rename_path(found, {old: new for *place, old, new in known if place == [step, way]})
        yield found


def _rename_path(path: str, renamed: Mapping[str, str]) -> str:
    """Return a dotted path after a step that renames this path, or paths that lead to it."""
    head, tail = path, list[str]()
    while head:
        head, _, last = renamed.get(head, head).rpartition(".")
        tail.append(last)
    return ".".join(reversed(tail))


@cache
def _list_steps(revision_id: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the steps that lead to a revision from the oldest and from the newest revisions, each with their way.

    A fork has the steps of its base and steps of its own. Its id says nothing about its place among the releases.
    """
    target, drafts = revision(revision_id), [each for each in KNOWN_IDS if each not in REVISIONS]
    release = next((each for each in (target.id, target.version) if each in REVISIONS), REVISIONS[-1])
    place = REVISIONS.index(release) + 1
    before = (*REVISIONS[:place], *(each for each in drafts if each == target.id))
    after = (*REVISIONS[place:], *(each for each in drafts if each != target.id))
    newer = dict.fromkeys(name for each in before for name in (revision(each).version, each))
    older = dict.fromkeys(name for each in after for name in (revision(each).version, each) if name not in newer)
    return ("to-newer", tuple(newer)), ("to-older", tuple(reversed(older)))
