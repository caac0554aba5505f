"""What reads texts and checks bodies: pydantic alone, or orjson and jsonschema-rs if the extra `fast` is installed.

Both read the same values from the same texts and accept the same bodies, so the engine makes a difference of speed
only, and of when pydantic is imported: `fast` needs it for what is rejected, and for what somebody reads by its type.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from ..limits import MAX_DEPTH


class Engine(NamedTuple):
    """What reads texts and checks bodies.

    `load` and `load_deep` raise ValueError or TypeError for what they do not read. They may drop duplicate members and
    alter numbers; `dump` shows whether they did.
    """

    name: str
    """`pydantic` or `fast`."""

    load: Callable[[bytes], Any]
    """Reads a text that is too short to be nested too deeply."""

    dump: Callable[[Any], bytes]
    """Writes what `load` has read."""

    load_deep: Callable[[bytes, int], tuple[Any, bytes]]
    """Reads a text without whitespace around it, nested to at most so many levels; also returns it written again."""

    may_be_altered: Callable[[bytes], bool]
    """Whether a text that is written again has what stands where `load` has read a number as another one."""

    checks_bodies: bool
    """Whether JSON Schemas check bodies, which are typed when they are first read. If not, typing them checks them."""


def pydantic_engine() -> Engine:
    """The engine that is always there."""
    from pydantic_core import SchemaSerializer, core_schema, from_json

    def load(text: bytes) -> Any:
        return from_json(text, allow_inf_nan=False, cache_strings="keys")  # numbers like 1e400 become infinite

    config = core_schema.CoreConfig(ser_json_inf_nan="constants")
    dump = SchemaSerializer(core_schema.any_schema(), config).to_json

    def load_deep(text: bytes, max_depth: int) -> tuple[Any, bytes]:
        # The parser has a fixed limit of depth, at which it accepts an empty container that is one level too deep. So
        # the text is wrapped in as many arrays as make that limit equal to the one that is asked for.
        outer = MAX_DEPTH + 1 - max_depth
        value: Any = load(b"[" * outer + text + b"]" * outer)
        again = dump(value)[outer:-outer]
        for _ in range(outer):
            if len(value) != 1:  # the text was several values
                raise ValueError
            (value,) = value
        return value, again

    return Engine("pydantic", load, dump, load_deep, _finder(b"I", b"Infinity"), False)


def fast_engine() -> Engine:
    """The engine of the extra `fast`.

    Raises:
        ModuleNotFoundError: The extra is not installed.
    """
    orjson: Any = import_module("orjson")
    import_module("jsonschema_rs")  # for `SchemaFile.validator`
    load, dump = orjson.loads, orjson.dumps
    deepest = _deepest(dump)

    def load_deep(text: bytes, max_depth: int) -> tuple[Any, bytes]:
        # orjson writes fewer levels than it reads. So the value is wrapped in as many arrays as make that limit equal
        # to the one that is asked for.
        value = wrapped = load(text)
        outer = deepest - max_depth
        for _ in range(outer):
            wrapped = [wrapped]
        return value, dump(wrapped)[outer:-outer]

    # orjson reads an integer of more than 64 bits as a float, and writes such floats with an exponent.
    power = dump(2.0**64)
    exponent = power[power.index(b"e") : -2]

    return Engine("fast", load, dump, load_deep, _finder(exponent[-1:], exponent), True)


def _finder(byte: bytes, mark: bytes) -> Callable[[bytes], bool]:
    """A function that returns whether a text has a mark, given a byte of it that few texts have.

    Python finds one byte, given as a number, and a literal pattern much faster than `in` finds bytes.
    """
    number, pattern = ord(byte), re.compile(re.escape(mark))
    return lambda text: number in text and pattern.search(text) is not None


def _deepest(dump: Callable[[Any], bytes]) -> int:
    """How many levels of arrays can be written; more than `MAX_DEPTH`."""
    levels, value = 1, list[Any]()
    while levels < 4 * MAX_DEPTH:
        value = [value]
        try:
            dump(value)
        except TypeError:
            break
        levels += 1
    if not MAX_DEPTH < levels < 4 * MAX_DEPTH:
        raise ModuleNotFoundError(f"this version of orjson writes {levels} levels", name="orjson")
    return levels


_engine: Engine | None = None


def engine() -> Engine:
    """The engine in use: the faster one that is installed."""
    global _engine
    if _engine is None:
        try:
            _engine = fast_engine()
        except ModuleNotFoundError:
            _engine = pydantic_engine()
    return _engine
