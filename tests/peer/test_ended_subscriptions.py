"""A subscription that its server ends: a cancellation, a result, or both in either order end the call of the client.

https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#graceful-closure
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.spec.names import ACKNOWLEDGED, CANCELLED, SUBSCRIPTION_KEY
from mcp_bindings.transports import ClientTransport, HttpTransport, Service
from mcp_bindings.transports.service import ServedClient
from tests.behaviour.peers import calls_of, package, result
from tests.revisions import PER_REQUEST, method_of

INFO = {"name": "tests", "version": "1"}
ENDS = [("cancelled",), ("result",), *permutations(("cancelled", "result"))]
FILTER = mcp.SubscriptionFilter(tools_list_changed=True)


class Tools(mcp.ToolsServer):
    """A server whose list of tools may change."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": []}

    def call_tool(self, params: Any, context: mb.Context) -> mcp.CallToolResult:
        return mcp.CallToolResult(content=[])


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("revision", PER_REQUEST)
def test_the_call_ends_without_a_stray_answer(revision: str, ends: Sequence[str]) -> None:
    async def main() -> None:
        strays = list[object]()
        sent = asyncio.Queue[bytes]()

        async def send(data: bytes) -> None:
            sent.put_nowait(data)

        calls = calls_of(revision, "client", send, on_stray=strays.append)
        dispatcher = mb.Dispatcher(package(revision).ClientHandlers(), calls=calls)
        wanted = package(revision).SubscriptionFilter(tools_list_changed=True)
        call = asyncio.ensure_future(calls.subscriptions_listen(wanted))
        id_ = json.loads(await sent.get())["id"]
        cancelled = method_of(CANCELLED, revision)
        end = {
            "cancelled": json.dumps({"jsonrpc": "2.0", "method": cancelled, "params": {"requestId": id_}}).encode(),
            "result": result(id_, {"resultType": "complete", "_meta": {SUBSCRIPTION_KEY: id_}}),
        }
        for each in ends:
            assert await dispatcher.dispatch(end[each]) is None
        ended: Any = await asyncio.wait_for(call, 5)
        assert mb.revision(revision).codec(type(ended).__name__).dump(ended)["_meta"] == {SUBSCRIPTION_KEY: id_}
        assert (strays, dict(calls.pending)) == ([], {})
        late = result(id_, {"resultType": "complete", "_meta": {SUBSCRIPTION_KEY: id_}})
        await dispatcher.dispatch(late)
        assert len(strays) == ("result" in ends), "a second result answers nothing"

    asyncio.run(main())


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_cancellation_ends_no_other_call(revision: str) -> None:
    async def main() -> None:
        async def send(data: bytes) -> None:
            method, params = method_of(CANCELLED, revision), {"requestId": json.loads(data)["id"]}
            note = {"jsonrpc": "2.0", "method": method, "params": params}
            assert not calls.receive_bytes(json.dumps(note))

        calls = calls_of(revision, "client", send)
        with pytest.raises(TimeoutError):
            await calls.list_tools(timeout=0.01)

    asyncio.run(main())


@pytest.mark.parametrize("over_http", [False, True])
@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_subscription_ends_with_its_server(revision: str, *, over_http: bool) -> None:
    async def main() -> None:
        served = list[ServedClient]()

        class Noting(mb.Server):
            def connected(self, client: ServedClient) -> None:
                super().connected(client)
                served.append(client)

        server = Noting(Tools(), info=INFO, capabilities={"tools": {"listChanged": True}})
        target: Service | ClientTransport = server
        begun, acknowledged = asyncio.Event(), method_of(ACKNOWLEDGED, revision).encode()
        app = server.asgi()

        async def noting(scope: Any, receive: Any, send: Any) -> None:
            async def noted(event: Any) -> None:
                await send(event)
                if acknowledged in event.get("body", b""):
                    begun.set()

            await app(scope, receive, noted)

        if over_http:
            http = httpx2.AsyncClient(transport=httpx2.ASGITransport(noting))
            target = HttpTransport("http://127.0.0.1/mcp", http=http)

        class ListeningHandlers(mcp.ClientHandlers):
            def on_subscriptions_acknowledged(self, params: Any, context: mb.Context) -> None:
                begun.set()

        async with mb.connect(target, ListeningHandlers(), info=INFO, revisions=[revision]) as client:
            call = asyncio.ensure_future(client.subscriptions_listen(FILTER))
            await asyncio.wait_for(begun.wait(), 5)
            (app.begin_shutdown if over_http else served[0].announce_end)()
            ended = await asyncio.wait_for(call, 5)
            assert isinstance(ended, mcp.SubscriptionsListenResult)

    asyncio.run(main())
