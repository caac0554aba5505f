"""Commands that write, check and build the generated package."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

from mcp_bindgen import console, fileset, paths
from mcp_bindgen.cli.options import FORMAT, OUT, Format, generated_directory, print_result, user_errors
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.naming import module_name
from mcp_bindgen.visible import visible

C = TypeVar("C", bound=Callable[..., Any])

CONTENT = (
    click.option("--revision", "revisions", multiple=True, metavar="ID", help="Only this pinned revision; repeatable."),
    click.option(
        "--schema-file",
        "schema_files",
        multiple=True,
        metavar="ID=PATH",
        help="Add revision ID from a custom schema file, or replace the pinned one; repeatable.",
    ),
    click.option(
        "--docs-from",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Take descriptions from the official files DIR/<id>/schema.json.",
    ),
    click.option("--no-errata", is_flag=True, help="Generate from the official schemas without corrections."),
)


def content_options(command: C) -> C:
    """The options that say what the generated package contains."""
    return reduce(lambda wrapped, option: option(wrapped), reversed(CONTENT), command)


@click.command()
@OUT
@content_options
@user_errors
def generate(out: Path | None, **content: Any) -> None:
    """Write the generated package.

    Without options it contains every pinned revision. Files that are no longer generated are removed.
    """
    from mcp_bindgen.output.writer import write_tree

    target = generated_directory(out)
    files = _generated(**content)
    write_tree(files, target)
    click.echo(f"{len(files)} files in {target}")


@click.command()
@OUT
@content_options
@FORMAT
@user_errors
def check(out: Path | None, format_: Format, **content: Any) -> None:
    """Compare the generated package with what `generate` would write.

    Prints a unified diff of each file that differs. Exits 1 if there is any. With --revision, a package that has other
    revisions too is compared only in the files of these. Public names of the draft may change at any time; those that
    did are listed at the end.
    """
    from mcp_bindgen import drafts
    from mcp_bindgen.output.writer import check_written
    from mcp_bindgen.release.status import left

    target = generated_directory(out)
    check_written(target)
    chosen: tuple[str, ...] = content["revisions"]
    content["revisions"] = _present(target, chosen)
    found = fileset.drift(_generated(**content), fileset.read_tree(target))
    if set(content["revisions"]) > set(chosen) > set():
        folders = tuple(f"mcp_bindings/{module_name(name)}/" for name in (*chosen, *_schema_ids(content)))
        found = [each for each in found if each.path.startswith(folders)]
    print_result(format_, lambda: console.drifts_text(found, str(target)), lambda: console.drifts_data(found))
    open_items = [] if chosen or content["schema_files"] else left(paths.schema_root())
    if open_items:
        click.echo(visible(console.open_text(open_items)), err=format_ == "json")
    if format_ == "text":
        for line in drafts.changed_names(paths.schema_root()):
            click.echo(visible(line))
    sys.exit(1 if found or open_items else 0)


@click.command()
@OUT
@click.option(
    "--dist",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("dist"),
    show_default=True,
    help="Directory for the two files.",
)
@user_errors
def build(out: Path | None, dist: Path) -> None:
    """Build a wheel and an sdist of the generated package."""
    from mcp_bindgen.output.wheel import build_distributions

    for path in build_distributions(generated_directory(out), dist):
        click.echo(str(path))


def _generated(
    revisions: tuple[str, ...], schema_files: tuple[str, ...], docs_from: Path | None, no_errata: bool
) -> dict[str, bytes]:
    from mcp_bindgen import pipeline
    from mcp_bindgen.second_process import FEW_COLLECTIONS

    progress = console.Progress()
    files = dict(_schema_file(text) for text in schema_files)
    if len(files) < len(schema_files):
        raise BindgenError("--schema-file names one revision twice", hint="give one file for each revision")
    request = pipeline.Request(revisions, files, docs_from, errata=not no_errata)
    gc.set_threshold(FEW_COLLECTIONS)  # this process ends with the command
    try:
        return pipeline.generate(request, progress, processes=min(2, os.cpu_count() or 1))
    finally:
        progress.done()


def _present(target: Path, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The chosen revisions and the others that a generated package has; none if none is chosen.

    The content of a draft depends on them, because it re-exports a release that it equals.
    """
    from mcp_bindgen.ingest.manifest import read_manifest

    pinned = [row.id for row in read_manifest(paths.schema_root())]
    others = [name for name in pinned if (target / "mcp_bindings" / module_name(name)).is_dir()]
    return tuple(dict.fromkeys([*chosen, *others])) if chosen else ()


def _schema_ids(content: dict[str, Any]) -> list[str]:
    return [_schema_file(text)[0] for text in content["schema_files"]]


def _schema_file(text: str) -> tuple[str, Path]:
    revision_id, separator, path = text.partition("=")
    if not separator or not revision_id or not path:
        raise BindgenError(
            f"--schema-file takes ID=PATH, not {text!r}", hint="for example --schema-file mine=schema.json"
        )
    return revision_id, Path(path)
