"""Verdicts on pairs of schemas that are known by construction: 0 wrong, and few left undecided."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from mcp_bindgen.diff.compare import make_report
from tests.diff.sides import SchemaValidator, bare, level
from tests.diff.verdict_pairs import DEFINITION, SchemaPair, schema_pair
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

LEAST_WITNESSED = 0.98
"""Least share of the incompatible pairs that come with a witness."""
LEAST_PROVEN = 0.80
"""Least share of the compatible pairs that are proven."""


def try_verdicts(part: tuple[int, range]) -> Tally:
    """Return the verdicts on the pairs of these numbers."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        pair = schema_pair(seed, number)
        started = time.process_time()
        outcome = _outcome(pair)
        tally.measure("seconds for a pair", time.process_time() - started)
        tally.count("pairs", "compatible" if pair.witness is None else "incompatible", outcome)
        if outcome.startswith("wrong"):
            schemas = json.dumps([pair.old, pair.new, pair.witness])
            tally.fail(Failure("failures", outcome, (f"pair {number} of seed {seed}: {pair.kind}",), schemas))
        elif outcome == "unknown":
            tally.count("unknown", pair.kind)
    return tally


def _outcome(pair: SchemaPair) -> str:
    """Return the outcome for documents of the old side: `proven`, `witness`, `unknown`, or what is wrong."""
    found = make_report(bare(pair.old, "old"), bare(pair.new, "new"))
    old, new = SchemaValidator(pair.old), SchemaValidator(pair.new)
    levels = {level(change, "old_to_new") for change in found.changes}
    witnesses = [witness for change in found.changes for way, witness in change.witnesses if way == "old_to_new"]
    for each in witnesses:
        if not old.accept(DEFINITION, each.document) or new.accept(DEFINITION, each.document):
            return f"wrong witness {json.dumps(each.document)}"
    if witnesses:
        return "witness"
    if "unknown" in levels:
        return "unknown"
    if levels <= {"safe"}:
        return "proven" if pair.witness is None else "wrong: called safe"
    return f"wrong: called {' and '.join(sorted(levels))} without a witness"


def _bars(tally: Tally) -> Iterator[str]:
    for kind, outcome, least in (
        ("incompatible", "witness", LEAST_WITNESSED),
        ("compatible", "proven", LEAST_PROVEN),
    ):
        share = tally.total("pairs", kind, outcome) / max(1, tally.total("pairs", kind))
        if share < least:
            yield f"{outcome} for {share:.1%} of the {kind} pairs, not for {least:.0%}"


PROGRAM = Program(
    summary="verdicts on pairs of schemas with conditions are right, and few pairs stay undecided",
    unit="pairs",
    count=2_000,
    split_work=in_chunks(100),
    run_part=try_verdicts,
    is_numbered=True,
    bars=_bars,
)
