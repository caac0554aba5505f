"""What the report calls safe, on documents: those of one side at the place of a change, against that change alone.

What it calls risky must be safe for whoever writes only members that their side has a name for, and is held to that.

Where changes make up for each other, only the definition as a whole is safe; then its documents are tried on the
other side's. Run `python -m tests.diff.soundness --count 400 --seed 1`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mcp_bindgen import comparison
from mcp_bindgen.diff.containment.paths import follow
from mcp_bindgen.diff.containment.shapes import Shape
from mcp_bindgen.diff.rules.catalogue import BY_ID
from mcp_bindgen.diff.schema.compare import Comparison
from mcp_bindgen.diff.types import WAYS, Change, Way
from mcp_bindgen.diff.verdict.wire import named_only
from tests.diff.rendering import ROOT, rendered
from tests.diff.sides import ORDERED, SUCCESSIVE, Verdicts, between, level, pinned
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError

SEED = 20261121
LEAST = 100
"""Documents for one entry."""
SHOWN = 8


@dataclass
class Tally:
    """What came of some reports."""

    entries: int = 0
    """Safe verdicts of entries with a place in both schemas."""
    risky: int = 0
    """Risky ones, which are held to documents of known members."""
    as_a_whole: int = 0
    """Of those, safe only by the definition as a whole."""
    documents: int = 0
    empty: int = 0
    """Places that no document can fill."""
    failures: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return (
            f"{self.entries} safe verdicts and {self.risky} risky ones ({self.as_a_whole} by the whole definition), "
            f"{self.documents} documents, "
            f"{self.empty} places without any; {len(self.failures)} counter-examples"
        )


@cache
def compared(old: str, new: str) -> Comparison:
    """The comparison behind a report."""
    return Comparison(pinned(old).spec, pinned(new).spec, comparison.renames())


def check(old: str, new: str, count: int, seed: int, tally: Tally) -> None:
    """Every safe verdict of one report."""
    found = compared(old, new)
    for change in between(old, new).changes:
        for way in WAYS:
            if change.delta.forward is None:
                continue
            if level(change, way) == "safe":
                tally.entries += 1
                _check(change, way, found, count, seed, tally, f"{old} to {new}", keeping=False)
            elif level(change, way) == "risky" and BY_ID[change.rule].wire == "contained":
                tally.risky += 1
                _check(change, way, found, count, seed, tally, f"{old} to {new}", keeping=True)


def _check(
    change: Change, way: Way, found: Comparison, count: int, seed: int, tally: Tally, pair: str, *, keeping: bool
) -> None:
    delta, forth = change.delta, way == "old_to_new"
    here, there = (delta.old, delta.new) if forth else (delta.new, delta.old)
    changed = delta.forward if forth else delta.backward
    assert here is not None
    assert there is not None
    assert changed is not None
    sender, receiver = (found.old, found.new) if forth else (found.new, found.old)
    root = sender.whole(here, keeping=keeping)
    place = follow(sender.way_to(here, keeping=keeping), here.path)
    place = named_only(place, delta) if keeping else place
    documents = list(_documents(place, count, seed))
    tally.documents += len(documents)
    tally.empty += not documents
    refused = _refused(documents, changed)
    if refused is None:
        return
    tally.as_a_whole += 1
    whole = list(_documents(root, count, seed))
    tally.documents += len(whole)
    counter = _refused(whole, receiver.whole(there))
    if counter is not None:
        where = f"{pair}, {way}: {change.rule} {delta.place.pointer}"
        told = "risky" if keeping else "safe"
        tally.failures.append(f"{where} is called {told}, but not for {json.dumps(counter[0])}")


def _documents(shape: Shape, count: int, seed: int) -> Iterable[Any]:
    """Valid documents, as different as the generator makes them."""
    generator = Generator(rendered(shape), seed)
    try:
        for _ in range(count):
            yield generator.valid(ROOT)
    except UnsatisfiableError:
        return


def _refused(documents: Sequence[Any], shape: Shape) -> tuple[Any] | None:
    verdicts = Verdicts(rendered(shape))
    return next(((value,) for value in documents if not verdicts.accept(ROOT, value)), None)


def run(pairs: Iterable[tuple[str, str]], count: int, seed: int) -> Tally:
    """Every safe verdict of these reports, with so many documents each."""
    tally = Tally()
    for old, new in pairs:
        check(old, new, count, seed, tally)
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 on any counter-example."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=4 * LEAST, help="documents for each entry")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--successive", action="store_true", help="only pairs of neighbours")
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    pairs = SUCCESSIVE if options.successive else (*ORDERED, *((new, old) for old, new in ORDERED))
    tally = run(pairs, options.count, options.seed)
    for failure in tally.failures[:SHOWN]:
        print(f"- {failure}")
    print(f"{tally}, {time.perf_counter() - started:.1f} s, seed {options.seed}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
