"""A server for every revision: tools, resources, prompts, completion, progress, logs and questions to the user.

`python examples/all_revisions.py` serves over standard streams; over HTTP
`uvicorn --app-dir examples all_revisions:app`.
"""

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp

ARGUMENTS = mcp.ToolInputSchema.model_validate({"type": "object", "properties": {"city": {"type": "string"}}})
FORM = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
NOTES = {"note:///1": "Buy milk", "note:///2": "Call Ada"}
DAYS = ("Monday", "Tuesday", "Friday")


class Notes(mcp.ServerHandlers):
    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListToolsResult:
        return mcp.ListToolsResult(tools=[mcp.Tool(name="weather", input_schema=ARGUMENTS)])

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        await context.progress(1, total=2, message="finding the city")
        city = (params.arguments or {}).get("city")
        if city is None:  # since 2026-07-28 the client calls again with the answer
            answer = await context.elicit("Which city?", FORM)
            city = (answer.content or {}).get("city", "nowhere")
        await context.log("info", f"looking up {city}")
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"Sunny in {city}")])

    def list_resources(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListResourcesResult:
        return mcp.ListResourcesResult(resources=[mcp.Resource(uri=uri, name=uri[-1]) for uri in NOTES])

    def list_resource_templates(
        self, params: mcp.PaginatedRequestParams, context: mb.Context
    ) -> mcp.ListResourceTemplatesResult:
        template = mcp.ResourceTemplate(uri_template="note:///{number}", name="note")
        return mcp.ListResourceTemplatesResult(resource_templates=[template], ttl_ms=60_000)

    def read_resource(self, params: mcp.ReadResourceRequestParams, context: mb.Context) -> mcp.ReadResourceResult:
        text = NOTES.get(params.uri, "There is no such note.")
        return mcp.ReadResourceResult(contents=[mcp.TextResourceContents(uri=params.uri, text=text)])

    def list_prompts(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListPromptsResult:
        day = mcp.PromptArgument(name="day", required=True)
        return mcp.ListPromptsResult(prompts=[mcp.Prompt(name="plan", arguments=[day])])

    def get_prompt(self, params: mcp.GetPromptRequestParams, context: mb.Context) -> mcp.GetPromptResult:
        text = mcp.TextContent(text=f"Plan my {(params.arguments or {}).get('day')}.")
        return mcp.GetPromptResult(messages=[mcp.PromptMessage(role="user", content=text)])

    def complete(self, params: mcp.CompleteRequestParams, context: mb.Context) -> mcp.CompleteResult:
        values = [day for day in DAYS if day.startswith(params.argument.value)]
        return mcp.CompleteResult(completion=mcp.CompleteResultCompletion(values=values))


server = mb.Server(Notes(), info={"name": "notes", "version": "1"}, capabilities={"logging": {}})
app = server.asgi(http_sse=True)  # with the transport of 2024-11-05

if __name__ == "__main__":
    server.run_stdio()
