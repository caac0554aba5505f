"""Messages whose bodies are typed on first access behave like messages that are typed at once."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc import engines
from mcp_bindings.jsonrpc.body_types import EngineError
from mcp_bindings.jsonrpc.messages import is_typed, result_class_name
from tests.engines import using

CALL = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read","arguments":{"b":1,"a":[1.0]}}}'
PROGRESS = b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5}}'
RESULT = b'{"jsonrpc":"2.0","id":7,"result":{"content":[{"text":"x","type":"text"}],"isError":false}}'
FAILURE = b'{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"no","data":{"a":1}}}'
LATEST_HANDSHAKE = [id_ for id_ in mb.REVISIONS if mb.revision(id_).era == "handshake"][-1]


def parsed(data: bytes) -> Any:
    """The message, by the engine in use."""
    sender: Any = "client" if b"tools/call" in data else "server"
    return mb.revision(LATEST_HANDSHAKE).parse(data, sender=sender, pending={7: "tools/call"})


def body_of(message: Any) -> Any:
    """Its typed body."""
    return next(getattr(message, name) for name in ("params", "result", "error") if hasattr(message, name))


WAYS: Mapping[str, Callable[[Any], Any]] = {
    "itself": lambda message: message,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda message: pickle.loads(pickle.dumps(message)),
}

each_message = pytest.mark.parametrize("data", [CALL, PROGRESS, RESULT, FAILURE])


@each_message
def test_it_is_typed_once(data: bytes) -> None:
    with using("fast"):
        message = parsed(data)
    assert not is_typed(message)
    body = body_of(message)
    assert is_typed(message)
    assert body_of(message) is body


@each_message
@pytest.mark.parametrize("way", ["itself", "copy", "deepcopy", "pickle"])
def test_the_result_equals_that_of_pydantic_alone(data: bytes, way: str) -> None:
    made: Callable[[Any], Any] = WAYS[way]
    with using("pydantic"):
        expected = parsed(data)
    with using("fast"):
        message = made(parsed(data))
    assert repr(message) == repr(expected)
    assert type(message) is type(expected)
    for name in ("id", "method", "known", "findings", "document", "params", "result", "error"):
        assert getattr(message, name, "none") == getattr(expected, name, "none")
    assert type(body_of(message)) is type(body_of(expected))
    member = next(name for name in ("params", "result", "error") if name in json.loads(data))
    assert json.loads(encoded(message)) == json.loads(data)[member]
    assert encoded(message) == encoded(expected)


def encoded(message: Any) -> bytes:
    """The body, written."""
    from mcp_bindings.codec.encoding import encode_any

    return encode_any(body_of(message))


def test_class_patterns_match() -> None:
    with using("fast"):
        match parsed(CALL):
            case mb.Request("tools/call", params):
                assert params.name == "read"
            case _:
                raise AssertionError("no match")
        match parsed(RESULT):
            case mb.Response(method="tools/call", result=result):
                assert result.content[0].text == "x"
            case _:
                raise AssertionError("no match")


def test_a_body_can_be_replaced_before_it_is_read() -> None:
    with using("fast"):
        message = parsed(CALL)
    message.params = None
    assert message.params is None
    assert copy.copy(message).params is None


def test_all_threads_get_the_same_value() -> None:
    threads = 8
    with using("fast"), ThreadPoolExecutor(threads) as pool:
        for _ in range(200):
            message, barrier = parsed(CALL), Barrier(threads)

            def read(message: Any = message, barrier: Barrier = barrier) -> int:
                barrier.wait()
                return id(message.params)

            assert len({future.result() for future in [pool.submit(read) for _ in range(threads)]}) == 1


def test_the_class_of_a_result_is_known_before_it_is_typed() -> None:
    with using("fast"):
        message = parsed(RESULT)
        assert result_class_name(message) == "CallToolResult"
        assert not is_typed(message)
        assert type(message.result).__name__ == result_class_name(message)


def test_a_disagreement_names_both_engines() -> None:
    with using("fast"):
        message = parsed(CALL)
    document: Mapping[str, Any] = message.document
    document["params"]["name"] = 5  # which users must not do
    with pytest.raises(EngineError, match=r"jsonschema-rs accepts the params .* pydantic rejects"):
        _ = message.params


@pytest.mark.parametrize("member", ['"method":"tools/call","params":{"name":5}', '"result":{"tools":5}'])
def test_pydantic_does_not_read_what_is_rejected(member: str) -> None:
    program = f"""
import sys, mcp_bindings as mb
sender = "server" if "result" in {member!r} else "client"
text = '{{"jsonrpc":"2.0","id":7,' + {member!r} + '}}'
try:
    mb.revision({LATEST_HANDSHAKE!r}).parse(text, sender=sender, pending={{7: "tools/list"}})
except mb.ProtocolError as error:
    print([finding.rule for finding in error.findings], "pydantic" in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8")
    assert found.stdout.strip() == "['type'] False"


def test_pydantic_is_imported_when_a_body_is_read() -> None:
    program = f"""
import sys, mcp_bindings as mb
message = mb.revision({LATEST_HANDSHAKE!r}).parse({CALL!r}, sender="client")
failure = mb.revision({LATEST_HANDSHAKE!r}).parse({FAILURE!r}, sender="server")
before = [name for name in sys.modules if name.startswith("pydantic")]
message.params
print(before, "pydantic" in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8")
    assert found.stdout.split("\n")[0] == "[] True"


def test_a_session_imports_no_pydantic_before_a_body_is_read() -> None:
    program = f"""
import sys, mcp_bindings as mb
info = {{"name": "x", "version": "1"}}
server = mb.Session("server", [{LATEST_HANDSHAKE!r}], info=info, capabilities={{"tools": {{}}}})
client = mb.Session("client", [{LATEST_HANDSHAKE!r}], info=info, transport="http")
data = client.open()
client.http_headers(data)
agreed = client.receive(server.accept(server.receive(data)))
server.receive(agreed.reply)
message = server.receive(client.request("tools/call", {{"name": "read"}}).data)
client.receive(server.respond(message.id, {{"content": []}}))
before = [name for name in sys.modules if name.startswith("pydantic")]
message.params
print(before, "pydantic" in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8")
    assert found.stdout.split("\n")[0] == "[] True"


def test_headers_take_what_was_just_written(monkeypatch: pytest.MonkeyPatch) -> None:
    client = mb.Session("client", [LATEST_HANDSHAKE], info={"name": "x", "version": "1"}, transport="http")
    first = client.open()
    copied = bytes(bytearray(first))
    with monkeypatch.context() as patch:
        patch.setattr(json, "loads", None)
        headers = client.http_headers(first)
    assert client.http_headers(first) == client.http_headers(copied) == headers


@pytest.mark.both_engines
def test_marked_tests_use_each_engine(request: pytest.FixtureRequest) -> None:
    assert engines.engine_in_use().name == request.node.callspec.params["engine"]
