"""The benchmark of bridges carries every kind of exchange between every pair of revisions."""

from __future__ import annotations

import pytest

from tests.benchmarks.bridge import KINDS, Way, contenders, exchanges, ways


@pytest.mark.parametrize("way", ways(), ids=lambda way: way.name)
def test_every_contender_carries_every_exchange(way: Way) -> None:
    for carry in contenders(way).values():
        for place, kind in enumerate(KINDS):
            carry(exchanges(kind, way, 1_000 * (place + 1), 2))
