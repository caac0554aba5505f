"""Lines for GitHub: one command for each change, whatever is in its words."""

from __future__ import annotations

import re

import pytest

from mcp_bindgen.report.github import annotation_lines
from mcp_bindgen.report.model import severity, worst_first
from mcp_bindgen.visible import one_line
from tests.report.reports import report

LINE = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)", re.DOTALL)
KINDS = {"breaking": "error", "risky": "warning", "safe": "notice"}


def unescaped(text: str) -> str:
    """As the runner reads it."""
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%")


@pytest.mark.parametrize("seed", range(5))
def test_a_line_for_each_change_worst_first(seed: int) -> None:
    made = report(seed, 40, hostile=0.6)
    lines = annotation_lines(made, file="schema/mine,old: new%.json").split("\n")
    for line, change in zip(lines, worst_first(made["changes"]), strict=True):
        found = LINE.fullmatch(line)
        assert found, line
        assert line.isprintable()
        command, listed, message = found.groups()
        assert command == KINDS[severity(change)]
        properties = dict(part.split("=", 1) for part in listed.split(","))
        assert {name: unescaped(value) for name, value in properties.items()} == {
            "file": "schema/mine,old: new%.json",
            "title": one_line(f"{change['rule']} {change['definition']}"),
        }
        words = unescaped(message)
        assert words.startswith(one_line(change["summary"]))
        assert change["fingerprint"] in words
        assert f"old to new {change['wire']['old_to_new']}, new to old {change['wire']['new_to_old']}" in words


def test_nothing_changed() -> None:
    assert annotation_lines(report(1, 0)) == ""


def test_without_a_file() -> None:
    assert re.match(r"::(error|warning|notice) title=[^,:]*::", annotation_lines(report(1, 1, hostile=0)))
