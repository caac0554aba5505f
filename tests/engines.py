"""The engines that read texts and check bodies, so that tests can run with each of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

import mcp_bindings as mb
from mcp_bindings import revisions
from mcp_bindings.codec import member_order
from mcp_bindings.jsonrpc import engines, envelope
from mcp_bindings.jsonrpc.engines import Engine, make_fast_engine, make_pydantic_engine
from mcp_bindings.jsonrpc.parser import MessageParser

CHOSEN = "_engine"
"""The variable of the module that holds the engine in use."""
FUNCTIONS = "_readers"
"""The variable of `read_envelope` that holds what was looked up for the engine in use."""

READING = "_functions"
"""The variable of `codec.member_order` that holds the functions that read and compare documents."""
READINGS = {"pydantic": member_order.pydantic_functions, "fast": member_order.orjson_functions}

ENGINES: Mapping[str, Callable[[], Engine]] = {"pydantic": make_pydantic_engine, "fast": make_fast_engine}


@contextmanager
def using(name: str) -> Generator[Engine]:
    """Let what is made in this block use an engine."""
    before, chosen = vars(engines)[CHOSEN], ENGINES[name]()
    reading = vars(member_order)[READING]
    setattr(member_order, READING, READINGS[name]())
    parsers: dict[mb.Revision, MessageParser | None] = {}
    setattr(engines, CHOSEN, chosen)
    setattr(envelope, FUNCTIONS, None)
    try:
        for revision in _revisions():
            parsers[revision] = vars(revision)["_message_parser"]
            vars(revision)["_message_parser"] = None
        yield chosen
    finally:
        setattr(engines, CHOSEN, before)
        setattr(member_order, READING, reading)
        setattr(envelope, FUNCTIONS, None)
        for revision in _revisions():
            vars(revision)["_message_parser"] = parsers.get(revision)


def _revisions() -> list[mb.Revision]:
    """Those that are loaded."""
    return list(vars(revisions)["_loaded"].values())


def parser_with(name: str, revision: str) -> MessageParser:
    """A parser of a revision that uses an engine."""
    with using(name):
        return mb.revision(revision).message_parser
