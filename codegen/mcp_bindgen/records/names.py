"""`schema/names.toml`: the ledger of public names. A name changes only together with the ledger."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ir.types import ObjectType, SpecRevision

Names = Mapping[str, Sequence[str]]
"""Attributes by type, methods by class of calls or handlers, or public names by package."""

Ledger = Mapping[str, Names]
"""Names by revision, and names of the hand-written packages under `PACKAGES`."""

PACKAGES = "packages"
"""Table of the ledger with the names of the hand-written packages."""

NO_NAMES: Mapping[str, Names] = MappingProxyType({})

HEADER = """\
# Every public name of the generated package: by revision, each type with its attributes, each class of calls or
# handlers with its methods, and functions; under `packages`, each hand-written package with its names.
# Users import these names, so changing one is a decision: change it here too, and name it in CHANGELOG.md.
"""


def build_ledger(
    specs: Sequence[SpecRevision], callables: Ledger = NO_NAMES, packages: Names = MappingProxyType({})
) -> Ledger:
    """Return the ledger of the names that the package has now.

    Args:
        specs: the revisions. Only released ones are in the ledger.
        callables: classes of calls and handlers with their methods, by revision.
        packages: public names of the hand-written packages, from `public_names_of_packages`.
    """
    found: dict[str, Names] = {
        spec.revision.id: dict(
            sorted([*_attributes_of_types(spec).items(), *callables.get(spec.revision.id, {}).items()])
        )
        for spec in specs
        if spec.revision.status == "released"
    }
    return {PACKAGES: packages, **found} if packages else found


def public_names_of_packages(root: Path) -> dict[str, Sequence[str]]:
    """Return the public names of a hand-written package, and of the packages and public modules inside it.

    The keys are the dotted names of the packages and modules. Nothing is imported.

    Args:
        root: the directory of the outermost package.

    Raises:
        BindgenError: an `__init__.py` has more than its docstring and imports from modules of the package.
    """
    found: dict[str, Sequence[str]] = {}
    for path in sorted(root.rglob("__init__.py")):
        package = ".".join(path.parent.relative_to(root.parent).parts)
        if public := exported_names(path.read_bytes(), package):
            found[package] = sorted(public)
        for module in (path.with_name(f"{name}.py") for name, source in public.items() if not source):
            if module.is_file():
                found[f"{package}.{module.stem}"] = sorted(_public_definitions(module.read_bytes()))
    return found


def _public_definitions(source: bytes) -> list[str]:
    """Return the names of the public classes and functions of a module."""
    definitions = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [each.name for each in ast.parse(source).body if isinstance(each, definitions) if each.name[0] != "_"]


def exported_names(source: bytes, package: str) -> dict[str, str]:
    """Return the public names that an `__init__.py` imports, each with its module.

    A module is relative to the package, without the first dot: `.calls` is `calls`, `..errors` is `.errors`. A name
    that `from . import` imports is itself a module; the text for such a name is empty.

    Raises:
        BindgenError: the file has more than a docstring and imports from modules of the outermost package.
    """
    found: dict[str, str] = {}
    for number, statement in enumerate(ast.parse(source).body):
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) if number == 0:
                pass
            case ast.ImportFrom(module=module, names=names, level=0) if f"{module}.".startswith(f"{package}."):
                found |= {alias.name: f"{module}".removeprefix(f"{package}.") for alias in names}
            case ast.ImportFrom(module=module, names=names, level=level) if level > 0:
                found |= {alias.name: "." * (level - 1) + (module or "") for alias in names}
            case _:
                raise BindgenError(
                    "the file has more than a docstring and imports from modules of the package",
                    where=f"{package}/__init__.py:{statement.lineno}",
                    hint="write `from .module import name` to make a name public, and everything else into a module",
                )
    return found


def check_ledger(schema_root: Path, expected: Ledger) -> None:
    """Check that the ledger `names.toml` has the names of an expected ledger, and no others.

    Raises:
        BindgenError: the ledger cannot be read, or a name differs. For names that differ, the message shows the lines
            to remove and to add.
    """
    path = schema_root / "names.toml"
    recorded, found = _ledger_lines(read_toml(path)), _ledger_lines(expected)
    before, after = set(recorded), set(found)
    changes = [f"- {line}" for line in recorded if line not in after]
    changes += [f"+ {line}" for line in found if line not in before]
    if changes:
        raise BindgenError(
            "public names have changed\n  " + "\n  ".join(changes),
            where=str(path),
            hint="if the change is intended, edit the ledger and state it in CHANGELOG.md",
        )


def ledger_text(names: Ledger) -> str:
    """Return a ledger as TOML."""
    blocks: list[str] = []
    for table, types in names.items():
        blocks.append(
            "\n".join([f'["{table}"]', *(_ledger_line(name, attributes) for name, attributes in types.items())])
        )
    return HEADER + "\n" + "\n\n".join(blocks) + "\n"


def ledger_differences(old: SpecRevision, new: SpecRevision) -> list[str]:
    """Return the ledger lines that differ between two revisions: removed lines after `-`, added lines after `+`."""
    before, after = ([_ledger_line(*row) for row in sorted(_attributes_of_types(spec).items())] for spec in (old, new))
    removed, added = set(before) - set(after), set(after) - set(before)
    return [f"- {line}" for line in before if line in removed] + [f"+ {line}" for line in after if line in added]


def _attributes_of_types(spec: SpecRevision) -> dict[str, Sequence[str]]:
    return {
        type_.name: [field.name for field in type_.fields] if isinstance(type_, ObjectType) else []
        for type_ in spec.types
    }


def _ledger_line(name: str, attributes: Sequence[str]) -> str:
    key = name if "." not in name else json.dumps(name)
    return f"{key} = [{', '.join(json.dumps(attribute) for attribute in attributes)}]"


def _ledger_lines(names: Ledger) -> list[str]:
    return [f"[{revision}] {_ledger_line(*row)}" for revision, types in names.items() for row in types.items()]
