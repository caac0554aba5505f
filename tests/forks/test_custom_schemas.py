"""A schema for a pinned or an unknown id has the facts and errata of a revision as far as they apply, like a fork."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.forks.custom_schema import read_custom_schemas
from mcp_bindgen.forks.data import CustomData, write_custom_data
from mcp_bindgen.ingest import extensions, manifest
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.inheritance import KEYS, read_facts
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindings.spec.names import CALL_TOOL
from tests.forks.acme import METHODS, forked
from tests.revisions import PER_REQUEST
from tests.unit.tiny import ROOT

SCHEMA = ROOT / "schema"
NEWEST = PER_REQUEST[-1]


def official(revision: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((SCHEMA / revision / "schema.json").read_bytes())
    return document


def written(directory: Path, document: Any) -> Path:
    path = directory / "own.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def methods_of(data: CustomData, revision: str) -> dict[str, MethodInfo]:
    row = manifest.find_revision(manifest.read_manifest(data.schema_root), revision)
    spec = sources.spec_of(data.schema_root, row)
    return {each.name: each for each in sources.methods_of(spec, data.schema_root)}


@pytest.mark.parametrize("revision", ["mine", NEWEST])
def test_a_file_has_methods_and_errata_under_every_id(tmp_path: Path, revision: str) -> None:
    path = written(tmp_path, official(NEWEST))
    customs = read_custom_schemas({revision: path}, None, None, (), SCHEMA)
    with write_custom_data(customs, SCHEMA, with_errata=True) as data:
        (one,) = data.written
        assert [row.id.removeprefix(revision) for row in one.built.applied] == [
            row.id.removeprefix(NEWEST) for row in mb.revision(NEWEST).provenance.errata
        ]
        assert (one.built.dropped, one.derived_rows, one.dropped_rows, one.left_out) == ((), (), (), ())
        rows = methods_of(data, revision)
    known = mb.revision(NEWEST).methods
    assert {name: row.results for name, row in rows.items()} == {name: row.results for name, row in known.items()}
    assert {name: row.capability for name, row in rows.items()} == {n: row.capability for n, row in known.items()}
    assert any("InputRequiredResult" in row.results for row in rows.values())


@pytest.mark.parametrize("revision", ["mine", NEWEST])
def test_a_new_method_needs_its_capability(tmp_path: Path, revision: str) -> None:
    customs = read_custom_schemas({revision: written(tmp_path, forked(official(NEWEST)))}, None, None, (), SCHEMA)
    with write_custom_data(customs, SCHEMA, with_errata=True) as data:
        rows = methods_of(data, revision)
    assert [rows[name].capability for name in METHODS] == ["assets", "assets"]


def test_the_base_of_an_added_schema_is_the_nearest_release(tmp_path: Path) -> None:
    for revision in mb.REVISIONS:
        (custom,) = read_custom_schemas({"mine": written(tmp_path, official(revision))}, None, None, (), SCHEMA)
        assert custom.base.id == revision


def test_rows_inherited_from_a_replaced_revision_are_kept(tmp_path: Path) -> None:
    heirs = [
        (row.id, name, base)
        for row in manifest.read_manifest(SCHEMA)
        for name in KEYS
        if (base := manifest.read_toml(SCHEMA / row.id / name).get("inherits"))
    ]
    revision, name, base = heirs[0]
    customs = read_custom_schemas(
        {base: written(tmp_path, {"$defs": {"Thing": {"type": "object"}}})}, None, None, (), SCHEMA
    )
    with write_custom_data(customs, SCHEMA, with_errata=True) as data:
        assert read_facts(data.schema_root, revision, name).tables == read_facts(SCHEMA, revision, name).tables


def test_an_extension_that_a_replacement_cannot_have_is_left_out(tmp_path: Path) -> None:
    extended = extensions.read_facts(SCHEMA, "tasks").header.revisions[-1]
    document = official(extended)
    document["$defs"]["Task"] = {"type": "string"}
    customs = read_custom_schemas({extended: written(tmp_path, document)}, None, None, (), SCHEMA)
    with write_custom_data(customs, SCHEMA, with_errata=True) as data:
        assert data.written[0].left_out == ("tasks: the schema defines names that the extension defines too: Task",)
        assert "tasks" not in extensions.pinned_modules(data.schema_root)
    written(tmp_path, json.loads(json.dumps(official(extended)).replace(f'"{CALL_TOOL}"', '"tools/use"')))
    with write_custom_data(customs, SCHEMA, with_errata=True) as data:
        assert data.written[0].left_out == (f"tasks: `methods` names '{CALL_TOOL}', which is no method",)


def test_an_extension_of_methods_that_nobody_sends_is_left_out(tmp_path: Path) -> None:
    extended = extensions.read_facts(SCHEMA, "tasks").header.revisions[-1]
    document = official(extended)
    document["$defs"]["ClientRequest"] = {"type": "string"}
    customs = read_custom_schemas({extended: written(tmp_path, document)}, None, None, (), SCHEMA)
    with write_custom_data(customs, SCHEMA, with_errata=True) as data:
        [reason] = [each for each in data.written[0].left_out if each.startswith("tasks: ")]
    assert CALL_TOOL in reason


def test_errata_of_the_user_let_a_file_in(tmp_path: Path) -> None:
    pattern = {"type": "string", "pattern": "^(?!a)"}
    path = written(tmp_path, {"$defs": {"A": pattern}})
    customs = read_custom_schemas({"mine": path}, None, None, (), SCHEMA)
    row = Erratum("REVISION.A-pattern", "/$defs/A", pattern, {"type": "string"}, "r", "URL OF THE OFFICIAL FILE")
    with write_custom_data(customs, SCHEMA, with_errata=True) as data:
        assert "`pattern`" in str(data.failed["mine"])
    with write_custom_data(customs, SCHEMA, with_errata=True, given=[row]) as data:
        assert ([each.id for each in data.written[0].added], data.failed) == (["mine.A-pattern"], {})
    written(tmp_path, {"$defs": {"A": {"type": "string"}}})
    with (
        pytest.raises(BindgenError, match=r"erratum REVISION.A-pattern applies to no custom schema"),
        write_custom_data(customs, SCHEMA, with_errata=True, given=[row]),
    ):
        pass
