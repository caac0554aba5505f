"""Every command: examples, whole summaries, revisions by name, colours, a pager, a bar, quiet and verbose."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import mcp_bindings as mb
from mcp_bindgen import console, paths
from mcp_bindgen.cli import main
from tests.cli.run import COMMAND, ROOT, mistake, run
from tests.documents import accepting, tool
from tests.report import test_junit, test_sarif

ANSI = re.compile(r"\x1b\[[0-9;]*m")
TOOL = json.dumps(tool("a"))


def commands(group: click.Group = main, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield names, group
    for name, each in group.commands.items():
        if isinstance(each, click.Group):
            yield from commands(each, *names, name)
        else:
            yield (*names, name), each


HELPS = dict(commands())
"""Every group and every command, by its words."""

COMMANDS = {names: each for names, each in HELPS.items() if not isinstance(each, click.Group)}
GROUPS = HELPS.keys() - COMMANDS.keys()


@pytest.mark.parametrize("names", HELPS, ids=" ".join)
def test_each_help_ends_with_examples_that_the_command_takes(names: tuple[str, ...]) -> None:
    out = run(*names, "--help").out
    _, _, after = out.rpartition("Example")
    examples = re.findall(r"^ +(mcp-bindgen .*)$", after, re.MULTILINE)
    assert examples, out
    for example in examples:
        words = shlex.split(example)
        assert tuple(words[1 : 1 + len(names)]) == names
        command = tuple(words[1 : 3 if (words[1],) in GROUPS else 2])
        # The context of the group has the names of the option for help, which click makes once for each command.
        parent = click.Context(HELPS[()], **HELPS[()].context_settings)
        COMMANDS[command].make_context(command[-1], words[1 + len(command) :], parent)


def test_no_summary_is_cut() -> None:
    assert len(GROUPS) > 1
    for group in GROUPS:
        text = " ".join(run(*group, "--help").out.split())
        assert "..." not in text.replace("[ARGS]...", "")
        assert "…" not in text
        for names, each in COMMANDS.items():
            if names[:-1] == group:
                first = " ".join((each.help or "").split("\n\n")[0].split()).partition(". ")[0].rstrip(".")
                assert first in text.replace("\b", "")


def test_latest_is_the_newest_release() -> None:
    assert run("find", "latest", "Tool").out == run("find", mb.LATEST, "Tool").out
    old = mb.REVISIONS[-2]
    assert run("diff", old, "latest", "--summary").out == run("diff", old, mb.LATEST, "--summary").out
    done = run("validate", "--revision", "latest", "--definition", "Tool", stdin=TOOL.encode())
    assert done.out == "-:1: valid Tool\n"
    sides = ("--transport", "stdio", "--format", "json", "--client")
    named = run("negotiate", "--server", f"latest,{old}", *sides, "latest").out
    assert named == run("negotiate", "--server", f"{mb.LATEST},{old}", *sides, mb.LATEST).out


@pytest.mark.parametrize(
    ("wrong", "near"), [("2025-11", "2025-11-25"), ("2025-11-52", "2025-11-25"), ("latst", "latest"), ("lat", "latest")]
)
def test_a_mistyped_revision(wrong: str, near: str, tmp_path: Path) -> None:
    schema, out = str(paths.schema_root() / mb.LATEST / "schema.json"), str(tmp_path / "out")
    for arguments in (
        ("find", wrong, "Tool"),
        ("diff", mb.LATEST, wrong),
        ("validate", "--sender", "client", "--revision", wrong),
        ("generate", "--out", out, "--revision", wrong),
        ("negotiate", "--transport", "http", "--server", mb.LATEST, "--client", wrong),
        ("negotiate", "--transport", "http", "--server", mb.LATEST, "--client", mb.LATEST, "--minimum", wrong),
        ("generate", "--schema-file", f"acme={schema}", "--package", "acme", "--out", out, "--base", wrong),
        ("release", "2099-01-01", "--schema", schema, "--commit", "0" * 40, "--dry-run", "--from", wrong),
        ("release", "--status", wrong),
        ("server", "check", "--revision", wrong, "--", "python"),
    ):
        assert re.search(rf"did you mean .*{near}.*\?\n", mistake(*arguments, stdin=b"{}")), arguments


def test_a_summary_is_the_report_without_changes() -> None:
    old = mb.REVISIONS[0], mb.REVISIONS[1]
    for format_ in ("text", "markdown"):
        short, whole = (run("diff", *old, "--format", format_, *more).out for more in (["--summary"], []))
        assert whole.startswith(short[:-1])
        assert 10 < short.count("\n") < whole.count("\n") / 4
        assert re.search("[0-9a-f]{12}", short) is None
    assert "--summary shortens" in mistake("diff", *old, "--summary", "--format", "json")
    assert "--summary shortens" in mistake("diff", *old, "--summary", "--report", "json=x")


def test_sarif_of_a_diff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    old = mb.REVISIONS[0], mb.REVISIONS[1]
    log = test_sarif.checked(run("diff", *old, "--format", "sarif").out)
    changes = json.loads(run("diff", *old, "--format", "json").out)["changes"]
    results = log["runs"][0]["results"]
    assert {each["fingerprint"] for each in changes} == {
        each["partialFingerprints"]["mcpBindgen/v1"] for each in results
    }
    assert len(results) == len(changes)
    levels = [each["level"] for each in results]
    assert levels == sorted(levels, key=["error", "warning", "note"].index)
    assert set(levels) == {"error", "warning", "note"}
    with_lines = [each for each in results if "region" in each["locations"][0].get("physicalLocation", {})]
    assert len(with_lines) > len(results) * 0.8


BROKEN = f'{TOOL}\n{{"name":1}}\n'
SPACED = json.dumps(tool("a b"))
OPTIONS = ("validate", "--revision", accepting("Tool", json.loads(SPACED))[-1], "--definition", "Tool")
"""The newest revision whose schema leaves the characters of names to the prose."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs/deep").mkdir(parents=True)
    (tmp_path / "logs/a.jsonl").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "logs/deep/b.jsonl").write_text(f"{SPACED}\n", encoding="utf-8")
    (tmp_path / "odd[1].json").write_text(TOOL, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("files")
def test_several_files_and_patterns() -> None:
    done = run(*OPTIONS, "logs/**/*.jsonl", "odd[1].json", "-", "logs/a.jsonl", stdin=TOOL.encode())
    assert done.code == 1
    assert [line.split(" ")[0] for line in done.out.splitlines()] == [
        *["logs/a.jsonl:1:", "logs/a.jsonl:2:", "logs/a.jsonl:2:", "logs/a.jsonl:2:"][
            : done.out.count("logs/a.jsonl:")
        ],
        "logs/deep/b.jsonl:1:",
        "odd[1].json:1:",
        "-:1:",
    ]
    named = json.loads(run(*OPTIONS, "logs/*/*", "odd[1].json", "--format", "json").out)
    assert [(each["file"], each["valid"]) for each in named] == [("logs/deep/b.jsonl", True), ("odd[1].json", True)]
    quiet = run(*OPTIONS, "-q", "logs/**/*.jsonl")
    assert {line.split(" ")[0] for line in quiet.out.splitlines()} == {"logs/a.jsonl:2:"}
    assert run(*OPTIONS, "-q", "logs/deep/*").out == ""
    assert "nowhere/*: matches no file" in mistake(*OPTIONS, "nowhere/*")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux alone")
def test_sarif_of_a_file_whose_name_is_no_utf_8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"b\xff.json")
    Path(name).write_text("5", encoding="utf-8")
    log = test_sarif.checked(run(*OPTIONS, name, "--format", "sarif").out)
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "b%FF.json"


@pytest.mark.usefixtures("files")
def test_sarif_and_junit_of_a_validation() -> None:
    log = test_sarif.checked(run(*OPTIONS, "--lint", "logs/**/*", "--format", "sarif").out)
    results = log["runs"][0]["results"]
    assert {(each["ruleId"], each["level"]) for each in results} >= {("type", "error"), ("tool.name-chars", "warning")}
    places = {each["locations"][0]["physicalLocation"]["region"]["startLine"] for each in results if
              each["level"] == "error"}  # fmt: skip
    assert places == {2}
    lint = next(each for each in log["runs"][0]["tool"]["driver"]["rules"] if each["id"] == "tool.name-chars")
    assert lint["helpUri"].startswith("https://modelcontextprotocol.io/specification/")
    root = test_junit.checked(run(*OPTIONS, "--lint", "logs/**/*", "--format", "junit").out)
    assert [suite.get("name") for suite in root] == ["logs/a.jsonl", "logs/deep/b.jsonl"]
    assert [case.find("failure") is None for case in root[0]] == [True, False]
    assert "tool.name-chars" in (root[1][0].findtext("system-out") or "")


def test_quiet_and_verbose(tmp_path: Path, small: Path) -> None:
    done = run("check", "--revision", mb.REVISIONS[0], "--out", small, "-q")
    assert done == (0, "", "")
    done = run("check", "--revision", mb.REVISIONS[0], "--out", small, "-v")
    assert done.code == 0
    assert "is up to date" in done.out
    assert re.search(r"(?s)\d s  mcp-bindgen [\d.]+, .* data in .*\d s  end\n", done.err)
    stages = run(*OPTIONS, "--verbose", stdin=TOOL.encode()).err
    assert re.search(r"\d s  - \(1 of 1\)\n", stages)
    done = run("build", "--out", small, "--dist", tmp_path / "dist", "--quiet")
    assert done == (0, "", "")


def coloured(*arguments: str | Path, **environment: str) -> bool:
    """Whether a command that does not print to a terminal uses colours, on either stream."""
    done = CliRunner(env=dict(environment)).invoke(main, list(map(str, arguments)), input=TOOL.encode())
    return ANSI.search(done.output) is not None


def test_colours_without_a_terminal(tmp_path: Path) -> None:
    none = {"NO_COLOR": "", "FORCE_COLOR": ""}
    for arguments in (OPTIONS, ("diff", *mb.REVISIONS[:2]), ("find", "nothing", "Tool")):
        assert not coloured(*arguments, **none)
        assert coloured(*arguments, **{**none, "FORCE_COLOR": "1"})
        assert not coloured(*arguments, NO_COLOR="1", FORCE_COLOR="1")
    path = tmp_path / "report"
    assert run("diff", *mb.REVISIONS[:2], "--output", path).code == 0
    assert ANSI.search(path.read_text(encoding="utf-8")) is None


def on_terminal(*arguments: str, **environment: str) -> str:
    """All output of a command on a terminal of 24 lines."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals")
    leader, follower = pty.openpty()
    env: Mapping[str, str] = {**os.environ, "TERM": "xterm", "LINES": "24", "COLUMNS": "80", **environment}
    with subprocess.Popen([*COMMAND, *arguments], stdin=follower, stdout=follower, stderr=follower, env=env) as process:
        os.close(follower)
        found = b""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and select.select([leader], [], [], 60)[0]:
            try:
                found += os.read(leader, 65536)
            except OSError:  # the last writer has closed the terminal
                break
        process.wait(60)
    os.close(leader)
    return found.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_and_a_pager_for_long_output() -> None:
    out = on_terminal("diff", *mb.REVISIONS[:2], PAGER="sed s/^/paged:/", NO_COLOR="", FORCE_COLOR="")
    assert out.count("paged:") > 100
    assert ANSI.search(out)
    short = on_terminal("revisions", PAGER="sed s/^/paged:/", NO_COLOR="1")
    assert "paged:" not in short
    assert ANSI.search(short) is None
    assert mb.LATEST in short


class Terminal:
    """A standard error that is a terminal and keeps what is written."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("quiet", [True, False])
def test_a_bar_for_long_work(monkeypatch: pytest.MonkeyPatch, quiet: bool) -> None:
    terminal = Terminal()
    monkeypatch.setattr(console.ProgressBar, "DELAY_S", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = console.ProgressBar(is_quiet=quiet)
    progress.start()
    progress(mb.LATEST, "models")
    time.sleep(0.35)
    progress.stop()
    drawn = terminal.text.split("\r\x1b[K")
    if quiet:
        assert terminal.text == ""
    else:
        assert any(re.fullmatch(rf"\[ *=== *\]    0 s {mb.LATEST} models", each) for each in drawn)
        assert drawn[-1] == "", "the line is cleared"
        assert len({each.index("=") for each in drawn if each}) > 1, "the bar moves"


def test_short_work_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = console.ProgressBar()
    progress.start()
    progress.stop()
    assert terminal.text == ""


def test_completion_of_revisions() -> None:
    environment = {"_MCP_BINDGEN_COMPLETE": "bash_complete", "COMP_WORDS": "mcp-bindgen find 2025-1", "COMP_CWORD": "2"}
    done = CliRunner(env=environment).invoke(main, prog_name="mcp-bindgen")
    assert done.stdout.splitlines() == [f"plain,{each}" for each in mb.REVISIONS if each.startswith("2025-1")]
