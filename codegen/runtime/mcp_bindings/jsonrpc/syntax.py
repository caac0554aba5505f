"""Search for the end of values in a JSON text, by the grammar of RFC 8259 alone and at any depth.

Names may occur twice, numbers may have any length and any size, and a string may have an escape of half of a surrogate
pair. Python takes a step for each object and array, and for each hundred scalars in a row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

_SPACE = r"[ \t\n\r]*"
_SCALAR = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null"
_PLAIN_CHARACTERS = r'[^"\\\x00-\x1f]*'
_STRING = rf'"{_PLAIN_CHARACTERS}(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{{4}}){_PLAIN_CHARACTERS}){{0,8}}"'
"""Pattern of a string with at most eight escapes; `_read_string` reads any string."""

_BLANK = re.compile(_SPACE)
_SCALAR_PATTERN = re.compile(_SCALAR)
_ITEMS = re.compile(rf"(?:(?:{_STRING}|{_SCALAR}){_SPACE},{_SPACE}){{0,100}}")
_MEMBERS = re.compile(rf"(?:{_STRING}{_SPACE}:{_SPACE}(?:{_STRING}|{_SCALAR}){_SPACE},{_SPACE}){{0,100}}")
"""Pattern of up to a hundred members whose values are scalars, each with the comma after it, so that another member
follows. `_ITEMS` is the pattern of items with commas."""
_MEMBER = re.compile(rf'"({_PLAIN_CHARACTERS})"{_SPACE}:{_SPACE}({_STRING}|{_SCALAR}){_SPACE},{_SPACE}')
"""Pattern of a member whose name has no escapes and whose value is a scalar, with the comma after it."""

_scan_string: Any = import_module("json.decoder").scanstring  # the stubs of types leave it out

_CLOSING = {"{": "}", "[": "]"}


class MemberSpan(NamedTuple):
    """A member of an object: its name, and the indices at which its value begins and ends."""

    name: str
    start: int
    end: int


def read_members(text: str, index: int) -> tuple[Sequence[MemberSpan], int]:
    """Return the members of the object that begins at an index, and the index after this object.

    Raises:
        ValueError, IndexError: no object of valid JSON begins at the index.
    """
    found: list[MemberSpan] = []
    if text[index] != "{":
        raise ValueError
    index = skip_whitespace(text, index + 1)
    while found or text[index] != "}":
        member = _MEMBER.match(text, index)
        if member is not None:
            found.append(MemberSpan(member[1], *member.span(2)))
            index = member.end()
            continue
        name, start = _read_name(text, index)
        end = find_value_end(text, start)
        found.append(MemberSpan(name, start, end))
        index = skip_whitespace(text, end)
        if text[index] == "}":
            break
        index = _skip_separator(text, index, ",")
    return found, index + 1


def find_value_end(text: str, index: int) -> int:
    """Return the index after the value that begins at an index.

    Raises:
        ValueError, IndexError: no value of valid JSON begins at the index.
    """
    open_: list[str] = []
    while True:
        closing = _CLOSING.get(text[index])
        if closing is not None:
            open_.append(closing)
            index = skip_whitespace(text, index + 1)
            if text[index] != closing:
                index = _find_next_value(text, index, closing)
                continue
        else:
            index = _find_scalar_end(text, index)
        while open_ and text[index := skip_whitespace(text, index)] == open_[-1]:
            open_.pop()
            index += 1
        if not open_:
            return index
        index = _find_next_value(text, _skip_separator(text, index, ","), open_[-1])


def skip_whitespace(text: str, index: int) -> int:
    """Return the index after the whitespace that begins at an index; the given index without whitespace."""
    found = _BLANK.match(text, index)
    return index if found is None else found.end()


def _find_next_value(text: str, index: int, closing: str) -> int:
    """Return the index at which a value in an object or array begins. Up to a hundred items or members whose values are
    scalars are skipped first.

    Args:
        text: the text.
        index: the index at which an item or member begins.
        closing: the closing bracket of the object or array.

    Raises:
        ValueError, IndexError: the text is not valid JSON.
    """
    run = (_MEMBERS if closing == "}" else _ITEMS).match(text, index)
    index = index if run is None else run.end()
    return _read_name(text, index)[1] if closing == "}" else index


def _find_scalar_end(text: str, index: int) -> int:
    if text[index] == '"':
        return _read_string(text, index)[1]
    found = _SCALAR_PATTERN.match(text, index)
    if found is None:
        raise ValueError
    return found.end()


def _read_string(text: str, index: int) -> tuple[str, int]:
    """Return the string that begins with the quote at an index, and the index after this string."""
    found: tuple[str, int] = _scan_string(text, index + 1)
    return found


def _read_name(text: str, index: int) -> tuple[str, int]:
    """Return the name of the member that begins at an index, and the index at which its value begins.

    Raises:
        ValueError, IndexError: no name and colon of valid JSON begin at the index.
    """
    if text[index] != '"':
        raise ValueError
    name, index = _read_string(text, index)
    return name, _skip_separator(text, skip_whitespace(text, index), ":")


def _skip_separator(text: str, index: int, separator: str) -> int:
    """Return the index after a comma or colon and the whitespace that follows it.

    Raises:
        ValueError: another character stands at the index.
        IndexError: the text ends at the index.
    """
    if text[index] != separator:
        raise ValueError
    return skip_whitespace(text, index + 1)
