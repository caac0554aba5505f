"""A FastMCP server with tools that ask the user and the model: `fastmcp_server.py stdio | http PORT | sse PORT`.

Its tools ask as FastMCP wants it in each era: while they run, or with a result after which they are called again. The
other tools, the resource and the prompt are those of `python_server.py`.
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


class Address(BaseModel):
    street: str
    city: str


class User(BaseModel):
    username: str
    email: str


@server.tool
def json_schema_2020_12_tool(name: str, address: Address, contactMethod: str, phone: str) -> str:
    return f"Called with {sorted(['name', 'address', 'contactMethod', 'phone'])} {address.city}"


@server.tool
async def test_tool_with_progress(ctx: Context) -> str:
    for done in (0, 50, 100):
        await ctx.report_progress(done, 100)
    return "Done"


@server.tool
async def test_tool_with_logging(ctx: Context) -> str:
    for number in range(3):
        await ctx.info(f"Message {number}")
    return "Logged"


@server.tool
async def test_elicitation(message: str, ctx: Context) -> Any:
    if not is_asked_by_result(ctx):
        answer = await ctx.elicit(message, User)
        return f"User response: {answer.data.username}"
    if not ctx.input_responses:
        params = {"message": message, "requestedSchema": User.model_json_schema()}
        return InputRequiredResult(input_requests={"user": ElicitRequest(params=params)})
    return f"User response: {ctx.input_responses['user'].content['username']}"


@server.resource("test://static-text")
def static_text() -> str:
    return "This is the content of the static text resource."


@server.prompt
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


transport, *rest = sys.argv[1:]
where: dict[str, Any] = {"host": "127.0.0.1", "port": int(rest[0])} if rest else {}
server.run(transport=transport, show_banner=False, **where)
