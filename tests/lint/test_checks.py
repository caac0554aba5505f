"""What the checks with code of their own let pass and what they do not, beyond one pair of documents."""

from __future__ import annotations

import ntpath
import posixpath
import random
from typing import Any
from urllib.parse import unquote

import pytest

from mcp_bindings.lint.checks import CHECKS, DIALECTS
from mcp_bindings.spec.lint_rules import LintRule
from tests.seed import SEED

RULE = LintRule("a", "MUST", "error", ("A",), "b", "c", ("d",), maximum=10)


def broken(check: str, value: Any) -> list[str]:
    return list(CHECKS[check](value, RULE))


def use(name: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": name}


def result(name: str) -> dict[str, Any]:
    return {"type": "tool_result", "toolUseId": name}


def says(role: str, *content: Any) -> dict[str, Any]:
    return {"role": role, "content": list(content)}


TEXT = {"type": "text", "text": "a"}
BOTH = says("assistant", TEXT, use("1"), use("2"))


@pytest.mark.parametrize(
    ("after", "balance", "ids"),
    [
        ([says("user", result("1"), result("2"))], [], []),
        ([says("user", result("2"), result("1")), says("user", result("1"))], [], []),
        ([says("user", result("1"), result("2"), TEXT)], [], []),
        ([says("user", result("1"), result("2"), result("3"))], [], ["/1/content/2/toolUseId"]),
        ([], ["/0"], []),
        ([says("user", result("1"))], ["/0"], []),
        ([says("user", result("1"), result("1"), result("2"))], ["/0"], []),
        ([says("assistant", result("1"), result("2"))], ["/0"], []),
        ([says("user", TEXT), says("user", result("1"), result("2"))], ["/0"], []),
        ([5], ["/0"], []),
    ],
)
def test_tool_results_follow_tool_uses(after: list[Any], balance: list[str], ids: list[str]) -> None:
    assert broken("tool_balance", [BOTH, *after]) == balance
    assert broken("tool_result_ids", [BOTH, *after]) == ids


def test_a_result_does_not_precede_its_use() -> None:
    assert broken("tool_result_ids", [says("user", result("1")), says("assistant", use("1"))]) == [
        "/0/content/0/toolUseId"
    ]
    assert broken("tool_result_ids", [says("assistant", use("1"), result("1"))]) == ["/0/content/1/toolUseId"]


def test_roles_of_tools() -> None:
    assert broken("tool_roles", BOTH) == broken("tool_roles", says("user", result("1"), TEXT)) == []
    assert broken("tool_roles", says("assistant", TEXT, result("1"))) == ["/content/1"]
    assert broken("tool_roles", {"role": "user", "content": use("1")}) == ["/content"]
    assert broken("tool_roles", says("narrator", use("1"))) == [], "no role of the schema"
    assert broken("tool_results_alone", says("assistant", result("1"), TEXT)) == [], "a matter of roles"
    assert broken("tool_results_alone", {"role": "user", "content": result("1")}) == []


@pytest.mark.parametrize(
    ("schema", "fine"),
    [
        ({"type": "object"}, True),
        ({"type": "object", "additionalProperties": False, "$schema": next(iter(DIALECTS)), "title": "a"}, True),
        ({"type": "object", "properties": {"a": {}}}, True),
        ({"type": "object", "additionalProperties": {"type": "string"}}, True),
        ({"type": "object", "required": ["a"]}, True),
        ({"type": "object", "patternProperties": {}}, True),
        ({"$ref": "#/$defs/a", "type": "object", "properties": {}}, True),
        ({}, True),
        ({"type": "object", "properties": {}}, False),
        ({"type": "object", "properties": {}, "required": [], "additionalProperties": False}, False),
        ({"type": "object", "additionalProperties": True}, False),
        ({"type": "object", "additionalProperties": {}}, False),
    ],
)
def test_schemas_of_tools_without_parameters(schema: dict[str, Any], fine: bool) -> None:
    assert broken("no_parameters", schema) == ([] if fine else [""])


@pytest.mark.parametrize(
    ("structured", "text", "fine"),
    [
        ({"a": [1, None]}, '{ "a": [1.0, null] }', True),
        (None, "null", True),
        ({"a": 1}, '{"a": 1, "b": 2}', False),
        ({"a": 1}, '{"a": true}', False),
        ([1], "[1, 2]", False),
        ({"a": 1}, "a is 1", False),
        ({"a": 1}, 5, False),
    ],
)
def test_copies_of_structured_content(structured: Any, text: Any, fine: bool) -> None:
    content = [TEXT, {"type": "text", "text": text}]
    assert broken("text_copy", {"structuredContent": structured, "content": content}) == ([] if fine else ["/content"])
    assert broken("text_copy", {"structuredContent": structured, "content": []}) == ["/content"]
    assert broken("text_copy", {"content": content}) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_is_judged_by_itself(dialect: str) -> None:
    for end in ("", "#"):
        assert broken("json_schema", {"$schema": dialect + end, "type": "object"}) == []
        assert broken("json_schema", {"$schema": dialect + end, "type": "text"}) == [""]
    old = "draft-04" in dialect
    assert broken("json_schema", {"$schema": dialect, "exclusiveMinimum": True, "minimum": 1}) == ([] if old else [""])


@pytest.mark.parametrize("check", CHECKS)
def test_other_types_than_expected_are_for_the_schema(check: str) -> None:
    values: list[Any] = [True, 5, 0.5, [], [None], [[]]]
    for value in values:
        if check == "outside" and value == 5:  # it reads integers
            continue
        assert broken(check, value) == ([""] if check == "schema_object" else [])


@pytest.mark.parametrize("value", [11, 11.0, -1, 1e300, float("9" * 20), True, "5", None])
def test_a_number_outside_a_range(value: Any) -> None:
    assert broken("outside", value) == []
    assert [broken("outside", inside) for inside in (0, 10, 5.0)] == [[""]] * 3


@pytest.mark.parametrize(
    ("uri", "is_fine"),
    [
        *((uri, True) for uri in ("file:///", "file:///a/...", "file:///a.b/.c", "file:///a?../b", "file:///a#/../b")),
        *((uri, False) for uri in ("file:///a/..", "file:///./a", "file:///a/.%2E/b", "file:///%2e%2e", "file:///a b")),
        *((uri, False) for uri in ("/a/b", "", "file:///a\\..\\b", "file:///a%")),
        *(
            (uri, False)
            for uri in ("file:///a/..%00/b", "file:///a/..%20/b", "file:///a/.%2e%20%20%5Cb", "file:///%00..")
        ),
        *(
            (uri, True)
            for uri in ("file:///a%00b", "file:///a/..b%20/c", "file:///a/%20../b", "file:///a/%252e%252e/b")
        ),
    ],
)
def test_the_path_of_a_root(uri: str, is_fine: bool) -> None:
    assert broken("root_path", uri) == ([] if is_fine else [""])


@pytest.mark.parametrize(
    ("url", "is_fine"),
    [
        *(
            (url, True)
            for url in ("https://a.b/c@d", "https://a.b?c@d", "https://a.b#@", "mailto:a@b.c", "https://a.b")
        ),
        *((url, False) for url in ("https://a@b.c", "https://a:b@c.d/", "//a@b", "https:\\\\a@b", "https://@a.b")),
    ],
)
def test_the_credentials_of_a_url(url: str, is_fine: bool) -> None:
    assert broken("no_credentials", url) == ([] if is_fine else [""])


@pytest.mark.parametrize(
    ("schema", "places"),
    [
        ({"$ref": "#/a"}, []),
        ({"$ref": "b"}, ["/$ref"]),
        ({"$ref": "b", "$defs": {"c": {"$id": "b"}}}, []),
        ({"$id": "a", "items": [{"$dynamicRef": "a#b"}, {"$dynamicRef": "b#a"}]}, ["/items/1/$dynamicRef"]),
        (
            {"properties": {"default": {"$ref": "b"}, "$ref": {"$ref": "c"}}},
            ["/properties/$ref/$ref", "/properties/default/$ref"],
        ),
        ({"default": {"$ref": "b"}, "enum": [{"$ref": "b"}], "const": {"$ref": "b"}}, []),
        ({"$ref": {"a": 5}}, []),
        (True, []),
    ],
)
def test_references_out_of_a_schema(schema: Any, places: list[str]) -> None:
    assert sorted(broken("local_references", schema)) == places


def test_a_deep_schema_without_references_is_read_once() -> None:
    deep: Any = {"$ref": "b"}
    for _ in range(100_000):
        deep = {"a": deep}
    (place,) = broken("local_references", deep)
    assert place == "/a" * 100_000 + "/$ref"


WRITTEN = ("..", ".", "a", "/", "\\", "%2e", "%2E", "%2f", "%2F", "%5c", "%5C", "%00", "%20", "%252e", "b.c")


@pytest.mark.parametrize("read", [posixpath, ntpath])
def test_no_program_is_led_out_of_a_directory_by_a_root(read: Any) -> None:
    """The path is decoded, cut at NUL, and on Windows each name loses the spaces at its end."""
    rng, fine = random.Random(SEED), 0
    for _ in range(3_000):
        uri = "file:///r/" + "".join(rng.choice(WRITTEN) for _ in range(rng.randrange(1, 7)))
        if broken("root_path", uri):
            continue
        fine += 1
        path = unquote(uri.removeprefix("file://")).partition("\0")[0]
        if read is ntpath:
            path = "/".join(each.rstrip(" ") for each in path.replace("\\", "/").split("/"))
        assert read.normpath(path).replace("\\", "/").startswith("/r"), (SEED, uri)
    assert fine > 100
