"""Find the few alternatives in which an object can be, by the members that are constants in most alternatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

MIN_ALTERNATIVES = 8
"""Least number of alternatives for a table. Fewer are tried one by one."""

MAX_TAGS = 3
"""Greatest number of tables. The tables are for those members that are constants in the most alternatives."""


class TagTables:
    """Tables that find the indices of alternatives by the constants of their members."""

    def __init__(self, constants: Sequence[Mapping[str, Collection[Hashable]]]) -> None:
        """Set up the tables.

        Args:
            constants: for each alternative, by the name of a member, the constants that the member may be if it is
                present.
        """
        count = Counter(name for each in constants for name in each)
        self._tables = {name: _TagTable(constants, name) for name, _ in count.most_common(MAX_TAGS)}

    def possible_indices(self, constants: Callable[[str], Collection[Hashable] | None]) -> list[int] | None:
        """Return the indices of the alternatives in which an object can be, in order. Return None if no table applies
        to the object, so that all alternatives are possible.

        Args:
            constants: returns the constants that a member of the object may be, or None if the member may be absent or
                any other value.
        """
        best: list[int] | None = None
        for name, table in self._tables.items():
            allowed = constants(name)
            if allowed is not None:
                found = table.find_indices(allowed)
                best = found if best is None or len(found) < len(best) else best
        return best


class _TagTable:
    """Table that finds the indices of alternatives by the constants of one member."""

    def __init__(self, constants: Sequence[Mapping[str, Collection[Hashable]]], name: str) -> None:
        self._places: dict[Hashable, list[int]] = {}
        self._others = [place for place, each in enumerate(constants) if name not in each]
        """Indices of the alternatives in which the member may be something else than a constant."""
        for place, each in enumerate(constants):
            for constant in each.get(name, ()):
                self._places.setdefault(constant, []).append(place)

    def find_indices(self, constants: Collection[Hashable]) -> list[int]:
        found = [place for constant in constants for place in self._places.get(constant, ())]
        return sorted({*found, *self._others})
