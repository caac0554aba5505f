"""A new revision with other error codes, or with a code of two definitions, is released, and its facts follow."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ingest.findings import read_findings
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.manifest import find_revision, read_manifest
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.release.adding import ReleaseOutcome, ReleaseRequest, add_release
from mcp_bindings.spec.error_codes import HEADER_MISMATCH, INVALID_PARAMS, code_in
from tests.release.inventions import newest_with
from tests.release.test_rehearsal import COMMIT, day_after
from tests.release.test_rehearsal import project as project
from tests.revisions import PER_REQUEST

Definitions = dict[str, Any]
PREVIOUS = newest_with(("HeaderMismatchError", "DiscoverRequest"), PER_REQUEST)
NEW = day_after(PREVIOUS)
OTHER = HEADER_MISMATCH - 5


def released(project: Path, change: Callable[[Definitions], None]) -> ReleaseOutcome:
    """Bring in a revision that differs from the one before by one change."""
    document = json.loads((project / "schema" / PREVIOUS / "schema.json").read_bytes())
    change(document["$defs"])
    path = project.with_name("official.json")
    path.write_text(json.dumps(document), encoding="utf-8")
    return add_release(project, ReleaseRequest(NEW, path, COMMIT, PREVIOUS), dry_run=False)


def code_of(definitions: Definitions, name: str) -> dict[str, Any]:
    found: dict[str, Any] = definitions[name]["properties"]["error"]["allOf"][1]["properties"]["code"]
    return found


def with_another_code(definitions: Definitions) -> None:
    assert code_of(definitions, "HeaderMismatchError")["const"] == HEADER_MISMATCH
    code_of(definitions, "HeaderMismatchError")["const"] = OTHER


def codes(root: Path) -> dict[int, ErrorCode]:
    specs = [sources.spec_of(root, row) for row in read_manifest(root) if row.status == "released"]
    return {row.code: row for row in sources.errors_of(specs, specs[-1:], root)[NEW].codes}


def test_a_changed_code_moves_with_all_facts_about_its_error(project: Path) -> None:
    outcome, root = released(project, with_another_code), project / "schema"
    rows = codes(root)
    now, gone = rows[OTHER], rows[HEADER_MISMATCH]
    assert (now.name, now.retired, [use.http_status for use in now.uses]) == ("HEADER_MISMATCH", False, [400])
    assert (gone.name, gone.retired, gone.until) == (f"HEADER_MISMATCH_{-HEADER_MISMATCH}", True, PREVIOUS)
    protocol = read_facts(root, NEW, "protocol.toml")
    assert str(OTHER) in protocol.unconfirmed["error_code"], "a person confirms it"
    statuses: Any = read_facts(root, NEW, "transport.toml").tables["status"]
    assert {OTHER} == {row["error_code"] for row in statuses if row.get("error_code") in (OTHER, HEADER_MISMATCH)}
    rules: Any = read_facts(root, NEW, "lint_rules.toml").tables["rule"]
    (defined,) = (row["values"] for row in rules if row["id"] == "error.code-defined")
    assert (str(OTHER) in defined, str(HEADER_MISMATCH) in defined) == (True, False)
    answers = {rule.way: rule.value for rule in read_translation(root).rules if rule.step == NEW}
    assert answers == {
        "to-newer": f"[{HEADER_MISMATCH}, {HEADER_MISMATCH}, {OTHER}]",
        "to-older": f"[{OTHER}, {OTHER}, {HEADER_MISMATCH}]",
    }
    assert all(row.rules for row in read_findings(root).findings if row.step == NEW)
    left = {each.text for each in outcome.todos}
    assert f"step {NEW}-errors-1: state `client`" in left
    assert not [text for text in left if text.startswith(("rule", "finding"))]


def test_two_errors_can_swap_their_codes(project: Path) -> None:
    def swap(definitions: Definitions) -> None:
        names = ("HeaderMismatchError", "UnsupportedProtocolVersionError")
        ours, theirs = (code_of(definitions, name) for name in names)
        ours["const"], theirs["const"] = theirs["const"], ours["const"]

    before = mb.revision(PREVIOUS).error_codes
    (other,) = (row.code for row in before.values() if row.name == "UNSUPPORTED_PROTOCOL_VERSION")
    released(project, swap)
    rows = codes(project / "schema")
    assert (rows[other].name, rows[HEADER_MISMATCH].name) == ("HEADER_MISMATCH", "UNSUPPORTED_PROTOCOL_VERSION")
    assert rows[other].uses[0].situation == before[HEADER_MISMATCH].uses[0].situation


def test_a_row_keeps_its_definition_if_another_has_the_code(project: Path) -> None:
    def repeat(definitions: Definitions) -> None:
        definitions["AlikeError"] = json.loads(json.dumps(definitions["HeaderMismatchError"]))

    released(project, repeat)
    row = codes(project / "schema")[HEADER_MISMATCH]
    assert (row.name, row.response) == ("HEADER_MISMATCH", "HeaderMismatchError")


def without_discovery(definitions: Definitions) -> None:
    gone = [name for name in definitions if name.startswith("Discover")]
    for name in gone:
        del definitions[name]
    for schema in definitions.values():
        arms = schema.get("anyOf", [])
        arms[:] = [arm for arm in arms if arm.get("$ref", "").rpartition("/")[2] not in gone]


def with_renamed_discovery(definitions: Definitions) -> None:
    definitions["DiscoverRequest"]["properties"]["method"]["const"] = "server/describe"


@pytest.mark.slow
@pytest.mark.parametrize("change", [without_discovery, with_renamed_discovery], ids=lambda change: change.__name__)
def test_discovery_can_go_or_have_another_name(project: Path, change: Callable[[Definitions], None]) -> None:
    outcome, root = released(project, change), project / "schema"
    spec = sources.spec_of(root, find_revision(read_manifest(root), NEW))
    methods = {row.name: row for row in sources.methods_of(spec, root)}
    assert "server/discover" not in methods
    assert ("server/describe" in methods) == (change is with_renamed_discovery)
    asked = f"step {NEW}-messages-1: state `client`" in {each.text for each in outcome.todos}
    assert asked == (change is without_discovery), "the step of a renamed message names its replacement and the work"


def test_a_code_is_found_by_the_name_of_its_error() -> None:
    table = mb.revision(PREVIOUS).error_codes
    assert code_in(table, HEADER_MISMATCH) == HEADER_MISMATCH
    moved = {OTHER: table[HEADER_MISMATCH]._replace(code=OTHER)}
    retired = {HEADER_MISMATCH: table[HEADER_MISMATCH]._replace(name="HEADER_MISMATCH_32020", retired=True)}
    assert code_in({**moved, **retired}, HEADER_MISMATCH) == OTHER
    assert code_in({}, HEADER_MISMATCH) == HEADER_MISMATCH
    assert code_in(table, INVALID_PARAMS) == INVALID_PARAMS
