"""Stores of HTTP sessions and their events in Redis, for several processes.

The stores need the extra `redis` and Redis 6.2. The keys of a session begin with a prefix and a hash of the session id,
so that a list of keys reveals no ids. A session is a Redis hash, which has the holder of the session: the application
that may write it. Each event stream is a Redis stream. Each write is one script, which first checks that the writing
application is the holder. All keys of an unused session expire. A running application has a key that expires unless the
application renews the key.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Collection, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from hashlib import sha256
from inspect import isawaitable
from typing import Any

try:
    from redis.asyncio import Redis
    from redis.exceptions import RedisError
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        "sessions in Redis need redis: pip install 'mcp-bindings[redis]'", name=_missing.name
    ) from None

from ..errors import RequestId
from ..json_values import is_array, is_object
from ..options import check_class, check_method, check_numbers
from .stores import (
    IDLE_SECONDS,
    LEASE_SECONDS,
    SessionHeldError,
    SessionLostError,
    StoredEvent,
    StoredSession,
    StoredStream,
    StoreError,
)

_MAX_SECONDS = 1_000_000_000
"""Largest number of seconds until a key expires. Redis counts the milliseconds in 64 bits."""

# For a key that is no hash, `pcall` returns the error instead of raising it, so the comparison fails.
_CHECK_HOLDER = "if redis.pcall('HGET', KEYS[1], 'holder') ~= ARGV[1] then return 0 end "
_RENEW_EXPIRY = "redis.call('PEXPIRE', KEYS[1], ARGV[2]) "
_FOR_EACH_STREAM = (
    "for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do if string.sub(name, 1, 2) == 's:' then "
    "redis.call({command}, KEYS[1] .. string.sub(name, 2){more}) end end "
)

_SAVE = (
    "local holder = redis.call('HGET', KEYS[1], 'holder') if holder and holder ~= ARGV[1] then return 0 end "
    "redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'session', ARGV[3]) " + _RENEW_EXPIRY + "return 1"
)
_CLAIM = (
    "if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[3] then return 0 end "
    "redis.call('HSET', KEYS[1], 'holder', ARGV[1]) "
    + _RENEW_EXPIRY
    + "return redis.call('HINCRBY', KEYS[1], 'takeovers', 1)"
)
_KEEP = _CHECK_HOLDER + _RENEW_EXPIRY + _FOR_EACH_STREAM.format(command="'PEXPIRE'", more=", ARGV[2]") + "return 1"
_REMOVE = _CHECK_HOLDER + _FOR_EACH_STREAM.format(command="'DEL'", more="") + "redis.call('DEL', KEYS[1]) return 1"
_OPEN = _CHECK_HOLDER + _RENEW_EXPIRY + "redis.call('HSET', KEYS[1], 's:' .. ARGV[3], ARGV[4]) return 1"
_ADD = "'XADD', KEYS[2], ARGV[4] .. '-' .. version, 'data', ARGV[5], 'retry', ARGV[6])"
# An id of an event in Redis is its position and a version: 1 or more if the event has replaced an earlier one.
_APPEND = (
    _CHECK_HOLDER
    + _RENEW_EXPIRY
    + f"local version = 0 if type(redis.pcall({_ADD}) == 'table' then "
    + "local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1][1] "
    + f"version = string.match(last, '%d+$') + 1 redis.call({_ADD} redis.call('XDEL', KEYS[2], last) end "
    + "redis.call('XTRIM', KEYS[2], 'MINID', ARGV[7] .. '-0') redis.call('PEXPIRE', KEYS[2], ARGV[2]) "
    + "if ARGV[8] == '1' then redis.call('HSET', KEYS[1], 's:' .. ARGV[3], '[]') end return 1"
)
_DISCARD = (
    _CHECK_HOLDER
    + _RENEW_EXPIRY
    + "for place = 3, #ARGV do redis.call('HDEL', KEYS[1], 's:' .. ARGV[place]) "
    + "redis.call('DEL', KEYS[1] .. ':' .. ARGV[place]) end return 1"
)

_RENEWED_AT_ONCE = 1000
"""Largest number of sessions that are renewed in one round trip."""


class RedisSessions:
    """A store of sessions in Redis.

    Args:
        redis: the Redis client, with `decode_responses` off.
        prefix: the beginning of all keys.
        lease: seconds without a call of `renew` after which an application counts as ended.
        idle: seconds without use after which a session is forgotten.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a time is negative, NaN or too large; or `decode_responses` of the client is on.

    Attributes:
        redis: the argument of this name.
        claim_timeout: equal to `lease`.
        idle_ms: `idle` in whole milliseconds, at least 1.
    """

    def __init__(
        self, redis: Redis, *, prefix: str = "mcp", lease: float = LEASE_SECONDS, idle: float = IDLE_SECONDS
    ) -> None:
        for method in ("execute_command", "__aenter__"):
            check_method("redis", redis, method, "a client of redis.asyncio", is_secret=True)  # a URL has a password
        settings = getattr(getattr(redis, "connection_pool", redis), "connection_kwargs", None)
        if is_object(settings) and settings.get("decode_responses"):
            raise ValueError("redis must be a client with decode_responses=False")
        check_class("prefix", prefix, str, "a text such as 'mcp'")
        check_numbers({"lease": lease, "idle": idle}, least=0, most=_MAX_SECONDS)
        self.redis = redis
        self.claim_timeout = lease
        self.idle_ms: int = max(1, int(idle * 1000))
        self._prefix = prefix
        self._lease_ms = max(1, int(lease * 1000))

    def session_key(self, session_id: str) -> str:
        """Return the key of a session. The braces keep all keys of a session in one slot of a cluster."""
        return f"{self._prefix}:{{{sha256(session_id.encode()).hexdigest()}}}"

    def _make_holder_key(self, holder: str) -> str:
        return f"{self._prefix}:holder:{holder}"

    async def save(self, holder: str, session_id: str, session: StoredSession) -> None:
        """Write a session that is new or that the application holds. The application holds the session from now on.

        Renew the lease of the application too.

        Raises:
            SessionLostError: another application holds the session.
            StoreError: the store has failed.
        """
        await self.renew(holder)
        await self.run_script(_SAVE, holder, [self.session_key(session_id)], json.dumps(session._asdict()))

    async def claim(self, holder: str, session_id: str, principal: str | None) -> StoredSession | None:
        """Make the application the holder of a session that an ended application has held.

        Renew the lease of the application in any case.

        Returns:
            The session; None if the session is unknown or belongs to another principal.

        Raises:
            SessionHeldError: another running application holds the session.
            StoreError: the store has failed, or the value of the session cannot be read.
        """
        key = self.session_key(session_id)
        await self.renew(holder)
        async with _translate_redis_errors():
            current, text = await _await_reply(self.redis.hmget(key, ["holder", "session"]))
        if current is None or text is None:
            return None
        with _translate_parse_errors(key):
            stored, current_key = _parse_session(text), self._make_holder_key(current.decode())
        if stored.principal != principal:
            return None
        async with _translate_redis_errors():
            is_held = current != holder.encode() and await self.redis.exists(current_key)
        if is_held:
            raise SessionHeldError
        takeovers = await self.run_script(_CLAIM, holder, [key], current, lost=SessionHeldError)
        return stored._replace(takeovers=takeovers)

    async def renew(self, holder: str) -> None:
        """Record that the application is running, for the seconds of the lease.

        Raises:
            StoreError: the store has failed.
        """
        async with _translate_redis_errors():
            await self.redis.set(self._make_holder_key(holder), b"", px=self._lease_ms)

    async def keep(self, holder: str, session_ids: Collection[str]) -> Collection[str]:
        """Record that sessions are in use. Return the ids of those that the application no longer holds.

        Make one round trip to Redis for each thousand sessions.

        Raises:
            StoreError: the store has failed.
        """
        lost: list[str] = []
        listed = list(session_ids)
        for start in range(0, len(listed), _RENEWED_AT_ONCE):
            part = listed[start : start + _RENEWED_AT_ONCE]
            async with _translate_redis_errors(), self.redis.pipeline(transaction=False) as pipeline:
                for session_id in part:
                    pipeline.eval(_KEEP, 1, self.session_key(session_id), holder, self.idle_ms)
                found = await pipeline.execute()
            lost += [session_id for session_id, is_held in zip(part, found, strict=True) if not is_held]
        return lost

    async def remove(self, holder: str, session_id: str) -> None:
        """Remove a session that the application holds, with its event streams. Ignore any other session.

        Raises:
            StoreError: the store has failed.
        """
        await self.run_script(_REMOVE, holder, [self.session_key(session_id)], lost=None)

    async def release(self, holder: str) -> None:
        """Record that the application has ended, so that other applications can claim its sessions.

        Raises:
            StoreError: the store has failed.
        """
        async with _translate_redis_errors():
            await self.redis.delete(self._make_holder_key(holder))

    async def run_script(
        self,
        script: str,
        holder: str,
        keys: Sequence[str],
        *arguments: Any,
        lost: type[ConnectionError] | None = SessionLostError,
    ) -> int:
        """Run a script that first checks the holder of a session, and return its result.

        Args:
            script: the text of the script.
            holder: the name of the application.
            keys: the keys that the script uses. The first one is the key of the session.
            arguments: the arguments of the script after the first two, which are `holder` and the milliseconds after
                which unused keys expire.
            lost: the error to raise if the check fails; None to raise no error.

        Returns:
            The result of the script; 0 if the check fails.

        Raises:
            StoreError: the store has failed.
            ConnectionError: the check fails, and `lost` is not None. The error is of this class.
        """
        async with _translate_redis_errors():
            found: int = await _await_reply(self.redis.eval(script, len(keys), *keys, holder, self.idle_ms, *arguments))
        if not found and lost is not None:
            raise lost
        return found


class RedisEvents:
    """A store of events in Redis.

    Args:
        sessions: the store of the sessions to which the events belong.

    Raises:
        TypeError: the argument is no `RedisSessions`.
    """

    def __init__(self, sessions: RedisSessions) -> None:
        check_class("sessions", sessions, RedisSessions, "a RedisSessions(redis)")
        self._sessions = sessions

    async def open(self, holder: str, session_id: str, number: int, requests: Sequence[RequestId] | None) -> None:
        """Add a stream, which has no events yet, to a session that the application holds.

        Raises:
            SessionLostError: the application does not hold the session.
            StoreError: the store has failed.
        """
        listed = json.dumps(None if requests is None else list(requests))
        await self._sessions.run_script(_OPEN, holder, [self._sessions.session_key(session_id)], number, listed)

    async def append(
        self, holder: str, session_id: str, number: int, position: int, event: StoredEvent, *, first: int, is_last: bool
    ) -> None:
        """Add an event to a stream, and discard the events before the position `first`.

        The event replaces the last event of the stream if both have the same position. If `is_last` is True, record
        that no request of the stream lacks a response.

        Raises:
            SessionLostError: the application does not hold the session.
            StoreError: the store has failed.
        """
        key = self._sessions.session_key(session_id)
        retry = "" if event.retry is None else event.retry
        fields = (number, position, event.data, retry, first, int(is_last))
        await self._sessions.run_script(_APPEND, holder, [key, f"{key}:{number}"], *fields)

    async def discard(self, holder: str, session_id: str, numbers: Collection[int]) -> None:
        """Discard streams of a session that the application holds, with their events.

        Raises:
            SessionLostError: the application does not hold the session.
            StoreError: the store has failed.
        """
        await self._sessions.run_script(_DISCARD, holder, [self._sessions.session_key(session_id)], *numbers)

    async def load(self, session_id: str) -> Sequence[StoredStream]:
        """Return the streams of a session, in the order of their numbers; an empty list for an unknown session.

        Raises:
            StoreError: the store has failed, or a value in it cannot be read.
        """
        key = self._sessions.session_key(session_id)
        found: list[StoredStream] = []
        async with _translate_redis_errors():
            members: dict[bytes, bytes] = await _await_reply(self._sessions.redis.hgetall(key))
        with _translate_parse_errors(key):
            listed = sorted((int(name[2:]), text) for name, text in members.items() if name.startswith(b"s:"))
        for number, text in listed:
            async with _translate_redis_errors():
                rows: Any = await _await_reply(self._sessions.redis.xrange(f"{key}:{number}"))
            with _translate_parse_errors(f"{key}:{number}"):
                found.append(_parse_stream(number, text, rows))
        return found


def _parse_session(text: bytes) -> StoredSession:
    """Parse a session that `RedisSessions.save` has written. Ignore members that this version of the package lacks.

    Raises:
        AttributeError: the text is no JSON object.
        TypeError: a member has another type, or a required member is missing.
        ValueError: the text is no JSON.
    """
    members: dict[str, Any] = {
        name: member for name, member in json.loads(text).items() if name in StoredSession._fields
    }
    types: dict[str, Any] = {"opening": str, "is_ready": bool, "principal": (str, type(None)), "takeovers": int}
    if not all(isinstance(member, types[name]) for name, member in members.items()):
        raise TypeError("a member has another type")
    return StoredSession(**members)


def _parse_stream(number: int, text: bytes, rows: Sequence[tuple[bytes, Mapping[bytes, bytes]]]) -> StoredStream:
    """Parse a stream that `RedisEvents` has written.

    Args:
        number: the number of the stream.
        text: the ids of the stream's requests, as JSON; `null` for the standalone stream.
        rows: the events of the stream as Redis returns them, each an id of Redis and the fields.

    Raises:
        TypeError: `text` has no list of request ids.
        ValueError: `text` is no JSON, or events are missing.
        KeyError: an event lacks a field.
    """
    requests: Any = json.loads(text)
    if requests is not None and not (is_array(requests) and all(type(each) in (str, int) for each in requests)):
        raise TypeError("the ids of its requests are no list of ids")
    positions = [int(position.split(b"-")[0]) for position, _ in rows]
    first = positions[0] if positions else 1
    if positions != list(range(first, first + len(positions))):
        raise ValueError("events are missing")
    events = [StoredEvent(row[b"data"], int(row[b"retry"]) if row[b"retry"] else None) for _, row in rows]
    return StoredStream(number, requests, first, events)


async def _await_reply(reply: Any) -> Any:
    """Return a reply of Redis. `reply` is the reply itself or an awaitable, as the types of the library `redis` say."""
    return await reply if isawaitable(reply) else reply


@contextmanager
def _translate_parse_errors(key: str) -> Generator[None]:
    """Raise `StoreError` in place of an error with which the block parses the value of a key."""
    try:
        yield
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise StoreError(f"Redis: the value of {key} cannot be read ({type(error).__name__})") from error


@asynccontextmanager
async def _translate_redis_errors() -> AsyncGenerator[None]:
    """Raise `StoreError` in place of an error of Redis in the block."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise StoreError(f"Redis: {type(error).__name__}") from error
