"""Render a report as plain text for a terminal, with colours if the terminal supports colours."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping

from mcp_bindgen.diff.severity import SEVERITIES, Severity
from mcp_bindgen.diff.types import WAYS, Change, Report
from mcp_bindgen.escaping import escape_invisible, one_line
from mcp_bindgen.prose import plain_prose
from mcp_bindgen.report.digest.text import digest_lines
from mcp_bindgen.report.model import Digest
from mcp_bindgen.report.to_json import counts_by_role

COLOURS: Mapping[Severity, str] = {"breaking": "\x1b[31m", "risky": "\x1b[33m", "safe": "\x1b[32m"}
RESET = "\x1b[0m"
INDENT = " " * 11
MAX_METHODS = 6


def changes_text(report: Report, *, digest: Digest | None = None, width: int = 100, colour: bool = False) -> str:
    """Return the counts, the digest and all changes with their verdicts, grouped by definition, table of facts or list
    of an offer. For a report without changes and without undecided parts, return an empty text.

    Args:
        report: the report.
        digest: the digest; None for the counts and the changes alone.
        width: the length of a line in characters.
        colour: whether to use terminal colours.
    """
    if not report.changes:
        return summary_text(report, digest=digest, width=width)
    lines = [summary_text(report, digest=digest, width=width), ""]
    group = None
    for change in sorted(report.changes, key=_group_key):
        if _group_key(change) != group:
            group = _group_key(change)
            lines += [*([""] if lines[-1] else []), _group_title(change)]
        lines += _change_lines(report, change, width, colour=colour)
    return "\n".join(lines)


def summary_text(report: Report, *, digest: Digest | None = None, width: int = 100) -> str:
    """Return the counts and the digest. For a report without changes and without undecided parts, return an empty text.

    Args:
        report: the report.
        digest: the digest; None for the counts alone.
        width: the length of a line in characters.
    """
    if not report.changes and not report.undecided:
        return ""
    return "\n".join([*_heading_lines(report), *(digest_lines(digest, width=width) if digest is not None else ())])


def _heading_lines(report: Report) -> Iterator[str]:
    found = Counter(map(report.severity, report.changes))
    counts = {severity: found[severity] for severity in SEVERITIES}
    totals = ", ".join(f"{count} {severity}" for severity, count in counts.items())
    role = f" for the {report.side}" if report.side is not None else ""
    only = "" if report.only is None else {"wire": " on the wire", "python": " of Python classes"}[report.only]
    undecided = f", {report.undecided} undecided" if report.undecided else ""
    number = "1 change" if len(report.changes) == 1 else f"{len(report.changes)} changes"
    yield f"{one_line(report.old)} to {one_line(report.new)}: {number}{only}{role}, {totals}{undecided}"
    sides = counts_by_role(report) if report.side is None else {}
    if sides:
        yield "  " + "; ".join(
            f"{side}: " + ", ".join(f"{count} {severity}" for severity, count in numbers.items())
            for side, numbers in sides.items()
        )


def _group_key(change: Change) -> tuple[bool, str]:
    """Return the key by which a change is grouped and sorted. Schema changes are grouped by definition and come first.
    All other changes are grouped by the table of facts or the list of an offer in which they are.
    """
    facts = change.delta.source != "schema"
    return facts, "/".join(change.delta.place.pointer.split("/")[:3]) if facts else change.delta.place.definition


def _group_title(change: Change) -> str:
    return one_line(_group_key(change)[1].lstrip("/"))


def _change_lines(report: Report, change: Change, width: int, *, colour: bool) -> Iterator[str]:
    severity = report.severity(change)
    mark = f"{severity:<9}"
    mark = f"{COLOURS[severity]}{mark}{RESET}" if colour else mark
    room = max(30, width - len(INDENT))
    first, *rest = textwrap.wrap(f"{plain_prose(change.summary)} [{change.rule}]", room)
    yield f"  {mark}{first}"
    yield from (INDENT + line for line in rest)
    for sign, side_text in (("-", change.before), ("+", change.after)):
        for line in escape_invisible(side_text).split("\n") if side_text is not None else ():
            yield from (INDENT + part for part in _wrap_words(f"{sign} {line}", room, under="    "))
    verdict = change.verdict
    verdicts = f"old to new {verdict.old_to_new}, new to old {verdict.new_to_old}"
    verdicts += "" if report.only == "wire" else f", Python {verdict.python}"
    details = [f"{verdicts}; affects {' and '.join(change.affects)}"]
    if change.methods:
        more = len(change.methods) - MAX_METHODS
        shown = ", ".join(change.methods[:MAX_METHODS])
        details.append(f"in {shown} and {more} more" if more > 0 else f"in {shown}")
    details.append(f"{change.delta.place.pointer}  {change.fingerprint}")
    details += [link.url for link in change.links]
    for way in WAYS:
        witness = dict(change.witnesses).get(way)
        if witness is not None:
            document = json.dumps(witness.document, ensure_ascii=False)
            details.append(
                f"{witness.accepted_by} accepts as {witness.accepted_as}, {witness.rejected_by} rejects as "
                f"{witness.rejected_as}: {document}"
            )
    for detail in details:
        yield from (INDENT + line for line in _wrap_words(one_line(detail), room))


def _wrap_words(line: str, room: int, *, under: str = "") -> list[str]:
    """Return a text broken into lines between words only, so that fingerprints and URLs can be copied."""
    return textwrap.wrap(
        line,
        room,
        subsequent_indent=under,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
