"""Cost of a bridge over a plain proxy, in one run: exchanges of a client and a server without other work.

    python -m tests.benchmarks.bridge
    python -m tests.benchmarks.bridge --only "tools/call" --turns 5
    python -m tests.benchmarks.bridge --over http

Each line is one kind of exchange on one way: a request with its answer, or a notification. The same texts go through a
`Bridge` and through each of these:

- `models`: a proxy that parses each message, reads its typed body, and writes the message anew from that. It keeps the
  methods of the requests that wait, since `parse` needs them for the answers.
- `texts`: the same, but it reads no body, so that `to_bytes` returns the text as it came. It checks what it passes on,
  and knows nothing of a session.
- `sessions`: a pair of sessions, each message received by one and forwarded by the other; only where both sides share a
  revision.

A figure is how many times as long the bridge takes, by processor time: the median over turns that alternate. The first
table has no I/O. The second one is over Streamable HTTP, with a process for each contender (`bridge_http`).
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.bridge import ToClient, ToServer
from mcp_bindings.codec.encoding import encoder_of
from mcp_bindings.errors import RequestId
from mcp_bindings.jsonrpc.messages import Message
from mcp_bindings.session.events import VersionAgreed
from mcp_bindings.session.session import Session
from mcp_bindings.spec import names
from tests.benchmarks.documents import CALL, PAGE, text
from tests.benchmarks.reading import REVISION

TURNS = 15
EXCHANGES = 200
"""In one turn of one contender."""

INFO = {"name": "benchmark", "version": "1"}
SERVER_CAPABILITIES: Any = {"tools": {}}
BRIDGE = "bridge"

Text = tuple[str, bytes]
"""The sender, and the text."""


class Way(NamedTuple):
    """The revisions of both sides."""

    client: mb.Revision
    server: mb.Revision

    @property
    def name(self) -> str:
        return self.client.id if self.client.id == self.server.id else f"{self.client.id} to {self.server.id}"


def ways() -> list[Way]:
    """Return both eras with one revision, and both ways between them."""
    older = mb.revision(REVISION)
    newer = older.next
    assert newer is not None
    return [Way(older, older), Way(newer, newer), Way(older, newer), Way(newer, older)]


class Kind(NamedTuple):
    """A kind of exchange."""

    name: str
    method: str
    params: dict[str, Any]
    result: dict[str, Any]
    notifications: int = 0
    """Of progress, before the answer."""


KINDS = (
    Kind(
        "tools/call", CALL["method"], CALL["params"], {"content": [{"type": "text", "text": "1,204 rows, 17 columns"}]}
    ),
    Kind("tools/list", "tools/list", {}, PAGE),
    Kind("tools/call with 10 of progress", CALL["method"], CALL["params"], {"content": []}, 10),
)


def request_of(kind: Kind, revision: mb.Revision, id_: int) -> bytes:
    """Return a request of a client in a revision."""
    params = dict(kind.params)
    meta: dict[str, Any] = {}
    if revision.era == "per-request":
        meta = {names.VERSION_KEY: revision.version, names.CAPABILITIES_KEY: {}, names.CLIENT_INFO_KEY: INFO}
    if kind.notifications:
        meta[names.PROGRESS_KEY] = id_
    if meta:
        params[names.META] = meta
    return text({"jsonrpc": "2.0", "id": id_, "method": kind.method, **({"params": params} if params else {})})


def answer_of(kind: Kind, revision: mb.Revision, id_: Any, *, last: bool = False) -> bytes:
    """Return the answer of a server in a revision; a page of a list may be the last one."""
    result = dict(kind.result)
    if last:
        result.pop("nextCursor", None)
    if revision.era == "per-request":
        result[names.RESULT_TYPE] = names.COMPLETE
        if kind.method == "tools/list":
            result |= {"ttlMs": 0, "cacheScope": "private"}
    return text({"jsonrpc": "2.0", "id": id_, "result": result})


def progress_of(token: Any, step: int) -> bytes:
    """Return a notification of progress, which is the same in every revision."""
    params = {"progressToken": token, "progress": step, "message": "rows are read"}
    return text({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})


def exchanges(kind: Kind, way: Way, first: int, number: int) -> list[list[Text]]:
    """Return the texts of exchanges with ids of their own: the request, the server's progress, the answer."""
    return [
        [
            ("client", request_of(kind, way.client, id_)),
            *(("server", progress_of(id_, step)) for step in range(1, kind.notifications + 1)),
            ("server", answer_of(kind, way.server, id_)),
        ]
        for id_ in range(first, first + number)
    ]


Carry = Callable[[Sequence[Sequence[Text]]], None]


def by_bridge(way: Way) -> Carry:
    """Return a bridge that is open."""
    bridge = mb.Bridge(client=[way.client.id], server=[way.server.id])
    client = Session("client", [way.client.id], info=INFO, capabilities={})
    server = Session("server", [way.server.id], info=INFO, capabilities=SERVER_CAPABILITIES)
    waiting = list(bridge.from_client(client.open()))
    while waiting:
        action = waiting.pop(0)
        if isinstance(action, ToServer):
            event = server.receive(action.data)
            if isinstance(event, mb.Request):
                waiting += bridge.from_server(server.accept(event))
        elif isinstance(action, ToClient):
            event = client.receive(action.data)
            if isinstance(event, VersionAgreed) and event.reply is not None:
                waiting += bridge.from_client(event.reply)
    assert bridge.server_session is not None
    # A bridge between the eras asks for the schemas of tools first.
    waiting = list(bridge.from_client(request_of(KINDS[0], way.client, 0)))
    while waiting:
        action = waiting.pop(0)
        request: Any = json.loads(action.data) if isinstance(action, ToServer) else {}
        if "id" in request:  # a notification, such as `notifications/initialized`, has no answer
            waiting += bridge.from_server(_answer_to(request, way))

    def carry(all_texts: Sequence[Sequence[Text]]) -> None:
        for texts in all_texts:
            for sender, data in texts:
                actions = bridge.from_client(data) if sender == "client" else bridge.from_server(data)
                assert len(actions) == 1, (data, actions)

    return carry


def _answer_to(request: Any, way: Way) -> bytes:
    kind = KINDS[1] if request["method"] == "tools/list" else KINDS[0]
    return answer_of(kind, way.server, request["id"], last=True)


def by_proxy(way: Way, resend: Callable[[Message], bytes]) -> Carry:
    """Return a proxy that parses each message and sends it again."""
    pending: dict[RequestId, str] = {}
    receive: dict[str, Any] = {"client": way.client.parse, "server": way.server.parse}

    def carry(all_texts: Sequence[Sequence[Text]]) -> None:
        for texts in all_texts:
            for sender, data in texts:
                message = receive[sender](data, sender=sender, pending=pending)
                if type(message) is mb.Request:
                    pending[message.id] = message.method
                elif type(message) is mb.Response:
                    del pending[message.id]
                resend(message)

    return carry


def rewritten(message: Message) -> bytes:
    """Return a message that is written anew from its typed body."""
    body: object
    if isinstance(message, mb.Request):
        body, member = message.params, b"params"
        head = b'{"jsonrpc":"2.0","id":%b,"method":"%b"' % (str(message.id).encode(), message.method.encode())
    elif isinstance(message, mb.Notification):
        body, member = message.params, b"params"
        head = b'{"jsonrpc":"2.0","method":"%b"' % message.method.encode()
    else:
        assert isinstance(message, mb.Response)
        body, member = message.result, b"result"
        head = b'{"jsonrpc":"2.0","id":%b' % str(message.id).encode()
    if body is None:
        return head + b"}"
    kind: Any = type(body)
    return b'%b,"%b":%b}' % (head, member, encoder_of(kind)(body))


def as_it_came(message: Message) -> bytes:
    """Return a message as it came."""
    return message.to_bytes()


def by_sessions(way: Way) -> Carry:
    """Relay through two sessions back to back, of a revision that both sides share."""
    front, back = _pair(way.client)

    def carry(all_texts: Sequence[Sequence[Text]]) -> None:
        for texts in all_texts:
            for sender, data in texts:
                one, other = (front, back) if sender == "client" else (back, front)
                event: Any = one.receive(data)
                other.forward(event, is_valid=True)

    return carry


def _pair(revision: mb.Revision) -> tuple[Session, Session]:
    """Return the session that faces the client and the one that faces the server, both open."""
    client = Session("client", [revision.id], info=INFO, capabilities={})
    server = Session("server", [revision.id], info=INFO, capabilities=SERVER_CAPABILITIES)
    front = Session("server", [revision.id], info=INFO, capabilities=SERVER_CAPABILITIES)
    back = Session("client", [revision.id], info=INFO, capabilities={})
    for one, other in ((client, front), (back, server)):
        opening: Any = other.receive(one.open())
        agreed: Any = one.receive(other.accept(opening))
        if agreed.reply is not None:
            other.receive(agreed.reply)
    return front, back


def contenders(way: Way) -> dict[str, Carry]:
    """Return all contenders, which relay the same texts."""
    found: dict[str, Carry] = {
        BRIDGE: by_bridge(way),
        "models": by_proxy(way, rewritten),
        "texts": by_proxy(way, as_it_came),
    }
    if way.client is way.server:
        found["sessions"] = by_sessions(way)
    return found


def measured(kind: Kind, way: Way, turns: int) -> dict[str, list[float]]:
    """Measure the seconds of each exchange, by contender and turn."""
    made = contenders(way)
    seconds: dict[str, list[float]] = {name: [] for name in made}
    first = 1_000
    number = max(10, EXCHANGES // (10 if kind.method == "tools/list" else 1 + kind.notifications // 2))
    for turn in range(turns + 1):
        texts = exchanges(kind, way, first, number)
        first += number
        gc.collect()
        gc.disable()
        try:
            for name, carry in made.items():
                started = time.process_time()
                carry(texts)
                if turn:
                    seconds[name].append((time.process_time() - started) / number)
        finally:
            gc.enable()
    return seconds


def lines(only: str, turns: int) -> Iterator[str]:
    """Yield the table."""
    yield f"{'':55}{'bridge, µs':>12}{'models':>9}{'texts':>9}{'sessions':>9}"
    for way in ways():
        for kind in KINDS:
            name = f"{kind.name}, {way.name}"
            if only not in name:
                continue
            seconds = measured(kind, way, turns)
            ours = seconds.pop(BRIDGE)
            ratios = "".join(
                f"{median(a / b for a, b in zip(ours, other, strict=True)):9.2f}" for other in seconds.values()
            )
            yield f"{name:55}{median(ours) * 1e6:12.1f}{ratios}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="lines whose name contains this")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--over", choices=("texts", "http"), help="only this table")
    options = parser.parse_args(arguments)
    if options.over != "http":
        for line in lines(options.only, options.turns):
            print(line, flush=True)
    if options.over != "texts":
        over_http = import_module("tests.benchmarks.bridge_http")
        for line in over_http.lines(options.only, options.turns):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
