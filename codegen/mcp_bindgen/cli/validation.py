"""Command that validates documents."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from pathlib import Path
from typing import Literal

import click

from mcp_bindgen import console
from mcp_bindgen.cli.options import (
    OUTPUT,
    REVISION,
    command,
    command_progress,
    format_option,
    has_colour,
    is_quiet,
    write_result,
)
from mcp_bindgen.errors import BindgenError

STDIN = "-"


@command(
    "validate --revision latest --definition Tool tool.json",
    "validate --revision 2025-11-25 --sender client --sender server 'logs/**/*.jsonl' --format junit",
)
@click.option("--revision", "revision_id", type=REVISION, required=True, metavar="ID", help="Revision of the protocol.")
@click.option("--definition", metavar="NAME", help="Validate each document as this definition of the schema.")
@click.option(
    "--sender",
    "senders",
    type=click.Choice(["client", "server"]),
    multiple=True,
    help="Validate each document as a message of this side. Give both for a log of both sides.",
)
@click.option("--lint", is_flag=True, help="Also report violations of rules in the specification's prose.")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@format_option("text", "json", "sarif", "junit", note="sarif is for code scanning, junit for test reports in CI")
@OUTPUT
def validate(
    revision_id: str,
    definition: str | None,
    senders: tuple[Literal["client", "server"], ...],
    lint: bool,
    files: tuple[str, ...],
    format_: Literal["text", "json", "sarif", "junit"],
    output: Path | None,
) -> None:
    """Validate each FILE, or stdin: a JSON document or JSON Lines. Exits with 1 if a document is invalid.

    FILE may be a pattern such as 'logs/**/*.jsonl', and - is stdin. With --quiet, the format text has no lines about
    valid documents.

    In JSON Lines, a response is validated as the result of the earlier request of the other side with the same id, in
    the same file. A response without such a request may be any result that its sender may send.

    With --lint, each violation of a rule in the specification's prose is reported with its level and source, even if
    the document is valid. A violation of the level error also leads to exit 1; a warning or a note does not.
    """
    from mcp_bindgen.ingest.importer import read_bytes
    from mcp_bindgen.validate import CheckedFile, check_documents

    if (definition is None) == (not senders):
        both = "" if definition is None else ", not both"
        raise BindgenError(f"give either --definition or --sender{both}", hint="for example --sender client")
    sides = tuple(dict.fromkeys(senders))
    names, show = list(dict.fromkeys(_expand_patterns(files))), command_progress()
    checked: list[CheckedFile] = []
    for number, name in enumerate(names, 1):
        show(name, f"({number} of {len(names)})")
        text, path = (sys.stdin.buffer.read(), "") if name == STDIN else (read_bytes(Path(name)), name)
        verdicts = check_documents(revision_id, text, path, definition=definition, senders=sides, lint=lint)
        checked.append(CheckedFile(name, [*verdicts]))
    match format_:
        case "json":
            result = console.as_json(console.make_validation_data(checked))
        case "sarif":
            result = console.as_json(console.make_validation_sarif(checked))
        case "junit":
            result = console.make_validation_junit(checked)
        case "text":
            result = console.format_validation(checked, shows_valid=not is_quiet(), colour=has_colour(output))
    if result or output is not None:
        write_result(result, output)
    sys.exit(0 if all(verdict.passes for file in checked for verdict in file.verdicts) else 1)


def _expand_patterns(files: Sequence[str]) -> Iterator[str]:
    """Yield the path of each file. For a pattern, yield the matching files in order; without files, yield `-` (stdin).

    Raises:
        BindgenError: no file matches a pattern.
    """
    for file in files or [STDIN]:
        if file == STDIN or not has_magic(file) or Path(file).exists():
            yield file
            continue
        matching = glob(file, recursive=True)  # noqa: PTH207, a pattern may be absolute
        found = sorted(each for each in matching if Path(each).is_file())
        if not found:
            raise BindgenError("matches no file", where=file, hint="`**` in a pattern matches any directories")
        yield from found
