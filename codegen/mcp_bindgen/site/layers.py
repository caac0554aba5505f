"""Page of the layers of the package: how many lines of each layer are rendered, and how many are written by hand."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal

from mcp_bindgen import paths
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet, read_tree
from mcp_bindgen.site.entries import Row, Table
from mcp_bindgen.site.environment import render_page

Origin = Literal["rendered", "table", "written"]
"""Origin of a line: rendered code, a rendered table of facts, or a line that a person has written."""

ORIGINS: Mapping[Origin, str] = {"rendered": "rendered code", "table": "rendered tables", "written": "written by hand"}

PACKAGE = "mcp_bindings"

LAYERS: Mapping[str, tuple[str, ...]] = {
    "authorization": ("authorization/*", "*/authorization.py"),
    "transports": ("transports/*", "http/*", "stdio.py", "hosts.py", "rate_limited_log.py"),
    "session": ("session/*", "*/protocol.py", "spec/http_fields.py"),
    "negotiation": ("negotiation/*", "spec/revision_table.py", "spec/newest.py"),
    "translation": ("translation/*", "adaptation/*", "bridge/*", "spec/translation*.py", "*renames.py"),
    "server": ("server/*", "guards/*"),
    "calls": ("*/calls.py", "*/client.py", "peer/pending_calls.py", "peer/client_input.py", "peer/task_following.py"),
    "dispatch": (
        *("jsonrpc/*", "peer/*", "*/handlers.py", "*/messages.py", "*/methods.py", "*/error_*.py"),
        "errors.py",
    ),
    "validators": ("codec/*", "schema/*", "lint/*", "*/schema.json", "*/lint_rules.py"),
    "types": ("wire/*", "v20*", "draft/*", "extensions/*"),
    "common": (
        "__init__.py",
        "_lazy.py",
        "generated_code/*",
        "json_values.py",
        "limits.py",
        "options.py",
        "revisions.py",
        "spec/*",
    ),
}
"""Patterns for the paths of the files of each layer, relative to the package. A file belongs to the first layer that
has a matching pattern.
"""

DOCUMENTATION = "documentation"
"""Name of the layer that has the reference, the lines of each `docs.toml`, and the guides."""


@dataclass(frozen=True)
class Rehearsal:
    """Outcome of a rehearsed release, in which an invented revision was added to the project."""

    previous: str
    """Revision that the invented one follows."""
    facts: int
    """Number of lines in files of facts that a person has to write for the release."""
    documentation: int
    """Number of lines of documentation that a person has to write for the release."""
    changed: Mapping[str, Mapping[Origin, int]]
    """Number of lines of the package that the release adds or changes, by layer and origin."""


@dataclass(frozen=True)
class ConformanceRun:
    """Outcome of those scenarios of the official suite that count for one role in one revision."""

    role: str
    revision: str
    """Id of the revision."""

    scenarios: Mapping[str, int]
    """Number of scenarios by outcome."""


@dataclass(frozen=True)
class Figures:
    """Results of programs that ran before the site was built."""

    rehearsals: tuple[Rehearsal, ...] = ()
    suite: str = ""
    """Version of the conformance suite; empty if the suite did not run."""
    conformance: tuple[ConformanceRun, ...] = ()


NO_FIGURES = Figures()


def read_figures(path: Path) -> Figures:
    """Return the figures in a file.

    Raises:
        BindgenError: the file does not exist or has another form.
    """
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
        return Figures(
            tuple(Rehearsal(**row) for row in found["rehearsals"]),
            found["suite"],
            tuple(ConformanceRun(**row) for row in found["conformance"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BindgenError(
            f"the file has no figures: {error!r}", where=str(path), hint="write it with `python -m tests.site.figures`"
        ) from None


def layer_of(path: str) -> str:
    """Return the layer of a file of the package.

    Args:
        path: the path of the file, relative to the package.

    Raises:
        BindgenError: no pattern matches the path.
    """
    for layer, patterns in LAYERS.items():
        if any(fnmatch(path, pattern) for pattern in patterns):
            return layer
    raise BindgenError("no layer has this file", where=path, hint="add a pattern to LAYERS in site/layers.py")


def origin_of(path: str, text: str, written: Container[str]) -> Origin:
    """Return the origin of a file of the package.

    A table is a schema, or a module other than `__init__.py` that has neither a class nor a function.

    Args:
        path: the path of the file, relative to the package.
        text: the content of the file.
        written: the paths of the files that are copied from the runtime.
    """
    if path in written:
        return "written"
    if path.endswith(".json"):
        return "table"
    code = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    is_table = not path.endswith("__init__.py") and not any(isinstance(node, code) for node in ast.parse(text).body)
    return "table" if is_table else "rendered"


def count_lines(text: str) -> int:
    """Return the number of lines of a text that are not blank."""
    return sum(1 for line in text.splitlines() if line.strip())


def package_files() -> dict[str, str]:
    """Return the text of each module and schema of the generated package, by path relative to the package.

    Raises:
        BindgenError: the generated package is not installed.
    """
    files = read_tree(_installed_package())
    return {path: data.decode("utf-8") for path, data in files.items() if path.endswith((".py", ".json"))}


def copied_files() -> frozenset[str]:
    """Return the paths of the files that the generated package has from the runtime, byte for byte. The paths are
    relative to the package.

    Raises:
        BindgenError: the generated package is not installed, or the directory of the runtime is not found.
    """
    generated, runtime = read_tree(_installed_package()), read_tree(paths.runtime_root() / PACKAGE)
    return frozenset(path for path, data in runtime.items() if generated.get(path) == data)


def _installed_package() -> Path:
    """Return the directory of the generated package.

    Raises:
        BindgenError: the generated package is not installed.
    """
    root = paths.installed_root()
    if root is None:
        raise BindgenError("the generated package is not installed", hint="pip install mcp-bindings")
    return root / PACKAGE


def count_by_layer(files: Mapping[str, str], written: Container[str]) -> dict[str, Counter[Origin]]:
    """Return the number of lines that are not blank, by layer and origin.

    Args:
        files: the texts by path relative to the package.
        written: the paths of the files that are copied from the runtime.

    Raises:
        BindgenError: no layer has one of the files.
    """
    found: dict[str, Counter[Origin]] = {layer: Counter() for layer in LAYERS}
    for path, text in files.items():
        found[layer_of(path)][origin_of(path, text, written)] += count_lines(text)
    return found


def layers_page(reference: FileSet, figures: Figures) -> str:
    """Return the page of the layers, as Markdown.

    Args:
        reference: the other pages of the reference, by path.
        figures: the results of other programs.

    Raises:
        BindgenError: the generated package is not installed, no layer has one of its files, or a directory of the
            project is not found.
    """
    counts = count_by_layer(package_files(), copied_files())
    counts[DOCUMENTATION] = _count_documentation(reference)
    total = sum(counts.values(), Counter[Origin]())
    rows = [_row_of_counts(layer, found) for layer, found in counts.items()]
    variables = {
        "lines": Table(("layer", *ORIGINS.values(), "share written by hand"), (*rows, _row_of_counts("all", total))),
        "rehearsals": figures.rehearsals,
        "changes": _table_of_changes(figures.rehearsals),
        "suite": figures.suite,
        "conformance": _conformance_table(figures.conformance),
    }
    return render_page("layers.md.j2", variables)


def _count_documentation(reference: FileSet) -> Counter[Origin]:
    data = sorted(paths.schema_root().rglob("docs.toml"))
    guides = [path for path in sorted(paths.docs_root().rglob("*.md")) if "node_modules" not in path.parts]
    texts: Mapping[Origin, list[str]] = {
        "rendered": [page.decode("utf-8") for path, page in reference.items() if path.startswith("reference/")],
        "table": [path.read_text(encoding="utf-8") for path in data],
        "written": [path.read_text(encoding="utf-8") for path in guides],
    }
    return Counter({origin: sum(map(count_lines, found)) for origin, found in texts.items()})


def _row_of_counts(layer: str, found: Mapping[Origin, int]) -> Row:
    numbers = [found.get(origin, 0) for origin in ORIGINS]
    share = round(100 * found.get("written", 0) / max(sum(numbers), 1))
    return layer, *(f"{number:,}" for number in numbers), f"{share} %"


def _table_of_changes(rehearsals: Iterable[Rehearsal]) -> Table:
    """Return a table of the number of lines that each rehearsed release adds or changes, with a row for each layer."""
    columns = tuple(f"after {each.previous}: {name}" for each in rehearsals for name in ORIGINS.values())
    rows = [
        (layer, *(f"{each.changed.get(layer, {}).get(origin, 0):,}" for each in rehearsals for origin in ORIGINS))
        for layer in LAYERS
    ]
    return Table(("layer", *columns), tuple(rows))


def _conformance_table(runs: Iterable[ConformanceRun]) -> Table:
    outcomes = ("passed", "skipped", "contradicted", "failed")
    rows = tuple((each.role, each.revision, *(str(each.scenarios.get(name, 0)) for name in outcomes)) for each in runs)
    return Table(("role", "revision", *outcomes), rows)
