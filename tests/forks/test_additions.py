"""Results and an error code that a fork adds to its base: every layer of the package has them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import run
from tests.release.inventions import newest_with
from tests.release.test_methods import ref
from tests.revisions import PER_REQUEST
from tests.unit.tiny import ROOT

BASE = newest_with(("CompleteResultResponse", "InputRequiredResult", "ListToolsResultResponse"), PER_REQUEST)
CODE = -31001
PROGRAM = f"""
import json, sys
from importlib import import_module
sys.path.insert(0, sys.argv[1])
mb = import_module("acme_mcp")
rev = mb.revision("acme")
input_required = {{"resultType": "input_required", "inputRequests": {{"a": {{"method": "roots/list"}}}}}}
deferred = {{"resultType": "deferred", "ticket": "t"}}
for method, result, name in (
    ("completion/complete", input_required, "InputRequiredResult"),
    ("tools/list", deferred, "DeferredResult"),
):
    text = json.dumps({{"jsonrpc": "2.0", "id": 1, "result": result}})
    message = rev.parse(text, sender="server", pending={{1: method}})
    assert type(message.result).__name__ == name, message.result
    assert not list(rev.lint(message))
    assert name in rev.methods[method].results
try:
    rev.parse(text, sender="server", pending={{1: "prompts/list"}})
    raise AssertionError("a result of another method is accepted")
except mb.ProtocolError:
    pass
row = rev.error_codes[{CODE}]
assert (row.name, row.retired) == ("OUT_OF_STOCK", False), row
others = [mb.revision(other) for other in mb.REVISIONS if other != "acme"]
assert all({CODE} not in other.error_codes for other in others)
text = json.dumps({{"jsonrpc": "2.0", "id": 1, "error": {{"code": {CODE}, "message": "m"}}}})
assert type(rev.parse(text, sender="server").error).__name__ == row.error
"""


def changed(document: dict[str, Any]) -> None:
    definitions = document["$defs"]
    fixed = {"properties": {"code": {"type": "integer", "const": CODE}}, "required": ["code"], "type": "object"}
    members = {"error": {"allOf": [ref("Error"), fixed]}, "id": ref("RequestId")}
    members["jsonrpc"] = {"type": "string", "const": "2.0"}
    definitions["OutOfStockError"] = {"type": "object", "properties": members, "required": ["error", "jsonrpc"]}
    properties = {"resultType": {"type": "string", "const": "deferred"}, "ticket": {"type": "string"}}
    definitions["DeferredResult"] = {"type": "object", "properties": properties, "required": [*properties]}
    for owner, names in {
        "CompleteResultResponse": ("CompleteResult", "InputRequiredResult"),
        "ListToolsResultResponse": ("ListToolsResult", "DeferredResult"),
    }.items():
        definitions[owner]["properties"]["result"] = {"anyOf": [ref(name) for name in names]}


@pytest.mark.slow
def test_every_layer_has_what_a_fork_adds(tmp_path: Path) -> None:
    document = json.loads((ROOT / "schema" / BASE / "schema.json").read_bytes())
    changed(document)
    path = tmp_path / "acme.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    names = ("--package", "acme_mcp", "--out", tmp_path / "out")
    done = run("generate", "--schema-file", f"acme={path}", "--base", BASE, *names)
    assert done.code == 0, done.err
    assert "method completion/complete: results CompleteResult, now CompleteResult or InputRequiredResult" in done.out
    command = [sys.executable, "-I", "-c", PROGRAM, str(tmp_path / "out")]
    spoken = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert spoken.returncode == 0, spoken.stderr
