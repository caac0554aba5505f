"""The long run of the model: `python -m tests.session.soak --steps 100000 --seed 7`.

It counts the games in which the sessions and the model see a step differently, and fails if there is one, or if a rule,
a pair of revisions or a transport never came up. `--game` plays one of them again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from mcp_bindings.session import RULES
from tests.session import tables
from tests.session.one_sided import never_broken
from tests.session.steps import WEIGHTS, Steps
from tests.session.world import VERDICTS, Tally

SEED = 20261121
LENGTH = 120
"""Steps of one game: a client and its servers."""
GAMES_OF_POOL = 500
"""Games that take their params and results from the same pool of documents."""
TOLD = 25
"""Steps that are shown of a game that fails."""
FAILURES = 5
"""Games that may fail before the run is given up."""


def play(seed: int, length: int, tally: Tally, pool_seed: int) -> None:
    """One game, from its beginning to its end."""
    chance = random.Random(seed)
    steps = Steps(chance.choice, tally, pool_seed)
    kinds, weights = list(WEIGHTS), list(WEIGHTS.values())
    plan = chance.choices(kinds, weights, k=length)
    is_sound = False
    try:
        for kind in plan:
            steps.take(kind)
            if steps.is_over and chance.random() < 0.1:
                break
        steps.drain()
        is_sound = True
    finally:
        if not is_sound:
            print(
                f"{steps.spoken}, {steps.transport}, {steps.capabilities}",
                *steps.log[-TOLD:],
                sep="\n  ",
                file=sys.stderr,
            )


def play_numbered(seed: int, game: int, tally: Tally) -> None:
    """One game of a run."""
    play(seed * 1_000_000 + game, LENGTH, tally, seed + game // GAMES_OF_POOL)


def missing(tally: Tally) -> Iterator[str]:
    """What never came up, and what did though it cannot."""
    for side, seen in (("local", tally.local), ("remote", tally.remote)):
        never = never_broken(side)
        yield from (f"{side} {rule} was never broken" for rule in RULES if not seen[rule] and rule not in never)
        yield from (f"{side} {rule} is in one_sided.toml, and came up" for rule in never if seen[rule])
        yield from (f"{side} {rule} came up, and is no rule" for rule in seen if rule not in RULES)
    for version in tables.REVISIONS:
        for transport in tables.TRANSPORTS:
            if not tally.agreed[version, transport]:
                yield f"{version} was never agreed on over {transport}"
    for client in tables.REVISIONS:
        for server in tables.REVISIONS:
            if not tally.met[client, server]:
                yield f"a client up to {client} and a server up to {server} never agreed"


def report(tally: Tally) -> Iterator[str]:
    """All counts, line by line."""
    yield f"{'newest of client':17} {'of server':11} {'agreed':>6}  legal, illegal and late steps on stdio and http"
    for client in tables.REVISIONS:
        for server in tables.REVISIONS:
            yield f"{client:17} {server:11} {tally.met[client, server]:6}  {_counts(tally.pairs, client, server)}"
    for version in (*tables.REVISIONS, "none"):
        games = sum(tally.agreed[version, transport] for transport in tables.TRANSPORTS)
        yield f"{'agreed on':17} {version:11} {games:6}  {_counts(tally.versions, version)}"
    for kind in sorted({kind for kind, _ in tally.steps}):
        yield f"{kind:29} " + " ".join(f"{tally.steps[kind, verdict]:6} {verdict}" for verdict in VERDICTS)
    for rule in RULES:
        yield f"{rule:29} {tally.local[rule]:6} by this side {tally.remote[rule]:6} by the peer"


def _counts(counts: Counter[Any], *key: str) -> str:
    columns = [(*key, transport, verdict) for transport in tables.TRANSPORTS for verdict in VERDICTS]
    return " ".join(f"{counts[column]:6}" for column in columns)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000, help="at least so many")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--game", type=int, help="only this one")
    options: Any = parser.parse_args(arguments)
    tally, started = Tally(), time.perf_counter()
    if options.game is not None:
        play_numbered(options.seed, options.game, tally)
        print(tally)
        return 0
    print(f"seed {options.seed}, {options.steps} steps", flush=True)
    game, failures = 0, 0
    while tally.total < options.steps and failures < FAILURES:
        try:
            play_numbered(options.seed, game, tally)
        except AssertionError as error:
            failures += 1
            print(f"game {game}: {error}", file=sys.stderr)
        game += 1
    print(*report(tally), sep="\n")
    gaps = [] if failures else list(missing(tally))
    print(*gaps, sep="\n", end="\n" if gaps else "", file=sys.stderr)
    taken = time.perf_counter() - started
    print(f"seed {options.seed}: {game} games, {tally}, {failures} disagreements, {len(gaps)} gaps, in {taken:.0f} s")
    return 1 if failures or gaps else 0


if __name__ == "__main__":
    sys.exit(main())
