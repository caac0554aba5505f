"""The walker over schemas: a keyword is a keyword only where a schema stands."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue

KEYWORD_LIKE = [
    *["anyOf", "const", "properties", "required", "description", "title", "$ref", "$defs", "items", "type", "enum"],
    *["default", "format", "examples", "$comment", "additionalProperties", "not", "if", "allOf", "definitions"],
]


def mark(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
    """Puts a sign on every schema that is visited."""
    return {"seen": True, **members}


def marked(schema: JSONValue) -> JSONValue:
    return keywords.rewrite_subschemas(schema, mark)


def places(schema: JSONValue) -> list[str]:
    return [pointer for pointer, _ in keywords.subschemas(schema)]


@pytest.mark.parametrize("keyword", sorted(keywords.SCHEMA))
def test_a_schema_keyword_holds_a_schema(keyword: str) -> None:
    assert places({keyword: {"x": {}}}) == ["", f"/{keyword}"]
    assert marked({keyword: {"x": {}}}) == {"seen": True, keyword: {"seen": True, "x": {}}}
    assert marked({keyword: False}) == {"seen": True, keyword: False}


@pytest.mark.parametrize("keyword", sorted(keywords.SCHEMA_MAP))
def test_a_map_keyword_holds_schemas_by_name(keyword: str) -> None:
    schema: Any = {keyword: {"a/b": {}, "c": True}}
    assert places(schema) == ["", f"/{keyword}/a~1b"]
    assert marked(schema) == {"seen": True, keyword: {"a/b": {"seen": True}, "c": True}}


@pytest.mark.parametrize("keyword", sorted(keywords.SCHEMA_LIST))
def test_a_list_keyword_holds_schemas_in_order(keyword: str) -> None:
    schema: Any = {keyword: [{}, False, {"type": "null"}]}
    assert places(schema) == ["", f"/{keyword}/0", f"/{keyword}/2"]
    assert marked(schema) == {"seen": True, keyword: [{"seen": True}, False, {"seen": True, "type": "null"}]}


@pytest.mark.parametrize("keyword", ["const", "default", "enum", "examples", "required", "type", "x-mine", "$ref"])
def test_other_keywords_hold_data(keyword: str) -> None:
    schema: dict[str, Any] = {keyword: {"properties": {"a": {}}, "items": {}, "anyOf": [{}]}}
    assert places(schema) == [""]
    assert marked(schema) == {"seen": True, **schema}


@pytest.mark.parametrize("name", KEYWORD_LIKE)
def test_a_property_named_like_a_keyword_is_a_property(name: str) -> None:
    schema: Any = {"properties": {name: {"properties": {name: {"type": "string"}}}}}
    assert places(schema) == ["", f"/properties/{name}", f"/properties/{name}/properties/{name}"]
    assert marked(schema) == {
        "seen": True,
        "properties": {name: {"seen": True, "properties": {name: {"seen": True, "type": "string"}}}},
    }


@pytest.mark.parametrize("name", KEYWORD_LIKE)
def test_a_definition_named_like_a_keyword_is_a_definition(name: str) -> None:
    assert places({"$defs": {name: {"items": {}}}}) == ["", f"/$defs/{name}", f"/$defs/{name}/items"]


NO_SCHEMAS: list[dict[str, Any]] = [
    {"properties": []},
    {"anyOf": {}},
    {"items": "x"},
    {"allOf": "ab"},
    {"$defs": None},
]


@pytest.mark.parametrize("schema", NO_SCHEMAS)
def test_what_is_no_schema_is_left_alone(schema: Any) -> None:
    assert places(schema) == [""]
    assert marked(schema) == {"seen": True, **schema}


@pytest.mark.parametrize("schema", [True, False, None, 1, "text", [{}]])
def test_what_is_no_object_is_returned(schema: Any) -> None:
    assert marked(schema) is schema
    assert places(schema) == []


def test_parents_come_first_and_members_decide() -> None:
    schema: Any = {"items": {"items": {"items": {}}}}
    assert places(schema) == ["", "/items", "/items/items", "/items/items/items"]
    assert keywords.rewrite_subschemas(schema, lambda members: {"kept": 1} if "items" in members else {}) == {"kept": 1}


def test_the_input_is_left_alone() -> None:
    schema: Any = {"properties": {"a": {"anyOf": [{"title": "x"}]}}}
    marked(schema)
    assert schema == {"properties": {"a": {"anyOf": [{"title": "x"}]}}}


def test_every_keyword_has_one_role() -> None:
    roles = (keywords.SUPPORTED, keywords.CONDITIONS, keywords.ANNOTATIONS, keywords.REFUSED)
    for index, role in enumerate(roles):
        for other in roles[index + 1 :]:
            assert role & other == set()
    containers = keywords.SCHEMA | keywords.SCHEMA_MAP | keywords.SCHEMA_LIST
    unjudged = containers - keywords.SUPPORTED - keywords.CONDITIONS - keywords.REFUSED
    assert unjudged == {"$defs", "contentSchema", "definitions"}, "what holds schemas must be supported or refused"
