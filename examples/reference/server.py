"""The reference server: one process that serves every protocol revision with `mcp_bindings`.

python examples/reference/server.py --port 8000     # http://127.0.0.1:8000/mcp
python examples/reference/server.py --port 8000 --issuer https://as.example.net
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

import uvicorn

import mcp_bindings as mb
from serving.handlers import reference_server
from serving.protection import make_protected_resource
from serving.protocol import BoundedProtocol

MAX_CONNECTIONS = 2_000  # concurrent; the server responds to further ones with status 503


def main() -> int:
    """Parse the options and serve until the client disconnects or the process receives a signal."""
    parser = argparse.ArgumentParser(description="The reference server on mcp_bindings.")
    transport = parser.add_mutually_exclusive_group(required=True)
    transport.add_argument("--port", type=_port, help="serve HTTP on this port of 127.0.0.1")
    transport.add_argument("--stdio", action="store_true", help="serve one client over standard input and output")
    parser.add_argument(
        "--idle", type=_seconds, default=600, help="end an HTTP session after this many seconds without use (600)"
    )
    parser.add_argument("--issuer", help="serve HTTP only with access tokens of this authorization server")
    parser.add_argument(
        "--revision", action="append", choices=mb.REVISIONS, help="speak only this revision; may be repeated"
    )
    given = parser.parse_args()
    try:
        resource = (
            make_protected_resource(f"http://127.0.0.1:{given.port}/mcp", given.issuer)
            if given.issuer and given.port
            else None
        )
    except ValueError as error:
        parser.error(f"argument --issuer: {error}")
    server = reference_server(revisions=given.revision or mb.REVISIONS)
    if given.stdio:
        if sys.stdin is None or sys.stdout is None:
            parser.error("--stdio needs standard streams that are open")
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # exit at once, without a traceback
        server.run_stdio()
        return 0
    try:
        listener = socket.create_server(("127.0.0.1", given.port))
    except OSError as error:
        parser.error(f"argument --port: cannot listen on port {given.port}: {os.strerror(error.errno or 0)}")
    # Accepted connections inherit this option. asyncio sets it only on sockets created with IPPROTO_TCP; without it, a
    # response can wait 40 ms for a delayed acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with listener, contextlib.suppress(KeyboardInterrupt):
        config = uvicorn.Config(
            server.asgi(http_sse=True, idle=given.idle, resource=resource),
            http=BoundedProtocol,
            limit_concurrency=MAX_CONNECTIONS,
            log_level="warning",
            access_log=False,
        )
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65_536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
