"""Long texts are read while Python collects no cycles, since that would take as long as the reading."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.json_values import LONG_TEXT_LENGTH
from mcp_bindings.session.session import Session
from tests.engines import using
from tests.revisions import HANDSHAKE

VERSION = HANDSHAKE[-1]
TOOL: dict[str, Any] = {"name": "x", "inputSchema": {"type": "object"}}


def page(*more: Any, count: int = 1 + LONG_TEXT_LENGTH // 44) -> bytes:
    """An answer with many tools, and some at the end."""
    result = {"tools": [TOOL] * count + list(more)}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}, separators=(",", ":")).encode()


def parse(text: bytes, mode: Any = "strict") -> object:
    return mb.revision(VERSION).parse(text, sender="server", pending={1: "tools/list"}, mode=mode)


def tolerate(text: bytes) -> object:
    return parse(text, "tolerant")


def decode(text: bytes) -> object:
    return mb.revision(VERSION).codec("JSONRPCMessage").decode(text)


def receive(text: bytes) -> object:
    session = Session("server", [VERSION], info={"name": "x", "version": "1"})
    with pytest.raises(mb.ProtocolError):
        session.receive(text)  # it has asked for nothing
    return None


@pytest.mark.parametrize("read", [parse, tolerate, decode, receive])
@pytest.mark.parametrize("more", [(), (5,)], ids=["valid", "invalid"])
@pytest.mark.parametrize("engine", ["fast", "pydantic"])
def test_no_cycles_are_collected_in_a_long_text(read: Callable[[bytes], object], more: Any, engine: str) -> None:
    kept: list[object] = []
    with using(engine), suppress(mb.ProtocolError, mb.DecodeError):
        kept.append(read(page(*more, count=1)))  # what is loaded once does not count
    text = page(*more)
    assert len(text) > LONG_TEXT_LENGTH
    before = [each["collections"] for each in gc.get_stats()]
    with using(engine), suppress(mb.ProtocolError, mb.DecodeError):
        kept.append(read(text))
    after = [each["collections"] for each in gc.get_stats()]
    assert after[0] - before[0] <= 4, "some may follow the reading"
    assert gc.isenabled()


def test_a_program_that_collects_no_cycles_stays_so() -> None:
    gc.disable()
    try:
        parse(page())
        assert not gc.isenabled()
    finally:
        gc.enable()
