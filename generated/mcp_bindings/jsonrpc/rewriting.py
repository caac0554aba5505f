"""The text of a message as it is now: as it came, apart from what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ..errors import DecodeError, Finding, ProtocolError
from ..json_values import is_object
from ..limits import Limits
from ..schema.places import Place
from .body_types import EngineError
from .edits import Change, Edit, EditError, changed, changes, edited, item_of, spliced
from .envelope import Envelope, Kind, envelope_of
from .member_spans import Patch, changed_by_value
from .newlines import NEWLINES
from .plain_json import to_json_copy, write
from .rejections import not_a_message
from .strict_json import JSONDocument, Source, encoded, read

_PARAMS = "params"
"""The body that a message may lack, so that None means that it has none."""
_NOTHING: Mapping[str, Any] = {}

_LARGEST = 2**53 - 1
"""The largest integer that every parser reads exactly."""

_SEPARATORS = ((b",", b":"), (b", ", b": "))
"""What most programs write between members, and after a name."""


class Rewritable(Protocol):
    """What this module reads of a message; `MessageBase` describes it."""

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


class Rewritten(NamedTuple):
    """A message after edits."""

    text: bytes
    document: dict[str, Any]
    envelope: Envelope


def text_of(message: Rewritable) -> bytes:
    """The text of a message without newlines: as it came, apart from changes of its typed body."""
    text = _as_it_came(message)
    found = list(_changes(message, text, None)) if message.is_read else ()
    return changed(text, found) if found else text


def batch_text(source: bytes | str | None, items: Sequence[Rewritable | ProtocolError]) -> bytes:
    """The text of a batch without newlines.

    Args:
        source: Its text as it came; None if there is none.
        items: Its messages; the text of a rejected one stays as it came.

    Raises:
        ValueError: There is no text, and a message is rejected.
    """
    if source is None:
        messages = [item for item in items if not isinstance(item, ProtocolError)]
        if len(messages) < len(items):
            raise ValueError("a message that was rejected has no text")
        return b"[" + b",".join(map(text_of, messages)) + b"]"
    found: list[Change] = []
    for index, item in enumerate(items):
        if not isinstance(item, ProtocolError) and item.is_read:
            found += _changes(item, _as_it_came(item), (None, index))
    text = encoded(source).translate(None, NEWLINES)
    return changed(text, found) if found else text


def document_of(message: Rewritable) -> tuple[bytes, dict[str, Any]]:
    """The text of a message without newlines, and its value; they are read again only if the body may have changed."""
    text = text_of(message)
    document: Any = _read(text) if message.is_read else message.document
    return text, document


def patched_text(text: bytes, document: Mapping[str, Any], patched: Mapping[str, Any], found: Sequence[Patch]) -> bytes:
    """The text of a message after changes; what they leave alone stays as it came.

    Few changes are made where the document says that they belong. For many, a text that is as this package would write
    it is written anew, which takes a fraction of the time.

    Args:
        text: The text.
        document: Its value.
        patched: The value after the changes.
        found: The changes, whose values are parsed JSON.
    """
    by_value = changed_by_value(text, document, found)
    if by_value is not None:
        return by_value
    if write(document) == text:
        return write(patched)
    return spliced(text, (Change(change.op, change.place, change.value) for change in found))


def edited_text(message: Rewritable, edits: Iterable[Edit]) -> bytes:
    """The text of a message after edits; see `MessageBase.edit`."""
    return edited(text_of(message), edits)


def replaced_text(message: Rewritable, members: Mapping[str, Any]) -> bytes:
    """The text of a message with other values of some members: only the parts that differ are written anew."""
    text = text_of(message)
    document: Any = _read(text)
    return changed(text, [change for name in members for change in _replacement(document, name, members[name], None)])


def renumbered(message: Rewritable, members: Mapping[str, Any]) -> tuple[bytes, dict[str, Any]] | None:
    """The text and value of a message that gets another id and stays the same otherwise, without reading it again.

    Returns:
        None if more is to change, the body may have been changed, or it is not certain where the id stands.
    """
    document = message.document
    if (
        len(members) > 1
        or message.is_read
        or not (_is_plain_id(members.get("id")) and _is_plain_id(document.get("id")))
    ):
        return None
    new, text = members["id"], text_of(message)
    after = {**document, "id": new}
    at = _place_of_id(text, document)
    if at is not None:
        return text[: at[0]] + write(new) + text[at[1] :], after
    found = changed_by_value(text, document, [Change("replace", (None, "id"), new)])
    return None if found is None else (found, after)


def _is_plain_id(id_: object) -> bool:
    """Whether every parser reads an id as it is written."""
    return (type(id_) is int and abs(id_) <= _LARGEST) or (type(id_) is str and id_.isascii() and id_.isprintable())


def _place_of_id(text: bytes, document: Mapping[str, Any]) -> tuple[int, int] | None:
    """Where the id stands in a text as most programs write it; None in others."""
    for comma, colon in _SEPARATORS:
        head = b"{"
        for name, value in document.items():
            head += write(name) + colon
            if name == "id":
                end = len(head) + len(write(value))
                if text.startswith(head + write(value)) and text[end : end + 1] in (b",", b"}"):
                    return len(head), end
                break
            if type(value) is not str:
                break
            head += write(value) + comma
        old = write(document["id"])
        if list(document)[-1] == "id" and text.endswith(b'%b"id"%b%b}' % (comma, colon, old)):
            return len(text) - len(old) - 1, len(text) - 1
    return None


def rewritten(kind: Kind, text: bytes) -> Rewritten:
    """What a text is after edits.

    Raises:
        EditError: It is not a message of that kind.
    """
    try:
        document = _read(text)
        if not is_object(document):
            raise not_a_message(document)
        envelope = envelope_of(document, len(text))
    except ProtocolError as error:
        raise EditError(f"after the edits, this is no message: {error.findings[0].message}") from None
    if envelope.kind != kind:
        raise EditError(f"after the edits, the message is of the kind {envelope.kind}, not {kind}")
    return Rewritten(text, document, envelope)


def _replacement(document: Mapping[str, Any], name: str, value: Any, root: Place) -> Iterator[Change]:
    place = root, name
    if value is None and name == _PARAMS:
        if name in document:
            yield Change("remove", place)
    elif name not in document:
        yield Change("add", place, value)
    else:
        yield from changes(document[name], to_json_copy(value), place)


def _changes(message: Rewritable, text: bytes, root: Place) -> Iterator[Change]:
    """How the typed body differs from the text that it was read from."""
    document: Any = _read(text)
    supplied = getattr(message, "supplied", _NOTHING)
    if supplied:
        document = {**document, message.member: {**document[message.member], **supplied}}
    return _replacement(document, message.member, message.typed_body, root)


def _as_it_came(message: Rewritable) -> bytes:
    """Newlines stand between tokens of a JSON text, so nothing is lost without them; strings have them escaped."""
    source = message.source
    if source is None:
        return write(to_json_copy(message.document))
    if isinstance(source, tuple):
        return item_of(encoded(source[0]), source[1]).translate(None, NEWLINES)
    return encoded(source).translate(None, NEWLINES)


def _read(text: bytes) -> JSONDocument:
    return read(text, Limits(max_bytes=len(text), max_containers=len(text)))


def edited_body(message: Rewritable) -> EditedBody | None:
    """The type that the body of a message has after edits; None if it had none, and was parsed JSON."""
    if message.body_type is not None:
        return EditedBody(message.member, message.body_type)
    if message.typed_body is None or type(message.typed_body) in (dict, list):
        return None
    from ..wire import WireModel  # a model is there, so pydantic is

    body: object = message.typed_body
    return EditedBody(message.member, type(body)) if isinstance(body, WireModel) else None


class EditedBody:
    """The type of a body after edits, which may have made it invalid.

    Args:
        member: The member of the message that has the body.
        before: The type before the edits: a class of models, or what types a body when it is read.
    """

    def __init__(self, member: str, before: Any) -> None:
        self.name: str = before.__name__ if isinstance(before, type) else before.name
        self._member = member
        self._before = before

    def typed(self, document: Mapping[str, Any]) -> Any:
        """The typed body.

        Raises:
            DecodeError: It is not valid.
        """
        from ..wire import keep_origin, validator_and_serializer

        try:
            if not isinstance(self._before, type):
                return self._before.typed(document)
            given = document[self._member]
            value = validator_and_serializer(self._before)[0].validate_python(given, by_alias=True, by_name=False)
        except (EngineError, ValueError, KeyError):
            what = "the edits have made it invalid; parse the text of the message for the reason"
            raise DecodeError(self.name, [Finding(f"/{self._member}", "schema", what)]) from None
        keep_origin(value, given)
        return value
