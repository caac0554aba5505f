"""The types that users see: a program of theirs, checked by mypy and pyright against the installed wheel.

And every public name of the wheel: its type is stated, so that all type checkers read the same.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from tests.package.installing import python_in

SAMPLE = Path(__file__).with_name("downstream.py.txt")

WRONG = re.compile(r"  # wrong: (?P<mypy>[a-z -]+), (?P<pyright>[A-Za-z ]+)$")

Reports = set[tuple[int, str]]


def _expected(checker: str) -> Reports:
    lines = enumerate(SAMPLE.read_text(encoding="utf-8").splitlines(), 1)
    return {
        (number, rule) for number, line in lines if (match := WRONG.search(line)) for rule in match[checker].split()
    }


@pytest.fixture
def program(tmp_path: Path) -> Path:
    copy = tmp_path / "downstream.py"
    copy.write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    return copy


def _errors(program: Path, *command: str) -> str:
    """What a checker prints. Exit code 1: there are errors, as there should be; 2 would be wrong usage."""
    done = subprocess.run([sys.executable, "-m", *command], cwd=program.parent, capture_output=True, encoding="utf-8")
    assert done.returncode == 1, f"{done.stdout}{done.stderr}"
    return done.stdout


def _compare(found: dict[tuple[int, str], str], expected: Reports) -> None:
    surplus = [f"line {line}: {found[line, rule]} [{rule}]" for line, rule in sorted(found.keys() - expected)]
    missing = [f"line {line}: no [{rule}]" for line, rule in sorted(expected - found.keys())]
    assert not surplus + missing, "\n".join([*surplus, *missing])


@pytest.mark.slow
def test_mypy(program: Path, alone: Path) -> None:
    settings = program.with_name("mypy.ini")
    settings.write_text("[mypy]\nstrict = true\npython_version = 3.10\n", encoding="utf-8")
    options = ["--config-file", str(settings), "--cache-dir", str(program.with_name("cache")), "--output", "json"]
    printed = _errors(program, "mypy", *options, "--python-executable", str(python_in(alone)), program.name)
    reports: list[dict[str, Any]] = [json.loads(line) for line in printed.splitlines()]
    errors = [report for report in reports if report["severity"] == "error"]
    _compare({(error["line"], error["code"]): error["message"] for error in errors}, _expected("mypy"))


@pytest.mark.slow
def test_pyright(program: Path, alone: Path) -> None:
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.10", "include": [program.name]}
    program.with_name("pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    options = ["--outputjson", "--pythonpath", str(python_in(alone)), "--project", "."]
    errors: list[dict[str, Any]] = json.loads(_errors(program, "pyright", *options))["generalDiagnostics"]
    found = {(error["range"]["start"]["line"] + 1, error.get("rule", "")): error["message"] for error in errors}
    _compare(found, _expected("pyright"))


@pytest.mark.slow
def test_the_type_of_every_public_name_is_stated(alone: Path, tmp_path: Path) -> None:
    """pydantic and the extras leave types out, which is not ours to mend, so `--ignoreexternal` passes over theirs."""
    environ = {**os.environ, "PATH": f"{python_in(alone).parent}{os.pathsep}{os.environ['PATH']}"}  # all that it reads
    options = ["--verifytypes", "mcp_bindings", "--ignoreexternal", "--outputjson"]
    command = [sys.executable, "-m", "pyright", *options]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, encoding="utf-8")
    report: dict[str, Any] = json.loads(done.stdout)["typeCompleteness"]
    assert Path(report["packageRootDirectory"]).is_relative_to(alone)
    assert {"mcp_bindings", mb.revision(mb.LATEST).package} <= {each["name"] for each in report["modules"]}
    causes = {
        f"{each['name']}: {fault['message']}"
        for each in report["symbols"]
        if each["isExported"] and (each["isTypeAmbiguous"] or not each["isTypeKnown"])
        for fault in each["diagnostics"]
        if "partially unknown" not in fault["message"]  # that follows from another fault
    }
    assert not causes, "\n".join(sorted(causes))
    assert report["completenessScore"] == 1, report["exportedSymbolCounts"]
