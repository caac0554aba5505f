"""Generated messages of every revision to every other one, and what must hold of each translation."""

from __future__ import annotations

import traceback
from collections.abc import Iterator

from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally
from tests.translation import inputs, properties, tools
from tests.translation.samples import PAIRS, sample

CHUNK = 5_000
TOOLS_EVERY = 40
"""Every so many numbers, a tool and a result of it are translated too."""
INPUTS_EVERY = 12
"""Every so many numbers, a request for input and its response are translated too."""
DROPPING_EVERY = 4
OUTCOMES = ("lossless", "lossy", "refused", "refused, bridge", "refused, context")


def try_each(part: tuple[int, range]) -> Tally:
    """Translate one message for each number."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        source, target = PAIRS[number % len(PAIRS)]
        for kind, what in _faults(tally, source, target, number, seed):
            tally.fail(Failure(f"({kind})", what, (source, target, str(number))))
    return tally


def _faults(tally: Tally, source: str, target: str, number: int, seed: int) -> Iterator[tuple[str, str]]:
    try:
        made = sample(source, target, number // len(PAIRS), seed)
        if made is not None:
            outcome = properties.outcome_of(made, target)
            tally.count("messages", f"{source} to {target}", properties.kind_of(outcome))
            for name in properties.rules_of(outcome):
                tally.count("rules", name)
            yield from properties.faults(made, target, outcome)
            if number // len(PAIRS) % DROPPING_EVERY == 0:
                yield from properties.faults_of_dropping(made, target)
        if number % TOOLS_EVERY == 0:
            tally.count("tools")
            yield from tools.faults(f"{seed}/{number}")
        if number % INPUTS_EVERY == 0:
            tally.count("requests and responses for input", times=2)
            met: set[str] = set()
            yield from inputs.faults(f"{seed}/{number}", met)
            for name in met:
                tally.count("rules", name)
    except Exception:  # whatever it is, it must not get here
        yield "e", traceback.format_exc()[-1_500:]


def table(tally: Tally) -> Iterator[str]:
    """Yield the shares of each pair."""
    yield f"{'':24}" + "".join(f"{outcome:>18}" for outcome in OUTCOMES) + f"{'messages':>10}"
    for pair in (f"{source} to {target}" for source, target in PAIRS):
        total = tally.total("messages", pair)
        shares = (tally.total("messages", pair, outcome) / max(total, 1) for outcome in OUTCOMES)
        yield f"{pair:24}" + "".join(f"{share:18.1%}" for share in shares) + f"{total:10}"
    yield "failures of " + ", ".join(f"({name}) {tally.total(f'({name})')}" for name in "abcef")


def bars(tally: Tally) -> Iterator[str]:
    """Yield rules that no message has met, in a long run."""
    if tally.total("messages") > 100_000:
        never = sorted({rule for rule in properties.rule_ids() if not tally.total("rules", rule)})
        if never:
            yield f"no message met the rules {', '.join(never)}"


PROGRAM = Program(
    summary="every message translates validly, by its edits alone, and comes back, or is refused",
    unit="messages",
    count=240_000,
    split_work=in_chunks(CHUNK),
    run_part=try_each,
    is_numbered=True,
    bars=bars,
    table=table,
)
