"""The reference server: every revision of the protocol from one process, on `mcp_bindings`.

python examples/reference/server.py --port 8000     # http://127.0.0.1:8000/mcp
python examples/reference/server.py --stdio
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import signal
import socket
import sys

import anyio
import uvicorn

from serving.http import application
from serving.protocol import BoundedProtocol
from serving.stdio import Stdio

MAX_CONNECTIONS = 2_000  # at once; further ones get status 503


def main() -> int:
    """Serve until the client, or whoever started this, is done."""
    parser = argparse.ArgumentParser(description="The reference server on mcp_bindings.")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--port", type=_port, help="serve HTTP on this port of this machine")
    way.add_argument("--stdio", action="store_true", help="serve the standard streams")
    parser.add_argument("--idle", type=_seconds, default=600, help="seconds until an unused HTTP session ends (600)")
    given = parser.parse_args()
    if given.stdio:
        if sys.stdin is None or sys.stdout is None:
            parser.error("--stdio needs a standard input and a standard output that are open")
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing is to be tidied up, and a read would hold the end up
        anyio.run(Stdio().serve)
        return 0
    try:
        listener = socket.create_server(("127.0.0.1", given.port))
    except OSError as error:
        parser.error(f"argument --port: {given.port} cannot be listened on: {os.strerror(error.errno or 0)}")
    # Connections inherit it; asyncio sets it only on sockets that say they are TCP, and answers would wait for 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with listener, contextlib.suppress(KeyboardInterrupt):
        config = uvicorn.Config(
            application(given.idle),
            http=BoundedProtocol,
            limit_concurrency=MAX_CONNECTIONS,
            log_level="warning",
            access_log=False,
        )
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65_536):
        raise argparse.ArgumentTypeError(f"{text!r} is no port from 1 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
