"""A client on the official Python SDK, of either generation, that signs in: `python_signing_in.py REVISION URL`.

The authorization server asks nobody, so the client follows its redirects. It prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.metadata import version
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

from mcp import ClientSession, types
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

NEW = not version("mcp").startswith("1.")
if NEW:
    import httpx2 as http_library
else:
    import httpx as http_library
REDIRECT = "http://127.0.0.1:3000/callback"
revision, url = sys.argv[1:]


class Storage:
    """Keeps tokens and the client id."""

    def __init__(self) -> None:
        self.tokens: Any = None
        self.client: Any = None

    async def get_tokens(self) -> Any:
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client_info: Any) -> None:
        self.client = client_info


class Browser:
    """Follows redirects up to that of the client."""

    def __init__(self) -> None:
        self.query: dict[str, list[str]] = {}

    async def open(self, target: str) -> None:
        async with http_library.AsyncClient(follow_redirects=False) as http:
            while not target.startswith(REDIRECT):
                response = await http.get(target)
                target = urljoin(target, response.headers["Location"])
        self.query = parse_qs(urlsplit(target).query)

    async def returned(self) -> Any:
        code, state = self.query["code"][0], self.query["state"][0]
        if not NEW:
            return code, state
        from mcp.client.auth import AuthorizationCodeResult

        return AuthorizationCodeResult(code=code, state=state, iss=self.query.get("iss", [None])[0])


async def tools_and_version(streams: Any) -> tuple[list[str], str]:
    if NEW:
        import mcp.client.session
        from mcp import Client

        if revision < "2026-07-28":
            mcp.client.session.LATEST_HANDSHAKE_VERSION = revision
        async with Client(streams, mode="legacy" if revision < "2026-07-28" else "auto") as client:
            return [tool.name for tool in (await client.list_tools()).tools], client.protocol_version
    types.LATEST_PROTOCOL_VERSION = revision
    async with streams as (read, write, _), ClientSession(read, write) as session:
        agreed = (await session.initialize()).protocolVersion
        return [tool.name for tool in (await session.list_tools()).tools], agreed


async def main() -> None:
    browser = Browser()
    metadata = OAuthClientMetadata(client_name="peer", redirect_uris=[REDIRECT], token_endpoint_auth_method="none")
    provider = OAuthClientProvider(url, metadata, Storage(), browser.open, browser.returned)
    async with http_library.AsyncClient(auth=provider, timeout=30) as http:
        tools, agreed = await tools_and_version(streamable_http_client(url, http_client=http))
    print(json.dumps({"version": agreed, "tools": tools}))


asyncio.run(main())
