"""Games of a random client and a random server, in every pair of revisions, with a bridge between them.

A game fails if the bridge sends a message that is not valid, if an end waits for an answer for ever, or if an answer
that was given gets lost. A run also fails if something that crosses never came up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import mcp_bindings as mb
from tests.bridge.games import LENGTH, Game
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.tally import Failure, Tally

WAYS = [
    (client, server, one, other)
    for client in mb.REVISIONS
    for server in mb.REVISIONS
    for one in ("stdio", "http")
    for other in ("stdio", "http")
]
GAMES_OF_POOL = 500
"""Games that take their params and results from the same pool of documents."""
TOLD = 12
"""Steps that are shown of a game that fails."""

MUST_CROSS = ("requests", "server requests", "retries", "rounds", "subscriptions", "messages")


def play(seed: int, game: int, tally: Tally) -> None:
    """Play one game from its beginning to its end."""
    chance = random.Random(seed * 1_000_000 + game)
    way = WAYS[game % len(WAYS)]
    tally.count("games")
    tally.count("ways", *way)
    world = Game(chance, tally, *way, seed + game // GAMES_OF_POOL)
    try:
        world.play(LENGTH)
    except AssertionError as error:
        log = f"{' '.join(way)}; {'; '.join(world.log[-TOLD:])}"
        tally.fail(Failure("faults", str(error), (f"game {game} of seed {seed}",), log))


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that never occurred."""
    yield from (f"no {name} came up" for name in MUST_CROSS if not tally.total(name))
    yield from (f"{' '.join(way)} never came up" for way in WAYS if not tally.total("ways", *way))


def report(tally: Tally) -> Iterator[str]:
    """Yield the counts, line by line."""
    for name in MUST_CROSS:
        yield f"{name:17} {tally.total(name):8}"
    for kind in ("errors", "lost"):
        for text in sorted(tally.parts(kind)):
            yield f"{kind:7} {tally.total(kind, text):7}  {text}"


PROGRAM = Program(
    summary="a bridge between random sides sends nothing invalid, and loses no answer",
    unit="games",
    count=10_000,
    split_work=in_chunks(100),
    run_part=partial(one_by_one, play),
    is_numbered=True,
    bars=missing,
    table=report,
)
