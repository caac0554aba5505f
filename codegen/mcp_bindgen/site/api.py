"""Pages of the API reference: for every public name, a directive that Sphinx fills from signatures and docstrings.

The names are those of the ledger `schema/names.toml`, except definitions of the schema. The reference of the protocol
has the definitions.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import resolve_name
from inspect import getdoc, ismodule
from itertools import pairwise
from pathlib import Path
from types import FunctionType

from mcp_bindgen import paths
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.package_names import PACKAGE
from mcp_bindgen.records.names import PACKAGES, Names
from mcp_bindgen.site.environment import render_page


@dataclass(frozen=True)
class PublicName:
    """A public name and the directive of Sphinx that documents it."""

    name: str
    summary: str
    """First paragraph of the docstring; empty without a docstring."""
    directive: str
    options: tuple[tuple[str, str], ...] = ()
    docstring: str = ""
    """Docstring of a constant or type alias; empty for a class or function, whose docstring Sphinx finds itself."""


def api_pages(specs: Sequence[SpecRevision]) -> dict[str, str]:
    """Return the pages of the API reference, by path.

    Args:
        specs: the revisions, oldest first.

    Raises:
        BindgenError: `names.toml` cannot be read or is not TOML.
        ModuleNotFoundError: the generated package is not installed.
    """
    ledger: Mapping[str, Names] = read_toml(paths.schema_root() / "names.toml")
    rendered = {spec.module: _names_without_types(spec, ledger) for spec in reversed(specs)}
    rendered |= {table: [*names] for table, names in ledger.items() if table.startswith("extensions.")}
    modules = {f"{PACKAGE}.{module}": names for module, names in rendered.items() if names}
    found: dict[str, str] = {}
    for module, names in [*ledger[PACKAGES].items(), *modules.items()]:
        described = _describe_names(module, names)
        found[f"api/{module}.rst"] = render_page("api_module.rst.j2", {"module": module, "names": described})
        for each in described:
            found[f"api/{module}.{each.name}.rst"] = render_page("api_name.rst.j2", {"module": module, "each": each})
    found["api/index.md"] = render_page("api_index.md.j2", {"packages": [*ledger[PACKAGES]], "modules": [*modules]})
    return found


def _names_without_types(spec: SpecRevision, ledger: Mapping[str, Names]) -> list[str]:
    """Return the public names in the module of a revision, except types, which are definitions or parts of them."""
    types = spec.by_name()
    return [name for name in ledger.get(spec.revision.id, {}) if name not in types]


def _describe_names(module: str, names: Sequence[str]) -> list[PublicName]:
    """Return a description of each name of a module, except the names of modules. Modules have pages of their own."""
    values = {name: getattr(import_module(module), name) for name in names}
    return [_describe_name(module, name, value) for name, value in values.items() if not ismodule(value)]


def _describe_name(module: str, name: str, value: object) -> PublicName:
    docstring = getdoc(value) or ""
    if not isinstance(value, (type, FunctionType)):
        return _describe_constant(module, name)
    kind = (
        "function" if isinstance(value, FunctionType) else "exception" if issubclass(value, BaseException) else "class"
    )
    return PublicName(name, _find_summary(docstring), f"auto{kind}")


def _find_summary(docstring: str) -> str:
    """Return the first paragraph of a docstring."""
    return docstring.partition("\n\n")[0]


def _describe_constant(package: str, name: str) -> PublicName:
    """Return a description of a constant or type alias, with the docstring from the module that defines the name."""
    body = _parse_module(_find_module(package, name)).body
    pairs = ((_find_assignment(each, name), following) for each, following in pairwise([*body, ast.Pass()]))
    statement, following = next(pair for pair in pairs if pair[0] is not None)
    docstring = ast.literal_eval(following.value) if isinstance(following, ast.Expr) else ""
    options: tuple[tuple[str, str], ...] = ()
    if isinstance(statement, ast.AnnAssign):
        annotation = ast.unparse(statement.annotation)
        if statement.value is not None and annotation.endswith("TypeAlias"):
            options = (("value", ast.unparse(statement.value).strip("'")),)
        else:
            options = (("type", annotation),)
    return PublicName(name, _find_summary(docstring), "py:data", options, docstring)


def _find_module(package: str, name: str) -> str:
    """Return the module from which a package imports a name."""
    imports = [node for node in ast.walk(_parse_module(package)) if isinstance(node, ast.ImportFrom)]
    found = next(node for node in imports if any(alias.name == name for alias in node.names))
    return resolve_name("." * found.level + str(found.module), package)


def _parse_module(module: str) -> ast.Module:
    return ast.parse(Path(str(import_module(module).__file__)).read_bytes())


def _find_assignment(statement: ast.stmt, name: str) -> ast.stmt | None:
    """Return the assignment of a name: the statement itself, or one in the first branch of an `if`; else None."""
    for each in statement.body if isinstance(statement, ast.If) else [statement]:
        match each:
            case ast.Assign(targets=[ast.Name(id=target)]) | ast.AnnAssign(target=ast.Name(id=target)):
                if target == name:
                    return each
            case _:
                pass
    return None
