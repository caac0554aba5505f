"""Short games against worlds that misbehave at random; `python -m tests.soak authorization` plays long ones."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.authorization.hostile_world import Game
from tests.authorization.test_flow import DEFINED
from tests.seed import SEED


@pytest.mark.parametrize("revision", DEFINED)
def test_no_end_without_a_reason_and_no_secret_astray(revision: str) -> None:
    counts: Counter[tuple[str, str]] = Counter()

    def count(kind: str, name: str) -> None:
        counts[kind, name] += 1

    for number in range(40):
        offered = [each for each in DEFINED if each <= revision]
        Game(SEED + number, offered, count).play(6)
    assert counts["steps", "Deliver"] > 30
    assert sum(times for (kind, _), times in counts.items() if kind == "ends") > 20
