"""The authorization of the requests of `HttpTransport`: the I/O for the steps of an `AuthorizationFlow`.

Page: /docs/2026-07-28/tutorials/security/security_best_practices#server-side-request-forgery-ssrf.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from ..authorization.credentials import Registration
from ..authorization.fetching import FetchPolicy, FetchRejected, normalize_origin
from ..authorization.flow import AuthorizationFlow
from ..authorization.grants import IdentityAssertion
from ..authorization.steps import (
    AskUser,
    Deliver,
    FetchDocument,
    GiveUp,
    OpenUrl,
    PostForm,
    ProvideIdentity,
    Reason,
    Register,
    Step,
    UseToken,
    Wait,
)
from ..authorization.urls import parse_url
from ..errors import OpenError
from ..hosts import DEFAULT_PORTS
from ..options import check_callable, check_class, check_number
from .waiting import TimeIsOverError, run_within_renewable

try:
    import httpx2
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        "a client over HTTP needs httpx2: pip install 'mcp-bindings[http]'", name=_missing.name
    ) from None


Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""A function that gets a host and a port, and returns the addresses of the host."""

_NO_RESPONSE = (0, b"")
_REDIRECTS = (301, 302, 303, 307, 308)
_MAX_TRIED_ADDRESSES = 4
"""Largest number of addresses of a host to which a connection is tried."""

_CONNECT_TIMEOUT = 5.0
_REQUEST_HEADERS = {"Accept-Encoding": "identity", "Connection": "close"}
"""Headers of all requests. A compressed body could expand to gigabytes, and a kept connection could reach two hosts
that share an address."""

_log = logging.getLogger(__name__)


class FlowHttp:
    """An HTTP client for the requests of an `AuthorizationFlow`. It connects to checked addresses only.

    For each request, a host name is resolved once, its addresses are checked, and the connection goes to one of these
    addresses. So a change of the address after the check (DNS rebinding) has no effect. Environment variables that name
    proxies are ignored.

    Args:
        policy: the `policy` of the flow, which says which URLs, addresses and responses are accepted.
        transport: the transport of the requests, for example through a proxy or with other certificates; by default a
            direct connection with the usual certificates.
        resolve: function that returns the addresses of a host, or raises an OSError; by default the addresses are those
            of the operating system.
        timeout: seconds for one request with its redirects. Give at most 30 to flows that share a storage: after 30
            seconds, another flow may refresh the same tokens.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `timeout` is too small.
    """

    def __init__(
        self,
        policy: FetchPolicy,
        *,
        transport: httpx2.AsyncBaseTransport | None = None,
        resolve: Resolve | None = None,
        timeout: float = 30.0,
    ) -> None:
        check_class("policy", policy, FetchPolicy, "the policy of the flow: flow.policy")
        if transport is not None:
            check_class("transport", transport, httpx2.AsyncBaseTransport, "a transport of httpx2")
        if resolve is not None:
            check_callable("resolve", resolve, ("host", "port"), "(host, port), async, which returns the addresses")
        check_number("timeout", timeout, least=0.001)
        self._policy = policy
        self._transport = transport
        self._resolve = resolve_host if resolve is None else resolve
        self._timeout = timeout
        self._client: httpx2.AsyncClient | None = None

    async def get(self, url: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Fetch a document by GET, and follow the redirects that the policy allows.

        Returns:
            The HTTP status and the body. The status is 0 if there is no response that the policy accepts; then the
            reason is logged.
        """
        return await self._exchange_in_time(url, self._get(url, headers))

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """Send a body by POST, and follow no redirects.

        Returns:
            The HTTP status and the body. The status is 0 if there is no response that the policy accepts; then the
            reason is logged.
        """
        return await self._exchange_in_time(url, self._post(url, headers, body))

    async def _exchange_in_time(self, url: str, exchange: Awaitable[tuple[int, bytes]]) -> tuple[int, bytes]:
        fault = ""
        try:
            return await asyncio.wait_for(exchange, self._timeout)
        except FetchRejected as error:
            fault = str(error)
        except asyncio.TimeoutError:
            fault = f"no complete response within {self._timeout:g} s"
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            fault = type(error).__name__  # a ValueError comes from a library that cannot parse a text of the peer
        _log.warning("no response from the server at %r: %s", urlsplit(url).netloc, fault)
        return _NO_RESPONSE

    async def _get(self, url: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
        followed = 0
        while True:
            status, body, location = await self._send_request("GET", url, headers)
            if status not in _REDIRECTS or location is None:
                return status, body
            url = self._policy.check_redirect(url, location, followed)
            followed += 1

    async def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        status, response, _ = await self._send_request("POST", url, headers, body)
        return status, response

    async def _send_request(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None = None
    ) -> tuple[int, bytes, str | None]:
        """Send one request to a checked address of the host. If an address cannot be reached, try the next one.

        At most four addresses are tried.

        Returns:
            The HTTP status, the body, and the value of `Location`. The value is None if the response has no `Location`.

        Raises:
            FetchRejected: the policy does not accept the URL, an address or the response.
            httpx2.HTTPError: no address can be reached, the response is not valid HTTP, or its body does not arrive.
            httpx2.InvalidURL, ValueError: httpx2 cannot parse the URL or a text of the response.
            OSError: the host has no address.
        """
        self._policy.check_url(url)
        target = httpx2.URL(url)
        host = target.raw_host.decode("ascii")  # `target.host` is decoded, and would be encoded again by IDNA 2003
        addresses = await self._resolve(host, target.port or DEFAULT_PORTS[target.scheme])
        self._policy.check_addresses(url, addresses)
        sent = {**headers, **_REQUEST_HEADERS, "Host": target.netloc.decode("ascii")}
        unreachable: httpx2.HTTPError | None = None
        for address in addresses[:_MAX_TRIED_ADDRESSES]:
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
                return response.status_code, await self._read_body(response), response.headers.get("Location")
            finally:
                await response.aclose()
        assert unreachable is not None
        raise unreachable

    async def _read_body(self, response: httpx2.Response) -> bytes:
        if response.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
            raise FetchRejected("size", "the response is compressed, although the request accepted no compression")
        body = bytearray()
        async for chunk in response.aiter_bytes():  # `aiter_raw` fails if the transport has read the body already
            body += chunk
            self._policy.check_size(len(body))
        return bytes(body)

    @property
    def _http(self) -> httpx2.AsyncClient:
        """The HTTP client, which keeps no connections and so needs no closing."""
        if self._client is None:
            self._client = httpx2.AsyncClient(
                transport=self._transport or httpx2.AsyncHTTPTransport(trust_env=False),
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # hosts at one address would share cookies
                timeout=httpx2.Timeout(self._timeout, connect=_CONNECT_TIMEOUT),
                follow_redirects=False,
                trust_env=False,
            )
        return self._client


async def resolve_host(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host from the operating system, each once.

    Raises:
        OSError: the host has no address.
        UnicodeError: a label of the name is empty or too long. `FetchPolicy.check_url` refuses a URL with such a host.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


T = TypeVar("T")

SignIn: TypeAlias = Callable[[OpenUrl], Awaitable["str | None"]]
"""A function that opens a URL for the user and returns the full URL of the redirect; None if the user declines."""

ProvideClient: TypeAlias = Callable[[str], Awaitable["Registration | None"]]
"""A function that gets an issuer, and returns the client id that is registered there; None if no id is known."""

IdentifyUser: TypeAlias = Callable[[str], Awaitable["IdentityAssertion | None"]]
"""A function that gets an issuer, and returns the assertion about the user; None if the user is not signed in."""

_UNAUTHORIZED, _FORBIDDEN = 401, 403

_DISCOVERY_SECONDS = 60.0
"""Seconds for the discovery of a resource and its authorization servers. A discovery tries up to 14 URLs: 2 of the
resource, and 3 of each of 4 authorization servers."""


class AuthorizationFailedError(OpenError):
    """The error for a client that gets no token for the MCP server.

    The attributes that it inherits from `OpenError` are None.

    Attributes:
        reason: the reason, as a constant for programs.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


class FlowAuthorizer:
    """The `authorizer` of an `HttpTransport` that gets its tokens from an `AuthorizationFlow`.

    Requests that need a token at the same time share one sign-in, and its error if it fails. A sign-in goes on if the
    request that began it is cancelled, so that no code and no new refresh token is lost. An exception that an argument
    of this class or the storage of the flow raises reaches the caller of the request unchanged.

    Args:
        flow: the flow for the URL of the transport. Nothing else may use the flow at the same time.
        sign_in: function that lets the user sign in, for example a `BrowserSignIn`; not needed if an extension grants
            the tokens.
        provide_client: function that returns a client id for an authorization server at which clients cannot register.
        signed_in: function that returns the identity of the user for the enterprise-managed extension.
        http: the HTTP client for the requests of the flow; by default a new `FlowHttp`.
        patience: seconds to wait for the result of `sign_in`, `provide_client` or `signed_in`. After that, and without
            the function, its result counts as None.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `patience` is too small.
    """

    def __init__(
        self,
        flow: AuthorizationFlow,
        sign_in: SignIn | None = None,
        *,
        provide_client: ProvideClient | None = None,
        signed_in: IdentifyUser | None = None,
        http: FlowHttp | None = None,
        patience: float = 300.0,
    ) -> None:
        check_class("flow", flow, AuthorizationFlow, "an AuthorizationFlow(…)")
        asking = {"sign_in": sign_in, "provide_client": provide_client, "signed_in": signed_in}
        for name, ask in asking.items():
            if ask is not None:
                check_callable(name, ask, ("question",), "that takes one argument and is async")
        check_number("patience", patience, least=0)
        if http is not None:
            check_class("http", http, FlowHttp, "a FlowHttp(flow.policy)")
        self._flow = flow
        self._sign_in = sign_in
        self._provide_client = provide_client
        self._signed_in = signed_in
        self._http = FlowHttp(flow.policy) if http is None else http
        self._patience = patience
        self._current_token: UseToken | None = None
        self._lock = asyncio.Lock()
        self._failure: Exception | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_authorizing(self) -> bool:
        """True while steps of the flow are performed, possibly until a user has signed in."""
        return self._lock.locked()

    async def headers(self, url: str) -> Mapping[str, str]:
        """Return the header `Authorization` for a request. If the stored token has expired, first renew it.

        Args:
            url: the URL of the request.

        Returns:
            The header; an empty mapping if the URL is neither the MCP endpoint nor below it, or if no token is stored.
            `handle_response` then gets a token once the server has rejected the request.

        Raises:
            AuthorizationFailedError: the stored token has expired, and the client gets no other token.
        """
        return await self._run_to_end(self._make_headers(url))

    async def handle_response(
        self, url: str, status: int, www_authenticate: str, operation: str, sent: Mapping[str, str]
    ) -> bool:
        """Get another token if the response asks for one.

        Args:
            url: the URL of the request.
            status: the HTTP status of the response; 0 without a response.
            www_authenticate: the value of `WWW-Authenticate`; several headers are joined with commas.
            operation: the method of the message, and the tool, prompt or resource that the message names.
            sent: the result of `headers` for the request.

        Returns:
            True if the request is to be sent again.

        Raises:
            AuthorizationFailedError: the client gets no other token.
        """
        if status in (_UNAUTHORIZED, _FORBIDDEN):
            return await self._run_to_end(self._reauthorize(url, status, www_authenticate, operation, dict(sent)))
        if status and not self._lock.locked() and self._flow.state == "using":
            self._flow.receive_mcp_response(status, operation=operation)
        return False

    async def _run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end, even if this call is cancelled, and return its result."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._remove_task)
        return await asyncio.shield(task)

    def _remove_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # marked as retrieved, since a cancelled caller no longer waits for it

    @asynccontextmanager
    async def _hold_lock(self, is_token_missing: bool) -> AsyncGenerator[None]:
        """Acquire the lock for the duration of the block.

        If another call has failed to get a token while this call waited for the lock, raise the error of that call.
        Otherwise each request that has waited for the same sign-in would ask the user once more.

        Args:
            is_token_missing: whether no request can succeed before the block has got a token.
        """
        before = self._failure
        async with self._lock:
            if self._failure is not None and self._failure is not before:
                raise self._failure
            try:
                yield
            except Exception as error:
                if is_token_missing:
                    self._failure = error
                raise
            self._failure = None

    async def _make_headers(self, url: str) -> Mapping[str, str]:
        async with self._hold_lock(is_token_missing=True):
            step = await self._perform_steps(self._flow.start())
            assert isinstance(step, UseToken)
            return step.headers() if _is_at_or_below(step.endpoint, url) else {}

    async def _reauthorize(
        self, url: str, status: int, challenge: str, operation: str, sent: Mapping[str, str]
    ) -> bool:
        if self._current_token is None or not _is_at_or_below(self._current_token.endpoint, url):
            return False
        async with self._hold_lock(is_token_missing=status == _UNAUTHORIZED):
            if sent != self._current_token.headers():
                return True  # another request has got another token meanwhile
            if self._flow.state != "using":
                return False  # the flow has ended at another request
            step = await self._perform_steps(self._flow.receive_mcp_response(status, challenge, operation=operation))
            return isinstance(step, UseToken)

    async def _perform_steps(self, step: Step) -> UseToken | Deliver:
        """Perform the steps of the flow, until it has a token or leaves the response to the caller.

        Raises:
            AuthorizationFailedError: the flow has ended without a token, or finds no metadata in time.
            Exception: a function that asks the program or its user, or the storage of the flow, has raised this error.
        """
        deadline = asyncio.get_running_loop().time() + _DISCOVERY_SECONDS
        while True:
            match step:
                case UseToken():
                    self._current_token = step
                    return step
                case Deliver():
                    return step
                case GiveUp(reason, message):
                    raise AuthorizationFailedError(reason, message)
                case _:
                    step = await self._perform_step(step, deadline)

    async def _fetch_metadata(self, url: str, headers: Mapping[str, str], deadline: float) -> tuple[int, bytes]:
        """Fetch a document of the discovery.

        Args:
            url: the URL of the document.
            headers: the headers of the request.
            deadline: the time by which the document has to arrive, in seconds by the clock of the event loop.

        Returns:
            The HTTP status and the body. The status is 0 if there is no response that the policy accepts.

        Raises:
            AuthorizationFailedError: the document has not arrived before the deadline.
        """
        left = deadline - asyncio.get_running_loop().time()
        try:
            return await asyncio.wait_for(self._http.get(url, headers), left)
        except asyncio.TimeoutError:
            pass
        raise AuthorizationFailedError(
            "no resource metadata" if self._flow.state == "resource metadata" else "no server metadata",
            f"no metadata of an authorization server was found within {_DISCOVERY_SECONDS:g} s",
        )

    async def _perform_step(self, step: Step, deadline: float) -> Step:
        """Perform one step of the flow, and return the next step. Return a final step without performing it.

        Args:
            step: the step.
            deadline: the time by which documents have to arrive, in seconds by the clock of the event loop.

        Raises:
            AuthorizationFailedError: a document has not arrived before the deadline.
            Exception: a function that asks the program or its user, or the storage of the flow, has raised this error.
        """
        flow = self._flow
        match step:
            case FetchDocument(url, headers):
                return flow.receive(*await self._fetch_metadata(url, dict(headers), deadline))
            case Register(url, body, headers):
                return flow.receive(*await self._http.post(url, dict(headers), body))
            case PostForm(url):
                return flow.receive(*await self._http.post(url, step.headers(), step.body()))
            case OpenUrl():
                redirect = await self._ask_in_time(self._sign_in, step)
                return flow.declined() if redirect is None else flow.redirected(redirect)
            case AskUser(issuer):
                client = await self._ask_in_time(self._provide_client, issuer)
                return flow.declined() if client is None else flow.use_registration(client)
            case ProvideIdentity(issuer):
                identity = await self._ask_in_time(self._signed_in, issuer)
                return flow.declined() if identity is None else flow.use_identity(identity)
            case Wait(seconds):
                await asyncio.sleep(seconds)
                return flow.waited()
            case UseToken() | Deliver() | GiveUp():
                return step

    async def _ask_in_time(self, ask: Callable[[Any], Awaitable[T | None]] | None, question: OpenUrl | str) -> T | None:
        """Ask the program or its user, and return the answer.

        Args:
            ask: the function that asks; None to ask nobody.
            question: the argument of `ask`.

        Returns:
            The answer; None if `ask` is None or returns None, or if the answer does not come in time.
        """
        if ask is None:
            return None
        try:
            return await run_within_renewable(ask(question), self._patience, lambda: False)
        except TimeIsOverError:
            return None


def _is_at_or_below(endpoint: str, url: str) -> bool:
    """Return whether a token for an endpoint may be sent to a URL: to the endpoint, or to a URL below it."""
    try:
        allowed, requested = parse_url(endpoint, "endpoint"), parse_url(url, "URL")
    except ValueError:
        return False
    path = allowed.path.rstrip("/")
    return normalize_origin(requested) == normalize_origin(allowed) and (
        requested.path in (allowed.path, path) or requested.path.startswith(f"{path}/")
    )
