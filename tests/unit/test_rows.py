"""Rows of TOML as dataclasses: what is wrong with one is said with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.rows import read_rows


@dataclass(frozen=True)
class Part:
    word: str


@dataclass(frozen=True)
class Thing:
    name: str
    number: int = 0
    flag: bool = False
    kind: Literal["a", "b"] = "a"
    tags: tuple[str, ...] = ()
    part: tuple[Part, ...] = ()


def things(*rows: Any) -> tuple[Thing, ...]:
    return read_rows(Thing, {"thing": list(rows)}, "thing", where="x.toml")


def test_rows_are_as_the_file_has_them() -> None:
    full = {"name": "n", "number": 1, "flag": True, "kind": "b", "tags": ["t"], "part": [{"word": "w"}]}
    assert things(full, {"name": "m"}) == (Thing("n", 1, True, "b", ("t",), (Part("w"),)), Thing("m"))
    assert read_rows(Thing, {}, "thing", where="x.toml") == ()


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"name": "n", "nmae": "n"}, "x.toml: thing 1 (n)", "unknown key 'nmae'"),
    ({"number": 1}, "x.toml: thing 1", "key 'name' is missing"),
    ({"name": 1}, "x.toml: thing 1 (1), name", "expected a string, found 1"),
    ({"name": "n", "number": True}, "x.toml: thing 1 (n), number", "expected an integer, found True"),
    ({"name": "n", "number": "1"}, "x.toml: thing 1 (n), number", "expected an integer, found '1'"),
    ({"name": "n", "flag": 1}, "x.toml: thing 1 (n), flag", "expected true or false, found 1"),
    ({"name": "n", "kind": "c"}, "x.toml: thing 1 (n), kind", "expected 'a' or 'b', found 'c'"),
    ({"name": "n", "kind": ["a"]}, "x.toml: thing 1 (n), kind", "expected 'a' or 'b', found ['a']"),
    ({"name": "n", "tags": "t"}, "x.toml: thing 1 (n), tags", "expected an array, found 't'"),
    ({"name": "n", "tags": ["t", 1]}, "x.toml: thing 1 (n), tags 2", "expected a string, found 1"),
    ({"name": "n", "part": [1]}, "x.toml: thing 1 (n), part 1", "expected a table, found 1"),
    ({"name": "n", "part": [{}]}, "x.toml: thing 1 (n), part 1", "key 'word' is missing"),
]


@pytest.mark.parametrize(("row", "where", "what"), WRONG)
def test_a_wrong_row_is_named(row: dict[str, Any], where: str, what: str) -> None:
    with pytest.raises(BindgenError) as raised:
        things(row)
    assert (raised.value.where, raised.value.what) == (where, what)


@pytest.mark.parametrize("rows", [{"name": "n"}, "n", ["n"]])
def test_rows_are_an_array_of_tables(rows: Any) -> None:
    with pytest.raises(BindgenError, match=r"x\.toml: thing: rows must be written \[\[thing\]\]"):
        read_rows(Thing, {"thing": rows}, "thing", where="x.toml")
