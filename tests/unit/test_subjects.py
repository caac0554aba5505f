"""Modules of types: one for each subject, in the order of reading, and without circles."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.subjects import FILE, read_categories, read_subjects
from mcp_bindgen.ir.recursion import unroll_aliases
from mcp_bindgen.ir.subjects import COMMON, TypeModules, arrange_modules, subject_of_method, type_modules
from mcp_bindgen.ir.types import ObjectType, Ref, SpecRevision, expressions
from mcp_bindgen.release.subjects import add_subjects, find_subject_of_category, read_schema_categories
from tests.meta.reading import PRODUCT
from tests.seed import SEED
from tests.unit.test_naming import REVISIONS
from tests.unit.tiny import SCHEMA, STRING, pinned, record, ref, tiny

LONGEST = 600
"""Lines of a module of types; the longest of a published revision has at most 500, and a new one may add methods."""

PACKAGES = sorted(path.parent for path in PRODUCT.rglob("base.py"))
INVENTED = 60
"""Number of revisions with random references between random subjects."""


def modules_of_types(package: Path) -> dict[str, ast.Module]:
    found = {path.stem: ast.parse(path.read_bytes()) for path in package.glob("*.py")}
    return {name: tree for name, tree in found.items() if (ast.get_docstring(tree) or "").startswith("The types of ")}


def assert_no_circle(graph: Mapping[str, Collection[str]]) -> None:
    left = {name: set(targets) for name, targets in graph.items()}
    while left:
        leaves = {name for name, targets in left.items() if not targets & left.keys()}
        assert leaves, f"a circle among {sorted(left)}"
        left = {name: targets for name, targets in left.items() if name not in leaves}


def assert_no_circular_imports(package: Path) -> None:
    trees = modules_of_types(package)
    assert len(trees) > 1
    at_once = {
        name: [
            node.module for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module
        ]
        for name, tree in trees.items()
    }
    assert_no_circle(at_once)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_modules_import_each_other_in_no_circle(package: Path) -> None:
    assert_no_circular_imports(package)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_no_module_of_types_is_long(package: Path) -> None:
    texts = {name: (package / f"{name}.py").read_text(encoding="utf-8") for name in modules_of_types(package)}
    assert {name for name, text in texts.items() if text.count("\n") > LONGEST} == set()


def check(spec: SpecRevision, modules: TypeModules) -> None:
    """Each type has one module; what is evaluated at once is defined before; no circle."""
    module_of, types, is_late = modules.module_of, spec.by_name(), modules.make_text_annotation_test()
    assert sorted(module_of) == sorted(types)
    at_once: dict[str, set[str]] = {module: set() for module in modules.members}
    for module, names in modules.members.items():
        for number, name in enumerate(names):
            for part in expressions(types[name]):
                if not isinstance(part, Ref):
                    continue
                is_text = isinstance(types[name], ObjectType) and is_late(name, part)
                if module_of[part.name] != module:
                    assert is_text == (part.name in modules.late[module])
                    if not is_text:
                        at_once[module].add(module_of[part.name])
                elif not is_text and part.name != name:
                    assert part.name in names[:number], f"{name} is above {part.name}"
    assert_no_circle(at_once)


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_type_of_a_revision_has_one_module(revision: str) -> None:
    spec = unroll_aliases(pinned(revision))
    check(spec, type_modules(spec, read_subjects(SCHEMA)))


def test_the_data_has_a_subject_for_lasting_definitions() -> None:
    """A release without `schema.ts` leaves out what is new in it, whose subject follows from its name."""
    counts = Counter(name for revision in REVISIONS for name in pinned(revision).definitions)
    assert {name for name, times in counts.items() if times > 1} - set(read_subjects(SCHEMA)) == set()


def test_every_row_names_a_definition() -> None:
    named = {name for revision in REVISIONS for name in pinned(revision).definitions}
    assert set(read_subjects(SCHEMA)) - named == set()


def test_invented_revisions_have_no_circle() -> None:
    drawn = random.Random(SEED)
    for number in range(INVENTED):
        names = [f"T{each}" for each in range(drawn.randint(2, 14))]
        definitions: dict[str, Any] = {}
        for position, name in enumerate(names):
            if drawn.random() < 0.3 and position:  # a union refers to earlier types alone, so that none is recursive
                definitions[name] = {"anyOf": [ref(drawn.choice(names[:position])), STRING]}
            else:
                targets = drawn.sample(names, drawn.randint(0, min(3, len(names))))
                definitions[name] = record(**{f"m{target}": ref(target) for target in targets})
        spec = tiny(definitions)
        subjects = {type_.name: f"s{drawn.randint(1, 5)}" for type_ in spec.types}
        try:
            check(spec, arrange_modules(spec, subjects))
        except AssertionError as error:
            raise AssertionError(f"MCP_SEED={SEED}, revision {number}: {definitions} {subjects}") from error


def test_requests_stand_above_params_results_and_parts() -> None:
    modules = type_modules(pinned(mb.LATEST), read_subjects(SCHEMA))
    order = list(modules.members["tools"])
    assert order[:3] == ["CallToolRequest", "CallToolRequestParams", "CallToolResult"]
    assert order.index("ListToolsResult") < order.index("Tool") < order.index("ToolAnnotations")


def test_one_reference_between_tools_and_sampling_is_late() -> None:
    late = type_modules(pinned("2026-07-28"), read_subjects(SCHEMA)).late
    assert {module: sorted(names) for module, names in late.items() if names} == {
        "common_types": ["ClientCapabilities", "Implementation"],
        "sampling": ["Tool"],
    }


@pytest.mark.parametrize(
    ("method", "subject"),
    [
        ("tools/call", "tools"),
        ("notifications/tools/list_changed", "tools"),
        ("notifications/cancelled", "notifications"),
        ("ping", "ping"),
    ],
)
def test_the_subject_of_a_method(method: str, subject: str) -> None:
    assert subject_of_method(method) == subject


def test_a_definition_without_data_has_a_subject_by_its_use() -> None:
    message = record("method params", method={"const": "gadgets/list"}, params=ref("Filter"))
    spec = tiny({"ListGadgetsRequest": message, "Filter": record(by=STRING), "Lonely": STRING})
    assert type_modules(spec).module_of == {"ListGadgetsRequest": "gadgets", "Filter": "gadgets", "Lonely": COMMON}


TYPESCRIPT = """
/**
 * A gadget.
 *
 * @category `gadgets/list`
 */
export interface Gadget extends BaseMetadata {
/** Not the gadget's. */
  size: number; /** @category `tools/call` */
}

/** No category. */
export type Odd = string;

/** @internal */
const LOCAL = 1;
/** @category Common Types */
export const SHARED = "x";
/**
 * @category `tools/list`
 */
export interface NewTool {}
"""


def test_categories_of_a_schema_ts_become_rows(tmp_path: Path) -> None:
    assert read_schema_categories(TYPESCRIPT) == {
        "Gadget": "gadgets/list",
        "SHARED": "Common Types",
        "NewTool": "tools/list",
    }
    path = tmp_path / FILE
    path.write_text((SCHEMA / FILE).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "schema.ts").write_text(TYPESCRIPT, encoding="utf-8")
    spec = tiny({"Gadget": STRING, "Odd": STRING, "NewTool": STRING, "Tool": STRING})
    assert add_subjects(tmp_path, spec, None) == ([], ["Gadget", "Odd", "NewTool"])
    assert add_subjects(tmp_path, spec, tmp_path / "schema.ts") == (["Gadget", "NewTool"], ["Odd"])
    before, after = read_subjects(SCHEMA), read_subjects(tmp_path)
    assert after == {**before, "Gadget": "gadgets", "NewTool": "tools"}
    assert add_subjects(tmp_path, spec, tmp_path / "schema.ts") == ([], ["Odd"])
    (tmp_path / "schema.ts").write_bytes(TYPESCRIPT.encode() + b"\xff")
    with pytest.raises(BindgenError, match=r"not UTF-8: invalid start byte at byte \d+"):
        add_subjects(tmp_path, spec, tmp_path / "schema.ts")


@pytest.mark.parametrize(
    ("category", "subject"),
    [("Common Types", "common_types"), ("Content", "content"), ("ping", "lifecycle"), ("tools/call", "tools")],
)
def test_the_subject_of_a_category(category: str, subject: str) -> None:
    assert find_subject_of_category(category, read_categories(SCHEMA)) == subject
