"""The file of facts that the tool drafts from a schema: right where the schema states it, and marked elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen import paths
from mcp_bindgen.ingest.extensions import DIRECTORY, UNCONFIRMED, read_facts, read_facts_file
from mcp_bindgen.ingest.manifest import read_toml
from tests.cli.run import mistake, run
from tests.extensions.own import FACTS, PACKAGE, SCHEMA
from tests.revisions import PER_REQUEST

OURS = paths.schema_root() / DIRECTORY
GUESSED = ("name", "kind", "senders", "message", "results")
"""Keys of a method that the schema states or suggests."""


def drafted(directory: Path, schema: bytes, id_: str = "com.acme/tickets") -> Path:
    (directory / "schema.json").write_bytes(schema)
    done = run("generate", "--extension", directory / "schema.json", "--id", id_)
    assert done.code == 0, done.err
    return directory / "extension.toml"


def rows(path: Path) -> list[dict[str, Any]]:
    found = read_toml(path)["method"]
    return sorted(({key: row.get(key) for key in GUESSED} for row in found), key=lambda row: row["name"])


def test_the_draft_has_the_rows_of_the_example(tmp_path: Path) -> None:
    file = drafted(tmp_path, SCHEMA.read_bytes())
    draft, own = read_facts_file(file), read_facts_file(FACTS)
    assert rows(file) == rows(FACTS)
    assert draft.header == replace(own.header, revisions=PER_REQUEST[-1:])
    assert [row.delivery for row in draft.methods] == [row.delivery for row in own.methods]
    assert [row.needs_client for row in draft.methods] == [row.needs_client for row in own.methods]


def test_each_guess_is_marked_and_listed(tmp_path: Path) -> None:
    file = drafted(tmp_path, SCHEMA.read_bytes())
    marked = read_toml(file)[UNCONFIRMED]
    methods = ["tickets/get", "tickets/close", "notifications/tickets/closed"]
    assert marked == {"extension": ["revisions", "settings"], "method": methods}
    done = run("generate", "--extension", file, "--package", PACKAGE, "--out", tmp_path / "out")
    assert done.code == 0, done.err
    assert f"{file}: nobody has confirmed what was guessed: method {', '.join(methods)}" in done.out
    text = file.read_text(encoding="utf-8")
    start, end = text.index(f"\n[{UNCONFIRMED}]\n"), text.index("[[method]]")
    file.write_text(text[:start] + text[end:], encoding="utf-8")
    done = run("generate", "--extension", file, "--package", PACKAGE, "--out", tmp_path / "out")
    assert (done.code, "guessed" in done.out) == (0, False)


@pytest.mark.parametrize("module", ["tasks", "skills"])
def test_the_methods_of_our_extensions_are_guessed_right(module: str, tmp_path: Path) -> None:
    file = drafted(tmp_path, (OURS / module / "schema.json").read_bytes(), "com.acme/same")
    assert rows(file) == rows(OURS / module / "extension.toml")
    draft, own = read_facts_file(file), read_facts(paths.schema_root(), module)
    assert draft.header.settings == own.header.settings
    assert [(row.value, row.definition) for row in draft.result_types] == [
        (row.value, row.definition) for row in own.result_types
    ]


def test_a_request_with_answers_may_get_a_request_for_input(tmp_path: Path) -> None:
    document: Any = json.loads(SCHEMA.read_bytes())
    params = document["$defs"]["CloseTicketRequest"]["properties"]["params"]
    params["allOf"] = [{"$ref": "#/$defs/InputResponseRequestParams"}]
    results = {row["name"]: row["results"] for row in rows(drafted(tmp_path, json.dumps(document).encode()))}
    assert results["tickets/close"] == ["CloseTicketResult", "InputRequiredResult"]
    assert results["tickets/get"] == ["GetTicketResult"]


def test_error_codes_of_definitions(tmp_path: Path) -> None:
    document: Any = json.loads(SCHEMA.read_bytes())
    code = {"code": {"const": -32050}, "message": {"type": "string"}}
    document["$defs"]["ClosedError"] = {"type": "object", "properties": code, "required": ["code", "message"]}
    file = drafted(tmp_path, json.dumps(document).encode())
    (row,) = read_facts_file(file).errors
    assert (row.code, row.situation) == (-32050, "the error ClosedError")
    assert read_facts_file(file).unconfirmed["error_code"] == ("-32050",)


def test_inner_definitions_that_are_no_object(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"$defs": {"Ticket": {"type": "object", "$defs": 5}}}', encoding="utf-8")
    error = mistake("generate", "--extension", schema, "--id", "com.acme/tickets")
    assert "/$defs/Ticket/$defs: not a valid JSON Schema" in error


def test_a_schema_that_cannot_be_built(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"$defs": {"Ticket": {"$ref": "#/$defs/Missing"}}}', encoding="utf-8")
    error = mistake("generate", "--extension", schema, "--id", "com.acme/tickets")
    assert "Missing" in error
    assert str(schema) in error
    assert not (tmp_path / "extension.toml").exists()
