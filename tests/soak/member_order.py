"""Decoded values, unchanged and edited, are written as a slow and simple writer writes them, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from pydantic_core import to_json

import mcp_bindings as mb
from mcp_bindings.codec.member_order import restore_order
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.wire.model import WireModel, is_model
from mcp_bindings.wire.values import to_json_value
from tests.differential import check
from tests.engines import ENGINES, using
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

EDITS = 3


class Task(NamedTuple):
    """A definition and how many documents of it to try."""

    revision: str
    definition: str
    documents: int
    seed: int


def split_work(seed: int, numbers: range) -> Sequence[Task]:
    """Return the tasks: so many documents, spread evenly over all objects that the revisions define."""
    names = [(revision, name) for revision in mb.REVISIONS for name in _of_objects(revision)]
    each, rest = divmod(len(numbers), len(names))
    return [Task(*name, each + (place < rest), seed) for place, name in enumerate(names)]


def _of_objects(revision: str) -> Sequence[str]:
    """Return the definitions whose values are models; other values keep no document."""
    models = import_module(mb.revision(revision).package)
    names: dict[str, str] = import_module(f"{mb.revision(revision).package}.definitions").DEFINITIONS
    return [name for name in check.schema(revision)["$defs"] if is_model(getattr(models, names[name]))]


def try_definition(task: Task) -> Tally:
    """Write each document as it was decoded, and after each of a few edits."""
    tally = Tally()
    random = Random(f"{task.seed}/{task.revision}/{task.definition}")
    codec: Any = mb.revision(task.revision).codec(task.definition)
    generator = check.generator(task.revision, task.seed)
    for number in range(task.documents):
        document: Any = _shuffled(generator.valid(task.definition), random)
        text = check.STYLES[number % len(check.STYLES)](document)
        source = json.loads(text)  # edits of free-form parts that the value shares change it too
        value = codec.decode(text) if random.random() < 0.5 else codec.decode_value(source)
        made: list[str] = []
        with using(random.choice([*ENGINES])):
            for _ in range(EDITS + 1):
                _compare(tally, task, value, source, made)
                edit = random.choice(_edits(value, random))
                made.append(edit())
    return tally


def _compare(tally: Tally, task: Task, value: Any, source: Any, made: Sequence[str]) -> None:
    codec: Any = mb.revision(task.revision).codec(task.definition)
    expected = to_json(restore_order(to_json_value(value), source), inf_nan_mode="constants")
    text = json.dumps(source)
    about = (task.revision, task.definition, ", ".join(made))
    try:
        written = codec.encode(value)
    except mb.EncodeError as error:
        tally.count("outcomes", "error")
        if check.reference(task.revision).is_valid(task.definition, json.loads(expected)):
            tally.fail(Failure("rejected", str(error), about, text))
        return
    tally.count("outcomes", "edited" if made else "unchanged")
    if written != expected:
        tally.fail(Failure("differs", f"{written!r} is not {expected!r}", about, text))


def _shuffled(value: Any, random: Random) -> Any:
    """Return the document with the members of its objects in another order."""
    if is_object(value):
        names = list(value)
        if random.random() < 0.7:
            random.shuffle(names)
        return {name: _shuffled(value[name], random) for name in names}
    return [_shuffled(item, random) for item in value] if is_array(value) else value


def _edits(value: Any, random: Random) -> list[Callable[[], str]]:
    """Return edits that a value allows. Each makes its edit and returns its description."""
    found: list[Callable[[], str]] = []
    if isinstance(value, WireModel):
        members = {**vars(value), **(value.__pydantic_extra__ or {})}
        for name, member in members.items():
            found += _edits(member, random)
            if name.startswith("_"):  # perhaps a name of Python's own
                continue
            found += [partial(_assign, value, name, member), partial(_remove, value, name)]
        found.append(lambda: _assign(value, "added", "a new member"))
    elif is_array(value):
        for item in value:
            found += _edits(item, random)
        if value:
            found.append(lambda: f"pop {value.pop(random.randrange(len(value)))}"[:20])
            found.append(lambda: _insert(value, random))
            found.append(lambda: f"shuffle {random.shuffle(value)}")
    elif is_object(value):
        for member in value.values():
            found += _edits(member, random)
        if value:
            name = random.choice([*value])
            found.append(lambda: _move(value, name, value.get(name)))
            found.append(lambda: _move(value, name, _confused(value.get(name))))
            found.append(lambda: _move(value, f"{name}x", value.get(name)))
    return found


def _assign(value: Any, name: str, member: Any) -> str:
    """Assign a member as a copy, or changed."""
    new = member.model_copy() if isinstance(member, WireModel) else f"{member}!" if isinstance(member, str) else member
    try:
        setattr(value, name, new)
    except (AttributeError, ValueError):
        return "nothing"
    return f"assign {name}"


def _remove(value: Any, name: str) -> str:
    try:
        delattr(value, name)
    except (AttributeError, ValueError):
        return "nothing"
    return f"remove {name}"


def _insert(value: list[Any], random: Random) -> str:
    item = random.choice(value)
    value.insert(random.randrange(len(value) + 1), item.model_copy() if isinstance(item, WireModel) else item)
    return "insert"


def _move(value: dict[str, Any], name: str, member: Any) -> str:
    """Assign a member at the end."""
    value.pop(name, None)
    value[name] = member
    return f"move {name}"[:20]


def _confused(value: Any) -> Any:
    """Return a value that is equal for Python, if there is one."""
    if type(value) is not int or abs(value) >= 2**53:
        return value
    return bool(value) if value in (0, 1) else float(value)


def _reached(tally: Tally) -> list[str]:
    return [f"no value was {outcome}" for outcome in ("unchanged", "edited") if not tally.total("outcomes", outcome)]


PROGRAM = Program(
    summary="decoded values are written in the order of their document, byte for byte as a simple writer does",
    unit="documents",
    count=40_000,
    split_work=split_work,
    run_part=try_definition,
    bars=lambda tally: iter(_reached(tally)),
)
