"""The long run of the model: `python -m tests.session.soak --steps 100000 --seed 7`.

It fails at the first step that the sessions and the model see differently, and if a kind of step or a rule never came up.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from typing import Any

from mcp_bindings.session import RULES
from tests.session import tables
from tests.session.steps import WEIGHTS, Steps
from tests.session.waivers import NEVER_LOCAL, NEVER_REMOTE
from tests.session.world import Tally

SEED = 20261121
LENGTH = 120
"""Steps of one pair of ends."""


def play(seed: int, length: int, tally: Tally, pool_seed: int) -> None:
    """One pair of ends, from its beginning to its end."""
    chance = random.Random(seed)
    steps = Steps(chance.choice, tally, pool_seed)
    kinds, weights = list(WEIGHTS), list(WEIGHTS.values())
    plan = chance.choices(kinds, weights, k=length)
    try:
        for kind in plan:
            steps.take(kind)
        steps.drain()
    except BaseException:
        print(f"game {seed}: {steps.spoken}, {steps.transport}, {steps.capabilities}", *steps.log[-int(os.environ.get("LOG", "25")):], sep="\n  ", file=sys.stderr)
        raise


def missing(tally: Tally) -> list[str]:
    """What never came up, and waivers of what did."""
    found: list[str] = []
    for side, seen, never in (("local", tally.local, NEVER_LOCAL), ("remote", tally.remote, NEVER_REMOTE)):
        found += [f"{side} {rule} was never broken" for rule in RULES if not seen[rule] and rule not in never]
        found += [f"{side} {rule} is waived, and came up" for rule in never if seen[rule]]
        found += [f"{side} {rule} is waived, and is no rule" for rule in never if rule not in RULES]
        found += [f"{side} {rule} came up, and is no rule" for rule in seen if rule not in RULES]
    agreed = [(version, transport) for version in tables.REVISIONS for transport in ("stdio", "http")]
    found += [f"{version} was never agreed on over {transport}" for version, transport in agreed if not tally.versions[version, transport]]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=SEED)
    options: Any = parser.parse_args(arguments)
    print(f"seed {options.seed}, {options.steps} steps", flush=True)
    tally, game, started = Tally(), 0, time.perf_counter()
    while tally.total < options.steps:
        play(options.seed * 1_000_000 + game, LENGTH, tally, options.seed + game // 500)
        game += 1
    print(f"{game} pairs of ends, {tally}, in {time.perf_counter() - started:.0f} s")
    for (kind, verdict), count in sorted(tally.steps.items()):
        print(f"  {kind:28} {verdict:8} {count:8}")
    for rule in RULES:
        print(f"  {rule:28} broken here {tally.local[rule]:6}, by the peer {tally.remote[rule]:6}")
    gaps = missing(tally)
    print(*gaps, sep="\n", file=sys.stderr)
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
