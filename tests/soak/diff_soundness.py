"""Check of safe verdicts on documents: those of one side at the place of a change, against that change alone.

What it calls risky must be safe for whoever writes only members that their side has a name for, and is held to that.

Where changes make up for each other, only the definition as a whole is safe; then its documents are tried on the
other side's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from mcp_bindgen import comparison
from mcp_bindgen.diff.containment.shape_paths import follow_path
from mcp_bindgen.diff.containment.shapes import Shape
from mcp_bindgen.diff.rules.catalogue import BY_ID
from mcp_bindgen.diff.schema.side import ComparedSchemas, compared_schemas
from mcp_bindgen.diff.types import WAYS, Change, Way
from mcp_bindgen.diff.verdict.wire import forbid_undeclared_members
from tests.diff.rendering import ROOT, rendered
from tests.diff.sides import ORDERED, SchemaValidator, between, level, pinned
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

LEAST = 100
"""Documents for one entry."""
ATTEMPTS = 3
"""Documents to make, at most, for each document that is wanted."""


@cache
def compared(old: str, new: str) -> ComparedSchemas:
    """Return the comparison behind a report."""
    return compared_schemas(pinned(old).spec, pinned(new).spec, comparison.read_known_renames())


def check(old: str, new: str, count: int, seed: int, tally: Tally) -> None:
    """Check every safe verdict of the report between two revisions."""
    check_changes(between(old, new).changes, compared(old, new), count, seed, tally, f"{old} to {new}")


def check_changes(
    changes: Iterable[Change], found: ComparedSchemas, count: int, seed: int, tally: Tally, pair: str
) -> None:
    """Check every safe verdict of some changes between two schemas."""
    for change in changes:
        for way in WAYS:
            if change.delta.effect is None:
                continue
            if level(change, way) == "safe":
                tally.count("safe verdicts")
                _check(change, way, found, count, seed, tally, pair, keeping=False)
            elif level(change, way) == "risky" and BY_ID[change.rule].wire == "contained":
                tally.count("risky verdicts")
                _check(change, way, found, count, seed, tally, pair, keeping=True)


def _check(
    change: Change, way: Way, found: ComparedSchemas, count: int, seed: int, tally: Tally, pair: str, *, keeping: bool
) -> None:
    delta, forth = change.delta, way == "old_to_new"
    here, there = (delta.old, delta.new) if forth else (delta.new, delta.old)
    assert delta.effect is not None
    changed = delta.effect.forward if forth else delta.effect.backward
    assert here is not None
    assert there is not None
    sender, receiver = (found.old, found.new) if forth else (found.new, found.old)
    root = sender.sent_definition(here, known_members_only=keeping)
    place = follow_path(sender.path_start(here, known_members_only=keeping), here.path)
    place = forbid_undeclared_members(place, delta) if keeping else place
    documents = _documents(place, count, seed)
    tally.count("documents", times=len(documents))
    tally.count("places without documents", times=not documents)
    refused = _refused(documents, changed)
    if refused is None:
        return
    tally.count("safe as a whole definition only")
    whole = _documents(root, count, seed)
    tally.count("documents", times=len(whole))
    counter = _refused(whole, receiver.sent_definition(there))
    if counter is not None:
        where = f"{change.rule} {delta.place.pointer}"
        what = f"called {'risky' if keeping else 'safe'}, but a document shows otherwise"
        tally.fail(Failure("counter-examples", what, (f"{pair}, {way}", where), json.dumps(counter[0])))


def _documents(shape: Shape, count: int, seed: int) -> list[Any]:
    """Return valid documents, as different as the generator makes them. The generator reads few kinds of conditions, so
    a validator checks what it makes.
    """
    schema = rendered(shape)
    generator, validator = Generator(schema, seed), SchemaValidator(schema)
    try:
        made = (generator.valid(ROOT) for _ in range(ATTEMPTS * count))
        return list(islice((document for document in made if validator.accept(ROOT, document)), count))
    except UnsatisfiableError:
        return []


def _refused(documents: Sequence[Any], shape: Shape) -> tuple[Any] | None:
    verdicts = SchemaValidator(rendered(shape))
    return next(((value,) for value in documents if not verdicts.accept(ROOT, value)), None)


class Task(NamedTuple):
    """A pair of revisions, and how many documents to try for each verdict."""

    old: str
    new: str
    documents: int
    seed: int


def split_work(seed: int, numbers: range) -> list[Task]:
    """Return every pair of revisions in both directions."""
    return [Task(*pair, len(numbers), seed) for old, new in ORDERED for pair in ((old, new), (new, old))]


def check_report(task: Task) -> Tally:
    """Return every verdict of one report."""
    tally = Tally()
    check(*task, tally)
    return tally


PROGRAM = Program(
    summary="no document contradicts a verdict that calls a change safe",
    unit="documents for each verdict",
    count=4 * LEAST,
    split_work=split_work,
    run_part=check_report,
)
