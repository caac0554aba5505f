"""Reading of a message's kind and addressee without building the message: for gateways, proxies and recorders.

An outline reader returns a message without the values that routing does not need: `result`, `error`, and the objects
and arrays in the params, except for `_meta`. The reader leaves these values out or puts other values in their place. It
verifies that each member that it returns occurs once in the text, and it reads the scalars and `_meta` as strictly as
`strict_json`. If it cannot verify this, it returns None, and the text is read completely. If the complete reading finds
a fault, a second outline reader decides by the grammar of JSON whether only the body has the fault. This reader can
decide about every text, and accepts each text that the first one accepts. So the verdict does not depend on the reader
that comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from math import inf
from types import GenericAlias
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from ..errors import ProtocolError, RequestId, share_error_data
from ..json_values import is_array, is_object, may_have_long_number, member_at, text_has_more_containers
from ..limits import DEFAULT, Limits
from ..spec.names import INITIALIZE, META, VERSION_KEY
from .engines import Engine, engine_in_use
from .rejections import (
    ID_NOUNS,
    check_batch,
    make_batched_initialize_error,
    make_envelope_error,
    make_jsonrpc_version_error,
    make_not_message_error,
    read_unusual_id,
)
from .strict_json import Reader, Text, make_reader, read_json, to_utf8
from .syntax import MemberSpan, find_value_end, read_members, skip_whitespace

OutlineReader: TypeAlias = "Callable[[bytes, Limits], dict[str, Any] | None]"

_SPACE = rb"[ \t\n\r]*"
_OPENING = re.compile(_SPACE + rb"\{" + _SPACE)
_NAME = re.compile(rb'"([^"\\]*)"' + _SPACE + rb":" + _SPACE)
_CLOSING = re.compile(_SPACE + rb"([,}])" + _SPACE)
_PLAIN_STRING = re.compile(rb'"([^"\\]*)"')
_NAN, _INFINITY = re.compile(rb"NaN"), re.compile(rb"Infinity")
_ESCAPED = re.compile(rb"\\u")
_META = f'"{META}"'.encode()

_SAFE_DIGITS = 16
"""The least number of digits of an integer that parsers may read differently. All parsers read a shorter one exactly.
"""

_MAX_MEMBERS = 1_000
"""The largest number of members of which an outline is made. With more members, a complete reading is faster."""

_PARAMS = "params"
_BODY = ()
"""A stand-in for a part of the body."""

_SCALARS = ("jsonrpc", "id", "method")
_ANSWER_MEMBERS = ("result", "error")


@cache
def _make_outline_reader(engine: Engine) -> OutlineReader:
    """Return the outline reader for an engine: msgspec's for the engine `fast` if msgspec is installed, otherwise
    pydantic's.
    """
    if engine.checks_bodies:
        try:
            return make_msgspec_outline_reader(engine)
        except ModuleNotFoundError:  # the extra of an earlier release did not install it
            pass
    return make_pydantic_outline_reader(engine)


class _UnexpectedMembers(Exception):
    """Error for an object in the text whose members are too many, or not exactly those that msgspec kept."""


def make_msgspec_outline_reader(engine: Engine) -> OutlineReader:
    """Return an outline reader whose parser is msgspec, which skips the body.

    Of duplicate members, msgspec keeps the last. So the reader then walks the text from member to member, past the
    values that msgspec kept. If the walk ends where the text ends, each member occurs once.

    Raises:
        ModuleNotFoundError: msgspec is not installed.
    """
    msgspec: Any = import_module("msgspec")
    raw, absent = msgspec.Raw, msgspec.UNSET
    types = {**dict.fromkeys((*_SCALARS, *_ANSWER_MEMBERS), raw), _PARAMS: GenericAlias(dict, (str, raw))}
    fields = [(name, type_ | msgspec.UnsetType, absent) for name, type_ in types.items()]
    outline = msgspec.defstruct("Outline", fields)
    decode = msgspec.json.Decoder(outline).decode
    names: tuple[str, ...] = outline.__struct_fields__
    faults = (_UnexpectedMembers, ProtocolError, ValueError, RecursionError, msgspec.MsgspecError)
    read = make_reader(engine)

    def read_scalar(content: bytes, limits: Limits) -> Any:
        if content.isdigit() and len(content) < min(_SAFE_DIGITS, limits.max_digits):
            return int(content)
        plain = _PLAIN_STRING.fullmatch(content)
        return plain[1].decode() if plain is not None else read(content, limits)

    def read_outline(text: bytes, limits: Limits) -> dict[str, Any] | None:
        try:
            if not text.isascii():
                text.decode()  # msgspec does not check the strings that it skips
            found = decode(text)
            if found.params is not absent and len(found.params) > _MAX_MEMBERS:
                return None
            members: dict[str, Any] = {}
            for name in names:
                value = getattr(found, name)
                if name == _PARAMS and value is not absent:
                    members[name] = {key: bytes(part) for key, part in value.items()}
                elif value is not absent:
                    members[name] = bytes(value)
            if _find_object_end(text, 0, members) != len(text):
                return None
            document: dict[str, Any] = {
                name: read_scalar(members[name], limits) for name in _SCALARS if name in members
            }
            document.update((name, None) for name in _ANSWER_MEMBERS if name in members)
            if _PARAMS in members:
                document[_PARAMS] = {
                    key: read(part, _make_meta_limits(limits)) if key == META else read_scalar(part, limits)
                    for key, part in members[_PARAMS].items()
                    if key == META or part[:1] not in (b"{", b"[")
                }
            return document
        except faults:
            return None

    return read_outline


def _find_object_end(text: bytes, start: int, members: Mapping[str, Any]) -> int:
    """Return the index after an object and after the whitespace that follows this object.

    Args:
        text: valid JSON.
        start: the index at which the object begins, or the whitespace before the object.
        members: the members that the object must have: the text of each value, by name. For a value that is an object
            to be walked too, a mapping of its members stands in place of its text.

    Raises:
        _UnexpectedMembers: the object does not have exactly these members, or has a name with an escape.
    """
    rest, match = dict(members), _OPENING.match(text, start)
    while match is not None and rest:
        name = _NAME.match(text, match.end())
        value = rest.pop(name[1].decode(), None) if name is not None else None
        if name is None or value is None:
            raise _UnexpectedMembers
        if is_object(value):
            end = _find_object_end(text, name.end(), value)
        elif text.startswith(value, name.end()):
            end = name.end() + len(value)
        else:
            raise _UnexpectedMembers
        match = _CLOSING.match(text, end)
        if match is not None and (match[1] == b"}") != (not rest):
            raise _UnexpectedMembers
    if match is None:
        raise _UnexpectedMembers
    return match.end()


def _find_meta_text(text: bytes) -> bytes | None:
    """Return the text of the value of the member `_meta` in a valid JSON text. Return None if the text has no such
    member, or may have several of them.
    """
    place = text.find(_META)
    is_only = place == text.rfind(_META)  # a search from the end takes a quarter of the time
    name = _NAME.match(text, place) if is_only and place >= 0 else None
    if name is None or (text.find(b"\\") >= 0 and _ESCAPED.search(text) is not None):
        return None
    rest = text[name.end() :].decode()
    return rest[: find_value_end(rest, 0)].encode()


def make_pydantic_outline_reader(engine: Engine) -> OutlineReader:
    """Return an outline reader whose parser is pydantic's, which skips the body and reports each name to a function.

    This parser accepts `NaN` and `Infinity`, which are not JSON, so the reader returns None for a text with one of
    these words. If this version of pydantic does not report duplicate names, the reader returns None for every text.
    """
    from pydantic_core import SchemaValidator, ValidationError, core_schema

    def note_name(name: str, info: Any) -> str:
        info.context.append(name)
        if len(info.context) > _MAX_MEMBERS:
            raise _UnexpectedMembers
        return name

    name = core_schema.with_info_after_validator_function(note_name, core_schema.str_schema())
    passed_over = core_schema.typed_dict_schema({}, extra_behavior="ignore")
    # Each choice that fails costs a copy of the value. Most arrays contain objects, so that choice comes first.
    objects, array = core_schema.list_schema(passed_over, fail_fast=True), core_schema.generator_schema()
    scalar, rest = core_schema.str_schema(), core_schema.any_schema()

    def make_any_schema(*choices: Any) -> Any:
        return core_schema.union_schema([*choices, scalar, objects, array, rest], mode="left_to_right")

    inner = core_schema.dict_schema(name, make_any_schema(passed_over))
    outline = SchemaValidator(core_schema.dict_schema(name, make_any_schema(inner))).validate_json
    read = make_reader(engine)

    def read_outline(text: bytes, limits: Limits) -> dict[str, Any] | None:
        if (text.find(b"N") >= 0 and _NAN.search(text)) or (text.find(b"I") >= 0 and _INFINITY.search(text)):
            return None
        names: list[str] = []
        try:
            document: dict[str, Any] = outline(text, context=names)
            kept = len(document) + sum(len(value) for value in document.values() if is_object(value))
            if len(names) != kept:
                return None
            body = document.get(_PARAMS)
            scalars = [*document.values(), *(body.values() if is_object(body) else ())]
            if may_have_long_number(text, limits.max_digits) or inf in scalars or -inf in scalars:
                return None
            if is_object(body) and META in body:
                found = _find_meta_text(text)
                if found is None:
                    return None
                body[META] = read(found, _make_meta_limits(limits))
        except (_UnexpectedMembers, ValidationError, ProtocolError, ValueError, RecursionError):
            return None
        return document

    return read_outline if _reports_duplicates(outline) else lambda text, limits: None


def _reports_duplicates(outline: Callable[..., Any]) -> bool:
    """Return whether a parser of pydantic reports each name in a text. Another version of pydantic might report only
    the last of duplicate names.

    Args:
        outline: the function that parses a text.
    """
    names: list[str] = []
    outline(b'{"a":1,"a":{"b":1,"b":2}}', context=names)
    return names == ["a", "a", "b", "b"]


@cache
def _make_meta_limits(limits: Limits) -> Limits:
    """Return the limits for the text of `_meta`, which is two levels deep in a message."""
    return Limits(**{**limits._asdict(), "max_depth": max(1, limits.max_depth - 2)})


def _read_outline_in_python(text: bytes, limits: Limits) -> dict[str, Any] | None:
    """Return the outline of a message, given any text. Return None if the text is not JSON, or if a part of it outside
    of the body is not strict JSON.

    This takes longer than the readers that use libraries.

    Args:
        text: the text of a message, not of a batch.
        limits: limits for the text.
    """

    def make_outline(members: Sequence[MemberSpan], *, in_params: bool = False) -> dict[str, Any]:
        """Return the outline of the message or of its params.

        Raises:
            ProtocolError: a member that is read is not strict JSON.
            ValueError: a member occurs twice, or its name has no form in UTF-8.
        """
        found: dict[str, Any] = {}
        scalars: dict[str, str] = {}
        for name, start, end in members:
            if name in found or (not name.isascii() and not name.encode()):
                raise ValueError
            if name == META and in_params:
                found[name] = read_json(content[start:end], _make_meta_limits(limits))
            elif name == _PARAMS and content[start] == "{" and not in_params:
                found[name] = make_outline(read_members(content, start)[0], in_params=True)
            elif content[start] in "{[" or (name in _ANSWER_MEMBERS and not in_params):
                found[name] = _BODY
            else:
                found[name] = scalars[name] = content[start:end]
        values: Any = read_json(f"[{','.join(scalars.values())}]", limits)  # at once, since there may be very many
        found.update(zip(scalars, values, strict=True))
        return found

    try:
        content = text.decode()
        members, end = read_members(content, skip_whitespace(content, 0))
        return make_outline(members) if skip_whitespace(content, end) == len(content) else None
    except (ProtocolError, ValueError, IndexError):
        return None


TARGETS: Mapping[str, str] = import_module("..spec.revision_table", __package__).TARGETS  # rendered
"""The member of the params that names the tool, the prompt or the resource, by method. This member is required."""

Kind: TypeAlias = Literal["request", "notification", "response", "error", "batch"]

SHORT_TEXT_LENGTH = 4_096
"""The length in bytes up to which a text is read completely, since that is as fast as reading its outline."""

_readers: tuple[Reader, OutlineReader] | None = None


class Envelope(NamedTuple):
    """Kind and addressee of a message, with its version and size, but without its body."""

    kind: Kind
    """The kind; `response` has a result, `error` is an error response."""

    id: RequestId | None
    """The id; None for a notification, for a batch, and for an error response whose id is null or absent."""

    method: str | None
    """The method of a request or notification; None for any other message."""

    name: str | None
    """The name of a tool or prompt, or the URI of a resource, in the params; None if the params have neither, and for
    methods that are not in `TARGETS`."""

    version: str | None
    """The protocol version that the message names: in `_meta`, or in the params of `initialize`. None if the message
    names none; then an HTTP header may name the version."""

    size: int
    """The length of the text in bytes of UTF-8; 0 for a message of a batch."""

    items: tuple[Envelope | ProtocolError, ...] = ()
    """The envelopes of the messages of a batch, with an error in place of each message that is rejected; empty for a
    single message."""


_make_envelope: Callable[[tuple[Any, ...]], Envelope] = partial(cast(Any, tuple).__new__, Envelope)
"""A function that makes an envelope from a tuple of all its members. It takes half the time of `Envelope(…)`."""


def read_envelope(data: Text, *, limits: Limits = DEFAULT) -> Envelope:
    """Read the kind and the addressee of a message, without building the message.

    The members that are read here, and all of `_meta`, are checked as strictly as in `Revision.parse`, so each text
    that `parse` accepts in any revision has the same kind, id, method, name and version here. Neither the method nor
    the body is checked beyond the syntax of JSON. The body is `result`, `error`, and each object or array in the
    message or its params, except for the params themselves and `_meta`. `parse` may still reject a text that is
    accepted here: for the method or invalid params, or because the body has a duplicate member, half of a surrogate
    pair, a number that is out of range or too long, or more levels than the limit. A batch is read completely. The
    verdict depends neither on the length of the text nor on the extras that are installed.

    Args:
        data: JSON text; bytes are UTF-8.
        limits: limits for the text. In the body, levels and digits are not limited.

    Returns:
        The envelope; of kind `batch` for a batch, which only 2025-03-26 has.

    Raises:
        ProtocolError: no revision accepts the text. Code and id are those of the error that `parse` raises.
        TypeError: `data` is neither text nor bytes.
    """
    text = data if type(data) is bytes else to_utf8(data)
    size = len(text)
    read, read_outline = _readers or _load_readers()
    if size > SHORT_TEXT_LENGTH and (envelope := _read_envelope_by_outline(read_outline, text, limits)) is not None:
        return envelope
    try:
        found: Any = read(text, limits)
    except ProtocolError:
        envelope = _read_envelope_by_outline(_read_outline_in_python, text, limits)
        if envelope is None:
            raise
        return envelope
    try:  # most messages name a tool, and have no `_meta`
        id_, method, params = found["id"], found["method"], found["params"]
        name = params[TARGETS[method]]
        if (
            type(name) is str
            and (type(id_) is int or type(id_) is str)
            and len(found) == 4
            and found["jsonrpc"] == "2.0"
            and META not in params
        ):
            return _make_envelope(("request", id_, method, name, None, size, ()))
    except (KeyError, TypeError):
        pass
    if is_object(found):
        return to_envelope(found, size)
    if not is_array(found):
        raise make_not_message_error(found)
    check_batch(found, limits)
    items = tuple(map(_to_item_envelope, found))
    share_error_data(item for item in items if isinstance(item, ProtocolError))
    return Envelope("batch", None, None, None, None, size, items)


def _read_envelope_by_outline(read_outline: OutlineReader, text: bytes, limits: Limits) -> Envelope | None:
    """Return the envelope of a text from its outline; None if the text must be read completely."""
    if len(text) > limits.max_bytes or text_has_more_containers(text, limits.max_containers):
        return None
    document = read_outline(text, limits)
    if document is None:
        return None
    try:
        return to_envelope(document, len(text))
    except ProtocolError:  # the text may have another fault that comes first
        return None


def _load_readers() -> tuple[Reader, OutlineReader]:
    """Return the functions that read texts and outlines with the engine in use, and store them. A look-up for each text
    would take a tenth of the time in which a short text is read.
    """
    global _readers
    used = engine_in_use()
    _readers = make_reader(used), _make_outline_reader(used)
    return _readers


def _to_item_envelope(document: object) -> Envelope | ProtocolError:
    """Return the envelope of a message in a batch, or the error if the message is rejected."""
    try:
        if not is_object(document):
            raise make_not_message_error(document)
        if document.get("method") == INITIALIZE:
            raise make_batched_initialize_error(document)
        return to_envelope(document, 0)
    except ProtocolError as error:
        return error


def to_envelope(document: Mapping[str, Any], size: int) -> Envelope:
    """Return the envelope of a message. `MessageParser` checks the envelope of a message in the same order.

    Args:
        document: the message, or its outline.
        size: the length of the text, in bytes.

    Raises:
        ProtocolError: the envelope is not valid.
    """
    id_ = document.get("id")
    if type(id_) is not int and type(id_) is not str:
        id_ = read_unusual_id(id_, document, ID_NOUNS.keys()) if "id" in document else None
    if document.get("jsonrpc") != "2.0":
        raise make_jsonrpc_version_error(document)
    if "error" in document and "result" in document:
        raise make_envelope_error(document, "a response must not have both a result and an error", "/error", "kind")
    method = document.get("method")
    if type(method) is str:
        return _to_method_envelope(
            "notification" if id_ is None else "request", id_, method, document.get("params"), size
        )
    if "method" in document:
        raise make_envelope_error(document, "method must be a string", "/method", "method")
    if "error" in document:
        return Envelope("error", id_, None, None, None, size)
    if "result" not in document:
        raise make_envelope_error(document, "one of method, result and error is required", "", "kind")
    if id_ is None:
        raise make_envelope_error(document, "a response must have the id of its request", "", "id")
    return Envelope("response", id_, None, None, None, size)


def _to_method_envelope(kind: Kind, id_: RequestId | None, method: str, params: Any, size: int) -> Envelope:
    """Return the envelope of a message that has a method."""
    name = version = None
    if is_object(params):
        target = TARGETS.get(method)
        if target is not None and type(params.get(target)) is str:
            name = params[target]
        if META in params or method == INITIALIZE:
            version = _find_named_version(method, params)
    return _make_envelope((kind, id_, method, name, version, size, ()))


def _find_named_version(method: str, params: Mapping[str, Any]) -> str | None:
    """Return the protocol version that the params of a message name; None if the params name none."""
    version = params.get("protocolVersion") if method == INITIALIZE else None
    if not isinstance(version, str):
        version = member_at(params, META, VERSION_KEY)
    return version if isinstance(version, str) else None
