"""Streamable HTTP in front of bridges: each client, whatever it speaks, gets a connection to the same server.

A client with a handshake has a session with a bridge of its own. Requests of per-request clients share a bridge if they
have the same principal, client info and capabilities. Without a principal they share one only where the server is a
per-request one too, so that there is no session between them and it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import nullcontext, suppress
from math import inf
from typing import TYPE_CHECKING, Any

from ...bridge import ToClient
from ...bridge.declaring import UNNAMED
from ...errors import ProtocolError
from ...http.status import answer_status
from ...jsonrpc.envelope import Envelope, read_envelope
from ...limits import Limits
from ...peer.handlers import Handlers
from ...revisions import LATEST, REVISIONS
from ...spec.names import INITIALIZE, SESSION_HEADER, VERSION_HEADER
from ..asgi import StreamableHttp
from ..asgi_exchange import ClientLeftError, HttpExchange
from ..http_peers import Answering, HttpPeer
from ..service import SERVER_LIMITS, Service
from .connection import BridgeConnection
from .exchange import BridgeExchange
from .peers import BridgedPeer
from .sharing import SharedConnections

if TYPE_CHECKING:
    from ...authorization.principal import Principal
    from ...authorization.protected_resource import ProtectedResource

_ACCEPTED, _BAD_REQUEST = 202, 400

_QUICK = 0.5
"""Seconds in which most answers come; it is watched whether the client leaves after them."""


class BridgeHttp(StreamableHttp):
    """An ASGI application that serves a server of any revisions to clients of any revisions.

    Tokens of clients reach no server: each connection has a transport of its own.

    Args:
        connect: Makes a bridge with the client transport `http`, and a connection to the server, for a principal; None
            for clients that nobody knows.
        revisions: Ids of the revisions that the bridges speak to clients.
        limits: Bounds for each text of a client.
        max_connections: Connections that per-request clients share; beyond it, the least recently used idle one ends.
        path, hosts, origins, http_sse, idle, max_sessions, max_buffered, max_bodies, keep_alive, resource: See
            `StreamableHttp`.
    """

    def __init__(
        self,
        connect: Callable[[str | None], BridgeConnection],
        *,
        revisions: Collection[str] = REVISIONS,
        limits: Limits = SERVER_LIMITS,
        max_connections: int = 1_000,
        idle: float = 600.0,
        resource: ProtectedResource | None = None,
        **options: Any,
    ) -> None:
        service = Service(_no_handlers, info=UNNAMED, capabilities={}, revisions=revisions, limits=limits)
        super().__init__(service, idle=idle, resource=resource, **options)
        self._connect = connect
        self._front = service
        self._unopened = HttpPeer(service).session  # in place of those that clients without a session would have
        self._closing: set[asyncio.Task[None]] = set()
        self._shared = SharedConnections(connect, max_connections, idle)

    def _new_peer(self, principal: Principal | None) -> BridgedPeer:
        peer = BridgedPeer(self._front, self._connect(_key(principal)), self._closing)
        peer.buffers = self.sessions.buffers
        return peer

    async def _close(self) -> None:
        await super()._close()
        await self._shared.close()
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _take(self, http: HttpExchange, peer: HttpPeer | None, body: bytes, principal: Principal | None) -> None:
        if isinstance(peer, BridgedPeer):
            await self._carry(http, peer, body, principal)
        elif not await self._rejects_session(http, body):
            try:
                envelope = read_envelope(body, limits=self._front.limits)
            except ProtocolError:
                envelope = None  # the bridge answers it
            if envelope is not None and envelope.method == INITIALIZE:
                await self._carry(http, self._new_peer(principal), body, principal)
            else:
                await self._share(http, body, principal)

    async def _rejects_session(self, http: HttpExchange, body: bytes) -> bool:
        """Whether a request names a session that does not exist; then it has been responded to."""
        if http.headers.first(SESSION_HEADER) is None:
            return False
        try:
            HttpPeer(self._front).session.receive(body, headers=http.headers)
        except ProtocolError as error:
            await http.respond(error.http_status or _BAD_REQUEST, error.to_bytes())
            return True
        return False

    async def _share(self, http: HttpExchange, body: bytes, principal: Principal | None) -> None:
        """Carry a message of a client that has no session."""
        used = self._shared.acquire(_key(principal), body)
        try:
            peer = BridgedPeer(self._front, used.connection, session=self._unopened)
            await self._carry(http, peer, body, principal)
        finally:
            self._shared.release(used)

    async def _carry(self, http: HttpExchange, peer: BridgedPeer, body: bytes, principal: Principal | None) -> None:
        """Pass a text on to the bridge, and respond with what it sends in this exchange."""
        connection, exchange, is_opening = peer.connection, BridgeExchange(), peer.is_opening
        actions = await connection.from_client(body, headers=http.headers, exchange=exchange)
        is_answered = any(isinstance(each, ToClient) and each.exchange is exchange for each in actions)
        if not is_answered and not _has_request(body, self._front.limits):
            await http.respond(_ACCEPTED)
            return
        answering = Answering(peer, None if is_opening or self._stream_after is None else inf, None)
        task = peer.start(answering.run(exchange.collect(answering.send, connection)), 0, ended=answering.decide)
        if not await answering.is_decided_within(_QUICK):
            await self._until_decided(http, answering, task)
        headers = self._opened(peer, principal) if is_opening else {}
        if not await self._streams_answer(http, peer, answering, task, headers):
            answer = exchange.answer
            assert answer is not None
            status = answer.http_status or answer_status(answer.data, self._version_of(peer, http))
            await http.respond(status, answer.data, headers)

    async def _until_decided(self, http: HttpExchange, answering: Answering, task: asyncio.Task[None]) -> None:
        """Wait for the answer or a stream; there is no event stream that would show that the client has left.

        Raises:
            ClientLeftError: The client has left.
        """
        deciding, leaving = (asyncio.create_task(each) for each in (answering.until_decided(), http.disconnected()))
        try:
            with self._open.streaming_at_end(answering.stream) if answering.can_stream else nullcontext():
                await asyncio.wait({deciding, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not deciding.done():
                task.cancel()
                raise ClientLeftError
        finally:
            deciding.cancel()
            leaving.cancel()

    def _opened(self, peer: BridgedPeer, principal: Principal | None) -> dict[str, str]:
        """The headers of the response that opens a session; without a session the connection ends."""
        if not peer.adopt_session():
            peer.end()
            return {}
        session_id = self.sessions.register(peer, principal)
        peer.connection.on_closed = lambda: self.sessions.end(session_id)
        return {SESSION_HEADER: session_id}

    def _version_of(self, peer: BridgedPeer, http: HttpExchange) -> str:
        """The revision of a message, whose errors have their statuses."""
        version = peer.session.version or http.headers.first(VERSION_HEADER)
        return version if version in self._front.revisions else LATEST


def _key(principal: Principal | None) -> str | None:
    return None if principal is None else principal.key


def _has_request(body: bytes, limits: Limits) -> bool:
    """Whether a text has a request, which is answered."""
    with suppress(ProtocolError):
        envelope = read_envelope(body, limits=limits)
        return any(each.kind == "request" for each in envelope.items or (envelope,) if isinstance(each, Envelope))
    return False


def _no_handlers(revision_id: str) -> Handlers:
    """Bridges have no handlers."""
    raise NotImplementedError(revision_id)
