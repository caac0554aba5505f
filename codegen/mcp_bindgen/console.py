"""Results of commands as text for people or JSON for programs, and the progress bar; without reports."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TextIO

from mcp_bindgen.escaping import escape_invisible, escape_line

if TYPE_CHECKING:  # a command imports what it prints
    from mcp_bindgen.fileset import Drift
    from mcp_bindgen.ingest.importer import VerificationResult
    from mcp_bindgen.ingest.manifest import Revision
    from mcp_bindgen.matrix import MatrixRow
    from mcp_bindgen.report.junit import JUnitCase
    from mcp_bindgen.report.sarif import Level
    from mcp_bindgen.validate import CheckedFile, DocumentVerdict, LintFindingLike


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a standard stream is a terminal. A stream that was closed when Python started is None, and is no
    terminal.
    """
    return stream is not None and stream.isatty()


class ProgressBar:
    """Progress bar on stderr, with the stage of the work and the seconds since the work started.

    The length of the work is unknown, so the bar moves to and fro. No bar is drawn if stderr is no terminal, or if the
    work takes less than a second.

    Args:
        lists_stages: whether to print a line for each stage instead of the bar, even if stderr is no terminal.
        is_quiet: whether to draw no bar. This does not change what `lists_stages` prints.
    """

    DELAY_S = 1.0
    """Seconds of work before the bar is shown."""

    def __init__(self, *, lists_stages: bool = False, is_quiet: bool = False) -> None:
        self._lists_stages = lists_stages
        self._is_drawn = not (lists_stages or is_quiet) and is_terminal(sys.stderr)
        self._started = time.monotonic()
        self._stage = ""
        self._ended = Event()
        self._thread: Thread | None = None

    def __call__(self, subject: str, stage: str) -> None:
        """Show the stage that begins, in the bar or on a line of its own.

        Args:
            subject: the revision or other thing that the stage works on.
            stage: name of the stage.
        """
        self._stage = escape_line(f"{subject} {stage}".strip())
        if self._lists_stages and sys.stderr is not None:
            sys.stderr.write(f"{self._seconds:6.2f} s  {self._stage}\n")

    def start(self) -> None:
        """Start a thread that draws the bar. Do nothing if no bar is to be drawn."""
        if self._is_drawn:
            self._thread = Thread(target=self._draw_bar, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Clear the bar, and wait until the thread that draws it has ended."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._started

    def _draw_bar(self) -> None:
        if self._ended.wait(self.DELAY_S):
            return
        place = 0
        while not self._ended.wait(0.1):
            place = (place + 1) % (2 * (BAR_WIDTH - 3))
            left = min(place, 2 * (BAR_WIDTH - 3) - place)
            bar = " " * left + "===" + " " * (BAR_WIDTH - 3 - left)
            room = max(0, shutil.get_terminal_size().columns - BAR_WIDTH - 12)
            sys.stderr.write(f"\r\x1b[K[{bar}] {self._seconds:4.0f} s {self._stage[:room]}")
            sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


BAR_WIDTH = 24
"""Width of a progress bar, in characters."""


def as_json(value: object) -> str:
    """Return a result as indented JSON. Invisible characters are escaped, since a terminal may interpret them."""
    return escape_invisible(json.dumps(value, indent=2, ensure_ascii=False))


def format_drifts(drifts: Sequence[Drift], out: str, repair: str, *, colour: bool = False) -> str:
    """Return a unified diff of each file that differs, a list of these files, and the command that repairs them.

    Args:
        drifts: the files that differ.
        out: directory of the package.
        repair: the command that repairs the files.
        colour: whether to use the colours of a terminal.
    """
    lines = [line for drift in drifts if drift.diff for line in escape_invisible(drift.diff).split("\n")]
    diffs = "\n".join(
        _add_colour(line, LEVEL_OF_SIGN[line[0]], colour) if line[:1] in LEVEL_OF_SIGN else line for line in lines
    )
    rows = "\n".join(f"{drift.kind:<8} {drift.path}" for drift in drifts)
    return f"{diffs}\n\n{escape_invisible(rows)}\n\n{len(drifts)} files in {escape_line(out)} differ; run {repair}"


def make_drifts_data(drifts: Sequence[Drift]) -> object:
    """Return path, kind and diff of each file that differs, as a JSON value."""
    return [{"path": drift.path, "kind": drift.kind, "diff": drift.diff} for drift in drifts]


def format_revisions(revisions: Iterable[Revision]) -> str:
    """Return the manifest as a table, with shortened hashes and commits."""
    rows = [("revision", "status", "era", "official sha256", "commit")]
    rows += [(row.id, row.status, row.era, row.official_sha256[:12], row.commit[:12]) for row in revisions]
    return format_table(rows)


def make_revisions_data(revisions: Iterable[Revision]) -> object:
    """Return every row of the manifest with all columns, as a JSON value."""
    return [vars(row) for row in revisions]


def format_verdicts(verdicts: Sequence[VerificationResult]) -> str:
    """Return a table with the result of verifying each revision or extension, and the number of those whose files
    agree.
    """
    agreeing = sum(verdict.agrees for verdict in verdicts)
    rows = [(verdict.revision, "agrees" if verdict.agrees else "DIFFERS", verdict.detail) for verdict in verdicts]
    return f"{format_table(rows)}\n{agreeing} of {len(verdicts)} agree"


def make_verdicts_data(verdicts: Sequence[VerificationResult]) -> object:
    """Return the result of verifying each revision or extension, as a JSON value."""
    return [vars(verdict) for verdict in verdicts]


def format_places(places: Sequence[Mapping[str, object]]) -> str:
    """Return a line for each place, with its path, line number and name."""
    return "\n".join(f"{place['path']}:{place['line']}  {place['name']}" for place in places)


def format_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as text. Each column is as wide as its widest cell."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def format_validation(files: Sequence[CheckedFile], *, shows_valid: bool = True, colour: bool = False) -> str:
    """Return a line for each valid document, for each finding in an invalid document, and for each broken lint rule.

    Args:
        files: the checked files.
        shows_valid: False to leave out the lines of valid documents.
        colour: whether to use the colours of a terminal.
    """
    lines: list[str] = []
    for file, verdict in _iterate_documents(files):
        place = escape_line(f"{file.name}:{verdict.line}")
        if not verdict.findings and shows_valid:
            lines.append(f"{place}: {_add_colour('valid', 'note', colour)} {verdict.definition}")
        for pointer, rule, message in verdict.findings:
            shown = escape_line(message)
            lines.append(f"{place}: {_format_place(verdict, pointer)}: {_add_colour(shown, 'error', colour)} [{rule}]")
        for broken in verdict.lint or ():
            shown = escape_line(broken.message)
            rule = f"{_add_colour(broken.level, broken.level, colour)} {broken.rule}; {', '.join(broken.sources)}"
            lines.append(f"{place}: {_format_place(verdict, broken.pointer)}: {shown} [{rule}]")
    return "\n".join(lines)


def make_validation_data(files: Sequence[CheckedFile]) -> object:
    """Return the findings in each document, and the broken lint rules if linting was requested, as a JSON value."""
    return [
        {
            "file": file.name,
            "line": verdict.line,
            "definition": verdict.definition,
            "valid": not verdict.findings,
            "findings": [
                {"pointer": pointer, "rule": rule, "message": message} for pointer, rule, message in verdict.findings
            ],
            **({} if verdict.lint is None else {"lint": [_make_lint_finding_data(each) for each in verdict.lint]}),
        }
        for file, verdict in _iterate_documents(files)
    ]


def make_validation_sarif(files: Sequence[CheckedFile]) -> Mapping[str, Any]:
    """Return the findings and the broken lint rules as a SARIF log."""
    from mcp_bindgen.ingest.manifest import is_page, page_url
    from mcp_bindgen.report.line_numbers import FileSpot
    from mcp_bindgen.report.sarif import SarifFinding, SarifRule, sarif_log

    rules: dict[str, SarifRule] = {}
    findings: list[SarifFinding] = []
    for file, verdict in _iterate_documents(files):
        spot = FileSpot(file.name, verdict.line)
        for pointer, rule, message in verdict.findings:
            about = f"The keyword or rule {rule} of the schema or of the message format."
            rules.setdefault(rule, SarifRule(rule, about))
            part = _format_place(verdict, pointer)
            findings.append(SarifFinding(rule, "error", f"{part}: {message}", spot, part))
        for broken in verdict.lint or ():
            page = next((page_url(source) for source in broken.sources if is_page(source)), "")
            rules.setdefault(broken.rule, SarifRule(broken.rule, broken.message, page))
            part = _format_place(verdict, broken.pointer)
            level: Level = "error" if broken.level == "error" else "warning" if broken.level == "warning" else "note"
            findings.append(SarifFinding(broken.rule, level, f"{part}: {broken.message}", spot, part))
    return sarif_log(findings, [*rules.values()])


def make_validation_junit(files: Sequence[CheckedFile]) -> str:
    """Return JUnit XML: a suite for each file, a case for each document. Findings and lint errors are failures of a
    case; other broken lint rules are its output.
    """
    from mcp_bindgen.report.junit import JUnitSuite, junit_xml

    return junit_xml(
        [JUnitSuite(file.name, [_make_junit_case(verdict) for verdict in file.verdicts]) for file in files]
    )


def _make_junit_case(verdict: DocumentVerdict) -> JUnitCase:
    from mcp_bindgen.report.junit import CaseFailure, JUnitCase

    failures = [
        CaseFailure(rule, f"{_format_place(verdict, pointer)}: {text}") for pointer, rule, text in verdict.findings
    ]
    warnings: list[str] = []
    for broken in verdict.lint or ():
        text = f"{_format_place(verdict, broken.pointer)}: {broken.message}"
        if broken.level == "error":
            failures.append(CaseFailure(broken.rule, text))
        else:
            warnings.append(f"{broken.level} {broken.rule}: {text}")
    return JUnitCase(f"line {verdict.line}: {verdict.definition}", failures, output="\n".join(warnings))


def _iterate_documents(files: Sequence[CheckedFile]) -> Iterator[tuple[CheckedFile, DocumentVerdict]]:
    return ((file, verdict) for file in files for verdict in file.verdicts)


def _format_place(verdict: DocumentVerdict, pointer: str) -> str:
    return escape_line(f"{verdict.definition} {pointer or '(root)'}")


LEVEL_OF_SIGN: Mapping[str, str] = {"-": "error", "+": "note", "@": "place"}
"""Level of a line of a unified diff, by the first character of the line. `COLOURS` has the colour of each level."""

COLOURS: Mapping[str, str] = {"error": "\x1b[31m", "warning": "\x1b[33m", "note": "\x1b[32m", "place": "\x1b[36m"}


def _add_colour(text: str, level: str, colour: bool) -> str:
    return f"{COLOURS[level]}{text}\x1b[0m" if colour else text


def _make_lint_finding_data(finding: LintFindingLike) -> object:
    return {
        "pointer": finding.pointer,
        "rule": finding.rule,
        "level": finding.level,
        "message": finding.message,
        "sources": list(finding.sources),
    }


def format_matrix(revisions: Sequence[str], rows: Sequence[MatrixRow]) -> str:
    """Return the matrix of revisions as text: a table for each group of rows."""
    groups = list(dict.fromkeys(row.group for row in rows))
    tables = [
        format_table(
            [
                (group, *revisions),
                *((row.name, *(cell or "-" for cell in row.cells)) for row in rows if row.group == group),
            ]
        )
        for group in groups
    ]
    return "\n\n".join(tables)


def make_matrix_markdown(revisions: Sequence[str], rows: Sequence[MatrixRow]) -> str:
    """Return the matrix of revisions as Markdown: a table for each group of rows."""
    blocks: list[str] = []
    for group in dict.fromkeys(row.group for row in rows):
        lines = [f"| {group} | {' | '.join(revisions)} |", "| --- |" + " --- |" * len(revisions)]
        lines += [f"| `{row.name}` | {' | '.join(row.cells)} |" for row in rows if row.group == group]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def make_matrix_data(revisions: Sequence[str], rows: Sequence[MatrixRow]) -> object:
    """Return each row of the matrix with its cells by revision, as a JSON value."""
    return [
        {"group": row.group, "name": row.name, "revisions": dict(zip(revisions, row.cells, strict=True))}
        for row in rows
    ]


def format_outcome(outcome: Mapping[str, Any]) -> str:
    """Return a negotiation as text: a line with the agreed version, era and reason, and a block for each step."""
    lines = [f"{outcome['version'] or 'no version'} ({outcome['era'] or 'the sides disagree'}): {outcome['reason']}"]
    for number, step in enumerate(outcome["steps"], 1):
        status = f" {step['http_status']}" if "http_status" in step else ""
        lines += ["", f"{number}. {step['from']}{status}: {step['note']}"]
        lines += [f"   {name}: {value}" for name, value in step["headers"].items()]
        if step["message"] is not None:
            lines.append(f"   {json.dumps(step['message'], ensure_ascii=False)}")
    return "\n".join(lines)


def format_todos(items: Sequence[object]) -> str:
    """Return a line with the number of texts still to write, and a line about each text.

    Args:
        items: the texts. Without texts, the result says that nothing is left.
    """
    if not items:
        return "nothing is left to write"
    return "\n".join([f"{len(items)} left to write:", *map(str, items)])
