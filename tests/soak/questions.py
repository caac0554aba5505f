"""Handlers that ask, and whose data change between two runs: no answer reaches another question."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial

from tests.serving.questions import play
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.tally import Failure, Tally

CHUNK = 100


def play_one(seed: int, number: int, tally: Tally) -> None:
    """Play one game, and count what it was."""
    logging.disable(logging.ERROR)  # what handlers catch is logged
    try:
        name, game = play(seed, number)
    finally:
        logging.disable(logging.NOTSET)
    tally.count("games", name)
    tally.count("answers", times=len(game.user.given))
    tally.count("runs", times=game.runs)
    if not game.is_stable:
        tally.count("changing", "asked more than in the tree" if len(game.user.given) > game.asks else "else")
    for wrong in game.wrong:
        tally.fail(Failure("wrong", wrong, (name, str(number)), str(game.tree)))


def _bars(tally: Tally) -> Iterator[str]:
    if tally.total("changing", "asked more than in the tree") < tally.total("games") * 0.05:
        yield "fewer than one user in twenty was asked again"


PROGRAM = Program(
    summary="no answer reaches another question than the one that the user saw",
    unit="games",
    count=10_000,
    split_work=in_chunks(CHUNK),
    run_part=partial(one_by_one, play_one),
    is_numbered=True,
    bars=_bars,
)
