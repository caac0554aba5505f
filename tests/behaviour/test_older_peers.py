"""Results of servers of earlier revisions, by the rows of `protocol.defaults` with `older_peer`.

https://modelcontextprotocol.io/specification/2026-07-28/basic/index#resulttype
https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc.messages import Response
from tests.behaviour.classes import json_of, minimal_value
from tests.behaviour.peers import calls_of
from tests.documents import tool
from tests.revisions import PER_REQUEST, first_name, method_of
from tests.session.pairs import ready

pytestmark = pytest.mark.both_engines

CACHEABLE = [
    (revision, method)
    for revision in PER_REQUEST
    for method, info in mb.revision(revision).methods.items()
    if info.cacheable
]
HINTS: dict[str, Any] = {"resultType": "complete", "ttlMs": 5, "cacheScope": "public"}


def answer(id_: object, result: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "result": result}).encode()


def content_of(revision: str, method: str) -> dict[str, Any]:
    """The members of a result without the hints."""
    (result,) = (each for each in mb.revision(revision).methods[method].results if each != "InputRequiredResult")
    document = json_of(minimal_value(revision, result))
    return {name: value for name, value in document.items() if name not in HINTS}


def params_of(revision: str, method: str) -> dict[str, Any]:
    """The members that the params of a method have to have, beside those of every request."""
    document = json_of(minimal_value(revision, mb.revision(revision).methods[method].message))
    return {name: value for name, value in document["params"].items() if name != "_meta"}


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_lists_and_contents_are_cacheable(revision: str) -> None:
    cacheable = {first_name(method, each) for each, method in CACHEABLE if each == revision}
    assert {"server/discover", "tools/list", "prompts/list", "resources/list", "resources/read"} <= cacheable


@pytest.mark.parametrize(("revision", "method"), CACHEABLE)
@pytest.mark.parametrize("absent", [("resultType",), ("ttlMs",), ("cacheScope",), tuple(HINTS)])
def test_what_an_earlier_server_leaves_out(revision: str, method: str, absent: tuple[str, ...]) -> None:
    given = {**content_of(revision, method), **{name: value for name, value in HINTS.items() if name not in absent}}
    rev = mb.revision(revision)
    with pytest.raises(mb.ProtocolError):
        rev.parse(answer(1, given), sender="server", pending={1: method})
    expected = {**HINTS, **{name: json.loads(supplied(revision)[name]) for name in absent}}
    pair = ready(revision)
    id_ = pair.ask(method, params_of(revision, method)).id
    for message in (
        rev.parse(answer(1, given), sender="server", pending={1: method}, older_peer=True),
        pair.client.receive(answer(id_, given)),
    ):
        assert isinstance(message, Response)
        result = message.result
        assert [result.result_type, result.ttl_ms, result.cache_scope] == list(expected.values())
        assert rev.codec(type(result).__name__).dump(result) == {**given, **expected}, (
            "written as this revision requires"
        )


def supplied(revision: str) -> dict[str, str]:
    rows = mb.revision(revision).protocol.defaults
    return {row.member: row.value for row in rows if row.older_peer}


@pytest.mark.parametrize(("revision", "method"), CACHEABLE)
def test_a_negative_time_to_live_is_none(revision: str, method: str) -> None:
    given = {**content_of(revision, method), **HINTS, "ttlMs": -7}
    rev = mb.revision(revision)
    with pytest.raises(mb.ProtocolError):
        rev.parse(answer(1, given), sender="server", pending={1: method})
    message = rev.parse(answer(1, given), sender="server", pending={1: method}, older_peer=True)
    assert isinstance(message, Response)
    assert message.result.ttl_ms == 0
    assert rev.codec(type(message.result).__name__).dump(message.result)["ttlMs"] == 0


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_other_faults_are_faults(revision: str) -> None:
    faults: list[Any] = [{"ttlMs": "1"}, {"ttlMs": 1.5}, {"cacheScope": "all"}, {"tools": 5}, {"resultType": "other"}]
    for wrong in faults:
        given = {**content_of(revision, "tools/list"), **wrong}
        with pytest.raises(mb.ProtocolError):
            mb.revision(revision).parse(answer(1, given), sender="server", pending={1: "tools/list"}, older_peer=True)


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_the_tolerant_mode_reads_lists_of_earlier_servers_too(revision: str) -> None:
    tools: list[Any] = [tool("a", revision), {"name": 5}]
    text = answer(1, {"tools": tools})
    rev = mb.revision(revision)
    message = rev.parse(text, sender="server", pending={1: "tools/list"}, mode="tolerant", older_peer=True)
    assert isinstance(message, Response)
    assert [each.name for each in message.result.tools] == ["a"]
    assert [each.value for each in mb.set_aside(message)] == [tools[1]]
    expected = {name: json.loads(value) for name, value in supplied(revision).items()}
    assert message.supplied == expected
    assert rev.codec(type(message.result).__name__).dump(message.result) == {"tools": tools, **expected}


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_an_earlier_server_may_omit_members_without_findings(revision: str) -> None:
    with pytest.raises(mb.ProtocolError) as error:
        mb.revision(revision).parse(
            answer(1, {"tools": 5}), sender="server", pending={1: "tools/list"}, older_peer=True
        )
    assert [each.pointer for each in error.value.findings] == ["/result/tools"]


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_calls_read_results_of_earlier_servers(revision: str) -> None:
    async def send(data: bytes) -> bytes:
        return answer(json.loads(data)["id"], {"tools": []})

    page = asyncio.run(calls_of(revision, "client", send).list_tools())
    assert (page.result_type, page.ttl_ms, page.cache_scope) == ("complete", 0, "private")


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_result_types_of_extensions(revision: str) -> None:
    rev, pending = mb.revision(revision), {1: method_of("tools/call", revision)}
    text = answer(1, {"resultType": "task", "taskId": "x"})
    with pytest.raises(mb.ProtocolError):
        rev.parse(text, sender="server", pending=pending)
    message = rev.parse(text, sender="server", pending=pending, result_types=["task"])
    assert isinstance(message, Response)
    assert message.result["taskId"] == "x"
    with pytest.raises(mb.ProtocolError):
        rev.parse(text, sender="server", pending=pending, result_types=["tasks"])


@pytest.mark.both_engines
@pytest.mark.parametrize("value", [[], {}, "t", None, ...])
def test_a_result_type_is_compared_as_a_whole_text(value: Any) -> None:
    members = {} if value is ... else {"resultType": value}
    text = answer(1, {"content": [], **members})
    for types in (["task"], {"task"}):
        try:
            mb.revision(mb.LATEST).parse(
                text, sender="server", pending={1: method_of("tools/call")}, older_peer=True, result_types=types
            )
        except mb.ProtocolError:
            assert value is not ...
    with pytest.raises(TypeError, match="list of texts"):
        mb.revision(mb.LATEST).parse(text, sender="server", pending={1: "tools/call"}, result_types="task")
