"""Commands that write, check and build the generated package."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from mcp_bindgen import console, fileset, paths
from mcp_bindgen.cli.options import (
    FORMAT,
    OUT,
    REVISION,
    Format,
    command,
    command_progress,
    generated_directory,
    has_colour,
    print_error,
    print_note,
    write_result,
)
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.escaping import escape_line
from mcp_bindgen.naming import make_module_name
from mcp_bindgen.package_names import PACKAGE, PackageNames, package_names

if TYPE_CHECKING:
    from mcp_bindgen.forks.generate import GeneratedPackage

C = TypeVar("C", bound=Callable[..., Any])

CONTENT = (
    click.option(
        "--revision",
        "revisions",
        type=REVISION,
        multiple=True,
        metavar="ID",
        help="Include only this pinned revision; repeatable.",
    ),
    click.option(
        "--schema-file",
        "schema_files",
        multiple=True,
        metavar="ID=PATH",
        help="Add revision ID from a custom schema file, or replace the pinned one; repeatable.",
    ),
    click.option(
        "--base",
        type=REVISION,
        metavar="REV",
        help="Pinned revision of which the custom schema is a fork. The fork inherits the facts, errata and message "
        "version of REV, replaces REV in the package, and needs --package with another name.",
    ),
    click.option(
        "--facts",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Directory with facts files of the fork, such as DIR/protocol.toml; each states differences from REV.",
    ),
    click.option("--package", metavar="NAME", help="Name of the generated package.  [default: mcp_bindings]"),
    click.option(
        "--dist",
        "distribution",
        metavar="NAME",
        help="Name of the distribution, for pip.  [default: --package with `-` for `_`]",
    ),
    click.option(
        "--package-version",
        metavar="VERSION",
        help="Version of a package with another name than mcp_bindings.  [default: the version of this tool]",
    ),
    click.option(
        "--docs-from",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Use the descriptions in the official files DIR/<id>/schema.json as docstrings.",
    ),
    click.option(
        "--errata",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Correct the custom schema files by the errata in this TOML file.",
    ),
    click.option("--no-errata", is_flag=True, help="Generate from the official schemas without corrections."),
    click.option(
        "--extension",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Generate the package of one extension of the protocol, from a TOML file with its facts, which names its "
        "schema; needs --package.",
    ),
)


class ContentOptions(NamedTuple):
    """Values of the options for the content of the generated package."""

    revisions: tuple[str, ...]
    schema_files: tuple[str, ...]
    base: str | None
    facts: Path | None
    package: str | None
    distribution: str | None
    package_version: str | None
    docs_from: Path | None
    errata: Path | None
    no_errata: bool
    extension: Path | None

    def parse_schema_files(self) -> dict[str, Path]:
        """Return the paths in the options `--schema-file`, by id of the revision.

        Raises:
            BindgenError: an option is malformed, or two options name one revision.
        """
        files = dict(_parse_schema_file(text) for text in self.schema_files)
        if len(files) < len(self.schema_files):
            raise BindgenError("--schema-file names one revision twice", hint="give one file for each revision")
        return files

    def make_package_names(self, out: Path | None) -> PackageNames:
        """Return the names of the package and the distribution to generate.

        Args:
            out: the directory for the package; None if the user names none.

        Raises:
            BindgenError: the names are unusable, belong to the official package although another package is written, or
                do not fit the other options.
        """
        names = package_names(self.package, self.distribution, self.package_version)
        if self.package is not None and out is None:
            raise BindgenError("--package needs --out", hint="name the directory for the package")
        if self.extension is not None:
            self._check_extension_options(names)
        if self.base is not None and self.schema_files and names.package == PACKAGE:
            raise BindgenError(
                "--base needs --package with another name than the official one",
                hint=f"a fork named {PACKAGE} would replace the official package where it is installed; "
                "choose a name such as --package acme_mcp",
            )
        return names

    def _check_extension_options(self, names: PackageNames) -> None:
        """Check that the options beside `--extension` fit the package of an extension.

        Raises:
            BindgenError: the extension is no TOML file, the package has no name of its own, or an option is about
                revisions.
        """
        if self.extension is not None and self.extension.suffix == ".json":
            raise BindgenError(
                f"--extension needs a TOML file with facts, not the schema {self.extension}",
                hint=f"mcp-bindgen generate --extension {self.extension} --id com.example/name writes one",
            )
        if names.package == PACKAGE:
            raise BindgenError(
                "--extension needs --package with another name than the official one", hint="such as acme_tickets"
            )
        of_extension = {"extension", "package", "distribution", "package_version"}
        for name, value in self._asdict().items():
            if name not in of_extension and value:
                option = {"revisions": "revision", "schema_files": "schema-file"}.get(name, name.replace("_", "-"))
                raise BindgenError(
                    f"--{option} is about revisions, and the package of an extension has none",
                    hint="leave it out; the file of the extension names the revisions that it extends",
                )


def add_content_options(command: C) -> C:
    """Add to a command the options for the content of the generated package."""
    return reduce(lambda wrapped, option: option(wrapped), reversed(CONTENT), command)


@command(
    "generate",
    "generate --schema-file acme=acme.json --base 2026-07-28 --package acme_mcp --out acme",
    "generate --extension extension.toml --package acme_tickets --out tickets",
)
@OUT
@add_content_options
@click.option(
    "--id",
    "extension_id",
    metavar="ID",
    help="With --extension SCHEMA.json: draft the TOML file of the extension with this identifier, beside the schema.",
)
def generate(out: Path | None, extension_id: str | None, **content: Any) -> None:
    """Write the generated package.

    Without options, the package contains every pinned revision. Removes files that are no longer generated.

    A revision that cannot be built is left out and reported, and the exit code is 2.

    With --base, the custom schema is a fork of REV. The package then has the fork and the pinned revisions whose
    messages name another version. With --package and --dist it can be installed beside the official one.

    With --extension, the package has one extension of the protocol, and imports the official package.
    """
    from mcp_bindgen.output.importing import check_import
    from mcp_bindgen.output.writer import check_owner, write_tree

    chosen = ContentOptions(**content)
    if extension_id is not None:
        _write_extension_facts(chosen, extension_id)
        return
    target = generated_directory(out)
    names = chosen.make_package_names(out)
    check_owner(target, names.package)
    made = _generate_content(chosen, names)
    check_import(made.files, names.package)
    write_tree(made.files, target)
    for line in made.warnings:
        print_note(f"warning: {line}", err=True)
    print_note("\n".join([*made.notes, f"{len(made.files)} files in {target}"]))
    for error in made.failed:
        for each in error.mistakes:
            print_error(f"left out, since it cannot be built: {each}")
    sys.exit(2 if made.failed else 0)


@command("check")
@OUT
@add_content_options
@FORMAT
def check(out: Path | None, format_: Format, **content: Any) -> None:
    """Compare the generated package with what `generate` would write.

    Prints a unified diff of each file that differs. Exits with 1 if a file differs, or if texts about a new release are
    still to write. With --revision, compares only the files of these revisions, even if the package has others. At the
    end, lists the public names in which the draft differs from the newest release, unless --revision leaves the draft
    out: these names may change at any time.
    """
    from mcp_bindgen import drafts
    from mcp_bindgen.output.writer import check_generated_directory
    from mcp_bindgen.release.status import make_todo_summary

    target = generated_directory(out)
    requested = ContentOptions(**content)
    names = requested.make_package_names(out)
    check_generated_directory(target)
    custom, chosen = requested.parse_schema_files(), requested.revisions
    present = _add_present_revisions(target / names.package, chosen)
    is_left = "" if chosen or custom else make_todo_summary(paths.schema_root())
    try:
        made = _generate_content(requested._replace(revisions=present), names)
        if made.failed:
            raise made.failed[0]
    except BindgenError:
        if is_left:
            print_note(is_left, err=True)
        raise
    found = fileset.find_drifts(made.files, fileset.read_tree(target))
    if set(present) > set(chosen) > set():
        directories = tuple(f"{names.package}/{make_module_name(name)}/" for name in (*chosen, *custom))
        found = [each for each in found if each.path.startswith(directories)]
    if format_ == "json":
        write_result(console.as_json(console.make_drifts_data(found)), None)
    elif found:
        repair = "`mcp-bindgen generate` with the options that made the package"
        if not any(requested):
            repair = f"`mcp-bindgen generate --out {escape_line(str(target))}`"
        write_result(console.format_drifts(found, str(target), repair, colour=has_colour()), None)
    else:
        print_note(f"{target} is up to date")
    if is_left:
        print_note(is_left, err=format_ == "json")
    if format_ == "text":
        for line in drafts.describe_changed_draft_names(paths.schema_root(), chosen):
            print_note(line)
    sys.exit(1 if found or is_left else 0)


@command("build --dist dist")
@OUT
@click.option(
    "--dist",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("dist"),
    show_default=True,
    help="Directory for the two files.",
)
def build(out: Path | None, dist: Path) -> None:
    """Build a wheel and an sdist of the generated package."""
    from mcp_bindgen.output.wheel import build_distributions

    for path in build_distributions(generated_directory(out), dist):
        print_note(str(path))


def _write_extension_facts(content: ContentOptions, extension_id: str) -> None:
    """Write the file of facts about an extension, and print what a person has to confirm.

    Raises:
        BindgenError: the option `--extension` names no schema, or there are further options.
    """
    from mcp_bindgen.forks.extension_draft import draft_extension

    given = [name for name, value in content._asdict().items() if value and name != "extension"]
    if content.extension is None or content.extension.suffix != ".json" or given:
        raise BindgenError("--id needs --extension with a schema, such as schema.json, and no other option")
    file, guesses = draft_extension(content.extension, extension_id, paths.schema_root())
    print_note("\n".join([f"{file} is written; these parts of it are guesses:", *(f"  {each}" for each in guesses)]))
    print_note(
        f"Correct them, delete their ids from [unconfirmed], then run "
        f"mcp-bindgen generate --extension {file} --package NAME --out DIR"
    )


def _generate_content(content: ContentOptions, names: PackageNames) -> GeneratedPackage:
    """Return the package that the options describe, without the revisions that cannot be built.

    Raises:
        BindgenError: the options do not fit each other, or the package cannot be generated.
    """
    from mcp_bindgen import pipeline
    from mcp_bindgen.forks.custom_schema import read_custom_schemas
    from mcp_bindgen.forks.generate import generate_package
    from mcp_bindgen.forks.user_extension import generate_extension
    from mcp_bindgen.ingest.errata import read_errata_file
    from mcp_bindgen.worker_process import GARBAGE_THRESHOLD

    if content.errata is not None and content.no_errata:
        raise BindgenError("--errata and --no-errata exclude each other", hint="leave out one of them")
    if content.errata is not None and not content.schema_files:
        raise BindgenError("--errata needs --schema-file", hint="for example --schema-file acme=schema.json")
    given = () if content.errata is None else read_errata_file(content.errata)
    customs = read_custom_schemas(
        content.parse_schema_files(), content.base, content.facts, content.revisions, paths.schema_root()
    )
    request = pipeline.GenerationRequest(
        content.revisions, content.docs_from, errata=not content.no_errata, names=names
    )
    gc.set_threshold(GARBAGE_THRESHOLD)  # the process ends with the command, so the setting affects nothing else
    progress, processes = command_progress(), min(2, os.cpu_count() or 1)
    if content.extension is not None:
        return generate_extension(content.extension, paths.schema_root(), request, progress, processes)
    return generate_package(customs, request, progress, processes, given)


def _add_present_revisions(package: Path, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the chosen revisions, and the other revisions that a generated package has.

    The content of a draft depends on the other revisions, because a draft re-exports a release that it equals. If no
    revision is chosen, return an empty tuple, which stands for all revisions.

    Raises:
        BindgenError: the manifest cannot be read or is malformed.
    """
    from mcp_bindgen.ingest.manifest import read_manifest

    pinned = [row.id for row in read_manifest(paths.schema_root())]
    others = [name for name in pinned if (package / make_module_name(name)).is_dir()]
    return tuple(dict.fromkeys([*chosen, *others])) if chosen else ()


def _parse_schema_file(text: str) -> tuple[str, Path]:
    revision_id, separator, path = text.partition("=")
    if not separator or not revision_id or not path:
        raise BindgenError(
            f"--schema-file must be ID=PATH, not {text!r}", hint="for example --schema-file mine=schema.json"
        )
    return revision_id, Path(path)
