"""Random schemas with conditions: a clear refusal, or a package that agrees with the reference validator."""

from __future__ import annotations

from collections.abc import Iterator

from tests.hostile.random_conditions import BY_KEYWORD, KEYWORDS, try_conditions
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Tally


def _bars(tally: Tally) -> Iterator[str]:
    documents = tally.parts(BY_KEYWORD)
    yield from (f"no document was tried for `{keyword}`" for keyword in KEYWORDS if not documents[keyword])


PROGRAM = Program(
    summary="a random schema with conditions such as `not` is refused, or its package agrees with the reference",
    unit="schemas",
    count=5_000,
    divide=in_chunks(50),
    run_part=try_conditions,
    is_numbered=True,
    bars=_bars,
)
