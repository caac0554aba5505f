"""A peer that sends hostile ids, tokens and answers: what the sessions that it talks to remember of them.

Each of its messages is of a random kind. Ids are short, long, numbers of thousands of digits, or used before; answers
are valid, invalid, late, doubled, unasked, or ask for input that never comes. One message in a few hundred has an id of
100,000 characters.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import mcp_bindings as mb
from tests.session.pairs import ready

Id = str | int
RESULTS: tuple[Any, ...] = (
    {"content": []},
    {"content": 5},
    {},
    5,
    {"content": [], "_meta": 5},
    {"task": {"taskId": "t"}},
)


class Attack:
    """Three sessions that a hostile peer talks to: a server, and a client of each era.

    Args:
        seed: seed of the random choices.
    """

    def __init__(self, seed: int) -> None:
        self.sent = 0
        self._rng = random.Random(seed)
        pair = ready("2025-11-25", server={"tools": {}})
        self._server, self._client = pair.server, ready("2025-11-25").client
        self._newest = ready("2026-07-28").client
        self._ids: list[Id] = ["again"]
        self._kinds: tuple[Callable[[], None], ...] = (
            self._ask,
            self._ask,
            self._stray,
            self._answer,
            self._answer,
            self._answer_error,
            self._create_task,
            self._ask_for_input,
        )

    def step(self) -> None:
        """Send a few messages of one kind."""
        self._rng.choice(self._kinds)()

    def _id(self) -> Id:
        rng = self._rng
        match rng.randrange(7):
            case 0:
                return rng.choice(self._ids)
            case 1:
                return rng.getrandbits(13_000) if rng.randrange(20) == 0 else rng.getrandbits(200)
            case 2:
                long = 100_000 if rng.randrange(100) == 0 else 100
                return f"{rng.getrandbits(64):x}" + "x" * long
            case 3:
                return f"{rng.getrandbits(60)}"
            case 4:
                return rng.getrandbits(61) * (2**61 - 1)  # equal hashes
            case _:
                return f"{rng.getrandbits(96):x}"

    def _deliver(self, session: mb.Session, document: dict[str, Any]) -> Any:
        """Pass a message of the peer to the session. Return its event; None if the session rejects it."""
        self.sent += 1
        data = json.dumps({"jsonrpc": "2.0", **document}, separators=(",", ":")).encode()
        try:
            return session.receive(data)
        except mb.ProtocolError:
            return None

    def _ask(self) -> None:
        """Send a request with an odd id and an odd token; answer or cancel it."""
        rng, id_ = self._rng, self._id()
        self._ids[0] = id_
        params = rng.choice(({"name": "x", "_meta": {"progressToken": self._id()}}, {"name": 5}, {"name": "x"}))
        request = self._deliver(self._server, {"id": id_, "method": "tools/call", "params": params})
        if not isinstance(request, mb.Request):
            return
        if rng.randrange(2):
            self._deliver(self._server, {"method": "notifications/cancelled", "params": {"requestId": id_}})
        else:
            self._server.respond(request.id, {"content": []})

    def _stray(self) -> None:
        """Send an answer, a cancellation and a progress notification for requests that do not exist."""
        for session in (self._server, self._client):
            self._deliver(session, {"id": self._id(), "result": {}})
            self._deliver(session, {"method": "notifications/cancelled", "params": {"requestId": self._id()}})
            report = {"progressToken": self._id(), "progress": self._rng.getrandbits(200)}
            self._deliver(session, {"method": "notifications/progress", "params": report})

    def _answer(self) -> None:
        """Answer a request with results, most of them invalid; the first valid one ends it."""
        asked = self._client.request("tools/call", {"name": "x", "arguments": {"a": "x" * 500}}, progress=True)
        for _ in range(self._rng.randrange(1, 3)):
            self._deliver(self._client, {"id": asked.id, "result": self._rng.choice(RESULTS)})

    def _answer_error(self) -> None:
        """Answer a ping with an error, valid or not."""
        asked = self._client.request("ping")
        error: dict[str, Any] = {"code": self._rng.choice((-32603, "x", None)), "message": "x" * 100, "data": [[]] * 20}
        self._deliver(self._client, {"id": asked.id, "error": error})

    def _create_task(self) -> None:
        """Create a task with an odd id and a token; report its end or not."""
        params = {"name": "x", "task": {}, "arguments": {"a": "x" * 500}}
        asked = self._client.request("tools/call", params, progress=True)
        when = "2026-01-01T00:00:00Z"
        task = {"taskId": f"{self._id()}", "status": "working", "createdAt": when, "lastUpdatedAt": when, "ttl": 5}
        self._deliver(self._client, {"id": asked.id, "result": {"task": task}})
        if self._rng.randrange(2):
            ended = {**task, "status": self._rng.choice(("failed", "working", "cancelled"))}
            self._deliver(self._client, {"method": "notifications/tasks/status", "params": ended})

    def _ask_for_input(self) -> None:
        """Send a result of the newest revision that asks for input, with odd keys and a long state."""
        asked = self._newest.request("tools/call", {"name": "x", "arguments": {"a": "x" * 500}})
        requests = {f"{self._id()}": {"method": "roots/list"}} if self._rng.randrange(2) else {}
        state = "x" * (100_000 if self._rng.randrange(100) == 0 else 100)
        result = {"resultType": "input_required", "inputRequests": requests, "requestState": state}
        self._deliver(self._newest, {"id": asked.id, "result": result})
        self._deliver(self._newest, {"id": asked.id, "result": result})
