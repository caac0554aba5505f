"""The benchmark of load makes calls in every round, however few it is asked for."""

from __future__ import annotations

import pytest

from tests.benchmarks.load import CALLS, CLIENTS, ROUNDS, calls_of_round


@pytest.mark.parametrize("together", [1, CLIENTS])
@pytest.mark.parametrize("calls", [1, 750, 1_500, CALLS])
def test_a_round_makes_as_many_calls_as_it_is_measured_by(calls: int, together: int) -> None:
    found = calls_of_round(calls, together)
    assert found > 0
    assert found % together == 0
    assert found == together or found * ROUNDS <= calls
