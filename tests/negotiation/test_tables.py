"""The tables around the messages: read strictly and held against schema and facts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import transport
from mcp_bindgen.ingest.transport import CapabilityFacts, MetaKey
from mcp_bindgen.ir import protocol
from mcp_bindgen.render.tables import called_classes
from mcp_bindings.negotiation import ERA_MATRIX
from tests.facts import STATED, facts_of, in_order
from tests.unit.tiny import SCHEMA

ROLES = {"server MUST validate": "MUST", "server SHOULD ignore": "SHOULD", "client MUST": "MUST"}
"""Words of the facts that say whom a level binds."""

OF_AUTHORIZATION = ("WWW-Authenticate",)
"""Response headers that belong to the flow of authorization, which has tables of its own."""

STEPS: dict[str, str] = {
    "Send in initialize": "session.simulation.negotiate",
    "If it supports the requested": "negotiation.versions.answer_initialize",
    "Otherwise return another": "negotiation.versions.answer_initialize",
    "If it does not support the returned": "negotiation.versions.check_initialize_version",
    "Use the agreed version": "http.headers.check_headers",
    "HTTP: put MCP-Protocol-Version": "http.headers.request_headers",
    "HTTP: header missing and version": "http.headers.find_assumed_version",
    "HTTP: header invalid": "http.headers.check_headers",
    "HTTP era fallback": "negotiation.probes.check_http_initialize_response",
    "Declare the chosen version": "http.headers.request_headers",
    "HTTP: header and _meta version differ": "http.headers.check_headers",
    "Version not implemented": "negotiation.versions.check_request_version",
    "On -32022 pick": "negotiation.versions.choose_retry",
    "Ask server/discover first": "negotiation.probes.check_stdio_probe_response",
    "stdio: probe with server/discover": "negotiation.probes.check_stdio_probe_response",
    "stdio: tie the fallback": "negotiation.probes.check_stdio_probe_response",
    "stdio: probe as well": "negotiation.probes.check_stdio_probe_response",
    "HTTP: send a modern request": "negotiation.probes.check_http_probe_response",
    "HTTP+SSE fallback": "negotiation.probes.check_http_initialize_response",
    "Serve both eras": "negotiation.eras.classify_era",
    "Name its versions in the error": "http.requests.check_http_request",
    "Extensions:": "",
    "Cache the era": "",
}
"""How a step of the facts begins, and what does it; empty where it is for who holds state or knows extensions."""


def cited(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(row["sources"])


# Against the facts


@pytest.mark.parametrize("revision", STATED)
def test_versions_and_lifecycle_are_as_in_the_facts(revision: str) -> None:
    facts, table = facts_of(revision), mb.revision(revision).protocol
    stated, life = facts["negotiation"], facts["lifecycle"]
    assert (table.revision, mb.revision(revision).era, table.status) == (revision, facts["revision"]["era"], "released")
    assert table.version.error_code == stated["unsupported_version_error_code"]
    assert (table.version.declared_in == "initialize") == (stated["method"] == "initialize")
    assert all(name in stated["request_field"] for name in table.version.request_field)
    assert ".".join(table.version.response_field) == stated["response_field"]
    assert table.version.sources == cited(stated)
    assert table.lifecycle.state == life["state_scope"].split()[-1]
    assert list(table.lifecycle.client_requests_before_answer) == life["client_requests_before_initialize_response"]
    assert list(table.lifecycle.server_requests_before_initialized) == life["server_requests_before_initialized"]
    early = life["server_notifications_before_initialized"]
    assert list(table.lifecycle.server_notifications_before_initialized) == early
    assert table.lifecycle.early_level == life["before_initialized_level"]
    assert list(table.lifecycle.server_methods) == life["mandatory_server_methods"]
    required = [key.key for key in table.meta_keys if key.level == "MUST" and key.on == ("request",)]
    assert required == life["required_request_meta_keys"]


@pytest.mark.parametrize("revision", STATED)
def test_transports_are_as_in_the_facts(revision: str) -> None:
    facts, table = facts_of(revision), mb.revision(revision).protocol
    http, stdio = facts["http"], facts["stdio"]
    assert facts["revision"]["transports"] == ["stdio", table.http.transport]
    assert (table.http.transport, list(table.http.methods)) == (http["transport"], http["http_methods"])
    assert http["sessions"].startswith(table.http.sessions)
    assert table.http.resumable == http["resumable"]
    assumed = http["assumed_version_without_header"]
    assert assumed.startswith(table.http.assumed_version)
    assert bool(assumed) == bool(table.http.assumed_version)
    assert in_order((row.name, row.level, row.sources) for row in table.http.request_headers) == in_order(
        (row["name"], ROLES.get(row["level"], row["level"]), cited(row)) for row in http["request_header"]
    )
    assert in_order(
        (row.name, row.applies, row.level, row.value, row.sources) for row in table.http.response_headers
    ) == in_order(
        (row["name"], row["applies_to"], row["level"], row["value"], cited(row))
        for row in http["response_header"]
        if row["name"] not in OF_AUTHORIZATION
    )
    assert in_order((row.code, row.situation, row.level, row.sources) for row in table.http.statuses) == in_order(
        (row["code"], row["situation"], row["level"], cited(row))
        for row in http["status"]
        if row["code"] and "see authorization" not in row["body"]
    )
    coded = [row for row in http["status"] if "-32" in row["body"] and row["code"]]
    assert sorted(row.error_code for row in table.http.statuses if row.error_code) == sorted(
        int(row["body"].split("error ")[1].split()[0]) for row in coded
    )
    assert list(table.stdio.client_writes) == stdio["client_may_write"]
    assert list(table.stdio.server_writes) == stdio["server_may_write"]
    assert table.stdio.encoding in stdio["encoding"]


@pytest.mark.parametrize("revision", STATED)
def test_named_headers_are_as_in_the_facts(revision: str) -> None:
    rows = facts_of(revision)["http"].get("mcp_name", [])
    table = [row for row in mb.revision(revision).protocol.http.request_headers if row.name == "Mcp-Name"]
    found = {(method, ".".join(row.body_field)) for row in table for method in row.methods}
    assert found == {(row["method"], row["body_field"]) for row in rows}


@pytest.mark.parametrize("revision", STATED)
def test_meta_keys_are_as_in_the_facts(revision: str) -> None:
    rows = facts_of(revision)["meta"]["key"]
    table = mb.revision(revision).protocol.meta_keys
    assert [(row.key, row.applies, row.level, row.deprecated, row.sources) for row in table] == [
        (row["key"], row["appears_on"], row["level"], row["deprecated"], cited(row)) for row in rows
    ]
    assert all(known.type in row["value_type"] for known, row in zip(table, rows, strict=True))
    for known, row in zip(table, rows, strict=True):
        named = {kind for kind in ("request", "notification", "result") if kind in row["appears_on"].lower()}
        assert set(known.on) == (named or {"request", "notification", "result"})


@pytest.mark.parametrize("revision", STATED)
def test_capabilities_are_as_in_the_facts(revision: str) -> None:
    facts, table = facts_of(revision)["capabilities"], mb.revision(revision).protocol
    for rows, known in ((facts["client"], table.client_capabilities), (facts["server"], table.server_capabilities)):
        assert {row.path: (row.deprecated, row.experimental, row.sources) for row in known} == {
            row["path"]: (row["deprecated"], row["experimental"], cited(row)) for row in rows
        }
        assert {row.path for row in known if row.type == "boolean"} == {
            row["path"] for row in rows if row["type"] == "boolean"
        }


@pytest.mark.parametrize("revision", STATED)
def test_every_step_of_the_facts_has_a_function(revision: str) -> None:
    for step in facts_of(revision)["negotiation"]["step"]:
        named = [name for start, name in STEPS.items() if step["rule"].startswith(start)]
        assert len(named) == 1, step["rule"]


def test_no_entry_for_a_step_is_stale() -> None:
    rules = [step["rule"] for revision in STATED for step in facts_of(revision)["negotiation"]["step"]]
    assert [start for start in STEPS if not any(rule.startswith(start) for rule in rules)] == []
    for place in filter(None, STEPS.values()):
        module, _, function = place.rpartition(".")
        assert hasattr(import_module(f"mcp_bindings.{module}"), function), place


def test_the_era_matrix_is_that_of_the_facts() -> None:
    rows = facts_of(STATED[-1])["negotiation"]["era_matrix"]
    eras = {"modern": "per-request", "legacy": "handshake", "dual-era": "dual-era"}
    assert [(row.client, row.server, row.works, row.sources) for row in ERA_MATRIX] == [
        (
            eras[row["client"]],
            eras[row["server"]],
            row["outcome"] == "works",
            tuple(source.replace(STATED[-1], mb.LATEST) for source in cited(row)),
        )
        for row in rows
    ]


# What is derived


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_what_a_method_needs_is_a_capability_that_gates_it(revision: str) -> None:
    rev = mb.revision(revision)
    sides = (*rev.protocol.client_capabilities, *rev.protocol.server_capabilities)
    gated = {(row.path, method) for row in sides for method in row.gates}
    assert gated == {(info.capability, info.name) for info in rev.methods.values() if info.capability}
    tasks = {(row.path, method) for row in sides for method in row.gates_tasks}
    assert tasks == {(info.task_capability, info.name) for info in rev.methods.values() if info.task_capability}


def test_gates() -> None:
    rows = {row.path: row for row in mb.revision("2025-11-25").protocol.server_capabilities}
    assert (rows["tools"].type, rows["tools"].gates) == ("object", ("tools/list", "tools/call"))
    assert rows["tools.listChanged"] == ("tools.listChanged", "boolean", *rows["tools.listChanged"][2:])
    assert rows["tasks.requests.tools.call"].gates_tasks == ("tools/call",)
    client = {row.path: row.gates for row in mb.revision("2025-11-25").protocol.client_capabilities}
    assert client["sampling"] == ("sampling/createMessage",)


def test_no_models_are_loaded_for_it() -> None:
    code = (
        "import sys, mcp_bindings as mb; mb.session.negotiate(mb.REVISIONS, mb.REVISIONS, 'http');"
        "loaded = [name for name in sys.modules if name.startswith(('pydantic', 'mcp_bindings.v'))];"
        "print([name for name in loaded if name.startswith('pydantic') or name.endswith('.tools')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Mistakes in the files


def written(tmp_path: Path, text: str) -> Path:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "transport.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[stdio]", "[studio]", "unknown table 'studio'"),
        ("[lifecycle]", "[[client_capability]]", "is missing|no table|unknown key"),
        ('declared_in = "initialize"', 'declared_in = "ping"', "expected 'initialize' or 'every request'"),
        ('path = "tools"\n', 'path = "prompts"\n', "server_capability 'prompts' has 2 rows"),
        ('key = "progressToken"', 'kee = "progressToken"', "unknown key 'kee'"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (SCHEMA / "2024-11-05" / "transport.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BindgenError, match=message):
        transport.read_transport(written(tmp_path, text.replace(old, new, 1)), "x")


def test_a_revision_needs_the_file(tmp_path: Path) -> None:
    with pytest.raises(BindgenError, match=r"no transport\.toml"):
        transport.read_transport(tmp_path, "x")


def test_rows_and_schema_name_the_same_things() -> None:
    spec = sources.load_spec("2026-07-28")
    facts = transport.read_transport(SCHEMA, "2026-07-28")
    methods = sources.methods_of(spec, SCHEMA)
    protocol.check_transport_facts(spec, facts, methods, where="x")
    key = MetaKey("k", "Nothing", ("request",), "client", "requests", "MAY", ("s",))
    wrong = replace(
        facts,
        meta_key=(key,),
        client_capability=facts.client_capability[1:],
        server_capability=(*facts.server_capability, CapabilityFacts("magic", "m", ("s",))),
        lifecycle=replace(facts.lifecycle, server_methods=("initialize",)),
        version=replace(facts.version, declared_in="initialize"),
    )
    with pytest.raises(BindgenError) as caught:
        protocol.check_transport_facts(spec, wrong, methods, where="x")
    for problem in (
        "no row for client capability 'experimental'",
        "row 'magic' is not a capability of the server",
        "has type Nothing, which the schema does not define",
        "'initialize' is not a method of the schema",
        "but the era is per-request",
    ):
        assert problem in str(caught.value)


def test_the_classes_that_a_table_calls() -> None:
    row = protocol.Capability("a", "object", "", (), (), False, False, ())
    assert called_classes(((row,), "text", None)) == ["Capability"]
