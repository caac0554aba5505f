"""Parts of values and messages that the tolerant mode set aside."""

from __future__ import annotations

from collections.abc import Iterator

from ..json_values import is_array, is_object
from ..wire.model import UnknownMember, WireModel, set_aside_of, set_aside_parts
from ..wire.scalars import SCALAR_CLASSES
from ..wire.set_aside import ListWithSetAside, SetAside, any_set_aside
from .messages import Batch, ErrorResponse, Notification, Request, Response

_MESSAGES = (Batch, ErrorResponse, Notification, Request, Response)


def set_aside(value: object) -> tuple[SetAside, ...]:
    """Return the parts that were set aside when a value was decoded, ordered by pointer.

    These are the parts that the tolerant mode set aside, and, in either mode, tools that came over HTTP with invalid
    `x-mcp-header` annotations.

    Args:
        value: a message, a decoded value, any part of one, or a list or dict of these.

    Raises:
        DecodeError: edits have made the body of a message invalid.
    """
    return _find_set_aside(_get_typed_bodies(value))


def drop_set_aside(value: object) -> tuple[SetAside, ...]:
    """Remove from a value the parts that `set_aside` returns, so that they are not written again.

    Items that were removed from a list are forgotten, and each `UnknownMember` is removed from the list that contains
    it. An `UnknownMember` outside of lists stays, since its object would be incomplete without it.

    Args:
        value: a value that `set_aside` accepts; it is changed in place. The `document` of a message stays as received.

    Returns:
        The dropped parts, ordered by pointer; `set_aside` still returns the parts that stayed.

    Raises:
        DecodeError: edits have made the body of a message invalid.
    """
    content = _get_typed_bodies(value)
    before = _find_set_aside(content)
    _drop_set_aside_from(content)
    left = {id(item) for item in _find_set_aside(content)}
    return tuple(item for item in before if id(item) not in left)


def _find_set_aside(content: object) -> tuple[SetAside, ...]:
    if not any_set_aside():  # then no value has to be searched
        return ()
    found = (item for part in set_aside_parts(content) for item in _iterate_items(part))
    return tuple(sorted(found, key=_make_pointer_key))


def _get_typed_bodies(value: object) -> object:
    """Return the typed body of a message, or a list with the bodies of the messages in a batch, list or dict. Return
    any other value unchanged.
    """
    if is_array(value) or is_object(value):
        items: list[object] = [*(value if is_array(value) else value.values())]
        return [*map(_get_typed_bodies, items)] if any(isinstance(item, _MESSAGES) for item in items) else value
    match value:
        case Request() | Notification():
            return value.params
        case Response():
            return value.result
        case ErrorResponse():
            return value.error
        case Batch():
            return [*map(_get_typed_bodies, value)]
        case _:
            return value


def _drop_set_aside_from(value: object) -> None:
    if isinstance(value, WireModel):
        _drop_set_aside_from(vars(value))
        _drop_set_aside_from(value.__pydantic_extra__)
    elif is_object(value):
        for member in value.values():
            if type(member) not in SCALAR_CLASSES:
                _drop_set_aside_from(member)
    elif is_array(value):
        if isinstance(value, ListWithSetAside):
            value.set_aside = None
        value[:] = [item for item in value if not isinstance(item, UnknownMember)]
        for item in value:
            if type(item) not in SCALAR_CLASSES:
                _drop_set_aside_from(item)


def _iterate_items(part: UnknownMember | ListWithSetAside) -> Iterator[SetAside]:
    set_aside_items = part.set_aside if isinstance(part, ListWithSetAside) else set_aside_of(part)
    if set_aside_items is not None:
        yield from (item for _, item in set_aside_items.items)


def _make_pointer_key(item: SetAside) -> list[tuple[int, str]]:
    return [(len(token) if token.isdecimal() else 0, token) for token in item.pointer.split("/")]
