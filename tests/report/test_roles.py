"""A report for one side: every form shows what a change means to that side, which can be less than to the other."""

from __future__ import annotations

import random
import re

import pytest

from mcp_bindgen.diff.severity import SEVERITIES, Severity
from mcp_bindgen.pages.changes import changes_page
from mcp_bindgen.report.github import COMMANDS, annotation_lines
from mcp_bindgen.report.markdown import report_markdown
from mcp_bindgen.report.model import ROLES, ReportJSON, Role, change_severity, sort_by_severity
from tests.pages.document import read
from tests.report.reports import report

WIDE = range(3)


def part(role: Role, seed: int) -> ReportJSON:
    """What one side has to act on, in some of it less than the other."""
    source, whole = random.Random(seed), report(seed, 60, hostile=0)
    for change in whole["changes"]:
        change["by_role"] = {each: source.choice(SEVERITIES) for each in change["affects"]}
    chosen = [change for change in whole["changes"] if role in change["affects"]]
    return {**whole, "changes": chosen, "role": role}


def meant(made: ReportJSON, role: Role) -> dict[str, Severity]:
    return {change["fingerprint"]: change.get("by_role", {})[role] for change in made["changes"]}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seed", WIDE)
def test_it_is_not_the_worst_verdict(role: Role, seed: int) -> None:
    made = part(role, seed)
    wanted = meant(made, role)
    assert {change["fingerprint"]: change_severity(change, role) for change in made["changes"]} == wanted
    assert {change["fingerprint"]: change_severity(change) for change in made["changes"]} != wanted
    order = [SEVERITIES.index(wanted[change["fingerprint"]]) for change in sort_by_severity(made["changes"], role)]
    assert order == sorted(order)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seed", WIDE)
def test_github(role: Role, seed: int) -> None:
    made = part(role, seed)
    lines = re.findall(r"^::(\w+) .*; ([0-9a-f]{12})\)$", annotation_lines(made), re.MULTILINE)
    assert [(COMMANDS[meant(made, role)[fingerprint]], fingerprint) for _, fingerprint in lines] == lines
    assert len(lines) == len(made["changes"])


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seed", WIDE)
def test_markdown(role: Role, seed: int) -> None:
    made = part(role, seed)
    first, *sections = re.split(r"^### (\w+)$", report_markdown(made), flags=re.MULTILINE)
    found = {
        fingerprint: level.lower()
        for level, section in zip(sections[::2], sections[1::2], strict=True)
        for fingerprint in re.findall(r"^- fingerprint: `([0-9a-f]{12})`$", section, re.MULTILINE)
    }
    assert found == meant(made, role)
    assert re.findall(r"^\| (\w[\w ]+) \|", first, re.MULTILINE) == [f"affect the {role}"]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seed", WIDE)
def test_page(role: Role, seed: int) -> None:
    made = part(role, seed)
    document = read(changes_page(made))
    entries = [each.attributes for each in document.all("details")]
    wanted = {f"c-{fingerprint}": level for fingerprint, level in meant(made, role).items()}
    assert {each["id"]: each["data-severity"] for each in entries} == wanted
    assert f"Affecting the {role}" in [each.text for each in document.all("th", scope="row")]
    assert len(document.all("th", scope="row")) == 1
