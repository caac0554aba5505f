"""Standard streams that are closed, full or abandoned by their reader; and the help and usage texts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mcp_bindings as mb
from mcp_bindgen import __version__
from tests.cli.run import COMMAND, mistake, run, spawn

LINES = b'{"name":"a","inputSchema":{"type":"object"}}\n' * 40_000


@pytest.mark.parametrize(
    "arguments", [("revisions",), ("validate", "--revision", "2025-11-25", "--definition", "Tool"), ("--help",)]
)
def test_a_closed_pipe_gives_no_traceback(arguments: tuple[str, ...]) -> None:
    reader = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE)
    reader.wait(timeout=30)  # this process exits before anything is written
    done = subprocess.run(
        [*COMMAND, *arguments], input=LINES, stdout=reader.stdin, stderr=subprocess.PIPE, check=False, timeout=120
    )
    assert reader.stdin is not None
    reader.stdin.close()
    assert done.stderr == b""
    assert done.returncode in (1, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_behind_stdout() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "revisions"], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: output: No space left on device")


def test_closed_standard_streams(tmp_path: Path) -> None:
    """The work is done even if the standard streams are closed."""
    words = [*COMMAND, "generate", "--revision", "2024-11-05", "--out", str(tmp_path / "out")]
    done = subprocess.run(["sh", "-c", '"$@" >&- 2>&- <&-', "sh", *words], check=False, timeout=120)
    assert done.returncode == 0
    assert (tmp_path / "out" / "README.md").is_file()


@pytest.mark.parametrize("arguments", ["revisions", f"diff {mb.REVISIONS[0]} latest -v", "find nothing Tool"])
def test_closed_standard_streams_of_each_output(arguments: str) -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" >&- 2>&- <&-', "sh", *COMMAND, *arguments.split()], check=False, timeout=120
    )
    assert done.returncode == (2 if "nothing" in arguments else 0)


def test_output_that_the_locale_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "→.json"
    path.write_text('{"name":1}', encoding="utf-8")
    arguments = ("validate", "--revision", "2025-11-25", "--definition", "Tool", path)
    done = spawn(*arguments, env={"PYTHONIOENCODING": "cp1252"})
    assert (done.code, done.err) == (1, "")
    assert "→.json:1" in done.out, "a pipe gets UTF-8"


def test_help() -> None:
    assert run("--version").out == f"mcp-bindgen, version {__version__}\n"
    listed = run("--help").out
    for command in ("generate", "check", "build", "revisions", "find", "schema", "validate"):
        assert f"  {command}" in listed
        assert run(command, "--help").code == 0
        assert run(command, "-h").out == run(command, "--help").out
    for command in ("import", "verify"):
        assert run("schema", command, "--help").code == 0


def test_wrong_usage() -> None:
    assert "No such command 'generat'" in mistake("generat")
    assert "No such option '--nope'" in mistake("generate", "--nope")
    assert "No such command 'nope'" in mistake("schema", "nope")
    assert "unexpected extra argument" in mistake("generate", "out")
    assert mistake() == run("--help").out, "nothing to do: says what there is"
