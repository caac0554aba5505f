"""Render a report as Markdown for a pull request on GitHub: the counts, then the changes, collapsed and worst first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from mcp_bindgen.diff.severity import SEVERITIES, Severity
from mcp_bindgen.report.model import (
    ROLES,
    Change,
    Line,
    Report,
    json_text,
    safe_links,
    severity,
    side_by_side,
    unnamed_definition,
    verdicts,
    witness_line,
    witnesses,
)
from mcp_bindgen.visible import one_line

ROOM = 65_536
"""Maximum length of a comment on GitHub, in characters."""

MEANT = re.compile(r"[!#$&(-+:<>@\[-`{-~]|^-|(?<=\d)\.|(?<=www)\.", re.IGNORECASE)
"""Characters that have to be escaped because they could be Markdown syntax."""

TITLES: dict[Severity, str] = {"breaking": "Breaking", "risky": "Risky", "safe": "Safe"}


def markdown(report: Report, *, room: int | None = None) -> str:
    """The report, or as many complete changes as fit and the number of changes left out; empty without changes.

    Args:
        report: the report.
        room: maximum length in characters, such as `ROOM` for a comment; None for no limit.
    """
    if not report["changes"]:
        return ""
    blocks = [_head(report)]
    left_out = dict.fromkeys(SEVERITIES, 0)
    free = None if room is None else room - len(blocks[0]) - 200  # room for the line that says how many are omitted
    for level in SEVERITIES:
        chosen = [change for change in report["changes"] if severity(change, report.get("role")) == level]
        heading = [f"### {TITLES[level]}"] if chosen else []
        for change in chosen:
            added = [*heading, _entry(change)]
            size = sum(len(block) + 2 for block in added)
            if free is not None and (size > free or any(left_out.values())):
                left_out[level] += 1
                continue
            free = None if free is None else free - size
            blocks += added
            heading = []
    if any(left_out.values()):
        numbers = ", ".join(f"{count} {level}" for level, count in left_out.items() if count)
        blocks.append(f"Omitted because the text would be too long: {numbers}.")
    return "\n\n".join(blocks) + "\n"


def _head(report: Report) -> str:
    return f"## What changed from {span(report['old'])} to {span(report['new'])}\n\n{counts(report)}"


def counts(report: Report) -> str:
    """A table of the number of changes, in total and for each role, or for the role to which the report is limited."""
    summary, only = report["summary"], report.get("role")
    rows = [f"| {' | '.join(['', *SEVERITIES])} |", "| --- | --: | --: | --: |"]
    if only is None:
        rows.append(f"| all | {' | '.join(str(summary[level]) for level in SEVERITIES)} |")
    for role in ROLES:
        numbers = summary["by_role"].get(role)
        if numbers is not None and only in (None, role):
            rows.append(f"| affect the {role} | {' | '.join(str(numbers[level]) for level in SEVERITIES)} |")
    return "\n".join(rows)


def _entry(change: Change) -> str:
    definition = unnamed_definition(change)
    place = f"<code>{_plain(definition)}</code> " if definition else ""
    facts = [
        f"{span(change['rule'])} ({change['source']}, {change['kind']}) at {span(change['pointer'])}",
        ", ".join(f"{name}: **{level}**" for name, level in verdicts(change).items()),
        f"affects: {' and '.join(change['affects'])}",
    ]
    if change["methods"]:
        facts.append(f"methods: {', '.join(map(span, change['methods']))}")
    facts.append(f"fingerprint: {span(change['fingerprint'])}")
    blocks = [
        f"<details><summary>{place}{_plain(change['summary'])}</summary>",
        "\n".join(f"- {fact}" for fact in facts),
        *_sides(change),
    ]
    for witness in witnesses(change):
        blocks += [text(witness_line(witness)), fence(json_text(witness["document"]), "json")]
    links = [f"[{text(link['text'])}](<{_address(link['url'])}>)" for link in safe_links(change)]
    if links:
        blocks.append("See also " + ", ".join(links))
    return "\n\n".join([*blocks, "</details>"])


def _sides(change: Change) -> list[str]:
    before, after = side_by_side(change)
    if before is None and after is None:
        return []
    return [fence("\n".join(_woven(iter(before or ()), iter(after or ()))), "diff")]


def _woven(before: Iterator[Line], after: Iterator[Line]) -> Iterator[str]:
    """Both sides as one patch; what is the same in both comes once."""
    while True:
        old, new = next(before, None), next(after, None)
        while old is not None and not old.same:
            yield f"- {old.text}"
            old = next(before, None)
        while new is not None and not new.same:
            yield f"+ {new.text}"
            new = next(after, None)
        if old is None:
            return
        yield f"  {old.text}"


def text(words: str) -> str:
    """A text escaped so that Markdown makes no markup, link or mention of it."""
    return MEANT.sub(r"\\\g<0>", _unmentioned(one_line(words)))


def span(words: str) -> str:
    """A text as inline code."""
    shown = one_line(words) or " "
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def fence(lines: str, language: str) -> str:
    """A text as a code block."""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", lines)), default=0))
    return f"{ticks}{language}\n{lines}\n{ticks}"


def _plain(words: str) -> str:
    return escape(_unmentioned(one_line(words)))


def _unmentioned(words: str) -> str:
    """A text in which a word joiner keeps GitHub from reading `@name` as a mention."""
    return words.replace("@", "@\u2060")


def _address(url: str) -> str:
    return re.sub(
        r"[^!#-;=?-\[\]_a-z~]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode(errors="replace")), url
    )
