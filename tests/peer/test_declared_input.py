"""A server of 2026-07-28 asks only for input that the client has declared, and accepts only responses to its requests.

https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#error-handling
"""

from __future__ import annotations

import asyncio
import json
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.peer.client_input import ClientInput, InputRequired
from mcp_bindings.peer.handlers import Route
from tests.revisions import HANDSHAKE, PER_REQUEST, having, request_meta

NEWEST = having("ListRootsResult", "CreateMessageResult", among=PER_REQUEST)[-1]
KEY = "io.modelcontextprotocol/"
FORM: Any = {
    "method": "elicitation/create",
    "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}},
}
URL: Any = {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.example/"}}
PLAIN: Any = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}}
TOOLS: Any = {**PLAIN, "params": {**PLAIN["params"], "tools": []}}
ROOTS: Any = {"method": "roots/list"}
SIGNER = StateSigner([b"a secret of the tests"])

CASES: list[tuple[Any, Any, Any]] = [
    (FORM, {"elicitation": {}}, None),
    (FORM, {"elicitation": {"form": {}}}, None),
    (FORM, {"elicitation": {"url": {}}}, {"elicitation": {"form": {}}}),
    (FORM, {}, {"elicitation": {}}),
    (URL, {"elicitation": {}}, {"elicitation": {"url": {}}}),
    (URL, {"elicitation": {"form": {}}}, {"elicitation": {"url": {}}}),
    (URL, {}, {"elicitation": {"url": {}}}),
    (URL, {"elicitation": {"url": {}}}, None),
    (PLAIN, {"sampling": {}}, None),
    (TOOLS, {"sampling": {}}, {"sampling": {"tools": {}}}),
    (TOOLS, {"sampling": {"tools": {}}}, None),
    (ROOTS, {}, {"roots": {}}),
]


def handlers(asked: Any, *, with_input: bool) -> Any:
    """A server whose tool asks for input, by its own result or with `ClientInput`."""
    types = import_module(mb.revision(NEWEST).package)

    class Asking(types.ServerHandlers):  # type: ignore[misc,name-defined]
        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            members: Any = {"resultType": "input_required", "inputRequests": {"a": asked}}
            if with_input:
                try:
                    answers = await ClientInput(context, SIGNER).ask(a=asked)
                    return types.CallToolResult(
                        content=[types.TextContent(text=json.dumps(answers))], result_type="complete"
                    )
                except InputRequired as required:
                    members = required.members
            return mb.revision(NEWEST).codec("InputRequiredResult").decode_value(members)

    return Asking()


def call(server: Any, declared: Any, **params: Any) -> Any:
    meta = request_meta(NEWEST, declared)
    document = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "_meta": meta, **params}}
    return json.loads(asyncio.run(mb.Dispatcher(server).dispatch(json.dumps(document))) or b"")


@pytest.mark.parametrize(("asked", "declared", "missing"), CASES)
@pytest.mark.parametrize("with_input", [False, True])
def test_input_needs_what_the_client_declared(asked: Any, declared: Any, missing: Any, *, with_input: bool) -> None:
    answer = call(handlers(asked, with_input=with_input), declared)
    if missing is None:
        assert answer["result"]["inputRequests"] == {"a": asked}
    else:
        assert answer["error"]["code"] == -32021
        assert answer["error"]["data"] == {"requiredCapabilities": missing}


def test_responses_must_match_the_requested_input() -> None:
    server = handlers(FORM, with_input=True)
    declared: Any = {"elicitation": {}}
    yes: dict[str, Any] = {"action": "accept", "content": {}}
    unasked: list[Any] = [yes, {"roots": []}]
    for given in unasked:
        asked = call(server, declared, inputResponses={"a": given})["result"]
        assert list(asked["inputRequests"]) == ["a"], "without the state, nothing shows that the client was asked"
    state = call(server, declared)["result"]["requestState"]
    again = call(server, declared, requestState=state, inputResponses={"b": yes})["result"]
    assert list(again["inputRequests"]) == ["a"], "what is missing is asked for again"
    done = call(server, declared, requestState=state, inputResponses={"a": yes, "b": {"roots": []}})["result"]
    assert json.loads(done["content"][0]["text"]) == {"a": yes}, "what was not asked is ignored"
    wrong = call(server, declared, requestState=state, inputResponses={"a": {"roots": []}})
    assert wrong["error"]["code"] == -32602, "the answer to something else"


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_ping_needs_no_handler(revision: str) -> None:
    package = import_module(mb.revision(revision).package)
    for role in ("Client", "Server"):
        dispatcher = mb.Dispatcher(getattr(package, f"{role}Handlers")())
        reply = asyncio.run(dispatcher.dispatch(b'{"jsonrpc":"2.0","id":1,"method":"ping"}'))
        assert json.loads(reply or b"") == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_discover_needs_no_handler() -> None:
    meta: dict[str, Any] = request_meta(NEWEST)
    document = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}
    server = handlers(FORM, with_input=True)
    reply = json.loads(asyncio.run(mb.Dispatcher(server).dispatch(json.dumps(document))) or b"")
    message = mb.revision(NEWEST).parse(json.dumps(reply), sender="server", pending={1: "server/discover"})
    assert isinstance(message, mb.Response)
    assert message.result.supported_versions == [NEWEST]
    assert reply["result"]["capabilities"] == server.capabilities_json() != {}
    assert v2025_11_25.ServerHandlers().capabilities_json() == {}


def test_another_kind_of_elicitation_leaves_forms_declared() -> None:
    """An empty object stands for forms, but not an object with another member, which a later revision may add."""
    types = import_module(mb.revision(NEWEST).package)
    generated = types.ClientHandlers
    added = {"elicitation/confirm": Route("confirm", {"elicitation": {"confirm": {}}})}
    later = type("Later", (generated,), {"routes": {**generated.routes, **added}})

    def handle(self: Any, params: Any, context: mb.Context) -> Any:
        raise AssertionError

    both, one = (
        type("Mine", (later,), dict.fromkeys(names, handle)) for names in (("elicit", "confirm"), ("confirm",))
    )
    assert both().capabilities_json() == {"elicitation": {"confirm": {}, "form": {}}}
    assert one().capabilities_json() == {"elicitation": {"confirm": {}}}
