"""The search on random schemas: what it finds is a witness, and where it finds none no document is one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mcp_bindgen.diff.containment.acceptance import accepts
from mcp_bindgen.diff.containment.failures import FoundDocument
from mcp_bindgen.diff.containment.search import Search
from mcp_bindgen.diff.containment.shapes import Scope, TypeRef
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import Ref
from tests.diff.rendering import ROOT, rendered
from tests.diff.sides import SchemaValidator, bare
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError
from tests.hostile.random_schemas import written
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

DOCUMENTS = 30


class Questions:
    """Questions about the definitions of one schema, and the check of every answer."""

    def __init__(self, subject: Subject, seed: int, place: str, tally: Tally) -> None:
        spec = subject.spec
        scope, effective = Scope(spec.by_name()), dict(spec.effective)
        self.names = tuple(spec.definitions)
        self.documents = {name: _documents(effective, name, seed) for name in self.names}
        self._shapes = {wire_name: TypeRef(scope, Ref(name)) for wire_name, name in spec.definitions.items()}
        self._verdicts = SchemaValidator(effective)
        self._search = Search()
        self._place, self._tally = place, tally

    def compare(self, name: str) -> None:
        """Check that a definition as a shape, and this shape written as a schema, accept the documents that the
        definition accepts as a schema.
        """
        shape = self._shapes[name]
        written_back = SchemaValidator(rendered(shape))
        for value in self.documents[name]:
            self._tally.count("documents")
            as_schema = self._verdicts.accept(name, value)
            if accepts(shape, value) != as_schema:
                self._fail(f"{name} as a shape and as a schema differ", value)
            if written_back.accept(ROOT, value) != as_schema:
                self._fail(f"the shape of {name} written as a schema and the schema differ", value)

    def ask(self, inside: Sequence[str], outside: str) -> None:
        """Check whether `outside` accepts every document that all of `inside` accept."""
        self._tally.count("questions")
        question = f"{' and '.join(inside)} in {outside}"
        answer = self._search.find_document([self._shapes[name] for name in inside], [self._shapes[outside]])
        if isinstance(answer, FoundDocument):
            self._tally.count("witnessed")
            if not self._is_witness(inside, outside, answer.document):
                self._fail(f"{question}: false witness", answer.document)
        elif answer == "unknown":
            self._tally.count("undecided")
        else:
            self._tally.count("contained")
            for value in (value for name in inside for value in self.documents[name]):
                if self._is_witness(inside, outside, value):
                    self._fail(f"{question}: called contained, but a document is a witness", value)

    def _is_witness(self, inside: Sequence[str], outside: str, value: object) -> bool:
        accepted = all(self._verdicts.accept(name, value) for name in inside)
        return accepted and not self._verdicts.accept(outside, value)

    def _fail(self, what: str, value: object) -> None:
        self._tally.fail(Failure("failures", what, (self._place,), json.dumps(value)))


def try_schema(document: dict[str, Any], seed: int, place: str, tally: Tally) -> None:
    """Ask about every definition and every other, and about every pair and every third."""
    tally.count("schemas")
    try:
        subject = bare(document, "random")
    except BindgenError:
        tally.count("refused")
        return
    questions = Questions(subject, seed, place, tally)
    for one in questions.names:
        questions.compare(one)
        for other in questions.names:
            for third in questions.names:
                questions.ask([one, other], third)
            questions.ask([one], other)


def _documents(effective: dict[str, Any], name: str, seed: int) -> list[Any]:
    try:
        return [instance.value for instance in Generator(effective, seed).instances(name, DOCUMENTS)]
    except UnsatisfiableError:
        return []


def variants(document: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return two schemas in one, so that they can be compared. Of equal names one remains."""
    return {"$defs": {**document["$defs"], **other["$defs"]}}


def try_schemas(part: tuple[int, range]) -> Tally:
    """Return the pairs of random schemas of these numbers."""
    seed, numbers = part
    total = Tally()
    for number in numbers:
        tally = Tally()
        document = variants(written(seed, 2 * number), written(seed, 2 * number + 1))
        try_schema(document, seed, f"schema {number} of seed {seed}", tally)
        total.add(tally)
    return total


PROGRAM = Program(
    summary="what the containment search finds is a witness, and where it finds none no document is one",
    unit="schemas",
    count=5_000,
    split_work=in_chunks(50),
    run_part=try_schemas,
    is_numbered=True,
)
