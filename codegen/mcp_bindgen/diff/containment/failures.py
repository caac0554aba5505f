"""Ways in which an object can be outside of several records at once: one failing member for each record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Literal, TypeAlias

from mcp_bindgen.diff.containment.intersection import RecordIntersection, contains_constant
from mcp_bindgen.diff.containment.search_cache import Failure, SearchCache
from mcp_bindgen.diff.containment.shapes import Constant, Record, Shape, alternatives, is_anything
from mcp_bindgen.jsontext import JSONValue


@dataclass(frozen=True)
class FoundDocument:
    """Outcome of a search that found a document."""

    document: JSONValue


Outcome: TypeAlias = FoundDocument | Literal["none", "unknown"]
"""A document, `none` if it is proven that none exists, or `unknown` if the search was given up."""


FRESH_NAME = "x"
"""Text to repeat until the result is a member name that neither the intersection nor the record declares."""
MAX_CHOICES = 3000
"""Greatest number of combinations to try for one object."""

FindInner: TypeAlias = Callable[[tuple[Shape, ...], tuple[Shape, ...]], Outcome]
"""Function that searches for a document in all shapes of its first argument and in no shape of its second argument, and
returns the outcome.
"""
FindInnerWithFinality: TypeAlias = Callable[[tuple[Shape, ...], tuple[Shape, ...]], tuple[Outcome, bool]]
"""A `FindInner` that also returns whether its outcome is final. No later search changes a final outcome."""


class FailureFinder:
    """Finder of the ways in which an object of one intersection can be outside of records."""

    def __init__(
        self, find: FindInner, find_final: FindInnerWithFinality, atom: RecordIntersection, memory: SearchCache
    ) -> None:
        self._find = find
        self._find_final = find_final
        self._atom = atom
        self._memory = memory
        self.unsure = False
        """True if a search ended without a decision, or if `MAX_CHOICES` was reached, so that some failures may not
        have been found.
        """
        self._choices_left = MAX_CHOICES

    def always_fails(self, rival: Record) -> bool:
        """Return whether a quick check proves that every object of the intersection is outside of a record.

        The check saves a search. False does not prove that an object is inside of the record.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        found = self._memory.members_outside(self._atom, rival).find_answers(
            self._atom.edited_names.union(rival.edits),
            lambda name: (self._always_fails_by_member(rival, name) or None, True),
        )
        return bool(found)

    def _always_fails_by_member(self, rival: Record, name: str) -> bool:
        """Return whether a check of one member proves that every object of the intersection is outside of a record.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        member = rival.member(name)
        if member is None:
            return rival.extra is None and self._atom.requires(name)
        shapes = self._atom.shapes_of_member(name)
        return (
            member.required
            if shapes is None
            else self._atom.requires(name) and _are_excluded_constants(shapes, member.shape)
        )

    def find_failures(self, rival: Record) -> list[Failure]:
        """Return the ways in which an object of the intersection can be outside of a record by a single member. The
        list may lack some ways; then `unsure` is set.
        """
        found = self._memory.failures(self._atom, rival).find_answers(
            self._atom.edited_names.union(rival.edits), lambda name: self._find_failures_of_member(rival, name)
        )
        names = sorted(found, key=partial(self._member_sort_key, rival)) if len(found) > 1 else list(found)
        ways = sorted((way for name in names for way in found[name]), key=lambda way: not way.absent)
        fresh = next(name for times in count(1) if self._is_fresh(name := FRESH_NAME * times, rival))
        shapes = self._atom.shapes_of_member(fresh)
        if shapes is not None and not is_anything(rival.extra):
            ways += self._find_failures_of_value(fresh, shapes, rival.extra)[0]
        return ways

    def _member_sort_key(self, rival: Record, name: str) -> tuple[int, int]:
        """Return the sort key of a member: first the members of a record in their order, then those of the
        intersection.
        """
        records = (rival, *self._atom.parts)
        return next(
            (number, each.member_sort_key(name)) for number, each in enumerate(records) if each.member(name) is not None
        )

    def _find_failures_of_member(self, rival: Record, name: str) -> tuple[tuple[Failure, ...], bool]:
        """Return the failures that one declared member can have, and whether these failures are final."""
        member, shapes = rival.member(name), self._atom.shapes_of_member(name)
        is_declared = member is not None or any(part.member(name) is not None for part in self._atom.parts)
        excluded = member.shape if member is not None else rival.extra
        found, final = tuple[Failure, ...](), True
        if is_declared and shapes is not None and not is_anything(excluded):
            found, final = self._find_failures_of_value(name, shapes, excluded)
        if member is not None and member.required and not self._atom.requires(name):
            found = (Failure(name, None, absent=True), *found)
        return found, final

    def _find_failures_of_value(
        self, name: str, shapes: tuple[Shape, ...], excluded: Shape | None
    ) -> tuple[tuple[Failure, ...], bool]:
        found, final = self._find_final(shapes, () if excluded is None else (excluded,))
        self.unsure |= found == "unknown"
        return ((Failure(name, excluded, document=found.document),) if isinstance(found, FoundDocument) else ()), final

    def _is_fresh(self, name: str, rival: Record) -> bool:
        """Return whether neither the intersection nor a record declares a member with a given name."""
        return all(each.member(name) is None for each in (rival, *self._atom.parts))

    def choose_failures(
        self,
        ways: Sequence[Sequence[Failure]],
        groups: dict[str, tuple[Failure, ...]],
        absent: frozenset[str],
    ) -> dict[str, JSONValue] | None:
        """Choose one failure for each record so that one object can have all chosen failures.

        Args:
            ways: the possible failures of each record.
            groups: the failures chosen so far, by member.
            absent: members that must be absent for the failures chosen so far.

        Returns:
            The values of the failing members by name, or None if no choice is possible or the search was given up.
        """
        self._choices_left -= 1
        if self._choices_left < 0:
            self.unsure = True
            return None
        if not ways:
            return self._find_values(groups)
        first, others = ways[0], ways[1:]
        for way in sorted(first, key=lambda way: way.name not in groups and way.name not in absent):
            if way.absent:
                if way.name not in groups:
                    found = self.choose_failures(others, groups, absent | {way.name})
                    if found is not None:
                        return found
            elif way.name not in absent:
                together = (*groups.get(way.name, ()), way)
                if self._find_value(way.name, together) is not None:
                    found = self.choose_failures(others, {**groups, way.name: together}, absent)
                    if found is not None:
                        return found
        return None

    def _find_values(self, groups: dict[str, tuple[Failure, ...]]) -> dict[str, JSONValue] | None:
        values: dict[str, JSONValue] = {}
        for name, group in groups.items():
            found = self._find_value(name, group)
            if found is None:
                return None
            values[name] = found.document
        return values

    def _find_value(self, name: str, group: tuple[Failure, ...]) -> FoundDocument | None:
        """Find a value with which a member fails in several ways at once.

        Returns:
            The value, or None if the search found none.
        """
        if len(group) == 1:
            return FoundDocument(group[0].document)
        shapes = tuple(dict.fromkeys(way.outside for way in group if way.outside is not None))
        found = self._find(self._atom.shapes_of_member(name) or (), shapes)
        self.unsure |= found == "unknown"
        return found if isinstance(found, FoundDocument) else None


def _are_excluded_constants(shapes: Sequence[Shape], excluded: Shape) -> bool:
    """Return whether one of several shapes allows only constants, and none of these is in the excluded shape.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    others = alternatives(excluded)
    for shape in shapes:
        atoms = alternatives(shape)
        constants = [atom for atom in atoms if isinstance(atom, Constant)]
        if len(constants) == len(atoms) and not any(
            contains_constant(other, constant) for constant in constants for other in others
        ):
            return True
    return False
