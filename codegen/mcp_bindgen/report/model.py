"""JSON form of a report of changes, and functions that all its renderings share.

`report.schema.json` is the published JSON Schema of this form; tests check the classes and the schema against real
reports. Texts in a report may come from any schema file, so every rendering must escape them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from typing_extensions import NotRequired, TypedDict

from mcp_bindgen.diff.severity import SEVERITIES, Level, Severity, worst_severity
from mcp_bindgen.diff.types import Aspect, ChangeKind, Source
from mcp_bindgen.escaping import escape_invisible
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.prose import mark_name

Role: TypeAlias = Side
WIDTH = 60
"""Greatest length of a line of JSON text, in characters, if a line break is possible."""

ROLES: tuple[Role, ...] = ("client", "server")


class WireLevelsJSON(TypedDict):
    """Levels for documents that an old sender sends to a new receiver, and for the reverse direction."""

    old_to_new: Level
    new_to_old: Level


class ValidatedAsJSON(TypedDict):
    """The revision and the definition against which a document was validated."""

    revision: str
    definition: str


class WitnessJSON(TypedDict):
    """A document that one side accepts and the other rejects."""

    document: JSONValue
    accepted_by: ValidatedAsJSON
    rejected_by: ValidatedAsJSON


class WitnessesJSON(TypedDict, total=False):
    """Documents that prove the effect of a change, by direction."""

    old_to_new: WitnessJSON
    new_to_old: WitnessJSON


class LinkJSON(TypedDict):
    """A page to read about a change."""

    text: str
    url: str


class ChangeJSON(TypedDict):
    """One logical change."""

    rule: str
    source: Source
    kind: ChangeKind
    definition: str
    """Wire name of the definition; empty for a protocol fact or a part of an offer that belongs to no definition."""
    pointer: str
    methods: Sequence[str]
    summary: str
    """Summary as prose, with names in backticks."""
    wire: WireLevelsJSON
    python: Severity
    affects: Sequence[Role]
    by_role: NotRequired[Mapping[Role, Severity]]
    """Severity for each affected role."""
    witness: WitnessesJSON | None
    fingerprint: str
    area: NotRequired[str]
    """Id of the theme of the digest that has the change."""
    before: NotRequired[str]
    """The changed thing on the old side in readable notation, with line breaks; absent if the old side lacks the thing
    or has nothing to show.
    """
    after: NotRequired[str]
    links: NotRequired[Sequence[LinkJSON]]


class Counts(TypedDict):
    """Number of changes of each severity."""

    breaking: int
    risky: int
    safe: int


class Summary(Counts):
    """Numbers of changes by severity, in total and for each role."""

    by_role: dict[Role, Counts]
    unknown: NotRequired[int]
    """Number of changes whose effect on documents is unknown, plus the number of parts that are not compared; absent
    for 0.
    """


class Replacement(TypedDict):
    """A thing and its replacement, as prose with names in backticks."""

    old: str
    new: str
    since: str
    """Release that brought the replacement."""
    pages: Sequence[str]
    """Pages of the specification."""


class FoldedLine(TypedDict):
    """A line of the digest that describes similar changes. Its text has names in backticks."""

    text: str
    severity: Severity
    source: Source
    changes: int
    """Number of changes that the line describes."""


class ThemeDigest(Counts):
    """Digest of one theme: a part of the work that a release brings, with the numbers of its changes."""

    id: str
    title: str
    replaced: Sequence[Replacement]
    folded: Sequence[FoldedLine]
    more: int
    """Number of changes that neither `replaced` nor `folded` describes."""
    do: Mapping[str, Sequence[str]]
    """Work for `client`, `server` and `gateway`, with names in backticks."""
    package: Sequence[str]
    """Work that the generated package does."""


class Digest(TypedDict):
    """Summary of a report, for people who have to adapt to a release."""

    themes: Sequence[ThemeDigest]
    """Themes in the order of work."""


class ReportJSON(TypedDict):
    """JSON form of a report: the changes from the old side to the new side of a comparison."""

    old: str
    new: str
    summary: Summary
    digest: NotRequired[Digest]
    changes: Sequence[ChangeJSON]
    left_out: NotRequired[Sequence[str]]
    """Texts about the parts of schema files that are not compared, each with place and reason; absent if all are
    compared.
    """
    role: NotRequired[Role]
    """Role to which the report is limited; absent from a complete report."""
    only: NotRequired[Aspect]
    """Aspect to which the report is limited; absent from a complete report. The severities in a limited report are
    those for its aspect.
    """


def page_title(url: str) -> str:
    """Return the text for a link to a page: the last part of the path and, if the URL has one, the anchor."""
    path, _, anchor = url.partition("#")
    page, section = (part.replace("-", " ") for part in (path.rstrip("/").rpartition("/")[2], anchor))
    return f"{page}: {section}" if section not in ("", page) else page


def report_schema() -> dict[str, Any]:
    """Return the published JSON Schema of a report."""
    text = files("mcp_bindgen.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def change_severity(change: ChangeJSON, role: Role | None = None, only: Aspect | None = None) -> Severity:
    """Return the severity of a change: by default the worst of its verdicts.

    Args:
        change: the change.
        role: the role for which to return the severity, if the change has severities by role; `safe` if it has none for
            the role; None to count all verdicts.
        only: the aspect whose verdicts alone count if there is no severity for the role; None for both aspects.
    """
    own = None if role is None or "by_role" not in change else change["by_role"].get(role, "safe")
    documents = worst_severity(change["wire"]["old_to_new"], change["wire"]["new_to_old"])
    if only is not None:
        return own or (documents if only == "wire" else change["python"])
    return own or worst_severity(documents, change["python"])


def severity_in_report(report: ReportJSON, change: ChangeJSON) -> Severity:
    """Return the severity of a change in a report, which may be limited to a role and an aspect."""
    return change_severity(change, report.get("role"), report.get("only"))


def sort_by_severity(
    changes: Iterable[ChangeJSON], role: Role | None = None, only: Aspect | None = None
) -> list[ChangeJSON]:
    """Return the changes with the most severe first. Of changes with one severity, those with more breaking verdicts
    come first, and of these, those with more methods.

    Args:
        changes: the changes.
        role: the role whose severities count, as in `change_severity`.
        only: the aspect whose severities count, as in `change_severity`.
    """

    def severity_key(change: ChangeJSON) -> tuple[int, int, int]:
        breaking = list(change_verdicts(change).values()).count("breaking")
        return SEVERITIES.index(change_severity(change, role, only)), -breaking, -len(change["methods"])

    return sorted(changes, key=severity_key)


def change_verdicts(change: ChangeJSON, only: Aspect | None = None) -> dict[str, Level]:
    """Return the verdicts of a change by their subjects, which are `old to new`, `new to old` and `Python`. If `only`
    is `wire`, leave out `Python`.
    """
    wire = change["wire"]
    found: dict[str, Level] = {"old to new": wire["old_to_new"], "new to old": wire["new_to_old"]}
    return found if only == "wire" else {**found, "Python": change["python"]}


def definition_missing_in_summary(change: ChangeJSON) -> str:
    """Return the definition of a change if the summary does not name it, else ""."""
    is_named = re.search(rf"(?<!\w){re.escape(change['definition'])}(?!\w)", change["summary"])
    return "" if is_named else change["definition"]


def list_witnesses(change: ChangeJSON) -> list[WitnessJSON]:
    """Return the witnesses of a change, the one from old to new first."""
    found: WitnessesJSON = change["witness"] or {}
    return [each for each in (found.get("old_to_new"), found.get("new_to_old")) if each is not None]


def witness_line(witness: WitnessJSON) -> str:
    """Return a sentence that describes a witness, with names in backticks."""
    yes, no = witness["accepted_by"], witness["rejected_by"]
    accepted, rejected = mark_name(yes["definition"]), mark_name(no["definition"])
    return f"{yes['revision']} accepts this as {accepted}, {no['revision']} rejects it as {rejected}."


def safe_links(change: ChangeJSON) -> list[LinkJSON]:
    """Return the links with an HTTP or HTTPS URL. Other URLs, such as those with `javascript:`, could run code."""
    return [link for link in change.get("links", ()) if link["url"].startswith(("https://", "http://"))]


class SideLine(NamedTuple):
    """A line of the text that shows the changed thing on one side."""

    text: str
    same: bool
    """True if the other side has the line too."""


def lines_of_sides(change: ChangeJSON) -> tuple[list[SideLine] | None, list[SideLine] | None]:
    """Return the lines of the changed thing on the old side and on the new side, with invisible characters escaped. For
    a side without a text, return None.
    """
    old = escape_invisible(change["before"]).split("\n") if "before" in change else None
    new = escape_invisible(change["after"]).split("\n") if "after" in change else None
    kept_old: set[int] = set()
    kept_new: set[int] = set()
    for block in SequenceMatcher(None, old or [], new or [], autojunk=False).get_matching_blocks():
        kept_old.update(range(block.a, block.a + block.size))
        kept_new.update(range(block.b, block.b + block.size))
    return _mark_lines(old, kept_old), _mark_lines(new, kept_new)


def undecided_text(report: ReportJSON) -> str:
    """Return a sentence with the number of undecided changes and of parts that are not compared, or "" if nothing is
    undecided.
    """
    count, left_out = report["summary"].get("unknown", 0), len(report.get("left_out", ()))
    if not count:
        return ""
    parts = f", {left_out} of them not compared" if left_out else ""
    return f"Undecided: {count}{parts}."


def _mark_lines(texts: list[str] | None, kept: set[int]) -> list[SideLine] | None:
    return None if texts is None else [SideLine(text, place in kept) for place, text in enumerate(texts)]


def json_text(value: JSONValue) -> str:
    """Return a value as JSON text, with line breaks where a line would be too long, and with invisible characters
    escaped.
    """
    return escape_invisible(_json_text(value, ""))


def _json_text(value: JSONValue, indent: str) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not value or not isinstance(value, Mapping | list | tuple):
        return line
    deeper = indent + "  "
    if isinstance(value, Mapping):
        members = value.items()
        parts = [f"{json.dumps(name, ensure_ascii=False)}: {_json_text(member, deeper)}" for name, member in members]
        start, end = "{}"
    else:
        parts = [_json_text(item, deeper) for item in value]
        start, end = "[]"
    return f"{start}\n" + ",\n".join(deeper + part for part in parts) + f"\n{indent}{end}"
