"""The schema excerpts and pages that a change shows for each side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen import comparison
from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.types import Change
from mcp_bindgen.diff.verdict.display import schema_text
from mcp_bindgen.ingest.manifest import SPECIFICATION_SITE
from tests.diff.sides import ORDERED, RELEASED, bare, between, pinned

TEXTS: dict[str, dict[str, Any]] = {
    "any value": {},
    "string": {"type": "string"},
    "string (format uri)": {"type": "string", "format": "uri"},
    "integer (minimum 0, maximum 9)": {"type": "integer", "minimum": 0, "maximum": 9},
    "Tool": {"$ref": "#/$defs/Tool"},
    "a/b": {"$ref": "#/$defs/a~1b"},
    "array": {"type": "array"},
    "array of Tool": {"type": "array", "items": {"$ref": "#/$defs/Tool"}},
    "array of (A | B) (maxItems 3)": {
        "type": "array",
        "items": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
        "maxItems": 3,
    },
    '"a" | null | 1.5': {"enum": ["a", None, 1.5]},
    '"a"': {"const": "a"},
    "null": {"const": None},
    "object": {"type": "object"},
    "object of string": {"type": "object", "additionalProperties": {"type": "string"}},
    "{ }": {"type": "object", "properties": {}},
    "{ a: string; b?: array of integer }": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"type": "integer"}}},
        "required": ["a"],
    },
    "{ a?: string; (no other members) }": {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "additionalProperties": False,
    },
    "{\n  first: string\n  second?: {\n    a: string (format uri-template)\n    b: array of SomeDefinition\n  }\n}": {
        "type": "object",
        "properties": {
            "first": {"type": "string"},
            "second": {
                "type": "object",
                "properties": {
                    "a": {"type": "string", "format": "uri-template"},
                    "b": {"type": "array", "items": {"$ref": "#/$defs/SomeDefinition"}},
                },
                "required": ["a", "b"],
            },
        },
        "required": ["first"],
    },
    "| AnAlternativeOfALongName\n  | AnotherAlternativeOfALongName\n  | string": {
        "anyOf": [
            {"$ref": "#/$defs/AnAlternativeOfALongName"},
            {"$ref": "#/$defs/AnotherAlternativeOfALongName"},
            {"type": "string"},
        ]
    },
}


@pytest.mark.parametrize("text", TEXTS)
def test_schemas_in_typescript_form(text: str) -> None:
    assert schema_text(TEXTS[text]) == text


NOTHING: dict[str, Any] = {"type": "object", "properties": {"y": {}}}


def only(old: Any, new: Any) -> Change:
    """The only change between two schemas of a definition."""
    before, after = (bare({"$defs": {"A": schema}}, "side") for schema in (old, new))
    (change,) = make_report(before, after).changes
    return change


def of(schema: Any, *required: str) -> dict[str, Any]:
    """An object with this member and another one."""
    return {"type": "object", "properties": {"x": schema, **NOTHING["properties"]}, "required": list(required)}


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        (NOTHING, of({"type": "string"}), None, "x?: string"),
        (of({"type": "string"}, "x"), NOTHING, "x: string", None),
        (of({"type": "string"}), of({"type": "string"}, "x"), "x?: string", "x: string"),
        (of({"type": "string"}), of({"type": "integer"}), "x?: string", "x?: integer"),
        (of({"type": "integer"}), of({"type": "integer", "minimum": 1}), "no minimum", "minimum 1"),
        ({"enum": ["a", "b"]}, {"enum": ["a", "b", None]}, None, "null"),
        ({"const": None}, {"const": "a"}, "null", '"a"'),
        ({"type": "string"}, {"type": "string", "format": "uri"}, "no format", "format uri"),
        (
            NOTHING,
            {**NOTHING, "additionalProperties": False},
            "other members: any value",
            "no other members",
        ),
    ],
)
def test_both_sides(old: Any, new: Any, before: str | None, after: str | None) -> None:
    change = only(old, new)
    assert (change.before, change.after) == (before, after)
    mirrored = only(new, old)
    assert (mirrored.before, mirrored.after) == (after, before)


@pytest.mark.parametrize(("old", "new"), ORDERED)
def test_every_change_has_excerpts_and_pages(old: str, new: str) -> None:
    known = {each: pinned(each).spec.revision for each in RELEASED}
    for change in between(old, new).changes:
        assert (change.before is None) <= (change.delta.kind in ("added", "deprecated")), change
        assert (change.after is None) <= (change.delta.kind == "removed"), change
        assert change.before != change.after
        assert change.links
        for link in change.links:
            revision, _, shown = link.text.partition(": ")
            page = link.url.startswith(
                (f"{SPECIFICATION_SITE}specification/{revision}/", f"{SPECIFICATION_SITE}{revision}/")
            )
            assert page or link.url == known[revision].page_of_definition(shown)


def test_an_unpinned_schema_has_no_pages(tmp_path: Path) -> None:
    paths = [tmp_path / "old.json", tmp_path / "new.json"]
    for path, kind in zip(paths, ("string", "integer"), strict=True):
        path.write_text(json.dumps({"$defs": {"A": {"type": kind}}}), encoding="utf-8")
    (change,) = comparison.report_changes(str(paths[0]), str(paths[1])).changes
    assert change.links == ()
