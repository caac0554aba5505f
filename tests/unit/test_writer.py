"""Writing a tree: all files or none, and never over what is not ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.output.writer import write_tree

OLD = {"mcp_bindings/__init__.py": b"old", "mcp_bindings/gone.py": b"x", "README.md": b"old"}
NEW = {"mcp_bindings/__init__.py": b"new", "mcp_bindings/v1/models.py": b"y", "README.md": b"new"}


@pytest.fixture
def out(tmp_path: Path) -> Iterator[Path]:
    """A place for a tree; afterwards nothing may be left beside it."""
    yield tmp_path / "out"
    assert {path.name for path in tmp_path.iterdir()} <= {"out"}


def test_a_new_folder(out: Path) -> None:
    write_tree(NEW, out)
    assert read_tree(out) == NEW


def test_an_empty_folder(out: Path) -> None:
    out.mkdir()
    write_tree(NEW, out)
    assert read_tree(out) == NEW


def test_parents_are_made(out: Path) -> None:
    write_tree(NEW, out / "a" / "b")
    assert read_tree(out / "a" / "b") == NEW


def test_another_tree_takes_the_place_of_the_old_one(out: Path) -> None:
    write_tree(OLD, out)
    write_tree(NEW, out)
    assert read_tree(out) == NEW


def test_others_may_read_what_is_written(out: Path) -> None:
    write_tree(NEW, out)
    assert out.stat().st_mode & 0o055 == 0o055


@pytest.mark.parametrize("path", ["notes.txt", "mcp_bindings/other.py", "src/mcp_bindings/__init__.py"])
def test_a_foreign_folder_is_left_alone(out: Path, path: str) -> None:
    find_non_json = out / path
    find_non_json.parent.mkdir(parents=True)
    find_non_json.write_bytes(b"precious")
    with pytest.raises(BindgenError, match="holds something that mcp-bindgen did not write") as raised:
        write_tree(NEW, out)
    assert raised.value.where == str(out)
    assert raised.value.hint
    assert read_tree(out) == {path: b"precious"}


def test_a_file_is_left_alone(out: Path) -> None:
    out.write_bytes(b"precious")
    with pytest.raises(BindgenError, match="is not a folder"):
        write_tree(NEW, out)
    assert out.read_bytes() == b"precious"


def test_a_file_among_the_parents_is_left_alone(out: Path) -> None:
    out.write_bytes(b"precious")
    with pytest.raises(BindgenError, match="cannot be written"):
        write_tree(NEW, out / "below")
    assert out.read_bytes() == b"precious"


@pytest.mark.parametrize("failing", [1, 2, 3])
def test_a_failure_while_writing_leaves_the_old_tree(out: Path, monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    write_tree(OLD, out)
    calls, write_bytes = iter(range(1, 99)), Path.write_bytes

    def full(self: Path, data: Any) -> int:
        if next(calls) == failing:
            raise OSError(28, "No space left on device", str(self))
        return write_bytes(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BindgenError, match="cannot be written: No space left on device"):
        write_tree(NEW, out)
    monkeypatch.undo()
    assert read_tree(out) == OLD


@pytest.mark.parametrize("fault", [OSError(13, "Permission denied"), KeyboardInterrupt()], ids=["fault", "interrupt"])
@pytest.mark.parametrize("failing", [1, 2])
def test_a_failure_while_swapping_leaves_the_old_tree(
    out: Path, monkeypatch: pytest.MonkeyPatch, failing: int, fault: BaseException
) -> None:
    write_tree(OLD, out)
    calls, replace = iter(range(1, 99)), Path.replace

    def refuse(self: Path, target: str | os.PathLike[str]) -> Path:
        if next(calls) == failing:
            raise fault
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises((BindgenError, KeyboardInterrupt)):
        write_tree(NEW, out)
    monkeypatch.undo()
    assert read_tree(out) == OLD
