"""Command that writes the generated part of the documentation site."""

from __future__ import annotations

from pathlib import Path

import click

from mcp_bindgen.cli.options import command, print_note


@command("docs --out build/reference")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Directory for the pages: new, empty, or last written by this command.",
)
@click.option(
    "--figures",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="JSON file with the figures of rehearsed releases and of the conformance suite, for the page on layers.",
)
def docs(out: Path, figures: Path | None) -> None:
    """Write the reference of every revision as Markdown pages for Sphinx.

    `make docs` adds the guides and builds the site.
    """
    from mcp_bindgen.output.writer import write_tree
    from mcp_bindgen.site.layers import NO_FIGURES, read_figures
    from mcp_bindgen.site.pages import reference_files

    files = reference_files(NO_FIGURES if figures is None else read_figures(figures))
    write_tree(files, out)
    print_note(f"{len(files)} files in {out}")
