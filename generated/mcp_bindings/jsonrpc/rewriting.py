"""Current text of a message: the text as received, with changed parts written anew.

Members are found without parsing the text again. The parsed value has the members in the order of the text, so a member
ends before the name of the next member, and the last member ends where its object ends. A name that occurs once in the
text of its object, with its quotes, begins there. If a place is not certain, or if changes depend on each other,
`edits` applies the changes instead. Both ways give the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from ..errors import DecodeError, Finding, ProtocolError
from ..json_values import is_object
from ..limits import Limits
from ..schema.places import Place
from .body_types import EngineError
from .edits import (
    ChainedEdit,
    Edit,
    EditError,
    apply_changes,
    apply_edits,
    apply_json_changes,
    find_changes,
    split_array_text,
)
from .envelope import Envelope, Kind, to_envelope
from .plain_json import to_json_copy, write_json
from .rejections import make_not_message_error
from .strict_json import NEWLINES, JSONDocument, Source, read_json, to_utf8

if TYPE_CHECKING:
    from .edits import Operation

_SPACE = b" \t\n\r"
_COLON = re.compile(rb"[ \t\n\r]*:[ \t\n\r]*")
_NAME = re.compile(r"[A-Za-z0-9_./-]+")
"""Pattern of the names that can be searched for in a text."""
_ESCAPED = re.compile(rb"\\(?:/|u00(?:2[dDeEfF]|3[0-9]|[46][1-9a-fA-F]|5[0-9aAfF]|7[0-9aA]))")
"""Pattern of the escapes of those characters that a name matching `_NAME` may have."""

_MAX_CHANGES = 8
"""The largest number of changes whose places are searched for in the text, since each search may read the whole text.
"""


class JSONChange(Protocol):
    """Change whose value is parsed JSON, such as an `edits.ChainedEdit`."""

    @property
    def op(self) -> Operation: ...
    @property
    def place(self) -> Place: ...
    @property
    def value(self) -> Any: ...


class _UncertainPlace(Exception):
    """Error for a change whose place in the text is not certain, or which depends on another change."""


_Piece: TypeAlias = "tuple[int, int, bytes]"
"""A part of the text, by start and end, and its replacement."""


class _ObjectSpan:
    """Position of an object in a text, with the changes of its members.

    Args:
        value: the object.
        low: an index at or before the beginning of the object.
        end: the index after the closing brace.
    """

    __slots__ = ("added", "earliest", "end", "names", "removed", "value")

    def __init__(self, value: dict[str, Any], low: int, end: int) -> None:
        self.value = value
        self.earliest = low
        self.end = end
        self.names: dict[str, int] = {}
        """The indices at which names begin, by name, for the names that were found."""
        self.added: bytes = b""
        """The text of the new members, each after a comma."""
        self.removed: tuple[str, ...] = ()


def apply_changes_if_certain(text: bytes, document: Mapping[str, Any], changes: Sequence[JSONChange]) -> bytes | None:
    """Apply changes to the text of an object. Return the new text. Return None if the place of a change is not certain,
    if a change depends on another one, or if there are too many changes.

    Args:
        text: strict JSON.
        document: the value of the text.
        changes: the changes, one after the other.
    """
    if len(changes) > _MAX_CHANGES or not is_object(document):
        return None
    if not changes:
        return text
    at_end = _apply_changes_at_end(text, document, changes)
    if at_end is not None:
        return at_end
    try:
        pieces = _ObjectSpans(text, document).find_pieces(changes)
    except _UncertainPlace:
        return None
    if len(pieces) == 1:
        start, end, new = pieces[0]
        return text[:start] + new + text[end:]
    return _replace_pieces(text, pieces)


def _apply_changes_at_end(text: bytes, document: dict[str, Any], changes: Sequence[JSONChange]) -> bytes | None:
    """Apply changes to the last member of a message, if this member is an object, and if the changes add members to it
    or one change removes the last of its members. Return the new text; None for other changes.

    Most translations make changes of these two kinds.
    """
    place = changes[0].place
    around = place[0] if place is not None else None
    if around is None or around[0] is not None or not document or around[1] != next(reversed(document)):
        return None
    inner: object = document[str(around[1])]
    if not is_object(inner):
        return None
    close = len(text.rstrip(_SPACE)) - 1 if text[-1] in _SPACE else len(text) - 1
    brace = _skip_whitespace_backwards(text, close) - 1
    end = _skip_whitespace_backwards(text, brace) if inner else brace
    op, name = changes[0].op, place[1] if place is not None else ""
    if op == "remove":
        if len(changes) > 1 or len(inner) < 2 or name != next(reversed(inner)) or not _has_literal_names(text):
            return None
        quoted = b'"%b"' % str(name).encode()
        start = text.rfind(quoted, 0, end)
        if start < 0 or text.find(quoted) != start or _NAME.fullmatch(str(name)) is None:
            return None
        return text[: _skip_whitespace_backwards(text, text.rfind(b",", 0, start))] + text[end:]
    added = b""
    names: set[object] = set()
    for change in changes:
        new = change.place[1] if change.place is not None and change.place[0] == around else None
        if change.op != "add" or type(new) is not str or new in inner or new in names:
            return None
        names.add(new)
        added += b",%b:%b" % (write_json(new), write_json(change.value))
    return text[:end] + (added if inner else added[1:]) + text[end:]


def _skip_whitespace_backwards(text: bytes, place: int) -> int:
    """Return the index at which the whitespace before an index begins. Return the given index if no whitespace precedes
    it.
    """
    return place if text[place - 1] not in _SPACE else len(text[:place].rstrip(_SPACE))


def _has_literal_names(text: bytes) -> bool:
    """Return whether a text has no escapes of the characters of names. If so, each name stands in the text as it is."""
    return text.find(b"\\") < 0 or _ESCAPED.search(text) is None


class _ObjectSpans:
    """Search for the parts of a text that changes replace. It keeps the positions of the objects around these parts."""

    __slots__ = ("_changed_places", "_has_literal_names", "_spans", "_text")

    def __init__(self, text: bytes, document: dict[str, Any]) -> None:
        self._text = text
        self._changed_places: set[Place] = set()
        self._has_literal_names: bool | None = None
        self._spans: dict[Place, _ObjectSpan] = {None: _ObjectSpan(document, 0, len(text.rstrip(_SPACE)))}

    def find_pieces(self, changes: Sequence[JSONChange]) -> list[_Piece]:
        """Return the parts of the text that the changes replace, with their replacements.

        Raises:
            _UncertainPlace: the place of a part is not certain, or two changes have one place.
        """
        if len(changes) > 1:
            self._changed_places = {change.place for change in changes}
            if len(self._changed_places) < len(changes):
                raise _UncertainPlace
        pieces: list[_Piece] = []
        for change in changes:
            place, op = change.place, change.op
            if place is None:
                raise _UncertainPlace
            around, name = place
            span = self._spans.get(around) or self._find_object(around)
            if type(name) is not str or (name in span.value) is (op == "add"):
                raise _UncertainPlace
            if op == "add":
                span.added += b",%b:%b" % (write_json(name), write_json(change.value))
            elif op == "remove":
                span.removed += (name,)
            else:
                colon = _COLON.match(self._text, self._find_name(span, name) + len(name) + 2)
                if colon is None:
                    raise _UncertainPlace
                pieces.append((colon.end(), self._find_value_end(span, name), write_json(change.value)))
        for span in self._spans.values():
            if span.removed:
                pieces += self._find_pieces_to_remove(span)
            if span.added:
                end = self._find_content_end(span)
                pieces.append((end, end, span.added if span.value else span.added[1:]))
        return pieces

    def _find_pieces_to_remove(self, span: _ObjectSpan) -> list[_Piece]:
        """Return the parts of the text of an object to remove: each removed member with the comma before the member, or
        with the comma after the member if no earlier member stays.

        Raises:
            _UncertainPlace: no member of the object stays, or the place of a part is not certain.
        """
        names, pieces = list(span.value), list[_Piece]()
        first = next((index for index, name in enumerate(names) if name not in span.removed), None)
        if first is None:
            raise _UncertainPlace
        if first:
            pieces.append((self._find_name(span, names[0]), self._find_name(span, names[first]), b""))
        for name in span.removed:
            index = names.index(name)
            if index > first:
                pieces.append((self._find_end_before(span, name), self._find_value_end(span, name), b""))
        return pieces

    def _find_object(self, place: Place) -> _ObjectSpan:
        """Return the span of the object at a place.

        Raises:
            _UncertainPlace: a change is made at this place itself, the value there is no object, or its position in the
                text is not certain.
        """
        span = self._spans.get(place)
        if span is None:
            if place is None or place in self._changed_places:
                raise _UncertainPlace
            outer, name = place
            around = self._spans.get(outer) or self._find_object(outer)
            value: object = around.value.get(name) if type(name) is str else None
            if not is_object(value):
                raise _UncertainPlace
            span = self._spans[place] = _ObjectSpan(value, around.earliest, self._find_value_end(around, str(name)))
        return span

    def _find_content_end(self, span: _ObjectSpan) -> int:
        """Return the index after the last member of an object; for an empty object, the index of the closing brace."""
        place = span.end - 1
        if not span.value or self._text[place - 1] not in _SPACE:
            return place
        return len(self._text[:place].rstrip(_SPACE))

    def _find_value_end(self, span: _ObjectSpan, name: str) -> int:
        """Return the index after the value of a member.

        Raises:
            _UncertainPlace: the position of the next member is not certain.
        """
        if name == next(reversed(span.value)):
            return self._find_content_end(span)
        names = iter(span.value)
        while next(names) != name:
            pass
        return self._find_end_before(span, next(names))

    def _find_end_before(self, span: _ObjectSpan, name: str) -> int:
        """Return the index after the value of the member that precedes a member.

        Raises:
            _UncertainPlace: the position of the member's name is not certain.
        """
        place = self._text.rfind(b",", span.earliest, self._find_name(span, name))
        return place if self._text[place - 1] not in _SPACE else len(self._text[:place].rstrip(_SPACE))

    def _find_name(self, span: _ObjectSpan, name: str) -> int:
        """Return the index at which the name of a member begins.

        Raises:
            _UncertainPlace: the name may be written with escapes, or it does not occur exactly once.
        """
        text = self._text
        if name in span.names:
            return span.names[name]
        if self._has_literal_names is None:
            self._has_literal_names = _has_literal_names(text)
        if not self._has_literal_names or _NAME.fullmatch(name) is None:
            raise _UncertainPlace
        quoted = b'"%b"' % name.encode()
        place = text.find(quoted, span.earliest, span.end)
        if place < 0 or text.find(quoted, place + 1, span.end) >= 0:
            raise _UncertainPlace
        span.names[name] = place
        return place


def _replace_pieces(text: bytes, pieces: list[_Piece]) -> bytes:
    """Return a text in which parts are replaced."""
    parts: list[bytes] = []
    place = 0
    for start, end, new in sorted(pieces):
        parts += (text[place:start], new)
        place = end
    parts.append(text[place:])
    return b"".join(parts)


_PARAMS = "params"
"""The name of the only body that a message may lack. For this body, None means that the message has none."""
_NO_MEMBERS: Mapping[str, Any] = {}

_LARGEST_SAFE_INTEGER = 2**53 - 1
"""The largest integer that every parser reads exactly."""

_SEPARATORS = ((b",", b":"), (b", ", b": "))
"""The usual styles of JSON text: the separator between members, and the separator after a name."""


class Rewritable(Protocol):
    """Interface of the messages whose text this module writes. `MessageBase` documents its attributes."""

    is_read: bool
    typed_body: Any
    body_type: Any

    @property
    def source(self) -> Source: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def member(self) -> str: ...
    @property
    def document(self) -> Mapping[str, Any]: ...
    def to_bytes(self) -> bytes: ...


class EditedMessage(NamedTuple):
    """Text of a message after edits, with its value and its envelope."""

    text: bytes
    document: dict[str, Any]
    envelope: Envelope


def write_message_text(message: Rewritable) -> bytes:
    """Return the text of a message without newlines: as received, with changed parts of the typed body written anew.

    Raises:
        EncodeError: a changed part of the body has no form in JSON, or would be lost.
    """
    text = _get_original_text(message)
    found = list(_find_body_changes(message, text, None)) if message.is_read else ()
    return apply_changes(text, found) if found else text


def write_batch_text(source: bytes | str | None, items: Sequence[Rewritable | ProtocolError]) -> bytes:
    """Return the text of a batch without newlines.

    Args:
        source: the text as received; None for a batch that was not read from a text.
        items: the messages. In place of a rejected message, an error stands; the message keeps its text.

    Raises:
        EncodeError: a changed part of a body has no form in JSON, or would be lost.
        ValueError: the batch was not read from a text, and one of its messages is rejected.
    """
    if source is None:
        messages = [item for item in items if not isinstance(item, ProtocolError)]
        if len(messages) < len(items):
            raise ValueError("a message that was rejected has no text")
        return b"[" + b",".join(map(write_message_text, messages)) + b"]"
    found: list[ChainedEdit] = []
    for index, item in enumerate(items):
        if not isinstance(item, ProtocolError) and item.is_read:
            found += _find_body_changes(item, _get_original_text(item), (None, index))
    text = to_utf8(source).translate(None, NEWLINES)
    return apply_changes(text, found) if found else text


def get_text_and_document(message: Rewritable) -> tuple[bytes, dict[str, Any]]:
    """Return the text of a message, without newlines, and the parsed value of this text. The value is that of
    `document` unless the body may have changed.

    Raises:
        EncodeError: a changed part of the body has no form in JSON, or would be lost.
    """
    text = message.to_bytes()
    document: Any = _read_document(text) if message.is_read else message.document
    return text, document


def write_changed_text(
    text: bytes, document: Mapping[str, Any], patched: Mapping[str, Any], found: Sequence[JSONChange]
) -> bytes:
    """Apply changes to the text of a message. Return the new text, in which unchanged parts keep their text.

    If possible, the places of the changes are found by `apply_changes_if_certain`. Otherwise, if the text has the
    formatting of this package, the whole text is written anew, since this takes a fraction of the time that the edits
    of a text take.

    Args:
        text: the text.
        document: the value of the text.
        patched: the value after the changes.
        found: the changes, in order. Their values are parsed JSON.

    Raises:
        PlaceError: a change cannot be made at its place.
    """
    by_value = apply_changes_if_certain(text, document, found)
    if by_value is not None:
        return by_value
    if write_json(document) == text:
        return write_json(patched)
    return apply_json_changes(text, (ChainedEdit(change.op, change.place, change.value) for change in found))


def write_edited_text(message: Rewritable, edits: Iterable[Edit]) -> bytes:
    """Return the text of a message after edits; `MessageBase.edit` documents arguments and errors."""
    return apply_edits(write_message_text(message), edits)


def write_text_with_members(message: Rewritable, members: Mapping[str, Any]) -> bytes:
    """Return the text of a message with new values of some members. Unchanged parts keep their text.

    Args:
        message: the message.
        members: the new values, typed or as JSON, by name. None removes the params.

    Raises:
        EncodeError: a new value, or a changed part of the body, has no form in JSON or would be lost.
    """
    text = write_message_text(message)
    document: Any = _read_document(text)
    return apply_changes(
        text, [change for name in members for change in _find_member_changes(document, name, members[name], None)]
    )


def rewrite_id(message: Rewritable, members: Mapping[str, Any]) -> tuple[bytes, dict[str, Any]] | None:
    """Replace the id of a message without parsing its text again.

    Returns:
        The new text and its value; None if other members are to change, the body may have changed, the place of the id
        is not certain, or parsers may read the old or the new id differently.
    """
    document = message.document
    if (
        len(members) > 1
        or message.is_read
        or not (_is_plain_id(members.get("id")) and _is_plain_id(document.get("id")))
    ):
        return None
    new, text = members["id"], write_message_text(message)
    after = {**document, "id": new}
    at = _find_id_span(text, document)
    if at is not None:
        return text[: at[0]] + write_json(new) + text[at[1] :], after
    found = apply_changes_if_certain(text, document, [ChainedEdit("replace", (None, "id"), new)])
    return None if found is None else (found, after)


def _is_plain_id(id_: object) -> bool:
    """Return whether every parser reads the text of an id as this id."""
    return (type(id_) is int and abs(id_) <= _LARGEST_SAFE_INTEGER) or (
        type(id_) is str and id_.isascii() and id_.isprintable()
    )


def _find_id_span(text: bytes, document: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the indices at which the id begins and ends in the text of a message. Return None if the text has unusual
    separators, or if the id is not the last member and a member before the id has a value that is no string.
    """
    for comma, colon in _SEPARATORS:
        head = b"{"
        for name, value in document.items():
            head += write_json(name) + colon
            if name == "id":
                end = len(head) + len(write_json(value))
                if text.startswith(head + write_json(value)) and text[end : end + 1] in (b",", b"}"):
                    return len(head), end
                break
            if type(value) is not str:
                break
            head += write_json(value) + comma
        old = write_json(document["id"])
        if list(document)[-1] == "id" and text.endswith(b'%b"id"%b%b}' % (comma, colon, old)):
            return len(text) - len(old) - 1, len(text) - 1
    return None


def parse_edited_message(kind: Kind, text: bytes) -> EditedMessage:
    """Parse the text of an edited message.

    Raises:
        EditError: the text is not a message of that kind.
    """
    try:
        document = _read_document(text)
        if not is_object(document):
            raise make_not_message_error(document)
        envelope = to_envelope(document, len(text))
    except ProtocolError as error:
        raise EditError(f"after the edits, this is no message: {error.findings[0].message}") from None
    if envelope.kind != kind:
        raise EditError(f"after the edits, the message is of the kind {envelope.kind}, not {kind}")
    return EditedMessage(text, document, envelope)


def _find_member_changes(document: Mapping[str, Any], name: str, value: Any, root: Place) -> Iterator[ChainedEdit]:
    place = root, name
    if value is None and name == _PARAMS:
        if name in document:
            yield ChainedEdit("remove", place)
    elif name not in document:
        yield ChainedEdit("add", place, value)
    else:
        new = to_json_copy(value)
        if write_json(document[name]) != write_json(new):  # a search of equal values takes many times as long
            yield from find_changes(document[name], new, place)


def _find_body_changes(message: Rewritable, text: bytes, root: Place) -> Iterator[ChainedEdit]:
    """Yield the changes that turn the body in a text into the typed body of the message.

    Args:
        message: the message.
        text: the original text of the message.
        root: the place of the message: None, or its place in a batch.
    """
    document: Any = _read_document(text)
    supplied = getattr(message, "supplied", _NO_MEMBERS)
    if supplied:
        document = {**document, message.member: {**document[message.member], **supplied}}
    return _find_member_changes(document, message.member, message.typed_body, root)


def _get_original_text(message: Rewritable) -> bytes:
    """Return the text of a message as received, without its newlines, which JSON allows between tokens only. For a
    message that was not read from a text, return the text of `document`.
    """
    source = message.source
    if source is None:
        return write_json(to_json_copy(message.document))
    if isinstance(source, tuple):
        text, index, texts = source
        if not texts:
            texts[:] = split_array_text(to_utf8(text))
        return texts[index].translate(None, NEWLINES)
    return to_utf8(source).translate(None, NEWLINES)


def _read_document(text: bytes) -> JSONDocument:
    return read_json(text, Limits(max_bytes=len(text), max_containers=len(text)))


def make_edited_body_type(message: Rewritable) -> EditedBodyType | None:
    """Return the type of a message's body after edits; None if the body was parsed JSON, or if the message has none."""
    if message.body_type is not None:
        return EditedBodyType(message.member, message.body_type)
    if message.typed_body is None or type(message.typed_body) in (dict, list):
        return None
    from ..wire.model import WireModel  # the body may be a model, so pydantic is imported already

    body: object = message.typed_body
    return EditedBodyType(message.member, type(body)) if isinstance(body, WireModel) else None


def copy_adjusted_body(message: Rewritable, document: Mapping[str, Any]) -> Any:
    """Return a copy of the typed body of a message if the parser has supplied members of the body, or has set parts of
    the body aside: the parser's options, without which the body is not valid, are not known here. Return None for any
    other body, and for a body that the edits change.

    Args:
        message: the message.
        document: the message after edits, as JSON.
    """
    if message.body_type is not None or type(message.typed_body) in (dict, list):
        return None
    from ..wire.model import WireModel, set_aside_parts
    from ..wire.set_aside import any_set_aside

    body: object = message.typed_body
    is_adjusted = bool(getattr(message, "supplied", _NO_MEMBERS)) or (
        any_set_aside() and isinstance(body, WireModel) and next(set_aside_parts(body), None) is not None
    )
    if not is_adjusted or write_json(document[message.member]) != write_json(message.document[message.member]):
        return None
    return deepcopy(body)


class EditedBodyType:
    """Type of a body after edits, which may have made the body invalid.

    Args:
        member: the member of the message that has the body.
        before: the type before the edits: a class of models, or a `BodyType`.
    """

    def __init__(self, member: str, before: Any) -> None:
        self.name: str = before.__name__ if isinstance(before, type) else before.name
        self._member = member
        self._before = before

    def to_typed(self, document: Mapping[str, Any]) -> Any:
        """Return the typed body of an edited message.

        Raises:
            DecodeError: the edits made the body invalid.
        """
        from ..wire.model import keep_origin
        from ..wire.validators import validator_and_serializer

        try:
            if not isinstance(self._before, type):
                return self._before.to_typed(document)
            body = document[self._member]
            value = validator_and_serializer(self._before)[0].validate_python(body, by_alias=True, by_name=False)
        except (EngineError, ValueError, KeyError):
            what = "the edits made it invalid; parse the text of the message to learn why"
            raise DecodeError(self.name, [Finding(f"/{self._member}", "schema", what)]) from None
        keep_origin(value, body)
        return value
