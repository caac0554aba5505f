"""The tables of facts are what they were when each file stated every row, apart from changes with a reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import tomli

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
        assert resolved.first().get(row["revision"], {}).get(row["table"], "") != row["hash"], row


def as_first_written(text: str, table: str, *revisions: str) -> str:
    """The text without the rows of a table, as if it had been written out as it is now."""
    for revision in revisions:
        now = resolved.stated()[revision][table]
        text = text.replace(tomli.loads(text)["written_out"][revision][table], now)
        before, row, after = text.partition(f'[[changed]]\nrevision = "{revision}"\ntable = "{table}"\n')
        text = before + after.partition("\n\n")[2] if row else text
    return text


def test_a_change_reaches_the_revisions_that_inherit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = tmp_path / "schema"
    shutil.copytree(SCHEMA, schema)
    revision, heir = list(resolved.stated())[:2]
    before = as_first_written(resolved.STATED.read_text(encoding="utf-8"), "lint_rules.toml rule", revision, heir)
    stated = tmp_path / resolved.STATED.name
    stated.write_text(before, encoding="utf-8")
    monkeypatch.setattr(resolved, "STATED", stated)
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
    assert stated.read_text(encoding="utf-8") == before
