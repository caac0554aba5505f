"""The server's handlers, shared by all revisions.

The handlers build results as JSON. The codecs of each revision turn them into its types, and reject what its schema
does not allow.
"""

from __future__ import annotations

from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28
from mcp_bindings.peer import ClientInput, Handlers, InputRequired
from mcp_bindings.session import FILTER_MEMBERS
from mcp_bindings.spec.error_codes import INVALID_PARAMS
from mcp_bindings.spec.names import SUBSCRIPTION_KEY
from serving import library, tools
from serving.changes import UPDATED, ChangeNotifier
from serving.input_requests import SIGNER

INFO = {"name": "mcp-bindgen-reference", "version": "1.0.0", "title": "Reference server on mcp-bindings"}

CAPABILITIES: dict[str, Any] = {
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "completions": {},
    "logging": {},
}

MAX_SUBSCRIPTIONS, MAX_URI_LENGTH = 1_000, 2_048  # subscriptions of one client; characters of a URI
TTL_MS = 1_000  # milliseconds for which a client may cache a result


class ReferenceHandlers(Handlers):
    """The handlers of every method of every revision. A revision's dispatcher calls only those that it defines.

    Attributes:
        changes: notifies the subscribed clients of changes that tools make.
        subscribed_uris: URIs of the resources that this client subscribed to with `resources/subscribe`.
    """

    def __init__(self, changes: ChangeNotifier) -> None:
        self.changes = changes
        self.subscribed_uris: set[str] = set()

    async def list_tools(self, params: Any, context: mb.Context) -> Any:
        listed = [each.listing for each in tools.offered(context.revision).values()]
        return self._cacheable("ListToolsResult", tools=listed)

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        try:
            return self._result(
                "CallToolResult", **await tools.call(params.name, params.arguments or {}, context, self.changes)
            )
        except InputRequired as needed:
            return self._result("InputRequiredResult", **needed.members)

    async def list_resources(self, params: Any, context: mb.Context) -> Any:
        return self._cacheable("ListResourcesResult", resources=library.RESOURCES)

    async def list_resource_templates(self, params: Any, context: mb.Context) -> Any:
        return self._cacheable("ListResourceTemplatesResult", resourceTemplates=library.TEMPLATES)

    async def read_resource(self, params: Any, context: mb.Context) -> Any:
        return self._cacheable("ReadResourceResult", contents=[library.read(params.uri, context.revision)])

    async def list_prompts(self, params: Any, context: mb.Context) -> Any:
        return self._cacheable("ListPromptsResult", prompts=library.prompts(context.revision))

    async def get_prompt(self, params: Any, context: mb.Context) -> Any:
        try:
            members = await library.get_prompt(params.name, params.arguments or {}, ClientInput(context, SIGNER))
            return self._result("GetPromptResult", **members)
        except InputRequired as needed:
            return self._result("InputRequiredResult", **needed.members)

    async def complete(self, params: Any, context: mb.Context) -> Any:
        argument = params.argument
        return self._result("CompleteResult", completion=library.complete(argument.name, argument.value))

    async def ping(self, params: Any, context: mb.Context) -> Any:
        return self._result("EmptyResult")

    async def set_level(self, params: Any, context: mb.Context) -> Any:
        return self._result("EmptyResult")  # the dispatcher keeps the level

    async def subscribe(self, params: Any, context: mb.Context) -> Any:
        if params.uri not in self.subscribed_uris and (
            len(self.subscribed_uris) >= MAX_SUBSCRIPTIONS or len(params.uri) > MAX_URI_LENGTH
        ):
            raise mb.ProtocolError(INVALID_PARAMS, "Too many subscriptions, or too long a URI")
        self.subscribed_uris.add(params.uri)
        return self._result("EmptyResult")

    async def unsubscribe(self, params: Any, context: mb.Context) -> Any:
        self.subscribed_uris.discard(params.uri)
        return self._result("EmptyResult")

    async def subscriptions_listen(self, params: Any, context: mb.Context) -> Any:
        """Send the requested change notifications until the client disconnects or the server shuts down."""
        wanted: dict[str, Any] = context.message.document["params"]["notifications"]
        mark = {SUBSCRIPTION_KEY: context.id}

        async def notify(method: str, members: dict[str, Any]) -> None:
            asked = wanted.get(FILTER_MEMBERS[method])
            if asked and (method != UPDATED or members["uri"] in asked):
                await context.notify(method, **members, _meta=mark)

        await context.notify("notifications/subscriptions/acknowledged", notifications=wanted, _meta=mark)
        with self.changes.listening(notify):
            await self.changes.ended.wait()
        return self._result("SubscriptionsListenResult", _meta=mark)

    def _result(self, definition: str, **members: Any) -> Any:
        """Build a result in the types of the revision."""
        known = mb.revision(self.revision)
        if known.era == "per-request":
            members = {"resultType": "complete", **members}
        return known.codec(definition).decode_value(members)

    def _cacheable(self, definition: str, **members: Any) -> Any:
        """Build a result that clients may cache, in revisions that define caching."""
        if mb.revision(self.revision).era == "per-request":
            members.update(ttlMs=TTL_MS, cacheScope="public")
        return self._result(definition, **members)


class Server20241105(ReferenceHandlers, v2024_11_05.ServerHandlers): ...


class Server20250326(ReferenceHandlers, v2025_03_26.ServerHandlers): ...


class Server20250618(ReferenceHandlers, v2025_06_18.ServerHandlers): ...


class Server20251125(ReferenceHandlers, v2025_11_25.ServerHandlers): ...


class Server20260728(ReferenceHandlers, v2026_07_28.ServerHandlers): ...


SERVERS: dict[str, type[ReferenceHandlers]] = {
    each.revision: each for each in (Server20241105, Server20250326, Server20250618, Server20251125, Server20260728)
}
