"""Each rule of each revision has a document that breaks it, and only it, and one that breaks none."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindings.spec.lint_rules import LintRule
from tests.documents import filled
from tests.revisions import filter_of, has_method, method_of

PAIRS: list[dict[str, Any]] = read_toml(Path(__file__).with_name("pairs.toml"))["pair"]
KEYS = {"filter", "rule", "since", "until", "definition", "method", "invalid", "at", "broken", "fine"}


def revision_profile(revision: str) -> Mapping[str, LintRule]:
    rules: tuple[LintRule, ...] = import_module(f"mcp_bindings.v{revision.replace('-', '_')}.lint_rules").RULES
    return {rule.id: rule for rule in rules}


RULES = {revision: revision_profile(revision) for revision in mb.REVISIONS}


def applies(pair: dict[str, Any], revision: str) -> bool:
    """Whether a revision has the rule, within the span of the pair, and what its documents are about."""
    rev = mb.revision(revision)
    first, last = pair.get("since", revision), pair.get("until", revision)
    known = pair.get("definition", "Tool") in rev.definitions
    known = known and ("method" not in pair or has_method(pair["method"], revision))
    known = known and ("filter" not in pair or filter_of(revision) == pair["filter"])
    return pair["rule"] in RULES[revision] and first <= revision <= last and known


def derived_pairs(revision: str) -> Iterator[dict[str, Any]]:
    """Pairs for the rules on data of errors that no pair is about: `release` writes these rules from the schema."""
    named = {pair["rule"] for pair in PAIRS}
    for rule in RULES[revision].values():
        if rule.check == "error_data" and rule.id not in named:
            error = {"code": int(rule.values[0]), "message": "a"}
            data = dict.fromkeys(rule.members, "x")
            broken, fine = (
                json.dumps({"jsonrpc": "2.0", "id": 1, "error": each}) for each in (error, {**error, "data": data})
            )
            yield {"rule": rule.id, "at": "/error", "broken": broken, "fine": fine, "since": revision}


def completed(pair: dict[str, Any], revision: str) -> dict[str, Any]:
    """A pair whose documents have the members that the revision requires."""
    if "definition" not in pair:
        return pair
    given = {name: json.loads(pair[name]) for name in ("fine", "broken")}
    whole = {name: filled(revision, pair["definition"], document) for name, document in given.items()}
    changed = [name for name in given if whole[name] != given[name] and whole["fine"] != given["fine"]]
    return {**pair, **{name: json.dumps(whole[name]) for name in changed}}


def is_fine(pair: dict[str, Any], revision: str) -> bool:
    codec = mb.revision(revision).codec(pair.get("definition", "JSONRPCMessage"))
    return codec.findings(json.loads(pair["fine"])) == []


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """The pairs of each revision, with `since`, the first revision of the pair. A later schema may refuse the pair."""
    for pair in PAIRS:
        for revision in (spoken := [each for each in mb.REVISIONS if applies(pair, each)]):
            found = {**completed(pair, revision), "since": spoken[0]}
            if revision == spoken[0] or is_fine(found, revision):
                yield revision, found
    for revision in mb.REVISIONS:
        yield from ((revision, pair) for pair in derived_pairs(revision))


CASES = list(cases())

each_pair = pytest.mark.parametrize(
    ("revision", "pair"),
    CASES,
    ids=[f"{revision} {pair['rule']} {number}" for number, (revision, pair) in enumerate(CASES)],
)


def test_every_rule_has_a_pair_and_every_pair_a_rule() -> None:
    shown = {(revision, pair["rule"]) for revision, pair in CASES}
    rules = {(revision, rule) for revision, table in RULES.items() for rule in table}
    assert rules - shown == set(), "write a [[pair]] for each of these rules to tests/lint/pairs.toml"
    assert shown - rules == set()
    assert {pair["rule"] for pair in PAIRS} <= {rule for _, rule in rules}
    assert [pair for pair in PAIRS if not KEYS.issuperset(pair)] == []


@each_pair
def test_the_rule_is_broken_and_kept(revision: str, pair: dict[str, Any]) -> None:
    rev, rule = mb.revision(revision), RULES[revision][pair["rule"]]
    asked = {name: pair[name] for name in ("definition", "method") if name in pair}
    asked |= {name: method_of(method, revision) for name, method in asked.items() if name == "method"}
    assert rev.lint(pair["fine"], **asked) == []
    assert rev.lint(pair["broken"], **asked) == [(pair["at"], rule.id, rule.level, rule.message, rule.sources)]
    assert rev.lint(json.loads(pair["broken"]), **asked) == rev.lint(pair["broken"].encode(), **asked)


@each_pair
def test_the_schema_alone_does_not_see_it(revision: str, pair: dict[str, Any]) -> None:
    codec = mb.revision(revision).codec(pair.get("definition", "JSONRPCMessage"))
    assert is_fine(pair, revision)
    is_seen = bool(codec.findings(json.loads(pair["broken"])))
    assert is_seen >= ("invalid" in pair)
    if revision == pair["since"]:  # a later schema may state the rule
        assert is_seen == ("invalid" in pair)
