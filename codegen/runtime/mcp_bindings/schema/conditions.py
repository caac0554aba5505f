"""Conditions: the assertions of JSON Schema that no Python type expresses, such as `uniqueItems`, `not` and `if`.

To find equal items, items are compared level by level, and only as long as they are alike. So the work is at most
proportional to the size of the smaller items. It does not multiply where arrays with `uniqueItems` contain each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from ..json_values import is_array, is_object
from .places import Fault, Place

_LARGEST_INTEGER_KEY = 2**53
"""The largest integer that a key of `_shallow_key` has as a number. A key has a larger integer as text, since a peer
could choose many integers to which Python gives one hash."""


def find_first_repeated_item(items: Sequence[Any], as_json: Callable[[Any], Any]) -> tuple[int, int] | None:
    """Find the first item that equals an earlier item. Return the indices of both, that of the earlier item first; None
    if all items differ. `1` equals `1.0` but not `true`.

    Args:
        items: the items.
        as_json: a function that makes a JSON value of an item, or of a part of an item. Only the outermost level of the
            result has to be JSON.
    """
    groups = _groups_of_equal(list(enumerate(items)), as_json) if len(items) > 1 else []
    return min(((group[0], group[1]) for group in groups), key=lambda pair: pair[1], default=None)


def _groups_of_equal(values: list[tuple[int, Any]], as_json: Callable[[Any], Any]) -> list[list[int]]:
    """Return the groups of two or more equal values, given numbered values. A group lists the numbers of its values."""
    alike: dict[Any, list[tuple[int, Any]]] = {}
    for number, candidate in values:
        value = as_json(candidate)
        alike.setdefault(_shallow_key(value), []).append((number, value))
    found: list[list[int]] = []
    for group in [same for each in alike.values() for same in _split_by_names(each)]:
        first = group[0][1]
        parts: Sequence[Any] = list(first) if is_object(first) else range(len(first)) if is_array(first) else ()
        left = [[number for number, _ in group]]
        by_number = dict(group)
        for part in parts:
            left = [
                same
                for numbers in left
                for same in _groups_of_equal([(number, by_number[number][part]) for number in numbers], as_json)
            ]
            if not left:
                break
        found += left
    return found


def _split_by_names(group: list[tuple[int, Any]]) -> list[list[tuple[int, Any]]]:
    """Split numbered values of one `_shallow_key` into groups of two or more. Objects are in one group if their members
    have the same names; other values stay together. A value that is alone in its group is left out. The names are read
    only here, since a large object may be compared with many small ones.
    """
    if len(group) < 2 or not is_object(group[0][1]):
        return [group] if len(group) > 1 else []
    by_names: dict[frozenset[str], list[tuple[int, Any]]] = {}
    for number, value in group:
        by_names.setdefault(frozenset(value), []).append((number, value))
    return [same for same in by_names.values() if len(same) > 1]


def _shallow_key(value: Any) -> tuple[Any, ...]:
    """Return a key of a JSON value. Equal values have equal keys. Scalars with equal keys are equal."""
    if is_object(value):
        return "object", len(value)
    if is_array(value):
        return "array", len(value)
    if isinstance(value, bool) or value is None:
        return "constant", str(value)
    if isinstance(value, (int, float)) and abs(value) > _LARGEST_INTEGER_KEY and value == value // 1:
        return "number", hex(int(value))  # a peer could choose many large integers with one hash
    return ("string" if isinstance(value, str) else "number"), value


_CONDITIONS_OF_NAMES = frozenset({"dependentRequired", "maxProperties", "minProperties", "pattern", "propertyNames"})
"""Keywords of the conditions that depend neither on items nor on the values of members."""

CONDITIONS_OF_CONTENT = frozenset({"contains", "if", "not", "prefixItems", "uniqueItems"})
"""Keywords of the conditions that depend on items or on the values of members."""

CONDITIONS = _CONDITIONS_OF_NAMES | CONDITIONS_OF_CONTENT
"""Keywords that state a condition; `then`, `else`, `minContains` and `maxContains` only complete one."""


class Validator(Protocol):
    """Validator of the parts of a value by the subschemas of a condition."""

    def faults(self, schema: Any, value: Any, place: Place) -> Iterator[Fault]:
        """Yield the faults of a part of a value for a subschema. `place` is the place of the part."""
        ...

    def accepts(self, schema: Any, value: Any) -> bool:
        """Return whether a part of a value is valid for a subschema."""
        ...

    def as_json(self, value: Any) -> Any:
        """Return a part of a value as a JSON value. Only the outermost level of the result has to be JSON."""
        ...


def condition_faults(validator: Validator, schema: Mapping[str, Any], value: Any, place: Place) -> Iterator[Fault]:
    """Yield the faults of a value for the conditions in a schema. Other keywords of the schema are ignored.

    Args:
        validator: the validator of the parts of the value.
        schema: the schema.
        value: the value.
        place: the place of the value.

    Raises:
        Exception: a method of the validator has raised this error.
    """
    if is_object(value):
        yield from _member_faults(validator, schema, value, place)
    elif is_array(value):
        yield from _item_faults(validator, schema, value, place)
    elif isinstance(value, str) and "pattern" in schema and not matches_pattern(schema["pattern"], value):
        yield Fault(place, "pattern", f"expected text that matches {schema['pattern']}")
    if "not" in schema and validator.accepts(schema["not"], value):
        yield Fault(place, "not", "the schema excludes this value by `not`")
    if "if" in schema:
        branch = "then" if validator.accepts(schema["if"], value) else "else"
        if branch in schema:
            yield from validator.faults(schema[branch], value, place)


def _member_faults(
    validator: Validator, schema: Mapping[str, Any], value: Mapping[str, Any], place: Place
) -> Iterator[Fault]:
    if len(value) < schema.get("minProperties", 0):
        yield Fault(place, "minProperties", f"expected at least {schema['minProperties']} members")
    if len(value) > schema.get("maxProperties", len(value)):
        yield Fault(place, "maxProperties", f"expected at most {schema['maxProperties']} members")
    if "propertyNames" in schema:
        for name in value:
            if not validator.accepts(schema["propertyNames"], name):
                yield Fault((place, name), "propertyNames", "no member may have this name")
    for name, needed in schema.get("dependentRequired", {}).items():
        if name in value:
            for other in needed:
                if other not in value:
                    message = f'member "{other}" is missing, which member "{name}" requires'
                    yield Fault(place, "dependentRequired", message)


def _item_faults(
    validator: Validator, schema: Mapping[str, Any], value: Sequence[Any], place: Place
) -> Iterator[Fault]:
    for index, (part, item) in enumerate(zip(schema.get("prefixItems", ()), value, strict=False)):
        yield from validator.faults(part, item, (place, index))
    if "contains" in schema:
        low, high = schema.get("minContains", 1), schema.get("maxContains")
        found = sum(validator.accepts(schema["contains"], item) for item in value)
        if found < low:
            yield Fault(place, "contains", f"expected at least {low} items that fit `contains`, found {found}")
        if high is not None and found > high:
            yield Fault(place, "contains", f"expected at most {high} items that fit `contains`, found {found}")
    if schema.get("uniqueItems", False):
        pair = find_first_repeated_item(value, validator.as_json)
        if pair is not None:
            yield Fault((place, pair[1]), "uniqueItems", f"this item is equal to item {pair[0]}")


def matches_pattern(pattern: str, text: str) -> bool:
    """Return whether a pattern matches some part of a text. The time is at most proportional to the product of the
    lengths of the pattern and the text.

    The importer of schemas writes patterns so that ECMA 262 and the Rust library `regex` read them alike.
    """
    return bool(_compiled_pattern(pattern).isinstance_python(text))


@cache  # patterns come from the schema, not from a peer
def _compiled_pattern(pattern: str) -> Any:
    from pydantic_core import (
        SchemaValidator,
        core_schema,  # pydantic-core matches with `regex`
    )

    return SchemaValidator(core_schema.str_schema(pattern=pattern, strict=True))
