"""Handlers written once, for clients of every revision; `python -m tests.soak written_once` makes many more trials."""

from __future__ import annotations

from collections import Counter

import pytest

import mcp_bindings as mb
from tests.serving.written_once import PAIRS, methods, trial


@pytest.mark.untraced
def test_results_are_valid_or_refused_and_their_edits_logged() -> None:
    counts: Counter[str] = Counter()
    for home, spoken in PAIRS:
        for number in range(len(methods(home, spoken))):
            outcome, wrong = trial(home, spoken, number, 1)
            assert not wrong, (home, spoken, number, wrong)
            counts[outcome] += 1
    assert counts["sent"] > counts.total() * 0.8
    assert counts["refused"]


def test_every_shared_method_takes_part() -> None:
    """Those of the oldest revision that both of a pair have."""
    oldest = methods(mb.REVISIONS[0], mb.REVISIONS[0])
    assert len(oldest) >= 8
    for home, spoken in PAIRS:
        both = mb.revision(home).methods.keys() & mb.revision(spoken).methods.keys()
        assert {*oldest} & both <= {*methods(home, spoken)}
