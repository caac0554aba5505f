"""Match the rows of two tables of protocol facts, and write rows as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher
from typing import cast

from mcp_bindgen.diff.facts.tables import Row
from mcp_bindgen.jsontext import JSONValue

MIN_TEXT_SIMILARITY = 0.75
"""Least similarity, from 0 to 1, of two sentences that count as one reworded sentence."""


def match_rows(
    old: Sequence[Row], new: Sequence[Row], key: Callable[[Row], str], words: Callable[[Row], str] | None
) -> tuple[list[tuple[Row, Row]], list[Row], list[Row]]:
    """Match rows of two tables.

    Args:
        old: rows of the old side.
        new: rows of the new side.
        key: returns the id of a row.
        words: returns the text of a row, so that rows with different keys match if their texts are similar; None if
            only keys match.

    Returns:
        Matched rows, rows of the old side alone, and rows of the new side alone.
    """
    by_key = {key(row): row for row in new}
    pairs = [(row, by_key[key(row)]) for row in old if key(row) in by_key]
    taken = {key(row) for row, _ in pairs}
    gone = [row for row in old if key(row) not in taken]
    come = [row for row in new if key(row) not in taken]
    if words is not None:
        similarity = sorted(
            (
                (_similarity(words(one), words(other)), i, j)
                for i, one in enumerate(gone)
                for j, other in enumerate(come)
            ),
            key=lambda each: (-each[0], each[1], each[2]),
        )
        left, right = dict(enumerate(gone)), dict(enumerate(come))
        for share, i, j in similarity:
            if share >= MIN_TEXT_SIMILARITY and i in left and j in right:
                pairs.append((left.pop(i), right.pop(j)))
        gone, come = list(left.values()), list(right.values())
    return pairs, gone, come


def _similarity(one: str, other: str) -> float:
    """Return the similarity of two texts, from 0 to 1. The order of the texts does not matter, unlike in
    `SequenceMatcher`.
    """
    first, second = sorted((one.lower(), other.lower()))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def comparable_value(row: Row, column: str) -> JSONValue:
    """Return the value of a column for comparisons. Names are in lower case, since HTTP headers ignore case."""
    value = value_json(getattr(row, column))
    return value.lower() if column == "name" and isinstance(value, str) else value


def row_json(row: Row | None, columns: Sequence[str] = ()) -> JSONValue:
    """Return the given columns of a row as a JSON object; without given columns, all that have a value, except
    `sources`.

    Returns:
        The object, or None without a row.
    """
    if row is None:
        return None
    telling = [
        item.name
        for item in fields(row)
        if item.name != "sources" and getattr(row, item.name) not in ("", (), item.default)
    ]
    return {name: value_json(getattr(row, name)) for name in columns or telling}


def value_json(value: object) -> JSONValue:
    """Return the value of a column as JSON."""
    if isinstance(value, tuple):
        return [value_json(item) for item in cast("tuple[object, ...]", value)]
    if is_dataclass(value):
        return {item.name: value_json(getattr(value, item.name)) for item in fields(value)}
    assert value is None or isinstance(value, (str, int, float, bool))
    return value


def sources(row: Row) -> tuple[str, ...]:
    """Return the sources of a row."""
    cited: tuple[str, ...] = getattr(row, "sources", ())
    return cited
