"""Render the row types of the runtime: each dataclass of a row, copied from the tool's source, as a named tuple.

The runtime cannot be imported before it is generated, so the tool's own classes for rows are the source.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module

MODULES = tuple(
    import_module(f"mcp_bindgen.{package}.{name}")
    for package, names in {
        "ingest": (
            "authorization",
            "extensions",
            "lint_rules",
            "protocol",
            "provenance",
            "translation",
            "transport",
        ),
        "ir": ("error_codes", "extensions", "methods", "protocol"),
    }.items()
    for name in names
)
"""Modules in which the tool declares rows."""


def row_types() -> dict[str, str]:
    """Return the source of each row type and each alias of a `Literal` in `MODULES`, by name."""
    return {name: text for module in MODULES for name, text in row_declarations(inspect.getsource(module)).items()}


def row_declarations(source: str) -> Mapping[str, str]:
    """Return the source of each dataclass of a module, as a named tuple, and of each alias of a `Literal`, by name.

    Docstrings, comments, fields, defaults and properties are copied unchanged.
    """
    return dict(_iterate_declarations(source))


def _iterate_declarations(source: str) -> Iterator[tuple[str, str]]:
    lines, body = source.splitlines(), ast.parse(source).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.ClassDef(name=name, bases=[], decorator_list=[ast.Call(func=ast.Name(id="dataclass"))]):
                yield name, "\n".join([f"class {name}(NamedTuple):", *lines[node.lineno : node.end_lineno]])
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript(value=ast.Name(id="Literal"))):
                is_documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                last = after if after is not None and is_documented else node
                yield name, "\n".join(lines[node.lineno - 1 : last.end_lineno])
            case _:
                pass
