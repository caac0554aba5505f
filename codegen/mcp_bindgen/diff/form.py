"""A report as the JSON value that `report.schema.json` describes, and the part of a report that one side needs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any, Literal

from mcp_bindgen.diff.types import SIDES, WAYS, Change, Report, Severity, Witness
from mcp_bindgen.ir.methods import Side

SEVERITIES: tuple[Severity, ...] = ("breaking", "risky", "safe")
Threshold = Literal["breaking", "risky", "any", "never"]


def to_value(report: Report) -> dict[str, Any]:
    """The whole report."""
    return {
        "old": report.old,
        "new": report.new,
        "summary": {**_counts([change.severity for change in report.changes]), "by_role": by_role(report)},
        "changes": [change_value(change) for change in report.changes],
    }


def by_role(report: Report) -> dict[Side, dict[Severity, int]]:
    """For each side, how many changes it has to act on, by what they mean to it."""
    return {
        side: _counts([severity for change in report.changes for who, severity in change.by_side if who == side])
        for side in SIDES
    }


def change_value(change: Change) -> dict[str, Any]:
    """One change."""
    delta, verdict = change.delta, change.verdict
    return {
        "rule": change.rule,
        "source": delta.source,
        "kind": delta.kind,
        "definition": delta.place.definition,
        "pointer": delta.place.pointer,
        "methods": list(change.methods),
        "summary": change.summary,
        "wire": {way: getattr(verdict, way) for way in WAYS},
        "python": verdict.python,
        "affects": list(change.affects),
        "witness": {way: _witness_value(witness) for way, witness in change.witnesses} or None,
        "fingerprint": change.fingerprint,
    }


def for_side(report: Report, side: Side) -> Report:
    """What one side has to act on: the changes that affect it."""
    return replace(report, changes=tuple(change for change in report.changes if side in change.affects))


def reaches(report: Report, threshold: Threshold, side: Side | None = None) -> bool:
    """Is there a change as grave as that, to one side or to any?"""
    if threshold == "never":
        return False
    found = [change.severity if side is None else severity_to(change, side) for change in report.changes]
    wanted = {"breaking": ("breaking",), "risky": ("breaking", "risky"), "any": SEVERITIES}[threshold]
    return any(severity in wanted for severity in found)


def severity_to(change: Change, side: Side) -> Severity:
    """What a change means to one side."""
    return dict(change.by_side).get(side, "safe")


def report_schema() -> dict[str, Any]:
    """The published JSON Schema of the report."""
    text = files("mcp_bindgen.diff").joinpath("report.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _counts(severities: Sequence[Severity]) -> dict[Severity, int]:
    counted = Counter(severities)
    return {severity: counted[severity] for severity in SEVERITIES}


def _witness_value(witness: Witness) -> dict[str, Any]:
    return {
        "document": witness.document,
        "accepted_by": {"revision": witness.accepted_by, "definition": witness.accepted_as},
        "rejected_by": {"revision": witness.rejected_by, "definition": witness.rejected_as},
    }
