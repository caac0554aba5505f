"""Reading `lint_rules.toml` strictly, and the places of rules in the types."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen import cache, paths, pipeline
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import lint_rules
from mcp_bindgen.ingest.lint_rules import LintRule, LintRuleFile
from mcp_bindgen.ir.lint_rules import applicable_rules, check_rule_places
from mcp_bindgen.render.tables import row_source
from tests.forks.custom import generated
from tests.unit.tiny import record, ref, tiny

ROW = {
    "id": '"tool.name"',
    "keyword": '"SHOULD"',
    "level": '"warning"',
    "places": '["Tool.name"]',
    "check": '"pattern"',
    "pattern": "'[a-z]+'",
    "message": '"small letters"',
    "sources": '["page"]',
}
ELSEWHERE = '[[elsewhere]]\nid = "{}"\nreason = "no message"\n'
RULE = LintRule(
    "tool.name", "SHOULD", "warning", ("Tool.name",), "pattern", "small letters", ("page",), pattern="[a-z]+"
)


def text(**changes: str | None) -> str:
    row = {**ROW, **changes}
    return "[[rule]]\n" + "".join(f"{key} = {value}\n" for key, value in row.items() if value is not None)


def read(root: Path, content: str) -> LintRuleFile:
    (root / "r").mkdir(exist_ok=True)
    (root / "r" / "lint_rules.toml").write_text(content, encoding="utf-8")
    return lint_rules.read_lint_rules(root, "r")


def test_rows(tmp_path: Path) -> None:
    file = read(tmp_path, text() + ELSEWHERE.format("http.header"))
    assert file == LintRuleFile((RULE,), (lint_rules.SeparatelyCheckedRule("http.header", "no message"),))
    assert read(tmp_path, "") == LintRuleFile()


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"id": None}, "a row is malformed: .*'id'"),
        ({"sources": None}, "rule 'tool.name' is malformed: .*'sources'"),
        ({"surprise": "1"}, "rule 'tool.name' is malformed: .*'surprise'"),
        ({"keyword": '"MAY"'}, "rule 'tool.name': keyword must be one of MUST, SHOULD, unspecified, not 'MAY'"),
        (
            {"level": '"error"'},
            "rule 'tool.name': the level of a rule with the keyword SHOULD must be 'warning', not 'error'",
        ),
        ({"reason": '"x"'}, "rule 'tool.name': the level of a rule with a reason must be 'note', not 'warning'"),
        ({"places": '"Tool.name"'}, "`places` has a value of the wrong type"),
        ({"places": "[1]"}, "`places` has a value of the wrong type"),
        ({"places": "[]"}, "`places` is empty"),
        ({"message": '""'}, "`message` is empty"),
        ({"minimum": "true"}, "`minimum` has a value of the wrong type"),
        ({"places": '["Tool..name"]'}, "'Tool..name' is not a definition and a path of members"),
        ({"places": '["*"]'}, r"'\*' is not a definition and a path of members"),
        ({"check": '"guess"'}, "unknown check 'guess'"),
        ({"pattern": None}, "check 'pattern' needs pattern, not nothing"),
        ({"maximum": "5"}, "check 'pattern' needs pattern, not maximum, pattern"),
        ({"check": '"uri"'}, "check 'uri' needs nothing, not pattern"),
        ({"pattern": "'['"}, "the pattern is not a regular expression: unterminated character set"),
    ],
)
def test_a_row_that_is_not_as_it_should_be(tmp_path: Path, changes: dict[str, str | None], what: str) -> None:
    with pytest.raises(BindgenError, match=what) as caught:
        read(tmp_path, text(**changes))
    assert caught.value.where == str(tmp_path / "r" / "lint_rules.toml")


def test_a_file_that_is_not_as_it_should_be(tmp_path: Path) -> None:
    with pytest.raises(BindgenError, match=r"the revision has no lint_rules\.toml"):
        lint_rules.read_lint_rules(tmp_path, "r")
    for content in (text() * 2, text() + ELSEWHERE.format("tool.name")):
        with pytest.raises(BindgenError, match=r"rule 'tool\.name' has 2 rows"):
            read(tmp_path, content)
    with pytest.raises(BindgenError, match="unknown table 'rules'"):
        read(tmp_path, "[[rules]]\n")
    with pytest.raises(BindgenError, match="a row must be a table"):
        read(tmp_path, "rule = [1]\n")
    with pytest.raises(BindgenError, match=r"rule 'a' is malformed: .*'reason'"):
        read(tmp_path, '[[elsewhere]]\nid = "a"\n')


TOOL: dict[str, Any] = {
    "Tool": record(name={"type": "string"}, icons={"type": "array", "items": ref("Icon")}, more=ref("More")),
    "Icon": record(sizes={"type": "array", "items": {"type": "string"}}, part=record(of={"type": "string"})),
    "More": {"anyOf": [ref("Icon"), {"type": "null"}]},
    "Tools": {"type": "array", "items": ref("Tool")},
}


@pytest.mark.parametrize(
    "place",
    [
        "Tool",
        "Tool.name",
        "Tool.icons[].sizes[]",
        "Tool.more.part.of",
        "Tools[].name",
        "*.sizes",
        "*.part.of",
        "More.part",
    ],
)
def test_places_that_are_there(place: str) -> None:
    spec, rule = tiny(TOOL), replace(RULE, places=(place,))
    check_rule_places(spec, [rule], where="lint_rules.toml")
    assert applicable_rules(spec, [rule]) == (rule,)


@pytest.mark.parametrize(
    ("place", "what"),
    [
        ("Toll.name", "there is no definition 'Toll'"),
        ("Tool.nam", "'Tool' has no member nam"),
        ("Tool.name.x", "'Tool' has no member name.x"),
        ("Tool.icons.sizes", "'Tool' has no member icons.sizes"),
        ("Tool.name[]", "'Tool' has no member name"),
        ("*.nam", "no definition has nam"),
        ("*.part.off", "no definition has part.off"),
    ],
)
def test_places_that_are_not(place: str, what: str) -> None:
    spec, rule = tiny(TOOL), replace(RULE, places=("Tool.name", place))
    with pytest.raises(BindgenError, match=f"rules and types do not match\n  rule 'tool.name': {what}"):
        check_rule_places(spec, [rule], where="lint_rules.toml")
    assert applicable_rules(spec, [rule]) == ()


def test_rules_as_source() -> None:
    assert row_source(RULE) == (
        'LintRule(id="tool.name", keyword="SHOULD", level="warning", places=("Tool.name",), check="pattern", '
        'message="small letters", sources=("page",), pattern="[a-z]+")'
    )


@pytest.mark.slow
def test_generation_fails_on_a_place_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = lint_rules.read_lint_rules(paths.schema_root(), "2024-11-05")
    broken = LintRuleFile((replace(file.rules[0], places=("JSONRPCAnswer",)), *file.rules[1:]))

    def read_broken(schema_root: Path, revision: str) -> LintRuleFile:
        return broken

    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, "off")
    monkeypatch.setattr("mcp_bindgen.sources.read_lint_rules", read_broken)
    with pytest.raises(BindgenError, match="there is no definition 'JSONRPCAnswer'"):
        pipeline.generate(pipeline.GenerationRequest(revisions=("2024-11-05",)))


@pytest.mark.slow
def test_a_schema_of_ones_own_has_the_rules_whose_places_it_has(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    root = record("uri", uri={"type": "string"})
    path.write_text(json.dumps({"$defs": {"Root": root, "Thing": record()}}), encoding="utf-8")

    def rules_of(revision: str) -> str:
        files = generated({revision: path})
        return next(text.decode() for name, text in files.items() if name.endswith("/lint_rules.py") and "/v" in name)

    ids = [line.strip() for line in rules_of("2024-11-05").splitlines() if "id=" in line]
    assert ids == ['id="root.file-uri",', 'id="root.path",']
    ids = [line.strip() for line in rules_of("2099-01-01").splitlines() if "id=" in line]
    assert 'id="root.file-uri",' in ids, "those of the release that is nearest"
