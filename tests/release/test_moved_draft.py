"""`schema import draft`: facts, errata and documentation lines follow the new file, and the rest is listed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli

from mcp_bindgen import sources
from mcp_bindgen.ingest import errata, manifest
from mcp_bindgen.ingest.inheritance import KEYS, read_facts
from mcp_bindgen.jsontext import is_array
from mcp_bindgen.records import docs
from mcp_bindgen.release.building import check_facts
from mcp_bindgen.release.difference import find_difference
from mcp_bindgen.release.importing import ImportOutcome, import_official_file
from mcp_bindings.spec.names import COMPLETE_ARGUMENT, LIST_RESOURCE_TEMPLATES
from tests.forks.acme import METHODS, forked
from tests.unit.tiny import ROOT

COMMIT = "1" * 40
EDIT = Callable[[dict[str, Any]], None]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "schema", tmp_path / "schema")
    return tmp_path


def import_draft(checkout: Path, edit: EDIT, replaced: tuple[tuple[str, str], ...] = ()) -> ImportOutcome:
    """Import the draft's file after an edit of its definitions and of its text."""
    document = json.loads((checkout / "schema" / "draft" / "schema.json").read_bytes())
    edit(document["$defs"])
    text = json.dumps(document)
    for old, new in replaced:
        text = text.replace(old, new)
    path = checkout / "moved.json"
    path.write_text(text, encoding="utf-8")
    outcome = import_official_file(checkout, "draft", path, COMMIT)
    check_everything(checkout / "schema")
    return outcome


def check_everything(root: Path) -> None:
    """Check the data as `generate` does."""
    specs = [sources.spec_of(root, row) for row in manifest.read_manifest(root)]
    check_facts(root, specs[-1])
    docs.check_docs(docs.read_docs(root), specs, where=root / "docs.toml")


def keep(_: dict[str, Any]) -> None:
    pass


def method_rows(schema_root: Path, revision: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read_facts(schema_root, revision, "protocol.toml").tables["method"]
    return rows


def said(outcome: ImportOutcome) -> list[str]:
    return [f"{each.path.rpartition('/')[2]}: {each.text}" for each in outcome.written]


def test_an_unchanged_draft_changes_no_file_but_its_pin(checkout: Path) -> None:
    assert import_draft(checkout, keep).written == []
    for path in (ROOT / "schema" / "draft").glob("*.toml"):
        assert (checkout / "schema" / "draft" / path.name).read_bytes() == path.read_bytes()
    assert (checkout / "schema" / "docs.toml").read_bytes() == (ROOT / "schema" / "docs.toml").read_bytes()


def test_new_methods_have_rows(checkout: Path) -> None:
    def add_methods(definitions: dict[str, Any]) -> None:
        definitions.update(forked({"$defs": definitions})["$defs"])

    outcome = import_draft(checkout, add_methods)
    assert {f"protocol.toml: derived method {name}" for name in METHODS} <= {*said(outcome)}
    row = manifest.find_revision(manifest.read_manifest(checkout / "schema"), "draft")
    spec = sources.spec_of(checkout / "schema", row)
    rows = {each.name: each for each in sources.methods_of(spec, checkout / "schema")}
    assert [rows[name].capability for name in METHODS] == ["assets", "assets"]
    left = [each.text for each in outcome.todos if each.path == "schema/draft/protocol.toml"]
    assert left == [f"method {name}: state `sources`" for name in METHODS]


def test_what_is_gone_takes_facts_and_lines_along(checkout: Path) -> None:
    def remove_completion(definitions: dict[str, Any]) -> None:
        for name in [name for name in definitions if name.startswith("Complete")]:
            del definitions[name]
        for union in definitions.values():
            if "anyOf" in union:
                union["anyOf"] = [arm for arm in union["anyOf"] if "/Complete" not in arm.get("$ref", "")]
        del definitions["ServerCapabilities"]["properties"]["completions"]

    found = said(import_draft(checkout, remove_completion))
    assert f"protocol.toml: method gone: {COMPLETE_ARGUMENT}" in found
    assert "transport.toml: server_capability gone: completions" in found
    assert any(line.startswith("docs.toml: removed revision.draft.members_of.CompleteRequestParams") for line in found)
    text = (checkout / "schema" / "docs.toml").read_text(encoding="utf-8")
    assert "[revision.draft.members_of.CompleteRequestParams]" not in text
    assert "[members_of.CompleteRequestParams]" in text
    assert (
        tomli.loads(text)["types"] == tomli.loads((ROOT / "schema" / "docs.toml").read_text(encoding="utf-8"))["types"]
    )


def test_a_renamed_method_keeps_its_row(checkout: Path) -> None:
    new = LIST_RESOURCE_TEMPLATES.replace("templates", "patterns")
    renamed = ((LIST_RESOURCE_TEMPLATES, new), ("ListResourceTemplates", "ListResourcePatterns"))
    outcome = import_draft(checkout, keep, renamed)
    assert f"protocol.toml: recognised: {LIST_RESOURCE_TEMPLATES} is {new} now" in said(outcome)
    (before,) = (each for each in method_rows(ROOT / "schema", "draft") if each["name"] == LIST_RESOURCE_TEMPLATES)
    (after,) = (each for each in method_rows(checkout / "schema", "draft") if each["name"] == new)
    assert {**after, "name": "", "sources": []} == {**before, "name": "", "sources": []}


def test_an_error_with_another_code(checkout: Path) -> None:
    known = read_facts(checkout / "schema", "draft", "protocol.toml").tables["error_code"]
    outcome = import_draft(checkout, keep, (("-32020", "-32025"),))
    assert "protocol.toml: derived error_code -32025" in said(outcome)
    rows = read_facts(checkout / "schema", "draft", "protocol.toml").tables["error_code"]
    before, now = (
        next(row for row in each if row.get("definition") == "HeaderMismatchError") for each in (known, rows)
    )
    assert {**now, "code": -32020} == before


def test_a_stale_erratum_goes_with_its_decision(checkout: Path) -> None:
    [row, *_] = errata.read_errata(checkout / "schema", "draft")
    place: Any = None

    def correct(definitions: dict[str, Any]) -> None:
        nonlocal place
        place = definitions
        *parents, last = row.pointer.split("/")[2:]
        for token in parents:
            place = place[int(token) if isinstance(place, list) else token]
        place[last] = row.new

    decisions = (checkout / "schema" / "decisions.toml").read_text(encoding="utf-8")
    about = [each["defect"] for each in tomli.loads(decisions)["decision"] if each.get("erratum") == row.id]
    found = said(import_draft(checkout, correct))
    assert f"errata.toml: removed erratum {row.id}, since {row.pointer} is gone or differs" in found
    assert [line for line in found if line.startswith("decisions.toml")] == [
        f"decisions.toml: removed {each}, the decision on such an erratum" for each in about
    ]
    left = tomli.loads((checkout / "schema" / "decisions.toml").read_text(encoding="utf-8"))
    assert left["decision"] == [each for each in tomli.loads(decisions)["decision"] if each.get("erratum") != row.id]
    assert left["reading"] == tomli.loads(decisions)["reading"]


@pytest.mark.parametrize("name", sorted(KEYS))
@pytest.mark.parametrize(("one", "other"), [(0, -1), (-1, 0)])
def test_the_difference_of_two_files_leads_from_one_to_the_other(name: str, one: int, other: int) -> None:
    revisions = [row.id for row in manifest.read_manifest(ROOT / "schema")]
    before, now = (read_facts(ROOT / "schema", revisions[index], name).tables for index in (one, other))
    applied = find_difference(name, before, now).make_resulting_tables()

    def by_content(tables: dict[str, Any]) -> dict[str, Any]:
        return {
            table: sorted(repr(sorted(row.items())) for row in rows) if is_array(rows) else rows
            for table, rows in tables.items()
            if rows
        }

    assert by_content(applied) == by_content(now)
