"""Results as text for people or JSON for programs. The layout of all output of the command line is here."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp_bindgen.fileset import Drift
from mcp_bindgen.ingest.importer import Verdict
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.matrix import MatrixRow
from mcp_bindgen.validate import DocumentVerdict, LintFindingLike
from mcp_bindgen.visible import visible, visible_line


@dataclass
class Progress:
    """A line on a terminal with the revision and the stage in progress. Nothing is shown if stderr is no terminal."""

    enabled: bool = field(default_factory=lambda: sys.stderr is not None and sys.stderr.isatty())

    def __call__(self, subject: str, stage: str) -> None:
        if self.enabled:
            sys.stderr.write(f"\r\x1b[K{subject:<12} {stage}")
            sys.stderr.flush()

    def done(self) -> None:
        """Clear the line."""
        if self.enabled:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def as_json(value: object) -> str:
    """Return a result as indented JSON. Control characters are escaped, since a terminal may obey them."""
    return visible(json.dumps(value, indent=2, ensure_ascii=False))


def drifts_text(drifts: Sequence[Drift], out: str) -> str:
    """Return a unified diff of each file that differs, a list of these files, and the command that repairs them."""
    if not drifts:
        return f"{out} is up to date"
    diffs = "\n".join(drift.diff for drift in drifts if drift.diff)
    rows = "\n".join(f"{drift.kind:<8} {drift.path}" for drift in drifts)
    return f"{diffs}\n\n{rows}\n\n{len(drifts)} files in {out} differ; run `mcp-bindgen generate --out {out}`"


def drifts_data(drifts: Sequence[Drift]) -> object:
    """Return each difference with its kind and diff."""
    return [{"path": drift.path, "kind": drift.kind, "diff": drift.diff} for drift in drifts]


def revisions_text(revisions: Iterable[Revision]) -> str:
    """Return the manifest as a table, hashes and commits shortened."""
    rows = [("revision", "status", "era", "official sha256", "commit")]
    rows += [(row.id, row.status, row.era, row.official_sha256[:12], row.commit[:12]) for row in revisions]
    return table(rows)


def revisions_data(revisions: Iterable[Revision]) -> object:
    """Return every column of the manifest."""
    return [vars(row) for row in revisions]


def verdicts_text(verdicts: Sequence[Verdict]) -> str:
    """Return a table with the result for each revision, and the number of those that agree."""
    agreeing = sum(verdict.agrees for verdict in verdicts)
    rows = [(verdict.revision, "agrees" if verdict.agrees else "DIFFERS", verdict.detail) for verdict in verdicts]
    return f"{table(rows)}\n{agreeing} of {len(verdicts)} agree"


def verdicts_data(verdicts: Sequence[Verdict]) -> object:
    """Return each revision with its result."""
    return [vars(verdict) for verdict in verdicts]


def places_text(places: Sequence[Mapping[str, object]]) -> str:
    """Return path, line and name of each place, one on a line."""
    return "\n".join(f"{place['path']}:{place['line']}  {place['name']}" for place in places)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as text, in columns as wide as their widest cell."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def validation_text(verdicts: Sequence[DocumentVerdict], name: str) -> str:
    """Return a line for each valid document, for each finding of the others, and for each broken lint rule."""
    lines: list[str] = []
    for verdict in verdicts:
        place = f"{name}:{verdict.line}"
        if not verdict.findings:
            lines.append(f"{place}: valid {verdict.definition}")
        for pointer, rule, message in verdict.findings:
            lines.append(f"{place}: {verdict.definition} {pointer or '(root)'}: {message} [{rule}]")
        for broken in verdict.lint or ():
            rule = f"{broken.level} {broken.rule}; {', '.join(broken.sources)}"
            lines.append(f"{place}: {verdict.definition} {broken.pointer or '(root)'}: {broken.message} [{rule}]")
    return "\n".join(map(visible_line, lines))


def validation_data(verdicts: Sequence[DocumentVerdict]) -> object:
    """Return each document with its findings, and with its broken lint rules if linting was requested."""
    return [
        {
            "line": verdict.line,
            "definition": verdict.definition,
            "valid": not verdict.findings,
            "findings": [
                {"pointer": pointer, "rule": rule, "message": message} for pointer, rule, message in verdict.findings
            ],
            **({} if verdict.lint is None else {"lint": [_broken(each) for each in verdict.lint]}),
        }
        for verdict in verdicts
    ]


def _broken(finding: LintFindingLike) -> object:
    return {
        "pointer": finding.pointer,
        "rule": finding.rule,
        "level": finding.level,
        "message": finding.message,
        "sources": list(finding.sources),
    }


def matrix_text(revisions: Sequence[str], rows: Sequence[MatrixRow]) -> str:
    """Return a table for each group."""
    groups = list(dict.fromkeys(row.group for row in rows))
    tables = [
        table(
            [
                (group, *revisions),
                *((row.name, *(cell or "-" for cell in row.cells)) for row in rows if row.group == group),
            ]
        )
        for group in groups
    ]
    return "\n\n".join(tables)


def matrix_markdown(revisions: Sequence[str], rows: Sequence[MatrixRow]) -> str:
    """Return a Markdown table for each group."""
    blocks: list[str] = []
    for group in dict.fromkeys(row.group for row in rows):
        lines = [f"| {group} | {' | '.join(revisions)} |", "| --- |" + " --- |" * len(revisions)]
        lines += [f"| `{row.name}` | {' | '.join(row.cells)} |" for row in rows if row.group == group]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def matrix_data(revisions: Sequence[str], rows: Sequence[MatrixRow]) -> object:
    """Return each row with its cells by revision."""
    return [
        {"group": row.group, "name": row.name, "revisions": dict(zip(revisions, row.cells, strict=True))}
        for row in rows
    ]


def outcome_text(outcome: Mapping[str, Any]) -> str:
    """Return the agreed version, and a block for each step."""
    lines = [f"{outcome['version'] or 'no version'} ({outcome['era'] or 'the sides disagree'}): {outcome['reason']}"]
    for number, step in enumerate(outcome["steps"], 1):
        status = f" {step['http_status']}" if "http_status" in step else ""
        lines += ["", f"{number}. {step['from']}{status}: {step['note']}"]
        lines += [f"   {name}: {value}" for name, value in step["headers"].items()]
        if step["message"] is not None:
            lines.append(f"   {json.dumps(step['message'], ensure_ascii=False)}")
    return "\n".join(lines)


def todos_text(items: Sequence[object]) -> str:
    """Return the texts still to write, one on a line, after a line with their number."""
    if not items:
        return "nothing is left to write"
    return "\n".join([f"{len(items)} left to write:", *map(str, items)])
