"""Each message of a server over HTTP is sent on one stream: that of its request, or one that listens.

Pages: /specification/2025-11-25/basic/transports#multiple-connections, #listening-for-messages-from-the-server and
/specification/2026-07-28/basic/transports/streamable-http#receiving-messages.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any, ClassVar

import pytest

import mcp_bindings as mb
from mcp_bindings.http import request_headers
from mcp_bindings.spec.names import ACKNOWLEDGED, CANCELLED
from mcp_bindings.transports import StreamableHttp
from tests.revisions import HANDSHAKE, PER_REQUEST, having, method_of, request_meta
from tests.transports.services import INFO, Tools
from tests.transports.test_takeover import AsgiRequest, call, open_session

CHANGED, LOG, PROGRESS = "notifications/tools/list_changed", "notifications/message", "notifications/progress"
DECLARED: dict[str, Any] = {"tools": {"listChanged": True}, "logging": {}}
WITH_SESSIONS = [revision for revision in HANDSHAKE if mb.revision(revision).protocol.http.resumable]


class Asking(Tools):
    """A tool that asks for the roots, and waits for the answer or only until the question is sent."""

    questions: ClassVar[list[asyncio.Task[Any]]] = []

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        self.questions.append(asyncio.create_task(context.calls.list_roots()))
        if params.arguments["waits"]:
            await self.questions[-1]
        return await super().call_tool(params, context)


class Talking(Tools):
    """Tools that write to the log, too."""

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        await context.log("error", str(context.id))
        return await super().call_tool(params, context)


def make_server(revision: str, tools: type[Tools] = Talking) -> tuple[mb.Server, StreamableHttp]:
    package = import_module(mb.revision(revision).package)
    server = mb.Server(type("Made", (tools, package.ServerHandlers), {})(), info=INFO, capabilities=DECLARED)
    return server, StreamableHttp(server)


async def is_open(stream: AsgiRequest) -> None:
    await stream.until(lambda: stream.status == 200)


async def has_messages(stream: AsgiRequest, least: int) -> None:
    await stream.until(lambda: len(stream.messages) >= least)


async def check_calls(
    server: mb.Server, app: StreamableHttp, revision: str, requests: list[tuple[Any, dict[str, str]]]
) -> None:
    """Send calls at the same time, and a change while they run; each stream has what belongs to its call alone."""
    calls = [AsgiRequest(app, "POST", body, **headers) for body, headers in requests]
    for each in calls:
        await has_messages(each, 2)
    await server.notify(CHANGED)
    for each, (body, _) in zip(calls, requests, strict=True):
        await each.task
        id_ = body["id"]
        told = [message["params"] for message in each.messages[:-1]]
        methods = [message["method"] for message in each.messages[:-1]]
        assert methods == [method_of(LOG, revision), *[method_of(PROGRESS, revision)] * 10]
        assert [params.get("progressToken", params.get("data")) for params in told] == [str(id_), *[id_] * 10]
        assert each.messages[-1]["id"] == id_
        assert "result" in each.messages[-1]


@pytest.mark.parametrize("revision", WITH_SESSIONS)
def test_a_message_is_sent_on_one_stream_of_a_session(revision: str) -> None:
    async def main() -> None:
        server, app = make_server(revision)
        headers = await open_session(app, revision)
        listening = [AsgiRequest(app, "GET", **headers) for _ in range(2)]
        for each in listening:
            await is_open(each)
        await check_calls(server, app, revision, [(call(id_, count=10, pause=0.005), headers) for id_ in (2, 3)])
        await AsgiRequest(app, "DELETE", **headers).task
        assert [message["method"] for each in listening for message in each.messages] == [CHANGED]

    asyncio.run(asyncio.wait_for(main(), 20))


@pytest.mark.parametrize("revision", having(LOG, among=PER_REQUEST))
def test_a_subscription_carries_no_messages_of_other_requests(revision: str) -> None:
    declared = request_meta(revision) | {"io.modelcontextprotocol/logLevel": "debug"}

    def sent(body: dict[str, Any]) -> tuple[Any, dict[str, str]]:
        body["params"].setdefault("_meta", {}).update(declared)
        body["method"] = method_of(body["method"], revision)
        headers = request_headers(body, revision)
        return body, {name.lower().replace("-", "_"): value for name, value in headers.items()}

    async def main() -> None:
        server, app = make_server(revision)
        wanted = {"notifications": {"toolsListChanged": True}}
        body, headers = sent({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": wanted})
        listening = AsgiRequest(app, "POST", body, **headers)
        await has_messages(listening, 1)
        await check_calls(server, app, revision, [sent(call(id_, count=10, pause=0.005)) for id_ in (2, 3)])
        await has_messages(listening, 2)
        app.begin_shutdown()
        await listening.task
        methods = [message.get("method") for message in listening.messages]
        names = (ACKNOWLEDGED, CHANGED, CANCELLED)
        assert methods == [*(method_of(name, revision) for name in names), None]

    asyncio.run(asyncio.wait_for(main(), 20))


@pytest.mark.parametrize("leaves_first", [True, False])
@pytest.mark.parametrize("revision", WITH_SESSIONS)
def test_a_question_of_a_cancelled_call_is_withdrawn(revision: str, *, leaves_first: bool) -> None:
    """The withdrawal was sent on the stream of the call, which the client reads no more."""

    async def main() -> None:
        _, app = make_server(revision, Asking)
        headers = await open_session(app, revision, roots={})
        listening = AsgiRequest(app, "GET", **headers)
        await is_open(listening)
        calling = AsgiRequest(app, "POST", call(2, waits=True), **headers)
        await has_messages(calling, 1)
        cancellation = {"jsonrpc": "2.0", "method": CANCELLED, "params": {"requestId": 2}}
        if leaves_first:
            await calling.leave()
        await AsgiRequest(app, "POST", cancellation, **headers).task
        await has_messages(listening, 1)
        if not leaves_first:
            await calling.task
        (question,), (withdrawal,) = calling.messages, listening.messages
        assert withdrawal["method"] == CANCELLED
        assert withdrawal["params"]["requestId"] == question["id"]
        await AsgiRequest(app, "DELETE", **headers).task

    asyncio.run(asyncio.wait_for(main(), 20))


@pytest.mark.parametrize("listens", [True, False])
@pytest.mark.parametrize("revision", WITH_SESSIONS)
def test_a_call_that_returns_withdraws_its_question(revision: str, *, listens: bool) -> None:
    """On another stream, the withdrawal could arrive before the question."""

    async def main() -> None:
        _, app = make_server(revision, Asking)
        headers = await open_session(app, revision, roots={})
        listening = AsgiRequest(app, "GET", **headers)
        await is_open(listening)
        if not listens:
            await listening.leave()
        calling = AsgiRequest(app, "POST", call(2, waits=False, count=1, pause=0.01), **headers)
        await calling.task
        question, withdrawal, answer = [each for each in calling.messages if each.get("method") != PROGRESS]
        assert not listening.messages
        assert withdrawal["method"] == CANCELLED
        assert withdrawal["params"]["requestId"] == question["id"]
        assert "result" in answer
        with pytest.raises(ConnectionError, match="tools/call has ended"):
            await Asking.questions.pop()
        await AsgiRequest(app, "DELETE", **headers).task

    asyncio.run(asyncio.wait_for(main(), 20))
