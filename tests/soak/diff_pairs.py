"""Random schemas against each other: a report in every form, no false witness, and nothing called safe that is not."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping

import jsonschema_rs

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import WAYS, Report, Way
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import normalize
from mcp_bindgen.jsontext import JSONValue, is_array, is_object
from mcp_bindgen.pages.changes import changes_page
from mcp_bindgen.report.github import annotation_lines
from mcp_bindgen.report.markdown import report_markdown
from mcp_bindgen.report.model import ReportJSON as Form
from mcp_bindgen.report.model import report_schema
from mcp_bindgen.report.text import changes_text
from mcp_bindgen.report.to_json import report_to_json
from tests.diff.sides import SchemaValidator, WitnessValidators, bare, level
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError
from tests.hostile.random_schemas import written
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

DOCUMENTS = 10
"""Tried on each definition that both sides have."""
SCHEMAS_OF_PAIR = 1_000
"""Numbers of schemas that are kept for each pair; most are left, since few schemas are refused."""
FORMS: tuple[Callable[[Form], str], ...] = (report_markdown, annotation_lines, changes_page)
PUBLISHED = jsonschema_rs.Draft202012Validator(report_schema())


def try_pairs(part: tuple[int, range]) -> Tally:
    """Return the pairs of these numbers."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        tally.count("pairs")
        schemas = itertools.count(number * SCHEMAS_OF_PAIR)
        old, new = (accepted(seed, schemas, name, tally) for name in ("old", "new"))
        for fault in _faults(old, new, seed, tally):
            tally.fail(Failure("failures", fault, (f"pair {number} of seed {seed}",)))
    return tally


def accepted(seed: int, numbers: Iterator[int], name: str, tally: Tally) -> Subject:
    """Return the next schema that the tool accepts, with definitions A, B, … so that two schemas share some."""
    for number in numbers:
        document = written(seed, number)
        try:
            return bare(renamed(normalize.normalize(document, where=name)), name)
        except BindgenError:
            tally.count("refused schemas")
    raise AssertionError


def renamed(schema: Mapping[str, JSONValue]) -> dict[str, JSONValue]:
    """Return a normalized schema with other names of definitions, by order."""
    definitions = schema["$defs"]
    assert is_object(definitions)
    names = {name: chr(ord("A") + place) for place, name in enumerate(definitions)}
    targets = {normalize.reference_to(name): normalize.reference_to(other) for name, other in names.items()}

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
    found = make_report(old, new)
    tally.measure("seconds for a report", time.process_time() - started)
    tally.count("changes", times=len(found.changes))
    value = report_to_json(found)
    PUBLISHED.validate(json.loads(json.dumps(value)))
    texts = [changes_text(found), *(form(value) for form in FORMS)]
    faults = ["an empty report"] if found.changes and not all(texts) else []
    judges = WitnessValidators((old.spec.effective, old), (new.spec.effective, new))
    verdicts = {"old": SchemaValidator(old.spec.effective), "new": SchemaValidator(new.spec.effective)}
    for change in found.changes:
        for _, witness in change.witnesses:
            tally.count("witnesses")
            if not judges.confirm(witness):
                faults.append(f"false witness of {change.rule}: {json.dumps(witness.document)}")
    for way in WAYS:
        faults += _losses(old, new, found, way, verdicts, seed)
    return faults


def _losses(
    old: Subject, new: Subject, found: Report, way: Way, verdicts: dict[str, SchemaValidator], seed: int
) -> list[str]:
    """Check pairs in which every change is safe one way: documents of a shared definition must pass that way."""
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


PROGRAM = Program(
    summary='two random schemas give a report in every form, without a false witness or a false "safe"',
    unit="pairs",
    count=2_000,
    split_work=in_chunks(20),
    run_part=try_pairs,
    is_numbered=True,
)
