"""Functions and their schemas: a function is never called with arguments that its published schema refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, IntEnum
from itertools import count
from random import Random
from typing import Annotated, Any, Literal, NamedTuple, Union
from uuid import UUID

import jsonschema
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.server.function_arguments import FunctionArguments
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Note(BaseModel):
    id: int
    title: str = "none"


class Tree(BaseModel):
    value: int
    children: list[Tree] = []


class Point(TypedDict):
    x: float
    y: float


@dataclass
class Span:
    first: int
    last: int | None = None


HINTS: Sequence[Any] = [
    int, float, bool, str, None, list[int], list[str], dict[str, int], int | None, str | None, int | str, Note, Tree,
    Point, Span, Colour, Level, Literal["a", "b"], Literal[1, 2], tuple[int, str], set[int], Any, dict[int, str],
    Annotated[int, Field(ge=1, le=3)], Annotated[str, Field(min_length=2, max_length=3)],
    Annotated[str, Field(pattern="^a+$")],
    Annotated[float, Field(gt=0)], Annotated[list[int], Field(max_length=2)], Decimal, date, datetime, time, UUID,
]  # fmt: skip
"""The types of parameters."""

MAX_REASONS = 12
"""The largest number of reasons for which pydantic refuses what a schema admits."""

_TEXTS = ("", "a", "aa", "b", "5", "2.5", "true", "null", "red", "[1]", "{}", "2026-07-28", "2026-07-28T12:00:00Z",
          "12:00:00", "00000000-0000-0000-0000-000000000001", "1e999", "\u0130")  # fmt: skip
_NUMBERS = (0, 1, 2, 3, -1, 1.5, 2.0, 1e300, 10**20, 10**400)


class Task(NamedTuple):
    """Some documents for one type."""

    place: int
    seed: int
    documents: range


def combine(chance: Random) -> Any:
    """Return a type in a list, a dict or a tuple, or with None."""
    first: Any = chance.choice(HINTS)
    second: Any = chance.choice(HINTS)
    containers: Any = (list, dict, tuple, Union)
    container = chance.choice(containers)
    if container is list:
        return list[first]
    return container[(str if container is dict else None if container is Union else second, first)]


def draw(chance: Random, schema: Any, root: Any, depth: int = 0) -> Any:
    """Return a JSON value that often fits a schema."""
    if not is_object(schema) or chance.random() < 0.15 or depth > 4:
        return chance.choice([*_TEXTS, *_NUMBERS, True, False, None, [], {}, [1], {"id": 1}])
    if "$ref" in schema:
        return draw(chance, root["$defs"][schema["$ref"].rpartition("/")[2]], root, depth + 1)
    if "anyOf" in schema:
        return draw(chance, chance.choice(schema["anyOf"]), root, depth)
    if "enum" in schema or "const" in schema:
        return chance.choice(schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "object":
        names = list(schema.get("properties", ())) or ["1", "a", "key"]
        properties = schema.get("properties", {})
        more = schema.get("additionalProperties", {})
        kept = [name for name in names if chance.random() < 0.9] + ["more"] * (chance.random() < 0.05)
        return {name: draw(chance, properties.get(name, more), root, depth + 1) for name in kept}
    if schema.get("type") == "array":
        each = schema.get("prefixItems") or [schema.get("items", {})] * chance.randrange(4)
        return [draw(chance, item, root, depth + 1) for item in each]
    return chance.choice(
        {"string": _TEXTS, "boolean": (True, False), "null": (None,)}.get(str(schema.get("type")), _NUMBERS)
    )


def split_work(seed: int, numbers: range) -> list[Task]:
    """Return the tasks: each type alone, then combinations, 30 documents each."""
    return [Task(place, seed, numbers[first : first + 30]) for place, first in zip(count(), range(0, len(numbers), 30))]


def try_type(task: Task) -> Tally:
    """Call a function of one parameter with documents, and compare with the reference validator."""
    tally = Tally()
    chance = Random(f"{task.seed}/{task.place}")
    hint = HINTS[task.place] if task.place < len(HINTS) else combine(chance)

    def function(given: Any) -> None: ...

    function.__annotations__["given"] = hint
    arguments = FunctionArguments(function)
    reference: Any = jsonschema.Draft202012Validator(arguments.schema)
    for _ in task.documents:
        document = draw(chance, {**arguments.schema}, arguments.schema)
        if not is_object(document):
            document = {"given": document}
        for repair in (False, True):
            _try_document(tally, hint, arguments, reference, document, repair=repair)
    return tally


def _try_document(
    tally: Tally, hint: Any, arguments: FunctionArguments, reference: Any, document: dict[str, Any], *, repair: bool
) -> None:
    found = arguments.read_arguments(document, repair=repair)
    admitted = reference.is_valid(document)
    where = (str(hint), json.dumps(document)[:200])
    if isinstance(found, dict):
        tally.count("called", "as given" if admitted else "repaired")
        if not admitted and not (repair and holds_text(document)):
            tally.fail(Failure("called against the schema", "the schema refuses the arguments", where))
        return
    tally.count("refused", "by the schema")
    if admitted and "|" in str(hint).replace("Union", "|"):  # pydantic then has findings for each alternative
        tally.count("refused by pydantic in a union")
    elif admitted:
        tally.count("reasons", found[0].rule)
    if not all(each.message for each in found) or (admitted and not found[0].pointer):
        tally.fail(Failure("silent", "a refusal names no place or no reason", where))


def holds_text(value: Any) -> bool:
    """Return whether a value holds a text, which alone can be repaired."""
    if is_object(value):
        return any(map(holds_text, value.values()))
    return isinstance(value, str) or (is_array(value) and any(map(holds_text, value)))


def check_reasons(tally: Tally) -> Iterator[str]:
    """Yield a sentence if pydantic refuses what schemas admit for too many reasons."""
    reasons = tally.parts("reasons")
    if len(reasons) > MAX_REASONS:
        yield f"pydantic refused what schemas admit for {len(reasons)} reasons: {', '.join(sorted(reasons))}"


PROGRAM = Program(
    summary="a function is never called with what its schema refuses",
    unit="documents",
    count=10_000,
    split_work=split_work,
    run_part=try_type,
    bars=check_reasons,
)
