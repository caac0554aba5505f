"""A server over HTTP that behaves badly, down to its bytes, in a thread of this process."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import AsyncIterator, Generator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from tests.documents import initialize_result
from tests.revisions import HANDSHAKE
from tests.servers.hostile import ESCAPES

JSON = b"Content-Type: application/json\r\n"
STREAM = b"Content-Type: text/event-stream\r\n"
SECONDS_OF_A_HANG = 3_600
_ESCAPED = ESCAPES.encode("latin-1", "replace")

LATER: Mapping[str, bytes] = {
    "declares a longer body": b"HTTP/1.1 200 OK\r\n" + JSON + b"Content-Length: 99999999\r\n\r\n{",
    "declares a shorter body": b"HTTP/1.1 200 OK\r\n" + JSON + b"Content-Length: 3\r\n\r\n" + b"{" * 9_999,
    "declares a negative length": b"HTTP/1.1 200 OK\r\n" + JSON + b"Content-Length: -1\r\n\r\n{}",
    "declares two lengths": b"HTTP/1.1 200 OK\r\n" + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "declares an endless chunk": b"HTTP/1.1 200 OK\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFF\r\n{",
    "redirects to itself": b"HTTP/1.1 307 X\r\nLocation: /mcp\r\nContent-Length: 0\r\n\r\n",
    "sends no HTTP": b"\x1b[2J no HTTP\r\n\r\n",
    "closes": b"HTTP/1.1 200 OK\r\n" + JSON,
    "sends escapes": b"HTTP/1.1 500 " + _ESCAPED + b"\r\nX: " + _ESCAPED + b"\r\nContent-Length: 0\r\n\r\n",
    "compresses": b"HTTP/1.1 200 OK\r\n"
    + JSON
    + b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n"
    + gzip.compress(b"[" + b"0," * 20_000_000),
}
"""What the server sends in response to each request but the first, by mode. It then closes the connection or hangs."""

ENDLESS: Mapping[str, tuple[bytes, bytes]] = {
    "sends endless headers": (b"HTTP/1.1 200 OK\r\n", b"X: " + b"x" * 60_000 + b"\r\n"),
    "sends an endless body": (b"HTTP/1.1 200 OK\r\n" + JSON + b"Connection: close\r\n\r\n", b"[" * 65_536),
    "sends an endless line": (b"HTTP/1.1 200 OK\r\n" + STREAM + b"Connection: close\r\n\r\ndata: ", b"x" * 65_536),
    "sends endless comments": (b"HTTP/1.1 200 OK\r\n" + STREAM + b"Connection: close\r\n\r\n", b": x\n\n" * 10_000),
    "sends endless messages": (
        b"HTTP/1.1 200 OK\r\n" + STREAM + b"Connection: close\r\n\r\n",
        b'data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n' * 100,
    ),
}
"""What the server sends first and then forever, in response to each request but the first, by mode."""

MODES = ("hangs", "drips", *LATER, *ENDLESS)


@contextmanager
def serving(mode: str) -> Generator[str]:
    """Serve on a loopback port for the duration of the block, and yield the URL."""
    started, url = threading.Event(), list[str]()
    loop = asyncio.new_event_loop()

    async def main() -> None:
        server = await asyncio.start_server(lambda reader, writer: _serve(mode, reader, writer), "127.0.0.1", 0)
        url.append(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp")
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            server.close()  # its `wait_closed` waits for the connections since Python 3.12

    def work() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)
        for each in asyncio.all_tasks(loop):
            each.cancel()
        loop.run_until_complete(asyncio.sleep(0.01))
        loop.close()

    task = loop.create_task(main())
    thread = threading.Thread(target=work)
    thread.start()
    started.wait(10)
    try:
        yield url[0]
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


async def _serve(mode: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
        async for message in _read_messages(reader):
            if message.get("method") == "initialize" and mode != "hangs":
                writer.write(_opening(message))
            elif message.get("method") == "notifications/initialized":
                writer.write(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")
            else:
                await _misbehave(mode, writer)
                break
    writer.close()


async def _read_messages(reader: asyncio.StreamReader) -> AsyncIterator[dict[str, Any]]:
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next((int(line[15:]) for line in head.split("\r\n") if line.startswith("content-length:")), 0)
        body = await reader.readexactly(length)
        message: Any = json.loads(body) if body else {}
        yield message if isinstance(message, dict) else {}


def _opening(request: dict[str, Any]) -> bytes:
    opened = initialize_result(HANDSHAKE[-1], {"tools": {}})
    result = {**opened, "protocolVersion": request["params"]["protocolVersion"]}
    body = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()
    return b"HTTP/1.1 200 OK\r\n" + JSON + b"Content-Length: %d\r\n\r\n" % len(body) + body


async def _misbehave(mode: str, writer: asyncio.StreamWriter) -> None:
    if mode in ENDLESS:
        first, again = ENDLESS[mode]
        writer.write(first)
        while True:
            writer.write(again)
            await writer.drain()
    if mode == "drips":
        writer.write(b"HTTP/1.1 200 OK\r\n" + JSON + b"Connection: close\r\n\r\n")
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.01)
    if mode != "hangs":
        writer.write(LATER[mode])
        await writer.drain()
    if mode in ("hangs", "declares a longer body", "declares an endless chunk"):
        await asyncio.sleep(SECONDS_OF_A_HANG)
