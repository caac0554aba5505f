"""Commands that report what changed between revisions."""

from __future__ import annotations

import os
import shutil
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from mcp_bindgen import console
from mcp_bindgen.cli.options import FORMAT, OUTPUT, Format, print_result, user_errors, write_result
from mcp_bindgen.visible import visible

if TYPE_CHECKING:
    from mcp_bindgen.diff.types import Report

ChangeFormat = Literal["text", "markdown", "json", "html", "github"]
CHANGE_FORMATS = ["text", "markdown", "json", "html", "github"]


@click.command()
@click.argument("old")
@click.argument("new")
@click.option(
    "--format",
    "format_",
    type=click.Choice(CHANGE_FORMATS),
    default="text",
    show_default=True,
    help="Format of the output; github prints workflow annotations.",
)
@OUTPUT
@click.option(
    "--fail-on",
    type=click.Choice(["breaking", "risky", "any", "never"]),
    default="never",
    show_default=True,
    help="Exit 1 if a change has this severity or a higher one.",
)
@click.option(
    "--role",
    type=click.Choice(["client", "server", "both"]),
    default="both",
    show_default=True,
    help="Report only changes that affect this side.",
)
@click.option(
    "--ignore",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Suppress the changes in this TOML file: [[ignore]] rows with fingerprint, reason and optionally expires.",
)
@user_errors
def diff(
    old: str,
    new: str,
    format_: ChangeFormat,
    output: Path | None,
    fail_on: Literal["breaking", "risky", "any", "never"],
    role: Literal["client", "server", "both"],
    ignore: Path | None,
) -> None:
    """Report what changed from OLD to NEW. Each is a revision id or the path of a schema file.

    Each change has a verdict for documents from an old sender to a new receiver, for the opposite direction, and for
    Python source code. A change of the schema that breaks the wire comes with a document that one side accepts and the
    other rejects.

    A file that is not byte-identical to a pinned schema is compared by schema only; protocol facts exist only for
    pinned revisions.

    Exits 1 if an entry of the ignore file matches nothing or has expired.
    """
    from mcp_bindgen import comparison
    from mcp_bindgen.diff import suppressions
    from mcp_bindgen.report import to_json

    rows = () if ignore is None else suppressions.read_ignored(ignore)
    whole, today = comparison.changes(old, new), date.today()
    found = suppressions.without(whole, rows, today)
    found = found if role == "both" else to_json.for_side(found, role)
    text = _report(found, format_, to_terminal=output is None and sys.stdout.isatty())
    if output is not None or text:
        write_result(text, output)
    faults = suppressions.faults(whole, rows, today)
    for fault in faults:
        click.echo(visible(f"{ignore}: {fault}"), err=True)
    sys.exit(1 if faults or to_json.reaches(found, fail_on) else 0)


def _report(found: Report, format_: ChangeFormat, *, to_terminal: bool) -> str:
    """The report in a format. It is empty if nothing changed and the format has no frame of its own."""
    from mcp_bindgen.report import github, markdown
    from mcp_bindgen.report import text as plain
    from mcp_bindgen.report.to_json import to_value

    match format_:
        case "json":
            return console.as_json(to_value(found))
        case "html":
            from mcp_bindgen.pages.changes import page

            return page(to_value(found))
        case "markdown":
            return markdown.markdown(to_value(found)).removesuffix("\n")
        case "github":
            in_checkout = not found.new.startswith(("/", "..")) and Path(found.new).is_file()
            return github.annotation_lines(to_value(found), file=found.new if in_checkout else None)
        case "text":
            width = shutil.get_terminal_size().columns if to_terminal else 100
            colour = to_terminal and "NO_COLOR" not in os.environ
            return plain.changes_text(found, width=width, colour=colour)


@click.command()
@click.argument("rule", required=False)
@FORMAT
@user_errors
def explain(rule: str | None, format_: Format) -> None:
    """Explain a RULE of `diff`: its purpose, its verdicts and an example. Without RULE, list all rules."""
    from mcp_bindgen.diff.rules.catalogue import RULES
    from mcp_bindgen.report import rule_manual as manual

    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    if rule is None:
        print_result(
            format_, lambda: manual.list_text(width=width), lambda: [manual.page_value(each) for each in RULES]
        )
    else:
        found = manual.find(rule)
        print_result(format_, lambda: manual.page_text(found, width=width), lambda: manual.page_value(found))


@click.command()
@click.option(
    "--format",
    "format_",
    type=click.Choice(["markdown", "html"]),
    default="markdown",
    show_default=True,
    help="Format of the output.",
)
@OUTPUT
@user_errors
def changelog(format_: Literal["markdown", "html"], output: Path | None) -> None:
    """Report what each released revision changed, after a table of what each one has."""
    from mcp_bindgen import comparison, sources

    if format_ == "html":
        from mcp_bindgen.pages.changes import history_page

        revisions, rows = sources.released_matrix()
        write_result(history_page(revisions, rows, comparison.releases()), output)
    else:
        write_result(comparison.changelog().rstrip("\n"), output)
