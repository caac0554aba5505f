"""The client that `mb.connect` gives to handlers of revision 2026-07-28."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated_code import AdaptedCalls, check_texts
from .calls import AnsweredCalls

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractAsyncContextManager
    from typing import Any

    from ..generated_code import ClientConnection, Notification


class OpenConnection(AdaptedCalls):
    """The connection of a client of revision 2026-07-28 to a server of any revision, with its subscriptions.

    Attributes:
        connection: the connection to the server, with its session.
    """

    connection: ClientConnection

    def listen(
        self,
        *,
        prompts_list_changed: bool = False,
        resource_subscriptions: Sequence[str] = (),
        resources_list_changed: bool = False,
        tools_list_changed: bool = False,
        extension_filters: Sequence[Any] = (),
    ) -> AbstractAsyncContextManager[AsyncIterator[Notification]]:
        """Subscribe to changes for the duration of the block: `async with client.listen(…) as events`.

        The block begins when the server has accepted the subscription. `async for event in events` yields each
        notification, with `method` and typed `params`, until the server ends the subscription.

        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream

        Args:
            prompts_list_changed: True to be notified when the list of prompts changes.
            resource_subscriptions: URIs of the resources whose changes are to be reported.
            resources_list_changed: True to be notified when the list of resources changes.
            tools_list_changed: True to be notified when the list of tools changes.
            extension_filters: Members that extensions of the client add to the filter, typed or as JSON.

        Raises:
            ValueError: the subscription asks for nothing.
            LocalProtocolError: a member of the filter is not valid.
            ProtocolError: the server rejects the subscription.
            ConnectionError: the connection is lost. The iteration raises this error too.
            TimeoutError: the server does not accept the subscription in time.
        """
        return self._subscribe(
            {
                "prompts_list_changed": ("promptsListChanged", prompts_list_changed),
                "resource_subscriptions": (
                    "resourceSubscriptions",
                    list(check_texts("resource_subscriptions", resource_subscriptions)),
                ),
                "resources_list_changed": ("resourcesListChanged", resources_list_changed),
                "tools_list_changed": ("toolsListChanged", tools_list_changed),
            },
            extension_filters,
        )


class Client(OpenConnection, AnsweredCalls):
    """A client with the calls of revision 2026-07-28, to a server of any revision."""
