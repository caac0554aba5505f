"""The same handlers at every revision: each result is valid there or refused, and every loss is an edit in the log."""

from __future__ import annotations

from collections.abc import Iterator

from tests.serving.written_once import PAIRS, trial
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

CHUNK = 250


def try_each(part: tuple[int, range]) -> Tally:
    """Ask once for each number, with another pair of revisions each time."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        home, spoken = PAIRS[number % len(PAIRS)]
        outcome, wrong = trial(home, spoken, number // len(PAIRS), seed)
        tally.count("trials", outcome)
        if wrong:
            tally.fail(Failure("wrong", wrong, (home, spoken, str(number // len(PAIRS)))))
    return tally


def _bars(tally: Tally) -> Iterator[str]:
    if tally.total("trials", "sent") < tally.total("trials") * 0.8:
        yield "fewer than four in five results were sent"
    if not tally.total("trials", "refused"):
        yield "nothing was refused"


PROGRAM = Program(
    summary="handlers written once serve every revision, or refuse with the reason",
    unit="trials",
    count=100_000,
    split_work=in_chunks(CHUNK),
    run_part=try_each,
    is_numbered=True,
    bars=_bars,
)
