"""The directories of the project's data, templates and hand-written source: those of a checkout, or those of the wheel.

The wheel holds them below `mcp_bindgen/data/`, laid out as in a checkout.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from mcp_bindgen import PROJECT_URL
from mcp_bindgen.errors import BindgenError

PACKAGED = Path(__file__).parent / "data"
"""The copy in the wheel; absent in a checkout."""

ROOT_VARIABLE = "MCP_BINDGEN_ROOT"


def project_root() -> Path:
    """The checkout: `$MCP_BINDGEN_ROOT`, else the nearest one upward from this file or from the current directory.

    Raises:
        BindgenError: there is none, for example because the tool is installed from its wheel.
    """
    found = _checkout()
    if found is None:
        raise BindgenError(
            "this needs a checkout of mcp-bindgen, and there is none here",
            where=str(Path.cwd()),
            hint=f"run it inside a clone of {PROJECT_URL}, or point {ROOT_VARIABLE} at one",
        )
    return found


def schema_root() -> Path:
    """The directory with the data about revisions."""
    return _data_root() / "schema"


def templates_root() -> Path:
    """The directory with the templates, laid out as the rendered files."""
    return _data_root() / "templates"


def runtime_root() -> Path:
    """The directory with the hand-written part of the generated package."""
    return _data_root() / "codegen" / "runtime"


def generated_root() -> Path:
    """The directory of the generated package: that of the checkout, else `generated` in the current directory."""
    return (_checkout() or Path()) / "generated"


def installed_root() -> Path | None:
    """The directory that the installed package `mcp_bindings` is in; None if it is not installed."""
    found = find_spec("mcp_bindings")
    return Path(found.origin).parents[1] if found is not None and found.origin is not None else None


def _checkout() -> Path | None:
    """The checkout; None if there is none.

    Raises:
        BindgenError: `$MCP_BINDGEN_ROOT` names something else.
    """
    named = os.environ.get(ROOT_VARIABLE)
    if named and not _holds_data(Path(named)):
        raise BindgenError(
            "the project's schema/ directory was not found",
            where=named,
            hint=f"point {ROOT_VARIABLE} at a checkout of mcp-bindgen, or unset it",
        )
    candidates = [Path(named)] if named else [*Path(__file__).resolve().parents, Path.cwd(), *Path.cwd().parents]
    return next(filter(_holds_data, candidates), None)


def _data_root() -> Path:
    found = _checkout()
    return PACKAGED if found is None and _holds_data(PACKAGED) else found or project_root()


def _holds_data(directory: Path) -> bool:
    return (directory / "schema" / "revisions.toml").is_file()
