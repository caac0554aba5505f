"""A peer may send any number of lines that mean nothing: they are skipped at the cost of no Python call each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from mcp_bindings.http.event_reader import EventReader
from mcp_bindings.stdio import Lines

SIZE = 64 * 1024


def python_calls(function: Callable[[], object]) -> int:
    """How many functions written in Python a call runs."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", [b"\n", b"\r\n", b" \n", b"\t\n\n"])
def test_blank_lines_of_a_stream_cost_no_calls(unit: bytes) -> None:
    """20 MB of line ends took 3.9 seconds of the processor."""
    lines, found = Lines(), list[bytes]()
    piece = unit * (SIZE // len(unit))
    assert python_calls(lambda: found.extend(lines.feed(b"{}\n" + piece + b"[]\n"))) < 20
    assert found == [b"{}", b"[]"]


def test_blank_lines_between_messages_are_few_calls() -> None:
    lines, found = Lines(), list[bytes]()
    piece = b"{}\n" + b"\n" * SIZE
    assert python_calls(lambda: found.extend(lines.feed(piece * 4 + b"x"))) < 20
    assert found == [b"{}"] * 4
    assert lines.end() == [b"x"]


@pytest.mark.parametrize("unit", [b"\n", b"\r\n", b"\r", b":\n", b": comment\n\n", b"x\n\n", b"datum: 1\n\n"])
def test_meaningless_lines_of_a_stream_cost_one_call_at_most(unit: bytes) -> None:
    """4 MiB of line ends took 3.2 seconds of the processor, and events without a known field as many."""
    reader = EventReader()
    assert reader.feed(b": first\n") == []
    text = unit * (SIZE // len(unit))
    lines = len(text.splitlines())
    assert python_calls(lambda: reader.feed(text)) <= lines + 20
    (event,) = reader.feed(b"\ndata: x\n\n")
    assert (event.name, event.data) == ("message", "x")


def test_an_event_of_unknown_fields_is_no_event() -> None:
    assert EventReader().feed(b"\xef\xbb\xbfx: 1\n\n:\n\ny\n\n") == []
    (event,) = EventReader().feed(b"\xef\xbb\xbfdata: 1\n\n")
    assert event.data == "1"
