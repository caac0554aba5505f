"""Interpreters and environments; everything runs with `-I`, so that nothing of the checkout leaks in."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PYENV = Path.home() / ".pyenv" / "versions"


def interpreter(version: str) -> Path | None:
    """A Python of that minor version, from the search path or from pyenv."""
    found = [shutil.which(f"python{version}"), *sorted(PYENV.glob(f"{version}.*/bin/python"))]
    for candidate in map(str, filter(None, found)):
        asked = [candidate, "-I", "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
        done = subprocess.run(asked, capture_output=True, encoding="utf-8")
        if done.stdout.strip() == version:
            return Path(candidate)
    return None


def install(place: Path, python: Path, *packages: str) -> None:
    """A new environment with these packages and what they need. pip works from outside, so it is not in there."""
    _run([str(python), "-I", "-m", "venv", "--without-pip", str(place)])
    add(place, *packages)


def add(place: Path, *packages: str) -> None:
    """Install these packages, and what they need and is not there yet, in an environment.

    Only the modules that a test imports are compiled, when it does.
    """
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python_in(place))]
    _run([*pip, "install", "--no-compile", *packages])


def python_in(place: Path) -> Path:
    return place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def run(place: Path, *arguments: str | Path) -> Any:
    """What a program prints as JSON."""
    return json.loads(_run([str(python_in(place)), "-I", *map(str, arguments)]))


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
