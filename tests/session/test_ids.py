"""The compact set of used ids, compared with a plain set."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcp_bindings as mb
from mcp_bindings.session.ids import (
    INTEGER_BOUND,
    MAX_ID_CHARACTERS,
    MAX_REMEMBERED,
    RecentIds,
    UsedIds,
    ValuesById,
    make_id_key,
    make_lookup_key,
)
from tests.hostile.families import COLLIDING
from tests.session.pairs import ready

_NUMBERS = st.integers(-3, 12) | st.integers()
_IDS = _NUMBERS | st.builds("{}{}".format, st.sampled_from(["", "a", "a-", "a0", "-"]), _NUMBERS) | st.text(max_size=3)


@given(st.lists(_IDS, max_size=60))
def test_an_id_is_new_once(ids: list[int | str]) -> None:
    used, seen = UsedIds(), set[int | str]()
    for id_ in ids:
        assert (id_ in used) == (id_ in seen), id_
        assert used.add(id_) == (id_ not in seen), id_
        seen.add(id_)
    assert all(id_ in used for id_ in ids)


def test_consecutive_ids_take_constant_memory() -> None:
    used = UsedIds()
    for number in range(100_000):
        assert used.add(1_000 + number)
        assert used.add(f"request-{number}")
    assert not used.add(1_000)
    assert not used.add(100_999)
    assert not used.add("request-50000")
    assert len(used) == 2
    assert used.add("request-050000")
    assert len(used) == 3


def test_adjacent_runs_are_merged() -> None:
    used = UsedIds()
    assert all(used.add(number) for number in (5, 7, 9, 8))
    assert len(used) == 2
    assert used.add(6)
    assert len(used) == 1


def test_a_text_and_a_number_are_two_ids() -> None:
    used = UsedIds()
    for id_ in (7, "7", "", "\u0667"):  # the last is a digit, but not one that JSON allows in a number
        assert used.add(id_)
        assert not used.add(id_)


def test_the_number_of_remembered_ids_is_bounded() -> None:
    used = UsedIds()
    for number in range(5 * MAX_REMEMBERED):
        assert used.add(f"{number}-x")
        assert used.add(f"kind{number}y7")
        assert used.add(2 * number)
    assert len(used) == MAX_REMEMBERED
    assert not used.add(f"{5 * MAX_REMEMBERED - 1}-x")


@pytest.mark.parametrize("id_", ["x" * MAX_ID_CHARACTERS, INTEGER_BOUND - 1, 1 - INTEGER_BOUND, ""])
def test_a_short_id_is_stored_unchanged(id_: str | int) -> None:
    assert make_id_key(id_) == id_


@pytest.mark.parametrize("id_", ["x" * (MAX_ID_CHARACTERS + 1), INTEGER_BOUND, -INTEGER_BOUND, "\ud800" * 100])
def test_a_long_id_is_stored_as_its_digest(id_: str | int) -> None:
    key = make_id_key(id_)
    assert isinstance(key, bytes)
    assert len(key) == 16
    other = id_ + "y" if isinstance(id_, str) else -id_
    used, recent = UsedIds(), RecentIds()
    for each in (id_, other, str(id_) if isinstance(id_, int) else len(id_)):
        assert used.add(each)
        assert not used.add(each)
        recent.add(each)
        assert each in recent
    recent.discard(id_)
    assert id_ not in recent
    assert other in recent


def test_long_ids_are_bounded_in_bytes() -> None:
    """400 ids of 1 MB used 385 MB before there was a bound."""
    used, recent, text = UsedIds(), RecentIds(), ""
    tracemalloc.start()
    for number in range(400):
        text = f"{number}" + "x" * 1_000_000
        assert used.add(text)
        recent.add(text)
        assert used.add(10**4_000 + 2 * number)
    del text
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 1_000_000


def test_many_integers_with_one_hash_get_different_hashes() -> None:
    ids = [sign * number * COLLIDING for number in range(1, 1_000) for sign in (1, -1)]
    assert len({hash(id_) for id_ in ids}) <= 2
    assert len({hash(make_lookup_key(id_)) for id_ in ids}) >= len(ids) - 10


@given(st.lists(_IDS | st.integers(INTEGER_BOUND - 2, INTEGER_BOUND + 2), unique=True))
def test_a_value_is_found_by_its_id(ids: list[int | str]) -> None:
    table: ValuesById[int | str] = ValuesById()
    for id_ in ids:
        assert id_ not in table
        table[id_] = id_
    assert list(table.values()) == ids
    for id_ in ids:
        assert id_ in table
        assert table[id_] == table.get(id_) == table.pop(id_) == id_
        assert id_ not in table
        assert table.get(id_) is table.pop(id_) is None
    assert len(table) == 0


@pytest.mark.parametrize("token", [1e30, 10**30, 5.0])
def test_a_token_may_be_written_with_an_exponent(token: float) -> None:
    report = {"progressToken": token, "progress": 1}
    text = json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": report})
    with pytest.raises(mb.RemoteProtocolError, match="no active request has the progress token"):
        ready("2025-11-25").client.receive(text)
