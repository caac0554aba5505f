"""The reference client against servers whose schemas demand too much, or that try to control its terminal."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from calling.content.samples import NoSampleError, make_sample
from calling.output import MAX_LINE, printable
from tests.reference.test_client import CLIENT

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202e\x7f\nfaked line"


BAD_SCHEMAS: list[Any] = [
    {"type": "string", "minLength": 5_000_000_000},
    {"type": "string", "minLength": 5e9},
    {"type": "string", "minLength": float("inf")},
    {"type": "string", "minLength": "x"},
    {"type": "array", "minItems": 5_000_000_000},
    {"type": "array", "minItems": 999, "items": {"type": "array", "minItems": 999}},
    {"type": "array", "minItems": 99, "items": {"type": "string", "minLength": 999}},
    {"type": "object", "properties": [], "required": ["a"]},
    {"type": "object", "properties": {"a": 5}, "required": ["a"]},
    {"type": "object", "properties": {"a": False}, "required": 5},
    {"type": "object", "required": [[]]},
    {"enum": {"a": 1}},
    {"oneOf": {"a": 1}},
    5,
    None,
    [],
]


@pytest.mark.parametrize("schema", BAD_SCHEMAS)
def test_a_schema_that_demands_too_much_or_is_invalid(schema: Any) -> None:
    with pytest.raises(NoSampleError):
        make_sample(schema)


def test_boolean_schemas_have_samples() -> None:
    assert make_sample({"type": "object", "properties": {"a": True}, "required": ["a"]}) == {"a": "text"}


def test_text_from_a_server_is_made_printable() -> None:
    assert all(each.isprintable() for each in printable(EVIL))
    assert len(printable("x" * 10**6)) == MAX_LINE + 1


SERVER = f"""
import json, sys
EVIL = {EVIL!r}
print(EVIL, file=sys.stderr, flush=True)
def say(**message):
    print(json.dumps({{"jsonrpc": "2.0", **message}}, ensure_ascii=False), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        info, capabilities = {{"name": EVIL, "version": "1"}}, {{"tools": {{}}, "logging": {{}}}}
        result = {{"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": info}}
        say(id=message["id"], result=result)
    elif message["method"] == "tools/list":
        say(method="notifications/message", params={{"level": "error", "data": EVIL}})
        tools = [{{"name": "a" + EVIL, "description": EVIL, "inputSchema": {{"type": "object"}}}},
                 {{"name": "b" + EVIL, "inputSchema": {{"type": "object", "required": ["a"],
                  "properties": {{"a": {{"type": "string", "minLength": 5000000000}}}}}}}}]
        say(id=message["id"], result={{"tools": tools}})
    elif "id" in message:
        say(id=message["id"], error={{"code": 1, "message": EVIL}})
"""


def test_no_escape_sequence_of_a_server_reaches_the_terminal() -> None:
    command = [sys.executable, str(CLIENT), "--revision", "2025-11-25", "--stdio", "--", sys.executable, "-c", SERVER]
    environment = {"MCP_CONFORMANCE_SCENARIO": "tools_call", "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, check=False, timeout=60, env=environment)
    shown = (done.stdout + done.stderr).decode()
    assert done.returncode == 0, shown
    assert "Traceback" not in shown
    assert shown.count("\\u001b]0;owned") >= 5
    assert all(each.isprintable() or each == "\n" for each in shown), ascii(shown)
