"""Splitting a stream into lines, from chunks of any size."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import mcp_bindings as mb
from mcp_bindings.limits import CutText
from mcp_bindings.stdio import Lines

SEED = 20261121


def test_chunks_of_any_size_give_the_same_lines() -> None:
    print(f"{SEED=}")
    rng = random.Random(SEED)
    for _ in range(200):
        lines = [bytes(rng.choices(b"ab{}\r\xff", k=rng.randint(1, 20))) + b"." for _ in range(rng.randint(0, 8))]
        text = b"".join(line + b"\n" + rng.choice((b"", b"\n", b" \r\n")) for line in lines)
        cuts = [0, *sorted(rng.choices(range(len(text) + 1), k=rng.randint(0, 10))), len(text)]
        taken = Lines()
        found = [line for begin, end in pairwise(cuts) for line in taken.feed(text[begin:end])]
        assert found == lines
        assert taken.end() == []


def test_the_last_line_may_have_no_line_ending() -> None:
    lines = Lines()
    assert lines.feed(b"one\ntwo") == [b"one"]
    assert lines.end() == [b"two"]
    assert lines.feed(b"three\n") == [b"three"]


def test_a_line_that_is_too_long_is_cut_and_rejected_by_its_id() -> None:
    limits = mb.Limits(max_bytes=100)
    lines = Lines(limits)
    assert lines.feed(b'{"jsonrpc":"2.0","id":5,"method":"') == []
    for _ in range(1_000):
        assert lines.feed(b"x" * 1_000) == []
    (line,) = lines.feed(b'"}\n')
    assert len(line) == 101
    with pytest.raises(mb.ProtocolError, match="longer than 100 bytes") as refused:
        mb.revision("2025-11-25").parse(line, sender="client", limits=limits)
    assert refused.value.id == 5
    assert lines.feed(b"short\n") == [b"short"]


def test_a_line_of_the_maximum_length_is_complete() -> None:
    line = b"y" * 100
    assert Lines(mb.Limits(max_bytes=100)).feed(line + b"\n") == [line]


def test_a_carriage_return_is_part_of_the_line_ending() -> None:
    line = b"y" * 100
    for text in (line + b"\r\n", b"\n" + line + b"\r\n"):
        for cut in (0, 50, 101, 102):
            lines = Lines(mb.Limits(max_bytes=100))
            assert lines.feed(text[:cut]) + lines.feed(text[cut:]) == [line]


def test_a_line_of_too_much_whitespace_is_never_blank() -> None:
    line = b" " * 101
    for text in (line + b"\n", line + b"{}\n", b"\n" + line + b"\n", b"\n" + line + b"{}\n"):
        lines = Lines(mb.Limits(max_bytes=100))
        (found,) = lines.feed(text)
        assert isinstance(found, CutText)
