"""Types of JSON values, equality as JSON Schema defines it, and JSON Pointers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from typing import Any

from typing_extensions import TypeIs

from .limits import MAX_DEPTH, MAX_DIGITS

_SAFE_BITS = 14_280
"""An integer of this size in bits has fewer digits than `MAX_DIGITS`, so that its digits need not be counted."""
_TOO_LARGE: int = 10**MAX_DIGITS

_SURROGATE = re.compile("[\ud800-\udfff]")


def is_object(value: object) -> TypeIs[dict[str, Any]]:
    """Whether a value is a parsed JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeIs[list[Any]]:
    """Whether a value is a parsed JSON array."""
    return isinstance(value, list)


def json_type(value: object) -> str:
    """The JSON Schema name of a value's type; a number without a fraction is an `integer`."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int():
            return "integer"
        case float():
            return "integer" if value.is_integer() else "number"
        case dict():
            return "object"
        case list():
            return "array"
        case _:
            return type(value).__name__


def has_type(value: object, name: str) -> bool:
    """Whether a value has this JSON Schema type."""
    found = json_type(value)
    return found == name or (name == "number" and found == "integer")


def json_equal(left: object, right: object) -> bool:
    """Whether two scalars are equal by JSON Schema: `1` equals `1.0` but not `true`."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def find_non_json(value: object) -> tuple[tuple[Any, ...] | None, str] | None:
    """Place and description of the first part of a value that JSON cannot express or that is nested too deeply.

    The place is a `places.Place`.

    The search does not recurse, so it is safe for values that would overflow the stack or contain themselves. Common
    scalars are skipped inline, since a call for each of them would cost more than decoding.
    """
    stack: list[tuple[object, int, tuple[Any, ...] | None]] = [(value, 1, None)]
    while stack:
        item, level, path = stack.pop()
        if is_object(item):
            if not _are_names(item):
                return path, "a member name that is not a JSON string"
            children: Iterable[tuple[Any, object]] = item.items()
        elif is_array(item):
            children = enumerate(item)
        else:
            fault = _fault(item)
            if fault:
                return path, fault
            continue
        if level > MAX_DEPTH:
            return path, f"nested deeper than {MAX_DEPTH} levels"
        for token, child in children:
            common = child.isascii() if isinstance(child, str) else child is None or isinstance(child, bool)
            if not common:
                stack.append((child, level + 1, (path, token)))
    return None


def _are_names(names: Iterable[Any]) -> bool:
    try:
        return all(map(str.isascii, names)) or not any(map(_SURROGATE.search, names))
    except TypeError:  # not every name is a string
        return False


def _fault(item: object) -> str:
    """Why JSON cannot express a scalar; empty if it can."""
    if isinstance(item, str):
        return "" if item.isascii() or not _SURROGATE.search(item) else "half of a surrogate pair"
    if isinstance(item, int):
        too_large = item.bit_length() > _SAFE_BITS and abs(item) >= _TOO_LARGE
        return f"an integer of more than {MAX_DIGITS:,} digits" if too_large else ""
    if isinstance(item, float):
        return "" if isfinite(item) else "a number out of range"
    return "" if item is None else f"a {type(item).__name__}, which is not a JSON value"


def member_at(value: object, *path: str) -> Any:
    """The value at the end of a path of member names; None if there is none."""
    for name in path:
        value = value.get(name) if is_object(value) else None
    return value


def characters_in(value: object) -> int:
    """The number of characters in the strings of a JSON value, member names included, and one for each value."""
    count = 0
    rest = [value]
    while rest:
        item = rest.pop()
        count += 1
        if isinstance(item, str):
            count += len(item)
        elif is_object(item):
            count += sum(map(len, item))
            rest += item.values()
        elif is_array(item):
            rest += item
    return count


def unescape(token: str) -> str:
    """The member name or index that a reference token of a JSON Pointer encodes."""
    return token.replace("~1", "/").replace("~0", "~")


def escape(token: str) -> str:
    """The reference token of a JSON Pointer (RFC 6901) for a member name or index."""
    return token.replace("~", "~0").replace("/", "~1")
