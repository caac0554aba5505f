"""Lists of all revisions come from `mb.REVISIONS` or the manifest, and no branch asks for a revision by its id.

So a new revision is tested at once, by what holds in its era, its tables or its types. `tests.revisions.as_of` gives
what holds from a revision on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import mcp_bindings as mb
from tests.meta.reading import ROOT, python_files

DIRECTORIES = ("tests", "examples", "codegen")
OTHERS = ROOT / "tests" / "interop" / "peers"
"""Programs that run where the package is not installed."""


def collections(module: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """The line and the texts of every tuple, list, set, dict and series of arms or comparisons that is written out."""
    for node in ast.walk(module):
        match node:
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                yield node.lineno, set(texts(items))
            case ast.Dict(keys=keys, values=values):
                yield node.lineno, set(texts([key for key in keys if key is not None]))
                yield node.lineno, set(texts(values))
            case _:
                pass


def texts(items: list[ast.expr]) -> Iterator[str]:
    """The texts among some expressions, and those of tuples and lists in their first place."""
    for item in items:
        match item:
            case ast.Constant(value=str(text)):
                yield text
            case (
                ast.Tuple(elts=[ast.Constant(value=str(text)), *_]) | ast.List(elts=[ast.Constant(value=str(text)), *_])
            ):
                yield text
            case _:
                pass


def lists_of_all(path: Path) -> list[int]:
    """The lines with a literal that has every revision in it."""
    content = path.read_text(encoding="utf-8")
    if not all(revision in content for revision in mb.REVISIONS):
        return []  # without a syntax tree, which takes long for the generated modules
    module = ast.parse(content, filename=str(path))
    return [line for line, found in collections(module) if set(mb.REVISIONS) <= found]


def test_no_list_of_all_revisions() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for directory in DIRECTORIES
        for path in python_files(ROOT / directory)
        for line in lists_of_all(path)
    }
    assert found == set()


def branches(module: ast.Module) -> Iterator[int]:
    """The lines of conditions that compare something with the id of a revision."""
    for node in ast.walk(module):
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            for part in ast.walk(node.test):
                if isinstance(part, ast.Compare) and any(
                    isinstance(each, ast.Constant) and each.value in mb.REVISIONS
                    for operand in (part.left, *part.comparators)
                    for each in ast.walk(operand)
                ):
                    yield part.lineno


def test_no_branch_on_the_id_of_a_revision() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for directory in DIRECTORIES
        for path in python_files(ROOT / directory)
        if OTHERS not in path.parents and any(revision in path.read_text(encoding="utf-8") for revision in mb.REVISIONS)
        for line in branches(ast.parse(path.read_text(encoding="utf-8"), filename=str(path)))
    }
    assert found == set()


def test_a_branch_would_be_found() -> None:
    newest = mb.REVISIONS[-1]
    equal, order, member = f"a == '{newest}'", f"'{newest}' <= a", f"b and a in ('{newest}', c)"
    for text in (f"if {equal}: pass", f"x = 1 if {order} else 2", f"while {member}: pass"):
        assert list(branches(ast.parse(text))) == [1], text
    assert list(branches(ast.parse(f"assert a == '{newest}'"))) == [], "an expectation may name a revision"


def test_a_list_would_be_found(tmp_path: Path) -> None:
    assert len(mb.REVISIONS) > 1
    newest = mb.REVISIONS[-1]
    path = tmp_path / "x.py"
    written = (
        repr(tuple(mb.REVISIONS)),
        repr(list(mb.REVISIONS)),
        repr(set(mb.REVISIONS)),
        repr(dict.fromkeys(mb.REVISIONS, 1)),
        repr(dict(enumerate(mb.REVISIONS))),
        repr([(revision, 1) for revision in mb.REVISIONS]),
    )
    for text in written:
        path.write_text(f"x = {text}\n", encoding="utf-8")
        assert lists_of_all(path) == [1], text
        path.write_text(f"x = {text.replace(newest, 'other')}\n", encoding="utf-8")
        assert lists_of_all(path) == [], "some revisions are an example"
