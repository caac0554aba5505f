"""Imports of the tool go down a list, and each heavy dependency has one door."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.meta.reading import PRODUCT, PRODUCT_TEMPLATES, TOOL, imports, module_name, python_files, tree

LAYERS: tuple[tuple[str, ...], ...] = (
    ("cli",),
    ("pages", "pipeline"),
    ("comparison",),
    ("report", "sources"),
    ("difftext", "locate", "matrix", "negotiate", "validate"),
    ("output",),
    ("render",),
    ("records",),
    ("diff",),
    ("changes",),
    ("ir",),
    ("ingest",),
    ("fileset", "jsontext", "naming", "paths"),
    ("errors", ""),
)
"""Top to bottom, by module or package; the last is the package itself, which holds the version.
What stands in one row may import from its own package, and from any row below."""

EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Imports that go up, with what they are for."""

DOORS: dict[str, tuple[str, ...]] = {
    "black": ("output.formatting",),
    "click": ("cli",),
    "datamodel_code_generator": ("render.models",),
    "jinja2": ("pages.environment", "render.templates"),  # HTML, escaped by itself; Python and Markdown, by filters
    "jsonschema": ("diff.proof", "ingest.normalize"),
    "mcp_bindings": ("negotiate", "validate"),
    "subprocess": ("output.wheel",),
    "tomli": ("ingest.manifest",),
    "tomlkit": ("ingest.manifest",),
}
"""Who may import what, the standard library's `subprocess` among it; each of them does."""

TOOL_MODULES = {module_name(path, TOOL): path for path in python_files(TOOL)}


def layer(module: str) -> int:
    head = module.split(".")[0]
    places = [index for index, names in enumerate(LAYERS) if head in names]
    assert len(places) == 1, f"{module or 'the package itself'} needs one place in LAYERS"
    return places[0]


def edges() -> list[tuple[str, str, str]]:
    """Importing module, imported module and where, within the tool."""
    found: list[tuple[str, str, str]] = []
    for module, path in TOOL_MODULES.items():
        for line, name in imports(path):
            if name.split(".")[0] == "mcp_bindgen":
                target = name.partition(".")[2]
                while target not in TOOL_MODULES:
                    target = target.rpartition(".")[0]
                found.append((module, target, f"{path.name}:{line}"))
    return found


def upward() -> dict[tuple[str, str], str]:
    """Imports from the same row, but for those inside one package, or from a row above."""
    return {
        (module, target): place
        for module, target, place in edges()
        if module.split(".")[0] != target.split(".")[0] and layer(target) <= layer(module)
    }


def test_every_layer_exists() -> None:
    heads = {module.split(".")[0] for module in TOOL_MODULES}
    named = [name for names in LAYERS for name in names]
    assert len(named) == len(set(named))
    assert (heads - set(named), set(named) - heads) == (set(), set())


def test_imports_go_down() -> None:
    new = {edge: place for edge, place in upward().items() if edge not in EXCEPTIONS}
    assert new == {}


def test_no_exception_is_stale() -> None:
    assert set(EXCEPTIONS) - set(upward()) == set()
    assert all(EXCEPTIONS.values())


def test_no_module_imports_itself_by_way_of_others() -> None:
    targets: dict[str, set[str]] = {}
    for module, target, _ in edges():
        targets.setdefault(module, set()).add(target)
    for module in targets:
        seen: set[str] = set()
        frontier = set(targets[module])
        while frontier:
            step = frontier.pop()
            seen.add(step)
            frontier |= targets.get(step, set()) - seen
        assert module not in seen, f"{module} is part of a cycle"


@pytest.mark.parametrize("package", sorted(DOORS))
def test_each_door_is_the_only_one(package: str) -> None:
    found = {
        module
        for module, path in TOOL_MODULES.items()
        if any(name.split(".")[0] == package for _, name in imports(path))
    }
    assert found == set(DOORS[package])


def test_only_the_command_line_and_its_report_print() -> None:
    talkers = {module for module, path in TOOL_MODULES.items() if any(map(prints, ast.walk(tree(path))))}
    assert talkers == {"cli", "report"}


def prints(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="print")):
            return True
        case ast.Attribute(value=ast.Name(id="click"), attr="echo" | "secho"):
            return True
        case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr"):
            return True
        case _:
            return False


@pytest.mark.parametrize("folder", [PRODUCT, PRODUCT_TEMPLATES], ids=["generated", "templates"])
def test_the_product_does_not_know_the_tool(folder: Path) -> None:
    assert [
        str(path) for path in python_files(folder) for _, name in imports(path) if name.split(".")[0] == "mcp_bindgen"
    ] == []


def test_templates_that_are_rendered_do_not_know_the_tool_either() -> None:
    paths = [path for path in PRODUCT_TEMPLATES.rglob("*.j2") if path.is_file()]
    assert paths
    for path in paths:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if "mcp_bindgen" in line and line.split()[0] in ("import", "from")], path


def test_the_product_imports_what_it_declares() -> None:
    known = {"mcp_bindings", "pydantic", "pydantic_core", "typing_extensions"}
    heads = {name.split(".")[0] for path in python_files(PRODUCT) for _, name in imports(path)}
    assert heads - sys.stdlib_module_names == known
