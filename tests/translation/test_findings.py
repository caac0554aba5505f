"""Whatever breaks on the wire from one release to the next has a rule of translation, a bridge, or a reason."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli

from mcp_bindgen import comparison
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.paths import schema_root

FILE = Path(__file__).with_name("findings.toml")
ROWS: list[dict[str, Any]] = tomli.loads(FILE.read_text(encoding="utf-8"))["finding"]
ANSWERS = {"rules", "bridge", "reason"}


@cache
def breaking() -> list[tuple[str, Mapping[str, Any]]]:
    """The newer release and each finding that breaks on the wire; a new release has no rows at first."""
    known = {row["step"] for row in ROWS if "step" in row}
    return [
        (report["new"], dict(change))
        for report in comparison.releases()
        if report["new"] <= max(known)
        for change in report["changes"]
        if "breaking" in change["wire"].values()
    ]


def is_about(row: Mapping[str, Any], step: str, change: Mapping[str, Any]) -> bool:
    return (
        row.get("step", step) == step
        and any(fnmatchcase(change["rule"], pattern) for pattern in row["changes"])
        and any(fnmatchcase(change["pointer"], pattern) for pattern in row["at"])
        and row.get("text", "") in change["summary"]
    )


def test_every_finding_has_a_row() -> None:
    assert [
        f"{step} {change['rule']} {change['pointer']}: {change['summary']}"
        for step, change in breaking()
        if not any(is_about(row, step, change) for row in ROWS)
    ] == []
    assert sum(bool(change["methods"]) for _, change in breaking()) >= 89


def test_findings_about_messages_have_rules() -> None:
    """A finding of the schema that names a method is about a message, so a reason or a bridge is not enough."""
    assert [
        f"{step} {change['rule']} {change['pointer']}"
        for step, change in breaking()
        if change["methods"]
        and change["source"] == "schema"
        and not any(is_about(row, step, change) and "rules" in row for row in ROWS)
    ] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.get('step', 'all')} {row['changes'][0]} {row['at'][0]}")
def test_every_row_has_a_finding(row: Mapping[str, Any]) -> None:
    found = [change for step, change in breaking() if is_about(row, step, change)]
    assert {rule for rule in row["changes"] if not any(fnmatchcase(each["rule"], rule) for each in found)} == set()
    assert {at for at in row["at"] if not any(fnmatchcase(each["pointer"], at) for each in found)} == set()
    assert len(ANSWERS & set(row)) == 1


def test_every_rule_of_a_step_answers_a_finding_or_the_schema() -> None:
    known = read_translation(schema_root())
    ids = {rule.id for rule in (*known.general, *known.conversation, *known.rules)}
    named = {rule for row in ROWS for rule in row.get("rules", ())}
    assert named - ids == set()
    assert {rule.id for rule in known.rules} - named == set(WITHOUT_FINDING)


WITHOUT_FINDING = {
    "result.structured-text": "the newer member may be absent and the older receiver ignores it, so nothing breaks",
    "sampling.tool-choice": "the newer member may be absent and the older receiver ignores it, so nothing breaks",
    "sampling.tools.unknown": "a member without meaning that comes to life breaks no schema",
    "error.url-elicitation.lowered": "any integer is valid as a code",
    "error.url-elicitation.unknown": "any integer is valid as a code",
    "task.request.core": "the newer receiver ignores the member, so nothing breaks",
    "task.request.foreign": "a member without meaning that comes to life breaks no schema",
    "task.result.foreign": "a member without meaning that comes to life breaks no schema",
    "tool.execution.foreign": "a member without meaning that comes to life breaks no schema",
    "input.progress": "the newer receiver ignores the key, so nothing breaks",
    "input.progress.unknown": "a key without meaning that comes to life breaks no schema",
    "server-info": "the older receiver ignores the key, so nothing breaks",
    "server-info.added": "the newer key may be absent, so nothing breaks",
    "server-info.unknown": "a key without meaning that comes to life breaks no schema",
    "subscription.id.elsewhere": "the older receiver ignores the key, so nothing breaks",
}
"""Rules about what the reports do not call breaking, with the reason."""
