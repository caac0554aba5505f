"""The rows of `_meta` keys follow the members that a new schema states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.transport import MetaKey, read_transport
from mcp_bindgen.release.adding import ReleaseRequest, add_release
from mcp_bindgen.release.derive import find_meta_members
from mcp_bindgen.release.status import find_todos
from tests.release.inventions import newest_with
from tests.release.test_rehearsal import COMMIT, day_after
from tests.release.test_rehearsal import project as project

KEY, NEW_KEY = "io.modelcontextprotocol/clientInfo", "io.modelcontextprotocol/who-it-is"


def test_what_a_schema_states_about_keys_is_what_the_tables_say() -> None:
    for revision in mb.REVISIONS:
        stated = find_meta_members(sources.load_spec(revision))
        rows = {row.key: row for row in mb.revision(revision).protocol.meta_keys}
        for key, member in stated.items():
            assert (member.type, member.on) == (rows[key].type, set(rows[key].on)), key
            assert not member.required or rows[key].level == "MUST", key


@pytest.mark.slow
def test_a_key_with_another_name_is_another_key(project: Path, tmp_path: Path) -> None:
    previous = newest_with(("RequestMetaObject",))
    path = tmp_path / "official.json"
    text = (project / "schema" / previous / "schema.json").read_text(encoding="utf-8")
    path.write_text(text.replace(f'"{KEY}"', f'"{NEW_KEY}"'), encoding="utf-8")
    new = day_after(previous)
    add_release(project, ReleaseRequest(new, path, COMMIT, previous), dry_run=False)
    facts = read_facts(project / "schema", new, "transport.toml")
    rows = {row["key"]: row for row in facts.tables["meta_key"]}
    assert KEY not in rows
    assert KEY not in facts.unconfirmed["meta_key"]
    assert rows[NEW_KEY] == {**rows[NEW_KEY], "on": ["request"], "sender": "client", "level": "MAY"}
    assert rows["traceparent"], "no schema states it"
    rules = read_facts(project / "schema", new, "lint_rules.toml").tables["rule"]
    listed = next(row["pattern"] for row in rules if row["id"] == "meta.reserved-prefix")
    assert "(?:who-it-is|" in listed
    assert "|clientInfo|" not in listed
    said = {each.text for each in find_todos(project / "schema", new)}
    assert {f"meta_key {NEW_KEY}: state `applies`", f"meta_key {NEW_KEY}: state `sources`"} <= said
    assert f"members.{NEW_KEY}: write its documentation line" in said


def test_a_key_with_a_pattern_is_a_text(project: Path, tmp_path: Path) -> None:
    """A type with an inline schema has a name, but no definition."""
    previous = newest_with(("RequestMetaObject",))
    schema = json.loads((project / "schema" / previous / "schema.json").read_bytes())
    members = schema["$defs"]["RequestMetaObject"]["properties"]
    members["io.modelcontextprotocol/traceId"] = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
    members["io.modelcontextprotocol/origin"] = {"type": "object", "properties": {"a": {"type": "string"}}}
    path = tmp_path / "official.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    new = day_after(previous)
    add_release(project, ReleaseRequest(new, path, COMMIT, previous), dry_run=False)
    rows = {row["key"]: row["type"] for row in read_facts(project / "schema", new, "transport.toml").tables["meta_key"]}
    assert rows["io.modelcontextprotocol/traceId"] == "string"
    assert rows["io.modelcontextprotocol/origin"] == "object"


def test_what_a_schema_newly_states_of_a_key_is_in_its_row(project: Path, tmp_path: Path) -> None:
    """Another type, and that each request needs the key or no longer needs it."""
    previous = newest_with(("RequestMetaObject",))
    schema = json.loads((project / "schema" / previous / "schema.json").read_bytes())
    meta = schema["$defs"]["RequestMetaObject"]
    stated = find_meta_members(sources.load_spec(previous))
    before = {row.key: row for row in mb.revision(previous).protocol.meta_keys}
    on_requests = [key for key, member in stated.items() if member.on == {"request"} and key in meta["properties"]]
    gained = next(key for key in on_requests if not stated[key].required and stated[key].type in schema["$defs"])
    lost = next(key for key in on_requests if stated[key].required)
    unstated = next(key for key in before if key not in stated)
    meta["properties"] |= {gained: {"type": "string"}, unstated: {"type": "string"}}
    meta["required"] = [gained, *(key for key in meta["required"] if key != lost)]
    path = tmp_path / "official.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    new = day_after(previous)
    add_release(project, ReleaseRequest(new, path, COMMIT, previous), dry_run=False)
    rows = {row.key: row for row in read_transport(project / "schema", new).meta_key}
    expected: dict[str, dict[str, Any]] = {
        gained: {"type": "string", "level": "MUST"},
        lost: {"level": "MAY"},
        unstated: {"on": ("request",), "sender": "client"},
    }
    for key, changes in expected.items():
        fields: dict[str, Any] = {**before[key]._asdict(), "sources": rows[key].sources, **changes}
        assert rows[key] == MetaKey(**fields)
    assert rows.keys() == before.keys()
