"""The rehearsal of a release day: from an official file to a package that speaks the new revision, in each era."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

import mcp_bindings as mb
from mcp_bindgen import drafts, pipeline
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import manifest
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ingest.provenance import read_origin
from mcp_bindgen.pipeline import GenerationRequest
from mcp_bindgen.release import versioning
from mcp_bindgen.release.adding import ReleaseOutcome, ReleaseRequest, add_release
from mcp_bindgen.release.status import find_todos, make_todo_summary
from tests.release.filling import fill
from tests.release.inventions import INVENTIONS, Invention, of_each_era
from tests.unit.test_subjects import assert_no_circular_imports

ROOT = Path(__file__).resolve().parents[2]
COMMIT = "0" * 40
THINGS = INVENTIONS[0]
NEWEST = of_each_era(THINGS)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data that a release reads and writes."""
    root = tmp_path / "project"
    for directory in ("schema", "templates", "codegen/runtime"):
        shutil.copytree(ROOT / directory, root / directory)
    for path in ("CHANGELOG.md", *versioning.FILES):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, root / path)
    monkeypatch.setenv("MCP_BINDGEN_ROOT", str(root))
    return root


def day_after(revision: str) -> str:
    """The first day after a revision on which there is none."""
    day = date.fromisoformat(revision) + timedelta(days=1)
    while str(day) in mb.REVISIONS:
        day += timedelta(days=1)
    return str(day)


def brought_in(project: Path, previous: str, invention: Invention = THINGS, *, dry_run: bool = False) -> ReleaseOutcome:
    """Bring an invented next revision in."""
    schema = json.loads((project / "schema" / previous / "schema.json").read_bytes())
    path = project.with_name("official.json")
    path.write_text(json.dumps(invention.made_from(schema)), encoding="utf-8")
    return add_release(project, ReleaseRequest(day_after(previous), path, COMMIT, previous), dry_run=dry_run)


def content(project: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(project.rglob("*")) if path.is_file()}


def test_nothing_is_left_to_write_about_the_pinned_revisions() -> None:
    assert make_todo_summary(ROOT / "schema") == ""


def test_the_summary_names_the_revision_whose_facts_are_left(project: Path) -> None:
    empty = ((f"schema/{mb.REVISIONS[0]}/protocol.toml", "sources", "[]"), ("schema/docs.toml", "Tool", '""'))
    for path, key, nothing in empty:
        text = (project / path).read_text(encoding="utf-8")
        (project / path).write_text(re.sub(rf"(?m)^{key} = .+", f"{key} = {nothing}", text, count=1), encoding="utf-8")
    said = make_todo_summary(project / "schema")
    assert said == f"2 things are left to write: `mcp-bindgen release --status {mb.REVISIONS[0]}` lists what"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("invention", "previous"),
    [pytest.param(each, id_, id=f"{each.name}-{id_}") for each in INVENTIONS for id_ in of_each_era(each)],
)
def test_an_invented_revision_speaks(project: Path, tmp_path: Path, invention: Invention, previous: str) -> None:
    new = day_after(previous)
    outcome = brought_in(project, previous, invention)
    assert outcome.todos == find_todos(project / "schema", new) != []
    assert new in [row.id for row in read_manifest(project / "schema")]
    assert fill(project, new, invention.facts).facts <= 60
    assert find_todos(project / "schema", new) == []
    pinned = manifest.find_revision(read_manifest(project / "schema"), new)
    origin = read_origin(project / "schema", pinned, with_errata=True)
    assert {row.id for row in origin.errata} == {row.erratum for row in origin.decisions}, "each erratum was decided"
    files = pipeline.generate(GenerationRequest([mb.REVISIONS[0], *NEWEST, new]))
    out = tmp_path / "out"
    for path, data in files.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
    assert_no_circular_imports(out / "mcp_bindings" / drafts.module_of(new))
    command = [sys.executable, "-I", str(invention.speaks), str(out), new, previous]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    reported = files["docs/changes.md"].decode()
    names = {place.rpartition("/")[2].replace("~1", "/") for _, place in invention.edits}
    assert [name for name in names if name not in reported] == []


@pytest.mark.slow
@pytest.mark.parametrize("previous", NEWEST[-1:])
def test_a_dry_run_writes_nothing(project: Path, previous: str) -> None:
    before = content(project)
    outcome = brought_in(project, previous, dry_run=True)
    assert outcome.written
    assert outcome.todos
    assert content(project) == before


@pytest.mark.parametrize("previous", NEWEST[-1:])
def test_a_file_that_cannot_be_built_is_not_pinned(project: Path, tmp_path: Path, previous: str) -> None:
    schema = json.loads((project / "schema" / previous / "schema.json").read_bytes())
    schema["$defs"]["Tool"]["properties"]["name"]["$ref"] = "#/$defs/Missing"
    path = tmp_path / "official.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    before = content(project)
    with pytest.raises(BindgenError, match="leads to no definition"):
        add_release(project, ReleaseRequest(day_after(previous), path, COMMIT, previous), dry_run=False)
    assert content(project) == before


@pytest.mark.parametrize("previous", NEWEST[-1:])
def test_an_erratum_that_no_longer_applies_is_listed(project: Path, tmp_path: Path, previous: str) -> None:
    schema = json.loads((project / "schema" / previous / "schema.json").read_bytes())
    content_type = schema["$defs"]["ElicitResult"]["properties"]["content"]["additionalProperties"]["anyOf"][1]
    content_type["type"] = ["string", "number", "boolean"]
    path = tmp_path / "official.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    outcome = add_release(project, ReleaseRequest(day_after(previous), path, COMMIT, previous), dry_run=True)
    said = [each.text for each in outcome.written if "erratum" in each.text]
    assert any("does not apply" in text and "elicit-result-content" in text for text in said)
    assert any(text.endswith(" applies") for text in said)
