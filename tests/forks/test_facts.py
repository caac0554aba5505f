"""A fork has the facts and errata of its base wherever they apply to its schema, and those that its author states."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.forks.custom_schema import CustomSchema
from mcp_bindgen.forks.data import CustomData, write_custom_data
from mcp_bindgen.forks.facts import derive_fork_facts
from mcp_bindgen.forks.generate import make_author_notes
from mcp_bindgen.ingest import extensions, manifest
from mcp_bindgen.ingest.inheritance import KEYS, read_facts, row_id
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.records.docs import OfficialDocs
from mcp_bindgen.release.derive import derive_protocol
from mcp_bindgen.release.difference import Difference, format_tables
from mcp_bindgen.release.renaming import NewNames
from mcp_bindgen.render.callables import make_callables
from mcp_bindings.codec.schema_file import SchemaFile
from mcp_bindings.schema.explain import explain_faults
from tests.documents import tool
from tests.forks.acme import ID, METHODS, forked
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of
from tests.unit.tiny import ROOT

SCHEMA = ROOT / "schema"
KNOWN = manifest.read_manifest(SCHEMA)
BASES = [eras[-1] for eras in (HANDSHAKE, PER_REQUEST) if eras]
NEWEST = PER_REQUEST[-1]
CALL = method_of("tools/call", NEWEST)
EXTENDED = extensions.read_facts(SCHEMA, "tasks").header.revisions[-1]
EDITS = Callable[[dict[str, Any]], None]


@contextmanager
def data_of(directory: Path, base: str, edit: EDITS = lambda _: None, **facts: str) -> Generator[CustomData]:
    """The data of the fork, after an edit of its schema and with facts by the name of their file."""
    document = forked(json.loads((SCHEMA / base / "schema.json").read_bytes()))
    edit(document["$defs"])
    path = directory / "acme.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    stated = directory / "facts"
    stated.mkdir()
    for name, text in facts.items():
        (stated / f"{name}.toml").write_text(text, encoding="utf-8")
    fork = CustomSchema(ID, path, manifest.find_revision(KNOWN, base), is_fork=True, facts=stated if facts else None)
    with write_custom_data([fork], SCHEMA, with_errata=True) as data:
        yield data


def revision_of(data: CustomData) -> Revision:
    return manifest.find_revision(manifest.read_manifest(data.schema_root), ID)


@pytest.mark.parametrize("base", BASES)
def test_every_fact_of_the_base_is_inherited(tmp_path: Path, base: str) -> None:
    with data_of(tmp_path, base) as data:
        for name, tables in KEYS.items():
            inherited, own = (
                read_facts(root, of, name).tables for root, of in ((SCHEMA, base), (data.schema_root, ID))
            )
            for table in inherited:
                rows = own[table]
                if table in tables:
                    known = {row_id(KEYS[name], table, row): row for row in rows}
                    rows = [known[row_id(KEYS[name], table, row)] for row in inherited[table]]
                    assert len(known) - len(rows) == {"method": len(METHODS), "server_capability": 1}.get(table, 0)
                assert rows == inherited[table]
        assert list(data.written[0].derived_rows) == [
            *(f"method {name}" for name in METHODS),
            "server_capability assets",
        ]
        assert data.written[0].dropped_rows == ()
        revision = revision_of(data)
        assert (revision.wire_version, revision.era) == (base, manifest.find_revision(KNOWN, base).era)
        assert (revision.status, revision.publication) == ("released", "custom"), "in REVISIONS, and the author's own"
        assert base not in [row.id for row in manifest.read_manifest(data.schema_root)]


def test_new_methods_have_results_paging_and_capability(tmp_path: Path) -> None:
    with data_of(tmp_path, NEWEST) as data:
        spec = sources.spec_of(data.schema_root, revision_of(data))
        row = {row.name: row for row in sources.methods_of(spec, data.schema_root)}
    assert row["assets/list"].capability == row["assets/get"].capability == "assets"
    assert row["assets/get"].results == ("GetAssetResult", "InputRequiredResult")


def test_facts_about_what_is_gone_are_listed(tmp_path: Path) -> None:
    def edit(definitions: dict[str, Any]) -> None:
        arms = definitions["ClientRequest"]["anyOf"]
        definitions["ClientRequest"]["anyOf"] = [arm for arm in arms if "ListPromptsRequest" not in arm["$ref"]]
        del definitions["ServerCapabilities"]["properties"]["prompts"]

    with data_of(tmp_path, NEWEST, edit) as data:
        assert {"method prompts/list", "server_capability prompts"} <= set(data.written[0].dropped_rows)


def test_errata_apply_where_the_old_value_stands(tmp_path: Path) -> None:
    def edit(definitions: dict[str, Any]) -> None:
        definitions["ElicitResult"]["properties"]["content"]["additionalProperties"]["anyOf"][1]["type"] = ["string"]

    with data_of(tmp_path, NEWEST, edit) as data:
        assert [row.id for row in data.written[0].built.dropped] == [f"{NEWEST}.elicit-result-content"]
        assert [row.id for row in data.written[0].built.applied] == [f"{ID}.json-value"]
        document: Any = sources.pinned_document(data.schema_root, revision_of(data), with_errata=True)
    assert document["$defs"]["JSONValue"]["anyOf"][2]["type"] == ["string", "number", "boolean", "null"]
    assert document["$defs"]["ElicitResult"]["properties"]["content"]["additionalProperties"]["anyOf"][1] == {
        "type": ["string"]
    }


def test_what_has_another_name_keeps_its_facts_and_errata(tmp_path: Path) -> None:
    names = {
        "prompts/get": "prompts/fetch",
        "GetPromptRequest": "FetchPromptRequest",
        "GetPromptResult": "FetchPromptResult",
        "ElicitResult": "ElicitOutcome",
    }

    def edit(definitions: dict[str, Any]) -> None:
        text = json.dumps(definitions)
        for before, after in names.items():
            text = text.replace(before, after)
        definitions.clear()
        definitions.update(json.loads(text))

    with data_of(tmp_path, NEWEST, edit) as data:
        (written,) = data.written
        assert not [each for each in written.dropped_rows if each.startswith("method ")]
        assert (written.built.dropped, written.built.renamed.methods) == (
            (),
            {"prompts/get": "prompts/fetch"},
        )
        rows = {
            id_: {row["name"]: row for row in read_facts(root, id_, "protocol.toml").tables["method"]}
            for root, id_ in ((SCHEMA, NEWEST), (data.schema_root, ID))
        }
        before, now = rows[NEWEST]["prompts/get"], rows[ID]["prompts/fetch"]
        assert {**before, "name": now["name"]} == now
        assert now["capability"] == "prompts"
        notes = [line for line in make_author_notes(written, data) if line.startswith("recognised: ")]
    assert "recognised: prompts/get is prompts/fetch now" in notes
    assert "recognised: ElicitResult is ElicitOutcome now" in notes


def test_extensions_of_the_base_extend_the_fork(tmp_path: Path) -> None:
    with data_of(tmp_path, EXTENDED) as data:
        assert data.written[0].left_out == ()
        assert extensions.read_facts(data.schema_root, "tasks").header.revisions == (ID,)


def test_an_extension_that_clashes_is_left_out(tmp_path: Path) -> None:
    def edit(definitions: dict[str, Any]) -> None:
        definitions["Task"] = {"type": "string"}

    with data_of(tmp_path, EXTENDED, edit) as data:
        assert data.written[0].left_out == ("tasks: the schema defines names that the extension defines too: Task",)
        assert "tasks" not in extensions.pinned_modules(data.schema_root)


def test_a_fork_takes_the_place_of_everything_with_its_version(tmp_path: Path) -> None:
    draft = next(row for row in KNOWN if row.status == "draft")
    with data_of(tmp_path, draft.id) as data:
        rows = manifest.read_manifest(data.schema_root)
        assert revision_of(data).wire_version == draft.wire_version
    assert [row.id for row in rows if row.wire_version == draft.wire_version] == [ID]
    assert [row for row in rows if row.id != ID] == [row for row in KNOWN if row.wire_version != draft.wire_version]


def test_an_author_states_facts(tmp_path: Path) -> None:
    protocol = f"""
inherits = "{NEWEST}"
[[method]]
name = "assets/get"
unset = ["capability"]
cancellable = false
sources = ["https://acme.example/assets"]
[[method]]
name = "{CALL}"
progress = false
"""
    with data_of(tmp_path, NEWEST, protocol=protocol) as data:
        rows = {row["name"]: row for row in read_facts(data.schema_root, ID, "protocol.toml").tables["method"]}
        assert list(data.written[0].derived_rows) == ["method assets/list", "server_capability assets"]
    assert rows["assets/get"] == {
        "name": "assets/get",
        "cancellable": False,
        "sources": ["https://acme.example/assets"],
    }
    assert rows[CALL]["progress"] is False
    assert rows[CALL]["capability"] == "tools"


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> SpecRevision:
    with data_of(tmp_path_factory.mktemp("fork"), NEWEST) as data:
        return sources.spec_of(data.schema_root, revision_of(data))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'[[method]]\nname = "{CALL}"\ncapability = "tools"\n', "is inherited with this value"),
        ('[gone]\nmethod = ["assets/put"]\n', "'assets/put', which is not inherited"),
        ('inherits = "2024-11-05"\n', f"inherits from '2024-11-05', but the fork's base is {NEWEST}"),
        ('[method]\nname = "assets/get"\n', r"method must be written \[\[method\]\]"),
        ('[[batching]]\nreceive = "must"\n', r"batching must be written \[batching\]"),
        ("method", "not TOML"),
    ],
)
def test_a_statement_without_effect_names_the_authors_file(
    spec: SpecRevision, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "protocol.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BindgenError, match=said) as caught:
        derive_fork_facts(SCHEMA, spec, sources.load_spec(NEWEST), "protocol.toml", path, NewNames({}, {}, {}))
    assert caught.value.where.startswith(str(path))


@pytest.mark.parametrize("value", ["2026-07-28", "12:00:00", "0.5", "[true]", '{ "a b" = 1 }'])
def test_a_value_of_another_type_stays_one(spec: SpecRevision, tmp_path: Path, value: str) -> None:
    path = tmp_path / "protocol.toml"
    path.write_text(f'[[method]]\nname = "{CALL}"\ncapability = {value}\n', encoding="utf-8")
    tables = derive_fork_facts(SCHEMA, spec, sources.load_spec(NEWEST), path.name, path, NewNames({}, {}, {})).tables
    path.write_text(format_tables(tables), encoding="utf-8")
    assert manifest.read_toml(path) == tables


def test_a_row_about_nothing_names_the_authors_file(tmp_path: Path) -> None:
    protocol = '[[method]]\nname = "assets/put"\nsources = ["https://acme.example"]\n'
    with (
        pytest.raises(BindgenError, match="'assets/put' is not a method of the schema") as caught,
        data_of(tmp_path, NEWEST, protocol=protocol) as data,
    ):
        sources.methods_of(sources.spec_of(data.schema_root, revision_of(data)), data.schema_root)
    assert caught.value.where == str(tmp_path / "facts" / "protocol.toml")


@pytest.mark.parametrize("base", BASES)
def test_a_schema_of_another_era_is_no_fork(tmp_path: Path, base: str) -> None:
    other = next(each for each in BASES if each != base)
    path = tmp_path / "acme.json"
    path.write_bytes((SCHEMA / other / "schema.json").read_bytes())
    fork = CustomSchema(ID, path, manifest.find_revision(KNOWN, base), is_fork=True)
    with (
        pytest.raises(BindgenError, match="era, and the base"),
        write_custom_data([fork], SCHEMA, with_errata=True),
    ):
        pass


# chosen names ---------------------------------------------------------------------------------------------------------

CHOSEN = """
[[name]]
place = "/$defs/Asset"
type = "Artefact"
reason = "An asset is something else here."

[[name]]
place = "/$defs/GetAssetRequest"
type = "FetchAssetRequest"
reason = "Calls and handlers follow the name of their message."

[[name]]
place = "/$defs/Tool/properties/annotations"
type = "NullableAnnotations"
attribute = "hints"
reason = "The inline schema would be ToolAnnotationsValue."
"""


def make_annotations_nullable(definitions: dict[str, Any]) -> None:
    members = definitions["Tool"]["properties"]
    members["annotations"] = {"anyOf": [members["annotations"], {"type": "array", "items": {"type": "object"}}]}


def check_facts(data: CustomData) -> None:
    spec = sources.spec_of(data.schema_root, revision_of(data))
    sources.protocol_of(spec, data.schema_root, sources.methods_of(spec, data.schema_root))


def test_the_author_chooses_names(tmp_path: Path) -> None:
    with data_of(tmp_path, NEWEST, make_annotations_nullable, protocol=CHOSEN) as data:
        spec = sources.spec_of(data.schema_root, revision_of(data))
        rows = sources.methods_of(spec, data.schema_root)
        sources.protocol_of(spec, data.schema_root, rows)
        callables = make_callables(spec, rows, OfficialDocs({}))
    assert (spec.definitions["Asset"], spec.definitions["GetAssetRequest"]) == ("Artefact", "FetchAssetRequest")
    tool: Any = spec.by_name()["Tool"]
    assert next(field.name for field in tool.fields if field.wire_name == "annotations") == "hints"
    assert spec.by_name()["NullableAnnotations"].provenance.pointer == "/$defs/Tool/properties/annotations"
    assert "fetch_asset" in [call.name for call in callables.calls.classes[0].requests]
    assert "fetch_asset" in callables.names["ServerHandlers"]


def test_a_chosen_name_has_the_schema_of_its_definition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of a package have the names of classes, and its schema file those of definitions."""
    package = tmp_path / "with_chosen_names"
    package.mkdir()
    message = {"type": "object", "properties": {"params": {"type": "object", "required": ["name"]}}}
    (package / "schema.json").write_text(json.dumps({"$defs": {"GetAssetRequest": message}}), encoding="utf-8")
    (package / "__init__.py").touch()
    names = 'DEFINITIONS = {"GetAssetRequest": "FetchAssetRequest"}'
    (package / "definitions.py").write_text(names, encoding="utf-8")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    file = SchemaFile("acme", package.name)
    is_valid = file.compile_validator("FetchAssetRequest", "properties", "params")
    assert (is_valid({"name": "a"}), is_valid({})) == (True, False)
    assert [each.pointer for each in explain_faults(file.definitions, "FetchAssetRequest", {"params": {}})] == [
        "/params"
    ]


def test_a_chosen_name_has_a_codec(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of methods, by which the runtime finds the codec of a result, have the names of classes."""
    rev: Any = mb.revision(NEWEST)
    names = {f"Official{name}" if name == "Tool" else name: known for name, known in rev._load_class_names().items()}
    monkeypatch.setattr(rev, "_load_class_names", lambda: names)
    monkeypatch.setattr(rev, "_codecs", {})
    assert rev.codec("Tool").decode_value(tool("a", NEWEST)).name == "a"
    with pytest.raises(KeyError, match="no definition 'Tol'"):
        rev.codec("Tol")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "member", "said"),
    [
        ("/$defs/Nothing", 'type = "A"', r"name '/\$defs/Nothing': no definition or inline schema"),
        ("/$defs/Tool/properties/title", 'type = "A"', "no definition or inline schema at this place becomes a type"),
        ("/$defs/Tool/properties/nothing", 'attribute = "a"', "no member is at this place"),
        ("/$defs/Tool", 'type = "ClientCalls"', "'ClientCalls' cannot be the name of a type"),
        ("/$defs/Tool", 'type = "a-b"', "'a-b' cannot be the name of a type"),
        ("/$defs/Tool/properties/title", 'attribute = "copy"', "'copy' cannot be the name of an attribute"),
        ("/$defs/Tool/properties/title", 'attribute = "_a"', "'_a' cannot be the name of an attribute"),
        ("/$defs/Tool", "", "states neither `type` nor `attribute`"),
    ],
)
def test_a_chosen_name_without_effect(tmp_path: Path, place: str, member: str, said: str) -> None:
    text = f'[[name]]\nplace = "{place}"\n{member}\nreason = "r"\n'
    with (
        pytest.raises(BindgenError, match=said) as raised,
        data_of(tmp_path, NEWEST, protocol=text) as data,
    ):
        check_facts(data)
    assert raised.value.where == str(tmp_path / "facts" / "protocol.toml")


@pytest.mark.slow
def test_two_rows_cannot_choose_one_name(tmp_path: Path) -> None:
    text = CHOSEN.replace('"FetchAssetRequest"', '"Artefact"')
    with (
        pytest.raises(BindgenError, match="2 rows choose the name Artefact"),
        data_of(tmp_path, NEWEST, make_annotations_nullable, protocol=text) as data,
    ):
        check_facts(data)


def test_a_chosen_name_is_dropped_with_its_place() -> None:
    row = {"place": "/$defs/Tool/properties/title", "attribute": "heading", "reason": "r"}
    base = sources.load_spec(NEWEST)
    found = Difference("protocol.toml", {**read_facts(SCHEMA, NEWEST, "protocol.toml").tables, "name": [row]})
    derive_protocol(base, base, found)
    assert found.gone == {"name": ["/$defs/Tool/properties/title"]}
