"""Every clause of the specification and every MUST of the facts has a test, or a reason why it has none here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli

from tests.facts import STATED, facts_of
from tests.session.clauses import LIST

ROOT = Path(__file__).parents[2]

BINDING = ("MUST", "MUST NOT")
LIMITS = ("envelope.", "meta.", "progress.", "cancel.", "log.", "mrtr.", "subscription.", "task.", "elicit.mode")
ALSO = ("sampling.tools-gated",)

MethodProfile = dict[str, Any]


@cache
def tables() -> dict[str, Any]:
    return tomli.loads(Path(__file__).with_name("obligations.toml").read_text(encoding="utf-8"))


def rows() -> list[MethodProfile]:
    found: list[MethodProfile] = tables()["row"]
    return found


def clause_rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tables()["clause"]
    return found


@cache
def listed() -> dict[str, list[tuple[str, str]]]:
    """Each hash of `clauses.txt`, with the revisions and sections that contain it."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in LIST.read_text(encoding="utf-8").splitlines():
        place, hash_ = line.split(" ")
        revision, section = place.removeprefix("specification/").split("/", 1)
        found.setdefault(hash_, []).append((revision, section))
    return found


def named_tests(row: MethodProfile) -> Iterator[str]:
    """The tests of a row, for each of its revisions."""
    revisions = row.get("revisions") or {revision for hash_ in row["hashes"] for revision, _ in listed()[hash_]}
    for test in row.get("tests", ()):
        for revision in revisions:
            yield test.replace("{revision}", revision)


@cache
def collected() -> str:
    """Every test of the named files, one per line."""
    files = sorted({test.partition("::")[0] for row in (*rows(), *clause_rows()) for test in row.get("tests", ())})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
def test_every_named_test_exists() -> None:
    ids = set(collected().splitlines())
    functions = {id_.partition("[")[0] for id_ in ids}
    missing: list[str] = []
    for name in {name for row in (*rows(), *clause_rows()) for name in named_tests(row)}:
        if name.endswith("*]"):
            pattern = re.compile(re.escape(name.removesuffix("*]")) + r".*\]")
            there = any(map(pattern.fullmatch, ids))
        else:
            there = name in ids or name in functions
        if not there:
            missing.append(name)
    assert sorted(missing) == []


def test_every_row_has_tests_or_a_reason() -> None:
    for row in rows():
        assert row.keys() <= {"revisions", "fact", "tests", "not_here"}, row
        assert row["revisions"]
        assert set(row["revisions"]) <= set(STATED)
        assert row.get("tests") or row.get("not_here"), row
        assert len(row.get("not_here", "x" * 20)) >= 7, row
        assert len(set(row.get("tests", ()))) == len(row.get("tests", ())), row


def test_rows_without_a_test_here_have_a_reason() -> None:
    for row in rows():
        here = any(test.startswith("tests/session/") for test in row.get("tests", ()))
        assert here or row.get("not_here"), row


def test_no_fact_has_two_rows() -> None:
    count = Counter((revision, row["fact"]) for row in rows() for revision in row["revisions"])
    assert [place for place, number in count.items() if number > 1] == []


def test_every_clause_has_one_row() -> None:
    count = Counter(hash_ for row in clause_rows() for hash_ in row["hashes"])
    assert sorted(set(listed()) - set(count)) == [], "without a row"
    assert sorted(set(count) - set(listed())) == [], "stale"
    assert [hash_ for hash_, number in count.items() if number > 1] == []


def test_every_clause_is_tested_or_has_a_reason() -> None:
    why: dict[str, str] = tables()["why"]
    for row in clause_rows():
        assert row.keys() <= {"sections", "hashes", "tests", "why", "missing"}, row
        assert row.get("tests") or row.get("why") or row.get("missing"), row
        assert row.get("why", next(iter(why))) in why, row
        assert len(row.get("missing", "x" * 20)) >= 20, row
        assert len(set(row.get("tests", ()))) == len(row.get("tests", ())), row
    assert sorted(set(why) - {row.get("why") for row in clause_rows()}) == []
    assert all(len(text) >= 20 for text in why.values())


def test_a_row_names_the_sections_of_its_clauses() -> None:
    for row in clause_rows():
        assert set(row["sections"]) == {section for hash_ in row["hashes"] for _, section in listed()[hash_]}, row


def test_every_revision_has_clauses() -> None:
    assert {revision for places in listed().values() for revision, _ in places} == set(STATED)


def test_the_rows_agree_with_the_facts() -> None:
    wanted = {(revision, fact) for revision in STATED for fact in binding(revision)}
    named = {(revision, row["fact"]) for row in rows() for revision in row["revisions"]}
    assert sorted(wanted - named) == [], "without a row"
    assert sorted(named - wanted) == [], "stale"


def binding(revision: str) -> Iterator[str]:
    """The binding entries of a revision's facts; a capability and a member of `[request_id]` always bind."""
    facts = facts_of(revision)
    for rule in facts["lifecycle"]["rule"]:
        if rule["level"] in BINDING:
            yield f"lifecycle.{rule['order']}"
    for name in facts["request_id"]:
        if name != "sources":
            yield f"request_id.{name}"
    for side in ("client", "server"):
        for row in facts["capabilities"][side]:
            yield f"capabilities.{side}.{row['path']}"
    for key in facts["meta"]["key"]:
        yield f"meta.key.{key['key']}"
    for place, rule in enumerate(facts["meta"].get("rule", ()), 1):
        if rule["level"] in BINDING:
            yield f"meta.rule.{place}"
    for limit in facts["limit"]:
        if limit["severity"] in BINDING and (limit["id"].startswith(LIMITS) or limit["id"] in ALSO):
            yield f"limit.{limit['id']}"
