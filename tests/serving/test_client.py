"""A client in the types of one revision, to servers of every revision."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from importlib import import_module
from typing import Any

import httpx2
import pytest
from pydantic import AnyUrl

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings import v2025_11_25
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.adaptation.messages import parse_message
from mcp_bindings.adaptation.subscription import Subscription
from mcp_bindings.codec.encoding import dump_any
from mcp_bindings.extensions import Extension, tasks
from mcp_bindings.guards.guard_choice import NO_GUARDS
from mcp_bindings.jsonrpc.messages import Notification
from mcp_bindings.spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND
from mcp_bindings.spec.names import (
    ACKNOWLEDGED,
    DISCOVER,
    ELICIT,
    LOG_MESSAGE,
    RESOURCE_UPDATED,
    SUBSCRIPTION_KEY,
    TOOLS_CHANGED,
)
from mcp_bindings.transports import (
    ClientBounds,
    ClientTransport,
    HttpTransport,
    MemoryTransport,
    Service,
    open_connection,
)
from mcp_bindings.transports.message_tasks import MessageTasks
from tests.documents import tool
from tests.revisions import HANDSHAKE, HTTP_SSE, LOGGING, PER_REQUEST, having, method_of
from tests.serving.test_server import COMPLETE, EACH, INFO, asking_server
from tests.transports.test_pings_over_http import listening

DECLARED = {"logging": {}, "tools": {"listChanged": True}, "resources": {"subscribe": True}}


class InputHandlers(mcp.ClientHandlers):
    """Answers the server's requests, and notes what it tells."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def elicit(self, params: mcp.ElicitRequestParams, context: mb.Context) -> mcp.ElicitResult:
        assert isinstance(params, mcp.ElicitRequestFormParams)
        return mcp.ElicitResult(action="accept", content={"city": params.message})

    async def create_message(
        self, params: mcp.CreateMessageRequestParams, context: mb.Context
    ) -> mcp.CreateMessageResult:
        return mcp.CreateMessageResult(role="assistant", content=mcp.TextContent(text="Hi"), model="m")

    def list_roots(self, params: Any, context: mb.Context) -> mcp.ListRootsResult:
        return mcp.ListRootsResult(roots=[mcp.Root(uri="file:///here")])

    def on_logging_message(self, params: mcp.LoggingMessageNotificationParams, context: mb.Context) -> None:
        self.told.append(f"{params.level}: {params.data}")

    def on_resource_updated(self, params: mcp.ResourceUpdatedNotificationParams, context: mb.Context) -> None:
        self.told.append(params.uri)

    def on_tool_list_changed(self, params: mcp.NotificationParams, context: mb.Context) -> None:
        self.told.append("tools")


def to_server(
    server: mb.Server, revision: str, handlers: mcp.ClientHandlers | None = None, **options: Any
) -> AbstractAsyncContextManager[mcp.Client]:
    return mb.connect(server, handlers or mcp.ClientHandlers(), info=INFO, revisions=[revision], **options)


@EACH
def test_everything_is_in_the_types_of_the_handlers(revision: str) -> None:
    async def main() -> None:
        handlers = InputHandlers()
        async with to_server(all_revisions.server, revision, handlers, log_level="info") as client:
            assert client.connection.session.version == revision
            (tool,) = [each async for each in client.iter_tools()]
            assert isinstance(tool, mcp.Tool)
            if revision in having(ELICIT):
                reports = list[Any]()
                result = await client.call_tool("weather", on_progress=reports.append)
                assert isinstance(result, mcp.CallToolResult)
                assert result.content == [mcp.TextContent(text="Sunny in Which city?")]
                assert handlers.told == ["info: looking up Which city?"] * (revision in LOGGING)
                assert {type(each) for each in reports} == {mcp.ProgressNotificationParams}
            page = await client.list_resources()
            assert (page.ttl_ms, page.cache_scope, page.result_type) == (0, "private", "complete")
            read = await client.read_resource("note:///1")
            assert isinstance(read, mcp.ReadResourceResult)
            got = await client.get_prompt("plan", arguments={"day": "Monday"})
            assert isinstance(got, mcp.GetPromptResult)
            argument = mcp.CompleteRequestParamsArgument(name="day", value="F")
            if revision in having(COMPLETE):
                found = await client.complete(argument, mcp.PromptReference(name="plan"))
                assert found.completion.values == ["Friday"]
            else:
                with pytest.raises(mb.ProtocolError) as caught:
                    await client.complete(argument, mcp.PromptReference(name="plan"))
                assert caught.value.code == METHOD_NOT_FOUND
            assert (await client.discover()).capabilities.tools is not None

    asyncio.run(main())


@pytest.mark.parametrize("revision", having("roots/list", "sampling/createMessage"))
def test_the_client_gives_what_the_server_asks_for(revision: str) -> None:
    async def main() -> None:
        server, _ = asking_server()
        async with to_server(server, revision, InputHandlers()) as client:
            (block,) = (await client.call_tool("t")).content
            assert block == mcp.TextContent(text="Hi of m, ['file:///here']")
        async with to_server(server, revision) as client:
            with pytest.raises(mb.ProtocolError, match="has not declared"):
                await client.call_tool("t")

    asyncio.run(main())


@EACH
def test_errors_are_those_of_the_revision_of_the_handlers(revision: str) -> None:
    class Lost(mcp.ServerHandlers):
        def list_resources(self, params: Any, context: mb.Context) -> Any:
            return {"resources": []}

        def read_resource(self, params: mcp.ReadResourceRequestParams, context: mb.Context) -> Any:
            raise mb.ProtocolError(INVALID_PARAMS, "No such resource", data={"uri": params.uri})

    async def main() -> None:
        async with to_server(mb.Server(Lost(), info=INFO), revision) as client:
            with pytest.raises(mb.ProtocolError) as caught:
                await client.connection.request("resources/read", {"uri": "a:b"})
            spoken = caught.value.code
            assert (spoken == INVALID_PARAMS) == (revision in PER_REQUEST)
            with pytest.raises(mb.ProtocolError) as caught:
                await client.read_resource("a:b")
            assert (caught.value.code, caught.value.data) == (INVALID_PARAMS, {"uri": "a:b"})

    asyncio.run(main())


@EACH
def test_a_subscription(revision: str) -> None:
    async def main() -> None:
        handlers = InputHandlers()
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=DECLARED)
        async with to_server(server, revision, handlers) as client:
            wanted = mcp.SubscriptionFilter(tools_list_changed=True, resource_subscriptions=["note:///1"])
            listening = asyncio.create_task(client.subscriptions_listen(wanted))
            await client.list_tools()
            await server.notify(TOOLS_CHANGED)
            await server.notify(RESOURCE_UPDATED, uri="note:///1")
            await client.list_tools()
            assert handlers.told == ["tools", "note:///1"]
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            await client.list_tools()
            await server.notify(RESOURCE_UPDATED, uri="note:///1")
            await client.list_tools()
            assert len(handlers.told) == 2

    asyncio.run(main())


def test_over_http() -> None:
    async def main() -> None:
        for revision in (HANDSHAKE[-1], PER_REQUEST[-1]):
            http = httpx2.AsyncClient(transport=httpx2.ASGITransport(all_revisions.server.asgi()))
            transport = HttpTransport("https://localhost/mcp", http=http)
            async with mb.connect(transport, InputHandlers(), info=INFO, revisions=[revision]) as client:
                assert [tool.name async for tool in client.iter_tools()] == ["weather"]
                assert [each.uri async for each in client.iter_resources()] == list(all_revisions.NOTES)

    asyncio.run(main())


def test_handlers_of_another_revision() -> None:
    older: Any = v2025_11_25.ClientHandlers()
    with pytest.raises(
        TypeError,
        match=f"the handlers are of {older.revision}, which has a handshake; write them for {mb.LATEST}",
    ):
        mb.connect("http://localhost/mcp", older, info=INFO)
    with pytest.raises(TypeError, match="an authorizer needs the URL of a server as the target"):
        mb.connect(["server"], info=INFO, authorizer=older)


def test_a_server_of_another_package_is_reached_over_a_transport() -> None:
    """Such as the server of a fork, whose classes are others."""
    other: Any = type("Server", (), {})()
    with pytest.raises(TypeError, match="connect to a server of another package over a transport"):
        mb.connect(other, info={"name": "c", "version": "1"})


def test_an_extension_without_calls_in_the_revision_is_refused() -> None:
    info, own = tasks.EXTENSION.info._replace(revisions=HANDSHAKE[-1:]), tasks.ClientHandlers.revision
    with pytest.raises(ValueError, match=f"has calls for {HANDSHAKE[-1]} only; the handlers are of {own}"):
        mb.connect("http://localhost", info=INFO, extensions=[Extension(info, tasks.EXTENSION.package)])


def test_handlers_that_wait_do_not_hold_up_the_reading() -> None:
    """Every handler that runs waits for an answer, which comes after the messages of them all."""
    most = 5

    class Curious(mcp.ClientHandlers):
        def __init__(self) -> None:
            self.answered = 0

        async def on_tool_list_changed(self, params: Any, context: mb.Context) -> None:
            await context.calls.list_tools()
            self.answered += 1

    async def main() -> None:
        handlers = Curious()
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=DECLARED)
        bounds = ClientBounds(max_concurrent=most, call_timeout=5.0)
        async with to_server(server, HANDSHAKE[-1], handlers, bounds=bounds) as client:
            await asyncio.gather(*(server.notify(TOOLS_CHANGED) for _ in range(4 * most)))
            while handlers.answered < 4 * most:
                await client.list_tools()

    asyncio.run(asyncio.wait_for(main(), 20))


def test_messages_that_are_too_many_are_dropped_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        blocked, ran = asyncio.Event(), list[int]()

        done = asyncio.Event()

        async def work(number: int) -> None:
            await blocked.wait()
            ran.append(number)
            if number == 10:
                done.set()

        handling = MessageTasks(1)
        taken = [handling.start_or_queue(partial(work, number), 1) for number in range(12)]
        assert taken == [True] * 11 + [False]
        assert not handling.start_or_queue(partial(work, 12), 2**30)
        blocked.set()
        await done.wait()
        assert ran == list(range(11))

    asyncio.run(main())
    assert caplog.text.count("dropping messages") == 1


def test_why_an_opening_failed_reaches_the_caller() -> None:
    async def busy(scope: Any, receive: Any, send: Any) -> None:
        method = json.loads((await receive())["body"])["method"]
        status = 400 if method == method_of(DISCOVER) else 503
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def main() -> None:
        transport = HttpTransport(
            "https://localhost/mcp", http=httpx2.AsyncClient(transport=httpx2.ASGITransport(busy))
        )
        async with mb.connect(transport, info=INFO):
            pass

    with pytest.raises(ConnectionError, match=r".+; before that: .+400"):
        asyncio.run(main())


class AnsweringInJson(mcp.ClientHandlers):
    """Answers the server's requests with dicts."""

    def elicit(self, params: Any, context: mb.Context) -> Any:
        return {"action": "accept", "content": {"name": "m"}}

    async def create_message(self, params: Any, context: mb.Context) -> Any:
        return {"role": "assistant", "content": {"type": "text", "text": "Hi"}, "model": "m"}

    def list_roots(self, params: Any, context: mb.Context) -> Any:
        return {"roots": [{"uri": "file:///here"}]}


@pytest.mark.parametrize("revision", having("roots/list", "sampling/createMessage"))
@pytest.mark.parametrize("guards", [None, NO_GUARDS])
def test_handlers_of_a_client_may_return_dicts(revision: str, guards: Any) -> None:
    async def main() -> None:
        server, _ = asking_server()
        options = {} if guards is None else {"guards": guards}
        async with to_server(server, revision, AnsweringInJson(), **options) as client:
            (block,) = (await client.call_tool("t")).content
            assert block == mcp.TextContent(text="Hi of m, ['file:///here']")

    asyncio.run(main())


@pytest.mark.parametrize("revision", having("roots/list", "sampling/createMessage"))
def test_a_dict_that_is_no_answer_is_named(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    class Wrong(AnsweringInJson):
        def list_roots(self, params: Any, context: mb.Context) -> Any:
            return {"roots": [{"url": "file:///here"}]}

    async def main() -> None:
        server, _ = asking_server()
        async with to_server(server, revision, Wrong()) as client:
            with pytest.raises((mb.ProtocolError, TypeError)) as caught:
                await client.call_tool("t")
        told = f"{caught.value} {caplog.text}"
        assert "the handler of roots/list returned a dict that is no result: /roots/0: " in told

    asyncio.run(main())


def flawed_transport() -> ClientTransport:
    """The transport to a server whose lists of tools have one invalid tool on each page."""
    tools = [tool("a"), {"name": "b"}, tool("c")]

    class Transport(MemoryTransport):
        async def _read_messages(self, connection: Any) -> None:
            while messages := await self._stream.receive():
                for text in messages:
                    message = json.loads(text)
                    if "tools" in message.get("result", {}):
                        message["result"]["tools"] = tools
                    await connection.receive(json.dumps(message).encode())
            connection.connection_lost()

    class Pages(mcp.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [], **({} if params.cursor else {"nextCursor": "more"})}

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            return {"content": []}

    return Transport(mb.Server(Pages(), info=INFO))


@EACH
def test_an_invalid_tool_does_not_hide_the_others(revision: str) -> None:
    async def main() -> None:
        options: Any = {"info": INFO, "revisions": [revision]}
        async with mb.connect(flawed_transport(), **options) as client:
            with pytest.raises(mb.ProtocolError):
                await client.list_tools()
            assert client.set_aside == {}
        async with mb.connect(flawed_transport(), mode="tolerant", **options) as client:
            for _ in range(2):
                assert [each.name async for each in client.iter_tools()] == ["a", "c", "a", "c"]
                (first, second) = client.set_aside["tools/list"]
                assert first.value == second.value == {"name": "b"}
                assert first.pointer.endswith("/tools/1")
                assert "inputSchema" in " ".join(each.message for each in first.findings)
            await client.list_tools()
            assert len(client.set_aside["tools/list"]) == 1

    asyncio.run(main())


@EACH
def test_changes_can_be_iterated(revision: str) -> None:
    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=DECLARED)
        async with to_server(server, revision, bounds=ClientBounds(call_timeout=0.3)) as client:
            async with (
                client.listen(tools_list_changed=True, resource_subscriptions=["note:///1"]) as events,
                client.listen(resource_subscriptions=["note:///1"]) as others,
            ):
                await asyncio.sleep(0.4)  # no response is due
                await server.notify(TOOLS_CHANGED)
                await server.notify(RESOURCE_UPDATED, uri="note:///2")
                await server.notify(RESOURCE_UPDATED, uri="note:///1")
                seen = [await asyncio.wait_for(anext(events), 5) for _ in range(2)]
                assert [each.method for each in seen] == [TOOLS_CHANGED, RESOURCE_UPDATED]
                assert isinstance(seen[1].params, mcp.ResourceUpdatedNotificationParams)
                assert seen[1].params.uri == "note:///1"
                assert (await asyncio.wait_for(anext(others), 5)).method == RESOURCE_UPDATED
            async with client.listen(resource_subscriptions=["note:///1"]) as events:
                await server.notify(RESOURCE_UPDATED, uri="note:///1")
                assert (await asyncio.wait_for(anext(events), 5)).params.uri == "note:///1"
                (served,) = server._connected  # pyright: ignore[reportPrivateUsage]
                if revision in PER_REQUEST:
                    served.announce_end()
                    assert [each async for each in events] == []
                else:
                    served.close_connection()
                    with pytest.raises(ConnectionError):
                        await asyncio.wait_for(anext(events), 5)

    asyncio.run(main())


@EACH
def test_a_reader_in_another_task_ends_with_the_block(revision: str) -> None:
    async def main() -> None:
        async def read(events: AsyncIterator[Any]) -> list[Any]:
            return [each async for each in events]

        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=DECLARED)
        async with to_server(server, revision) as client:
            async with client.listen(tools_list_changed=True) as events:
                reading = asyncio.create_task(read(events))
                await client.list_tools()
            assert await asyncio.wait_for(reading, 5) == []

    asyncio.run(main())


class Subscribing(v2025_11_25.ServerHandlers):
    """A handshake server that notes the resources that its client has subscribed to."""

    def __init__(self) -> None:
        self.uris: list[str] = []
        self.slow = asyncio.Event()
        self.requests = asyncio.Queue[str]()

    async def wait_for(self, request: str) -> None:
        while await asyncio.wait_for(self.requests.get(), 5) != request:
            pass

    async def subscribe(self, params: Any, context: mb.Context) -> Any:
        if params.uri == "a:bad":
            raise mb.ProtocolError(INVALID_PARAMS, "bad")
        self.uris.append(params.uri)
        self.requests.put_nowait(f"subscribe {params.uri}")
        if params.uri == "a:slow":
            await self.slow.wait()
        return v2025_11_25.EmptyResult()

    async def unsubscribe(self, params: Any, context: mb.Context) -> Any:
        self.requests.put_nowait(f"unsubscribe {params.uri}")
        if params.uri == "a:mute":
            await asyncio.Event().wait()
        if params.uri == "a:kept":
            raise mb.ProtocolError(INVALID_PARAMS, "kept")
        self.uris.remove(params.uri)
        return v2025_11_25.EmptyResult()


@asynccontextmanager
async def to_subscribing() -> AsyncGenerator[tuple[Subscribing, mcp.Client]]:
    handlers = Subscribing()
    declared = {"resources": {"subscribe": True}}
    server = Service(lambda _: handlers, info=INFO, capabilities=declared, revisions=HANDSHAKE[-1:])
    async with mb.connect(server, mcp.ClientHandlers(), info=INFO) as client:
        yield handlers, client


def test_a_subscription_survives_the_end_of_another() -> None:
    async def main() -> None:
        async with to_subscribing() as (server, client):
            first = client.listen(resource_subscriptions=["a:x"])
            await first.__aenter__()
            second = client.listen(resource_subscriptions=["a:x", "a:slow"])
            opening = asyncio.ensure_future(second.__aenter__())
            await server.wait_for("subscribe a:slow")
            await first.__aexit__(None, None, None)
            server.slow.set()
            await asyncio.wait_for(opening, 5)
            await client.connection.request("ping")
            assert server.uris == ["a:x", "a:slow"]
            await second.__aexit__(None, None, None)
            await server.wait_for("unsubscribe a:slow")
            assert server.uris == []

    asyncio.run(main())


def test_a_rejected_subscription_leaves_no_other_behind() -> None:
    async def main() -> None:
        async with to_subscribing() as (server, client):
            with pytest.raises(mb.ProtocolError, match="bad"):
                async with client.listen(resource_subscriptions=["a:x", "a:bad"]):
                    raise AssertionError("not reached")
            await server.wait_for("unsubscribe a:x")
            assert server.uris == []

    asyncio.run(main())


def test_a_block_ends_before_the_server_has_unsubscribed(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        faults = list[Any]()
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        async with to_subscribing() as (server, client):
            async with client.listen(resource_subscriptions=["a:mute"]):
                pass
            async with client.listen(resource_subscriptions=["a:kept"]):
                pass
            await server.wait_for("unsubscribe a:kept")
            await client.connection.request("ping")
            assert server.uris == ["a:mute", "a:kept"]
        gc.collect()
        assert faults == []
        assert "resources/unsubscribe failed: kept" in caplog.text

    asyncio.run(asyncio.wait_for(main(), 5))


@EACH
def test_a_subscription_includes_the_parts_of_a_resource(revision: str) -> None:
    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=DECLARED, guards=NO_GUARDS)
        async with (
            to_server(server, revision) as client,
            client.listen(resource_subscriptions=["note:///1", "note:///a/"]) as events,
        ):
            for uri in ("note:///12", "note:///a", "note:///1/title", "note:///a/b", "note:///1"):
                await server.notify(RESOURCE_UPDATED, uri=uri)
            seen = [await asyncio.wait_for(anext(events), 5) for _ in range(3)]
            assert [each.params.uri for each in seen] == ["note:///1/title", "note:///a/b", "note:///1"]

    asyncio.run(main())


def test_a_resource_that_a_server_does_not_accept_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=DECLARED)
        async with (
            to_server(server, PER_REQUEST[-1]) as client,
            client.listen(tools_list_changed=True, resource_subscriptions=["note:///1", "no:///such"]),
        ):
            assert "does not accept all of resourceSubscriptions, so" in caplog.text

    asyncio.run(main())


def test_a_change_that_no_capability_promises_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO, capabilities=DECLARED)
        async with (
            to_server(server, HANDSHAKE[-1]) as client,
            client.listen(
                resource_subscriptions=["note:///1"],
                extension_filters=[tasks.TaskSubscriptionNotifications(task_ids=["1"])],
            ),
        ):
            assert "does not accept all of taskIds, so" in caplog.text

    asyncio.run(main())


def test_an_acknowledgement_is_compared_in_linear_time(caplog: pytest.LogCaptureFixture) -> None:
    compared = list[object]()

    class Text(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            compared.append(other)
            return str.__eq__(self, other)

    asked = [f"note:///{number}" for number in range(300)]
    accepted = [Text(each) for each in ("x", *reversed(asked))]
    document: Any = {"params": {"notifications": {"resourceSubscriptions": accepted}}}
    events = Subscription(
        {"resourceSubscriptions": asked}, mb.revision(PER_REQUEST[-1]), (), mb.revision(PER_REQUEST[-1])
    )
    events.receive_notification(Notification(ACKNOWLEDGED, None, document))
    assert "does not accept" not in caplog.text
    assert len(compared) < 10 * len(asked)


def test_a_subscription_that_a_server_rejects_is_an_error() -> None:
    async def main() -> None:
        async with to_server(asking_server()[0], HANDSHAKE[-1]) as client:
            with pytest.raises(mb.LocalProtocolError, match=r"resources\.subscribe, which is not declared"):
                async with client.listen(resource_subscriptions=["note:///1"]):
                    raise AssertionError("not reached")

    asyncio.run(main())


class Reporting(mcp.ToolsServer):
    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": each, "inputSchema": {"type": "object"}} for each in ("a", "b")]}

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        await context.progress(1)
        await context.log("info", params.name)
        await asyncio.sleep(0.05)
        await context.log("info", params.name)
        return {"content": []}


class Relating(mcp.ClientHandlers):
    def __init__(self) -> None:
        self.seen = list[tuple[str, str | None, Any]]()

    def on_logging_message(self, params: mcp.LoggingMessageNotificationParams, context: mb.Context) -> None:
        call = context.call
        self.seen.append((str(params.data), None if call is None else call.name, None if call is None else call.meta))

    def on_progress(self, params: mcp.ProgressNotificationParams, context: mb.Context) -> None:
        call = context.call
        assert call is not None
        assert call.method == method_of("tools/call", context.revision.id)
        self.seen.append((call.name or "", call.name, call.meta))


@pytest.mark.parametrize("over_http", [True, False])
@pytest.mark.parametrize("revision", LOGGING)
def test_logs_and_progress_say_which_call_they_belong_to(revision: str, *, over_http: bool) -> None:
    if over_http and revision in HTTP_SSE:
        pytest.skip("the network of this test has no open streams")

    async def main() -> None:
        server, relating = mb.Server(Reporting(), info=INFO, capabilities={"logging": {}}), Relating()
        app = server.asgi()
        network = httpx2.ASGITransport(app)
        target: Any = HttpTransport("http://localhost/mcp", http=httpx2.AsyncClient(transport=network))
        options: Any = {"info": INFO, "revisions": [revision], "log_level": "info"}
        async with app.lifespan(), mb.connect(target if over_http else server, relating, **options) as client:

            async def call(name: str) -> None:
                meta: Any = {"example.com/call": name}
                await client.call_tool(name, meta=meta, on_progress=lambda _: None)

            await asyncio.gather(call("a"), call("b"))
            seen, relating.seen = relating.seen, list[tuple[str, str | None, Any]]()
            assert sorted({text for text, *_ in seen}) == ["a", "b"]
            assert len(seen) == 6
            related = [(text, name) for text, name, _ in seen if name is not None]
            assert all(text == name for text, name in related)
            # On one stream, progress names its call; a log message only does while no other call waits.
            assert len(related) == 6 if over_http else 2 <= len(related) <= 6
            assert all(meta["example.com/call"] == name for _, name, meta in seen if name is not None)
            await call("a")  # alone, a log message of a per-request revision can belong to no other call
            known = {name for _, name, _ in relating.seen}
            assert known == ({"a"} if over_http or revision in PER_REQUEST else {"a", None})

    asyncio.run(main())


class OnlyAsTasks(v2025_11_25.ToolsServer):
    """Has a tool that runs only as a task, and needs a name for its result."""

    def __init__(self, *, ends: bool = True) -> None:
        super().__init__()
        self.ends = ends
        self.cancelled = list[str]()
        self.polled = 0

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        schema = {"type": "object"}
        return {"tools": [{"name": "slow", "inputSchema": schema, "execution": {"taskSupport": "required"}}]}

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        if params.task is None:
            raise mb.ProtocolError(METHOD_NOT_FOUND, "Task augmentation required for tools/call requests")
        return {"task": self.describe("working")}

    def describe(self, status: str) -> dict[str, Any]:
        now = "2025-11-25T00:00:00Z"
        times = {"createdAt": now, "lastUpdatedAt": now, "ttl": None, "pollInterval": 1}
        return {"taskId": "t", "status": status, **times}

    def get_task(self, params: Any, context: mb.Context) -> Any:
        self.polled += 1
        return self.describe("input_required" if self.polled > 1 and self.ends else "working")

    async def get_task_payload(self, params: Any, context: mb.Context) -> Any:
        answer = await context.elicit("Which name?", {"type": "object", "properties": {"name": {"type": "string"}}})
        related = {"io.modelcontextprotocol/related-task": {"taskId": "t"}}
        return {"content": [{"type": "text", "text": str((answer.content or {})["name"])}], "_meta": related}

    def cancel_task(self, params: Any, context: mb.Context) -> Any:
        self.cancelled.append(params.task_id)
        return self.describe("cancelled")

    def list_tasks(self, params: Any, context: mb.Context) -> Any:
        return {"tasks": []}


TASKS: dict[str, Any] = {"tasks": {"requests": {"tools": {"call": {}}}, "cancel": {}, "list": {}}}


@pytest.mark.parametrize("is_listed", [True, False])
def test_a_tool_that_runs_only_as_a_task_can_be_called(*, is_listed: bool) -> None:
    async def main() -> None:
        server = mb.Server(OnlyAsTasks(), info=INFO, capabilities=TASKS)
        async with to_server(server, v2025_11_25.ServerHandlers.revision, AnsweringInJson()) as client:
            if is_listed:
                await client.list_tools()
            (block,) = (await client.call_tool("slow")).content
            assert block == mcp.TextContent(text="m")

    asyncio.run(main())


def test_a_task_that_takes_too_long_is_cancelled() -> None:
    async def main() -> None:
        handlers = OnlyAsTasks(ends=False)
        server = mb.Server(handlers, info=INFO, capabilities=TASKS)
        async with to_server(server, v2025_11_25.ServerHandlers.revision) as client:
            with pytest.raises(TimeoutError, match=r"the task has not ended within 0\.2 s"):
                await client.call_tool("slow", timeout=0.2)
            assert handlers.cancelled == ["t"]

    asyncio.run(main())


@EACH
def test_a_call_searches_for_no_suggestion(revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a misspelled name is compared with the names of all members, which takes longer than the rest of a call."""
    searched = list[str]()

    def note(name: str, *rest: Any, **named: Any) -> None:
        searched.append(name)

    async def main() -> None:
        async with mb.connect(all_revisions.server, InputHandlers(), info=INFO, revisions=[revision]) as client:
            await client.list_tools()
            await client.read_resource(next(iter(all_revisions.NOTES)))
            monkeypatch.setattr("mcp_bindings.wire.model.check_spelling", note)
            await client.list_tools()
            await client.read_resource(next(iter(all_revisions.NOTES)))
            if revision in having(ELICIT):
                await client.call_tool("weather")

    asyncio.run(main())
    assert searched == []


def test_a_log_level_is_sent_with_typed_meta() -> None:
    """The call failed, since the level was added to JSON only."""

    async def main() -> None:
        async with to_server(all_revisions.server, mb.LATEST, log_level="info") as client:
            names: Any = {
                "io.modelcontextprotocol/protocolVersion": mb.LATEST,
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": INFO,
            }
            meta = mcp.RequestMetaObject(**names)
            await client.list_tools(meta=meta)

    asyncio.run(main())


LONG = 4 * 1024 * 1024
LONG_SERVER = f"""
import mcp_bindings as mb

tools = mb.Toolbox()


@tools.tool
def long() -> str:
    return "x" * {LONG}


server = mb.Server(tools, info={INFO})
"""


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_the_limits_of_a_connection_are_those_of_its_transport(transport: str) -> None:
    """A longer text than the default was refused by the transport, which had not got the limits."""

    async def call_long(target: Any) -> None:
        async with mb.connect(target, info=INFO, limits=mb.Limits(max_bytes=2 * LONG)) as client:
            result: Any = await client.call_tool("long")
            assert len(result.content[0].text) == LONG

    async def main() -> None:
        if transport == "stdio":
            await call_long([sys.executable, "-c", f"{LONG_SERVER}server.run_stdio()"])
            return
        made: dict[str, Any] = {}
        exec(LONG_SERVER, made)
        async with listening(made["server"].asgi()) as url:
            await call_long(url)

    asyncio.run(asyncio.wait_for(main(), 20))


@pytest.mark.parametrize("revision", [HANDSHAKE[-1], PER_REQUEST[-1]])
def test_an_error_of_what_makes_the_handlers_is_raised(revision: str) -> None:
    """The opening took five seconds, and ended with an AttributeError about `dispatcher`."""

    def make_no_handlers(revision_id: str) -> Any:
        raise LookupError(revision_id)

    async def main() -> None:
        server = mb.Server(all_revisions.Notes(), info=INFO)
        with pytest.raises(LookupError, match=revision):
            async with open_connection(
                MemoryTransport(server), make_no_handlers, info=INFO, capabilities={}, revisions=[revision]
            ):
                pass

    asyncio.run(asyncio.wait_for(main(), 4))


def test_a_client_of_another_loop_that_left_hides_no_change() -> None:
    """Clients of the first event loop heard of no change any more."""
    tools, heard = mb.Toolbox(), list[str]()

    def hear(told: mb.Notification) -> None:
        heard.append(told.method)

    @tools.tool
    def first() -> str:
        return ""

    server = mb.Server(tools, info=INFO)

    async def visit() -> None:
        async with mb.connect(server, info=INFO):
            pass

    async def main() -> None:
        async with mb.connect(server, info=INFO, revisions=[HANDSHAKE[-1]]) as client:
            client.connection.listeners[hear] = None
            await asyncio.to_thread(asyncio.run, visit())
            tools.tool(name="second")(first)
            for _ in range(500):
                if heard:
                    return
                await asyncio.sleep(0.01)

    asyncio.run(main())
    assert heard == [TOOLS_CHANGED]


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_notifications_are_translated_for_the_handlers(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    """A server with a handshake gives the key of subscriptions no meaning. For the handlers, it would have one."""
    caplog.set_level("INFO", "mcp_bindings")
    newest = having(LOG_MESSAGE, among=PER_REQUEST)[-1]
    tools, seen = mb.Toolbox(), list[tuple[Any, bool]]()

    @tools.tool
    async def tell(context: mb.Context) -> None:
        await context.notify(LOG_MESSAGE, level="info", data="x", _meta={SUBSCRIPTION_KEY: 99, "a/b": 1})

    def on_message(params: Any, context: mb.Context) -> None:
        meta = dump_any(params)["_meta"]
        seen.append((meta.get("a/b"), SUBSCRIPTION_KEY in meta))

    handlers = import_module(mb.revision(newest).package).ClientHandlers()
    setattr(handlers, handlers.all_routes[method_of(LOG_MESSAGE, newest)].attribute, on_message)

    async def main() -> None:
        server = mb.Server(tools, info=INFO, capabilities={"logging": {}})
        async with mb.connect(server, handlers, info=INFO, revisions=[revision]) as client:
            await client.call_tool("tell")

    asyncio.run(main())
    assert seen == [(1, False)]
    assert f"{LOG_MESSAGE} to {newest}: remove /params/_meta/{SUBSCRIPTION_KEY.replace('/', '~1')}" in caplog.text


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_notifications_of_a_server_are_translated(revision: str) -> None:
    seen = list[Any]()
    tools = mb.Toolbox()

    @tools.tool
    async def nothing() -> None: ...

    handlers = import_module(mb.revision(revision).package).ClientHandlers()

    def on_change(params: Any, context: mb.Context) -> None:
        seen.append(dump_any(params)["_meta"])

    setattr(handlers, handlers.all_routes[TOOLS_CHANGED].attribute, on_change)

    async def main() -> None:
        server = mb.Server(tools, info=INFO)
        opening = open_connection(MemoryTransport(server), lambda _: handlers, info=INFO, revisions=[revision])
        async with opening:
            await server.notify(TOOLS_CHANGED, _meta={SUBSCRIPTION_KEY: 99, "a/b": 1})
            await asyncio.sleep(0.05)

    asyncio.run(main())
    assert seen == [{"a/b": 1}]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_server_notifies_with_values_that_are_typed(revision: str) -> None:
    class Uri(str):
        pass

    heard, tools = list[Any](), mb.Toolbox()

    @tools.resource("a://{name}")
    def read(name: str) -> str:
        return name

    async def main() -> None:
        server = mb.Server(tools, info=INFO, capabilities={"resources": {"subscribe": True}})
        async with (
            mb.connect(server, mcp.ClientHandlers(), info=INFO, revisions=[revision]) as client,
            client.listen(resource_subscriptions=["a://b"]) as events,
        ):
            for uri in (Uri("a://b"), AnyUrl("a://b")):
                await server.notify(RESOURCE_UPDATED, uri=uri, _meta=mcp.NotificationMetaObject())
                heard.append((await asyncio.wait_for(anext(events), 1)).params.uri)

    asyncio.run(main())
    assert heard == ["a://b", "a://b"]


def test_a_notification_is_translated_once_for_a_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clients of a revision share the translation, so that a server can have many clients."""
    made = list[str]()

    def parse(revision: mb.Revision, document: Any, sender: Any) -> Any:
        made.append(revision.id)
        return parse_message(revision, document, sender)

    monkeypatch.setattr("mcp_bindings.server.handlers.parse_message", parse)
    heard, tools = list[str](), mb.Toolbox()

    @tools.tool
    async def nothing() -> None: ...

    async def main() -> None:
        server = mb.Server(tools, info=INFO)
        async with AsyncExitStack() as stack:
            streams = list[AsyncIterator[Notification]]()
            for revision in mb.REVISIONS * 3:
                client = await stack.enter_async_context(mb.connect(server, info=INFO, revisions=[revision]))
                streams.append(await stack.enter_async_context(client.listen(tools_list_changed=True)))
            for _ in range(2):
                await server.notify(TOOLS_CHANGED)
                heard.extend([(await asyncio.wait_for(anext(each), 1)).method for each in streams])

    asyncio.run(main())
    assert heard == [TOOLS_CHANGED] * 6 * len(mb.REVISIONS)
    assert len(made) == 2 * len(mb.REVISIONS)


@pytest.mark.parametrize("revision", mb.REVISIONS)
@pytest.mark.parametrize(
    ("info", "capabilities", "problem"),
    [
        ({**INFO, "title": 5}, {}, "info/title is not valid in .*: expected string"),
        ({**INFO, "icons": [{"src": 5}]}, {}, "info/icons/0/src is not valid in "),
        (INFO, {"roots": {"listChanged": "yes"}}, "'roots.listChanged' must be True or False, not 'yes'"),
        (INFO, {"tasks": {"requests": {"sampling": 3}}}, "'tasks.requests.sampling' must be an object, not 3"),
        (INFO, {"sampling": {"tools": True}}, "'sampling.tools' must be an object, not True"),
        (INFO, {"experimental": {"own": 3}}, "'experimental.own' must be an object, not 3"),
    ],
)
def test_a_wrong_type_in_what_a_client_declares(revision: str, info: Any, capabilities: Any, problem: str) -> None:
    server = mb.Server(mcp.ServerHandlers(), info=INFO)
    with pytest.raises(ValueError, match=problem):
        mb.connect(server, info=info, capabilities=capabilities, revisions=[revision])
    mb.connect(server, info=INFO, capabilities={"roots": {"own": 3}, "experimental": {"own": {"x": 1}}})


def test_a_wrong_type_in_what_a_server_declares() -> None:
    with pytest.raises(ValueError, match=r"info/title is not valid in .*: expected string"):
        mb.Server(mcp.ServerHandlers(), info={**INFO, "title": 5})
    with pytest.raises(ValueError, match=r"'tools\.listChanged' must be True or False"):
        mb.Server(mcp.ServerHandlers(), info=INFO, capabilities={"tools": {"listChanged": 1}})
