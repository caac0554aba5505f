"""What the server does with each message, in every revision.

The behaviour is written once, with JSON; each revision's codecs make it typed, and refuse what its schema does not
allow.
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
from serving.asking import SIGNER
from serving.changes import UPDATED, Changes

INFO = {"name": "mcp-bindgen-reference", "version": "1.0.0", "title": "Reference server on mcp-bindings"}

CAPABILITIES: dict[str, Any] = {
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "completions": {},
    "logging": {},
}

MAX_WATCHED, LONGEST_URI = 1_000, 2_048  # resources that a client may subscribe to, and characters of a URI
FRESH = 1_000  # milliseconds for which a client may keep a list


class Behaviour(Handlers):
    """The handlers; a method that a revision does not have is never called there.

    Attributes:
        changes: where subscribers listen, and tools tell.
        watched: resources whose updates this client wants to hear of, where it subscribes to each.
    """

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.watched: set[str] = set()

    async def list_tools(self, params: Any, context: mb.Context) -> Any:
        listed = [each.listing for each in tools.offered(context.revision).values()]
        return self._fresh("ListToolsResult", tools=listed)

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        try:
            return self._result(
                "CallToolResult", **await tools.call(params.name, params.arguments or {}, context, self.changes)
            )
        except InputRequired as needed:
            return self._result("InputRequiredResult", **needed.members)

    async def list_resources(self, params: Any, context: mb.Context) -> Any:
        return self._fresh("ListResourcesResult", resources=library.RESOURCES)

    async def list_resource_templates(self, params: Any, context: mb.Context) -> Any:
        return self._fresh("ListResourceTemplatesResult", resourceTemplates=library.TEMPLATES)

    async def read_resource(self, params: Any, context: mb.Context) -> Any:
        return self._fresh("ReadResourceResult", contents=[library.read(params.uri, context.revision)])

    async def list_prompts(self, params: Any, context: mb.Context) -> Any:
        return self._fresh("ListPromptsResult", prompts=library.prompts(context.revision))

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
        if params.uri not in self.watched and (len(self.watched) >= MAX_WATCHED or len(params.uri) > LONGEST_URI):
            raise mb.ProtocolError(INVALID_PARAMS, "Too many subscriptions, or too long a URI")
        self.watched.add(params.uri)
        return self._result("EmptyResult")

    async def unsubscribe(self, params: Any, context: mb.Context) -> Any:
        self.watched.discard(params.uri)
        return self._result("EmptyResult")

    async def subscriptions_listen(self, params: Any, context: mb.Context) -> Any:
        """Tell of changes until the client has gone, or the server ends."""
        wanted: dict[str, Any] = context.message.document["params"]["notifications"]
        mark = {SUBSCRIPTION_KEY: context.id}

        async def tell(method: str, members: dict[str, Any]) -> None:
            asked = wanted.get(FILTER_MEMBERS[method])
            if asked and (method != UPDATED or members["uri"] in asked):
                await context.notify(method, **members, _meta=mark)

        await context.notify("notifications/subscriptions/acknowledged", notifications=wanted, _meta=mark)
        with self.changes.heard_by(tell):
            await self.changes.ended.wait()
        return self._result("SubscriptionsListenResult", _meta=mark)

    def _result(self, definition: str, **members: Any) -> Any:
        """A result in the types of the revision."""
        known = mb.revision(self.revision)
        if known.era == "per-request":
            members = {"resultType": "complete", **members}
        return known.codec(definition).decode_value(members)

    def _fresh(self, definition: str, **members: Any) -> Any:
        """A result that clients may keep for a while, where the revision has that."""
        if mb.revision(self.revision).era == "per-request":
            members.update(ttlMs=FRESH, cacheScope="public")
        return self._result(definition, **members)


class Server20241105(Behaviour, v2024_11_05.ServerHandlers): ...


class Server20250326(Behaviour, v2025_03_26.ServerHandlers): ...


class Server20250618(Behaviour, v2025_06_18.ServerHandlers): ...


class Server20251125(Behaviour, v2025_11_25.ServerHandlers): ...


class Server20260728(Behaviour, v2026_07_28.ServerHandlers): ...


SERVERS: dict[str, type[Behaviour]] = {
    each.revision: each for each in (Server20241105, Server20250326, Server20250618, Server20251125, Server20260728)
}
