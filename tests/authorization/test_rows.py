"""Every row on authorization has a test, or a reason why it has none; `rows.toml` lists them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import tomlkit

import mcp_bindings as mb

HERE = Path(__file__).parent
LEDGER: dict[str, dict[str, Any]] = tomlkit.parse((HERE / "rows.toml").read_text(encoding="utf-8")).unwrap()
TABLES = [mb.revision(each).authorization for each in mb.REVISIONS]

ROWS: dict[str, set[str]] = {
    "rule": {row.id for table in TABLES for row in table.rules},
    "parameter": {f"{row.name} in {place}" for table in TABLES for row in table.parameters for place in row.where},
    "challenge": {str(row.status) for table in TABLES for row in table.challenges},
    "discovery": {row.target for table in TABLES for row in table.discovery},
    "status": {str(row.code) for table in TABLES for row in table.statuses},
    "issuer_check": {
        f"advertised {row.advertised}, present {row.present}" for table in TABLES for row in table.issuer_checks
    },
}


def functions_of(name: str) -> set[str]:
    body = ast.parse((HERE / name).read_text(encoding="utf-8")).body
    return {
        f"{name}::{node.name}" for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("kind", ROWS)
def test_every_row_is_listed_and_every_listed_row_exists(kind: str) -> None:
    assert (ROWS[kind] - set(LEDGER[kind]), set(LEDGER[kind]) - ROWS[kind]) == (set(), set())


def test_every_reason_is_used_and_every_test_exists() -> None:
    entries = [entry for kind in ROWS for entry in LEDGER[kind].values()]
    reasons = {entry for entry in entries if isinstance(entry, str)}
    assert reasons == set(LEDGER["not_here"])
    named = {str(test) for entry in entries if not isinstance(entry, str) for test in entry}
    existing = {test for path in HERE.glob("test_*.py") for test in functions_of(path.name)}
    assert named - existing == set()
    assert all(entry for entry in entries)


def test_each_rule_for_clients_is_tested_or_has_a_reason() -> None:
    bound = {row.id for table in TABLES for row in table.rules if {"client", "everyone"} & {*row.actors}}
    untested = {each for each in bound if isinstance(LEDGER["rule"][each], str)}
    assert {LEDGER["rule"][each] for each in untested} <= {"practice", "transport"}


def test_what_binds_a_resource_is_tested() -> None:
    """In revisions in which an MCP server is a resource and no authorization server."""
    resources = [table for table in TABLES if table.conformance.server_roles == ("resource server",)]
    bound = {row.id for table in resources for row in table.rules if "MCP server" in row.actors}
    assert len(bound) > 3
    assert [each for each in sorted(bound) if isinstance(LEDGER["rule"][each], str)] == []
