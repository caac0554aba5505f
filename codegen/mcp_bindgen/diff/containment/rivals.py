"""The alternatives that a search looks at: those to be inside of, and those to be outside of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial

from mcp_bindgen.diff.containment.intersection import Intersection, Members, members_of
from mcp_bindgen.diff.containment.shapes import Array, Atom, Choice, Constant, Record, constants, tags_of
from mcp_bindgen.diff.containment.tags import ENOUGH, Tags


class Rivals:
    """The alternatives to be outside of."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms = tuple(dict.fromkeys(atoms))
        self.known = frozenset(self.atoms)

    @cached_property
    def wide(self) -> list[Atom]:
        """Those that are no constants."""
        return [atom for atom in self.atoms if not isinstance(atom, Constant)]

    @cached_property
    def arrays(self) -> list[Array]:
        """The arrays among them."""
        return [atom for atom in self.atoms if isinstance(atom, Array)]

    @cached_property
    def _records(self) -> list[Record]:
        return [atom for atom in self.atoms if isinstance(atom, Record)]

    @cached_property
    def _tags(self) -> Tags:
        return tags_of(self._records)

    def records(self, atom: Members) -> Sequence[Record]:
        """The objects among them, without most of those that can have no document in common with an object."""
        if len(self._records) < ENOUGH:
            return self._records
        places = self._tags.possible(partial(_required_constants, atom))
        return self._records if places is None else [self._records[place] for place in places]


class LeftOver:
    """The alternatives of a shape that are none of the rivals."""

    def __init__(self, placed: Sequence[tuple[int, Atom]]) -> None:
        self._placed = placed
        """With their places among all alternatives of the shape."""

    @cached_property
    def atoms(self) -> list[Atom]:
        """The alternatives in order."""
        return [atom for _, atom in self._placed]

    @cached_property
    def _tags(self) -> Tags:
        return tags_of(self.atoms)

    def possible(self, other: Intersection) -> Sequence[Atom]:
        """The alternatives without most of those that have no document in common with another one."""
        if not isinstance(other, (Record, Members)) or len(self.atoms) < ENOUGH:
            return self.atoms
        record = other if isinstance(other, Members) else members_of(other)
        places = self._tags.possible(partial(_required_constants, record))
        return self.atoms if places is None else [self.atoms[place] for place in places]

    def before(self, others: Sequence[Atom]) -> Sequence[Atom]:
        """The alternatives to intersect with a few others, as `possible` gives them."""
        if not 0 < len(others) < ENOUGH:
            return self.atoms
        found = {id(atom) for other in others for atom in self.possible(other)}
        return [atom for atom in self.atoms if id(atom) in found]

    def exchanged(self, choice: Choice, rivals: Rivals) -> LeftOver:
        """The same for a choice that was made by a change of the shape."""
        gone = choice.replaced_atoms
        own = [(gone.start, atom) for atom in choice.own_atoms if atom not in rivals.known]
        before = [each for each in self._placed if each[0] < gone.start]
        return LeftOver([*before, *own, *(each for each in self._placed if each[0] >= gone.stop)])


def _required_constants(atom: Members, name: str) -> tuple[Constant, ...] | None:
    """The constants that a required member of an object is one of."""
    shapes = atom.at(name) if atom.requires(name) else None
    return next((each for shape in shapes or () if (each := constants(shape)) is not None), None)
