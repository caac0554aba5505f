"""A connection to a server: agrees on a revision, sends calls, and answers what the server asks.

What is protocol here is done by `mcp_bindings`: `Session` knows what may be said, `ClientCalls` what can be asked,
`Dispatcher` who answers. What is left is to carry bytes, and that is up to a `Transport`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias

import anyio

import mcp_bindings as mb
from calling.answers import ANSWERS
from calling.shown import complain
from mcp_bindings import v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28
from mcp_bindings.session import OpeningContinues, OpeningFailed, RequestId, RequestLost, SessionExpired, VersionAgreed
from mcp_bindings.spec.error_codes import HEADER_MISMATCH

INFO = {"name": "mcp-bindings-reference-client", "version": "1"}
PATIENCE = 30.0
"""Seconds that a call may take."""

PROBE_PATIENCE = 5.0
"""Seconds that a server may take to answer the first message; one that knows no probe may never answer it."""

AT_ONCE = 100
"""Messages of the server that are worked on at a time."""

MOST = 10_000
"""The most items of a list."""

ROUNDS = 20
"""How often a server may ask for input to one request."""

AnyCalls: TypeAlias = (
    v2024_11_05.ClientCalls
    | v2025_03_26.ClientCalls
    | v2025_06_18.ClientCalls
    | v2025_11_25.ClientCalls
    | v2026_07_28.ClientCalls
)
AnyTool: TypeAlias = v2024_11_05.Tool | v2025_03_26.Tool | v2025_06_18.Tool | v2025_11_25.Tool | v2026_07_28.Tool


class SessionEndedError(ConnectionError):
    """The server has ended the session, and wants a new one to be begun."""


class Transport(Protocol):
    """Carries the bytes of a connection, and hands what arrives to `Connection.take`."""

    @property
    def kind(self) -> Literal["stdio", "http"]:
        """Which one it is."""
        ...

    async def start(self, connection: Connection) -> None:
        """Begin to read."""
        ...

    async def send(self, data: bytes) -> None:
        """Send one message; where its answer comes the same way, until that is there."""
        ...

    async def open_old_stream(self) -> None:
        """Go on in the way of 2024-11-05, whose HTTP is another one."""
        ...

    async def listen(self) -> None:
        """A revision is agreed on: open the stream for what the server says unasked, if there is one."""
        ...

    async def end(self) -> None:
        """Say goodbye."""
        ...


class Connection:
    """One server, and what can be asked of it.

    Attributes:
        session: what both sides may say.
        calls: one coroutine for each request of the revision that is agreed on.
        dispatcher: passes what the server asks to `Answers`.
        schemas: input schema of each tool that was listed, by name.
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
        """Is a revision agreed on?"""
        return self.session.version is not None

    @property
    def has(self) -> Collection[str]:
        """The capabilities of the server."""
        return self.session.capabilities or ()

    async def open(self) -> None:
        """Agree on a revision with the server, in a session of its own.

        Raises:
            ConnectionError: there is none, or the server does not answer.
        """
        capabilities = ANSWERS[mb.LATEST]().capabilities_json()
        self.session = mb.Session(
            "client", self._revisions, info=INFO, capabilities=capabilities, transport=self._transport.kind
        )
        if self.session.http_transport == "http+sse" and self._transport.kind == "http":
            await self._transport.open_old_stream()
        message: bytes | None = self.session.open()
        while not self.is_open:
            assert message is not None
            match await self._outcome_of(message):
                case OpeningContinues(action="authorize", reason=reason) | OpeningFailed(reason=reason):
                    raise ConnectionError(reason)
                case OpeningContinues(action="http+sse", reply=message):
                    await self._transport.open_old_stream()
                case OpeningContinues(reply=message) | VersionAgreed(reply=message):
                    pass
                case RequestLost(method=method):
                    raise ConnectionError(f"the server does not answer {method}")
        with anyio.fail_after(PATIENCE):
            if message is not None:
                await self._transport.send(message)
            await self._transport.listen()

    async def _outcome_of(self, message: bytes) -> OpeningContinues | VersionAgreed | OpeningFailed | RequestLost:
        """What comes of a message of the opening."""
        with anyio.move_on_after(PROBE_PATIENCE):
            await self._transport.send(message)
            return await self._outcomes.get()
        for id_ in list(self.session.pending):
            self.request_failed(id_)
        if self._outcomes.empty():
            raise ConnectionError("the server does not answer")
        return self._outcomes.get_nowait()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; it ends with the connection."""
        task = asyncio.create_task(_reported(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """End what is in the background, then the transport."""
        for task in list(self._running):
            task.cancel()
        await self._transport.end()

    async def take(self, data: bytes) -> None:
        """A message of the server has arrived. It waits while many others are worked on."""
        while len(self._running) >= AT_ONCE:
            await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
        if self.is_open:
            self.spawn(self._reply(self.dispatcher.dispatch(data)))
            return
        try:
            event = self.session.receive(data)
        except mb.ProtocolError as error:
            if error.rejects_answer:
                self._note(OpeningFailed(None, f"the answer of the server is not valid: {error}"))
            else:
                self.spawn(self._send(error.to_bytes()))
            return
        if isinstance(event, mb.Request):  # a ping is the only request that a server may make so early
            self.spawn(self._send(self.session.respond(event.id, {})))
        else:
            self._note(event)

    def request_failed(self, id_: RequestId, status: int | None = None, body: bytes = b"") -> None:
        """A request has no answer, or HTTP has refused it.

        Raises:
            ConnectionError: so its call has failed.
        """
        event = self.session.request_failed(id_, http_status=status, body=body)
        if not self.is_open or isinstance(event, (OpeningContinues, OpeningFailed)):
            self._note(event)
        elif isinstance(event, SessionExpired):
            raise SessionEndedError("the server has ended the session")
        elif isinstance(event, RequestLost):
            why = "the server has not answered" if status is None else f"HTTP status {status}"
            raise ConnectionError(f"{event.method}: {why}")
        else:
            self.spawn(self._reply(self.dispatcher.handle(event)))

    def broke(self) -> None:
        """Nothing will arrive any more."""
        if self.is_open:
            self.session.close()
            self.calls.close()
            return
        for id_ in list(self.session.pending):
            self.request_failed(id_)

    def _note(self, event: object) -> None:
        """What has come of the opening, if it is that."""
        if isinstance(event, VersionAgreed):
            package = import_module(mb.revision(event.version).package)
            calls: AnyCalls = package.ClientCalls(self._transport.send, session=self.session, timeout=PATIENCE)
            answers = ANSWERS[event.version]()
            self.calls = calls
            self.dispatcher = mb.Dispatcher(answers, send=self._transport.send, calls=calls, session=self.session)
        if isinstance(event, mb.ErrorResponse):  # from a per-request server that rejects this client
            event = OpeningFailed(event, event.error.message)
        if isinstance(event, (OpeningContinues, VersionAgreed, OpeningFailed, RequestLost)):
            self._outcomes.put_nowait(event)

    async def _reply(self, answering: Coroutine[Any, Any, bytes | None]) -> None:
        await self._send(await answering)

    async def _send(self, reply: bytes | None) -> None:
        if reply is not None:
            await self._transport.send(reply)

    async def tools(self) -> list[AnyTool]:
        """Every tool of the server; over HTTP without those whose headers no client can send."""
        usable: list[AnyTool] = []
        async for tool in first(self.calls.iter_tools()):
            self.schemas[tool.name] = mb.revision(self.calls.revision).codec("Tool").dump(tool)["inputSchema"]
            usable.append(tool)
        return usable

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        """The result of a tool, in the types of the revision that is agreed on.

        Raises:
            ProtocolError: the server answers with an error.
        """
        try:
            return await self._asked("call_tool", name, arguments=arguments)
        except mb.ProtocolError as error:
            if error.code != HEADER_MISMATCH:
                raise
        await self.tools()  # the headers of the tool have changed
        return await self._asked("call_tool", name, arguments=arguments)

    async def read_resource(self, uri: str) -> Any:
        """The contents of a resource."""
        return await self._asked("read_resource", uri)

    async def get_prompt(self, name: str, arguments: dict[str, str]) -> Any:
        """The messages of a prompt."""
        return await self._asked("get_prompt", name, arguments=arguments)

    async def _asked(self, call: str, *given: Any, **members: Any) -> Any:
        """The result of one of `calls`, asked again for as long as the server wants more input."""
        try:
            result = await getattr(self.calls, call)(*given, **members)
        except SessionEndedError:  # what it did in the old one is lost; the request itself was never looked at
            await self.open()
            result = await getattr(self.calls, call)(*given, **members)
        for _ in range(ROUNDS):
            if not isinstance(result, v2026_07_28.InputRequiredResult):
                return result
            responses = await self.dispatcher.answer_input_requests(result)
            again = {"input_responses": responses, "request_state": result.request_state}
            result = await getattr(self.calls, call)(*given, **members, **again)
        if isinstance(result, v2026_07_28.InputRequiredResult):
            raise ConnectionError(f"the server asks for input more than {ROUNDS} times")
        return result


@asynccontextmanager
async def connect(transport: Transport, revisions: Collection[str] = mb.REVISIONS) -> AsyncGenerator[Connection, None]:
    """A connection that is open, until the end of the block.

    Args:
        transport: `Stdio` or `Http`.
        revisions: to speak one of.

    Raises:
        ConnectionError: there is no agreement with the server, or no server.
    """
    connection = Connection(transport, revisions)
    try:
        await transport.start(connection)
        await connection.open()
        yield connection
    finally:
        with anyio.CancelScope(shield=True):
            await connection.close()


async def _reported(work: Coroutine[Any, Any, None]) -> None:
    """Work whose result nobody waits for."""
    try:
        await work
    except (ConnectionError, mb.LocalProtocolError) as error:
        complain(error)


async def first(items: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """The items of a list of the server.

    Raises:
        ConnectionError: there are more than `MOST`; a server could go on for ever.
    """
    count = 0
    async for item in items:
        count += 1
        if count > MOST:
            raise ConnectionError(f"a list of the server has more than {MOST} items")
        yield item
