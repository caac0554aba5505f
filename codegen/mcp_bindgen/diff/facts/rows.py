"""Rows of facts, paired and shown: what every comparison of tables needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher
from typing import cast

from mcp_bindgen.diff.facts.tables import Row
from mcp_bindgen.jsontext import JSONValue

ALIKE = 0.75
"""How alike two sentences are that say one thing."""

HIDDEN = ("source", "sources", "notes")
"""Columns about the row and not the fact."""


def paired(
    ours: Sequence[Row], theirs: Sequence[Row], key: Callable[[Row], str], words: Callable[[Row], str] | None
) -> tuple[list[tuple[Row, Row]], list[Row], list[Row]]:
    """Rows of both sides, those of the old alone, those of the new alone; sentences may be put in other words."""
    known = {key(row): row for row in theirs}
    pairs = [(row, known[key(row)]) for row in ours if key(row) in known]
    taken = {key(row) for row, _ in pairs}
    gone = [row for row in ours if key(row) not in taken]
    come = [row for row in theirs if key(row) not in taken]
    if words is not None:
        likeness = sorted(
            ((_alike(words(one), words(other)), i, j) for i, one in enumerate(gone) for j, other in enumerate(come)),
            key=lambda each: (-each[0], each[1], each[2]),
        )
        left, right = dict(enumerate(gone)), dict(enumerate(come))
        for share, i, j in likeness:
            if share >= ALIKE and i in left and j in right:
                pairs.append((left.pop(i), right.pop(j)))
        gone, come = list(left.values()), list(right.values())
    return pairs, gone, come


def _alike(one: str, other: str) -> float:
    """The same either way round, which the library's measure is not."""
    first, second = sorted((one.lower(), other.lower()))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def folded(row: Row, column: str) -> JSONValue:
    """A value for comparing: names of headers are the same in any case."""
    value = plain(getattr(row, column))
    return value.lower() if column == "name" and isinstance(value, str) else value


def shown(row: Row | None, columns: Sequence[str] = ()) -> JSONValue:
    """A row as an object: these columns, or all that say something."""
    if row is None:
        return None
    telling = [
        item.name
        for item in fields(row)
        if item.name not in HIDDEN and getattr(row, item.name) not in ("", (), item.default)
    ]
    return {name: plain(getattr(row, name)) for name in columns or telling}


def plain(value: object) -> JSONValue:
    """A fact as a JSON value."""
    if isinstance(value, tuple):
        return [plain(item) for item in cast("tuple[object, ...]", value)]
    if is_dataclass(value):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    assert value is None or isinstance(value, (str, int, float, bool))
    return value


def sources(row: Row) -> tuple[str, ...]:
    """Where a row was read."""
    source: str | tuple[str, ...] = getattr(row, "sources", "") or getattr(row, "source", "")
    return tuple(source.split("; ")) if isinstance(source, str) else source
