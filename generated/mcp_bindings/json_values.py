"""Types of JSON values, equality by JSON Schema, sizes, and JSON Pointers."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable
from itertools import chain
from math import isfinite
from operator import methodcaller
from typing import TYPE_CHECKING, Any, TypeVar

from .limits import MAX_DEPTH, MAX_DIGITS

if TYPE_CHECKING:
    from typing_extensions import TypeIs

_SAFE_BITS = 14_280
"""A number of bits. Every integer of at most this number of bits has fewer digits than `MAX_DIGITS`."""
_TOO_LARGE: int = 10**MAX_DIGITS

_SAFE_INTEGERS = range(1 - _TOO_LARGE, _TOO_LARGE)
"""The integers that JSON texts may have."""

_JSON_CLASSES: frozenset[type[Any]] = frozenset({dict, list, str, int, float, bool, type(None)})
"""The classes of parsed JSON values."""

_CONTAINERS: tuple[type[Any], ...] = (dict, list)

_MAX_CHECKED_SINGLY = 200
"""The number of parts of a value that are checked one by one, before all parts are checked together."""

_MAX_PARTS = 10_000_000
"""The number of parts after which the check of all parts together gives up. No text within the default limits has so
many."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_NUMERALS = re.compile(rb"[-+.0-9eE]{4}")
_PLAIN_STRING = re.compile(rb'"[^"]*"?')


_TEXT_CLASSES: frozenset[type[Any]] = frozenset({bytes, bytearray, memoryview, str})
"""The classes of JSON texts."""

LONG_TEXT_LENGTH = 256 * 1024
"""The length above which a text is read by `call_with_paused_gc`, in bytes; in characters if the text is a `str`."""

_T = TypeVar("_T")


def is_long_text(data: Any) -> bool:
    """Return whether a value is a text that is longer than `LONG_TEXT_LENGTH`; False for a value that is no text."""
    return data.__class__ in _TEXT_CLASSES and len(data) > LONG_TEXT_LENGTH


def call_with_paused_gc(read: Callable[..., _T], *arguments: Any, **named: Any) -> _T:
    """Call a function that reads a long text, and return its result. Meanwhile, Python's garbage collector is paused.

    The garbage collector must be enabled before the call, and is enabled again after it, also if the function raises.
    With the default limits, it is paused for less than a second.

    JSON values have no cycles, and neither have the models made of them. But Python searches all objects for cycles
    after every few hundred new ones. For a text with 75,000 objects, this search takes half of the time.

    Args:
        read: the function.
        arguments: its positional arguments.
        named: its keyword arguments.
    """
    gc.disable()
    try:
        return read(*arguments, **named)
    finally:
        gc.enable()


def is_object(value: object) -> TypeIs[dict[str, Any]]:
    """Return whether a value is a parsed JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeIs[list[Any]]:
    """Return whether a value is a parsed JSON array."""
    return isinstance(value, list)


def json_type(value: object) -> str:
    """Return the JSON Schema name of a value's type. A number without a fraction is an `integer`. For a value that is
    not JSON, return the name of its class.
    """
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
    """Return whether a value has a type, given the type's JSON Schema name. An `integer` also has the type `number`."""
    found = json_type(value)
    return found == name or (name == "number" and found == "integer")


def are_equal_scalars(left: object, right: object) -> bool:
    """Return whether two scalars are equal by JSON Schema: `1` equals `1.0` but not `true`."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def are_equal_values(left: object, right: object) -> bool:
    """Return whether two JSON values are equal by JSON Schema.

    The values must not have more than `MAX_DEPTH` levels.
    """
    if is_object(left) and is_object(right):
        return left.keys() == right.keys() and all(
            are_equal_values(member, right[name]) for name, member in left.items()
        )
    if is_array(left) and is_array(right):
        return len(left) == len(right) and all(map(are_equal_values, left, right))
    return are_equal_scalars(left, right)


def to_canonical_text(value: object) -> str:
    """Return a JSON value as text. Equal JSON values have one text, and different JSON values have different texts.

    `1` and `1.0` are equal, `1` and `true` are not, and the order of members does not count.

    Args:
        value: the JSON value.

    Raises:
        TypeError: the value is not JSON.
    """
    import json  # the first document of a program does without it

    return json.dumps(_convert_whole_floats(value), sort_keys=True)


def _convert_whole_floats(value: Any) -> Any:
    """Return a JSON value with an integer for each number that has no fraction."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if is_object(value):
        return {name: _convert_whole_floats(member) for name, member in value.items()}
    return [_convert_whole_floats(item) for item in value] if is_array(value) else value


def find_non_json(value: object) -> tuple[tuple[Any, ...] | None, str] | None:
    """Find a part of a value that JSON cannot express or that is nested too deeply.

    The search does not recurse, so it is safe for values that would overflow the stack or contain themselves. Common
    scalars are skipped inline, since a call for each of them would take longer than decoding. A value of many parts is
    searched part by part only if the check of all parts together does not accept it.

    Returns:
        The place of the part, as a `schema.places.Place`, and a description of the fault; None if the whole value is
        JSON. A wrong member name has the place of its object.
    """
    stack: list[tuple[object, int, tuple[Any, ...] | None]] = [(value, 1, None)]
    room = _MAX_CHECKED_SINGLY
    while stack:
        item, level, path = stack.pop()
        if is_object(item):
            if not _are_valid_strings(item):
                return path, "a member name that is not a JSON string"
            children: Iterable[tuple[Any, object]] = item.items()
        elif is_array(item):
            children = enumerate(item)
        else:
            fault = _find_scalar_fault(item)
            if fault:
                return path, fault
            continue
        if level > MAX_DEPTH:
            return path, f"nested deeper than {MAX_DEPTH} levels"
        if room >= 0:
            room -= len(item)
            if room < 0 and _is_json(value):
                return None
        for token, child in children:
            common = child.isascii() if isinstance(child, str) else child is None or isinstance(child, bool)
            if not common:
                stack.append((child, level + 1, (path, token)))
    return None


def _is_json(value: object) -> bool:
    """Return whether JSON can express a value. False does not always mean a fault, so the value must then be searched
    part by part.

    All parts of one level are checked together, so that the loops over these parts run in functions written in C.
    """
    level: list[Any] = [value]
    room = _MAX_PARTS
    for depth in range(1, MAX_DEPTH + 2):
        kinds = set(map(type, level))
        if not kinds <= _JSON_CLASSES or (depth > MAX_DEPTH and (dict in kinds or list in kinds)):
            return False
        if str in kinds and not _are_valid_strings(_select_by_class(str, kinds, level)):
            return False
        if int in kinds and not all(
            map(_SAFE_INTEGERS.__contains__, (min(ints := _select_by_class(int, kinds, level)), max(ints)))
        ):
            return False
        if float in kinds and not all(map(isfinite, _select_by_class(float, kinds, level))):
            return False
        objects = _select_by_class(dict, kinds, level)
        if not _are_valid_strings(list(chain.from_iterable(objects))):
            return False
        arrays = _select_by_class(list, kinds, level)
        level = list(chain.from_iterable(chain(map(methodcaller("values"), objects), arrays)))
        room -= len(level)
        if not level or room < 0:  # a value that contains itself twice doubles with each level
            return not level
    return False


def _select_by_class(kind: type[Any], kinds: set[type[Any]], level: list[Any]) -> list[Any]:
    """Return those parts in a list whose class is `kind`.

    Args:
        kind: the class.
        kinds: the classes of all parts in the list.
        level: the list: all parts on one level of a value.
    """
    if kind not in kinds:
        return []
    return level if len(kinds) == 1 else [each for each in level if type(each) is kind]


def _are_valid_strings(names: Iterable[Any]) -> bool:
    try:
        return all(map(str.isascii, names)) or not any(map(_SURROGATE.search, names))
    except TypeError:  # not every name is a string
        return False


def _find_scalar_fault(item: object) -> str:
    """Return the reason why JSON cannot express a value that is neither an object nor an array; an empty text if JSON
    can express the value.
    """
    if isinstance(item, str):
        return "" if item.isascii() or not _SURROGATE.search(item) else "half of a surrogate pair"
    if isinstance(item, int):
        too_large = item.bit_length() > _SAFE_BITS and abs(item) >= _TOO_LARGE
        return f"an integer of more than {MAX_DIGITS:,} digits" if too_large else ""
    if isinstance(item, float):
        return "" if isfinite(item) else "a number out of range"
    return "" if item is None else f"a {type(item).__name__}, which is not a JSON value"


def text_has_more_containers(text: bytes, limit: int) -> bool:
    """Return whether a valid JSON text has more than `limit` objects and arrays, counted together."""
    return len(text) > 2 * limit and _count_brackets(text) > limit and count_containers(text) > limit


def count_containers(text: bytes) -> int:
    """Return the number of objects and arrays in a JSON text, counted by their opening brackets outside of strings."""
    plain = text.replace(rb"\\", b"").replace(rb"\"", b"")  # an escaped quotation mark ends no string
    return _count_brackets(_PLAIN_STRING.sub(b"", plain))


def may_have_long_number(text: bytes, max_digits: int) -> bool:
    """Return whether a text may have a number of more than `max_digits` characters. False is certain, True is not.

    Only every n-th character is searched, where n is a quarter of `max_digits`. At least four of these characters
    belong to a number of more than `max_digits` characters, so no long number is missed.
    """
    return len(text) > max_digits and _NUMERALS.search(text[:: max_digits // 4]) is not None


def value_has_more_containers(value: object, limit: int) -> bool:
    """Return whether a parsed JSON value has more than `limit` objects and arrays, counted together. Those below the
    first `MAX_DEPTH` levels do not count.
    """
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        kinds = tuple(kind for kind in set(map(type, level)) if issubclass(kind, _CONTAINERS))
        inner: list[Any] = [each for each in level if isinstance(each, kinds)] if kinds else []
        limit -= len(inner)
        if limit < 0 or not inner:
            break
        level = list(chain.from_iterable(each.values() if is_object(each) else each for each in inner))
    return limit < 0


def _count_brackets(text: bytes) -> int:
    return text.count(b"[") + text.count(b"{")


def has_large_number(value: object) -> bool:
    """Return whether a number at any depth of a JSON value is 2^63 or more, or -2^63 or less."""
    rest = [value]
    while rest:
        item = rest.pop()
        if is_object(item):
            rest += item.values()
        elif is_array(item):
            rest += item
        elif isinstance(item, (int, float)) and not -(2**63) < item < 2**63:
            return True
    return False


_OBJECT: Any = dict
"""The type of a parsed JSON object, for loops in which a call of `is_object` would take longest."""


def member_at(value: Any, *path: str) -> Any:
    """Return the value at the end of a path of member names. Return None if the path leads nowhere, or to null."""
    for name in path:
        if not isinstance(value, _OBJECT):
            return None
        value = value.get(name)
    return value


def count_characters(value: object) -> int:
    """Return the number of characters in all strings and member names of a JSON value, plus one for each value in it
    and for the value itself.
    """
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


def unescape_token(token: str) -> str:
    """Return the member name or index that a reference token of a JSON Pointer encodes."""
    return token.replace("~1", "/").replace("~0", "~")


def escape_token(token: str) -> str:
    """Return the reference token of a JSON Pointer (RFC 6901) for a member name or index."""
    return token.replace("~", "~0").replace("/", "~1")
