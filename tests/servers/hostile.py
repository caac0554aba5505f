"""A server process that behaves badly: `python hostile.py RESULT MODE [FILE]`, where RESULT is that of `initialize`, as
JSON, without the version. It needs the standard library only.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
ESCAPES = "\x1b[2J\x1b]0;title\x07\u202e"
SECRET = "secret-of-the-server"
TOOL: dict[str, Any] = {"name": f"t{ESCAPES}", "description": ESCAPES, "inputSchema": {ESCAPES: 1, "type": SECRET}}
TOOLS: dict[str, list[dict[str, Any]]] = {
    "escapes": [TOOL],
    "tools": [
        {"name": "look", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
        {"name": "write", "inputSchema": {"type": "object"}},
    ],
    "text only": [{"name": "look", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}],
}


def write(message: Any) -> None:
    """Write one message."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def answer(mode: str, request: dict[str, Any]) -> None:
    """Answer one request."""
    method, id_ = request["method"], request["id"]
    result: dict[str, Any] | None = None
    if method == "initialize":
        result = {**json.loads(sys.argv[1]), "protocolVersion": request["params"]["protocolVersion"]}
    elif method == "tools/list":
        result = {"tools": TOOLS.get(mode, [])}
        if mode == "pages":
            result["nextCursor"] = os.urandom(8).hex()
    elif method == "tools/call":
        with Path(sys.argv[3]).open("a", encoding="ascii") as file:
            file.write(f"{request['params']['name']}\n")
        result = {"content": []}
    elif method == "ping":
        result = {}
    error = {"code": -32601, "message": f"no {ESCAPES}" if mode == "escapes" else "no"}
    write({"jsonrpc": "2.0", "id": id_, **({"error": error} if result is None else {"result": result})})


def misbehave(mode: str, request: dict[str, Any]) -> None:
    """Do what the mode says about one request."""
    method, names_version = request["method"], VERSION_KEY in request.get("params", {}).get("_meta", {})
    if mode == "hang" or (mode == "hang later" and method != "initialize"):
        time.sleep(1_000)
    is_fatal = names_version if mode == "die of probes" else method != "initialize"
    if mode == "die" or (mode in ("die later", "die of probes") and is_fatal):
        print(f"out of memory {ESCAPES}", file=sys.stderr)
        sys.exit(3)
    if (mode, method) == ("flood", "tools/list") or (mode == "flood at probes" and names_version):
        while True:
            write({"jsonrpc": "2.0", "method": f"notifications/{os.urandom(4).hex()}", "params": {"a": "x" * 500}})
    if mode == "long lines" and method == "tools/list":
        while True:
            params = {"level": "info", "data": "x" * 7_000_000}
            write({"jsonrpc": "2.0", "method": "notifications/message", "params": params})
    if mode == "long line" and method == "tools/list":
        while True:
            sys.stdout.write("x" * 65_536)
    if mode == "prints":
        print("Listening")
    if "id" in request:
        answer(mode, request)


def main() -> None:
    """Serve until the input ends."""
    mode = sys.argv[2]
    if mode == "children":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], stdin=subprocess.DEVNULL)
        with Path(sys.argv[3]).open("a", encoding="ascii") as file:
            file.write(f"{child.pid}\n")
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        Path(sys.argv[3]).write_text(f"{os.getpid()}\n", encoding="ascii")
        time.sleep(1000)
    for line in sys.stdin:
        request: Any = json.loads(line)
        if not isinstance(request, list):
            misbehave(mode, request)


if __name__ == "__main__":
    main()
