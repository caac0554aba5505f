"""The connections to a server that requests of per-request clients use, and which of them share one."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any

from ...bridge import EndExchange, ToClient, connection_key
from ...json_values import is_object, member_at
from ...revisions import revision
from ...spec.names import CAPABILITIES_KEY, CLIENT_INFO_KEY, META
from .connection import BridgeConnection
from .exchange import BridgeExchange

_SWEEP_INTERVAL = 1.0
"""Seconds between two looks at which connections are not needed any more."""

_STATE = "requestState"


class SharedConnection:
    """A connection, and who uses it.

    Args:
        connection: To the server.
        principal: Whose it is; None if nobody knows.
        key: What requests have in common that share it; None if none do.

    Attributes:
        users: How many requests use it.
        states: The `requestState` of each call that waits for input there.
        last_used: When the last one has ended.
    """

    def __init__(self, connection: BridgeConnection, principal: str | None, key: Hashable) -> None:
        self.connection = connection
        self.principal = principal
        self.key = key
        self.users = 0
        self.states: set[str] = set()
        self.last_used: float = time.monotonic()

    @property
    def has_session(self) -> bool:
        """Whether the server keeps a session for it, or it is not known yet."""
        version = self.connection.bridge.server_version
        return version is None or revision(version).era == "handshake"


class SharedConnections:
    """The connections that per-request clients use.

    A request that brings input goes to the bridge that waits for it. Others share a connection with requests of the
    same principal: with those of the same client info and capabilities if the server keeps a session, and with all if
    it keeps none. Without a principal, the server must keep none.

    Args:
        connect: Makes a connection for a principal.
        most: How many there may be.
        idle: Seconds without use after which one ends.
    """

    def __init__(self, connect: Callable[[str | None], BridgeConnection], most: int, idle: float) -> None:
        self._connect = connect
        self._most = most
        self._idle = idle
        self._all: OrderedDict[SharedConnection, None] = OrderedDict()
        self._by_key: dict[Hashable, SharedConnection] = {}
        self._by_state: dict[str, SharedConnection] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all)

    def acquire(self, principal: str | None, body: bytes) -> SharedConnection:
        """The connection for a request.

        Raises:
            ConnectionError: There are too many, and all of them are in use.
        """
        found = self._waiting(principal, body) or self._sessionless(principal)
        key = None if found is not None or principal is None else _key(principal, body)
        if found is None and key is not None:
            found = self._usable(key)
        if found is None:
            found = self._new(principal, key)
        found.users += 1
        return found

    def release(self, used: SharedConnection) -> None:
        """Take note that a request has ended."""
        used.users -= 1
        used.last_used = time.monotonic()
        if used in self._all:
            self._all.move_to_end(used)
        if used.key is None and not used.has_session:
            used.key = used.principal, "without a session"
            self._by_key.setdefault(used.key, used)
        if self._is_needless(used):
            self._end(used)

    async def close(self) -> None:
        """End all connections."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for each in list(self._all):
            self._end(each)
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _deliver(self, used: SharedConnection, action: ToClient | EndExchange) -> Awaitable[None] | None:
        """Deliver what belongs to an exchange; per-request clients get nothing else."""
        if isinstance(action, ToClient) and action.request_state is not None:
            used.states.add(action.request_state)
            self._by_state[action.request_state] = used
        return action.exchange.put(action) if isinstance(action.exchange, BridgeExchange) else None

    def _waiting(self, principal: str | None, body: bytes) -> SharedConnection | None:
        """The connection whose bridge waits for the input that a request brings."""
        state = member_at(_document(body), "params", _STATE) if _STATE.encode() in body else None
        found = self._by_state.get(state) if isinstance(state, str) else None
        if found is None or found.principal != principal:
            return None
        return found

    def _sessionless(self, principal: str | None) -> SharedConnection | None:
        return self._usable((principal, "without a session"))

    def _usable(self, key: Hashable) -> SharedConnection | None:
        found = self._by_key.get(key)
        return found if found is not None and not found.connection.is_closed else None

    def _new(self, principal: str | None, key: Hashable) -> SharedConnection:
        if len(self._all) >= self._most:
            unused = next((each for each in self._all if not each.users), None)
            if unused is None:
                raise ConnectionError("too many connections to the server are in use")
            self._end(unused)
        made = SharedConnection(self._connect(principal), principal, key)
        made.connection.deliver = lambda action: self._deliver(made, action)
        self._all[made] = None
        if key is not None:
            self._by_key[key] = made
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep())
        return made

    def _is_needless(self, each: SharedConnection) -> bool:
        if each.users:
            return False
        if each.connection.is_closed:
            return True
        is_shared = each.key is not None and self._by_key.get(each.key) is each
        if is_shared and time.monotonic() - each.last_used < self._idle:
            return False
        return not each.connection.is_waiting

    def _end(self, each: SharedConnection) -> None:
        self._all.pop(each, None)
        if self._by_key.get(each.key) is each:
            del self._by_key[each.key]
        for state in each.states:
            self._by_state.pop(state, None)
        task = asyncio.create_task(each.connection.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _sweep(self) -> None:
        while self._all:
            await asyncio.sleep(min(self._idle / 4, _SWEEP_INTERVAL))
            for each in [each for each in self._all if self._is_needless(each)]:
                self._end(each)
            for each in self._all:
                self._forget_states(each)

    def _forget_states(self, used: SharedConnection) -> None:
        """Forget the states for which nothing waits any more."""
        for state in [each for each in used.states if not used.connection.bridge.waits_for(each)]:
            used.states.discard(state)
            self._by_state.pop(state, None)


def _key(principal: str, body: bytes) -> str | None:
    """What requests have in common that may share a session with the server; None for what is no request."""
    meta = member_at(_document(body), "params", META)
    if not is_object(meta):
        return None
    return connection_key(principal, meta.get(CLIENT_INFO_KEY), meta.get(CAPABILITIES_KEY))


def _document(body: bytes) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(body)
    return None
