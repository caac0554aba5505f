"""Upper bound of the work to check a value against a JSON Schema.

A peer may send the value or the schema. The lengths of both are bounded, but two references to one schema double the
work, and each part of a value may be checked against each part of a schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from math import frexp, ldexp
from operator import methodcaller, mul
from typing import Any, NamedTuple
from urllib.parse import unquote, urldefrag, urljoin

from ..json_values import is_array, is_object
from .library import SchemaRefusedError

_MAX_STEPS = 100_000
"""The largest number of schemas that apply to one place of a value, the branches of every referenced schema
included."""

_MAX_WORK = 100_000_000
"""The largest number of steps to check one value; a step takes about ten nanoseconds."""

_MAX_SEARCHED = 1_000
"""The largest number of characters of a text that a regular expression with look-around searches from every place."""

_MOST_PARTS = 500_000
"""About the largest number of parts of a value whose text is within the default limits."""

_MAX_COUNTED_SINGLY = 200
"""The largest number of parts of a value that are counted one by one. The parts of a larger value are counted together.
"""

_OBJECT: Any = dict
_ARRAY: Any = list
"""The types of parsed JSON objects and arrays, for loops in which calls of `is_object` and `is_array` would take
longest."""

_MAX_LEVEL = 5_000_000
"""The largest number of parts on one level that are counted together. No text within the default limits has so many."""

_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_NUMBER_KEYWORDS = (*_BOUNDS, "multipleOf", "const", "enum", "uniqueItems")
"""Keywords that compare numbers. jsonschema-rs compares them exactly, in decimal digits if a number is not common."""

_MACHINE_INTEGERS = range(-(2**63), 2**64)
"""The bounds with which jsonschema-rs compares numbers other than large ones without decimal digits."""

_COMMON_EXPONENTS = range(-50, 64)
"""The exponents of the numbers that are common, with 2 as the base."""

_LEAST_COMMON, _LEAST_LARGE = (ldexp(0.5, each) for each in (_COMMON_EXPONENTS.start, _COMMON_EXPONENTS.stop))
"""The least positive float that is common, and the least that is too large to be common."""

_STEPS_OF_BIT = 15
"""The number of steps to compare a number that is not common, for each bit: of the integer, or of the exponent."""

_STEPS_OF_FRACTION, _STEPS_OF_DIVISION = 300, 600
"""The numbers of steps to compare any number with a bound that is no machine integer, and with a divisor that is
written with a fraction."""

_STEPS_OF_ITEMS = 400
"""The number of steps to compare two items. jsonschema-rs finds equal items by a hash, but all integers that are not
common have one hash."""

_STEPS_OF_COMPARISON = 16
"""The number of steps to compare a value with one constant of an `enum` whose constants are neither all texts nor all
integers."""

_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE = ("if", "then", "else", "not")
_IN_PLACE_NAMED = ("dependentSchemas", "dependencies")
_REFERENCE_KEYWORDS = ("$ref", "$dynamicRef")
_ITEM_KEYWORDS = ("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains")
_OTHER_MEMBER_KEYWORDS = ("additionalProperties", "unevaluatedProperties")
_OBJECT_KEYWORDS = (
    "properties",
    "patternProperties",
    "required",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
)
"""Keywords whose value has several parts, each of which may be looked up in each object that is checked."""

_STEPS_OF_CHARACTER = 2
"""The number of steps for each pair of a position of a regular expression and a character of the text."""

_CHARACTERS_OF_PART = 32
"""The number of characters for which a schema takes about as long as for one more part of a value, such as to hash
them."""

_STEPS_TO_COPY_NAME = 1
"""The number of steps for each character of a name where jsonschema-rs copies the name, as for `propertyNames`."""

_CONTENT_STEPS = {"contentEncoding": ("base64", 1), "contentMediaType": ("application/json", 8)}
"""The value of each keyword by which draft-07 decodes a text, and the number of steps to decode one character."""

_REPETITION = re.compile(r"\{\s*([0-9]+)\s*(?:,\s*([0-9]*)\s*)?\}")
_COMMENT_FLAG = re.compile(r"\(\?[A-Za-z]*x")

DATA_KEYWORDS = ("const", "default", "enum", "examples")
"""Keywords whose values are no schemas."""

NAMED_SCHEMA_KEYWORDS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
"""Keywords whose values are schemas by name."""

_SEARCHES_FROM_EVERY_PLACE = re.compile(r"(?!\^).*(?:\(\?<?[=!]|\\[1-9k])", re.DOTALL)


class WorkEstimate(NamedTuple):
    """Largest work that a schema causes for any one part of a value, in steps.

    Attributes:
        steps: the steps for any part.
        more_for_objects: the further steps for an object.
        for_character: the steps for each character of a name, or of a searched or decoded text.
        for_square_of_name: the steps for the square of the length of each name.
        number_checks: the number of keywords that compare a number.
        tiny_number_checks: how many of these keywords take long for a number near zero.
        for_number: the steps for each number.
        uniqueness_checks: the number of keywords `uniqueItems` for an array.
        branches: the number of schemas for any part. Each may read a text, at the same speed in both libraries. Each
            may also read a name, which jsonschema repeats in its messages.
        searched: the names of the members whose texts a regular expression may search, or draft-07 may decode; None if
            these may be all texts.
        unique: the names of the members whose arrays may have items that are compared with each other; None if these
            may be all arrays.
        step_cost: the number of steps that jsonschema-rs takes in the time of one step of the library.
    """

    steps: int
    more_for_objects: int
    for_character: int = 0
    for_square_of_name: int = 0
    number_checks: int = 0
    tiny_number_checks: int = 0
    for_number: int = 0
    uniqueness_checks: int = 0
    branches: int = 0
    searched: frozenset[str] | None = None
    unique: frozenset[str] | None = None
    step_cost: int = 1

    def with_step_cost(self, step_cost: int) -> WorkEstimate:
        """Return the work with another library. Its steps, except those of regular expressions, take `step_cost` times
        as long as those of jsonschema-rs.
        """
        return self._replace(
            steps=self.steps * step_cost, more_for_objects=self.more_for_objects * step_cost, step_cost=step_cost
        )

    def is_too_much(self, value: Any) -> bool:
        """Return whether the check of a value may take more steps than allowed."""
        many_numbers = self.number_checks and not _has_few_parts(value, _MAX_COUNTED_SINGLY // self.number_checks)
        if many_numbers and self._steps_for_numbers(value) > _MAX_WORK:
            return True
        few_steps = (self.steps + self.more_for_objects) * _MOST_PARTS <= _MAX_WORK
        if few_steps and not self.for_character and not self.for_square_of_name:
            return False
        return self.cost(value, _MAX_WORK) > _MAX_WORK

    def cost(self, value: Any, most: int) -> int:
        """Return a number of steps that the check of a value does not exceed. Counting stops after `most` steps, so the
        result may then be any larger number.
        """
        if not _has_few_parts(value, _MAX_COUNTED_SINGLY) and (bound := self._bound(value, most)) <= most:
            return bound
        room, parts = most, [(value, True)]
        while parts and room >= 0:
            part, is_searched = parts.pop()
            room -= self.steps
            if isinstance(part, _OBJECT):
                room -= self.more_for_objects
                room -= self.branches * self.step_cost * (sum(map(len, part)) // _CHARACTERS_OF_PART)
                room -= self.search_steps(part, is_searched=is_searched)
                parts += [(each, self.is_searched(name)) for name, each in part.items()]
            elif isinstance(part, _ARRAY):
                parts += [(each, is_searched) for each in part]
            elif isinstance(part, str):
                room -= self.branches * (len(part) // _CHARACTERS_OF_PART)
                room -= self.search_steps(part, is_searched=is_searched)
        return most - room

    def _bound(self, value: Any, most: int) -> int:
        """Return a number of steps that `cost` does not exceed, as if all texts were searched. Return more than `most`
        if the number would be larger than `most`, or if the value has too many parts.

        All parts of one level are counted together, so that the loops over these parts run in functions written in C.
        """
        bound, level = 0, [value]
        while level and bound <= most:
            kinds = set(map(type, level))
            objects, arrays, texts = (_parts_of_class(each, kinds, level) for each in (dict, list, str))
            lengths = list(map(len, chain.from_iterable(objects)))
            in_names, in_texts = sum(lengths), sum(map(len, texts))
            bound += self.steps * len(level) + self.more_for_objects * len(objects)
            bound += self.branches * self.step_cost * (in_names // _CHARACTERS_OF_PART)
            bound += self.branches * (in_texts // _CHARACTERS_OF_PART) + self.for_character * (in_names + in_texts)
            bound += self.for_square_of_name * sum(map(mul, lengths, lengths))
            if len(lengths) + sum(map(len, arrays)) > _MAX_LEVEL:
                return most + 1
            level = list(chain(chain.from_iterable(map(methodcaller("values"), objects)), *arrays))
        return bound

    def _steps_for_numbers(self, value: Any) -> int:
        """Return a number of steps that the comparisons of the numbers in a value do not exceed. Counting stops after
        the steps that are allowed.

        If an item of an array has an integer that is not common, the item may be compared with each other such item.
        """
        steps, parts, large = self._steps_of_level([value])
        if self.uniqueness_checks and large:
            _, parts, large = self._steps_of_level(self._arrays_of_unique_items(value))
        return steps + self.uniqueness_checks * _STEPS_OF_ITEMS * large * parts

    def _steps_of_level(self, level: list[Any]) -> tuple[int, int, int]:
        """Return a number of steps that the comparisons of the numbers with the numbers of the schema do not exceed,
        the number of parts, and the number of integers that are not common, all in some values and below. Counting
        stops after the steps that are allowed.
        """
        steps, parts, large = 0, 0, 0
        while level and steps <= _MAX_WORK:
            kinds = set(map(type, level))
            objects, arrays, integers, floats = (
                _parts_of_class(each, kinds, level) for each in (dict, list, int, float)
            )
            lengths, exponents = _lengths_of_large(integers), _uncommon_exponents(floats)
            parts, large = parts + len(level), large + len(lengths)
            steps += self.for_number * (len(integers) + len(floats))
            steps += self.number_checks * _STEPS_OF_BIT * sum(each for each in lengths + exponents if each > 0)
            steps += self.tiny_number_checks * _STEPS_OF_BIT * sum(-each for each in exponents if each < 0)
            level = list(chain(chain.from_iterable(map(methodcaller("values"), objects)), *arrays))
        return steps, parts, large

    def _arrays_of_unique_items(self, value: Any) -> list[Any]:
        """Return parts of a value that contain all arrays whose items may be compared with each other; none of them is
        inside of another.
        """
        if self.unique is None or isinstance(value, _ARRAY):
            return [value]
        found, parts = list[Any](), [value]
        for part in parts:  # the list grows
            if isinstance(part, _OBJECT):
                for name, each in part.items():
                    (found if name in self.unique and isinstance(each, _ARRAY) else parts).append(each)
            elif isinstance(part, _ARRAY):
                parts += part
        return found

    def is_searched(self, name: str) -> bool:
        """Return whether a regular expression may search the text of a member with this name."""
        return self.searched is None or name in self.searched

    def search_steps(self, part: Any, *, is_searched: bool) -> int:
        """Return the number of steps that regular expressions take to search the names of an object, or a text; 0 for
        any other part of a value.

        Args:
            part: the part.
            is_searched: whether a regular expression may search a text at this place.
        """
        if not self.for_character and not self.for_square_of_name:
            return 0
        if is_object(part):
            lengths = [*map(len, part)]
            return self.for_character * sum(lengths) + self.for_square_of_name * sum(each**2 for each in lengths)
        return self.for_character * len(part) if is_searched and isinstance(part, str) else 0


def _has_few_parts(value: Any, most: int) -> bool:
    """Return whether a value has at most `most` parts, counting the value itself."""
    parts = [value]
    for part in parts:  # the list grows
        if isinstance(part, _OBJECT):
            parts += part.values()
        elif isinstance(part, _ARRAY):
            parts += part
        else:
            continue
        if len(parts) > most:
            return False
    return len(parts) <= most


def _parts_of_class(kind: type, kinds: set[type], level: list[Any]) -> list[Any]:
    """Return the parts in a list that are of a class.

    Args:
        kind: the class.
        kinds: the classes of all parts in the list.
        level: the list.
    """
    wanted = tuple(each for each in kinds if issubclass(each, kind))
    if len(wanted) == len(kinds):
        return level
    return [each for each in level if isinstance(each, wanted)] if wanted else []


def _lengths_of_large(integers: list[int]) -> list[int]:
    """Return the numbers of bits of those integers that are not common. Most lists have none, which takes less time."""
    if max(map(int.bit_length, integers), default=0) in _COMMON_EXPONENTS:
        return []
    return [each for each in map(int.bit_length, integers) if each not in _COMMON_EXPONENTS]


def _uncommon_exponents(floats: list[float]) -> list[int]:
    """Return the exponents of those floats that are not common. Most lists have none, which takes less time."""
    sizes = [each for each in map(float.__abs__, floats) if each]
    if not sizes or (min(sizes) >= _LEAST_COMMON and max(sizes) < _LEAST_LARGE):
        return []
    return [each for _, each in map(frexp, sizes) if each not in _COMMON_EXPONENTS]


_COUNTS = WorkEstimate._fields.index("searched")
"""The number of the first members of a `WorkEstimate`, which are counts."""


def work_of(schema: Any) -> WorkEstimate:
    """Return an estimate of the largest work that a schema causes for any one part of a value.

    Raises:
        SchemaRefusedError: too many schemas apply to one place, or a schema applies itself to the same place without
            end.
    """
    parts = list(objects_in(schema))
    in_place = _schemas_in_place_by_part(schema, parts)
    found: dict[int, WorkEstimate] = {}
    open_: set[int] = set()
    stack = [(part, False) for part in parts]
    while stack:
        part, is_left = stack.pop()
        key = id(part)
        if is_left:
            open_.discard(key)
            found[key] = _combined_work(part, [found[id(each)] for each in in_place[key] if id(each) in found])
        elif key in open_:
            raise SchemaRefusedError(
                "not a schema: it refers to itself at the same place of a value, so no check would end"
            )
        elif key not in found:
            open_.add(key)
            stack.append((part, True))
            stack += [(inner, False) for inner in in_place[key] if id(inner) not in found]
    if not found:
        return WorkEstimate(1, 0)
    counts = zip(*(each[:_COUNTS] for each in found.values()), strict=True)
    searching = [part for part in parts if isinstance(part.get("pattern"), str) or _content_steps(part)]
    comparing = [part for part in parts if part.get("uniqueItems") is True]
    searched, unique = (_members_that_reach(each, in_place, parts) for each in (searching, comparing))
    return WorkEstimate(*map(max, counts))._replace(searched=searched, unique=unique)


def with_changed_parts(schema: Mapping[str, Any], change: Callable[..., Any], *, is_named: bool) -> dict[str, Any]:
    """Return a copy of a schema with each part changed, except the values that are data, such as that of `const`.

    Args:
        schema: the schema, or the value of a keyword such as `properties`, which is an object of schemas by name.
        change: gets a part, and as `is_named` whether the part is such an object of schemas by name. The function
            returns the changed part.
        is_named: whether the given schema is such an object of schemas by name.
    """
    return {
        name: part
        if name in DATA_KEYWORDS and not is_named
        else change(part, is_named=not is_named and name in NAMED_SCHEMA_KEYWORDS)
        for name, part in schema.items()
    }


def with_short_searches(schema: Any, *, is_named: bool = False) -> Any:
    """Return a copy of a schema. The copy limits the lengths of those texts for which a search takes quadratic time.

    Args:
        schema: the schema, or a part of it.
        is_named: whether the members of this part are schemas by name.
    """
    if is_array(schema):
        return [with_short_searches(each) for each in schema]
    if not is_object(schema):
        return schema
    copy = with_changed_parts(schema, with_short_searches, is_named=is_named)
    pattern, most = schema.get("pattern"), schema.get("maxLength", _MAX_SEARCHED)
    if isinstance(pattern, str) and _SEARCHES_FROM_EVERY_PLACE.match(pattern) and isinstance(most, (int, float)):
        copy["maxLength"] = min(most, _MAX_SEARCHED)
    return copy


def part_at(schema: Any, path: Sequence[str | int]) -> Any:
    """Return the part of a schema or value at a path of names and indices; None if the path leads nowhere.

    An index in the path also leads to the member of an object with this number as its name, since jsonschema-rs gives a
    name of digits as a number.
    """
    for token in path:
        if is_object(schema):
            schema = schema.get(str(token))
        elif is_array(schema) and str(token).isdecimal() and int(token) < len(schema):
            schema = schema[int(token)]
        else:
            return None
    return schema


class References:
    """Targets of the references in a schema: JSON Pointers, anchors and identifiers."""

    def __init__(self, schema: Any) -> None:
        self._bases: dict[int, str] = {}
        self._named: dict[tuple[str, str], list[Any]] = {("", ""): [schema]}
        parts = [(schema, "")]
        while parts:
            part, base = parts.pop()
            if is_object(part):
                base = self._bases[id(part)] = self._store_names(part, base)
                parts += ((inner, base) for inner in part.values())
            elif is_array(part):
                parts += ((inner, base) for inner in part)

    def targets_of_part(self, part: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the targets of the references of a part. If several parts have the name to which a reference leads, all
        of them are yielded.
        """
        for keyword in _REFERENCE_KEYWORDS:
            if isinstance(part.get(keyword), str):
                yield from self.targets_of(part[keyword], part)

    def targets_of(self, reference: str, part: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the targets of a reference that stands in a part; None for a JSON Pointer that leads nowhere."""
        url, name = _resolve_address(self._bases[id(part)], reference)
        if name.startswith("/"):
            path = [token.replace("~1", "/").replace("~0", "~") for token in name.split("/")[1:]]
            yield from (part_at(root, path) for root in self._named.get((url, ""), ()))
        else:
            yield from self._named.get((url, name), ())

    def _store_names(self, part: Mapping[str, Any], base: str) -> str:
        """Store the names of a part, and return the base URL of its references."""
        identifier = part.get("$id")
        if isinstance(identifier, str):
            address = _resolve_address(base, identifier)
            self._named.setdefault(address, []).append(part)
            base = address[0]
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = part.get(keyword)
            if isinstance(name, str):
                self._named.setdefault((base, name), []).append(part)
        return base


def _resolve_address(base: str, reference: str) -> tuple[str, str]:
    """Return the URL and the decoded fragment of a reference, given the base URL of the part that has the reference."""
    if reference.startswith("#"):
        return base, unquote(reference[1:])
    try:
        url, fragment = urldefrag(reference if not base else urljoin(base, reference))
    except ValueError:
        return reference, ""
    return url or base, unquote(fragment)


def objects_in(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield each object in a schema, whether or not that object is a schema itself."""
    parts = [schema]
    while parts:
        part = parts.pop()
        if is_object(part):
            yield part
            parts += part.values()
        elif is_array(part):
            parts += part


def _combined_work(part: Mapping[str, Any], in_place: Sequence[WorkEstimate]) -> WorkEstimate:
    """Return the work of a part of a schema, together with that of the schemas that this part applies to a whole value.

    Args:
        part: the part.
        in_place: the work of each schema that the part applies to a whole value, not to its members or items.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    branches = sum(each.steps for each in in_place)
    if 1 + branches > _MAX_STEPS:
        raise SchemaRefusedError(f"too complex: it has more than {_MAX_STEPS} branches for one place of a value")
    number_checks = sum(map(_compares_numbers, map(part.get, _NUMBER_KEYWORDS)))
    more = sum(len(part[name]) for name in _OBJECT_KEYWORDS if is_object(part.get(name)) or is_array(part.get(name)))
    return WorkEstimate(
        1 + branches + _comparison_steps(part.get("enum")),
        more + sum(each.more_for_objects for each in in_place),
        _STEPS_OF_CHARACTER * sum(map(_count_positions, _patterns_of_schema(part)))
        + _content_steps(part)
        + (_STEPS_TO_COPY_NAME if "propertyNames" in part else 0)
        + sum(each.for_character for each in in_place),
        _searches_of_names(part) + sum(each.for_square_of_name for each in in_place),
        number_checks + sum(each.number_checks for each in in_place),
        number_checks - _count_machine_bounds(part) + sum(each.tiny_number_checks for each in in_place),
        _steps_of_fractions(part) + sum(each.for_number for each in in_place),
        (part.get("uniqueItems") is True) + sum(each.uniqueness_checks for each in in_place),
        1 + sum(each.branches for each in in_place),
    )


def _compares_numbers(value: Any) -> bool:
    """Return whether a keyword of `_NUMBER_KEYWORDS` compares numbers, given its value; None stands for no keyword."""
    texts = value if is_array(value) else [value]
    return value is not None and not all(isinstance(each, str) for each in texts)


def _steps_of_fractions(part: Mapping[str, Any]) -> int:
    """Return the number of steps to compare a number with those bounds of a schema that are no machine integers, and
    with a divisor that is written with a fraction.
    """
    bounds = sum(isinstance(part.get(name), (int, float)) for name in _BOUNDS) - _count_machine_bounds(part)
    return _STEPS_OF_FRACTION * bounds + _STEPS_OF_DIVISION * isinstance(part.get("multipleOf"), float)


def _count_machine_bounds(part: Mapping[str, Any]) -> int:
    """Return the number of bounds of a schema that are machine integers."""
    return sum(isinstance(part.get(name), int) and part[name] in _MACHINE_INTEGERS for name in _BOUNDS)


def _searches_of_names(part: Mapping[str, Any]) -> int:
    """Return the number of regular expressions of a schema that search each name of an object from every place."""
    named = part.get("patternProperties")
    return sum(_SEARCHES_FROM_EVERY_PLACE.match(each) is not None for each in named) if is_object(named) else 0


def _schemas_in_place_by_part(schema: Any, parts: Sequence[Mapping[str, Any]]) -> dict[int, list[Any]]:
    """Return the schemas that each part of a schema applies to a whole value, not to its members or items. They are
    given by the part's id.

    Raises:
        SchemaRefusedError: the schemas are too many. This may happen if many references lead to a name that many parts
            of the schema have.
    """
    references = References(schema)
    found: dict[int, list[Any]] = {}
    room = _MAX_STEPS
    for part in parts:
        inner = found[id(part)] = _schemas_in_place(references, part)
        room -= len(inner)
        if room < 0:
            raise SchemaRefusedError(f"too complex: it has more than {_MAX_STEPS} branches")
    return found


def _members_that_reach(
    wanted: Sequence[Mapping[str, Any]], in_place: Mapping[int, list[Any]], parts: Sequence[Mapping[str, Any]]
) -> frozenset[str] | None:
    """Return the names of the members to which some parts of a schema may apply, or to whose items, or items of these,
    they may apply. Return None if these may be all members.

    Args:
        wanted: the parts to be reached.
        in_place: the schemas that each part applies to a whole value, by the part's id.
        parts: all parts of the schema.
    """
    users: dict[int, list[int]] = {}
    for part in parts:
        for inner in (*in_place[id(part)], *_schemas_of_items(part)):
            users.setdefault(id(inner), []).append(id(part))
    left = [*map(id, wanted)]
    found = set[int]()
    while left:
        key = left.pop()
        if key not in found:
            found.add(key)
            left += users.get(key, ())
    names = set[str]()
    for part in parts:
        named, by_pattern = part.get("properties"), part.get("patternProperties")
        others = [part.get(keyword) for keyword in _OTHER_MEMBER_KEYWORDS]
        others += by_pattern.values() if is_object(by_pattern) else ()
        if any(id(each) in found for each in others):
            return None
        if is_object(named):
            names.update(name for name, each in named.items() if id(each) in found)
    return frozenset(names)


def _schemas_of_items(part: Mapping[str, Any]) -> list[Any]:
    """Return the schemas that a schema applies to the items of an array."""
    found: list[Any] = []
    for keyword in _ITEM_KEYWORDS:
        inner = part.get(keyword)
        found += inner if is_array(inner) else [inner]
    return [each for each in found if is_object(each)]


def _patterns_of_schema(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield the regular expressions that a schema applies to a text or to the names of an object."""
    pattern, named = part.get("pattern"), part.get("patternProperties")
    if isinstance(pattern, str):
        yield pattern
    if is_object(named):
        yield from named


def _content_steps(part: Mapping[str, Any]) -> int:
    """Return the number of steps to decode one character of a text, as draft-07 does; 0 if the schema decodes none."""
    return sum(steps for keyword, (value, steps) in _CONTENT_STEPS.items() if part.get(keyword) == value)


def _count_positions(pattern: str) -> int:
    """Return the largest number of positions of a regular expression after each repetition is written out.

    A class of characters is one position. Where the meaning of a bracket is unclear, the number is too large. For this
    reason, a `(` opens no group if it is in a class or if the expression may have comments, a `)` without `(` closes
    all that is before it, and braces repeat even in a class.
    """
    sums, last, in_class, index = [0], 0, 0, 0
    if _COMMENT_FLAG.search(pattern):
        sums, last, in_class = [len(pattern)], len(pattern), len(pattern)
    while index < len(pattern):
        character, length, added = pattern[index], 1, 1
        repeated = _REPETITION.match(pattern, index) if character == "{" else None
        if repeated:
            length = len(repeated[0])
            added = last * (max(1, *(int(count.lstrip("0")[:9] or 0) for count in repeated.groups(""))) - 1)
        elif character == "\\":
            length = 2
        elif character == "[":
            in_class += 1
            length = 2 if pattern.startswith("]", index + 1) else 3 if pattern.startswith("^]", index + 1) else 1
        elif character == "]" and in_class:
            in_class, added = in_class - 1, 0
        elif character in "*+?":
            added = 0
        elif character == "(" and not in_class:
            sums.append(0)
        elif character == ")":
            last = sums.pop()
            sums = sums or [0]
            sums[-1] += last
            added = 0
        if in_class and not repeated and character != "[":
            added = 0
        sums[-1] += added
        last = last + added if repeated or character.isspace() else added or last
        index += length
    return 1 + sum(sums)


def _comparison_steps(values: Any) -> int:
    """Return the number of steps to look up a value in an `enum`; 0 without `enum`, or if its constants are all texts
    or all integers.
    """
    if not is_array(values) or all(type(each) is str for each in values) or all(type(each) is int for each in values):
        return 0
    return _STEPS_OF_COMPARISON * len(values)


def _schemas_in_place(references: References, part: Mapping[str, Any]) -> list[Any]:
    """Return the schemas that a schema applies to a whole value, not to its members or items."""
    found: list[Any] = []
    for keyword in _IN_PLACE_LISTS:
        listed = part.get(keyword)
        found += listed if is_array(listed) else []
    found += [part[keyword] for keyword in _IN_PLACE if keyword in part]
    for keyword in _IN_PLACE_NAMED:
        named = part.get(keyword)
        found += named.values() if is_object(named) else []
    found += references.targets_of_part(part)
    return [each for each in found if is_object(each)]
