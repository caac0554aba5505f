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
    """One file that differs from what is expected."""

    path: str
    kind: Literal["edited", "stray", "missing"]
    diff: str
    """Unified diff from the file on disk to the expected file."""


def read_tree(root: Path) -> dict[str, bytes]:
    """Return the files below `root`, by path. Leave out files that Python, build tools, checkers or Git create."""

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
    """Return a tree as one value: a line of JSON with the size of each file, and then the contents in that order."""
    sizes = json.dumps({path: len(content) for path, content in files.items()})
    return b"\n".join([sizes.encode("ascii"), b"".join(files.values())])


def unpack_files(packed: bytes) -> dict[str, bytes]:
    """Return the tree that `pack_files` has packed."""
    sizes, _, rest = packed.partition(b"\n")
    files: dict[str, bytes] = {}
    at = 0
    for path, size in json.loads(sizes).items():
        files[path] = rest[at : at + size]
        at += size
    return files


def is_hidden(name: str) -> bool:
    """Return whether a name at the top of a tree starts with a dot. No generated name does, but `.git` does."""
    return name.startswith(".")


def find_drifts(expected: FileSet, found: FileSet) -> list[Drift]:
    """Return a drift for each file that must change to turn `found` into `expected`, sorted by path."""
    drifts: list[Drift] = []
    for path in sorted({*expected, *found}):
        if path not in found:
            drifts.append(Drift(path, "missing", _unified_diff(path, b"", expected[path])))
        elif path not in expected:
            drifts.append(Drift(path, "stray", _unified_diff(path, found[path], b"")))
        elif expected[path] != found[path]:
            drifts.append(Drift(path, "edited", _unified_diff(path, found[path], expected[path])))
    return drifts


def _unified_diff(path: str, before: bytes, after: bytes) -> str:
    if _is_binary(before) or _is_binary(after):
        return f"Binary files found/{path} and generated/{path} differ"
    diff = difflib.unified_diff(
        _diff_lines(before), _diff_lines(after), f"found/{path}", f"generated/{path}", lineterm=""
    )
    return "\n".join(line.replace("\n", "\n\\ ") for line in diff)


def _is_binary(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _diff_lines(content: bytes) -> list[str]:
    """Return the lines for a diff. Carriage returns are visible, and a missing final newline is stated."""
    *lines, last = content.decode("utf-8").replace("\r", "^M").split("\n")
    return [*lines, f"{last}\nNo newline at end of file"] if last else lines
