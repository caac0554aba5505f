"""One peer that says something without end: processor time, turns of the event loop and memory of who listens.

Each of 20 shapes floods a server, and each of 20 a client, over standard streams and over HTTP, with texts whose whole
lengths double. Beside the flood of a server ten other clients, each with a principal, call a tool all the time, and
must be answered. The exponent of processor time is measured without the others, whose calls go on while a flood waits.
Memory is traced by Python in runs of their own, since that takes time.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import sys
import time
import tracemalloc
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import product
from math import log
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.authorization import Principal, ProtectedResource
from mcp_bindings.limits import DEFAULT, MAX_UNSENT_BYTES
from mcp_bindings.spec.names import METHOD_HEADER, NAME_HEADER, SESSION_HEADER, VERSION_HEADER
from mcp_bindings.transports import ClientBounds, ClientConnection, HttpTransport, StreamableHttp, serve_stream
from mcp_bindings.transports.memory import make_memory_pair
from mcp_bindings.transports.stdio import DescriptorReader, DescriptorWriter, LineStream, StdioProcess
from tests.documents import initialize_result
from tests.revisions import HANDSHAKE
from tests.soak.flood_shapes import INFO, RECURSIVE, SESSIONLESS, SHAPES, Shape, Side, text
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally
from tests.transports.services import client_handlers

BAR = 1.2
"""The exponent that processor time and memory may have."""

TURN = 0.2
"""Seconds of the processor between two turns of the loop."""

TIMES = 8
"""Largest quotient of traced Python memory and a bound: a text takes less memory than the objects made from it."""

BOUNDS: dict[Side, int] = {"server": MAX_UNSENT_BYTES, "client": 16 * 1024 * 1024 + 1024 * 1024}
"""Bytes, from docs/guides/limits.md: results that are not sent yet; messages that wait, and replies that are unread."""

STALLED = 5.0
"""Seconds after which a server does not read any more. It must not, while too many of its replies are unread."""

FLAT = 1.1
"""Largest quotient of memory at the end of a flood and in its middle, besides `SLACK` and the memory of one text."""

SLACK = 1024 * 1024
"""Bytes that do not count: what is loaded and built once, and what is bounded by number."""

LITTLE = 0.05
"""Seconds that do not count."""

BESIDE = 10
"""Clients beside the flood of a server."""

REPLY_HEAD = 400
"""Bytes of the head of the HTTP request in which a client sends one reply, about."""

STEPS = 16
"""How many times the memory of a client is recorded while a flood arrives."""

IDLE = 0.2
"""Seconds without work after which a peer has done what it was asked for."""

AT_ONCE = 64
"""Requests of a flood over HTTP that are sent before any is answered."""

ENDPOINT = "http://localhost/mcp"

WAIVED: dict[str, str] = {}
"""Cases that miss a bar, with the reason."""


class Loop(asyncio.SelectorEventLoop):
    """Measures how long the longest turn takes.

    Attributes:
        longest: seconds of the processor, of this thread.
    """

    longest = 0.0

    def _run_once(self) -> None:
        began = time.thread_time()
        super()._run_once()  # type: ignore[misc]
        self.longest = max(self.longest, time.thread_time() - began)


class Cost(NamedTuple):
    """Cost of one flood."""

    seconds: float
    turn: float
    peak: int
    middle: int
    end: int


class Meter:
    """Measures one flood from its beginning.

    Args:
        is_traced: whether memory is measured; else time.
    """

    def __init__(self, *, is_traced: bool) -> None:
        self._is_traced = is_traced
        self._held = list[int]()

    def begin(self) -> None:
        """Begin to measure."""
        gc.collect()
        if self._is_traced:
            tracemalloc.start()
        running: Any = asyncio.get_running_loop()
        running.call_soon(setattr, running, "longest", 0.0)  # this turn has made the texts of the flood
        self._began = time.process_time()

    def record_held(self) -> None:
        """Record the memory that is held now. Call this at equal distances, the last time at the end or before it."""
        if self._is_traced:
            gc.collect()
            self._held.append(tracemalloc.get_traced_memory()[0])

    def end(self) -> Cost:
        """End the measurement."""
        seconds = time.process_time() - self._began
        running: Any = asyncio.get_running_loop()
        turn = running.longest
        end = peak = 0
        if self._is_traced:
            gc.collect()
            end, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        middle = self._held[(len(self._held) - 1) // 2] if self._held else end
        return Cost(seconds, turn, peak, middle, end)


# A server.


class Content(mcp.ToolsServer):
    """Tools that return at once, wait, or return a long text."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        names = ("echo", "wait", "long", *(f"tool-{number}" for number in range(20)))
        tools = [mcp.Tool(name=name, input_schema=mcp.ToolInputSchema()) for name in names]
        tools.append(mcp.Tool(name="recursive", input_schema=mcp.ToolInputSchema.model_validate(RECURSIVE)))
        return mcp.ListToolsResult(tools=tools, ttl_ms=0, cache_scope="private")

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        if params.name == "wait":
            await asyncio.sleep(0.2)
        size = 100_000 if params.name == "long" else 1
        return mcp.CallToolResult(content=[mcp.TextContent(text="x" * size)])


class Verifier:
    """Verifier that uses the token as the name of its user."""

    async def verify(self, token: str) -> Principal:
        return Principal("https://as.example", token, "a client")


class Others:
    """Clients that call a tool all the time.

    Args:
        call: calls the tool once for a client, by its number, and says whether it was answered.
        clients: how many.
    """

    def __init__(self, call: Callable[[int, int], Awaitable[bool]], clients: int) -> None:
        self.answered = [0] * clients
        self.refused = 0
        self._call = call

    def start(self) -> list[asyncio.Task[None]]:
        """Start a task for each client."""
        return [asyncio.create_task(self._run(number)) for number in range(len(self.answered))]

    async def _run(self, number: int) -> None:
        for id_ in range(10, 10**9):
            if await self._call(number, id_):
                self.answered[number] += 1
            else:
                self.refused += 1
            await asyncio.sleep(0.02)


def opening(version: str) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": INFO}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
CALL: dict[str, Any] = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "echo", "arguments": {}}}


async def flood_stdio_server(shape: Shape, size: int, meter: Meter, beside: int) -> tuple[Cost, Others]:
    """Flood a server over a pair of pipes; the others use it over streams in memory."""
    server = mb.Server(Content(), info=INFO)
    pairs = [make_memory_pair() for _ in range(beside)]
    serving = [asyncio.create_task(serve_stream(server, far, grace=0)) for _, far in pairs]
    for near, _ in pairs:
        await near.send(json.dumps(opening(HANDSHAKE[-1])).encode())
        await near.receive()
        await near.send(json.dumps(READY).encode())

    async def call(number: int, id_: int) -> bool:
        near = pairs[number][0]
        await near.send(json.dumps({**CALL, "id": id_}).encode())
        return b'"result"' in (await near.receive())[0]

    others = Others(call, beside)
    to_server, from_server = os.pipe(), os.pipe()
    serving.append(asyncio.create_task(serve_stream(server, LineStream(to_server[0], from_server[1]), grace=0.5)))
    writer, reader = DescriptorWriter(to_server[1]), DescriptorReader(from_server[0])
    if shape.version != SESSIONLESS:
        await writer.write(json.dumps(opening(shape.version)).encode() + b"\n")
        await reader.read_piece()
        await writer.write(json.dumps(READY).encode() + b"\n")
    messages = text(size, shape)

    async def read() -> None:
        while await reader.read_piece():
            pass

    calling = others.start()
    reading = asyncio.create_task(read()) if shape.reads else None
    meter.begin()
    for part in (messages[: len(messages) // 2], messages[len(messages) // 2 :]):
        for place in range(0, len(part), 1_000):
            writing = asyncio.create_task(writer.write(b"\n".join(part[place : place + 1_000]) + b"\n"))
            if reading is None:
                await asyncio.wait({writing}, timeout=STALLED)
                reading = None if writing.done() else asyncio.create_task(read())
            await writing
        await pause()
        meter.record_held()
    await writer.close(30)
    reading = asyncio.create_task(read()) if reading is None else reading
    await serving[-1]
    cost = meter.end()
    await stop([*calling, *serving, reading])
    return cost, others


class Post:
    """One POST to an application in this process."""

    def __init__(self, body: bytes, user: str, headers: dict[str, str]) -> None:
        given = {
            "host": "localhost",
            "content-type": "application/json",
            "accept": "*/*",
            "authorization": f"Bearer {user}",
        }
        fields = [(name.lower().encode(), value.encode()) for name, value in {**given, **headers}.items()]
        self._scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": fields, "client": ("127.0.0.1", 1)}
        self._body: bytes | None = body
        self.status = 0
        self.headers: dict[str, str] = {}
        self.answer = b""

    async def send(self, application: StreamableHttp) -> Post:
        """Send it, and wait for the whole response."""
        await application(self._scope, self._receive, self._take)
        return self

    async def _receive(self) -> Any:
        if self._body is None:
            await asyncio.Event().wait()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body}

    async def _take(self, event: Any) -> None:
        if event["type"] == "http.response.start":
            self.status = event["status"]
            self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
        elif len(self.answer) < 10_000:
            self.answer += event["body"][:10_000]


async def open_session(application: StreamableHttp, user: str, version: str) -> dict[str, str]:
    """Open a session, and return its headers."""
    opened = await Post(json.dumps(opening(version)).encode(), user, {}).send(application)
    headers = {SESSION_HEADER: opened.headers[SESSION_HEADER.lower()], VERSION_HEADER: version}
    await Post(json.dumps(READY).encode(), user, headers).send(application)
    return headers


def headers_of(data: bytes) -> dict[str, str]:
    """Return the headers of a request without a session."""
    document = json.loads(data)
    name = document["params"].get("name")
    return {
        VERSION_HEADER: SESSIONLESS,
        METHOD_HEADER: document["method"],
        **({} if name is None else {NAME_HEADER: name}),
    }


async def flood_http_server(shape: Shape, size: int, meter: Meter, beside: int) -> tuple[Cost, Others]:
    """Flood an application, with many requests at a time, beside other clients of it."""
    resource = ProtectedResource(ENDPOINT, authorization_servers=["https://as.example"], verifier=Verifier())
    application = mb.Server(Content(), info=INFO).asgi(resource=resource)
    sessions = [await open_session(application, f"user{number}", HANDSHAKE[-1]) for number in range(beside)]

    async def call(number: int, id_: int) -> bool:
        body = json.dumps({**CALL, "id": id_}).encode()
        return b'"result"' in (await Post(body, f"user{number}", sessions[number]).send(application)).answer

    others = Others(call, beside)
    session = {} if shape.version == SESSIONLESS else await open_session(application, "attacker", shape.version)
    messages = text(size, shape)
    calling = others.start()

    async def post(waiting: Iterator[bytes]) -> None:
        for data in waiting:
            headers = session or headers_of(data)
            await Post(data, "attacker", headers).send(application)
            await asyncio.sleep(0)  # uvicorn reads each request in a turn of its own

    meter.begin()
    for part in (messages[: len(messages) // 2], messages[len(messages) // 2 :]):
        waiting = iter(part)
        await asyncio.gather(*(post(waiting) for _ in range(AT_ONCE)))
        meter.record_held()
    cost = meter.end()
    await stop(calling)
    await application.sessions.close()
    return cost, others


# A client.

STDIO_SERVER = """
import json, sys
opening = json.loads(sys.stdin.buffer.readline())
result = json.loads(sys.argv[1])
out = sys.stdout.buffer
out.write(json.dumps({"jsonrpc": "2.0", "id": opening["id"], "result": result}).encode() + b"\\n")
out.flush()
sys.stdin.buffer.readline()
data = open(sys.argv[2], "rb").read()
if sys.argv[3] == "True":
    import threading
    threading.Thread(target=sys.stdin.buffer.read, daemon=True).start()
out.write(data)
out.flush()
sys.stdin.close()
"""
"""A server on standard streams that answers `initialize` and then sends a file."""

HTTP_SERVER = """
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sent = []

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        posted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if isinstance(posted, dict) and posted.get("method") == "initialize":
            result = json.loads(sys.argv[1])
            body = json.dumps({"jsonrpc": "2.0", "id": posted["id"], "result": result}).encode()
            self.reply(200, body, "application/json")
        else:
            if sys.argv[3] == "False" and "method" not in posted:
                time.sleep(3600)
            self.reply(202, b"", "text/plain")
    def do_GET(self):
        if sent:
            self.reply(405, b"", "text/plain")
            return
        sent.append(True)
        data = open(sys.argv[2], "rb").read()
        events = b"".join(b"data: " + each + b"\\n\\n" for each in data.split(b"\\n") if each)
        self.reply(200, events, "text/event-stream")
    def do_DELETE(self):
        self.reply(200, b"", "text/plain")
    def reply(self, status, body, kind):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *given):
        pass

server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
"""
"""The same over HTTP, where the first GET gets the file as events, and replies to requests are accepted."""


class Counting:
    """Notes how many messages have arrived for a session that is open, and passes them on.

    Args:
        session: gets the messages.
        expected: how many messages arrive.
        meter: records the memory at each of `STEPS` steps, since a flood may end the connection before its middle.
        done: is set when all have arrived.
    """

    def __init__(self, session: Any, expected: int, meter: Meter, done: asyncio.Event) -> None:
        self.arrived = 0
        self.done = done
        self._session = session
        self._expected = expected
        self._meter = meter

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    async def receive(self, data: bytes) -> None:
        """Pass a message on."""
        is_flood = self._session.is_open
        try:
            await self._session.receive(data)
        finally:
            self.arrived += is_flood
            if self.arrived == self._expected // 2:
                self._meter.record_held()
            if self.arrived == self._expected:
                self.done.set()


def server_opening(version: str) -> str:
    """Return what the server in another process answers to `initialize`, as its first argument."""
    return json.dumps(initialize_result(version, {"tools": {"listChanged": True}, "logging": {}}))


@asynccontextmanager
async def http_server(shape: Shape, path: Path) -> AsyncGenerator[str, None]:
    """Run the server over HTTP, and return its URL."""
    arguments = (sys.executable, "-c", HTTP_SERVER, server_opening(shape.version), str(path), str(shape.reads))
    process = await asyncio.create_subprocess_exec(
        *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        port = int(await process.stdout.readline())
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        await process.wait()


async def flood_client(kind: str, shape: Shape, path: Path, expected: int, meter: Meter) -> Cost:
    """Flood a client by a server in another process, with the lines of a file."""
    if kind == "stdio":
        arguments = (sys.executable, "-c", STDIO_SERVER, server_opening(shape.version), str(path), str(shape.reads))
        return await listen(StdioProcess(arguments), shape, expected, meter)
    async with http_server(shape, path) as url:
        return await listen(HttpTransport(url), shape, expected, meter)


async def listen(transport: Any, shape: Shape, expected: int, meter: Meter) -> Cost:
    """Connect, and take a flood to its end, or until the connection ends."""
    bounds = ClientBounds(call_timeout=5)
    connection: ClientConnection[Any]
    connection = ClientConnection(transport, client_handlers, info=INFO, revisions=[shape.version], bounds=bounds)
    done, start = asyncio.Event(), transport.start

    async def start_counting(session: Any) -> None:
        await start(Counting(session, expected, meter, done))

    transport.start = start_counting
    try:
        meter.begin()
        await connection.open()
        ends = [asyncio.create_task(each.wait()) for each in (done, connection.ended)]
        await asyncio.wait(ends, timeout=600, return_when=asyncio.FIRST_COMPLETED)
        await until_idle()
        cost = meter.end()
        await stop(ends)
        return cost
    finally:
        await connection.close()


async def pause() -> None:
    """Wait a moment for the work that has begun, beside clients that never pause."""
    for _ in range(100):
        await asyncio.sleep(0)
    await asyncio.sleep(0.05)


async def until_idle() -> None:
    """Wait until this process does hardly any work, so that everything that has begun is done, replies too."""
    began = -1.0
    while time.process_time() - began > IDLE / 10:
        began = time.process_time()
        await asyncio.sleep(IDLE)


async def stop(tasks: Sequence[asyncio.Task[Any] | None]) -> None:
    """Cancel tasks, and wait for their end."""
    running = [each for each in tasks if each is not None]
    for each in running:
        each.cancel()
    await asyncio.gather(*running, return_exceptions=True)


# The program.

Part = tuple[Side, str, str, int]
"""The side, how messages travel, the name of a shape, and the greatest length."""


def run(part: Part, size: int, *, is_traced: bool = False, beside: int = 0) -> tuple[Cost, Others | None]:
    """Run one flood in an event loop of its own; that of a server beside other clients."""
    side, kind, name, _ = part
    shape, meter = SHAPES[side][name], Meter(is_traced=is_traced)
    loop = Loop()
    asyncio.set_event_loop(loop)
    try:
        if side == "client":
            messages = text(size, shape, REPLY_HEAD if kind == "http" else 0)
            with TemporaryDirectory() as folder:
                path = Path(folder, "flood")
                path.write_bytes(b"\n".join(messages) + b"\n")
                return loop.run_until_complete(flood_client(kind, shape, path, len(messages), meter)), None
        flood = flood_stdio_server if kind == "stdio" else flood_http_server
        return loop.run_until_complete(flood(shape, size, meter, beside))
    finally:
        loop.close()


def split_work(seed: int, numbers: range) -> list[Part]:
    """Return one part for each shape and transport; nothing is random."""
    size = len(numbers) * 1024
    sides: tuple[Side, ...] = ("server", "client")
    return [(side, kind, name, size) for side in sides for kind, name in product(("stdio", "http"), SHAPES[side])]


def measure(part: Part) -> Tally:
    """Measure one shape at lengths that double."""
    logging.disable(logging.CRITICAL)  # what is rejected would fill the screen
    side, kind, name, most = part
    case, tally = f"{side} {kind}: {name}", Tally()
    sizes = [min(most, DEFAULT.max_bytes) // 2**step for step in (4, 3, 2, 1, 0)]
    run(part, sizes[0] // 4)  # what is loaded and built once does not count
    timed = [run(part, size)[0] for size in sizes]
    shared, others = run(part, sizes[-1], beside=BESIDE) if side == "server" else (timed[-1], None)
    traced = [run(part, size, is_traced=True, beside=BESIDE) for size in sizes[2:]]
    of_time = exponent(sizes, [cost.seconds for cost in timed], LITTLE)
    of_memory = exponent(sizes[2:], [cost.peak for cost, _ in traced], 8 * SLACK)
    turn, last = max(cost.turn for cost in (*timed, shared)), traced[-1][0]
    allowed = max(FLAT * last.middle + SLACK, SHAPES[side][name].kept_events if kind == "http" else 0)
    tally.count("floods", f"{side} {kind}")
    for what, value in (
        ("exponent of time", of_time),
        ("exponent of memory", of_memory),
        ("seconds", timed[-1].seconds),
        ("seconds of a turn", turn),
        ("MiB at most", last.peak / 2**20),
        ("MiB in the middle", last.middle / 2**20),
        ("MiB at the end", last.end / 2**20),
    ):
        tally.measure(f"{what} in {case}", value)
    faults = [
        of_time > BAR and f"the exponent of time is {of_time:.2f}",
        of_memory > BAR and f"the exponent of memory is {of_memory:.2f}",
        turn > TURN and f"a turn of the loop takes {turn:.2f} s",
        last.peak > TIMES * BOUNDS[side] and f"{last.peak / 2**20:.0f} MiB are traced",
        last.end > allowed and f"{last.middle} bytes are held in the middle, {last.end} at the end",
        others is not None and others.refused and f"others were refused {others.refused} times",
        others is not None and not all(others.answered) and "another client was not answered",
    ]
    found = "; ".join(str(each) for each in faults if each)
    if found and case not in WAIVED:
        tally.fail(Failure("above a bar", found, (case,)))
    if not found and case in WAIVED:
        tally.fail(Failure("waived without need", "", (case,)))
    return tally


def exponent(sizes: Sequence[int], values: Sequence[float], little: float) -> float:
    """Return the slope of the logarithms of the values; 0 if the last value is small."""
    if values[-1] < little:
        return 0.0
    return linear_regression([log(size) for size in sizes], [log(max(each, little / 16)) for each in values]).slope


def table(tally: Tally) -> Iterator[str]:
    """Yield one line for each shape and transport."""
    yield f"{'flood':46} {'time^':>6} {'mem^':>6} {'s':>7} {'turn s':>7} {'peak':>7} {'middle':>7} {'end MiB':>7}"
    whats = ("exponent of time", "exponent of memory", "seconds", "seconds of a turn", "MiB at most")
    for side, kind, name, _ in split_work(0, range(1)):
        case = f"{side} {kind}: {name}"
        values = [tally.peaks.get(f"{what} in {case}") for what in (*whats, "MiB in the middle", "MiB at the end")]
        if values[0] is not None:
            first, second, *rest = values
            yield f"{case:46} {first:6.2f} {second:6.2f} " + " ".join(f"{each:7.2f}" for each in rest)


PROGRAM = Program(
    summary="a peer that says something without end takes time in proportion, and memory within the stated bounds",
    unit="KiB of the longest flood",
    count=DEFAULT.max_bytes // 1024,
    split_work=split_work,
    run_part=measure,
    table=table,
)
