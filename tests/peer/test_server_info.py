"""A server adds its name to the `_meta` of each result, if the revision recommends it.

Page: /specification/2026-07-28/basic/index#meta.
"""

from __future__ import annotations

import asyncio
import json
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.session.session import Session
from tests.revisions import info_type, method_of, request_meta

KEY = "io.modelcontextprotocol/serverInfo"
INFO = {"name": "shop", "version": "2"}
OTHER = {"name": "other", "version": "3"}

NAMING = [each for each in mb.REVISIONS if any(row.key == KEY for row in mb.revision(each).protocol.meta_keys)]
SILENT = [each for each in mb.REVISIONS if each not in NAMING]


def package_of(revision: str) -> Any:
    return import_module(mb.revision(revision).package)


def handlers(revision: str, meta: Any = None) -> Any:
    """Handlers of two methods, whose results have the given `_meta`."""
    types = package_of(revision)
    given = {} if meta is None else {"_meta": meta}
    kind = {} if revision in SILENT else {"result_type": "complete"}
    extra = {} if revision in SILENT else {**kind, "ttl_ms": 0, "cache_scope": "private"}

    def list_tools(self: Any, params: Any, context: Any) -> Any:
        return types.ListToolsResult(tools=[], **extra, **given)

    def call_tool(self: Any, params: Any, context: Any) -> Any:
        return types.CallToolResult(content=[], **kind, **given)

    return type("Shop", (types.ServerHandlers,), {"list_tools": list_tools, "call_tool": call_tool})()


def request(revision: str, method: str, params: dict[str, Any] | None = None) -> bytes:
    meta: dict[str, Any] = request_meta(revision)
    members: dict[str, Any] = {**(params or {}), "_meta": meta} if revision in NAMING else params or {}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method_of(method, revision), "params": members}).encode()


def answer(dispatcher: mb.Dispatcher, data: bytes) -> Any:
    reply = asyncio.run(dispatcher.dispatch(data))
    assert reply is not None
    return json.loads(reply)["result"]


def server(revision: str) -> Session:
    return Session("server", [revision], info=INFO, capabilities={"tools": {}})


REQUESTS = [("tools/list", None), ("tools/call", {"name": "a"}), ("server/discover", None)]


@pytest.mark.parametrize("revision", NAMING)
@pytest.mark.parametrize("has_session", [True, False])
@pytest.mark.parametrize(("method", "params"), REQUESTS)
def test_each_result_names_the_server(
    revision: str, has_session: bool, method: str, params: dict[str, Any] | None
) -> None:
    known: Any = {"session": server(revision)} if has_session else {"info": INFO}
    result = answer(mb.Dispatcher(handlers(revision), **known), request(revision, method, params))
    assert result["_meta"] == {KEY: INFO}


@pytest.mark.parametrize("revision", NAMING)
def test_the_name_may_be_a_typed_value(revision: str) -> None:
    info = getattr(package_of(revision), info_type(revision))(name="shop", version="2")
    result = answer(mb.Dispatcher(handlers(revision), info=info), request(revision, "tools/list"))
    assert result["_meta"] == {KEY: INFO}


@pytest.mark.parametrize("revision", NAMING)
def test_other_members_of_meta_are_kept(revision: str) -> None:
    dispatcher = mb.Dispatcher(handlers(revision, {"com.example/a": [1.5, None]}), info=INFO)
    result = answer(dispatcher, request(revision, "tools/list"))
    assert result["_meta"] == {KEY: INFO, "com.example/a": [1.5, None]}
    assert result["tools"] == []


@pytest.mark.parametrize("revision", NAMING)
def test_a_name_from_the_handler_is_kept(revision: str) -> None:
    dispatcher = mb.Dispatcher(handlers(revision, {KEY: OTHER}), session=server(revision))
    assert answer(dispatcher, request(revision, "tools/list"))["_meta"] == {KEY: OTHER}


@pytest.mark.parametrize("revision", NAMING)
def test_a_session_adds_the_name_of_the_server(revision: str) -> None:
    given: dict[str, Any] = {"resultType": "complete", "content": []}
    for meta, expected in (
        ({}, {KEY: INFO}),
        ({"_meta": {"a": 1}}, {KEY: INFO, "a": 1}),
        ({"_meta": {KEY: OTHER}}, {KEY: OTHER}),
    ):
        session = server(revision)
        session.receive(request(revision, "tools/call", {"name": "a"}))
        result = {**given, **meta}
        assert json.loads(session.respond(1, result))["result"]["_meta"] == expected
        assert result == {**given, **meta}


@pytest.mark.parametrize("revision", NAMING)
def test_without_a_server_name_nothing_is_added(revision: str) -> None:
    assert "_meta" not in answer(mb.Dispatcher(handlers(revision)), request(revision, "tools/list"))


@pytest.mark.parametrize("revision", SILENT)
def test_other_revisions_have_no_such_key(revision: str) -> None:
    result = answer(mb.Dispatcher(handlers(revision), info=INFO), request(revision, "tools/list"))
    assert "_meta" not in result
