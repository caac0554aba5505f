"""Handlers written once, for clients of every revision; `python -m tests.soak written_once` makes many more trials."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.serving.written_once import PAIRS, methods, trial

TRIALS = 5
"""How often a method is tried, at most, until its messages are valid: only one pair of revisions may have it."""


@pytest.mark.untraced
def test_results_are_valid_or_refused_and_their_edits_logged() -> None:
    """Each method is tried in each pair of revisions that have it, and gets through in one of them at least."""
    counts: Counter[str] = Counter()
    shared, sent = set[str](), set[str]()
    for home, spoken in PAIRS:
        names = methods(home, spoken)
        for first, method in enumerate(names):
            outcome = "invalid"
            for number in range(first, TRIALS * len(names), len(names)):
                outcome, wrong = trial(home, spoken, number, 1)
                assert not wrong, (home, spoken, number, wrong)
                if outcome != "invalid":
                    break
            counts[outcome] += 1
            shared.add(method)
            sent |= {method} if outcome == "sent" else set()
    assert counts["sent"] > counts.total() * 0.8
    assert counts["refused"]
    assert sent == shared
    assert len(sent) >= 8
