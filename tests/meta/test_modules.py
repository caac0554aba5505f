"""Modules that can be read: documented, of short functions, named for what is in them, and by one name everywhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.meta.reading import (
    PRODUCT,
    ROOT,
    RUNTIME,
    TEMPLATES,
    TOOL,
    module_name,
    nodes,
    python_files,
    renaming_imports,
    repository_files,
    text_of,
    tree,
)

MAX_FUNCTION_LINES, MAX_BRANCHES = 60, 15

BEYOND: dict[str, str] = {
    "codegen/runtime/mcp_bindings/transports/client.py connect: lines": "14 lines of code below 53 about 14 arguments",
}
"""Hand-written functions outside `tests/` over one of these limits, with the reason."""

UNDOCUMENTED: dict[str, str] = {
    "codegen/mcp_bindgen/records/docs.py ProjectDocs.member_line": "as `Docs` has it",
    "codegen/mcp_bindgen/records/docs.py ProjectDocs.type_line": "as `Docs` has it",
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
        if not ast.get_docstring(node) and not is_overload(node):
            yield f"{place} {node.name}"
        if isinstance(node, ast.ClassDef) and not is_protocol(node):
            for part in public(node.body):
                if not ast.get_docstring(part) and not is_overload(part):
                    yield f"{place} {node.name}.{part.name}"


def public(body: list[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("_"):
            yield node


def is_overload(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return "overload" in map(ast.unparse, node.decorator_list)


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


def branches(function: ast.AST) -> int:
    """Alternatives in a function, without those of functions inside it: as ruff counts them (PLR0912)."""
    count = 0
    for node in ast.iter_child_nodes(function):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                continue
            case ast.If(orelse=orelse):
                count += 1 + (bool(orelse) and not (len(orelse) == 1 and isinstance(orelse[0], ast.If)))
            case ast.For(orelse=orelse) | ast.AsyncFor(orelse=orelse) | ast.While(orelse=orelse):
                count += 1 + bool(orelse)
            case ast.Try(handlers=handlers, orelse=orelse, finalbody=final):
                count += 1 + len(handlers) + bool(orelse) + bool(final)
            case ast.Match(cases=cases):
                count += len(cases)
            case _:
                pass
        count += branches(node)
    return count


def beyond(path: Path) -> Iterator[str]:
    """The functions of a module that are too long, each with the limit that it passes."""
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(tree(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno >= MAX_FUNCTION_LINES:
                yield f"{place} {node.name}: lines"
            if branches(node) > MAX_BRANCHES:
                yield f"{place} {node.name}: branches"


def test_functions_are_short() -> None:
    written = [path for directory in ("codegen", "examples") for path in python_files(ROOT / directory)]
    found = {name for path in written for name in beyond(path)}
    assert (found - set(BEYOND), set(BEYOND) - found) == (set(), set())
    assert all(BEYOND.values())


def test_what_is_too_long_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.meta.test_modules.ROOT", tmp_path)
    source = "def f(x):\n" + "    if x:\n        pass\n    else:\n        pass\n" * 8 + "    #\n" * 400 + "    x()\n"
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    assert set(beyond(tmp_path / "a.py")) == {"a.py f: lines", "a.py f: branches"}
    (tmp_path / "b.py").write_text("def f(x):\n" + "    if x:\n        pass\n" * 15, encoding="utf-8")
    assert set(beyond(tmp_path / "b.py")) == set()


OPENING = re.compile(r"read_text|write_text|open\b")
"""In the text of each file that opens one; the others need no syntax tree."""


def test_the_tool_opens_text_with_an_encoding() -> None:
    bad: list[str] = []
    read = [*python_files(TOOL), *python_files(PRODUCT), *python_files(ROOT / "tests")]
    for path in (path for path in read if OPENING.search(text_of(path))):
        for node in nodes(path):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="read_text" | "write_text") | ast.Name(id="open"), keywords=given
                ):
                    if not any(word.arg == "encoding" for word in given):
                        bad.append(f"{path.relative_to(ROOT)}:{node.lineno}")
                case _:
                    pass
    assert bad == []


LONGEST_TEMPLATE_LINE = 200


def test_lines_of_templates_can_be_read() -> None:
    lines = [(path, line) for path in TEMPLATES.rglob("*.j2") for line in text_of(path).splitlines()]
    assert len(lines) > 1000
    assert [f"{path.name}: {line}" for path, line in lines if len(line) > LONGEST_TEMPLATE_LINE] == []


IMPORT_AS = re.compile(r"^\s*(from .*|import .*|\w+) as \w+,?$", re.MULTILINE)


def of_revision(name: str) -> bool:
    """Whether this is the package of a revision, which users import `as mcp`, or a part of one."""
    return re.match(r"mcp_bindings\.(v\d{4}_\d\d_\d\d|draft)(\.|$)", name) is not None


def renamed_modules(path: Path, modules: set[str]) -> list[str]:
    if not IMPORT_AS.search(text_of(path)):
        return []  # most files, whose syntax trees need not be walked
    found = [row for row in renaming_imports(path) if row[1] in modules and not of_revision(row[1])]
    return [f"{path.name}:{line}: {name} as {new}" for line, name, new in found]


def test_no_import_renames_a_module() -> None:
    tests = ROOT / "tests"
    roots = ((TOOL, "mcp_bindgen"), (PRODUCT, "mcp_bindings"), (tests, "tests"))
    modules = {f"{name}.{module_name(path, root)}" for root, name in roots for path in python_files(root)}
    files = [path for root in (TOOL, RUNTIME, tests) for path in python_files(root)]
    assert [found for path in files for found in renamed_modules(path, modules)] == []


def test_an_import_that_renames_a_module_is_found(tmp_path: Path) -> None:
    path = tmp_path / TOOL.name / "x.py"
    path.parent.mkdir()
    path.write_text("from a import b as c, b\nfrom a import d as e\nfrom .a import b as c\n", encoding="utf-8")
    assert renamed_modules(path, {"a.b", f"{TOOL.name}.a.b"}) == ["x.py:1: a.b as c", f"x.py:3: {TOOL.name}.a.b as c"]
