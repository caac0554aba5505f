"""Two hostile peers that an observer listens to: what it remembers of them, and that it never raises an error.

Both sides send messages of random kinds, valid or not: with ids that are short, long, of thousands of digits or used
before, with tokens that nobody knows, with answers to nothing, in batches, in any order and in any era.
"""

from __future__ import annotations

import json
import random
from typing import Any

import mcp_bindings as mb
from mcp_bindings.spec.names import Sender
from tests.session import pairs
from tests.session.model import CAPABILITIES_KEY, LEVEL_KEY, RELATED_KEY, SUBSCRIPTION_KEY, VERSION_KEY

JSON = Any
SIDES: tuple[Sender, Sender] = ("client", "server")
METHODS = sorted({method for version in mb.REVISIONS for method in mb.revision(version).methods})
NAMES = (
    *("name", "uri", "task", "taskId", "requestId", "progressToken", "progress", "level", "cursor", "notifications"),
    *("inputResponses", "requestState", "arguments", "protocolVersion", "capabilities", "clientInfo", "elicitationId"),
)
META = ("progressToken", VERSION_KEY, CAPABILITIES_KEY, LEVEL_KEY, RELATED_KEY, SUBSCRIPTION_KEY)
RESULTS = (
    *("resultType", "content", "tools", "tasks", "task", "taskId", "status", "inputRequests", "requestState"),
    *("protocolVersion", "capabilities", "serverInfo", "nextCursor", "cacheScope", "supportedVersions", "action"),
)
GARBAGE = (b"", b"{", b"\xff", b"[]", b"5", b'{"jsonrpc":"2.0"}', b"[[[[", b'{"a":1,"a":1}', b"NaN")


class Overheard:
    """Observers of every kind, each with two hostile peers.

    Args:
        seed: seed of the random choices.
    """

    def __init__(self, seed: int) -> None:
        self.sent = 0
        self._rng = random.Random(seed)
        self._used: list[JSON] = ["again", 1]
        self.observers = [
            mb.Observer(),
            mb.Observer(transport="http"),
            *(mb.Observer(revision=version) for version in mb.REVISIONS),
        ]

    def step(self) -> None:
        """Pass one text to one observer."""
        rng = self._rng
        observer, sender = rng.choice(self.observers), rng.choice(SIDES)
        data = rng.choice(GARBAGE) if rng.randrange(20) == 0 else _text(self._message())
        if rng.randrange(2):
            data = self._valid(observer, sender)
        elif rng.randrange(30) == 0:
            data = b"[" + b",".join(_text(self._message()) for _ in range(rng.randrange(5))) + b"]"
        headers = {rng.choice(("Mcp-Method", "Mcp-Session-Id", "Accept")): "x"} if rng.randrange(30) == 0 else None
        events = observer.hear(data, sender, headers=headers)
        self.sent += 1
        for event in events:
            assert event.verdict in ("taken", "ignored", "rejected")
            assert (event.verdict == "rejected") == (event.error is not None)
            assert all(each.side == sender for each in event.findings)

    def _valid(self, observer: mb.Observer, sender: Sender) -> bytes:
        """Return a request of a random revision, or the answer to a request that waits."""
        rng = self._rng
        version = rng.choice(mb.REVISIONS) if observer.revision is None else observer.revision.id
        waiting = observer.waiting[pairs.other(sender)]
        if waiting and rng.randrange(2):
            id_ = rng.choice(list(waiting)[:20])
            answer = pairs.result_of(version, waiting[id_]) if waiting[id_] in mb.revision(version).methods else {}
            if rng.randrange(4) == 0:
                asked = {"a": {"method": "roots/list"}} if rng.randrange(2) else {}
                answer = {"resultType": "input_required", "requestState": f"{self._id()}", "inputRequests": asked}
            return pairs.result(id_, answer)
        rows = [row for row in mb.revision(version).methods.values() if sender in row.senders and row.kind == "request"]
        if not rows:
            return _text(self._message())
        method = rng.choice(rows).name
        params = {**(pairs.params_of(version, method) or {}), **(self._members(NAMES) if rng.randrange(5) == 0 else {})}
        if rng.randrange(2):
            params["_meta"] = {"progressToken": self._id()}
        return pairs.request(self._id(), method, params, revision=version)

    def _message(self) -> JSON:
        rng = self._rng
        document: dict[str, JSON] = {"jsonrpc": "2.0"}
        kind = rng.choice(("request", "request", "notification", "result", "result", "error"))
        if kind != "notification":
            document["id"] = self._id()
            self._used[rng.randrange(len(self._used))] = document["id"]
        if kind in ("request", "notification"):
            document["method"] = rng.choice(METHODS)
            document["params"] = self._members(NAMES)
            if rng.randrange(2):
                document["params"]["_meta"] = self._members(META)
        elif kind == "result":
            document["result"] = self._members(RESULTS)
        else:
            document["error"] = {
                "code": rng.choice((-32603, -32042, -32022, 5, "x")),
                "message": "",
                "data": self._value(),
            }
        return document

    def _members(self, names: tuple[str, ...]) -> dict[str, JSON]:
        return {self._rng.choice(names): self._value() for _ in range(self._rng.randrange(6))}

    def _value(self) -> JSON:
        rng = self._rng
        fixed: tuple[JSON, ...] = (
            *(None, True, 0, 1.5, "x", {}, [], "complete", "input_required", "working", "error", "2026-07-28"),
            *("2025-11-25", {"taskId": "again"}, {"a": {"method": "roots/list"}}, {"toolsListChanged": True}),
            *({"name": "a", "version": "1"}, {"taskId": "x", "status": "working"}, {"tools": {}}),
        )
        return self._id() if rng.randrange(4) == 0 else rng.choice(fixed)

    def _id(self) -> JSON:
        rng = self._rng
        match rng.randrange(6):
            case 0 | 1:
                return rng.choice(self._used)
            case 2:
                return rng.getrandbits(13_000) if rng.randrange(20) == 0 else rng.getrandbits(200)
            case 3:
                return f"{rng.getrandbits(64):x}" + "x" * (100_000 if rng.randrange(100) == 0 else 100)
            case 4:
                return rng.getrandbits(61) * (2**61 - 1)  # equal hashes
            case _:
                return f"{rng.getrandbits(96):x}"


def _text(document: JSON) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()
