"""A revision whose id is not its version on the wire behaves as one whose id is.

A copy of the official package in which every release has another id stands for forks of every release.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import mcp_bindings as mb
from tests.forks.running import PACKAGE, run_tests
from tests.meta.reading import PRODUCT

FILES = [*(f"tests/session/test_{name}.py" for name in ("rules", "opening", "http_headers")), "tests/http"]


def rename_releases(package: Path) -> None:
    """Give each release of a package an id that no message names."""
    table = package / "spec" / "revision_table.py"
    text = table.read_text(encoding="utf-8")
    head, modules = text.split("\nMODULES", 1)
    for number, revision in enumerate(mb.REVISIONS):
        head = head.replace(f'"{revision}"', f'"fork-{number}"')
        modules, times = re.subn(rf'(?m)^    "{revision}": ', f'    "fork-{number}": ', modules)
        assert times == 1
    table.write_text(f"{head}\nMODULES{modules}", encoding="utf-8")


@pytest.mark.slow
def test_sessions_and_headers_name_the_version(tmp_path: Path) -> None:
    shutil.copytree(PRODUCT, tmp_path / "out" / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    rename_releases(tmp_path / "out" / PACKAGE)
    code, output = run_tests(tmp_path, "", FILES, "headers or version or http or minimum")
    assert code == 0, output[-4000:]
    assert re.search(r"\d{3} passed", output)
