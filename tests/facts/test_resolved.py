"""The tables of facts are what they were when each file stated every row, apart from changes with a reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.manifest import read_toml
from tests.facts import resolved

SCHEMA = resolved.ROOT / "schema"


@pytest.mark.parametrize("revision", resolved.stated())
def test_the_resolved_tables_are_the_written_out_ones(revision: str) -> None:
    assert resolved.changed(SCHEMA, revision) == {}, (
        'did the facts change on purpose? then say why: python -m tests.facts.resolved change "REASON"'
    )


def test_each_change_since_then_has_an_effect_and_a_reason() -> None:
    tables = read_toml(resolved.STATED)
    rows = tables["changed"]
    assert len({(row["revision"], row["table"]) for row in rows}) == len(rows)
    for row in rows:
        assert row["reason"]
        assert tables["written_out"].get(row["revision"], {}).get(row["table"], "") != row["hash"], row


def test_a_change_of_one_revision_is_seen_in_those_that_inherit_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = tmp_path / "schema"
    shutil.copytree(SCHEMA, schema)
    before = resolved.STATED.read_text(encoding="utf-8")
    stated = shutil.copy(resolved.STATED, tmp_path)
    monkeypatch.setattr(resolved, "STATED", Path(stated))
    revision, heir = list(resolved.stated())[:2]
    path = schema / revision / "lint_rules.toml"
    row = read_facts(schema, revision, path.name).tables["rule"][0]
    assert row["message"] in [each.get("message") for each in read_facts(schema, heir, path.name).tables["rule"]]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(row["message"], f"{row['message']}!"), encoding="utf-8")
    assert set(resolved.changed(schema, revision)) == set(resolved.changed(schema, heir)) == {"lint_rules.toml rule"}
    assert len(list(resolved.state_changes(schema, [revision, heir], "an exclamation mark"))) == 2
    assert resolved.changed(schema, heir) == {}
    path.write_text(text, encoding="utf-8")
    assert len(list(resolved.state_changes(schema, [revision, heir], "no exclamation mark"))) == 2
    assert Path(stated).read_text(encoding="utf-8") == before
