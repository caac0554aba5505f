"""Starts the reference server in a separate process, over HTTP or stdio."""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
SERVER = ROOT / "examples/reference/server.py"

STARTED_WITHIN = 30.0  # seconds, on a busy machine


class Running(NamedTuple):
    """A server that accepts connections."""

    url: str
    port: int
    process: subprocess.Popen[bytes]

    @property
    def memory(self) -> int:
        """Bytes of memory that the process uses now (Linux)."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * 4096

    @property
    def cpu(self) -> float:
        """Seconds of CPU time that the process has used so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def http_server(*options: str) -> Generator[Running]:
    """Run the reference server on a free port for the duration of the block."""
    port = free_port()
    process = subprocess.Popen([PYTHON, SERVER, "--port", str(port), *options], stderr=subprocess.DEVNULL)
    try:
        await_port(port, process)
        yield Running(f"http://127.0.0.1:{port}/mcp", port, process)
    finally:
        stop(process)


@contextlib.contextmanager
def stdio_server() -> Generator[subprocess.Popen[bytes]]:
    """Run the reference server over stdio for the duration of the block."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([PYTHON, SERVER, "--stdio"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        stop(process)


def free_port() -> int:
    """A port that no process listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def stop(process: subprocess.Popen[bytes]) -> None:
    """Terminate a process; kill it if it does not exit."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server responds."""
    deadline = time.monotonic() + STARTED_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with contextlib.suppress(OSError):
            connection.request("GET", "/")
            connection.getresponse().read()
            connection.close()
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {process.poll()}")
