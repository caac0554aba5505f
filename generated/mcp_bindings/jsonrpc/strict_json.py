"""JSON text to a JSON value, refusing what parsers read differently: the first thing a message meets.

Refused as no JSON: bytes that are not UTF-8, `NaN` and `Infinity`, numbers out of range, halves of surrogate pairs.
Refused as no request: members that occur twice in one object, and texts over a limit.

Most peers write compact JSON. Such a text is read by the fast parser and written again; if that gives the same bytes,
nothing was dropped or altered, so no member occurred twice and no number was out of range. Any other text is read by
the parser of the standard library, which shows every member and number. Both ways agree on what they accept.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from pydantic_core import SchemaSerializer, core_schema, from_json

from ..errors import Finding, ProtocolError, RequestId
from ..json_values import escape, is_array, is_object
from ..limits import DEFAULT, MAX_DEPTH, MAX_DIGITS, MAX_FINDINGS, Limits
from ..spec.error_codes import INVALID_REQUEST, PARSE_ERROR

JSONDocument: TypeAlias = "dict[str, Any] | list[Any] | str | int | float | bool | None"

_to_json = SchemaSerializer(core_schema.any_schema(), core_schema.CoreConfig(ser_json_inf_nan="null")).to_json

_UNSURE: Any = object()

_WHITESPACE = b" \t\n\r"
_SPACED = b'": '
_SMALL = 256
"""Bytes of a text that costs little to read twice, and those by which a longer one is taken for compact or not."""

_HEAD = 4_096
"""Bytes of a text that cannot be read in which its id is looked for."""

_SPACE = rb"[ \t\n\r]*"
_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"'
_OBJECT_START = re.compile(_SPACE + rb"\{" + _SPACE)
_NAME = re.compile(rb"(?s)(" + _STRING + rb")" + _SPACE + rb":" + _SPACE)
_SCALAR = re.compile(rb"(?s)(" + _STRING + rb"|[-.+\w]+)" + _SPACE + rb"," + _SPACE)


class _MemberTwice(Exception):
    """An object has a member twice."""


class _Head(NamedTuple):
    """What can be told of a message that is not read as a whole."""

    id: RequestId | None
    answerable: bool


def read(data: bytes | bytearray | memoryview | str, limits: Limits) -> JSONDocument:
    """The JSON value that a text stands for.

    Args:
        data: the text; bytes are UTF-8.
        limits: the text may not be over those of size, depth and digits.

    Raises:
        ProtocolError: no strict JSON (-32700), or a member twice or over a limit (-32600).
        TypeError: neither text nor bytes.
    """
    value: JSONDocument
    if limits is DEFAULT and type(data) is bytes and len(data) < _SMALL:  # as most calls are; too short to be too deep
        try:
            value = from_json(data, cache_strings="keys")
            if _to_json(value) == data:
                return value
        except ValueError:
            pass  # what is wrong with it is found with care
        return _read_with_care(data, limits)
    text = data if type(data) is bytes else _encoded(data)
    if len(text) > limits.max_bytes:
        raise _refused("bytes", f"longer than {limits.max_bytes} bytes", _head(text))
    value = _read_compact(text.strip(_WHITESPACE), limits) if limits.max_digits == MAX_DIGITS else _UNSURE
    return _read_with_care(text, limits) if value is _UNSURE else value


def as_request_id(value: object) -> RequestId | None:
    """The id of a request, if a value is one: a string, or a number without a fraction."""
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def is_response(document: Mapping[str, Any]) -> bool:
    """Does an object look like a response? Such are never answered, or two peers could go on forever."""
    return "method" not in document and ("result" in document or "error" in document)


def _encoded(data: object) -> bytes:
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass")  # half of a surrogate pair becomes what is no UTF-8 either
    if isinstance(data, memoryview):
        return data.tobytes()
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    raise TypeError(f"a text is bytes, bytearray, memoryview or str, not {type(data).__name__}")


def _read_compact(text: bytes, limits: Limits) -> Any:
    """The value of a text that is written again as it was, but for space around it, and is surely not too deep; `_UNSURE` of any other.

    The parser has a limit of depth of its own, where it lets an empty container pass that is one level too deep.
    So a text that may be deep is read as the innermost of as many arrays as bring it to that limit.
    """
    size = len(text)
    if size >= _SMALL and _SPACED in text[:_SMALL]:
        return _UNSURE
    outer = 0
    if size > 2 * limits.max_depth:
        outer = MAX_DEPTH + 1 - limits.max_depth
        text = b"[" * outer + text + b"]" * outer
    try:
        value: Any = from_json(text, cache_strings="keys")
        if _to_json(value) != text:
            return _UNSURE
    except ValueError:
        return _UNSURE
    if not outer:
        return value
    for _ in range(outer):
        if len(value) != 1:
            return _UNSURE
        (value,) = value
    return value


def _read_with_care(text: bytes, limits: Limits) -> JSONDocument:
    """As the standard library reads it, where every member and number can be seen.

    It lets pass halves of surrogate pairs, and depth; where there may be either, the fast parser goes first.
    """
    containers = text.count(b"[") + text.count(b"{")
    try:
        if b"\\" in text or containers > MAX_DEPTH:
            from_json(text)
        content = text.decode("utf-8")
        try:
            value: JSONDocument = _plain_decoder(limits.max_digits).decode(content)
        except _MemberTwice:
            raise _member_twice(content, limits.max_digits) from None
    except RecursionError:
        raise _too_deep(limits, _head(text)) from None
    except ValueError as error:
        if "recursion limit" in str(error):
            raise _too_deep(limits, _head(text)) from None
        reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise ProtocolError(PARSE_ERROR, "Parse error", findings=[Finding("", "json", f"not JSON: {reason}")]) from None
    if containers > limits.max_depth and _is_deeper(value, limits.max_depth):
        raise _too_deep(limits, _head_of(value))
    return value


@cache
def _plain_decoder(max_digits: int) -> json.JSONDecoder:
    return _decoder(max_digits, _unique)


def _decoder(max_digits: int, build: Callable[[list[tuple[str, Any]]], dict[str, Any]]) -> json.JSONDecoder:
    def integer(digits: str) -> int:
        if len(digits) > max_digits and len(digits.lstrip("-")) > max_digits:
            raise ValueError(f"a number of more than {max_digits} digits")
        return int(digits)

    def number(digits: str) -> float:
        if len(digits) > max_digits and len(digits.lstrip("-")) > max_digits:
            raise ValueError(f"a number of more than {max_digits} digits")
        value = float(digits)
        if not isfinite(value):
            raise ValueError("a number out of range")
        return value

    return json.JSONDecoder(
        object_pairs_hook=build, parse_int=integer, parse_float=number, parse_constant=_refuse_constant
    )


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) != len(members):
        raise _MemberTwice
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError("NaN and Infinity are no numbers of JSON")


def _member_twice(content: str, max_digits: int) -> ProtocolError:
    twice: dict[int, object] = {}  # by identity, the objects meant: held, so that no identity is used twice
    outermost: list[tuple[str, Any]] = []

    def build(members: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal outermost
        outermost = members
        value = dict(members)
        if len(value) != len(members) and len(twice) < MAX_FINDINGS:
            twice[id(value)] = value
        return value

    document = _decoder(max_digits, build).decode(content)
    head = _head_of(document)
    if is_object(document) and Counter(name for name, _ in outermost)["id"] > 1:
        head = head._replace(id=None)
    what = "a member occurs twice"
    findings = [Finding(pointer, "unique", f"{what} in this object") for pointer in _places(document, twice, "")]
    return _refused("unique", what, head, findings)


def _places(value: object, wanted: Mapping[int, object], pointer: str) -> Iterator[str]:
    """Where in a value these parts of it are."""
    if id(value) in wanted:
        yield pointer
    if is_object(value):
        for name, member in value.items():
            if is_object(member) or is_array(member):
                yield from _places(member, wanted, f"{pointer}/{escape(name)}")
    elif is_array(value):
        for index, item in enumerate(value):
            if is_object(item) or is_array(item):
                yield from _places(item, wanted, f"{pointer}/{index}")


def _refused(rule: str, what: str, head: _Head, findings: Sequence[Finding] = ()) -> ProtocolError:
    return ProtocolError(
        INVALID_REQUEST,
        f"Invalid Request: {what}",
        id=head.id,
        findings=findings or [Finding("", rule, what)],
        answerable=head.answerable,
    )


def _too_deep(limits: Limits, head: _Head) -> ProtocolError:
    return _refused("depth", f"nested deeper than {limits.max_depth} levels", head)


def _head_of(document: object) -> _Head:
    if not is_object(document):
        return _Head(None, True)
    return _Head(as_request_id(document.get("id")), not is_response(document))


def _head(text: bytes) -> _Head:
    """The same of a text that cannot be read, as far as it begins with plain members."""
    text = text[:_HEAD]
    start = _OBJECT_START.match(text)
    place = start.end() if start is not None else len(text)
    id_, called, answerable = None, False, True
    while (name := _NAME.match(text, place)) is not None:
        called = called or name[1] == b'"method"'
        answerable = answerable and (called or name[1] not in (b'"result"', b'"error"'))
        scalar = _SCALAR.match(text, name.end())
        if scalar is None:
            break
        if name[1] == b'"id"':
            id_ = _scalar_id(scalar[1])
        place = scalar.end()
    return _Head(id_, answerable)


def _scalar_id(text: bytes) -> RequestId | None:
    try:
        return as_request_id(from_json(text))
    except ValueError:
        return None


def _is_deeper(value: object, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [
            child
            for item in level
            for child in (item.values() if is_object(item) else item if is_array(item) else ())
            if is_object(child) or is_array(child)
        ]
        if not level:
            return False
    return True
