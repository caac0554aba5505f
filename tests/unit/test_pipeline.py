"""The whole way from pinned files to the package: the same every time, and the same as what is committed."""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import cache, drafts, fileset, jsontext, pipeline, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.pipeline import GenerationRequest
from tests.forks.custom import generated
from tests.unit.tiny import DRAFT_07, ROOT, SCHEMA, STRING, record, ref

pytestmark = pytest.mark.slow

PINNED = [revision.id for revision in read_manifest(SCHEMA)]


@functools.cache
def everything() -> Mapping[str, bytes]:
    """The committed tree, which the first test compares with what is generated."""
    return fileset.read_tree(ROOT / "generated")


def written(root: Path, document: Any) -> Path:
    path = root / "schema.json"
    path.write_bytes(jsontext.dumps(document))
    return path


def schema(**definitions: Any) -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}


# The committed tree


@pytest.mark.untraced  # the tests of single revisions reach the same lines
def test_the_committed_tree_is_generated_without_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, "off")
    drifts = fileset.find_drifts(pipeline.generate(GenerationRequest()), everything())
    text = "\n".join(f"{drift.kind}: {drift.path}\n{drift.diff[:2000]}" for drift in drifts)
    assert not drifts, f"`mcp-bindgen generate` writes it anew\n{text}"


def test_every_pinned_revision_is_there() -> None:
    for revision in PINNED:
        module = drafts.module_of(revision)
        assert f"mcp_bindings/{module}/tools.py" in everything()
        assert f"mcp_bindings/{module}/schema.json" in everything()


@pytest.mark.parametrize("revision", PINNED)
def test_the_packaged_schema_is_the_effective_one(revision: str) -> None:
    packaged = everything()[f"mcp_bindings/{drafts.module_of(revision)}/schema.json"]
    assert json.loads(packaged) == sources.effective_schema(revision)
    assert packaged == jsontext.dumps(sources.effective_schema(revision))


# The same every time


def test_cache_and_worker_process_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = GenerationRequest(PINNED[:1])
    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, "off")
    told: list[tuple[str, str]] = []
    files = pipeline.generate(request, lambda subject, stage: told.append((subject, stage)))
    assert told[0] == (PINNED[0], "schema")
    assert ("package", "templates") in told
    assert told[-2:] == [("package", "verify"), ("package", "changes")]
    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, str(tmp_path / "cache"))
    assert pipeline.generate(request, processes=2) == files, "the cache was empty"
    stages: list[str] = []
    assert pipeline.generate(request, lambda _, stage: stages.append(stage)) == files
    assert stages == [], "the package was kept as a whole"
    project = tmp_path / "project"
    for directory in ("schema", "templates", "codegen/runtime"):
        shutil.copytree(ROOT / directory, project / directory)
    (project / "codegen" / "runtime" / "mcp_bindings" / "limits.py").write_bytes(b"# edited\n")
    monkeypatch.setenv("MCP_BINDGEN_ROOT", str(project))
    entries = len(list((tmp_path / "cache").iterdir()))
    edited = pipeline.generate(request)
    assert edited == {**files, "mcp_bindings/limits.py": b"# edited\n"}
    assert len(list((tmp_path / "cache").iterdir())) == entries + 1, "only the package was made anew, from kept parts"


# Drafts


def test_a_draft_that_is_a_release_re_exports_it() -> None:
    draft = next(row for row in read_manifest(SCHEMA) if row.status == "draft")
    twin = next(row for row in PINNED if sources.effective_schema(row) == sources.effective_schema(draft.id))
    if twin == draft.id:
        pytest.skip("the draft has moved on from every release")
    below = [path for path in everything() if path.startswith("mcp_bindings/draft/")]
    assert "mcp_bindings/draft/__init__.py" in below
    assert "mcp_bindings/draft/tools.py" not in below
    assert drafts.module_of(draft.id) == drafts.module_of(twin)
    text = everything()["mcp_bindings/draft/__init__.py"].decode()
    assert f"now equal to {twin}" in text


def test_another_draft_is_generated_in_full(tmp_path: Path) -> None:
    document = sources.effective_schema(mb.LATEST)
    definitions: Any = document["$defs"]
    path = written(tmp_path, {**document, "$defs": {**definitions, "Novelty": record(name=STRING)}})
    files = generated({"draft": path}, "2024-11-05")
    common = files["mcp_bindings/draft/common_types.py"].decode()
    assert "class Novelty(WireModel):" in common
    assert "class Novelty(WireModel):" not in files["mcp_bindings/v2024_11_05/common_types.py"].decode()
    assert '"Novelty"' in files["mcp_bindings/draft/definitions.py"].decode()
    assert "now equal to" not in files["mcp_bindings/draft/__init__.py"].decode()


def test_a_draft_given_as_a_release_re_exports_it(tmp_path: Path) -> None:
    draft = next(row for row in read_manifest(SCHEMA) if row.status == "draft")
    twin = next(row for row in PINNED if sources.effective_schema(row) == sources.effective_schema(draft.id))
    if twin == draft.id:
        pytest.skip("the draft has moved on from every release")
    files = generated({"draft": written(tmp_path, sources.effective_schema(twin))}, twin)
    assert "mcp_bindings/draft/tools.py" not in files
    assert f"now equal to {twin}" in files["mcp_bindings/draft/__init__.py"].decode()


# Requests


def test_one_revision_alone() -> None:
    files = pipeline.generate(GenerationRequest(revisions=["2024-11-05"]))
    modules = {path.removeprefix("mcp_bindings/").removesuffix("/base.py") for path in files if "/base.py" in path}
    assert {module for module in modules if not module.startswith("extensions/")} == {"v2024_11_05"}
    namespace: dict[str, Any] = {}
    namespace["__package__"] = "mcp_bindings.spec"
    exec(compile(files["mcp_bindings/spec/revision_table.py"], "revision_table.py", "exec"), namespace)
    assert namespace["RELEASED"] == ("2024-11-05",)
    assert list(namespace["MODULES"]) == ["2024-11-05"]


def test_a_release_looks_the_same_whatever_else_is_generated() -> None:
    alone = pipeline.generate(GenerationRequest(revisions=["2024-11-05"]))
    for name in ("tools.py", "schema.json", "definitions.py", "__init__.py"):
        path = f"mcp_bindings/v2024_11_05/{name}"
        assert alone[path] == everything()[path]


def test_history_does_not_depend_on_which_releases_are_asked_for() -> None:
    alone = pipeline.generate(GenerationRequest(revisions=["2025-03-26"]))
    path = "mcp_bindings/v2025_03_26/tools.py"
    assert b"Since 2024-11-05" in alone[path]


def test_errata_can_be_left_out() -> None:
    assert sources.effective_schema("2025-06-18", with_errata=False) != sources.effective_schema("2025-06-18")


@pytest.mark.parametrize("revision", PINNED)
def test_the_effective_schema_has_one_form(revision: str) -> None:
    effective = sources.effective_schema(revision)
    assert list(effective) == ["$schema", "$defs"]
    assert effective["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    text = json.dumps(effective)
    assert '"#/definitions/' not in text
    assert '"$ref": "#/$defs/' in text


def test_module_of() -> None:
    assert drafts.module_of("2025-11-25") == "v2025_11_25"
    assert drafts.module_of("2024-11-05") == "v2024_11_05"


def test_module_of_a_release_reads_no_other_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    load = sources.load_spec

    def recorded(revision: str) -> SpecRevision:
        loaded.append(revision)
        return load(revision)

    monkeypatch.setattr(sources, "load_spec", recorded)
    released = [row.id for row in read_manifest(SCHEMA) if row.status == "released"]
    for revision in released:
        drafts.module_of(revision)
    assert loaded == released


def test_an_unknown_revision_names_the_known_ones() -> None:
    for call in (
        lambda: sources.effective_schema("2020-01-01"),
        lambda: sources.load_spec("2020-01-01"),
        lambda: pipeline.generate(GenerationRequest(revisions=["2020-01-01"])),
    ):
        with pytest.raises(BindgenError, match="known revisions: 2024-11-05, "):
            call()


def test_module_of_an_unknown_revision_names_the_known_ones() -> None:
    with pytest.raises(BindgenError, match="known revisions: "):
        drafts.module_of("2020-01-01")


def test_two_revisions_of_one_module_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, schema(A=STRING))
    with pytest.raises(BindgenError, match="would both become module v2024_11_05"):
        generated({"2024.11.05": path}, "2024-11-05")


@pytest.mark.parametrize("revision_id", ["wire", "codec", "revisions"])
def test_a_revision_has_no_name_of_a_module_of_the_package(tmp_path: Path, revision_id: str) -> None:
    path = written(tmp_path, schema(A=record(x=STRING)))
    with pytest.raises(BindgenError):
        generated({revision_id: path}, "2024-11-05")


def test_an_own_file_in_the_older_dialect(tmp_path: Path) -> None:
    old = {"$schema": DRAFT_07, "definitions": {"A": record(b={"$ref": "#/definitions/B"}), "B": record(c=STRING)}}
    new = schema(A=record(b=ref("B")), B=record(c=STRING))
    models: list[bytes] = []
    for document in (old, new):
        files = generated({"mine": written(tmp_path, document)}, "2024-11-05")
        models.append(files["mcp_bindings/mine/common_types.py"])
    assert models[0] == models[1]
    assert b"Since" not in models[0]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"{", "not JSON"),
        (b"[]", "not a schema of MCP: the document is not an object"),
        (b"{}", "not a schema of MCP: neither"),
        (b'{"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"A": {}}}', "unknown dialect"),
        (b'{"$schema": 1, "$defs": {"A": {}}}', "unknown dialect"),
        (b'{"$defs": {"A": {"type": "sting"}}}', "not a valid JSON Schema"),
        (b'{"$defs": {"A": 1}}', "not a valid JSON Schema"),
    ],
)
def test_an_unusable_file_is_named(tmp_path: Path, text: bytes, what: str) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(text)
    with pytest.raises(BindgenError) as raised:
        generated({"mine": path}, "2024-11-05")
    assert what in raised.value.what
    assert raised.value.where.startswith(str(path))
