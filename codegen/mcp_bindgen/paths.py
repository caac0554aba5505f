"""The directories of the project's data, templates and hand-written source."""

from __future__ import annotations

import os
from pathlib import Path

from mcp_bindgen.errors import BindgenError


def project_root() -> Path:
    """The checkout: `$MCP_BINDGEN_ROOT`, else the nearest directory from here upward with `schema/revisions.toml`.

    Raises:
        BindgenError: there is none, for example because the tool is installed without its checkout.
    """
    named = os.environ.get("MCP_BINDGEN_ROOT")
    candidates = [Path(named)] if named else [*Path(__file__).resolve().parents, Path.cwd(), *Path.cwd().parents]
    for candidate in candidates:
        if (candidate / "schema" / "revisions.toml").is_file():
            return candidate
    raise BindgenError(
        "the project's schema/ directory was not found",
        where=named or str(Path.cwd()),
        hint="run inside a checkout of mcp-bindgen, or point MCP_BINDGEN_ROOT at one",
    )


def schema_root() -> Path:
    """The directory with the data about revisions."""
    return project_root() / "schema"


def templates_root() -> Path:
    """The directory with the templates, laid out as the rendered files."""
    return project_root() / "templates"


def runtime_root() -> Path:
    """The directory with the hand-written part of the generated package."""
    return project_root() / "codegen" / "runtime"
