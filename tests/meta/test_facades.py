"""Each package of the runtime states its public names once, as imports; every way to see them gives the same names."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import mcp_bindings as mb
from mcp_bindgen.records.names import exported_names
from tests.meta.reading import PRODUCT, RUNTIME, module_name, tree

PACKAGES = sorted(RUNTIME.rglob("__init__.py"))
SHORTEST, LONGEST = 3, 10
"""Lines of the docstring that a package opens with, empty ones not counted."""

COMPLETION = """
import json, rlcompleter, sys
import mcp_bindings as mb
shown, completed = dir(mb), rlcompleter.Completer({"mb": mb}).attr_matches("mb.")
print(json.dumps([shown, [name.removeprefix("mb.").rstrip("()") for name in completed or []]]))
"""


class Facade(NamedTuple):
    """The names of one rendered `__init__.py`, by the statement that has them."""

    declared: list[str]
    """`__all__`."""

    for_type_checkers: dict[str, str]
    """Imported below `if TYPE_CHECKING:`, with the module."""

    lazy: dict[str, str]
    """Given to `lazy_exports`, with the module."""


def read(path: Path) -> Facade:
    """The rendered counterpart of a hand-written `__init__.py`."""
    declared: list[str] = []
    checked: dict[str, str] = {}
    lazy: dict[str, str] = {}
    for node in ast.walk(tree(PRODUCT / path.relative_to(RUNTIME))):
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                declared = ast.literal_eval(value)
            case ast.Call(func=ast.Name(id="lazy_exports"), args=[_, by_module]):
                lazy = {name: module for module, names in ast.literal_eval(by_module).items() for name in names}
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body):
                found = [each for each in body if isinstance(each, ast.ImportFrom)]
                assert found == body
                checked = {
                    name.name: "." * (each.level - 1) + (each.module or "") for each in found for name in each.names
                }
            case _:
                pass
    return Facade(declared, checked, lazy)


def package_of(path: Path) -> str:
    return f"{mb.__name__}.{module_name(path, RUNTIME)}".rstrip(".")


def written(path: Path) -> dict[str, str]:
    return exported_names(path.read_bytes(), package_of(path))


each_package = pytest.mark.parametrize("path", PACKAGES, ids=package_of)
each_facade = pytest.mark.parametrize("path", [path for path in PACKAGES if written(path)], ids=package_of)


@each_facade
def test_what_is_rendered_has_the_written_names(path: Path) -> None:
    facade = read(path)
    assert facade.lazy == facade.for_type_checkers == written(path)
    assert sorted(facade.declared) == sorted(facade.lazy)


@each_facade
def test_every_public_name_resolves(path: Path) -> None:
    names, package = written(path), import_module(package_of(path))
    assert [name for name in names if getattr(package, name, None) is None] == []
    modules = {name for name, module in names.items() if not module}
    assert {name for name in names if inspect.ismodule(getattr(package, name))} == modules
    assert set(dir(package)) >= set(names)


@each_facade
def test_no_submodule_has_the_name_of_an_export(path: Path) -> None:
    """Importing `mcp_bindings.x.name` would put the module in the place of the export `name`."""
    submodules = {each.stem for each in path.parent.iterdir()}
    assert sorted({name for name, module in written(path).items() if module} & submodules) == []


@each_package
def test_a_package_opens_with_what_it_is_for(path: Path) -> None:
    text = ast.get_docstring(tree(path))
    assert text is not None
    assert SHORTEST <= sum(map(bool, text.splitlines())) <= LONGEST


@pytest.mark.parametrize("revision", [*mb.REVISIONS, "draft"])
def test_the_names_of_a_revision_are_complete(revision: str) -> None:
    package = import_module(mb.revision(revision).package)
    assert set(dir(package)) >= set(package.__all__)
    assert [name for name in package.__all__ if getattr(package, name, None) is None] == []


def test_completion_offers_every_public_name_and_no_other() -> None:
    """In a new process, where nothing is loaded yet."""
    done = subprocess.run([sys.executable, "-c", COMPLETION], capture_output=True, check=True, encoding="utf-8")
    shown, completed = json.loads(done.stdout)
    public = set(written(RUNTIME / "__init__.py"))
    assert {name for name in shown if name == "__version__" or not name.startswith("__")} == public
    assert {name for name in completed if not name.startswith("__")} == public - {"__version__"}, (
        "offered after `__` only"
    )
