"""Tolerant reads of every definition: nothing is lost, and what is typed satisfies the schema."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.codec.codec import Codec
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.limits import MAX_FINDINGS_SET_ASIDE
from tests.differential import check
from tests.differential.instances import Generator
from tests.differential.reference import Reference, json_equal
from tests.differential.values import JSON
from tests.seed import SEED

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced

COUNT = 12
"""Documents for each definition, three of five with one or two faults, and as many valid ones that are then spoiled."""

SPOILERS: tuple[JSON, ...] = (None, 5, "x", [], {}, {"type": "hologram"}, {"type": "text", "text": None})


def without(document: JSON, items: tuple[mb.SetAside, ...]) -> tuple[JSON, bool]:
    """The document without these parts, each of which must stand where its pointer says.

    A carried member that is no item of a list must be left in: whether there is none is the second result.
    """
    remaining: list[Any] = [copy.deepcopy(document)]
    complete = True
    for item in reversed(items):  # later indexes first
        holder: Any = remaining
        key: Any = 0
        for token in item.pointer.split("/")[1:]:
            holder = holder[key]
            key = int(token) if is_array(holder) else token.replace("~1", "/").replace("~0", "~")
        assert json_equal(holder[key], item.value, order=True)
        if is_array(holder):
            del holder[key]
        else:
            assert item.carried
            complete = False
    return remaining[0], complete


def spoil(document: JSON, draw: Random) -> JSON:
    """One or two items of lists are other values now, and one or two objects have a type or method nobody knows."""
    spoiled = copy.deepcopy(document)
    items: list[tuple[Any, Any]] = []
    tags: list[tuple[Any, Any]] = []
    stack: list[Any] = [spoiled]
    while stack:
        holder = stack.pop()
        if is_array(holder):
            items += [(holder, index) for index in range(len(holder))]
            stack += holder
        elif is_object(holder):
            tags += [(holder, name) for name in ("type", "method") if isinstance(holder.get(name), str)]
            stack += holder.values()
    for holder, key in draw.sample(tags, min(len(tags), draw.choice((0, 0, 1, 2)))):
        holder[key] += "-of-the-future"
    for holder, key in draw.sample(items, min(len(items), draw.choice((0, 1, 2)))):
        holder[key] = copy.deepcopy(draw.choice(SPOILERS))
    return spoiled


@dataclass
class Tally:
    """What became of the documents."""

    valid: int = 0
    refused: int = 0
    lighter: int = 0
    """Read without some items."""
    carrying: int = 0
    """Read with unknown members."""


def read(codec: Codec[Any], document: JSON, text: str) -> Any:
    """The value, or the error."""
    try:
        return codec.decode(text, mode="tolerant") if len(text) % 2 else codec.decode_value(document, mode="tolerant")
    except mb.DecodeError as error:
        return error


def judge(codec: Codec[Any], reference: Reference, document: JSON, where: str, tally: Tally) -> None:
    """Read and write one document."""
    text = json.dumps(document)
    value = read(codec, document, text)
    if isinstance(value, mb.DecodeError):
        tally.refused += 1
        assert value.findings == codec.findings(document) != [], where
        return
    items = mb.set_aside(value)
    valid = reference.is_valid(codec.definition, document)
    assert json.dumps(document) == text, where
    assert json_equal(json.loads(codec.encode(value)), document, order=True), where
    assert (items == ()) == valid, where
    tally.valid += valid
    tally.lighter += any(not item.carried for item in items)
    tally.carrying += any(item.carried for item in items)
    rest, complete = without(document, items)
    assert reference.is_valid(codec.definition, rest) == complete, where
    if valid:
        assert value == codec.decode(text), where
    for item in items:
        assert 1 <= len(item.findings) <= MAX_FINDINGS_SET_ASIDE, where
        assert all(finding.pointer.startswith(item.pointer) for finding in item.findings), where


def judge_all(codec: Codec[Any], generator: Generator, reference: Reference, seed: int, tally: Tally) -> None:
    """Documents for one definition, with the faults of the generator and with such as a tolerant read is for."""
    draw = Random(f"{seed}/{codec.definition}")
    for instance in generator.instances(codec.definition, COUNT):
        documents = [instance.value, *(spoil(instance.value, draw) for _ in range(2 * (instance.kind == "valid")))]
        for document in documents:
            judge(codec, reference, document, f"MCP_SEED={seed} {codec}: {json.dumps(document)}", tally)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_nothing_is_lost(revision: str, capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    for definition in mb.revision(revision).definitions:
        codec = mb.revision(revision).codec(definition)
        judge_all(codec, check.generator(revision, SEED), check.reference(revision), SEED, tally)
    with capsys.disabled():
        print(f"\n{revision}, MCP_SEED={SEED}: {tally}")
    assert tally.valid > 300
    assert tally.refused > 100
    assert tally.lighter > 50
    assert tally.carrying > 10
