"""How an object can be outside of several records at once: one failing member for each record, all in one object."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mcp_bindgen.diff.containment.intersection import Members, holds
from mcp_bindgen.diff.containment.outcome import Found, Outcome
from mcp_bindgen.diff.containment.shapes import Constant, Record, Shape, alternatives, is_anything
from mcp_bindgen.jsontext import JSONValue

FRESH_NAME = "x"
"""Repeated until it is a member name that no side declares."""
MAX_CHOICES = 3000
"""Combinations to try for one object."""

Ask: TypeAlias = Callable[[tuple[Shape, ...], tuple[Shape, ...]], Outcome]
"""Finds a document in all of the first shapes and in none of the second ones."""


@dataclass(frozen=True)
class Failure:
    """One way to be outside of a record: without a member, or with a value of a member outside a shape."""

    name: str
    outside: Shape | None
    """None for an absent member, or for one whose presence alone is a failure."""
    absent: bool = False
    document: JSONValue = None
    """A value of the member for this failure alone."""


class Failures:
    """The ways in which one object can be outside of records."""

    def __init__(self, ask: Ask, atom: Members) -> None:
        self._ask = ask
        self._atom = atom
        self._required = set(atom.required)
        self.unsure = False
        """Whether a question ended without an answer, so that there may be more ways."""
        self._choices_left = MAX_CHOICES

    def always_fails(self, rival: Record) -> bool:
        """Whether every document of the object is clearly outside of a record. Only a quick check, to save a search."""
        for member in rival.members:
            ours = self._atom.at(member.name)
            if ours is None:
                if member.required:
                    return True
            elif member.name in self._required and _apart(ours, member.shape):
                return True
        return rival.extra is None and any(rival.member(name) is None for name in self._required)

    def ways(self, rival: Record) -> Iterator[Failure]:
        """Every single member by which the object can be outside of a record."""
        names = dict.fromkeys([*(member.name for member in rival.members), *self._atom.names])
        for name in names:
            member, ours = rival.member(name), self._atom.at(name)
            if member is not None and member.required and name not in self._required:
                yield Failure(name, None, absent=True)
        for name in names:
            member, ours = rival.member(name), self._atom.at(name)
            theirs = member.shape if member is not None else rival.extra
            if ours is not None and not is_anything(theirs):
                yield from self._way(name, ours, theirs)
        fresh = self._fresh(rival)
        ours = self._atom.at(fresh)
        if ours is not None and not is_anything(rival.extra):
            yield from self._way(fresh, ours, rival.extra)

    def _way(self, name: str, ours: tuple[Shape, ...], theirs: Shape | None) -> Iterator[Failure]:
        found = self._ask(ours, () if theirs is None else (theirs,))
        if isinstance(found, Found):
            yield Failure(name, theirs, document=found.document)
        self.unsure |= found == "unknown"

    def _fresh(self, rival: Record) -> str:
        """A member name that neither the object nor the record declares."""
        known = {*self._atom.names, *(member.name for member in rival.members)}
        return next(name for name in (FRESH_NAME * times for times in range(1, len(known) + 2)) if name not in known)

    def choose(
        self,
        ways: Sequence[Sequence[Failure]],
        groups: dict[str, tuple[Failure, ...]],
        absent: frozenset[str],
    ) -> dict[str, JSONValue] | None:
        """Choose one failure for each record so that all are possible in one object.

        Args:
            ways: for each record, its possible failures.
            groups: the failures chosen so far, by member.
            absent: members that must be absent for the failures chosen so far.

        Returns:
            The members to write, or None if there is no such choice or the search for one was given up.
        """
        self._choices_left -= 1
        if self._choices_left < 0:
            self.unsure = True
            return None
        if not ways:
            return self._values(groups)
        first, others = ways[0], ways[1:]
        for way in sorted(first, key=lambda way: way.name not in groups and way.name not in absent):
            if way.absent:
                if way.name not in groups:
                    found = self.choose(others, groups, absent | {way.name})
                    if found is not None:
                        return found
            elif way.name not in absent:
                together = (*groups.get(way.name, ()), way)
                if self._value(way.name, together) is not None:
                    found = self.choose(others, {**groups, way.name: together}, absent)
                    if found is not None:
                        return found
        return None

    def _values(self, groups: dict[str, tuple[Failure, ...]]) -> dict[str, JSONValue] | None:
        values: dict[str, JSONValue] = {}
        for name, group in groups.items():
            found = self._value(name, group)
            if found is None:
                return None
            values[name] = found.document
        return values

    def _value(self, name: str, group: tuple[Failure, ...]) -> Found | None:
        """A value of a member for several failures at once."""
        if len(group) == 1:
            return Found(group[0].document)
        shapes = tuple(dict.fromkeys(way.outside for way in group if way.outside is not None))
        found = self._ask(self._atom.at(name) or (), shapes)
        self.unsure |= found == "unknown"
        return found if isinstance(found, Found) else None


def _apart(ours: Sequence[Shape], theirs: Shape) -> bool:
    """Whether the first shapes allow only constants, none of which the second shape allows."""
    others = alternatives(theirs)
    for shape in ours:
        own = alternatives(shape)
        if all(isinstance(atom, Constant) for atom in own):
            return not any(holds(other, atom) for atom in own for other in others if isinstance(atom, Constant))
    return False
