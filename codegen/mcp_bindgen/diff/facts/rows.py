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
    old: Sequence[Row], new: Sequence[Row], key: Callable[[Row], str], text: Callable[[Row], str] | None
) -> tuple[list[tuple[Row, Row]], list[Row], list[Row]]:
    """Match the rows of one table in two revisions.

    Args:
        old: rows of the old side.
        new: rows of the new side.
        key: returns the id of a row. Rows with equal ids match.
        text: returns the text of a row. Rows with different ids match if their texts are similar. None if only equal
            ids match.

    Returns:
        Pairs of matched rows, the rows that only the old side has, and the rows that only the new side has.
    """
    by_key = {key(row): row for row in new}
    pairs = [(row, by_key[key(row)]) for row in old if key(row) in by_key]
    taken = {key(row) for row, _ in pairs}
    gone = [row for row in old if key(row) not in taken]
    come = [row for row in new if key(row) not in taken]
    if text is not None:
        similarity = sorted(
            (
                (_text_similarity(text(one), text(other)), i, j)
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


def _text_similarity(one: str, other: str) -> float:
    """Return the similarity of two texts, from 0 to 1. Upper case counts as lower case, and the order of the two texts
    does not matter, unlike in `SequenceMatcher`.
    """
    first, second = sorted((one.lower(), other.lower()))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def comparable_value(row: Row, column: str) -> JSONValue:
    """Return the value of a column as JSON for comparisons. A value of the column `name` is in lower case, since names
    of HTTP headers ignore case.
    """
    value = value_json(getattr(row, column))
    return value.lower() if column == "name" and isinstance(value, str) else value


def row_json(row: Row | None, columns: Sequence[str] = ()) -> JSONValue:
    """Return the given columns of a row as a JSON object; None without a row. If no columns are given, return each
    column except `sources` whose value is neither empty nor the default.
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
    """Return the value of a column as JSON: a tuple as an array, a nested row as an object."""
    if isinstance(value, tuple):
        return [value_json(item) for item in cast("tuple[object, ...]", value)]
    if is_dataclass(value):
        return {item.name: value_json(getattr(value, item.name)) for item in fields(value)}
    assert value is None or isinstance(value, (str, int, float, bool))
    return value


def row_sources(row: Row) -> tuple[str, ...]:
    """Return the sources of a row; an empty tuple for a row of a table that has no column `sources`."""
    cited: tuple[str, ...] = getattr(row, "sources", ())
    return cited
