"""Visits at servers and in browsers that misbehave at random; `python -m tests.soak hostile_http` makes many."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from tests.seed import SEED
from tests.transports.hostile_http import play


@pytest.mark.parametrize(("signs_in", "visits"), [(False, 50), (True, 20)])
def test_only_documented_exceptions_arrive(signs_in: bool, visits: int) -> None:
    ends: Counter[str] = Counter()
    for number in range(visits):
        asyncio.run(play(SEED + number, signs_in=signs_in, count=lambda name: ends.update([name])))
    assert ends["served"] > visits // 20
    assert ends["ConnectionError"] + ends["OpenError"] > visits // 20
