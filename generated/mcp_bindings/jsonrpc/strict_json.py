"""Reads JSON text strictly: rejects what JSON parsers disagree about.

A fast parser keeps the last of duplicate members without a word, and reads some numbers as others. So the value that
it read is written again, and the two texts are compared. `docs/design/parsing.md` gives the argument; `tests/behaviour/
test_proofs.py` looks for a text that refutes it.

Rejected as not JSON (-32700): bytes that are not UTF-8, `NaN` and `Infinity`, numbers out of range, unpaired
surrogates. Rejected as an invalid request (-32600): duplicate members of an object, and texts that exceed a limit.

A fast parser reads the text, and the value is written again. If that shows that nothing was dropped or altered (see
`proofs`), the value is right. The parser of the standard library, which reports every member and number, reads any
other text. Both accept the same texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from ..errors import Finding, ProtocolError, RequestId
from ..json_values import containers_of, has_more_containers, is_array, is_object, may_have_long_number
from ..limits import DEFAULT, MAX_DEPTH, MAX_DIGITS, MAX_FINDINGS, CutText, Limits
from ..schema.places import Fault, Place
from ..spec.error_codes import INVALID_REQUEST, PARSE_ERROR
from .engines import Engine, engine

# A literal pattern is searched for in a third of the time that `in` takes for bytes.
_ESCAPED_QUOTE, _ESCAPED_BACKSLASH = re.compile(rb'\\"'), re.compile(rb"\\\\")
_BACKSLASH = ord("\\")


def count_strings(text: bytes) -> int:
    """The number of strings in a valid JSON text, names of members included, times two: of the quotes around them.

    A parser gives each string of a text one string in its value, except for those of the members that it drops. Each
    member has a name, so a text that is written from the value has fewer strings if any member was dropped.
    """
    quotes = text.count(b'"')
    if _BACKSLASH not in text or _ESCAPED_QUOTE.search(text) is None:
        return quotes
    # An escaped backslash may stand before the quote that ends a string.
    plain = text.replace(b"\\\\", b"") if _ESCAPED_BACKSLASH.search(text) else text
    return quotes - plain.count(b'\\"')


NEWLINES = b"\r\n"
"""What a text leaves out to stand on one line."""


JSONDocument: TypeAlias = "dict[str, Any] | list[Any] | str | int | float | bool | None"

Text: TypeAlias = "bytes | bytearray | memoryview | str"

Source: TypeAlias = "bytes | str | tuple[bytes | str, int] | None"
"""Where a message was read from: a text, or an item of the text of a batch; None for a message without a text."""

Reader: TypeAlias = "Callable[[Text, Limits], JSONDocument]"

_WHITESPACE = b" \t\n\r"

_HEAD = 4_096
"""Number of bytes at the start of an unreadable text that are searched for the id, and of a text that is cheap to read
again to find its duplicate members."""

_SPACE = rb"[ \t\n\r]*"
_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"'
_OBJECT_START = re.compile(_SPACE + rb"\{" + _SPACE)
_NAME = re.compile(rb"(?s)(" + _STRING + rb")" + _SPACE + rb":" + _SPACE)
_SCALAR = re.compile(rb"(?s)(" + _STRING + rb"|[-.+\w]+)" + _SPACE + rb"," + _SPACE)

_LONG_NEGATIVE = re.compile(rb"-[0-9]{%d,}" % MAX_DIGITS)
"""Numbers that the standard library checks alone: pydantic 2.12 counts the minus sign as a digit."""


LIMITS = frozenset({"bytes", "containers", "depth", "digits", "messages"})
"""The rules of findings about a text that exceeds a limit of its reader. Its sender breaks nothing with that."""


class _MemberTwice(Exception):
    """An object has a duplicate member."""


class _TooManyDigits(ValueError):
    """A number exceeds the limit of digits."""


class _Head(NamedTuple):
    """What is known of a message that could not be read completely."""

    id: RequestId | None
    answerable: bool


def read(data: Text, limits: Limits) -> JSONDocument:
    """Read a JSON text with the engine in use.

    Args:
        data: The text; bytes are UTF-8.
        limits: Limits of size, depth and digits.

    Raises:
        ProtocolError: The text is not strict JSON (-32700), or it has a duplicate member or exceeds a limit (-32600).
        TypeError: `data` is neither text nor bytes.
    """
    return reader(engine())(data, limits)


@cache
def reader(engine: Engine) -> Reader:
    """A function that reads a JSON text with an engine; see `read`."""
    short = DEFAULT.harmless
    load, dump, load_deep, may_be_altered = engine.load, engine.dump, engine.load_deep, engine.may_be_altered

    def read(data: Text, limits: Limits) -> JSONDocument:
        value: JSONDocument
        if type(data) is bytes and len(data) <= (short if limits is DEFAULT else limits.harmless):  # most are short
            try:
                value = load(data)
                again = dump(value)
            except (ValueError, TypeError):  # the careful parser reports the fault
                return _read_with_care(data, limits)
            if (
                again == data
                or (_BACKSLASH not in data and _differ_by_whitespace(data, again))
                or (count_strings(data) == count_strings(again) and not may_be_altered(again))
            ):
                return value
            return _read_with_care(data, limits)
        text = data if type(data) is bytes else encoded(data)
        if len(text) > limits.max_bytes:
            size = data.size if isinstance(data, CutText) else len(text)
            raise _refused("bytes", f"{size} bytes, longer than {limits.max_bytes} bytes", _head(text))
        if has_more_containers(text, limits.max_containers):
            count, most = containers_of(text), limits.max_containers
            raise _refused(
                "containers", f"{count} objects and arrays, more than {most} objects and arrays", _head(text)
            )
        if limits.max_digits == MAX_DIGITS:
            text = text.strip(_WHITESPACE)
            try:
                value, again = load_deep(text, limits.max_depth)
            except (ValueError, TypeError):
                return _read_with_care(text, limits)
            if again == text or (
                count_strings(text) == count_strings(again)
                and not may_be_altered(again)
                and not may_have_long_number(text, MAX_DIGITS)
            ):
                return value
        return _read_with_care(text, limits)

    return read


def _differ_by_whitespace(text: bytes, again: bytes) -> bool:
    """Whether two texts are equal but for whitespace. Most texts have spaces only, as Python's `json.dumps` writes."""
    return text.replace(b" ", b"") == again.replace(b" ", b"") or (
        text.translate(None, _WHITESPACE) == again.translate(None, _WHITESPACE)
    )


def as_request_id(value: object) -> RequestId | None:
    """The value as a request id; None if it is neither a string nor a number without a fraction."""
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def is_response(document: Mapping[str, Any]) -> bool:
    """Whether an object looks like a response. A response never gets a reply, or two peers could reply forever."""
    return "method" not in document and ("result" in document or "error" in document)


def encoded(data: object) -> bytes:
    """A text as UTF-8.

    Raises:
        TypeError: It is neither text nor bytes.
    """
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass")  # an unpaired surrogate becomes invalid UTF-8
    if isinstance(data, memoryview):
        return data.tobytes()
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    raise TypeError(f"a text is bytes, bytearray, memoryview or str, not {type(data).__name__}")


def _read_with_care(text: bytes, limits: Limits) -> JSONDocument:
    """The value of a text, read by the standard library, which reports every member and number.

    The standard library accepts unpaired surrogates and any depth. If the text may have either, the fast parser, which
    rejects them, reads the text first.
    """
    from pydantic_core import from_json  # few texts are read with care

    containers = text.count(b"[") + text.count(b"{")
    try:
        if b"\\" in text or containers > MAX_DEPTH:
            from_json(_LONG_NEGATIVE.sub(b"0", text))
        value = _decoded(text, limits.max_digits)
    except RecursionError:
        raise _too_deep(limits, _head(text)) from None
    except ValueError as error:
        if "recursion limit" in str(error):
            raise _too_deep(limits, _head(text)) from None
        reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        rule = "digits" if isinstance(error, _TooManyDigits) else "json"
        raise ProtocolError(PARSE_ERROR, "Parse error", findings=[Finding("", rule, f"not JSON: {reason}")]) from None
    if containers > limits.max_depth and _is_deeper(value, limits.max_depth):
        raise _too_deep(limits, _head_of(value))
    return value


@cache
def _plain_decoder(max_digits: int) -> json.JSONDecoder:
    return _decoder(max_digits, _unique, has_long=True)


def _decoder(
    max_digits: int, build: Callable[[list[tuple[str, Any]]], dict[str, Any]], *, has_long: bool
) -> json.JSONDecoder:
    def check_length(digits: str) -> None:
        if len(digits) > max_digits and (count := len(digits.lstrip("-"))) > max_digits:
            raise _TooManyDigits(f"a number of {count} characters, more than {max_digits} digits")

    def integer(digits: str) -> int:
        check_length(digits)
        return int(digits)

    def number(digits: str) -> float:
        check_length(digits)
        value = float(digits)
        if not isfinite(value):
            raise ValueError("a number out of range")
        return value

    return json.JSONDecoder(
        object_pairs_hook=build,
        parse_int=integer if has_long else int,
        parse_float=number,
        parse_constant=_refuse_constant,
    )


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) != len(members):
        raise _MemberTwice
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError("NaN and Infinity are not JSON numbers")


class _Builder:
    """Builds the objects of a text, and notes those that have a duplicate member.

    Attributes:
        twice: these objects, by identity; the reference keeps Python from reusing the identity.
        is_id_twice: whether the object that was built last, which is the outermost in the end, has two members `id`.
    """

    def __init__(self) -> None:
        self.twice: dict[int, object] = {}
        self.is_id_twice = False

    def build(self, members: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object of these members."""
        value = dict(members)
        self.is_id_twice = False
        if len(value) != len(members):
            self.is_id_twice = sum(name == "id" for name, _ in members) > 1
            if len(self.twice) < MAX_FINDINGS:
                self.twice[id(value)] = value
        return value


def _decoded(text: bytes, max_digits: int) -> JSONDocument:
    """The value of a text. A long one is read once, a short one again if it has a duplicate member.

    Raises:
        ProtocolError: it has one.
        ValueError: it is not JSON, or has a number that is out of range.
    """
    content = text.decode("utf-8")
    if len(content) < _HEAD:
        try:
            value: JSONDocument = _plain_decoder(max_digits).decode(content)
        except _MemberTwice:
            pass
        else:
            return value
    builder = _Builder()
    has_long = max_digits != MAX_DIGITS or may_have_long_number(text, MAX_DIGITS)
    value = _decoder(max_digits, builder.build, has_long=has_long).decode(content)
    if builder.twice:
        raise _member_twice(value, builder)
    return value


def _member_twice(document: JSONDocument, builder: _Builder) -> ProtocolError:
    head = _head_of(document)
    if is_object(document) and builder.is_id_twice:
        head = head._replace(id=None)
    what = "a member occurs twice"
    places = islice(_places(document, builder.twice, None), len(builder.twice))
    findings = [Fault(place, "unique", f"{what} in this object").finding() for place in places]
    return _refused("unique", what, head, findings)


def _places(value: object, wanted: Mapping[int, object], place: Place) -> Iterator[Place]:
    """The places of these parts of a value, which are given by identity."""
    if id(value) in wanted:
        yield place
    if is_object(value):
        for name, member in value.items():
            if is_object(member) or is_array(member):
                yield from _places(member, wanted, (place, name))
    elif is_array(value):
        for index, item in enumerate(value):
            if is_object(item) or is_array(item):
                yield from _places(item, wanted, (place, index))


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
    """The head of a text that cannot be read, from the scalar members that it begins with."""
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
    from pydantic_core import from_json

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
