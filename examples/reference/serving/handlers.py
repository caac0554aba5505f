"""The server's handlers, shared by all revisions.

The handlers build results as JSON. The codecs of each revision turn them into its types, and reject what its schema
does not allow.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import mcp_bindings as mb
from mcp_bindings.extensions import extended, tasks
from mcp_bindings.peer import ClientInput, Handlers, InputRequired
from mcp_bindings.session import FILTER_MEMBERS
from mcp_bindings.spec.error_codes import INVALID_PARAMS
from mcp_bindings.spec.names import SUBSCRIPTION_KEY
from serving import library, task_tools, tool_calls, tools
from serving.changes import UPDATED
from serving.input_requests import SIGNER
from serving.shared import Shared
from serving.tasks import TASK_CHANGED

INFO = {"name": "mcp-bindgen-reference", "version": "1.0.0", "title": "Reference server on mcp-bindings"}

CAPABILITIES: dict[str, Any] = {
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "completions": {},
    "logging": {},
}

TOOLS = (tools, task_tools)
"""The modules whose import registers the tools."""

FILTERS = {**FILTER_MEMBERS, **{row.notification: row.member for row in tasks.EXTENSION.info.filters}}
"""The member of a subscription that asks for each notification, by its method."""

SUBJECTS = {UPDATED: "uri", TASK_CHANGED: "taskId"}
"""The param that says what a notification is about, for those that a client asks for by subject."""

MAX_SUBSCRIPTIONS, MAX_URI_LENGTH = 1_000, 2_048  # subscriptions of one client; characters of a URI
TTL_MS = 1_000  # milliseconds for which a client may cache a result


class ReferenceHandlers(Handlers):
    """The handlers of every method of every revision. A revision's dispatcher calls only those that it defines.

    Attributes:
        shared: what all clients share.
        subscribed_uris: URIs of the resources that this client subscribed to with `resources/subscribe`.
    """

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.subscribed_uris: set[str] = set()

    async def list_tools(self, params: Any, context: mb.Context) -> Any:
        listed = [each.listing for each in tool_calls.offered(context.revision).values()]
        return self._cacheable("ListToolsResult", tools=listed)

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        try:
            members = await tool_calls.call(params.name, params.arguments or {}, context, self.shared)
            return self._result("CreateTaskResult" if "taskId" in members else "CallToolResult", **members)
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
        wanted = await self._subscription(context.message.document["params"]["notifications"])
        mark = {SUBSCRIPTION_KEY: context.id}

        async def notify(method: str, members: dict[str, Any]) -> None:
            asked = wanted.get(FILTERS[method])
            if asked and (method not in SUBJECTS or members[SUBJECTS[method]] in asked):
                await context.notify(method, **members, _meta=mark)

        await context.notify("notifications/subscriptions/acknowledged", notifications=wanted, _meta=mark)
        with self.shared.changes.listening(notify), self.shared.tasks.changes.listening(notify):
            await self.shared.changes.ended.wait()
        return self._result("SubscriptionsListenResult", _meta=mark)

    async def _subscription(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """What the server sends of the notifications that a client wants."""
        ids = wanted.get("taskIds")
        if tasks.EXTENSION not in self.extensions() or ids is None:
            return {name: value for name, value in wanted.items() if name != "taskIds"}
        return {**wanted, "taskIds": [each for each in ids if await self.shared.tasks.knows(each)]}

    def _result(self, definition: str, **members: Any) -> Any:
        """Build a result in the types of the revision."""
        known = extended(self.revision, self.extensions())
        if known.era == "per-request":
            members = {"resultType": "complete", **members}
        return known.codec(definition).decode_value(members)

    def _cacheable(self, definition: str, **members: Any) -> Any:
        """Build a result that clients may cache, in revisions that define caching."""
        if mb.revision(self.revision).era == "per-request":
            members.update(ttlMs=TTL_MS, cacheScope="public")
        return self._result(definition, **members)


class TaskHandlers(ReferenceHandlers):
    """The handlers of the tasks extension as well."""

    async def get_task(self, params: Any, context: mb.Context) -> Any:
        return self._result("GetTaskResult", **await self.shared.tasks.get(params.task_id))

    async def update_task(self, params: Any, context: mb.Context) -> Any:
        await self.shared.tasks.update(params.task_id, context.message.document["params"]["inputResponses"])
        return self._result("UpdateTaskResult")

    async def cancel_task(self, params: Any, context: mb.Context) -> Any:
        await self.shared.tasks.cancel(params.task_id)
        return self._result("CancelTaskResult")


def _handlers_of(version: str) -> type[ReferenceHandlers]:
    """The class of handlers of one revision, with those of the tasks extension if it extends this revision."""
    revision = mb.revision(version)
    if tasks.EXTENSION.base is revision:
        return type("TaskServer", (TaskHandlers, tasks.ServerHandlers), {})
    return type("Server", (ReferenceHandlers, import_module(revision.package).ServerHandlers), {})


SERVERS = {version: _handlers_of(version) for version in mb.REVISIONS}
