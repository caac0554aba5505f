"""Search for a document that is in some shapes and outside of others, or prove that none exists.

`Search.find_document([old], [new])` finds a witness, that is, an old document that is not valid on the new side, or
proves that no witness exists.

The search is exact, because a question about an object or array is reduced to questions of the same form about its
members or items. A document is outside of an alternative if one of its members or items fails. All choices of a failing
member or item for each excluded alternative are tried. The recursion ends because the smallest document never contains
itself, so a question inside itself has the outcome `none`. The outcome is `unknown` only if the search would take too
long or go too deep, if a bound is too large, or if the answer depends on a test that the search does not analyse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from math import inf
from typing import TypeAlias

from mcp_bindgen.diff.containment.acceptance import accepts, all_accept
from mcp_bindgen.diff.containment.bounds import Numbers, Strings
from mcp_bindgen.diff.containment.clauses import Clause, clauses_of_condition
from mcp_bindgen.diff.containment.failures import FailureFinder, FoundDocument, Outcome
from mcp_bindgen.diff.containment.implications import ImplicationProver
from mcp_bindgen.diff.containment.intersection import (
    ArrayIntersection,
    Intersection,
    RecordIntersection,
    conditions_of,
    contains_constant,
    intersection_of_array,
    intersection_of_record,
    kind_of,
    pairwise_intersections,
    shapes_without_conditions,
    size_sort_key,
    tests_of,
    without_conditions,
)
from mcp_bindgen.diff.containment.samples import SampleGenerator
from mcp_bindgen.diff.containment.scalars import number_outside, string_outside
from mcp_bindgen.diff.containment.search_cache import Failure, SearchCache
from mcp_bindgen.diff.containment.shapes import (
    ANYTHING,
    Array,
    Atom,
    Choice,
    ConditionedShape,
    Constant,
    Record,
    SchemaValues,
    Shape,
    TypeRef,
    alternatives,
    constants_of_shape,
    is_anything,
    tag_tables_of,
)
from mcp_bindgen.diff.containment.tags import MIN_ALTERNATIVES, TagTables
from mcp_bindgen.diff.containment.validity import UndecidedError, is_valid
from mcp_bindgen.jsontext import JSONValue


class ExcludedAlternatives:
    """Alternatives that a document must be outside of."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms = tuple(dict.fromkeys(atoms))
        self.known = frozenset(self.atoms)

    @cached_property
    def non_constants(self) -> list[Atom]:
        """Alternatives that are no constants."""
        return [atom for atom in self.atoms if not isinstance(atom, Constant)]

    @cached_property
    def arrays(self) -> list[Array]:
        """Alternatives that are arrays."""
        return [atom for atom in self.atoms if isinstance(atom, Array)]

    @cached_property
    def conditioned_atoms(self) -> list[Atom]:
        """Alternatives with conditions."""
        return [atom for atom in self.atoms if conditions_of(atom)]

    @cached_property
    def tested_atoms(self) -> list[SchemaValues]:
        """Alternatives that are defined by a test only. The search does not analyse the test."""
        return [atom for atom in self.atoms if isinstance(atom, SchemaValues)]

    @cached_property
    def _records(self) -> list[Record]:
        return [atom for atom in self.atoms if isinstance(atom, Record)]

    @cached_property
    def _tags(self) -> TagTables:
        return tag_tables_of(self._records)

    def possible_records(self, atom: RecordIntersection) -> Sequence[Record]:
        """Return the excluded records that may have a document in common with an intersection of records. Most records
        that have none in common are left out.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        if len(self._records) < MIN_ALTERNATIVES:
            return self._records
        places = self._tags.possible_indices(partial(_required_constants, atom))
        return self._records if places is None else [self._records[place] for place in places]


class RemainingAlternatives:
    """Alternatives of a shape that are not excluded."""

    def __init__(self, placed: Sequence[tuple[int, Atom]]) -> None:
        self._placed = placed
        """The alternatives, each after its index among all alternatives of the shape."""

    @cached_property
    def atoms(self) -> list[Atom]:
        """The remaining alternatives, in order."""
        return [atom for _, atom in self._placed]

    @cached_property
    def _tags(self) -> TagTables:
        return tag_tables_of(self.atoms)

    def possible_atoms(self, other: Intersection) -> Sequence[Atom]:
        """Return the alternatives that may have a document in common with a given alternative of another shape. Most
        alternatives that have none in common are left out.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        if not isinstance(other, (Record, RecordIntersection)) or len(self.atoms) < MIN_ALTERNATIVES:
            return self.atoms
        record = other if isinstance(other, RecordIntersection) else intersection_of_record(other)
        places = self._tags.possible_indices(partial(_required_constants, record))
        return self.atoms if places is None else [self.atoms[place] for place in places]

    def overlapping_atoms(self, others: Sequence[Atom]) -> Sequence[Atom]:
        """Return the alternatives that may have a document in common with any of `others`. If `others` has no items or
        many, return all alternatives.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        if not 0 < len(others) < MIN_ALTERNATIVES:
            return self.atoms
        found = {id(atom) for other in others for atom in self.possible_atoms(other)}
        return [atom for atom in self.atoms if id(atom) in found]

    def with_changes_of(self, choice: Choice, rivals: ExcludedAlternatives) -> RemainingAlternatives:
        """Return the remaining alternatives of a choice that was made from this shape by a change of one part.

        Args:
            choice: the choice; its `root` is this shape.
            rivals: the excluded alternatives.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        gone = choice.replaced_atoms
        own = [(gone.start, atom) for atom in choice.own_atoms if atom not in rivals.known]
        before = [each for each in self._placed if each[0] < gone.start]
        return RemainingAlternatives([*before, *own, *(each for each in self._placed if each[0] >= gone.stop)])


def _required_constants(atom: RecordIntersection, name: str) -> tuple[Constant, ...] | None:
    """Return the constants that a member of an intersection of records may be; None if the member is not required, or
    may be anything else than a constant.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    shapes = atom.shapes_of_member(name) if atom.requires(name) else None
    return next((each for shape in shapes or () if (each := constants_of_shape(shape)) is not None), None)


MAX_STEPS = 60_000
"""Greatest number of searches for inner documents in one call of `Search.find_document`."""
MAX_DEPTH = 60
"""Greatest depth of searches inside each other."""
MAX_ITEMS = 600
"""Greatest length of an array to search for."""

_Key: TypeAlias = tuple[frozenset[Shape], frozenset[Shape]]
_NO_DEPENDENCY = 1 << 30
"""Value of `Search._lowest` if the current outcome depends on no unfinished question."""


class Search:
    """Search for documents, with a cache of the outcomes."""

    def __init__(self, steps: int = MAX_STEPS, work: float = inf) -> None:
        """Set up the search.

        Args:
            steps: greatest number of searches for inner documents in one call of `find_document`.
            work: greatest amount of work in all calls together. Units of work are searches for inner documents, pairs
                of alternatives, and what a caller spends.
        """
        self._steps = steps
        self._work = work
        self._left = steps
        self._known: dict[_Key, Outcome] = {}
        self._memory = SearchCache()
        self._excluded: dict[tuple[Shape, ...], ExcludedAlternatives] = {}
        self._remaining_by_shape: dict[tuple[Shape, tuple[Shape, ...]], RemainingAlternatives] = {}
        self._open: dict[_Key, int] = {}
        self._implications, self._samples = ImplicationProver(self.find_inner), SampleGenerator(self.find_inner)
        self._lowest = _NO_DEPENDENCY
        """Depth of the outermost unfinished question on which the current outcome depends."""

    def spend_work(self, work: int) -> None:
        """Subtract work from the work that is left.

        Raises:
            UndecidedError: no work is left.
        """
        self._work -= work
        if self._work < 0:
            raise UndecidedError

    def find_document(self, inside: Sequence[Shape], outside: Sequence[Shape]) -> Outcome:
        """Return the outcome of a search for a document that is in all shapes of `inside` and in none of `outside`."""
        self._left, self._lowest = self._steps, _NO_DEPENDENCY
        self._open.clear()
        return self.find_inner(tuple(inside), tuple(outside))

    def find_inner(self, inside: tuple[Shape, ...], outside: tuple[Shape, ...]) -> Outcome:
        """Return the outcome of a search for a document that is in all shapes of `inside` and in none of `outside`, as
        part of a running search. A question inside itself has the outcome `none`.
        """
        key = (frozenset(shape for shape in inside if not is_anything(shape)), frozenset(outside))
        if any(is_anything(shape) for shape in outside) or key[0] & key[1]:
            return "none"
        if key in self._known:
            return self._known[key]
        if key in self._open:
            self._lowest = min(self._lowest, self._open[key])
            return "none"
        self._left -= 1
        self._work -= 1
        if min(self._left, self._work) < 0 or len(self._open) >= MAX_DEPTH:
            return "unknown"
        depth = self._open[key] = len(self._open)
        before, self._lowest = self._lowest, _NO_DEPENDENCY
        try:
            answer = self._find_uncached([shape for shape in dict.fromkeys(inside) if shape in key[0]], outside)
        except UndecidedError:
            answer = "unknown"
        del self._open[key]
        depends_on = self._lowest
        if answer != "none" or depends_on >= depth:
            depends_on = _NO_DEPENDENCY
            if answer != "unknown":
                self._known[key] = answer
        self._lowest = min(before, depends_on)
        return answer

    def find_inner_with_finality(self, inside: tuple[Shape, ...], outside: tuple[Shape, ...]) -> tuple[Outcome, bool]:
        """Return what `find_inner` returns, and whether this outcome is final. A final outcome is not `unknown`, and
        depends on no unfinished question.
        """
        before, self._lowest = self._lowest, _NO_DEPENDENCY
        answer = self.find_inner(inside, outside)
        final = answer != "unknown" and self._lowest == _NO_DEPENDENCY
        self._lowest = min(before, self._lowest)
        return answer, final

    def _find_uncached(self, inside: Sequence[Shape], outside: tuple[Shape, ...]) -> Outcome:
        rivals = self._excluded_alternatives(outside)
        shapes = inside or (ANYTHING,)
        parts = [self._remaining_atoms(shape, outside, rivals) for shape in shapes]
        unsure = False
        merged: list[Intersection] = [*parts[0].overlapping_atoms(parts[1].atoms if len(parts) > 1 else ())]
        for more in parts[1:]:
            self.spend_work(len(merged) * len(more.atoms))
            merged = pairwise_intersections(merged, more.atoms, more.possible_atoms)
        for atom in sorted(merged, key=size_sort_key) if len(merged) > 1 else merged:
            if atom in rivals.known:
                continue
            found = self._find_outside(atom, rivals)
            if isinstance(found, FoundDocument):
                return found
            unsure |= found == "unknown"
        return "unknown" if unsure else "none"

    def _excluded_alternatives(self, outside: tuple[Shape, ...]) -> ExcludedAlternatives:
        """Return the alternatives of the excluded shapes. If all shapes are types, the alternatives are cached.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        if not all(isinstance(shape, TypeRef) for shape in outside):
            return ExcludedAlternatives(atom for shape in outside for atom in alternatives(shape))
        if outside not in self._excluded:
            self._excluded[outside] = ExcludedAlternatives(atom for shape in outside for atom in alternatives(shape))
        return self._excluded[outside]

    def _remaining_atoms(
        self, shape: Shape, outside: tuple[Shape, ...], rivals: ExcludedAlternatives
    ) -> RemainingAlternatives:
        """Return the alternatives of a shape that are not excluded, from a cache if the shape has many alternatives and
        all excluded shapes are types.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        root = shape.root if isinstance(shape, Choice) else None
        if root is not None and isinstance(shape, Choice):
            return self._remaining_atoms(root, outside, rivals).with_changes_of(shape, rivals)
        atoms = alternatives(shape)
        if len(atoms) < MIN_ALTERNATIVES or outside not in self._excluded:
            return RemainingAlternatives(
                [(place, atom) for place, atom in enumerate(atoms) if atom not in rivals.known]
            )
        if (shape, outside) not in self._remaining_by_shape:
            kept = [(place, atom) for place, atom in enumerate(atoms) if atom not in rivals.known]
            self._remaining_by_shape[shape, outside] = RemainingAlternatives(kept)
        return self._remaining_by_shape[shape, outside]

    def _find_outside(self, atom: Intersection, rivals: ExcludedAlternatives) -> Outcome:
        """Return the outcome of a search for a document that is in an alternative and in no excluded alternative.

        Raises:
            UndecidedError: the search would take too long, a condition has too many clauses, or a bound is too large.
        """
        if isinstance(atom, Constant):
            return (
                "none"
                if any(contains_constant(rival, atom) for rival in rivals.non_constants)
                else FoundDocument(atom.value)
            )
        own = conditions_of(atom)
        if own:
            return self._find_meeting_condition(atom, min(own), rivals)
        rival = next((each for each in rivals.conditioned_atoms if kind_of(each) == kind_of(atom)), None)
        if rival is not None:
            return self._find_outside_conditioned(atom, rival, rivals)
        tested = [each for each in rivals.tested_atoms if each.kind == kind_of(atom)]
        if tested or tests_of(atom):
            return self._find_passing_tests(atom, tested, rivals)
        return self._find_by_form(atom, rivals)

    def _find_meeting_condition(self, atom: Intersection, condition: str, rivals: ExcludedAlternatives) -> Outcome:
        """Return the outcome of `_find_outside` for an alternative with conditions, by trying each clause of one.

        Raises:
            UndecidedError: the search would take too long, or the condition has too many clauses.
        """
        kind_ = kind_of(atom)
        shapes = (*_with_conditions(atom, conditions_of(atom) - {condition}), *_tested_shapes(atom))
        return _choose_outcome(
            self.find_inner((*shapes, *clause.within), (*rivals.atoms, *clause.without))
            for clause in clauses_of_condition(condition, kind_, positive=True)
        )

    def _find_outside_conditioned(self, atom: Intersection, rival: Atom, rivals: ExcludedAlternatives) -> Outcome:
        """Return the outcome of `_find_outside` if an excluded alternative, the rival, has conditions: a document must
        have another form than the rival or fail one of its conditions.

        Raises:
            UndecidedError: the search would take too long, or a condition has too many clauses.
        """
        shapes = (*shapes_without_conditions(atom), *_tested_shapes(atom))
        others = tuple(each for each in rivals.atoms if each != rival)
        if self.find_inner((*shapes, without_conditions(rival)), ()) == "none":
            return self.find_inner(shapes, others)
        ways = [
            clause
            for condition in sorted(conditions_of(rival))
            for clause in clauses_of_condition(condition, kind_of(rival), positive=False)
        ]
        return _choose_outcome(
            self.find_inner((*shapes, *way.within), (*others, *way.without))
            for way in (Clause((), (without_conditions(rival),)), *ways)
        )

    def _find_passing_tests(
        self, atom: Intersection, tested: Sequence[SchemaValues], rivals: ExcludedAlternatives
    ) -> Outcome:
        """Return the outcome of `_find_outside` if the alternative has tests, or if tests are excluded.

        Args:
            atom: the alternative.
            tested: the excluded tests.
            rivals: all excluded alternatives.

        Raises:
            UndecidedError: the search would take too long.
        """
        if any(self._implications.is_proven(atom, each) for each in tested):
            return "none"
        shapes, others = shapes_without_conditions(atom), tuple(each for each in rivals.atoms if each not in tested)
        found = self.find_inner(shapes, others)
        if found == "none":
            return found
        for document in chain(
            [found.document] if isinstance(found, FoundDocument) else [],
            self._samples.documents(atom, tested, others),
        ):
            passes = all(is_valid(test, document) for test in tests_of(atom))
            if passes and not any(accepts(each, document) for each in rivals.atoms) and all_accept(shapes, document):
                return FoundDocument(document)
        return "unknown"

    def _find_by_form(self, atom: Intersection, rivals: ExcludedAlternatives) -> Outcome:
        match atom:
            case Numbers():
                number = number_outside(atom, rivals.atoms)
                return "none" if number is None else FoundDocument(number)
            case Strings():
                text = string_outside(atom, rivals.atoms)
                return "none" if text is None else FoundDocument(text)
            case ArrayIntersection():
                return self._find_array(atom, rivals.arrays)
            case Array():
                return self._find_array(intersection_of_array(atom), rivals.arrays)
            case RecordIntersection():
                return self._find_object(atom, rivals.possible_records(atom))
            case Record():
                return self._find_object(
                    intersection_of_record(atom), rivals.possible_records(intersection_of_record(atom))
                )
            case Constant() | SchemaValues():
                return "unknown"

    def _find_array(self, atom: ArrayIntersection, rivals: Sequence[Array]) -> Outcome:
        unsure = False
        for length in _array_lengths(atom, rivals):
            if length > MAX_ITEMS:
                return "unknown"
            left = [rival for rival in rivals if rival.low <= length and (rival.high is None or length <= rival.high)]
            filler = self.find_inner(atom.items, ()) if length else "none"
            if length and not isinstance(filler, FoundDocument):
                unsure |= filler == "unknown"
                continue
            for groups in _distribute_arrays(left, length):
                found = [self.find_inner(atom.items, tuple(rival.items for rival in group)) for group in groups]
                if all(isinstance(each, FoundDocument) for each in found):
                    items = [each.document for each in found if isinstance(each, FoundDocument)]
                    filling = filler.document if isinstance(filler, FoundDocument) else None
                    return FoundDocument([*items, *[filling] * (length - len(items))])
                unsure |= "unknown" in found
        return "unknown" if unsure else "none"

    def _find_object(self, atom: RecordIntersection, rivals: Sequence[Record]) -> Outcome:
        """Return the outcome of a search for an object outside of all given records. The object has the required
        members and one failure for each record.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        values: dict[str, JSONValue] = {}
        if self._memory.members_without_value(atom).find_answers(
            atom.edited_names, lambda name: self._cache_value(atom, name, values)
        ):
            for name in atom.required:
                found, _ = self._find_member_value(atom, name)
                if not isinstance(found, FoundDocument):
                    return found
        failures = FailureFinder(self.find_inner, self.find_inner_with_finality, atom, self._memory)
        ways: list[list[Failure]] = []
        for rival in rivals:
            if failures.always_fails(rival):
                continue
            possible = failures.find_failures(rival)
            if not possible and not failures.unsure:
                return "none"
            ways.append(possible)
        ways.sort(key=len)
        chosen = failures.choose_failures(ways, {}, frozenset())
        if chosen is None:
            return "unknown" if failures.unsure else "none"
        cached_values = self._memory.member_values(atom)
        required = {name: values[name] if name in values else cached_values[name] for name in atom.required}
        return FoundDocument({**required, **chosen})

    def _find_member_value(self, atom: RecordIntersection, name: str) -> tuple[Outcome, bool]:
        """Return the outcome of a search for a value of a member, and whether this outcome is final."""
        shapes = atom.shapes_of_member(name)
        return (
            ("none", True) if shapes is None else self.find_inner_with_finality(shapes, ())
        )  # one part may require what another forbids

    def _cache_value(self, atom: RecordIntersection, name: str, values: dict[str, JSONValue]) -> tuple[bool, bool]:
        """Find a value of a required member, and add it to `values` if the member was edited, else to the cache.

        Returns:
            True if the member is required and has no value, and whether this answer is final.
        """
        if not atom.requires(name):
            return False, True
        found, final = self._find_member_value(atom, name)
        if isinstance(found, FoundDocument):
            (values if name in atom.edited_names else self._memory.member_values(atom))[name] = found.document
            return False, True
        return True, final


def _choose_outcome(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the first document that one of several searches found. Without a document, return `unknown` if a search
    was given up, else `none`.
    """
    is_unsure = False
    for each in outcomes:
        if isinstance(each, FoundDocument):
            return each
        is_unsure |= each == "unknown"
    return "unknown" if is_unsure else "none"


def _with_conditions(atom: Intersection, conditions: frozenset[str]) -> tuple[Shape, ...]:
    """Return shapes whose intersection is an alternative, but with the given conditions and without its own conditions
    and tests.
    """
    first, *others = shapes_without_conditions(atom)
    return (ConditionedShape(first, conditions) if conditions else first, *others)


def _tested_shapes(atom: Intersection) -> list[SchemaValues]:
    return [SchemaValues(kind_of(atom), test) for test in sorted(tests_of(atom))]


def _array_lengths(atom: ArrayIntersection, rivals: Sequence[Array]) -> list[int]:
    """Return the array lengths to try: the least length; for each excluded array, its least length, the length below
    that and the length above its greatest; and the n lengths above each of these, for n excluded arrays.
    """
    starts = {atom.low, *(rival.low for rival in rivals), *(rival.low - 1 for rival in rivals)}
    starts |= {rival.high + 1 for rival in rivals if rival.high is not None}
    found = {start + more for start in starts for more in range(len(rivals) + 1)}
    return sorted(length for length in found if length >= atom.low and (atom.high is None or length <= atom.high))


def _distribute_arrays(rivals: Sequence[Array], room: int) -> Iterator[list[list[Array]]]:
    """Yield the ways to give each excluded array one item that fails it. One item may fail several arrays. If there is
    room for enough items, each array gets an item of its own.
    """
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
