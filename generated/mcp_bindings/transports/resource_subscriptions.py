"""The subscriptions of a client to resources of a handshake server.

Page: /specification/2025-11-25/server/resources#subscriptions.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NoReturn
from weakref import WeakValueDictionary

from ..errors import ProtocolError, describe_error
from ..session.errors import LocalProtocolError
from ..spec.names import SUBSCRIBE, UNSUBSCRIBE
from .connection import ClientConnection

_log = logging.getLogger(__name__)


class ResourceSubscriptions:
    """The subscriptions of one connection. All users of a resource share one subscription at the server.

    The requests about one resource are sent one after the other, since a server may handle two HTTP requests in the
    reverse order.

    Args:
        connection: the connection to the server.
    """

    def __init__(self, connection: ClientConnection[Any]) -> None:
        self._connection = connection
        self._users: Counter[str] = Counter()
        self._accepted: dict[str, bool] = {}
        """True, by URI, for each subscription that the server has accepted; False for one that was requested only."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._releases: set[asyncio.Task[None]] = set()

    async def keep_subscriptions(self, uris: Iterable[str], begun: Callable[[], None]) -> NoReturn:
        """Keep subscriptions until the current task is cancelled or the connection ends.

        After that, unless the connection has ended, end the subscriptions without another user in the background.

        Args:
            uris: the URIs of the resources.
            begun: a function to call when the server has accepted all subscriptions.

        Raises:
            ConnectionError: the connection has ended, or the server cannot be reached.
            TimeoutError: the server does not respond to the request for a subscription in time.
            ProtocolError: the server rejects a subscription.
            LocalProtocolError: the server has not declared that clients may subscribe.
        """
        wanted = dict.fromkeys(uris)
        self._users.update(wanted.keys())
        try:
            for uri in wanted:
                await self._subscribe(uri)
            begun()
            await self._connection.ended.wait()
        finally:
            self._users -= Counter(wanted.keys())
            if not self._connection.ended.is_set():
                release = asyncio.create_task(self._release_subscriptions(wanted))
                self._releases.add(release)
                release.add_done_callback(self._releases.discard)
        raise ConnectionError(self._connection.end_reason)

    async def _subscribe(self, uri: str) -> None:
        """Subscribe to a resource, unless the server has accepted a subscription to it.

        Raises:
            Exception: one of the errors of `ClientConnection.request`.
        """
        async with self._get_lock(uri):
            if self._accepted.get(uri):
                return
            self._accepted[uri] = False
            try:
                await self._connection.request(SUBSCRIBE, {"uri": uri})
            except (ProtocolError, LocalProtocolError):
                del self._accepted[uri]
                raise
            self._accepted[uri] = True

    async def _release_subscriptions(self, uris: Iterable[str]) -> None:
        """End the subscriptions to those of the resources that have no user.

        Log each request that fails, except at the end of the connection, which ends all subscriptions.
        """
        for uri in uris:
            try:
                async with self._get_lock(uri):
                    if uri not in self._users and self._accepted.pop(uri, None) is not None:
                        await self._connection.request(UNSUBSCRIBE, {"uri": uri})
            except (ConnectionError, ProtocolError, LocalProtocolError, TimeoutError) as error:
                if not self._connection.ended.is_set():
                    _log.warning("%s failed: %s", UNSUBSCRIBE, describe_error(error))

    def _get_lock(self, uri: str) -> asyncio.Lock:
        return self._locks.setdefault(uri, asyncio.Lock())
