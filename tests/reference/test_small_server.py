"""Tests of `examples/server.py`, which the README shows."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.reference.processes import ROOT

PROGRAM = ROOT / "examples/server.py"


def test_it_answers() -> None:
    info = {"name": "client", "version": "1"}
    opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
    messages: list[dict[str, Any]] = [
        {"id": 0, "method": "tools/list"},
        {"id": 1, "method": "initialize", "params": opening},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "echo", "arguments": {"a": "ä"}}},
        {"id": 4, "method": "prompts/list"},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in messages)
    done = subprocess.run([sys.executable, PROGRAM], input=lines, capture_output=True, encoding="utf-8", check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert answers[0]["error"]["code"] == -32600
    assert answers[1]["result"]["capabilities"] == {"tools": {}}
    assert [tool["name"] for tool in answers[2]["result"]["tools"]] == ["echo"]
    assert answers[3]["result"]["content"][0]["text"] == "{'a': 'ä'}"
    assert answers[4]["error"]["code"] == -32601


def test_it_has_at_most_20_lines() -> None:
    lines = [line for line in PROGRAM.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) - 1 <= 20, "beside its docstring"
