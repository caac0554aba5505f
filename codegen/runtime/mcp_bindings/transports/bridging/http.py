"""Streamable HTTP in front of bridges: clients of any revision get connections to the same server.

Each client with a handshake has a session with a bridge that serves no other client. Requests of per-request clients
share a bridge if they have one principal, and equal client info and capabilities. Requests without a principal share a
bridge only if the server is of the per-request era too, since then there is no session with the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ...bridge import EndExchange, ToClient, connection_key
from ...errors import ProtocolError, RequestId
from ...http.status import choose_response_status
from ...json_values import is_object, member_at
from ...jsonrpc.envelope import Envelope, read_envelope
from ...limits import Limits
from ...options import check_number, check_plain_callable
from ...peer.handlers import Handlers
from ...revisions import LATEST, REVISIONS, revision
from ...session.declarations import UNNAMED
from ...session.session import Session
from ...spec.names import CAPABILITIES_KEY, CLIENT_INFO_KEY, INITIALIZE, META, SESSION_HEADER
from ..asgi import StreamableHttp
from ..asgi_exchange import MAX_PIECE, HttpExchange
from ..http_peers import HttpPeer, PostResponse
from ..service import SERVER_LIMITS, Service
from .connection import ACTION_BYTES, BridgeConnection

if TYPE_CHECKING:
    from ...authorization.principal import Principal
    from ...authorization.protected_resource import ProtectedResource

_MAX_WAITING = 64
"""Largest number of actions of one response that wait for a slow reader, if no other client shares the connection."""

_MAX_UNREAD = 1024 * 1024
"""Bytes beyond which notifications for a slow reader are dropped, if clients share the connection."""

_log = logging.getLogger(__name__)


class BridgeExchange:
    """The response to a POST that a bridge receives. It consists of the actions that the bridge returns for the POST.

    Args:
        is_shared: whether clients share the connection. Then notifications for a client that reads too slowly are
            dropped, so that the answers to other clients do not wait for this client.

    Attributes:
        answer: the action with the answer; None before the answer comes, and if the POST gets no answer.
    """

    def __init__(self, *, is_shared: bool) -> None:
        self.answer: ToClient | None = None
        self._actions: asyncio.Queue[ToClient | EndExchange] = asyncio.Queue(0 if is_shared else _MAX_WAITING)
        self._is_shared = is_shared
        self._is_over = self._is_dropping = False
        self._unread = 0

    def add_action(self, action: ToClient | EndExchange) -> Awaitable[None] | None:
        """Add an action to the response, unless the response is over.

        Drop a notification for a client that reads too slowly, and log the first drop.

        Returns:
            An awaitable that adds the action, if too many actions wait; None if the action is added or dropped.
        """
        if self._is_over:
            return None
        if self._actions.full():
            return self._actions.put(action)
        if self._is_shared and isinstance(action, ToClient) and not action.answers:
            if self._unread > _MAX_UNREAD:
                self._warn_of_drop()
                return None
            self._unread += len(action.data) + ACTION_BYTES
        self._actions.put_nowait(action)
        return None

    def _warn_of_drop(self) -> None:
        if not self._is_dropping:
            _log.warning("notifications are dropped, because their client reads too slowly")
        self._is_dropping = True

    async def collect_answer(
        self, send: Callable[[bytes], Awaitable[None]], connection: BridgeConnection
    ) -> bytes | None:
        """Send the messages that precede the answer, and return the answer.

        Args:
            send: function that sends a message to the client.
            connection: the bridge and its connection to the server. If this call is cancelled or `send` fails, the
                bridge is told that the client has left.

        Returns:
            The text of the answer; None if the exchange ends without an answer.

        Raises:
            ConnectionError: `send` has failed.
        """
        try:
            while True:
                action = await self._actions.get()
                if isinstance(action, EndExchange):
                    return None
                if action.answers:
                    self.answer = action
                    return action.data
                await send(action.data)
                self._unread -= len(action.data) + ACTION_BYTES
        except (asyncio.CancelledError, ConnectionError):
            connection.client_left(self)
            raise
        finally:
            self._is_over = True
            while not self._actions.empty():  # so that nobody waits for room
                self._actions.get_nowait()


class BridgedPeer(HttpPeer):
    """A client over HTTP that a bridge serves. The bridge opens the session with the client.

    Args:
        service: the settings of the sessions with clients.
        connection: the bridge and its connection to the server.
        closing: the tasks that end bridges. `end_session` adds one for this bridge. None if other clients share the
            bridge.
        session: the session to use before the bridge has one; by default a new one.

    Attributes:
        connection: the bridge and its connection to the server.
    """

    def __init__(
        self,
        service: Service,
        connection: BridgeConnection,
        closing: set[asyncio.Task[None]] | None = None,
        session: Session | None = None,
    ) -> None:
        super().__init__(service, session)
        self.connection = connection
        self._closing = closing
        if closing is not None:
            connection.deliver = self._deliver_action

    @property
    def shares_connection(self) -> bool:
        """True if other clients may use the bridge too."""
        return self._closing is None

    @property
    def is_opening(self) -> bool:
        """True until the session of a client with a handshake is open; always False for a client of a shared bridge."""
        return self._closing is not None and self.session.version is None

    def adopt_session(self) -> bool:
        """Use the session that the bridge has opened with the client, if there is one, from now on.

        Returns:
            True if the session of the client is open.
        """
        opened = self.connection.bridge.client_session
        if opened is not None and opened is not self.session:
            if (principal := self.session.principal) is not None:
                opened.principal = principal
            self.session = opened
        return self.session.version is not None

    def receive_http_sse(self, body: bytes, principal: Principal | None = None) -> bool:
        """Pass a message of HTTP+SSE (2024-11-05) to the bridge, unless too much is being handled.

        The answer arrives on the standalone stream.

        Args:
            body: the text of the message.
            principal: the principal of the message, to whom the connection to the server belongs; None without
                authorization.

        Returns:
            True if the message is passed on; False if it is rejected.
        """
        if self._must_reject(len(body)):
            return False
        self.start_task(self._forward_text(body), 0, len(body))
        return True

    def end_session(self) -> None:
        """End the session and its streams. If no other client shares the bridge, also end the bridge."""
        super().end_session()
        if self._closing is not None:
            task = asyncio.create_task(self.connection.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _forward_text(self, body: bytes) -> None:
        await self.connection.from_client(body)
        self.adopt_session()

    def _deliver_action(self, action: ToClient | EndExchange) -> Awaitable[None] | None:
        if isinstance(action.exchange, BridgeExchange):
            return action.exchange.add_action(action)
        if isinstance(action, EndExchange) or (action.answers and not self.uses_http_sse):
            return None  # the client has left the exchange, and no other stream may carry the answer
        return self.standalone_channel.send(action.data)


_SWEEP_INTERVAL = 1.0
"""Largest number of seconds between two searches for connections that are no longer needed."""

_STATE = "requestState"


class SharedConnection:
    """A connection to the server for requests of one principal.

    Args:
        connection: the bridge and its connection to the server.
        principal: the key of the principal; None if the principal is not known.
        key: the key by which requests share the connection; None while no further request may share it.

    Attributes:
        users: the number of requests that use the connection now.
        states: the `requestState` of each call that waits for input on the connection.
        last_used: the time at which the last request ended, in seconds by the monotonic clock.
    """

    def __init__(self, connection: BridgeConnection, principal: str | None, key: Hashable) -> None:
        self.connection = connection
        self.principal = principal
        self.key = key
        self.users = 0
        self.states: set[str] = set()
        self.last_used: float = time.monotonic()

    @property
    def has_session(self) -> bool:
        """True if the server keeps a session for the connection, or the revision of the server is not known yet."""
        version = self.connection.bridge.server_version
        return version is None or revision(version).era == "handshake"

    def remove_needless_states(self) -> list[str]:
        """Remove each `requestState` for which no call waits. Return the removed texts."""
        bridge = self.connection.bridge
        needless = [each for each in self.states if not bridge.waits_for(each)]
        self.states.difference_update(needless)
        return needless


class SharedConnections:
    """The connections that per-request clients use.

    A request with input goes to the bridge that waits for this input. Other requests of one principal share a
    connection if they have equal client info and capabilities. A request without a principal, or without `_meta`, gets
    a new connection. If the server keeps no session for this connection, the connection also serves further requests
    without a principal, or further requests of this principal.

    Args:
        connect: function that makes a bridge with its connection, for the key of a principal, or for None if the
            principal is not known.
        max_connections: the largest number of connections. Beyond it, the least recently used connection without a
            request ends.
        idle: seconds without use after which a connection ends.
    """

    def __init__(self, connect: Callable[[str | None], BridgeConnection], max_connections: int, idle: float) -> None:
        self._connect = connect
        self._max_connections = max_connections
        self._idle = idle
        self._all: OrderedDict[SharedConnection, None] = OrderedDict()
        self._by_key: dict[Hashable, SharedConnection] = {}
        self._by_state: dict[str, SharedConnection] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._all)

    def acquire_connection(self, principal: str | None, body: bytes) -> SharedConnection:
        """Return the connection for a request. The caller calls `release_connection` at the end of the request.

        Args:
            principal: key of the principal of the request; None if the principal is not known.
            body: the text of the request.

        Raises:
            ConnectionError: there are too many connections, and all of them are in use.
        """
        found = self._find_waiting_connection(principal, body) or self._find_sessionless_connection(principal)
        key = None if found is not None or principal is None else _make_sharing_key(principal, body)
        if found is None and key is not None:
            found = self._find_connection_by_key(key)
        if found is None:
            found = self._add_connection(principal, key)
        found.users += 1
        return found

    def release_connection(self, used: SharedConnection) -> None:
        """Record that a request no longer uses a connection. End the connection if it is no longer needed.

        If the server keeps no session for the connection, further requests may share it from now on.
        """
        used.users -= 1
        used.last_used = time.monotonic()
        if used in self._all:
            self._all.move_to_end(used)
        if used.key is None and not used.has_session:
            used.key = used.principal, "without a session"
            self._by_key.setdefault(used.key, used)
        if self._is_needless(used):
            self._end_connection(used)

    async def close(self) -> None:
        """End all connections, and wait until they have ended."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for each in list(self._all):
            self._end_connection(each)
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _deliver_action(self, used: SharedConnection, action: ToClient | EndExchange) -> Awaitable[None] | None:
        """Deliver an action of an exchange. Drop any other action, since per-request clients get no other messages.

        Record the `requestState` of an action that asks for input, so that the input reaches this connection.

        Returns:
            An awaitable that delivers the action, if too many actions wait; None if the action is delivered or dropped.
        """
        if isinstance(action, ToClient) and action.request_state is not None:
            used.states.add(action.request_state)
            self._by_state[action.request_state] = used
        return action.exchange.add_action(action) if isinstance(action.exchange, BridgeExchange) else None

    def _find_waiting_connection(self, principal: str | None, body: bytes) -> SharedConnection | None:
        """Return the connection whose bridge waits for the input in a request.

        Return None if no bridge waits for this input, or if the connection belongs to another principal.
        """
        state = member_at(_parse_document(body), "params", _STATE) if _STATE.encode() in body else None
        found = self._by_state.get(state) if isinstance(state, str) else None
        if found is None or found.principal != principal:
            return None
        return found

    def _find_sessionless_connection(self, principal: str | None) -> SharedConnection | None:
        return self._find_connection_by_key((principal, "without a session"))

    def _find_connection_by_key(self, key: Hashable) -> SharedConnection | None:
        found = self._by_key.get(key)
        return found if found is not None and not found.connection.is_closed else None

    def _add_connection(self, principal: str | None, key: Hashable) -> SharedConnection:
        if len(self._all) >= self._max_connections:
            unused = next((each for each in self._all if not each.users), None)
            if unused is None:
                raise ConnectionError("too many connections to the server are in use")
            self._end_connection(unused)
        made = SharedConnection(self._connect(principal), principal, key)
        made.connection.deliver = lambda action: self._deliver_action(made, action)
        self._all[made] = None
        if key is not None:
            self._by_key[key] = made
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._end_needless_connections())
        return made

    def _is_needless(self, each: SharedConnection) -> bool:
        if each.users:
            return False
        if each.connection.is_closed:
            return True
        is_shared = each.key is not None and self._by_key.get(each.key) is each
        if is_shared and time.monotonic() - each.last_used < self._idle:
            return False
        return not each.connection.is_waiting

    def _end_connection(self, each: SharedConnection) -> None:
        self._all.pop(each, None)
        if self._by_key.get(each.key) is each:
            del self._by_key[each.key]
        for state in each.states:
            self._by_state.pop(state, None)
        task = asyncio.create_task(each.connection.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _end_needless_connections(self) -> None:
        while self._all:
            await asyncio.sleep(min(self._idle / 4, _SWEEP_INTERVAL))
            for each in [each for each in self._all if self._is_needless(each)]:
                self._end_connection(each)
            for each in self._all:
                self._forget_states(each)

    def _forget_states(self, used: SharedConnection) -> None:
        """Forget each `requestState` of a connection, unless a call waits for it."""
        for state in used.remove_needless_states():
            self._by_state.pop(state, None)


def _make_sharing_key(principal: str, body: bytes) -> str | None:
    """Return the key by which requests of a principal share a connection.

    Args:
        principal: the key of the principal.
        body: the text of the request.

    Returns:
        The key; None if the text has no params with `_meta`.
    """
    meta = member_at(_parse_document(body), "params", META)
    if not is_object(meta):
        return None
    return connection_key(principal, meta.get(CLIENT_INFO_KEY), meta.get(CAPABILITIES_KEY))


def _parse_document(body: bytes) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(body)
    return None


_ACCEPTED = 202


class BridgeHttp(StreamableHttp):
    """An ASGI application through which clients of any revisions use a server of any revisions.

    Tokens of clients do not reach the server, since each connection has a separate transport.

    Args:
        connect: function that makes a bridge with its connection to the server, for the key of a principal, or for None
            if the principal is not known. The bridge must have the client transport `http`.
        revisions: the ids of the revisions that the bridges speak to clients.
        limits: the limits of each text of a client.
        max_connections: the largest number of connections that per-request clients share. Beyond it, the least recently
            used connection without a request ends.
        path, hosts, origins, http_sse, idle, max_sessions, max_buffered, max_bodies, keep_alive, resource: the
            arguments of these names of `StreamableHttp`.

    Raises:
        TypeError, ValueError: a revision is not known, an argument has a wrong type, `max_connections` is less than 1,
            or `StreamableHttp` does not accept an argument.
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
        check_plain_callable("connect", connect, ("principal",), "(principal), which returns a BridgeConnection")
        check_number("max_connections", max_connections, least=1, is_whole=True)
        service = Service(_refuse_handlers, info=UNNAMED, capabilities={}, revisions=revisions, limits=limits)
        super().__init__(service, idle=idle, resource=resource, **options)
        self._connect = connect
        self._client_service = service
        self._unopened_session = service.new_session("http")  # that of every client that has none
        self._opening: set[BridgedPeer] = set()  # the clients whose sessions are being opened
        self._closing: set[asyncio.Task[None]] = set()
        self._shared_connections = SharedConnections(connect, max_connections, idle)

    async def _open_session(
        self, http: HttpExchange, body: bytes, principal: Principal | None, envelope: Envelope
    ) -> None:
        """Pass an `initialize` request to a new bridge, and respond. If no session was opened, end the bridge.

        Raises:
            ClientLeftError: the client has left.
            ConnectionError: too many sessions are being opened.
        """
        if len(self._opening) >= self.sessions.max_sessions:
            raise ConnectionError("too many sessions are being opened")
        peer = self._make_bridged_peer(principal)
        self._opening.add(peer)
        try:
            await self._pass_on_text(http, peer, body, principal, envelope)
        finally:
            self._end_opening(peer)

    def _make_bridged_peer(self, principal: Principal | None) -> BridgedPeer:
        """Return a new client with a bridge that serves no other client."""
        peer = BridgedPeer(self._client_service, self._connect(_get_principal_key(principal)), self._closing)
        peer.buffers = self.sessions.buffers
        return peer

    def _make_http_sse_peer(self, principal: Principal | None) -> BridgedPeer:
        peer = self._make_bridged_peer(principal)
        peer.connection.on_closed = lambda: peer.close_connection()
        return peer

    def _end_opening(self, peer: BridgedPeer) -> None:
        """End the bridge of a client whose session is still being opened. Ignore any other client."""
        if peer in self._opening:
            self._opening.remove(peer)
            peer.end_session()

    async def _close(self) -> None:
        await super()._close()
        for peer in list(self._opening):
            self._end_opening(peer)
        await self._shared_connections.close()
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _respond_to_message(
        self, http: HttpExchange, peer: HttpPeer | None, body: bytes, principal: Principal | None
    ) -> None:
        envelope: Envelope | None = None
        with suppress(ProtocolError):  # the bridge answers a text that is not valid
            envelope = read_envelope(body, limits=self._client_service.limits)
        if isinstance(peer, BridgedPeer):
            await self._pass_on_text(http, peer, body, principal, envelope)
        elif not await self._reject_session(http, body):
            if envelope is not None and envelope.method == INITIALIZE:
                await self._open_session(http, body, principal, envelope)
            elif not await self._refuse_subscription(http, envelope):
                await self._pass_on_without_session(http, body, principal, envelope)

    async def _reject_session(self, http: HttpExchange, body: bytes) -> bool:
        """Reject a request that names a session, since no session of this id exists.

        Return True if the request is rejected. A request is not rejected if it names no session, or if it is valid and
        its method or revision ignores the header `Mcp-Session-Id`.

        Raises:
            ClientLeftError: the client has left.
        """
        if http.session_id is None:
            return False
        try:
            self._client_service.new_session("http").receive(body, headers=http.headers)
        except ProtocolError as error:
            await http.refuse_message(error, error.to_bytes())
            return True
        return False

    async def _pass_on_without_session(
        self, http: HttpExchange, body: bytes, principal: Principal | None, envelope: Envelope | None
    ) -> None:
        """Pass a message of a client without a session to a bridge, and respond.

        Raises:
            ClientLeftError: the client has left.
            ConnectionError: there are too many connections, and all of them are in use.
        """
        used = self._shared_connections.acquire_connection(_get_principal_key(principal), body)
        try:
            peer = BridgedPeer(self._client_service, used.connection, session=self._unopened_session)
            peer.buffers = self.sessions.buffers
            await self._pass_on_text(http, peer, body, principal, envelope)
        finally:
            self._shared_connections.release_connection(used)

    async def _pass_on_text(
        self,
        http: HttpExchange,
        peer: BridgedPeer,
        body: bytes,
        principal: Principal | None,
        envelope: Envelope | None,
    ) -> None:
        """Pass a text to the bridge of a client, and respond with the messages that the bridge returns for the text.

        Args:
            http: the POST.
            peer: the client.
            body: the text.
            principal: the principal of the request; None without authorization.
            envelope: the envelope of the text; None if the text is not valid.

        Raises:
            ClientLeftError: the client has left.
        """
        connection, is_opening = peer.connection, peer.is_opening
        exchange = BridgeExchange(is_shared=peer.shares_connection)
        actions = await connection.from_client(body, headers=http.headers, exchange=exchange)
        for each in actions:
            if isinstance(each, EndExchange) and each.exchange is exchange and each.rejection is not None:
                await http.refuse_message(each.rejection, None)
                return
        is_answered = any(isinstance(each, ToClient) and each.exchange is exchange for each in actions)
        request_ids = _list_request_ids(envelope)
        if not is_answered and not request_ids:
            await http.respond(_ACCEPTED)
            return
        stream_after = None if is_opening or self._stream_after is None else self._open_streams.keep_alive
        is_batch = envelope is not None and bool(envelope.items)
        answering = PostResponse(peer, stream_after, request_ids, is_batch=is_batch)
        task = peer.start_task(
            answering.handle_requests(exchange.collect_answer(answering.send, connection)),
            0,
            on_end=answering.mark_form_decided,
        )
        await self._wait_for_response(http, answering, task)
        headers = self._register_session(peer, principal) if is_opening else {}
        if not await self._respond_with_stream(http, peer, answering, task, headers):
            response, answer = answering.response or b"", exchange.answer
            version = self._choose_version(peer, http)
            status = (None if answer is None else answer.http_status) or choose_response_status(response, version)
            if len(response) <= MAX_PIECE:
                await http.respond(status, response, headers)
                return
            with answering.count_json_response(response, self.sessions.buffers) as text:
                await http.respond(status if text is response else choose_response_status(text, version), text, headers)

    def _register_session(self, peer: BridgedPeer, principal: Principal | None) -> dict[str, str]:
        """Register the session that a bridge has opened with a client, and assign its id.

        Do nothing if no session was opened.

        Returns:
            The header with the session id, for the response; an empty dict if no session was opened.
        """
        if peer not in self._opening or not peer.adopt_session():
            return {}
        self._opening.remove(peer)
        session_id = self.sessions.add_client(peer, principal)
        peer.connection.on_closed = lambda: self.sessions.end_session(session_id)
        return {SESSION_HEADER: session_id}

    def _choose_version(self, peer: BridgedPeer, http: HttpExchange) -> str:
        """Return the version whose rules give the HTTP status of an answer: that of the session or of the header.

        The result is the latest version if there is neither, or the bridge does not speak the version.
        """
        version = peer.session.version or http.declared_version
        return version if version in self._client_service.revisions else LATEST


def _get_principal_key(principal: Principal | None) -> str | None:
    return None if principal is None else principal.key


def _list_request_ids(envelope: Envelope | None) -> list[RequestId]:
    """Return the ids of the requests in the text of an envelope; an empty list without an envelope."""
    found = () if envelope is None else envelope.items or (envelope,)
    items = [each for each in found if isinstance(each, Envelope) and each.kind == "request"]
    return [each.id for each in items if each.id is not None]


def _refuse_handlers(revision_id: str) -> Handlers:
    """Raise NotImplementedError in place of making handlers, since bridges have no handlers."""
    raise NotImplementedError(revision_id)
