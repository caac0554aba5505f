"""A resource and its authorization server as one ASGI application, which tells its hosts apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx2

from mcp_bindings.authorization import AuthorizationFlow
from mcp_bindings.transports import FlowHttp, StreamableHttp
from tests.authorization.world import World
from tests.transports.services import service

ADDRESS = "93.184.216.34"


class AsgiWorld:
    """The endpoint of a world is an MCP server; its other URLs are those of the authorization server.

    Args:
        world: decides what is answered.

    Attributes:
        application: the MCP server.
        is_protected: whether the MCP server itself checks tokens and publishes its metadata; else the world does.
        tokens: the header `Authorization` of each request at the endpoint.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.tokens: list[str] = []
        self.is_protected = False
        self._endpoint = urlsplit(world.endpoint)
        self.application = StreamableHttp(service(), hosts=[self._endpoint.hostname or ""])

    def transport(self) -> httpx2.ASGITransport:
        """Carries requests to this application."""
        return httpx2.ASGITransport(self)

    def flow_http(self, flow: AuthorizationFlow, **options: Any) -> FlowHttp:
        """Sends the requests of a flow to this application."""
        return FlowHttp(flow.policy, transport=self.transport(), resolve=resolve, **options)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name.decode().title(): value.decode() for name, value in scope["headers"]}
        url = f"{self._endpoint.scheme}://{headers['Host']}{scope['path']}"
        is_endpoint = (headers["Host"], scope["path"]) == (self._endpoint.netloc, self._endpoint.path)
        if self.is_protected and (is_endpoint or "protected-resource" in scope["path"]):
            await self.application(scope, receive, send)
            return
        if is_endpoint:
            self.tokens.append(headers.get("Authorization", ""))
            status, challenge = self.world.request(headers)
            if status == 200:
                await self.application(scope, receive, send)
            else:
                await respond(send, status, b"", {"WWW-Authenticate": challenge})
            return
        body = (await receive()).get("body", b"")
        if scope["method"] == "GET":
            status, body = self.world.get(url)
        elif url.endswith("/register"):
            status, body = self.world.register(url, body)
        else:
            status, body = self.world.token(url, headers, body)
        await respond(send, status, body, {"Content-Type": "application/json"})


async def respond(send: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    """A whole response."""
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})


async def resolve(host: str, port: int) -> Sequence[str]:
    """The same public address for every host."""
    return [ADDRESS]
