"""`explain`: the page of one rule, and the list of all rules."""

from __future__ import annotations

import json

import pytest

from mcp_bindgen.diff.rules.catalogue import BY_ID, RULES
from tests.cli.run import ROOT, run


def test_a_rule_is_explained() -> None:
    done = run("explain", "FIELD_BECAME_REQUIRED")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("FIELD_BECAME_REQUIRED\n\n")
    words = " ".join(done.out.split())
    assert BY_ID["FIELD_BECAME_REQUIRED"].purpose in words
    assert "With the two sides swapped: FIELD_BECAME_OPTIONAL." in words
    assert "In this example: from old to new breaking, from new to old safe." in words
    assert run("explain", "field_became_required").out == done.out


def test_an_example_is_a_pair() -> None:
    value = json.loads(run("explain", "FIELD_BECAME_REQUIRED", "--format", "json").out)
    old, new = (json.loads(value["example"][side]) for side in ("old", "new"))
    assert old != new
    assert value["example"]["wire"] == {"old_to_new": "breaking", "new_to_old": "safe"}
    back = json.loads(run("explain", value["mirror"], "--format", "json").out)
    assert (back["rule"], back["mirror"]) == ("FIELD_BECAME_OPTIONAL", "FIELD_BECAME_REQUIRED")


def test_without_an_argument_all_rules_are_listed() -> None:
    done = run("explain")
    assert (done.code, done.err) == (0, "")
    listed = [line.split()[0] for line in done.out.splitlines() if line.startswith("  ") and line[2] != " "]
    assert listed == [rule.id for rule in RULES]
    assert [each["rule"] for each in json.loads(run("explain", "--format", "json").out)] == listed


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("FIELD_BECOMES_REQUIRED", "did you mean FIELD_BECAME_REQUIRED"),
        ("nothing-like-it", "`mcp-bindgen explain` lists them all"),
        ("", "`mcp-bindgen explain` lists them all"),
    ],
)
def test_an_unknown_rule_is_wrong_usage(rule: str, says: str) -> None:
    done = run("explain", rule)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: unknown change rule {rule!r}")
    assert says in done.err


def test_the_page_of_all_rules_has_each() -> None:
    page = (ROOT / "generated" / "docs" / "change-rules.md").read_text(encoding="utf-8")
    headings = [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]
    assert headings[3:] == [rule.id for rule in RULES]
    assert [rule.id for rule in RULES if page.count(f"(#{rule.id.lower()})") != 1] == []
    assert [rule.id for rule in RULES if f"\n{rule.purpose}\n" not in page] == []
    assert page.count("```text\nold\n") == len(RULES)
