"""Attacks over HTTP: the server rejects each with the right status and serves the next client."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import time
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

from mcp_bindings.server.notifications import NotificationListeners
from mcp_bindings.spec.names import TOOLS_CHANGED
from serving.handlers import INFO
from tests.reference.processes import Running, http_server, stdio_server
from tests.reference.test_faults import HEADERS, META, SOON, Post, ask, open_session, read, request

PER_REQUEST = {"MCP-Protocol-Version": "2026-07-28"}
KEY = "io.modelcontextprotocol/subscriptionId"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"


class Got(NamedTuple):
    """A response whose body has been read."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


@pytest.fixture(scope="module")
def server() -> Generator[Running]:
    with http_server() as running:
        yield running


def exchange(server: Running, method: str, headers: dict[str, str], message: Any = None, *, path: str = "/mcp") -> Got:
    """Send one HTTP request and read the response."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    connection.request(method, path, None if message is None else json.dumps(message), {**HEADERS, **headers})
    response = connection.getresponse()
    got = Got(response.status, response.headers, response.read())
    connection.close()
    return got


def ping(id_: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": "ping"}


def of_session(session_id: str) -> dict[str, str]:
    return {"Mcp-Session-Id": session_id, "MCP-Protocol-Version": "2025-11-25"}


def old_stream(server: Running) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse, str]:
    """Open the HTTP+SSE stream of 2024-11-05; also returns the URL to POST to."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    connection.request("GET", "/mcp", headers={"Accept": "text/event-stream"})
    response = connection.getresponse()
    return connection, response, next(line[6:].strip().decode() for line in response if line.startswith(b"data: "))


def test_requests_outside_sessions_do_not_affect_the_next_client(server: Running) -> None:
    """The server does not reuse the client object that served them, since its session has seen their ids."""
    for _ in range(5):
        assert exchange(server, "POST", {}, ping(1)).status == 200
        open_session(server)  # this reuses the id of the request before


def test_a_session_that_ends_during_a_request(server: Running) -> None:
    session_id = open_session(server)
    params = {"name": "test_sleep", "arguments": {"seconds": 50}}
    with ThreadPoolExecutor(1) as pool:
        message = {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params}
        asked = pool.submit(exchange, server, "POST", of_session(session_id), message)
        time.sleep(0.2)
        assert exchange(server, "DELETE", of_session(session_id)).status == 204
        got = asked.result(SOON)
    # On a slow machine the response has become a stream, which ends without a JSON-RPC response.
    streamed = got.headers["Content-Type"] is not None
    assert (got.status, b"result" in got.body) == (200 if streamed else 404, False)


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_2026_07_28_allows_only_post(server: Running, method: str) -> None:
    got = exchange(server, method, PER_REQUEST)
    assert (got.status, got.headers["Allow"]) == (405, "POST")


def test_the_http_sse_endpoint_accepts_only_its_own_sessions(server: Running) -> None:
    """Other ids are not found there, nor are sessions of Streamable HTTP, whose headers have to be checked."""
    for other in ("unknown", "", open_session(server)):
        assert exchange(server, "POST", {}, ping(9), path=f"/mcp?session={other}").status == 404


def test_event_ids_of_other_sessions_and_unknown_event_ids(server: Running) -> None:
    first, second = open_session(server), open_session(server)
    params = {"name": "test_tool_with_progress", "arguments": {}, "_meta": {"progressToken": 1}}
    post = Post(server, "tools/call", params, first, 5)
    seen = [line[4:].strip().decode() for line in post.response if line.startswith(b"id: ")]
    post.connection.close()
    assert len(seen) > 2
    for last in (*seen, "", "1", "1-99", "99-1", "-1-1", "\u00b2-\u00b2", "1-1 2-2", "9" * 5_000):
        got = exchange(server, "GET", {**of_session(second), "Last-Event-ID": last})
        assert got.status == 400, last
    rest = exchange(server, "GET", {**of_session(first), "Last-Event-ID": seen[-2]})
    assert (rest.status, rest.body.count(b"data: {")) == (200, 1)


def refusal(id_: int) -> bytes:
    return f"no request with the id {id_} waits for an answer (-32600)\n".encode()


def test_responses_from_another_session(server: Running) -> None:
    """They are for requests that this session never received."""
    asked, other = open_session(server, capabilities={"elicitation": {}}), open_session(server)
    params = {"name": "test_elicitation", "arguments": {"message": "?"}}
    post = Post(server, "tools/call", params, asked, 5)
    question = next(json.loads(line[6:]) for line in post.response if line.startswith(b"data: {"))
    answer = {"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}}
    assert exchange(server, "POST", of_session(other), answer)[::2] == (400, refusal(question["id"]))
    assert exchange(server, "POST", of_session(asked), {**answer, "id": 77})[::2] == (400, refusal(77))
    assert exchange(server, "POST", of_session("gone"), answer).status == 404
    assert exchange(server, "POST", of_session(asked), answer)[::2] == (202, b"")
    assert "decline" in post.answer()["result"]["content"][0]["text"]


def test_concurrent_requests_are_bounded(server: Running) -> None:
    """The transport of 2024-11-05 responds to a POST before the handler has finished, so only a count limits it."""
    connection, _, path = old_stream(server)
    posting = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    body = {"name": "test_sleep", "arguments": {"seconds": 50}}
    opening = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "it", "version": "1"}}
    texts: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": opening},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    texts += ({"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": body} for id_ in range(1, 1_101))
    statuses = list[int]()
    for text in texts:
        posting.request("POST", path, json.dumps(text), HEADERS)
        response = posting.getresponse()
        response.read()
        statuses.append(response.status)
    assert statuses == [202] * 1_002 + [503] * 100
    posting.close()
    connection.close()
    open_session(server)


def test_a_slow_listener_delays_no_other() -> None:
    async def main() -> None:
        notified, changes = list[str](), NotificationListeners()

        async def slow(method: str, params: Mapping[str, Any]) -> None:
            await asyncio.sleep(50)

        async def broken(method: str, params: Mapping[str, Any]) -> None:
            raise ConnectionError

        async def quick(method: str, params: Mapping[str, Any]) -> None:
            notified.append(method)

        for listener in (slow, broken, quick):
            changes.add_listener(listener)
        await asyncio.wait_for(changes.notify(TOOLS_CHANGED, {}), 10)
        assert notified == [TOOLS_CHANGED]

    asyncio.run(main())


# Shutdown


def test_a_subscription_ends_with_its_result() -> None:
    """The server cancels the subscription and sends its result; it does not wait for running tools."""
    with http_server() as server:
        listening = Post(server, "subscriptions/listen", {"notifications": {}, "_meta": META}, id_="mine")
        sleeping = Post(server, "tools/call", {"name": "test_sleep", "arguments": {"seconds": 50}, "_meta": META})
        assert listening.response.status == 200
        server.process.send_signal(signal.SIGTERM)
        result = {"resultType": "complete", "_meta": {KEY: "mine", SERVER_INFO: INFO}}
        assert listening.answer() == {"jsonrpc": "2.0", "id": "mine", "result": result}
        with pytest.raises(http.client.IncompleteRead):
            sleeping.response.read()
        sleeping.connection.close()
        assert server.process.wait(SOON) == -signal.SIGTERM


def test_a_subscription_on_standard_streams_ends_with_its_result() -> None:
    with stdio_server() as process:
        first_message = ask(process, request(3, "subscriptions/listen", notifications={}))
        assert first_message["method"] == "notifications/subscriptions/acknowledged"
        assert process.stdin is not None
        process.stdin.close()
        assert read(process)["method"] == "notifications/cancelled"
        assert read(process)["result"]["_meta"] == {KEY: 3, SERVER_INFO: INFO}
        assert process.wait(SOON) == 0
