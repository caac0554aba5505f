"""The memory of a session stays constant over many requests."""

from __future__ import annotations

import gc

import pytest

import mcp_bindings as mb
from mcp_bindings import ProtocolError
from mcp_bindings.session import ids, input_rounds, local_side, request_table
from tests.documents import initialize_result
from tests.revisions import HANDSHAKE
from tests.seed import SEED
from tests.session.pairs import INFO, notification, request, result
from tests.soak.session_attack import Attack
from tests.soak.session_memory import attack, grow, grows

REQUESTS, ENOUGH = 1_000, 32
"""A small limit of remembered ids. One request in twelve is cancelled with its token, so 400 requests reach it."""


def test_a_long_session_holds_constant_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tests.soak session_memory` is the long run, with the normal limit."""
    monkeypatch.setattr(ids, "MAX_REMEMBERED", ENOUGH)
    held = grow(REQUESTS, seed=SEED)
    assert not grows(held, REQUESTS), held


def test_the_check_detects_a_session_that_forgets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "MAX_REMEMBERED", REQUESTS)
    held = grow(REQUESTS, seed=SEED)
    assert grows(held, REQUESTS), held


MESSAGES = 2_000


def test_a_hostile_peer_makes_no_session_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tests.soak session_memory` sends a million messages, with the normal limits."""
    monkeypatch.setattr(ids, "MAX_REMEMBERED", ENOUGH)
    monkeypatch.setattr(input_rounds, "MAX_REMEMBERED", ENOUGH)
    monkeypatch.setattr(request_table, "MAX_REMEMBERED", ENOUGH)
    monkeypatch.setattr(input_rounds, "MAX_ROUND_CHARACTERS", 100_000)
    held = attack(MESSAGES, Attack(SEED))
    assert max(held[4:]) < held[1] + 100_000, held


def ends_nothing(self: local_side.LocalSide, error: ProtocolError) -> None: ...


@pytest.mark.parametrize("part", ["long ids", "rejected answers", "input"])
def test_the_check_detects_growth_by_a_hostile_peer(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "MAX_REMEMBERED", MESSAGES if part == "long ids" else ENOUGH)
    monkeypatch.setattr(request_table, "MAX_REMEMBERED", ENOUGH)
    if part == "long ids":
        monkeypatch.setattr(ids, "MAX_ID_CHARACTERS", 10**9)
    if part == "input":
        monkeypatch.setattr(input_rounds, "MAX_ROUND_CHARACTERS", 10**9)
    else:
        monkeypatch.setattr(input_rounds, "MAX_REMEMBERED", ENOUGH)
        monkeypatch.setattr(input_rounds, "MAX_ROUND_CHARACTERS", 100_000)
    if part == "rejected answers":
        monkeypatch.setattr(local_side.LocalSide, "abandon_answered_request", ends_nothing)
    held = attack(MESSAGES, Attack(SEED))
    assert max(held[4:]) > held[1] + 100_000, held


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_refused_message_is_freed_at_once(revision: str) -> None:
    """A cycle of references would keep large messages until the garbage collector comes."""
    observer = mb.Observer()
    opening: dict[str, object] = {"protocolVersion": revision, "capabilities": {}}
    texts = [
        (request(1, "initialize", {**opening, "clientInfo": INFO}), "client"),
        (result(1, initialize_result(revision, {})), "server"),
        (notification("notifications/initialized"), "client"),
    ]
    for data, sender in texts:
        observer.hear(data, sender)  # type: ignore[arg-type]
    gc.disable()
    try:
        for _ in range(2):  # the first message loads what it needs
            gc.collect()
            (event,) = observer.hear(notification("notifications/message", {"level": "info", "data": "x"}), "server")
            assert [each.rule for each in event.findings] == ["capability.notification"]
            del event
        assert gc.collect() == 0
    finally:
        gc.enable()
