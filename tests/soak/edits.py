"""Edits at random places of messages: the rest byte for byte, and the outcome of an edit of the parsed JSON."""

from __future__ import annotations

from random import Random

from tests.behaviour import patching
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

CHUNK = 500
BY_VALUE = 5
"""Number of texts for each number that are changed without a scan, where that is certain."""


def try_each(part: tuple[int, range]) -> Tally:
    """Edit one message for each number."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        made, wrong, shown = patching.trial(Random(f"{seed}/{number}"))
        tally.count("edits", times=made)
        for what in wrong:
            tally.fail(Failure("wrong", what, (str(number),), shown))
        for turn in range(BY_VALUE):
            is_made, wrong, shown = patching.trial_by_value(Random(f"{seed}/{number}/{turn}"))
            tally.count("changes without a scan", times=is_made)
            for what in wrong:
                tally.fail(Failure("wrong without a scan", what, (str(number),), shown))
    return tally


PROGRAM = Program(
    summary="edits at random places of messages leave the rest as it came",
    unit="messages",
    count=20_000,
    split_work=in_chunks(CHUNK),
    run_part=try_each,
    is_numbered=True,
)
