"""Access tokens with one fault each, and right ones: none of the first is accepted, none of the second rejected.

A run also fails if a fault was never put into a token, or a reason of the verifier never came up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from tests.authorization.token_lab import FAULTS, WRONG, new_verifier
from tests.authorization.token_lab import play as play_tokens
from tests.soak.program import MAX_FAILURES, Program, in_chunks
from tests.soak.tally import Failure, Tally

NOT_IN_TOKENS = {"inactive"}
"""Reasons that only introspection has."""


async def play(part: tuple[int, range], tally: Tally) -> None:
    """Verify the tokens of these numbers, up to some failures."""
    seed, numbers = part
    verifier = new_verifier()
    for number in numbers:
        wrong = await play_tokens(number, seed, verifier, lambda kind, name: tally.count(kind, name))
        if wrong:
            tally.fail(Failure("faults", wrong, (f"pair {number} of seed {seed}",)))
        if tally.failed == MAX_FAILURES:
            break


def run_part(part: tuple[int, range]) -> Tally:
    """Return the verdicts on the tokens of these numbers."""
    tally = Tally()
    asyncio.run(play(part, tally))
    return tally


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that never occurred."""
    seen = [each.rpartition(": ") for each in tally.parts("wrong tokens")]
    yield from (f"no token had the fault {name!r}" for name in WRONG if name not in {each[0] for each in seen})
    reasons = {each[2] for each in seen}
    yield from (f"no token was rejected with {name!r}" for name in sorted(FAULTS - reasons - NOT_IN_TOKENS))


PROGRAM = Program(
    summary="no faulty JWT access token is accepted and no right one rejected",
    unit="pairs of tokens",
    count=20_000,
    split_work=in_chunks(500),
    run_part=run_part,
    is_numbered=True,
    bars=missing,
)
