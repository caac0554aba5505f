"""Runs the gateway of `examples/bridge` between the suite and a server or client of the other era."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Generator

from tests.reference.processes import PYTHON, ROOT, await_port, free_port, http_server, stop
from tests.revisions import HANDSHAKE, PER_REQUEST

GATEWAY = ROOT / "examples/bridge/bridge.py"


def other_era(revision: str) -> str:
    """Return the newest revision of the era that a revision does not belong to."""
    return (HANDSHAKE if revision in PER_REQUEST else PER_REQUEST)[-1]


@contextlib.contextmanager
def plain_server() -> Generator[str]:
    """Run the reference server; its URL."""
    with http_server() as server:
        yield server.url


@contextlib.contextmanager
def gateway(url: str, *options: str) -> Generator[str]:
    """Run the gateway in front of a server for the duration of the block; its URL."""
    port = free_port()
    command = [PYTHON, str(GATEWAY), "--listen", f"127.0.0.1:{port}", "--to", url, *options]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        await_port(port, process)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        stop(process)


@contextlib.contextmanager
def bridged_server(revision: str) -> Generator[str]:
    """Run a gateway that speaks a revision, in front of the reference server, which speaks one of the other era."""
    with (
        http_server("--revision", other_era(revision)) as server,
        gateway(server.url, "--speak", revision) as url,
    ):
        yield url
