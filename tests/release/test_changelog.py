"""`release` adds a line to the unreleased changes, and to no release that is out."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.release.records import add_changelog_line

RELEASED = "## [0.1.0] - 2026-11-22\n\n### Added\n\n- old\n"
LINE = "- new\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"\n### Added\n\n{LINE}"),
        ("\n### Added\n\n- a\n", f"\n### Added\n\n{LINE}- a\n"),
        ("\n### Added\n\nThe package:\n\n- a\n- b\n", f"\n### Added\n\nThe package:\n\n{LINE}- a\n- b\n"),
        ("\n### Fixed\n\n- a\n", f"\n### Added\n\n{LINE}\n### Fixed\n\n- a\n"),
        ("\n### Changed\n\n- a\n\n### Added\n\n- b\n", f"\n### Changed\n\n- a\n\n### Added\n\n{LINE}- b\n"),
        ("\n### Added\n\n### Fixed\n\n- a\n", f"\n### Added\n\n{LINE}\n### Fixed\n\n- a\n"),
    ],
)
def test_a_line_of_the_unreleased_changes(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "CHANGELOG.md"
    path.write_text(f"# Changelog\n\n## [Unreleased]\n{before}\n{RELEASED}", encoding="utf-8")
    add_changelog_line(path, "new")
    assert path.read_text(encoding="utf-8") == f"# Changelog\n\n## [Unreleased]\n{after}\n{RELEASED}"


def test_without_such_a_section(tmp_path: Path) -> None:
    path = tmp_path / "CHANGELOG.md"
    path.write_text(f"# Changelog\n\n{RELEASED}", encoding="utf-8")
    with pytest.raises(BindgenError, match="has no section"):
        add_changelog_line(path, "new")
