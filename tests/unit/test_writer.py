"""Writing a tree: all files or none, and never over what is not ours."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.output import writer
from mcp_bindgen.output.writer import swap_directories, write_tree

OLD = {"mcp_bindings/__init__.py": b"old", "mcp_bindings/gone.py": b"x", "README.md": b"old"}
NEW = {"mcp_bindings/__init__.py": b"new", "mcp_bindings/v1/models.py": b"y", "README.md": b"new"}


@pytest.fixture
def out(tmp_path: Path) -> Iterator[Path]:
    """A place for a tree; afterwards nothing may be left beside it."""
    yield tmp_path / "out"
    assert {path.name for path in tmp_path.iterdir()} <= {"out", ".out.lock"}


def cannot_exchange(first: Path, second: Path) -> bool:
    return False


def test_a_new_directory(out: Path) -> None:
    write_tree(NEW, out)
    assert read_tree(out) == NEW


def test_an_empty_directory(out: Path) -> None:
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
def test_a_foreign_directory_is_left_alone(out: Path, path: str) -> None:
    foreign = out / path
    foreign.parent.mkdir(parents=True)
    foreign.write_bytes(b"precious")
    with pytest.raises(BindgenError, match="holds something that mcp-bindgen did not write") as raised:
        write_tree(NEW, out)
    assert raised.value.where == str(out)
    assert raised.value.hint
    assert read_tree(out) == {path: b"precious"}


def test_a_file_is_left_alone(out: Path) -> None:
    out.write_bytes(b"precious")
    with pytest.raises(BindgenError, match="is not a directory"):
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


INTERRUPTS = [OSError(13, "Permission denied"), KeyboardInterrupt()]


@pytest.mark.parametrize("fault", INTERRUPTS, ids=["fault", "interrupt"])
@pytest.mark.parametrize("failing", range(1, 6))
@pytest.mark.parametrize("atomic", [True, False], ids=["atomic", "two steps"])
def test_a_failure_while_moving_leaves_one_tree_whole(
    out: Path, monkeypatch: pytest.MonkeyPatch, failing: int, fault: BaseException, atomic: bool
) -> None:
    write_tree(OLD, out)
    (out / ".git").mkdir()
    (out / ".git" / "config").write_bytes(b"mine")
    (out / "mcp_bindings" / "notes.txt").write_bytes(b"mine")
    calls, replace = iter(range(1, 99)), Path.replace

    def refuse(self: Path, target: str | os.PathLike[str]) -> Path:
        if next(calls) == failing:
            raise fault
        return replace(self, target)

    if not atomic:
        monkeypatch.setattr(writer, "swap_directories", cannot_exchange)
    monkeypatch.setattr(Path, "replace", refuse)
    done = True
    try:
        write_tree(NEW, out)
    except (BindgenError, KeyboardInterrupt):
        done = False
    monkeypatch.undo()
    assert done is (next(calls) <= failing), "the failure happened unless there were fewer steps"
    assert read_tree(out) in [{**tree, "mcp_bindings/notes.txt": b"mine"} for tree in ((NEW,) if done else (OLD, NEW))]
    assert (out / ".git" / "config").read_bytes() == b"mine"


def test_what_is_not_listed_stays(out: Path) -> None:
    write_tree(OLD, out)
    for path in (".git/config", ".env", "notes.txt", "mcp_bindings/v1/notes.txt", "mine/a/b"):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(b"mine")
    write_tree(NEW, out)
    kept = {"notes.txt": b"mine", "mcp_bindings/v1/notes.txt": b"mine", "mine/a/b": b"mine"}
    assert read_tree(out) == NEW | kept
    assert (out / ".git/config").read_bytes() == (out / ".env").read_bytes() == b"mine"


@pytest.mark.parametrize("path", ["mcp_bindings/v1", "mcp_bindings/v1/models.py", "mcp_bindings/v1/models.py/below"])
def test_a_file_of_the_user_is_never_overwritten(out: Path, path: str) -> None:
    write_tree(OLD, out)
    (out / path).parent.mkdir(parents=True, exist_ok=True)
    (out / path).write_bytes(b"mine")
    with pytest.raises(BindgenError, match="at a place where it now writes"):
        write_tree(NEW, out)
    assert read_tree(out) == OLD | {path: b"mine"}


def test_a_link_to_elsewhere_is_not_followed(out: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "out" / "elsewhere"
    write_tree(OLD, out)
    elsewhere.mkdir()
    (elsewhere / "gone.py").write_bytes(b"precious")
    for path in OLD:
        (out / path).unlink()
    (out / "mcp_bindings").rmdir()
    (out / "mcp_bindings").symlink_to(elsewhere)
    with pytest.raises(BindgenError, match="at a place where it now writes"):
        write_tree(NEW, out)
    assert (elsewhere / "gone.py").read_bytes() == b"precious"


@pytest.mark.parametrize("line", ["../precious", "/precious", "a/../../precious"])
def test_a_list_that_leads_out_of_the_tree_is_rejected(out: Path, line: str) -> None:
    write_tree(OLD, out)
    with (out / writer.LIST_FILE).open("a", encoding="utf-8") as stream:
        stream.write(f"{line}\n")
    with pytest.raises(BindgenError, match="which is not in the tree"):
        write_tree(NEW, out)
    assert read_tree(out) == OLD


@pytest.mark.parametrize("member", ["carried", "written"])
@pytest.mark.parametrize("path", ["../../../precious", "link/precious"])
def test_a_journal_that_leads_out_of_the_tree_is_rejected(tmp_path: Path, member: str, path: str) -> None:
    out, precious = tmp_path / "a" / "out", tmp_path / "precious"
    tree = out.with_name(".out.new") / "tree"
    for each in (tree, out):
        each.mkdir(parents=True)
    precious.write_bytes(b"mine")
    (tree / "link").symlink_to(tmp_path)
    journal = {"carried": [], "written": [], member: [path]}
    (tree.parent / "journal.json").write_text(json.dumps(journal), encoding="utf-8")
    with pytest.raises(BindgenError, match="which is not in the tree"):
        write_tree(NEW, out)
    assert precious.read_bytes() == b"mine"


@pytest.mark.parametrize("text", ["[]", "{}", '{"carried": [1], "written": []}'])
def test_a_journal_of_another_form_is_rejected(tmp_path: Path, text: str) -> None:
    (tmp_path / ".out.new").mkdir()
    (tmp_path / ".out.new" / "journal.json").write_text(text, encoding="utf-8")
    with pytest.raises(BindgenError, match="is not a journal"):
        write_tree(NEW, tmp_path / "out")


def test_the_root_of_the_file_system_is_rejected() -> None:
    with pytest.raises(BindgenError, match="is the root of a file system"):
        write_tree(NEW, Path(Path.cwd().anchor))


def test_a_package_that_is_not_ours_is_left_alone(out: Path) -> None:
    (out / "mcp_bindings").mkdir(parents=True)
    (out / "mcp_bindings" / "__init__.py").touch()
    with pytest.raises(BindgenError, match="holds something that mcp-bindgen did not write"):
        write_tree(NEW, out)
    assert read_tree(out) == {"mcp_bindings/__init__.py": b""}


def test_a_working_directory_that_is_not_ours_is_left_alone(out: Path) -> None:
    work = out.with_name(".out.new")
    (work / "tree").mkdir(parents=True)
    (work / "tree" / "precious").write_bytes(b"mine")
    with pytest.raises(BindgenError, match="holds something that mcp-bindgen did not write"):
        write_tree(NEW, out)
    assert (work / "tree" / "precious").read_bytes() == b"mine"
    (work / "tree" / "precious").unlink()
    write_tree(NEW, out)


@pytest.mark.parametrize("atomic", [True, False], ids=["atomic", "two steps"])
def test_the_next_run_repairs_one_that_was_killed(out: Path, monkeypatch: pytest.MonkeyPatch, atomic: bool) -> None:
    """As if the process had ended at each of its moves in turn, with nothing to clean up after itself."""
    for failing in range(1, 12):
        write_tree(OLD, out)
        (out / ".git").mkdir(exist_ok=True)
        (out / ".git" / "config").write_bytes(b"mine")
        calls, replace = iter(range(1, 99)), Path.replace

        def die(self: Path, target: str | os.PathLike[str]) -> Path:
            if next(calls) >= failing:  # noqa: B023
                raise SystemExit
            return replace(self, target)  # noqa: B023

        if not atomic:
            monkeypatch.setattr(writer, "swap_directories", cannot_exchange)
        monkeypatch.setattr(Path, "replace", die)
        with suppress(SystemExit):
            write_tree(NEW, out)
        monkeypatch.undo()
        write_tree(NEW, out)
        assert read_tree(out) == NEW
        assert (out / ".git" / "config").read_bytes() == b"mine"


def test_files_that_come_while_the_trees_are_exchanged_stay(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that imported the package meanwhile left bytecode behind, which stopped every later run."""
    write_tree({"pkg/a.py": b"1", "pkg/b.py": b"1"}, out)

    def exchange_late(first: Path, second: Path) -> bool:
        (out / "pkg" / "__pycache__").mkdir()
        (out / "pkg" / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"code")
        (out / "pkg" / "mine.txt").write_bytes(b"mine")
        return swap_directories(first, second)

    monkeypatch.setattr(writer, "swap_directories", exchange_late)
    write_tree({"pkg/a.py": b"2"}, out)
    assert read_tree(out) == {"pkg/a.py": b"2", "pkg/mine.txt": b"mine"}
    assert [each.name for each in out.parent.iterdir() if each.name.endswith(".new")] == []


def test_a_link_to_itself_is_rejected(out: Path) -> None:
    """It was a RuntimeError, of which the command showed the traceback."""
    out.symlink_to(out)
    with pytest.raises(BindgenError):
        write_tree(NEW, out)
    assert out.is_symlink()
