"""A random sample of the names and docstrings of the runtime and the tool: `python -m tests.meta.sample --seed 7`.

Names are those of modules, classes, functions and methods; methods that Python names (`__len__`) do not count.
Docstrings are also those of attributes and constants.
"""

from __future__ import annotations

import argparse
import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.meta.reading import ROOT, RUNTIME, TOOL, python_files, tree


class Place(NamedTuple):
    """A name or a docstring, and where it stands."""

    path: Path
    line: int
    name: str
    """The dotted name in its module, or the name of the module."""

    text: str
    """What a reader judges: the head of the definition, or the docstring."""


def names(path: Path) -> Iterator[Place]:
    """Yield each name that a module defines, the module's own first."""
    if not path.stem.startswith("__"):
        yield Place(path, 1, path.stem, "module")
    for name, node in definitions(tree(path)):
        if not node.name.startswith("__"):
            yield Place(path, node.lineno, name, head(node))


def docstrings(path: Path) -> Iterator[Place]:
    """Yield each docstring of a module, with those of its attributes and constants."""
    module = tree(path)
    for name, node in [(path.stem, module), *definitions(module)]:
        if text := ast.get_docstring(node):
            yield Place(path, node.body[0].lineno, name, text)
        for before, after in zip(node.body, node.body[1:], strict=False):
            match before, after:
                case (ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text)))):
                    yield Place(path, after.lineno, f"{name}: {ast.unparse(before)[:80]}", text)
                case _:
                    pass


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, Definition]]:
    """Yield each class and function below a node, with its dotted name."""
    for each in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(each, Definition):
            yield f"{prefix}{each.name}", each
            inner = f"{prefix}{each.name}."
        yield from definitions(each, inner)


def head(node: Definition) -> str:
    """Return a definition without its body."""
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}({', '.join(map(ast.unparse, node.bases))})"
    return f"def {node.name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns) if node.returns else ''}"


def main() -> None:
    """Print the sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    files = [path for base in (RUNTIME, TOOL) for path in python_files(base)]
    for title, read in ("names", names), ("docstrings", docstrings):
        found = [place for path in files for place in read(path)]
        chosen = random.Random(options.seed).sample(found, options.count)
        print(f"\n{options.count} of {len(found)} {title}, seed {options.seed}")
        for number, place in enumerate(chosen, 1):
            where = f"{place.path.relative_to(ROOT)}:{place.line}"
            print(f"{number:3}. {where}: {place.name}", *place.text.splitlines(), sep="\n       ")


if __name__ == "__main__":
    main()
