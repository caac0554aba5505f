"""The text of a message as it is now: as it came, apart from what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ..errors import DecodeError, Finding, ProtocolError
from ..json_values import escape, is_object
from ..limits import Limits
from .body_types import EngineError
from .edits import Edit, EditError, changes, edited, part_of
from .envelope import Envelope, Kind, envelope_of
from .plain_json import to_json_copy, write
from .rejections import not_a_message
from .strict_json import JSONDocument, Source, encoded, read

_NEWLINES = b"\r\n"
_PARAMS = "params"
"""The body that a message may lack, so that None means that it has none."""
_NOTHING: Mapping[str, Any] = {}


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
    edits = list(_changes(message, text)) if message.is_read else ()
    return edited(text, edits) if edits else text


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
    found: list[Edit] = []
    for index, item in enumerate(items):
        if not isinstance(item, ProtocolError) and item.is_read:
            found += (edit._replace(path=f"/{index}{edit.path}") for edit in _changes(item, _as_it_came(item)))
    text = encoded(source).translate(None, _NEWLINES)
    return edited(text, found) if found else text


def rewritten(message: Rewritable, edits: tuple[Edit, ...]) -> Rewritten:
    """A message after edits.

    Raises:
        EditError: An edit cannot be made, or the outcome is not a message of the same kind.
        EncodeError: A value has no form in JSON.
    """
    text = edited(text_of(message), edits)
    try:
        document = _read(text)
        if not is_object(document):
            raise not_a_message(document)
        envelope = envelope_of(document, len(text))
    except ProtocolError as error:
        raise EditError(f"after the edits, this is no message: {error.findings[0].message}") from None
    if envelope.kind != message.kind:
        raise EditError(f"after the edits, the message is of the kind {envelope.kind}, not {message.kind}")
    return Rewritten(text, document, envelope)


def replacements(message: Rewritable, members: Mapping[str, Any]) -> Iterator[Edit]:
    """The edits that give members of a message other values: edits of the parts that differ."""
    document: Any = _read(text_of(message))
    for name, value in members.items():
        yield from _replacement(document, name, value)


def _replacement(document: Mapping[str, Any], name: str, value: Any) -> Iterator[Edit]:
    place = f"/{escape(name)}"
    if value is None and name == _PARAMS:
        if name in document:
            yield Edit("remove", place)
    elif name not in document:
        yield Edit("add", place, value=value)
    else:
        yield from changes(document[name], to_json_copy(value), place)


def _changes(message: Rewritable, text: bytes) -> Iterator[Edit]:
    """How the typed body differs from the text that it was read from."""
    document: Any = _read(text)
    supplied = getattr(message, "supplied", _NOTHING)
    if supplied:
        document = {**document, message.member: {**document[message.member], **supplied}}
    return _replacement(document, message.member, message.typed_body)


def _as_it_came(message: Rewritable) -> bytes:
    """Newlines stand between tokens of a JSON text, so nothing is lost without them; strings have them escaped."""
    source = message.source
    if source is None:
        return write(to_json_copy(message.document))
    if isinstance(source, tuple):
        return part_of(encoded(source[0]), f"/{source[1]}").translate(None, _NEWLINES)
    return encoded(source).translate(None, _NEWLINES)


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
