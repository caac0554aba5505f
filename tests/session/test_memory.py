"""A session holds as much after many requests as after some."""

from __future__ import annotations

import pytest

from mcp_bindings.session import ids
from tests.session.memory import grow
from tests.session.tables import SIDES

REQUESTS, ENOUGH = 1_000, 32
"""So few ids are remembered here. One request of twelve is cancelled with its token, so after 400 all is full."""


def grows(held: list[int]) -> bool:
    """Is more held at the end than in the middle, when all that is bounded was full?

    The least that could be kept of a request, in a set, takes more than 16 bytes. A bounded dict may grow once more
    by some thousand bytes, since it keeps room for what was taken out.
    """
    later = REQUESTS // 2 * len(SIDES)
    return max(held[5:]) - held[4] > 16 * later


def test_a_long_session_holds_constant_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tests.session.memory 100000` is the long form, without the smaller window."""
    monkeypatch.setattr(ids, "WINDOW", ENOUGH)
    held = grow(REQUESTS, seed=1)
    assert not grows(held), held


def test_a_session_that_forgets_nothing_is_seen_to_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "WINDOW", REQUESTS)
    held = grow(REQUESTS, seed=1)
    assert grows(held), held
