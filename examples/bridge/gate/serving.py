"""The gateway's HTTP server."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

from gate.records import Metrics
from mcp_bindings.transports import BridgeHttp

WRITE_INTERVAL = 5.0
"""Seconds between two writings of the metrics."""

MAX_CONNECTIONS = 2_000
"""Largest number of concurrent connections of clients; further ones get status 503."""


async def serve_http(listener: socket.socket, application: BridgeHttp, metrics: Metrics) -> None:
    """Serve until the process receives a signal.

    Args:
        listener: socket that accepts connections.
        application: application that serves clients.
        metrics: metrics, which are written from time to time.
    """
    config = uvicorn.Config(
        application, limit_concurrency=MAX_CONNECTIONS, log_level="warning", access_log=False, lifespan="on"
    )
    writing = asyncio.create_task(write_metrics_repeatedly(metrics))
    try:
        await uvicorn.Server(config).serve(sockets=[listener])
    finally:
        writing.cancel()
        metrics.write_file()


async def write_metrics_repeatedly(metrics: Metrics) -> None:
    """Write the metrics again and again."""
    while True:
        metrics.write_file()
        await asyncio.sleep(WRITE_INTERVAL)
