"""The report of the check of a server: as text, JSON, SARIF or JUnit XML."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mcp_bindgen.escaping import escape_line
from mcp_bindgen.report.junit import CaseFailure, JUnitCase, JUnitSuite, junit_xml
from mcp_bindgen.report.line_numbers import FileSpot
from mcp_bindgen.report.sarif import SarifFinding, SarifRule, sarif_log
from mcp_bindgen.servers.check import DEFAULT_BOUNDS, RevisionCheck, ServerCheck
from mcp_bindgen.servers.findings import ServerFinding
from mcp_bindgen.servers.rules import all_rules

_LEVELS = ("error", "warning", "note")


@dataclass(frozen=True)
class ServerReport:
    """The report of the check of one server.

    Attributes:
        check: the outcome of the check.
        suppressed: fingerprints of the findings that the `--ignore` file suppresses.
        with_notes: True if findings of the level `note` are reported.
    """

    check: ServerCheck
    suppressed: frozenset[str] = field(default_factory=frozenset[str])
    with_notes: bool = False

    def findings_of(self, row: RevisionCheck) -> list[ServerFinding]:
        """Return those findings of one revision that are to be reported."""
        return [
            each
            for each in row.findings
            if each.fingerprint not in self.suppressed and (self.with_notes or each.level != "note")
        ]

    @property
    def findings(self) -> list[ServerFinding]:
        """Findings of all revisions that are to be reported."""
        return [finding for each in self.check.revisions for finding in self.findings_of(each)]

    def has_errors(self, *, in_all: bool) -> bool:
        """Return whether a finding to report has the level `error`.

        Args:
            in_all: whether to count the findings of all revisions. Otherwise, only those of the newest revision that
                the server speaks or that has findings are counted.
        """
        claimed = [each for each in self.check.revisions if each.is_spoken or each.findings]
        counted = claimed if in_all else claimed[-1:]
        return any(each.level == "error" for row in counted for each in self.findings_of(row))

    def command_for(self, finding: ServerFinding) -> str:
        """Return the command that checks the rule of a finding again."""
        # The target is last, since everything after `--` belongs to the command of the server.
        call = f" {shlex.join(self.check.calls.command_line_options)}" if finding.phase == "call" else ""
        rule = all_rules().get(finding.rule)
        revision = "" if rule is not None and rule.compares_revisions else f"--revision {finding.revision} "
        timeout = self.check.bounds.timeout
        patience = f" --timeout {timeout:g}" if timeout != DEFAULT_BOUNDS.timeout else ""
        narrowed = f"{revision}--rule {finding.rule}{call}{patience}"
        notes = " --notes" if finding.level == "note" else ""
        return f"mcp-bindgen server check {narrowed}{notes} {self.check.target.command_line}"


def report_text(report: ServerReport) -> str:
    """Return the report as text: the name of the server, a paragraph for each revision, and a summary."""
    lines = [report.check.target.title]
    for row in report.check.revisions:
        lines += ["", *_revision_lines(report, row)]
    lines += ["", _summary_line(report)]
    return "\n".join(map(escape_line, lines))


def _revision_lines(report: ServerReport, row: RevisionCheck) -> Iterator[str]:
    found = report.findings_of(row)
    if not row.is_spoken and not found:
        state = "not spoken" if row.is_decided else "not checked completely"
        yield f"{row.revision}: {state}" + (f" ({row.reason})" if row.reason else "")
        return
    yield f"{row.revision}: {counts_text(found)}"
    if row.is_spoken and row.reason:
        yield f"  not checked completely: {row.reason}"
    if row.unconfirmed:
        yield f"  {_unconfirmed_text(row)}"
    for each in found:
        if not each.is_sdk:
            yield from _finding_lines(report, each)
    of_sdk = [each for each in found if each.is_sdk]
    if of_sdk:
        yield f"  probably its SDK: {counts_text(of_sdk)}"
        for each in of_sdk:
            yield from _finding_lines(report, each)


def _unconfirmed_text(row: RevisionCheck) -> str:
    return f"left out, since a second check did not confirm it: {row.unconfirmed} finding(s)"


def _finding_lines(report: ServerReport, finding: ServerFinding) -> Iterator[str]:
    place = f" {finding.pointer}" if finding.pointer else ""
    received = f" Received: {finding.received}." if finding.received else ""
    yield f"  {finding.level} {finding.rule} [{finding.fingerprint}] {finding.subject}{place}"
    yield f"    {finding.summary.rstrip('.')}.{received}"
    yield f"    {finding.page}"
    yield f"    {report.command_for(finding)}"


def counts_text(found: Sequence[ServerFinding]) -> str:
    """Return the numbers of findings by level, such as `1 error, 2 warnings`; `no findings` without findings."""
    parts: list[str] = []
    for level in _LEVELS:
        number = sum(each.level == level for each in found)
        if number:
            parts.append(f"{number} {level}{'' if number == 1 else 's'}")
    return ", ".join(parts) or "no findings"


def _summary_line(report: ServerReport) -> str:
    spoken = ", ".join(each.revision for each in report.check.spoken) or "no revision"
    return f"speaks {spoken}: {counts_text(report.findings)}"


def report_data(report: ServerReport) -> Mapping[str, object]:
    """Return the report as JSON."""
    return {
        "server": report.check.target.command_line,
        "transport": report.check.target.kind,
        "revisions": [
            {
                "revision": row.revision,
                "spoken": row.is_spoken,
                "reason": row.reason or None,
                "unconfirmed": row.unconfirmed,
                "findings": [finding_data(report, each) for each in report.findings_of(row)],
            }
            for row in report.check.revisions
        ],
    }


def finding_data(report: ServerReport, finding: ServerFinding) -> Mapping[str, object]:
    """Return one finding as JSON."""
    return {
        "rule": finding.rule,
        "level": finding.level,
        "phase": finding.phase,
        "page": finding.page,
        "summary": finding.summary,
        "method": finding.subject,
        "pointer": finding.pointer,
        "received": finding.received,
        "sdk": finding.is_sdk,
        "fingerprint": finding.fingerprint,
        "command": report.command_for(finding),
    }


def report_sarif(report: ServerReport) -> Mapping[str, object]:
    """Return the report as a SARIF log. The logical location of a finding has the revision, the method and the JSON
    Pointer. The file of a finding is the configuration file that has the server, if there is one.
    """
    file = report.check.target.file
    rules = {each.rule: SarifRule(each.rule, each.summary, each.page) for each in report.findings}
    findings = [
        SarifFinding(
            each.rule,
            each.level,
            _finding_sentence(report, each),
            None if file is None else FileSpot(str(file)),
            f"{each.revision}/{each.subject}#{each.pointer}",
            each.fingerprint,
        )
        for each in report.findings
    ]
    return sarif_log(findings, list(rules.values()))


def report_junit(report: ServerReport) -> str:
    """Return the report as JUnit XML. Each revision is a suite, with one case for the revision and one for each broken
    rule.

    A finding of the level `error` is a failure; other findings stand in the output of the case.
    """
    suites: list[JUnitSuite] = []
    for row in report.check.revisions:
        rules: dict[str, list[ServerFinding]] = {}
        for each in report.findings_of(row):
            rules.setdefault(each.rule, []).append(each)
        incomplete = [f"not checked completely: {row.reason}"] if row.is_spoken and row.reason else []
        unconfirmed = [_unconfirmed_text(row)] if row.unconfirmed else []
        spoken = JUnitCase(
            f"{row.revision} is spoken",
            skipped="" if row.is_spoken else row.reason or "not spoken",
            output="\n".join([*incomplete, *unconfirmed]),
        )
        suites.append(
            JUnitSuite(row.revision, [spoken, *(_junit_case(report, rule, some) for rule, some in rules.items())])
        )
    return junit_xml(suites)


def _junit_case(report: ServerReport, rule: str, findings: Sequence[ServerFinding]) -> JUnitCase:
    failures = [CaseFailure(rule, _finding_sentence(report, each)) for each in findings if each.level == "error"]
    others = [f"{each.level}: {_finding_sentence(report, each)}" for each in findings if each.level != "error"]
    return JUnitCase(rule, failures, output="\n".join(others))


def _finding_sentence(report: ServerReport, finding: ServerFinding) -> str:
    received = f" Received: {finding.received}." if finding.received else ""
    place = f"{finding.revision}, {finding.subject} {finding.pointer}".rstrip()
    summary = finding.summary.rstrip(".")
    return f"{place}: {summary}.{received} {finding.page} Again: {report.command_for(finding)}"
