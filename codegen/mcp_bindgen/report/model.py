"""The JSON form of a report on what changed, and the few questions that every way of showing it asks.

`report.schema.json` says the same to those who read reports elsewhere; tests hold both to real reports.
Texts of a report can come from any schema file, so whoever shows them escapes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from typing_extensions import NotRequired, TypedDict

from mcp_bindgen.diff.severity import SEVERITIES, Level, Severity, worst
from mcp_bindgen.diff.types import ChangeKind, Source
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.jsontext import JSONValue

Role: TypeAlias = Side
WIDTH = 60
"""Characters a line of JSON text should not exceed."""

ROLES: tuple[Role, ...] = ("client", "server")


class Wire(TypedDict):
    """Whether what an old sender may send is valid for a new receiver, and the reverse."""

    old_to_new: Level
    new_to_old: Level


class As(TypedDict):
    """What a document was read as."""

    revision: str
    definition: str


class Witness(TypedDict):
    """A document that one side accepts and the other refuses."""

    document: JSONValue
    accepted_by: As
    rejected_by: As


class Witnesses(TypedDict, total=False):
    """A document for each direction that has one."""

    old_to_new: Witness
    new_to_old: Witness


class Link(TypedDict):
    """Where to read on."""

    text: str
    url: str


class Change(TypedDict):
    """One logical change."""

    rule: str
    source: Source
    kind: ChangeKind
    definition: str
    """Empty where a fact belongs to none."""
    pointer: str
    methods: Sequence[str]
    summary: str
    wire: Wire
    python: Severity
    affects: Sequence[Role]
    by_role: NotRequired[Mapping[Role, Severity]]
    """What it means to each side of these."""
    witness: Witnesses | None
    fingerprint: str
    before: NotRequired[str]
    """The thing on the old side as people write it down, in lines; absent where it is not there, or not known."""
    after: NotRequired[str]
    links: NotRequired[Sequence[Link]]


class Counts(TypedDict):
    """How many changes of each severity."""

    breaking: int
    risky: int
    safe: int


class Summary(Counts):
    """How many there are in all, and how many affect each role."""

    by_role: dict[Role, Counts]


class Report(TypedDict):
    """What changed from one specification to another."""

    old: str
    new: str
    summary: Summary
    changes: Sequence[Change]
    role: NotRequired[Role]
    """Whose part of the report this is; absent from a whole one."""


def report_schema() -> dict[str, Any]:
    """The published JSON Schema of a report."""
    text = files("mcp_bindgen.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def severity(change: Change, role: Role | None = None) -> Severity:
    """The worst verdict of a change; or, for one side, of what it has to act on."""
    own = None if role is None else change.get("by_role", {}).get(role)
    return own or worst(change["wire"]["old_to_new"], change["wire"]["new_to_old"], change["python"])


def worst_first(changes: Iterable[Change], role: Role | None = None) -> list[Change]:
    """By severity, and in their own order within it."""
    return sorted(changes, key=lambda change: SEVERITIES.index(severity(change, role)))


def verdicts(change: Change) -> dict[str, Level]:
    """All three, by what they are about."""
    wire = change["wire"]
    return {"old to new": wire["old_to_new"], "new to old": wire["new_to_old"], "Python": change["python"]}


def unnamed_definition(change: Change) -> str:
    """The definition, where the summary does not name it; else empty."""
    return "" if change["definition"] in change["summary"] else change["definition"]


def witnesses(change: Change) -> list[Witness]:
    """From old to new first."""
    found: Witnesses = change["witness"] or {}
    return [each for each in (found.get("old_to_new"), found.get("new_to_old")) if each is not None]


def witness_line(witness: Witness) -> str:
    """What the document shows."""
    yes, no = witness["accepted_by"], witness["rejected_by"]
    return one_line(
        f"{yes['revision']} accepts this as {yes['definition']}, {no['revision']} refuses it as {no['definition']}."
    )


def safe_links(change: Change) -> list[Link]:
    """Those that lead to a page of the web, and so cannot run anything."""
    return [link for link in change.get("links", ()) if link["url"].startswith(("https://", "http://"))]


class Line(NamedTuple):
    """A line of what is on one side."""

    text: str
    same: bool
    """Whether the other side has it too."""


def side_by_side(change: Change) -> tuple[list[Line] | None, list[Line] | None]:
    """The thing before and after in lines; None where it is not there."""
    old = visible(change["before"]).split("\n") if "before" in change else None
    new = visible(change["after"]).split("\n") if "after" in change else None
    kept_old: set[int] = set()
    kept_new: set[int] = set()
    for block in SequenceMatcher(None, old or [], new or [], autojunk=False).get_matching_blocks():
        kept_old.update(range(block.a, block.a + block.size))
        kept_new.update(range(block.b, block.b + block.size))
    return _lines(old, kept_old), _lines(new, kept_new)


def _lines(texts: list[str] | None, kept: set[int]) -> list[Line] | None:
    return None if texts is None else [Line(text, place in kept) for place, text in enumerate(texts)]


def json_text(value: JSONValue) -> str:
    """A value with line breaks where a line would grow long."""
    return visible(_text(value, ""))


def visible(text: str) -> str:
    """A text of some lines; what cannot be seen, or turns text around, is written as its number."""
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)


def _text(value: JSONValue, indent: str) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not value or not isinstance(value, Mapping | list | tuple):
        return line
    deeper = indent + "  "
    if isinstance(value, Mapping):
        members = value.items()
        parts = [f"{json.dumps(name, ensure_ascii=False)}: {_text(member, deeper)}" for name, member in members]
        start, end = "{}"
    else:
        parts = [_text(item, deeper) for item in value]
        start, end = "[]"
    return f"{start}\n" + ",\n".join(deeper + part for part in parts) + f"\n{indent}{end}"


def one_line(text: str) -> str:
    """A text without line breaks, and with nothing in it that cannot be seen."""
    return visible(" ".join(text.split()))
