"""Visits of a client at servers over HTTP that misbehave at random, every third with a sign-in in such a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

from mcp_bindings.transports import AuthorizationFailedError
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.tally import Failure, Tally
from tests.transports.hostile_http import DOCUMENTED, play


def visit(seed: int, number: int, tally: Tally) -> None:
    """Make one visit. An exception that no page names is a failure."""
    signs_in = number % 3 == 0
    kind = "visits with a sign-in" if signs_in else "visits"
    try:
        asyncio.run(play(seed * 10_000_000 + number, signs_in=signs_in, count=partial(tally.count, kind)))
    except AssertionError as error:
        tally.count(kind, "undocumented")
        tally.fail(Failure("faults", f"{error}", (f"visit {number} of seed {seed}",)))


def missing(tally: Tally) -> Iterator[str]:
    """Yield the ends that never came up."""
    found = tally.parts("visits") + tally.parts("visits with a sign-in")
    names = ("served", *(kind.__name__ for kind in DOCUMENTED), AuthorizationFailedError.__name__)
    yield from (f"no visit ended with {name}" for name in names if not found[name])


PROGRAM = Program(
    summary="whatever a server's HTTP responses are, and a user's browser does, documented exceptions arrive",
    unit="visits",
    count=10_000,
    split_work=in_chunks(250),
    run_part=partial(one_by_one, visit),
    is_numbered=True,
    bars=missing,
)
