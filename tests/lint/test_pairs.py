"""Each rule of each revision has a document that breaks it, and only it, and one that breaks none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindings.spec.lint_rules import LintRule

PAIRS: list[dict[str, Any]] = read_toml(Path(__file__).with_name("pairs.toml"))["pair"]
KEYS = {"rule", "since", "until", "definition", "method", "invalid", "at", "broken", "fine"}


def revision_profile(revision: str) -> Mapping[str, LintRule]:
    rules: tuple[LintRule, ...] = import_module(f"mcp_bindings.v{revision.replace('-', '_')}.lint_rules").RULES
    return {rule.id: rule for rule in rules}


RULES = {revision: revision_profile(revision) for revision in mb.REVISIONS}


def applies(pair: dict[str, Any], revision: str) -> bool:
    """Whether a revision has the rule, within the span of the pair, and the definition or method of its documents."""
    rev = mb.revision(revision)
    first, last = pair.get("since", revision), pair.get("until", revision)
    known = pair.get("method", "ping") in {*rev.methods, "ping"} and pair.get("definition", "Tool") in rev.definitions
    return pair["rule"] in RULES[revision] and first <= revision <= last and known


CASES = [(revision, pair) for pair in PAIRS for revision in mb.REVISIONS if applies(pair, revision)]

each_pair = pytest.mark.parametrize(
    ("revision", "pair"),
    CASES,
    ids=[f"{revision} {pair['rule']} {number}" for number, (revision, pair) in enumerate(CASES)],
)


def test_every_rule_has_a_pair_and_every_pair_a_rule() -> None:
    shown = {(revision, pair["rule"]) for revision, pair in CASES}
    rules = {(revision, rule) for revision, table in RULES.items() for rule in table}
    assert (rules - shown, shown - rules) == (set(), set())
    assert {pair["rule"] for pair in PAIRS} == {rule for _, rule in rules}
    assert [pair for pair in PAIRS if not KEYS.issuperset(pair)] == []


@each_pair
def test_the_rule_is_broken_and_kept(revision: str, pair: dict[str, Any]) -> None:
    rev, rule = mb.revision(revision), RULES[revision][pair["rule"]]
    asked = {name: pair[name] for name in ("definition", "method") if name in pair}
    assert rev.lint(pair["fine"], **asked) == []
    assert rev.lint(pair["broken"], **asked) == [(pair["at"], rule.id, rule.level, rule.message, rule.sources)]
    assert rev.lint(json.loads(pair["broken"]), **asked) == rev.lint(pair["broken"].encode(), **asked)


@each_pair
def test_the_schema_alone_does_not_see_it(revision: str, pair: dict[str, Any]) -> None:
    codec = mb.revision(revision).codec(pair.get("definition", "JSONRPCMessage"))
    assert codec.findings(json.loads(pair["fine"])) == []
    assert bool(codec.findings(json.loads(pair["broken"]))) == ("invalid" in pair)
