"""Tools with invalid `x-mcp-header` annotations: left out of the list over HTTP, and kept over stdio."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.spec.names import Transport
from tests.documents import accepting, tool
from tests.revisions import request_meta
from tests.session.pairs import raw, ready, result_of

REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
TRANSPORTS: tuple[Transport, ...] = ("stdio", "http")


KINDS = {"one": "number", "two": "string", "three": "array", "four": "integer"}
TOOLS = [
    tool(name, inputSchema={"type": "object", "properties": {"a": {"type": kind, "x-mcp-header": "A"}}})
    for name, kind in KINDS.items()
]


def result(revision: str, tools: Sequence[object] = TOOLS) -> dict[str, Any]:
    return {**result_of(revision, "tools/list"), "tools": tools}


def response(revision: str, tools: Sequence[object] = TOOLS) -> bytes:
    return raw({"jsonrpc": "2.0", "id": 1, "result": result(revision, tools)})


def names(tools: Sequence[Any]) -> list[str]:
    return [each.name for each in tools]


def expected(revision: str, transport: Transport) -> list[str]:
    """The names of the tools that remain, by the table of headers."""
    rows = mb.revision(revision).protocol.http.request_headers
    excludes = transport == "http" and any(row.applies == "parameter" for row in rows)
    return ["two", "four"] if excludes else ["one", "two", "three", "four"]


def test_only_some_revisions_define_parameter_headers() -> None:
    assert {len(expected(revision, "http")) for revision in mb.REVISIONS} == {2, 4}


def test_the_result_of_an_extension_keeps_all_members() -> None:
    text = raw({"jsonrpc": "2.0", "id": 1, "result": {**result(mb.LATEST), "resultType": "task"}})
    answer: Any = mb.revision(mb.LATEST).parse(
        text, sender="server", pending={1: "tools/list"}, transport="http", result_types=["task"]
    )
    assert answer.result.tools == answer.result["tools"] == TOOLS
    assert mb.set_aside(answer) == ()


@REVISIONS
@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("mode", ["strict", "tolerant"])
def test_parsing_sets_such_tools_aside(revision: str, transport: Transport, mode: Any) -> None:
    rev = mb.revision(revision)
    answer: Any = rev.parse(
        response(revision), sender="server", pending={1: "tools/list"}, mode=mode, transport=transport
    )
    kept = expected(revision, transport)
    assert names(answer.result.tools) == kept
    found = mb.set_aside(answer)
    assert [each.value["name"] for each in found] == [each["name"] for each in TOOLS if each["name"] not in kept]
    for each in found:
        place = [item["name"] for item in TOOLS].index(each.value["name"])
        assert (each.pointer, each.carried) == (f"/result/tools/{place}", False)
        assert {finding.rule for finding in each.findings} == {"tool.param-headers"}
        assert rev.lint(each.value, definition="Tool")[0].rule == "tool.param-headers"
    assert rev.codec("ListToolsResult").dump(answer.result)["tools"] == TOOLS
    mb.drop_set_aside(answer)
    assert [each["name"] for each in rev.codec("ListToolsResult").dump(answer.result)["tools"]] == kept


@REVISIONS
def test_a_tool_set_aside_by_the_tolerant_mode_is_not_listed(revision: str) -> None:
    tools = [{"name": 1}, TOOLS[0], TOOLS[1], {}, TOOLS[2]]
    answer: Any = mb.revision(revision).parse(
        response(revision, tools), sender="server", pending={1: "tools/list"}, mode="tolerant", transport="http"
    )
    kept = [name for name in expected(revision, "http") if name != "four"]
    assert names(answer.result.tools) == kept
    assert len(mb.set_aside(answer)) == len(tools) - len(kept)
    assert mb.revision(revision).codec("ListToolsResult").dump(answer.result)["tools"] == tools


@REVISIONS
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_session_leaves_such_tools_out(revision: str, transport: Transport) -> None:
    pair = ready(revision, transport=transport)
    answer = pair.answer(pair.ask("tools/list").id, result(revision))
    assert names(answer.result.tools) == expected(revision, transport)


@REVISIONS
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_calls_leave_such_tools_out(revision: str, transport: Transport, caplog: pytest.LogCaptureFixture) -> None:
    async def send(data: bytes) -> bytes:
        return raw({"jsonrpc": "2.0", "id": json.loads(data)["id"], "result": result(revision)})

    calls_of = import_module(mb.revision(revision).package).ClientCalls

    async def run() -> tuple[list[str], list[str]]:
        calls = calls_of(send, meta={"a": 1} if not calls_of.needs_meta else metadata(revision), transport=transport)
        page = await calls.list_tools()
        return names(page.tools), names([each async for each in calls.iter_tools()])

    kept = expected(revision, transport)
    assert asyncio.run(run()) == (kept, kept)
    warnings = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert len(warnings) == 2 * (len(TOOLS) - len(kept))
    assert all("is left out: 'a': x-mcp-header needs type" in each for each in warnings)


@REVISIONS
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_dispatcher_parses_responses_as_its_calls_do(revision: str, transport: Transport) -> None:
    package = import_module(mb.revision(revision).package)

    async def run() -> list[str]:
        async def send(data: bytes) -> None:
            document = {"jsonrpc": "2.0", "id": json.loads(data)["id"], "result": result(revision)}
            assert await dispatcher.dispatch(raw(document)) is None

        calls = package.ClientCalls(
            send, meta=metadata(revision) if package.ClientCalls.needs_meta else None, transport=transport, timeout=5
        )
        dispatcher = mb.Dispatcher(package.ClientHandlers(), calls=calls)
        return names((await calls.list_tools()).tools)

    assert asyncio.run(run()) == expected(revision, transport)


def metadata(revision: str) -> dict[str, Any]:
    """The metadata of a request, in revisions that require it in every request."""
    return request_meta(revision)


@REVISIONS
def test_warnings_and_findings_are_bounded(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    name = "x" * 1000 if revision in accepting("Tool", tool("x" * 1000, revision)) else "x"
    tools = [{**TOOLS[0], "name": name}] * 500
    answer: Any = mb.revision(revision).parse(
        response(revision, tools), sender="server", pending={1: "tools/list"}, transport="http"
    )
    assert len(answer.result.tools) in (0, 500)
    assert len(caplog.records) <= 100
    assert all(len(each.getMessage()) < 300 for each in caplog.records)


@pytest.mark.parametrize("tools", [{}, {"tools": 1}])
def test_a_result_of_an_extension_needs_no_tools(tools: Any) -> None:
    document = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "task", **tools}}
    answer: Any = mb.revision(mb.LATEST).parse(
        raw(document), sender="server", pending={1: "tools/list"}, transport="http", result_types=["task"]
    )
    assert answer.result["resultType"] == "task"
