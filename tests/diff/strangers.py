"""Random schemas against each other: a report in every form, no false witness, and nothing called safe that is not.

Run `python -m tests.diff.strangers --count 2000 --seed 1`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import jsonschema_rs

from mcp_bindgen.diff.compare import report
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.to_json import to_value
from mcp_bindgen.diff.types import WAYS, Report, Way
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import normalize
from mcp_bindgen.jsontext import JSONValue, is_array, is_object
from mcp_bindgen.pages.changes import page
from mcp_bindgen.report import text as difftext
from mcp_bindgen.report.github import annotation_lines
from mcp_bindgen.report.markdown import markdown
from mcp_bindgen.report.model import Report as Form
from mcp_bindgen.report.model import report_schema
from tests.diff.sides import Judges, Verdicts, bare, level
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError
from tests.hostile.random_schemas import written

SEED = 20261121
DOCUMENTS = 10
"""Tried on each definition that both sides have."""
SHOWN = 8
FORMS: tuple[Callable[[Form], str], ...] = (markdown, annotation_lines, page)
PUBLISHED = jsonschema_rs.Draft202012Validator(report_schema())


@dataclass
class Tally:
    """What came of some pairs."""

    pairs: int = 0
    refused: int = 0
    """Schemas that the tool refuses with a message; others take their places."""
    changes: int = 0
    witnesses: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return (
            f"{self.pairs} pairs ({self.refused} schemas refused by the tool), {self.changes} changes, "
            f"{self.witnesses} witnesses, slowest {self.slowest:.1f} s; {len(self.failures)} failures"
        )


def run(count: int, seed: int) -> Tally:
    """So many pairs."""
    tally = Tally()
    numbers = itertools.count()
    for number in range(count):
        tally.pairs += 1
        old, new = (accepted(seed, numbers, name, tally) for name in ("old", "new"))
        tally.failures += [f"{fault}\n    pair {number} of seed {seed}" for fault in _faults(old, new, seed, tally)]
    return tally


def accepted(seed: int, numbers: Iterator[int], name: str, tally: Tally) -> Subject:
    """The next schema that the tool takes, its definitions called A, B, … so that two of them have some in common."""
    for number in numbers:
        document = written(seed, number)
        try:
            return bare(renamed(normalize.normalize(document, where=name)), name)
        except BindgenError:
            tally.refused += 1
    raise AssertionError


def renamed(schema: Mapping[str, JSONValue]) -> dict[str, JSONValue]:
    """A normalized schema with other names of definitions, by order."""
    definitions = schema["$defs"]
    assert is_object(definitions)
    names = {name: chr(ord("A") + place) for place, name in enumerate(definitions)}
    targets = {normalize.reference(name): normalize.reference(other) for name, other in names.items()}

    def led(value: JSONValue) -> JSONValue:
        if is_array(value):
            return [led(item) for item in value]
        if not is_object(value):
            return value
        return {
            name: targets[each] if name == "$ref" and isinstance(each, str) else led(each)
            for name, each in value.items()
        }

    return {"$defs": {names[name]: led(each) for name, each in definitions.items()}}


def _faults(old: Subject, new: Subject, seed: int, tally: Tally) -> list[str]:
    started = time.process_time()
    found = report(old, new)
    tally.slowest = max(tally.slowest, time.process_time() - started)
    tally.changes += len(found.changes)
    value = to_value(found)
    PUBLISHED.validate(json.loads(json.dumps(value)))
    texts = [difftext.changes_text(found), *(form(value) for form in FORMS)]
    faults = ["an empty report"] if found.changes and not all(texts) else []
    judges = Judges((old.spec.effective, old), (new.spec.effective, new))
    verdicts = {"old": Verdicts(old.spec.effective), "new": Verdicts(new.spec.effective)}
    for change in found.changes:
        for _, witness in change.witnesses:
            tally.witnesses += 1
            if not judges.confirm(witness):
                faults.append(f"false witness of {change.rule}: {json.dumps(witness.document)}")
    for way in WAYS:
        faults += _losses(old, new, found, way, verdicts, seed)
    return faults


def _losses(old: Subject, new: Subject, found: Report, way: Way, verdicts: dict[str, Verdicts], seed: int) -> list[str]:
    """Where every change is safe one way: documents of a shared definition that do not pass that way."""
    if any(level(change, way) != "safe" for change in found.changes):
        return []
    sender, receiver = ("old", "new") if way == "old_to_new" else ("new", "old")
    source = {"old": old, "new": new}[sender].spec.effective
    for definition in set(old.spec.definitions) & set(new.spec.definitions):
        try:
            for instance in Generator(source, seed).instances(definition, DOCUMENTS):
                value = instance.value
                passes = verdicts[receiver].accept(definition, value)
                if not passes and verdicts[sender].accept(definition, value):
                    return [f"{way} is called safe, but {definition} refuses {json.dumps(value)}"]
        except UnsatisfiableError:
            continue
    return []


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 on any failure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=2_000, help="pairs")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    tally = run(options.count, options.seed)
    for failure in tally.failures[:SHOWN]:
        print(f"- {failure}")
    print(f"{tally}, {time.perf_counter() - started:.1f} s, seed {options.seed}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
