"""Imports of a module, derived from the names in its syntax tree, so that no import is missing or unused."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Container, Iterator, Mapping, Sequence
from types import MappingProxyType

from mcp_bindgen import naming
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.render import runtime_interface

FIRST_PARTY = ".."
"""Relative prefix for the modules of the package, in the imports of a module of a revision."""

RUNTIME = FIRST_PARTY + runtime_interface.MODULE
BASE = ".base"
PACKAGE = "."
"""Relative name of the package of a revision or an extension. The package exports its types."""

SOURCES = {
    "Any": "typing",
    **dict.fromkeys(("ExactLiteral", "Integer", "Number", "Omittable", "OneOf", "Satisfies"), RUNTIME),
    "CheckedModel": BASE,
    "Field": "pydantic",
    "Literal": "typing",
    "Optional": "typing",
    "TypeAliasType": "typing_extensions",
    "Union": "typing",
    "WireModel": BASE,
}
THIRD_PARTY = ("typing", "pydantic", "typing_extensions")


def name_sort_key(name: str) -> tuple[str, str]:
    """Return the key by which the names of an import are sorted."""
    return name.lower(), name


def module_sort_key(module: str) -> tuple[int, str]:
    """Return the key by which imports are sorted: imports from outer packages first."""
    return len(module.lstrip(".")) - len(module), module


def model_imports(
    models: Sequence[str], modules: Mapping[str, str], own_names: Container[str]
) -> list[tuple[str, list[str]]]:
    """Return the modules from which a module imports models, each with the names that it imports.

    Args:
        models: the names of the models. Each module's names keep this order.
        modules: the module of each model that is not defined in the package itself.
        own_names: names that the importing module has besides models. A model with one of these names is imported under
            another name.
    """
    found: dict[str, list[str]] = {}
    for name in models:
        own = naming.make_import_name(name, own_names)
        found.setdefault(modules.get(name, PACKAGE), []).append(name if own == name else f"{name} as {own}")
    return [(module, found[module]) for module in sorted(found, key=module_sort_key)]


def import_statements(
    body: str,
    *,
    where: str,
    others: Mapping[str, str] = MappingProxyType({}),
    late: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return import statements for the names that `body` uses and does not define.

    Args:
        body: the statements of a module.
        where: the module, for messages.
        others: module of each further name that may be imported.
        late: module of each name that is imported for type checkers alone.

    Raises:
        BindgenError: the statements use a name that no module defines.
    """
    tree = ast.parse(body)
    used = set(_used_names(tree))
    defined = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    defined |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    needed = used - defined - set(dir(builtins))
    sources = {**others, **SOURCES}
    unknown = sorted(needed - set(sources) - {"typing"})
    if unknown:
        raise BindgenError(f"the generated module uses {', '.join(unknown)}, which no module defines", where=where)
    lines = ["import typing"] if late or "typing" in needed else []
    first_party = sorted({RUNTIME, BASE, *others.values()})
    at_once = needed - late.keys()
    for module in (*THIRD_PARTY, *first_party):
        names = sorted((name for name in at_once if sources.get(name) == module), key=name_sort_key)
        if names:
            if module in ("pydantic", *first_party) and lines and not lines[-1].startswith("from ."):
                lines.append("")
            lines.append(f"from {module} import {', '.join(names)}")
    if late:
        lines.append("\nif typing.TYPE_CHECKING:")
        for module in sorted(set(late.values())):
            names = sorted((name for name in late if late[name] == module), key=name_sort_key)
            lines.append(f"    from {module} import {', '.join(names)}")
    return "\n".join(lines)


def _types_in_texts(annotation: ast.AST) -> Iterator[str]:
    """Yield the types written as text in an annotation, but not the constants of `Literal` or of a marker."""
    match annotation:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Subscript(value=ast.Name(id="Literal")) | ast.Call():
            pass
        case _:
            for child in ast.iter_child_nodes(annotation):
                yield from _types_in_texts(child)


def _used_names(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a syntax tree reads, including names in types that are written as text."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                yield name
            case ast.AnnAssign(annotation=annotation):
                for text in _types_in_texts(annotation):
                    yield from _used_names(ast.parse(text, mode="eval"))
            case ast.Call(func=ast.Name(id="TypeAliasType"), args=[_, ast.Constant(value=str(text))]):
                yield from _used_names(ast.parse(text, mode="eval"))
            case _:
                pass
