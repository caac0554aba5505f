"""Conditions: the assertions of JSON Schema that no Python type expresses, such as `uniqueItems`, `not` and `if`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from ..json_values import is_array, is_object
from .distinct import first_repeated
from .places import Fault, Place

_OF_NAMES = frozenset({"dependentRequired", "maxProperties", "minProperties", "pattern", "propertyNames"})
"""Conditions that hold whatever the items and the values of members are."""

OF_CONTENT = frozenset({"contains", "if", "not", "prefixItems", "uniqueItems"})
"""Conditions that depend on items or on the values of members."""

CONDITIONS = _OF_NAMES | OF_CONTENT
"""Keywords that stand for a condition; `then`, `else`, `minContains` and `maxContains` only complete one of them."""


class Validator(Protocol):
    """Validates the parts of a value by the subschemas of a condition."""

    def faults(self, schema: Any, value: Any, place: Place) -> Iterator[Fault]:
        """The faults of a part."""
        ...

    def accepts(self, schema: Any, value: Any) -> bool:
        """Whether a part is valid."""
        ...

    def as_json(self, value: Any) -> Any:
        """A part as a JSON value, of which only the outermost level has to be one."""
        ...


def condition_faults(validator: Validator, schema: Mapping[str, Any], value: Any, place: Place) -> Iterator[Fault]:
    """The faults of a value by the conditions of a schema; other keywords of the schema are not looked at."""
    if is_object(value):
        yield from _members(validator, schema, value, place)
    elif is_array(value):
        yield from _items(validator, schema, value, place)
    elif isinstance(value, str) and "pattern" in schema and not matches(schema["pattern"], value):
        yield Fault(place, "pattern", f"expected text that matches {schema['pattern']}")
    if "not" in schema and validator.accepts(schema["not"], value):
        yield Fault(place, "not", "what the schema excludes by `not` is not allowed")
    if "if" in schema:
        branch = "then" if validator.accepts(schema["if"], value) else "else"
        if branch in schema:
            yield from validator.faults(schema[branch], value, place)


def _members(
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


def _items(validator: Validator, schema: Mapping[str, Any], value: Sequence[Any], place: Place) -> Iterator[Fault]:
    for index, (part, item) in enumerate(zip(schema.get("prefixItems", ()), value, strict=False)):
        yield from validator.faults(part, item, (place, index))
    if "contains" in schema:
        low, high = schema.get("minContains", 1), schema.get("maxContains")
        found = sum(validator.accepts(schema["contains"], item) for item in value)
        if found < low:
            yield Fault(place, "contains", f"expected at least {low} items as `contains` describes, found {found}")
        if high is not None and found > high:
            yield Fault(place, "contains", f"expected at most {high} items as `contains` describes, found {found}")
    if schema.get("uniqueItems", False):
        pair = first_repeated(value, validator.as_json)
        if pair is not None:
            yield Fault((place, pair[1]), "uniqueItems", f"this item is equal to item {pair[0]}")


def matches(pattern: str, text: str) -> bool:
    """Whether a pattern matches some part of a text, in time proportional to both lengths.

    The import of a schema writes patterns so that ECMA 262 and the Rust library `regex` read them alike.
    """
    return bool(_compiled(pattern).isinstance_python(text))


@cache  # patterns come from the schema, not from a peer
def _compiled(pattern: str) -> Any:
    from pydantic_core import SchemaValidator, core_schema  # which has that library

    return SchemaValidator(core_schema.str_schema(pattern=pattern, strict=True))
