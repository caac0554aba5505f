"""Wrong usage of the reference server, and interruption: one clear message, the right exit code, no traceback."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.reference.processes import PYTHON, SERVER, http_server, stdio_server
from tests.reference.test_faults import SOON, answers

FULL = Path("/dev/full")


def run(*options: str) -> tuple[int, str]:
    """Run the server; return its exit code and the last line of standard error."""
    ended = subprocess.run([PYTHON, SERVER, *options], stderr=subprocess.PIPE, text=True, timeout=SOON, check=False)
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stderr.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("port", ["0", "-1", "65536", "9" * 50, "http", "", "\u0663"])
def test_an_invalid_port(port: str) -> None:
    code, said = run(f"--port={port}")
    assert (code, "is not a port from 1 to 65535" in said) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_an_invalid_idle_time(seconds: str) -> None:
    code, said = run("--port=8000", f"--idle={seconds}")
    assert (code, "is not a positive number of seconds" in said) == (2, True)


@pytest.mark.parametrize("options", [(), ("--port=1", "--stdio"), ("--stdio", "--nope")], ids=str)
def test_invalid_options(options: tuple[str, ...]) -> None:
    assert run(*options)[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize("issuer", ["as.example.net", "http://as.example.net", "https://as.example.net/?x"])
def test_an_invalid_issuer(issuer: str) -> None:
    code, said = run("--port=8000", f"--issuer={issuer}")
    assert (code, "argument --issuer: the " in said) == (2, True)


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = run("--port", str(port))
    assert (code, said.endswith(f"argument --port: cannot listen on port {port}: Address already in use")) == (2, True)


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_standard_streams_that_are_closed(closed: str) -> None:
    shell = ["sh", "-c", f'"{PYTHON}" "{SERVER}" --stdio {closed}']
    ended = subprocess.run(shell, capture_output=True, text=True, timeout=SOON, check=False)
    assert (ended.returncode, "Traceback" in ended.stderr, "are open" in ended.stderr) == (2, False, True)


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_a_full_output_device() -> None:
    with FULL.open("wb") as full:
        shell = ["sh", "-c", f'echo "{{}}" | "{PYTHON}" "{SERVER}" --stdio']
        ended = subprocess.run(shell, stdout=full, stderr=subprocess.PIPE, text=True, timeout=SOON, check=False)
    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False)


def test_interrupted_over_http() -> None:
    with http_server() as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(SOON) == 0


def test_interrupted_over_stdio() -> None:
    with stdio_server() as process:
        answers(process)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(SOON) == -signal.SIGINT
        assert time.monotonic() - begun < SOON / 2
