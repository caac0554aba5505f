"""Each package of the runtime states its public names once, and every way to see them gives the same names."""

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
from tests.meta.reading import RUNTIME, module_name, tree

FACADES = sorted(RUNTIME.rglob("__init__.py"))
SHORTEST, LONGEST = 3, 10
"""Lines of the docstring that a package opens with, empty ones not counted."""

COMPLETION = """
import json, rlcompleter, sys
import mcp_bindings as mb
shown, completed = dir(mb), rlcompleter.Completer({"mb": mb}).attr_matches("mb.")
print(json.dumps([shown, [name.removeprefix("mb.").rstrip("()") for name in completed or []]]))
"""


class Facade(NamedTuple):
    """The names of one `__init__.py`, by the statement that has them."""

    declared: list[str]
    """`__all__`."""

    for_type_checkers: set[str]
    """Imported or annotated below `if TYPE_CHECKING:`."""

    eager: set[str]
    """Imported as themselves when the package is imported."""

    lazy: list[str]
    """Given to `lazy_exports`, modules among them."""

    modules: set[str]


def read(path: Path) -> Facade:
    declared: list[str] = []
    lazy: list[str] = []
    modules: set[str] = set()
    for node in ast.walk(tree(path)):
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                declared = ast.literal_eval(value)
            case ast.Call(func=ast.Name(id="lazy_exports"), args=[_, by_module], keywords=keywords):
                lazy = [name for names in ast.literal_eval(by_module).values() for name in names]
                modules = {name for word in keywords if word.arg == "modules" for name in ast.literal_eval(word.value)}
            case _:
                pass
    checked: set[str] = set()
    for statement in tree(path).body:
        match statement:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body):
                checked |= names_of(body)
            case _:
                pass
    return Facade(declared, checked, names_of(tree(path).body), [*lazy, *modules], modules)


def names_of(body: list[ast.stmt]) -> set[str]:
    """Names that a list of statements re-exports, `import x as x`, or annotates."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case ast.ImportFrom(names=names):
                found |= {alias.asname for alias in names if alias.asname is not None}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case _:
                pass
    return found


def package_of(path: Path) -> str:
    return f"{mb.__name__}.{module_name(path, RUNTIME)}".rstrip(".")


each_facade = pytest.mark.parametrize("path", FACADES, ids=package_of)


@each_facade
def test_the_lists_of_public_names_agree(path: Path) -> None:
    facade = read(path)
    assert facade.declared, "no __all__"
    assert set(facade.declared) == facade.for_type_checkers | facade.eager
    assert sorted(facade.lazy) == sorted(facade.for_type_checkers)
    assert len(facade.declared) == len(set(facade.declared))


@each_facade
def test_every_public_name_resolves(path: Path) -> None:
    facade, package = read(path), import_module(package_of(path))
    assert [name for name in facade.declared if getattr(package, name, None) is None] == []
    assert {name for name in facade.declared if inspect.ismodule(getattr(package, name))} == facade.modules
    assert set(dir(package)) >= set(facade.declared)


@each_facade
def test_no_submodule_has_the_name_of_an_export(path: Path) -> None:
    """Importing `mcp_bindings.x.name` would put the module in the place of the export `name`."""
    submodules = {each.stem for each in path.parent.glob("*.py")} | {
        each.parent.name for each in path.parent.glob("*/")
    }
    submodules |= {each.name for each in path.parent.iterdir() if each.is_dir()}
    facade = read(path)
    assert sorted((set(facade.declared) - facade.modules) & submodules) == []


@each_facade
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
    public = set(mb.__all__)
    assert {name for name in shown if name == "__version__" or not name.startswith("__")} == public
    assert {name for name in completed if not name.startswith("__")} == public - {"__version__"}, (
        "offered after `__` only"
    )
