"""The tables of rules agree with the code, with the facts they were made from, and with each other."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import product
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import paths
from mcp_bindgen.ingest import lint_rules
from mcp_bindings.lint.checks import CHECKS, JSON_SCHEMA_CHECK
from mcp_bindings.spec.error_codes import find_sending_level
from mcp_bindings.spec.lint_rules import LintRule
from tests.facts import STATED, facts_of

REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
WITH_FACTS = pytest.mark.parametrize("revision", STATED)

FORMATS = {"resource.uri-valid", "elicit.url-valid"}
"""Facts that the schema states as `format`, which annotates and does not assert."""

BEYOND = {
    "elicit.form-secret",
    "elicit.url-credentials",
    "elicit.url-https",
    "error.code-defined",
    "error.code-new",
    "error.code-reserved",
    "error.code-retired",
    "error.data-capabilities",
    "error.data-elicitations",
    "error.data-versions",
    "json-schema.local-refs",
    "meta.reserved-prefix",
    "mrtr.no-caching",
    "resource.uri-template",
    "root.path",
    "tool.header-secret",
    "tool.param-headers",
    "tools.names-unique",
}
"""Rules that come from a section on another subject, such as security, and are no limit of their own."""

CLOSED = {"tool.name-chars": "the empty name is a matter of its length", "root.file-uri": "the whole URI is matched"}
"""Patterns that are not to the letter those of the facts, with the reason."""


def rows_of(revision: str) -> lint_rules.LintRuleFile:
    return lint_rules.read_lint_rules(paths.schema_root(), revision)


def test_every_check_has_code_and_is_used() -> None:
    used = {row.check for revision in mb.REVISIONS for row in rows_of(revision).rules}
    assert set(CHECKS) == set(lint_rules.PARAMETERS) == used
    assert JSON_SCHEMA_CHECK in CHECKS


@REVISIONS
def test_the_package_has_the_rows(revision: str) -> None:
    packaged: tuple[LintRule, ...] = import_module(f"mcp_bindings.v{revision.replace('-', '_')}.lint_rules").RULES
    rows = rows_of(revision).rules
    assert [(rule.id, rule.places, rule.check, rule.keyword, rule.level) for rule in packaged] == [
        (row.id, row.places, row.check, row.keyword, row.level) for row in rows
    ]
    fields = ("message", "sources", "pattern", "values", "members", "minimum", "maximum", "reason")
    assert [[getattr(each, name) for name in fields] for each in packaged] == [
        [getattr(each, name) for name in fields] for each in rows
    ]


@REVISIONS
def test_a_finding_is_as_grave_as_the_keyword_of_its_rule(revision: str) -> None:
    """Keywords are those of the pages, as the facts have them; a rule that a message cannot show is a note."""
    for row in rows_of(revision).rules:
        grave = {"MUST": "error", "SHOULD": "warning"}.get(row.keyword, "note")
        assert row.level == ("note" if row.reason else grave), row.id
        assert not (row.reason and row.keyword == "unspecified"), f"{row.id} is a note without a reason"


@WITH_FACTS
def test_every_fact_that_one_message_can_break_has_a_row(revision: str) -> None:
    limits: dict[str, dict[str, Any]] = {row["id"]: row for row in facts_of(revision)["limit"]}
    expected = {
        name for name, row in limits.items() if row["checkable"] and (not row["in_schema_json"] or name in FORMATS)
    }
    file = rows_of(revision)
    found = {row.id for row in file.rules} | {row.id for row in file.elsewhere}
    found -= BEYOND
    assert (expected - found, found - expected) == (set(), set())
    others: set[str] = set()
    for row in file.rules:
        if row.id not in BEYOND:
            fact = limits[row.id]
            assert (row.keyword, row.sources) == (fact["severity"], tuple(fact["sources"])), row.id
            numbers = (fact.get("min_length", 0), fact.get("max_length", fact.get("max_items", 0)))
            assert (row.minimum, row.maximum) == numbers, row.id
            if "regex" in fact and fact["regex"] not in (f"^{row.pattern}$", f"^(?:{row.pattern})$"):
                others.add(row.id)
    assert others == {row.id for row in file.rules if row.id in CLOSED}


LEVEL = {"MUST NOT": "error", "SHOULD NOT": "note"}
"""Of a code that must not be sent, and of one that only new implementations should not send."""


@REVISIONS
def test_codes_of_errors_are_judged_as_the_tables_have_it(revision: str) -> None:
    rev = mb.revision(revision)
    assert not rev.error_ranges or {row.level for code in rev.error_codes.values() for row in code.uses} > {"MUST NOT"}
    for code in (*rev.error_codes, *range(-32800, -31980), 0, 7):
        level = find_sending_level(code, rev.error_codes, rev.error_ranges)
        found = rev.lint({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "no"}})
        expected = [LEVEL[level]] if level in LEVEL else []
        assert [each.level for each in found if each.rule.startswith("error.code")] == expected, code


@REVISIONS
def test_data_of_errors_is_judged_as_the_tables_have_it(revision: str) -> None:
    rev = mb.revision(revision)
    for code, row in rev.error_codes.items():
        found = rev.lint({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "no", "data": {}}})
        data = getattr(import_module(rev.package), row.data) if row.data is not None else None
        required = data is not None and any(field.is_required() for field in data.model_fields.values())
        assert [each.level for each in found if each.rule.startswith("error.data")] == ["error"] * required, code


@WITH_FACTS
def test_keys_are_judged_as_the_facts_have_it(revision: str) -> None:
    meta = facts_of(revision)["meta"]
    table = {row.id: row for row in rows_of(revision).rules}
    if not meta["key_regex"]:
        assert not {"meta.key-format", "meta.reserved-prefix"} & set(table)
        return
    form, free = table["meta.key-format"], table["meta.reserved-prefix"]
    keys = ("".join(parts) for length in range(8) for parts in product("a1-./", repeat=length))
    expected, found = re.compile(meta["key_regex"]), re.compile(form.pattern)
    assert [key for key in keys if bool(expected.fullmatch(key)) != bool(found.fullmatch(key))] == []
    assert not found.fullmatch("a\n")
    assert not found.fullmatch("é/a")
    page, *extensions = free.sources
    assert [page] == meta["sources"]
    assert all(each.startswith("extensions/") for each in extensions)
    taken, others = meta["reserved_prefix_examples"], meta["not_reserved_examples"]
    assert [prefix for prefix in taken if re.fullmatch(free.pattern, f"{prefix}unknown")] == []
    assert [prefix for prefix in others if not re.fullmatch(free.pattern, f"{prefix}unknown")] == []
    known = [row["key"] for row in meta["key"]]
    assert known
    assert [key for key in known if not re.fullmatch(form.pattern, key) or not re.fullmatch(free.pattern, key)] == []
    for key in known:
        assert bool(re.fullmatch(free.pattern, f"{key}x")) == (not re.match(meta["reserved_prefix_regex"], key))
