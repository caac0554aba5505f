"""Imports of the tool go down a list, and each heavy dependency has one door."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.meta.reading import PRODUCT, RUNTIME, TEMPLATES, TOOL, imports, module_name, python_files, text_of, tree

TOOL_LAYERS: tuple[tuple[str, ...], ...] = (
    ("cli",),
    ("forks", "site"),
    ("unbuildable",),
    ("pages", "pipeline", "release"),
    ("comparison", "drafts", "extensions", "servers", "upstream"),
    ("console", "sources"),
    ("locate", "matrix", "validate"),
    ("negotiate",),
    ("output",),
    ("render",),
    ("records",),
    ("report",),
    ("diff",),
    ("ir",),
    ("ingest",),
    ("steps",),
    ("cache", "worker_process"),
    ("documents", "fileset", "prose"),
    ("escaping", "fingerprint", "jsontext", "naming", "package_names", "paths", "sbom"),
    ("errors", ""),
)
RUNTIME_LAYERS: tuple[tuple[str, ...], ...] = (
    ("",),
    ("transports",),
    ("bridge", "server"),
    ("adaptation",),
    ("peer",),
    ("guards",),
    ("session",),
    ("authorization", "http", "stdio"),
    ("negotiation",),
    ("extensions",),
    ("translation",),
    ("renames",),
    ("revisions",),
    ("jsonrpc", "lint"),
    ("codec",),
    ("wire",),
    ("schema",),
    ("spec",),
    ("options",),
    ("errors",),
    ("json_values",),
    ("_lazy", "hosts", "limits", "rate_limited_log"),
)
"""Top to bottom, by module or package; the empty name is the package itself.
What stands in one row may import from its own package, and from any row below. Type-only imports count."""


class Tree(NamedTuple):
    """Hand-written code that is one package."""

    root: Path
    layers: tuple[tuple[str, ...], ...]

    @property
    def modules(self) -> dict[str, Path]:
        return {module_name(path, self.root): path for path in python_files(self.root)}

    @property
    def rendered(self) -> set[str]:
        """Modules that a template at one place becomes; what each of them imports is not looked at."""
        below = TEMPLATES / self.root.name
        found = {path.relative_to(below).as_posix() for path in below.rglob("*.py.j2") if "%" not in str(path)}
        return {path.removesuffix(".py.j2").replace("/", ".") for path in found}

    def layer(self, module: str) -> int:
        head = module.split(".")[0]
        places = [index for index, names in enumerate(self.layers) if head in names]
        assert len(places) == 1, f"{module or 'the package itself'} needs one place in the layers of {self.root.name}"
        return places[0]

    def edges(self) -> list[tuple[str, str, str]]:
        """Importing module, imported module and where."""
        found: list[tuple[str, str, str]] = []
        modules, rendered = self.modules, self.rendered
        for module, path in modules.items():
            for line, name in imports(path):
                if name.split(".")[0] == self.root.name:
                    target = name.partition(".")[2]
                    while target not in modules and target not in rendered:
                        target = target.rpartition(".")[0]
                    found.append((module, target, f"{path.relative_to(self.root)}:{line}"))
        return found


TREES = [Tree(TOOL, TOOL_LAYERS), Tree(RUNTIME, RUNTIME_LAYERS)]

DOORS: dict[str, tuple[str, ...]] = {
    "black": ("output.formatting",),
    "click": (
        "cli",
        "cli.changes",
        "cli.docs",
        "cli.facts",
        "cli.options",
        "cli.package",
        "cli.pinning",
        "cli.servers",
        "cli.validation",
    ),
    "datamodel_code_generator": ("render.models",),
    "jinja2": ("pages.environment", "render.templates", "site.environment"),  # HTML, escaped by itself; else by filters
    "jsonschema": ("diff.verdict.witness_check", "ingest.normalize"),
    "httpx2": ("servers.connections",),
    "mcp_bindings": (
        "negotiate",
        "servers.arguments",
        "servers.authorization",
        "servers.check",
        "servers.client",
        "servers.offers",
        "servers.phases",
        "servers.refusals",
        "servers.rules",
        "servers.sign_in",
        "servers.connections",
        "servers.targets",
        "site.session_rules",
        "validate",
    ),
    "subprocess": ("output.importing", "output.wheel"),
    "tomli": ("ingest.manifest",),
    "tomlkit": ("ingest.manifest",),
}
"""Who may import what, the standard library's `subprocess` among it; each of them does."""

TOOL_MODULES = TREES[0].modules

each_tree = pytest.mark.parametrize("code", TREES, ids=lambda code: code.root.name)


@each_tree
def test_every_layer_exists(code: Tree) -> None:
    heads = {module.split(".")[0] for module in code.modules}
    named = [name for names in code.layers for name in names]
    assert len(named) == len(set(named))
    assert (heads - set(named), set(named) - heads) == (set(), set())


@each_tree
def test_imports_go_down(code: Tree) -> None:
    upward = [
        f"{place} imports {target}"
        for module, target, place in code.edges()
        if module.split(".")[0] != target.split(".")[0] and code.layer(target) <= code.layer(module)
    ]
    assert upward == []


@each_tree
def test_no_module_imports_itself_by_way_of_others(code: Tree) -> None:
    targets: dict[str, set[str]] = {}
    for module, target, _ in code.edges():
        targets.setdefault(module, set()).add(target)
    for module in targets:
        seen: set[str] = set()
        frontier = set(targets[module])
        while frontier:
            step = frontier.pop()
            seen.add(step)
            frontier |= targets.get(step, set()) - seen
        assert module not in seen, f"{module} is part of a circle"


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
    assert {module.split(".")[0] for module in talkers} == {"cli", "console"}


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


def test_the_product_does_not_know_the_tool() -> None:
    assert [
        str(path)
        for path in python_files(PRODUCT)
        if "mcp_bindgen" in text_of(path)  # only these need a syntax tree
        for _, name in imports(path)
        if name.split(".")[0] == "mcp_bindgen"
    ] == []


def test_templates_that_are_rendered_do_not_know_the_tool_either() -> None:
    paths = list(TEMPLATES.rglob("*.j2"))
    assert paths
    for path in paths:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if "mcp_bindgen" in line and line.split()[0] in ("import", "from")], path


def test_the_product_imports_what_it_declares() -> None:
    known = {"httpx2", "mcp_bindings", "pydantic", "pydantic_core", "redis", "typing_extensions"}
    heads = {name.split(".")[0] for path in python_files(PRODUCT) for _, name in imports(path)}
    assert heads - sys.stdlib_module_names == known
