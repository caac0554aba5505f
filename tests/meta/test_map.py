"""The map of the modules names every module of the tool and of the runtime, once; the short one every package."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.meta.reading import ROOT, RUNTIME, TOOL, python_files, text_of

MAP = ROOT / "docs" / "design" / "map.md"
ROW = re.compile(r"^\| (`[^|]+`) \| \S.* \|$")
"""A row: module names in backticks, and a few words about what they hold."""

each_root = pytest.mark.parametrize("root", [RUNTIME, TOOL], ids=lambda root: root.name)


def mapped(root: Path) -> Counter[str]:
    """The modules that one half of the map names, as paths."""
    heading = f"`codegen/{root.relative_to(ROOT / 'codegen').as_posix()}/`"
    (part,) = (part for part in re.split(r"(?m)^## ", text_of(MAP)) if heading in part.partition("\n")[0])
    found: Counter[str] = Counter()
    for package in re.split(r"(?m)^### ", part)[1:]:
        title, _, table = package.partition("\n")
        directory = title.strip("`") if title.startswith("`") else ""
        rows = [line for line in table.splitlines() if line.startswith("|")][2:]
        for row in rows:
            matched = ROW.match(row)
            assert matched, f"{title} {row!r} names no module, or not what it holds"
            found.update(f"{directory}{name}.py" for name in re.findall(r"\w+", matched[1]))
    return found


@each_root
def test_the_map_names_each_module_once(root: Path) -> None:
    modules = (path.relative_to(root).as_posix() for path in python_files(root) if path.name != "__init__.py")
    assert mapped(root) == Counter(modules)


@pytest.mark.parametrize(
    ("root", "heading"), [(RUNTIME, "The packages of the runtime"), (TOOL, "The packages of the tool")]
)
def test_the_short_map_names_each_package_once(root: Path, heading: str) -> None:
    table = text_of(ROOT / "CONTRIBUTING.md").partition(heading)[2].split("\n\n")[1]
    named = Counter(re.findall(r"`(\w+)/`", "\n".join(row.split(" | ")[0] for row in table.splitlines()[2:])))
    packages = {path.relative_to(root).parts[0] for path in python_files(root) if path.parent != root}
    assert named == Counter(packages)
