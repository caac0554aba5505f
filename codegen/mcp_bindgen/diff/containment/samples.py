"""Documents to try where a search cannot decide: values at the bounds of the tests, and combinations of the members and
items that the tests name.

The documents are not random, so two reports of one comparison are equal. `MAX_SAMPLES` bounds the time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice
from typing import Any

from mcp_bindgen.diff.containment.bounds import Numbers, Strings
from mcp_bindgen.diff.containment.clauses import item_shape, shape_of_schema
from mcp_bindgen.diff.containment.failures import FindInner, FoundDocument
from mcp_bindgen.diff.containment.intersection import (
    ArrayIntersection,
    Intersection,
    RecordIntersection,
    intersection_of_array,
    intersection_of_record,
    shapes_without_conditions,
    tests_of,
)
from mcp_bindgen.diff.containment.shapes import Array, Atom, Constant, Record, SchemaValues, Shape, constant
from mcp_bindgen.jsontext import JSONValue

MAX_SAMPLES = 1_500
"""Greatest number of documents to try for one question."""
MAX_LENGTH = 12
"""Greatest length of an array to try, and greatest number of optional members to add to an object. Texts of repeated
characters are shorter than twice this length.
"""
MAX_POOL = 8
"""Greatest number of different texts to find with one search, and half of the greatest number of items to combine."""

_Tests = Sequence[Mapping[str, Any]]


class SampleGenerator:
    """Generator of documents to try for tests that the search does not analyse."""

    def __init__(self, ask: FindInner) -> None:
        self._ask = ask

    def documents(
        self, atom: Intersection, tested: Sequence[SchemaValues], others: Sequence[Atom]
    ) -> Iterator[JSONValue]:
        """Yield at most `MAX_SAMPLES` documents to try. The documents need not be in the alternative.

        Args:
            atom: the alternative, with the tests that a document must pass.
            tested: tests that a document must fail.
            others: alternatives that a document must be outside of.
        """
        own = [json.loads(each) for each in sorted(tests_of(atom))]
        tests = [*own, *(json.loads(each.test) for each in tested)]
        given = [value for test in tests for value in test.get("enum", ())]
        match atom:
            case Array() | ArrayIntersection():
                found: Iterator[JSONValue] = self._arrays(
                    intersection_of_array(atom) if isinstance(atom, Array) else atom, tests, others
                )
            case Record() | RecordIntersection():
                found = self._objects(intersection_of_record(atom) if isinstance(atom, Record) else atom, own, tests)
            case Strings():
                found = self._texts(atom, tests)
            case Numbers():
                found = _numbers(atom, tests)
            case Constant() | SchemaValues():
                found = iter(())
        yield from islice(chain(given, found), MAX_SAMPLES)

    def _find_value(self, inside: tuple[Shape, ...], outside: Iterable[Shape] = ()) -> list[JSONValue]:
        found = self._ask(inside, tuple(outside))
        return [found.document] if isinstance(found, FoundDocument) else []

    def _find_scalars(self, inside: tuple[Shape, ...], count: int) -> list[JSONValue]:
        """Return up to `count` different scalars that are in all the given shapes. The last value may be no scalar."""
        found: list[JSONValue] = []
        taken: list[Constant] = []
        while len(found) < count:
            more = self._find_value(inside, taken)
            if not more or more[0] in found:
                break
            found += more
            taken += [constant(each) for each in more if each is None or isinstance(each, (str, int, float))]
        return found

    # Arrays.

    def _arrays(self, atom: ArrayIntersection, tests: _Tests, others: Sequence[Atom]) -> Iterator[list[JSONValue]]:
        named = [shape_of_schema(each["contains"]) for each in tests if "contains" in each]
        named += [other.items for other in others if isinstance(other, Array)]
        pool = self._collect_items(atom.items, named)
        rows = [each for each in tests if "prefixItems" in each]
        width = max((len(each["prefixItems"]) for each in rows), default=0)
        places = [self._collect_items(atom.items, [item_shape(row, place) for row in rows]) for place in range(width)]
        for length in _array_lengths(atom, tests, others):
            yield from _arrays_of_length(places, pool, length)
            for value in pool:
                for times in range(length, 0, -1):
                    for other in pool:
                        yield [value] * times + [other] * (length - times)
            yield from (list(pool[start : start + length]) for start in range(len(pool)))

    def _collect_items(self, items: tuple[Shape, ...], named: Sequence[Shape]) -> list[JSONValue]:
        """Return different items to combine: for each named shape, one inside and one outside of it; for each pair of
        named shapes, one for each way to be inside or outside of the two; and some scalars.
        """
        found = [*self._find_value(items)]
        for shape in named:
            found += [*self._find_value((*items, shape)), *self._find_value(items, [shape])]
        for one, other in combinations(named, 2):
            found += [*self._find_value((*items, one), [other]), *self._find_value((*items, other), [one])]
            found += [*self._find_value((*items, one, other)), *self._find_value(items, [one, other])]
        found += self._find_scalars(items, MAX_POOL - 4)
        return _drop_duplicates(found)[: 2 * MAX_POOL]

    # Objects.

    def _objects(self, atom: RecordIntersection, own: _Tests, tests: _Tests) -> Iterator[dict[str, JSONValue]]:
        rules = [shape_of_schema(each["propertyNames"]) for each in tests if "propertyNames" in each]
        must = tuple(shape_of_schema(each["propertyNames"]) for each in own if "propertyNames" in each)
        fresh = self._find_scalars((Strings(), *must), MAX_POOL)
        for rule in rules:
            fresh += [*self._find_value((Strings(), *must), [rule]), *self._find_value((Strings(), *must, rule))]
            fresh += self._find_scalars((Strings(), *must, rule), 3)
        names = dict.fromkeys([*atom.names, *(str(name) for name in fresh)])
        values: dict[str, JSONValue] = {}
        for name in names:
            shapes = atom.shapes_of_member(name)
            values |= dict(zip([name], self._find_value(shapes) if shapes is not None else [], strict=False))
        base = {name: values[name] for name in atom.required if name in values}
        rest = [name for name in values if name not in base]
        yield base
        for count in range(1, min(len(rest), MAX_LENGTH) + 1):
            yield {**base, **{name: values[name] for name in rest[:count]}}
        for size in (1, 2, 3):
            for chosen in combinations(rest, size):
                yield {**base, **{name: values[name] for name in chosen}}

    # Scalars.

    def _texts(self, atom: Strings, tests: _Tests) -> Iterator[str]:
        """Yield texts made of literal texts in the patterns, of texts in the alternative, and of common characters."""
        patterns = [str(each["pattern"]) for each in tests if "pattern" in each]
        parts = _drop_duplicates([part for pattern in patterns for part in _literal_texts(pattern)])
        known = [str(each) for each in self._find_scalars(shapes_without_conditions(atom), MAX_POOL)]
        pieces = [*parts, *known, "a", "A", "0", "-", "_", " "]
        yield from pieces
        for one in pieces:
            for other in pieces:
                yield one + other
        for length in range(1, MAX_LENGTH * 2):
            for one in ("a", "A", "0", "aA0-", "a0", "A0"):
                yield (one * length)[:length]
        for one in parts:
            for other in pieces:
                for third in pieces:
                    yield other + one + third


def _literal_texts(pattern: str) -> list[str]:
    """Return the texts between the operators of a pattern."""
    plain = re.sub(r"\\[dws]|\[[^\]]*\]|\(\?[:=!<]+|[\^$()|*+?.]|\{[^}]*\}", "\n", pattern, flags=re.IGNORECASE)
    return [part.replace("\\", "") for part in plain.split("\n") if part]


def _numbers(atom: Numbers, tests: _Tests) -> Iterator[JSONValue]:
    steps = [each["multipleOf"] for each in tests if "multipleOf" in each] + [atom.step]
    bounds = [value for test in tests for word, value in test.items() if word != "multipleOf" and _is_number(value)]
    bounds += [bound for bound in (atom.low, atom.high, 0) if bound is not None]
    for bound in bounds:
        for step in steps:
            for times in (0, 1, -1, 2, -2, 3, 0.5, -0.5, 10):
                with suppress(OverflowError):  # an integer may be larger than any double
                    yield bound + step * times
                    yield (bound // step + times) * step
                    yield int(bound + step * times)


def _array_lengths(atom: ArrayIntersection, tests: _Tests, others: Sequence[Atom]) -> list[int]:
    """Return the lengths of arrays to try: those at a bound or beside it, if the alternative allows them."""
    bounds = [0, 1, 2, 3, atom.low, *(len(each.get("prefixItems", ())) for each in tests)]
    bounds += [int(each[word]) for each in tests for word in ("minContains", "maxContains") if word in each]
    bounds += [bound for each in others if isinstance(each, Array) for bound in (each.low, each.high or 0)]
    near = {bound + offset for bound in bounds for offset in (-1, 0, 1)}
    most = MAX_LENGTH if atom.high is None else min(atom.high, MAX_LENGTH)
    return sorted(length for length in near if atom.low <= length <= most)


def _arrays_of_length(
    places: Sequence[Sequence[JSONValue]], pool: Sequence[JSONValue], length: int
) -> Iterator[list[JSONValue]]:
    """Yield arrays of one length: a first array, and copies of this array with other items at one or two places. Yield
    nothing if a place has no items to try.

    Args:
        places: the items to try at each of the first places.
        pool: the items to try at the other places.
        length: the length of the arrays.
    """
    if not places or not all(places) or (length > len(places) and not pool):
        return
    base = [*(each[0] for each in places), *[pool[0] if pool else None] * length][:length]
    yield base
    for place, values in enumerate(places[:length]):
        for value in values:
            changed = [*base[:place], value, *base[place + 1 :]]
            yield changed
            for other, more in enumerate(places[:length]):
                yield from ([*changed[:other], each, *changed[other + 1 :]] for each in more if other > place)
    for place in range(len(places), length):
        yield from ([*base[:place], value, *base[place + 1 :]] for value in pool)


def _drop_duplicates(values: Sequence[Any]) -> list[Any]:
    return list({json.dumps(value, sort_keys=True): value for value in values}.values())


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
