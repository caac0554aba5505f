"""What tolerant reads set aside, of values and of messages."""

from __future__ import annotations

from ..codec import tolerance
from ..json_values import is_array, is_object
from ..wire.set_aside import SetAside
from .messages import Batch, ErrorResponse, Notification, Request, Response

_MESSAGES = (Batch, ErrorResponse, Notification, Request, Response)


def set_aside(value: object) -> tuple[SetAside, ...]:
    """The parts that the tolerant mode set aside or carried, ordered by pointer; empty in the strict mode.

    Args:
        value: A message, a decoded value, any part of one, or a list or dict of these.
    """
    return tolerance.set_aside(_content(value))


def drop_set_aside(value: object) -> tuple[SetAside, ...]:
    """Remove for good what the tolerant mode set aside of a value, so that it is not written again.

    Items that were removed from a list are forgotten, and each `UnknownMember` is removed from the list that it is an
    item of. An `UnknownMember` elsewhere stays, since its object would be incomplete without it.

    Args:
        value: As for `set_aside`; it is changed in place. The `document` of a message stays as received.

    Returns:
        What was dropped, ordered by pointer; `set_aside` still returns what stayed.
    """
    return tolerance.drop_set_aside(_content(value))


def _content(value: object) -> object:
    """The typed parts of a message; any other value is its own only part. Containers are searched for messages."""
    if is_array(value) or is_object(value):
        items: list[object] = [*(value if is_array(value) else value.values())]
        return [*map(_content, items)] if any(isinstance(item, _MESSAGES) for item in items) else value
    match value:
        case Request() | Notification():
            return value.params
        case Response():
            return value.result
        case ErrorResponse():
            return value.error
        case Batch():
            return [*map(_content, value)]
        case _:
            return value
