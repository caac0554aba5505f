"""What all classes of messages have in common: a body that is typed when it is first read, and a text."""

from __future__ import annotations

from collections.abc import Mapping
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

from .newlines import NEWLINES

if TYPE_CHECKING:
    from typing_extensions import Self

    from .edits import Edit
    from .envelope import Kind
    from .strict_json import Source

UNCHANGED: Any = object()
"""Marks a member that stays as it is."""

UNTYPED: Any = object()
"""In place of a body that is not typed yet."""
_building = RLock()
"""Held while a body is typed, so that all threads get the same value."""
_acquire, _release = _building.acquire, _building.release


class BodyType(Protocol):
    """The type of the body of a message."""

    name: str
    """Name of its class."""

    def typed(self, document: Mapping[str, Any]) -> Any:
        """The typed body of a valid message."""
        ...


class MessageBase:
    """A message with a body, which may still have to be typed."""

    __slots__ = ("body_type", "document", "is_read", "source", "typed_body")

    kind: Kind
    """What the message is."""

    member: str
    """The member that has the body: `params`, `result` or `error`."""

    typed_body: Any
    """The typed body; `UNTYPED` until it is typed."""

    body_type: BodyType | None
    """The type of a body that is not typed yet; None if it is."""

    document: Mapping[str, Any]

    source: Source
    """The text that the message was read from; None if there is none."""

    is_read: bool
    """Whether somebody has read or replaced the typed body, and so may have changed it."""

    def to_bytes(self) -> bytes:
        """The text of the message as UTF-8, on one line.

        It is the text that was parsed, byte for byte except for newlines, which a transport of lines forbids. If the
        typed body was changed, what differs is written anew, and everything else stays as it came.

        Raises:
            EncodeError: A part of the body has no form in JSON, or would be lost.
        """
        source = self.source
        if type(source) is bytes and not self.is_read:
            return source.translate(None, NEWLINES)
        from .rewriting import text_of

        return text_of(self)

    def edit(self, *edits: Edit) -> Self:
        """The message after edits, one after the other; everything else stays byte for byte as it came.

        The outcome is not checked against the schema: parse its text for that. Its body has the type that it had.
        Reading a body that the edits have made invalid raises `DecodeError`. After a change of the method, the body is
        parsed JSON.

        Args:
            *edits: Operations of a JSON Patch; the places are pointers into the whole message, such as `/params/name`.

        Raises:
            EditError: An edit cannot be made, or the outcome is not a message of the same kind.
            EncodeError: A value has no form in JSON.
        """
        from .rewriting import edited_text

        return self._from(edited_text(self, edits))

    def _with(self, **members: Any) -> Self:
        """The message with other values of those members that are to change."""
        from .rewriting import renumbered, replaced_text

        given = {name: new for name, new in members.items() if new is not UNCHANGED}
        found = renumbered(self, given)
        if found is not None:
            text, document = found
            return self._of(text, document, document["id"], document.get("method"))
        return self._from(replaced_text(self, given))

    def _from(self, text: bytes) -> Self:
        """The message after edits, from its new text."""
        from .rewriting import rewritten

        after = rewritten(self.kind, text)
        return self._of(after.text, after.document, after.envelope.id, after.envelope.method)

    def _of(self, text: bytes, document: Mapping[str, Any], id_: Any, method: Any) -> Self:
        """The message after edits, from its new text and the value of that."""
        from .rewriting import edited_body

        made = self._like(id_, method, document)
        made.source = text
        keeps_type = self.member in document and document.get("method") == self.document.get("method")
        made.body_type = edited_body(self) if keeps_type else None
        made.typed_body = UNTYPED if made.body_type is not None else document.get(self.member)
        return made

    def _like(self, id_: Any, method: Any, document: Mapping[str, Any]) -> Self:
        """A message of the same class, whose body is not set yet."""
        raise NotImplementedError

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        type_body(self)  # so that copies and pickles are typed
        self.is_read = True  # copies share the body
        return super().__reduce_ex__(protocol)


def type_body(message: MessageBase) -> Any:
    """The body of a message, which is typed if it was not yet."""
    _acquire()  # as `with` does, but in half the time
    try:
        body_type = message.body_type
        if body_type is not None:
            message.typed_body = body_type.typed(message.document)
            message.body_type = None
        return message.typed_body
    finally:
        _release()
