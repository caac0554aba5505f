"""`diff` of two revisions or files: its report, and its exit code with --fail-on."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import mcp_bindings as mb
from mcp_bindgen.cli.changes import CHANGE_FORMATS
from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.report.model import report_schema
from tests.cli.run import OFFICIAL, ROOT, Ran, run

pytestmark = pytest.mark.usefixtures("_compared")

OLD, NEW = "2025-03-26", "2025-06-18"


@cache
def diff(*arguments: str) -> Ran:
    """The output for pinned revisions, cached for all tests that only read it."""
    return run("diff", *arguments)


def report(*arguments: str | Path) -> dict[str, Any]:
    texts = [each for each in arguments if isinstance(each, str)]
    pinned = len(texts) == len(arguments)
    done = diff(*texts, "--format", "json") if pinned else run("diff", *arguments, "--format", "json")
    assert (done.code, done.err) == (0, "")
    value: dict[str, Any] = json.loads(done.out)
    jsonschema_rs.Draft202012Validator(report_schema()).validate(value)
    return value


def schema_file(tmp_path: Path, name: str, **definitions: Any) -> Path:
    path = tmp_path / name
    path.write_text(json.dumps({"$defs": definitions}), encoding="utf-8")
    return path


def test_text_names_the_affected_side_and_shows_a_witness() -> None:
    done = diff(OLD, NEW)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{OLD} to {NEW}: ")
    assert "[UNION_ARM_REMOVED]" in done.out
    assert "old to new breaking, new to old safe, Python breaking; affects client and server" in done.out
    assert f"{OLD} accepts as JSONRPCMessage, {NEW} rejects as" in " ".join(done.out.split())
    assert all(len(line) <= 100 or " " not in line.strip() for line in done.out.splitlines())
    assert "\x1b" not in done.out


def test_one_change_is_no_plural(tmp_path: Path) -> None:
    old = schema_file(tmp_path, "old.json", A={"type": "string", "default": "x"})
    new = schema_file(tmp_path, "new.json", A={"type": "string", "default": "y"})
    assert ": 1 change, " in run("diff", old, new).out


FORMATS = ("text", "markdown", "json", "html", "github")


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_lists_every_change(format_: str) -> None:
    done = diff(OLD, NEW, "--format", format_)
    assert (done.code, done.err) == (0, "")
    for change in report(OLD, NEW)["changes"]:
        assert change["fingerprint"] in done.out
        assert change["rule"] in done.out


def test_text_shows_both_sides_and_pages() -> None:
    text = diff(OLD, NEW).out
    shown, flat = [line.strip() for line in text.splitlines()], " ".join(text.split())
    for change in report(OLD, NEW)["changes"]:
        for sign, side in (("-", "before"), ("+", "after")):
            thing: str = change.get(side, "")
            told = [" ".join([sign, *line.split()]) for line in thing.split("\n") if line]
            assert [line for line in told if line not in flat] == []
        assert all(link["url"] in shown for link in change["links"])


def test_github_lines_name_a_file_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = schema_file(tmp_path, "mine.json", A={"type": "string"})
    monkeypatch.chdir(tmp_path)
    assert "error file=mine.json,line=1,title=" in run("diff", NEW, "mine.json", "--format", "github").out
    assert "file=" not in run("diff", NEW, path, "--format", "github").out
    assert "file=" not in run("diff", OLD, NEW, "--format", "github").out


@pytest.mark.parametrize("format_", FORMATS)
def test_output_goes_to_a_file(tmp_path: Path, format_: str) -> None:
    path = tmp_path / "report"
    done = run("diff", OLD, NEW, "--format", format_, "--output", path)
    assert (done.code, done.out) == (0, "")
    assert path.read_text(encoding="utf-8") == diff(OLD, NEW, "--format", format_).out


@pytest.mark.parametrize("format_", ["text", "markdown", "github"])
def test_nothing_changed(tmp_path: Path, format_: str) -> None:
    done = run("diff", NEW, NEW, "--fail-on", "any", "--format", format_)
    assert (done.code, done.out, done.err) == (0, "", "")
    path = tmp_path / "report"
    assert run("diff", NEW, NEW, "--format", format_, "--output", path).code == 0
    assert path.read_bytes() == b""


def test_documents_are_complete_if_nothing_changed() -> None:
    """An HTML page or a JSON document needs its frame even if it lists no change."""
    assert report(NEW, NEW)["changes"] == []
    page = run("diff", NEW, NEW, "--format", "html")
    assert (page.code, page.err) == (0, "")
    assert "Nothing changed." in page.out


@pytest.mark.parametrize(
    ("new", "threshold", "code"),
    [
        ({"const": 2}, "breaking", 1),
        ({"const": 2}, "never", 0),
        ({"type": "integer", "minimum": 2}, "breaking", 1),
        ({"type": "integer", "format": "int64"}, "any", 0),
    ],
)
def test_fail_on(tmp_path: Path, new: dict[str, Any], threshold: str, code: int) -> None:
    old = {"const": 1} if "const" in new else {"type": "integer"}
    paths = schema_file(tmp_path, "old.json", A=old), schema_file(tmp_path, "new.json", A=new)
    assert run("diff", *paths, "--fail-on", threshold).code == code


def test_fail_on_risky_is_not_fail_on_breaking(tmp_path: Path) -> None:
    """A new optional member is risky: a document may already use its name for something else."""
    old = schema_file(tmp_path, "old.json", A={"type": "object", "properties": {"x": {}}})
    new = schema_file(tmp_path, "new.json", A={"type": "object", "properties": {"x": {}, "y": {"type": "string"}}})
    codes = {each: run("diff", old, new, "--fail-on", each).code for each in ("breaking", "risky", "any", "never")}
    assert codes == {"breaking": 0, "risky": 1, "any": 1, "never": 0}


@pytest.mark.parametrize("role", ["client", "server"])
def test_a_role_sees_the_changes_that_affect_it(role: str) -> None:
    whole, part = report(OLD, NEW), report(OLD, NEW, "--role", role)
    assert part["changes"] == [change for change in whole["changes"] if role in change["affects"]]
    assert 0 < len(part["changes"]) < len(whole["changes"])
    assert part["summary"]["by_role"][role] == whole["summary"]["by_role"][role]


@pytest.mark.parametrize("role", ["client", "server"])
def test_every_format_shows_what_a_change_means_to_the_role(role: str) -> None:
    part = report(OLD, NEW, "--role", role)
    assert part["role"] == role
    meant = {change["fingerprint"]: change["by_role"][role] for change in part["changes"]}
    assert {name: part["summary"][name] for name in SEVERITIES} == part["summary"]["by_role"][role]
    text, github, html, markdown = (
        run("diff", OLD, NEW, "--role", role, "--format", name).out for name in ("text", "github", "html", "markdown")
    )
    entries = re.findall(r"^  (breaking|risky|safe) .*?([0-9a-f]{12})$", text, re.DOTALL | re.MULTILINE)
    assert {fingerprint: level for level, fingerprint in entries} == meant
    commands = {"error": "breaking", "warning": "risky", "notice": "safe"}
    lines = re.findall(r"^::(\w+) .*; ([0-9a-f]{12})\)$", github, re.MULTILINE)
    assert {fingerprint: commands[command] for command, fingerprint in lines} == meant
    details = re.findall(r'id="c-([0-9a-f]{12})"[^>]* data-severity="(\w+)"', html)
    assert dict(details) == meant
    sections = re.split(r"^### (\w+)$", markdown, flags=re.MULTILINE)[1:]
    found = {
        fingerprint: level.lower()
        for level, section in zip(sections[::2], sections[1::2], strict=True)
        for fingerprint in re.findall(r"^- fingerprint: `([0-9a-f]{12})`$", section, re.MULTILINE)
    }
    assert found == meant


def test_a_new_request_of_the_server_is_for_the_client_to_handle() -> None:
    (change,) = [change for change in report(OLD, NEW)["changes"] if change["rule"] == "REQUEST_ADDED"]
    assert change["methods"] == ["elicitation/create"]
    assert change["affects"] == ["client"]
    assert change["wire"] == {"old_to_new": "safe", "new_to_old": "breaking"}
    witness = change["witness"]["new_to_old"]
    assert witness["accepted_by"] == {"revision": NEW, "definition": "ServerRequest"}
    assert witness["document"]["method"] == "elicitation/create"


def test_a_pinned_file_by_its_path_is_that_revision() -> None:
    path = ROOT / "schema" / OLD / "schema.json"
    by_path, by_id = report(path, NEW), report(OLD, NEW)
    assert by_path["old"] == str(path)
    assert [change["fingerprint"] for change in by_path["changes"]] == [
        change["fingerprint"] for change in by_id["changes"]
    ]


def test_two_snapshots_of_one_revision(tmp_path: Path) -> None:
    """A file that differs from the pinned release is compared by its schema alone."""
    document = json.loads((ROOT / "schema" / NEW / "schema.json").read_bytes())
    document["definitions"]["Tool"]["required"].append("description")
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    changes = report(NEW, path)["changes"]
    assert [(change["rule"], change["pointer"]) for change in changes if change["definition"] == "Tool"] == [
        ("FIELD_BECAME_REQUIRED", "/$defs/Tool/properties/description")
    ]
    assert {change["source"] for change in changes} == {"schema"}


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_layout_and_order_are_no_change(tmp_path: Path, revision: str) -> None:
    """The same revision with members and alternatives in another order, with prose, and formatted differently."""

    def reordered(value: Any) -> Any:
        if is_object(value):
            turned: dict[str, Any] = {name: reordered(value[name]) for name in reversed(value)}
            for name in ("required", "enum", "anyOf"):
                if isinstance(turned.get(name), list):
                    turned[name] = turned[name][::-1]
            return {**turned, "description": "In other words."} if isinstance(turned.get("type"), str) else turned
        return [reordered(item) for item in value] if is_array(value) else value

    document = json.loads((ROOT / "schema" / revision / "schema.json").read_bytes())
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(reordered(document), indent=7), encoding="utf-8")
    assert report(revision, path)["changes"] == []
    assert report(path, revision)["changes"] == []
    other = next(each for each in mb.REVISIONS if each != revision)
    sources = {change["source"] for change in report(path, other)["changes"]}
    assert sources == {"schema", "protocol"}, "with the facts of its revision"


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="official files are not part of the repository")
@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_a_changed_file_gets_the_errata_that_apply(tmp_path: Path, revision: str) -> None:
    """The file has one change, so the report has one: a correction of the pinned revision is none of the file's."""
    document: Any = json.loads((ROOT / "schema" / revision / "schema.json").read_bytes())
    definitions = document["$defs" if "$defs" in document else "definitions"]
    definitions["Tool"]["properties"]["weight"] = {"type": "number"}
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    for sides in ((revision, path), (path, revision)):
        changes = report(*sides)["changes"]
        assert [each["definition"] for each in changes if each["source"] == "schema"] == ["Tool"]


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="official files are not part of the repository")
def test_an_official_file_by_its_path_is_its_revision() -> None:
    assert report(OFFICIAL / NEW / "schema.json", NEW)["changes"] == []


def test_the_draft_is_compared_like_a_release() -> None:
    assert {change["source"] for change in report(NEW, "draft")["changes"]} == {"schema", "protocol"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((OLD, "2099-01-01"), "'2099-01-01' is neither a revision nor a file"),
        (("no/such.json", NEW), "known revisions: 2024-11-05"),
        ((OLD, str(ROOT / "pyproject.toml")), "not JSON"),
        ((OLD, str(ROOT / "schema")), f"{ROOT / 'schema'}: is a directory\n  give the path of the schema file in it"),
        ((OLD, ""), "'' is neither a revision nor a file"),
        (("newest", NEW), "'newest' is neither a revision nor a file"),
        ((OLD, "/dev/null"), "/dev/null:1:1: not JSON"),
        ((OLD, NEW, "--output", "/no/such/directory/report"), "/no/such/directory/report"),
        ((OLD, NEW, "--output", "/"), "/: is a directory"),
        ((OLD, NEW, "--ignore", "no/such.toml"), "no/such.toml: cannot be read: No such file or directory"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], says: str) -> None:
    done = run("diff", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert says in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"$defs": ', ":1:11: not JSON"),
        (b"", ":1:1: not JSON"),
        (b"\xff\xfe", ": not UTF-8 text"),
        (b"[]", ": not a schema of MCP: the document is not an object"),
        (b"{}", ": not a schema of MCP: neither `$defs` nor `definitions` has a definition"),
        (b'{"$defs": {"A": {"type": "thing"}}}', "#/$defs/A/type: not a valid JSON Schema"),
        (b'{"$defs": {"A": {"$ref": "#/$defs/B"}}}', "#/$defs/A"),
        (b'{"$defs": ' + b"[" * 100_000, ": "),
    ],
    ids=["cut off", "empty", "not UTF-8", "a list", "no definitions", "no schema", "dangling", "deep"],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_file_that_is_no_schema_is_named(tmp_path: Path, content: bytes, says: str, *, first: bool) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    done = run("diff", *((path, NEW) if first else (NEW, path)))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {path}{says}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission(tmp_path: Path) -> None:
    path = schema_file(tmp_path, "mine.json", A={})
    path.chmod(0)
    done = run("diff", NEW, path)
    assert (done.code, done.out, done.err) == (2, "", f"error: {path}: cannot be read: Permission denied\n")


def test_a_file_against_itself_has_not_changed(tmp_path: Path) -> None:
    path = schema_file(tmp_path, "mine.json", A={"type": "string"}, B={"$ref": "#/$defs/A"})
    twin = schema_file(tmp_path, "twin.json", A={"type": "string"}, B={"$ref": "#/$defs/A"})
    for other in (path, twin):
        done = run("diff", path, other, "--fail-on", "any")
        assert (done.code, done.out, done.err) == (0, "", "")


def test_files_are_written_atomically(tmp_path: Path) -> None:
    """An existing file stays unchanged if the report cannot be made."""
    path = tmp_path / "report.json"
    path.write_text("before", encoding="utf-8")
    assert run("diff", NEW, "no-such.json", "--format", "json", "--output", path).code == 2
    assert path.read_text(encoding="utf-8") == "before"


def test_an_unsupported_part_is_left_out_and_named(tmp_path: Path) -> None:
    """It counts as undecided: `--fail-on breaking` says so, and `--fail-on unknown` fails."""
    old = schema_file(tmp_path, "old.json", A={"type": "object"})
    new = schema_file(tmp_path, "new.json", A={"type": "object", "patternProperties": {"^a": {"type": "integer"}}})
    done = run("diff", old, new, "--fail-on", "breaking")
    part = f"{new}#/$defs/A: `patternProperties` has no exact form in Python types"
    assert (done.code, done.err) == (
        0,
        f"not compared: {part}\n1 difference is undecided, for which --fail-on unknown fails too\n",
    )
    assert "0 safe, 1 undecided" in done.out
    assert [run("diff", old, new, "--fail-on", each).code for each in ("unknown", "risky", "any", "never")] == [
        1,
        1,
        1,
        0,
    ]
    found = json.loads(run("diff", old, new, "--format", "json").out)
    assert (found["summary"]["unknown"], found["left_out"]) == (1, [part])
    for format_ in CHANGE_FORMATS:
        done = run("diff", old, new, "--format", format_)
        assert "patternProperties" in (done.err if format_ == "text" else done.out), format_


def test_a_part_of_an_unchanged_definition_is_not_named(tmp_path: Path) -> None:
    """What both sides have in the same definition makes no difference."""
    same = {"type": "object", "patternProperties": {"^a": {"type": "integer"}}}
    old = schema_file(tmp_path, "old.json", A=same, B={"type": "string"})
    new = schema_file(tmp_path, "new.json", A=same, B={"type": "string", "format": "uri"})
    done = run("diff", old, new, "--fail-on", "unknown")
    assert (done.code, done.err) == (0, "")


def test_patterns_with_look_ahead_are_searched(tmp_path: Path) -> None:
    old = schema_file(tmp_path, "old.json", A={"type": "string", "pattern": "^(?!tmp)[a-z]+$"})
    new = schema_file(tmp_path, "new.json", A={"type": "string", "pattern": "^(?!tmp|old)[a-z]+$"})
    found = json.loads(run("diff", old, new, "--format", "json").out)
    added = next(change for change in found["changes"] if change["rule"] == "CONDITION_ADDED")
    assert added["wire"] == {"old_to_new": "breaking", "new_to_old": "safe"}
    assert added["witness"]["old_to_new"]["document"].startswith("old")


def test_fail_on_breaking_fails_for_a_pattern(tmp_path: Path) -> None:
    tool = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    old = schema_file(tmp_path, "old.json", Tool=tool)
    stricter = {**tool, "properties": {"name": {"type": "string", "pattern": "^[a-z]+$"}}}
    new = schema_file(tmp_path, "new.json", Tool=stricter)
    assert run("diff", old, new, "--fail-on", "breaking").code == 1
    assert run("diff", new, old, "--fail-on", "breaking").code == 1  # for those who read what new servers write
