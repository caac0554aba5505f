"""Replace a generated tree as a whole, without changing a file that the tool did not write.

The tree has a list of its files, `.mcp-bindgen-files`. Only files on that list are ever removed; everything else in the
directory is kept. A run that was killed leaves the old tree or the new one, and the next run finishes its work. A lock
beside the directory lets one run write at a time.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from filelock import FileLock

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet
from mcp_bindgen.jsontext import is_array, is_object

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux: renameat2(2)
_RENAME_SWAP = 2  # macOS: renamex_np(2)
_UNSUPPORTED_ERRORS = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP})


def swap_directories(first: Path, second: Path) -> bool:
    """Exchange two directories of one file system atomically.

    Returns:
        True if the directories are exchanged; False if the system or the file system does not offer this. After False,
        nothing has changed.

    Raises:
        OSError: the exchange failed. Then nothing has changed.
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
    if code in _UNSUPPORTED_ERRORS:
        return False
    raise OSError(code, os.strerror(code), str(first))


LIST_FILE = ".mcp-bindgen-files"
"""Name of the file that lists the files of the tree: one path on each line, after a line that describes the list."""

LIST_HEADING = "# mcp-bindgen wrote these files, and replaces or removes them."

_TREE, _OLD, _JOURNAL = "tree", "old", "journal.json"
"""Names in the directory of an exchange, which stands beside the tree: the new tree, the old tree during an exchange in
two steps, and the list of paths that the exchange must keep.
"""


def write_tree(files: FileSet, out: Path) -> None:
    """Write a tree of files to a directory. Earlier files of this function that are not in the tree are removed, and
    everything else in the directory, such as `.git`, is kept. Wait while another run writes the directory.

    Args:
        files: the whole tree, by relative path.
        out: the directory. It must be new, empty except for hidden entries, or last written by this function.

    Raises:
        BindgenError: the directory is another one, a new file would replace an entry that the tool did not write, or
            the directory cannot be written. The previous tree is then unchanged.
    """
    try:
        out = out.resolve()  # behind a link, the directory is replaced and the link stays
    except RuntimeError:  # the error of Python before 3.13
        raise BindgenError("is a link to itself", where=str(out)) from None
    if not out.name:
        raise BindgenError("is the root of a file system", where=str(out), hint="name another directory with --out")
    try:
        if out.exists() and not out.is_dir():
            raise BindgenError("is not a directory", where=str(out))
        out.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(out.with_name(f".{out.name}.lock")):
            work = out.with_name(f".{out.name}.new")
            _finish_exchange(out, work)
            _check_replaceable(files, out)
            _replace_tree(files, out, work)
    except OSError as error:
        raise BindgenError(f"cannot be written: {error.strerror}", where=str(out)) from None


def check_generated_directory(out: Path) -> None:
    """Check that `write_tree` wrote a directory.

    Raises:
        BindgenError: the directory does not exist, or has no list of files.
    """
    if not out.is_dir():
        raise BindgenError("there is no generated package", where=str(out), hint="run `mcp-bindgen generate` first")
    if not (out / LIST_FILE).is_file():
        raise BindgenError(
            "is not a package that mcp-bindgen generated",
            where=str(out),
            hint=f"it has no {LIST_FILE}; name the directory that `mcp-bindgen generate --out` wrote",
        )


def check_owner(out: Path, package: str) -> None:
    """Check that a directory holds no other generated package than the one that is to be written.

    Raises:
        BindgenError: the directory holds another package, or its list of files is not valid.
    """
    owners = {
        path.partition("/")[0] for path in _listed_files(out) if path.count("/") == 1 and path.endswith("/__init__.py")
    }
    if owners and package not in owners:
        raise BindgenError(
            f"holds the package {', '.join(sorted(owners))}, which {package} would replace",
            where=str(out),
            hint="name another directory with --out, or delete this one first",
        )


def _listed_files(root: Path) -> set[str]:
    """Return the paths on the list of a tree, and that of the list itself; an empty set if the tree has no list.

    Raises:
        BindgenError: the list is not UTF-8, or names a path outside the tree.
    """
    try:
        lines = (root / LIST_FILE).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return set()
    except UnicodeDecodeError:
        raise BindgenError("is not UTF-8", where=str(root / LIST_FILE)) from None
    paths = {line for line in lines if line and not line.startswith("#")}
    _check_inside(paths, root, root / LIST_FILE)
    return {*paths, LIST_FILE}


def _check_inside(paths: Iterable[str], root: Path, file: Path) -> None:
    """Check that each path in a file leads to a place in a tree, also if a directory on the way is a link.

    Raises:
        BindgenError: a path leads out of the tree.
    """
    top = root.resolve()

    @cache  # many files share a directory
    def is_inside(directory: Path) -> bool:
        return directory.resolve().is_relative_to(top)

    for path in paths:
        parts = PurePath(path)  # the rules of the system, such as drive letters
        is_plain = not parts.anchor and ".." not in parts.parts and "\0" not in path
        if not is_plain or not is_inside((root / path).parent):
            raise BindgenError(f"lists {path!r}, which is not in the tree", where=str(file))


def _check_replaceable(files: FileSet, out: Path) -> None:
    """Check that everything that a new tree would overwrite was written by the tool.

    Raises:
        BindgenError: the tool did not write the directory, or an entry at the place of a new file.
    """
    if not out.is_dir():
        return
    listed = _listed_files(out)
    if not listed and any(not entry.name.startswith(".") for entry in out.iterdir()):
        raise BindgenError(
            "holds something that mcp-bindgen did not write",
            where=str(out),
            hint="name an empty or new directory with --out",
        )
    in_the_way = [path for path in _foreign_paths(out, files) if _conflicts_with_new_files(path, files)]
    if in_the_way:
        raise BindgenError(
            f"holds {in_the_way[0]}, which mcp-bindgen did not write, at a place where it now writes",
            where=str(out),
            hint="move it, or name another directory with --out",
        )


def _conflicts_with_new_files(kept: str, files: FileSet) -> bool:
    """Return whether an entry that must stay has the path of a new file, lies below that path, or stands where a new
    file needs a directory.
    """
    above = {str(parent) for parent in PurePosixPath(kept).parents}
    return kept in files or not above.isdisjoint(files) or any(path.startswith(f"{kept}/") for path in files)


def _replace_tree(files: FileSet, out: Path, work: Path) -> None:
    """Write the new tree beside the old one, exchange the two, and remove the old one.

    Raises:
        BindgenError: the directory of the exchange has an entry that the tool did not write.
        OSError: an entry cannot be moved or removed.
    """
    new = work / _TREE
    try:
        _write_files(files, new)
        if not out.exists():
            new.replace(out)
        else:
            new.chmod(out.stat().st_mode & 0o7777)
            journal = json.dumps({"carried": list(_foreign_paths(out, files)), "written": [*files, LIST_FILE]})
            (work / _JOURNAL).write_text(journal, encoding="utf-8", newline="\n")
            if not swap_directories(new, out):
                out.replace(work / _OLD)
                new.replace(out)
                (work / _OLD).replace(new)
        _finish_exchange(out, work)
    except BaseException:
        _finish_exchange(out, work)  # an interrupt may have come in the middle of the first call
        raise


def _write_files(files: FileSet, root: Path) -> None:
    root.mkdir(parents=True)
    root.chmod(0o755)
    listing = "\n".join([LIST_HEADING, *sorted(files), ""])
    (root / LIST_FILE).write_text(
        listing, encoding="utf-8", newline="\n"
    )  # first, so that a killed run leaves nothing unlisted
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _foreign_paths(out: Path, files: FileSet) -> Iterator[str]:
    """Yield the paths of entries that are not on the list of the tree. A directory that neither the list nor the new
    files need counts as one entry.

    Raises:
        BindgenError: the list is not UTF-8, or names a path outside the tree.
    """
    listed = _listed_files(out)
    directories = {str(parent) for path in (*listed, *files) for parent in PurePosixPath(path).parents}

    def foreign_below(directory: str) -> Iterator[str]:
        for entry in sorted(os.scandir(out / directory), key=lambda each: each.name):
            path = f"{directory}{entry.name}"
            if entry.is_dir(follow_symlinks=False) and path in directories:
                yield from foreign_below(f"{path}/")
            elif path not in listed or entry.is_dir(follow_symlinks=False):
                yield path

    return foreign_below("")


def _finish_exchange(out: Path, work: Path) -> None:
    """Finish the exchange of this run, or of an earlier run that was killed.

    Each entry that the journal lists is in one of the two trees, so it does not matter whether the exchange has taken
    place.

    Raises:
        BindgenError: the directory of the exchange has an entry that the tool did not write.
        OSError: an entry cannot be moved or removed.
    """
    if not os.path.lexists(work):
        return
    journal = _read_journal(work)
    if not out.exists() and (work / _OLD).is_dir():  # a run was killed between the two steps of an exchange
        (work / _OLD).replace(out)
    for name in (_TREE, _OLD):
        tree = work / name
        if tree.is_dir():
            for root in (tree, out):
                _check_inside((*journal["carried"], *journal["written"]), root, work / _JOURNAL)
            for path in journal["carried"]:
                if os.path.lexists(tree / path) and not os.path.lexists(out / path):
                    (out / path).parent.mkdir(parents=True, exist_ok=True)
                    (tree / path).replace(out / path)
            if journal["written"]:  # the tree was written by this module
                _move_new_entries(tree, _listed_files(tree) | {*journal["written"]}, out)
            _remove_files(tree, _listed_files(tree) | {*journal["written"]})
    (work / _JOURNAL).unlink(missing_ok=True)
    try:
        work.rmdir()
    except OSError:
        raise BindgenError(
            "holds something that mcp-bindgen did not write", where=str(work), hint="move it, then try again"
        ) from None


def _read_journal(work: Path) -> dict[str, list[str]]:
    """Return the paths in the journal of an exchange; no paths if there is no whole journal.

    Raises:
        BindgenError: the file is no journal that this module wrote.
    """
    try:
        journal: Any = json.loads((work / _JOURNAL).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):  # a run was killed before the exchange, so nothing has moved
        return {"carried": [], "written": []}
    lists = [journal.get(name) for name in ("carried", "written")] if is_object(journal) else [None]
    if not all(is_array(each) and all(isinstance(path, str) for path in each) for each in lists):
        raise BindgenError("is not a journal that mcp-bindgen wrote", where=str(work / _JOURNAL), hint="move it")
    return {name: list(journal[name]) for name in ("carried", "written")}


def _move_new_entries(tree: Path, listed: set[str], out: Path) -> None:
    """Move to the new tree the entries that came into the old tree after the journal was written, unless the new tree
    has an entry of that path.

    Bytecode is removed, since Python writes it whenever a program imports the package.

    Raises:
        OSError: an entry cannot be moved or removed.
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


def _remove_files(tree: Path, listed: set[str]) -> None:
    """Remove the listed files of a tree, the directories that become empty, and the tree itself if nothing is left.

    Raises:
        OSError: an entry cannot be removed.
    """
    for path in sorted(listed - {LIST_FILE}):
        (tree / path).unlink(missing_ok=True)
    for directory in sorted(
        (path for path in tree.rglob("*") if path.is_dir() and not path.is_symlink()), reverse=True
    ):
        if not any(directory.iterdir()):
            directory.rmdir()
    if {path.name for path in tree.iterdir()} <= {LIST_FILE}:
        shutil.rmtree(tree)
