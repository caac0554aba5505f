"""The files with the types of a revision or an extension: one for each subject."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.render.imports import name_sort_key
from mcp_bindgen.render.models import TypeModule
from mcp_bindgen.render.templates import PathItem


def type_files(title: str, directory: str, bodies: Sequence[TypeModule]) -> list[PathItem]:
    """Return, for each module of types, its path and the variables for its template.

    Args:
        title: the revision or extension, for docstrings.
        directory: the directory of the modules, below the directory of the package.
        bodies: the modules.
    """
    return [PathItem(f"{directory}/{body.module}", {"title": title, **vars(body)}) for body in bodies]


def modules_of_types(bodies: Sequence[TypeModule]) -> dict[str, str]:
    """Return the module of each type, by name of the type."""
    return {name: body.module for body in bodies for name in sorted(body.names, key=name_sort_key)}
