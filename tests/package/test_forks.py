"""The package of a fork and the official one, installed in one environment and used in one process."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

import mcp_bindings as mb
from tests.forks.running import DISTRIBUTION, PACKAGE, VERSION, generate
from tests.package import installing
from tests.package.conftest import Distributions, build
from tests.package.shared import once
from tests.revisions import PER_REQUEST
from tests.unit.tiny import ROOT

GUIDE = ROOT / "docs" / "guides" / "custom-schemas.md"

PROGRAM = """
import asyncio, json, sys
import acme_mcp, mcp_bindings
from acme_mcp import acme
from importlib.metadata import version

base = sys.argv[1]
ours, theirs = acme_mcp.revision("acme"), mcp_bindings.revision(base)
assert (ours.version, acme_mcp.LATEST, mcp_bindings.LATEST) == (base, "acme", base)
assert acme_mcp.revision(base) is ours
assert set(ours.methods) - set(theirs.methods) == {"assets/list", "assets/get"}
assert ours.methods["tools/call"].capability == "tools"
assert {"assets", "tools"} <= {row.path for row in ours.protocol.server_capabilities}
meta = {"io.modelcontextprotocol/protocolVersion": base, "io.modelcontextprotocol/clientCapabilities": {}}


class Server(acme.AssetsServer, acme.ToolsServer):
    def list_assets(self, params, context):
        return acme.ListAssetsResult(assets=[acme.Asset(name="a")], result_type="complete")

    def get_asset(self, params, context):
        if params.input_responses is None:
            return acme.InputRequiredResult(result_type="input_required", request_state="more")
        return acme.GetAssetResult(asset=acme.Asset(name="a"), result_type="complete")

    def list_tools(self, params, context):
        more = {"result_type": "complete", "ttl_ms": 0, "cache_scope": "private"}
        tool = acme.Tool(name="t", weight=1.5, input_schema=acme.ToolInputSchema())
        return acme.ListToolsResult(tools=[tool], **more)

    def call_tool(self, params, context):
        raise NotImplementedError


def text(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}).encode()


def rejection(call):
    try:
        call()
    except Exception as error:
        return type(error)
    return None


async def main():
    server = acme_mcp.Dispatcher(Server())
    calls = acme.ClientCalls(server.dispatch, meta=acme.RequestMetaObject.model_validate(meta), timeout=10)
    assert [asset.name async for asset in calls.iter_assets()] == ["a"]
    assert type(await calls.get_asset("a")) is acme.InputRequiredResult
    assert [tool.weight async for tool in calls.iter_tools()] == [1.5]
    reply = await server.dispatch(text("tools/list"))
    read = theirs.parse(reply, sender="server", pending={1: "tools/list"})
    assert read.result.tools[0]["weight"] == 1.5, "an unknown member to the official package"
    identity = {"name": "x", "version": "1"}
    unchecked = acme_mcp.Guards(schemas=False)  # the environment has no extras
    server = acme_mcp.Server(Server(), info=identity, guards=unchecked)
    for revisions in (acme_mcp.REVISIONS, acme_mcp.REVISIONS[:-1]):
        async with acme_mcp.connect(server, info=identity, revisions=revisions) as client:
            assert client.connection.session.version == max(acme_mcp.revision(each).version for each in revisions)
            assert [tool.weight for tool in (await client.list_tools()).tools] == [1.5], "translated as an added member"
            if "acme" in revisions:
                assert [asset.name for asset in (await client.list_assets()).assets] == ["a"]
    assert rejection(lambda: mcp_bindings.connect(server, info=identity)) is TypeError
    older = acme_mcp.REVISIONS[-2]
    context = acme_mcp.TranslationContext(revision="acme")
    found = ours.parse(reply, sender="server", pending={1: "tools/list"})
    (translated,) = acme_mcp.translate(found, to=older, context=context).messages
    assert translated.result.tools[0]["weight"] == 1.5
    assert type(acme_mcp.Bridge()).__module__.startswith("acme_mcp.")


asyncio.run(main())
assert ours.parse(text("assets/list"), sender="client").method == "assets/list"
assert rejection(lambda: theirs.parse(text("assets/list"), sender="client")) is mcp_bindings.ProtocolError
info = {"name": "x", "version": "1"}
for transport in ("stdio", "http"):
    for asking, asked in ((acme_mcp, acme_mcp), (mcp_bindings, acme_mcp), (acme_mcp, mcp_bindings)):
        client = asking.Session("client", asking.REVISIONS, info=info, transport=transport)
        capabilities = {"tools": {}, **({"assets": {}} if asked is acme_mcp else {})}
        server = asked.Session("server", asked.REVISIONS, info=info, capabilities=capabilities, transport=transport)

        def carried(data):
            return server.receive(data, headers=client.http_headers(data) if transport == "http" else None)

        client.receive(server.accept(carried(client.open())))
        assert client.version == base
        if asking is acme_mcp and asked is acme_mcp:
            request = carried(client.request("assets/list").data)
            answer = client.receive(server.respond(request.id, {"assets": [], "resultType": "complete"}))
            assert answer.method == "assets/list"
        else:  # the client does not know the method, or the server does not declare its capability
            assert rejection(lambda: client.request("assets/list")) is asking.LocalProtocolError
        page = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "tools": []}
        request = carried(client.request("tools/list").data)
        assert client.receive(server.respond(request.id, page)).method == "tools/list"
message = json.loads(text("tools/list"))
assert acme_mcp.http.request_headers(message, "acme") == mcp_bindings.http.request_headers(message, base)
assert acme_mcp.revision("acme").protocol.status == "custom" and acme_mcp.LATEST == "acme"
older = mcp_bindings.REVISIONS[0]
assert acme_mcp.session.negotiate([older, "acme"], [older], "stdio").version == older
assert acme_mcp.session.negotiate([base], ["acme"], "http").version == base
print(json.dumps([acme_mcp.__version__, version("acme-mcp"), mcp_bindings.__version__, version("mcp-bindings")]))
"""


@pytest.fixture(scope="module")
def beside(shared: Path, built: Distributions, alone: Path) -> Path:
    """An environment with both packages, whose requirements are those that the official one brought."""

    def make(made: Path) -> None:
        generate(made, PER_REQUEST[-1])
        fork = build(made / "dist", "--out", str(made / "out"))
        official, own = (zipfile.ZipFile(path).namelist() for path in (built.wheel, fork.wheel))
        assert set(official).isdisjoint(own), "neither overwrites a file of the other"
        assert fork.wheel.name.startswith(f"{DISTRIBUTION.replace('-', '_')}-")
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(alone, made / "environment", symlinks=True, ignore=compiled)  # a process may write there
        installing.add(made / "environment", "--no-index", str(fork.wheel))

    return once(shared, "beside", make) / "environment"


@pytest.mark.slow
def test_both_work_in_one_process(beside: Path) -> None:
    said = installing.run(beside, "-c", PROGRAM.replace("acme_mcp", PACKAGE), PER_REQUEST[-1])
    assert said == [VERSION, VERSION, mb.__version__, mb.__version__]


@pytest.mark.slow
def test_the_example_of_the_guide_prints_what_it_says(beside: Path) -> None:
    """With the base of the package that is installed here, in place of the one that the guide takes."""
    text = GUIDE.read_text(encoding="utf-8")
    (base,) = set(re.findall(r"generate .*--base (\S+) .*--package acme_mcp --out", text))
    (example,) = re.findall(r"^```py\n(.*?)^```$", text.replace(base, PER_REQUEST[-1]), re.MULTILINE | re.DOTALL)
    command = [str(installing.python_in(beside)), "-I", "-c", example]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"^print\(.*\)  # (.+)$", example, re.MULTILINE)
