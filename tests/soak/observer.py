"""Games of two sessions, each with an observer beside it, which must see every message as the session does.

Every message that a session refuses to send or rejects is given to its observer, which must blame its sender by the
same rule, and must be in the same state afterwards as an observer that has not heard it. A third observer stands
between the ends, where messages cross each other; it must blame nobody for a message that is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mcp_bindings.session import RULES
from tests.session.observed import OF_A_SIDE, UNSEEN, ObservedSteps
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.sessions import play
from tests.soak.tally import Tally

VIOLATIONS = 30_000
"""After how many violations the state is compared, at the least."""

RARE = frozenset({"input.request", "tool.output"})
"""Rules that so few games break that a run may miss them; `test_observer.py` breaks them."""

SELDOM_UNSEEN = frozenset({"input.new-id", "subscription.id-tag"})
"""Rules that so few messages break unseen that a run may miss them."""

SOURCES = ("attempted", "arrived", "noted")
"""Violations that a session refuses to send, rejects, and takes with a finding."""


def play_observed(seed: int, game: int, tally: Tally) -> None:
    """Play one game with observers."""
    play(seed, game, tally, ObservedSteps)


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that a run did not reach."""
    found = tally.total("states after a violation")
    if found < VIOLATIONS:
        yield f"the state was compared after {found} violations, not after {VIOLATIONS}"
    seen = {rule for source in SOURCES for rule in tally.parts("violations", source)}
    yield from (f"no observer noticed {rule}" for rule in RULES if rule not in {*seen, *OF_A_SIDE, *RARE})
    yield from (
        f"{rule} was never taken as late"
        for rule in UNSEEN
        if rule not in SELDOM_UNSEEN and not tally.total("unseen", rule)
    )


def report(tally: Tally) -> Iterator[str]:
    """Yield the violations of each rule, line by line."""
    yield f"{'rule':29} " + " ".join(f"{source:>9}" for source in SOURCES)
    for rule in RULES:
        yield f"{rule:29} " + " ".join(f"{tally.total('violations', source, rule):9}" for source in SOURCES)


PROGRAM = Program(
    summary="an observer blames whom the sessions blame, and no violation changes its state",
    unit="games",
    count=1_200,
    split_work=in_chunks(50),
    run_part=partial(one_by_one, play_observed),
    is_numbered=True,
    bars=missing,
    table=report,
)
