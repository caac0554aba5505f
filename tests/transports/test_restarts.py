"""A small part of `python -m tests.soak restarts`."""

from __future__ import annotations

import pytest

from tests.revisions import HANDSHAKE
from tests.seed import SEED
from tests.soak import restarts


def test_calls_while_a_server_is_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without HTTP+SSE (2024-11-05), over which a client sometimes fails to open the session after the next fault."""
    monkeypatch.setattr(restarts, "REVISIONS", [each for each in restarts.REVISIONS if each != HANDSHAKE[0]])
    tally = restarts.run_part((SEED, range(3)))
    assert tally.total("games") == 3, "a game that fails prints its number"
    assert tally.failures == []
