"""The rules and records of the gateway in `examples/bridge`."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import bridge
import httpx2
import pytest

import mcp_bindings as mb
from gate.connection import GatewayState, GuardedConnection
from gate.records import Log, Metrics
from gate.rules import Rules
from gate.token import EnvironmentToken
from mcp_bindings.bridge import Closed, Lost, ToClient, ToServer
from mcp_bindings.transports import BridgeConnection, HttpTransport, MemoryTransport
from tests.revisions import HANDSHAKE, PER_REQUEST

FINE: Any = {"name": "fine", "inputSchema": {"type": "object"}}
OTHER: Any = {"name": "other", "inputSchema": {"type": "object"}}
OLD, NEW = HANDSHAKE[-1], PER_REQUEST[-1]
INFO = {"name": "tests", "version": "1"}
BROKEN: Any = {"name": "broken", "inputSchema": {"type": "array"}}


def listed(*tools: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}).encode()


def call(name: str) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": name}}).encode()


def test_the_server_gets_the_token_of_the_gateway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", "secret")
    sent: list[str | None] = []

    async def server(scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        sent.append(headers.get(b"authorization", b"").decode())
        await send({"type": "http.response.start", "status": 401, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def main() -> None:
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(server))
        transport = HttpTransport("http://localhost/mcp", http=http, authorizer=EnvironmentToken("A_TOKEN"))
        connection = BridgeConnection(mb.Bridge(server_transport="http", server=HANDSHAKE[-1:]), transport)
        closed = asyncio.Event()
        connection.on_closed = closed.set
        client = mb.Session("client", HANDSHAKE[-1:], info={"name": "tests", "version": "1"})
        await connection.from_client(client.open())
        await closed.wait()
        await connection.close()

    asyncio.run(asyncio.wait_for(main(), 20))
    assert set(sent) == {"Bearer secret"}


@pytest.mark.parametrize(
    "given", [["--token-env", "NO_SUCH", "--to", "http://localhost/mcp"], ["--token-env", "PATH", "--", "server"]]
)
def test_a_token_needs_a_variable_and_a_server_over_http(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bridge.main(given)
    assert "--token-env" in capsys.readouterr().err


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_broken_tools_are_in_quarantine_until_they_are_mended(revision: str) -> None:
    rules = Rules([], [])
    text, reasons = rules.remove_tools(listed(FINE, BROKEN, 5), revision)
    assert json.loads(text)["result"]["tools"] == [FINE]
    assert reasons == ["not valid", "not valid"]
    refusal = rules.refuse_call(call("broken"))
    assert refusal is not None
    error = json.loads(refusal)
    assert (error["id"], error["error"]["code"]) == (7, -32602)
    assert rules.refuse_call(call("fine")) is None
    mended = listed({**BROKEN, "inputSchema": {"type": "object"}})
    assert rules.remove_tools(mended, revision) == (mended, ())
    assert rules.refuse_call(call("broken")) is None


def test_only_allowed_tools_are_listed_and_called() -> None:
    rules = Rules(["fine"], [])
    text, reasons = rules.remove_tools(listed(FINE, OTHER), HANDSHAKE[-1])
    assert (json.loads(text)["result"]["tools"], reasons) == ([FINE], ["not allowed"])
    assert rules.refuse_call(call("other")) is not None
    batch = b"[" + call("fine") + b"," + call("other") + b"]"
    assert rules.refuse_call(batch) is not None
    asked = batch[:-1] + b"," + call("fine").replace(b'"id": 7', b'"id": 8').replace(b'"id":7', b'"id":8') + b"]"
    errors = json.loads(rules.refuse_call(asked[:-1] + b',{"jsonrpc":"2.0","method":"x"},5]') or b"")
    assert [each["id"] for each in errors] == [7, 7, 8, None]
    assert ["not allowed" in each["error"]["message"] for each in errors] == [False, True, False, False]
    escaped = call("other").replace(b"tools/call", b"tools\\/c\\u0061ll").replace(b'"name"', b'"n\\u0061me"')
    assert rules.refuse_call(escaped) is not None
    names: Any = (["fine"], {}, None)  # a name without a hash ended the connection
    unnamed = [{**OTHER, "name": name} for name in names]
    assert rules.remove_tools(listed(*unnamed), HANDSHAKE[-1])[1] == ["not allowed"] * 3


def test_a_list_is_found_in_any_spelling_and_in_a_batch() -> None:
    rules = Rules(["fine"], [])
    plain = listed(FINE, OTHER)
    for text in (plain.replace(b'"tools"', b'"\\u0074ools"'), b"[" + plain + b"]", b"[" + plain + b"," + plain + b"]"):
        left, reasons = rules.remove_tools(text, HANDSHAKE[-1])
        items = json.loads(left) if text.startswith(b"[") else [json.loads(left)]
        assert [each["result"]["tools"] for each in items] == [[FINE]] * len(items)
        assert set(reasons) == {"not allowed"}


def test_values_are_removed_from_each_message_of_a_batch() -> None:
    rules = Rules([], ["/result/a~1b/0", "/result/a~1b/²", "/result/none"])
    one: Any = {"result": {"a/b": [1, 2]}}
    text = rules.remove_values(json.dumps([one, {"result": {}}]).encode())
    assert json.loads(text) == [{"result": {"a/b": ["(removed)", 2]}}, {"result": {}}]
    other = b'{"result": {"none" : {}}}'
    assert b"(removed)" in rules.remove_values(other)
    assert rules.remove_values(b'{"result" : 5}') == b'{"result" : 5}'


@pytest.mark.parametrize("client", [OLD, NEW])
@pytest.mark.parametrize("servers", [(OLD,), (NEW,), (OLD, NEW)], ids="-".join)
def test_a_server_of_both_eras_is_offered_both(client: str, servers: tuple[str, ...]) -> None:
    """The first client decided in which era the gateway spoke to the server."""
    state = GatewayState(Rules([], []), Log(None), Metrics(None))
    tools = mb.Toolbox()

    @tools.tool
    async def wait() -> None:
        """Do nothing."""

    async def main() -> None:
        server = mb.Server(tools, info=INFO, revisions=servers)
        connection = GuardedConnection(mb.Bridge(), MemoryTransport(server), state)
        answers: asyncio.Queue[Any] = asyncio.Queue()
        connection.deliver = answers.put
        session = mb.Session("client", [client], info=INFO)
        await connection.from_client(session.open())
        agreed: Any = session.receive((await answers.get()).data)
        if agreed.reply is not None:
            await connection.from_client(agreed.reply)
        await connection.from_client(session.request("tools/list").data)
        await answers.get()
        await connection.close()

    asyncio.run(asyncio.wait_for(main(), 20))
    eras = {mb.revision(each).era for each in state.filter_revisions(mb.REVISIONS)}
    own = {mb.revision(each).era for each in servers}
    assert eras == (own if mb.revision(client).era not in own else {"handshake", "per-request"})


def test_the_log_has_no_values_and_metrics_count(tmp_path: Path) -> None:
    stream, path = io.StringIO(), tmp_path / "metrics"
    log, metrics = Log(stream), Metrics(path)
    edit = mb.Edit("add", "/result/secret", value="a secret", lossy=True, rule="a.rule")
    request = b'{"jsonrpc":"2.0","id":"x","method":"tools/list"}'
    for action in (ToServer(request, "x"), ToClient(b"{}", edits=(edit,)), Lost("server", "m", "why"), Closed("over")):
        log.write_action(action)
        metrics.count_action("one", action)
    metrics.record_answers("one", b'{"jsonrpc":"2.0","id":"x","result":{}}')
    metrics.record_answers("one", b"{")
    metrics.write_file()
    assert "a secret" not in stream.getvalue()
    assert [json.loads(line) for line in stream.getvalue().splitlines()] == [
        {"from": "server", "rule": "a.rule", "op": "add", "path": "/result/secret", "lossy": True},
        {"from": "server", "method": "m", "lost": "why"},
        {"closed": "over"},
    ]
    text = path.read_text(encoding="utf-8")
    assert 'bridge_requests{method="tools/list"} 1' in text
    assert 'bridge_edits{kind="lossy"} 1' in text
    assert 'bridge_request_seconds{method="tools/list"} 0.0' in text


@pytest.mark.parametrize(
    "given", [["--env", "NO_SUCH_VARIABLE", "--", "server"], ["--env", "PATH", "--to", "http://localhost/mcp"]]
)
def test_a_variable_for_the_server_needs_a_value_and_a_process(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        bridge.main(given)
    assert "--env needs -- COMMAND" in capsys.readouterr().err


def test_a_call_that_the_limits_allow_is_read_by_the_rules() -> None:
    """What the rules cannot read passes to the bridge, so both have the same limits."""
    limits = bridge.make_limits(9_000_000)
    text = json.dumps(
        {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "x", "pad": "x" * 5_000_000}}
    )
    assert Rules(["fine"], [], limits).refuse_call(text.encode()) is not None
