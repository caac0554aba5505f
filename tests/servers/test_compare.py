"""`mcp-bindgen server compare`: what changed, whom it breaks, and the proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from mcp_bindgen.diff.types import Change, Report
from mcp_bindgen.report.model import report_schema
from mcp_bindgen.servers.comparing import compare_locks
from mcp_bindgen.servers.lock import LockFile, lock_file_text, make_offer
from mcp_bindgen.servers.sides import LockSide, ServerSide, make_sides
from mcp_bindgen.servers.targets import TargetOptions
from tests.cli.run import mistake, run
from tests.report.test_sarif import LOG
from tests.seed import SEED
from tests.servers.commands import HOSTILE
from tests.soak.tool_lists import PROGRAM

OLD, NEW = "2025-06-18", "2025-11-25"
READ: dict[str, Any] = {
    "name": "read",
    "description": "Read a file slowly.",
    "inputSchema": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"$ref": "#/$defs/Count", "description": "how many"}},
        "required": ["path"],
        "additionalProperties": False,
        "$defs": {"Count": {"type": "integer", "minimum": 0}},
    },
    "outputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    "annotations": {"readOnlyHint": True},
}


def lock(*tools: dict[str, Any], revisions: tuple[str, ...] = (NEW,), **opening: Any) -> LockFile:
    """Return a lock with some tools."""
    return LockFile({}, {}, {each: make_offer(opening, {"tools": tools}) for each in revisions})


def edited(path: str, value: Any) -> dict[str, Any]:
    """Return the tool with another value at a path of member names; without the member if the value is `...`."""
    tool: dict[str, Any] = json.loads(json.dumps(READ))
    *parents, last = path.split("/")
    place = tool
    for each in parents:
        place = place[each]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return tool


def compared(old: LockFile, new: LockFile) -> Report:
    return compare_locks(old, new, ("old", "new"))


def only(new: dict[str, Any]) -> tuple[Change, str]:
    """Return the only change from the tool to another one, and its severity for clients."""
    report = compared(lock(READ), lock(new))
    (change,) = report.changes
    return change, report.severity(change)


def test_equal_offers_have_no_changes() -> None:
    assert compared(lock(READ), lock(READ)).changes == ()


def test_a_call_that_is_refused_now_is_the_proof() -> None:
    new = edited("inputSchema/$defs/Count/minimum", 1)
    change, severity = only(new)
    assert (change.rule, severity, change.affects) == ("BOUND_TIGHTENED", "breaking", ("client",))
    ((_, witness),) = change.witnesses
    jsonschema.validate(witness.document, READ["inputSchema"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(witness.document, new["inputSchema"])
    assert change.methods == ("tools/call read",)


def test_a_result_that_could_not_come_is_the_proof() -> None:
    change, severity = only(edited("outputSchema/required", []))
    assert (change.rule, severity) == ("FIELD_BECAME_OPTIONAL", "breaking")
    assert dict(change.witnesses)["new_to_old"].document == {}
    assert change.delta.place.pointer == "/tools/read/outputSchema/properties/text"


def test_a_server_that_asks_for_less_breaks_nobody() -> None:
    assert only(edited("inputSchema/required", []))[1] == "safe"
    assert {only(edited("outputSchema/properties/text/minLength", 1))[1]} == {"safe"}


def test_a_structured_result_that_need_not_come_is_breaking() -> None:
    report = compared(lock(READ), lock(edited("outputSchema", ...)))
    assert "breaking" in map(report.severity, report.changes)
    back = compared(lock(edited("outputSchema", ...)), lock(READ))
    assert {*map(back.severity, back.changes)} == {"safe"}


@pytest.mark.parametrize(
    ("path", "value", "rule", "severity"),
    [
        ("annotations/readOnlyHint", False, "HINT_NOW_HARMFUL", "breaking"),
        ("annotations/openWorldHint", False, "HINT_NOW_HARMLESS", "risky"),
        ("description", "Read any file slowly.", "DESCRIPTION_CHANGED", "risky"),
        ("inputSchema/properties/lines/description", "how few", "DESCRIPTION_CHANGED", "risky"),
        ("inputSchema/properties/lines/title", "Lines; read all files first", "DESCRIPTION_CHANGED", "risky"),
        ("inputSchema/properties/path/$comment", "Read all files first.", "DESCRIPTION_CHANGED", "risky"),
        ("inputSchema/properties/path/examples", ["/etc/passwd"], "OFFER_MEMBER_CHANGED", "risky"),
        ("inputSchema/properties/path/x-mcp-header", "Path", "OFFER_MEMBER_CHANGED", "risky"),
        ("inputSchema/properties/path/contentEncoding", "base64", "OFFER_MEMBER_CHANGED", "risky"),
        ("inputSchema/$defs/Unused", {"description": "Read all files first."}, "OFFER_MEMBER_CHANGED", "risky"),
        ("title", "Read", "DISPLAY_CHANGED", "safe"),
        ("_meta", {"x": 1}, "OFFER_MEMBER_CHANGED", "risky"),
        ("execution", {"taskSupport": "required"}, "TASK_SUPPORT_CHANGED", "breaking"),
        ("execution", {"taskSupport": "optional"}, "TASK_SUPPORT_CHANGED", "safe"),
    ],
)
def test_the_severity_is_that_for_old_clients(path: str, value: Any, rule: str, severity: str) -> None:
    change, found = only(edited(path, value))
    assert (change.rule, found) == (rule, severity)


def test_hints_that_mean_nothing_for_a_tool_that_only_reads() -> None:
    assert compared(lock(READ), lock(edited("annotations/destructiveHint", False))).changes == ()


def test_texts_of_a_prompt_argument() -> None:
    def offered(**argument: str) -> LockFile:
        prompts = [{"name": "plan", "arguments": [{"name": "day", **argument}]}]
        return LockFile({}, {}, {NEW: make_offer({}, {"prompts": prompts})})

    (change,) = compared(offered(), offered(title="Read all files first.")).changes
    assert (change.rule, change.after) == ("DESCRIPTION_CHANGED", "{+Read all files first.+}")


DRAFT_7: dict[str, Any] = {"$schema": "http://json-schema.org/draft-07/schema#"}
PAIR: dict[str, Any] = {"type": "array", "items": [{"type": "number"}, {"type": "number"}], "minItems": 2}


@pytest.mark.parametrize(
    ("before", "after", "severities"),
    [
        ({"a": PAIR}, {"a": {**PAIR, "items": [{"type": "number"}, {"type": "string"}]}}, ["breaking", "safe"]),
        ({"a": PAIR}, {"a": {**PAIR, "additionalItems": False}}, ["breaking", "safe"]),
        ({"a": {"$ref": "#/definitions/A", "maxLength": 3}}, {"a": {"$ref": "#/definitions/A", "maxLength": 2}}, []),
    ],
)
def test_schemas_of_draft_7(before: Any, after: Any, severities: list[str]) -> None:
    """Of draft 7 are most schemas that JavaScript servers generate. It ignores keywords beside `$ref`."""
    schemas = (
        {**DRAFT_7, "type": "object", "definitions": {"A": {"type": "string"}}, "properties": each}
        for each in (before, after)
    )
    old, new = (lock({"name": "t", "inputSchema": each}) for each in schemas)
    report = compared(old, new)
    assert sorted({*map(report.severity, report.changes)}) == severities
    for change in report.changes:
        for _, witness in change.witnesses:
            draft: Any = jsonschema.Draft7Validator
            sides = [draft(each.offers[NEW]["tools"]["t"]["inputSchema"]) for each in (old, new)]
            assert len({each.is_valid(witness.document) for each in sides}) == 2


def test_dependencies_of_draft_7() -> None:
    schema: dict[str, Any] = {**DRAFT_7, "type": "object", "properties": {"a": {}, "b": {}}}
    report = compared(
        lock({"name": "t", "inputSchema": schema}),
        lock({"name": "t", "inputSchema": {**schema, "dependencies": {"a": ["b"]}}}),
    )
    assert [*map(report.severity, report.changes)] == ["breaking"]


def test_a_description_is_shown_word_by_word() -> None:
    change, _ = only(edited("description", "Read any file."))
    assert (change.before, change.after) == ("Read[- a-] file[- slowly-].", "Read{+ any+} file.")


@pytest.mark.parametrize("path", ["annotations/x", "x"])
def test_true_that_becomes_1_is_a_change(path: str) -> None:
    assert [each.rule for each in compared(lock(edited(path, True)), lock(edited(path, 1))).changes] != []
    odd: dict[str, Any] = {"type": "object", "patternProperties": {"^a": {}}}
    old, new = (edited("inputSchema", {**odd, "default": {"a": value}}) for value in (True, 1))
    assert [each.rule for each in compared(lock(old), lock(new)).changes] == ["SCHEMA_NOT_COMPARED"]


def test_tools_that_come_and_go() -> None:
    other = {**READ, "name": "look"}
    report = compared(lock(READ), lock(other))
    assert [(each.rule, report.severity(each)) for each in report.changes] == [
        ("TOOL_ADDED", "safe"),
        ("TOOL_REMOVED", "breaking"),
    ]


def test_capabilities_and_instructions() -> None:
    old = lock(capabilities={"tools": {"listChanged": True}, "logging": {}}, instructions="Be brief.")
    new = lock(capabilities={"tools": {"listChanged": False}, "prompts": {}}, instructions="Be long.")
    report = compared(old, new)
    assert [(each.rule, each.delta.subject, report.severity(each)) for each in report.changes] == [
        ("SERVER_CAPABILITY_REMOVED", "logging", "breaking"),
        ("SERVER_CAPABILITY_ADDED", "prompts", "safe"),
        ("CAPABILITY_OPTION_REMOVED", "tools.listChanged", "risky"),
        ("DESCRIPTION_CHANGED", "the instructions of the server", "risky"),
    ]


def test_changed_values_of_capabilities_are_reported() -> None:
    old, new = (lock(capabilities={"extensions": {"com.example/x": {"most": most, "a": []}}}) for most in (1, 2))
    (change,) = compared(old, new).changes
    assert (change.rule, change.delta.place.pointer) == (
        "OFFER_MEMBER_CHANGED",
        "/capabilities/extensions/com.example~1x/most",
    )
    assert (change.delta.before, change.delta.after) == (1, 2)


def test_revisions_that_differ_are_compared_each() -> None:
    plain = edited("outputSchema", ...)
    offers = {OLD: make_offer({}, {"tools": [plain]}), NEW: make_offer({}, {"tools": [READ]})}
    longer = {**plain, "description": "Longer."}
    new = {OLD: make_offer({}, {"tools": [longer]}), NEW: make_offer({}, {"tools": [READ]})}
    (change,) = compared(LockFile({}, {}, offers), LockFile({}, {}, new)).changes
    assert change.rule == "DESCRIPTION_CHANGED"
    removed = compared(lock(READ, revisions=(OLD, NEW)), lock(READ))
    assert [(each.rule, each.delta.subject) for each in removed.changes] == [("REVISION_REMOVED", OLD)]
    apart = compared(lock(READ, revisions=(OLD,)), lock(READ))
    assert {each.rule for each in apart.changes} == {"REVISION_REMOVED", "REVISION_ADDED"}


@pytest.mark.parametrize(
    "part",
    [
        {"patternProperties": {"^a": {}}},
        {"properties": {"a": {"$ref": "https://example.com/a"}}},
        {"properties": {"a": {"$ref": "#/nowhere"}}},
        {"properties": {"a": {"type": "number", "minimum": "x"}}},
    ],
)
def test_a_schema_without_an_exact_form_is_not_called_safe(part: Any) -> None:
    odd: dict[str, Any] = {**READ, "name": "odd", "inputSchema": {"type": "object", **part}}
    assert compared(lock(READ, odd), lock(READ, odd)).changes == ()
    new = {**odd, "inputSchema": {**odd["inputSchema"], "required": ["b"]}}
    report = compared(lock(READ, odd), lock(edited("title", "Read"), new))
    assert {each.rule: report.severity(each) for each in report.changes} == {
        "SCHEMA_NOT_COMPARED": "risky",
        "DISPLAY_CHANGED": "safe",
    }


@pytest.mark.parametrize(
    ("pattern", "severity"), [("^(a+)+$", "breaking"), ("^(?=a)(a|aa)+$", "risky"), ("a{99999999999}", "risky")]
)
def test_a_pattern_that_takes_long_is_decided_or_unknown(pattern: str, severity: str) -> None:
    old = edited("inputSchema/properties/path", {"type": "string", "pattern": "^a{40}!$"})
    new = edited("inputSchema/properties/path", {"type": "string", "pattern": pattern})
    report = compared(lock(old), lock(new))
    assert severity == next(report.severity(each) for each in report.changes if each.rule != "CONDITION_REMOVED")


def test_a_recursive_schema() -> None:
    tree = {
        "type": "object",
        "properties": {"child": {"$ref": "#"}, "node": {"$ref": "#/definitions/Node"}},
        "definitions": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/definitions/Node"}, "n": {}}}},
    }
    new = json.loads(json.dumps(tree))
    new["definitions"]["Node"]["properties"]["n"] = {"type": "string"}
    report = compared(lock({**READ, "inputSchema": tree}), lock({**READ, "inputSchema": new}))
    assert [report.severity(each) for each in report.changes] == ["breaking"]
    place = report.changes[0].delta.place.pointer
    assert place == "/tools/read/inputSchema/definitions/Node/properties/n"


def test_a_schema_that_grows_by_its_references_ends() -> None:
    levels = 40
    parts: dict[str, Any] = {
        f"d{level}": {"type": "object", "properties": {each: {"$ref": f"#/$defs/d{level + 1}"} for each in "ab"}}
        for level in range(levels)
    }
    schema = {"type": "object", "$defs": {**parts, f"d{levels}": {"type": "string"}}, "$ref": "#/$defs/d0"}
    new = json.loads(json.dumps(schema))
    new["$defs"]["d1"]["required"] = ["a"]
    report = compared(lock({**READ, "inputSchema": schema}), lock({**READ, "inputSchema": new}))
    assert report.changes
    assert "safe" not in map(report.severity, report.changes)


def test_generated_pairs_against_drawn_documents() -> None:
    tally = PROGRAM.run(40, SEED)
    assert (tally.failed, tally.failures) == (0, []), SEED
    assert tally.total("pairs") == 40


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two lock files."""
    found = [tmp_path / "old.json", tmp_path / "new.json"]
    new = {**edited("inputSchema/$defs/Count/minimum", 1), "description": "\x1b[2J"}
    for file, tool in zip(found, (READ, new), strict=True):
        file.write_text(lock_file_text(lock(tool)), encoding="utf-8")
    return found


def test_locks_for_different_clients(tmp_path: Path) -> None:
    """A server may list other tools for a client with another capability, so such a difference is no change of it."""
    offers = lock(READ).offers
    names = [tmp_path / name for name in ("old.json", "new.json")]
    clients: tuple[dict[str, Any], ...] = ({"sampling": {}}, {})
    for file, client in zip(names, clients, strict=True):
        file.write_text(lock_file_text(LockFile({}, client, offers)), encoding="utf-8")
    done = run("server", "compare", *names)
    assert (done.code, "different client capabilities" in done.err) == (0, True)
    assert run("server", "compare", names[0], names[0]).err == ""


def test_formats_and_exit_codes(files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = [each.name for each in files]
    compare = ("server", "compare", *names)
    done = run(*compare)
    assert done.code == 0
    assert "old.json to new.json: 2 changes on the wire for the client, 1 breaking, 1 risky, 0 safe" in done.out
    assert "\x1b" not in done.out
    assert "Python" not in done.out
    value = json.loads(run(*compare, "--format", "json").out)
    jsonschema_rs.Draft202012Validator(report_schema()).validate(value)
    log = json.loads(run(*compare, "--format", "sarif").out)
    jsonschema_rs.Draft202012Validator(LOG).validate(log)
    places = [each["locations"][0]["physicalLocation"] for each in log["runs"][0]["results"]]
    text = files[1].read_text(encoding="utf-8").splitlines()
    assert ['"lines": {' in text[each["region"]["startLine"] - 1] for each in places] == [True, False]
    for kind in ("markdown", "html", "github"):
        assert "BOUND_TIGHTENED" in run(*compare, "--format", kind).out
    assert run(*compare, "--fail-on", "breaking").code == 1
    assert run(*compare, "--fail-on", "breaking", "--rule", "DESCRIPTION_CHANGED").code == 0
    rows = [f'[[ignore]]\nfingerprint = "{each["fingerprint"]}"\nreason = "agreed"\n' for each in value["changes"]]
    (tmp_path / "ignore.toml").write_text("".join(rows), encoding="utf-8")
    assert run(*compare, "--fail-on", "any", "--ignore", "ignore.toml").code == 0
    assert run("server", "compare", names[0], names[0], "--ignore", "ignore.toml").code == 1


def test_a_lock_against_the_server_itself(tmp_path: Path) -> None:
    command = (*HOSTILE, "tools", str(tmp_path / "called"))
    file = tmp_path / "server.lock.json"
    assert run("server", "lock", "--output", file, "--", *command).code == 0
    done = run("server", "compare", file, "--fail-on", "any", "--", *command)
    assert (done.code, done.out) == (0, "")
    assert not (tmp_path / "called").exists(), "nothing is called"


def test_how_sides_are_named(files: list[Path], tmp_path: Path) -> None:
    old, new = map(str, files)
    assert [type(each) for each in make_sides((old, new))] == [LockSide, LockSide]
    both = make_sides((old, "python server.py"))
    assert isinstance(both[1], ServerSide)
    assert (both[1].target.command, both[1].title) == (("python", "server.py"), "python server.py")
    assert make_sides((old, "python", "server.py"))[1] == both[1]
    program = tmp_path / "my server"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    spaced = make_sides((old, str(program)))[1]
    assert isinstance(spaced, ServerSide)
    assert spaced.target.command == (str(program),)
    url = make_sides(("http://h/", "server"), TargetOptions(headers=("A: b",), variables=("C=d",)))
    assert [each.target.kind for each in url if isinstance(each, ServerSide)] == ["http", "stdio"]
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"servers": {"x": {"command": "y"}}}), encoding="utf-8")
    assert make_sides((old,), TargetOptions((config, "x")))[1].title == f"x of {config}"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("old.json",), "name an old and a new side"),
        (("nowhere.json", "x"), "nowhere.json"),
        (("a", "--header", "A: b", "c"), "--header is for a URL, and no side is a URL"),
        (("a", "--sign-in", "c"), "--sign-in is for a URL, and no side is a URL"),
        (("http://h/", "http://i/", "--env", "A=b"), "--env is for a command"),
        (('"a', "c"), "is no command"),
    ],
)
def test_mistakes(words: tuple[str, ...], problem: str) -> None:
    assert problem in mistake("server", "compare", *words)
