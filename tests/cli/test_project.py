"""The project's data files, with every error that a maintainer or a bad merge can introduce."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mcp_bindings as mb
from mcp_bindgen.ingest import manifest
from tests.cli.run import OFFICIAL, ROOT, SMALL, mistake, run, tree

COMMIT = "b0f60ba5409db7a6582440a7b473cc0398890f15"
PINNED = [each.id for each in manifest.read_manifest(ROOT / "schema")]
official = pytest.mark.skipif(
    not all((OFFICIAL / each / "schema.json").is_file() for each in PINNED),
    reason="the official files are not beside the checkout",
)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def refused(project: Path, *options: str) -> str:
    """The error message of `generate`, which must write no file."""
    said = mistake("generate", *options, "--out", project / "out")
    assert not (project / "out").exists()
    return said


def test_a_directory_without_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_BINDGEN_ROOT", str(tmp_path))
    for command in (("revisions",), ("generate",), ("find", "draft", "Tool"), ("schema", "verify", "--from", "x")):
        said = mistake(*command)
        assert str(tmp_path) in said
        assert "MCP_BINDGEN_ROOT" in said


def test_a_broken_pin_shows_both_hashes(project: Path) -> None:
    path = project / "schema" / "2024-11-05" / "schema.json"
    pinned = next(row for row in manifest.read_manifest(project / "schema") if row.id == "2024-11-05").sha256
    edit(path, '"string"', '"integer"')
    found = manifest.sha256(path.read_bytes())
    for said in (refused(project, *SMALL), mistake("find", "2024-11-05", "Tool")):
        assert f"{path}: broken pin" in said
        assert pinned in said
        assert found in said
        assert "schema import" in said


def test_a_missing_schema(project: Path) -> None:
    path = project / "schema" / "2024-11-05" / "schema.json"
    path.unlink()
    assert f"{path}: cannot be read: No such file" in refused(project, *SMALL)


def test_a_stale_erratum(project: Path) -> None:
    path = project / "schema" / "2025-06-18" / "errata.toml"
    edit(path, 'old = ["string", "integer", "boolean"]', 'old = ["string", "boolean"]')
    said = refused(project, "--revision", "2025-06-18")
    assert "erratum 2025-06-18.elicit-result-content is stale" in said
    assert "schema.json#/definitions/ElicitResult/properties/content/additionalProperties/type" in said
    assert "delete the erratum" in said
    edit(path, "/definitions/ElicitResult/", "/definitions/ElicitedResult/")
    assert "the document has no such location" in refused(project, "--revision", "2025-06-18")
    edit(path, "reason =", "raison =")
    assert f"{path}: a row is malformed" in refused(project, "--revision", "2025-06-18")


def test_invalid_toml(project: Path) -> None:
    path = project / "schema" / "2025-06-18" / "errata.toml"
    path.write_text("[[erratum]\n", encoding="utf-8")
    said = refused(project, "--revision", "2025-06-18")
    assert f"{path}: not TOML" in said
    assert "line 1" in said
    path.write_bytes(b"\xff")
    assert f"{path}: not TOML" in refused(project, "--revision", "2025-06-18")
    (project / "schema" / "revisions.toml").write_text('[[revision]]\nid = "a"\n', encoding="utf-8")
    assert "revisions.toml: a row is malformed" in mistake("revisions")


def test_missing_and_stale_documentation_lines(project: Path) -> None:
    path = project / "schema" / "docs.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("CallToolRequest ="))
    lines[place] = 'NoSuchType = "A line that nothing needs."'
    path.write_text("\n".join(lines), encoding="utf-8")
    said = refused(project)
    assert str(path) in said
    assert "missing: types.CallToolRequest\n" in said
    assert "stale: types.NoSuchType" in said


def test_a_changed_public_name(project: Path) -> None:
    path = project / "schema" / "names.toml"
    edit(path, "\nCallToolRequest = [", "\nCallTool = [")
    said = refused(project)
    assert f"{path}: public names have changed" in said
    assert "- [2024-11-05] CallTool = [" in said
    assert "+ [2024-11-05] CallToolRequest = [" in said
    assert "CHANGELOG" in said


@pytest.mark.slow
def test_an_error_code_that_contradicts_the_schema(project: Path) -> None:
    path = project / "schema" / "2025-11-25" / "protocol.toml"
    edit(path, "code = -32042", "code = -32049")
    edit(project / "schema" / "2026-07-28" / "protocol.toml", "code = -32042", "code = -32049")  # inherits the row
    said = refused(project, *SMALL)
    assert f"{path}: error codes and schema do not match" in said
    assert "row -32049 names URLElicitationRequiredError, which has code -32042" in said
    assert "definition URLElicitationRequiredError has code -32042, which has no row" in said
    edit(path, "code = -32049\n", "code = -32049\nrange = 1\n")
    assert f"{path}: error_code 8 (-32049 URL_ELICITATION_REQUIRED): unknown key 'range'" in refused(project, *SMALL)


def test_revisions(project: Path) -> None:
    rows = run("revisions").out.splitlines()
    assert rows[0].split() == ["revision", "status", "era", "official", "sha256", "commit"]
    assert [row.split()[0] for row in rows[1:]] == [*mb.REVISIONS, "draft"]
    data = json.loads(run("revisions", "--format", "json").out)
    assert [row["id"] for row in data] == [row.split()[0] for row in rows[1:]]
    for row in data:
        assert len(row["official_sha256"]) == len(row["sha256"]) == 64
        assert len(row["commit"]) == 40
    assert "'yaml' is not one of" in mistake("revisions", "--format", "yaml")


@official
def test_schema_verify() -> None:
    done = run("schema", "verify", "--from", OFFICIAL)
    assert done.code == 0
    assert done.out.endswith(f"{len(PINNED)} of {len(PINNED)} agree\n")
    data = json.loads(run("schema", "verify", "--from", OFFICIAL, "--format", "json").out)
    assert [each["agrees"] for each in data] == [True] * len(PINNED)


@official
def test_schema_verify_sees_a_changed_file(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(OFFICIAL, tmp_path / "official"))
    path = copy / "2025-11-25" / "schema.json"
    path.chmod(0o644)
    path.write_bytes(path.read_bytes() + b"\n")
    done = run("schema", "verify", "--from", copy)
    assert done.code == 1
    assert f"{len(PINNED) - 1} of {len(PINNED)} agree" in done.out
    row = next(line for line in done.out.splitlines() if "DIFFERS" in line)
    assert row.startswith("2025-11-25")
    assert manifest.sha256(path.read_bytes()) in row
    path.write_text("{", encoding="utf-8")
    assert f"{path}:1:2: not JSON" in mistake("schema", "verify", "--from", copy)


def test_schema_verify_from_a_missing_path(tmp_path: Path) -> None:
    said = mistake("schema", "verify", "--from", tmp_path)
    assert f"{tmp_path / '2024-11-05' / 'schema.json'}: the file does not exist" in said
    assert "<id>/schema.json" in said
    said = mistake("schema", "verify", "--from", tmp_path / "nowhere")
    assert f"{tmp_path / 'nowhere'}: the directory does not exist" in said
    assert "<id>/schema.json" in said
    assert "Missing option '--from'" in mistake("schema", "verify")


@official
def test_schema_import_pins_the_imported_file(project: Path) -> None:
    before = tree(project / "schema")
    source = OFFICIAL / "2025-11-25" / "schema.json"
    done = run("schema", "import", "2025-11-25", source, "--commit", COMMIT)
    assert done.code == 0
    assert manifest.sha256(source.read_bytes()) in done.out
    assert tree(project / "schema") == before, "what is pinned already stays as it is, to the byte"
    other = "1" * 40
    assert run("schema", "import", "2025-11-25", source, "--commit", other).code == 0
    rows = {row.id: row for row in manifest.read_manifest(project / "schema")}
    assert rows["2025-11-25"].commit == other
    assert rows["2025-06-18"].commit == COMMIT


def test_mistakes_with_schema_import(project: Path, mini: Path) -> None:
    before = tree(project / "schema")
    for commit in ("abc", COMMIT.upper(), f"{COMMIT}0", "main", ""):
        assert "40 hex digits" in mistake("schema", "import", "2025-11-25", mini, "--commit", commit)
    said = mistake("schema", "import", "../evil", mini, "--commit", COMMIT)
    assert "unknown revision '../evil'" in said
    assert "revisions.toml" in said
    assert "Missing option '--commit'" in mistake("schema", "import", "2025-11-25", mini)
    nowhere = project / "nowhere.json"
    assert f"{nowhere}: cannot be read" in mistake("schema", "import", "2025-11-25", nowhere, "--commit", COMMIT)
    mini.write_text("[]", encoding="utf-8")
    assert "not a schema of MCP" in mistake("schema", "import", "2025-11-25", mini, "--commit", COMMIT)
    assert tree(project / "schema") == before


@pytest.mark.usefixtures("_loaded")
def test_find() -> None:
    done = run("find", "2025-11-25", "tools/call")
    path, line = done.out.split()[0].rsplit(":", 1)
    assert path == str(ROOT / "generated" / "mcp_bindings" / "v2025_11_25" / "tools.py")
    assert Path(path).read_text(encoding="utf-8").splitlines()[int(line) - 1] == "class CallToolRequest(WireModel):"
    assert [line.split("  ")[1] for line in done.out.splitlines()] == [
        "CallToolRequest",
        "CallToolRequestParams",
        "CallToolResult",
        "CreateTaskResult",
        "ServerHandlers.call_tool",
        "ClientCalls.call_tool",
    ]
    for name in ("Tool", "ContentBlock", "RequestId"):
        (place,) = json.loads(run("find", "2025-11-25", name, "--format", "json").out)
        assert place["name"] == name
        text = Path(str(place["path"])).read_text(encoding="utf-8").splitlines()[int(place["line"]) - 1]
        assert text.split("(")[0].split(":")[0].removeprefix("class ") == name
    places = json.loads(run("find", "2026-07-28", "notifications/cancelled", "--format", "json").out)
    names = [each["name"] for each in places]
    assert names[:2] == ["CancelledNotification", "ClientNotification"], "one method, two definitions"


def test_find_imports_neither_the_renderer_nor_the_reports() -> None:
    program = (
        "import sys; from mcp_bindgen.cli import main; main(['find', 'latest', 'Tool'], standalone_mode=False); "
        "print([name for name in sys.modules if name.startswith(('mcp_bindgen.render', 'mcp_bindgen.diff', 'jinja2', "
        "'mcp_bindgen.report'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, cwd=ROOT, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.usefixtures("_loaded")
@pytest.mark.parametrize("revision", [mb.REVISIONS[0], mb.REVISIONS[-1]])
def test_find_knows_the_place_of_each_part_of_a_method(revision: str) -> None:
    for method in {row.kind: name for name, row in mb.revision(revision).methods.items()}.values():
        for each in json.loads(run("find", revision, method, "--format", "json").out):
            name: str = each["name"].split(".")[-1]
            text = Path(each["path"]).read_text(encoding="utf-8").splitlines()
            assert re.match(rf" *((async )?def |class |){name}\b", text[int(each["line"]) - 1]), each


@pytest.mark.usefixtures("_loaded")
def test_find_in_the_draft() -> None:
    places = json.loads(run("find", "draft", "Tool", "--format", "json").out)
    assert Path(places[0]["path"]).is_file()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tool/call", "did you mean tools/call"),
        ("CallToolRequst", "did you mean CallToolRequest"),
        ("tol", "did you mean Tool?"),
        ("qqqqqqqqqqqq", "`mcp-bindgen matrix` lists"),
        ("", "`mcp-bindgen matrix` lists"),
    ],
)
@pytest.mark.usefixtures("_loaded")
def test_find_an_unknown_name(name: str, said: str) -> None:
    error = mistake("find", "2025-11-25", name)
    assert f"revision 2025-11-25: no method or definition {name!r}" in error
    assert said in error
    hint = error.splitlines()[-1]
    assert hint.count(" Tool ") + hint.count(" Tool?") <= 1, "no name twice"


@pytest.mark.usefixtures("_loaded")
def test_mistakes_with_find(tmp_path: Path) -> None:
    assert "unknown revision '2025'" in mistake("find", "2025", "Tool")
    assert "Missing argument 'NAME'" in mistake("find", "2025-11-25")
    said = mistake("find", "2025-11-25", "Tool", "--out", tmp_path)
    assert "the generated module does not exist" in said
    assert "mcp-bindgen generate" in said


def test_build(small: Path, tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    done = run("build", "--out", small, "--dist", dist)
    assert (done.code, done.err) == (0, "")
    assert sorted(path.suffix for path in dist.iterdir()) == [".gz", ".whl"]
    assert sorted(done.out.split()) == sorted(str(path) for path in dist.iterdir())
    first = tree(dist)
    assert run("build", "--out", small, "--dist", dist).code == 0
    assert tree(dist) == first, "the same bytes each time"


def test_mistakes_with_build(small: Path, tmp_path: Path) -> None:
    said = mistake("build", "--out", tmp_path / "nowhere")
    assert "there is no generated package" in said
    assert "mcp-bindgen generate" in said
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "pyproject.toml").write_text('[project]\nname = "other"\n', encoding="utf-8")
    said = mistake("build", "--out", tmp_path / "project")
    assert f"{tmp_path / 'project'}: is not a package that mcp-bindgen generated" in said
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "is a file" in mistake("build", "--out", small, "--dist", tmp_path / "file")
    (small / "pyproject.toml").write_text("garbage", encoding="utf-8")
    said = mistake("build", "--out", small, "--dist", tmp_path / "dist")
    assert f"{small}: hatchling failed: " in said
    assert "TOMLDecodeError" in said
