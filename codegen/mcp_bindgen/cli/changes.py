"""Commands that report what changed between revisions or schema files, and print the rules of these reports."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

import click

from mcp_bindgen import console, paths
from mcp_bindgen.cli.options import (
    FORMAT,
    OUTPUT,
    REVISION,
    Format,
    command,
    format_option,
    has_colour,
    print_result,
    write_result,
)
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.escaping import escape_invisible

if TYPE_CHECKING:
    from mcp_bindgen.diff.types import Report
    from mcp_bindgen.report.digest.guide import DigestGuide
    from mcp_bindgen.report.line_numbers import FileSpot, SideFiles
    from mcp_bindgen.report.model import ChangeJSON
    from mcp_bindgen.report.model import ReportJSON as Value

ChangeFormat = Literal["text", "markdown", "json", "html", "github", "sarif"]
CHANGE_FORMATS: list[ChangeFormat] = ["text", "markdown", "json", "html", "github", "sarif"]

Threshold = Literal["breaking", "unknown", "risky", "any", "never"]

CHANGE_FORMAT = format_option(*CHANGE_FORMATS, note="github prints workflow annotations, sarif is for code scanning")
FAIL_ON = click.option(
    "--fail-on",
    type=click.Choice(["breaking", "unknown", "risky", "any", "never"]),
    default="never",
    show_default=True,
    help="Exit with 1 if a change has this severity or a higher one; for unknown, if one is breaking or undecided.",
)
RULES = click.option("--rule", "rules", multiple=True, metavar="RULE", help="Report only changes of this rule.")
IGNORE = click.option(
    "--ignore",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ignore the changes in this TOML file: [[ignore]] rows with fingerprint, reason and optionally expires.",
)
REPORTS = click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=FILE",
    help="Also write the report to FILE in another format.",
)
MAX_BYTES = click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Shorten Markdown to N bytes, most severe changes first. A GitHub comment has up to 65536 characters.",
)


@dataclass(frozen=True)
class ReportOptions:
    """Options for the text of a report."""

    guide: DigestGuide | None
    """Themes and steps of the digest; None if the report has no digest."""
    max_bytes: int | None = None
    """Greatest size of Markdown in bytes; None if the size has no limit."""
    is_summary: bool = False
    """True if text and Markdown have only the digest, without the changes."""
    make_spot_finder: Callable[[Value], Callable[[ChangeJSON], FileSpot | None]] = field(
        default=lambda value: _make_spot_finder(value)
    )
    """Function that makes, from a report, a function that returns the file and line of a change, or None."""

    def render(self, found: Report, format_: ChangeFormat, *, to_terminal: bool = False, colour: bool = False) -> str:
        """Return a report in a format. The text is empty if nothing changed and the format has no fixed parts.

        Raises:
            BindgenError: no theme of the digest has the rule of a change, not even the counts fit into `max_bytes`, a
                file with the place of a change cannot be read, or the directory `schema/` is not found.
        """
        from mcp_bindgen.report import github, markdown
        from mcp_bindgen.report.text import changes_text, summary_text
        from mcp_bindgen.report.to_json import report_to_json
        from mcp_bindgen.report.to_sarif import report_to_sarif

        value = report_to_json(found, self.guide)
        match format_:
            case "json":
                return console.as_json(value)
            case "html":
                from mcp_bindgen.pages.changes import changes_page

                return changes_page(value)
            case "markdown":
                return markdown.report_markdown(
                    value, max_bytes=self.max_bytes, is_summary=self.is_summary
                ).removesuffix("\n")
            case "github":
                return github.annotation_lines(value, spot=self.make_spot_finder(value))
            case "sarif":
                return console.as_json(report_to_sarif(value, spot=self.make_spot_finder(value)))
            case "text":
                width = shutil.get_terminal_size().columns if to_terminal else 100
                digest = value.get("digest")
                if self.is_summary:
                    return summary_text(found, digest=digest, width=width)
                return changes_text(found, digest=digest, width=width, colour=colour)


def writes_to_terminal(output: Path | None) -> bool:
    """Return whether a report goes to a terminal.

    Args:
        output: the file of the report; None if the report goes to stdout.
    """
    return output is None and console.is_terminal(sys.stdout)


def _make_spot_finder(value: Value) -> Callable[[ChangeJSON], FileSpot | None]:
    """Return a function that finds the file and line of a change below the current directory; None if no file there has
    the change.

    Raises:
        BindgenError: the directory `schema/` is not found.
    """
    old, new = _files_of_side(value["old"]), _files_of_side(value["new"])

    def find_spot(change: ChangeJSON) -> FileSpot | None:
        sides = (old, new) if change["kind"] == "removed" else (new,)
        return next((found for side in sides if (found := side.find_spot(change)) is not None), None)

    return find_spot


def _files_of_side(name: str) -> SideFiles:
    """Return the files of one side that are below the current directory.

    Args:
        name: the path of a schema file, or the id of a revision.

    Raises:
        BindgenError: the directory `schema/` is not found.
    """
    from mcp_bindgen.report.line_numbers import SideFiles

    if not name.startswith(("/", "..")) and Path(name).is_file():
        return SideFiles(Path(name), None)
    directory = paths.schema_root() / name
    try:
        directory = directory.relative_to(Path.cwd())
    except ValueError:
        return SideFiles(None, None)
    schema = directory / "schema.json"
    return SideFiles(schema if schema.is_file() else None, directory)


@command(
    "diff 2025-06-18 latest --role client",
    "diff 2025-11-25 latest --summary",
    "diff old.json new.json --format sarif --output diff.sarif --fail-on breaking",
)
@click.argument("old", type=REVISION)
@click.argument("new", type=REVISION)
@CHANGE_FORMAT
@OUTPUT
@click.option(
    "--summary", is_flag=True, help="Print only the digest, without the changes; for the formats text and markdown."
)
@FAIL_ON
@click.option(
    "--role",
    type=click.Choice(["client", "server", "both"]),
    default="both",
    show_default=True,
    help="Report only changes that affect this side.",
)
@click.option(
    "--only",
    type=click.Choice(["wire", "python"]),
    help="Report only changes that are unsafe for documents (wire), or for Python source code (python).",
)
@click.option(
    "--area", "areas", multiple=True, metavar="THEME", help="Report only changes of this theme of the digest."
)
@RULES
@IGNORE
@click.option(
    "--errata",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Correct the schema files by the errata in this TOML file first.",
)
@REPORTS
@MAX_BYTES
def diff(
    old: str,
    new: str,
    format_: ChangeFormat,
    output: Path | None,
    summary: bool,
    fail_on: Threshold,
    role: Literal["client", "server", "both"],
    only: Literal["wire", "python"] | None,
    areas: tuple[str, ...],
    rules: tuple[str, ...],
    ignore: Path | None,
    errata: Path | None,
    reports: tuple[str, ...],
    max_bytes: int | None,
) -> None:
    """Report the changes from OLD to NEW. Each is a revision id, `latest` or the path of a schema file.

    The report begins with a digest: replaced parts, their replacements and the work to do, by theme, in the order of
    work. Each change has a verdict for documents from an old sender to a new receiver, for the opposite direction, and
    for Python source code. A change of the schema that breaks the wire comes with a document that one side accepts and
    the other rejects.

    A file that differs from a pinned schema in more than layout, order or descriptions is compared by schema only;
    protocol facts exist only for pinned revisions. A part of a file that cannot be compared exactly is left out, and
    named on stderr and in the report, where it counts as undecided.

    Exits with 1 if an entry of the ignore file matches nothing or has expired, or as --fail-on says.
    """
    from mcp_bindgen import comparison
    from mcp_bindgen.ingest.errata import read_errata_file
    from mcp_bindgen.report import selection

    files = parse_report_files(reports, format_, max_bytes)
    if summary and not {format_, *(kind for kind, _ in files)} <= {"text", "markdown"}:
        raise BindgenError("--summary shortens text and Markdown only", hint="leave out --summary or the other formats")
    guide = comparison.read_digest_guide()
    rendering = ReportOptions(guide, max_bytes, summary)
    user_errata = () if errata is None else read_errata_file(errata)
    whole = comparison.report_changes(old, new, user_errata)

    def narrow_report(found: Report) -> Report:
        found = found if role == "both" else selection.limit_to_side(found, role)
        found = found if only is None else selection.limit_to_aspect(found, only)
        return _select_areas(found, guide, areas)

    print_changes(whole, rendering, (format_, output), files, ignore, rules, fail_on, narrow_report)


def print_changes(
    whole: Report,
    rendering: ReportOptions,
    main: tuple[ChangeFormat, Path | None],
    files: Sequence[tuple[ChangeFormat, Path]],
    ignore: Path | None,
    rules: Sequence[str],
    fail_on: Threshold,
    narrow: Callable[[Report], Report] = lambda found: found,
) -> NoReturn:
    """Write a report in each format, and end the process: with exit code 1 if a change reaches the threshold or the
    ignore file has a fault, else with 0.

    Args:
        whole: the report.
        rendering: the form of the report.
        main: the format of the report, and its file or, for stdout, None.
        files: further formats and files.
        ignore: the TOML file of changes to ignore; None if no change is to be ignored.
        rules: ids of the rules to report; if empty, changes of all rules are reported.
        fail_on: the threshold, which is the least severity with the exit code 1.
        narrow: returns a report with only the changes that the options of the command select.

    Raises:
        BindgenError: the ignore file cannot be read or is malformed, a rule is unknown, the report cannot be narrowed
            or rendered, or a file cannot be written.
    """
    from mcp_bindgen.diff import suppressions
    from mcp_bindgen.report import threshold

    rows = () if ignore is None else suppressions.read_ignore_rows(ignore)
    today = date.today()
    _print_undecided(whole, fail_on)
    found = _select_rules(narrow(suppressions.without_suppressed_changes(whole, rows, today)), rules)
    for kind, path in files:
        write_result(rendering.render(found, kind), path)
    format_, output = main
    text = rendering.render(found, format_, to_terminal=writes_to_terminal(output), colour=has_colour(output))
    if output is not None or text:
        write_result(text, output)
    faults = suppressions.find_report_faults(whole, rows, today)
    for fault in faults:
        click.echo(escape_invisible(f"{ignore}: {fault}"), err=True)
    sys.exit(1 if faults or threshold.reaches_threshold(found, fail_on) else 0)


def parse_report_files(
    reports: Sequence[str], format_: ChangeFormat, max_bytes: int | None
) -> list[tuple[ChangeFormat, Path]]:
    """Return the formats and paths in the arguments of `--report`.

    Args:
        reports: the arguments.
        format_: the format of the main report.
        max_bytes: the argument of `--max-bytes`.

    Raises:
        BindgenError: an argument is malformed, or `--max-bytes` is given and no report is Markdown.
    """
    files = [_parse_report_file(each) for each in reports]
    if max_bytes is not None and "markdown" not in (format_, *(kind for kind, _ in files)):
        raise BindgenError("--max-bytes shortens Markdown only", hint="add --format markdown or --report markdown=FILE")
    return files


def _print_undecided(found: Report, fail_on: Threshold) -> None:
    """Print the parts that are not compared. With the threshold `breaking`, also print the number of undecided
    differences, because they do not reach that threshold.
    """
    for part in found.left_out:
        click.echo(escape_invisible(f"not compared: {part}"), err=True)
    if fail_on == "breaking" and found.undecided:
        what = "1 difference is" if found.undecided == 1 else f"{found.undecided} differences are"
        click.echo(f"{what} undecided, for which --fail-on unknown fails too", err=True)


def _parse_report_file(argument: str) -> tuple[ChangeFormat, Path]:
    """Return the format and the path in an argument of `--report`.

    Raises:
        BindgenError: the argument is malformed, or the format is unknown.
    """
    name, separator, path = argument.partition("=")
    for form in CHANGE_FORMATS:
        if name == form and separator and path:
            return form, Path(path)
    raise BindgenError(
        f"--report must be FORMAT=FILE, not {argument!r}", hint=f"the formats are {', '.join(CHANGE_FORMATS)}"
    )


def _select_areas(found: Report, guide: DigestGuide, areas: Sequence[str]) -> Report:
    """Return a report with the changes of some areas, or with all changes if no area is named.

    Raises:
        BindgenError: an area is unknown, or a change has no step and no theme has a pattern for it.
    """
    from mcp_bindgen.report import selection

    themes = [theme.id for theme in guide.themes]
    for area in areas:
        if area not in themes:
            raise BindgenError(f"unknown area {area!r}", hint=f"the areas are {', '.join(themes)}")
    return selection.limit_to_areas(found, areas, guide) if areas else found


def _select_rules(found: Report, rules: Sequence[str]) -> Report:
    """Return a report with the changes of some rules, or with all changes if no rule is named.

    Raises:
        BindgenError: a rule is unknown.
    """
    from mcp_bindgen.diff.rules.catalogue import BY_ID
    from mcp_bindgen.report import selection

    for rule in rules:
        if rule not in BY_ID:
            raise BindgenError(f"unknown rule {rule!r}", hint="run `mcp-bindgen explain` to list all rules")
    return selection.limit_to_rules(found, rules) if rules else found


@command("explain FIELD_BECAME_REQUIRED")
@click.argument("rule", required=False)
@FORMAT
def explain(rule: str | None, format_: Format) -> None:
    """Explain a RULE of `diff` and `server compare`: purpose, verdicts and an example. Without RULE, list all rules."""
    from mcp_bindgen.diff.rules.catalogue import RULES
    from mcp_bindgen.report.rule_manual import find_rule, rule_list_text, rule_text, rule_value

    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    if rule is None:
        print_result(format_, lambda: rule_list_text(width=width), lambda: [rule_value(each) for each in RULES])
    else:
        found = find_rule(rule)
        print_result(format_, lambda: rule_text(found, width=width), lambda: rule_value(found))


@command("changelog --format html --output changes.html")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["markdown", "html"]),
    default="markdown",
    show_default=True,
    help="Format of the output.",
)
@OUTPUT
def changelog(format_: Literal["markdown", "html"], output: Path | None) -> None:
    """Report the changes of each released revision.

    The report ends with tables of methods, capabilities, error codes and features.
    """
    from mcp_bindgen import comparison, sources

    if format_ == "html":
        from mcp_bindgen.pages.changes import history_page

        revisions, rows = sources.released_matrix()
        write_result(history_page(revisions, rows, comparison.report_releases()), output)
    else:
        write_result(comparison.make_changelog_markdown().rstrip("\n"), output)
