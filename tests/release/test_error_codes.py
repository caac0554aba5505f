"""A new revision with other error codes, or with a code of two definitions, is released, and its facts follow."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import pipeline, sources
from mcp_bindgen.ingest.findings import read_findings
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.lint_rules import read_lint_rules
from mcp_bindgen.ingest.manifest import find_revision, read_manifest
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.pipeline import GenerationRequest
from mcp_bindgen.release.adding import ReleaseOutcome, ReleaseRequest, add_release
from mcp_bindgen.report.digest.guide import read_guide
from mcp_bindings.spec.error_codes import HEADER_MISMATCH, INVALID_PARAMS, to_revision_code
from tests.release.inventions import newest_with
from tests.release.test_rehearsal import COMMIT, day_after
from tests.release.test_rehearsal import project as project
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.unit.tiny import ROOT

Definitions = dict[str, Any]
PREVIOUS = newest_with(("HeaderMismatchError", "DiscoverRequest"), PER_REQUEST)
NEW = day_after(PREVIOUS)
CODE = to_revision_code(mb.revision(PREVIOUS).error_codes, HEADER_MISMATCH)
OTHER = CODE - 5
POINTER = "/lint_rules/rule/error.data-tool-missing"


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
    assert code_of(definitions, "HeaderMismatchError")["const"] == CODE
    code_of(definitions, "HeaderMismatchError")["const"] = OTHER


def codes(root: Path) -> dict[int, ErrorCode]:
    specs = [sources.spec_of(root, row) for row in read_manifest(root) if row.status == "released"]
    return {row.code: row for row in sources.errors_of(specs, specs[-1:], root)[NEW].codes}


def test_a_changed_code_moves_with_all_facts_about_its_error(project: Path) -> None:
    outcome, root = released(project, with_another_code), project / "schema"
    rows = codes(root)
    now, gone = rows[OTHER], rows[CODE]
    assert (now.name, now.retired, [use.http_status for use in now.uses]) == ("HEADER_MISMATCH", False, [400])
    assert (gone.name, gone.retired, gone.until) == (f"HEADER_MISMATCH_{-CODE}", True, PREVIOUS)
    protocol = read_facts(root, NEW, "protocol.toml")
    assert str(OTHER) in protocol.unconfirmed["error_code"], "a person confirms it"
    statuses: Any = read_facts(root, NEW, "transport.toml").tables["status"]
    assert {OTHER} == {row["error_code"] for row in statuses if row.get("error_code") in (OTHER, CODE)}
    rules: Any = read_facts(root, NEW, "lint_rules.toml").tables["rule"]
    assert not [row["id"] for row in rules if str(CODE) in row.get("values", ())]
    (defined,) = (row["values"] for row in rules if row["id"] == "error.code-defined")
    assert (str(OTHER) in defined, str(CODE) in defined) == (True, False)
    answers = {rule.way: rule.value for rule in read_translation(root).rules if rule.step == NEW}
    assert answers == {
        "to-newer": f"[{CODE}, {CODE}, {OTHER}]",
        "to-older": f"[{OTHER}, {OTHER}, {CODE}]",
    }
    assert all(row.rules for row in read_findings(root).findings if row.step == NEW)
    steps = [step for step in read_guide(root).steps if step.since == NEW]
    asked = {(rule, pointer) for step in steps for rule, pointer, *_ in step.when}
    stated = {("ERROR_CODE_ADDED", OTHER), ("ERROR_CODE_RETIRED", CODE)}
    assert {(rule, f"/protocol/error_code/{code}") for rule, code in stated} <= asked
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
    assert (rows[other].name, rows[CODE].name) == ("HEADER_MISMATCH", "UNSUPPORTED_PROTOCOL_VERSION")
    assert rows[other].uses[0].situation == before[CODE].uses[0].situation


def test_rules_and_versions_follow_a_changed_code(project: Path) -> None:
    """The rules about the data of an error stayed with its old code, and so did the error for an unknown version."""
    names = ("MissingRequiredClientCapabilityError", "UnsupportedProtocolVersionError")
    moved: dict[str, int] = {}

    def change(definitions: Definitions) -> None:
        for name in names:
            code_of(definitions, name)["const"] -= 5
            moved[name] = code_of(definitions, name)["const"]

    released(project, change)
    root = project / "schema"
    rules: Any = read_facts(root, NEW, "lint_rules.toml").tables["rule"]
    found = {row["id"]: row["values"] for row in rules if row["check"] == "error_data"}
    expected = {"error.data-capabilities": [str(moved[names[0]])], "error.data-versions": [str(moved[names[1]])]}
    assert found == {**found, **expected}
    version: Any = read_facts(root, NEW, "transport.toml").tables["version"]
    assert version["error_code"] == moved[names[1]]


def test_a_new_error_gets_a_rule_about_its_data(project: Path) -> None:
    """No rule said that an error lacks the data that its new definition requires."""

    def add(definitions: Definitions) -> None:
        data = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        for name, code, required in (("ToolMissingError", OTHER, ["data"]), ("ToolBusyError", OTHER - 1, [])):
            definition = json.loads(json.dumps(definitions["HeaderMismatchError"]))
            members = {"code": {"const": code, "type": "integer"}, "data": data}
            definition["properties"]["error"]["allOf"][1] = {
                "type": "object",
                "properties": members,
                "required": ["code", *required],
            }
            definitions[name] = definition

    outcome, root = released(project, add), project / "schema"
    rules: Any = read_facts(root, NEW, "lint_rules.toml").tables["rule"]
    added = {str(OTHER), str(OTHER - 1)}
    (found,) = [row for row in rules if row["check"] == "error_data" and added & {*row["values"]}]
    assert (found["id"], found["values"], found["members"]) == ("error.data-tool-missing", [str(OTHER)], ["name"])
    assert not [each.text for each in outcome.todos if "error.data" in each.text]
    answers = [row.rules for row in read_findings(root).findings if row.step == NEW and POINTER in row.at]
    assert answers == [(f"{NEW}.error.{OTHER}.to-newer", f"{NEW}.error.{OTHER}.to-older")]
    spec = sources.spec_of(root, find_revision(read_manifest(root), NEW))
    assert found["id"] in [row.id for row in sources.lint_rules_of(spec, root)]


def test_each_code_of_a_new_error_has_its_own_rule(project: Path) -> None:
    """Two codes of one definition, and a definition whose name an earlier rule has, gave two rules one id."""

    def add(definitions: Definitions) -> None:
        data = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        stated: dict[str, dict[str, Any]] = {
            "BusyError": {"enum": [OTHER, OTHER - 1]},
            "VersionsError": {"const": OTHER - 2},
        }
        for name, code in stated.items():
            definition = json.loads(json.dumps(definitions["HeaderMismatchError"]))
            members = {"code": {**code, "type": "integer"}, "data": data}
            definition["properties"]["error"]["allOf"][1] = {
                "type": "object",
                "properties": members,
                "required": ["code", "data"],
            }
            definitions[name] = definition

    released(project, add)
    root = project / "schema"
    before, found = (
        {row.id: row.values for row in sources.lint_rules_of(spec, root) if row.check == "error_data"}
        for spec in (sources.spec_of(root, find_revision(read_manifest(root), each)) for each in (PREVIOUS, NEW))
    )
    assert sum(len(values) for values in found.values()) == sum(len(values) for values in before.values()) + 3
    assert {value for values in found.values() for value in values} >= {str(OTHER - each) for each in range(3)}


def test_rules_about_a_lost_error_are_gone(project: Path) -> None:
    def remove(definitions: Definitions) -> None:
        del definitions["MissingRequiredClientCapabilityError"]

    outcome, root = released(project, remove), project / "schema"
    rules: Any = read_facts(root, NEW, "lint_rules.toml").tables["rule"]
    found = {row["id"] for row in rules if row["check"] == "error_data"}
    assert ("error.data-versions" in found, "error.data-capabilities" in found) == (True, False)
    told = [each.text for each in outcome.written if each.path == "schema/lost_names.toml"]
    assert told == [f"the runtime names what {NEW} has lost: MISSING_REQUIRED_CLIENT_CAPABILITY"]
    assert [each for each in outcome.todos if each.path == "schema/lost_names.toml"]


def test_a_rule_follows_the_data_of_an_error(project: Path) -> None:
    """Another member in the data of an error, and a new error with data."""

    def change(definitions: Definitions) -> None:
        old = definitions["UnsupportedProtocolVersionError"]
        new = definitions["ToolMissingError"] = json.loads(json.dumps(old))
        code_of(definitions, "ToolMissingError")["const"] = OTHER
        members = {"name": {"type": "string"}, "hint": {"type": "string"}}
        for schema, required in ((old, ["name"]), (new, ["name", "hint"])):
            schema["properties"]["error"]["allOf"][1]["properties"]["data"] = {
                "type": "object",
                "properties": members,
                "required": required,
            }

    released(project, change)
    rules: Any = read_facts(project / "schema", NEW, "lint_rules.toml").tables["rule"]
    found = {row["id"]: (row["values"], sorted(row["members"])) for row in rules if row["check"] == "error_data"}
    (version,) = (
        row.code for row in mb.revision(PREVIOUS).error_codes.values() if row.name == "UNSUPPORTED_PROTOCOL_VERSION"
    )
    assert found["error.data-versions"] == ([str(version)], ["name"])
    assert found["error.data-tool-missing"] == ([str(OTHER)], ["hint", "name"])
    read_lint_rules(project / "schema", NEW)


def test_release_lists_another_code_of_json_rpc(project: Path) -> None:
    """JSON-RPC defines these codes, so the runtime states them: a person has to decide what a change means."""

    def change(definitions: Definitions) -> None:
        definitions["InvalidParamsError"]["properties"]["code"]["const"] = INVALID_PARAMS - 50

    outcome = released(project, change)
    told = [each.text for each in outcome.written if each.path == "schema/lost_names.toml"]
    assert told == [f"the runtime names what {NEW} has lost: INVALID_PARAMS"]


def test_a_row_keeps_its_definition_if_another_has_the_code(project: Path) -> None:
    def repeat(definitions: Definitions) -> None:
        definitions["AlikeError"] = json.loads(json.dumps(definitions["HeaderMismatchError"]))

    released(project, repeat)
    row = codes(project / "schema")[CODE]
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


def mcp_errors(definitions: Definitions) -> list[dict[str, Any]]:
    """The schemas of the codes of errors that MCP defines, not JSON-RPC."""
    names = [row.response for row in mb.revision(PREVIOUS).error_codes.values() if row.response in definitions]
    return [code_of(definitions, str(name)) for name in names]


def with_other_codes(definitions: Definitions) -> None:
    for schema in mcp_errors(definitions):
        schema["const"] -= 5


def with_codes_of_others(definitions: Definitions) -> None:
    """Each error takes the code of the next one."""
    schemas = mcp_errors(definitions)
    codes = [schema["const"] for schema in schemas]
    for schema, code in zip(schemas, [*codes[1:], codes[0]], strict=True):
        schema["const"] = code


@pytest.mark.slow
@pytest.mark.parametrize("change", [with_other_codes, with_codes_of_others], ids=lambda change: change.__name__)
def test_a_revision_speaks_with_its_own_codes(
    project: Path, tmp_path: Path, change: Callable[[Definitions], None]
) -> None:
    released(project, change)
    out = tmp_path / "out"
    for path, data in pipeline.generate(GenerationRequest([HANDSHAKE[-1], PREVIOUS, NEW])).items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
    program = Path(__file__).with_name("renumbered.py")
    command = [sys.executable, "-I", str(program), str(out), str(ROOT), NEW, PREVIOUS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr


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
    assert to_revision_code(table, HEADER_MISMATCH) == CODE
    moved = {OTHER: table[CODE]._replace(code=OTHER)}
    retired = {CODE: table[CODE]._replace(name=f"HEADER_MISMATCH_{-CODE}", retired=True)}
    assert to_revision_code({**moved, **retired}, HEADER_MISMATCH) == OTHER
    assert to_revision_code({}, HEADER_MISMATCH) == HEADER_MISMATCH
    assert to_revision_code(table, INVALID_PARAMS) == INVALID_PARAMS
