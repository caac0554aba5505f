"""The generated reference has a section for everything, and its facts are those of the package."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
import mcp_bindings.session
from mcp_bindgen import sources
from mcp_bindgen.ir.types import ObjectType
from mcp_bindgen.site.entries import Kind, section_label
from mcp_bindgen.site.pages import TABLES, reference_files
from mcp_bindgen.site.session_rules import APPLIES, can_apply
from mcp_bindings import renames
from mcp_bindings.negotiation.matrix import ERA_MATRIX
from tests.session.test_observer import WITH_OUTPUTS
from tests.session.test_rules import CASES

each_revision = pytest.mark.parametrize("revision", mb.REVISIONS)


@cache
def texts() -> dict[str, str]:
    return {path: content.decode("utf-8") for path, content in reference_files().items()}


def pages(revision: str) -> dict[str, str]:
    """The pages of a revision, by the name of the file."""
    start = f"reference/{revision}/"
    return {path.removeprefix(start).removesuffix(".md"): text for path, text in texts().items() if start in path}


def section(revision: str, kind: Kind, key: str) -> str:
    """The text of an entry's section."""
    return find_section(revision, kind, key)[1]


def find_section(revision: str, kind: Kind, key: str) -> tuple[str, str]:
    """The only page with the section of an entry, and its text."""
    head = f"({section_label(revision, kind, key)})=\n"
    [(name, text)] = [(name, text) for name, text in pages(revision).items() if head in text]
    assert text.count(head) == 1, head
    return name, re.split(r"^\(|^## (?=\w+ *\w*$)", text.partition(head)[2].partition("\n")[2], flags=re.MULTILINE)[0]


@each_revision
def test_every_definition_and_part_has_a_section(revision: str) -> None:
    spec = sources.load_spec(revision)
    for type_ in spec.types:
        text = section(revision, "definition", type_.name)
        members = [field.wire_name for field in type_.fields] if isinstance(type_, ObjectType) else []
        shown = re.findall(r"^`([^`]+)`.*\n: \S", text, flags=re.MULTILINE)
        assert shown[: len(members)] == members, type_.name


@each_revision
def test_definitions_stand_in_the_order_of_their_module(revision: str) -> None:
    spec = sources.load_spec(revision)
    package = f"mcp_bindings.{spec.module}"
    subjects = [page for page in pages(revision) if "-" not in page]
    shown = {page: re.findall(r"^### (\w+)$", pages(revision)[page], flags=re.MULTILINE) for page in subjects}
    assert {page: [name for name in shown[page] if name in spec.by_name()] for page in subjects} == {
        page: [name for name in defined_names(f"{package}.{page}") if name in spec.by_name()] for page in subjects
    }
    assert all(f"`{package}` exports them from its module `{page}`" in pages(revision)[page] for page in subjects)


def defined_names(module: str) -> list[str]:
    """The classes and aliases of a module, in order."""
    names: list[str] = []
    for statement in ast.parse(Path(str(import_module(module).__file__)).read_bytes()).body:
        for each in statement.body if isinstance(statement, ast.If) else [statement]:
            match each:
                case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                    names.append(name)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    names.append(name)
                case _:
                    pass
    return names


@each_revision
def test_a_revision_leads_to_each_section_by_its_name(revision: str) -> None:
    index = texts()[f"reference/{revision}.md"]
    items = re.findall(r"^- ((?:<span id=\"[^\"]+\"></span>)+)\[.*\]\(#(\S+)\)$", index, flags=re.MULTILINE)
    anchors = {anchor: target for spans, target in items for anchor in re.findall(r'id="([^"]+)"', spans)}
    assert len(anchors) == sum(spans.count("<span") for spans, _ in items)
    labels = re.findall(r"^\((\S+)\)=$", "\n".join(pages(revision).values()), flags=re.MULTILINE)
    assert sorted(target for _, target in items) == sorted(labels)
    assert all(anchors[each.removeprefix(f"{revision}-")] == each for each in labels)
    definitions, methods = sources.load_spec(revision).by_name(), mb.revision(revision).methods
    assert all(anchors[name] == section_label(revision, "definition", name) for name in definitions)
    assert all(anchors[name] == section_label(revision, "method", name) for name in methods)


@each_revision
def test_methods_are_those_of_the_package(revision: str) -> None:
    rev = mb.revision(revision)
    assert rev.methods
    for name, info in rev.methods.items():
        text = section(revision, "method", name)
        assert f"Since {info.since}." in text
        assert f"](#{section_label(revision, 'definition', info.message)})" in text
        for result in info.results:
            assert f"](#{section_label(revision, 'definition', result)})" in text


@each_revision
def test_error_codes_are_those_of_the_package(revision: str) -> None:
    codes = mb.revision(revision).error_codes
    assert codes
    for code, info in codes.items():
        text = section(revision, "error", str(code))
        assert info.name in text
        assert info.retired == ("Retired: " in text)
        if not info.retired:
            assert f"Since {info.since}." in text


@each_revision
def test_facts_of_the_transport_and_lint_rules_have_sections(revision: str) -> None:
    rev = mb.revision(revision)
    http = rev.protocol.http
    for name in [row.name for row in http.request_headers] + [row.name for row in http.response_headers]:
        assert section(revision, "header", name.lower())
    for key in rev.protocol.meta_keys:
        assert section(revision, "meta", key.key)
    rules = import_module(f"mcp_bindings.{sources.load_spec(revision).module}.lint_rules").RULES
    assert rules
    for rule in rules:
        assert rule.level in section(revision, "lint", rule.id)


@each_revision
def test_session_rules_are_listed_where_a_case_breaks_them(revision: str) -> None:
    spec = sources.load_spec(revision)
    listed = {rule for rule in mcp_bindings.session.RULES if can_apply(rule, spec)}
    broken = {each.rule for each in CASES if each.revision == revision}
    assert listed == broken | ({"tool.output"} if revision in WITH_OUTPUTS else set())
    for rule in listed:
        assert mcp_bindings.session.RULES[rule].summary in section(revision, "session", rule)


def test_conditions_are_of_rules() -> None:
    assert set(APPLIES) <= set(mcp_bindings.session.RULES)


def test_session_rules_follow_the_names_of_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """A revision that renames `subscriptions/listen` had no rules about subscriptions."""
    earlier = next(each for each in mb.REVISIONS if "completion/complete" in mb.revision(each).methods)
    spec = sources.load_spec(earlier)
    assert not can_apply("subscription.filter", spec)
    renamed = ((earlier, "to-newer", "subscriptions/listen", "completion/complete"),)
    monkeypatch.setattr(renames, "METHODS", renamed)
    renames.list_names.cache_clear()
    try:
        assert can_apply("subscription.filter", spec)
    finally:
        monkeypatch.undo()
        renames.list_names.cache_clear()


def test_an_entry_links_to_itself_in_every_other_revision() -> None:
    having = [revision for revision in mb.REVISIONS if "tools/call" in mb.revision(revision).methods]
    assert len(having) > 1
    for revision in having:
        text = section(revision, "method", "tools/call")
        links = re.findall(r"\]\(#([\d-]+)-method-tools-call\)", text)
        assert links == [other for other in reversed(having) if other != revision]


def test_the_newest_revision_comes_first() -> None:
    newest_first = [*reversed(mb.REVISIONS)]
    index, changes = texts()["reference/index.md"], texts()["reference/changes.md"]
    assert re.findall(r"^(\d{4}-\d\d-\d\d)$", index, flags=re.MULTILINE) == newest_first
    for text in (index, changes):
        heads = [line.split("|")[2:-1] for line in text.splitlines() if re.match(r"\| [a-z ]+ \| \d{4}-", line)]
        assert len(heads) > 1
        assert all([cell.strip() for cell in head] == newest_first for head in heads)
    headings = re.findall(r"^## (.*)$", changes, flags=re.MULTILINE)
    assert headings[: len(mb.REVISIONS) - 1] == newest_first[:-1]


def test_the_name_of_a_method_leads_to_its_newest_entry() -> None:
    index = texts()["reference/index.md"]
    for method in {name for revision in mb.REVISIONS for name in mb.revision(revision).methods}:
        newest = next(each for each in reversed(mb.REVISIONS) if method in mb.revision(each).methods)
        assert f"| [`{method}`](#{section_label(newest, 'method', method)}) |" in index
    assert re.search(rf"^\| \[[^]]+\]\({mb.LATEST}/tools\S*\) \|", index, flags=re.MULTILINE)


def test_a_change_names_its_release() -> None:
    first, *_, newest = mb.REVISIONS
    assert "Changed in" not in section(first, "definition", "Tool")
    changed = re.findall(r"\(\.\./changes\.md#([\d-]+)\)", section(newest, "definition", "Tool"))
    assert changed == sorted(changed)
    assert set(changed) < set(mb.REVISIONS)
    assert changed


def test_the_json_document_has_the_tables_of_the_package() -> None:
    document = json.loads(texts()[f"_extra/reference/{TABLES}"])
    assert list(document) == ["revisions", "era_matrix", "authorization"]
    revisions = [mb.revision(name) for name in mb.REVISIONS]
    assert document["revisions"] == [as_json(each.protocol) for each in revisions]
    assert document["era_matrix"] == [as_json(row) for row in ERA_MATRIX]
    assert document["authorization"] == [as_json(each.authorization) for each in revisions]
    assert f'<a href="{TABLES}">' in texts()["reference/index.md"]


def as_json(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {name: as_json(item) for name, item in value._asdict().items()}
    return value if isinstance(value, (str, int)) else [as_json(item) for item in value]


@pytest.mark.slow
def test_the_same_pages_come_out_twice() -> None:
    assert reference_files() == {path: text.encode("utf-8") for path, text in texts().items()}


@each_revision
def test_requirements_features_and_streams_are_shown(revision: str) -> None:
    protocol, shown = mb.revision(revision).protocol, pages(revision)["protocol-facts"]
    for row in protocol.requirements:
        assert f"| `{row.id}` |" in shown
    for feature in protocol.features:
        assert feature.migration in shown.partition("## Deprecated and removed features")[2].replace("\\", "")
    assert ("## Deprecated and removed features" in shown) == bool(protocol.features)
    levels = {protocol.http.event_streams.broadcast, protocol.http.event_streams.endpoint_event}
    assert ("## Event streams" in shown) == (levels != {"unspecified"})
