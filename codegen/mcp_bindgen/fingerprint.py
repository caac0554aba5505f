"""Compute a hash of data. Equal data have equal hashes in every process."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast


def fingerprint(value: object) -> str:
    """Return the SHA-256 of a value, as hex digits. Equal hashes mean equal contents and types; all types of mappings
    count as one type.

    The order of lists and of the members of mappings counts, because generated text depends on this order. Sets have no
    order.

    Args:
        value: constants, lists, tuples, sets, mappings and dataclasses of these, to any depth.

    Raises:
        TypeError: a part of the value has another type, such as a path: its hash would not cover the file's content.
    """
    pieces: list[bytes] = []
    _encode(value, pieces)
    return hashlib.sha256(b"".join(pieces)).hexdigest()


def _encode(value: Any, pieces: list[bytes]) -> None:
    """Append the encoding of a value to the pieces.

    The encoding of a value is never the beginning of the encoding of another value, so the joined pieces are
    unambiguous.

    Raises:
        TypeError: the value has a part of a type that `fingerprint` does not accept.
    """
    kind = cast("type[object]", type(value))
    if kind is str:
        text = value.encode("utf-8", "surrogatepass")
        pieces.append(b"s%d:%b" % (len(text), text))
    elif kind is bytes:
        pieces.append(b"b%d:%b" % (len(value), value))
    elif value is None or kind in (bool, int, float):
        pieces.append(f"{kind.__name__} {value!r};".encode())
    elif kind in (list, tuple):
        pieces.append(b"%b%d:" % (kind.__name__.encode(), len(value)))
        for item in value:
            _encode(item, pieces)
    elif kind in (set, frozenset):
        pieces.append(b"%b%d:" % (kind.__name__.encode(), len(value)))
        pieces += sorted(fingerprint(item).encode() for item in value)
    elif kind is dict or issubclass(kind, Mapping):
        _encode_members(value, pieces)
    elif is_dataclass(kind):
        name, names = _encode_heading(kind)
        pieces.append(name)
        _encode_members({each: getattr(value, each) for each in names}, pieces)
    else:
        raise TypeError(f"{kind.__name__} has no fingerprint")


def _encode_members(members: Mapping[Any, Any], pieces: list[bytes]) -> None:
    pieces.append(b"m%d:" % len(members))
    for name, item in members.items():
        _encode(name, pieces)
        _encode(item, pieces)


@cache
def _encode_heading(kind: type[Any]) -> tuple[bytes, tuple[str, ...]]:
    """Return the beginning of the encoding of a dataclass, and the names of the fields of the dataclass."""
    return f"d{kind.__module__}.{kind.__qualname__}:".encode(), tuple(field.name for field in fields(kind))
