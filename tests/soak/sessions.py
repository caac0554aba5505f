"""Games of two sessions against the model of their rules, which must see every step as the sessions do.

A run also fails if a rule was never broken, or if a pair of revisions, a transport or a message of the extension never
came up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from mcp_bindings.session import RULES
from tests.session import tables
from tests.session.one_sided import never_broken
from tests.session.steps import WEIGHTS, Steps
from tests.session.world import VERDICTS
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.tally import Failure, Tally

LENGTH = 120
"""Most steps of one game: a client and its servers."""
GAMES_OF_POOL = 500
"""Games that take their params and results from the same pool of documents."""
TOLD = 25
"""Steps that are shown of a game that fails."""


def play(seed: int, game: int, tally: Tally, world: type[Steps] = Steps) -> None:
    """Play one game from its beginning to its end. A step that the sides see differently is a failure."""
    chance = random.Random(seed * 1_000_000 + game)
    steps = world(chance.choice, tally, seed + game // GAMES_OF_POOL)
    plan = chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=LENGTH)
    tally.count("games")
    try:
        for kind in plan:
            steps.take_step(kind)
            if steps.is_over and chance.random() < 0.1:
                break
        steps.drain()
    except AssertionError as error:
        log = f"{steps.spoken}, {steps.transport}, {steps.capabilities}; {'; '.join(steps.log[-TOLD:])}"
        tally.fail(Failure("disagreements", str(error), (f"game {game} of seed {seed}",), log))


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that never occurred, and impossible ones that did."""
    for side in ("local", "remote"):
        seen, never = tally.parts("broken", side), never_broken(side)
        yield from (f"{side} {rule} was never broken" for rule in RULES if not seen[rule] and rule not in never)
        yield from (f"{side} {rule} is in one_sided.toml, and came up" for rule in never if seen[rule])
        yield from (f"{side} {rule} came up, and is no rule" for rule in seen if rule not in RULES)
    for version in tables.REVISIONS:
        for transport in tables.TRANSPORTS:
            if not tally.total("agreed", version, transport):
                yield f"{version} was never agreed on over {transport}"
    for method in sorted({row.method for row in tables.ROWS_OF_EXTENSION} | {"a result"}):
        if not tally.total("extension", "delivered", method):
            yield f"{method} of the extension was never delivered"
    for method in (
        "subscriptions/listen",
        *(row.method for row in tables.ROWS_OF_EXTENSION if not row.is_notification),
    ):
        if not tally.total("extension", "undeclared", method):
            yield f"{method} never came without the extension that it needs"
    for client in tables.REVISIONS:
        for server in tables.REVISIONS:
            if not tally.total("met", client, server):
                yield f"a client up to {client} and a server up to {server} never agreed"


def report(tally: Tally) -> Iterator[str]:
    """Yield all counts, line by line."""
    yield f"{'newest of client':17} {'of server':11} {'agreed':>6}  legal, illegal and late steps on stdio and http"
    for client in tables.REVISIONS:
        for server in tables.REVISIONS:
            met = tally.total("met", client, server)
            yield f"{client:17} {server:11} {met:6}  {_counts(tally, 'pairs', client, server)}"
    for version in (*tables.REVISIONS, "none"):
        games = tally.total("agreed", version)
        yield f"{'agreed on':17} {version:11} {games:6}  {_counts(tally, 'versions', version)}"
    for kind in sorted(tally.parts("steps")):
        yield f"{kind:29} " + " ".join(f"{tally.total('steps', kind, verdict):6} {verdict}" for verdict in VERDICTS)
    for rule in RULES:
        local, remote = (tally.total("broken", side, rule) for side in ("local", "remote"))
        yield f"{rule:29} {local:6} by this side {remote:6} by the peer"


def _counts(tally: Tally, *name: str) -> str:
    columns = [(*name, transport, verdict) for transport in tables.TRANSPORTS for verdict in VERDICTS]
    return " ".join(f"{tally.total(*column):6}" for column in columns)


PROGRAM = Program(
    summary="sessions and the model of their rules see every step of random games alike",
    unit="games",
    count=2_000,
    split_work=in_chunks(50),
    run_part=partial(one_by_one, play),
    is_numbered=True,
    bars=missing,
    table=report,
)
