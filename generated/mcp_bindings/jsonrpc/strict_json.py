"""Strict reading of JSON text: JSON parsers disagree about some texts, which are rejected.

Rejected as not JSON (-32700): bytes that are not UTF-8, `NaN` and `Infinity`, numbers out of range or of too many
digits, unpaired surrogates. Rejected as an invalid request (-32600): duplicate members of an object, and texts that
exceed another limit.

A fast parser silently keeps the last of duplicate members, and alters some numbers. So the value that it read is
written again, and the two texts are compared. If that proves that nothing was dropped or altered, the value is right.
Any other text is read by the parser of the standard library, which reports every member and number. Both parsers accept
the same texts. `docs/design/parsing.md` gives the proof, and `tests/behaviour/test_proofs.py` searches for a text that
refutes the proof.
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
from ..json_values import count_containers, is_array, is_object, may_have_long_number, text_has_more_containers
from ..limits import CUT_END_SIZE, DEFAULT, MAX_DEPTH, MAX_DIGITS, MAX_FINDINGS, CutText, Limits
from ..schema.places import Fault, Place
from ..spec.error_codes import INVALID_REQUEST, PARSE_ERROR
from .engines import Engine, engine_in_use

# Searching for a literal pattern takes a third of the time of `in` for bytes.
_ESCAPED_QUOTE, _ESCAPED_BACKSLASH = re.compile(rb'\\"'), re.compile(rb"\\\\")
_BACKSLASH = ord("\\")


def count_quotes(text: bytes) -> int:
    """Return the number of quotes around strings in a valid JSON text, member names included; escaped quotes do not
    count.

    A parser makes one string of each string in a text, except for those of the members that it drops. Each member has a
    name, so a text that is written from the value has fewer quotes if a member was dropped.
    """
    quotes = text.count(b'"')
    if _BACKSLASH not in text or _ESCAPED_QUOTE.search(text) is None:
        return quotes
    # An escaped backslash may stand before the quote that ends a string.
    plain = text.replace(b"\\\\", b"") if _ESCAPED_BACKSLASH.search(text) else text
    return quotes - plain.count(b'\\"')


NEWLINES = b"\r\n"
"""The bytes to remove from a text so that it stands on one line."""


JSONDocument: TypeAlias = "dict[str, Any] | list[Any] | str | int | float | bool | None"

Text: TypeAlias = "bytes | bytearray | memoryview | str"

Source: TypeAlias = "bytes | str | tuple[bytes | str, int, list[bytes]] | None"
"""The origin of a message: its text; None for a message that was not read from a text. For a message of a batch, the
text of the batch, the index of the message in the batch, and a list that the messages of the batch share: the texts of
all of them, once one of these texts is needed."""

Reader: TypeAlias = "Callable[[Text, Limits], JSONDocument]"

_WHITESPACE = b" \t\n\r"

_HEAD_SIZE = 4_096
"""The number of bytes in which the id is searched for, at the start of an unreadable text; also the number of
characters below which a text is read again to find its duplicate members."""

_SPACE = rb"[ \t\n\r]*"
_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"'
_OBJECT_START = re.compile(_SPACE + rb"\{" + _SPACE)
_NAME = re.compile(rb"(?s)(" + _STRING + rb")" + _SPACE + rb":" + _SPACE)
_SCALAR = re.compile(rb"(?s)(" + _STRING + rb"|[-.+\w]+)" + _SPACE + rb"," + _SPACE)

_LAST_ID = re.compile(
    rb"," + _SPACE + rb'"id"' + _SPACE + rb":" + _SPACE + rb'("[^"\\]*"|[-.+\w]+)' + _SPACE + rb"\}" + _SPACE + rb"\Z"
)
"""Pattern of a member `id` at the end of a text. In valid JSON it is the last member of the outermost object, because
each quote of the pattern begins or ends a string."""

_LONG_NEGATIVE = re.compile(rb"-[0-9]{%d,}" % MAX_DIGITS)
"""Pattern of a negative number with at least `MAX_DIGITS` digits. Only the standard library checks its length, since
pydantic 2.12 counts the minus sign as a digit.
"""


LIMIT_RULES = frozenset({"bytes", "containers", "depth", "digits", "messages"})
"""The values of `Finding.rule` for a text that exceeds a limit of the receiver. The sender of that text is not at
fault."""


class _DuplicateMember(Exception):
    """Error for an object with a duplicate member."""


class _TooManyDigits(ValueError):
    """Error for a number that exceeds the limit of digits."""


class _MessageHead(NamedTuple):
    """Id of a message that could not be read completely, and whether a reply to the message may be sent."""

    id: RequestId | None
    answerable: bool


def read_json(data: Text, limits: Limits) -> JSONDocument:
    """Read a JSON text with the engine in use.

    Args:
        data: the text; bytes are UTF-8.
        limits: limits of size, depth and digits.

    Raises:
        ProtocolError: the text is not strict JSON or has a number of too many digits (-32700), or it has a duplicate
            member or exceeds another limit (-32600).
        TypeError: `data` is neither text nor bytes.
    """
    return make_reader(engine_in_use())(data, limits)


@cache
def make_reader(engine: Engine) -> Reader:
    """Return the function that reads texts with an engine. Its arguments, result and errors are those of
    `read_json`.
    """
    short = DEFAULT.harmless_size
    load, dump, load_deep, may_be_altered = engine.load, engine.dump, engine.load_deep, engine.may_be_altered

    def read_text(data: Text, limits: Limits) -> JSONDocument:
        value: JSONDocument
        # most texts are short
        if type(data) is bytes and len(data) <= (short if limits is DEFAULT else limits.harmless_size):
            try:
                value = load(data)
                again = dump(value)
            except (ValueError, TypeError):  # the standard library reports the fault
                return _read_with_standard_library(data, limits)
            if (
                again == data
                or (_BACKSLASH not in data and _are_equal_without_whitespace(data, again))
                or (count_quotes(data) == count_quotes(again) and not may_be_altered(again))
            ):
                return value
            return _read_with_standard_library(data, limits)
        text = data if type(data) is bytes else to_utf8(data)
        if len(text) > limits.max_bytes:
            size, end = (data.size, data.end) if isinstance(data, CutText) else (len(text), text)
            raise _make_invalid_request_error(
                "bytes", f"{size} bytes, longer than {limits.max_bytes} bytes", _read_head(text, end)
            )
        if text_has_more_containers(text, limits.max_containers):
            count, most = count_containers(text), limits.max_containers
            raise _make_invalid_request_error(
                "containers", f"{count} objects and arrays, more than {most} objects and arrays", _read_head(text, text)
            )
        if limits.max_digits == MAX_DIGITS:
            text = text.strip(_WHITESPACE)
            try:
                value, again = load_deep(text, limits.max_depth)
            except (ValueError, TypeError):
                return _read_with_standard_library(text, limits)
            if again == text or (
                count_quotes(text) == count_quotes(again)
                and not may_be_altered(again)
                and not may_have_long_number(text, MAX_DIGITS)
            ):
                return value
        return _read_with_standard_library(text, limits)

    return read_text


def _are_equal_without_whitespace(text: bytes, again: bytes) -> bool:
    """Return whether two texts are equal after all whitespace is removed from them.

    First, spaces alone are removed, since most texts, such as those of `json.dumps`, have no other whitespace.
    """
    return text.replace(b" ", b"") == again.replace(b" ", b"") or (
        text.translate(None, _WHITESPACE) == again.translate(None, _WHITESPACE)
    )


def as_request_id(value: object) -> RequestId | None:
    """Return a value as a request id; None if the value is neither a string nor a number without a fraction."""
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def is_response(document: Mapping[str, Any]) -> bool:
    """Return whether an object looks like a response. A response never gets a reply, since two peers could otherwise
    reply to each other forever.
    """
    return "method" not in document and ("result" in document or "error" in document)


def to_utf8(data: object) -> bytes:
    """Return a text as UTF-8. An unpaired surrogate becomes invalid UTF-8.

    Raises:
        TypeError: the value is neither text nor bytes.
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


def _read_with_standard_library(text: bytes, limits: Limits) -> JSONDocument:
    """Return the value of a text, read by the standard library, which reports every member and number.

    The standard library accepts unpaired surrogates and any depth. A text that may have either is first read by the
    fast parser, which rejects both.

    Raises:
        ProtocolError: the text is not strict JSON, or it has a duplicate member or exceeds a limit.
    """
    from pydantic_core import from_json  # few texts need it

    containers = text.count(b"[") + text.count(b"{")
    try:
        if b"\\" in text or containers > MAX_DEPTH:
            from_json(_LONG_NEGATIVE.sub(b"0", text))
        value = _decode_text(text, limits.max_digits)
    except RecursionError:
        raise _make_too_deep_error(limits, _read_head(text, text)) from None
    except ValueError as error:
        if "recursion limit" in str(error):
            raise _make_too_deep_error(limits, _read_head(text, text)) from None
        reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        rule = "digits" if isinstance(error, _TooManyDigits) else "json"
        raise ProtocolError(PARSE_ERROR, "Parse error", findings=[Finding("", rule, f"not JSON: {reason}")]) from None
    if containers > limits.max_depth and _is_nested_deeper(value, limits.max_depth):
        raise _make_too_deep_error(limits, _find_head(value))
    return value


@cache
def _make_plain_decoder(max_digits: int) -> json.JSONDecoder:
    return _make_decoder(max_digits, _build_object_without_duplicates, has_long=True)


def _make_decoder(
    max_digits: int, build: Callable[[list[tuple[str, Any]]], dict[str, Any]], *, has_long: bool
) -> json.JSONDecoder:
    def check_length(digits: str) -> None:
        if len(digits) > max_digits and (count := len(digits.lstrip("-"))) > max_digits:
            raise _TooManyDigits(f"a number of {count} characters, more than {max_digits} digits")

    def parse_integer(digits: str) -> int:
        check_length(digits)
        return int(digits)

    def parse_number(digits: str) -> float:
        check_length(digits)
        value = float(digits)
        if not isfinite(value):
            raise ValueError("a number out of range")
        return value

    return json.JSONDecoder(
        object_pairs_hook=build,
        parse_int=parse_integer if has_long else int,
        parse_float=parse_number,
        parse_constant=_refuse_nan_or_infinity,
    )


def _build_object_without_duplicates(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) != len(members):
        raise _DuplicateMember
    return value


def _refuse_nan_or_infinity(name: str) -> Any:
    raise ValueError("NaN and Infinity are not JSON numbers")


class _DuplicateRecorder:
    """Builder of the objects of a text. It records the objects with a duplicate member.

    Attributes:
        with_duplicates: the first 100 objects with a duplicate member, by identity. The references keep Python from
            reusing an identity.
        has_two_ids: True if the object that was built last has two members `id`. The outermost object is built last of
            all.
    """

    def __init__(self) -> None:
        self.with_duplicates: dict[int, object] = {}
        self.has_two_ids = False

    def build_object(self, members: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return an object of these members, and record it if a name occurs twice."""
        value = dict(members)
        self.has_two_ids = False
        if len(value) != len(members):
            self.has_two_ids = sum(name == "id" for name, _ in members) > 1
            if len(self.with_duplicates) < MAX_FINDINGS:
                self.with_duplicates[id(value)] = value
        return value


def _decode_text(text: bytes, max_digits: int) -> JSONDocument:
    """Return the value of a text, read by the standard library. A long text is read once. A short text is read a second
    time if it has a duplicate member.

    Raises:
        ProtocolError: the text has a duplicate member.
        ValueError: the text is not JSON, or has a number that is out of range or has too many digits.
    """
    content = text.decode("utf-8")
    if len(content) < _HEAD_SIZE:
        try:
            value: JSONDocument = _make_plain_decoder(max_digits).decode(content)
        except _DuplicateMember:
            pass
        else:
            return value
    builder = _DuplicateRecorder()
    has_long = max_digits != MAX_DIGITS or may_have_long_number(text, MAX_DIGITS)
    value = _make_decoder(max_digits, builder.build_object, has_long=has_long).decode(content)
    if builder.with_duplicates:
        raise _make_duplicate_member_error(value, builder)
    return value


def _make_duplicate_member_error(document: JSONDocument, builder: _DuplicateRecorder) -> ProtocolError:
    head = _find_head(document)
    if is_object(document) and builder.has_two_ids:
        head = head._replace(id=None)
    what = "a member occurs twice"
    places = islice(_find_places(document, builder.with_duplicates, None), len(builder.with_duplicates))
    findings = [Fault(place, "unique", f"{what} in this object").to_finding() for place in places]
    return _make_invalid_request_error("unique", what, head, findings)


def _find_places(value: object, wanted: Mapping[int, object], place: Place) -> Iterator[Place]:
    """Yield the places of some parts of a value. The parts are given by identity."""
    if id(value) in wanted:
        yield place
    if is_object(value):
        for name, member in value.items():
            if is_object(member) or is_array(member):
                yield from _find_places(member, wanted, (place, name))
    elif is_array(value):
        for index, item in enumerate(value):
            if is_object(item) or is_array(item):
                yield from _find_places(item, wanted, (place, index))


def _make_invalid_request_error(
    rule: str, what: str, head: _MessageHead, findings: Sequence[Finding] = ()
) -> ProtocolError:
    return ProtocolError(
        INVALID_REQUEST,
        f"Invalid Request: {what}",
        id=head.id,
        findings=findings or [Finding("", rule, what)],
        answerable=head.answerable,
    )


def _make_too_deep_error(limits: Limits, head: _MessageHead) -> ProtocolError:
    return _make_invalid_request_error("depth", f"nested deeper than {limits.max_depth} levels", head)


def _find_head(document: object) -> _MessageHead:
    if not is_object(document):
        return _MessageHead(None, True)
    return _MessageHead(as_request_id(document.get("id")), not is_response(document))


def _read_head(text: bytes, end: bytes) -> _MessageHead:
    """Return the id of an unreadable message, and whether a reply to it may be sent, as far as the text tells.

    Of the members after the first one whose value is no scalar, only an id at the end of the text is read.

    Args:
        text: the text, or its beginning.
        end: the text, or its end.
    """
    text = text[:_HEAD_SIZE]
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
            id_ = _read_id(scalar[1])
        place = scalar.end()
    if id_ is None and (last := _LAST_ID.search(end[-CUT_END_SIZE:])) is not None:
        id_ = _read_id(last[1])
    return _MessageHead(id_, answerable)


def _read_id(text: bytes) -> RequestId | None:
    from pydantic_core import from_json

    try:
        return as_request_id(from_json(text))
    except ValueError:
        return None


def _is_nested_deeper(value: object, limit: int) -> bool:
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
