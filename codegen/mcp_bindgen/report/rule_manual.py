"""Manual of change rules: purpose, verdicts and an example of each rule, as text, JSON data and Markdown."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from mcp_bindgen.diff.rules.catalogue import BY_ID, RULES, read_examples
from mcp_bindgen.diff.rules.offer import OFFER_RULES
from mcp_bindgen.diff.rules.protocol import PROTOCOL_RULES
from mcp_bindgen.diff.rules.rule import ChangeRule
from mcp_bindgen.diff.rules.schema import SCHEMA_RULES
from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.types import Source
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_object
from mcp_bindgen.report.markup import code_block, code_span
from mcp_bindgen.report.model import json_text

MODE_LABELS = {
    "contained": "found by search",
    "lenient": "found by search, at most risky",
    "binding": "follows from MUST or SHOULD",
}
"""Description of each mode of finding levels, for tables."""

MODE_SENTENCES = {
    "contained": "found for each change by a search for a document that one side accepts and the other rejects; a "
    "change is safe only if it is proven that there is no such document, and breaking only with such a document",
    "lenient": "found as for a request, but at most risky, because receivers ignore unknown notifications",
    "binding": "follows from the requirement word in the specification: MUST is breaking, SHOULD risky, the rest safe",
}

_GROUPS: Sequence[tuple[Source, str, Sequence[ChangeRule]]] = (
    ("schema", "Changes of a schema", SCHEMA_RULES),
    ("protocol", "Changes of protocol facts", PROTOCOL_RULES),
    ("offer", "Changes of what a server offers", OFFER_RULES),
)
"""Source, title and rules of each group."""

INTRODUCTION = (
    "The changes that `mcp-bindgen diff` and `mcp-bindgen server compare` report, by rule. Each change has three "
    "verdicts. From old to new: whether "
    "every document that an old sender may send is valid for a new receiver. From new to old: the reverse. "
    "Python: whether source code written for the old package still works. "
    "`mcp-bindgen explain RULE` shows the entry of one rule."
)


@dataclass(frozen=True)
class _RuleExample:
    """Example of a rule in the form in which the manual shows it."""

    about: str
    old: str
    new: str
    wire: tuple[Level, Level] | None
    """Levels for documents in this example; None for an example of protocol facts."""


def find_rule(rule_id: str) -> ChangeRule:
    """Return the rule with an id, without regard to case.

    Raises:
        BindgenError: no rule has this id. The hint names rules with similar ids, if there are any.
    """
    rule = BY_ID.get(rule_id.upper())
    if rule is None:
        near = get_close_matches(rule_id.upper(), BY_ID, 3, 0.6)
        hint = f"did you mean {' or '.join(near)}?" if near else "`mcp-bindgen explain` lists them all"
        raise BindgenError(f"unknown change rule {rule_id!r}", hint=hint)
    return rule


def rule_value(rule: ChangeRule) -> dict[str, Any]:
    """Return the entry of a rule in the manual as JSON data."""
    shown = _find_example(rule.id)
    return {
        "rule": rule.id,
        "source": next(source for source, _, rules in _GROUPS if rule in rules),
        "purpose": rule.purpose,
        "reads": _summary_sentence(rule),
        "wire": {"old_to_new": rule.wire[0], "new_to_old": rule.wire[1]} if _has_fixed_levels(rule) else rule.wire,
        "python": rule.python,
        "mirror": rule.mirror,
        "example": {"about": shown.about, "old": shown.old, "new": shown.new, **_verdict_values(shown)},
    }


def rule_text(rule: ChangeRule, *, width: int) -> str:
    """Return the entry of a rule in the manual as text for a terminal.

    Args:
        rule: the rule.
        width: the length of a line in characters.
    """
    shown = _find_example(rule.id)
    paragraphs = [rule.purpose, f"Summary: {_summary_sentence(rule)}", *_level_lines(rule), shown.about]
    wrapped = ["\n".join(textwrap.wrap(each, width)) for each in paragraphs]
    sides = [f"{title}\n{textwrap.indent(side, '  ')}" for title, side in (("old", shown.old), ("new", shown.new))]
    return "\n\n".join([rule.id, *wrapped, *sides, *_wire_line(shown)])


def rule_list_text(*, width: int) -> str:
    """Return all rules with their purposes, as text for a terminal.

    Args:
        width: the length of a line in characters.
    """
    room = max(map(len, BY_ID)) + 2
    lines: list[str] = []
    for _, title, rules in _GROUPS:
        lines += [f"{title}:", ""]
        for rule in rules:
            first, *rest = textwrap.wrap(rule.purpose, max(30, width - room - 2))
            lines += [f"  {rule.id:<{room}}{first}", *(" " * (room + 2) + line for line in rest)]
        lines.append("")
    return "\n".join(lines).rstrip()


def manual_markdown() -> str:
    """Return the manual as one Markdown document: tables of all rules, and then the entry of each rule."""
    blocks = ["# Change rules", INTRODUCTION]
    for _, title, rules in _GROUPS:
        rows = [
            f"| [{code_span(rule.id)}](#{rule.id.lower()}) | {_level_text(rule)} | {rule.python} "
            f"| {_summary_sentence(rule)} |"
            for rule in rules
        ]
        head = ["| rule | documents | Python | summary |", "| --- | --- | --- | --- |"]
        blocks += [f"## {title}", "\n".join([*head, *rows])]
    for rule in RULES:
        shown = _find_example(rule.id)
        blocks += [
            f"## {rule.id}",
            rule.purpose,
            "\n".join(f"- {each}" for each in (f"Summary: {_summary_sentence(rule)}", *_level_lines(rule))),
            shown.about,
            code_block(f"old\n{textwrap.indent(shown.old, '  ')}\nnew\n{textwrap.indent(shown.new, '  ')}", "text"),
            *_wire_line(shown),
        ]
    return "\n\n".join(blocks) + "\n"


def _summary_sentence(rule: ChangeRule) -> str:
    return rule.summary.format(subject="X", definition="D") + "."


def _has_fixed_levels(rule: ChangeRule) -> bool:
    return not isinstance(rule.wire, str)


def _level_text(rule: ChangeRule) -> str:
    if isinstance(rule.wire, str):
        return MODE_LABELS[rule.wire]
    return rule.wire[0] if rule.wire[0] == rule.wire[1] else f"{rule.wire[0]}, back {rule.wire[1]}"


def _level_lines(rule: ChangeRule) -> list[str]:
    wire = MODE_SENTENCES[rule.wire] if isinstance(rule.wire, str) else _direction_text(rule.wire)
    mirror = "the same rule" if rule.mirror == rule.id else rule.mirror
    return [f"Documents: {wire}.", f"Python source code: {rule.python}.", f"With the two sides swapped: {mirror}."]


def _direction_text(wire: tuple[str, str]) -> str:
    return f"from old to new {wire[0]}, from new to old {wire[1]}"


def _wire_line(shown: _RuleExample) -> list[str]:
    return [] if shown.wire is None else [f"In this example: {_direction_text(shown.wire)}."]


def _verdict_values(shown: _RuleExample) -> Mapping[str, Any]:
    return {} if shown.wire is None else {"wire": {"old_to_new": shown.wire[0], "new_to_old": shown.wire[1]}}


def _find_example(rule_id: str) -> _RuleExample:
    """Return the first example of a rule. For a rule without an example, return the example of its mirror, with the two
    sides swapped.
    """
    for wanted, swapped in ((rule_id, False), (BY_ID[rule_id].mirror, True)):
        for make, table in ((_schema_example, "schema"), (_fact_example, "fact"), (_offer_example, "offer")):
            row = next((row for row in read_examples()[table] if row["rule"] == wanted), None)
            if row is not None:
                found = make(row)
                return _swap_sides(found) if swapped else found
    raise AssertionError(rule_id)  # a test checks that every rule has an example


def _swap_sides(found: _RuleExample) -> _RuleExample:
    return _RuleExample(found.about, found.new, found.old, found.wire and (found.wire[1], found.wire[0]))


def _schema_example(row: Mapping[str, Any]) -> _RuleExample:
    old, new = (json_text(json.loads(row[side])) for side in ("old", "new"))
    return _RuleExample("Definitions:", old, new, (row["wire"][0], row["wire"][1]))


def _offer_example(row: Mapping[str, Any]) -> _RuleExample:
    old, new = (json_text(json.loads(row[side])) for side in ("old", "new"))
    return _RuleExample("What the server offers:", old, new, (row["wire"][0], row["wire"][1]))


def _fact_example(row: Mapping[str, Any]) -> _RuleExample:
    columns = {**row.get("within", {}), **row.get("where", {})}
    chosen = " and ".join(f"{name} {value}" for name, value in columns.items())
    about = f"Protocol facts of {row['base']}, {row['path']}{f' where {chosen}' if chosen else ''}:"
    old, new = (_edit_text(row.get(side)) for side in ("old", "new"))
    return _RuleExample(about, old, new, None)


def _edit_text(edit: Any) -> str:
    if edit is None:
        return "unchanged"
    if not is_object(edit):
        return {"absent": "absent", "reversed": "in reverse order"}[edit]
    return "\n".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in edit.items())
