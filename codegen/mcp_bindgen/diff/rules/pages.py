"""The pages of the catalogue: what each rule is for, how it judges, and an example; as text, as data, as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from mcp_bindgen.diff.rules.catalogue import BY_ID, RULES
from mcp_bindgen.diff.rules.examples import Example, example
from mcp_bindgen.diff.rules.protocol import PROTOCOL_RULES
from mcp_bindgen.diff.rules.rule import Rule
from mcp_bindgen.diff.rules.schema import SCHEMA_RULES
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.report.markdown import fence, span

WIRE = {
    "contained": "searched",
    "lenient": "searched, risky at worst",
    "binding": "as binding as the fact",
}
"""How a verdict on the wire is found, in few words."""

WIRE_SENTENCES = {
    "contained": "decided for each change by a search for a document that one side accepts and the other refuses; only "
    "what is proven is called safe, and what breaks comes with the document",
    "lenient": "decided as for a request, but risky at worst, since a receiver passes over what it does not know",
    "binding": "as binding as the specification makes it: MUST breaks, SHOULD is risky, anything else is safe",
}

INTRODUCTION = (
    "What `mcp-bindgen diff` reports, by rule. Each change gets three verdicts: from old to new asks whether every "
    "document that an old sender may send is valid for a new receiver, from new to old asks the reverse, and Python "
    "asks whether source written for the old package still runs. `mcp-bindgen explain RULE` shows one of these pages."
)


def find(rule_id: str) -> Rule:
    """A rule by its id, in any case.

    Raises:
        BindgenError: there is none; names those that are spelled much like it.
    """
    rule = BY_ID.get(rule_id.upper())
    if rule is None:
        near = get_close_matches(rule_id.upper(), BY_ID, 3, 0.6)
        hint = f"did you mean {' or '.join(near)}?" if near else "`mcp-bindgen explain` lists them all"
        raise BindgenError(f"there is no rule {rule_id!r}", hint=hint)
    return rule


def page_value(rule: Rule) -> dict[str, Any]:
    """A rule's page as data."""
    shown = example(rule.id)
    return {
        "rule": rule.id,
        "source": "protocol" if rule in PROTOCOL_RULES else "schema",
        "purpose": rule.purpose,
        "reads": _reads(rule),
        "wire": {"old_to_new": rule.wire[0], "new_to_old": rule.wire[1]} if _is_fixed(rule) else rule.wire,
        "python": rule.python,
        "mirror": rule.mirror,
        "example": {"about": shown.about, "old": shown.old, "new": shown.new, **_verdicts(shown)},
    }


def page_text(rule: Rule, *, width: int) -> str:
    """A rule's page for a terminal."""
    shown = example(rule.id)
    paragraphs = [rule.purpose, f"Reads: {_reads(rule)}", *_judged(rule), shown.about]
    wrapped = ["\n".join(textwrap.wrap(each, width)) for each in paragraphs]
    sides = [f"{title}\n{textwrap.indent(side, '  ')}" for title, side in (("old", shown.old), ("new", shown.new))]
    return "\n\n".join([rule.id, *wrapped, *sides, *_told(shown)])


def list_text(*, width: int) -> str:
    """Every rule with what it is for."""
    room = max(map(len, BY_ID)) + 2
    lines: list[str] = []
    for title, rules in _parts():
        lines += [f"{title}:", ""]
        for rule in rules:
            first, *rest = textwrap.wrap(rule.purpose, max(30, width - room - 2))
            lines += [f"  {rule.id:<{room}}{first}", *(" " * (room + 2) + line for line in rest)]
        lines.append("")
    return "\n".join(lines).rstrip()


def markdown() -> str:
    """All pages as one document, with a table of all rules on top."""
    blocks = ["# Rules of the report on changes", INTRODUCTION]
    for title, rules in _parts():
        rows = [
            f"| [{span(rule.id)}](#{rule.id.lower()}) | {_short(rule)} | {rule.python} | {_reads(rule)} |"
            for rule in rules
        ]
        head = ["| rule | on the wire | Python | reads |", "| --- | --- | --- | --- |"]
        blocks += [f"## {title}", "\n".join([*head, *rows])]
    for rule in RULES:
        shown = example(rule.id)
        blocks += [
            f"## {rule.id}",
            rule.purpose,
            "\n".join(f"- {each}" for each in (f"Reads: {_reads(rule)}", *_judged(rule))),
            shown.about,
            fence(f"old\n{textwrap.indent(shown.old, '  ')}\nnew\n{textwrap.indent(shown.new, '  ')}", "text"),
            *_told(shown),
        ]
    return "\n\n".join(blocks) + "\n"


def _parts() -> Sequence[tuple[str, Sequence[Rule]]]:
    return ("What a schema shows", SCHEMA_RULES), ("What only the facts show", PROTOCOL_RULES)


def _reads(rule: Rule) -> str:
    return rule.says.format(subject="X", definition="D") + "."


def _is_fixed(rule: Rule) -> bool:
    return not isinstance(rule.wire, str)


def _short(rule: Rule) -> str:
    if isinstance(rule.wire, str):
        return WIRE[rule.wire]
    return rule.wire[0] if rule.wire[0] == rule.wire[1] else f"{rule.wire[0]}, back {rule.wire[1]}"


def _judged(rule: Rule) -> list[str]:
    wire = WIRE_SENTENCES[rule.wire] if isinstance(rule.wire, str) else _directions(rule.wire)
    mirror = "the same rule" if rule.mirror == rule.id else rule.mirror
    return [f"On the wire: {wire}.", f"To Python source: {rule.python}.", f"The other way round: {mirror}."]


def _directions(wire: tuple[str, str]) -> str:
    return f"from old to new {wire[0]}, from new to old {wire[1]}"


def _told(shown: Example) -> list[str]:
    return [] if shown.wire is None else [f"Here: {_directions(shown.wire)}."]


def _verdicts(shown: Example) -> Mapping[str, Any]:
    return {} if shown.wire is None else {"wire": {"old_to_new": shown.wire[0], "new_to_old": shown.wire[1]}}
