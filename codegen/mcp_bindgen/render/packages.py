"""Render the `__init__.py` of each hand-written package, with public names that are imported at their first use."""

from __future__ import annotations

import ast
from pathlib import Path, PurePosixPath

from mcp_bindgen.fileset import FileSet
from mcp_bindgen.records.names import exported_names
from mcp_bindgen.render.templates import render_file

TEMPLATE = "mcp_bindings/_package.py.j2"


def render_packages(runtime: FileSet, templates: Path) -> dict[str, bytes]:
    """Return the rendered `__init__.py` of each package of the runtime that exports names, by path.

    Raises:
        BindgenError: an `__init__.py` has more than its docstring and imports from modules of the runtime.
    """
    output: dict[str, bytes] = {}
    for path, content in runtime.items():
        parts = PurePosixPath(path).parts
        if parts[-1] == "__init__.py" and (found := exported_names(content, ".".join(parts[:-1]))):
            end = ast.parse(content).body[0].end_lineno
            opening = "\n".join(content.decode("utf-8").splitlines()[:end])
            root = "." * (len(parts) - 1)
            output[path] = render_file(templates, TEMPLATE, {"opening": opening, "root": root, "exports": found})
    return output
