"""Render the changes of a report, or of all releases, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mcp_bindgen.diff.severity import SEVERITIES, Severity
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.prose import mark_names
from mcp_bindgen.report.digest.markdown import theme_markdown
from mcp_bindgen.report.markup import (
    code_block,
    code_span,
    escape_html,
    escape_link_address,
    escape_markdown,
    prose_html,
    prose_markdown,
)
from mcp_bindgen.report.model import (
    ROLES,
    ChangeJSON,
    Counts,
    Digest,
    ReportJSON,
    SideLine,
    change_severity,
    change_verdicts,
    definition_missing_in_summary,
    json_text,
    lines_of_sides,
    list_witnesses,
    safe_links,
    severity_in_report,
    sort_by_severity,
    undecided_text,
    witness_line,
)

EMPTY_DIGEST: Digest = {"themes": []}
TITLES: dict[Severity, str] = {"breaking": "Breaking", "risky": "Risky", "safe": "Safe"}


def report_markdown(report: ReportJSON, *, max_bytes: int | None = None, is_summary: bool = False) -> str:
    """Return the counts, the digest and every change as Markdown, or as much of them as fits. The most severe changes
    come first. For a report without changes and without undecided parts, return an empty text.

    Args:
        report: the report.
        max_bytes: greatest size in bytes of UTF-8; None for no limit. A GitHub comment has at most 65,536 characters. A
            text that is cut ends with a statement of the omitted parts.
        is_summary: True for the counts and the digest alone.

    Raises:
        BindgenError: not even the counts fit.
    """
    if not report["changes"] and "unknown" not in report["summary"]:
        return ""
    themes = [
        theme_markdown(number, theme) for number, theme in enumerate(report.get("digest", EMPTY_DIGEST)["themes"], 1)
    ]
    changes = sort_by_severity(report["changes"], report.get("role"), report.get("only"))
    entries = () if is_summary else _change_entries(report, changes)
    parts = [("", _report_heading(report)), *(("theme", each) for each in themes), *entries]
    whole = "\n\n".join(part for _, part in parts) + "\n"
    if max_bytes is None or len(whole.encode()) <= max_bytes:
        return whole
    return _fit_into_bytes(report, changes, parts, max_bytes)


def _change_entries(report: ReportJSON, changes: Sequence[ChangeJSON]) -> Iterator[tuple[str, str]]:
    """Yield pairs of the word `change` and the entry of a change. The first entry of each severity has a heading."""
    before = None
    for change in changes:
        level = severity_in_report(report, change)
        heading = f"### {TITLES[level]}\n\n" if level != before else ""
        before = level
        yield "change", heading + _change_entry(report, change)


def _fit_into_bytes(
    report: ReportJSON, changes: Sequence[ChangeJSON], parts: Sequence[tuple[str, str]], max_bytes: int
) -> str:
    """Return the longest beginning of the parts that fits, together with a statement of the omitted parts.

    Raises:
        BindgenError: not even the first part fits.
    """
    sizes = [len(part.encode()) + 2 for _, part in parts]
    total = 0
    best = None
    for count in range(1, len(parts)):
        total += sizes[count - 1]
        shown = sum(kind == "change" for kind, _ in parts[:count])
        themes = sum(kind == "theme" for kind, _ in parts[count:])
        note = _omission_note(report, changes[shown:], themes, max_bytes)
        if total + len(note.encode()) + 1 <= max_bytes:
            best = "\n\n".join([*(part for _, part in parts[:count]), note]) + "\n"
    if best is None:
        themes = len(report.get("digest", EMPTY_DIGEST)["themes"])
        need = sizes[0] + len(_omission_note(report, changes, themes, max_bytes).encode()) + 1
        raise BindgenError(f"{max_bytes} bytes are too few for a report", hint=f"allow at least {need + 100}")
    return best


def _omission_note(report: ReportJSON, changes: Sequence[ChangeJSON], themes: int, max_bytes: int) -> str:
    """Return the sentences about the omitted parts: the number of changes, in total, by severity and by theme, and the
    number of omitted themes.
    """
    levels = Counter(severity_in_report(report, change) for change in changes)
    numbers = ", ".join(f"{levels[level]} {level}" for level in SEVERITIES if levels[level])
    areas = Counter(change.get("area", "") for change in changes)
    where = ", ".join(f"{escape_markdown(area)} {count}" for area, count in areas.most_common() if area)
    also = f" Also cut: the last {themes} themes of the digest." if themes else ""
    number = "1 change" if len(changes) == 1 else f"{len(changes)} changes"
    return (
        f"**Cut to {max_bytes} bytes.** Left out: {number} ({numbers}{'; ' + where if where else ''})."
        f"{also} `mcp-bindgen diff` without `--max-bytes` shows them."
    )


def _report_heading(report: ReportJSON) -> str:
    only = {"wire": " (documents only)", "python": " (Python classes only)"}.get(report.get("only", ""), "")
    title = f"## What changed from {code_span(report['old'])} to {code_span(report['new'])}{only}"
    return f"{title}\n\n{counts_table(report)}{_undecided_section(report)}"


def _undecided_section(report: ReportJSON) -> str:
    """Return a section with the number of undecided changes and parts, and with a list of the parts that are not
    compared. Return an empty text if nothing is undecided.
    """
    parts = [f"- not compared: {escape_markdown(part)}" for part in report.get("left_out", ())]
    sentence = undecided_text(report)
    return f"\n\n{sentence}" + ("\n\n" + "\n".join(parts) if parts else "") if sentence else ""


def counts_table(report: ReportJSON) -> str:
    """Return a table of the numbers of changes by severity, in total and for each role. In a report that is limited to
    a role, the table has only the numbers for this role.
    """
    summary, only = report["summary"], report.get("role")
    rows = [f"| {' | '.join(['', *SEVERITIES])} |", "| --- | --: | --: | --: |"]
    if only is None:
        rows.append(f"| all | {' | '.join(str(summary[level]) for level in SEVERITIES)} |")
    for role in ROLES:
        numbers = summary["by_role"].get(role)
        if numbers is not None and only in (None, role):
            rows.append(f"| affect the {role} | {' | '.join(str(numbers[level]) for level in SEVERITIES)} |")
    return "\n".join(rows)


def _change_entry(report: ReportJSON, change: ChangeJSON) -> str:
    definition = definition_missing_in_summary(change)
    place = f"<code>{escape_html(definition)}</code> " if definition else ""
    facts = [
        f"{code_span(change['rule'])} ({change['source']}, {change['kind']}) at {code_span(change['pointer'])}",
        ", ".join(f"{name}: **{level}**" for name, level in change_verdicts(change, report.get("only")).items()),
        f"affects: {' and '.join(change['affects'])}",
    ]
    if change["methods"]:
        facts.append(f"methods: {', '.join(map(code_span, change['methods']))}")
    facts.append(f"fingerprint: {code_span(change['fingerprint'])}")
    blocks = [
        f"<details><summary>{place}{prose_html(change['summary'])}</summary>",
        "\n".join(f"- {fact}" for fact in facts),
        *_patch_blocks(change),
    ]
    for witness in list_witnesses(change):
        blocks += [prose_markdown(witness_line(witness)), code_block(json_text(witness["document"]), "json")]
    links = [
        f"[{prose_markdown(mark_names(link['text']))}](<{escape_link_address(link['url'])}>)"
        for link in safe_links(change)
    ]
    if links:
        blocks.append("See also " + ", ".join(links))
    return "\n\n".join([*blocks, "</details>"])


def _patch_blocks(change: ChangeJSON) -> list[str]:
    before, after = lines_of_sides(change)
    if before is None and after is None:
        return []
    return [code_block("\n".join(_interleave_lines(iter(before or ()), iter(after or ()))), "diff")]


def _interleave_lines(before: Iterator[SideLine], after: Iterator[SideLine]) -> Iterator[str]:
    """Yield the lines of both sides as one patch. A line that both sides have occurs once."""
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


HISTORY_LEAD = """\
The changes of every released revision compared with the one before it, newest first, as `mcp-bindgen diff` finds them
in the schemas and in the protocol facts that no schema states."""
VERDICTS_TEXT = """\
*Old to new* says whether every document that an old sender may send is valid for a new receiver, *new to old* says the
reverse, and *Python* says whether source code written for the old classes works with the new ones. Verdicts that are
safe are left out. A fork is compared with its base."""


def history_markdown(matrix: str, reports: Sequence[ReportJSON]) -> str:
    """Return the changes of all releases as Markdown, the newest release first, with sections on verdicts and
    revisions.

    Args:
        matrix: Markdown tables of the content of each revision.
        reports: one report for each release compared with the previous one, oldest first.
    """
    blocks = ["# What changed in the Model Context Protocol", HISTORY_LEAD]
    for report in reversed(reports):
        blocks += _release_section(report)
    blocks += ["## What the verdicts mean", VERDICTS_TEXT, "## What each revision has", matrix]
    return "\n\n".join(blocks) + "\n"


def _release_section(report: ReportJSON) -> Iterator[str]:
    yield f"## {escape_markdown(report['new'])}"
    yield f"Compared with {code_span(report['old'])}: {_counts_sentence(report)}"
    for level in SEVERITIES:
        chosen = [change for change in report["changes"] if change_severity(change) == level]
        if chosen:
            yield f"### {TITLES[level]}"
            yield "\n".join(map(_change_line, chosen))


def _counts_sentence(report: ReportJSON) -> str:
    """Return a sentence with the numbers of changes by severity, in total and for each role."""
    by_role = report["summary"]["by_role"]
    roles = "; ".join(f"for the {role} {_severity_counts_text(by_role[role])}" for role in ROLES)
    return f"{_severity_counts_text(report['summary'])} ({roles})."


def _severity_counts_text(counted: Counts) -> str:
    return ", ".join(f"{counted[level]} {level}" for level in SEVERITIES)


def _change_line(change: ChangeJSON) -> str:
    notes = [f"{name} {level}" for name, level in change_verdicts(change).items() if level != "safe"]
    if set(change["affects"]) != set(ROLES):
        notes += [f"affects the {role}" for role in change["affects"]]
    definition = definition_missing_in_summary(change)
    place = f"{code_span(definition)}: " if definition else ""
    return f"- {place}{prose_markdown(change['summary'])}" + (f" ({', '.join(notes)})" if notes else "")
