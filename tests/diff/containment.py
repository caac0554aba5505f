"""The search on random schemas: what it finds is a witness, and where it finds none no document is one.

Run `python -m tests.diff.containment --count 3000 --seed 1`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp_bindgen.diff.containment.search import Found, Search
from mcp_bindgen.diff.containment.shapes import At, Scope, accepts
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import Ref
from tests.diff.sides import Verdicts, bare
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError
from tests.hostile.random_schemas import written

SEED = 20261121
DOCUMENTS = 30
SHOWN = 8


@dataclass
class Tally:
    """What came of some schemas."""

    schemas: int = 0
    refused: int = 0
    questions: int = 0
    contained: int = 0
    witnessed: int = 0
    undecided: int = 0
    documents: int = 0
    failures: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return (
            f"{self.schemas} schemas ({self.refused} refused), {self.questions} questions: {self.contained} contained, "
            f"{self.witnessed} with a witness, {self.undecided} undecided; {self.documents} documents tried, "
            f"{len(self.failures)} failures"
        )


def try_schema(document: dict[str, Any], seed: int, tally: Tally) -> None:
    """Every definition against every other."""
    tally.schemas += 1
    try:
        subject = bare(document, "random")
    except BindgenError:
        tally.refused += 1
        return
    spec = subject.spec
    scope, search = Scope(spec.by_name()), Search()
    effective = dict(spec.effective)
    verdicts = Verdicts(effective)
    shapes = {wire_name: At(scope, Ref(name)) for wire_name, name in spec.definitions.items()}
    documents = {name: _documents(effective, name, seed) for name in spec.definitions}
    for one, found in documents.items():
        for value in found:
            tally.documents += 1
            if accepts(shapes[one], value) != verdicts.accept(one, value):
                tally.failures.append(f"{one} as a shape and as a schema differ on {json.dumps(value)}")
        for other in spec.definitions:
            _both(one, other, shapes, documents, verdicts, search, tally)
            tally.questions += 1
            answer = search.find([shapes[one]], [shapes[other]])
            if isinstance(answer, Found):
                tally.witnessed += 1
                fine = verdicts.accept(one, answer.document)
                if not fine or verdicts.accept(other, answer.document):
                    tally.failures.append(f"{one} in {other}: false witness {json.dumps(answer.document)}")
            elif answer == "unknown":
                tally.undecided += 1
            else:
                tally.contained += 1
                for value in found:
                    if verdicts.accept(one, value) and not verdicts.accept(other, value):
                        tally.failures.append(f"{one} in {other}: called contained, but {json.dumps(value)}")


def _both(
    one: str,
    other: str,
    shapes: Mapping[str, At],
    documents: Mapping[str, list[Any]],
    verdicts: Verdicts,
    search: Search,
    tally: Tally,
) -> None:
    """What two definitions share and a third has not."""
    for third in shapes:
        tally.questions += 1
        answer = search.find([shapes[one], shapes[other]], [shapes[third]])
        if isinstance(answer, Found):
            tally.witnessed += 1
            value = answer.document
            if not (verdicts.accept(one, value) and verdicts.accept(other, value)) or verdicts.accept(third, value):
                tally.failures.append(f"{one} and {other} but not {third}: false witness {json.dumps(value)}")
        elif answer == "unknown":
            tally.undecided += 1
        else:
            tally.contained += 1
            for value in (*documents[one], *documents[other]):
                if verdicts.accept(one, value) and verdicts.accept(other, value) and not verdicts.accept(third, value):
                    tally.failures.append(f"{one} and {other} in {third}: called contained, but {json.dumps(value)}")


def _documents(effective: dict[str, Any], name: str, seed: int) -> list[Any]:
    try:
        return [instance.value for instance in Generator(effective, seed).instances(name, DOCUMENTS)]
    except UnsatisfiableError:
        return []


def variants(document: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Two schemas in one, so that there is something to compare; of equal names one stays."""
    return {"$defs": {**document["$defs"], **other["$defs"]}}


def run(count: int, seed: int, start: int = 0) -> Tally:
    """So many schemas."""
    tally = Tally()
    for number in range(start, start + count):
        document = variants(written(seed, 2 * number), written(seed, 2 * number + 1))
        before = len(tally.failures)
        try_schema(document, seed, tally)
        tally.failures[before:] = [
            f"{failure}\n    schema {number} of seed {seed}: {json.dumps(document)}"
            for failure in tally.failures[before:]
        ]
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 on any failure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=3_000, help="schemas")
    parser.add_argument("--start", type=int, default=0, help="number of the first")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    tally = run(options.count, options.seed, options.start)
    for failure in tally.failures[:SHOWN]:
        print(f"- {failure[:2000]}")
    print(f"{tally}, {time.perf_counter() - started:.1f} s, seed {options.seed}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
