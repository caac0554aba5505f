"""Upper bound of the work to check a value against a JSON Schema.

A peer may send the value or the schema. The lengths of both are bounded, but two references to one schema double the
work, on each level of a value again, and each part of a value may be checked against each part of a schema.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from math import frexp, ldexp
from operator import itemgetter, methodcaller, mul
from typing import Any, NamedTuple
from urllib.parse import unquote, urldefrag, urljoin

from ..json_values import is_array, is_object, unescape_token
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
_CONTAINERS: Any = (dict, list)
"""The types of parsed JSON objects and arrays, for loops in which calls of `is_object` and `is_array` would take
longest."""

_MAX_LEVEL = 5_000_000
"""The largest number of parts on one level that are counted together. No text within the default limits has so many."""

_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
"""Keywords that compare numbers, as `multipleOf`, `const`, `enum` and `uniqueItems` do. jsonschema-rs compares them
exactly, in decimal digits if a number is not common."""

_SIGNED_INTEGERS = range(-(2**63), 2**63)
"""The integers among which jsonschema-rs looks up a value at once."""

_MACHINE_INTEGERS = range(-(2**63), 2**64)
"""The integers that, as bounds, jsonschema-rs compares without decimal digits with any number that is not large."""

_COMMON_EXPONENTS = range(-50, 64)
"""The exponents of the numbers that are common, with 2 as the base."""

_LEAST_COMMON, _LEAST_LARGE = (ldexp(0.5, each) for each in (_COMMON_EXPONENTS.start, _COMMON_EXPONENTS.stop))
"""The least positive float that is common, and the least that is too large to be common."""

_STEPS_OF_BIT = 15
"""The number of steps to compare a number that is not common, for each bit: of the integer, or of the exponent."""

_STEPS_OF_FRACTION, _STEPS_OF_DIVISION = 300, 600
"""The numbers of steps to compare any number with a bound or constant that is no machine integer, or a fraction with a
constant that is one, and to compare any number with a divisor that is written with a fraction."""

_STEPS_OF_CONSTANT, _STEPS_OF_REMAINDER = 30, 150
"""The numbers of steps to compare an integer with the only constant of a schema, and a fraction with a divisor that is
an integer. jsonschema-rs looks up an integer among several constants that are integers."""

_STEPS_OF_ITEMS = 400
"""The number of steps to compare one part of two items that have one hash."""

_KEYWORDS_OF_BRANCH = frozenset({"type", "properties", "required", "additionalProperties", "title", "description"})
_KEYWORDS_OF_CONSTANT = frozenset({"type", "const", "title", "description", "default"})
"""The keywords that a branch of a union may have if a constant text is to tell it from the other branches, and those
that the schema of this constant may have."""

_STEPS_OF_SMALL_ITEMS = 100
"""The number of steps to compare one part of two items that have one hash and no integer of 64 bits or more."""

_MAX_WITHOUT_HASHES = 15
"""The largest number of items that jsonschema-rs compares without hashes, each with each other."""

_WORDS = frozenset({bool, type(None)})
_HASHES_OF_WORDS = {True: "5e-324", None: "1.5914968437e-314"}
_HASH_OF_EMPTY_OBJECT = "0.0"
"""The classes of the words that jsonschema-rs hashes as numbers, and these numbers as texts, where `false` is zero; and
the number as which it hashes an empty object."""

_STEPS_OF_FEW_ITEMS = 40
"""The number of steps to compare, without hashes, one part of two items of an array."""

_STEPS_OF_HASH = 50
"""The number of steps to find what jsonschema-rs hashes of one part of an item."""

_EXACT_BITS = 53
"""The largest number of bits up to which different integers have different hashes."""

_MAX_MEMBERS = 500_000
"""The largest number of names of members that are looked up to find the work for one place of a value."""

_STEPS_OF_COMPARISON = 16
_STEPS_OF_UNCOMMON_COMPARISON = 40
"""The number of steps to compare a value with one constant of an `enum` in which values are not looked up at once; and
the number if one of its constants is a number that is no integer of 64 bits with a sign."""

_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE = ("if", "then", "else", "not")
_IN_PLACE_NAMED = ("dependentSchemas", "dependencies")
_REFERENCE_KEYWORDS = ("$ref", "$dynamicRef")
_ITEM_KEYWORDS = ("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains")
_OTHER_MEMBER_KEYWORDS = ("additionalProperties", "unevaluatedProperties")
_UNEVALUATED_KEYWORDS = ("unevaluatedItems", "unevaluatedProperties")
_REPEATED_KEYWORDS = ("contains", "contains", "propertyNames", *_UNEVALUATED_KEYWORDS)
"""Keywords whose schema may be applied to a member or item besides the schemas of other keywords. `contains` stands
twice, since its schema may be applied twice."""
_APPLICATORS = frozenset(
    {*_IN_PLACE_LISTS, *_IN_PLACE, *_IN_PLACE_NAMED, *_REFERENCE_KEYWORDS, *_ITEM_KEYWORDS, *_OTHER_MEMBER_KEYWORDS}
    | {"properties", "patternProperties", "propertyNames"}
)
"""Keywords that apply schemas."""
_OBJECT_KEYWORDS = (
    "properties",
    "patternProperties",
    "required",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
)
"""Keywords whose value has several parts, each of which may be looked up in each object that is checked."""

_NAMES_BY_NAME = ("dependentRequired", "dependencies")
"""Keywords whose parts may be lists of further names."""

_STEPS_OF_CHARACTER = 2
"""The number of steps for each pair of a position of a regular expression and a character of the text."""

_CHARACTERS_OF_PART = 32
"""The number of characters whose handling, such as hashing, takes about as long as one more part of a value."""

_STEPS_TO_COPY_NAME = 1
"""The number of steps for each character of a name where jsonschema-rs copies the name, such as for `propertyNames`."""

_CONTENT_STEPS = {"contentEncoding": ("base64", 1), "contentMediaType": ("application/json", 8)}
"""The value of each keyword by which draft-07 decodes a text, and the number of steps to decode one character."""

_REPETITION = re.compile(r"\{\s*([0-9]+)\s*(?:,\s*([0-9]*)\s*)?\}")
_COMMENT_FLAG = re.compile(r"\(\?[A-Za-z]*x")

_TOO_MANY_BRANCHES = f"too complex: it has more than {_MAX_STEPS} branches for one place of a value"

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
        number_checks: the number of bounds, divisors and constants that are compared with a number, and of keywords
            `uniqueItems`.
        tiny_number_checks: the number of these checks that take long for a number near zero.
        for_number: the steps for each number.
        for_float: the further steps for each number that is written with a fraction.
        for_constant: the steps for each number to compare it with constants.
        for_float_constant: the further steps for each number that is written with a fraction to compare it with
            constants.
        uniqueness_checks: the number of keywords `uniqueItems` for an array.
        branches: the number of schemas for any part. Each may read a text, at the same speed in both libraries. Each
            may also read a name, which jsonschema repeats in its messages.
        searched: the names of the members whose texts a regular expression may search, or draft-07 may decode; None if
            these may be all texts.
        compared: the names of the members whose numbers may be compared with numbers of the schema; None if these may
            be all numbers.
        constant: the names of the members whose numbers may be compared with constants; None if these may be all
            numbers.
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
    for_float: int = 0
    for_constant: int = 0
    for_float_constant: int = 0
    uniqueness_checks: int = 0
    branches: int = 0
    searched: frozenset[str] | None = None
    compared: frozenset[str] | None = None
    constant: frozenset[str] | None = None
    unique: frozenset[str] | None = None
    step_cost: int = 1

    def with_step_cost(self, step_cost: int) -> WorkEstimate:
        """Return the work with another library. Its steps, except those of regular expressions, take `step_cost` times
        as long as those of jsonschema-rs.
        """
        return self._replace(
            steps=self.steps * step_cost, more_for_objects=self.more_for_objects * step_cost, step_cost=step_cost
        )

    def exceeds_limit(self, value: Any) -> bool:
        """Return whether the check of a value may take more steps than allowed."""
        many_numbers = self.number_checks and not _has_few_parts(value, _MAX_COUNTED_SINGLY // self.number_checks)
        if many_numbers and self._steps_to_compare(value) > _MAX_WORK:
            return True
        few_steps = (self.steps + self.more_for_objects) * _MOST_PARTS <= _MAX_WORK
        if few_steps and not self.for_character and not self.for_square_of_name:
            return False
        return self.cost(value, _MAX_WORK) > _MAX_WORK

    def cost(self, value: Any, most: int) -> int:
        """Return an upper bound of the steps to check a value. Counting stops after `most` steps, so a larger result is
        no upper bound.
        """
        if not _has_few_parts(value, _MAX_COUNTED_SINGLY) and (bound := self._upper_bound(value, most)) <= most:
            return bound
        room, parts = most, [(value, True)]
        while parts and room >= 0:
            part, is_searched = parts.pop()
            room -= self.steps
            if isinstance(part, _OBJECT):
                room -= self.more_for_objects
                room -= self.branches * self.step_cost * (sum(map(len, part)) // _CHARACTERS_OF_PART)
                room -= self.count_search_steps(part, is_searched=is_searched)
                parts += [(each, self.is_searched(name)) for name, each in part.items()]
            elif isinstance(part, _ARRAY):
                parts += [(each, is_searched) for each in part]
            elif isinstance(part, str):
                room -= self.branches * (len(part) // _CHARACTERS_OF_PART)
                room -= self.count_search_steps(part, is_searched=is_searched)
        return most - room

    def _upper_bound(self, value: Any, most: int) -> int:
        """Return an upper bound of `cost`, as if all texts were searched. Return more than `most` if the bound is
        larger than `most`, or if the value has too many parts.
        """
        bound = 0
        for level in _levels([value]):
            lengths = list(map(len, chain.from_iterable(level.objects)))
            in_names, in_texts = sum(lengths), sum(map(len, level.parts_of_class(str)))
            bound += self.steps * len(level.parts) + self.more_for_objects * len(level.objects)
            bound += self.branches * self.step_cost * (in_names // _CHARACTERS_OF_PART)
            bound += self.branches * (in_texts // _CHARACTERS_OF_PART) + self.for_character * (in_names + in_texts)
            bound += self.for_square_of_name * sum(map(mul, lengths, lengths))
            if bound > most or len(lengths) + sum(map(len, level.arrays)) > _MAX_LEVEL:
                return most + 1
        return bound

    def _steps_to_compare(self, value: Any) -> int:
        """Return an upper bound of the steps to compare the numbers in a value with those of the schema, and the items
        of arrays with each other. Counting stops after `_MAX_WORK` steps.
        """
        steps = self._steps_for_numbers([value])
        if steps > _MAX_WORK and self.compared is not None:
            bare = self._replace(for_constant=0, for_float_constant=0)
            constants = WorkEstimate(0, 0, for_constant=self.for_constant, for_float_constant=self.for_float_constant)
            steps = sum(
                work._steps_for_numbers(
                    [part for part, is_in in _parts_with_reach(value, names) if is_in and _is_number(part)]
                )
                for work, names in ((bare, self.compared), (constants, self.constant))
            )
        return steps + self._steps_for_items(value) if self.uniqueness_checks else steps

    def _steps_for_numbers(self, values: list[Any]) -> int:
        """Return an upper bound of the steps to compare the numbers in some values with those of the schema. Counting
        stops after `_MAX_WORK` steps.
        """
        steps = 0
        for level in _levels(values):
            integers, floats = level.parts_of_class(int), level.parts_of_class(float)
            exponents = _lengths_of_large(integers) + _uncommon_exponents(floats)
            steps += (self.for_number + self.for_constant) * (len(integers) + len(floats))
            steps += (self.for_float + self.for_float_constant) * len(floats)
            steps += self.number_checks * _STEPS_OF_BIT * sum(each for each in exponents if each > 0)
            steps += self.tiny_number_checks * _STEPS_OF_BIT * sum(-each for each in exponents if each < 0)
            if steps > _MAX_WORK:
                break
        return steps

    def _steps_for_items(self, value: Any) -> int:
        """Return an upper bound of the steps to compare the items of the arrays in a value with each other. Counting
        stops after `_MAX_WORK` steps.
        """
        parts, items = 0, 0
        for level in _levels([value]):
            parts += len(level.parts)
            items += sum(map(len, level.arrays))
        steps = self.uniqueness_checks * _STEPS_OF_ITEMS * items * parts
        if steps <= _MAX_WORK:
            return steps
        steps, sizes = 0, dict[int, int]()
        for array in _reached_arrays(value, self.unique):
            if len(array) <= _MAX_WITHOUT_HASHES:
                _add_sizes(_containers_in(array), sizes)
                parts = _count_compared_parts([sizes.get(id(each), 1) for each in array])
                steps += self.uniqueness_checks * _STEPS_OF_FEW_ITEMS * parts
            elif _may_have_one_hash(array):
                by_hash: dict[tuple[str, ...], list[int]] = {}
                for item in chain.from_iterable(map(_different_items, _groups_of_one_hash(array))):
                    hashed, parts = _hashed_parts(item)
                    steps += _STEPS_OF_HASH * parts
                    by_hash.setdefault(hashed, []).append(parts)
                steps += self.uniqueness_checks * sum(
                    _count_compared_parts(each) * (_STEPS_OF_ITEMS if "inf" in hashed else _STEPS_OF_SMALL_ITEMS)
                    for hashed, each in by_hash.items()
                )
            if steps > _MAX_WORK:
                break
        return steps

    def is_searched(self, name: str) -> bool:
        """Return whether a regular expression may search, or draft-07 may decode, the text of a member of this name."""
        return self.searched is None or name in self.searched

    def count_search_steps(self, part: Any, *, is_searched: bool) -> int:
        """Return the number of steps to search the names of an object, or to search and decode a text; 0 for any other
        part of a value.

        Args:
            part: the part.
            is_searched: whether a regular expression may search, or draft-07 may decode, a text at this place.
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


class _Level:
    """The parts of some values on one level.

    Args:
        parts: the parts.

    Attributes:
        parts: the argument of this name.
        kinds: the classes of the parts.
        objects: the parts that are objects.
        arrays: the parts that are arrays.
    """

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts
        self.kinds: set[type] = set(map(type, parts))
        self.objects, self.arrays = self.parts_of_class(dict), self.parts_of_class(list)

    def parts_of_class(self, kind: type) -> list[Any]:
        """Return the parts that are of a class or of a subclass."""
        wanted = frozenset(each for each in self.kinds if issubclass(each, kind))
        if len(wanted) == len(self.kinds):
            return self.parts
        return [*compress(self.parts, map(wanted.__contains__, map(type, self.parts)))] if wanted else []


def _levels(values: list[Any]) -> Iterator[_Level]:
    """Yield the levels of some values. The loops over all parts of a level run in functions written in C."""
    while values:
        level = _Level(values)
        yield level
        values = list(chain(chain.from_iterable(map(methodcaller("values"), level.objects)), *level.arrays))


def _parts_with_reach(value: Any, names: frozenset[str] | None) -> Iterator[tuple[Any, bool]]:
    """Yield each part of a value, and whether a keyword may apply to the part.

    Args:
        value: the value.
        names: the names of the members to which, or to whose items, the keyword may apply; None stands for all members.
    """
    parts = [(value, True)]
    for part, is_reached in parts:  # the list grows
        yield part, is_reached
        if isinstance(part, _OBJECT):
            parts += [(each, names is None or name in names) for name, each in part.items()]
        elif isinstance(part, _ARRAY):
            parts += [(each, is_reached) for each in part]


def _reached_arrays(value: Any, names: frozenset[str] | None) -> Iterator[list[Any]]:
    """Yield those arrays in a value to which a keyword may apply; `_parts_with_reach` documents the arguments."""
    parts = [(value, True)]
    for part, is_reached in parts:  # the list grows
        if isinstance(part, _ARRAY):
            if is_reached:
                yield part
            parts += [(each, is_reached) for each in part if isinstance(each, _CONTAINERS)]
        elif names is None or names:
            parts += [
                (each, names is None or name in names) for name, each in part.items() if isinstance(each, _CONTAINERS)
            ]


def _containers_in(part: Any) -> list[Any]:
    """Return the objects and arrays among the members of an object, or among the items of an array."""
    inner = part.values() if isinstance(part, _OBJECT) else part
    return [each for each in inner if isinstance(each, _CONTAINERS)]


def _add_sizes(containers: list[Any], sizes: dict[int, int]) -> None:
    """Add the sizes of some objects and arrays, and of all objects and arrays in them, to `sizes`. A size is the number
    of parts, counting the object or array itself; the key is its id.
    """
    found = [*containers]
    for each in found:  # the list grows
        if id(each) not in sizes:
            found += _containers_in(each)
    for each in reversed(found):
        if id(each) not in sizes:
            sizes[id(each)] = 1 + len(each) + sum(sizes[id(part)] - 1 for part in _containers_in(each))


def _count_compared_parts(sizes: list[int]) -> int:
    """Return the largest number of parts that are compared if each of some items is compared with each other.

    Args:
        sizes: the number of parts of each item.
    """
    sizes.sort(reverse=True)
    return sum(map(mul, sizes, range(len(sizes))))  # of two items, the smaller one counts


def _may_have_one_hash(array: list[Any]) -> bool:
    """Return whether different items of an array may have one hash in jsonschema-rs, which hashes the scalars in an
    item, without the brackets around them, and integers as floating-point numbers. `null`, `true`, `false` and empty
    objects have the hashes of numbers.

    Args:
        array: an array whose items are compared by their hashes first.
    """
    kinds, depth = set[type](), 0
    for depth, level in enumerate(_levels([array])):
        has_brackets = depth > 1 and bool(level.arrays or not all(level.objects))
        if has_brackets or max(map(int.bit_length, level.parts_of_class(int)), default=0) > _EXACT_BITS:
            return True
        kinds |= level.kinds
    has_numbers = any(issubclass(each, (int, float)) for each in kinds - _WORDS)
    return depth > 1 and has_numbers and not kinds.isdisjoint(_WORDS)


def _groups_of_one_hash(array: list[Any]) -> Iterator[list[Any]]:
    """Yield groups of the items of an array, without those items that certainly have a hash of their own. Items of one
    hash are in one group.

    Objects of one hash have the same names, and the same texts in a member that is a text in all of them; the same is
    true of integers. So a member with an identifier tells most objects apart, without a look at their other parts.
    """
    if {*map(type, array)} != {dict}:
        yield array
        return
    in_order: dict[tuple[str, ...], list[Any]] = {}
    for item in array:
        in_order.setdefault(tuple(item), []).append(item)
    by_names: dict[frozenset[str], list[Any]] = {}
    for order, items in in_order.items():
        by_names.setdefault(frozenset(order), []).extend(items)
    for names, items in by_names.items():
        if len(items) == 1:
            continue
        told_apart = _most_varied_members(names, items)
        if told_apart is None:
            yield items
            continue
        by_member: dict[Any, list[Any]] = {}
        for member, item in zip(told_apart, items, strict=True):
            by_member.setdefault(member, []).append(item)
        yield from (each for each in by_member.values() if len(each) > 1)


def _most_varied_members(names: Iterable[str], items: list[Any]) -> list[Any] | None:
    """Return the members that some objects have under that name under which most of them differ. A name counts if its
    members are all texts, or all integers with hashes of their own. Return None if no name counts.

    Args:
        names: the names that each of the objects has.
        items: the objects.
    """
    found, most = None, 0
    for name in names:
        members = [*map(itemgetter(name), items)]
        kinds = {*map(type, members)}
        if kinds == {str} or (kinds == {int} and max(map(int.bit_length, members)) <= _EXACT_BITS):
            count = len({*members})
            if count > most:
                found, most = members, count
        if most == len(items):
            break
    return found


def _different_items(items: list[Any]) -> list[Any]:
    """Return the items, equal ones once, since `uniqueItems` compares nothing after the first pair of equal items.
    Equal objects may be returned more often if their members are in another order.
    """
    try:
        return [*{repr(each): each for each in items}.values()]
    except (ValueError, RecursionError):  # an integer of too many digits, or too many levels
        return items


def _hashed_parts(item: Any) -> tuple[tuple[str, ...], int]:
    """Return what jsonschema-rs hashes of an item, as texts, and the number of parts of the item, names included. All
    integers that are not common are the same to jsonschema-rs.
    """
    found, parts, count = list[str](), [item], 0
    while parts:
        part = parts.pop()
        count += 1
        if isinstance(part, _OBJECT) and part:
            parts += chain.from_iterable((name, part[name]) for name in sorted(part))
        elif isinstance(part, _ARRAY):
            parts += part
        elif isinstance(part, _OBJECT):
            found.append(_HASH_OF_EMPTY_OBJECT)
        elif part is None or part is True:
            found.append(_HASHES_OF_WORDS[part])
        elif isinstance(part, int):
            found.append(str(float(part)) if part.bit_length() in _COMMON_EXPONENTS else "inf")
        elif isinstance(part, float):
            found.append(str(part + 0.0))  # without the sign of zero
        else:  # Python's hash of a text is random, so that a peer cannot send numbers of one hash
            found.append(str(part))
    return tuple(found), count


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
"""The number of members of a `WorkEstimate` that are counts. These members are the first."""

_NO_WORK = WorkEstimate(0, 0)


def estimate_work(schema: Any) -> WorkEstimate:
    """Return an estimate of the largest work that a schema causes for any one part of a value.

    Raises:
        SchemaRefusedError: too many schemas apply to one place, or a schema applies itself to the same place without
            end.
    """
    parts = list(objects_in(schema))
    if not parts:
        return WorkEstimate(1, 0)
    references = References(schema)
    in_place = _schemas_in_place_by_part(references, parts)
    found: dict[int, WorkEstimate] = {}
    heights: dict[int, int] = {}
    repetitions: dict[int, int] = {}
    open_: set[int] = set()
    stack = [(part, False) for part in parts]
    while stack:
        part, is_left = stack.pop()
        key = id(part)
        if is_left:
            open_.discard(key)
            heights[key] = 1 + max((heights[id(each)] for each in in_place[key]), default=0)
            repetitions[key] = _count_repetitions(part, heights[key])
            inner = _multiply_work(_add_work([found[id(each)] for each in in_place[key]]), repetitions[key])
            found[key] = _add_work([_own_work(part), inner])
        elif key in open_:
            raise SchemaRefusedError(
                "not a schema: it refers to itself at the same place of a value, so no check would end"
            )
        elif key not in found:
            open_.add(key)
            stack.append((part, True))
            stack += [(inner, False) for inner in in_place[key] if id(inner) not in found]
    searching = [part for part in parts if isinstance(part.get("pattern"), str) or _count_content_steps(part)]
    comparing = [part for part in parts if _count_number_checks(part)]
    unique = [part for part in parts if part.get("uniqueItems") is True]
    constant = [part for part in parts if _numeric_constants(part)]
    names = [_members_that_reach(each, in_place, parts) for each in (searching, comparing, unique, constant)]
    work = _work_below(schema, references, in_place, repetitions, found, {})[id(schema)].largest
    texts = _largest_work(found.values())
    return work._replace(
        for_character=texts.for_character,  # else each text would count for patterns of all members
        for_square_of_name=texts.for_square_of_name,
        searched=names[0],
        compared=names[1],
        unique=names[2],
        constant=names[3],
    )


def _count_repetitions(part: Mapping[str, Any], height: int) -> int:
    """Return how often a part of a schema may apply each schema to the whole value. To find unevaluated members and
    items, jsonschema-rs applies the schemas again, then those inside of them, and so on.

    Args:
        part: the part.
        height: how many schemas lie above each other, each of which applies the next one to the whole value.
    """
    return height if any(keyword in part for keyword in _UNEVALUATED_KEYWORDS) else 1


class _WorkBelow(NamedTuple):
    """Work of a schema for a place of a value and for the places below it.

    Attributes:
        largest: the largest work for one of these places.
        by_member: the largest work for a member or item and the places below it, by name or index; None stands for any
            other.
        of_members: the largest of these.
    """

    largest: WorkEstimate
    by_member: Mapping[str | int | None, WorkEstimate]
    of_members: WorkEstimate


_NOTHING_BELOW = _WorkBelow(_NO_WORK, {None: _NO_WORK}, _NO_WORK)


def _work_below(
    schema: Mapping[str, Any],
    references: References,
    in_place: Mapping[int, list[Any]],
    repetitions: Mapping[int, int],
    work: Mapping[int, WorkEstimate],
    earlier: dict[int, _WorkBelow],
) -> dict[int, _WorkBelow]:
    """Return the work of the parts of a schema for places of a value, such as a member of a member, by the part's id.

    Several schemas of one place may lead to one schema of a member, which is then applied to the member as many times.
    Only where a reference leads to a schema that has led to the reference, jsonschema-rs keeps the verdict on each
    object and array. Which references these are depends on the order in which keywords are compiled, by name.

    Args:
        schema: the schema.
        references: the references in the schema.
        in_place: the schemas that each part applies to a whole value, by the part's id.
        repetitions: how often each part applies each of these schemas, by the part's id.
        work: the work of each part and of these schemas for one place of a value, by the part's id.
        earlier: what is known of the parts that lead to themselves. At first, this is nothing.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    found: dict[int, _WorkBelow] = {}
    known = ChainMap(found, earlier)
    seen: set[int] = set()
    stack = [(schema, False)]
    room, has_loops = _MAX_MEMBERS, False
    while stack:
        part, is_left = stack.pop()
        key = id(part)
        if _APPLICATORS.isdisjoint(part):
            found[key] = _WorkBelow(work[key], *_NOTHING_BELOW[1:])
        elif is_left:
            below = [_work_below_members(part, known), *_work_below_in_place(part, in_place, repetitions, known)]
            below = [each for each in below if each.of_members.steps]
            names = sum(len(each.by_member) - 1 for each in below)
            others = sum(each.by_member[None] is not _NO_WORK for each in below)
            room -= (1 + names) * min(others + 1, len(below) - 1)
            if room < 0:
                raise SchemaRefusedError(_TOO_MANY_BRANCHES)
            _, by_member, of_members = below[0] if len(below) == 1 else _combine_work_below(below)
            found[key] = _WorkBelow(_largest_work([work[key], of_members]), by_member, of_members)
        elif key in seen:
            has_loops = has_loops or key not in found
        else:
            seen.add(key)
            stack.append((part, True))
            stack += [(each, False) for each in reversed([*_schemas_by_keyword(references, part)])]
    return _work_below(schema, references, in_place, repetitions, work, found) if has_loops and not earlier else found


def _work_below_members(part: Mapping[str, Any], known: Mapping[int, _WorkBelow]) -> _WorkBelow:
    """Return the work below a value of the schemas that a schema applies to its members and items.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    by_name, repeated = _schemas_by_member(part)
    repeated_work = _add_work([known.get(id(each), _NOTHING_BELOW).largest for each in repeated])
    own = {
        member: _add_work([*(known.get(id(each), _NOTHING_BELOW).largest for each in schemas), repeated_work])
        for member, schemas in by_name.items()
    }
    return _WorkBelow(_NO_WORK, own, _largest_work(own.values()))


def _work_below_in_place(
    part: Mapping[str, Any],
    in_place: Mapping[int, list[Any]],
    repetitions: Mapping[int, int],
    known: Mapping[int, _WorkBelow],
) -> list[_WorkBelow]:
    """Return the work below a value of each of the schemas that a schema applies to the whole value. Branches of which
    the value reads at most one count together.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    branches = _exclusive_branches(part, in_place)
    excluded = {id(each) for each in branches}
    below = [known.get(id(each), _NOTHING_BELOW) for each in in_place[id(part)] if id(each) not in excluded]
    if branches:
        below.append(_largest_work_below([known.get(id(each), _NOTHING_BELOW) for each in branches]))
    times = repetitions[id(part)]
    return [_multiply_work_below(each, times) for each in below] if times > 1 else below


def _largest_work_below(below: Sequence[_WorkBelow]) -> _WorkBelow:
    """Return the work of schemas of which a value reads at most one, for the members and items of the value."""
    other = _largest_work([each.by_member[None] for each in below])
    by_member = {name: _largest_work([*works, other]) for name, works in _works_by_member(below).items()}
    return _WorkBelow(_NO_WORK, by_member, _largest_work(by_member.values()))


def _exclusive_branches(part: Mapping[str, Any], in_place: Mapping[int, list[Any]]) -> Sequence[Any]:
    """Return the branches of a schema of which a value reads at most one; no branches if it may read several.

    Each of these branches requires a member whose constant text differs from those of the other branches. jsonschema-rs
    leaves the other branches before it reads further members, as was measured.
    """
    listed = part.get("anyOf", part.get("oneOf"))
    if not is_array(listed) or len(listed) < 2 or ("anyOf" in part and "oneOf" in part):
        return ()
    told: list[dict[str, str]] = []
    for each in listed:
        branch: Any = each
        while is_object(branch) and isinstance(branch.get("$ref"), str) and len(in_place[id(branch)]) == 1:
            branch = in_place[id(branch)][0]
        if not is_object(branch) or in_place[id(branch)] or not branch.keys() <= _KEYWORDS_OF_BRANCH:
            return ()
        told.append(_required_constants(branch))
    if any(len({each.get(name) for each in told} - {None}) == len(told) for name in told[0]):
        return listed
    return ()


def _required_constants(branch: Mapping[str, Any]) -> dict[str, str]:
    """Return the constant texts of the required members of a schema, by the name of the member. A member whose schema
    has further assertions is left out.
    """
    required, named = branch.get("required"), branch.get("properties")
    if not is_array(required) or not is_object(named):
        return {}
    found: dict[str, str] = {}
    for name in required:
        member = named.get(name) if isinstance(name, str) else None
        if is_object(member) and isinstance(member.get("const"), str) and member.keys() <= _KEYWORDS_OF_CONSTANT:
            found[name] = member["const"]
    return found


def _combine_work_below(below: Sequence[_WorkBelow]) -> _WorkBelow:
    """Return the work of several schemas of one place for the members and items at this place.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    others = [each for each in below if each.by_member[None] is not _NO_WORK]
    by_member = {
        name: _add_work([*works, *(each.by_member[None] for each in others if name not in each.by_member)])
        for name, works in _works_by_member(below).items()
    }
    return _WorkBelow(_NO_WORK, by_member, _largest_work(by_member.values()))


def _works_by_member(below: Sequence[_WorkBelow]) -> dict[str | int | None, list[WorkEstimate]]:
    """Return, by name or index, the work estimates of the schemas that name a member or item.

    Under None is the estimate of each schema for the members and items that it does not name.
    """
    found: dict[str | int | None, list[WorkEstimate]] = {None: []}
    for each in below:
        for name, work in each.by_member.items():
            found.setdefault(name, []).append(work)
    return found


def with_changed_parts(schema: Mapping[str, Any], change: Callable[..., Any], *, is_named: bool) -> dict[str, Any]:
    """Return a copy of a schema with each part changed, except the values that are data, such as that of `const`.

    Args:
        schema: the schema, or the value of a keyword such as `properties`, which is an object of schemas by name.
        change: a function that gets a part, and as `is_named` whether the part is such an object of schemas by name. It
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
    """Index of the parts of a schema to which its references may lead: by JSON Pointer, anchor and identifier."""

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
            path = [unescape_token(token) for token in name.split("/")[1:]]
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
    """Return the URL and the decoded fragment of a reference, given the base URL of the part that has the reference.
    For a malformed reference, return the reference itself and an empty fragment.
    """
    if reference.startswith("#"):
        return base, unquote(reference[1:])
    try:
        url, fragment = urldefrag(reference if not base else urljoin(base, reference))
    except ValueError:
        return reference, ""
    return url or base, unquote(fragment)


def objects_in(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield each object in a schema, whether or not that object is a schema itself."""
    return filter(is_object, _parts_in(schema))


def _parts_in(value: Any) -> Iterator[Any]:
    """Yield a JSON value and all parts of it."""
    parts = [value]
    while parts:
        part = parts.pop()
        yield part
        if is_object(part):
            parts += part.values()
        elif is_array(part):
            parts += part


def _is_number(part: Any) -> bool:
    return isinstance(part, (int, float)) and not isinstance(part, bool)


def _add_work(estimates: Sequence[WorkEstimate]) -> WorkEstimate:
    """Return the total work of some schemas.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    estimates = [each for each in estimates if each is not _NO_WORK]
    if len(estimates) < 2:
        return estimates[0] if estimates else _NO_WORK
    return _make_bounded_work(map(sum, zip(*(each[:_COUNTS] for each in estimates), strict=True)))


def _multiply_work(estimate: WorkEstimate, count: int) -> WorkEstimate:
    """Return the work of a schema that is applied `count` times.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    if count == 1 or estimate is _NO_WORK:
        return estimate
    counts: tuple[Any, ...] = estimate[:_COUNTS]
    return _make_bounded_work(count * each for each in counts)


def _make_bounded_work(counts: Iterable[Any]) -> WorkEstimate:
    """Return the work with the given counts.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    total = WorkEstimate(*counts)
    if total.branches > _MAX_STEPS:
        raise SchemaRefusedError(_TOO_MANY_BRANCHES)
    return total


def _multiply_work_below(below: _WorkBelow, count: int) -> _WorkBelow:
    """Return the work below a schema that is applied `count` times.

    Raises:
        SchemaRefusedError: too many schemas apply to one place.
    """
    by_member = {name: _multiply_work(work, count) for name, work in below.by_member.items()}
    return _WorkBelow(below.largest, by_member, _multiply_work(below.of_members, count))


def _largest_work(estimates: Iterable[WorkEstimate]) -> WorkEstimate:
    """Return an estimate of which each count is the largest of that count in some estimates."""
    estimates = [each for each in estimates if each is not _NO_WORK]
    if len(estimates) < 2:
        return estimates[0] if estimates else _NO_WORK
    counts: Iterator[Any] = zip(*(each[:_COUNTS] for each in estimates), strict=True)
    return WorkEstimate(*map(max, counts))


def _own_work(part: Mapping[str, Any]) -> WorkEstimate:
    """Return the work of a part of a schema, without that of other schemas."""
    number_checks = _count_number_checks(part)
    more = sum(len(part[name]) for name in _OBJECT_KEYWORDS if is_object(part.get(name)) or is_array(part.get(name)))
    for name in _NAMES_BY_NAME:
        lists = part.get(name)
        more += sum(len(each) for each in lists.values() if is_array(each)) if is_object(lists) else 0
    return WorkEstimate(
        1 + _count_comparison_steps(part.get("enum")),
        more,
        _STEPS_OF_CHARACTER * sum(map(_count_positions, _patterns_of_schema(part)))
        + _count_content_steps(part)
        + (_STEPS_TO_COPY_NAME if "propertyNames" in part else 0),
        _count_searches_of_names(part),
        number_checks + (part.get("uniqueItems") is True),
        number_checks - _count_machine_bounds(part) + (part.get("uniqueItems") is True),
        *_steps_of_numeric_keywords(part),
        int(part.get("uniqueItems") is True),
        1,
    )


def _numeric_constants(part: Mapping[str, Any]) -> list[Any]:
    """Return the constants of a schema that are numbers or contain numbers."""
    listed = part.get("enum")
    constants = [*(listed if is_array(listed) else ()), part.get("const")]
    return [
        each
        for each in constants
        if _is_number(each) or ((is_object(each) or is_array(each)) and any(map(_is_number, _parts_in(each))))
    ]


def _count_number_checks(part: Mapping[str, Any]) -> int:
    """Return the number of bounds, divisors and constants of a schema that are compared with numbers."""
    return sum(isinstance(part.get(name), (int, float)) for name in (*_BOUNDS, "multipleOf")) + len(
        _numeric_constants(part)
    )


def _steps_of_numeric_keywords(part: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """Return the number of steps to compare a number with the bounds and the divisor of a schema, and the number of
    further steps if the number is written with a fraction; and both again for the constants of the schema.
    """
    bounds = sum(isinstance(part.get(name), (int, float)) for name in _BOUNDS) - _count_machine_bounds(part)
    divisor, constants = part.get("multipleOf"), _numeric_constants(part)
    integers = sum(isinstance(each, int) and each in _MACHINE_INTEGERS for each in constants)
    single = _STEPS_OF_CONSTANT if integers and ("const" in part or len(constants) == 1) else 0
    return (
        _STEPS_OF_FRACTION * bounds + _STEPS_OF_DIVISION * isinstance(divisor, float),
        _STEPS_OF_REMAINDER * isinstance(divisor, int),
        _STEPS_OF_FRACTION * (len(constants) - integers) + single,
        _STEPS_OF_FRACTION * integers,
    )


def _count_machine_bounds(part: Mapping[str, Any]) -> int:
    """Return the number of bounds of a schema that are machine integers."""
    return sum(isinstance(part.get(name), int) and part[name] in _MACHINE_INTEGERS for name in _BOUNDS)


def _count_searches_of_names(part: Mapping[str, Any]) -> int:
    """Return the number of regular expressions of a schema that search each name of an object from every place."""
    named = part.get("patternProperties")
    return sum(_SEARCHES_FROM_EVERY_PLACE.match(each) is not None for each in named) if is_object(named) else 0


def _schemas_in_place_by_part(references: References, parts: Sequence[Mapping[str, Any]]) -> dict[int, list[Any]]:
    """Return the schemas that each part of a schema applies to a whole value, not to its members or items, by the
    part's id.

    Raises:
        SchemaRefusedError: the schemas are too many. This may happen if many references lead to a name that many parts
            of the schema have.
    """
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
    """Return the names of the members to which, or to whose items at any depth, some parts of a schema may apply.
    Return None if these may be all members.

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


def _schemas_by_member(part: Mapping[str, Any]) -> tuple[dict[str | int | None, list[Any]], list[Any]]:
    """Return the schemas that a schema applies to single members and items, by name or index, where None stands for any
    other; and, as a list, the schemas that it may apply to any member or item besides.
    """
    found: dict[str | int | None, list[Any]] = {None: []}
    properties, by_pattern, items = part.get("properties"), part.get("patternProperties"), part.get("items")
    found.update((name, [each]) for name, each in (properties.items() if is_object(properties) else ()))
    for listed in (part.get("prefixItems"), items):
        found.update((index, [each]) for index, each in enumerate(listed if is_array(listed) else ()))
    repeated = [*(by_pattern.values() if is_object(by_pattern) else ()), *map(part.get, _REPEATED_KEYWORDS)]
    found[None] += [part.get("additionalProperties"), part.get("additionalItems"), items]
    return found, repeated


def _schemas_by_keyword(references: References, part: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the schemas that a schema applies to the whole value, to members and to items, in the order of the names of
    keywords.
    """
    for keyword in sorted(_APPLICATORS.intersection(part)):
        inner = part[keyword]
        found: Iterable[Any]
        if keyword in _REFERENCE_KEYWORDS:
            found = references.targets_of(inner, part) if isinstance(inner, str) else ()
        elif keyword in NAMED_SCHEMA_KEYWORDS:
            found = [inner[name] for name in sorted(inner)] if is_object(inner) else ()
        else:
            found = inner if is_array(inner) else [inner]
        yield from filter(is_object, found)


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


def _count_content_steps(part: Mapping[str, Any]) -> int:
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


def _count_comparison_steps(values: Any) -> int:
    """Return the number of steps to compare a value with the constants of an `enum`; 0 without `enum`, or if the value
    is looked up at once.
    """
    if not is_array(values) or are_looked_up(values):
        return 0
    has_others = any(_is_number(each) and not (type(each) is int and each in _SIGNED_INTEGERS) for each in values)
    return (_STEPS_OF_UNCOMMON_COMPARISON if has_others else _STEPS_OF_COMPARISON) * len(values)


def are_looked_up(constants: Sequence[Any]) -> bool:
    """Return whether a value is looked up among the constants of an `enum` at once, in both libraries: apart from null,
    the constants are all texts or all integers of 64 bits with a sign.
    """
    others = [each for each in constants if each is not None]
    return all(type(each) is str for each in others) or all(
        type(each) is int and each in _SIGNED_INTEGERS for each in others
    )


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
