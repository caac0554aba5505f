"""The memory that a long session holds, after each tenth of its messages.

There are two peers. One keeps all rules. Its requests are in turn answered, failed, cancelled by either side, and
reported on; ids are numbers on one side and random texts on the other. The other peer is hostile (`session_attack`).
Observers hear two hostile peers (`observer_attack`).
"""

from __future__ import annotations

import gc
import os
import random
import tracemalloc
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import mcp_bindings
from mcp_bindings.session.session import Session
from tests.session.pairs import SIDES, ready
from tests.soak.observer_attack import Overheard
from tests.soak.program import Program
from tests.soak.session_attack import Attack
from tests.soak.tally import Failure, Tally

OURS = (f"{Path(mcp_bindings.__file__).parent}{os.sep}", __file__)
"""The beginnings of the names of the files whose memory is measured."""

MESSAGES_OF_A_REQUEST = 5
"""Largest number of messages of both sides for one request of each."""

RESULTS: dict[str, dict[str, Any]] = {"tools/call": {"content": []}, "roots/list": {"roots": []}}


def grow(requests: int, seed: int) -> list[int]:
    """Return the bytes that both sides hold after each tenth of the requests."""
    rng = random.Random(seed)
    client, server = ready("2025-11-25", client={"roots": {}}, server={"tools": {}})
    held: list[int] = []
    tracemalloc.start()
    for number in range(requests):
        _one(client, server, "tools/call", number, rng)
        _one(server, client, "roots/list", number, rng)
        if (number + 1) % max(1, requests // 10) == 0:
            held.append(_held())
    tracemalloc.stop()
    return held


def attack(messages: int, peer: Attack | Overheard) -> list[int]:
    """Return the bytes that sessions of a hostile peer, or observers of two, hold after each tenth of the messages."""
    held: list[int] = []
    tracemalloc.start()
    for tenth in range(1, 11):
        while peer.sent < messages * tenth // 10:
            peer.step()
        held.append(_held())
    tracemalloc.stop()
    return held


def _held() -> int:
    """Return the bytes that the package and this module have allocated and not freed.

    Other threads of the process, such as those of pytest-xdist, take memory meanwhile, and the collector of cycles runs
    seldom in a process that is large already. Neither says anything of a session.
    """
    gc.collect()
    by_file = tracemalloc.take_snapshot().statistics("filename")
    return sum(entry.size for entry in by_file if entry.traceback[0].filename.startswith(OURS))


def _one(asker: Session, answerer: Session, method: str, number: int, rng: random.Random) -> None:
    params = {"name": "x"} if method == "tools/call" else {}
    id_ = None if asker.role == "client" else f"{rng.getrandbits(96):024x}"
    asked = asker.request(method, params, id=id_, progress=number % 3 == 0)
    request = answerer.receive(asked.data)
    assert isinstance(request, mcp_bindings.Request)
    if number % 3 == 0:
        asker.receive(answerer.notify("notifications/progress", {"progressToken": asked.id, "progress": 1}))
    match number % 4:
        case 0:
            notice = asker.cancel(asked.id)
            assert notice is not None
            answerer.receive(notice)
        case 1:
            asker.receive(answerer.respond_error(asked.id, mcp_bindings.ProtocolError(-32603, "no")))
        case _:
            asker.receive(answerer.respond(asked.id, RESULTS[method]))


def grows(held: list[int], requests: int) -> bool:
    """Return whether memory grew in the second half, in which all bounded stores were full.

    The least that could be kept of a request, in a set, takes more than 16 bytes. A bounded dict may grow once more
    by some thousand bytes, since it keeps room for what was taken out.
    """
    later = requests // 2 * len(SIDES)
    return max(held[5:]) - held[4] > 16 * later


OVERHEARD = 4
"""One message of observed peers for so many of others, since an observer needs longer for each."""

FEW = 64
"""Number of ids of a kind, and of waiting requests, that an observer remembers here. With 1,024 ids and 4,096 requests,
the peers of the seven observers need more than a million messages to reach the bounds, 0.9 MB for each 100,000."""

BOUNDS = (
    *(f"{module}.MAX_REMEMBERED" for module in ("ids", "request_table", "input_rounds", "elicitations")),
    "observer.memory.MAX_OBSERVED_REQUESTS",
)

FLAT = 3_000_000
"""Largest growth, in bytes, of sessions with a hostile peer in the second half. The memory is bounded, but depends on
the sizes of the current messages."""

MOST = 40_000_000
"""Largest memory, in bytes, of the three sessions of a hostile peer: 16 MiB of open rounds of input, and the ids. The
seven observers of two hostile peers have the same bound, although each could have that many rounds."""


def run_attack(messages: int, peer: Attack | Overheard, name: str) -> Tally:
    """Receive so many messages of a hostile peer, and compare the memory in use."""
    tally = Tally()
    held = attack(messages, peer)
    tally.count(f"messages of {name}", times=messages)
    for tenth, size in enumerate(held, 1):
        tally.measure(f"bytes after {tenth} tenths of those of {name}", size)
    if max(held[5:]) - held[4] > FLAT or max(held) > MOST:
        tally.fail(Failure("growth under attack", f"bytes after each tenth: {held}"))
    return tally


def split_work(seed: int, numbers: range) -> list[tuple[str, int, int]]:
    """Return the parts: a peer that keeps all rules, a hostile one, and two hostile ones that observers hear."""
    return [(peer, seed, len(numbers)) for peer in ("lawful", "hostile", "overheard")]


def run_session(part: tuple[str, int, int]) -> Tally:
    """Run one session and compare the memory it holds."""
    peer, seed, messages = part
    if peer == "hostile":
        return run_attack(messages, Attack(seed), "a hostile peer")
    if peer == "overheard":
        with ExitStack() as bounds:
            for bound in BOUNDS:
                bounds.enter_context(patch(f"mcp_bindings.session.{bound}", FEW))
            return run_attack(messages // OVERHEARD, Overheard(seed), "hostile peers that are overheard")
    requests = messages // MESSAGES_OF_A_REQUEST
    tally = Tally()
    held = grow(requests, seed)
    tally.count("requests of each side", times=requests)
    for tenth, size in enumerate(held, 1):
        tally.measure(f"bytes after {tenth} tenths", size)
    if grows(held, requests):
        tally.fail(Failure("growth", f"bytes after each tenth: {held}"))
    return tally


PROGRAM = Program(
    summary="sessions and observers hold as much memory after many messages as after some, also of hostile peers",
    unit="messages",
    count=1_000_000,
    split_work=split_work,
    run_part=run_session,
)
