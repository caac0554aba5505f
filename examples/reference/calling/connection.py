"""A connection to a server: negotiates a revision, sends requests, and responds to the server's requests.

`mcp_bindings` implements the protocol: `Session` checks which messages are allowed, `ClientCalls` sends requests, and
`Dispatcher` passes the server's messages to handlers. A `Transport` carries the bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias

import anyio

import mcp_bindings as mb
from calling.handlers import HANDLERS
from calling.output import print_error
from calling.tasks import end_of
from mcp_bindings.extensions import tasks
from mcp_bindings.session import OpeningContinues, OpeningFailed, RequestId, RequestLost, SessionExpired, VersionAgreed
from mcp_bindings.spec.error_codes import HEADER_MISMATCH
from mcp_bindings.spec.names import INPUT_REQUIRED

INFO = {"name": "mcp-bindings-reference-client", "version": "1"}
CALL_TIMEOUT = 30.0
"""Seconds to wait for the response to a request."""

PROBE_TIMEOUT = 5.0
"""Seconds to wait for the response to a message of the opening; a server may ignore `server/discover`."""

MAX_CONCURRENT = 100
"""Maximum number of messages from the server that the client handles at the same time."""

MAX_ITEMS = 10_000
"""Maximum number of items of a list, over all its pages."""

MAX_INPUT_ROUNDS = 20
"""Maximum number of times that a server may ask for input to one request."""

AnyCalls: TypeAlias = Any
"""`ClientCalls` of the negotiated revision, and their class. A client of one revision names its class here."""


class SessionEndedError(ConnectionError):
    """The server has ended the session; the client has to open a new one."""


class Transport(Protocol):
    """Carries the messages of a connection, and passes each message that arrives to `Connection.receive`."""

    @property
    def kind(self) -> Literal["stdio", "http"]:
        """The name of the transport."""
        ...

    async def start(self, connection: Connection) -> None:
        """Connect, and begin to pass messages to the connection."""
        ...

    async def send(self, data: bytes) -> None:
        """Send one message. If the response arrives in the same HTTP exchange, return after it has arrived."""
        ...

    async def open_http_sse(self) -> None:
        """Switch to the HTTP+SSE transport of 2024-11-05; do nothing over stdio."""
        ...

    async def listen(self) -> None:
        """Open the stream for unsolicited messages, if the negotiated revision has one."""
        ...

    async def end(self) -> None:
        """End the session and disconnect."""
        ...


class Connection:
    """A connection to one server.

    Attributes:
        session: checks the messages of both sides.
        calls: one coroutine function for each request of the negotiated revision.
        dispatcher: passes the server's messages to the handlers.
        schemas: input schema of each listed tool, by name.
    """

    session: mb.Session
    calls: AnyCalls
    dispatcher: mb.Dispatcher

    def __init__(self, transport: Transport, revisions: Collection[str]) -> None:
        self.schemas: dict[str, Any] = {}
        self._transport = transport
        self._revisions = revisions
        self._running: set[asyncio.Task[None]] = set()
        self._outcomes: asyncio.Queue[OpeningContinues | VersionAgreed | OpeningFailed | RequestLost] = asyncio.Queue()

    @property
    def is_open(self) -> bool:
        """Whether a revision has been negotiated."""
        return self.session.version is not None

    @property
    def server_capabilities(self) -> Collection[str]:
        """The names of the server's capabilities."""
        return self.session.capabilities or ()

    async def open(self) -> None:
        """Open a new session and negotiate a revision.

        Raises:
            ConnectionError: no revision is common to both sides, or the server does not respond.
        """
        capabilities = HANDLERS[mb.LATEST]().capabilities_json()
        self.session = mb.Session(
            "client",
            self._revisions,
            info=INFO,
            capabilities=capabilities,
            transport=self._transport.kind,
            extensions=[tasks.EXTENSION],
        )
        if self.session.http_transport == "http+sse" and self._transport.kind == "http":
            await self._transport.open_http_sse()
        message: bytes | None = self.session.open()
        while not self.is_open:
            assert message is not None
            match await self._send_opening(message):
                case OpeningContinues(action="authorize", reason=reason) | OpeningFailed(reason=reason):
                    raise ConnectionError(reason)
                case OpeningContinues(action="http+sse", reply=message):
                    await self._transport.open_http_sse()
                case OpeningContinues(reply=message) | VersionAgreed(reply=message):
                    pass
                case RequestLost(method=method):
                    raise ConnectionError(f"the server does not respond to {method}")
        with anyio.fail_after(CALL_TIMEOUT):
            if message is not None:
                await self._transport.send(message)
            await self._transport.listen()

    async def _send_opening(self, message: bytes) -> OpeningContinues | VersionAgreed | OpeningFailed | RequestLost:
        """Send a message of the opening and return its outcome."""
        with anyio.move_on_after(PROBE_TIMEOUT):
            await self._transport.send(message)
            return await self._outcomes.get()
        for id_ in list(self.session.pending):
            self.request_failed(id_)
        if self._outcomes.empty():
            raise ConnectionError("the server does not respond")
        return self._outcomes.get_nowait()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task; `close` cancels it."""
        task = asyncio.create_task(_print_failure(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Cancel the background tasks, then close the transport."""
        for task in list(self._running):
            task.cancel()
        await self._transport.end()

    async def receive(self, data: bytes) -> None:
        """Handle a message from the server in the background; wait first while `MAX_CONCURRENT` tasks are running."""
        while len(self._running) >= MAX_CONCURRENT:
            await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
        if self.is_open:
            self.spawn(self._reply(self.dispatcher.dispatch(data)))
            return
        try:
            event = self.session.receive(data)
        except mb.ProtocolError as error:
            if error.rejects_answer:
                self._record_outcome(OpeningFailed(None, f"the response of the server is not valid: {error}"))
            else:
                self.spawn(self._send(error.to_bytes()))
            return
        if isinstance(event, mb.Request):  # ping is the only request that a server may send before the session is ready
            self.spawn(self._send(self.session.respond(event.id, {})))
        else:
            self._record_outcome(event)

    def request_failed(self, id_: RequestId, status: int | None = None, body: bytes = b"") -> None:
        """Record that a request got no JSON-RPC response.

        Args:
            id_: of the request.
            status: HTTP status of the response, if there was one.
            body: of that response.

        Raises:
            ConnectionError: the request failed after the session was opened.
        """
        event = self.session.request_failed(id_, http_status=status, body=body)
        if not self.is_open or isinstance(event, (OpeningContinues, OpeningFailed)):
            self._record_outcome(event)
        elif isinstance(event, SessionExpired):
            raise SessionEndedError("the server has ended the session")
        elif isinstance(event, RequestLost):
            reason = "the server has not responded" if status is None else f"HTTP status {status}"
            raise ConnectionError(f"{event.method}: {reason}")
        else:
            self.spawn(self._reply(self.dispatcher.handle(event)))

    def connection_lost(self) -> None:
        """Fail every pending request, since no further message will arrive."""
        if self.is_open:
            self.session.close()
            self.calls.close()
            return
        for id_ in list(self.session.pending):
            self.request_failed(id_)

    def _record_outcome(self, event: object) -> None:
        """Record an outcome of the opening, and set up `calls` and `dispatcher` on success; ignore other events."""
        if isinstance(event, VersionAgreed):
            calls = calls_of(event.version)(self._transport.send, session=self.session, timeout=CALL_TIMEOUT)
            handlers = HANDLERS[event.version]()
            self.calls = calls
            self.dispatcher = mb.Dispatcher(handlers, send=self._transport.send, calls=calls, session=self.session)
        if isinstance(event, mb.ErrorResponse):  # from a per-request server that rejects this client
            event = OpeningFailed(event, event.error.message)
        if isinstance(event, (OpeningContinues, VersionAgreed, OpeningFailed, RequestLost)):
            self._outcomes.put_nowait(event)

    async def _reply(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        await self._send(await handling)

    async def _send(self, reply: bytes | None) -> None:
        if reply is not None:
            await self._transport.send(reply)

    async def tools(self) -> list[Any]:
        """List every tool; over HTTP without tools whose `x-mcp-header` annotations are invalid."""
        usable: list[Any] = []
        async for tool in bounded(self.calls.iter_tools()):
            self.schemas[tool.name] = mb.revision(self.calls.revision).codec("Tool").dump(tool)["inputSchema"]
            usable.append(tool)
        return usable

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        """Call a tool and return the result, in the types of the negotiated revision.

        Raises:
            ProtocolError: the server responds with an error.
        """
        try:
            return await self._send_request("call_tool", name, arguments=arguments)
        except mb.ProtocolError as error:
            if error.code != HEADER_MISMATCH:
                raise
        await self.tools()  # the tool needs other headers: list the tools again to learn its schema
        return await self._send_request("call_tool", name, arguments=arguments)

    async def read_resource(self, uri: str) -> Any:
        """Read a resource and return its contents."""
        return await self._send_request("read_resource", uri)

    async def get_prompt(self, name: str, arguments: dict[str, str]) -> Any:
        """Get a prompt and return its messages."""
        return await self._send_request("get_prompt", name, arguments=arguments)

    async def _send_request(self, call: str, *given: Any, **members: Any) -> Any:
        """Send a request with a method of `calls`; while the server asks for input, send it again with that input."""
        try:
            result = await getattr(self.calls, call)(*given, **members)
        except SessionEndedError:  # the server has not handled the request, so it can be sent again in a new session
            await self.open()
            result = await getattr(self.calls, call)(*given, **members)
        rounds = 0
        while getattr(result, "result_type", "complete") == INPUT_REQUIRED:
            rounds += 1
            if rounds > MAX_INPUT_ROUNDS:
                raise ConnectionError(f"the server asks for input more than {MAX_INPUT_ROUNDS} times")
            responses = await self.dispatcher.answer_input_requests(result)
            retry = {"input_responses": responses, "request_state": result.request_state}
            result = await getattr(self.calls, call)(*given, **members, **retry)
        if isinstance(result, tasks.CreateTaskResult):
            ended = await end_of(result, self.calls, self.dispatcher)
            return mb.revision(self.calls.revision).codec("CallToolResult").decode_value(ended)
        return result


@asynccontextmanager
async def connect(transport: Transport, revisions: Collection[str] = mb.REVISIONS) -> AsyncGenerator[Connection, None]:
    """Open a connection for the duration of the block.

    Args:
        transport: `Stdio` or `Http`.
        revisions: that the client offers.

    Raises:
        ConnectionError: the server cannot be reached, or supports none of the revisions.
    """
    connection = Connection(transport, revisions)
    try:
        await transport.start(connection)
        await connection.open()
        yield connection
    finally:
        with anyio.CancelScope(shield=True):
            await connection.close()


def calls_of(version: str) -> AnyCalls:
    """The class of the calls of a revision, with those of the tasks extension if it extends this revision."""
    revision = mb.revision(version)
    return tasks.ClientCalls if tasks.EXTENSION.base is revision else import_module(revision.package).ClientCalls


async def _print_failure(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine, and print a connection error that it raises."""
    try:
        await work
    except (ConnectionError, mb.LocalProtocolError) as error:
        print_error(error)


async def bounded(items: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """Yield the items of a list, up to `MAX_ITEMS`, since a server could send pages without end.

    Raises:
        ConnectionError: the list has more items.
    """
    count = 0
    async for item in items:
        count += 1
        if count > MAX_ITEMS:
            raise ConnectionError(f"a list of the server has more than {MAX_ITEMS} items")
        yield item
