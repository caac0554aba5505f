"""Generate the package of the fork, and run tests of `mcp_bindings` against it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import mcp_bindings as mb
from tests.cli.run import run
from tests.forks.acme import ID, forked
from tests.forks.as_official import VARIABLE
from tests.unit.tiny import ROOT

PACKAGE, DISTRIBUTION, VERSION = "acme_mcp", "acme-mcp", "2.4.0rc1"


def generate(directory: Path, base: str) -> str:
    """Write the package to `out` in a directory; the output of the command."""
    path = directory / "acme.json"
    document = json.loads((ROOT / "schema" / base / "schema.json").read_bytes())
    path.write_text(json.dumps(forked(document)), encoding="utf-8")
    done = run("generate", *options(directory, base))
    assert done.code == 0, done.err
    return done.out


def options(directory: Path, base: str) -> tuple[str | Path, ...]:
    """The options of the command for the package in a directory."""
    names = ("--package", PACKAGE, "--dist", DISTRIBUTION, "--package-version", VERSION)
    return ("--schema-file", f"{ID}={directory / 'acme.json'}", "--base", base, *names, "--out", directory / "out")


def run_tests(directory: Path, base: str, files: Sequence[str], selection: str) -> tuple[int, str]:
    """Run those tests of files that are about the base of the package, or about no revision.

    Args:
        directory: the directory with the package.
        base: of the fork; empty for tests about every revision.
        files: the files, relative to the checkout.
        selection: an expression of pytest's option `-k`.

    Returns:
        The exit code and the output, with a line for each test.
    """
    others = [revision for revision in mb.REVISIONS if base and revision != base]
    selected = " and ".join([f"({selection})", *(f"not {revision}" for revision in others)])
    path = os.pathsep.join([str(directory / "out"), *filter(None, sys.path)])
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-v", "-p", "tests.forks.as_official", "-p", "no:cacheprovider"),
            *("--no-cov", "-n", "0", "-k", selected, *files),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        env={**os.environ, VARIABLE: PACKAGE, "PYTHONPATH": path},
        timeout=600,
    )
    return done.returncode, done.stdout
