"""A server on the official Python SDK, of either generation: `python_server.py stdio | http PORT [ISSUER] | sse …`."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated, Any

from pydantic import BaseModel

NEW = not version("mcp").startswith("1.")
if NEW:
    from mcp.server.mcpserver import Context, Elicit, Resolve
    from mcp.server.mcpserver import MCPServer as Server
else:
    from mcp.server.fastmcp import Context
    from mcp.server.fastmcp import FastMCP as Server

transport, *rest = sys.argv[1:]
where: dict[str, Any] = {"host": "127.0.0.1", "port": int(rest[0])} if rest else {}


def protection(port: str, issuer: str) -> dict[str, Any]:
    """Verify the tokens of `authorization_server.mjs`."""
    import asyncio

    import jwt
    from mcp.server.auth.provider import AccessToken
    from mcp.server.auth.settings import AuthSettings

    resource = f"http://127.0.0.1:{port}/mcp"
    keys = jwt.PyJWKClient(f"{issuer}/jwks")

    class Verifier:
        async def verify_token(self, token: str) -> AccessToken | None:
            key = await asyncio.to_thread(keys.get_signing_key_from_jwt, token)
            try:
                claims = jwt.decode(token, key, algorithms=["ES256"], audience=resource, issuer=issuer)
            except jwt.PyJWTError:
                return None
            scopes = claims["scope"].split()
            return AccessToken(token=token, client_id=claims["client_id"], scopes=scopes, resource=claims["aud"])

    settings: dict[str, Any] = {"issuer_url": issuer, "resource_server_url": resource, "required_scopes": ["mcp"]}
    auth = AuthSettings(**settings, **({"validate_token_resource": True} if NEW else {}))
    return {"auth": auth, "token_verifier": Verifier()}


checks = protection(*rest) if rest[1:] else {}
server = Server("peer", **checks) if NEW else Server("peer", **where, **checks)


class Address(BaseModel):
    street: str
    city: str


class User(BaseModel):
    username: str
    email: str


@server.tool()
def json_schema_2020_12_tool(name: str, address: Address, contactMethod: str, phone: str) -> str:
    return f"Called with {sorted(['name', 'address', 'contactMethod', 'phone'])} {address.city}"


@server.tool()
async def test_tool_with_progress(ctx: Context) -> str:
    for done in (0, 50, 100):
        await ctx.report_progress(done, 100)
    return "Done"


@server.tool()
async def test_tool_with_logging(ctx: Context) -> str:
    for number in range(3):
        await ctx.info(f"Message {number}")
    return "Logged"


if NEW:

    async def asked(message: str) -> Elicit[User]:
        return Elicit(message, User)

    @server.tool()
    async def test_elicitation(message: str, user: Annotated[User, Resolve(asked)]) -> str:
        return f"User response: {user.username}"

else:

    @server.tool()
    async def test_elicitation(message: str, ctx: Context) -> str:
        answer = await ctx.elicit(message, User)
        return f"User response: {answer.data.username}"


@server.resource("test://static-text")
def static_text() -> str:
    return "This is the content of the static text resource."


@server.prompt()
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


server.run({"http": "streamable-http"}.get(transport, transport), **(where if NEW else {}))
