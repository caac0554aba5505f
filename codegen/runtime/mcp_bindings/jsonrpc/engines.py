"""Engines read texts and check bodies: pydantic alone, or orjson and jsonschema-rs if the extra `fast` is installed.

Both engines read the same values from the same texts and accept the same bodies. They differ in speed, and in when
pydantic is imported: `fast` imports it for rejected messages, and when a body is first read as a typed value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from ..limits import MAX_DEPTH


class Engine(NamedTuple):
    """Functions that read and write JSON texts, and the way in which the bodies of messages are checked.

    `load` and `load_deep` raise ValueError or TypeError for a text that they cannot read. Both may drop duplicate
    members and alter numbers. The text that `dump` writes for the value shows such a loss or change.
    """

    name: str
    """`pydantic` or `fast`."""

    load: Callable[[bytes], Any]
    """A function that reads a text which is too short to be nested too deeply."""

    dump: Callable[[Any], bytes]
    """A function that writes a value which `load` has read."""

    load_deep: Callable[[bytes, int], tuple[Any, bytes]]
    """A function that reads a text without whitespace around it, with a limit of levels. It returns the value, and the
    text that `dump` writes for the value."""

    may_be_altered: Callable[[bytes], bool]
    """A function that returns whether a text written by `dump` may have a number that `load` altered."""

    checks_bodies: bool
    """True if bodies are checked by JSON Schemas, and a body is typed when it is first read. False if bodies are
    checked by making typed values of them."""


def make_pydantic_engine() -> Engine:
    """Return the engine `pydantic`, which needs no extra of this package."""
    from pydantic_core import SchemaSerializer, core_schema, from_json

    def load_text(text: bytes) -> Any:
        return from_json(text, allow_inf_nan=False, cache_strings="keys")  # numbers like 1e400 become infinite

    config = core_schema.CoreConfig(ser_json_inf_nan="constants")
    dump = SchemaSerializer(core_schema.any_schema(), config).to_json

    def load_deep_text(text: bytes, max_depth: int) -> tuple[Any, bytes]:
        # The parser has a fixed limit of depth, and accepts an empty container one level below it. So the text is
        # wrapped in arrays until that fixed limit equals the requested one.
        outer = MAX_DEPTH + 1 - max_depth
        value: Any = load_text(b"[" * outer + text + b"]" * outer)
        again = dump(value)[outer:-outer]
        for _ in range(outer):
            if len(value) != 1:  # the text was several values
                raise ValueError
            (value,) = value
        return value, again

    return Engine("pydantic", load_text, dump, load_deep_text, _make_mark_finder(b"I", b"Infinity"), False)


def make_fast_engine() -> Engine:
    """Return the engine of the extra `fast`.

    Raises:
        ModuleNotFoundError: orjson or jsonschema-rs is not installed, or this version of orjson has an unsuitable limit
            of levels.
    """
    orjson: Any = import_module("orjson")
    import_module("jsonschema_rs")  # for `SchemaFile.compile_validator`
    load, dump = orjson.loads, orjson.dumps
    deepest = _measure_max_levels(dump)

    def load_deep_text(text: bytes, max_depth: int) -> tuple[Any, bytes]:
        # orjson writes fewer levels than it reads. So the value is wrapped in arrays until the limit for writing
        # equals the requested one.
        value = wrapped = load(text)
        outer = deepest - max_depth
        for _ in range(outer):
            wrapped = [wrapped]
        return value, dump(wrapped)[outer:-outer]

    # orjson reads an integer of more than 64 bits as a float, and writes such floats with an exponent.
    power = dump(2.0**64)
    exponent = power[power.index(b"e") : -2]

    return Engine("fast", load, dump, load_deep_text, _make_mark_finder(exponent[-1:], exponent), True)


def _make_mark_finder(byte: bytes, mark: bytes) -> Callable[[bytes], bool]:
    """Return a function that returns whether a text contains a mark.

    The function first searches for one byte of the mark, which few texts have. Python finds a byte, given as a number,
    and a literal pattern much faster than `in` finds bytes.

    Args:
        byte: the byte of the mark.
        mark: the mark.
    """
    number, pattern = ord(byte), re.compile(re.escape(mark))
    return lambda text: number in text and pattern.search(text) is not None


def _measure_max_levels(dump: Callable[[Any], bytes]) -> int:
    """Return the number of levels to which orjson can write arrays inside each other.

    Args:
        dump: the function by which orjson writes.

    Raises:
        ModuleNotFoundError: this version of orjson writes at most `MAX_DEPTH` levels, or at least four times as many.
    """
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


_FAST_MODULES = frozenset({"jsonschema_rs", "msgspec", "orjson"})
"""The modules that the extra `fast` installs. orjson has no wheel for a free-threaded Python, so it may be missing."""

_engine: Engine | None = None


def engine_in_use() -> Engine:
    """Return the engine in use: `fast` if orjson and jsonschema-rs can be used, otherwise `pydantic`.

    The first call logs a warning if orjson or jsonschema-rs cannot be used although the other modules of the extra
    `fast` are installed.
    """
    global _engine
    if _engine is None:
        try:
            _engine = make_fast_engine()
        except ModuleNotFoundError as missing:
            if None not in map(find_spec, _FAST_MODULES.difference({missing.name or ""})):
                import logging  # this import takes as long as that of the engine

                log = logging.getLogger(__name__)
                log.warning("messages are parsed by pydantic, which is slower than the extra fast: %s", missing)
            _engine = make_pydantic_engine()
    return _engine
