"""The handlers, written once in the types of the newest revision, and the server that serves them to every client."""

from __future__ import annotations

from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.extensions import skills
from mcp_bindings.server import TaskRunner, TaskStore
from serving import registry
from serving.content import library, task_tools, tools
from serving.content import skills as skill_library

INFO = {"name": "mcp-bindgen-reference", "version": "1.0.0", "title": "Reference server on mcp-bindings"}

CAPABILITIES: dict[str, Any] = {
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "logging": {},
}
"""State and settings of the server beside its handlers."""

TOOLS = (tools, task_tools)
"""The modules whose import registers the tools."""

TTL_MS = 1_000  # milliseconds for which a client may cache a result


class ReferenceHandlers(skills.ServerHandlers):
    """The handlers of every method.

    The server's guards check requests before: what is called is listed for this client, with arguments that fit.
    """

    server: mb.Server

    def __init__(self, tasks: TaskRunner) -> None:
        self._tasks = tasks

    def list_tools(self, params: Any, context: mb.Context) -> mcp.ListToolsResult:
        offered = registry.offered_tools(context.revision)
        return mcp.ListToolsResult(tools=offered, ttl_ms=TTL_MS, cache_scope="public")

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        call = registry.Call(context, params.arguments or {}, self.server)
        return await registry.call_tool(params.name, call, self._tasks)

    def list_resources(self, params: Any, context: mb.Context) -> mcp.ListResourcesResult:
        return mcp.ListResourcesResult(resources=library.RESOURCES, ttl_ms=TTL_MS, cache_scope="public")

    def list_resource_templates(self, params: Any, context: mb.Context) -> mcp.ListResourceTemplatesResult:
        return mcp.ListResourceTemplatesResult(
            resource_templates=library.TEMPLATES, ttl_ms=TTL_MS, cache_scope="public"
        )

    def read_resource(self, params: mcp.ReadResourceRequestParams, context: mb.Context) -> mcp.ReadResourceResult:
        return mcp.ReadResourceResult(
            contents=[library.read_resource_content(params.uri)], ttl_ms=TTL_MS, cache_scope="public"
        )

    def list_skills(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> skills.ListSkillsResult:
        page, cursor = skill_library.list_skills(params.cursor)
        return skills.ListSkillsResult(skills=page, next_cursor=cursor, ttl_ms=TTL_MS, cache_scope="public")

    def get_skill(self, params: skills.GetSkillRequestParams, context: mb.Context) -> skills.GetSkillResult:
        found = skill_library.get_skill(params.uri)
        return skills.GetSkillResult(skill=found, ttl_ms=TTL_MS, cache_scope="public")

    def read_resource_directory(
        self, params: skills.ReadResourceDirectoryRequestParams, context: mb.Context
    ) -> skills.ReadResourceDirectoryResult:
        children = skill_library.read_directory(params.uri)
        return skills.ReadResourceDirectoryResult(resources=children, ttl_ms=TTL_MS, cache_scope="public")

    def list_prompts(self, params: Any, context: mb.Context) -> mcp.ListPromptsResult:
        offered = library.prompts_in(context.revision)
        return mcp.ListPromptsResult(prompts=offered, ttl_ms=TTL_MS, cache_scope="public")

    async def get_prompt(self, params: mcp.GetPromptRequestParams, context: mb.Context) -> mcp.GetPromptResult:
        content = await library.make_prompt_content(params.name, params.arguments or {}, context)
        return mcp.GetPromptResult(messages=[mcp.PromptMessage(role="user", content=block) for block in content])

    def complete(self, params: mcp.CompleteRequestParams, context: mb.Context) -> mcp.CompleteResult:
        values = library.complete(params.argument.name, params.argument.value)
        found = mcp.CompleteResultCompletion(values=values, total=len(values), has_more=False)
        return mcp.CompleteResult(completion=found)


def reference_server(store: TaskStore | None = None, **options: Any) -> mb.Server:
    """Return the reference server.

    Args:
        store: keeps the tasks; by default they are in memory.
        options: further arguments of `Server`.
    """
    tasks = TaskRunner(store)
    handlers = ReferenceHandlers(tasks)
    guards = mb.Guards(progress=None)  # `test_flood` reports as fast as its stream is read, and tests count the reports
    handlers.server = mb.Server(handlers, info=INFO, capabilities=CAPABILITIES, tasks=tasks, guards=guards, **options)
    return handlers.server
