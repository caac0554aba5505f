"""The draft is generated like a release, from facts that it inherits; it travels as the version that its row names."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen import drafts, pipeline, sources
from mcp_bindgen.fileset import FileSet
from mcp_bindgen.ingest import manifest
from mcp_bindgen.output.writer import write_tree
from mcp_bindgen.pipeline import GenerationRequest
from tests.cli.run import run
from tests.unit.tiny import ROOT

pytestmark = pytest.mark.slow

NEWEST = [row.id for row in manifest.read_manifest(ROOT / "schema") if row.status == "released"][-1]
DRAFT = "draft"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data about revisions, whose draft equals the newest release."""
    for directory in ("schema", "templates", "codegen/runtime"):
        shutil.copytree(ROOT / directory, tmp_path / directory)
    monkeypatch.setenv("MCP_BINDGEN_ROOT", str(tmp_path))
    target = tmp_path / "schema" / DRAFT
    shutil.copy(tmp_path / "schema" / NEWEST / "schema.json", target)
    for path in target.glob("*.toml"):
        path.write_text("" if path.name == "errata.toml" else f'inherits = "{NEWEST}"\n', encoding="utf-8")
    errata = (tmp_path / "schema" / NEWEST / "errata.toml").read_text(encoding="utf-8")
    (target / "errata.toml").write_text(errata, encoding="utf-8")
    pin(tmp_path, NEWEST)
    docs = tmp_path / "schema" / "docs.toml"  # the lines of the draft's own may be about what this draft does not have
    lines = re.sub(r"(?ms)^\[revision\.draft\b.*?(?=^\[(?!revision\.draft\b)|\Z)", "", docs.read_text(encoding="utf-8"))
    docs.write_text(lines, encoding="utf-8")
    return tmp_path


def pin(project: Path, version: str) -> None:
    """Pin the draft's file as it is now, and state its version."""
    root = project / "schema"
    data = (root / DRAFT / "schema.json").read_bytes()
    known = manifest.find_revision(manifest.read_manifest(root), DRAFT)
    manifest.write_pin(root, replace(known, sha256=manifest.sha256(data), version=version))


def edit(project: Path) -> None:
    """Add a method, `gadgets/list`, behind a new capability, and let the draft travel under a name of its own."""
    path = project / "schema" / DRAFT / "schema.json"
    document: dict[str, Any] = json.loads(path.read_bytes())
    definitions = document["$defs"]
    request = json.loads(json.dumps(definitions["ListToolsRequest"]).replace("tools/list", "gadgets/list"))
    result = json.loads(json.dumps(definitions["ListToolsResult"]).replace('"tools"', '"gadgets"'))
    definitions |= {"ListGadgetsRequest": request, "ListGadgetsResult": result}
    definitions["ClientRequest"]["anyOf"].append({"$ref": "#/$defs/ListGadgetsRequest"})
    definitions["ServerCapabilities"]["properties"]["gadgets"] = {"type": "object"}
    path.write_text(json.dumps(document), encoding="utf-8")
    pin(project, "DRAFT-2099-v1")
    page = "specification/draft/server/gadgets"
    row = f'\n[[method]]\nname = "gadgets/list"\ncapability = "gadgets"\nsources = ["{page}"]\n'
    with (project / "schema" / DRAFT / "protocol.toml").open("a", encoding="utf-8") as file:
        file.write(row)
    row = f'\n[[server_capability]]\npath = "gadgets"\nmeaning = "gadgets"\nsources = ["{page}"]\n'
    with (project / "schema" / DRAFT / "transport.toml").open("a", encoding="utf-8") as file:
        file.write(row)


def write(files: FileSet, out: Path) -> None:
    for path, content in files.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(content)


def test_a_draft_with_other_facts_has_modules_of_its_own(project: Path) -> None:
    specs = [sources.load_spec(NEWEST), sources.load_spec(DRAFT)]
    assert [
        (one.revision.id, two.revision.id) for one, two in drafts.split_equal_drafts(specs, project / "schema")[1]
    ] == [(DRAFT, NEWEST)]
    with (project / "schema" / DRAFT / "protocol.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[method]]\nname = "tools/list"\ncancellable = false\n')
    assert drafts.split_equal_drafts(specs, project / "schema")[1] == []
    files = pipeline.generate(GenerationRequest([NEWEST, DRAFT]))
    assert "mcp_bindings/draft/tools.py" in files
    assert drafts.describe_changed_draft_names(project / "schema") == [], "facts are no names"


SPEAKS = """
import json
import mcp_bindings as mb
from mcp_bindings import draft, negotiation
from mcp_bindings.session import simulation

info = {"name": "x", "version": "1"}
known = mb.revision("draft")
assert known.version == "DRAFT-2099-v1" and mb.revision(known.version) is known and known.id not in mb.REVISIONS
assert draft.ListGadgetsRequest is not None and known.methods["gadgets/list"].capability == "gadgets"
meta = {"io.modelcontextprotocol/protocolVersion": known.version, "io.modelcontextprotocol/clientCapabilities": {}}
text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "gadgets/list", "params": {"_meta": meta}}).encode()
assert known.parse(text, sender="client").method == "gadgets/list"
for transport in ("stdio", "http"):
    asked = {"draft": True, "info": info, "transport": transport}
    client = mb.Session("client", mb.REVISIONS, **asked)
    server = mb.Session("server", mb.REVISIONS, capabilities={"gadgets": {}}, **asked)
    first = client.open()
    headers = client.http_headers(first) if transport == "http" else None
    request = server.receive(first, headers=headers)
    assert server.revision_of(request.id) is known
    agreed = client.receive(server.accept(request))
    assert agreed.version == client.version == known.version
    outgoing = client.request("gadgets/list")
    headers = client.http_headers(outgoing.data) if transport == "http" else None
    request = server.receive(outgoing.data, headers=headers)
    result = {"gadgets": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    assert client.receive(server.respond(request.id, result)).method == "gadgets/list"
    outcome = simulation.negotiate([mb.LATEST, known.version], [*mb.REVISIONS, known.version], transport)
    assert outcome.version == known.version
    assert simulation.negotiate([mb.LATEST, known.version], mb.REVISIONS, transport).version == mb.LATEST
server = mb.Session("server", mb.REVISIONS, info=info)
try:
    server.receive(first)
except mb.ProtocolError as error:
    assert error.code == -32022 and known.version not in error.data["supported"]
else:
    raise AssertionError("a session without draft=True speaks the draft")


class Gadgets(draft.ServerHandlers):
    def list_gadgets(self, params, context):
        return draft.ListGadgetsResult(gadgets=[], result_type="complete", ttl_ms=0, cache_scope="private")


import asyncio
reply = json.loads(asyncio.run(mb.Dispatcher(Gadgets()).dispatch(text)))
assert reply["result"]["gadgets"] == [], reply


async def connected():
    for by_server in (True, False):
        server = mb.Server(Gadgets(), info=info, draft=by_server)
        async with mb.connect(server, draft.ClientHandlers(), info=info, draft=True) as client:
            assert isinstance(client, draft.Client) and known.protocol.status == "draft"
            assert client.connection.session.version == (known.version if by_server else mb.LATEST)
            try:
                assert type(await client.list_gadgets()) is draft.ListGadgetsResult and by_server
            except mb.ProtocolError as error:
                assert error.code == -32601 and not by_server


asyncio.run(connected())
"""

TYPED = f"""
from __future__ import annotations

from typing_extensions import assert_type

import mcp_bindings as mb
from mcp_bindings import draft
from mcp_bindings import v{NEWEST.replace("-", "_")} as released
from mcp_bindings.transports import Client

INFO = {{"name": "x", "version": "1"}}


async def main(url: str) -> None:
    mb.Server(released.ServerHandlers(), info=INFO)
    mb.Server(draft.ServerHandlers(), info=INFO)
    async with mb.connect(url, released.ClientHandlers(), info=INFO) as one:
        assert_type(one, released.Client)
        assert_type(await one.list_tools(), released.ListToolsResult)
    async with mb.connect(url, draft.ClientHandlers(), info=INFO) as other:
        assert_type(other, draft.Client)
        assert_type(await other.list_gadgets(), draft.ListGadgetsResult)
    async with mb.connect(url, info=INFO) as newest:
        assert_type(newest, Client)
        assert_type(newest, released.Client)
"""


def test_programs_for_each_of_two_revisions_pass_type_checks(project: Path, tmp_path: Path) -> None:
    """As a program does for the revision that was the newest before a release."""
    edit(project)
    out = tmp_path / "out"
    write(pipeline.generate(GenerationRequest([NEWEST, DRAFT])), out)
    program = out / "program.py"
    program.write_text(TYPED, encoding="utf-8")
    settings = {"typeCheckingMode": "strict", "include": [program.name], "extraPaths": ["."]}
    (out / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    for command in (
        ("mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path / "cache"), program.name),
        ("pyright", "--pythonpath", sys.executable, "--project", "."),
    ):
        paths = {**os.environ, "PYTHONPATH": str(out), "MYPYPATH": str(out)}
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=out, env=paths, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"


def test_an_edited_draft_speaks(project: Path, tmp_path: Path) -> None:
    edit(project)
    files = pipeline.generate(GenerationRequest([NEWEST, DRAFT]))
    assert '+ ListGadgetsRequest = ["id", "jsonrpc", "method", "params"]' in "\n".join(
        drafts.describe_changed_draft_names(project / "schema")
    )
    write(files, tmp_path / "out")
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'out')!r})\n{SPEAKS}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_a_check_of_one_revision_speaks_of_it_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_tree(pipeline.generate(GenerationRequest()), out)
    (out / "mcp_bindings" / "limits.py").write_text("# edited\n", encoding="utf-8")
    assert run("check", "--revision", DRAFT, "--out", out).code == 0
    assert run("check", "--out", out).code == 1
    path = out / "mcp_bindings" / DRAFT / "__init__.py"
    path.write_text("# edited\n", encoding="utf-8")
    done = run("check", "--revision", DRAFT, "--out", out)
    assert (done.code, "limits.py" in done.out) == (1, False)
