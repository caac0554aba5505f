"""A session holds as much after many requests as after some."""

from __future__ import annotations

import pytest

from mcp_bindings.session import ids
from tests.seed import SEED
from tests.soak.session_memory import grow, grows

REQUESTS, ENOUGH = 1_000, 32
"""So few ids are remembered here. One request of twelve is cancelled with its token, so after 400 all is full."""


def test_a_long_session_holds_constant_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tests.soak session_memory` is the long run, without the smaller window."""
    monkeypatch.setattr(ids, "WINDOW", ENOUGH)
    held = grow(REQUESTS, seed=SEED)
    assert not grows(held, REQUESTS), held


def test_a_session_that_forgets_nothing_is_seen_to_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "WINDOW", REQUESTS)
    held = grow(REQUESTS, seed=SEED)
    assert grows(held, REQUESTS), held
