"""What stores promise, for those in memory and those in Redis; the latter are skipped without `redis-server`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import pytest

from mcp_bindings.transports import EventStore, MemoryEvents, MemorySessions, SessionStore
from mcp_bindings.transports.stores import (
    SessionHeldError,
    SessionLostError,
    StoredEvent,
    StoredSession,
    StoredStream,
    StoreError,
)
from tests.soak.takeover import has_redis, redis_server

OWNER = '["issuer","alice",""]'
SESSION = StoredSession('{"ä": 1}', principal=OWNER)
EVENTS = [StoredEvent(b"", 500), *(StoredEvent(b'{"n":%d}' % number) for number in range(4))]

Use = Callable[[SessionStore, EventStore], Awaitable[None]]


def run(kind: str, use: Use, *, lease: float = 5.0, idle: float = 600.0) -> None:
    """Use stores of a kind."""

    async def main(stack: ExitStack) -> None:
        if kind == "memory":
            sessions = MemorySessions(lease=lease, idle=idle)
            await use(sessions, MemoryEvents(sessions))
            return
        from redis.asyncio import Redis

        from mcp_bindings.transports import RedisEvents, RedisSessions

        path = stack.enter_context(redis_server())
        async with Redis(unix_socket_path=path) as redis:
            for _ in range(200):
                try:
                    await RedisSessions(redis).release("nobody")
                    break
                except StoreError:
                    await asyncio.sleep(0.02)
            shared = RedisSessions(redis, lease=lease, idle=idle)
            await use(shared, RedisEvents(shared))

    with ExitStack() as stack:
        asyncio.run(main(stack))


each_kind = pytest.mark.parametrize(
    "kind", ["memory", pytest.param("redis", marks=pytest.mark.skipif(not has_redis(), reason="needs redis-server"))]
)


@each_kind
def test_a_session_is_held_by_one_application(kind: str) -> None:
    async def use(sessions: SessionStore, events: EventStore) -> None:
        assert await sessions.claim("b", "s", OWNER) is None
        await sessions.save("a", "s", SESSION)
        with pytest.raises(SessionHeldError):
            await sessions.claim("b", "s", OWNER)
        with pytest.raises(SessionLostError):
            await sessions.save("b", "s", SESSION)
        await sessions.save("a", "s", SESSION._replace(is_ready=True))
        assert await sessions.keep("a", ["s", "other"]) == ["other"]
        assert await sessions.keep("b", ["s"]) == ["s"]
        await sessions.remove("b", "s")
        await sessions.release("a")
        assert await sessions.claim("b", "s", OWNER) == SESSION._replace(is_ready=True, takeovers=1)
        assert await sessions.keep("a", ["s"]) == ["s"]
        assert await sessions.claim("b", "s", OWNER) == SESSION._replace(is_ready=True, takeovers=2)
        await sessions.remove("b", "s")
        assert await sessions.claim("b", "s", OWNER) is None

    run(kind, use)


@each_kind
def test_who_does_not_own_a_session_claims_nothing(kind: str) -> None:
    async def use(sessions: SessionStore, events: EventStore) -> None:
        await sessions.save("a", "s", SESSION)
        for stranger in (None, "other"):
            assert await sessions.claim("b", "s", stranger) is None, "it does not wait for the holder either"
        assert await sessions.keep("a", ["s"]) == []
        await sessions.release("a")
        assert await sessions.claim("b", "s", "other") is None
        assert await sessions.claim("a", "s", OWNER) == SESSION._replace(takeovers=1)

    run(kind, use)


@each_kind
def test_who_says_nothing_is_dead(kind: str) -> None:
    async def use(sessions: SessionStore, events: EventStore) -> None:
        await sessions.save("a", "s", SESSION)
        await asyncio.sleep(0.1)
        assert await sessions.claim("b", "s", OWNER) is not None

    run(kind, use, lease=0.05)


@each_kind
def test_what_nobody_uses_is_forgotten(kind: str) -> None:
    async def use(sessions: SessionStore, events: EventStore) -> None:
        await sessions.save("a", "s", SESSION)
        await events.open("a", "s", 1, [1])
        await asyncio.sleep(0.1)
        assert await sessions.claim("a", "s", OWNER) is None
        assert list(await events.load("s")) == []

    run(kind, use, idle=0.05)


@each_kind
def test_streams_are_loaded_as_they_were_stored(kind: str) -> None:
    async def use(sessions: SessionStore, events: EventStore) -> None:
        await sessions.save("a", "s", SESSION)
        begun: dict[int, list[int | str] | None] = {1: None, 3: [7, "x"], 12: [8], 4: [9]}
        for number, requests in begun.items():
            await events.open("a", "s", number, requests)
        for place, event in enumerate(EVENTS, 1):
            await events.append("a", "s", 3, place, event, first=max(1, place - 2), is_last=False)
            await events.append("a", "s", 12, place, event, first=1, is_last=place == len(EVENTS))
        await events.discard("a", "s", [4])
        assert [
            stream._replace(requests=stream.requests and list(stream.requests)) for stream in await events.load("s")
        ] == [
            StoredStream(1, None, 1, []),
            StoredStream(3, [7, "x"], 3, EVENTS[2:]),
            StoredStream(12, await _answered(events), 1, EVENTS),
        ]
        await sessions.release("a")
        await sessions.claim("b", "s", OWNER)
        writes: list[Callable[[], Any]] = [
            lambda: events.open("a", "s", 5, None),
            lambda: events.append("a", "s", 3, 6, EVENTS[1], first=1, is_last=True),
            lambda: events.discard("a", "s", [3]),
        ]
        for write in writes:
            with pytest.raises(SessionLostError):
                await write()
        await sessions.remove("b", "s")
        assert list(await events.load("s")) == []

    run(kind, use)


@each_kind
def test_an_event_at_the_last_position_replaces_the_last_one(kind: str) -> None:
    """The reply to the first write may have been lost. Then Redis refused every further event of the stream."""

    async def use(sessions: SessionStore, events: EventStore) -> None:
        await sessions.save("a", "s", SESSION)
        await events.open("a", "s", 1, None)
        for position, event in [(1, 0), (2, 1), (2, 2), (2, 3), (3, 4), (3, 4)]:
            await events.append("a", "s", 1, position, EVENTS[event], first=1, is_last=False)
        assert list(await events.load("s")) == [StoredStream(1, None, 1, [EVENTS[0], EVENTS[3], EVENTS[4]])]

    run(kind, use)


async def _answered(events: EventStore) -> Any:
    found = (await events.load("s"))[-1].requests
    assert found is not None
    assert len(found) == 0
    return found


@pytest.mark.skipif(not has_redis(), reason="needs redis-server")
def test_a_session_of_another_version_of_the_package_goes_on() -> None:
    async def use(sessions: Any, events: EventStore) -> None:
        await sessions.save("a", "s", SESSION)
        stored = '{"opening": "{}", "from_the_future": 1}'
        await sessions.redis.hset(sessions.session_key("s"), "session", stored)
        await sessions.release("a")
        assert await sessions.claim("b", "s", None) == StoredSession("{}", takeovers=1)

    run("redis", use)


@pytest.mark.skipif(not has_redis(), reason="needs redis-server")
def test_redis_keeps_nothing_of_a_session_and_failures_say_so() -> None:
    async def use(sessions: Any, events: EventStore) -> None:
        await sessions.save("a", "the-id", SESSION)
        await events.open("a", "the-id", 1, [1])
        await events.append("a", "the-id", 1, 1, EVENTS[0], first=1, is_last=False)
        for key in await sessions.redis.keys("mcp:{*"):
            await sessions.redis.pexpire(key, 10_000)
        await sessions.keep("a", ["the-id"])
        assert min([await sessions.redis.pttl(key) for key in await sessions.redis.keys("mcp:{*")]) > 500_000
        keys = await sessions.redis.keys("*")
        assert len(keys) == 3
        assert not [key for key in keys if b"the-id" in key]
        assert min([await sessions.redis.pttl(key) for key in keys]) > 0
        await sessions.remove("a", "the-id")
        await sessions.release("a")
        assert await sessions.redis.keys("*") == []
        await sessions.redis.execute_command("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(StoreError, match="Redis: "):
            await sessions.save("a", "s", SESSION)

    run("redis", use)


@pytest.mark.skipif(not has_redis(), reason="needs redis-server")
def test_many_sessions_are_kept_in_few_round_trips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.transports.redis_stores._RENEWED_AT_ONCE", 10)

    async def use(sessions: Any, events: EventStore) -> None:
        ids = [f"s{number}" for number in range(25)]
        for each in ids:
            await sessions.save("a", each, SESSION)
        await sessions.release("a")
        await sessions.claim("b", "s3", OWNER)
        await sessions.redis.set(sessions.session_key("s14"), "no hash")
        await sessions.redis.delete(sessions.session_key("s24"))
        with patch.object(sessions.redis, "pipeline", wraps=sessions.redis.pipeline) as pipeline:
            assert await sessions.keep("a", ids) == ["s3", "s14", "s24"]
        assert pipeline.call_count == 3
        assert await sessions.keep("a", []) == []

    run("redis", use)


ODD: list[tuple[str, Any]] = [
    ("session", b"\xff"),
    ("session", "{"),
    ("session", "[" * 100_000),
    ("session", "[]"),
    ("session", "{}"),
    ("session", '{"opening": 1}'),
    ("session", '{"opening": "{}", "is_ready": "no"}'),
    ("session", '{"opening": "{}", "principal": {}}'),
    ("holder", b"\xff"),
    ("takeovers", "many"),
    ("s:1", "{}"),
    ("s:1", "[1.5]"),
    ("s:1", "["),
    ("s:x", "[]"),
]


@pytest.mark.skipif(not has_redis(), reason="needs redis-server")
def test_odd_values_are_errors_of_the_store() -> None:
    async def claimed(sessions: Any, events: EventStore) -> None:
        stored = await sessions.claim("a", "s", None)
        assert stored is not None
        await events.load("s")

    async def use(sessions: Any, events: EventStore) -> None:
        key = sessions.session_key("s")

        async def begin() -> None:
            await sessions.redis.flushall()
            await sessions.save("a", "s", SESSION._replace(principal=None))
            await events.open("a", "s", 1, [1])
            await events.append("a", "s", 1, 1, EVENTS[0], first=1, is_last=False)

        await begin()
        await claimed(sessions, events)
        for field, value in ODD:
            await begin()
            await sessions.redis.hset(key, field, value)
            with pytest.raises(StoreError, match="Redis: "):
                await claimed(sessions, events)
        for place, row in [
            ("2-0", {"data": ""}),
            ("2-0", {"data": "", "retry": "x"}),
            ("4-0", {"data": "", "retry": ""}),
        ]:
            await begin()
            await sessions.redis.xadd(f"{key}:1", row, id=place)
            with pytest.raises(StoreError, match="Redis: "):
                await claimed(sessions, events)
        for each in (key, f"{key}:1"):
            await begin()
            await sessions.redis.set(each, "no hash and no stream")
            with pytest.raises(StoreError, match="Redis: "):
                await claimed(sessions, events)

    run("redis", use)
