"""The code of the runtime asks the objects that it knows, not the objects of these; no class is half of another.

What a chain of attributes reaches is decided by its text: `self.a` and a local name are objects that the code knows,
`known.b` is an object of one of these, and `known.b.c.d` reaches into an object of that object. A local name for a part
of a chain is not followed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.meta.reading import RUNTIME, TEMPLATES, nodes, python_files, text_of

DATA: Mapping[str, str] = {
    "authorization": "the rules of a revision about authorization",
    "document": "a message as JSON",
    "error": "code, message and data of an error",
    "info": "the row of a table about a method or an extension",
    "methods": "the rows of the methods of a revision",
    "protocol": "the tables of a revision",
}
"""Attributes that are data of fixed form, by their names; whoever has them may read any part."""

HALVES: Mapping[str, str] = {
    "_Bounds": "a named tuple cannot check its members when it is made, only a class that inherits it can",
    "_ExistingClassMeta": "the metaclass of pydantic stands between the two, and calls it by `super()`",
}
"""Classes that only the one class uses which inherits them, with the reason."""


def test_no_code_reaches_into_an_object_of_an_object_of_another() -> None:
    assert [f"{path.relative_to(RUNTIME)}: {chain}" for path in python_files(RUNTIME) for chain in far(path)] == []


def test_each_kind_of_data_is_read() -> None:
    attributes = {
        node.attr for path in python_files(RUNTIME) for node in nodes(path) if isinstance(node, ast.Attribute)
    }
    assert DATA.keys() <= attributes


def test_a_class_that_another_inherits_has_another_use() -> None:
    assert set(halves(python_files(RUNTIME))) == set(HALVES)


def far(path: Path) -> Iterator[str]:
    """The chains of a file that reach through more than one object of another object."""
    aliases = (alias for node in nodes(path) if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names)
    imported = {alias.asname or alias.name.partition(".")[0] for alias in aliases}
    inner = {id(node.value) for node in nodes(path) if isinstance(node, (ast.Attribute, ast.Subscript))}
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            root, names = chain_of(node)
            if root in imported:
                continue
            between = names[1:-1] if root in ("self", "cls") else names[:-1]
            objects = [name for at, name in enumerate(between) if DATA.keys().isdisjoint(between[: at + 1])]
            if len(objects) > 1:
                yield ".".join((root, *names))


def chain_of(node: ast.expr) -> tuple[str, list[str]]:
    """The name that a chain begins with, which is empty for any other expression, and its attributes."""
    names: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
        node = node.value
    return (node.id if isinstance(node, ast.Name) else ""), names


def halves(paths: list[Path]) -> Iterator[str]:
    """The classes that one class inherits, and that no other code names."""
    classes = [node for path in paths for node in nodes(path) if isinstance(node, ast.ClassDef)]
    heirs = [base.id for each in classes for base in map(unsubscripted, each.bases) if isinstance(base, ast.Name)]
    bases = {id(unsubscripted(base)) for each in classes for base in each.bases}
    used = {node.id for path in paths for node in nodes(path) if isinstance(node, ast.Name) and id(node) not in bases}
    rendered = set(re.findall(r"\w+", "\n".join(map(text_of, TEMPLATES.rglob("*.j2")))))
    for each in classes:
        if heirs.count(each.name) == 1 and each.name not in used | rendered:
            yield each.name


def unsubscripted(base: ast.expr) -> ast.expr:
    return base.value if isinstance(base, ast.Subscript) else base


def test_a_chain_that_reaches_too_far_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(
        "import a\n"
        "def f(self, b):\n"
        "    self.own.part.ask(); b.part.ask(); a.b.c.d(); self.own.protocol.x.y\n"
        "    self.own.part[0].inner.ask(); b.part.inner.ask()\n",
        encoding="utf-8",
    )
    assert list(far(path)) == ["self.own.part.inner.ask", "b.part.inner.ask"]


def test_a_half_of_a_class_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(
        "class Half: ...\nclass Whole(Half): ...\nclass Kind(Generic[T]): ...\nclass One(Kind[int]): ...\n"
        "class Two(Kind[str]): ...\nclass Used: ...\nclass Heir(Used): ...\nmade = Used()\n",
        encoding="utf-8",
    )
    assert list(halves([path])) == ["Half"]
