"""Runs the tool: in this process for speed, or in a separate one for tests of streams and signals."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from mcp_bindgen.cli import main

ROOT = Path(__file__).resolve().parents[2]
OFFICIAL = ROOT.parent / "shared" / "schema"
COMMAND = [sys.executable, "-m", "mcp_bindgen.cli"]

SMALL = ("--revision", "2024-11-05")
"""The revision that is generated fastest."""


class Ran(NamedTuple):
    """The outcome of a command."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path, stdin: bytes = b"") -> Ran:
    """Run a command in this process. Any exception but `SystemExit` is a crash, and is raised."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.exit_code, done.stdout, done.stderr)


def mistake(*arguments: str | Path, stdin: bytes = b"") -> str:
    """Run a command that must end with a user error, and return its message."""
    done = run(*arguments, stdin=stdin)
    assert done.code == 2, done
    assert done.out == "", "results only on stdout"
    assert "Traceback" not in done.err
    assert done.err.strip()
    return done.err


def spawn(*arguments: str | Path, env: Mapping[str, str] | None = None, **options: Any) -> Ran:
    """Run a command in a separate process."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **(env or {})},
        timeout=120,
        **options,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def tree(root: Path) -> dict[str, bytes]:
    """Every file below a directory."""
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
