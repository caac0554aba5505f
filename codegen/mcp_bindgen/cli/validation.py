"""Command that validates documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from mcp_bindgen import console
from mcp_bindgen.cli.options import FORMAT, Format, print_result, user_errors
from mcp_bindgen.errors import BindgenError


@click.command()
@click.option("--revision", "revision_id", required=True, metavar="ID", help="Revision of the protocol.")
@click.option("--definition", metavar="NAME", help="Validate each document as this definition of the schema.")
@click.option(
    "--sender",
    "senders",
    type=click.Choice(["client", "server"]),
    multiple=True,
    help="Validate each document as a message of this side. Give both for a log of both sides.",
)
@click.option("--lint", is_flag=True, help="Also report violations of rules in the specification's prose.")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
@FORMAT
@user_errors
def validate(
    revision_id: str,
    definition: str | None,
    senders: tuple[Literal["client", "server"], ...],
    lint: bool,
    file: Path,
    format_: Format,
) -> None:
    """Validate FILE, or stdin: a JSON document or JSON Lines. Exits with 1 if a document is invalid.

    In JSON Lines, a response is validated as the result of the earlier request of the other side with the same id. A
    response without such a request may be any result that its sender may send.

    With --lint, each violation of a rule in the specification's prose is reported with its level and source, even if
    the document is valid. A violation of the level error also leads to exit 1; a warning or a note does not.
    """
    from mcp_bindgen import validate as validation
    from mcp_bindgen.ingest.importer import read_bytes

    if (definition is None) == (not senders):
        raise BindgenError(
            "give either --definition or --sender, not both", hint="for example --definition CallToolRequest"
        )
    text = sys.stdin.buffer.read() if str(file) == "-" else read_bytes(file)
    sides = tuple(dict.fromkeys(senders))
    verdicts = list(validation.check(revision_id, text, definition=definition, senders=sides, lint=lint))
    print_result(
        format_,
        lambda: console.validation_text(verdicts, str(file)),
        lambda: console.validation_data(verdicts),
    )
    sys.exit(0 if all(verdict.passes for verdict in verdicts) else 1)
