"""Trees of files as values, and the differences between two trees."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mcp_bindgen.package_names import BUILD_DIRECTORIES

FileSet = Mapping[str, bytes]
"""Content of each file, by relative POSIX path."""


@dataclass(frozen=True)
class Drift:
    """One file that differs from the expected file, is not expected, or is missing."""

    path: str
    kind: Literal["edited", "stray", "missing"]
    diff: str
    """Unified diff from the file on disk to the expected file; one sentence if a file is not UTF-8."""


def read_tree(root: Path) -> dict[str, bytes]:
    """Return the content of the files below a directory, by path relative to it, in the order of the paths; empty if
    the directory does not exist.

    Files that Python, build tools, checkers or Git create are left out: those below `BUILD_DIRECTORIES`, `__pycache__`
    and `*.egg-info`, and those below a name at the top that starts with a dot.
    """

    def belongs_to_tree(relative: Path) -> bool:
        top, parts = relative.parts[0], relative.parts
        leftover = top in BUILD_DIRECTORIES or any(
            part == "__pycache__" or part.endswith(".egg-info") for part in parts
        )
        return not leftover and not is_hidden(top)

    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in files
        if belongs_to_tree(path.relative_to(root))
    }


def pack_files(files: FileSet) -> bytes:
    """Return a tree as one text: a line of JSON with the size of each file, and then the contents in the same order."""
    sizes = json.dumps({path: len(content) for path, content in files.items()})
    return b"\n".join([sizes.encode("ascii"), b"".join(files.values())])


def unpack_files(packed: bytes) -> dict[str, bytes]:
    """Return the tree from a text that `pack_files` returned."""
    sizes, _, rest = packed.partition(b"\n")
    files: dict[str, bytes] = {}
    at = 0
    for path, size in json.loads(sizes).items():
        files[path] = rest[at : at + size]
        at += size
    return files


def is_hidden(name: str) -> bool:
    """Return whether a name starts with a dot. No generated file or directory at the top of a tree has such a name."""
    return name.startswith(".")


def find_drifts(expected: FileSet, found: FileSet) -> list[Drift]:
    """Return a drift for each file that must change to turn `found` into `expected`, sorted by path."""
    drifts: list[Drift] = []
    for path in sorted({*expected, *found}):
        if path not in found:
            drifts.append(Drift(path, "missing", _make_unified_diff(path, b"", expected[path])))
        elif path not in expected:
            drifts.append(Drift(path, "stray", _make_unified_diff(path, found[path], b"")))
        elif expected[path] != found[path]:
            drifts.append(Drift(path, "edited", _make_unified_diff(path, found[path], expected[path])))
    return drifts


def _make_unified_diff(path: str, before: bytes, after: bytes) -> str:
    if _is_binary(before) or _is_binary(after):
        return f"Binary files found/{path} and generated/{path} differ"
    diff = difflib.unified_diff(
        _split_diff_lines(before), _split_diff_lines(after), f"found/{path}", f"generated/{path}", lineterm=""
    )
    return "\n".join(line.replace("\n", "\n\\ ") for line in diff)


def _is_binary(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _split_diff_lines(content: bytes) -> list[str]:
    """Return the lines of a file for a diff. A carriage return is `^M`, and a note marks a last line without an end."""
    *lines, last = content.decode("utf-8").replace("\r", "^M").split("\n")
    return [*lines, f"{last}\nNo newline at end of file"] if last else lines
