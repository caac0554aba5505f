"""Commands that print facts about the revisions."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from mcp_bindgen import console, paths
from mcp_bindgen.cli.options import (
    FORMAT,
    OUT,
    OUTPUT,
    REVISION,
    Format,
    command,
    format_option,
    generated_directory,
    print_result,
    write_result,
)


@command("revisions --format json")
@FORMAT
def revisions(format_: Format) -> None:
    """List the pinned revisions with the commit and hash of each official file."""
    from mcp_bindgen.ingest.manifest import read_manifest

    rows = read_manifest(paths.schema_root())
    print_result(format_, lambda: console.format_revisions(rows), lambda: console.make_revisions_data(rows))


@command("find latest tools/call")
@click.argument("revision_id", type=REVISION, metavar="ID")
@click.argument("name")
@OUT
@FORMAT
def find(revision_id: str, name: str, out: Path | None, format_: Format) -> None:
    """Print path:line of NAME in revision ID: a definition, or a method (`tools/call`) with its types, handlers and
    calls.
    """
    from mcp_bindgen import drafts, locate, sources

    target = generated_directory(out)
    if out is None and not target.exists():
        target = paths.installed_root() or target
    spec = sources.load_spec(revision_id)
    methods = sources.methods_of(spec, paths.schema_root())
    places = locate.find_statements(spec, methods, name, target, drafts.module_of(revision_id))
    print_result(format_, lambda: console.format_places(places), lambda: places)


@command("matrix --format markdown")
@format_option("text", "markdown", "json")
def matrix(format_: Literal["text", "markdown", "json"]) -> None:
    """Print a table of methods, capabilities, error codes and features by released revision."""
    from mcp_bindgen import sources

    columns, rows = sources.released_matrix()
    match format_:
        case "json":
            text = console.as_json(console.make_matrix_data(columns, rows))
        case "markdown":
            text = console.make_matrix_markdown(columns, rows)
        case "text":
            text = console.format_matrix(columns, rows)
    write_result(text, None)


@command(
    "negotiate --client 2025-11-25,latest --server 2025-06-18 --transport stdio",
    "negotiate --format html --output negotiation.html",
)
@click.option("--client", type=REVISION, metavar="IDS", help="Revisions that the client supports, separated by commas.")
@click.option("--server", type=REVISION, metavar="IDS", help="Revisions that the server supports, separated by commas.")
@click.option("--transport", type=click.Choice(["stdio", "http"]), help="Transport between the two.")
@click.option("--minimum", type=REVISION, metavar="ID", help="Oldest revision that client and server accept.")
@format_option("text", "json", "html")
@OUTPUT
def negotiate(
    client: str | None,
    server: str | None,
    transport: Literal["stdio", "http"] | None,
    minimum: str | None,
    format_: Literal["text", "json", "html"],
    output: Path | None,
) -> None:
    """Print the version that a client and a server agree on, and the messages that lead to it.

    The formats text and json show one case and need --client, --server and --transport. The format html is a page with
    all cases; the options select the case to show first.
    """
    from mcp_bindgen.negotiate import find_all_outcomes, find_negotiation_outcome, make_chosen_case

    if format_ == "html":
        from mcp_bindgen.pages.negotiation import negotiation_page

        first = make_chosen_case(client, server, transport, minimum)
        write_result(negotiation_page(find_all_outcomes(), first), output)
    else:
        found = find_negotiation_outcome(client, server, transport, minimum)
        write_result(console.as_json(found) if format_ == "json" else console.format_outcome(found), output)
