"""The map of the modules has every module with the first sentence of its docstring; the short one every package."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.meta.module_map import DOCUMENT, module_map
from tests.meta.reading import ROOT, RUNTIME, TOOL, python_files, text_of


def test_the_map_has_each_module_with_its_first_sentence() -> None:
    assert text_of(DOCUMENT) == module_map(), "run `python -m tests.meta.module_map`"


@pytest.mark.parametrize(
    ("root", "heading"), [(RUNTIME, "The packages of the runtime"), (TOOL, "The packages of the tool")]
)
def test_the_short_map_names_each_package_once(root: Path, heading: str) -> None:
    table = text_of(ROOT / "CONTRIBUTING.md").partition(heading)[2].split("\n\n")[1]
    named = Counter(re.findall(r"`(\w+)/`", "\n".join(row.split(" | ")[0] for row in table.splitlines()[2:])))
    packages = {path.relative_to(root).parts[0] for path in python_files(root) if path.parent != root}
    assert named == Counter(packages)
