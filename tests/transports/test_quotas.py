"""Whose sessions end when there are too many: those of whoever has most, and none with a request in progress."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from mcp_bindings.authorization import Principal
from mcp_bindings.transports import StreamableHttp
from mcp_bindings.transports.http_peers import HttpPeer
from mcp_bindings.transports.http_sessions import HttpSessions
from mcp_bindings.transports.quotas import find_quota_key
from tests.transports.services import service
from tests.transports.test_asgi import OPENING, VERSION, message
from tests.transports.test_bodies import Post, run, whole

ALICE = Principal("https://as.example", "alice", "a client")


@pytest.mark.parametrize(
    ("client", "key"),
    [
        (("203.0.113.5", 1), "203.0.113.5"),
        (("::ffff:203.0.113.5", 1), "203.0.113.5"),
        (("2001:db8:1:2:3::4", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:3::", 1), "2001:db8:1:3::/64"),
        (("127.0.0.1", 1), None),
        (("127.8.8.8", 1), None),
        (("::ffff:127.0.0.1", 1), None),
        (("::1", 1), None),
        (("testclient", 1), None),
        (("", 0), None),
        (None, None),
    ],
)
def test_the_owner_is_the_principal_or_the_address(client: Any, key: str | None) -> None:
    scope = {"type": "http", "client": client, "headers": [(b"x-forwarded-for", b"198.51.100.1")]}
    assert find_quota_key(scope, None) == key
    assert find_quota_key(scope, ALICE) == ALICE.key
    assert find_quota_key({"type": "http", "headers": []}, None) is None


class World:
    """The sessions of an application, opened by clients with addresses."""

    def __init__(self, most: int, **options: Any) -> None:
        self.application = StreamableHttp(service(), max_sessions=most, **options)

    async def open(self, address: str, *, uses: bool = True) -> dict[str, str]:
        """Open a session, and use it unless told otherwise."""
        post = await self.send(address, message("initialize", 1, **OPENING))
        await post.task
        headers = {**VERSION, "Mcp-Session-Id": post.headers["mcp-session-id"]}
        if uses:
            await (await self.send(address, message("notifications/initialized"), **headers)).task
        return headers

    async def send(self, address: str, body: dict[str, Any], **headers: str) -> Post:
        return await whole(self.application, body, client=(address, 1), **headers)

    def has(self, headers: dict[str, str]) -> bool:
        return headers["Mcp-Session-Id"] in self.application.sessions

    async def __aenter__(self) -> World:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.application.sessions.close()


@pytest.mark.parametrize("uses", [False, True])
def test_one_client_ends_no_session_of_another(uses: bool) -> None:
    """10,200 times `initialize` ended the sessions of everybody, also with a call in progress."""

    async def main() -> None:
        async with World(6) as world:
            others = [await world.open(f"198.51.100.{number}") for number in range(3)]
            waiting = await world.send("198.51.100.1", message("tools/call", 2, name="wait"), **others[1])
            flood = [await world.open("203.0.113.5", uses=uses) for _ in range(50)]
            assert all(map(world.has, others))
            assert [world.has(each) for each in flood] == [False] * 47 + [True] * 3
            assert not waiting.task.done()

    run(main())


def test_unused_items_go_first_then_those_of_the_largest_owner() -> None:
    async def main() -> None:
        async with World(4) as world:
            one = [await world.open("203.0.113.1") for _ in range(2)]
            two = [await world.open("203.0.113.2", uses=False), await world.open("203.0.113.2")]
            await (await world.send("203.0.113.1", message("ping", 3), **one[0])).task
            three = [await world.open("203.0.113.3")]
            assert not world.has(two[0]), "nobody has used it"
            three += [await world.open("203.0.113.3")]
            assert [world.has(each) for each in (*one, two[1], *three)] == [True, False, True, True, True], "the oldest"

    run(main())


def test_a_session_with_a_request_in_progress_ends_last() -> None:
    async def main() -> None:
        async with World(3) as world:
            busy = [await world.open("203.0.113.1") for _ in range(2)]
            calls = [await world.send("203.0.113.1", message("tools/call", 2, name="wait"), **each) for each in busy]
            idle = await world.open("203.0.113.2")
            await world.open("203.0.113.3")
            assert not world.has(idle), "although the other owner has more"
            assert all(map(world.has, busy))
            for each in calls:
                await each.end()

    run(main())


def test_an_owner_who_uses_all_sessions_ends_none_of_others() -> None:
    """With a request in progress in each of its sessions, one client ended the idle sessions of everybody."""

    async def main() -> None:
        async with World(4) as world:
            other = await world.open("203.0.113.2")
            calls = list[Post]()
            for _ in range(6):
                busy = await world.open("203.0.113.1")
                if world.has(busy):
                    calls.append(await world.send("203.0.113.1", message("tools/call", 2, name="wait"), **busy))
            assert world.has(other)
            assert len(calls) == 3
            for each in calls:
                await each.end()

    run(main())


def test_clients_without_an_owner_have_no_quota() -> None:
    async def main() -> None:
        async with World(4) as world:
            behind = [await world.open("127.0.0.1") for _ in range(3)]
            far = [await world.open("203.0.113.1") for _ in range(2)]
            assert [world.has(each) for each in (*behind, *far)] == [True, True, True, False, True], "this one had two"
            await (await world.send("127.0.0.1", message("ping", 2), **behind[0])).task
            await world.open("127.0.0.1")
            assert [world.has(each) for each in (*behind, far[1])] == [True, False, True, True], "each is a share"

    run(main())


def test_a_key_of_ones_own() -> None:
    asked = list[Any]()

    def key(scope: Any, principal: Principal | None) -> str | None:
        asked.append(principal)
        return str(dict(scope["headers"])[b"x-tenant"])

    async def main() -> None:
        async with World(2, quota_key=key) as world:
            post = [
                await world.send(f"203.0.113.{number}", message("initialize", 1, **OPENING), **{"X-Tenant": "one"})
                for number in range(2)
            ]
            ids = [each.headers["mcp-session-id"] for each in post]
            peers = [world.application.sessions.find_client(each) for each in ids]
            assert [None if each is None else each.owner for each in peers] == ["b'one'"] * 2

    run(main())
    assert asked == [None, None]


def test_idle_sessions_of_whoever_buffers_most_give_way_first() -> None:
    async def main() -> None:
        sessions: Any = HttpSessions(service(), idle=600, max_sessions=10, max_buffered=400_000)
        peers = [HttpPeer(service()) for _ in range(4)]
        ids = [sessions.add_client(peer) for peer in peers]
        for peer, owner in zip(peers, "abbb", strict=True):
            sessions._by_owner.remove_session(str(peer.session.session_id), peer)
            peer.owner = owner
            sessions._by_owner.add_session(str(peer.session.session_id), peer)
            peer.session.receive(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
            await peer.open_stream([1], expects_reader=False).send(b"x" * 60_000)
        sessions.end_idle_sessions()
        assert [each in sessions for each in ids] == [True, False, True, True]
        await sessions.close()

    asyncio.run(main())


def test_a_session_that_ends_before_a_request_leaks_nothing() -> None:
    """A coroutine that was never awaited is a RuntimeWarning, which is an error in the tests."""

    async def main() -> None:
        peer = HttpPeer(service())
        event = peer.session.receive(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
        handling = peer.handle(event)
        task = peer.start_task(peer.respond_on_standalone_stream(handling), 1, handling=handling)
        task.cancel()
        await asyncio.wait({task})
        del handling
        gc.collect()
        assert 1 not in peer.session.pending

    asyncio.run(main())
