"""What the request bodies of all clients of an application take together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import pytest

from mcp_bindings.transports import Service, StreamableHttp
from mcp_bindings.transports.http_peers import HttpPeer
from tests.transports.services import Asking, service
from tests.transports.test_asgi import OPENING, VERSION, message

PART = 60_000
LONG = 4 * PART


class Post:
    """A POST whose body arrives part by part."""

    def __init__(self, application: StreamableHttp, client: Any = None, **headers: str) -> None:
        self.status = 0
        self.body = b""
        self.headers: dict[str, str] = {}
        self._parts: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        given = {"host": "localhost", "content-type": "application/json", "accept": "*/*", **headers}
        fields = [(name.lower().encode(), value.encode()) for name, value in given.items()]
        scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/mcp", "headers": fields, "client": client}
        self.task = asyncio.create_task(application(scope, self._parts.get, self._send))

    async def give(self, body: bytes, *, more: bool) -> None:
        self._parts.put_nowait({"type": "http.request", "body": body, "more_body": more})
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self) -> None:
        self._parts.put_nowait({"type": "http.disconnect"})
        await self.task

    async def _send(self, event: MutableMapping[str, Any]) -> None:
        if event["type"] == "http.response.start":
            self.status = event["status"]
            self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
        else:
            self.body += event["body"]


async def whole(application: StreamableHttp, body: dict[str, Any], client: Any = None, **headers: str) -> Post:
    post = Post(application, client, **headers)
    await post.give(json.dumps(body).encode(), more=False)
    return post


def run(what: Any) -> None:
    asyncio.run(asyncio.wait_for(what, 20))


def test_bodies_that_are_being_read_are_bounded_over_all_clients() -> None:
    """Any number of connections could each make the server hold a body of the greatest length."""

    async def main() -> None:
        application = StreamableHttp(service(), max_bodies=3 * LONG)
        posts = [Post(application) for _ in range(5)]
        for _ in range(LONG // PART):
            for post in posts:
                await post.give(b" " * PART, more=True)
        assert sorted(post.status for post in posts) == [0, 0, 0, 503, 503]
        rejected = next(post for post in posts if post.status)
        assert rejected.headers["retry-after"] == "1"
        short = await whole(application, message("initialize", 1, **OPENING))
        await short.task
        assert short.status == 200  # short bodies are not counted
        for post in posts:
            await post.end()
        after = Post(application)
        for _ in range(LONG // PART):
            await after.give(b" " * PART, more=True)
        assert after.status == 0
        await after.end()
        await application.sessions.close()

    run(main())


async def opened(application: StreamableHttp) -> dict[str, str]:
    post = await whole(application, message("initialize", 1, **OPENING))
    await post.task
    headers = {**VERSION, "Mcp-Session-Id": post.headers["mcp-session-id"]}
    ready = await whole(application, message("notifications/initialized"), **headers)
    await ready.task
    assert ready.status == 202
    return headers


def test_a_body_counts_until_its_handler_is_done() -> None:
    async def main() -> None:
        application = StreamableHttp(service(), max_bodies=2 * LONG)
        clients = [await opened(application) for _ in range(3)]
        call = message("tools/call", 2, name="wait", arguments={"a": "x" * LONG})
        calls = [await whole(application, call, **headers) for headers in clients]
        await asyncio.sleep(0)
        await asyncio.wait_for(calls[1].task, 5)
        assert [each.status for each in calls[1:]] == [503, 503]
        await application.sessions.close()
        await calls[0].end()
        again = await whole(application, message("x", 3, text="x" * LONG), **VERSION)
        await again.task
        assert again.status != 503

    run(main())


def test_notifications_of_a_session_are_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session could have 2,000 of them handled at the same time, each of the greatest length."""
    monkeypatch.setattr("mcp_bindings.transports.http_peers.MAX_RUNNING_BYTES", 3 * LONG)
    served: Service = Asking()

    async def main() -> None:
        application = StreamableHttp(served)
        headers = await opened(application)
        told = message("notifications/roots/list_changed", _meta={"a": "x" * LONG})
        posts = [await whole(application, told, **headers) for _ in range(5)]
        await asyncio.gather(*(post.task for post in posts))
        assert [post.status for post in posts] == [202, 202, 503, 503, 503]
        await application.sessions.close()

    run(main())


def test_a_session_that_ends_counts_nothing_more() -> None:
    async def main() -> None:
        application = StreamableHttp(service(), max_bodies=2 * LONG)
        peer = HttpPeer(service())
        peer.buffers = application.sessions.buffers
        peer.start_task(asyncio.sleep(50), 0, LONG + PART)
        with pytest.raises(ConnectionError):
            application.sessions.buffers.bodies.reserve_bytes(LONG)
        peer.end_session()
        await asyncio.sleep(0.01)
        application.sessions.buffers.bodies.reserve_bytes(2 * LONG)

    run(main())
