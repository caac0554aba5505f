"""The memory that a bridge holds on to in the second half of a long connection, over transports in memory.

A client calls a tool that reports progress, logs and asks the user, lists tools, reads resources and subscribes,
through a bridge whose sides share no revision or no era. What is allocated after the first half and still held at
the end must be less than the least that could be kept of a message.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import tracemalloc
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any, Literal

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings.bridge import Action, Bounds, ToClient, ToServer
from mcp_bindings.transports import BridgeConnection, ClientConnection, MemoryTransport, bridge_stream, open_connection
from mcp_bindings.transports.client_transport import MessageReceiver
from mcp_bindings.transports.memory import make_memory_pair
from mcp_bindings.transports.server import Server
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

INFO = {"name": "soak", "version": "1"}
PAIRS = [(HANDSHAKE[-1], PER_REQUEST[-1]), (PER_REQUEST[-1], HANDSHAKE[-1]), (HANDSHAKE[0], HANDSHAKE[-1])]
"""Revisions of the client and of the server: each direction between the eras, and two of one era."""

LEAST = 16
"""Bytes; what is kept of each message takes more."""

BOUNDED = 200_000
"""Bytes that may move between the halves, since what is bounded may be replaced by something larger."""


class Counting(BridgeConnection):
    """Counts messages."""

    messages = 0

    def observed(self, action: Action) -> None:
        self.messages += isinstance(action, (ToClient, ToServer))

    def repaired(self, data: bytes) -> bytes:
        self.messages += 1
        return data


class Bridged:
    """A server behind a bridge, as the transport of a client in this process."""

    kind: Literal["stdio"] = "stdio"
    is_authorizing: Literal[False] = False

    def __init__(self, connection: BridgeConnection) -> None:
        self._connection = connection

    async def start(self, connection: MessageReceiver) -> None:
        self._stream, far = make_memory_pair()
        self._bridging = asyncio.create_task(bridge_stream(self._connection, far))
        connection.spawn(self._read(connection))

    async def send(self, data: bytes) -> None:
        await self._stream.send(data)

    async def open_http_sse(self) -> None: ...

    def explain_failure(self, reason: str) -> mb.OpenError:
        return mb.OpenError(reason)

    async def listen(self) -> None: ...

    async def end(self) -> None:
        await self._stream.close()
        with contextlib.suppress(asyncio.CancelledError):
            await self._bridging

    async def _read(self, connection: MessageReceiver) -> None:
        while messages := await self._stream.receive():
            for message in messages:
                await connection.receive(message)
        connection.connection_lost()


def handlers(revision: str) -> Any:
    """Return the handlers of a client that answers with a city where it can."""
    known = mb.revision(revision)
    made: Any = import_module(known.package).ClientHandlers()
    if "elicitation/create" in made.routes:
        answer = {"action": "accept", "content": {"city": "Paris"}}
        made.elicit = partial(_given, known.codec("ElicitResult").decode_value(answer))
    return made


def _given(answer: Any, params: Any, context: Any) -> Any:
    return answer


async def use(client: ClientConnection, revision: str) -> None:
    """Send one request of each kind."""
    arguments = {} if "elicitation/create" in mb.revision(revision).methods else {"city": "Paris"}
    await client.call("call_tool", "weather", arguments=arguments)
    await client.call("list_tools")
    await client.call("read_resource", "note:///1")
    await client.call("get_prompt", "plan", arguments={"day": "Friday"})
    if revision in HANDSHAKE:
        await client.call("subscribe", "note:///1")
        await client.call("unsubscribe", "note:///1")


async def hold(pair: tuple[str, str], messages: int) -> tuple[int, int]:
    """Return the number of relayed messages in the second half, and the bytes that they leave in memory."""
    capabilities: Any = {"logging": {}, "resources": {"subscribe": True}}
    server = Server(all_revisions.Notes(), info=INFO, capabilities=capabilities, revisions=[pair[1]])
    bridged = Counting(mb.Bridge(bounds=Bounds(gather_seconds=0.001)), MemoryTransport(server))
    async with open_connection(Bridged(bridged), handlers, info=INFO, revisions=[pair[0]]) as client:
        while bridged.messages < messages // 2:
            await use(client, pair[0])
        gc.collect()
        half = bridged.messages
        tracemalloc.start()
        while bridged.messages < messages:
            await use(client, pair[0])
        gc.collect()
        held = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, "*/mcp_bindings/*")])
        tracemalloc.stop()
        return bridged.messages - half, sum(each.size for each in held.statistics("filename"))


def run_part(part: tuple[tuple[str, str], int]) -> Tally:
    """Use one bridge for long."""
    pair, messages = part
    tally = Tally()
    crossed, held = asyncio.run(hold(pair, messages))
    tally.count("messages of the second half", " to ".join(pair), times=crossed)
    tally.measure(f"bytes held of them, {' to '.join(pair)}", held)
    if held > BOUNDED + LEAST * crossed:
        tally.fail(Failure("grows", f"{held} bytes are held of {crossed} messages", pair))
    return tally


def split_work(seed: int, numbers: range) -> list[tuple[tuple[str, str], int]]:
    """Return one part for each pair."""
    return [(pair, len(numbers)) for pair in PAIRS]


def missing(tally: Tally) -> Iterator[str]:
    """Yield pairs that did not run."""
    ran = tally.parts("messages of the second half")
    yield from (f"{' to '.join(pair)} did not run" for pair in PAIRS if " to ".join(pair) not in ran)


PROGRAM = Program(
    summary="a bridge between unlike sides holds no more memory after many messages",
    unit="messages",
    count=100_000,
    split_work=split_work,
    run_part=run_part,
    bars=missing,
)
