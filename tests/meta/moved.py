"""Compare the functions, classes and constants of a commit with those of the work tree, wherever they stand.

    python -m tests.meta.moved COMMIT           a change that moves code and changes none of it
    python -m tests.meta.moved COMMIT --names   a change that renames, too: names and strings do not count

Each definition of a module is compared as a syntax tree. Imports, and references to modules, do not count:
`errors.ProtocolError` equals `ProtocolError`. A private name of a module may change where two modules become one, and a
public name may become private if no other module uses it any more; each such change is listed. The program ends with
exit 1 if a definition was changed, added or removed.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple, cast

from tests.meta.reading import ROOT, repository_files

TREES = ("codegen/mcp_bindgen", "codegen/runtime/mcp_bindings")
PER_MODULE = frozenset({"__all__", "__getattr__", "__dir__", "_log"})
"""Names of which each module has its own."""


class Definition(NamedTuple):
    """A function, class or constant of a module."""

    module: str
    name: str
    key: str
    """The name and the syntax tree as text, without imports and references to modules: what is compared."""

    shape: str
    """The same, with a number for each private name of the module."""

    private: tuple[str, ...]
    """The private names of the module that it uses, its own included, by their numbers."""


class Comparison(NamedTuple):
    """What has become of the definitions of a commit."""

    stayed: int
    moved: int
    merged: int
    """Definitions that stood more than once and stand in fewer places."""

    renamed: list[str]
    removed: list[str]
    added: list[str]


def sources_of(commit: str) -> dict[str, str]:
    """The modules of a commit, by path."""
    command = ["git", "archive", "--format=tar", commit, *TREES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        files = {each.name: archive.extractfile(each) for each in archive if each.name.endswith(".py")}
        return {name: file.read().decode("utf-8") for name, file in files.items() if file is not None}


def sources_now() -> dict[str, str]:
    """The modules of the work tree, by path."""
    paths = {path.relative_to(ROOT).as_posix(): path for path in repository_files() if path.suffix == ".py"}
    return {name: path.read_text(encoding="utf-8") for name, path in paths.items() if name.startswith(TREES)}


def definitions(sources: Mapping[str, str], *, names_count: bool = True) -> list[Definition]:
    """All definitions of some modules.

    Args:
        sources: text of each module, by path.
        names_count: False to compare without names and strings.
    """
    modules = {_module(path) for path in sources}
    return [each for path, text in sources.items() for each in _definitions(path, text, modules, names_count)]


def made_private(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The public names that no module defines any more, and that one module defines with an underscore in front."""
    had, now = ({name for text in sources.values() for name in _names(text)} for sources in (before, after))
    return sorted(name for name in had - now if not name.startswith("_") and f"_{name}" in now - had)


def with_private(sources: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """The same modules with an underscore in front of some names."""
    if not names:
        return {**sources}
    words = re.compile(rf"\b({'|'.join(names)})\b")
    return {path: words.sub(r"_\1", text) for path, text in sources.items()}


def _names(text: str) -> Iterator[str]:
    return (name for name, _ in _named(ast.parse(text).body))


def _module(path: str) -> str:
    tree = next(tree for tree in TREES if path.startswith(tree))
    parts = PurePosixPath(path).relative_to(PurePosixPath(tree).parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def _definitions(path: str, text: str, modules: set[str], names_count: bool) -> Iterator[Definition]:
    module, tree = _module(path), ast.parse(text)
    package = module if path.endswith("/__init__.py") else module.rpartition(".")[0]
    references = _References(tree, package, modules)
    nodes = dict(_named(tree.body))
    private = {name for name in nodes if name.startswith("_") and not name.startswith("__")}
    for name, node in nodes.items():
        if name in PER_MODULE:
            continue
        bare = references.visit(node)
        if not names_count:
            bare = _Nameless().visit(bare)
        numbers = _Numbers(private)
        whole = f"{name if names_count else ''} {ast.dump(bare)}"
        shape = ast.dump(numbers.visit(bare)) if names_count else whole
        yield Definition(module, name, whole, shape, tuple(numbers.found))


def _named(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """The definitions in the body of a module, those under a condition included."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node
            case ast.If(body=then, orelse=otherwise):
                yield from _named([*then, *otherwise])
            case ast.Try(body=then, handlers=handlers):
                yield from _named([*then, *(each for handler in handlers for each in handler.body)])
            case _:
                pass


class _References(ast.NodeTransformer):
    """Removes imports, and the modules in front of what is imported."""

    def __init__(self, tree: ast.Module, package: str, modules: set[str]) -> None:
        self._package = package
        self._modules = modules
        self._originals: dict[str, str] = {}
        self._prefixes: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                source = self._absolute(node.module or "", node.level)
                for alias in node.names:
                    if f"{source}.{alias.name}" in modules:
                        self._prefixes.add(alias.asname or alias.name)
                    elif alias.asname:
                        self._originals[alias.asname] = alias.name

    def _absolute(self, name: str, level: int) -> str:
        if not level:
            return name
        parts = self._package.split(".")
        start = ".".join(parts[: len(parts) - level + 1])
        return f"{start}.{name}" if name else start

    def visit_Import(self, node: ast.Import) -> None:
        """Remove the statement."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Remove the statement."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Leave what a module provides without the module."""
        if isinstance(node.value, ast.Name) and node.value.id in self._prefixes:
            return ast.Name(node.attr, node.ctx)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Return the name under which the imported thing was defined."""
        return ast.Name(self._originals.get(node.id, node.id), node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """Return the same constant for the path of every module, and an absolute one for what is rendered."""
        if isinstance(node.value, str) and "." in node.value:
            stripped = node.value.lstrip(".")
            name = self._absolute(stripped, len(node.value) - len(stripped))
            if name in self._modules:
                return ast.Constant("a module")
            if node.value.startswith("..") and stripped.replace(".", "").isidentifier():
                return ast.Constant(name)
        return node


class _Numbers(ast.NodeTransformer):
    """Replaces the private names of a module by numbers."""

    def __init__(self, private: set[str]) -> None:
        self._private = private
        self.found: dict[str, int] = {}

    def _number(self, name: str) -> str:
        return f"private {self.found.setdefault(name, len(self.found))}" if name in self._private else name

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Replace the name of a node."""
        copied = _copied(node, {name: self._field(value) for name, value in ast.iter_fields(node)})
        if isinstance(copied, ast.Name):
            copied.id = self._number(copied.id)
        elif isinstance(copied, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            copied.name = self._number(copied.name)
        return copied

    def _field(self, value: object) -> object:
        if isinstance(value, ast.AST):
            return self.visit(value)
        return [self._field(each) for each in cast("list[object]", value)] if isinstance(value, list) else value


def _copied(node: ast.AST, fields: Mapping[str, object]) -> ast.AST:
    """A node of the same kind with other fields."""
    make: Any = type(node)
    copied: ast.AST = make(**fields)
    return copied


class _Nameless(ast.NodeTransformer):
    """Replaces all names and strings, and removes docstrings."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Replace the names of a node and of all below it."""
        if isinstance(node, ast.JoinedStr):
            node = ast.JoinedStr([each for each in node.values if isinstance(each, ast.FormattedValue)])
        fields = {name: self._field(value) for name, value in ast.iter_fields(node)}
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            fields["value"] = "text"
        return _copied(node, fields)

    def _field(self, value: object) -> object:
        if isinstance(value, str):
            return "name"
        if isinstance(value, ast.AST):
            return self.visit(value)
        if isinstance(value, list):
            return [self._field(each) for each in cast("list[object]", value) if not _is_text(each)]
        return value


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def compare(before: list[Definition], after: list[Definition]) -> Comparison:
    """Find what has become of each definition."""
    places: dict[str, list[str]] = defaultdict(list)
    now = Counter(each.key for each in after)
    had = Counter(each.key for each in before)
    for each in after:
        places[each.key].append(each.module)
    stayed = moved = 0
    lost: list[Definition] = []
    for each in before:
        if each.module in places[each.key]:
            stayed += 1
        elif now[each.key]:
            moved += 1
        else:
            lost.append(each)
    merged = sum(max(0, count - now[key]) for key, count in had.items() if now[key])
    new = [each for each in after if each.key not in had]
    renamed, removed, added = _renamed(lost, new)
    return Comparison(stayed, moved, merged, renamed, removed, added)


def _renamed(lost: list[Definition], new: list[Definition]) -> tuple[list[str], list[str], list[str]]:
    """Pair definitions that differ by private names of modules alone; all of one module must change alike."""
    renames: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    removed: list[str] = []
    left = list(new)
    for each in lost:
        for other in left:
            change = renames[each.module, other.module]
            pairs = dict(zip(each.private, other.private, strict=False))
            if each.shape == other.shape and all(change.get(old, name) == name for old, name in pairs.items()):
                change.update(pairs)
                left.remove(other)
                break
        else:
            removed.append(f"{each.module} {each.name}")
    changes = sorted(
        f"{old_module} {old} -> {new_module} {name}"
        for (old_module, new_module), names in renames.items()
        for old, name in names.items()
        if old != name
    )
    return changes, sorted(removed), sorted(f"{each.module} {each.name}" for each in left)


def main() -> int:
    """Print what was moved, and what is not as it was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the commit before the change")
    parser.add_argument("--names", action="store_true", help="set names and strings aside")
    chosen = parser.parse_args()
    old, new = sources_of(chosen.commit), sources_now()
    private = [] if chosen.names else made_private(old, new)
    before, after = (definitions(each, names_count=not chosen.names) for each in (with_private(old, private), new))
    found = compare(before, after)
    for kind, lines in (
        ("now private", private),
        ("renamed", found.renamed),
        ("removed", found.removed),
        ("added", found.added),
    ):
        for line in lines:
            print(f"{kind}: {line}")
    changed = len(found.removed) + len(found.added)
    print(
        f"{len(before)} definitions before, {len(after)} after: {found.stayed} stayed, {found.moved} moved,"
        f" {found.merged} no longer repeated, {len(found.renamed)} private names changed,"
        f" {len(private)} names made private,"
        f" {len(found.removed)} removed or changed, {len(found.added)} added or changed"
    )
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
