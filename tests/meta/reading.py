"""The repository as syntax trees and texts."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "codegen" / "mcp_bindgen"
PRODUCT = ROOT / "generated" / "mcp_bindings"
RUNTIME = ROOT / "codegen" / "runtime" / "mcp_bindings"
TEMPLATES = ROOT / "templates"
OFFICIAL = ROOT.parent / "shared" / "schema"


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes(), filename=str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file."""
    return tuple(ast.walk(tree(path)))


def python_files(directory: Path) -> list[Path]:
    """Modules of a directory; there are some, or the test that reads them shows nothing."""
    files = sorted(path for path in directory.rglob("*.py") if "__pycache__" not in path.parts)
    assert files, directory
    return files


def module_name(path: Path, package: Path) -> str:
    """`codegen/mcp_bindgen/ir/build.py` is `ir.build`; a package is the name of its directory, the whole is empty."""
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """Line and full name of everything a file imports, wherever the statement stands, relative ones resolved."""
    return tuple((line, name) for line, name, _ in _imports(path))


def renaming_imports(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, full name and new name of everything to which a file gives another name when it imports it."""
    for line, name, new in _imports(path):
        if new is not None and new != name.rpartition(".")[2]:
            yield line, name, new


def _imports(path: Path) -> Iterator[tuple[int, str, str | None]]:
    for node in nodes(path):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name, alias.asname) for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from ((node.lineno, f"{module}.{alias.name}", alias.asname) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = ".".join(_package(path)[: -level + 1 or None])
                start = f"{base}.{module}" if module else base
                yield from ((node.lineno, f"{start}.{alias.name}", alias.asname) for alias in names)
            case _:
                pass


def _package(path: Path) -> tuple[str, ...]:
    """The names of the packages that a file is in, outermost first."""
    parts = path.parent.parts
    return parts[max(place for place, part in enumerate(parts) if part in (TOOL.name, RUNTIME.name)) :]


@cache
def repository_files() -> tuple[Path, ...]:
    """Every file that is or would be committed."""
    git = shutil.which("git")
    assert git, "git is needed to tell what belongs to the repository"
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    paths = {ROOT / name for name in done.stdout.decode("utf-8").split("\0") if name}
    return tuple(sorted(path for path in paths if path.is_file()))
