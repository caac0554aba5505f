"""A schema edited in one place against itself: what changes the valid documents is reported, what does not is not."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import WAYS, Report
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.sources import effective_schema
from tests.diff.edits import CHANGING, IDLE, SURROUNDING, Edited, closure, edited
from tests.diff.sides import RELEASED, SchemaValidator, WitnessValidators, bare, both_sent, completed_by, level
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

DOCUMENTS = 40
"""Tried on either side of each edit."""


@cache
def schema(revision: str) -> dict[str, Any]:
    """Return the effective schema of a revision."""
    return effective_schema(revision)


@cache
def unedited(revision: str, definition: str) -> Subject:
    """Return the part of a revision that one definition needs."""
    return bare(closure(schema(revision), definition, *SURROUNDING), "old")


def try_edit(number: int, seed: int) -> Tally:
    """Try one edit: two of three may change validity, the third changes only the notation."""
    revision = RELEASED[number % len(RELEASED)]
    idle = number % 3 == 2
    case = edited(schema(revision), f"{seed}/{number}", IDLE if idle else CHANGING)
    tally = Tally()
    tally.count("edits", case.edit)
    try:
        old, new = unedited(revision, case.definition), bare(case.after, "new")
    except BindgenError:
        tally.count("refused")
        return tally
    found = make_report(old, new)
    tally.count("reported", times=bool(found.changes))
    faults = list(_idle_faults(found)) if idle else list(_faults(case, (old, new), found, seed, tally))
    faults += _false_witnesses(found, WitnessValidators((case.before, old), (case.after, new)), tally)
    place = f"edit {number} of seed {seed}, {revision}: {case.edit} at {case.pointer}"
    for fault in faults:
        tally.fail(Failure("failures", fault, (place,)))
    return tally


def _idle_faults(found: Report) -> list[str]:
    return [f"reported though nothing changed: {change.rule} {change.summary}" for change in found.changes]


def _faults(case: Edited, sides: tuple[Subject, Subject], found: Report, seed: int, tally: Tally) -> list[str]:
    """Return documents that one side may send and the other refuses, though the report calls that way safe."""
    faults: list[str] = []
    is_changed = False
    documents = case.before, case.after
    verdicts = both_sent(documents, sides)
    for way, document in zip(WAYS, documents, strict=True):
        sender, receiver = verdicts if way == "old_to_new" else verdicts[::-1]
        loss = _loss(case.definition, document, sender, receiver, seed)
        if loss is not None:
            is_changed = True
            if all(level(change, way) == "safe" for change in found.changes):
                faults.append(f"{way} is called safe, but not for {json.dumps(loss[0])}")
    tally.count("changed", times=is_changed)
    return faults


def _loss(
    definition: str, documents: dict[str, Any], sender: SchemaValidator, receiver: SchemaValidator, seed: int
) -> tuple[Any] | None:
    """Return a document of the sender that the receiver refuses, if some random ones show it."""
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


def _false_witnesses(found: Report, judges: WitnessValidators, tally: Tally) -> list[str]:
    faults: list[str] = []
    for change in found.changes:
        witnesses = dict(change.witnesses)
        for way in WAYS:
            tally.count("unknown", times=level(change, way) == "unknown")
            if level(change, way) == "breaking" and change.delta.source == "schema":
                tally.count("breaking")
                tally.count("witnessed", times=way in witnesses)
        for witness in witnesses.values():
            if not judges.confirm(witness):
                faults.append(f"false witness of {change.rule}: {json.dumps(witness.document)}")
    return faults


def try_edits(part: tuple[int, range]) -> Tally:
    """Return the edits of these numbers."""
    seed, numbers = part
    total = Tally()
    for number in numbers:
        total.add(try_edit(number, seed))
    return total


PROGRAM = Program(
    summary="an edit that changes the valid documents is reported, and one that does not is not",
    unit="edits",
    count=5_000,
    split_work=in_chunks(50),
    run_part=try_edits,
    is_numbered=True,
)
