"""Render the tree of templates. No other module uses jinja2 for the package.

`x.py.j2` is rendered to `x.py`; any other file is copied. A file whose name starts with `_`, except `__init__.py`, is a
partial template and has no output of its own. `%name` in a path stands for one directory or file for each item with
that name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.render.literals import docstring, literal, one_line_comment, tuple_literal
from mcp_bindgen.render.tables import called_classes, error_code_summary, row_source


@dataclass(frozen=True)
class PathItem:
    """One value of a `%name` in a path: the text in its place, and further variables for the templates at the path."""

    name: str
    variables: Mapping[str, object]


def render_tree(
    root: Path, variables: Mapping[str, object], directories: Mapping[str, Sequence[PathItem]]
) -> dict[str, bytes]:
    """Return the content of every output file of a tree of templates, by output path.

    Args:
        root: the directory of the tree.
        variables: the variables for all templates.
        directories: the items for each `%name` in a path, by `name`.

    Raises:
        BindgenError: a template fails, or a path has a `%name` without items.
    """
    return _render_paths(root, _template_paths(root), variables, directories)


def render_items(
    root: Path, variables: Mapping[str, object], directories: Mapping[str, Sequence[PathItem]]
) -> dict[str, bytes]:
    """Return the content of the output files whose template path has a `%name` of `directories`, by output path.

    The arguments are those of `render_tree`.

    Raises:
        BindgenError: a template fails.
    """
    paths = [path for path in _template_paths(root) if (name := _item_name(path)) and name in directories]
    return _render_paths(root, paths, variables, directories)


def _template_paths(root: Path) -> list[Path]:
    paths = sorted(file.relative_to(root) for file in root.rglob("*") if file.is_file())
    return [path for path in paths if not any(_is_partial(part) for part in path.parts)]


def _item_name(path: Path) -> str:
    """Return the `name` of the `%name` in a path; empty if the path has no `%name`."""
    found = re.search(r"%(\w+)", path.as_posix())
    return "" if found is None else found[1]


def _render_paths(
    root: Path,
    paths: Sequence[Path],
    variables: Mapping[str, object],
    directories: Mapping[str, Sequence[PathItem]],
) -> dict[str, bytes]:
    environment = _make_environment(root)
    return {
        target.removesuffix(".j2"): _render_template(environment, root, path, {**variables, **extra})
        for path in paths
        for target, extra in _output_paths(path, directories)
    }


def render_file(root: Path, name: str, variables: Mapping[str, object]) -> bytes:
    """Return the rendered content of one template, which may be a partial one.

    Raises:
        BindgenError: the template fails.
    """
    return _render_template(_make_environment(root), root, Path(name), variables)


def _make_environment(root: Path) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(root),
        autoescape=False,  # noqa: S701 - the output is Python and Markdown, and filters escape all text of a schema
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "comment": one_line_comment,
        "literal": _reject_undefined(literal),
        "tuple_literal": tuple_literal,
    }
    environment.filters |= {
        "json": json.dumps,
        "source": _reject_undefined(row_source),
        "classes": _reject_undefined(called_classes),
    }
    environment.filters |= {"summary": error_code_summary, "docstring": _make_docstring}
    return environment


def _reject_undefined(render: Callable[[object], object]) -> Callable[[Any], Any]:
    """Return a filter that calls a function. For an undefined variable, the filter raises an error instead."""
    return lambda value: str(value) if isinstance(value, jinja2.Undefined) else render(value)  # `str` raises here


def _make_docstring(sentence: str) -> str:
    return docstring([sentence], "")


def _is_partial(part: str) -> bool:
    return (part.startswith("_") and not part.startswith("__")) or part == "__pycache__"


def _output_paths(path: Path, directories: Mapping[str, Sequence[PathItem]]) -> list[tuple[str, Mapping[str, object]]]:
    name = _item_name(path)
    if not name:
        return [(path.as_posix(), {})]
    if name not in directories:
        raise BindgenError(f"no directories were given for %{name}", where=path.as_posix())
    return [(path.as_posix().replace(f"%{name}", each.name), each.variables) for each in directories[name]]


def _render_template(environment: jinja2.Environment, root: Path, path: Path, variables: Mapping[str, object]) -> bytes:
    if path.suffix != ".j2":
        return (root / path).read_bytes()
    try:
        return environment.get_template(path.as_posix()).render(variables).encode("utf-8")
    except jinja2.TemplateError as error:
        raise BindgenError(f"template fails: {error}", where=str(root / path)) from error
