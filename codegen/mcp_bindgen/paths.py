"""Find the directories of the project's data, templates and hand-written source, in a checkout or in the wheel.

The wheel has these directories below `mcp_bindgen/data/`, laid out as in a checkout.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from mcp_bindgen import PROJECT_URL
from mcp_bindgen.errors import BindgenError

PACKAGED_DATA = Path(__file__).parent / "data"
"""Directory with the project's data, in the installed wheel. In a checkout, no such directory exists."""

ROOT_VARIABLE = "MCP_BINDGEN_ROOT"


def project_root() -> Path:
    """Return the directory of the checkout: that of `$MCP_BINDGEN_ROOT`, or else the nearest checkout above this file,
    or else the nearest checkout above or at the current directory.

    Raises:
        BindgenError: there is no checkout, for example because the tool is installed from its wheel; or
            `$MCP_BINDGEN_ROOT` names a directory that is no checkout.
    """
    found = _find_checkout()
    if found is None:
        raise BindgenError(
            "this needs a checkout of mcp-bindgen, and the current directory is in none",
            where=str(Path.cwd()),
            hint=f"run it inside a clone of {PROJECT_URL}, or point {ROOT_VARIABLE} at one",
        )
    return found


def schema_root() -> Path:
    """Return the directory with the data about revisions, in the checkout or in the wheel.

    Raises:
        BindgenError: there is no checkout, and the tool is not installed from its wheel; or `$MCP_BINDGEN_ROOT` names a
            directory that is no checkout. `templates_root` and `runtime_root` raise this error too.
    """
    return _data_root() / "schema"


def templates_root() -> Path:
    """Return the directory with the templates, laid out like the rendered files.

    Raises:
        BindgenError: there is no checkout, and the tool has no data of its own; or `$MCP_BINDGEN_ROOT` names a
            directory that is no checkout.
    """
    return _data_root() / "templates"


def runtime_root() -> Path:
    """Return the directory with the hand-written part of the generated package.

    Raises:
        BindgenError: there is no checkout, and the tool has no data of its own; or `$MCP_BINDGEN_ROOT` names a
            directory that is no checkout.
    """
    return _data_root() / "codegen" / "runtime"


def generated_root() -> Path:
    """Return the directory of the generated package: `generated` in the checkout, or else in the current directory.

    Raises:
        BindgenError: `$MCP_BINDGEN_ROOT` names a directory that is no checkout.
    """
    return (_find_checkout() or Path()) / "generated"


def docs_root() -> Path:
    """Return the directory of the guides: `docs` in the checkout, or else in the current directory.

    Raises:
        BindgenError: `$MCP_BINDGEN_ROOT` names a directory that is no checkout.
    """
    return (_find_checkout() or Path()) / "docs"


def installed_root() -> Path | None:
    """Return the directory in which the package `mcp_bindings` is installed; None if the package is not installed."""
    found = find_spec("mcp_bindings")
    return Path(found.origin).parents[1] if found is not None and found.origin is not None else None


def _find_checkout() -> Path | None:
    """Return the directory that `project_root` describes; None without a checkout.

    Raises:
        BindgenError: `$MCP_BINDGEN_ROOT` names a directory that is no checkout.
    """
    named = os.environ.get(ROOT_VARIABLE)
    if named and not _has_data(Path(named)):
        raise BindgenError(
            "the project's schema/ directory was not found",
            where=named,
            hint=f"point {ROOT_VARIABLE} at a checkout of mcp-bindgen, or unset it",
        )
    candidates = [Path(named)] if named else [*Path(__file__).resolve().parents, Path.cwd(), *Path.cwd().parents]
    return next(filter(_has_data, candidates), None)


def _data_root() -> Path:
    found = _find_checkout()
    return PACKAGED_DATA if found is None and _has_data(PACKAGED_DATA) else found or project_root()


def _has_data(directory: Path) -> bool:
    return (directory / "schema" / "revisions.toml").is_file()
