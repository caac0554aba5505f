"""Reads the documents that values were decoded from, for the order of their members, with orjson if it is installed.

The order is all that is taken from them: what is written are the members of the value. So it does no harm that orjson
reads some numbers as others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from pydantic_core import SchemaSerializer, core_schema, from_json

to_text: SchemaSerializer = SchemaSerializer(
    core_schema.any_schema(), core_schema.CoreConfig(ser_json_inf_nan="constants")
)
"""Writes any value as pydantic does."""


class Reading(NamedTuple):
    """How documents are read and compared."""

    read: Callable[[Any], Any]
    """Reads a text that was decoded before; raises ValueError if it cannot."""

    write: Callable[[Any], bytes]
    """Writes parts to compare; raises TypeError for what it cannot write."""


def pydantic_reading() -> Reading:
    """What is always there."""
    return Reading(from_json, partial(to_text.to_json, by_alias=True, warnings="error"))


def orjson_reading() -> Reading:
    """What the extra `fast` brings.

    Raises:
        ModuleNotFoundError: orjson is not installed.
    """
    orjson: Any = import_module("orjson")
    only_json = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
    return Reading(orjson.loads, partial(orjson.dumps, option=only_json))


_reading: Reading | None = None


def _chosen() -> Reading:
    global _reading
    if _reading is None:
        try:
            _reading = orjson_reading()
        except ModuleNotFoundError:
            _reading = pydantic_reading()
    return _reading


def read_source(text: bytes | bytearray | str) -> Any:
    """The value of a text that was decoded before."""
    try:
        return _chosen().read(text)
    except ValueError:  # NaN, half of a surrogate pair
        return from_json(text)


def are_written_alike(values: list[Any], sources: list[Any]) -> bool:
    """Whether parts of a value have the same text as those of its document, so that their members are in order."""
    try:
        write = _chosen().write
        return write(values) == write(sources)
    except TypeError:  # a part of the value that JSON has no form for
        return to_text.to_json(values, by_alias=True, warnings="error") == to_text.to_json(sources)
