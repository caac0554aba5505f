"""Dispatch: the right handler, the right response, and no response where none is due."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.v2025_11_25 import (
    CallToolRequestParams,
    CallToolResult,
    CancelledNotificationParams,
    EmptyResult,
    ListToolsResult,
    PaginatedRequestParams,
    SetLevelRequestParams,
    TextContent,
)
from mcp_bindings.v2025_11_25.handlers import ServerHandlers, ToolsServer

pytestmark = pytest.mark.both_engines

OK = CallToolResult(content=[TextContent(text="done")])


class Server(ServerHandlers):
    """One tool for each possible behaviour of a handler."""

    def __init__(self) -> None:
        self.notified: list[object] = []
        self.started = asyncio.Event()
        self.late: asyncio.Future[None] | None = None

    def list_tools(self, params: PaginatedRequestParams, context: mb.Context) -> ListToolsResult:
        assert params.cursor is None
        return ListToolsResult(tools=[])

    async def call_tool(self, params: CallToolRequestParams, context: mb.Context) -> CallToolResult:
        match params.name:
            case "wait":
                self.started.set()
                await asyncio.sleep(60)
            case "stubborn":
                self.started.set()
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(60)
            case "wrong type":
                return 5  # type: ignore[return-value]  # pyright: ignore[reportReturnType]
            case "spoiled":
                result = CallToolResult(content=[])
                result.content.append(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
                return result
            case "raises":
                raise RuntimeError("secret")
            case "refuses":
                raise mb.ProtocolError(-32002, "Resource not found", data={"uri": "file:///x"})
            case "bad data":
                raise mb.ProtocolError(-32002, "Resource not found", data=object())
            case "inner":
                inner = asyncio.ensure_future(asyncio.sleep(60))
                inner.cancel()
                await inner
            case "late":
                self.late = asyncio.ensure_future(self._late(context))
            case "progress":
                await context.progress(1, total=2, message="half")
                await context.progress(2)
            case "backwards":
                await context.progress(2)
                await context.progress(1)
            case "log":
                await context.log("info", {"a": 1})
                await context.log("error", "b", logger="here")
            case _:
                pass
        return OK

    async def _late(self, context: mb.Context) -> None:
        await asyncio.sleep(0)
        await context.progress(1)

    def set_level(self, params: SetLevelRequestParams, context: mb.Context) -> EmptyResult:
        return EmptyResult()

    def on_cancelled(self, params: CancelledNotificationParams, context: mb.Context) -> None:
        self.notified.append(params.request_id)


Respond = Callable[[object], Awaitable[Any]]


def request(method: str, params: object = None, id_: object = 1) -> dict[str, object]:
    message: dict[str, object] = {"jsonrpc": "2.0", "id": id_, "method": method}
    return message if params is None else {**message, "params": params}


def call(tool: str, id_: object = 1, **meta: object) -> dict[str, object]:
    return request("tools/call", {"name": tool, **({"_meta": meta} if meta else {})}, id_)


def cancelled(id_: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}}


def respond(dispatcher: mb.Dispatcher) -> Respond:
    async def one(message: object) -> Any:
        reply = await dispatcher.dispatch(json.dumps(message))
        return None if reply is None else json.loads(reply)

    return one


def serve(*messages: object) -> list[Any]:
    """The responses to these messages, handled one after the other."""

    async def run() -> list[Any]:
        answer = respond(mb.Dispatcher(Server()))
        return [await answer(message) for message in messages]

    return asyncio.run(run())


def code(answer: Any) -> int:
    number: int = answer["error"]["code"]
    return number


def test_async_and_plain_handlers_answer() -> None:
    called, listed = serve(call("x", id_="a"), request("tools/list", id_=2**70))
    assert called == {"jsonrpc": "2.0", "id": "a", "result": {"content": [{"type": "text", "text": "done"}]}}
    assert listed == {"jsonrpc": "2.0", "id": 2**70, "result": {"tools": []}}


@pytest.mark.parametrize("method", ["prompts/list", "tasks/list", "nonsense"])
def test_a_method_without_a_handler_is_not_found(method: str) -> None:
    assert serve(request(method)) == [
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}}
    ]


def test_a_ping_needs_no_handler() -> None:
    assert serve(request("ping")) == [{"jsonrpc": "2.0", "id": 1, "result": {}}]


@pytest.mark.parametrize("tool", ["wrong type", "spoiled", "raises", "bad data", "backwards"])
def test_the_error_of_a_handler_is_logged_and_not_sent(tool: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> Any:
        return await respond(mb.Dispatcher(Server(), send=sink([])))(call(tool, progressToken=1))

    answer = asyncio.run(run())
    assert answer == {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "Internal error"}}
    (record,) = [row for row in caplog.records if row.levelno == logging.ERROR]
    assert (record.exc_info is None) == (tool == "wrong type"), "only a mistake whose text says where it is"


def test_the_error_names_the_returned_type(caplog: pytest.LogCaptureFixture) -> None:
    serve(call("wrong type"))
    package = mb.revision(ServerHandlers.revision).package
    assert f"the handler of tools/call returned builtins.int, not {package}.tools.CallToolResult or" in caplog.text


def test_a_protocol_error_is_sent_unchanged() -> None:
    (answer,) = serve(call("refuses", id_="z"))
    assert answer["id"] == "z"
    assert answer["error"] == {"code": -32002, "message": "Resource not found", "data": {"uri": "file:///x"}}


def test_notifications_and_responses_get_no_response() -> None:
    silent: list[dict[str, Any]] = [
        cancelled(9),
        {"jsonrpc": "2.0", "method": "notifications/unheard_of", "params": [1]},
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": "wrong"}},
        {"jsonrpc": "2.0", "id": 4, "result": {}},
        {"jsonrpc": "2.0", "id": 4, "error": {"code": 1, "message": "m"}},
        {"jsonrpc": "2.0", "id": True, "result": {}},
        {"jsonrpc": "2.0", "id": 4, "result": {}, "error": {}},
    ]
    assert serve(*silent) == [None] * len(silent)


def test_rejected_messages_get_an_error() -> None:
    level = request("logging/setLevel", {"level": "loud"})
    answers = serve(request("tools/call", {"name": 1}), level, request("tools/call", id_=None), {"jsonrpc": "2.0"}, [])
    assert [(code(answer), answer["id"]) for answer in answers] == [
        (-32602, 1),
        (-32602, 1),
        (-32600, None),
        (-32600, None),
        (-32600, None),
    ]


def sink(sent: list[Any]) -> Callable[[bytes], Awaitable[None]]:
    async def send(text: bytes) -> None:
        sent.append(json.loads(text))

    return send


@pytest.mark.parametrize("tool", ["wait", "stubborn"])
def test_a_cancelled_handler_stops_and_sends_no_response(tool: str) -> None:
    async def run() -> None:
        server = Server()
        answer = respond(mb.Dispatcher(server))
        running = asyncio.ensure_future(answer(call(tool, id_=7)))
        await server.started.wait()
        assert await answer(cancelled(8)) is None
        assert not running.done()
        assert await answer(cancelled(7)) is None
        assert await asyncio.wait_for(running, 5) is None
        assert not running.cancelled()
        assert server.notified == [8, 7]
        assert (await answer(call("x", id_=7)))["result"] is not None  # the id can be used again
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(run())


def test_the_dispatching_task_can_be_cancelled() -> None:
    async def run() -> None:
        server = Server()
        running = asyncio.ensure_future(respond(mb.Dispatcher(server))(call("wait")))
        await server.started.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(run())


@pytest.mark.skipif(sys.version_info < (3, 11), reason="a task cannot tell there whether it is cancelled")
def test_a_handler_that_cancels_itself_fails() -> None:
    (answer,) = serve(call("inner"))
    assert code(answer) == -32603


def test_progress_ends_with_the_handler() -> None:
    sent: list[Any] = []

    async def run() -> None:
        server = Server()
        assert "result" in await respond(mb.Dispatcher(server, send=sink(sent)))(call("late", progressToken=1))
        assert server.late is not None
        await server.late

    asyncio.run(run())
    assert sent == []


def test_initialize_cannot_be_cancelled() -> None:
    class Slow(ServerHandlers):
        async def initialize(self, params: Any, context: mb.Context) -> Any:
            await asyncio.sleep(0.05)
            raise mb.ProtocolError(-32602, "no")

    async def run() -> None:
        answer = respond(mb.Dispatcher(Slow()))
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
        running = asyncio.ensure_future(answer(request("initialize", params)))
        await asyncio.sleep(0)
        await answer(cancelled(1))
        assert code(await running) == -32602

    asyncio.run(run())


def test_a_second_request_with_an_id_in_use_is_rejected() -> None:
    async def run() -> None:
        server = Server()
        answer = respond(mb.Dispatcher(server))
        running = asyncio.ensure_future(answer(call("wait", id_=1)))
        await server.started.wait()
        assert code(await answer(call("x", id_=1))) == -32600
        await answer(cancelled(1))
        assert await running is None

    asyncio.run(run())


def test_progress_goes_to_the_sender_of_the_request() -> None:
    sent: list[Any] = []

    async def run() -> None:
        answer = respond(mb.Dispatcher(Server(), send=sink(sent)))
        assert "result" in await answer(call("progress"))
        assert sent == []
        assert "result" in await answer(call("progress", progressToken="t"))

    asyncio.run(run())
    updates = [message["params"] for message in sent if message["method"] == "notifications/progress"]
    assert updates == [
        {"progress": 1, "progressToken": "t", "total": 2, "message": "half"},
        {"progress": 2, "progressToken": "t"},
    ]


def test_a_message_can_have_a_channel_of_its_own() -> None:
    general: list[Any] = []
    own: list[Any] = []

    async def run() -> None:
        dispatcher = mb.Dispatcher(Server(), send=sink(general))
        await dispatcher.dispatch(json.dumps(call("progress", progressToken=5)), send=sink(own))

    asyncio.run(run())
    assert (len(general), len(own)) == (0, 2)


def test_log_messages_follow_the_level_that_was_set() -> None:
    sent: list[Any] = []

    async def run() -> None:
        answer = respond(mb.Dispatcher(Server(), send=sink(sent)))
        await answer(call("log"))
        await answer(request("logging/setLevel", {"level": "warning"}))
        await answer(call("log"))

    asyncio.run(run())
    assert [message["params"] for message in sent] == [
        {"level": "info", "data": {"a": 1}},
        {"level": "error", "data": "b", "logger": "here"},
        {"level": "error", "data": "b", "logger": "here"},
    ]


def test_in_2026_a_request_asks_for_its_log_messages_itself() -> None:
    module: Any = import_module("mcp_bindings.v2026_07_28.handlers")
    models: Any = import_module("mcp_bindings.v2026_07_28")
    sent: list[Any] = []

    class PerRequest(module.ServerHandlers):  # type: ignore[misc]  # pyright: ignore[reportUntypedBaseClass]
        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            await context.log("info", 1)
            await context.log("error", 2)
            return models.CallToolResult(content=[], result_type="complete")

    def per_request(**meta: object) -> dict[str, object]:
        own: dict[str, Any] = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        params: dict[str, object] = {"name": "x", "_meta": {**own, **meta}}
        return request("tools/call", params)

    async def run() -> None:
        answer = respond(mb.Dispatcher(PerRequest(), send=sink(sent)))
        assert "result" in await answer(per_request())
        assert sent == []
        assert "result" in await answer(per_request(**{"io.modelcontextprotocol/logLevel": "error"}))
        assert code(await answer(per_request(**{"io.modelcontextprotocol/logLevel": "loud"}))) == -32602

    asyncio.run(run())
    assert [message["params"]["data"] for message in sent] == [2]


def test_a_client_of_2026_provides_the_requested_input() -> None:
    module: Any = import_module("mcp_bindings.v2026_07_28.handlers")
    models: Any = import_module("mcp_bindings.v2026_07_28")

    class Client(module.ClientHandlers):  # type: ignore[misc]  # pyright: ignore[reportUntypedBaseClass]
        def list_roots(self, params: Any, context: mb.Context) -> Any:
            return models.ListRootsResult(roots=[models.Root(uri="file:///a")])

        async def elicit(self, params: Any, context: mb.Context) -> Any:
            return "no such thing"

    required = mb.revision("2026-07-28").codec("InputRequiredResult")
    roots = required.decode(b'{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}')
    asked: dict[str, object] = {"mode": "form", "message": "?", "requestedSchema": {"type": "object", "properties": {}}}
    requests = {"e": {"method": "elicitation/create", "params": asked}}
    form = required.decode_value({"resultType": "input_required", "inputRequests": requests})
    params: dict[str, object] = {"messages": [], "maxTokens": 1}
    sampling = required.decode_value(
        {"resultType": "input_required", "inputRequests": {"s": {"method": "sampling/createMessage", "params": params}}}
    )

    async def run() -> None:
        dispatcher = mb.Dispatcher(Client())
        provided = await dispatcher.answer_input_requests(roots)
        assert provided["r"].roots[0].uri == "file:///a"
        with pytest.raises(TypeError, match=r"returned builtins\.str, not [\w.]+\.elicitation\.ElicitResult"):
            await dispatcher.answer_input_requests(form)
        with pytest.raises(mb.ProtocolError, match="Method not found"):
            await dispatcher.answer_input_requests(sampling)
        assert await dispatcher.answer_input_requests(required.decode(b'{"resultType":"input_required"}')) == {}

    asyncio.run(run())


def test_a_batch_gets_a_batch_and_its_requests_run_concurrently() -> None:
    module: Any = import_module("mcp_bindings.v2025_03_26.handlers")
    models: Any = import_module("mcp_bindings.v2025_03_26")
    meet = 2

    class Old(module.ServerHandlers):  # type: ignore[misc]  # pyright: ignore[reportUntypedBaseClass]
        def __init__(self) -> None:
            self.inside = 0
            self.together = asyncio.Event()

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            self.inside += 1
            if self.inside == meet:
                self.together.set()
            await asyncio.wait_for(self.together.wait(), 5)
            return models.CallToolResult(content=[])

    async def run() -> None:
        answer = respond(mb.Dispatcher(Old()))
        mixed: list[object] = [
            call("a", 1),
            cancelled(99),
            call("b", 2),
            request("nonsense", id_=3),
            4,
            request("initialize", {}, 5),
        ]
        answers = await answer(mixed)
        assert [(row["id"], row.get("error", {}).get("code")) for row in answers] == [
            (1, None),
            (2, None),
            (3, -32601),
            (None, -32600),
            (5, -32600),
        ]
        silent: list[dict[str, Any]] = [cancelled(1), {"jsonrpc": "2.0", "id": 1, "result": {}}]
        assert await answer(silent) is None

    asyncio.run(run())


@pytest.mark.parametrize("name", mb.REVISIONS)
@pytest.mark.parametrize("role", ["Server", "Client"])
def test_every_message_has_its_handler(name: str, role: str) -> None:
    revision = mb.revision(name)
    handlers: type[Handlers] = getattr(import_module(f"{revision.package}.handlers"), f"{role}Handlers")
    peer = "client" if role == "Server" else "server"
    received = {row.name for row in revision.methods.values() if peer in row.senders}
    assert set(handlers.routes) == received
    assert all(callable(getattr(handlers, route.attribute)) for route in handlers.routes.values())
    assert handlers().capabilities_json() == {}
    assert handlers.revision == revision.id


def test_capabilities_follow_from_what_is_overridden() -> None:
    class Much(ServerHandlers):
        def list_tools(self, params: Any, context: mb.Context) -> Any: ...
        def subscribe(self, params: Any, context: mb.Context) -> Any: ...
        def list_tasks(self, params: Any, context: mb.Context) -> Any: ...
        def complete(self, params: Any, context: mb.Context) -> Any: ...

    codec = mb.revision("2025-11-25").codec("ServerCapabilities")
    assert codec.dump(Much().capabilities()) == {
        "completions": {},
        "resources": {"subscribe": True},
        "tasks": {"list": {}},
        "tools": {},
    }
    assert codec.dump(Server().capabilities()) == {"logging": {}, "tools": {}}


def test_a_class_with_part_of_a_capability_is_rejected() -> None:
    class Half(ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any: ...

    with pytest.raises(TypeError, match="call_tool"):
        Half()  # type: ignore[abstract]  # pyright: ignore[reportAbstractUsage]


def test_a_notification_of_the_other_side_cannot_be_sent() -> None:
    dispatcher = mb.Dispatcher(Server())
    with pytest.raises(ValueError, match=f"server of revision {ServerHandlers.revision} sends no notification"):
        dispatcher.write_notification("notifications/roots/list_changed", {})
    assert json.loads(dispatcher.write_notification("notifications/tools/list_changed", {})) == {
        "jsonrpc": "2.0",
        "method": "notifications/tools/list_changed",
    }


def test_sending_without_a_channel_raises(caplog: pytest.LogCaptureFixture) -> None:
    (answer,) = serve(call("progress", progressToken=1))
    assert code(answer) == -32603
    assert "give the Dispatcher, or dispatch(), a send coroutine" in caplog.text


def test_the_requested_input_can_be_json() -> None:
    module: Any = import_module("mcp_bindings.v2026_07_28.handlers")
    models: Any = import_module("mcp_bindings.v2026_07_28")
    updates: list[object] = []

    class Client(module.ClientHandlers):  # type: ignore[misc]  # pyright: ignore[reportUntypedBaseClass]
        def list_roots(self, params: Any, context: mb.Context) -> Any:
            updates.extend((context.message.document, context.meta))
            return models.ListRootsResult(roots=[])

    asked: dict[str, object] = {"method": "roots/list", "params": {"_meta": {"a": 1}}, "own": None}
    required = mb.revision("2026-07-28").codec("InputRequiredResult")
    result = required.decode_value({"resultType": "input_required", "inputRequests": {"r": asked}})
    asyncio.run(mb.Dispatcher(Client()).answer_input_requests(result))
    assert updates == [asked, {"a": 1}]
