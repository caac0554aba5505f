"""The map of the modules: `python -m tests.meta.module_map` writes it from the first sentences of their docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.meta.reading import ROOT, RUNTIME, TOOL, python_files, tree

DOCUMENT = ROOT / "docs" / "design" / "map.md"

HEAD = """\
# Map of the modules

Every package and module of the runtime and of the tool, with the first sentence of its docstring. Packages are in
alphabetical order; the order of their imports stands in `tests/meta/test_layering.py`. After a change of a module,
`python -m tests.meta.module_map` writes this page.
"""

HALVES = {RUNTIME: "The runtime", TOOL: "The tool"}


def module_map() -> str:
    """Return the text of the page."""
    return HEAD + "".join(f"\n{line}\n" for root in HALVES for line in _half(root))


def _half(root: Path) -> Iterator[str]:
    """Yield the blocks of one half: its heading, then the heading, the sentence and the table of each package."""
    yield f"## {HALVES[root]}, `{root.relative_to(ROOT).as_posix()}/`"
    for package in sorted({path.parent for path in python_files(root)}):
        name = package.relative_to(root).as_posix()
        yield "### The package itself" if package == root else f"### `{name}/`"
        if (package / "__init__.py").is_file():
            yield first_sentence(package / "__init__.py")
        modules = sorted(path for path in package.glob("*.py") if path.name != "__init__.py")
        rows = (f"| `{path.stem}` | {first_sentence(path).removesuffix('.')} |" for path in modules)
        if table := "\n".join(rows):
            yield f"| module | holds |\n| --- | --- |\n{table}"


def first_sentence(path: Path) -> str:
    """Return the first sentence of a module's docstring, which has one line in a table."""
    text = " ".join((ast.get_docstring(tree(path)) or "").partition("\n\n")[0].split())
    sentence = re.split(r"(?<=\.)\s", text, maxsplit=1)[0]
    assert sentence, f"{path.relative_to(ROOT)} has no docstring"
    return sentence.replace("|", r"\|")


if __name__ == "__main__":
    DOCUMENT.write_text(module_map(), encoding="utf-8")
    print(f"{DOCUMENT.relative_to(ROOT)} written")
