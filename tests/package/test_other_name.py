"""A fork's package has another name: the generated tree works under any name, without `mcp_bindings` beside it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import mcp_bindings as mb
from tests.meta.reading import PRODUCT

NAME = "acme_mcp"

PROGRAM = """
import sys
sys.modules["mcp_bindings"] = None  # importing it fails

import asyncio
import copy
import json
import pickle
from importlib import import_module
from pkgutil import walk_packages

import acme_mcp as mb

for found in walk_packages(mb.__path__, "acme_mcp."):
    import_module(found.name)

TOOL = {"name": "a", "description": "b", "inputSchema": {"type": "object"}, "x-other": None}
TOOLS = {"tools": [TOOL, {"name": 1}]}
KEY = "io.modelcontextprotocol/"


def listed(rev, id_):
    info = {"name": "x", "version": "1"}
    meta = {f"{KEY}protocolVersion": rev.id, f"{KEY}clientCapabilities": {}, f"{KEY}clientInfo": info}
    params = {} if rev.era == "handshake" else {"params": {"_meta": meta}}
    return json.dumps(
        {"jsonrpc": "2.0", "id": id_, "method": "tools/list", **params}
    ).encode()


for id_ in (*mb.REVISIONS, "draft"):
    rev = mb.revision(id_)
    assert rev.package.startswith("acme_mcp."), rev.package
    assert rev.methods and rev.error_codes and rev.protocol.revision and rev.authorization.revision
    tool = rev.codec("Tool").decode_value(TOOLS["tools"][0])
    assert type(tool).__module__.startswith("acme_mcp."), type(tool).__module__
    for other in (pickle.loads(pickle.dumps(tool)), copy.deepcopy(tool)):
        assert rev.codec("Tool").dump(other) == TOOLS["tools"][0]
    extra = {} if rev.era == "handshake" else {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    page = rev.codec("ListToolsResult").decode_value({**TOOLS, **extra}, mode="tolerant")
    assert [item.pointer for item in mb.set_aside(page)] == ["/tools/1"]
    assert rev.parse(listed(rev, 7), sender="client").method == "tools/list"
    rev.lint({"name": "with space", "inputSchema": {"type": "object"}}, definition="Tool")

    package = import_module(rev.package)

    more = {} if rev.era == "handshake" else {"result_type": "complete", "ttl_ms": 0, "cache_scope": "private"}

    class Server(package.ServerHandlers):
        def list_tools(self, params, context):
            return package.ListToolsResult(tools=[tool], **more)

        def call_tool(self, params, context):
            raise NotImplementedError

    reply = asyncio.run(mb.Dispatcher(Server()).dispatch(listed(rev, 8)))
    assert b'"name":"a"' in reply, reply

info = {"name": "mine", "version": "1"}
for versions in ([mb.REVISIONS[0]], list(mb.REVISIONS)):
    client = mb.Session("client", versions, info=info)
    server = mb.Session("server", versions, info=info, capabilities={"tools": {}})
    data = client.open()
    while data is not None:
        request = server.receive(data)
        answer = server.accept(request) if isinstance(request, mb.Request) else None
        event = client.receive(answer) if answer else None
        data = getattr(event, "reply", None)
    assert client.version == versions[-1], client.version

assert not [name for name in sys.modules if name.startswith("mcp_bindings.")]
print("everything works")
"""


def test_the_package_works_under_another_name(tmp_path: Path) -> None:
    shutil.copytree(PRODUCT, tmp_path / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    assert PRODUCT.name == mb.__name__ != NAME
    program = tmp_path / "program.py"  # beside the copy, so that it is found first
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)], cwd=tmp_path, capture_output=True, check=False, encoding="utf-8"
    )
    assert (done.returncode, done.stdout.strip()) == (0, "everything works"), done.stderr
