"""The table of mistakes, and the registry of the functions that make them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tomli


class Mistake(NamedTuple):
    """A row of `mistakes.toml`."""

    does: str
    """The mistake."""

    where: str
    """The place where the user reads about it."""

    reads: str
    """A part of what the user reads."""

    refused: str = ""
    """A part of what the user reads in an exception, if the newest schema refuses the value; otherwise empty."""


_BLOCKING = "mcp_bindings.peer.blocking_handlers"
"""The logger of blocked event loops, which a machine with much other work causes too."""

_GROUPS = tomli.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))

MISTAKES: dict[str, Mistake] = {id_: Mistake(**row) for group in _GROUPS.values() for id_, row in group.items()}

TRIED: dict[str, Callable[[], str]] = {}
"""By id of the mistake, the function that makes it and returns what the user reads."""

Make = Callable[[], "str | Coroutine[Any, Any, str]"]


def mistake(id_: str) -> Callable[[Make], Make]:
    """Register a function that makes a mistake. It returns what the user reads, or raises the exception."""

    def register(make: Make) -> Make:
        assert id_ in MISTAKES
        assert id_ not in TRIED
        TRIED[id_] = lambda: _read(id_, make)
        return make

    return register


def _read(id_: str, make: Make) -> str:
    where = MISTAKES[id_].where
    with logged() as records:
        if where == "exception":
            try:
                _run(make)
            except Exception as error:
                return str(error)
            pytest.fail(f"{id_} raises nothing")
        try:
            read = _run(make)
        except ValueError as error:  # such as a name that a new schema refuses
            if not MISTAKES[id_].refused:
                pytest.fail(f"{id_} raises {error}; write `refused` in tests/mistakes/mistakes.toml")
            return str(error)
    if where != "log":
        return read
    warnings = [
        each
        for each in records
        if each.levelno >= logging.WARNING and (each.name != _BLOCKING or MISTAKES[id_].reads in each.getMessage())
    ]
    assert len(warnings) == 1, [each.getMessage() for each in warnings]
    raised = warnings[0].exc_info
    return warnings[0].getMessage() + (f": {raised[1]}" if raised else "")


def _run(make: Make) -> str:
    made = make()
    return made if isinstance(made, str) else asyncio.run(asyncio.wait_for(made, 10))


class _Collector(logging.Handler):
    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__()
        self._records = records

    def emit(self, record: logging.LogRecord) -> None:
        self._records.append(record)


@contextmanager
def logged() -> Generator[list[logging.LogRecord]]:
    """Collect the log records of the package."""
    records: list[logging.LogRecord] = []
    handler = _Collector(records)
    logger = logging.getLogger("mcp_bindings")
    logger.addHandler(handler)
    try:
        yield records
    finally:
        logger.removeHandler(handler)
