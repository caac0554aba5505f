"""Writing one file: all of it or nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.output.atomic_file import write_file_atomically


@pytest.fixture
def directory(tmp_path: Path) -> Iterator[Path]:
    """A directory in which, afterwards, nothing is left but what has a proper name."""
    yield tmp_path
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_new_file(directory: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_file_atomically(b"new", directory / "page")
    finally:
        os.umask(mask)
    assert (directory / "page").read_bytes() == b"new"
    assert (directory / "page").stat().st_mode & 0o777 == 0o640


def test_a_file_that_was_there_keeps_its_readers(directory: Path) -> None:
    page = directory / "page"
    page.write_bytes(b"old")
    page.chmod(0o604)
    write_file_atomically(b"new", page)
    assert (page.read_bytes(), page.stat().st_mode & 0o777) == (b"new", 0o604)


def test_behind_a_link(directory: Path) -> None:
    (directory / "page").write_bytes(b"old")
    (directory / "link").symlink_to("page")
    write_file_atomically(b"new", directory / "link")
    assert (directory / "link").is_symlink()
    assert (directory / "page").read_bytes() == b"new"


def test_a_pipe_is_written_to(directory: Path) -> None:
    pipe = directory / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_file_atomically(b"new", pipe)
    reader.join(timeout=10)
    assert received == [b"new"]
    assert pipe.is_fifo()


def test_a_place_that_cannot_be(directory: Path) -> None:
    with pytest.raises(BindgenError, match="is a directory"):
        write_file_atomically(b"new", directory)
    with pytest.raises(BindgenError, match="its directory does not exist"):
        write_file_atomically(b"new", directory / "no" / "page")
    (directory / "file").write_bytes(b"")
    with pytest.raises(BindgenError, match="its directory does not exist"):
        write_file_atomically(b"new", directory / "file" / "page")
    with pytest.raises(BindgenError, match="cannot be written: File name too long"):
        write_file_atomically(b"new", directory / ("x" * 300))


def test_what_goes_wrong_leaves_the_old_file(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = directory / "page"
    page.write_bytes(b"old")

    def fails(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(BindgenError, match="cannot be written: No space left on device"):
        write_file_atomically(b"new", page)
    assert page.read_bytes() == b"old"
