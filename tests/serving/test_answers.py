"""Each answer of a user reaches its question; `python -m tests.soak questions` plays many more games."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.seed import SEED
from tests.serving.questions import WAYS, play


@pytest.mark.untraced
def test_no_answer_reaches_another_question() -> None:
    ways: Counter[str] = Counter()
    changed = 0
    for number in range(80):
        name, game = play(SEED, number)
        assert not game.wrong, (SEED, number, game.tree, game.wrong)
        ways[name.split()[0]] += 1
        changed += not game.is_stable
    assert set(ways) == set(WAYS)
    assert changed > 10
