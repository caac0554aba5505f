"""Trees of files as values: what differs, and what is no part of a tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_bindgen.fileset import Drift, find_drifts, read_tree

TREE = {"a.py": b"one\ntwo\n", "b/c.py": b"three\n", "empty": b""}


def test_nothing_differs() -> None:
    assert find_drifts(TREE, dict(TREE)) == []
    assert find_drifts({}, {}) == []


def test_an_edited_file() -> None:
    [found] = find_drifts(TREE, {**TREE, "a.py": b"one\nmine\n"})
    assert (found.path, found.kind) == ("a.py", "edited")
    assert found.diff == "--- found/a.py\n+++ generated/a.py\n@@ -1,2 +1,2 @@\n one\n-mine\n+two"


def test_a_stray_file() -> None:
    [found] = find_drifts(TREE, {**TREE, "b/mine": b"x\n"})
    assert (found.path, found.kind) == ("b/mine", "stray")
    assert found.diff.endswith("-x")


def test_a_missing_file() -> None:
    [found] = find_drifts(TREE, {path: content for path, content in TREE.items() if path != "b/c.py"})
    assert (found.path, found.kind) == ("b/c.py", "missing")
    assert found.diff.endswith("+three")


def test_all_of_them_by_path() -> None:
    found = find_drifts(TREE, {"z": b"", "a.py": b"", "empty": b""})
    assert [(each.path, each.kind) for each in found] == [("a.py", "edited"), ("b/c.py", "missing"), ("z", "stray")]


@pytest.mark.parametrize(
    "content", [b"one\nTWO\n", b"", b"\n", b"one\r\ntwo\r\n", b"one\ntwo", b"\xff\n", b"one\ntwo\n\n"]
)
def test_any_other_byte_is_drift(content: bytes) -> None:
    [found] = find_drifts(TREE, {**TREE, "a.py": content})
    assert found.kind == "edited"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"one\r\ntwo\r\n", b"one\ntwo\n"),
        (b"a\n", b"a"),
        (b"", b"\n"),
        (b"\xfe", b"\xff"),
    ],
)
def test_the_diff_shows_why(before: bytes, after: bytes) -> None:
    assert find_drifts({"a": after}, {"a": before})[0].diff


def test_an_empty_file_may_be_missing_or_stray() -> None:
    assert find_drifts({"py.typed": b""}, {}) == [Drift("py.typed", "missing", "")]
    assert find_drifts({}, {"py.typed": b""}) == [Drift("py.typed", "stray", "")]


def test_read_tree(tmp_path: Path) -> None:
    for path, content in TREE.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    assert read_tree(tmp_path) == TREE


@pytest.mark.parametrize(
    "path",
    [
        "p/__pycache__/a.pyc",
        "build/lib/a.py",
        "dist/a.whl",
        "mcp_bindings.egg-info/PKG-INFO",
        ".mypy_cache/x",
        ".ruff_cache/x",
        ".pytest_cache/x",
    ],
)
def test_leftovers_are_no_part_of_a_tree(tmp_path: Path, path: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_bytes(b"x")
    assert read_tree(tmp_path) == {}


def test_a_file_named_like_part_of_a_leftover_counts(tmp_path: Path) -> None:
    (tmp_path / "builder.py").write_bytes(b"x")
    assert read_tree(tmp_path) == {"builder.py": b"x"}
