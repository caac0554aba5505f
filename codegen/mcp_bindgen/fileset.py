"""A tree of files as a value, and the difference between two of them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

FileSet = Mapping[str, bytes]
"""Relative POSIX path to content."""


@dataclass(frozen=True)
class Drift:
    """One file that is not as it should be."""

    path: str
    kind: Literal["edited", "stray", "missing"]
    diff: str
    """A unified diff from what is there to what should be."""


def read_tree(root: Path) -> dict[str, bytes]:
    """Every file below `root`, leftovers of Python, build and checking tools aside."""
    leftovers = {"__pycache__", "build", "dist", ".mypy_cache", ".ruff_cache", ".pytest_cache"}

    def kept(relative: Path) -> bool:
        return not any(part in leftovers or part.endswith(".egg-info") for part in relative.parts)

    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files if kept(path.relative_to(root))}


def drift(expected: FileSet, found: FileSet) -> list[Drift]:
    """What has to change in `found` to become `expected`, by path."""
    drifts: list[Drift] = []
    for path in sorted({*expected, *found}):
        if path not in found:
            drifts.append(Drift(path, "missing", _diff(path, b"", expected[path])))
        elif path not in expected:
            drifts.append(Drift(path, "stray", _diff(path, found[path], b"")))
        elif expected[path] != found[path]:
            drifts.append(Drift(path, "edited", _diff(path, found[path], expected[path])))
    return drifts


def _diff(path: str, before: bytes, after: bytes) -> str:
    lines = difflib.unified_diff(
        before.decode("utf-8", "replace").splitlines(),
        after.decode("utf-8", "replace").splitlines(),
        f"found/{path}",
        f"generated/{path}",
        lineterm="",
    )
    return "\n".join(lines)
