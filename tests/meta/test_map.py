"""The map in CONTRIBUTING.md names every module of the tool and of the runtime, once, and no other."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.meta.reading import ROOT, RUNTIME, TOOL, python_files, text_of


def mapped(heading: str) -> Counter[str]:
    """The modules that one table of the map names, as paths."""
    text = text_of(ROOT / "CONTRIBUTING.md").partition("### The map")[2].partition(f"`codegen/{heading}/`:")[2]
    found: Counter[str] = Counter()
    for row in text.strip().split("\n\n")[0].splitlines()[2:]:
        package, modules = (cell.strip() for cell in row.strip("|").split(" | ", 1))
        directory = "" if package == "(root)" else package.strip("`")
        for idea in modules.split("; "):
            names = re.match(r"(`\w+`(?:, `\w+`)*) \S", idea)
            assert names, f"{package} {idea!r} names no module, or no idea"
            found.update(f"{directory}{name}.py" for name in re.findall(r"\w+", names[1]))
    return found


@pytest.mark.parametrize("root", [RUNTIME, TOOL], ids=lambda root: root.name)
def test_the_map_names_each_module_once(root: Path) -> None:
    heading = root.relative_to(ROOT / "codegen").as_posix()
    modules = (path.relative_to(root).as_posix() for path in python_files(root) if path.name != "__init__.py")
    assert mapped(heading) == Counter(modules)
