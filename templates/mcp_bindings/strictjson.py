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
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from math import isfinite
from typing import Any, TypeAlias

from pydantic_core import SchemaSerializer, core_schema, from_json

from mcp_bindings.error_codes import INVALID_REQUEST, PARSE_ERROR
from mcp_bindings.errors import ProtocolError
from mcp_bindings.explain import MAX_FINDINGS
from mcp_bindings.findings import Finding
from mcp_bindings.jsontypes import escape, is_array, is_object
from mcp_bindings.limits import DEFAULT, MAX_DEPTH, Limits
from mcp_bindings.messages import RequestId

JSONDocument: TypeAlias = "dict[str, Any] | list[Any] | str | int | float | bool | None"

_to_json = SchemaSerializer(core_schema.any_schema(), core_schema.CoreConfig(ser_json_inf_nan="null")).to_json

_WHITESPACE = b" \t\n\r"
_SPACED = b'": '
_SMALL = 256
"""Bytes of a text that costs little to read twice, and those by which a longer one is taken for compact or not."""

_SPACE = rb"[ \t\n\r]*"
_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"'
_TOKEN = re.compile(rb"(?s)" + _STRING + rb"|[\[\]{},]")
_OBJECT_START = re.compile(_SPACE + rb"\{" + _SPACE)
_SCALAR_MEMBER = re.compile(
    rb"(?s)(" + _STRING + rb")" + _SPACE + rb":" + _SPACE + rb"(" + _STRING + rb"|[-.+\w]+)" + _SPACE + rb"," + _SPACE
)


class _MemberTwice(Exception):
    """An object has a member twice."""


class _Doubled(dict[str, Any]):
    """An object that has a member twice, and the names of such members."""

    names: frozenset[str]


def read(data: bytes | bytearray | memoryview | str, limits: Limits, *, batches: bool = False) -> JSONDocument:
    """The JSON value that a text stands for.

    Args:
        data: the text; bytes are UTF-8.
        limits: the text may not be over any of them.
        batches: may the text be an array of messages? Then their number is limited as well.

    Raises:
        ProtocolError: no strict JSON (-32700), or a member twice or over a limit (-32600).
    """
    text = data if type(data) is bytes else _encoded(data)
    size = len(text)
    if size > limits.max_bytes:
        raise _refused("bytes", f"longer than {limits.max_bytes} bytes")
    if batches and _is_longer(text, limits.max_batch):
        raise _refused("batch", f"more than {limits.max_batch} messages in one batch")
    try:
        if limits is DEFAULT and (size < _SMALL or _SPACED not in text[:_SMALL]):
            value: JSONDocument = from_json(text, cache_strings="keys")
            if _to_json(value) == text:
                return value
        value = _read_with_care(text, limits)
    except RecursionError:
        raise _too_deep(text, limits) from None
    except ValueError as error:
        if "recursion limit" in str(error):
            raise _too_deep(text, limits) from None
        reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise ProtocolError(PARSE_ERROR, "Parse error", findings=[Finding("", "json", f"not JSON: {reason}")]) from None
    if limits.max_depth < MAX_DEPTH and _may_be_deeper(text, limits.max_depth) and _is_deeper(value, limits.max_depth):
        raise _too_deep(text, limits)
    return value


def legal_id(value: object) -> RequestId | None:
    """The id of a request, if a value is one: a string, or a number without a fraction."""
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def is_response(document: Mapping[str, Any]) -> bool:
    """Does an object look like a response? Such are never answered, or two peers could go on forever."""
    return "method" not in document and ("result" in document or "error" in document)


def _encoded(data: bytes | bytearray | memoryview | str) -> bytes:
    # Half of a surrogate pair becomes what is no UTF-8 either.
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)


def _read_with_care(text: bytes, limits: Limits) -> Any:
    """As the standard library reads it, where every member and number can be seen.

    It lets pass halves of surrogate pairs, and depth; where there may be either, the fast parser goes first.
    """
    if b"\\" in text or _may_be_deeper(text, MAX_DEPTH):
        from_json(text)
    content = text.decode("utf-8")
    try:
        return _decoder(limits.max_digits).decode(content)
    except _MemberTwice:
        raise _member_twice(content) from None


@cache
def _decoder(max_digits: int) -> json.JSONDecoder:
    def integer(digits: str) -> int:
        if len(digits) > max_digits:
            raise ValueError(f"a number of more than {max_digits} digits")
        return int(digits)

    def number(digits: str) -> float:
        if len(digits) > max_digits:
            raise ValueError(f"a number of more than {max_digits} digits")
        value = float(digits)
        if not isfinite(value):
            raise ValueError("a number out of range")
        return value

    return json.JSONDecoder(
        object_pairs_hook=_unique, parse_int=integer, parse_float=number, parse_constant=_refuse_constant
    )


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) != len(members):
        raise _MemberTwice
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError("NaN and Infinity are no numbers of JSON")


def _member_twice(content: str) -> ProtocolError:
    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(pairs) == len(dict(pairs)):
            return dict(pairs)
        value = _Doubled(pairs)
        value.names = frozenset(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        return value

    document = json.loads(content, object_pairs_hook=members)
    id_ = None
    if is_object(document) and not (isinstance(document, _Doubled) and "id" in document.names):
        id_ = legal_id(document.get("id"))
    places = islice(_doubled(document), MAX_FINDINGS)
    findings = [Finding(pointer, "unique", "a member occurs twice in this object") for pointer in places]
    answerable = not (is_object(document) and is_response(document))
    message = "Invalid Request: a member occurs twice"
    return ProtocolError(INVALID_REQUEST, message, id=id_, findings=findings, answerable=answerable)


def _doubled(document: object) -> Iterator[str]:
    stack: list[tuple[object, str]] = [(document, "")]
    while stack:
        value, pointer = stack.pop()
        if isinstance(value, _Doubled):
            yield pointer
        if is_object(value):
            stack.extend((member, f"{pointer}/{escape(name)}") for name, member in value.items())
        elif is_array(value):
            stack.extend((item, f"{pointer}/{index}") for index, item in enumerate(value))


def _refused(rule: str, what: str, id_: RequestId | None = None) -> ProtocolError:
    return ProtocolError(INVALID_REQUEST, f"Invalid Request: {what}", id=id_, findings=[Finding("", rule, what)])


def _too_deep(text: bytes, limits: Limits) -> ProtocolError:
    return _refused("depth", f"nested deeper than {limits.max_depth} levels", _leading_id(text))


def _leading_id(text: bytes) -> RequestId | None:
    """The id of a message that cannot be read as a whole, if only plain members stand before it."""
    match = _OBJECT_START.match(text)
    while match is not None:
        match = _SCALAR_MEMBER.match(text, match.end())
        if match is not None and match[1] == b'"id"':
            try:
                return legal_id(from_json(match[2]))
            except ValueError:
                return None
    return None


def _is_longer(text: bytes, limit: int) -> bool:
    """Has an array more items than that? Looks no further than it must."""
    if text.lstrip(_WHITESPACE)[:1] != b"[" or text.count(b",") < limit:
        return False
    level, items = 0, 1
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in (b"[", b"{"):
            level += 1
        elif token in (b"]", b"}"):
            level -= 1
        elif token == b"," and level == 1:
            items += 1
            if items > limit:
                return True
    return False


def _may_be_deeper(text: bytes, limit: int) -> bool:
    return text.count(b"[") + text.count(b"{") > limit


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
