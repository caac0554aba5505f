"""A name that only its own module uses starts with an underscore, and public docstrings name none of these."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.meta.reading import ROOT, RUNTIME, TEMPLATES, TOOL, python_files, text_of, tree

READERS = (RUNTIME, TOOL, ROOT / "tests", ROOT / "examples")


@cache
def words(path: Path) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text_of(path)))


@cache
def readers() -> tuple[Path, ...]:
    templates = (path for path in TEMPLATES.rglob("*.j2"))
    return (*(path for directory in READERS for path in python_files(directory)), *templates)


def functions_and_constants(module: ast.Module) -> Iterator[str]:
    """The names without an underscore; classes and types may stand in the signature of a public function."""
    for node in module.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if name.isupper():
                yield name
            case _:
                pass


def only_here(path: Path) -> list[str]:
    """Public functions and constants of a module that no other file names."""
    public = [name for name in functions_and_constants(tree(path)) if not name.startswith("_")]
    return [name for name in public if not any(name in words(other) for other in readers() if other != path)]


@pytest.mark.parametrize("path", python_files(RUNTIME), ids=lambda path: path.relative_to(RUNTIME).as_posix())
def test_a_name_that_only_its_module_uses_is_private(path: Path) -> None:
    assert only_here(path) == []


def test_a_name_that_is_used_nowhere_is_found(tmp_path: Path) -> None:
    name = "used_nowhere_" + "else"
    path = tmp_path / "x.py"
    path.write_text(f"def {name}(): ...\n{name.upper()} = 1\ndef _private(): ...\nother = 1\n", encoding="utf-8")
    assert only_here(path) == [name, name.upper()]


def private_names(path: Path) -> Iterator[str]:
    """The private names in the docstrings of a module, its public classes and functions, and their public members."""
    open_: list[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef] = [tree(path)]
    while open_:
        node = open_.pop()
        for name in re.findall(r"`(?:\w+\.)*(_[A-Za-z]\w*)", ast.get_docstring(node) or ""):
            if name != "_meta":  # a member of the protocol
                yield name
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts = (
                each for each in node.body if isinstance(each, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            )
            open_ += [each for each in parts if not each.name.startswith("_")]


@pytest.mark.parametrize("path", [*python_files(RUNTIME), *python_files(TOOL)], ids=lambda path: path.stem)
def test_a_public_docstring_names_nothing_private(path: Path) -> None:
    assert list(private_names(path)) == []


def test_a_private_name_in_a_public_docstring_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    hidden = 'def _hidden():\n    """By `_c`."""\n'
    path.write_text(f'"""Of `_meta`, and `_a`."""\nclass X:\n    """As `keys._B` says."""\n{hidden}', encoding="utf-8")
    assert list(private_names(path)) == ["_a", "_B"]
