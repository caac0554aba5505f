"""The client over HTTP against servers that try to exhaust its memory or time."""

from __future__ import annotations

import asyncio
import gzip
import json
import tracemalloc
from collections.abc import AsyncIterator, Callable

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.http.event_reader import MAX_ID, EventReader
from mcp_bindings.transports import ClientBounds, http_client
from tests.reference.test_client import EVENTS, HANDSHAKE, JSON, PER_REQUEST, OldPeer, Peer, echo, state, use

MIB = 1024 * 1024


async def pieces(piece: bytes, times: int) -> AsyncIterator[bytes]:
    """A body that the server sends for as long as the client reads."""
    for _ in range(times):
        yield piece


class ScriptedPeer(Peer):
    """Responds to `tools/call` with a given response."""

    def __init__(self, response: Callable[[], httpx2.Response]) -> None:
        super().__init__()
        self._response = response

    async def called(self, request: httpx2.Request) -> httpx2.Response:
        return self._response()


FLOODS: dict[str, tuple[dict[str, str], bytes, int]] = {
    "a line": (EVENTS, b"x" * MIB, 200),
    "the data of an event": (EVENTS, b"data: " + b"x" * MIB + b"\n", 200),
    "lines of an event": (EVENTS, b"data:\n" * 10_000, 20_000),
    "an id": (EVENTS, b"id: " + b"x" * MIB + b"\n\n", 200),
    "a body": (JSON, b" " * MIB, 200),
}


@pytest.mark.slow
@pytest.mark.parametrize("flood", FLOODS)
def test_the_client_bounds_what_it_reads(flood: str) -> None:
    headers, piece, times = FLOODS[flood]
    tracemalloc.start()
    with pytest.raises(ConnectionError, match="longer than"):
        use(ScriptedPeer(lambda: httpx2.Response(200, headers=headers, content=pieces(piece, times))), HANDSHAKE, echo)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 60 * MIB


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("headers", [EVENTS, JSON], ids=["events", "JSON"])
def test_nothing_is_decompressed(headers: dict[str, str], status: int) -> None:
    """Each 8 kB expand to 8 MB of text."""
    bomb = gzip.compress(b"x" * 8 * MIB)
    response = {**headers, "Content-Encoding": "gzip"}
    peer = ScriptedPeer(lambda: httpx2.Response(status, headers=response, content=pieces(bomb, 300)))
    tracemalloc.start()
    with pytest.raises(ConnectionError, match="compressed"):
        use(peer, HANDSHAKE, echo)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30 * MIB
    assert {each.headers["Accept-Encoding"] for each in peer.seen} == {"identity"}


def test_an_http_sse_server_that_sends_no_endpoint() -> None:
    class Silent(OldPeer):
        async def says(self) -> AsyncIterator[bytes]:
            await asyncio.sleep(50)
            yield b""

    with pytest.raises(ConnectionError, match="no stream of 2024-11-05"):
        use(Silent(), ["2024-11-05"], state, ClientBounds(probe_timeout=0.1))


@pytest.mark.parametrize("endpoint", ["http://[", "//[x", "http://peer.example:99999999/", "javascript:x"])
def test_an_endpoint_that_is_an_invalid_url(endpoint: str) -> None:
    peer = OldPeer()
    peer.endpoint = endpoint
    with pytest.raises(ConnectionError):
        use(peer, ["2024-11-05"], state)


def test_a_server_that_never_ends_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clinging(Peer):
        async def got(self, request: httpx2.Request) -> httpx2.Response:
            if request.method == "DELETE":
                await asyncio.sleep(50)
            return httpx2.Response(405)

    monkeypatch.setattr(http_client, "_END_TIMEOUT", 0.1)
    peer = Clinging()
    use(peer, HANDSHAKE, echo)
    assert len(peer.of("DELETE")) == 1


@pytest.mark.parametrize("retry", ["9" * 400, "9" * 5_000, "\u0669", "-1", "1e9", ""])
def test_retry_fields_of_any_length(retry: str) -> None:
    (event,) = EventReader().feed(f"retry: {retry}\ndata: x\n\n".encode())
    assert event.retry is None or 0 <= event.retry / 1000 < 1e10
    (event,) = EventReader().feed(b"retry: 0030\n\n")
    assert event.retry == 30


def test_events_in_chunks_of_any_size() -> None:
    text = b"\xef\xbb\xbf: hello\r\nid: 7\rdata: a\ndata:b\r\n\r\nevent: endpoint\ndata: /x\n\nid\n\ndata: lost"
    whole = EventReader().feed(text)
    assert [(each.name, each.data, each.id) for each in whole] == [
        ("message", "a\nb", "7"),
        ("endpoint", "/x", "7"),
        ("message", "", ""),
    ]
    for size in (1, 2, 3, 7):
        reader = EventReader()
        split = [event for at in range(0, len(text), size) for event in reader.feed(text[at : at + size])]
        assert split == whole, size


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_a_long_event_is_cut_and_the_next_one_is_read(size: int) -> None:
    """The event is one long line, or many short ones."""
    line, lines = b"data: " + b"x" * 900 + b"\n\n", b"data: xxxxxxxx\n" * 100 + b"\n"
    for long, whole in ((line, 900), (lines, 899)):
        reader, text = EventReader(100, cuts_long_events=True), long + b": x" * 300 + b"\n" + b"data: next\n\n"
        cut, event = (event for at in range(0, len(text), size) for event in reader.feed(text[at : at + size]))
        assert (cut.data, event.data, event.cut) == ("", "next", None)
        assert cut.cut is not None
        assert (cut.cut.size, len(cut.cut), cut.message) == (whole, 101, cut.cut)


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_cut_message_has_its_own_beginning_and_end(size: int, mark: bytes) -> None:
    """The end of the line was taken for a part of the beginning of the message, as if nothing was left out."""
    message = b"".join(b"%d," % number for number in range(1_000))
    for before in (b"", b"data: [\n"):
        reader, text = EventReader(100, cuts_long_events=True), mark + before + b"data: " + message + b"\r\n\r\n"
        (event,) = (event for at in range(0, len(text), size) for event in reader.feed(text[at : at + size]))
        whole = b"[\n" + message if before else message
        assert event.cut is not None
        assert (event.cut, event.cut.size, event.cut.end) == (whole[:101], len(whole), whole[-256:])


def test_a_long_event_that_is_no_message_is_an_error() -> None:
    """The URL of an endpoint that was too long became that of the server."""
    with pytest.raises(ConnectionError, match="an event has 201 bytes, longer than 100 bytes"):
        EventReader(100, cuts_long_events=True).feed(b"event: endpoint\ndata: /" + b"x" * 200 + b"\n\n")


def test_event_ids_are_bounded() -> None:
    with pytest.raises(ConnectionError, match="id of an event"):
        EventReader().feed(b"id: " + b"x" * (MAX_ID + 1) + b"\n")
    assert EventReader().feed(b"data: " + b"x" * (mb.Limits().max_bytes - 6) + b"\n\n")


def test_an_endless_list() -> None:
    class Endless(Peer):
        pages = 0

        async def plain(self, request: httpx2.Request) -> httpx2.Response:
            document = json.loads(request.content)
            if document.get("method") != "tools/list":
                return await super().plain(request)
            self.pages += 1
            tool = {"name": f"tool{self.pages}", "inputSchema": {"type": "object"}}
            result = {"tools": [tool], "nextCursor": f"{self.pages}"}
            answer = {"jsonrpc": "2.0", "id": document["id"], "result": result}
            return httpx2.Response(200, headers=JSON, content=json.dumps(answer).encode())

    peer = Endless()
    with pytest.raises(ConnectionError, match="more than 50 items"):
        use(peer, HANDSHAKE, lambda client: client.list_tools(), ClientBounds(max_items=50))
    assert peer.pages == 51


def test_a_server_that_asks_for_input_without_end() -> None:
    class Asking(Peer):
        asked = 0

        async def called(self, request: httpx2.Request) -> httpx2.Response:
            self.asked += 1
            result = {"resultType": "input_required", "requestState": f"{self.asked}"}
            answer = {"jsonrpc": "2.0", "id": json.loads(request.content)["id"], "result": result}
            return httpx2.Response(200, headers=JSON, content=json.dumps(answer).encode())

    peer = Asking("2026-07-28")
    with pytest.raises(ConnectionError, match="asks for input more than"):
        use(peer, PER_REQUEST, lambda client: client.call_tool("echo", {}))
    assert peer.asked == ClientBounds().max_input_rounds + 1


def test_an_invalid_response_to_initialize() -> None:
    class Odd(Peer):
        async def __call__(self, request: httpx2.Request) -> httpx2.Response:
            id_ = json.loads(request.content)["id"]
            result = {"protocolVersion": "2025-11-25", "capabilities": 5}
            answer = json.dumps({"jsonrpc": "2.0", "id": id_, "result": result}).encode()
            return httpx2.Response(200, headers=JSON, content=answer)

    with pytest.raises(ConnectionError, match="is not valid"):
        use(Odd(), HANDSHAKE, echo)
