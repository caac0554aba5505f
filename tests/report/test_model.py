"""What every way of showing a report asks of it."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from mcp_bindgen.diff.severity import SEVERITIES, Level, Severity
from mcp_bindgen.diff.types import Aspect
from mcp_bindgen.escaping import one_line
from mcp_bindgen.report.model import (
    WIDTH,
    ChangeJSON,
    SideLine,
    change_severity,
    change_verdicts,
    definition_missing_in_summary,
    json_text,
    lines_of_sides,
    report_schema,
    safe_links,
    sort_by_severity,
)
from tests.report.reports import HOSTILE, report

ONE: ChangeJSON = report(1, 1, hostile=0)["changes"][0]


@pytest.mark.parametrize(
    ("old_to_new", "new_to_old", "python", "worst"),
    [
        ("safe", "safe", "safe", "safe"),
        ("safe", "unknown", "safe", "risky"),
        ("risky", "safe", "safe", "risky"),
        ("safe", "safe", "risky", "risky"),
        ("unknown", "breaking", "safe", "breaking"),
        ("safe", "safe", "breaking", "breaking"),
    ],
)
def test_severity(old_to_new: Level, new_to_old: Level, python: Severity, worst: Severity) -> None:
    wire = {"old_to_new": old_to_new, "new_to_old": new_to_old}
    assert change_severity({**ONE, "wire": wire, "python": python}) == worst  # type: ignore[typeddict-item]


@pytest.mark.parametrize("seed", range(5))
def test_reports_at_random_are_as_published(seed: int) -> None:
    """What these tests show is what the tool may make."""
    judge: Any = jsonschema.Draft202012Validator(report_schema())
    made: Any = json.loads(json.dumps(report(seed, 40, hostile=0.6)))
    assert [error.message for error in judge.iter_errors(made)] == []
    made["changes"][0]["before"] = {"type": "string"}
    assert not judge.is_valid(made)


def test_a_longer_name_does_not_name_a_definition() -> None:
    change: ChangeJSON = {**ONE, "definition": "Tool"}
    assert definition_missing_in_summary({**change, "summary": "ToolChoice has a new member"}) == "Tool"
    assert definition_missing_in_summary({**change, "summary": "a member of `Tool` is gone"}) == ""


def test_sort_by_severity() -> None:
    """By severity, then by how many verdicts are breaking, then by how many methods have the change."""
    changes = report(2, 60)["changes"]
    ordered = sort_by_severity(changes)
    assert sorted(change["fingerprint"] for change in ordered) == [change["fingerprint"] for change in changes]
    places = [
        (
            SEVERITIES.index(change_severity(change)),
            -list(change_verdicts(change).values()).count("breaking"),
            -len(change["methods"]),
            change["fingerprint"],
        )
        for change in ordered
    ]
    assert places == sorted(places)
    assert len({place[:3] for place in places}) > 5


@pytest.mark.parametrize(("only", "found"), [("wire", "risky"), ("python", "breaking"), (None, "breaking")])
def test_severity_for_an_aspect(only: Aspect | None, found: Severity) -> None:
    change: ChangeJSON = {**ONE, "wire": {"old_to_new": "safe", "new_to_old": "unknown"}, "python": "breaking"}
    assert change_severity(change, only=only) == found


def test_sides() -> None:
    nothing = ONE.copy()
    nothing.pop("before", None)
    nothing.pop("after", None)
    assert lines_of_sides(nothing) == (None, None)
    assert lines_of_sides({**nothing, "after": "a\x07?: string"}) == (None, [SideLine("a\\u0007?: string", same=False)])
    old, new = lines_of_sides({**nothing, "before": "{\n  a: A\n  b: B\n}", "after": "{\n  a: A\n  b?: B\n  c: C\n}"})
    assert old == [SideLine("{", True), SideLine("  a: A", True), SideLine("  b: B", False), SideLine("}", True)]
    assert new is not None
    assert [line.text for line in new if not line.same] == ["  b?: B", "  c: C"]


def test_what_is_the_same_in_both_is_the_same_text() -> None:
    for change in report(3, 60)["changes"]:
        old, new = lines_of_sides(change)
        kept = [[line.text for line in side if line.same] for side in (old or [], new or [])]
        assert kept[0] == kept[1]


@pytest.mark.parametrize(
    "value",
    [*HOSTILE, {text: [text] for text in HOSTILE}, [], {}, [[]], 1.0, 10**30, None, True, {"a": {"b": ["c"] * 30}}],
)
def test_json_text_is_the_value_and_can_be_seen(value: Any) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert repr(json.loads(text)) == repr(value)
    assert all(each.isprintable() or each == "\n" for each in text)


def test_json_text_breaks_long_lines_only() -> None:
    assert json_text({"a": [1, {"b": "c"}]}) == '{"a": [1, {"b": "c"}]}'
    text = json_text({"names": ["abcdefgh"] * 12, "one": {"b": 1}})
    assert max(map(len, text.split("\n"))) <= WIDTH
    assert text.split("\n")[-2:] == ['  "one": {"b": 1}', "}"]


@pytest.mark.parametrize("text", HOSTILE)
def test_one_line(text: str) -> None:
    line = one_line(text)
    assert line.isprintable()
    assert line == line.strip()


def test_one_line_leaves_words_alone() -> None:
    assert one_line("Member `a` of B: caf\u00e9 \u2192 1.0") == "Member `a` of B: caf\u00e9 \u2192 1.0"


def test_only_links_to_pages_are_links() -> None:
    urls = [
        "https://a.example/",
        "javascript:alert(1)",
        " https://a",
        "http://a.example/",
        "data:text/html,x",
        "//a",
        "",
    ]
    change: ChangeJSON = {**ONE, "links": [{"text": "", "url": url} for url in urls]}
    assert [link["url"] for link in safe_links(change)] == ["https://a.example/", "http://a.example/"]
