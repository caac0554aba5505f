"""Random schemas: a clear refusal, or a package that agrees with the reference validator."""

from __future__ import annotations

from tests.hostile.random_schemas import try_numbered
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Tally


def try_schemas(part: tuple[int, range]) -> Tally:
    """Return the schemas of these numbers."""
    seed, numbers = part
    total = Tally()
    for number in numbers:
        total.add(try_numbered(seed, number))
    return total


PROGRAM = Program(
    summary="a random schema is refused with a place, or its package agrees with the reference validator",
    unit="schemas",
    count=5_000,
    split_work=in_chunks(50),
    run_part=try_schemas,
    is_numbered=True,
)
