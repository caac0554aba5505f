"""A side that receives no requests sends no responses, not even errors: clients of 2026-07-28, on every transport.

https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/index#messages
"""

from __future__ import annotations

import asyncio
import json
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.session import Session
from tests.behaviour.peers import calls_of
from tests.documents import filled, initialize_result
from tests.revisions import HANDSHAKE, PER_REQUEST

GARBAGE = (
    b"{",
    b"5",
    b"[]",
    b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
    b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":1,"method":5}',
    b'{"jsonrpc":"2.0","id":7}',
)
REQUESTS = tuple(
    json.dumps({"jsonrpc": "2.0", "id": 1, "method": method}).encode()
    for method in ("ping", "roots/list", "sampling/createMessage", "elicitation/create", "no/such", "tools/list")
)
INFO = {"name": "x", "version": "1"}


def handlers(revision: str, role: str) -> Any:
    return getattr(import_module(mb.revision(revision).package), f"{role.capitalize()}Handlers")()


def session(revision: str) -> Session:
    client = Session("client", [revision], info=INFO)
    client.receive(
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": json.loads(client.open())["id"],
                "result": filled(revision, "DiscoverResult", {"supportedVersions": [revision], "capabilities": {}}),
            }
        )
    )
    assert client.version == revision
    return client


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_the_table_of_transports_and_the_methods_agree(revision: str) -> None:
    rev = mb.revision(revision)
    asked = any(info.kind == "request" and "server" in info.senders for info in rev.methods.values())
    assert ("response" in rev.protocol.stdio.client_writes) == asked
    assert asked == (revision in HANDSHAKE)


@pytest.mark.parametrize("data", [*GARBAGE, *REQUESTS])
@pytest.mark.parametrize("revision", PER_REQUEST)
def test_an_error_found_by_a_client_has_no_reply_to_send(revision: str, data: bytes) -> None:
    with pytest.raises(mb.ProtocolError) as caught:
        mb.revision(revision).parse(data, sender="server")
    assert caught.value.to_bytes() is None
    assert not caught.value.answerable
    with pytest.raises(mb.ProtocolError) as caught:
        session(revision).receive(data)
    assert caught.value.to_bytes() is None
    fresh = Session("client", [revision], info=INFO)
    fresh.open()
    with pytest.raises(mb.ProtocolError) as caught:
        fresh.receive(data)
    assert caught.value.to_bytes() is None


@pytest.mark.parametrize("data", [*GARBAGE, *REQUESTS])
@pytest.mark.parametrize("revision", PER_REQUEST)
@pytest.mark.parametrize("with_session", [False, True])
def test_the_dispatcher_of_a_client_only_reports_the_error(revision: str, data: bytes, with_session: bool) -> None:
    rejected: list[mb.ProtocolError] = []
    dispatcher = mb.Dispatcher(
        handlers(revision, "client"),
        session=session(revision) if with_session else None,
        on_rejected=rejected.append,
    )
    assert asyncio.run(dispatcher.dispatch(data)) is None
    assert len(rejected) == 1
    assert asyncio.run(dispatcher.handle(mb.ProtocolError(-32603, "mine", id=1))) is None
    assert [each.message for each in rejected[1:]] == ["mine"]


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_server_responds_to_the_same_messages(revision: str) -> None:
    for data in GARBAGE:
        reply = asyncio.run(mb.Dispatcher(handlers(revision, "server")).dispatch(data))
        assert reply is not None or b'"id":7}' in data


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_client_of_a_handshake_revision_responds(revision: str) -> None:
    dispatcher = mb.Dispatcher(handlers(revision, "client"))
    for data in (b"{", b'{"jsonrpc":"2.0","id":1,"method":"no/such"}'):
        assert asyncio.run(dispatcher.dispatch(data)) is not None


@pytest.mark.parametrize("revision", mb.REVISIONS)
@pytest.mark.parametrize("method", ["no/such", 5])
def test_a_rejected_request_ends_no_call_with_the_same_id(revision: str, method: object) -> None:
    async def main() -> None:
        async def send(data: bytes) -> None:
            pass

        calls = calls_of(revision, "client", send)
        dispatcher = mb.Dispatcher(handlers(revision, "client"), calls=calls)
        task = asyncio.create_task(calls.list_tools())
        await asyncio.sleep(0)
        (id_,) = calls.pending
        await dispatcher.dispatch(json.dumps({"jsonrpc": "2.0", "id": id_, "method": method}))
        assert dict(calls.pending) == {id_: "tools/list"}
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(main())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_request_with_an_id_in_use_ends_no_call(revision: str) -> None:
    client = Session("client", [revision], info=INFO, capabilities={"roots": {}})
    id_ = json.loads(client.open())["id"]
    answer = initialize_result(revision, {"tools": {}})
    client.receive(json.dumps({"jsonrpc": "2.0", "id": id_, "result": answer}))
    ours = client.request("tools/list")
    ping = json.dumps({"jsonrpc": "2.0", "id": ours.id, "method": "ping"})
    client.receive(ping)
    with pytest.raises(mb.ProtocolError) as caught:
        client.receive(ping)
    assert caught.value.to_bytes() is None
    assert not caught.value.rejects_answer


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_session_sends_no_response_of_a_client(revision: str) -> None:
    client = session(revision)
    answers: list[Any] = [{"id": 1, "result": {}}, {"id": 1, "error": {"code": 1, "message": "x"}}]
    for answer in answers:
        with pytest.raises(LocalProtocolError):
            client.record_sent(json.dumps({"jsonrpc": "2.0", **answer}).encode())
    with pytest.raises(LocalProtocolError) as caught:
        client.record_sent(b'{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}')
    assert caught.value.rule == "answer.direction"
