"""The heart: a document that some shapes all hold and others all refuse, or the certainty that there is none.

`find([old], [new])` asks whether old documents are contained in new ones, and answers no with a witness. What
shapes are made of is closed under this question (a member's value must be in some shapes and outside others), so the
search is exact: for each alternative to stay out of, choose the spot at which the document fails it, and try all
choices. Recursion ends since the smallest document never holds itself: a question that comes up inside itself is
answered with no. Only where the choices are too many the answer is that no one knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from mcp_bindgen.diff.containment.scalars import UndecidedError, narrowed, number_outside, string_outside
from mcp_bindgen.diff.containment.shapes import (
    ANYTHING,
    Array,
    Atom,
    Constant,
    Numbers,
    Record,
    Shape,
    Strings,
    alternatives,
    is_anything,
    number_within,
)
from mcp_bindgen.jsontext import JSONValue

STEPS = 60_000
"""Questions to ask for one answer."""
LEVELS = 60
"""Of questions within questions."""
LONGEST = 600
"""Items of an array to write."""
FRESH = "x"


@dataclass(frozen=True)
class Found:
    """There is such a document."""

    document: JSONValue


Outcome: TypeAlias = "Found | Literal['none', 'unknown']"
_Key: TypeAlias = tuple[frozenset[Shape], frozenset[Shape]]
_CLEAR = 1 << 30
"""Depends on no question that is still open."""


class Search:
    """Answers questions and remembers the answers."""

    def __init__(self, steps: int = STEPS) -> None:
        self._steps = steps
        self._left = steps
        self._known: dict[_Key, Outcome] = {}
        self._open: dict[_Key, int] = {}
        self._lowest = _CLEAR
        """The outermost open question that the current answer rests on."""

    def find(self, inside: Sequence[Shape], outside: Sequence[Shape]) -> Outcome:
        """A document in all of these and none of those."""
        self._left, self._lowest = self._steps, _CLEAR
        self._open.clear()
        return self.ask(tuple(inside), tuple(outside))

    def ask(self, inside: tuple[Shape, ...], outside: tuple[Shape, ...]) -> Outcome:
        """A question within another."""
        key = (frozenset(shape for shape in inside if not is_anything(shape)), frozenset(outside))
        if any(is_anything(shape) for shape in outside) or key[0] & key[1]:
            return "none"
        if key in self._known:
            return self._known[key]
        if key in self._open:
            self._lowest = min(self._lowest, self._open[key])
            return "none"
        self._left -= 1
        if self._left < 0 or len(self._open) >= LEVELS:
            return "unknown"
        depth = self._open[key] = len(self._open)
        before, self._lowest = self._lowest, _CLEAR
        try:
            answer = self._answer([shape for shape in dict.fromkeys(inside) if shape in key[0]], outside)
        except UndecidedError:
            answer = "unknown"
        del self._open[key]
        rests = self._lowest
        if answer != "none" or rests >= depth:
            rests = _CLEAR
            if answer != "unknown":
                self._known[key] = answer
        self._lowest = min(before, rests)
        return answer

    def _answer(self, inside: Sequence[Shape], outside: Sequence[Shape]) -> Outcome:
        parts = [alternatives(shape) for shape in inside] or [alternatives(ANYTHING)]
        rivals = tuple(dict.fromkeys(atom for shape in outside for atom in alternatives(shape)))
        unsure = False
        merged: list[_Merged] = list(parts[0])
        for more in parts[1:]:
            pairs = product(merged, more)
            merged = list(dict.fromkeys(both for one, other in pairs if (both := _both(one, other)) is not None))
        for atom in sorted(merged, key=_effort):
            if atom in rivals:
                continue
            found = self._outside(atom, rivals)
            if isinstance(found, Found):
                return found
            unsure |= found == "unknown"
        return "unknown" if unsure else "none"

    def _outside(self, atom: _Merged, rivals: Sequence[Atom]) -> Outcome:
        match atom:
            case Constant():
                return "none" if any(_holds(rival, atom) for rival in rivals) else Found(atom.value)
            case Numbers():
                number = number_outside(atom, rivals)
                return "none" if number is None else Found(number)
            case Strings():
                text = string_outside(atom, rivals)
                return "none" if text is None else Found(text)
            case _Items():
                return self._array(atom, [rival for rival in rivals if isinstance(rival, Array)])
            case Array():
                return self._array(_items(atom), [rival for rival in rivals if isinstance(rival, Array)])
            case _Object():
                return self._object(atom, [rival for rival in rivals if isinstance(rival, Record)])
            case Record():
                return self._object(_object(atom), [rival for rival in rivals if isinstance(rival, Record)])

    def _array(self, atom: _Items, rivals: Sequence[Array]) -> Outcome:
        unsure = False
        for length in _lengths(atom, rivals):
            if length > LONGEST:
                return "unknown"
            left = [rival for rival in rivals if rival.low <= length and (rival.high is None or length <= rival.high)]
            filler = self.ask(atom.items, ()) if length else "none"
            if length and not isinstance(filler, Found):
                unsure |= filler == "unknown"
                continue
            for groups in _groups(left, length):
                found = [self.ask(atom.items, tuple(rival.items for rival in group)) for group in groups]
                if all(isinstance(each, Found) for each in found):
                    items = [each.document for each in found if isinstance(each, Found)]
                    filling = filler.document if isinstance(filler, Found) else None
                    return Found([*items, *[filling] * (length - len(items))])
                unsure |= "unknown" in found
        return "unknown" if unsure else "none"

    def _object(self, atom: _Object, rivals: Sequence[Record]) -> Outcome:
        """The members that must be there, and the spots at which each rival fails."""
        values: dict[str, JSONValue] = {}
        for name in atom.required:
            shapes = atom.at(name)
            found = "none" if shapes is None else self.ask(shapes, ())
            if not isinstance(found, Found):  # or one part requires what another forbids
                return found
            values[name] = found.document
        spots = _Spots(self, atom)
        ways: list[list[_Way]] = []
        for rival in rivals:
            if spots.always_fails(rival):
                continue
            possible = list(spots.ways(rival))
            if not possible and not spots.unsure:
                return "none"
            ways.append(possible)
        ways.sort(key=len)
        chosen = spots.choose(ways, {}, frozenset())
        if chosen is None:
            return "unknown" if spots.unsure else "none"
        return Found({**values, **chosen})


@dataclass(frozen=True)
class _Items:
    """An array that is several at once."""

    items: tuple[Shape, ...]
    low: int
    high: int | None


@dataclass(frozen=True)
class _Object:
    """An object that is several records at once."""

    parts: tuple[Record, ...]

    @property
    def required(self) -> tuple[str, ...]:
        """Members that must be there, in order."""
        return tuple(dict.fromkeys(member.name for part in self.parts for member in part.members if member.required))

    @property
    def names(self) -> tuple[str, ...]:
        """Members with a name of their own."""
        return tuple(dict.fromkeys(member.name for part in self.parts for member in part.members))

    def at(self, name: str) -> tuple[Shape, ...] | None:
        """What the member must be, all at once; None where it may not be."""
        found: list[Shape] = []
        for part in self.parts:
            shape = _member_shape(part, name)
            if shape is None:
                return None
            found.append(shape)
        return tuple(dict.fromkeys(found))


_Merged: TypeAlias = Atom | _Items | _Object


@dataclass(frozen=True)
class _Way:
    """A way to fail a rival: without a member, or with a value of a member outside a shape."""

    name: str
    outside: Shape | None
    """None for a member that is not there, or whose mere presence is enough (`fresh` names)."""
    absent: bool = False
    document: JSONValue = None
    """What can stand there, where nothing else is asked of it."""


class _Spots:
    """Where an object can fail records."""

    def __init__(self, search: Search, atom: _Object) -> None:
        self._search = search
        self._atom = atom
        self._required = set(atom.required)
        self.unsure = False
        self._budget = 3000

    def always_fails(self, rival: Record) -> bool:
        """Is every document of the object plainly outside? Saves trying, so only what is quickly seen counts."""
        for member in rival.members:
            ours = self._atom.at(member.name)
            if ours is None:
                if member.required:
                    return True
            elif member.name in self._required and _apart(ours, member.shape):
                return True
        return rival.extra is None and any(rival.member(name) is None for name in self._required)

    def ways(self, rival: Record) -> Iterator[_Way]:
        """Every single spot at which the object can fail a record."""
        names = dict.fromkeys([*(member.name for member in rival.members), *self._atom.names])
        for name in names:
            member, ours = rival.member(name), self._atom.at(name)
            if member is not None and member.required and name not in self._required:
                yield _Way(name, None, absent=True)
        for name in names:
            member, ours = rival.member(name), self._atom.at(name)
            theirs = member.shape if member is not None else rival.extra
            if ours is not None and not is_anything(theirs):
                yield from self._way(name, ours, theirs)
        fresh = self._fresh(rival)
        ours = self._atom.at(fresh)
        if ours is not None and not is_anything(rival.extra):
            yield from self._way(fresh, ours, rival.extra)

    def _way(self, name: str, ours: tuple[Shape, ...], theirs: Shape | None) -> Iterator[_Way]:
        found = self._search.ask(ours, () if theirs is None else (theirs,))
        if isinstance(found, Found):
            yield _Way(name, theirs, document=found.document)
        self.unsure |= found == "unknown"

    def _fresh(self, rival: Record) -> str:
        """A name that neither knows."""
        known = {*self._atom.names, *(member.name for member in rival.members)}
        return next(name for name in (FRESH * times for times in range(1, len(known) + 2)) if name not in known)

    def choose(
        self,
        ways: Sequence[Sequence[_Way]],
        groups: dict[str, tuple[_Way, ...]],
        absent: frozenset[str],
    ) -> dict[str, JSONValue] | None:
        """One way for each rival, so that all go together: the members to write for it."""
        self._budget -= 1
        if self._budget < 0:
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

    def _values(self, groups: dict[str, tuple[_Way, ...]]) -> dict[str, JSONValue] | None:
        values: dict[str, JSONValue] = {}
        for name, group in groups.items():
            found = self._value(name, group)
            if found is None:
                return None
            values[name] = found.document
        return values

    def _value(self, name: str, group: tuple[_Way, ...]) -> Found | None:
        """A value that fails a whole group at once."""
        if len(group) == 1:
            return Found(group[0].document)
        shapes = tuple(dict.fromkeys(way.outside for way in group if way.outside is not None))
        found = self._search.ask(self._atom.at(name) or (), shapes)
        self.unsure |= found == "unknown"
        return found if isinstance(found, Found) else None


def _member_shape(record: Record, name: str) -> Shape | None:
    member = record.member(name)
    return member.shape if member is not None else record.extra


def _items(atom: Array) -> _Items:
    return _Items((atom.items,), atom.low, atom.high)


def _object(atom: Record) -> _Object:
    return _Object((atom,))


def _both(one: _Merged, other: Atom) -> _Merged | None:
    """What is both; None where nothing is."""
    if one == other:
        return one
    match one, other:
        case (Constant() as fixed, other_atom) if not isinstance(other_atom, (Array, Record)):
            return fixed if _holds(other_atom, fixed) else None
        case ((Numbers() | Strings()) as atom, Constant() as fixed):
            return fixed if _holds(atom, fixed) else None
        case (Numbers() as atom, Numbers() as more):
            return narrowed(atom, more)
        case (Strings() as atom, Strings() as more):
            return Strings(max(atom.low, more.low), _least(atom.high, more.high))
        case ((Array() | _Items()) as left, Array() as right):
            left = left if isinstance(left, _Items) else _items(left)
            items = tuple(dict.fromkeys((*left.items, right.items)))
            return _Items(items, max(left.low, right.low), _least(left.high, right.high))
        case ((Record() | _Object()) as left, Record() as right):
            left = left if isinstance(left, _Object) else _object(left)
            return _Object(tuple(dict.fromkeys((*left.parts, right))))
        case _:
            return None


def _least(one: int | None, other: int | None) -> int | None:
    return min((high for high in (one, other) if high is not None), default=None)


def _holds(atom: Atom | _Merged, fixed: Constant) -> bool:
    match atom:
        case Constant():
            return atom == fixed
        case Numbers():
            value = fixed.value
            return fixed.kind == "number" and isinstance(value, (int, float)) and number_within(atom, value)
        case Strings():
            text = fixed.value
            return isinstance(text, str) and atom.low <= len(text) and (atom.high is None or len(text) <= atom.high)
        case _:
            return False


def _effort(atom: _Merged) -> int:
    """Simple things first, so that witnesses are small."""
    match atom:
        case Constant():
            return 0
        case Numbers() | Strings():
            return 1
        case Array() | _Items():
            return 2
        case Record():
            return 3 + sum(member.required for member in atom.members)
        case _Object():
            return 3 + len(atom.required)


def _apart(ours: Sequence[Shape], theirs: Shape) -> bool:
    """Have these constants nothing in common with those shapes?"""
    others = alternatives(theirs)
    for shape in ours:
        own = alternatives(shape)
        if all(isinstance(atom, Constant) for atom in own):
            return not any(_holds(other, atom) for atom in own for other in others if isinstance(atom, Constant))
    return False


def _lengths(atom: _Items, rivals: Sequence[Array]) -> list[int]:
    """Where the set of rivals that fail by length alone changes, and room beyond for items that fail the others."""
    starts = {atom.low, *(rival.low for rival in rivals), *(rival.low - 1 for rival in rivals)}
    starts |= {rival.high + 1 for rival in rivals if rival.high is not None}
    found = {start + more for start in starts for more in range(len(rivals) + 1)}
    return sorted(length for length in found if length >= atom.low and (atom.high is None or length <= atom.high))


def _groups(rivals: Sequence[Array], room: int) -> Iterator[list[list[Array]]]:
    """Ways to spread rivals over so many items; with room for all, each has its own."""
    if len(rivals) <= room:
        yield [[rival] for rival in rivals]
        return
    if room == 0:
        return
    yield from _partitions(list(rivals), room)


def _partitions(rivals: list[Array], room: int) -> Iterator[list[list[Array]]]:
    if not rivals:
        yield []
        return
    first, rest = rivals[0], rivals[1:]
    for parts in _partitions(rest, room):
        for place, part in enumerate(parts):
            yield [*parts[:place], [first, *part], *parts[place + 1 :]]
        if len(parts) < room:
            yield [[first], *parts]
