"""The manifest: reading rows, finding one, and replacing one without touching the rest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import manifest
from tests.unit.tiny import SCHEMA

TEXT = """\
# The order of rows is the order of release.

[[revision]]
id = "one"  # the first
reference = "https://example.org/{anchor}"
status = "released"
era = "handshake"
path = ""
commit = ""
official_sha256 = ""
sha256 = ""

# Between the two.
[[revision]]
id = "two"
reference = ""
status = "draft"
era   =   "per-request"
path = "p"
commit = "c"
official_sha256 = "o"   # taken from the tag
sha256 = "s"

# At the end.
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "revisions.toml").write_text(TEXT, encoding="utf-8")
    return tmp_path


def test_rows_are_read_in_order(root: Path) -> None:
    one, two = manifest.read_manifest(root)
    assert (one.id, one.status, one.era) == ("one", "released", "handshake")
    assert two == manifest.Revision("two", "draft", "per-request", "", "p", "c", "o", "s")


def test_an_unknown_revision_names_the_known_ones(root: Path) -> None:
    rows = manifest.read_manifest(root)
    assert manifest.find_revision(rows, "two") == rows[1]
    with pytest.raises(BindgenError) as raised:
        manifest.find_revision(rows, "three")
    assert str(raised.value) == "unknown revision 'three'\n  known revisions: one, two"


def test_a_pin_changes_its_own_values_only(root: Path) -> None:
    one, two = manifest.read_manifest(root)
    manifest.write_pin(root, replace(two, official_sha256="OFFICIAL", sha256="OURS"))
    expected = TEXT.replace('official_sha256 = "o"', 'official_sha256 = "OFFICIAL"').replace('= "s"', '= "OURS"')
    assert (root / "revisions.toml").read_text(encoding="utf-8") == expected
    manifest.write_pin(root, replace(one, commit="abc"))
    expected = expected.replace('commit = ""', 'commit = "abc"')
    assert (root / "revisions.toml").read_text(encoding="utf-8") == expected


def test_writing_what_is_there_changes_nothing(tmp_path: Path) -> None:
    text = (SCHEMA / "revisions.toml").read_text(encoding="utf-8")
    (tmp_path / "revisions.toml").write_text(text, encoding="utf-8")
    for row in manifest.read_manifest(tmp_path):
        manifest.write_pin(tmp_path, row)
    assert (tmp_path / "revisions.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[[revision]]\nid = "one"\n', "a row is malformed"),
        (TEXT.replace('path = "p"', 'path = "p"\nmore = 1'), "a row is malformed"),
        ("[[revision]\n", "not TOML"),
    ],
    ids=["key missing", "key unknown", "not TOML"],
)
def test_an_unusable_file_is_named(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "revisions.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BindgenError) as raised:
        manifest.read_manifest(tmp_path)
    assert raised.value.what.startswith(what)
    assert raised.value.where == str(path)


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "revisions.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BindgenError, match="not TOML"):
        manifest.read_manifest(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BindgenError, match="cannot be read: No such file"):
        manifest.read_manifest(tmp_path)


def test_the_draft_is_last_and_releases_are_in_order() -> None:
    rows = manifest.read_manifest(SCHEMA)
    releases = [row.id for row in rows if row.status == "released"]
    assert releases == sorted(releases)
    assert [row.status for row in rows] == ["released"] * len(releases) + ["draft"]


def test_sha256() -> None:
    assert manifest.sha256(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
