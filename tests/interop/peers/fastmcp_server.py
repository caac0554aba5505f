"""A FastMCP server with tools that ask the user and the model: `fastmcp_server.py PORT`.

Its tools ask as FastMCP wants it in each era: while they run, or with a result after which they are called again.
"""

from __future__ import annotations

import sys
from typing import Any

from fastmcp import Context, FastMCP
from mcp_types import CreateMessageRequest, ElicitRequest, InputRequiredResult, SamplingMessage, TextContent
from pydantic import BaseModel

server = FastMCP("peer")
FORM = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
MESSAGE = SamplingMessage(role="user", content=TextContent(text="Greet me."))


class Place(BaseModel):
    city: str


def is_asked_by_result(context: Context) -> bool:
    return context.request_context.protocol_version >= "2026-07-28"


@server.tool
async def weather(ctx: Context) -> Any:
    if not is_asked_by_result(ctx):
        answer = await ctx.elicit("Which city?", Place)
        return f"Sunny in {answer.data.city}"
    if not ctx.input_responses:
        params = {"message": "Which city?", "requestedSchema": FORM}
        return InputRequiredResult(input_requests={"city": ElicitRequest(params=params)})
    return f"Sunny in {ctx.input_responses['city'].content['city']}"


@server.tool
async def greet(ctx: Context) -> Any:
    if not is_asked_by_result(ctx):
        answer = await ctx.session.create_message([MESSAGE], max_tokens=10, related_request_id=ctx.request_id)
        return f"The model says {answer.content.text}"
    if not ctx.input_responses:
        params = {"messages": [MESSAGE], "maxTokens": 10}
        return InputRequiredResult(input_requests={"text": CreateMessageRequest(params=params)})
    return f"The model says {ctx.input_responses['text'].content.text}"


server.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
