"""The hash of data: equal for equal values in every process, different for all others."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from mcp_bindgen.fingerprint import fingerprint


@dataclass(frozen=True)
class One:
    a: object
    b: object = None


@dataclass(frozen=True)
class Other:
    a: object
    b: object = None


DIFFERENT: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 1.0, 0.0, -0.0, float("nan"), float("inf"), "", "1", "None", "\ud800", b"", b"1",
    (), [], {}, set[int](), (1,), [1], [1, 2], [2, 1], [[1], 2], [[1, 2]], [12], ["1", "2"], ["12"], ["1:2"],
    {1}, {1, 2},
    {"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": {"b": 1}}, {"a": "b"}, {"a": ["b"]}, frozenset({1}),
    One(1), One(1, 2), One(None, 1), Other(1), {"a": 1, "b": None}, [One(1), 2], [One(1, 2)],
)  # fmt: skip


def test_different_values_have_different_hashes() -> None:
    found = [fingerprint(value) for value in DIFFERENT]
    assert len(set(found)) == len(DIFFERENT)


def test_equal_values_have_one_hash() -> None:
    names = [f"name {number}" for number in range(100)]
    backwards = names[::-1]
    assert fingerprint(set(names)) == fingerprint(set(backwards))
    assert fingerprint(One([1, {"a": "b"}])) == fingerprint(One([1, {"a": "b"}]))
    assert len(fingerprint("a")) == 64


def test_the_hash_seed_makes_no_difference() -> None:
    code = (
        "from mcp_bindgen.fingerprint import fingerprint; print(fingerprint([{'a', 'b', 'c'}, {'x': frozenset('yz')}]))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    "value", [Path("a"), object(), len, [Path("a")], {"a": object()}, One(Path("a")), {1, Path("a")}]
)
def test_what_is_no_data_has_no_hash(value: object) -> None:
    with pytest.raises(TypeError, match="has no fingerprint"):
        fingerprint(value)
