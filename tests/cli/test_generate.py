"""`generate` and `check`: the files written, the errors, and atomic writes."""

from __future__ import annotations

import ast
import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import mcp_bindings as mb
from mcp_bindgen.cache import DIRECTORY_VARIABLE
from mcp_bindgen.output import writer
from tests.cli.run import OFFICIAL, ROOT, SMALL, mistake, run, spawn, tree

FEATURE = ROOT / "tests" / "golden" / "feature.schema.json"
"""A custom schema with every kind of type."""


def test_one_revision(small: Path) -> None:
    files = tree(small)
    assert {"README.md", "INDEX.md", "pyproject.toml", "mcp_bindings/__init__.py", "mcp_bindings/py.typed"} <= set(
        files
    )
    assert {name.split("/")[1] for name in files if name.startswith("mcp_bindings/v")} == {"v2024_11_05"}
    code = "import mcp_bindings as mb; print(mb.REVISIONS, mb.LATEST, mb.__file__)"
    env = {**os.environ, "PYTHONPATH": str(small)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=env, check=True)
    assert done.stdout.startswith("('2024-11-05',) 2024-11-05 ")
    assert str(small) in done.stdout


def test_the_printed_summary(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "er" / "out"
    done = run("generate", *SMALL, "--out", out)
    assert (done.code, done.out, done.err) == (0, f"{len(tree(out).keys() - {writer.LIST_FILE})} files in {out}\n", "")
    assert {path.name for path in out.parent.iterdir()} == {"out", ".out.lock"}, "only the lock is beside it"


@pytest.mark.usefixtures("_memoized")
def test_generating_again_restores_listed_files_and_keeps_others(small: Path) -> None:
    before = tree(small)
    (small / "README.md").write_text("edited", encoding="utf-8")
    (small / "INDEX.md").unlink()
    (small / "mcp_bindings" / "mine.py").write_text("mine", encoding="utf-8")
    assert run("generate", *SMALL, "--out", small).code == 0
    assert tree(small) == before | {"mcp_bindings/mine.py": b"mine"}


@pytest.mark.usefixtures("_memoized")
def test_version_control_directories_are_kept(small: Path) -> None:
    (small / ".git").mkdir()
    (small / ".git" / "config").write_text("mine", encoding="utf-8")
    (small / ".gitignore").write_text("dist\n", encoding="utf-8")
    assert run("check", *SMALL, "--out", small).code == 0
    assert run("generate", *SMALL, "--out", small).code == 0
    assert (small / ".git" / "config").read_text(encoding="utf-8") == "mine"
    assert (small / ".gitignore").is_file()
    assert run("check", *SMALL, "--out", small).code == 0


@pytest.mark.usefixtures("_memoized")
def test_a_link_stays_a_link(small: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(small)
    (small / "README.md").write_text("edited", encoding="utf-8")
    assert run("generate", *SMALL, "--out", link).code == 0
    assert link.is_symlink()
    assert run("check", *SMALL, "--out", small).code == 0


@pytest.mark.usefixtures("_memoized")
def test_a_full_disk_leaves_the_old_tree(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (small / "README.md").write_text("the old tree", encoding="utf-8")
    before = tree(small)

    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert f"{small}: cannot be written: No space left on device" in mistake("generate", *SMALL, "--out", small)
    assert "No space left on device" in mistake("generate", *SMALL, "--out", small.parent / "new")
    monkeypatch.undo()
    assert tree(small) == before
    assert {path.name for path in small.parent.iterdir()} == {small.name, f".{small.name}.lock", ".new.lock"}


@pytest.mark.usefixtures("_memoized")
def test_a_directory_with_other_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    before = tree(tmp_path)
    said = mistake("generate", *SMALL, "--out", tmp_path)
    assert f"{tmp_path}: holds something that mcp-bindgen did not write" in said
    assert "--out" in said
    assert tree(tmp_path) == before


@pytest.mark.usefixtures("_memoized")
def test_an_empty_directory_is_fine(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    assert run("generate", *SMALL, "--out", out).code == 0
    assert (out / writer.LIST_FILE).is_file()


@pytest.mark.usefixtures("_memoized")
def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert "is a file" in mistake("generate", *SMALL, "--out", tmp_path / "file")
    said = mistake("generate", *SMALL, "--out", tmp_path / "file" / "below")
    assert "cannot be written" in said
    assert str(tmp_path / "file") in said
    assert tree(tmp_path) == {"file": b"mine"}


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="/proc is where even root may not write")
@pytest.mark.usefixtures("_memoized")
def test_a_read_only_target() -> None:
    assert "/proc/nothing/out: cannot be written" in mistake("generate", *SMALL, "--out", "/proc/nothing/out")
    assert "/proc/nothing: cannot be written" in mistake("build", "--dist", "/proc/nothing")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission(mini: Path) -> None:
    mini.chmod(0)
    assert "Permission denied" in mistake("generate", "--schema-file", f"mine={mini}")


def test_own_schema_is_added(tmp_path: Path, mini: Path) -> None:
    out = tmp_path / "out"
    assert run("generate", *SMALL, "--schema-file", f"my-rev={mini}", "--out", out).code == 0
    text = (out / "mcp_bindings" / "my_rev" / "common_types.py").read_text(encoding="utf-8")
    assert "class Thing(WireModel):" in text
    assert "A thing of mine." in text, "described by itself"
    code = (
        "import mcp_bindings as mb; print(mb.REVISIONS, mb.revision('my-rev').codec('Thing').decode('{\"a\":\"b\"}').a)"
    )
    env = {**os.environ, "PYTHONPATH": str(out)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=env, check=False)
    assert done.stdout == "('2024-11-05',) b\n", done.stderr


def test_own_schema_replaces_a_revision(tmp_path: Path, mini: Path) -> None:
    out = tmp_path / "out"
    options = (*SMALL, "--schema-file", f"2024-11-05={mini}", "--out", out)
    assert run("generate", *options).code == 0
    module = out / "mcp_bindings" / "v2024_11_05"
    classes = [
        node.name
        for node in ast.parse((module / "common_types.py").read_bytes()).body
        if isinstance(node, ast.ClassDef)
    ]
    assert classes == ["Thing"]
    assert list(json.loads((module / "schema.json").read_bytes())["$defs"]) == ["Thing"]
    assert run("check", *options).code == 0
    assert run("check", *SMALL, "--out", out).code == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"$defs":\n {"A" "B"}}', ":2:7: not JSON"),
        ("", ":1:1: not JSON"),
        ("[1]", "not a schema of MCP"),
        ('{"a": 1}', "not a schema of MCP"),
        ('{"$defs": {}}', "not a schema of MCP"),
        ('{"$defs": {"A": {"type": "nope"}}}', "#/$defs/A/type: not a valid JSON Schema"),
        ('{"$defs": {"A": 5}}', "#/$defs/A: not a valid JSON Schema"),
        ('{"$defs": {"A": {"$ref": "#/$defs/B"}}}', "reference '#/$defs/B' leads to no definition"),
        ('{"$defs": {"A": {"$ref": "https://a.example/b"}}}', "is never fetched"),
        ('{"$defs": {"A": {"anyOf": [false]}}}', "no alternative allows a value"),
        ('{"$defs": {"A": {}, "A": {}}}', "occurs twice"),
        ('{"$schema": "http://a.example/", "$defs": {"A": {}}}', "unknown dialect"),
        ("[" * 3000 + "]" * 3000, "nested deeper"),
    ],
)
def test_a_file_that_is_not_a_schema(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content, encoding="utf-8")
    error = mistake("generate", "--revision", "mine", "--schema-file", f"mine={path}", "--out", tmp_path / "out")
    assert str(path) in error
    assert said in error
    assert not (tmp_path / "out").exists()


def test_mistakes_with_schema_files(tmp_path: Path, mini: Path) -> None:
    out = ("--out", tmp_path / "out")
    nowhere = tmp_path / "nowhere.json"
    assert f"{nowhere}: cannot be read: No such file" in mistake("generate", "--schema-file", f"a={nowhere}", *out)
    assert f"{tmp_path}: cannot be read: Is a directory" in mistake("generate", "--schema-file", f"a={tmp_path}", *out)
    for wrong in ("mini.json", "=mini.json", "a=", ""):
        assert "must be ID=PATH" in mistake("generate", "--schema-file", wrong, *out)
    twice = ("--schema-file", f"a={mini}", "--schema-file", f"a={mini}")
    assert "twice" in mistake("generate", *SMALL, *twice, *out)
    (tmp_path / "utf16.json").write_bytes(mini.read_text(encoding="utf-8").encode("utf-16"))
    assert "not UTF-8" in mistake("generate", "--schema-file", f"a={tmp_path / 'utf16.json'}", *out)
    alike = ("--schema-file", f"a-b={mini}", "--schema-file", f"a_b={mini}")
    assert "would both become module" in mistake("generate", *SMALL, *alike, *out)


def test_an_unknown_revision_names_the_known_ones(tmp_path: Path, small: Path) -> None:
    for command in (("generate", "--out", tmp_path / "new"), ("check", "--out", small)):
        said = mistake(*command, "--revision", "2025-11-31")
        assert "unknown revision '2025-11-31'" in said
        assert ", ".join([*mb.REVISIONS, "draft"]) in said


def test_no_errata(tmp_path: Path) -> None:
    """By the official file as it is, a form cannot contain a fraction."""
    code = (
        "import mcp_bindings as mb; codec = mb.revision('2025-06-18').codec('ElicitResult');"
        "found = codec.findings({'action': 'accept', 'content': {'a': 0.5}}); print([each.pointer for each in found])"
    )
    said: list[str] = []
    assert run("generate", "--revision", "2025-06-18", "--no-errata", "--out", tmp_path / "out").code == 0
    for package in (ROOT / "generated", tmp_path / "out"):
        env = {**os.environ, "PYTHONPATH": str(package)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=env, check=False)
        said.append(done.stdout + done.stderr)
    assert said == ["[]\n", "['/content/a']\n"]


def docstring(out: Path, name: str) -> str:
    modules = (ast.parse(path.read_bytes()) for path in (out / "mcp_bindings" / "v2024_11_05").glob("*.py"))
    classes = (node for module in modules for node in module.body if isinstance(node, ast.ClassDef))
    found = next(node for node in classes if node.name == name)
    return ast.get_docstring(found) or ""


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official files are not beside the checkout")
def test_docs_from_official_files(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "official"
    assert run("generate", *SMALL, "--docs-from", OFFICIAL, "--out", out).code == 0
    definitions = json.loads((OFFICIAL / "2024-11-05" / "schema.json").read_bytes())["definitions"]
    compared = 0
    for name in ("CallToolResult", "Tool", "Resource", "PingRequest", "Root"):
        first = " ".join(definitions[name]["description"].split("\n\n")[0].split())
        shown = " ".join(docstring(out, name).split())
        assert shown.startswith(first[:60]), name
        ours = docstring(small, name).split("\n")[0]
        assert ours not in shown
        compared += 1
    assert compared == 5
    assert run("check", *SMALL, "--out", out).code == 1
    assert run("check", *SMALL, "--docs-from", OFFICIAL, "--out", out).code == 0


def test_docs_from_a_missing_path(tmp_path: Path) -> None:
    said = mistake("generate", *SMALL, "--docs-from", tmp_path, "--out", tmp_path / "out")
    assert f"{tmp_path / '2024-11-05' / 'schema.json'}: the file does not exist" in said
    assert "<id>/schema.json" in said
    said = mistake("generate", *SMALL, "--docs-from", tmp_path / "nowhere", "--out", tmp_path / "out")
    assert f"{tmp_path / 'nowhere'}: the directory does not exist" in said
    assert "<id>/schema.json" in said


# check ----------------------------------------------------------------------------------------------------------------


def test_check_of_a_fresh_tree(small: Path) -> None:
    done = run("check", *SMALL, "--out", small)
    assert (done.code, done.err) == (0, "")
    assert str(small) in done.out
    assert json.loads(run("check", *SMALL, "--out", small, "--format", "json").out) == []


@pytest.mark.usefixtures("_memoized")
def test_check_finds_edited_stray_and_missing_files(small: Path) -> None:
    edited, stray, missing = "mcp_bindings/wire/model.py", "mcp_bindings/extra.py", "INDEX.md"
    path = small / edited
    path.write_text(path.read_text(encoding="utf-8") + "BACKDOOR = 1\n", encoding="utf-8")
    (small / stray).write_text("STRAY = 1\n", encoding="utf-8")
    (small / missing).unlink()
    before = tree(small)
    done = run("check", *SMALL, "--out", small)
    assert done.code == 1
    for line in (
        "-BACKDOOR = 1",
        "-STRAY = 1",
        f"--- found/{edited}",
        f"+++ generated/{edited}",
        f"+++ generated/{missing}",
    ):
        assert line in done.out.splitlines()
    for kind, name in (("edited", edited), ("stray", stray), ("missing", missing)):
        assert f"{kind:<8} {name}" in done.out.splitlines()
    assert "mcp-bindgen generate" in done.out, "the next step"
    data = json.loads(run("check", *SMALL, "--out", small, "--format", "json").out)
    assert [(each["kind"], each["path"]) for each in data] == [
        ("missing", missing),
        ("stray", stray),
        ("edited", edited),
    ]
    assert tree(small) == before, "check only looks"


CHANGES: dict[str, tuple[Callable[[str], str], str]] = {
    "no final newline": (lambda text: text.rstrip("\n"), "\\ No newline at end of file"),
    "carriage returns": (lambda text: text.replace("\n", "\r\n"), "^M"),
    "blank line": (lambda text: text.replace("\n", "\n\n", 1), "-"),
}


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.usefixtures("_memoized")
def test_check_shows_differences_that_are_hard_to_see(small: Path, kind: str) -> None:
    change, shown = CHANGES[kind]
    path = small / "README.md"
    path.write_bytes(change(path.read_text(encoding="utf-8")).encode())
    done = run("check", *SMALL, "--out", small)
    assert done.code == 1
    difference = [line for line in done.out.splitlines() if not line.startswith(("---", "+++", "@@"))]
    assert any(shown in line for line in difference if line.startswith(("-", "+", "\\")))


@pytest.mark.usefixtures("_memoized")
def test_check_ignores_cache_files_of_tools(small: Path) -> None:
    for name in ("mcp_bindings/__pycache__", "build/lib", "dist", "mcp_bindings.egg-info", ".mypy_cache"):
        (small / name).mkdir(parents=True)
        (small / name / "file").write_text("", encoding="utf-8")
    assert run("check", *SMALL, "--out", small).code == 0
    (small / "mcp_bindings" / "build").mkdir()
    (small / "mcp_bindings" / "build" / "hidden.py").write_text("", encoding="utf-8")
    done = run("check", *SMALL, "--out", small)
    assert done.code == 1
    assert done.out.splitlines()[-1].endswith("run `mcp-bindgen generate` with the options that made the package")


def test_check_without_a_tree(tmp_path: Path) -> None:
    said = mistake("check", "--out", tmp_path / "nowhere")
    assert "there is no generated package" in said
    assert "mcp-bindgen generate" in said
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "is a file" in mistake("check", "--out", tmp_path / "file")


def test_check_of_a_directory_that_is_not_a_generated_package(tmp_path: Path) -> None:
    (tmp_path / "mcp_bindings").mkdir()
    (tmp_path / "mcp_bindings" / "__init__.py").write_text("", encoding="utf-8")
    said = mistake("check", "--out", tmp_path)
    assert said.splitlines()[0] == f"error: {tmp_path}: is not a package that mcp-bindgen generated"
    assert "mcp-bindgen generate --out" in said
    assert len(said) < 500


# its surroundings ---------------------------------------------------------------------------------------------------


def feature(path: Path) -> tuple[str, ...]:
    return ("--revision", "feature", "--schema-file", f"feature={path}")


@pytest.mark.slow
def test_the_same_bytes_in_any_environment(tmp_path: Path) -> None:
    """Compared with the tree that this process writes of the same file elsewhere.

    No progress is shown, because stderr is not a terminal.
    """
    copy = tmp_path / "copy.json"
    copy.write_bytes(FEATURE.read_bytes())
    env = {
        "PYTHONHASHSEED": "4242",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "TZ": "Pacific/Chatham",
        DIRECTORY_VARIABLE: "off",
    }
    other = tmp_path / "other"
    done = spawn("generate", *feature(copy), "--out", other, env=env, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert run("generate", *feature(FEATURE), "--out", tmp_path / "here").code == 0
    assert tree(other) == tree(tmp_path / "here")
    assert len(tree(other)) > 10


BAR_AT_ONCE = """
from mcp_bindgen.cli import main
from mcp_bindgen.console import ProgressBar
ProgressBar.DELAY_S = 0
main()
"""


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal_only(mini: Path, tmp_path: Path) -> None:
    """The environment is another one too, and makes no difference. Nothing of this schema is in the cache."""
    controller, terminal = pty.openpty()
    mini.write_text(mini.read_text(encoding="utf-8").replace("Thing", f"Thing{time.time_ns()}"), encoding="utf-8")
    request = ("--revision", "mine", "--schema-file", f"mine={mini}")
    command = [sys.executable, "-c", BAR_AT_ONCE, "generate", *request, "--out", str(tmp_path / "shown")]
    turkish = {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "1", "TZ": "Asia/Kathmandu"}
    env = {**os.environ, **turkish, "PYTHONHASHSEED": "17"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, encoding="utf-8", env=env)
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(controller, 4096)
        except OSError:  # the error that Linux gives when the other side is closed
            break
        if not part:
            break
        shown += part
    out, _ = process.communicate(timeout=60)
    os.close(controller)
    assert process.returncode == 0
    assert out.endswith(f"files in {tmp_path / 'shown'}\n")
    assert b" 0 s " in shown
    assert any(stage in shown for stage in (b"schema", b"models", b"templates", b"verify"))  # the one while it is drawn
    assert shown.rindex(b"\r\x1b[K") > shown.rindex(b" s mine "), "the line is taken away before what follows"
    assert run("generate", *request, "--out", tmp_path / "here").code == 0
    assert tree(tmp_path / "shown") == tree(tmp_path / "here")


def test_progress_is_cleared_before_an_error(mini: Path, tmp_path: Path) -> None:
    mini.write_text("{", encoding="utf-8")
    done = spawn("generate", *SMALL, "--schema-file", f"a={mini}", "--out", tmp_path / "out")
    assert done.code == 2
    assert done.err.startswith("error: ")


def test_another_package_is_never_replaced(small: Path) -> None:
    before = tree(small)
    said = mistake("generate", *SMALL, "--out", small, "--package", "other")
    assert "holds the package mcp_bindings, which other would replace" in said
    assert tree(small) == before


@pytest.mark.parametrize("name", ["A", "ClientRequest"])
def test_a_schema_without_messages_is_named_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / "own.json"
    members = {"method": {"type": "string"}, "params": {}}
    path.write_text(json.dumps({"$defs": {name: {"type": "object", "properties": members}}}), encoding="utf-8")
    done = run("generate", "--out", tmp_path / "out", "--revision", "own", "--schema-file", f"own={path}")
    assert (done.code, done.err.count("the schema has no messages"), done.err.count("\n")) == (0, 1, 1)
