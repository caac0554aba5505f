"""Streamable HTTP as an ASGI application: one endpoint for every revision.

The server responds to a request in a POST with one JSON body if the handler sends no message before its result and
ends soon. Otherwise the server opens an event stream. Handshake revisions have sessions, and a client can resume the
streams of a session. In per-request revisions each POST is independent. A GET without a session id can open the
HTTP+SSE transport of 2024-11-05. In this transport the server sends all messages on one stream.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
from collections import deque
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypedDict
from urllib.parse import urlsplit
from weakref import WeakSet

from ..errors import ProtocolError, describe_error, quote_value, shorten
from ..hosts import DEFAULT_PORTS
from ..http.headers import check_headers, describe_problems, read_tool_name
from ..http.origin import LOCAL_HOSTS, RefusedSource, find_refused_source, parse_host_name
from ..http.received_request import HttpRequest, current_request
from ..http.requests import check_http_method
from ..http.status import UNKNOWN_SESSION, choose_response_status
from ..jsonrpc.envelope import Envelope
from ..jsonrpc.messages import Batch, Request
from ..negotiation.versions import known_versions
from ..options import check_class, check_flags, check_method, check_numbers, check_plain_callable, check_texts
from ..peer.quota_owners import request_owner
from ..rate_limited_log import RateLimitedLog
from ..renames import list_names
from ..revisions import find_revision_for_version
from ..session.events import Event
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.http_fields import HeaderFields
from ..spec.names import (
    ACCEPT,
    AUTHORIZATION,
    CONTENT_TYPE,
    LAST_EVENT_ID,
    LISTEN,
    ORIGIN,
    SESSION_HEADER,
    VERSION_HEADER,
)
from .asgi_exchange import MAX_PIECE, AsgiSend, ClientLeftError, HttpExchange, Receive, Scope
from .buffers import MAX_BUFFERED, BodyCounter
from .channels import GRACE, EventChannel
from .http_peers import HttpPeer, PostResponse, list_request_ids, needs_response
from .http_sessions import HttpSessions, Stores, check_stores
from .lost_requests import make_stopped_request_error
from .quotas import QuotaKey, find_quota_key
from .service import Service, check_service

if TYPE_CHECKING:
    from ..authorization.principal import Principal
    from ..authorization.protected_resource import ProtectedResource
    from ..http.requests import HttpMethodVerdict
    from .protection import Protection

_PREFLIGHT = "OPTIONS"

_PORT = re.compile(r":\d*\Z")
_ORIGIN_FORM = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s]+", re.IGNORECASE)

_REQUESTED_HEADERS = "Access-Control-Request-Headers"
_ALLOWED_HEADERS = ", ".join((ACCEPT, AUTHORIZATION, CONTENT_TYPE, LAST_EVENT_ID, SESSION_HEADER, VERSION_HEADER))
_EXPOSED_HEADERS = ", ".join((SESSION_HEADER, "WWW-Authenticate"))
_MAX_AGE = "600"
"""Seconds for which a browser may cache the response to a preflight request."""


def _check_hosts(hosts: Collection[str]) -> tuple[str, ...]:
    """Check the names of a server, and return them in lower case.

    Raises:
        TypeError: `hosts` is no list of texts.
        ValueError: a name is malformed, or has a scheme, a port, a path or a `*`.
    """
    names = check_texts("hosts", hosts)
    for each in names:
        if "*" in each:
            raise ValueError(f"hosts has {quote_value(each)}, but no * is allowed: list each name: 'mcp.example.com'")
        if not parse_host_name(each) or _PORT.search(each):
            wanted = f"a name without scheme, port and path: {_suggest_host(each)}"
            raise ValueError(f"hosts has {quote_value(each)}, but needs {wanted}")
    return tuple(parse_host_name(each) for each in names)


def _suggest_host(text: str) -> str:
    """Return the host name, in quotes, that the user probably meant by a wrong text in `hosts`.

    For a text without a host name, return an example. For an IPv6 address, add that this is an IPv6 address.
    """
    if text.count(":") > 1 and "/" not in text:
        return f"'[{text.strip('[]')}]' for an IPv6 address"
    found = urlsplit(text if "//" in text else f"//{text}").netloc
    return repr(_PORT.sub("", found) or "mcp.example.com")


def _find_resource_host(resource: ProtectedResource) -> str:
    """Return the host of a protected resource, in lower case and without a port.

    Raises:
        TypeError: `resource` is no `ProtectedResource`.
    """
    wanted = "a ProtectedResource(url, authorization_servers=[…], verifier=…)"
    check_method("resource", resource, "authenticate", wanted)
    return parse_host_name(urlsplit(resource.resource).netloc)


def _check_origins(origins: Collection[str]) -> frozenset[str]:
    """Check the origins of other sites, and return these origins as browsers send them.

    Browsers send an origin in lower case, and without the default port of its scheme.

    Raises:
        TypeError: `origins` is no list of texts.
        ValueError: an origin is not a scheme and a host, with or without a port; or an origin has a `*` or a character
            beyond ASCII.
    """
    sites = check_texts("origins", origins)
    for each in sites:
        if not _ORIGIN_FORM.fullmatch(each) or "*" in each or not each.isascii():
            wanted = "a scheme and a host in ASCII, without path and *: 'https://app.example'"
            raise ValueError(f"origins has {quote_value(each)}, but needs {wanted}")
    return frozenset(_remove_default_port(each.lower()) for each in sites)


def _remove_default_port(origin: str) -> str:
    """Return an origin, given in lower case, without the default port of its scheme, as browsers write it."""
    port = DEFAULT_PORTS.get(origin.partition(":")[0])
    return origin if port is None else origin.removesuffix(f":{port}")


def _check_path(path: str) -> str:
    """Check the path of the endpoint, and return the path without slashes at its end.

    Raises:
        TypeError: the path is no text.
        ValueError: the path does not begin with a slash.
    """
    check_class("path", path, str, "a text such as '/mcp'")
    if not path.startswith("/"):
        raise ValueError(f"path must begin with a slash: path={'/' + path!r}")
    return path.rstrip("/")


def _has_json_type(headers: HeaderFields) -> bool:
    """Return whether a POST has exactly one header `Content-Type`, with the media type `application/json`.

    Without this check, a page of any origin could make a browser send a message. A browser asks the server by a
    preflight request before it sends JSON, but not before it sends a body of some other types or without a type.

    Page: https://fetch.spec.whatwg.org/#cors-safelisted-request-header.
    """
    types = headers.all(CONTENT_TYPE)
    return len(types) == 1 and types[0].split(";")[0].strip().lower() == "application/json"


def _make_cross_origin_headers(headers: HeaderFields, origins: Collection[str]) -> dict[str, str]:
    """Return the headers that let a page of an allowed origin read a response.

    Args:
        headers: the headers of the request.
        origins: the allowed origins.

    Returns:
        The headers; an empty dict if the request has no `Origin`, or one that is not allowed.
    """
    origin = headers.first(ORIGIN)
    if origin is None or origin not in origins:
        return {}
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": _EXPOSED_HEADERS, "Vary": ORIGIN}


def _make_preflight_headers(headers: HeaderFields, methods: Collection[str]) -> dict[str, str]:
    """Return the headers by which the response to a preflight request lists the allowed methods and headers.

    Args:
        headers: the headers of the preflight request. All headers that this request asks for are allowed; if it asks
            for none, those that MCP uses are allowed.
        methods: the HTTP methods that the page may use.
    """
    return {
        "Access-Control-Allow-Methods": ", ".join(methods),
        "Access-Control-Allow-Headers": headers.first(_REQUESTED_HEADERS) or _ALLOWED_HEADERS,
        "Access-Control-Max-Age": _MAX_AGE,
    }


_WATCH_INTERVAL = 0.25
"""Seconds between two checks for the exit of uvicorn, while streams are open."""


class OpenStreams:
    """The event streams that have a reader. These streams end when the server shuts down.

    Args:
        keep_alive: seconds without an event after which a stream gets a comment.
        on_end: function to call when uvicorn is told to exit. It must call `begin_shutdown` of this object.

    Attributes:
        keep_alive: the argument of this name.
    """

    def __init__(self, keep_alive: float, on_end: Callable[[], None]) -> None:
        self.keep_alive = keep_alive
        self._on_end = on_end
        self._channels: set[EventChannel] = set()
        self._waiting: set[Callable[[], object]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._shutdown_began: float | None = None

    @property
    def is_shutting_down(self) -> bool:
        """True once `begin_shutdown` was called, until `forget_shutdown` is called."""
        return self._shutdown_began is not None

    def begin_shutdown(self) -> None:
        """Begin the shutdown.

        A response that waits in a block of `open_at_shutdown` becomes a stream. Each stream ends at the latest after
        the seconds in `EventChannel.grace`.
        """
        loop = asyncio.get_running_loop()
        self._shutdown_began = loop.time()
        for open_stream in list(self._waiting):
            open_stream()
        self._wake_channels()
        loop.call_later(GRACE, self._wake_channels)

    def forget_shutdown(self) -> None:
        """Forget an earlier shutdown, and all streams."""
        self._shutdown_began = None
        self._channels.clear()

    def stop_watch(self) -> None:
        """Stop the checks for the exit of uvicorn."""
        if self._watching is not None:
            self._watching.cancel()

    def must_end(self, channel: EventChannel) -> bool:
        """Return whether a stream has to end now, even before its last event.

        A stream has to end `channel.grace` seconds after the beginning of the shutdown.
        """
        return (
            self._shutdown_began is not None
            and asyncio.get_running_loop().time() >= self._shutdown_began + channel.grace
        )

    async def send_stream(self, http: HttpExchange, channel: EventChannel, **options: Any) -> None:
        """Send a stream to a reader.

        Args:
            http: the request of the reader.
            channel: the stream.
            options: further arguments of `EventChannel.send_to_reader`.

        Raises:
            ConnectionError: the stream cannot be stored.
        """
        self._channels.add(channel)
        self._start_watch()
        try:
            await channel.send_to_reader(http, self, **options)
        finally:
            if not channel.has_reader:
                self._channels.discard(channel)

    @contextmanager
    def open_at_shutdown(self, open_stream: Callable[[], object]) -> Generator[None]:
        """Open a stream for a response if the shutdown begins during the block.

        The client learns from an incomplete stream that the JSON-RPC response is missing.

        Args:
            open_stream: the function that opens the stream.
        """
        self._waiting.add(open_stream)
        self._start_watch()
        try:
            yield
        finally:
            self._waiting.discard(open_stream)

    def _start_watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch_for_exit())

    async def _watch_for_exit(self) -> None:
        """Call `on_end` when uvicorn is told to exit. Return when no stream is left, or the shutdown has begun.

        The application cannot wait for the end of the lifespan, since uvicorn first waits for all open responses.
        """
        while (self._channels or self._waiting) and self._shutdown_began is None:
            server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
            if getattr(server, "should_exit", False):
                self._on_end()
            await asyncio.sleep(_WATCH_INTERVAL)

    def _wake_channels(self) -> None:
        for channel in self._channels:
            channel.wake_waiters()


_BODY_TIMEOUT = 30.0
"""Seconds in which a client has to send the first piece of the body of a POST, and then again all further pieces."""

_MAX_REUSABLE = 100
"""Largest number of `HttpPeer` objects that are kept after POSTs without a session, to be used again."""

_STREAM_AFTER = 0.5
"""Seconds after which an event stream is opened in response to a POST whose JSON-RPC response is not ready."""

_QUICK_SECONDS = 0.5
"""Seconds in which most responses come. After this time, the application also watches whether the client leaves."""

_NO_SUBSCRIPTIONS = "Method not found: every response of this server is JSON, so it cannot send notifications"

_UNAVAILABLE = "The server cannot handle this message now: send it again later."
_TOO_BUSY = "The server handles too many messages now: send this one again later."
_NO_SESSION = "The session has ended or never was: send initialize without a session id to open another one."
_POST_FIRST = "messages are sent by POST, and the response to initialize has the id"

_OK, _ACCEPTED, _NO_CONTENT, _BAD_REQUEST, _FORBIDDEN, _NOT_FOUND, _TIMEOUT, _NOT_JSON, _BUSY = (
    200,
    202,
    204,
    400,
    403,
    404,
    408,
    415,
    503,
)

_log = logging.getLogger(__name__)


class HttpOptions(TypedDict, total=False):
    """The keyword arguments of `StreamableHttp`."""

    path: str
    hosts: Collection[str]
    origins: Collection[str]
    http_sse: bool
    stateless: bool
    json_responses: bool
    idle: float
    max_sessions: int
    max_buffered: int
    max_bodies: int
    keep_alive: float
    stores: Stores | None
    resource: ProtectedResource | None
    quota_key: QuotaKey


class StreamableHttp:
    """An ASGI application that serves every revision at one endpoint.

    Run the application by itself, or mount it in another one: with `Route("/mcp", application)` in Starlette, or with
    `app.add_route("/mcp", application)` in FastAPI. The other application needs `lifespan=application.lifespan`.

    Args:
        service: the server.
        path: the path of the endpoint, below the path at which the application is mounted.
        hosts: the names that `Host` may have, without ports. The host of `resource` is always one of these names. The
            host of `Origin`, if sent, must be one of them too. The first request with another name is logged as a
            warning.
        origins: origins of further pages that may use the server (CORS), such as `https://app.example`.
        http_sse: whether to offer the HTTP+SSE transport of 2024-11-05 too, which is needed for this revision alone.
        stateless: whether to serve handshake revisions without sessions. Handlers then do not know the capabilities and
            the info of the client, and the server cannot send unsolicited messages.
        json_responses: whether every response to a POST is JSON. While handlers work on a request, they then cannot
            send requests to the client, and the notifications that they send for the request are dropped. The request
            `subscriptions/listen` is rejected.
        idle: seconds without use after which a session ends.
        max_sessions: largest number of sessions. Beyond it a session ends: the oldest one in which nothing was sent
            after `initialize`, otherwise the least recently used idle one of the owner with most sessions.
        max_buffered: bytes that all messages to clients may take together, besides 0.2 MiB for each connected reader.
            Half of them are for the streams. While the streams buffer at least half of their share, events that readers
            have received may be discarded, and idle sessions may end. A message that would exceed the share waits up to
            20 seconds. The other half is for messages of more than 64 KiB that wait or are being sent as JSON; sending
            a message beyond it raises ConnectionError.
        max_bodies: bytes that the request bodies of all clients may take together. A body counts from its arrival to
            the response; bodies up to 64 KiB are not counted. Beyond this bound, requests with longer bodies are
            rejected with status 503.
        keep_alive: seconds without an event after which a stream gets a comment.
        stores: stores of sessions and events. When this process has ended, another process can continue its sessions.
            None to keep sessions and events in memory only.
        resource: the protected resource, which checks the token of each request and the scopes of each message.
            Handlers find the principal in their context, and each session belongs to the principal that opened it. The
            application serves the metadata of the resource too: if you mount the application, also route the paths of
            `resource.metadata_urls` to it. None to serve without authorization; then a warning is logged if tools of
            the server have scopes.
        quota_key: a function of the ASGI scope and the principal. It returns the owner whose quota counts the sessions
            and tasks of a request, or None if no quota counts them. By default the owner is the principal; without a
            principal, the client's address that the ASGI server gives, unless this is an address of this machine.
            Behind a proxy, let the ASGI server set the address (uvicorn: `forwarded_allow_ips`), or pass another
            function.

    Raises:
        TypeError: `service` is no server, `hosts` or `origins` is no list of texts, `path` is no text, `stores`,
            `resource`, `quota_key` or a flag has a wrong type, `idle` or `keep_alive` is no number, or another bound is
            no integer.
        ValueError: a name in `hosts`, an origin or the path is malformed, a bound is too small, the service speaks
            2024-11-05 only and `http_sse` is not set, or the scopes of the resource and of the tools are together too
            long for a header.

    Attributes:
        sessions: the sessions by id.
    """

    def __init__(
        self,
        service: Service,
        *,
        path: str = "/mcp",
        hosts: Collection[str] = LOCAL_HOSTS,
        origins: Collection[str] = (),
        http_sse: bool = False,
        stateless: bool = False,
        json_responses: bool = False,
        idle: float = 600.0,
        max_sessions: int = 10_000,
        max_buffered: int = MAX_BUFFERED,
        max_bodies: int = MAX_BUFFERED,
        keep_alive: float = 15.0,
        stores: Stores | None = None,
        resource: ProtectedResource | None = None,
        quota_key: QuotaKey = find_quota_key,
    ) -> None:
        check_service(service)
        if stores is not None:
            check_stores(stores)
        check_flags({"http_sse": http_sse, "stateless": stateless, "json_responses": json_responses})
        check_plain_callable("quota_key", quota_key, ("scope", "principal"), "(scope, principal)")
        check_numbers({"idle": idle, "keep_alive": keep_alive}, least=0.001)
        counts = {"max_sessions": max_sessions, "max_buffered": max_buffered, "max_bodies": max_bodies}
        check_numbers(counts, least=1, is_whole=True)
        self.sessions: HttpSessions = HttpSessions(service, idle, max_sessions, max_buffered, stores)
        self.sessions.buffers.bodies = self._bodies = BodyCounter(max_bodies)
        if resource is None and (scoped := service.scoped_tools):
            mend = "pass resource=ProtectedResource(…)"
            _log.warning("tools with scopes (%s) are open to all, without tokens: %s", shorten(", ".join(scoped)), mend)
        self._service = service
        self._quota_key = quota_key
        self._path = _check_path(path)
        resource_hosts = () if resource is None else (_find_resource_host(resource),)
        self._hosts = tuple(dict.fromkeys((*_check_hosts(hosts), *resource_hosts)))
        self._protection = None if resource is None else _make_protection(resource, service)
        self._origins = _check_origins(origins)
        self._refusals = RateLimitedLog(_log)
        self._has_http_sse = http_sse
        self._is_stateless = stateless
        self._stream_after = None if json_responses else _STREAM_AFTER
        self._revisions = known_versions(service.revisions)
        if not check_http_method("POST", self._revisions, offers_http_sse=http_sse).allow:
            raise ValueError("the service speaks only 2024-11-05, whose transport needs http_sse=True")
        self._per_request: Mapping[str, str] = {
            version: find_revision_for_version(version, draft=service.draft).id
            for version in known_versions(service.revisions, era="per-request")
        }
        self._peers: WeakSet[HttpPeer] = WeakSet()  # all that may run requests
        self._reusable: deque[HttpPeer] = deque()  # reset after POSTs without a session
        self._open_streams = OpenStreams(keep_alive, self.begin_shutdown)

    async def __call__(self, scope: Scope, receive: Receive, send: AsgiSend) -> None:
        """Respond to one HTTP request, or run the lifespan of the application, or reject a WebSocket.

        If an HTTP request cannot be served now, log the reason, and respond with status 503 unless the response has
        begun.

        Page: https://asgi.readthedocs.io/en/latest/specs/main.html#applications.

        Raises:
            ValueError: the scope has any other type.
        """
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
        elif scope["type"] == "http":
            http = HttpExchange(scope, receive, send, self._bodies)
            try:
                await self._respond_to_request(http)
            except ClientLeftError:
                pass
            except ConnectionError as error:
                _log.warning("a request cannot be served now: %s", describe_error(error))
                if not http.has_started:
                    await http.refuse(_BUSY, _UNAVAILABLE, {"Retry-After": "1"})
            finally:
                http.release_body()
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        else:
            raise ValueError(f"this application serves HTTP only, not the ASGI scope {shorten(str(scope['type']))!r}")

    @asynccontextmanager
    async def lifespan(self, app: Any = None) -> AsyncGenerator[None]:
        """Run the service for the duration of the block, and end all sessions at the end of the block.

        Pass this method as `lifespan` to the application that mounts this one.

        Args:
            app: the application that mounts this one; it is not used.

        Raises:
            Exception: the lifespan of the service has raised this exception.
        """
        self._reset_for_lifespan()
        async with self._service.running():
            try:
                yield
            finally:
                await self._close()

    def begin_shutdown(self) -> None:
        """Begin the shutdown, unless it has begun already.

        Subscriptions, which would stay open forever, get their responses now. Streams end within two seconds. The
        application calls this method when uvicorn is told to exit, and at the end of the lifespan.
        """
        if not self._open_streams.is_shutting_down:
            for peer in tuple(self._peers):
                peer.announce_end()
            self._open_streams.begin_shutdown()

    def _reset_for_lifespan(self) -> None:
        """Forget the shutdown and the reusable peers of an earlier lifespan, such as one in another event loop."""
        self._reusable.clear()
        self._open_streams.forget_shutdown()

    async def _close(self) -> None:
        self.begin_shutdown()
        await self.sessions.close()
        self._open_streams.stop_watch()

    async def _run_lifespan(self, receive: Receive, send: AsgiSend) -> None:
        await receive()  # lifespan.startup
        self._reset_for_lifespan()
        step = "startup"
        try:
            async with self._service.running():
                await send({"type": "lifespan.startup.complete"})
                step = "shutdown"
                await receive()  # lifespan.shutdown
                await self._close()
        except Exception:
            _log.exception("the lifespan of the server has failed")
            await send({"type": f"lifespan.{step}.failed", "message": "the lifespan of the server has failed"})
            return
        await send({"type": "lifespan.shutdown.complete"})

    async def _respond_to_request(self, http: HttpExchange) -> None:
        is_metadata = self._protection is not None and self._protection.is_for_metadata(http)
        if http.path.rstrip("/") != self._path and not is_metadata:
            await http.refuse(_NOT_FOUND, f"The MCP endpoint of this server is {http.root_path}{self._path or '/'}.")
            return
        refused = find_refused_source(http.headers, self._hosts, self._origins)
        if refused is not None:
            await self._refuse_source(http, refused)
            return
        if self._origins:
            http.response_headers = _make_cross_origin_headers(http.headers, self._origins)
        declared = http.declared_version
        revisions = (declared,) if declared in self._per_request else self._revisions
        has_streams = not self._is_stateless
        verdict = check_http_method(
            http.method,
            revisions,
            offers_streams=has_streams,
            allows_ending=has_streams,
            offers_http_sse=self._has_http_sse,
        )
        if http.method == _PREFLIGHT and http.response_headers:
            await http.respond(_NO_CONTENT, headers=_make_preflight_headers(http.headers, verdict.allow))
        elif self._protection is None:
            await self._respond_after_checks(http, verdict, None)
        elif is_metadata:
            await self._protection.respond_with_metadata(http)
        else:
            principal = await self._protection.authenticate(http)
            if principal is not None:
                await self._respond_after_checks(http, verdict, principal)

    async def _refuse_source(self, http: HttpExchange, refused: RefusedSource) -> None:
        """Respond with status 403 to a request with a wrong `Host` or `Origin`. Log how to admit the value."""
        option = "hosts" if refused.header == "Host" else "origins"
        admitted = refused.name if option == "hosts" else refused.value
        mend = f"to admit it, pass {option}=[{quote_value(admitted)}]" if refused.name else "it must be one valid value"
        text = "a request with the %s %s was refused with status 403: %s"
        self._refusals.warn(f"{option} {shorten(admitted)}", text, refused.header, quote_value(refused.value), mend)
        await http.refuse(
            _FORBIDDEN,
            f"The header {refused.header} of this request names no {refused.header.lower()} that the server admits: "
            f"its operator can add it to the option {option}.",
        )

    async def _respond_after_checks(
        self, http: HttpExchange, verdict: HttpMethodVerdict, principal: Principal | None
    ) -> None:
        """Respond to a request that has passed the checks of its source and token.

        Raises:
            ClientLeftError: the client has left.
            ConnectionError: the request cannot be served now.
        """
        request_owner.set(self._quota_key(http.scope, principal))
        session_id = http.session_id or (http.find_query_param("session") if self._has_http_sse else None)
        current_request.set(HttpRequest(http.headers, session_id, http.address))
        if http.method == "GET" and self._opens_http_sse(http):
            await self._open_http_sse(http, principal)
        elif verdict.http_status is not None:
            allowed = ", ".join(verdict.allow)
            await http.refuse(verdict.http_status, f"This endpoint has the methods {allowed} only.", verdict.headers())
        elif http.method == "POST":
            await self._respond_to_post(http, principal)
        elif principal is None or await self._check_scopes(http, principal):
            await self._respond_in_session(http, principal)

    async def _check_scopes(self, http: HttpExchange, principal: Principal, body: bytes | None = None) -> bool:
        """Return whether the token of a request has the scopes that the request needs. If not, refuse the request
        first.

        Without a protected resource, the result is True.
        """
        return self._protection is None or await self._protection.check_scopes(http, principal, body)

    def _opens_http_sse(self, http: HttpExchange) -> bool:
        is_declared = http.session_id or http.declared_version in self._per_request
        return self._has_http_sse and not is_declared

    async def _respond_in_session(self, http: HttpExchange, principal: Principal | None) -> None:
        """Respond to a GET or DELETE, which needs a session. Reject a request without a known session or with a wrong
        header.

        Raises:
            ConnectionError: another running process holds the session, or a store has failed.
            ClientLeftError: the client has left.
        """
        session_id = http.session_id
        peer = None if session_id is None else await self.sessions.find_or_restore_client(session_id, principal)
        if peer is None or session_id is None:
            if session_id:
                await http.refuse(UNKNOWN_SESSION, _NO_SESSION)
            else:
                await http.refuse(_BAD_REQUEST, f"A {http.method} needs the header {SESSION_HEADER}: {_POST_FIRST}.")
            return
        checked = check_headers(
            None,
            http.headers,
            self._revisions,
            era="handshake",
            negotiated=peer.session.version,
            session_id=session_id,
            http_method=http.method,
        )
        if checked.http_status is not None:
            await http.refuse(checked.http_status, f"{describe_problems(checked.problems)}.")
        elif http.method == "GET":
            await self._send_standalone_stream(http, peer)
        else:
            await self.sessions.remove_session(session_id)
            await http.respond(_NO_CONTENT)

    async def _send_standalone_stream(self, http: HttpExchange, peer: HttpPeer) -> None:
        """Send the standalone stream. With `Last-Event-ID`, send the rest of the stream that has the event instead.

        If the session has no event with this id, respond with status 400.

        Raises:
            ConnectionError: the stream cannot be stored.
        """
        last_event_id = http.headers.first(LAST_EVENT_ID)
        if last_event_id is None:
            await self._open_streams.send_stream(http, peer.standalone_channel)
            return
        found = peer.streams.find_event(last_event_id)
        if found is None:
            await http.refuse(_BAD_REQUEST, f"The session has no event of this {LAST_EVENT_ID}.")
        else:
            await self._open_streams.send_stream(http, peer.channels[found[0].number], position=found[1])

    async def _respond_to_post(self, http: HttpExchange, principal: Principal | None) -> None:
        if not _has_json_type(http.headers):
            await http.refuse(_NOT_JSON, f"A message is a POST with the header {CONTENT_TYPE}: application/json.")
            return
        body = await http.read_body(self._service.limits.max_bytes, _BODY_TIMEOUT)
        if body is None:
            await http.refuse(_TIMEOUT, f"The body did not arrive within {_BODY_TIMEOUT:.0f} seconds.")
            return
        if principal is not None and not await self._check_scopes(http, principal, body):
            return
        http_sse_id = http.find_query_param("session") if self._has_http_sse else None
        if http_sse_id is not None:
            await self._respond_to_http_sse_post(http, http_sse_id, body, principal)
            return
        session_id = http.session_id
        peer = None if session_id is None else await self.sessions.find_or_restore_client(session_id, principal)
        await self._respond_to_message(http, peer, body, principal)

    async def _respond_to_message(
        self, http: HttpExchange, peer: HttpPeer | None, body: bytes, principal: Principal | None
    ) -> None:
        """Respond to the message of a POST.

        Args:
            http: the POST.
            peer: the client of the session that the POST names; None if the POST names no known session.
            body: the text of the message.
            principal: the principal of the request; None without authorization.

        Raises:
            ClientLeftError: the client has left.
            ConnectionError: this process no longer holds the session, or a store has failed.
        """
        if peer is None:
            first = self._reusable[0] if self._reusable else None
            is_free = first is not None and not (first.tasks or first.unsent.size)  # tasks end a bit later
            peer = self._reusable.popleft() if is_free else self._make_peer()
        schema = await self._find_tool_schema(http, principal)
        try:
            event = peer.session.receive(body, headers=http.headers, input_schema=schema)
        except ProtocolError as error:
            await http.refuse_message(error, await peer.handle(error))
            return
        if needs_response(event):
            await self._respond_to_requests(http, peer, event, len(body), principal)
        else:
            is_handled = await peer.handle_without_response(event, principal, len(body))
            await self.sessions.store_changes(peer)
            await self._acknowledge_post(http, is_handled)

    async def _respond_to_requests(
        self, http: HttpExchange, peer: HttpPeer, event: Event, size: int, principal: Principal | None
    ) -> None:
        dispatcher = peer.dispatcher_for(event)
        if await self._refuse_subscription(http, event):
            return
        admitted, count = peer.admit_requests(event, size)
        if isinstance(admitted, ProtocolError):
            await http.respond(_OK, await peer.handle(admitted))
            return
        request_ids, is_batch = list_request_ids(admitted), isinstance(admitted, Batch)
        post_response = PostResponse(peer, self._stream_after, request_ids, is_batch=is_batch)
        http.release_body()  # `start_task` counts the body from now on, since the task may outlive this request
        handling = dispatcher.handle(admitted, send=post_response.send_where_read, principal=principal)
        task = peer.start_task(
            post_response.handle_requests(handling), count, size, post_response.mark_form_decided, handling
        )
        if self._stream_after is None and dispatcher.revision.era == "per-request":
            await self._wait_for_response(http, post_response, task)
        else:
            await post_response.wait_until_form_decided()
        headers = await self._assign_session_id(peer, event, principal)
        if not await self._respond_with_stream(http, peer, post_response, task, headers):
            response = post_response.response or b""
            if len(self._reusable) < _MAX_REUSABLE and peer.reset_if_possible():
                self._reusable.append(peer)
            status = choose_response_status(response, dispatcher.revision.id)
            if len(response) <= MAX_PIECE:
                await http.respond(status, response, headers)
                return
            with post_response.count_json_response(response, self.sessions.buffers) as text:
                status = status if text is response else choose_response_status(text, dispatcher.revision.id)
                await http.respond(status, text, headers)

    async def _refuse_subscription(self, http: HttpExchange, request: Event | Envelope | None) -> bool:
        """Refuse `subscriptions/listen` if every response is JSON. Return True if the request is refused.

        Raises:
            ClientLeftError: the client has left.
        """
        if self._stream_after is not None or not isinstance(request, (Request, Envelope)):
            return False
        if request.method not in list_names(LISTEN):
            return False
        version = self._per_request.get(http.declared_version)
        if version is None:
            return False
        reply = ProtocolError(METHOD_NOT_FOUND, _NO_SUBSCRIPTIONS).reply(request.id)
        await http.respond(choose_response_status(reply, version), reply)
        return True

    async def _wait_for_response(
        self, http: HttpExchange, post_response: PostResponse, task: asyncio.Task[None]
    ) -> None:
        """Wait until there is a response or a stream. If the client leaves before that, cancel the request.

        Page: /specification/2026-07-28/basic/transports/streamable-http#cancellation.

        Args:
            http: the POST.
            post_response: the response to the POST.
            task: the task that handles the requests of the POST.

        Raises:
            ClientLeftError: the client has left.
        """
        if await post_response.is_form_decided_within(_QUICK_SECONDS):
            return
        deciding, leaving = (
            asyncio.create_task(each) for each in (post_response.wait_until_form_decided(), http.wait_for_disconnect())
        )
        can_stream = post_response.can_stream
        try:
            with self._open_streams.open_at_shutdown(post_response.open_stream) if can_stream else nullcontext():
                await asyncio.wait({deciding, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not deciding.done():
                post_response.cancel_requests(task)
                raise ClientLeftError
        finally:
            deciding.cancel()
            leaving.cancel()

    async def _respond_with_stream(
        self,
        http: HttpExchange,
        peer: HttpPeer,
        post_response: PostResponse,
        task: asyncio.Task[None],
        headers: Mapping[str, str],
    ) -> bool:
        """Respond to a POST with a stream, if the stream is open or the client has cancelled the request.

        The status of a stream is 200, never 404. After status 404 clients send the request again, but a handler may
        have run already.

        Returns:
            True if this method has responded. False if the caller has to respond with `post_response.response` as one
            JSON body. That response is an error if the task has ended without a response.

        Raises:
            ConnectionError: the stream cannot be stored.
        """
        if post_response.channel is not None:
            if not peer.streams.resumable:
                post_response.channel.on_reader_left = partial(post_response.cancel_requests, task)
            await self._open_streams.send_stream(http, post_response.channel, headers=headers)
            return True
        if post_response.response is None and task.done() and not task.cancelled() and task.exception() is None:
            await http.start_stream(headers)  # the client has cancelled the request, so it gets no response
            await http.end_stream()
            return True
        if post_response.response is None:
            post_response.response = post_response.make_error_response(
                make_stopped_request_error("the request ended before its response")
            )
        return False

    async def _assign_session_id(self, peer: HttpPeer, event: Event, principal: Principal | None) -> dict[str, str]:
        """Assign an id to the session that an event has opened, and store the session.

        Returns:
            The header with this id, for the response; an empty dict if the event has opened no session, or the
            application is stateless.

        Raises:
            ConnectionError: the store of sessions has failed.
        """
        if self._is_stateless or peer.session.session_id is not None or peer.session.version is None:
            return {}
        session_id = self.sessions.add_client(peer, principal)
        await self.sessions.store_session(peer, event)
        return {SESSION_HEADER: session_id}

    async def _open_http_sse(self, http: HttpExchange, principal: Principal | None) -> None:
        """Open a session of HTTP+SSE (2024-11-05), and respond with its stream.

        The first event of the stream tells the client the URL for POSTs. The session ends when the client stops reading
        the stream. If the token of the request lacks a scope, refuse the request instead.

        Raises:
            ConnectionError: there are too many sessions.
        """
        if principal is not None and not await self._check_scopes(http, principal):
            return
        peer = self._make_http_sse_peer(principal)
        peer.uses_http_sse = True
        session_id = self.sessions.add_client(peer, principal)
        if session_id not in self.sessions:
            raise ConnectionError("there are too many sessions")
        peer.standalone_channel.on_reader_left = lambda: self.sessions.end_session(session_id)
        endpoint = f"event: endpoint\ndata: {http.root_path}{self._path}?session={session_id}\n\n"
        await self._open_streams.send_stream(http, peer.standalone_channel, greeting=endpoint.encode())

    def _make_http_sse_peer(self, principal: Principal | None) -> HttpPeer:
        """Return a new client of HTTP+SSE (2024-11-05). The principal is not used here, but in a subclass."""
        return self._make_peer()

    def _make_peer(self) -> HttpPeer:
        """Return a new client, which has sent no message yet."""
        peer = HttpPeer(self._service, self._service.new_session("http", continues=self._is_stateless))
        peer.buffers = self.sessions.buffers
        self._peers.add(peer)
        return peer

    async def _respond_to_http_sse_post(
        self, http: HttpExchange, session_id: str, body: bytes, principal: Principal | None
    ) -> None:
        peer = self.sessions.find_client(session_id, principal)
        if peer is None or not peer.uses_http_sse:
            await http.refuse(UNKNOWN_SESSION, _NO_SESSION)
        else:
            await self._acknowledge_post(http, peer.receive_http_sse(body, principal))

    async def _acknowledge_post(self, http: HttpExchange, is_handled: bool) -> None:
        """Respond to a POST, without a JSON-RPC response in the body.

        The status is 202 if the message is handled, otherwise 503.

        Raises:
            ClientLeftError: the client has left.
        """
        if is_handled:
            await http.respond(_ACCEPTED)
        else:
            await http.refuse(_BUSY, _TOO_BUSY)

    async def _find_tool_schema(self, http: HttpExchange, principal: Principal | None) -> object:
        """Return the input schema of the tool that the headers of a POST name, if headers repeat arguments of the tool.

        The session checks later that headers and body name the same tool.

        Returns:
            The schema; None if the headers name no known tool or no per-request revision, if no header repeats an
            argument of the tool, or if the tools cannot be listed.
        """
        revision_id = self._per_request.get(http.declared_version)
        name = None if revision_id is None else read_tool_name(http.headers)
        if revision_id is None or name is None:
            return None
        return await self._service.header_schema(name, revision_id, principal)


def _make_protection(resource: ProtectedResource, service: Service) -> Protection:
    """Return the checks of a protected endpoint.

    The module of the checks is imported only here, since an endpoint without protection does not need it.
    """
    made: Protection = import_module(f"{__package__}.protection").Protection(resource, service)
    return made
