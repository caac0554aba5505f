"""A schema edited in one place against itself: what changes the valid documents is reported, what does not is not.

Run `python -m tests.diff.completeness --count 5000 --seed 1`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from typing import Any

from mcp_bindgen.diff.compare import report
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import WAYS, Report
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.sources import effective_schema
from tests.diff.edits import CHANGING, IDLE, SURROUNDING, Edited, closure, edited
from tests.diff.sides import RELEASED, Judges, Verdicts, bare, both_sent, completed_by, level
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError

SEED = 20261121
DOCUMENTS = 40
"""Tried on either side of each edit."""
SHOWN = 8


@dataclass
class Tally:
    """What came of some edits."""

    edits: int = 0
    refused: int = 0
    """Schemas that the tool refuses with a message."""
    changed: int = 0
    """Edits that changed the valid documents, as a document shows."""
    reported: int = 0
    breaking: int = 0
    """Breaking verdicts on the wire."""
    witnessed: int = 0
    unknown: int = 0
    kinds: Counter[str] = field(default_factory=Counter[str])
    failures: list[str] = field(default_factory=list[str])

    def add(self, other: Tally) -> None:
        """Take in another part of the run."""
        for name in ("edits", "refused", "changed", "reported", "breaking", "witnessed", "unknown"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.kinds += other.kinds
        self.failures += other.failures

    def __str__(self) -> str:
        return (
            f"{self.edits} edits ({self.refused} refused by the tool), {self.changed} changed what is valid, "
            f"{self.reported} reported; {self.breaking} breaking verdicts, {self.witnessed} with a witness, "
            f"{self.unknown} unknown; {len(self.failures)} failures"
        )


@cache
def schema(revision: str) -> dict[str, Any]:
    """The effective schema of a revision."""
    return effective_schema(revision)


@cache
def unedited(revision: str, definition: str) -> Subject:
    """The part of a revision that one definition needs."""
    return bare(closure(schema(revision), definition, *SURROUNDING), "old")


def try_edit(number: int, seed: int) -> Tally:
    """One edit: two of three may change what is valid, the third only writes it otherwise."""
    revision = RELEASED[number % len(RELEASED)]
    idle = number % 3 == 2
    case = edited(schema(revision), f"{seed}/{number}", IDLE if idle else CHANGING)
    tally = Tally(edits=1)
    tally.kinds[case.edit] += 1
    try:
        old, new = unedited(revision, case.definition), bare(case.after, "new")
    except BindgenError:
        tally.refused = 1
        return tally
    found = report(old, new)
    tally.reported = bool(found.changes)
    faults = list(_idle_faults(found)) if idle else list(_faults(case, (old, new), found, seed, tally))
    faults += _false_witnesses(found, Judges((case.before, old), (case.after, new)), tally)
    place = f"edit {number} of seed {seed}, {revision}: {case.edit} at {case.pointer}"
    tally.failures = [f"{fault}\n    {place}" for fault in faults]
    return tally


def _idle_faults(found: Report) -> list[str]:
    return [f"reported though nothing changed: {change.rule} {change.summary}" for change in found.changes]


def _faults(case: Edited, sides: tuple[Subject, Subject], found: Report, seed: int, tally: Tally) -> list[str]:
    """Documents that one side may send and the other refuses, though the report calls that way safe."""
    faults: list[str] = []
    documents = case.before, case.after
    verdicts = both_sent(documents, sides)
    for way, document in zip(WAYS, documents, strict=True):
        sender, receiver = verdicts if way == "old_to_new" else verdicts[::-1]
        loss = _loss(case.definition, document, sender, receiver, seed)
        if loss is not None:
            tally.changed = 1
            if all(level(change, way) == "safe" for change in found.changes):
                faults.append(f"{way} is called safe, but not for {json.dumps(loss[0])}")
    return faults


def _loss(
    definition: str, documents: dict[str, Any], sender: Verdicts, receiver: Verdicts, seed: int
) -> tuple[Any] | None:
    """A document of the sender that the receiver refuses, if some random ones show it."""
    generator = Generator(documents, seed)
    try:
        for instance in generator.instances(definition, DOCUMENTS):
            own = instance.value
            around = [completed_by(own, generator.valid(name)) for name in SURROUNDING if name in documents["$defs"]]
            for value in (own, *around):
                if sender.accept(definition, value) and not receiver.accept(definition, value):
                    return (value,)
    except UnsatisfiableError:
        pass
    return None


def _false_witnesses(found: Report, judges: Judges, tally: Tally) -> list[str]:
    faults: list[str] = []
    for change in found.changes:
        witnesses = dict(change.witnesses)
        for way in WAYS:
            tally.unknown += level(change, way) == "unknown"
            if level(change, way) == "breaking" and change.delta.source == "schema":
                tally.breaking += 1
                tally.witnessed += way in witnesses
        for witness in witnesses.values():
            if not judges.confirm(witness):
                faults.append(f"false witness of {change.rule}: {json.dumps(witness.document)}")
    return faults


def _part(work: tuple[int, Sequence[int]]) -> Tally:
    seed, numbers = work
    total = Tally()
    for number in numbers:
        total.add(try_edit(number, seed))
    return total


def run(count: int, seed: int, jobs: int = 1) -> Tally:
    """So many edits."""
    parts = [(seed, range(start, min(start + 50, count))) for start in range(0, count, 50)]
    total = Tally()
    if jobs == 1:
        for part in parts:
            total.add(_part(part))
        return total
    with get_context("spawn").Pool(jobs) as pool:
        for tally in pool.imap(_part, parts):
            total.add(tally)
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 on any failure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=5_000, help="edits")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    tally = run(options.count, options.seed, options.jobs)
    for failure in tally.failures[:SHOWN]:
        print(f"- {failure}")
    print(", ".join(f"{kind} {number}" for kind, number in sorted(tally.kinds.items())))
    print(f"{tally}, {time.perf_counter() - started:.1f} s, seed {options.seed}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
