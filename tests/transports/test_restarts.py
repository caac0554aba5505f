"""A small part of `python -m tests.soak restarts`."""

from __future__ import annotations

from tests.seed import SEED
from tests.soak import restarts


def test_calls_while_a_server_is_restarted() -> None:
    tally = restarts.run_part((SEED, range(3)))
    assert tally.total("games") == 3, "a game that fails prints its number"
    assert tally.failures == []
