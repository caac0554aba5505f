"""Report an added or removed method as one difference, in place of the differences between its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import SIDES, Delta, Place
from mcp_bindgen.ir.directions import method_names
from mcp_bindgen.ir.methods import ROOTS, MethodInfo, Side

RESULTS = ("ClientResult", "ServerResult")


def fold_methods(deltas: Sequence[Delta], old: Subject, new: Subject) -> list[Delta]:
    """Return the differences, with one difference for each added or removed method in place of those of its parts."""
    came = _UnmatchedMethods(new, old)
    went = _UnmatchedMethods(old, new)
    kept: list[Delta] = []
    reported: set[tuple[str, str]] = set()
    for delta in deltas:
        found = came.method_delta(delta, added=True) or went.method_delta(delta, added=False)
        if found is None:
            if not (came.covers(delta, added=True) or went.covers(delta, added=False)):
                kept.append(delta)
        elif (found.what, found.subject) not in reported:
            reported.add((found.what, found.subject))
            kept.append(found)
    shown = {delta.subject for delta in kept if delta.what.startswith(("request ", "notification "))}
    kept += [delta for delta in came.unplaced_deltas(added=True) if delta.subject not in shown]
    kept += [delta for delta in went.unplaced_deltas(added=False) if delta.subject not in shown]
    return kept


class _UnmatchedMethods:
    """Methods of one side that the other side does not have, or does not have from the same sender."""

    def __init__(self, here: Subject, there: Subject) -> None:
        self._types = here.spec.by_name()
        self._rows = {row.name: row for row in here.methods}
        self._others = {row.name: row for row in there.methods}
        self._wire = {name: wire_name for wire_name, name in here.spec.definitions.items()}
        self._only_here = [row for row in here.methods if row.name not in self._others]
        users: dict[str, set[str]] = {}
        for row in here.methods:
            for name in _definitions_of_method(row):
                users.setdefault(name, set()).add(row.name)
        self._covered = {
            name
            for row in self._only_here
            for name in _definitions_of_method(row)
            if all(user not in self._others for user in users[name])
        }

    def method_delta(self, delta: Delta, *, added: bool) -> Delta | None:
        """Return the difference of a method, in place of the given difference of its message.

        Returns:
            The difference of the method. None if no message was added to or removed from a union of messages, if no
            method has this message, or if the other side has the method as another kind of message or from a common
            sender.
        """
        place = delta.new if added else delta.old
        if delta.what != f"alternative {_participle(added)}" or place is None or place.root not in ROOTS:
            return None
        row = self._rows.get(next(iter(method_names(self._types.get(place.types[-1]))), ""))
        if row is None:
            return None
        _, senders = ROOTS[place.root]
        other = self._others.get(row.name)
        if other is None:
            what = f"{'notification' if row.kind == 'notification' else 'request'} {_participle(added)}"
            gained = _as_sides(row.senders)
        elif other.kind == row.kind and not set(senders) & set(other.senders):
            what, gained = f"sender {_participle(added)}", _as_sides(senders)
        else:
            return None
        return self._make_method_delta(delta, row, what, gained, place, added=added)

    def covers(self, delta: Delta, *, added: bool) -> bool:
        """Return whether a difference is about a definition or a result that only added methods, or only removed
        methods, use.
        """
        place = delta.new if added else delta.old
        if place is None or delta.what not in (f"definition {_participle(added)}", f"alternative {_participle(added)}"):
            return False
        name = place.types[-1]
        if delta.what.startswith("alternative"):
            return place.root in RESULTS and name in self._covered
        return name in self._covered or name.removesuffix("Response") in self._covered

    def unplaced_deltas(self, *, added: bool) -> list[Delta]:
        """Return a difference for each method that only this side has, to be reported if no union of messages shows the
        method.
        """
        found: list[Delta] = []
        for row in self._only_here:
            place = Place(self._wire.get(row.message, row.message), self._types[row.message].provenance.pointer)
            what = f"{'notification' if row.kind == 'notification' else 'request'} {_participle(added)}"
            levels: tuple[Level, Level] = ("safe", "breaking") if added else ("breaking", "safe")
            bare = Delta(what, "protocol", "added" if added else "removed", None, None, row.name, levels=levels)
            found.append(self._make_method_delta(bare, row, what, _as_sides(row.senders), place, added=added))
        return found

    def _make_method_delta(
        self, delta: Delta, row: MethodInfo, what: str, senders: tuple[Side, ...], place: Place, *, added: bool
    ) -> Delta:
        message = self._types[row.message]
        here = replace(
            place,
            definition=self._wire.get(row.message, row.message),
            pointer=message.provenance.pointer,
            types=(row.message,),
        )
        change = {"new": here} if added else {"old": here}
        return replace(delta, what=what, subject=row.name, methods=(row.name,), sender=senders, **change)  # type: ignore[arg-type]


def _definitions_of_method(row: MethodInfo) -> list[str]:
    return [row.message, *([row.params] if row.params else []), *row.results]


def _participle(added: bool) -> str:
    return "added" if added else "removed"


def _as_sides(names: Sequence[str]) -> tuple[Side, ...]:
    return tuple(side for side in SIDES if side in names)
