"""A server whose handlers are written once: what its clients of every revision get, and what it asks them."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import threading
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards.resources import ResourcePattern
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.server import notifications
from mcp_bindings.spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from mcp_bindings.spec.names import (
    ACKNOWLEDGED,
    ELICIT,
    LIST_RESOURCE_TEMPLATES,
    RESOURCE_UPDATED,
    SET_LOG_LEVEL,
    TOOLS_CHANGED,
)
from mcp_bindings.transports import ClientConnection, MemoryTransport, Service, open_connection
from mcp_bindings.transports.service import ServedClient
from tests.documents import accepting, tool
from tests.guards.callers import Caller, settle
from tests.revisions import HANDSHAKE, PER_REQUEST, filter_of, having, method_of, request_meta

INFO = {"name": "tests", "version": "1"}
EACH = pytest.mark.parametrize("revision", mb.REVISIONS)
ASKING = pytest.mark.parametrize("revision", having("roots/list", "sampling/createMessage"))
"""Revisions whose servers ask for roots and samples."""
COMPLETE = "completion/complete"


class Asked:
    """What a client was asked and told."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.changes: list[str] = []


def client_handlers(revision: str, asked: Asked) -> Handlers:
    known = mb.revision(revision)
    made = import_module(known.package).ClientHandlers()

    def elicit(params: Any, context: mb.Context) -> Any:
        asked.messages.append(params.message)
        return known.codec("ElicitResult").decode_value({"action": "accept", "content": {"city": "Paris"}})

    def create_message(params: Any, context: mb.Context) -> Any:
        asked.messages.append("sample")
        text = {"type": "text", "text": f"{len(params.messages)} messages"}
        message = {"role": "assistant", "content": text, "model": "m"}
        return known.codec("CreateMessageResult").decode_value(message)

    def list_roots(params: Any, context: mb.Context) -> Any:
        return known.codec("ListRootsResult").decode_value({"roots": [{"uri": "file:///a"}]})

    handlers = {"elicitation/create": elicit, "sampling/createMessage": create_message, "roots/list": list_roots}
    for method, handler in handlers.items():
        if (own := method_of(method, revision)) in made.routes:
            setattr(made, made.routes[own].attribute, handler)

    def changed(params: Any, context: mb.Context) -> None:
        asked.changes.append(getattr(params, "uri", "tools"))

    made.on_tool_list_changed = made.on_resource_updated = changed
    found: Handlers = made
    return found


def connected(server: mb.Server, revision: str, asked: Asked) -> Any:
    return open_connection(
        MemoryTransport(server), lambda each: client_handlers(each, asked), info=INFO, revisions=[revision]
    )


class Asking(mcp.ServerHandlers):
    """Tools that ask the client."""

    def __init__(self) -> None:
        self.runs = 0

    def list_tools(self, params: Any, context: mb.Context) -> mcp.ListToolsResult:
        return mcp.ListToolsResult(tools=[mcp.Tool(name="t", input_schema=mcp.ToolInputSchema())])

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        self.runs += 1
        sampled = await context.sample("Hello", 10)
        roots = await context.list_roots()
        text = f"{sampled.content.text} of {sampled.model}, {[root.uri for root in roots.roots]}"
        return mcp.CallToolResult(content=[mcp.TextContent(text=text)])

    async def complete(self, params: Any, context: mb.Context) -> Any:
        await context.sample("Hello", 10)


def asking_server(**options: Any) -> tuple[mb.Server, Asking]:
    handlers = Asking()
    return mb.Server(handlers, info=INFO, **options), handlers


@EACH
def test_the_example_serves_everything(revision: str) -> None:
    async def main() -> None:
        asked = Asked()
        async with connected(all_revisions.server, revision, asked) as connection:
            calls = connection.calls
            assert [tool.name for tool in await connection.list_tools()] == ["weather"]
            if revision in having(ELICIT):
                reports = list[Any]()
                result = await connection.call("call_tool", "weather", on_progress=reports.append)
                assert result.content[0].text == "Sunny in Paris"
                assert asked.messages == ["Which city?"]
                assert {each.progress for each in reports} == {1}
            else:
                with pytest.raises(mb.ProtocolError, match="has no elicitation/create") as caught:
                    await connection.call_tool("weather", {})
                assert caught.value.code == INVALID_PARAMS
            assert [each.uri async for each in calls.iter_resources()] == list(all_revisions.NOTES)
            if revision in having(LIST_RESOURCE_TEMPLATES):  # a later one may have none, but reads the same
                assert [each.name async for each in calls.iter_resource_templates()] == ["note"]
            read = await connection.call("read_resource", "note:///1")
            assert read.contents[0].text == "Buy milk"
            assert [each.name async for each in calls.iter_prompts()] == ["plan"]
            got = await connection.call("get_prompt", "plan", arguments={"day": "Monday"})
            assert got.messages[0].content.text == "Plan my Monday."
            if revision in having(COMPLETE):
                params = {
                    "ref": {"type": "ref/prompt", "name": "plan"},
                    "argument": {"name": "day", "value": "T"},
                    "context": {},
                }
                assert (await calls.request(COMPLETE, params)).completion.values == ["Tuesday"]
            if revision in HANDSHAKE:
                await calls.set_level("warning")

    asyncio.run(main())


@ASKING
def test_a_handler_waits_or_runs_again(revision: str) -> None:
    """In revisions with a handshake it waits for each answer; later it runs once more for each of them."""

    async def main() -> None:
        server, handlers = asking_server()
        async with connected(server, revision, Asked()) as connection:
            result = await connection.call_tool("t", {})
            assert result.content[0].text == "1 messages of m, ['file:///a']"
        assert handlers.runs == (1 if revision in HANDSHAKE else 3)

    asyncio.run(main())


@pytest.mark.parametrize("revision", having(COMPLETE, "roots/list", "sampling/createMessage", among=PER_REQUEST))
def test_only_some_results_can_ask_for_input(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        server, _ = asking_server()
        async with connected(server, revision, Asked()) as connection:
            params = {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": ""}, "context": {}}
            with pytest.raises(mb.ProtocolError) as caught:
                await connection.calls.request(COMPLETE, params)
            assert caught.value.code == INTERNAL_ERROR
        assert "completion/complete cannot ask for input" in caplog.text

    asyncio.run(main())


@ASKING
def test_a_client_without_the_capability_is_told(revision: str) -> None:
    async def main() -> None:
        server, _ = asking_server()
        quiet = import_module(mb.revision(revision).package).ClientHandlers
        made = open_connection(MemoryTransport(server), lambda _: quiet(), info=INFO, revisions=[revision])
        async with made as connection:
            with pytest.raises(mb.ProtocolError, match="has not declared a capability"):
                await connection.call_tool("t", {})

    asyncio.run(main())


@EACH
def test_changes_reach_those_who_want_them(revision: str) -> None:
    async def main() -> None:
        asked = Asked()
        declared = {"tools": {"listChanged": True}, "resources": {"subscribe": True}}
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=declared)
        async with connected(server, revision, asked) as connection:
            listening = await _listen(connection, revision)
            await server.notify(TOOLS_CHANGED)
            await server.notify(RESOURCE_UPDATED, uri="note:///1")
            await server.notify(RESOURCE_UPDATED, uri="note:///2")
            await connection.list_tools()
            assert asked.changes == ["tools", "note:///1"]
            if revision in HANDSHAKE:
                await connection.calls.unsubscribe("note:///1")
                await server.notify(RESOURCE_UPDATED, uri="note:///1")
                await connection.list_tools()
                assert len(asked.changes) == 2
            listening.cancel()
        with pytest.raises(ValueError, match=r"needs the capability prompts\.listChanged"):
            await server.notify("notifications/prompts/list_changed")

    asyncio.run(main())


async def _listen(connection: ClientConnection, revision: str) -> asyncio.Task[Any]:
    calls: Any = connection.calls
    if revision in HANDSHAKE:
        await calls.subscribe("note:///1")
        return asyncio.create_task(asyncio.sleep(0))
    wanted = {"toolsListChanged": True, "promptsListChanged": True, filter_of(revision): ["note:///1"]}
    listening = asyncio.create_task(calls.request("subscriptions/listen", {"notifications": wanted}))
    await connection.list_tools()
    return listening


def test_a_dict_that_is_no_result(caplog: pytest.LogCaptureFixture) -> None:
    class Wrong(mcp.ServerHandlers):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": 5}]}

    async def main() -> None:
        for revision in mb.REVISIONS:
            async with connected(mb.Server(Wrong(), info=INFO), revision, Asked()) as connection:
                with pytest.raises(mb.ProtocolError) as caught:
                    await connection.list_tools()
                assert (caught.value.code, caught.value.data) == (INTERNAL_ERROR, None)
                assert "the handler of tools/list returned a dict that is no result" in caplog.text
                assert "expected string, found integer" in caplog.text
                caplog.clear()

    asyncio.run(main())


def test_a_dict_is_read_as_the_result_that_it_says_to_be(caplog: pytest.LogCaptureFixture) -> None:
    class Wrong(mcp.ServerHandlers):
        def read_resource(self, params: Any, context: mb.Context) -> Any:
            return {"contents": [], "cacheScope": None, "ttlMs": 2, "resultType": "complete"}

    async def main() -> None:
        async with connected(mb.Server(Wrong(), info=INFO), PER_REQUEST[-1], Asked()) as connection:
            with pytest.raises(mb.ProtocolError) as caught:
                await connection.calls.read_resource("note:///1")
            assert caught.value.code == INTERNAL_ERROR, "an InputRequiredResult would accept any other members"
            assert "/cacheScope: expected string, found null" in caplog.text

    asyncio.run(main())


def test_every_loss_is_in_the_log_without_values(caplog: pytest.LogCaptureFixture) -> None:
    class Audible(mcp.ServerHandlers):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}

        def call_tool(self, params: Any, context: mb.Context) -> mcp.CallToolResult:
            return mcp.CallToolResult(content=[mcp.AudioContent(data="c2VjcmV0", mime_type="audio/x")])

    async def main() -> None:
        async with connected(mb.Server(Audible(), info=INFO), mb.REVISIONS[0], Asked()) as connection:
            (block,) = (await connection.call_tool("t", {})).content
            assert block.text == "[audio, audio/x]"

    with caplog.at_level(logging.INFO):
        asyncio.run(main())
    assert "[content.audio]" in caplog.text
    assert "c2VjcmV0" not in caplog.text


@EACH
def test_middleware_sees_requests_in_the_handlers_revision(revision: str) -> None:
    seen: list[tuple[str, object]] = []

    async def first(request: mb.Request, context: mb.Context, call_next: Any) -> Any:
        params: object = request.params
        seen.append(("first", type(params)))
        return await call_next(request, context)

    async def second(request: mb.Request, context: mb.Context, call_next: Any) -> Any:
        seen.append(("second", request.method))
        if request.method == "tools/call":
            raise mb.ProtocolError(INVALID_PARAMS, "not today")
        return await call_next(request, context)

    async def main() -> None:
        server, handlers = asking_server(middleware=[first, second])
        async with connected(server, revision, Asked()) as connection:
            await connection.list_tools()
            with pytest.raises(mb.ProtocolError, match="not today"):
                await connection.call_tool("t", {})
        assert handlers.runs == 0
        assert seen[:2] == [("first", mcp.PaginatedRequestParams), ("second", "tools/list")]

    asyncio.run(main())


def test_a_session_has_one_set_of_handlers() -> None:
    """Also where the revision that is spoken, such as a fork, has another id than the version on the wire."""
    spoken = mb.revision(HANDSHAKE[-2])

    class Forked(mb.Session):
        @property
        def revision(self) -> mb.Revision | None:
            return None if self.version is None else spoken

        def receive(self, *texts: Any, **headers: Any) -> Any:
            event: Any = super().receive(*texts, **headers)
            event.revision_id = spoken.id
            return event

    async def main() -> None:
        made = list[str]()

        def handlers(revision: str) -> Handlers:
            made.append(revision)
            found: Handlers = import_module(mb.revision(revision).package).ServerHandlers()
            return found

        async def send(_: bytes) -> None: ...

        client = ServedClient(Service(handlers, info=INFO, capabilities={}), send, "stdio")
        client.session = Forked("server", mb.REVISIONS, info=INFO)
        opening = mb.Session("client", [HANDSHAKE[-1]], info=INFO).open()
        assert await client.handle(client.session.receive(opening)) is not None
        assert client.session.version == HANDSHAKE[-1]
        assert client.handlers is not None
        assert made == [spoken.id]

    asyncio.run(main())


WITH_URLS = [each for each in mb.REVISIONS if "ElicitRequestURLParams" in mb.revision(each).definitions]
WITHOUT_IDS = accepting("ElicitRequestURLParams", {"mode": "url", "message": "a", "url": "https://a.example/"})
"""The revisions in which a request to visit a URL needs no id."""
URL_CAPABILITY: dict[str, Any] = {"elicitation": {"url": {}}}


@pytest.mark.parametrize("home", [each for each in WITH_URLS if each in HANDSHAKE or each in WITHOUT_IDS])
@pytest.mark.parametrize("revision", [each for each in WITH_URLS if each in HANDSHAKE or each in WITHOUT_IDS])
def test_handlers_send_users_of_each_revision_to_a_url(revision: str, home: str) -> None:
    """In revisions with a handshake such a question has an id, which the server makes where the handler has none."""
    types: Any = import_module(mb.revision(home).package)
    spoken = mb.revision(revision)
    asked: list[dict[str, Any]] = []

    class Signs(types.ServerHandlers):  # type: ignore[misc]
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [tool("t", home)]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            for number in range(2):
                asking: dict[str, Any] = {"mode": "url", "message": f"Sign in {number}", "url": "https://a.example/"}
                if mb.revision(home).era == "handshake":
                    asking["elicitationId"] = f"{number} of {len(asked)}"
                answers = await context.ask(sign={"method": ELICIT, "params": asking})
                assert answers == {"sign": {"action": "accept"}}
            return types.CallToolResult(content=[])

    def elicit(params: Any, context: mb.Context) -> Any:
        asked.append(context.message.document["params"])
        return spoken.codec("ElicitResult").decode_value({"action": "accept"})

    def handlers(version: str) -> Handlers:
        made: Any = import_module(mb.revision(version).package).ClientHandlers()
        made.elicit = elicit
        return made  # type: ignore[no-any-return]

    async def main() -> None:
        server = mb.Server(Signs(), info=INFO)
        options: Any = {"info": INFO, "capabilities": URL_CAPABILITY, "revisions": [revision]}
        async with open_connection(MemoryTransport(server), handlers, **options) as connection:
            await connection.call_tool("t", {})

    asyncio.run(main())
    assert [each["message"] for each in asked] == ["Sign in 0", "Sign in 1"]
    ids = {each.get("elicitationId") for each in asked}
    assert ids == {None} if spoken.era == "per-request" else (len(ids) == 2 and None not in ids)


@pytest.mark.parametrize(
    "revision", [each for each in mb.REVISIONS if each in having(ELICIT) and each not in WITH_URLS]
)
def test_a_question_without_a_form_blames_nobody(revision: str) -> None:
    """The response was -32603, and said that the client had sent an answer that is not valid."""

    class Signs(mcp.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            url: dict[str, Any] = {"mode": "url", "message": "Sign in", "url": "https://a.example/"}
            await context.ask(sign={"method": ELICIT, "params": url})

    class Accepts(mcp.ClientHandlers):
        def elicit(self, params: Any, context: mb.Context) -> Any:
            return {"action": "accept", "content": {}}

    async def main() -> None:
        async with mb.connect(mb.Server(Signs(), info=INFO), Accepts(), info=INFO, revisions=[revision]) as client:
            with pytest.raises(mb.ProtocolError, match=r"no form of this elicitation/create \(-32602\)"):
                await client.call_tool("t")

    asyncio.run(main())


@pytest.mark.parametrize("revision", [each for each in HANDSHAKE if each in having(SET_LOG_LEVEL)])
def test_a_log_level_that_a_handler_accepts_counts(revision: str) -> None:
    """Clients of another revision than that of the handlers set the level without the handler."""
    of_handlers = max(HANDSHAKE)
    package: Any = import_module(mb.revision(of_handlers).package)
    levels = list[str]()

    def list_tools(params: Any, context: mb.Context) -> Any:
        return {"tools": [tool("t", of_handlers)]}

    async def call_tool(params: Any, context: mb.Context) -> Any:
        for level in ("info", "error"):
            await context.log(level, level)
        return package.CallToolResult(content=[])

    def set_level(params: Any, context: mb.Context) -> Any:
        levels.append(params.level)
        return package.EmptyResult()

    leveled: Any = package.ServerHandlers()
    leveled.list_tools, leveled.call_tool, leveled.set_level = list_tools, call_tool, set_level
    heard = list[str]()

    def client(each: str) -> Handlers:
        made: Any = import_module(mb.revision(each).package).ClientHandlers()

        def note(params: Any, context: mb.Context) -> None:
            heard.append(params.data)

        made.on_logging_message = note
        handlers: Handlers = made
        return handlers

    async def main() -> None:
        server = mb.Server(leveled, info=INFO)
        opened = open_connection(MemoryTransport(server), client, info=INFO, revisions=[revision])
        async with opened as connection:
            calls: Any = connection.calls
            await calls.set_level("warning")
            await connection.call_tool("t", {})
            await connection.call_tool("t", {})  # what the first call has logged has arrived by now

    asyncio.run(main())
    assert levels == (["warning"] if revision == of_handlers else [])
    assert "error" in heard
    assert "info" not in heard


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_list_that_a_subscription_needs_has_the_server(revision: str) -> None:
    class Listed(mcp.ServerHandlers):
        async def list_resources(self, params: Any, context: mb.Context) -> Any:
            await context.log("info", {"password": "hunter22"})
            name = "server" if isinstance(context.server, mb.Server) else ""
            return {"resources": [{"uri": "note:///1", "name": name}]}

        def read_resource(self, params: Any, context: mb.Context) -> Any:
            return {"contents": []}

    async def main() -> None:
        server = mb.Server(Listed(), info=INFO, capabilities={"resources": {"subscribe": True}, "logging": {}})
        caller = Caller(server, revision)
        await caller.open()
        assert "result" in await caller.ask("resources/subscribe", {"uri": "note:///1"})
        assert caller.logged == [{"password": "[removed]"}]

    asyncio.run(main())


def test_a_change_during_the_acknowledgement_is_told_after_it() -> None:
    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities={"tools": {"listChanged": True}})
        sent, is_sent = list[str](), asyncio.Event()

        async def send(text: bytes) -> None:
            sent.append(json.loads(text)["method"])
            await is_sent.wait()

        listening = asyncio.create_task(_listen_at(server, send, {"toolsListChanged": True}))
        await settle()
        telling = asyncio.create_task(server.notify(TOOLS_CHANGED))
        await settle()
        is_sent.set()
        await telling
        assert sent == [method_of(ACKNOWLEDGED), TOOLS_CHANGED]
        listening.cancel()

    asyncio.run(main())


@pytest.mark.parametrize("uris", [[f"note:///{number}" for number in range(1_001)], ["note:///" + "x" * 3_000]])
def test_a_subscription_has_bounds(uris: list[str]) -> None:
    async def main() -> None:
        declared = {"resources": {"subscribe": True}}
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=declared)

        async def send(text: bytes) -> None: ...

        answer = await asyncio.wait_for(_listen_at(server, send, {filter_of(mb.LATEST): uris}), 10)
        assert json.loads(answer or b"")["error"]["code"] == INVALID_PARAMS

    asyncio.run(main())


def test_a_subscription_is_to_resources_of_the_server() -> None:
    async def main() -> None:
        declared = {"resources": {"subscribe": True}}
        server, sent = mb.Server(all_revisions.Notes(), info=INFO, capabilities=declared), asyncio.Queue[bytes]()
        wanted = {filter_of(mb.LATEST): ["no:///such", "note:///1", "no uri"]}
        listening = asyncio.create_task(_listen_at(server, sent.put, wanted))
        (acknowledged,) = [json.loads(await asyncio.wait_for(sent.get(), 10))]
        assert acknowledged["params"]["notifications"] == {filter_of(mb.LATEST): ["note:///1"]}
        listening.cancel()

    asyncio.run(main())


def test_resources_that_cannot_be_listed_leave_the_subscription(caplog: pytest.LogCaptureFixture) -> None:
    class Away(mcp.ServerHandlers):
        def list_resources(self, params: Any, context: mb.Context) -> Any:
            raise OSError("away")

        def read_resource(self, params: Any, context: mb.Context) -> Any:
            return {"contents": []}

    async def main() -> None:
        declared = {"resources": {"subscribe": True, "listChanged": True}}
        server, sent = mb.Server(Away(), info=INFO, capabilities=declared), asyncio.Queue[bytes]()
        wanted = {filter_of(mb.LATEST): ["note:///1", "note:///2"], "resourcesListChanged": True}
        listening = asyncio.create_task(_listen_at(server, sent.put, wanted))
        (acknowledged,) = [json.loads(await asyncio.wait_for(sent.get(), 10))]
        assert acknowledged["params"]["notifications"] == {filter_of(mb.LATEST): [], "resourcesListChanged": True}
        listening.cancel()

    asyncio.run(main())
    assert caplog.text.count("OSError: away") == 1


async def _listen_at(server: mb.Server, send: Any, wanted: dict[str, Any]) -> bytes | None:
    meta: dict[str, Any] = request_meta(mb.LATEST)
    params = {"notifications": wanted, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": method_of("subscriptions/listen"), "params": params}
    client = ServedClient(server, send, "stdio")
    return await client.handle(client.session.receive(json.dumps(message)), send)


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_concurrent_subscriptions_keep_their_bounds(revision: str) -> None:
    class Slow(mcp.ServerHandlers):
        async def list_resources(self, params: Any, context: mb.Context) -> Any:
            await asyncio.sleep(0.05)
            return {"resources": [{"uri": f"note:///{number}", "name": "note"} for number in range(1_010)]}

        def read_resource(self, params: Any, context: mb.Context) -> Any:
            return {"contents": [{"uri": params.uri, "text": str(len(context.subscribed_uris))}]}

    async def main() -> None:
        caller = Caller(mb.Server(Slow(), info=INFO, capabilities={"resources": {"subscribe": True}}), revision)
        await caller.open()
        both = [caller.ask(f"resources/{each}", {"uri": "note:///0"}) for each in ("subscribe", "unsubscribe")]
        await asyncio.gather(*both)
        read = await caller.ask("resources/read", {"uri": "note:///0"})
        assert read["result"]["contents"][0]["text"] == "0"
        asking = [caller.ask("resources/subscribe", {"uri": f"note:///{number}"}) for number in range(1_010)]
        answers = await asyncio.gather(*asking)
        assert sum("error" in each for each in answers) == 10

    asyncio.run(main())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_cancelled_subscription_ends_no_other_to_its_uri(revision: str) -> None:
    """Both requests waited for one check. The second one got its result, and its client no updates."""
    listed = asyncio.Event()

    class Slow(mcp.ServerHandlers):
        async def list_resources(self, params: Any, context: mb.Context) -> Any:
            await listed.wait()
            return {"resources": [{"uri": "note:///0", "name": "note"}]}

        def read_resource(self, params: Any, context: mb.Context) -> Any:
            return {"contents": [{"uri": params.uri, "text": ",".join(context.subscribed_uris)}]}

    async def main() -> None:
        caller = Caller(mb.Server(Slow(), info=INFO, capabilities={"resources": {"subscribe": True}}), revision)
        await caller.open()
        params = {"uri": "note:///0"}
        asking = [asyncio.create_task(caller.ask("resources/subscribe", params)) for _ in range(2)]
        await asyncio.sleep(0.01)
        asking[0].cancel()
        await asyncio.sleep(0.01)
        listed.set()
        assert "result" in await asking[1]
        read = await caller.ask("resources/read", params)
        assert read["result"]["contents"][0]["text"] == "note:///0"

    asyncio.run(main())


def test_notifications_that_wait_for_a_client_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "_MAX_WAITING", 3)
    monkeypatch.setattr(notifications, "_NOTIFY_TIMEOUT", 0.001)
    started = list[str]()

    async def stuck(method: str, params: Any) -> None:
        started.append(method)
        await asyncio.Event().wait()

    async def main() -> None:
        listeners = notifications.NotificationListeners()
        listeners.add_listener(stuck)
        for _ in range(10):
            await listeners.notify(TOOLS_CHANGED, {})
        assert len(started) == 3

    asyncio.run(main())


def test_a_client_is_notified_in_its_own_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop that notified wrote to the connections of another loop, which is not safe."""
    loops = list[asyncio.AbstractEventLoop]()

    async def notify(self: ServedClient, method: str, params: Any = None) -> None:
        loops.append(asyncio.get_running_loop())

    monkeypatch.setattr(ServedClient, "notify", notify)

    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities={"tools": {"listChanged": True}})
        async with mb.connect(server, info=INFO, revisions=[HANDSHAKE[-1]]):
            for _ in range(2):
                await server.tools_changed()
                await asyncio.to_thread(asyncio.run, server.tools_changed())
            assert loops == [asyncio.get_running_loop()] * 4

    asyncio.run(main())


def test_two_event_loops_read_a_list_at_once() -> None:
    """They shared a lock, which works in one event loop only."""
    both, readers = threading.Barrier(2), list[str]()

    class Slow(mcp.ToolsServer):
        async def list_tools(self, params: Any, context: mb.Context) -> Any:
            if len(readers) < 2:
                readers.append(threading.current_thread().name)
                await asyncio.to_thread(both.wait, 10)
            return {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            return {"content": []}

    server = mb.Server(Slow(), info=INFO)

    async def call() -> None:
        async with mb.connect(server, info=INFO) as client:
            result: Any = await client.call_tool("a")
            assert not result.is_error

    async def main() -> None:
        await asyncio.gather(call(), asyncio.to_thread(lambda: asyncio.run(call())))

    asyncio.run(main())
    assert len(set(readers)) == 2


def test_a_list_that_exits_ends_no_program() -> None:
    """The handler ran in a task of its own, from which asyncio raises a SystemExit out of the event loop."""

    class Leaving(mcp.ResourcesServer):
        def list_resources(self, params: Any, context: mb.Context) -> Any: ...

        def list_resource_templates(self, params: Any, context: mb.Context) -> Any:
            sys.exit(3)

        def read_resource(self, params: Any, context: mb.Context) -> Any: ...

    async def main() -> None:
        server = mb.Server(Leaving(), info=INFO, capabilities={"resources": {"subscribe": True}})
        async with (
            mb.connect(server, mcp.ClientHandlers(), info=INFO, revisions=[PER_REQUEST[-1]]) as client,
            client.listen(resource_subscriptions=["note:///1"]),
        ):
            pass

    asyncio.run(main())


def test_the_resources_of_a_subscription_are_compared_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client could block the event loop for seconds with 1,000 long URIs."""
    turns, compared = [0], list[int]()

    def matches(self: ResourcePattern, uri: str) -> bool:
        compared.append(turns[0])
        return True

    monkeypatch.setattr(ResourcePattern, "matches", matches)

    async def count_turns() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities={"resources": {"subscribe": True}})
        async with mb.connect(server, mcp.ClientHandlers(), info=INFO, revisions=[PER_REQUEST[-1]]) as client:
            counting = asyncio.create_task(count_turns())
            async with client.listen(resource_subscriptions=[f"note:///{each}" for each in range(50)]):
                counting.cancel()
        assert len(compared) >= 50
        assert max(map(compared.count, compared)) <= 2

    asyncio.run(main())
