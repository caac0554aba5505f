"""Raise the version of tool and package for a new revision, by the table of `docs/guides/versions.md`."""

from __future__ import annotations

import re
from pathlib import Path

from mcp_bindgen.errors import BindgenError

VERSION_SOURCE = "codegen/mcp_bindgen/__init__.py"
PROJECT = "pyproject.toml"
RECIPES = (".github/conda/mcp-bindgen/recipe.yaml", ".github/conda/mcp-bindings/recipe.yaml")
FILES = (VERSION_SOURCE, PROJECT, *RECIPES)
"""Paths of the files that state the version, relative to the checkout. The rendered file of the package that states the
version is not among them.
"""

_VERSION_PATTERNS = {
    VERSION_SOURCE: re.compile(r'(?m)^(__version__ = ")([0-9.]+)(")$'),
    PROJECT: re.compile(r'(?m)^(\s*"mcp-bindings\[validators\]==)([0-9.]+)(",)$'),
    **dict.fromkeys(RECIPES, re.compile(r'(?m)^(  version: ")([0-9.]+)(")$')),
}
_RELEASE_HEADING = re.compile(r"(?m)^## \[(\d+\.\d+\.\d+)\] - ")


def find_next_version(changelog: str, present: str) -> str:
    """Return the version of the next release, which has a new revision.

    This is the version of the last release with its minor part raised by one. If there is no release yet, or if the
    present version is as high already, it is the present version.

    Args:
        changelog: the text of the changelog. The first version with a date in it is the last release.
        present: the version that the source states.
    """
    last = _RELEASE_HEADING.search(changelog)
    if last is None or _parse_version(present) >= _raise_minor_part(last[1]):
        return present  # nothing was released yet, or an earlier change has moved it
    return ".".join(map(str, _raise_minor_part(last[1])))


def raise_version(project: Path, changelog: str) -> str | None:
    """Write the next version to the files that state the version.

    Args:
        project: the checkout, or a directory with copies of these files.
        changelog: the text of the changelog.

    Returns:
        The next version; None if the files already state this version.

    Raises:
        BindgenError: a file does not state the version in the expected form, or the files state different versions.
    """
    texts = {path: (project / path).read_text(encoding="utf-8") for path in FILES}
    stated = {path: _read_stated_version(path, text) for path, text in texts.items()}
    present = stated[VERSION_SOURCE]
    for path, other in stated.items():
        if other != present:
            raise BindgenError(f"names the version {other}, but the version is {present}", where=path)
    version = find_next_version(changelog, present)
    if version == present:
        return None
    for path, text in texts.items():
        (project / path).write_text(
            _VERSION_PATTERNS[path].sub(rf"\g<1>{version}\g<3>", text), encoding="utf-8", newline="\n"
        )
    return version


def _read_stated_version(path: str, text: str) -> str:
    found = _VERSION_PATTERNS[path].search(text)
    if found is None:
        raise BindgenError("does not state the version", where=path)
    return found[2]


def _parse_version(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _raise_minor_part(version: str) -> tuple[int, ...]:
    major, minor, _ = _parse_version(version)
    return major, minor + 1, 0
