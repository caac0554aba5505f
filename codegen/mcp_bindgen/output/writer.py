"""Replace a generated tree as a whole, without touching a file that the tool did not write.

The tree carries a list of its files, `.mcp-bindgen-files`. Only files on that list are ever removed; anything else in
the directory is carried over. A run that was killed leaves the old tree or the new one, and the next run finishes what
the killed one began. A lock beside the directory lets one run write at a time.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from filelock import FileLock

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux: renameat2(2)
_RENAME_SWAP = 2  # macOS: renamex_np(2)
_NOT_OFFERED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP})


def exchange(first: Path, second: Path) -> bool:
    """Exchange two directories of one file system atomically.

    Returns:
        False if neither the system nor the file system offers that; then nothing has changed.

    Raises:
        OSError: the exchange failed; then nothing has changed.
    """
    source, target = os.fsencode(first), os.fsencode(second)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "linux":
            failed = libc.renameat2(_AT_FDCWD, source, _AT_FDCWD, target, _RENAME_EXCHANGE)
        elif sys.platform == "darwin":
            failed = libc.renamex_np(source, target, _RENAME_SWAP)
        else:
            return False
    except (AttributeError, OSError, TypeError):  # no such function, or no C library to load
        return False
    if not failed:
        return True
    code = ctypes.get_errno()
    if code in _NOT_OFFERED:
        return False
    raise OSError(code, os.strerror(code), str(first))


LIST = ".mcp-bindgen-files"
"""Name of the list in the tree: one path a line, after a line that says what the file is."""

HEADING = "# mcp-bindgen wrote these files, and replaces or removes them."

_TREE, _OLD, _JOURNAL = "tree", "old", "journal.json"
"""Names in the working directory: the new tree, the old tree during an exchange in two steps, and the list of paths
that the exchange has to carry over."""


def write_tree(files: FileSet, out: Path) -> None:
    """Make `out` hold these files; whatever else is in it, such as `.git`, stays.

    Args:
        files: the whole tree, by relative path.
        out: the directory; it must be new, empty but for hidden entries, or written by this function before.

    Raises:
        BindgenError: `out` is something else, or cannot be written; the tree that was there is still there.
    """
    try:
        out = out.resolve()  # behind a link, the directory is replaced and the link stays
    except RuntimeError:  # so says Python before 3.13
        raise BindgenError("is a link to itself", where=str(out)) from None
    try:
        if out.exists() and not out.is_dir():
            raise BindgenError("is not a directory", where=str(out))
        out.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(out.with_name(f".{out.name}.lock")):
            work = out.with_name(f".{out.name}.new")
            _repair(out, work)
            _check(files, out)
            _replace(files, out, work)
    except OSError as error:
        raise BindgenError(f"cannot be written: {error.strerror}", where=str(out)) from None


def check_written(out: Path) -> None:
    """Check that a directory holds a tree that `write_tree` wrote.

    Raises:
        BindgenError: there is no such directory, or the list of files is not in it.
    """
    if not out.is_dir():
        raise BindgenError("there is no generated package", where=str(out), hint="run `mcp-bindgen generate` first")
    if not (out / LIST).is_file():
        raise BindgenError(
            "is not a package that mcp-bindgen generated",
            where=str(out),
            hint=f"it has no {LIST}; name the directory that `mcp-bindgen generate --out` wrote",
        )


def _listed(root: Path) -> set[str]:
    """Return the files on the list of a tree; none where there is no list.

    Raises:
        BindgenError: the list names a path outside the tree.
    """
    try:
        lines = (root / LIST).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return set()
    paths = {line for line in lines if line and not line.startswith("#")}
    for path in paths:
        parts = PurePosixPath(path)
        if parts.is_absolute() or ".." in parts.parts:
            raise BindgenError(f"lists {path!r}, which is not in the tree", where=str(root / LIST))
    return {*paths, LIST}


def _check(files: FileSet, out: Path) -> None:
    """Raise if the directory is not one that this module may replace."""
    if not out.is_dir():
        return
    listed = _listed(out)
    if not listed and any(not entry.name.startswith(".") for entry in out.iterdir()):
        raise BindgenError(
            "holds something that mcp-bindgen did not write",
            where=str(out),
            hint="name an empty or new directory with --out",
        )
    in_the_way = [path for path in _carried(out, files) if _collides(path, files)]
    if in_the_way:
        raise BindgenError(
            f"holds {in_the_way[0]}, which mcp-bindgen did not write, at a place where it now writes",
            where=str(out),
            hint="move it, or name another directory with --out",
        )


def _collides(carried: str, files: FileSet) -> bool:
    """Return whether an entry that has to stay is where a file, or the directory of a file, has to be."""
    above = {str(parent) for parent in PurePosixPath(carried).parents}
    return carried in files or not above.isdisjoint(files) or any(path.startswith(f"{carried}/") for path in files)


def _replace(files: FileSet, out: Path, work: Path) -> None:
    """Write the tree beside its place, exchange the two, and remove the old one."""
    new = work / _TREE
    try:
        _write(files, new)
        if not out.exists():
            new.replace(out)
        else:
            new.chmod(out.stat().st_mode & 0o7777)
            journal = json.dumps({"carried": list(_carried(out, files)), "written": [*files, LIST]})
            (work / _JOURNAL).write_text(journal, encoding="utf-8")
            if not exchange(new, out):
                out.replace(work / _OLD)
                new.replace(out)
                (work / _OLD).replace(new)
        _repair(out, work)
    except BaseException:
        _repair(out, work)  # an interrupt may have come in the middle of the first call
        raise


def _write(files: FileSet, root: Path) -> None:
    root.mkdir(parents=True)
    root.chmod(0o755)
    listing = "\n".join([HEADING, *sorted(files), ""])
    (root / LIST).write_text(listing, encoding="utf-8")  # first, so that a killed run leaves nothing unlisted
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _carried(out: Path, files: FileSet) -> Iterator[str]:
    """Paths of what is not on the list: single entries, or whole directories that neither tree has."""
    listed = _listed(out)
    directories = {str(parent) for path in (*listed, *files) for parent in PurePosixPath(path).parents}

    def below(directory: str) -> Iterator[str]:
        for entry in sorted(os.scandir(out / directory), key=lambda each: each.name):
            path = f"{directory}{entry.name}"
            if entry.is_dir(follow_symlinks=False) and path in directories:
                yield from below(f"{path}/")
            elif path not in listed or entry.is_dir(follow_symlinks=False):
                yield path

    return below("")


def _repair(out: Path, work: Path) -> None:
    """Finish what a run began, whether it was this one or one that was killed.

    What the journal says to carry over is in the one tree or in the other, never in both, so it does not matter
    whether the exchange had taken place.
    """
    if not os.path.lexists(work):
        return
    journal = _read_journal(work)
    if not out.exists() and (work / _OLD).is_dir():  # killed between the two steps of an exchange
        (work / _OLD).replace(out)
    for name in (_TREE, _OLD):
        tree = work / name
        if tree.is_dir():
            for path in journal["carried"]:
                if os.path.lexists(tree / path) and not os.path.lexists(out / path):
                    (out / path).parent.mkdir(parents=True, exist_ok=True)
                    (tree / path).replace(out / path)
            if journal["written"]:  # the tree is ours
                _rescue(tree, _listed(tree) | {*journal["written"]}, out)
            _remove(tree, _listed(tree) | {*journal["written"]})
    (work / _JOURNAL).unlink(missing_ok=True)
    try:
        work.rmdir()
    except OSError:
        raise BindgenError(
            "holds something that mcp-bindgen did not write", where=str(work), hint="move it, then try again"
        ) from None


def _read_journal(work: Path) -> dict[str, list[str]]:
    try:
        journal: Any = json.loads((work / _JOURNAL).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):  # killed before the exchange, so nothing has moved
        return {"carried": [], "written": []}
    return {name: list(journal[name]) for name in ("carried", "written")}


def _rescue(tree: Path, listed: set[str], out: Path) -> None:
    """Carry over what has come into a tree since the journal was written, where nothing is in its place.

    Bytecode is removed, which Python writes whenever a program imports the package.
    """
    for path in [*tree.rglob("*")]:
        place = path.relative_to(tree)
        if place.as_posix() in listed or (path.is_dir() and not path.is_symlink()):
            continue
        with contextlib.suppress(FileNotFoundError):  # a program has renamed it meanwhile
            if "__pycache__" in place.parts:
                path.unlink()
            elif not os.path.lexists(out / place):
                (out / place).parent.mkdir(parents=True, exist_ok=True)
                path.replace(out / place)


def _remove(tree: Path, listed: set[str]) -> None:
    """Remove the listed files of a tree, and the directories that are empty then."""
    for path in sorted(listed - {LIST}):
        (tree / path).unlink(missing_ok=True)
    for directory in sorted(
        (path for path in tree.rglob("*") if path.is_dir() and not path.is_symlink()), reverse=True
    ):
        if not any(directory.iterdir()):
            directory.rmdir()
    if {path.name for path in tree.iterdir()} <= {LIST}:
        shutil.rmtree(tree)
