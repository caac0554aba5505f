"""The HTTP requests of an `AuthorizationFlow`. What it fetches is named by peers, so its policy checks every step.

Page: /docs/2026-07-28/tutorials/security/security_best_practices#server-side-request-forgery-ssrf.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

try:
    import httpx2
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        "a client over HTTP needs httpx2: pip install 'mcp-bindings[http]'", name=_missing.name
    ) from None

from ..authorization.fetching import FetchPolicy, FetchRejected

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host; the port is given too."""

_NO_RESPONSE = (0, b"")
_REDIRECTS = (301, 302, 303, 307, 308)
_MAX_ADDRESSES = 4
"""How many addresses of a host are tried."""

_CONNECT_TIMEOUT = 5.0
_EVERY_REQUEST = {"Accept-Encoding": "identity", "Connection": "close"}
"""No compression, since a few bytes may expand to gigabytes; and no connection serves two hosts with one address."""

_log = logging.getLogger(__name__)


class FlowHttp:
    """Sends the requests of a flow, to addresses that were checked.

    The name of a host is resolved once, its addresses are checked, and the connection goes to one of them: a server
    that changes its address afterwards (DNS rebinding) is not asked again. The variables of the environment that name
    proxies are ignored.

    Args:
        policy: `AuthorizationFlow.policy`.
        transport: carries the requests, such as through a proxy or with other certificates.
        resolve: finds the addresses of a host; by default the operating system does.
        timeout: seconds for one request with its redirects.
    """

    def __init__(
        self,
        policy: FetchPolicy,
        *,
        transport: httpx2.AsyncBaseTransport | None = None,
        resolve: Resolve | None = None,
        timeout: float = 30.0,
    ) -> None:
        self._policy = policy
        self._transport = transport
        self._resolve = resolve_host if resolve is None else resolve
        self._timeout = timeout
        self._client: httpx2.AsyncClient | None = None

    async def get(self, url: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Fetch a document, and follow redirects at its origin.

        Returns:
            The HTTP status and the body; 0 if there is no response that the policy accepts.
        """
        return await self._bounded(url, self._get(url, headers))

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """Send a body; no redirect is followed.

        Returns:
            The HTTP status and the body; 0 if there is no response that the policy accepts.
        """
        return await self._bounded(url, self._post(url, headers, body))

    async def _bounded(self, url: str, exchange: Awaitable[tuple[int, bytes]]) -> tuple[int, bytes]:
        fault = ""
        try:
            return await asyncio.wait_for(exchange, self._timeout)
        except FetchRejected as error:
            fault = str(error)
        except asyncio.TimeoutError:
            fault = f"no complete response within {self._timeout:g} s"
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            fault = type(error).__name__  # a ValueError is a text of the peer that a library cannot read
        _log.warning("no response of the server at %r: %s", urlsplit(url).netloc, fault)
        return _NO_RESPONSE

    async def _get(self, url: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
        followed = 0
        while True:
            status, body, location = await self._exchange("GET", url, headers)
            if status not in _REDIRECTS or location is None:
                return status, body
            url = self._policy.check_redirect(url, location, followed)
            followed += 1

    async def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        status, response, _ = await self._exchange("POST", url, headers, body)
        return status, response

    async def _exchange(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None = None
    ) -> tuple[int, bytes, str | None]:
        """Send one request to an address of the host that was checked; the next one if no connection is possible.

        Raises:
            FetchRejected: the policy does not accept the URL, an address or the response.
            httpx2.HTTPError: the server cannot be reached, or does not respond as HTTP demands.
        """
        self._policy.check_url(url)
        target = httpx2.URL(url)
        host = target.raw_host.decode("ascii")  # `host` is decoded, and would be encoded again as IDNA 2003 says
        addresses = await self._resolve(host, target.port or (443 if target.scheme == "https" else 80))
        self._policy.check_addresses(url, addresses)
        sent = {**headers, **_EVERY_REQUEST, "Host": target.netloc.decode("ascii")}
        unreachable: httpx2.HTTPError | None = None
        for address in addresses[:_MAX_ADDRESSES]:
            extensions = {"sni_hostname": host}  # the certificate is checked against this name
            request = self._http.build_request(
                method, target.copy_with(host=address), headers=sent, content=content, extensions=extensions
            )
            try:
                response = await self._http.send(request, stream=True)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                unreachable = error
                continue
            try:
                return response.status_code, await self._body(response), response.headers.get("Location")
            finally:
                await response.aclose()
        assert unreachable is not None
        raise unreachable

    async def _body(self, response: httpx2.Response) -> bytes:
        if response.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
            raise FetchRejected("size", "the response is compressed, although that was not accepted")
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            self._policy.check_size(len(body))
        return bytes(body)

    @property
    def _http(self) -> httpx2.AsyncClient:
        """The HTTP client. It keeps no connections, so it needs no closing."""
        if self._client is None:
            self._client = httpx2.AsyncClient(
                transport=self._transport or httpx2.AsyncHTTPTransport(trust_env=False),
                timeout=httpx2.Timeout(self._timeout, connect=_CONNECT_TIMEOUT),
                follow_redirects=False,
                trust_env=False,
            )
        return self._client


async def resolve_host(host: str, port: int) -> Sequence[str]:
    """The addresses of a host by the operating system, each once.

    Raises:
        OSError: there is none.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))
