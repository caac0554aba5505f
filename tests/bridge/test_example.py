"""The gateway in `examples/bridge`, between a scripted client and the reference server."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.reference.processes import ROOT, SERVER
from tests.revisions import HANDSHAKE, PER_REQUEST

GATEWAY = ROOT / "examples/bridge/bridge.py"


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

    info = {"name": "a client", "version": "1"}
    opened = exchange("initialize", {"protocolVersion": HANDSHAKE[-2], "capabilities": {}, "clientInfo": info}, 1)
    assert opened["result"]["protocolVersion"] == HANDSHAKE[-2]
    assert exchange("tools/call", {"name": "another"}, 2)["error"]["code"] == -32602
    called = exchange("tools/call", {"name": "test_simple_text", "arguments": {}}, 3)
    assert called["result"]["content"] == [{"type": "text", "text": "(removed)"}]
    process.stdin.close()
    assert process.wait(20) == 0
    rows = [json.loads(line) for line in process.stderr.read().splitlines()]
    process.stdout.close()
    process.stderr.close()
    assert "result.type.lowered" in {row.get("rule") for row in rows}
    assert rows[-1]["closed"] == "the client has gone"
