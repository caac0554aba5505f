"""Serves clients of the gateway over HTTP."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection

import uvicorn

from gate.records import Metrics
from mcp_bindings.authorization import ProtectedResource
from mcp_bindings.transports import BridgeConnection, BridgeHttp

WRITE_INTERVAL = 5.0
"""Seconds between two writings of the metrics."""

MAX_CONNECTIONS = 2_000
"""Concurrent ones of clients; further ones get status 503."""


async def serve_http(
    listener: socket.socket,
    connect: Callable[[str | None], BridgeConnection],
    revisions: Collection[str],
    hosts: Collection[str],
    metrics: Metrics,
    resource: ProtectedResource | None = None,
) -> None:
    """Serve until the process receives a signal.

    Args:
        listener: Accepts connections.
        connect: Makes a connection to the server for a principal.
        revisions: Those that clients may speak.
        hosts: Names of the gateway.
        metrics: Are written from time to time.
        resource: Protects the endpoint.
    """
    application = BridgeHttp(connect, revisions=revisions, hosts=hosts, http_sse=True, resource=resource)
    config = uvicorn.Config(
        application, limit_concurrency=MAX_CONNECTIONS, log_level="warning", access_log=False, lifespan="on"
    )
    writing = asyncio.create_task(write_often(metrics))
    try:
        await uvicorn.Server(config).serve(sockets=[listener])
    finally:
        writing.cancel()
        metrics.write()


async def write_often(metrics: Metrics) -> None:
    """Write the metrics again and again."""
    while True:
        metrics.write()
        await asyncio.sleep(WRITE_INTERVAL)
