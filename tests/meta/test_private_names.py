"""A function or constant of the runtime that only its own module uses starts with an underscore."""

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
