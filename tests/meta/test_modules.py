"""Modules that can be read: documented, small, and named for what is in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.meta.reading import PRODUCT, ROOT, TOOL, python_files, repository_files, tree

LIMIT = 500

LONG: dict[str, str] = {}
"""Modules of the tool that are longer, with the reason."""

UNDOCUMENTED: dict[str, str] = {
    "codegen/mcp_bindgen/records/docs.py OwnDocs.member_line": "as `Docs` has it",
    "codegen/mcp_bindgen/records/docs.py OwnDocs.type_line": "as `Docs` has it",
    "codegen/mcp_bindgen/records/docs.py OfficialDocs.member_line": "as `Docs` has it",
    "codegen/mcp_bindgen/records/docs.py OfficialDocs.type_line": "as `Docs` has it",
}
"""Public functions, classes and methods without a docstring, with the reason."""

SOURCES = [*python_files(TOOL), *python_files(PRODUCT)]


def undocumented(path: Path) -> Iterator[str]:
    place = path.relative_to(ROOT).as_posix()
    if not ast.get_docstring(tree(path)):
        yield f"{place} (module)"
    for node in public(tree(path).body):
        if not ast.get_docstring(node):
            yield f"{place} {node.name}"
        if isinstance(node, ast.ClassDef) and not is_protocol(node):
            for part in public(node.body):
                if not ast.get_docstring(part) and "overload" not in map(ast.unparse, part.decorator_list):
                    yield f"{place} {node.name}.{part.name}"


def public(body: list[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("_"):
            yield node


def is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).startswith("Protocol") for base in node.bases)


def test_what_is_public_says_what_it_is() -> None:
    found = {name for path in SOURCES for name in undocumented(path)}
    assert (found - set(UNDOCUMENTED), set(UNDOCUMENTED) - found) == (set(), set())
    assert all(UNDOCUMENTED.values())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_summary_is_a_sentence_on_the_first_line(path: Path) -> None:
    bad = [
        text.splitlines()[:1]
        for node in ast.walk(tree(path))
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)) and is_own(node)
        for text in [ast.get_docstring(node, clean=False)]
        if text is not None and (not text.split("\n")[0].strip() or text[0].isspace())
    ]
    assert bad == []


def is_own(node: ast.AST) -> bool:
    return isinstance(node, ast.Module) or not getattr(node, "name", "_").startswith("__")


def test_no_module_is_for_everything() -> None:
    vague = {"utils", "util", "helpers", "helper", "misc", "common"}
    assert [path for path in repository_files() if vague & {part.removesuffix(".py") for part in path.parts}] == []


def test_modules_of_the_tool_are_short() -> None:
    found = {
        path.relative_to(TOOL).as_posix()
        for path in python_files(TOOL)
        if len(path.read_text(encoding="utf-8").splitlines()) > LIMIT
    }
    assert (found - set(LONG), set(LONG) - found) == (set(), set())
    assert all(LONG.values())


def test_the_tool_opens_text_with_an_encoding() -> None:
    bad: list[str] = []
    for path in [*python_files(TOOL), *python_files(PRODUCT), *python_files(ROOT / "tests")]:
        for node in ast.walk(tree(path)):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="read_text" | "write_text") | ast.Name(id="open"), keywords=given
                ):
                    if not any(word.arg == "encoding" for word in given):
                        bad.append(f"{path.relative_to(ROOT)}:{node.lineno}")
                case _:
                    pass
    assert bad == []
