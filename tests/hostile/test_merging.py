"""`allOf` with alternatives on both sides is the type of the pairs; what cannot be kept names an erratum that works."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import errata, normalize
from mcp_bindings import DecodeError
from tests.differential.reference import Reference
from tests.hostile.modules import Compiled
from tests.unit.tiny import record, tiny

NUMBER, STRING = {"type": "number"}, {"type": "string"}


def closed(required: str = "", /, **properties: Any) -> dict[str, Any]:
    return {**record(required, **properties), "additionalProperties": False}


def tagged(tag: str, **properties: Any) -> dict[str, Any]:
    return record("kind", kind={"const": tag}, **properties)


MERGED: dict[str, dict[str, Any]] = {
    "a size of closed parts": {
        "allOf": [
            {"anyOf": [closed("height", height=NUMBER), closed(maxHeight=NUMBER)]},
            {"anyOf": [closed("width", width=NUMBER), closed(maxWidth=NUMBER)]},
        ]
    },
    "parts in common": {
        "allOf": [
            {"anyOf": [tagged("a", x=NUMBER), tagged("b", x=STRING)]},
            {"anyOf": [tagged("b", y=NUMBER), tagged("a", y=STRING)]},
        ]
    },
    "oneOf on both sides": {
        "allOf": [{"oneOf": [NUMBER, STRING]}, {"oneOf": [{"type": "null"}, {"type": "string", "maxLength": 2}]}]
    },
    "anyOf beside oneOf": {"anyOf": [NUMBER, STRING, {"type": "null"}], "oneOf": [STRING, {"type": "boolean"}]},
    "an alternative of another type": {"type": "string", "anyOf": [{"type": "string", "minLength": 2}, NUMBER]},
    "an alternative with another constant": {"allOf": [{"const": "a"}, {"anyOf": [{"const": "b"}, {"enum": ["a"]}]}]},
    "steps of two sizes": {"allOf": [{"type": "integer", "multipleOf": 4}, {"multipleOf": 6}]},
    "a member that one side forbids": {"allOf": [closed(x=NUMBER, y=NUMBER), closed(y=NUMBER, z=NUMBER)]},
    "a member that no value fits": {"allOf": [closed(x=NUMBER, y=NUMBER), closed(x=STRING, y=NUMBER)]},
}

VALUES: list[Any] = [None, True, 4, 6, 12, 0, 1.5, "", "a", "b", "ab", "abc", [], {}]
NAMES: list[tuple[str, Any]] = [
    *((name, value) for name in ("x", "y") for value in (1, "s")),
    *(("kind", value) for value in ("a", "b")),
    *((name, 1) for name in ("z", "height", "width", "maxHeight", "maxWidth")),
]
OBJECTS = [dict(some) for size in (1, 2, 3) for some in combinations(NAMES, size)]


@pytest.mark.parametrize("case", MERGED)
def test_a_merged_type_accepts_what_its_schema_accepts(case: str) -> None:
    document = {"$defs": {"A": MERGED[case]}}
    judge, tried = Reference(document), {True: 0, False: 0}
    with Compiled(document) as compiled:
        codec = compiled.codec("A")
        for value in [*VALUES, *OBJECTS]:
            expected = judge.is_valid("A", value)
            tried[expected] += 1
            try:
                codec.decode(json.dumps(value))
            except DecodeError:
                assert not expected, value
            else:
                assert expected, value
    assert all(tried.values())


REFUSED: dict[str, dict[str, Any]] = {
    "an open object": {"allOf": [record(x=NUMBER), record(x=STRING)]},
    "items": {"allOf": [{"type": "array", "items": NUMBER}, {"type": "array", "items": STRING}]},
    "no type in common": {"allOf": [STRING, NUMBER]},
    "a large step": {"allOf": [{"type": "integer", "multipleOf": 2**52}, {"multipleOf": 2**52 - 1}]},
    "many pairs": {"allOf": [{"anyOf": [{"const": n} for n in range(low, low + 20)]} for low in (0, 10)]},
    "a reference": {"$ref": "#/$defs/B", "type": "string"},
    "overlapping alternatives": {"oneOf": [STRING, {"type": "string", "maxLength": 2}]},
    "a condition on a message": {**record("method", method={"const": "x"}), "minProperties": 2},
}


DIALECTS = {"$defs": normalize.DIALECT, "definitions": normalize.OLD_DIALECTS[0]}


@pytest.mark.parametrize(
    ("case", "key"),
    [(case, key) for case in REFUSED for key in DIALECTS if (case, key) != ("a reference", "definitions")],
)
def test_what_cannot_be_kept_names_an_erratum_that_lets_it_in(case: str, key: str, tmp_path: Path) -> None:
    """Draft-07 ignores what stands beside a reference."""
    definitions = {"A": REFUSED[case], "B": NUMBER}
    with pytest.raises(BindgenError) as caught:
        tiny(definitions, dialect=DIALECTS[key])
    assert caught.value.where == "tiny#/$defs/A"
    path = tmp_path / "tiny" / "errata.toml"
    path.parent.mkdir()
    path.write_text("[[erratum]]" + caught.value.hint.partition("[[erratum]]")[2], encoding="utf-8")
    corrected = errata.apply_errata({key: definitions}, errata.read_errata(tmp_path, "tiny"), where="tiny")
    assert isinstance(corrected, dict)
    found = corrected[key]
    assert isinstance(found, dict)
    assert tiny(found, dialect=DIALECTS[key]).types
