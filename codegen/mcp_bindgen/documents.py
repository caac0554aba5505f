"""Split an input into JSON documents, and find the line and column at which a text stops being JSON.

The input is one JSON document or JSON Lines. Parsing is strict, as in `mcp_bindings`: UTF-8, no member twice in one
object, no NaN, no number out of range, no half of a surrogate pair, at most `MAX_DEPTH` levels.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import MAX_DEPTH, escape_token, find_repeated_name, is_array, is_object

_STRING_OR_CONSTANT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|NaN|-?Infinity')
"""A string, or one of the constants that Python reads as numbers."""


class DocumentFault(NamedTuple):
    """One rule that a document breaks, and where."""

    pointer: str
    """JSON Pointer into the document."""
    rule: str
    """Name of the keyword of JSON Schema, or of the rule of the message format, that the document breaks."""
    message: str


class NotJSONError(ValueError):
    """Error for a text that is not JSON. Its message has no part of the text.

    Attributes:
        line: number of the line at which the text stops being JSON, from 1; also 1 if the place is not known.
        column: number of the column in this line, from 1; also 1 if the place is not known.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class _ObjectWithDuplicate(dict[str, Any]):
    """A parsed object whose text has a member more than once.

    Attributes:
        duplicate: name of the first repeated member.
    """

    duplicate: str


def split_documents(text: bytes, path: str = "") -> Iterator[tuple[int, bytes]]:
    """Yield each document of an input, after the number of its first line, from 1.

    An input that is JSON, or that has one line, is one document. Any other input is JSON Lines if at least half of its
    lines are JSON documents, and else one document with a syntax error. Empty lines are skipped.

    Args:
        text: the input.
        path: path of the input's file, for the error; empty if the input is the standard input.

    Raises:
        BindgenError: the input is empty.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise BindgenError("the input is empty", where=path, hint="give a JSON document or JSON Lines")
    whole = len(lines) == 1 or _is_json(text)
    if not whole and 2 * sum(_is_json(line) for _, line in lines) >= len(lines):
        yield from lines
    else:
        first = lines[0][0]
        yield first, b"".join(text.splitlines(keepends=True)[first - 1 :])


def parse_json(data: bytes) -> Any:
    """Parse JSON text. Call `find_text_fault` with the result to find the faults that only a strict parser rejects.

    Raises:
        NotJSONError: the text is not JSON, begins with a byte order mark, has a number with too many digits for Python,
            or is nested too deeply for Python.
    """

    def reject_constant(name: str) -> None:
        found = (each for each in _STRING_OR_CONSTANT.finditer(text) if not each[0].startswith('"'))
        raise NotJSONError(f"{name} is not a JSON value", *_find_line_and_column(text, next(found).start()))

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise NotJSONError(f"not UTF-8: {error.reason}", before.count(b"\n") + 1, column) from None
    if text.startswith("\ufeff"):
        raise NotJSONError("the text starts with a byte order mark", 1, 1)
    try:
        return json.loads(text, parse_constant=reject_constant, object_pairs_hook=_make_object)
    except json.JSONDecodeError as error:
        raise NotJSONError(error.msg.partition(": ")[0], error.lineno, error.colno) from None
    except NotJSONError:
        raise
    except ValueError:
        raise NotJSONError("a number has too many digits", 1, 1) from None
    except RecursionError:
        raise NotJSONError(f"nested deeper than {MAX_DEPTH} levels", 1, 1) from None


def find_text_fault(value: Any) -> DocumentFault | None:
    """Return the first fault that a strict JSON parser rejects in a value from `parse_json`; None without a fault."""
    stack: list[tuple[str, Any, int]] = [("", value, 1)]
    while stack:
        pointer, item, level = stack.pop()
        if isinstance(item, _ObjectWithDuplicate):
            return DocumentFault(
                f"{pointer}/{escape_token(item.duplicate)}", "json", "this member occurs twice in one object"
            )
        if isinstance(item, float) and not math.isfinite(item):
            return DocumentFault(pointer, "json", "number out of range")
        if isinstance(item, str) and not _has_no_lone_surrogate(item):
            return DocumentFault(pointer, "json", "a string holds half of a surrogate pair")
        if level > MAX_DEPTH and isinstance(item, (dict, list)):
            return DocumentFault("", "json", f"nested deeper than {MAX_DEPTH} levels")
        if is_object(item):
            if not all(map(_has_no_lone_surrogate, item)):
                return DocumentFault(pointer, "json", "the name of a member holds half of a surrogate pair")
            stack.extend(
                (f"{pointer}/{escape_token(name)}", child, level + 1) for name, child in reversed(item.items())
            )
        elif is_array(item):
            stack.extend((f"{pointer}/{place}", child, level + 1) for place, child in reversed([*enumerate(item)]))
    return None


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    twice = _ObjectWithDuplicate(result)
    twice.duplicate = find_repeated_name(pairs)
    return twice


def _has_no_lone_surrogate(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def _is_json(text: bytes) -> bool:
    try:
        parse_json(text)
    except NotJSONError:
        return False
    return True


def _find_line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return line and column, both from 1, of an offset in a text."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
