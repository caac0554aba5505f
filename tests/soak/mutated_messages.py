"""Mutated and giant messages against the parser and the dispatcher."""

from __future__ import annotations

import asyncio
import logging

from tests.hostile.noise import run_giants, run_mutants
from tests.soak.program import Program
from tests.soak.tally import Tally

CHUNK = 5_000
"""Mutants from one random stream."""
GIANTS = ("giants", 0)


def split_work(seed: int, numbers: range) -> list[tuple[str, int]]:
    """Return streams of mutants with their lengths, and the giant messages."""
    streams = [(f"{seed}/{start}", min(CHUNK, len(numbers) - start)) for start in range(0, len(numbers), CHUNK)]
    return [*streams, GIANTS]


def send(part: tuple[str, int]) -> Tally:
    """Send one stream, or the giant messages, and drop the log records about them."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        return asyncio.run(run_giants() if part == GIANTS else run_mutants(*part))
    finally:
        logging.disable(before)


PROGRAM = Program(
    summary="only a `ProtocolError` leaves the parser, and the dispatcher always answers",
    unit="messages",
    count=2_000_000,
    split_work=split_work,
    run_part=send,
)
