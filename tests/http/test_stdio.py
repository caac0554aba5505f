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


def test_a_line_of_whitespace_is_blank_whatever_its_end() -> None:
    line = b" " * 100 + b"\r\n"
    for text in (line, b"\n" + line, b"\n" + line + b"\n"):
        for cut in range(len(text)):
            lines = Lines(mb.Limits(max_bytes=100))
            assert lines.feed(text[:cut]) + lines.feed(text[cut:]) == []


def rejection(line: bytes, limits: mb.Limits) -> mb.ProtocolError:
    with pytest.raises(mb.ProtocolError, match=r"longer than|more than") as refused:
        mb.revision("2025-11-25").parse(line, sender="server", limits=limits)
    return refused.value


@pytest.mark.parametrize(
    ("beginning", "rejects_answer"), [(b'"result":{"x":"', True), (b'"method":"x","params":{"x":"', False)]
)
def test_an_id_at_the_end_of_a_cut_line_is_known(beginning: bytes, *, rejects_answer: bool) -> None:
    """Some packages write the id last. The caller waited for its timeout."""
    limits = mb.Limits(max_bytes=300)
    text = b"{" + beginning + b"y" * 1_000 + b'"},"jsonrpc":"2.0","id" : 5}'
    for whole in (text + b"\n", b"\n" + text + b" \r\n", text + b"\n{}\n"):
        for cut in range(0, len(whole), 7):
            lines = Lines(limits)
            line = (lines.feed(whole[:cut]) + lines.feed(whole[cut:]))[0]
            error = rejection(line, limits)
            assert (error.id, error.rejects_answer) == (5, rejects_answer)
            assert lines.feed(b"[" * 300 + b"y" * 1_000 + b"\n")[0].end.startswith(b"y")  # type: ignore[attr-defined]
    few = mb.Limits(max_containers=2)
    assert rejection(b'{"result":{"x":[[],[]]},"jsonrpc":"2.0","id":"five"}', few).id == "five"


@pytest.mark.parametrize(
    "line",
    [
        b'{"result":{"x":"' + b"y" * 300 + b'","id":5}}',
        b'{"result":{"x":"' + b"y" * 300 + b',\\"id\\":5}"}}',
        b'[{"result":{"x":"' + b"y" * 300 + b'"},"id":5}]',
        CutText.beginning_of(b'{"result":[{"x":"' + b"y" * 300 + b'","id":5}', 1_000),
    ],
)
def test_an_id_that_is_not_the_last_member_is_not_taken(line: bytes) -> None:
    assert rejection(line, mb.Limits(max_bytes=300)).id is None
