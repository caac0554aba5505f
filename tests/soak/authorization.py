"""Games of a client's authorization against resources and servers that misbehave at random.

A run also fails if a reason to give up, a kind of step or a row of the flow's table never came up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import get_args

import mcp_bindings as mb
from mcp_bindings.authorization.flow_table import TRANSITIONS
from mcp_bindings.authorization.steps import Reason, Step
from tests.authorization.hostile_world import Game
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.tally import Failure, Tally

REQUESTS = 6
"""Requests of the client in one game."""
DEFINED = [each for each in mb.REVISIONS if mb.revision(each).authorization.conformance.defined]


def play(seed: int, number: int, tally: Tally) -> None:
    """Play one game. A leaked secret, an exception, and a flow that needs a new process are failures."""
    tally.count("games")
    offered = DEFINED[: 1 + number % len(DEFINED)]
    try:
        Game(seed * 10_000_000 + number, offered, lambda kind, name: tally.count(kind, name)).play(REQUESTS)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        tally.fail(Failure("faults", what, (f"game {number} of seed {seed}",), f"offered: {', '.join(offered)}"))


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that never occurred."""
    ends, steps, rows = tally.parts("ends"), tally.parts("steps"), tally.parts("rows")
    yield from (f"no flow ended with {reason!r}" for reason in get_args(Reason) if not ends[reason])
    yield from (f"no flow said {kind.__name__}" for kind in get_args(Step) if not steps[kind.__name__])
    yield from (f"the row {row} was never used" for row in TRANSITIONS if not rows[f"{row[0]}, {row[1]}"])


PROGRAM = Program(
    summary="no flow of authorization is stuck, lets a secret go where it must not, or raises what no page names",
    unit="games",
    count=30_000,
    split_work=in_chunks(250),
    run_part=partial(one_by_one, play),
    is_numbered=True,
    bars=missing,
)
