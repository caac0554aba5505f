"""Random schemas with conditions: a clear refusal, or a package that agrees with the reference validator."""

from __future__ import annotations

from collections.abc import Iterator

from tests.hostile.random_conditions import BY_GROUP, GROUPS, try_conditions
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Tally


def _bars(tally: Tally) -> Iterator[str]:
    groups = tally.parts(BY_GROUP)
    names = (" and ".join(group) for group in GROUPS)
    yield from (f"no document was tried for `{name}`" for name in names if not groups[name])


PROGRAM = Program(
    summary="a random schema with conditions such as `not` is refused, or its package agrees with the reference",
    unit="schemas",
    count=5_000,
    split_work=in_chunks(50),
    run_part=try_conditions,
    is_numbered=True,
    bars=_bars,
)
