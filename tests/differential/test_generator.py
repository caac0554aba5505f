"""The judge and the test data themselves: what proves nothing would pass silently."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import mcp_bindings as mb
from tests.differential import check
from tests.differential.instances import Generator
from tests.differential.patterns import matching_texts
from tests.differential.reference import Reference, json_equal
from tests.differential.values import JSON

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced

SEED = 7
EVERY_KEYWORD: dict[str, Any] = {
    "$defs": {
        "Tree": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Tree"}, "leaf": {"type": "null"}}},
        "Forest": {"type": "array", "items": {"$ref": "#/$defs/Forest"}, "maxItems": 2},
        "a/b~c": {"const": 1.0},
        "Closed": {
            "type": "object",
            "properties": {
                "n": {"type": "integer", "exclusiveMinimum": 0, "maximum": 3},
                "x": {"$ref": "#/$defs/a~1b~0c"},
            },
            "required": ["n", "undeclared"],
            "additionalProperties": {"type": ["string", "null"], "minLength": 2, "maxLength": 3},
        },
        "Sealed": {"type": "object", "properties": {"t": {"enum": ["a", 1, None]}}, "additionalProperties": False},
        "Both": {"allOf": [{"$ref": "#/$defs/Closed"}, {"properties": {"n": {"minimum": 2}}, "required": ["x"]}]},
        "One": {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 10}, {"type": "string"}]},
        "Step": {"type": "number", "multipleOf": 0.5, "minimum": -2, "exclusiveMaximum": 9},
        "Beside": {"$ref": "#/$defs/One", "type": "number"},
        "Untyped": {"minimum": 3, "minItems": 1, "properties": {"a": False, "b": True}},
        "Any": True,
        "Mixed": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Tree"}, {"type": "boolean"}]}, "minItems": 2},
    }
}

HASH_PROBE = """
from tests.differential import test_generator
print(test_generator.fingerprint())
"""


def fingerprint() -> str:
    """Of the first documents of every definition, notes included."""
    digest = hashlib.sha256()
    for revision in mb.REVISIONS:
        generator = Generator(check.schema(revision), SEED)
        for name in check.schema(revision)["$defs"]:
            for instance in generator.instances(name, 10):
                digest.update(json.dumps([instance.value, instance.kind, instance.note]).encode())
            digest.update(json.dumps(generator.valid(name)).encode())
    digest.update(json.dumps([matching_texts(each, 0, 64) for each in ("^[a-z]+x?$", "^[A-Z0-9]{2,}-.$")]).encode())
    return digest.hexdigest()


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_valid_is_valid(revision: str) -> None:
    """All of them, not 99 in a hundred."""
    generator, reference = Generator(check.schema(revision), SEED), check.reference(revision)
    for name in check.schema(revision)["$defs"]:
        for _ in range(40):
            value = generator.valid(name)
            assert reference.is_valid(name, value), f"{name}: {json.dumps(value)}"


def test_single_faults_are_mostly_faults() -> None:
    """At least half; about four fifths at the time of writing."""
    verdicts: Counter[bool] = Counter()
    for revision in mb.REVISIONS:
        for name in check.schema(revision)["$defs"]:
            for instance in check.generator(revision, SEED).instances(name, 20):
                if instance.kind == "single-fault":
                    verdicts[check.reference(revision).is_valid(name, instance.value)] += 1
    share = verdicts[False] / verdicts.total()
    print(f"{share:.1%} of {verdicts.total()} single-fault mutants are invalid")
    assert share >= 0.5


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_documents_survive_json_text(revision: str) -> None:
    """Finite numbers, no lone surrogates, names that are strings."""
    for name in check.schema(revision)["$defs"]:
        for instance in check.generator(revision, SEED).instances(name, 10):
            text = json.dumps(instance.value, allow_nan=False, ensure_ascii=False).encode("utf-8").decode("utf-8")
            assert json_equal(json.loads(text), instance.value, order=True)
            assert (instance.note == "") == (instance.kind == "valid")


def test_mix_of_kinds() -> None:
    kinds = Counter(instance.kind for instance in check.generator(mb.LATEST, SEED).instances("Tool", 100))
    assert kinds == {"valid": 40, "single-fault": 40, "double-fault": 20}


def test_same_seed_same_documents_in_any_process() -> None:
    """Neither hash seeds nor identities may leak into the choices."""
    found = {fingerprint()}
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-c", HASH_PROBE]
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)
        found.add(done.stdout.strip())
    assert len(found) == 1


def test_other_seed_other_documents() -> None:
    one, other = (Generator(check.schema(mb.LATEST), seed) for seed in (1, 2))
    assert [item.value for item in one.instances("Tool", 20)] != [item.value for item in other.instances("Tool", 20)]
    assert [item.value for item in one.instances("Tool", 20)] == [item.value for item in one.instances("Tool", 20)]


@pytest.mark.parametrize("name", EVERY_KEYWORD["$defs"])
def test_every_keyword_can_be_grown(name: str) -> None:
    """Schemas of users hold keywords that no official one does."""
    generator, judge = Generator(EVERY_KEYWORD, SEED), plain_judge(EVERY_KEYWORD, name)
    values = [generator.valid(name) for _ in range(300)]
    assert all(judge.is_valid(value) for value in values)
    reference = Reference(EVERY_KEYWORD)
    for instance in generator.instances(name, 300):
        assert reference.is_valid(name, instance.value) == judge.is_valid(instance.value), instance


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_reference_is_the_library(revision: str) -> None:
    """Leading references by name is quicker than by URI, and must not be anything else."""
    for name in check.schema(revision)["$defs"]:
        judge = plain_judge(check.schema(revision), name)
        for instance in check.generator(revision, SEED).instances(name, 10):
            assert check.reference(revision).is_valid(name, instance.value) == judge.is_valid(instance.value), instance


def plain_judge(document: Any, name: str) -> Any:
    """The library untouched."""
    token = name.replace("~", "~0").replace("/", "~1")
    return Draft202012Validator({"$ref": f"#/$defs/{token}", "$defs": document["$defs"]})


@pytest.mark.parametrize("format_", ["uri", "byte", "uri-template"])
def test_format_annotates(format_: str) -> None:
    document = {"$defs": {"F": {"type": "string", "format": format_}}}
    assert Reference(document).is_valid("F", "http://exa mple.com {")
    grown = {json.dumps(Generator(document, seed).valid("F")) for seed in range(50)}
    assert len(grown) > 10


DEEP: JSON = json.loads("[" * 100 + "]" * 100)


@pytest.mark.parametrize(
    ("left", "right", "equal", "equal_unordered"),
    [
        (1, 1.0, True, True),
        (0, -0.0, True, True),
        (1, True, False, False),
        (0, False, False, False),
        (False, False, True, True),
        (None, False, False, False),
        (None, None, True, True),
        (2**53 + 1, float(2**53), False, False),
        (2**53, float(2**53), True, True),
        (10**30, 10**30 + 1, False, False),
        (1.5, "1.5", False, False),
        ("a", "a", True, True),
        ("é", "e\u0301", False, False),
        ([], {}, False, False),
        ([], None, False, False),
        ([1, 2], [2, 1], False, False),
        ([1], [1, 1], False, False),
        ([[1.0], {"a": [2]}], [[1], {"a": [2.0]}], True, True),
        ({}, {"a": None}, False, False),
        ({"a": None}, {"b": None}, False, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, False, True),
        ([{"x": {"a": 1, "b": 2}}], [{"x": {"b": 2, "a": 1}}], False, True),
        ({"a": 1, "b": 2}, {"a": 2, "b": 1}, False, False),
        (DEEP, [DEEP], False, False),
        (DEEP, json.loads(json.dumps(DEEP)), True, True),
    ],
)
def test_json_equal(left: JSON, right: JSON, equal: bool, equal_unordered: bool) -> None:
    for one, other in ((left, right), (right, left)):
        assert json_equal(one, other, order=True) is equal
        assert json_equal(one, other, order=False) is equal_unordered


def test_json_equal_knows_json_only() -> None:
    pair: Any = (1,)
    assert not json_equal(pair, [1], order=False)
    assert not json_equal(float("nan"), float("nan"), order=False)
