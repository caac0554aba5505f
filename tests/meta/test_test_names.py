"""The name of a test states a behaviour, and fits into a line of the report."""

from __future__ import annotations

import ast

import pytest

from tests.meta.reading import ROOT, nodes, python_files

LONGEST = 60
"""Characters that the name of a test may have."""

VAGUE_MODULES = frozenset({"test_ir", "test_edges", "test_misc", "test_more", "test_other", "test_various"})
"""Names of modules that state no subject."""


def too_long(names: list[str]) -> list[str]:
    return [name for name in names if len(name) > LONGEST]


def test_the_names_of_tests_are_short() -> None:
    names = [
        node.name
        for path in python_files(ROOT / "tests")
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    assert len(names) > 2000
    assert too_long(names) == []


def test_the_modules_of_tests_name_their_subject() -> None:
    assert {path.stem for path in python_files(ROOT / "tests")} & VAGUE_MODULES == set()


@pytest.mark.parametrize(("length", "is_found"), [(LONGEST, False), (LONGEST + 1, True)])
def test_a_name_beyond_the_bound_is_found(length: int, is_found: bool) -> None:
    assert bool(too_long(["x" * length])) is is_found
