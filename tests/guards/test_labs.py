"""Each guard on random inputs, a small sample of `python -m tests.soak guards`."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.guards.labs import LABS, SERVED, labs, play, served_labs
from tests.guards.served import house
from tests.guards.uri_lab import tree

SEED = 20261122


@pytest.mark.parametrize("name", [*LABS, "file roots"])
def test_the_guard_agrees_with_its_oracle(name: str) -> None:
    with tree() if name == "file roots" else nullcontext(Path()) as base:
        check = labs(base)[name]
        kinds: set[str] = set()
        for number in range(60):
            kind, failure = play(name, check, SEED, number)
            kinds.add(kind)
            assert not failure, f"number {number}: {failure}"
    assert len(kinds) > (name not in ("template expansions", "broken templates"))


@pytest.mark.parametrize("name", SERVED)
def test_a_server_agrees_with_the_oracle_of_its_guard(name: str) -> None:
    kinds: set[str] = set()
    with house() as servers:
        check = served_labs(servers)[name]
        for number in range(25):
            kind, failure = play(name, check, SEED, number)
            kinds.add(kind)
            assert not failure, f"number {number}: {failure}"
    assert len(kinds) > 1
