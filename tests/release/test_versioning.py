"""A new revision moves the minor part of the version, once between two releases."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import mcp_bindgen
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.release.versioning import FILES, PROJECT, RECIPES, VERSION_SOURCE, find_next_version, raise_version
from tests.cli.run import ROOT

UNRELEASED = "## [Unreleased]\n\n### Added\n\n- a\n"


def released(version: str) -> str:
    return f"{UNRELEASED}\n## [{version}] - 2026-11-22\n\n### Added\n\n- b\n\n## [0.0.1] - 2026-01-01\n"


@pytest.mark.parametrize(
    ("changelog", "present", "next_"),
    [
        (UNRELEASED, "0.1.0", "0.1.0"),
        (released("0.1.0"), "0.1.0", "0.2.0"),
        (released("0.1.3"), "0.1.3", "0.2.0"),
        (released("0.1.3"), "0.1.4", "0.2.0"),
        (released("0.1.3"), "0.2.0", "0.2.0"),
        (released("1.9.0"), "1.9.0", "1.10.0"),
        (released("1.9.0"), "2.0.0", "2.0.0"),
    ],
)
def test_the_minor_part_moves_once(changelog: str, present: str, next_: str) -> None:
    assert find_next_version(changelog, present) == next_


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for path in FILES:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def test_all_files_state_the_next_version(checkout: Path) -> None:
    present = mcp_bindgen.__version__
    before = {path: (checkout / path).read_text(encoding="utf-8") for path in FILES}
    version = raise_version(checkout, released(present))
    assert version is not None
    after = {path: (checkout / path).read_text(encoding="utf-8") for path in FILES}
    assert after[VERSION_SOURCE] == before[VERSION_SOURCE].replace(f'"{present}"', f'"{version}"')
    assert after[PROJECT] == before[PROJECT].replace(f"[validators]=={present}", f"[validators]=={version}")
    for path in RECIPES:
        assert after[path] == before[path].replace(f'  version: "{present}"', f'  version: "{version}"')
        assert after[path] != before[path]
    assert raise_version(checkout, released(present)) is None, "it has moved already"


def test_files_that_disagree(checkout: Path) -> None:
    path = checkout / PROJECT
    path.write_text(path.read_text(encoding="utf-8").replace("[validators]==", "[validators]==9"), encoding="utf-8")
    with pytest.raises(BindgenError, match="but the version is"):
        raise_version(checkout, UNRELEASED)
    path.write_text("[project]\n", encoding="utf-8")
    with pytest.raises(BindgenError, match="does not state the version"):
        raise_version(checkout, UNRELEASED)
