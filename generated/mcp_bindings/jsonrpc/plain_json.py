"""Writes and copies messages, without pydantic as long as they have no typed parts."""

from __future__ import annotations

from typing import Any

from ..json_values import find_non_json, is_array, is_object
from .engines import engine

_PLAIN = frozenset({dict, list, str, int, float, bool, type(None)})


def write(document: Any) -> bytes:
    """Write a JSON value as compact UTF-8 text.

    Args:
        document: As `to_json_copy` has returned it.
    """
    try:
        return engine().dump(document)
    except (TypeError, ValueError):  # orjson writes no integer of more than 64 bits
        from ..codec.encoding import encode_any

        return encode_any(document)


def to_json_copy(value: Any) -> Any:
    """A value of any type as a JSON value, in new containers.

    Raises:
        EncodeError: A part of the value would be lost, is not valid for its type, or has no form in JSON.
    """
    if find_non_json(value) is None and _has_plain_classes(value):
        return _copy(value)
    from ..codec.encoding import dump_any

    return dump_any(value)


def _has_plain_classes(value: Any) -> bool:
    """Whether a JSON value has no subclasses, such as lists that know what a tolerant read set aside."""
    rest = [value]
    while rest:
        item = rest.pop()
        if item.__class__ not in _PLAIN:
            return False
        if is_object(item):
            rest += item.values()
        elif is_array(item):
            rest += item
    return True


def _copy(value: Any) -> Any:
    if is_object(value):
        return {name: _copy(member) for name, member in value.items()}
    return [_copy(item) for item in value] if is_array(value) else value
