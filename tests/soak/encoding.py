"""Every codec on values of every class of every revision: right bytes, or an error."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.json_values import is_array
from mcp_bindings.wire.model import WireModel, is_model
from mcp_bindings.wire.values import to_json_value
from tests.behaviour import classes
from tests.differential import check
from tests.differential.reference import json_equal
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally


class Task(NamedTuple):
    """A codec and how many values to try on it."""

    revision: str
    definition: str
    values: int
    seed: int


def split_work(seed: int, numbers: range) -> list[Task]:
    """Return the tasks: so many values, spread evenly over all definitions of the revisions."""
    names = [(revision, name) for revision in mb.REVISIONS for name in mb.revision(revision).definitions]
    each, rest = divmod(len(numbers), len(names))
    return [Task(*name, each + (place < rest), seed) for place, name in enumerate(names)]


@cache
def values() -> Sequence[WireModel]:
    """Return a value of each class of each revision, and of a subclass with and without a member of its own."""
    found: list[WireModel] = []
    for revision in mb.REVISIONS:
        for model in classes.models(revision):
            value = model(**classes.minimal(model))
            members = {**vars(value), **(value.__pydantic_extra__ or {})}
            given = {name: member for name, member in members.items() if name in value.__pydantic_fields_set__}
            same: Any = type("Same", (model,), {"__module__": __name__})
            wider: Any = type("Wider", (model,), {"__module__": __name__, "__annotations__": {"zz_mine": int}})
            found += [value, same(**given), wider(**given, zz_mine=5)]
    return found


def try_codec(task: Task) -> Tally:
    """Try values on the codec of one definition: alone, as a dict, and in a list of its own value."""
    tally = Tally()
    random = Random(f"{task.seed}/{task.revision}/{task.definition}")
    codec: Any = mb.revision(task.revision).codec(task.definition)
    own = _own_value(task)
    for value in random.sample(values(), min(task.values, len(values()))):
        _try(tally, task, codec, value)
        _try(tally, task, codec, to_json_value(value))
        members: list[Any] = [] if own is None else [*own.__dict__.values()]
        for member in filter(is_array, members):
            member.append(value)
            _try(tally, task, codec, own)
            member.pop()
    return tally


def _own_value(task: Task) -> Any:
    rev = mb.revision(task.revision)
    names: dict[str, str] = import_module(f"{rev.package}.definitions").DEFINITIONS
    model = getattr(import_module(rev.package), names[task.definition])
    return model(**classes.maximal(model)) if is_model(model) else None


def _try(tally: Tally, task: Task, codec: Any, value: Any) -> None:
    whole = to_json_value(value)
    try:
        written = json.loads(codec.encode(value))
    except mb.EncodeError:
        tally.count("outcomes", "error")
        return
    tally.count("outcomes", "written")
    valid = check.reference(task.revision).is_valid(task.definition, written)
    if not valid or not json_equal(written, whole, order=False):
        about = (task.revision, task.definition, type(value).__module__, type(value).__name__)
        tally.fail(Failure("lost" if valid else "invalid", json.dumps(written), about, json.dumps(whole)))


PROGRAM = Program(
    summary="every codec writes values of every class without loss, or raises an error",
    unit="values",
    count=200_000,
    split_work=split_work,
    run_part=try_codec,
)
