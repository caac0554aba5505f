"""`read_envelope` against `parse`: the same message, or the same error, whichever way the envelope is read."""

from __future__ import annotations

from random import Random

from tests.behaviour import routing
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

CHUNK = 2_000
SHOWN_BYTES = 2_000


def compare(part: tuple[int, range]) -> Tally:
    """Read the envelope of each text, and parse it in every revision."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        data = routing.text(Random(f"{seed}/{number}"))
        outcome, found = routing.disagreements(data)
        tally.count("outcomes", outcome)
        for what in found:
            tally.fail(
                Failure("disagreements", what[:400], (str(number),), f"{len(data)} bytes: {data[:SHOWN_BYTES]!r}")
            )
    return tally


PROGRAM = Program(
    summary="`read_envelope` and `parse` agree on valid and hostile texts",
    unit="texts",
    count=200_000,
    split_work=in_chunks(CHUNK),
    run_part=compare,
    is_numbered=True,
)
