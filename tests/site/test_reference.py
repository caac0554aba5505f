"""The generated reference has a section for everything, and its facts are those of the package."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
import mcp_bindings.session
from mcp_bindgen import sources
from mcp_bindgen.ir.types import ObjectType
from mcp_bindgen.site.entries import Kind, section_label
from mcp_bindgen.site.pages import TABLES, reference_documents
from mcp_bindgen.site.session_rules import APPLIES, applies
from mcp_bindings.negotiation.matrix import ERA_MATRIX
from tests.session.test_observer import WITH_OUTPUTS
from tests.session.test_rules import CASES

each_revision = pytest.mark.parametrize("revision", mb.REVISIONS)


@cache
def texts() -> dict[str, str]:
    return {path: content.decode("utf-8") for path, content in reference_documents().items()}


def page(revision: str) -> str:
    return texts()[f"reference/{revision}.md"]


def section(revision: str, kind: Kind, key: str) -> str:
    """The text of an entry's section."""
    head = f"({section_label(revision, kind, key)})=\n"
    assert page(revision).count(head) == 1, head
    return re.split(r"^(?:\(|## )", page(revision).partition(head)[2], maxsplit=1, flags=re.MULTILINE)[0]


@each_revision
def test_every_definition_and_part_has_a_section(revision: str) -> None:
    spec = sources.load_spec(revision)
    for type_ in spec.types:
        text = section(revision, "definition", type_.name)
        members = [field.wire_name for field in type_.fields] if isinstance(type_, ObjectType) else []
        assert [name for name in members if f"| `{name}`" not in text] == [], type_.name


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
    listed = {rule for rule in mcp_bindings.session.RULES if applies(rule, spec)}
    broken = {each.rule for each in CASES if each.revision == revision}
    assert listed == broken | ({"tool.output"} if revision in WITH_OUTPUTS else set())
    for rule in listed:
        assert mcp_bindings.session.RULES[rule].summary in section(revision, "session", rule)


def test_conditions_are_of_rules() -> None:
    assert set(APPLIES) <= set(mcp_bindings.session.RULES)


def test_an_entry_links_to_itself_in_every_other_revision() -> None:
    having = [revision for revision in mb.REVISIONS if "tools/call" in mb.revision(revision).methods]
    assert len(having) > 1
    for revision in having:
        text = section(revision, "method", "tools/call")
        links = re.findall(r"\]\(#([\d-]+)-method-tools-call\)", text)
        assert links == [other for other in having if other != revision]


def test_a_change_names_its_release() -> None:
    first, *_, newest = mb.REVISIONS
    assert "Changed in" not in section(first, "definition", "Tool")
    changed = re.findall(r"\(changes\.md#([\d-]+)\)", section(newest, "definition", "Tool"))
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


def test_the_same_pages_come_out_twice() -> None:
    assert reference_documents() == {path: text.encode("utf-8") for path, text in texts().items()}


@each_revision
def test_requirements_features_and_streams_are_shown(revision: str) -> None:
    protocol, shown = mb.revision(revision).protocol, page(revision)
    for row in protocol.requirements:
        assert f"| `{row.id}` |" in shown
    for feature in protocol.features:
        assert feature.migration in shown.partition("## Deprecated and removed features")[2].replace("\\", "")
    assert ("## Deprecated and removed features" in shown) == bool(protocol.features)
    levels = {protocol.http.event_streams.broadcast, protocol.http.event_streams.endpoint_event}
    assert ("## Event streams" in shown) == (levels != {"unspecified"})
