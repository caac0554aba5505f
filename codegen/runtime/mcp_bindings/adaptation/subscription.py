"""The notifications of one subscription of a client, as an asynchronous iterator with a bound on what is unread."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Any

from ..errors import ProtocolError
from ..extensions import Extension
from ..json_values import is_array, member_at
from ..jsonrpc.messages import Notification
from ..renames import list_names
from ..revisions import Revision
from ..session.profile import revision_profile
from ..session.subscription_rules import is_subject_listed
from ..spec.names import ACKNOWLEDGED
from ..translation.translator import find_target_method
from .revision_adapter import adapt_notification

_MAX_WAITING = 1_000
"""Largest number of notifications that wait to be read. If there are more, the oldest are dropped."""

_log = logging.getLogger(__name__)


class Subscription(AsyncIterator[Notification]):
    """The notifications of one subscription, in the types of the client. The iterator ends with the subscription.

    Args:
        wanted: the filter of the subscription, as JSON.
        revision: the revision of the client.
        extensions: the extensions of the client.
        server_revision: the revision of the server.

    Attributes:
        has_begun: the event that is set when the server has accepted the subscription.
    """

    def __init__(
        self,
        wanted: Mapping[str, Any],
        revision: Revision,
        extensions: tuple[Extension, ...],
        server_revision: Revision,
    ) -> None:
        self._wanted = wanted
        self._revision = revision
        self._server_revision = server_revision
        self._profile = revision_profile(revision.id, extensions)
        self._waiting: deque[Notification] = deque()
        self._changed = asyncio.Event()
        self._ended: asyncio.Future[Any] | None = None
        self._is_dropping = False
        self.has_begun: asyncio.Event = asyncio.Event()

    def receive_notification(self, message: Notification) -> None:
        """Queue a notification if the subscription asks for it. An acknowledgement marks the subscription as begun.

        A notification that has no form in the revision of the client is logged and dropped. If too many notifications
        wait to be read, the oldest is dropped.
        """
        if message.method in list_names(ACKNOWLEDGED):
            accepted = self._adapt_notification(message)
            if accepted is not None:
                self._warn_of_refusals(member_at(accepted.document, "params", "notifications"))
            self.has_begun.set()
            return
        adapted = self._adapt_notification(message) if self._asks_for(message) else None
        if adapted is not None and self._is_wanted(adapted):
            self._waiting.append(adapted)
            if len(self._waiting) > _MAX_WAITING:
                self._drop_oldest_notification()
            self._changed.set()

    def _asks_for(self, message: Notification) -> bool:
        """Return whether the filter has the member for notifications of a method of the server."""
        method = find_target_method(message.method, self._server_revision, self._revision)
        return bool(self._wanted.get(self._profile.filters.get(method, "")))

    def _adapt_notification(self, message: Notification) -> Notification | None:
        """Return a notification in the revision of the client; None if it has no form there, which is logged."""
        try:
            return adapt_notification(message, self._server_revision, self._revision, "server")
        except ProtocolError:
            _log.warning("%s has no form in %s", message.method, self._revision.id)
            return None

    def warn_of_missing_capabilities(self, server_revision: Revision, capabilities: Mapping[str, Any]) -> None:
        """Log the members of the filter whose notifications a server with a handshake does not send.

        Args:
            server_revision: the revision of the server.
            capabilities: the capabilities of the server.
        """
        asked = {
            member: find_target_method(method, self._revision, server_revision)
            for method, member in self._profile.filters.items()
            if member in self._wanted
        }
        needs = {
            member: server_revision.methods[method].capability
            for member, method in asked.items()
            if method in server_revision.methods
        }
        self._warn_of_refusals(
            {
                member: self._wanted[member]
                for member, need in needs.items()
                if not need or member_at(capabilities, *need.split("."))
            }
        )

    def _warn_of_refusals(self, accepted: object) -> None:
        """Log the members of the filter that the server has not accepted, or not as a whole."""
        refused = [name for name, asked in self._wanted.items() if not _is_accepted(asked, member_at(accepted, name))]
        if refused:
            _log.warning("the server does not accept all of %s, so not all changes arrive", ", ".join(refused))

    def record_end(self, outcome: asyncio.Future[Any]) -> None:
        """Record the end of the subscription.

        Args:
            outcome: the finished future of the `subscriptions/listen` request. If it has an error, the iterator ends
                with this error.
        """
        self._ended = outcome
        if not outcome.cancelled():
            outcome.exception()  # marked as retrieved; the iterator raises it
        self._changed.set()

    async def __anext__(self) -> Notification:
        """Return the next notification.

        Raises:
            StopAsyncIteration: the server has ended the subscription, or the block of the subscription has ended.
            ConnectionError: the connection is lost.
            ProtocolError: the server has ended the subscription with an error.
        """
        while not self._waiting:
            if self._ended is not None:
                if not self._ended.cancelled():
                    self._ended.result()
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.popleft()

    def _is_wanted(self, message: Notification) -> bool:
        method, profile = message.method, self._profile
        asked: Any = self._wanted.get(profile.filters.get(method, ""))
        subject = profile.subjects.get(method)
        if not asked or subject is None:
            return bool(asked)
        return is_subject_listed(method, message.document["params"][subject], asked)

    def _drop_oldest_notification(self) -> None:
        self._waiting.popleft()
        if not self._is_dropping:
            _log.warning("notifications of a subscription are dropped, because more than %d wait", _MAX_WAITING)
        self._is_dropping = True


def _is_accepted(asked: Any, accepted: Any) -> bool:
    """Return whether a server has accepted a member of a filter, and all resources or tasks that it names."""
    if is_array(asked) and is_array(accepted):
        known = {each for each in accepted if isinstance(each, str)}
        return asked == accepted or all(isinstance(each, str) and each in known for each in asked)
    return bool(accepted)
