"""Commands that import official schema files, add a revision, and compare files with the pinned copies."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mcp_bindgen import console, paths
from mcp_bindgen.cli.options import (
    FORMAT,
    REVISION,
    Format,
    command,
    group,
    print_note,
    print_result,
    write_result,
)
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.escaping import escape_invisible


@group("schema verify --from spec/schema")
def schema() -> None:
    """Import official schema files and verify the pinned copies."""


@command("schema import draft spec/schema/draft/schema.json --commit 0123abc", name="import")
@click.argument("revision_id", metavar="ID")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--commit",
    required=True,
    metavar="SHA",
    help="Commit of the repository that has FILE; for the extension `ui`, the version of its package.",
)
def import_(revision_id: str, file: Path, commit: str) -> None:
    """Import the official schema FILE as revision ID, or as the extension with the package ID, such as `tasks`.

    Every assertion is kept and every description is dropped. The manifest records the hash of both files. A file that
    cannot be built is rejected. From the file of an extension, definitions that equal those of its revision are
    omitted.

    If ID is `draft`, derives the facts, errata and documentation lines of the draft from FILE as far as possible.
    Prints the changes, and the texts that a person must still write, with file and line.
    """
    from mcp_bindgen.release.importing import import_official_file

    outcome = import_official_file(paths.project_root(), revision_id, file, commit)
    pinned = outcome.pinned
    print_note(f"{pinned.id}: official sha256 {pinned.official_sha256}\n{pinned.id}: our sha256 {pinned.sha256}")
    if outcome.written or outcome.todos:
        lines = [*map(str, outcome.written), "", console.format_todos(outcome.todos)]
        write_result(escape_invisible("\n".join(lines)), None)


@command("release 2027-01-01 --schema schema.json --commit 0123abc --dry-run", "release --status 2027-01-01")
@click.argument("revision_id", metavar="ID", required=False)
@click.option("--schema", "file", type=click.Path(path_type=Path), metavar="FILE", help="The official schema file.")
@click.option(
    "--typescript",
    type=click.Path(path_type=Path),
    metavar="TS",
    help="The official schema.ts; its categories give the modules of new types.",
)
@click.option("--commit", metavar="SHA", help="Commit of the specification's repository that has FILE.")
@click.option(
    "--from",
    "previous",
    type=REVISION,
    metavar="PREV",
    help="Inherit facts from PREV.  [default: the newest release of the same era]",
)
@click.option(
    "--errata",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Errata of the file, as an earlier run printed them.  [default: those in schema/ID/errata.toml]",
)
@click.option("--dry-run", is_flag=True, help="Write nothing; print the changes that would be made.")
@click.option(
    "--status",
    type=REVISION,
    metavar="ID",
    help="List the texts still to write about revision ID. Exits with 1 if there are any.",
)
def release(
    revision_id: str | None,
    file: Path | None,
    typescript: Path | None,
    commit: str | None,
    previous: str | None,
    errata: Path | None,
    dry_run: bool,
    status: str | None,
) -> None:
    """Add the official schema FILE as revision ID.

    Writes everything that can be derived: the pinned structure, facts as a difference from PREV, errata that still
    apply, public names, and empty documentation lines. Prints the changes, and the texts that a person must still
    write, with file and line.
    """
    from mcp_bindgen.release.adding import ReleaseRequest
    from mcp_bindgen.release.adding import add_release as bring_in
    from mcp_bindgen.release.status import find_todos

    if status is not None:
        if revision_id or file or typescript or commit or previous or errata or dry_run:
            raise BindgenError("--status ID must be the only option, without another ID")
        found = find_todos(paths.schema_root(), status)
        write_result(escape_invisible(console.format_todos(found)), None)
        sys.exit(1 if found else 0)
    if revision_id is None or file is None or commit is None:
        raise BindgenError(
            "ID, --schema and --commit are needed", hint="to list the texts still to write, give --status ID"
        )
    request = ReleaseRequest(revision_id, file, commit, previous, errata, typescript)
    outcome = bring_in(paths.project_root(), request, dry_run=dry_run)
    write_result(
        escape_invisible("\n".join(map(str, outcome.written)) + "\n\n" + console.format_todos(outcome.todos)), None
    )


@command("schema verify --from spec/schema")
@click.option(
    "--from",
    "directory",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Directory with the official files, DIR/<id>/schema.json.",
)
@click.option(
    "--extensions",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Directory with the official files of extensions, such as DIR/tasks/schema.json; they are verified too.",
)
@FORMAT
def verify(directory: Path, extensions: Path | None, format_: Format) -> None:
    """Import every official file again and compare the result with the pinned copy. Exits with 1 if one differs."""
    from mcp_bindgen.ingest import importer
    from mcp_bindgen.ingest.extensions import verify_extensions

    verdicts = importer.verify_revisions(paths.schema_root(), directory)
    if extensions is not None:
        verdicts += verify_extensions(paths.schema_root(), extensions)
    print_result(format_, lambda: console.format_verdicts(verdicts), lambda: console.make_verdicts_data(verdicts))
    sys.exit(0 if all(verdict.agrees for verdict in verdicts) else 1)


@command("upstream path/to/specification")
@click.argument("place", metavar="FILE|DIR", type=click.Path(path_type=Path))
@FORMAT
def upstream(place: Path, format_: Format) -> None:
    """Compare official files with the pinned copies: list new, changed and removed definitions.

    DIR has <id>/schema.json or schema/<id>/schema.json in it, like a checkout of the specification. Layout, order and
    descriptions do not count. Exits with 1 if a file differs from its pinned copy, or belongs to a revision that is not
    pinned.
    """
    from mcp_bindgen.upstream import compare_files, format_differences, make_differences_data

    found = compare_files(place)
    print_result(format_, lambda: format_differences(found), lambda: make_differences_data(found))
    sys.exit(0 if all(each.is_equal for each in found) else 1)


for _command in (import_, verify):
    schema.add_command(_command)
