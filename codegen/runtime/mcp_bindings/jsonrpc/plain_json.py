"""Writing and copying of JSON values without typed parts.

The engine in use writes the values. `codec.encoding` handles what the engine or the copy cannot.
"""

from __future__ import annotations

from typing import Any

from ..json_values import find_non_json
from .engines import engine_in_use

_SCALARS = frozenset({str, int, float, bool, type(None)})


class _OtherClassError(TypeError):
    """Error for a part of a value whose class is a subclass of a JSON class, such as a list with set-aside items."""


def write_json(document: Any) -> bytes:
    """Write a JSON value as compact UTF-8 text.

    Args:
        document: a JSON value without typed parts, such as `to_json_copy` returns.

    Raises:
        EncodeError: a part of the value has no form in JSON.
    """
    try:
        return engine_in_use().dump(document)
    except (TypeError, ValueError):  # orjson writes no integer of more than 64 bits
        from ..codec.encoding import encode_any

        return encode_any(document)


def to_json_copy(value: Any) -> Any:
    """Return a value of any type as parsed JSON in new containers.

    Raises:
        EncodeError: a part of the value would be lost, is not valid for its type, or has no form in JSON.
    """
    if find_non_json(value) is None:
        try:
            return value if value.__class__ in _SCALARS else _copy_containers(value)
        except _OtherClassError:
            pass
    from ..codec.encoding import dump_any

    return dump_any(value)


def _copy_containers(value: Any) -> Any:
    """Return a copy of a JSON object or array, with new objects and arrays.

    Raises:
        _OtherClassError: the class of a part of the value is a subclass of a JSON class.
    """
    kind = value.__class__
    if kind is dict:
        return {
            name: member if member.__class__ in _SCALARS else _copy_containers(member) for name, member in value.items()
        }
    if kind is list:
        return [item if item.__class__ in _SCALARS else _copy_containers(item) for item in value]
    raise _OtherClassError
