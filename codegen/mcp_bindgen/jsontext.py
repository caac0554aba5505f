"""Read and write JSON text: strict on input, stable on output."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, TypeAlias

from typing_extensions import TypeIs

from mcp_bindgen.errors import BindgenError

JSONValue: TypeAlias = Mapping[str, "JSONValue"] | Sequence["JSONValue"] | str | int | float | bool | None
JSONObject: TypeAlias = dict[str, JSONValue]

MAX_DEPTH = 200
"""Greatest depth of nesting in a schema file, in levels. Later stages recurse, and Python limits recursion."""

MAX_QUOTED = 80
"""Greatest number of characters of a member name that an error quotes."""


def is_object(value: object) -> TypeIs[dict[str, Any]]:
    """Return whether a value is a parsed JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeIs[list[Any]]:
    """Return whether a value is a parsed JSON array."""
    return isinstance(value, list)


def find_repeated_name(pairs: Iterable[tuple[str, object]]) -> str:
    """Return the first name that occurs a second time among the members of an object.

    Raises:
        ValueError: no name occurs twice.
    """
    seen = set[str]()
    for name, _ in pairs:
        if name in seen:
            return name
        seen.add(name)
    raise ValueError("no name occurs twice")


def loads(data: bytes, *, where: str) -> JSONValue:
    """Parse JSON text in UTF-8, which may start with a byte order mark.

    Args:
        data: the text.
        where: the place of the text, for errors.

    Raises:
        BindgenError: the text is not UTF-8 or not JSON, has a duplicate member, NaN, Infinity, a number that is too
            long or out of range, or a lone surrogate, or is nested deeper than `MAX_DEPTH`.
    """

    def check_members(pairs: list[tuple[str, JSONValue]]) -> dict[str, JSONValue]:
        result = dict(pairs)
        if len(result) != len(pairs):
            name = json.dumps(find_repeated_name(pairs)[:MAX_QUOTED])
            raise BindgenError(f"member {name} occurs twice in one object", where=where)
        return result

    def reject_constant(name: str) -> JSONValue:
        raise BindgenError(f"{name} is not JSON", where=where)

    def parse_fraction(text: str) -> float:
        number = float(text)
        if not isfinite(number):
            raise BindgenError(f"number {text[:40]} is out of range", where=where)
        return number

    try:
        text = data.decode("utf-8-sig")
        value: JSONValue = json.loads(
            text, object_pairs_hook=check_members, parse_constant=reject_constant, parse_float=parse_fraction
        )
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise BindgenError(f"not UTF-8 text: {error.reason} at byte {error.start}", where=where) from None
    except UnicodeEncodeError:
        raise BindgenError("a string holds half of a surrogate pair", where=where) from None
    except json.JSONDecodeError as error:
        raise BindgenError(f"not JSON: {error.msg}", where=f"{where}:{error.lineno}:{error.colno}") from None
    except (RecursionError, ValueError):
        raise BindgenError(f"nested deeper than {MAX_DEPTH} levels, or a number is too long", where=where) from None
    if count_nesting_levels(value) > MAX_DEPTH:
        raise BindgenError(f"nested deeper than {MAX_DEPTH} levels", where=where)
    return value


def dumps(value: object) -> bytes:
    """Return a value as indented JSON in UTF-8 with a final newline. Members keep their order."""
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode("utf-8")


def count_nesting_levels(value: JSONValue) -> int:
    """Return the number of levels of nesting of a value: 1 for a scalar or an empty container. There is no maximum."""
    deepest, stack = 0, [(value, 1)]
    while stack:
        item, level = stack.pop()
        deepest = max(deepest, level)
        if isinstance(item, Mapping):
            stack.extend((child, level + 1) for child in item.values())
        elif isinstance(item, Sequence) and not isinstance(item, str):
            stack.extend((child, level + 1) for child in item)
    return deepest


def json_equal(left: JSONValue, right: JSONValue) -> bool:
    """Return whether two values are equal as in JSON Schema: `1` equals `1.0` but not `true`, at any depth."""
    if left is right:
        return True
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(json_equal(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(json_equal, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def escape_token(token: str) -> str:
    """Return a member name as a reference token of a JSON Pointer (RFC 6901)."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape_token(token: str) -> str:
    """Return the member name that a reference token of a JSON Pointer (RFC 6901) stands for."""
    return token.replace("~1", "/").replace("~0", "~")


def pointer_tokens(pointer: str) -> list[str]:
    """Return the member names and indices of a JSON Pointer, in order; empty for the empty pointer.

    Raises:
        ValueError: the text is neither empty nor starts with a slash.
    """
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"not a JSON Pointer: {pointer!r}")
    return [unescape_token(token) for token in pointer.split("/")[1:]]


def parse_index(token: str) -> int:
    """Parse an array index of a JSON Pointer: digits, without a leading zero.

    Raises:
        ValueError: the token is anything else.
    """
    if not token.isascii() or not token.isdigit() or (len(token) > 1 and token.startswith("0")):
        raise ValueError(f"not an array index: {token!r}")
    return int(token)
