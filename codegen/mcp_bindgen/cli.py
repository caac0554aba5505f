"""The command line: parse, call, print, exit. 0 fine; 1 a finding; 2 wrong usage or unusable input."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar

import click

from mcp_bindgen import __version__, fileset, paths
from mcp_bindgen import console as report
from mcp_bindgen.errors import BindgenError

if TYPE_CHECKING:
    from mcp_bindgen.diff.types import Report

P = ParamSpec("P")
R = TypeVar("R")

Format = Literal["text", "json"]
ChangeFormat = Literal["text", "markdown", "json", "html", "github"]
CHANGE_FORMATS = ["text", "markdown", "json", "html", "github"]

FORMAT = click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
OUTPUT = click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to this file, all of it or nothing, instead of standard output.",
)
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="The generated tree; by default `generated` in the project.",
)
REVISION = click.option(
    "--revision", "revisions", multiple=True, metavar="ID", help="Only this pinned revision; may be repeated."
)
SCHEMA_FILE = click.option(
    "--schema-file", "schema_files", multiple=True, metavar="ID=PATH", help="Add or replace a revision."
)
DOCS_FROM = click.option(
    "--docs-from",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Take descriptions from official files under DIR/<id>/schema.json.",
)
NO_ERRATA = click.option("--no-errata", is_flag=True, help="Follow the official files to the letter.")


def user_errors(command: Callable[P, R]) -> Callable[P, R]:
    """A user's mistake is one message on stderr and exit code 2, never a traceback."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except BindgenError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(2)
        except BrokenPipeError:  # whoever read the output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(2)
        except KeyboardInterrupt:
            sys.exit(2)
        except OSError as error:
            click.echo(f"error: {error.filename or 'output'}: {error.strerror}", err=True)
            sys.exit(2)

    return guarded


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="mcp-bindgen")
def main() -> None:
    """Official MCP schema files in, an exact typed Python package out."""


@main.command()
@OUT
@REVISION
@SCHEMA_FILE
@DOCS_FROM
@NO_ERRATA
@user_errors
def generate(
    out: Path | None, revisions: tuple[str, ...], schema_files: tuple[str, ...], docs_from: Path | None, no_errata: bool
) -> None:
    """Write the package: every pinned revision, or what the options say."""
    from mcp_bindgen.output.writer import write_tree

    target = out or paths.project_root() / "generated"
    files = _generated(revisions, schema_files, docs_from, no_errata)
    write_tree(files, target)
    click.echo(f"{len(files)} files in {target}")


@main.command()
@OUT
@REVISION
@SCHEMA_FILE
@DOCS_FROM
@NO_ERRATA
@FORMAT
@user_errors
def check(
    out: Path | None,
    revisions: tuple[str, ...],
    schema_files: tuple[str, ...],
    docs_from: Path | None,
    no_errata: bool,
    format_: Format,
) -> None:
    """Generate in memory and show any difference from what is there. Exit 1 if there is one."""
    target = out or paths.project_root() / "generated"
    if not target.is_dir():
        raise BindgenError("no generated tree here", where=str(target), hint="run `mcp-bindgen generate` first")
    found = fileset.drift(_generated(revisions, schema_files, docs_from, no_errata), fileset.read_tree(target))
    _print(format_, lambda: report.drifts_text(found, str(target)), lambda: report.drifts_data(found))
    sys.exit(1 if found else 0)


@main.command()
@OUT
@click.option("--dist", type=click.Path(path_type=Path, file_okay=False), default=Path("dist"), show_default=True)
@user_errors
def build(out: Path | None, dist: Path) -> None:
    """Build wheel and sdist of the generated package."""
    from mcp_bindgen.output.wheel import build_distributions

    for path in build_distributions(out or paths.project_root() / "generated", dist):
        click.echo(str(path))


@main.command()
@FORMAT
@user_errors
def revisions(format_: Format) -> None:
    """The pinned revisions and where each came from."""
    from mcp_bindgen.ingest.manifest import read_manifest

    rows = read_manifest(paths.schema_root())
    _print(format_, lambda: report.revisions_text(rows), lambda: report.revisions_data(rows))


@main.command()
@click.argument("revision_id", metavar="ID")
@click.argument("name")
@OUT
@FORMAT
@user_errors
def find(revision_id: str, name: str, out: Path | None, format_: Format) -> None:
    """path:line of a method (`tools/call`) or definition (`Tool`)."""
    from mcp_bindgen import locate, pipeline, sources

    target = out or paths.project_root() / "generated"
    places = locate.locate(sources.load(revision_id), name, target, pipeline.module_of(revision_id))
    _print(format_, lambda: report.places_text(places), lambda: places)


@main.command()
@click.option("--revision", "revision_id", required=True, metavar="ID")
@click.option("--definition", metavar="NAME", help="Each document must satisfy this definition.")
@click.option("--sender", type=click.Choice(["client", "server"]), help="Each document is a message of this side.")
@click.option("--lint", is_flag=True, help="Also report rules of the specification's prose that a document breaks.")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
@FORMAT
@user_errors
def validate(
    revision_id: str,
    definition: str | None,
    sender: Literal["client", "server"] | None,
    lint: bool,
    file: Path,
    format_: Format,
) -> None:
    """Check FILE, or standard input: a JSON document or JSON Lines. Exit 1 if a document is invalid.

    With --lint, what breaks a rule of the specification's prose is reported with the rule, its severity and its
    source, even if the document is valid. A broken MUST exits 1 too; a SHOULD, or a rule without such a word, does not.
    """
    from mcp_bindgen import sources
    from mcp_bindgen import validate as validation
    from mcp_bindgen.ingest.importer import read_bytes

    if (definition is None) == (sender is None):
        raise BindgenError("give either --definition or --sender", hint="for example --definition CallToolRequest")
    text = sys.stdin.buffer.read() if str(file) == "-" else read_bytes(file)
    verdicts = list(validation.check(sources.load(revision_id), text, definition=definition, sender=sender, lint=lint))
    name = "-" if str(file) == "-" else str(file)
    _print(format_, lambda: report.validation_text(verdicts, name), lambda: report.validation_data(verdicts))
    sys.exit(0 if all(verdict.passes for verdict in verdicts) else 1)


@main.command()
@click.argument("old")
@click.argument("new")
@click.option("--format", "format_", type=click.Choice(CHANGE_FORMATS), default="text", show_default=True)
@OUTPUT
@click.option(
    "--fail-on",
    type=click.Choice(["breaking", "risky", "any", "never"]),
    default="never",
    show_default=True,
    help="Exit 1 if there is a change as grave as that.",
)
@click.option(
    "--role",
    type=click.Choice(["client", "server", "both"]),
    default="both",
    show_default=True,
    help="Only what that side has to act on.",
)
@click.option(
    "--ignore",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Leave out the changes of this TOML file: rows [[ignore]] with fingerprint, reason and perhaps expires.",
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
    """What changed from OLD to NEW, whom it hurts, and the proof. Both are revision ids or paths of schema files.

    Each change says what becomes of documents that go from an old sender to a new receiver, and the other way, and of
    Python source. What breaks on the wire comes with a document that one side accepts and the other refuses.

    A file that is no pinned one, byte by byte, is compared by its schema alone: no one has stated facts about it.

    Rows of the ignore file that match nothing, or whose day has passed, make the command exit with 1.
    """
    from mcp_bindgen import comparison
    from mcp_bindgen.diff import suppressions as ignoring
    from mcp_bindgen.diff import to_json as form

    rows = () if ignore is None else ignoring.read_ignored(ignore)
    whole, today = comparison.changes(old, new), date.today()
    found = ignoring.without(whole, rows, today)
    found = found if role == "both" else form.for_side(found, role)
    text = _changes(found, format_, to_terminal=output is None and sys.stdout.isatty())
    if output is not None or text:
        _write(text, output)
    faults = ignoring.faults(whole, rows, today)
    for fault in faults:
        click.echo(f"{ignore}: {fault}", err=True)
    sys.exit(1 if faults or form.reaches(found, fail_on) else 0)


def _changes(found: Report, format_: ChangeFormat, *, to_terminal: bool) -> str:
    """The report as text; empty if nothing changed, unless it is a document with a form of its own."""
    from mcp_bindgen.diff.to_json import to_value
    from mcp_bindgen.report import github, markdown
    from mcp_bindgen.report import text as difftext

    match format_:
        case "json":
            return report.as_json(to_value(found))
        case "html":
            from mcp_bindgen.pages.changes import page

            return page(to_value(found))
        case "markdown":
            return markdown.markdown(to_value(found)).removesuffix("\n")
        case "github":
            own = not found.new.startswith(("/", "..")) and Path(found.new).is_file()
            return github.annotation_lines(to_value(found), file=found.new if own else None)
        case "text":
            width = shutil.get_terminal_size().columns if to_terminal else 100
            colour = to_terminal and "NO_COLOR" not in os.environ
            return difftext.changes_text(found, width=width, colour=colour)


@main.command()
@click.argument("rule", required=False)
@FORMAT
@user_errors
def explain(rule: str | None, format_: Format) -> None:
    """What a RULE of the report on changes is for, how it judges, and an example; or, without one, which there are."""
    from mcp_bindgen.diff.rules import pages as manual
    from mcp_bindgen.diff.rules.catalogue import RULES

    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    if rule is None:
        _print(format_, lambda: manual.list_text(width=width), lambda: [manual.page_value(each) for each in RULES])
    else:
        found = manual.find(rule)
        _print(format_, lambda: manual.page_text(found, width=width), lambda: manual.page_value(found))


@main.command()
@click.option("--format", "format_", type=click.Choice(["text", "markdown", "json"]), default="text", show_default=True)
@user_errors
def matrix(format_: Literal["text", "markdown", "json"]) -> None:
    """Methods, capabilities, error codes and features of every released revision."""
    from mcp_bindgen import sources

    revisions, rows = sources.released_matrix()
    if format_ == "json":
        click.echo(report.as_json(report.matrix_data(revisions, rows)))
    elif format_ == "markdown":
        click.echo(report.matrix_markdown(revisions, rows))
    else:
        click.echo(report.matrix_text(revisions, rows))


@main.command()
@click.option("--format", "format_", type=click.Choice(["markdown", "html"]), default="markdown", show_default=True)
@OUTPUT
@user_errors
def changelog(format_: Literal["markdown", "html"], output: Path | None) -> None:
    """What every released revision changed in the one before it, after a table of what each of them has."""
    from mcp_bindgen import comparison, sources

    if format_ == "html":
        from mcp_bindgen.pages.changes import history_page

        revisions, rows = sources.released_matrix()
        _write(history_page(revisions, rows, comparison.releases()), output)
    else:
        _write(comparison.changelog().rstrip("\n"), output)


@main.command()
@click.option("--client", metavar="IDS", help="Revisions that the client speaks, with commas between.")
@click.option("--server", metavar="IDS", help="Revisions that the server speaks, with commas between.")
@click.option("--transport", type=click.Choice(["stdio", "http"]))
@click.option("--minimum", metavar="ID", help="The oldest revision that either side accepts.")
@click.option("--format", "format_", type=click.Choice(["text", "json", "html"]), default="text", show_default=True)
@OUTPUT
@user_errors
def negotiate(
    client: str | None,
    server: str | None,
    transport: Literal["stdio", "http"] | None,
    minimum: str | None,
    format_: Literal["text", "json", "html"],
    output: Path | None,
) -> None:
    """What a client and a server agree on by the specification, and the messages that lead there.

    The formats text and json show one case, which takes --client, --server and --transport. The format html is a page
    with every case there is; the options say which one it shows first.
    """
    from mcp_bindgen import negotiate as negotiation

    if format_ == "html":
        from mcp_bindgen.pages.negotiation import page

        first = negotiation.chosen(client, server, transport, minimum)
        _write(page(negotiation.every_case(), first), output)
    else:
        found = negotiation.outcome(client, server, transport, minimum)
        _write(report.as_json(found) if format_ == "json" else report.outcome_text(found), output)


@main.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="An empty or new folder for the pages.",
)
@user_errors
def docs(out: Path) -> None:
    """Write the reference of every revision as Markdown, which `make docs` turns into a site."""
    from mcp_bindgen.output.writer import write_tree
    from mcp_bindgen.site.pages import documents

    files = documents()
    write_tree(files, out)
    click.echo(f"{len(files)} files in {out}")


@main.group()
def schema() -> None:
    """Take official files over, and check that they still are what was taken over."""


@schema.command("import")
@click.argument("revision_id", metavar="ID")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--commit", required=True, metavar="SHA", help="The commit of the specification's repository it is from.")
@user_errors
def import_(revision_id: str, file: Path, commit: str) -> None:
    """Keep every assertion of an official file, drop its prose, pin both sums."""
    from mcp_bindgen.ingest.importer import import_schema

    pinned = import_schema(paths.schema_root(), revision_id, file, commit)
    click.echo(f"{revision_id}: official sha256 {pinned.official_sha256}\n{revision_id}: our sha256 {pinned.sha256}")


@schema.command()
@click.option("--from", "directory", required=True, type=click.Path(path_type=Path), metavar="DIR")
@FORMAT
@user_errors
def verify(directory: Path, format_: Format) -> None:
    """Derive every pinned revision again from DIR/<id>/schema.json and compare. Exit 1 if one differs."""
    from mcp_bindgen.ingest import importer

    verdicts = importer.verify(paths.schema_root(), directory)
    _print(format_, lambda: report.verdicts_text(verdicts), lambda: report.verdicts_data(verdicts))
    sys.exit(0 if all(verdict.agrees for verdict in verdicts) else 1)


def _generated(
    revisions: tuple[str, ...], schema_files: tuple[str, ...], docs_from: Path | None, no_errata: bool
) -> dict[str, bytes]:
    from mcp_bindgen import pipeline

    progress = report.Progress()
    files = dict(_schema_file(text) for text in schema_files)
    if len(files) < len(schema_files):
        raise BindgenError("--schema-file names one revision twice", hint="one file makes one revision")
    request = pipeline.Request(revisions, files, docs_from, errata=not no_errata)
    try:
        return pipeline.generate(request, progress)
    finally:
        progress.done()


def _schema_file(text: str) -> tuple[str, Path]:
    revision_id, separator, path = text.partition("=")
    if not separator or not revision_id or not path:
        raise BindgenError(f"--schema-file takes ID=PATH, not {text!r}")
    return revision_id, Path(path)


def _print(format_: Format, text: Callable[[], str], data: Callable[[], Any]) -> None:
    click.echo(report.as_json(data()) if format_ == "json" else text())


def _write(text: str, output: Path | None) -> None:
    """To the file, in UTF-8, or to standard output as everything else."""
    from mcp_bindgen.output.document import write_document

    if output is None:
        click.echo(text)
    else:
        write_document(f"{text}\n".encode() if text else b"", output)


if __name__ == "__main__":
    main()
