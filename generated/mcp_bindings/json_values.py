"""Types of JSON values, equality as JSON Schema defines it, and JSON Pointers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from typing import Any

from typing_extensions import TypeIs

from .limits import MAX_DEPTH

MAX_BITS = 14_000
"""The largest size of an integer in bits; slightly below 4,300 digits, the most that the JSON parser reads."""

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


def find_non_json(value: object) -> tuple[list[str | int], str] | None:
    """Path and description of the first part of a value that JSON cannot express or that is nested too deeply.

    The search does not recurse, so it is safe for values that would overflow the stack or contain themselves. Common
    scalars are skipped inline, since a call for each of them would cost more than decoding.
    """
    stack: list[tuple[object, int, tuple[Any, ...]]] = [(value, 1, ())]
    while stack:
        item, level, path = stack.pop()
        if is_object(item):
            if not _are_names(item):
                return _unrolled(path), "a member name that is not a JSON string"
            children: Iterable[tuple[Any, object]] = item.items()
        elif is_array(item):
            children = enumerate(item)
        else:
            fault = _fault(item)
            if fault:
                return _unrolled(path), fault
            continue
        if level > MAX_DEPTH:
            return _unrolled(path), f"nested deeper than {MAX_DEPTH} levels"
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
        return "an integer of more than 4,300 digits" if item.bit_length() > MAX_BITS else ""
    if isinstance(item, float):
        return "" if isfinite(item) else "a number out of range"
    return "" if item is None else f"a {type(item).__name__}, which is not a JSON value"


def _unrolled(path: tuple[Any, ...]) -> list[str | int]:
    tokens: list[str | int] = []
    while path:
        path, token = path
        tokens.append(token)
    return tokens[::-1]


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


def pointer_to(path: Iterable[str | int]) -> str:
    """The JSON Pointer (RFC 6901) of a path of member names and indices."""
    return "".join(f"/{escape(str(token))}" for token in path)


def unescape(token: str) -> str:
    """The member name or index that a reference token of a JSON Pointer encodes."""
    return token.replace("~1", "/").replace("~0", "~")


def escape(token: str) -> str:
    """The reference token of a JSON Pointer (RFC 6901) for a member name or index."""
    return token.replace("~", "~0").replace("/", "~1")
