"""Fixtures that several command line tests use."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from mcp_bindgen import comparison, pipeline, sources
from mcp_bindgen.diff.types import Report
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.output import writer
from tests.cli.run import ROOT, SMALL, run, tree
from tests.diff.sides import between

LOAD = sources.load_spec
MINI = {
    "$defs": {"Thing": {"type": "object", "description": "A thing of mine.", "properties": {"a": {"type": "string"}}}}
}


@pytest.fixture(scope="session")
def _small_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("small") / "out"
    assert run("generate", *SMALL, "--out", out).code == 0
    return out


@pytest.fixture
def _memoized(_small_tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache the generated files, for tests that check only how they are written to disk."""
    made = {path: content for path, content in tree(_small_tree).items() if path != writer.LIST_FILE}
    generate = pipeline.generate

    def remembered(
        request: pipeline.GenerationRequest, progress: pipeline.Progress, processes: int
    ) -> dict[str, bytes]:
        small = request == pipeline.GenerationRequest(revisions=SMALL[1:])
        return dict(made) if small else generate(request, progress, processes)

    monkeypatch.setattr(pipeline, "generate", remembered)


@cache
def _load(revision: str) -> SpecRevision:
    return LOAD(revision)


@pytest.fixture
def _loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load each revision of the project once, for all tests that only read it."""
    monkeypatch.setattr(sources, "load_spec", _load)


@pytest.fixture
def _compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare each pair of revisions of the project once, for all tests that only read the report."""
    pinned = {row.id for row in read_manifest(ROOT / "schema")}
    changes = comparison.report_changes

    def remembered(old: str, new: str, given: Sequence[Erratum] = ()) -> Report:
        return between(old, new) if {old, new} <= pinned else changes(old, new, given)

    monkeypatch.setattr(comparison, "report_changes", remembered)


@pytest.fixture
def small(_small_tree: Path, tmp_path: Path) -> Path:
    """A generated tree of one revision, which a test may modify."""
    return Path(shutil.copytree(_small_tree, tmp_path / "out"))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all input files of the tool, which a test may modify."""
    root = tmp_path / "project"
    shutil.copytree(ROOT / "schema", root / "schema")
    for directory in ("templates", "codegen/runtime"):
        shutil.copytree(ROOT / directory, root / directory)
    monkeypatch.setenv("MCP_BINDGEN_ROOT", str(root))
    return root


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    """A small custom schema."""
    path = tmp_path / "mini.json"
    path.write_text(json.dumps(MINI), encoding="utf-8")
    return path
