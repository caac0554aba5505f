"""Writing one file: all of it or nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.output.document import write_document


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which, afterwards, nothing is left but what has a proper name."""
    yield tmp_path
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_new_file(folder: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_document(b"new", folder / "page")
    finally:
        os.umask(mask)
    assert (folder / "page").read_bytes() == b"new"
    assert (folder / "page").stat().st_mode & 0o777 == 0o640


def test_a_file_that_was_there_keeps_its_readers(folder: Path) -> None:
    page = folder / "page"
    page.write_bytes(b"old")
    page.chmod(0o604)
    write_document(b"new", page)
    assert (page.read_bytes(), page.stat().st_mode & 0o777) == (b"new", 0o604)


def test_behind_a_link(folder: Path) -> None:
    (folder / "page").write_bytes(b"old")
    (folder / "link").symlink_to("page")
    write_document(b"new", folder / "link")
    assert (folder / "link").is_symlink()
    assert (folder / "page").read_bytes() == b"new"


def test_a_pipe_is_written_to(folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_document(b"new", pipe)
    reader.join(timeout=10)
    assert received == [b"new"]
    assert pipe.is_fifo()


def test_a_place_that_cannot_be(folder: Path) -> None:
    with pytest.raises(BindgenError, match="is a folder"):
        write_document(b"new", folder)
    with pytest.raises(BindgenError, match="its folder does not exist"):
        write_document(b"new", folder / "no" / "page")
    (folder / "file").write_bytes(b"")
    with pytest.raises(BindgenError, match="its folder does not exist"):
        write_document(b"new", folder / "file" / "page")
    with pytest.raises(BindgenError, match="cannot be written: File name too long"):
        write_document(b"new", folder / ("x" * 300))


def test_what_goes_wrong_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = folder / "page"
    page.write_bytes(b"old")

    def fails(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(BindgenError, match="cannot be written: No space left on device"):
        write_document(b"new", page)
    assert page.read_bytes() == b"old"
