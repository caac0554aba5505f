"""Faults of clients and networks, against the reference server in a separate process.

After each fault the server still runs, serves the next client, and has released its resources.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import select
import socket
import subprocess
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import pytest

from tests.reference.processes import Running, http_server, stdio_server

MIB = 1024 * 1024
SOON = 20.0  # seconds, on a busy machine
IDLE = 1  # seconds without use until a session ends

INFO = {"name": "fault", "version": "1"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": INFO,
    "io.modelcontextprotocol/clientCapabilities": {},
}
OPENING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": INFO}
HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def server() -> Generator[Running]:
    with http_server("--idle", str(IDLE)) as running:
        yield running


@pytest.fixture(autouse=True)
def survival(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test over HTTP, the server runs and serves the next client of either era."""
    yield
    if "server" in request.fixturenames:
        running: Running = request.getfixturevalue("server")
        assert running.process.poll() is None
        session_id = open_session(running)
        assert call(running, session_id)["result"]["content"][0]["type"] == "text"
        per_request = Post(running, "tools/call", {"name": "test_simple_text", "_meta": META})
        assert per_request.answer()["result"]["content"][0]["type"] == "text"


class Post:
    """One POST on its own connection, which the test closes."""

    def __init__(self, server: Running, method: str, params: Any, session_id: str | None = None, id_: Any = 1) -> None:
        headers = dict(HEADERS)
        if session_id is not None:
            headers |= {"Mcp-Session-Id": session_id, "MCP-Protocol-Version": "2025-11-25"}
        elif method != "initialize":
            headers |= {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
            headers |= {"Mcp-Name": params["name"]} if "name" in params else {}
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
        body = json.dumps(message if id_ is None else {**message, "id": id_})
        self.connection.request("POST", "/mcp", body, headers)
        self.response = self.connection.getresponse()

    def answer(self) -> Any:
        """The last JSON-RPC message of the body."""
        body = self.response.read().decode()
        self.connection.close()
        data = [line[6:] for line in body.splitlines() if line.startswith("data: {")]
        return json.loads(data[-1] if data else body or "null")


def open_session(server: Running, **opening: Any) -> str:
    """Open a session and return its id."""
    post = Post(server, "initialize", {**OPENING, **opening})
    session_id = post.response.headers["Mcp-Session-Id"]
    assert session_id is not None, post.answer()
    post.connection.close()
    Post(server, "notifications/initialized", {}, session_id, None).connection.close()
    return session_id


def call(server: Running, session_id: str, id_: int = 2, tool: str = "test_simple_text", **arguments: Any) -> Any:
    return Post(server, "tools/call", {"name": tool, "arguments": arguments}, session_id, id_).answer()


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.05)


def connections(server: Running) -> int:
    """Open connections of the server's process, from its file descriptors (Linux)."""
    while True:
        with contextlib.suppress(FileNotFoundError):  # one was closed in the meantime
            files = Path(f"/proc/{server.process.pid}/fd").iterdir()
            return sum(str(file.readlink()).startswith("socket:") for file in files)


def status_of(server: Running, session_id: str) -> int:
    post = Post(server, "ping", {}, session_id, 99)
    post.connection.close()
    return post.response.status


# HTTP


def test_a_client_is_killed_in_the_middle_of_a_request(server: Running) -> None:
    """In a revision without sessions, closing the connection cancels the request."""
    before = connections(server)
    params = {"name": "test_sleep", "arguments": {"seconds": 50}, "_meta": META}

    def ask(_: int) -> Post:
        return Post(server, "tools/call", params)

    with ThreadPoolExecutor(20) as pool:
        posts = list(pool.map(ask, range(20)))
    assert connections(server) >= 20
    for post in posts:
        post.response.close()
        post.connection.close()
    until(lambda: connections(server) <= before)


def test_a_client_resumes_the_stream_for_the_response(server: Running) -> None:
    """In a session the handler continues, and the server buffers its response."""
    session_id = open_session(server)
    post = Post(server, "tools/call", {"name": "test_sleep", "arguments": {"seconds": 2}}, session_id, 5)
    last = next(line[4:].strip() for line in iter(post.response.readline, b"") if line.startswith(b"id: "))
    post.response.close()
    post.connection.close()
    time.sleep(0.5)
    again = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    headers = {"Accept": "text/event-stream", "Mcp-Session-Id": session_id, "Last-Event-ID": last.decode()}
    again.request("GET", "/mcp", headers={**headers, "MCP-Protocol-Version": "2025-11-25"})
    data = next(line for line in iter(again.getresponse().readline, b"") if line.startswith(b"data: {"))
    assert json.loads(data[6:])["id"] == 5
    again.close()


def test_half_a_message(server: Running) -> None:
    before = connections(server)
    head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
    halves = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    for half in halves:
        half.sendall(f'{head}Content-Length: 500\r\n\r\n{{"jsonrpc":"2.0","id":1,'.encode())
    for half in halves:
        half.close()
    until(lambda: connections(server) <= before)


@pytest.mark.parametrize(
    ("body", "code"),
    [(b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', -32700), (b"{" + b" " * 5 * MIB, -32600), (b"", -32700)],
    ids=["invalid UTF-8", "5 MiB", "nothing"],
)
def test_a_body_that_is_not_a_message(server: Running, body: bytes, code: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    with contextlib.suppress(ConnectionError):  # the server does not read the rest of a body that is too long
        connection.request("POST", "/mcp", body, HEADERS)
    response = connection.getresponse()
    assert response.status == 400
    assert json.loads(response.read())["error"]["code"] == code
    connection.close()


def test_a_slow_reader_delays_only_itself(server: Running) -> None:
    """It requests 300 MB of progress notifications and reads none; the server does not buffer them."""
    memory = server.memory
    params = {"name": "test_flood", "arguments": {"count": 300, "size": MIB}, "_meta": {**META, "progressToken": 1}}
    post = Post(server, "tools/call", params)
    for _ in range(20):
        assert Post(server, "tools/call", {"name": "test_simple_text", "_meta": META}).answer()["result"]
        time.sleep(0.02)
    assert server.memory - memory < 40 * MIB
    progress = [json.loads(line[6:]) for line in post.response if line.startswith(b"data: {")]
    assert [message["params"]["progress"] for message in progress[:-1]] == list(range(300)), "nothing is lost"
    post.connection.close()


@pytest.mark.slow
def test_a_thousand_sessions_are_opened_and_dropped(server: Running) -> None:
    def drop(_: int) -> str:
        return open_session(server)

    with ThreadPoolExecutor(16) as pool:
        first = list(pool.map(drop, range(1_000)))
        assert len(set(first)) == 1_000
        time.sleep(3 * IDLE)
        assert {status_of(server, session_id) for session_id in first[::50]} == {404}
        memory = server.memory
        list(pool.map(drop, range(200)))
    assert server.memory - memory < 4 * MIB, "what ended sessions held is used again"


def test_delete_ends_a_session(server: Running) -> None:
    session_id = open_session(server)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    connection.request("DELETE", "/mcp", headers={"Mcp-Session-Id": session_id, "MCP-Protocol-Version": "2025-11-25"})
    assert connection.getresponse().status == 204
    assert status_of(server, session_id) == 404
    connection.close()


# Standard streams


def ask(process: subprocess.Popen[bytes], message: bytes) -> Any:
    """Send a line and read the next line."""
    assert process.stdin is not None
    process.stdin.write(message + b"\n")
    process.stdin.flush()
    return read(process)


def read(process: subprocess.Popen[bytes]) -> Any:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], SOON)
    assert ready, "no answer"
    return read_line(process)


def read_line(process: subprocess.Popen[bytes]) -> Any:
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def request(id_: int, method: str = "tools/call", **params: Any) -> bytes:
    message = {"jsonrpc": "2.0", "id": id_, "method": method, "params": {**params, "_meta": META}}
    return json.dumps(message).encode()


def answers(process: subprocess.Popen[bytes]) -> None:
    """Check that the server handles the next request normally."""
    assert ask(process, request(7, name="test_simple_text"))["result"]["content"][0]["type"] == "text"


def test_a_line_of_64_mb() -> None:
    with stdio_server() as process:
        answers(process)
        before = Running("", 0, process).memory
        padding = b"x" * MIB
        stdin: IO[bytes] = process.stdin  # type: ignore[assignment]
        stdin.write(b'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"')
        for _ in range(64):
            stdin.write(padding)
        refused = ask(process, b'"}}')
        assert (refused["id"], refused["error"]["code"]) == (3, -32600)
        answers(process)
        assert Running("", 0, process).memory - before < 24 * MIB


def test_lines_that_are_not_messages() -> None:
    with stdio_server() as process:
        assert ask(process, b'{"jsonrpc":"2.0","id":1,"method":"\xff"}')["error"]["code"] == -32700
        assert ask(process, b'{"jsonrpc":"2.0","id":1,"me')["error"]["code"] == -32700
        answers(process)


def test_a_client_that_reads_late() -> None:
    """It keeps sending requests: the server stops reading, and responds to all of them once the client reads."""
    with stdio_server() as process, ThreadPoolExecutor(1) as pool:
        answers(process)
        before = Running("", 0, process).memory
        stdin: IO[bytes] = process.stdin  # type: ignore[assignment]
        lines = b"".join(request(number, name="test_simple_text") + b"\n" for number in range(100, 6_100))
        writing = pool.submit(stdin.write, lines)
        time.sleep(1)
        assert not writing.done()
        assert {read_line(process)["id"] for _ in range(6_000)} == set(range(100, 6_100))
        assert Running("", 0, process).memory - before < 24 * MIB
        answers(process)


def test_the_server_exits_when_its_input_ends() -> None:
    """With an incomplete message and a running request."""
    with stdio_server() as process:
        answers(process)
        stdin: IO[bytes] = process.stdin  # type: ignore[assignment]
        stdin.write(request(8, name="test_sleep", arguments={"seconds": 50}) + b'\n{"jsonrpc":"2.0","id":9,')
        stdin.close()
        assert process.wait(SOON) == 0
