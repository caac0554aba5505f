"""A report of changes in each of its forms, with the files of the current directory that it is about."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mcp_bindgen import console, paths

if TYPE_CHECKING:
    from mcp_bindgen.diff.types import Report
    from mcp_bindgen.report.digest.guide import Guide
    from mcp_bindgen.report.lines import Files
    from mcp_bindgen.report.model import Change
    from mcp_bindgen.report.model import Report as Value

ChangeFormat = Literal["text", "markdown", "json", "html", "github"]
CHANGE_FORMATS: list[ChangeFormat] = ["text", "markdown", "json", "html", "github"]


@dataclass(frozen=True)
class Rendering:
    """How to write a report."""

    guide: Guide
    max_bytes: int | None = None
    """The most bytes of Markdown; None for no limit."""

    def text(self, found: Report, format_: ChangeFormat, *, to_terminal: bool = False) -> str:
        """The report in a format. It is empty if nothing changed and the format has no frame of its own."""
        from mcp_bindgen.report import markdown
        from mcp_bindgen.report import text as plain
        from mcp_bindgen.report.to_json import to_value

        value = to_value(found, self.guide)
        match format_:
            case "json":
                return console.as_json(value)
            case "html":
                from mcp_bindgen.pages.changes import page

                return page(value)
            case "markdown":
                return markdown.markdown(value, max_bytes=self.max_bytes).removesuffix("\n")
            case "github":
                return _annotations(value)
            case "text":
                width = shutil.get_terminal_size().columns if to_terminal else 100
                colour = to_terminal and "NO_COLOR" not in os.environ
                return plain.changes_text(found, digest=value.get("digest"), width=width, colour=colour)


def writes_to_terminal(output: Path | None) -> bool:
    """Whether a report goes to a terminal."""
    return output is None and sys.stdout.isatty()


def _annotations(value: Value) -> str:
    from mcp_bindgen.report import github

    old, new = _files(value["old"]), _files(value["new"])

    def spot(change: Change) -> github.Spot | None:
        sides = (old, new) if change["kind"] == "removed" else (new,)
        return next((found for side in sides if (found := side.find(change)) is not None), None)

    return github.annotation_lines(value, spot=spot)


def _files(name: str) -> Files:
    """The files of one side, given as a path or a revision, as far as they are in the current directory."""
    from mcp_bindgen.report.lines import Files

    if not name.startswith(("/", "..")) and Path(name).is_file():
        return Files(Path(name), None)
    directory = paths.schema_root() / name
    try:
        directory = directory.relative_to(Path.cwd())
    except ValueError:
        return Files(None, None)
    schema = directory / "schema.json"
    return Files(schema if schema.is_file() else None, directory)
