"""A gateway between clients and a server of any revisions: `bridge.py [--listen HOST:PORT] --to URL | -- COMMAND…`.

With `--listen` it serves clients over HTTP, otherwise one client on standard streams. `--speak` names the revisions
that it speaks to clients, `--speak-to-server` those that it speaks to the server. No token of a client is passed on.
With `--issuer`, clients have access tokens, and requests of one principal share a connection to the server; without,
each request of a per-request client has a connection of its own to a server that keeps sessions. There are at most
`--max-connections`, and a request beyond them gets status 503; an unused one ends after `--idle` seconds. With
`-- COMMAND` each connection is a process, which gets few variables of the environment, and those that `--env` names.
Without `--listen`, the program ends with the exit code of that process, if it ends first. `--token-env` names a
variable of the environment that holds the gateway's own token for the server.

`--allow` names the tools that may be called, `--redact` replaces what the server sends at a JSON Pointer, and tools
whose definitions are not valid are removed from lists. `--log` writes what is changed and lost on the way as JSON
Lines, without values; `--metrics` writes counts and times.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, TextIO

import mcp_bindings as mb
from gate.connection import GatewayState, GuardedConnection
from gate.protection import make_protected_resource
from gate.records import Log, Metrics
from gate.rules import Rules
from gate.serving import serve_http
from gate.token import EnvironmentToken
from mcp_bindings.authorization import ProtectedResource
from mcp_bindings.bridge import Bounds, ToolHeaders
from mcp_bindings.transports import BridgeHttp, ClientTransport, HttpTransport, LineStream, StdioProcess, bridge_stream

MAX_CONNECTIONS, MAX_PROCESSES = 1_000, 32
"""Connections of per-request clients, and as many sessions, to a server over HTTP, and to processes."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; its exit code is 0, or that of a server process that ends before its client."""
    parser = argparse.ArgumentParser(prog="bridge.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--listen", metavar="HOST:PORT", type=_address, help="serve clients over HTTP, at /mcp")
    parser.add_argument("--host", action="append", default=[], help="with --listen, another name of this gateway")
    parser.add_argument("--issuer", metavar="URL", help="with --listen, serve only holders of its access tokens")
    parser.add_argument("--endpoint", metavar="URL", help="with --issuer, the URL of this gateway as clients know it")
    parser.add_argument("--to", metavar="URL", help="the server, over HTTP")
    revisions: Any = {"nargs": "+", "action": "extend", "metavar": "REVISION", "choices": mb.REVISIONS}
    parser.add_argument("--speak", **revisions, help="speak these revisions to clients, and no others")
    parser.add_argument("--speak-to-server", **revisions, help="speak these revisions to the server, and no others")
    parser.add_argument("--allow", action="append", default=[], metavar="TOOL", help="offer only tools named so")
    parser.add_argument("--redact", action="append", default=[], metavar="POINTER", help="replace the value there")
    parser.add_argument("--log", metavar="FILE", help="write what is changed as JSON Lines; - for standard error")
    parser.add_argument("--metrics", metavar="FILE", type=Path, help="write counts and times, as Prometheus reads them")
    parser.add_argument("--call-seconds", type=_seconds, default=Bounds.call_seconds, help="how long a call may take")
    parser.add_argument(
        "--input-seconds", type=_seconds, default=Bounds.input_seconds, help="how long a client may take to give input"
    )
    parser.add_argument("--token-env", metavar="NAME", help="with --to, send the token in this variable to the server")
    parser.add_argument(
        "--env", action="append", default=[], metavar="NAME[=VALUE]", help="with -- COMMAND, give it this variable"
    )
    parser.add_argument(
        "--max-bytes",
        type=_count,
        default=mb.Limits().max_bytes,
        metavar="N",
        help="the longest message of either side",
    )
    parser.add_argument("--max-connections", type=_count, help="with --listen, connections to the server, or processes")
    parser.add_argument("--idle", type=_seconds, default=600.0, help="with --listen, seconds until an unused one ends")
    parser.add_argument("command", nargs="*", metavar="-- COMMAND", help="the command that starts the server")
    given = parser.parse_args(arguments)
    if (given.to is None) == (not given.command):
        parser.error("give either --to URL or -- COMMAND")
    if given.token_env is not None and (not given.to or not os.environ.get(given.token_env)):
        parser.error("--token-env needs --to, and a variable with a token")
    missing = [each for each in given.env if "=" not in each and each not in os.environ]
    if missing or (given.env and not given.command):
        parser.error(f"--env needs -- COMMAND, and a value or a variable: {', '.join(missing) or given.env[0]}")
    if given.max_connections is None:
        given.max_connections = MAX_CONNECTIONS if given.to else MAX_PROCESSES
    if any(not pointer.startswith("/") for pointer in given.redact):
        parser.error("a JSON Pointer begins with a slash")
    try:
        resource = make_protected_resource(_endpoint(given), given.issuer) if given.issuer and given.listen else None
    except ValueError as error:
        parser.error(f"argument --issuer: {error}")
    with (
        nullcontext(sys.stderr) if given.log in (None, "-") else Path(given.log).open("a", encoding="utf-8") as log,
        suppress(KeyboardInterrupt),
    ):
        return asyncio.run(run(given, log if given.log is not None else None, resource))
    return 0


async def run(given: argparse.Namespace, log: TextIO | None, resource: ProtectedResource | None = None) -> int:
    """Serve the client of the standard streams, or clients over HTTP; returns the exit code."""
    token = EnvironmentToken(given.token_env) if given.token_env else None
    limits = make_limits(given.max_bytes)
    state = GatewayState(Rules(given.allow, given.redact, limits), Log(log), Metrics(given.metrics, limits))

    tool_headers = ToolHeaders()

    def connect(principal: str | None) -> GuardedConnection:
        transport: ClientTransport
        if given.to:
            transport = HttpTransport(given.to, authorizer=token, limits=limits)
        else:
            transport = StdioProcess(given.command, variables=read_variables(given.env), limits=limits)
        bridge = mb.Bridge(
            client=given.speak or mb.REVISIONS,
            server=state.filter_revisions(given.speak_to_server or mb.REVISIONS),
            client_transport="http" if given.listen else "stdio",
            server_transport=transport.kind,
            principal=principal,
            limits=limits,
            tool_headers=tool_headers,
            bounds=Bounds(call_seconds=given.call_seconds, input_seconds=given.input_seconds),
        )
        return GuardedConnection(bridge, transport, state)

    if given.listen is None:
        connection = connect(None)
        await bridge_stream(connection, LineStream(os.dup(0), os.dup(1), limits))
        if connection.ended:
            print(f"bridge.py: {connection.ended}", file=sys.stderr)
        return connection.exit_code
    host, port = given.listen
    try:
        listener = socket.create_server((host, port))
    except OSError as error:
        print(f"bridge.py: cannot listen at {host}:{port}: {error.strerror}", file=sys.stderr)
        return 2
    with listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a response waits for no acknowledgement
        hosts = [host, "127.0.0.1", "localhost", *given.host]
        bounds = {"max_connections": given.max_connections, "max_sessions": given.max_connections, "idle": given.idle}
        speak = given.speak or mb.REVISIONS
        application = BridgeHttp(
            connect, revisions=speak, hosts=hosts, http_sse=True, resource=resource, limits=limits, **bounds
        )
        await serve_http(listener, application, state.metrics)
    return 0


def make_limits(max_bytes: int) -> mb.Limits:
    """Return the limits of a text, with the default ratio of objects and arrays to bytes."""
    usual = mb.Limits()
    return mb.Limits(max_bytes=max_bytes, max_containers=max(1, usual.max_containers * max_bytes // usual.max_bytes))


def read_variables(given: Sequence[str]) -> dict[str, str]:
    """Return the variables that `--env` names: `NAME=VALUE`, or `NAME` for the value in this program's environment."""
    parts = [each.partition("=") for each in given]
    return {name: value if is_given else os.environ[name] for name, is_given, value in parts}


def _endpoint(given: argparse.Namespace) -> str:
    """Return the URL of the gateway."""
    host, port = given.listen
    url: str = given.endpoint or f"http://{host}:{port}/mcp"
    return url


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of at least 1")
    return int(text)


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65_536):
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host or "127.0.0.1", int(port)


if __name__ == "__main__":
    sys.exit(main())
