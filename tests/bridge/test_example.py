"""The gateway in `examples/bridge`, between a scripted client and the reference server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

import mcp_bindings as mb
from tests.conformance.bridging import bridged_server
from tests.documents import initialize_result
from tests.reference.processes import ROOT, SERVER
from tests.revisions import HANDSHAKE, PER_REQUEST

GATEWAY = ROOT / "examples/bridge/bridge.py"
INFO = {"name": "a client", "version": "1"}


def test_the_gateway_carries_refuses_redacts_and_logs() -> None:
    command = [sys.executable, str(GATEWAY), "--speak", *HANDSHAKE, "--speak-to-server", PER_REQUEST[-1]]
    command += ["--allow", "test_simple_text"]
    command += ["--redact", "/result/content/0/text", "--log", "-", "--", sys.executable, str(SERVER), "--stdio"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None

    def exchange(method: str, params: Any, id_: int) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        text = json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})
        process.stdin.write(text.encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    opened = exchange("initialize", {"protocolVersion": HANDSHAKE[-2], "capabilities": {}, "clientInfo": INFO}, 1)
    assert opened["result"]["protocolVersion"] == HANDSHAKE[-2]
    assert exchange("tools/call", {"name": "another"}, 2)["error"]["code"] == -32602
    called = exchange("tools/call", {"name": "test_simple_text", "arguments": {}}, 3)
    assert called["result"]["content"] == [{"type": "text", "text": "(removed)"}]
    process.stdin.close()
    assert process.wait(20) == 0
    rows = [json.loads(line) for line in process.stderr.read().splitlines()]
    process.stdout.close()
    process.stderr.close()
    assert "result.type.to-older" in {row.get("rule") for row in rows}
    assert rows[-1]["closed"] == "the client has gone"


@pytest.mark.parametrize("revision", [HANDSHAKE[-1], PER_REQUEST[-1]])
def test_the_gateway_serves_over_http_a_server_over_http(revision: str) -> None:
    async def call(url: str) -> Any:
        async with mb.connect(url, info=INFO, revisions=[revision]) as client:
            return await client.call_tool("test_simple_text")

    with bridged_server(revision) as url:
        assert asyncio.run(call(url)).content[0].text == "This is a simple text response for testing."


SERVANT = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = json.loads(sys.argv[1])
    elif request["method"] == "tools/call" and request["params"]["name"] == "die":
        print("out of luck", file=sys.stderr, flush=True)
        os.kill(os.getpid(), 9)
    elif request["method"] == "tools/call" and request["params"]["name"] == "exit":
        sys.exit(7)
    elif request["method"] == "tools/call" and request["params"]["name"] == "environment":
        text = " ".join(os.environ.get(name, "-") for name in ("GIVEN", "TAKEN", "OTHER"))
        result = {"content": [{"type": "text", "text": text}]}
    elif request["method"] == "tools/call":
        result = {"content": [{"type": "text", "text": "x" * request["params"]["arguments"]["size"]}]}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""
"""A server of an older revision that ends, tells its environment, or answers at length."""


class Program:
    """The gateway in front of that server, with a client on its standard streams."""

    def __init__(self, *options: str, env: Any = None) -> None:
        opened = json.dumps(initialize_result(HANDSHAKE[-1], {"tools": {}}))
        command = [sys.executable, str(GATEWAY), *options, "--", sys.executable, "-c", SERVANT, opened]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process: Any = subprocess.Popen(command, env=env, **pipes)
        self.sent = 0
        self.exchange("initialize", {"protocolVersion": HANDSHAKE[-1], "capabilities": {}, "clientInfo": INFO})

    def exchange(self, method: str, params: Any) -> Any:
        self.sent += 1
        text = json.dumps({"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params})
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def call(self, name: str, **arguments: Any) -> Any:
        return self.exchange("tools/call", {"name": name, "arguments": arguments})

    def end(self) -> tuple[int, str]:
        """Its exit code, and what it has written to its standard error."""
        _, errors = self.process.communicate(timeout=20)
        return self.process.returncode, errors.decode()


@pytest.mark.parametrize(("name", "code"), [("die", 128 + 9), ("exit", 7)])
def test_the_gateway_ends_as_its_server_has_ended(name: str, code: int) -> None:
    program = Program()
    told = program.call(name)["error"]["message"]
    ended, errors = program.end()
    assert ended == code
    assert told in errors
    assert f"exit code {code if code < 128 else 128 - code}" in told
    assert ("out of luck" in told) == (name == "die")


def test_named_environment_variables_reach_the_server() -> None:
    given = {**os.environ, "GIVEN": "1", "OTHER": "3"}
    program = Program("--env", "GIVEN", "--env", "TAKEN=a=b", env=given)
    assert program.call("environment")["result"]["content"][0]["text"] == "1 a=b -"
    assert program.end()[0] == 0


@pytest.mark.parametrize(("most", "is_carried"), [(10_000_000, True), (5_000_000, False)])
def test_the_longest_message_is_an_option(most: int, is_carried: bool) -> None:
    """The error names the length and the limit, on both ways."""
    program = Program("--max-bytes", str(most))
    down = program.call("answer", size=6_000_000)
    up = program.call("answer", size=1, more="x" * 6_000_000)
    if is_carried:
        assert [len(each["result"]["content"][0]["text"]) for each in (down, up)] == [6_000_000, 1]
    else:
        assert re.search(r"^The answer of the server is not valid: .*: 60000\d\d bytes", down["error"]["message"])
        assert re.search(r": 60000\d\d bytes, longer than 5000000 bytes", down["error"]["message"])
        assert re.search(r": 60001\d\d bytes, longer than 5000000 bytes", up["error"]["message"])
    assert program.end()[0] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--idle", "-5"], "argument --idle: '-5' is no number of seconds"),
        (["--max-connections", "0"], "argument --max-connections: '0' is no number of at least 1"),
        (["--listen", "192.0.2.1:8000"], "cannot listen at 192.0.2.1:8000"),
    ],
    ids=["idle", "connections", "address"],
)
def test_a_wrong_option_of_the_gateway_is_one_sentence(options: list[str], said: str) -> None:
    command = [sys.executable, str(GATEWAY), *options, "--", sys.executable, str(SERVER), "--stdio"]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=60)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr
