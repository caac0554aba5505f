"""Documents for every definition of every revision, against the reference validator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import mcp_bindings as mb
from tests.differential import check
from tests.soak.program import Program
from tests.soak.tally import Tally


class Task(NamedTuple):
    """A definition and how many documents to try on it."""

    revision: str
    definition: str
    documents: int
    seed: int


def tasks(total: int, seed: int, revisions: Sequence[str] = mb.REVISIONS) -> list[Task]:
    """Return the tasks: so many documents, spread evenly over all definitions of the revisions."""
    names = [(revision, name) for revision in revisions for name in check.schema(revision)["$defs"]]
    each, rest = divmod(total, len(names))
    return [Task(revision, name, each + (place < rest), seed) for place, (revision, name) in enumerate(names)]


def split_work(seed: int, numbers: range) -> list[Task]:
    """Return the tasks; the numbers only give their count."""
    return tasks(len(numbers), seed)


def try_definition(task: Task) -> Tally:
    """Try the documents of one definition."""
    tally = Tally()
    generator = check.generator(task.revision, task.seed)
    for number, instance in enumerate(generator.instances(task.definition, task.documents)):
        text = check.STYLES[number % len(check.STYLES)](instance.value)
        tally.count("by revision", task.revision)
        tally.count("by kind", instance.kind)
        check.check_text(task.revision, task.definition, text, instance.note, tally)
    return tally


PROGRAM = Program(
    summary="the package and the reference validator agree on every document, and nothing is lost",
    unit="documents",
    count=200_000,
    split_work=split_work,
    run_part=try_definition,
    shown=lambda failure: str(check.minimal(failure)),
)
