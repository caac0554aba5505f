"""Lines for GitHub: one command for each change, whatever is in its words."""

from __future__ import annotations

import re

import pytest

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.escaping import one_line
from mcp_bindgen.prose import plain_prose
from mcp_bindgen.report.github import annotation_lines
from mcp_bindgen.report.line_numbers import FileSpot
from mcp_bindgen.report.model import change_severity, sort_by_severity
from tests.report.reports import report

LINE = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)", re.DOTALL)
KINDS = {"breaking": "error", "risky": "warning", "safe": "notice"}


def unescaped(text: str) -> str:
    """As the runner reads it."""
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%")


@pytest.mark.parametrize("seed", range(5))
def test_a_line_for_each_change(seed: int) -> None:
    made = report(seed, 40, hostile=0.6)
    lines = annotation_lines(made, spot=lambda _: FileSpot("schema/mine,old: new%.json", 7)).split("\n")
    by_print = {change["fingerprint"]: change for change in made["changes"]}
    ranks: list[int] = []
    for line in lines:
        found = LINE.fullmatch(line)
        assert found, line
        assert line.isprintable()
        command, listed, message = found.groups()
        words = unescaped(message)
        change = by_print.pop(words[-13:-1])
        assert command == KINDS[change_severity(change)]
        properties = dict(part.split("=", 1) for part in listed.split(","))
        assert {name: unescaped(value) for name, value in properties.items()} == {
            "file": "schema/mine,old: new%.json",
            "line": "7",
            "title": one_line(f"{change['rule']} {change['definition']}"),
        }
        assert words.startswith(plain_prose(change["summary"]))
        assert f"old to new {change['wire']['old_to_new']}, new to old {change['wire']['new_to_old']}" in words
        ranks.append(SEVERITIES.index(change_severity(change)))
    assert by_print == {}
    assert ranks == sorted(ranks)


def test_the_gravest_ten_are_of_all_rules() -> None:
    """GitHub shows ten annotations of a kind: no rule comes twice before each rule of that severity has come once."""
    made = report(3, 200, hostile=0)
    lines = annotation_lines(made).split("\n")
    rules = [re.findall("title=([A-Z_]+)", line)[0] for line in lines if line.startswith("::error")]
    kinds = {change["rule"] for change in made["changes"] if change_severity(change) == "breaking"}
    assert len(kinds) == 5
    assert set(rules[:5]) == kinds
    worst = sort_by_severity(made["changes"])[0]
    assert worst["fingerprint"] in lines[0]


def test_nothing_changed() -> None:
    assert annotation_lines(report(1, 0)) == ""


def test_without_a_file() -> None:
    assert re.match(r"::(error|warning|notice) title=[^,:]*::", annotation_lines(report(1, 1, hostile=0)))
