"""Whatever breaks on the wire from one release to the next has a rule of translation, a bridge, or a reason."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import comparison
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.findings import ChangeTreatment, read_findings
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.paths import schema_root
from mcp_bindgen.report.to_json import report_to_json

KNOWN = read_findings(schema_root())
ROWS = KNOWN.findings


@cache
def findings() -> list[tuple[str, Mapping[str, Any]]]:
    """The newer release and each finding."""
    return [(report["new"], dict(change)) for report in comparison.report_releases() for change in report["changes"]]


@cache
def breaking() -> list[tuple[str, Mapping[str, Any]]]:
    """Those that break on the wire."""
    return [(step, change) for step, change in findings() if "breaking" in change["wire"].values()]


@cache
def since_earlier_releases(step: str) -> list[Mapping[str, Any]]:
    """The findings since all earlier releases, as the one before may lack a message that the others have."""
    earlier = [release for release in mb.REVISIONS if release < step]
    reports = [report_to_json(comparison.report_changes(release, step)) for release in earlier]
    return [dict(change) for report in reports for change in report["changes"]]


def is_about(row: ChangeTreatment, step: str, change: Mapping[str, Any]) -> bool:
    return row.is_about(step, change["rule"], change["pointer"], change["summary"])


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
        and not any(is_about(row, step, change) and row.rules for row in ROWS)
    ] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.step or 'all'} {row.changes[0]} {row.at[0]}")
def test_every_row_has_a_finding(row: ChangeTreatment) -> None:
    found = [change for step, change in findings() if is_about(row, step, change)]
    found = found or [change for change in since_earlier_releases(row.step) if is_about(row, row.step, change)]
    assert {rule for rule in row.changes if not any(fnmatchcase(each["rule"], rule) for each in found)} == set()
    assert {at for at in row.at if not any(fnmatchcase(each["pointer"], at) for each in found)} == set()
    assert sum(map(bool, (row.rules, row.bridge, row.reason))) == 1


def test_every_rule_of_a_step_answers_a_finding_or_the_schema() -> None:
    known = read_translation(schema_root())
    ids = {rule.id for rule in (*known.general, *known.connection, *known.rules)}
    named = {rule for row in ROWS for rule in row.rules}
    assert named - ids == set()
    assert {rule.id for rule in known.rules} - named == {row.rule for row in KNOWN.unbroken}
    assert all(row.reason for row in KNOWN.unbroken)


def test_malformed_rows_are_rejected(tmp_path: Path) -> None:
    row = '[[finding]]\nchanges = ["*"]\nat = ["*"]\nbridge = "a"\nreason = "b"\n'
    (tmp_path / "findings.toml").write_text(row, encoding="utf-8")
    with pytest.raises(BindgenError, match="more than one of"):
        read_findings(tmp_path)
