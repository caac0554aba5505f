"""Convert a report to its JSON form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mcp_bindgen.diff.severity import Severity
from mcp_bindgen.diff.types import SIDES, Change, Report, Witness
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.report import model
from mcp_bindgen.report.digest.build import make_digest
from mcp_bindgen.report.digest.guide import DigestGuide
from mcp_bindgen.report.model import Counts, WitnessesJSON


def report_to_json(report: Report, guide: DigestGuide | None = None) -> model.ReportJSON:
    """Return a report in its JSON form.

    Args:
        report: the report.
        guide: the themes and steps of the digest; None for a report without a digest.

    Raises:
        BindgenError: a change has no step in the guide, and no theme has a pattern for it.
    """
    value: model.ReportJSON = {
        "old": report.old,
        "new": report.new,
        "summary": _summary_value(report),
        "changes": [_change_value(report, change) for change in report.changes],
    }
    if guide is not None:
        value["digest"] = make_digest(report, guide)
        known = guide.until(report.new)
        for change, each in zip(report.changes, value["changes"], strict=True):
            each["area"] = known.theme_of(change)
    if report.left_out:
        value["left_out"] = list(report.left_out)
    if report.side is not None:
        value["role"] = report.side
    if report.only is not None:
        value["only"] = report.only
    return value


def _summary_value(report: Report) -> model.Summary:
    found = _count_severities(map(report.severity, report.changes))
    value: model.Summary = {
        "breaking": found["breaking"],
        "risky": found["risky"],
        "safe": found["safe"],
        "by_role": counts_by_role(report),
    }
    if report.undecided:
        value["unknown"] = report.undecided
    return value


def counts_by_role(report: Report) -> dict[Side, Counts]:
    """Return the numbers of changes that affect each side, by their severity for that side."""
    return {
        side: _count_severities(
            severity for change in report.changes for who, severity in report.severities_by_side(change) if who == side
        )
        for side in SIDES
    }


def _change_value(report: Report, change: Change) -> model.ChangeJSON:
    delta, verdict = change.delta, change.verdict
    value: model.ChangeJSON = {
        "rule": change.rule,
        "source": delta.source,
        "kind": delta.kind,
        "definition": delta.place.definition,
        "pointer": delta.place.pointer,
        "methods": list(change.methods),
        "summary": change.summary,
        "wire": {"old_to_new": verdict.old_to_new, "new_to_old": verdict.new_to_old},
        "python": verdict.python,
        "affects": list(change.affects),
        "by_role": dict(report.severities_by_side(change)),
        "witness": _witnesses_value(change),
        "fingerprint": change.fingerprint,
    }
    if change.before is not None:
        value["before"] = change.before
    if change.after is not None:
        value["after"] = change.after
    if change.links:
        value["links"] = [{"text": link.text, "url": link.url} for link in change.links]
    return value


def _count_severities(severities: Iterable[Severity]) -> Counts:
    counted = Counter(severities)
    return {"breaking": counted["breaking"], "risky": counted["risky"], "safe": counted["safe"]}


def _witnesses_value(change: Change) -> WitnessesJSON | None:
    found: WitnessesJSON = {}
    for way, witness in change.witnesses:
        found[way] = _witness_value(witness)
    return found or None


def _witness_value(witness: Witness) -> model.WitnessJSON:
    return {
        "document": witness.document,
        "accepted_by": {"revision": witness.accepted_by, "definition": witness.accepted_as},
        "rejected_by": {"revision": witness.rejected_by, "definition": witness.rejected_as},
    }
