"""A handler asks for input in the same way from clients of either era."""

from __future__ import annotations

import asyncio
import json
import math
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25, v2026_07_28
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.peer.client_input import ClientInput, InputRequired

KEY = "io.modelcontextprotocol/"
SECRET = b"a secret of the tests"
SIGNER = StateSigner([SECRET])
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
FORM = {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": SCHEMA}}
YES = {"action": "accept", "content": {"a": "b"}}


async def _twice(context: mb.Context, principal: str = "") -> str:
    """Ask for input twice, one after the other."""
    asking = ClientInput(context, SIGNER, principal=principal)
    first = await asking.ask(one=FORM)
    assert list(first) == ["one"]
    assert isinstance(first["one"], dict), "as JSON in either era"
    second = await asking.ask(two=FORM)
    assert list(second) == ["two"]
    return f"{first['one']['action']} {second['two']['action']}"


class New(v2026_07_28.ServerHandlers):
    principal = ""

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        try:
            text = v2026_07_28.TextContent(text=await _twice(context, self.principal))
            return v2026_07_28.CallToolResult(content=[text], result_type="complete")
        except InputRequired as needed:
            return mb.revision(self.revision).codec("InputRequiredResult").decode_value(needed.members)

    async def get_prompt(self, params: Any, context: mb.Context) -> Any:
        return await self._needs(context)

    async def read_resource(self, params: Any, context: mb.Context) -> Any:
        return await self._needs(context)

    async def _needs(self, context: mb.Context) -> Any:
        try:
            raise AssertionError(await _twice(context))
        except InputRequired as needed:
            return mb.revision(self.revision).codec("InputRequiredResult").decode_value(needed.members)


class Old(v2025_11_25.ServerHandlers):
    async def call_tool(self, params: Any, context: mb.Context) -> v2025_11_25.CallToolResult:
        return v2025_11_25.CallToolResult(content=[v2025_11_25.TextContent(text=await _twice(context))])


def _try(
    name: str | None = "x",
    capabilities: Any = None,
    principal: str = "",
    method: str = "tools/call",
    **more: Any,
) -> Any:
    meta: dict[str, Any] = {
        f"{KEY}protocolVersion": "2026-07-28",
        f"{KEY}clientCapabilities": {"elicitation": {}} if capabilities is None else capabilities,
    }
    params: dict[str, Any] = {"_meta": meta, **more} if name is None else {"name": name, "_meta": meta, **more}
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    server = New()
    server.principal = principal
    return json.loads(asyncio.run(mb.Dispatcher(server).dispatch(text)) or b"")


def test_a_client_retries_until_no_input_is_missing() -> None:
    first = _try()["result"]
    assert list(first["inputRequests"]) == ["one"]
    second = _try(inputResponses={"one": YES, "other": YES}, requestState=first["requestState"])["result"]
    assert list(second["inputRequests"]) == ["two"]
    assert second["requestState"] != first["requestState"]
    third = _try(inputResponses={"two": YES}, requestState=second["requestState"])["result"]
    assert third["content"][0]["text"] == "accept accept"


def test_the_latest_response_is_used() -> None:
    state = _try()["result"]["requestState"]
    state = _try(inputResponses={"one": YES}, requestState=state)["result"]["requestState"]
    third = _try(inputResponses={"two": YES, "one": {"action": "decline"}}, requestState=state)["result"]
    assert third["content"][0]["text"] == "decline accept"


def test_a_state_is_valid_for_one_request() -> None:
    call: dict[str, Any] = {"name": "x", "arguments": {"a": "1"}}
    get: dict[str, Any] = {"method": "prompts/get", **call}
    read: dict[str, Any] = {"method": "resources/read", "name": None, "uri": "a:b"}
    requests: list[dict[str, Any]] = [
        call,
        {**call, "arguments": {"a": "2"}},
        {**call, "name": "y"},
        get,
        read,
        {**read, "uri": "a:c"},
    ]
    for request in requests:
        state = _try(**request)["result"]["requestState"]
        good = [other for other in requests if "result" in _try(**other, requestState=state)]
        assert good == [request]


def test_a_response_of_another_type_is_asked_for_again() -> None:
    assert list(_try(inputResponses={"one": {"roots": []}})["result"]["inputRequests"]) == ["one"]


def test_input_that_the_client_has_not_declared_is_not_requested() -> None:
    error = _try(capabilities={"sampling": {}})["error"]
    assert (error["code"], error["data"]) == (-32021, {"requiredCapabilities": {"elicitation": {}}})


def test_undeclared_input_of_a_handshake_client_is_not_requested() -> None:
    text = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}'
    answer = asyncio.run(mb.Dispatcher(Old()).dispatch(text))
    assert json.loads(answer or b"")["error"]["code"] == -32602


def test_a_modified_state_is_rejected() -> None:
    state: str = _try()["result"]["requestState"]
    raw = bytearray(urlsafe_b64decode(state))
    raw[-2] ^= 1
    altered = urlsafe_b64encode(raw).decode()
    for wrong in (
        altered,
        state + "x",
        f"{state}====",
        state + state,
        "",
        "ä",
        StateSigner([b"another secret key"]).write(["x"], {}),
    ):
        assert _try(inputResponses={"one": YES}, requestState=wrong)["error"]["code"] == -32602
    assert "error" in _try("y", inputResponses={"one": YES}, requestState=state), "it was for another request"
    assert "error" in _try(principal="eve", inputResponses={"one": YES}, requestState=state), "it was someone else's"
    assert "result" in _try(inputResponses={"one": YES}, requestState=state)


def test_a_short_key_is_rejected() -> None:
    with pytest.raises(ValueError, match="guessed"):
        StateSigner([b"fifteen bytes.."])
    with pytest.raises(mb.ProtocolError, match="not as this server wrote it"):
        StateSigner().read(1, StateSigner().write(1, 2))  # by default each signer has its own random secret
    assert StateSigner([b"sixteen bytes..."]).read(1, StateSigner([b"sixteen bytes..."]).write(1, 2)) == 2


def test_a_state_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    old, now = StateSigner([SECRET], lifetime=1).write("x", 5), time.time()
    monkeypatch.setattr(time, "time", lambda: now + 2)
    with pytest.raises(mb.ProtocolError, match="expired"):
        SIGNER.read("x", old)
    assert SIGNER.read("x", SIGNER.write("x", 5)) == 5


@pytest.mark.parametrize("lifetime", [math.nan, math.inf, 0.0, -1.0])
def test_a_lifetime_must_be_positive_and_finite(lifetime: float) -> None:
    with pytest.raises(ValueError, match="lifetime must be a positive, finite number"):
        StateSigner([SECRET], lifetime=lifetime)


@pytest.mark.parametrize(
    ("written", "read", "same"),
    [
        ({"a": 1}, {"a": True}, False),
        ({"a": [0, {"b": 1}]}, {"a": [False, {"b": 1}]}, False),
        ({"a": 1}, {"a": "1"}, False),
        ({"a": 1, "b": None}, {"b": None, "a": 1.0}, True),
        ({"a": 2**60}, {"a": 2**60 + 1}, False),
        ([1, 2], [2, 1], False),
    ],
)
def test_purposes_are_equal_as_json(written: Any, read: Any, same: bool) -> None:
    """Python treats `True` as equal to 1, so a state for one request would be valid for another."""
    state = SIGNER.write(["x", written], 5)
    if same:
        assert SIGNER.read(["x", read], state) == 5
    else:
        with pytest.raises(mb.ProtocolError, match="of another request"):
            SIGNER.read(["x", read], state)


def test_a_handshake_client_receives_requests() -> None:
    async def main() -> None:
        sent: asyncio.Queue[Any] = asyncio.Queue()

        async def send(data: bytes) -> None:
            await sent.put(json.loads(data))

        info = {"name": "it", "version": "1"}
        session = mb.Session("server", ["2025-11-25"], info=info, capabilities={"tools": {}})
        calls = v2025_11_25.ServerCalls(send, session=session)
        server = mb.Dispatcher(Old(), calls=calls, session=session, send=send)
        opening: dict[str, Any] = {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": info,
        }
        await server.dispatch(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening}))
        await server.dispatch('{"jsonrpc":"2.0","method":"notifications/initialized"}')
        text = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}'
        task = asyncio.create_task(server.dispatch(text))
        for _ in range(2):
            request = await sent.get()
            assert request["method"] == "elicitation/create"
            await server.dispatch(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": YES}))
        assert json.loads(await task or b"")["result"]["content"][0]["text"] == "accept accept"

    asyncio.run(main())
