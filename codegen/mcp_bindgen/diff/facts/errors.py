"""Compare error codes, and the situations in which each is used."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.diff.facts.rows import match_rows, row_json, sources
from mcp_bindgen.diff.facts.tables import Row, binding
from mcp_bindgen.diff.subject import Facts
from mcp_bindgen.diff.types import SIDES, ChangeKind, Delta, Place
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.methods import Side


def error_deltas(old: Facts, new: Facts) -> list[Delta]:
    """The differences between error codes; a retired code counts as absent."""
    ours = {row.code: row for row in old.errors if not row.retired}
    theirs = {row.code: row for row in new.errors if not row.retired}
    found = [_code("added", None, row) for code, row in theirs.items() if code not in ours]
    for code, row in ours.items():
        if code not in theirs:
            found.append(_code("removed", row, None))
            continue
        other = theirs[code]
        if (row.data_shape, row.name) != (other.data_shape, other.name):
            found.append(_code("changed", row, other))
        found += _uses(row, other)
    return found


def _code(kind: ChangeKind, one: ErrorCode | None, other: ErrorCode | None) -> Delta:
    row = one or other
    assert row is not None
    what = "error code retired" if kind == "removed" else f"error code {kind}"
    old, new = (None if each is None else _place(each, sources(each)) for each in (one, other))
    before, after = (None if each is None else {"name": each.name, "data": each.data_shape} for each in (one, other))
    return Delta(what, "protocol", kind, old, new, _label(row), before, after, sender=SIDES)


def _label(row: ErrorCode) -> str:
    return f"{row.code} {row.name}"


def _place(row: ErrorCode, read: tuple[str, ...]) -> Place:
    return Place("", f"/protocol/error_code/{row.code}", sources=read)


def _uses(one: ErrorCode, other: ErrorCode) -> list[Delta]:
    """The differences between the situations in which a code is used."""
    pairs, gone, come = match_rows(one.uses, other.uses, lambda use: use.situation, lambda use: use.situation)
    changed = [(use, now) for use, now in pairs if _duty(use) != _duty(now)]
    sides: Sequence[tuple[ChangeKind, Row | None, Row | None]] = [
        *(("added", None, use) for use in come),
        *(("removed", use, None) for use in gone),
        *(("changed", use, now) for use, now in changed),
    ]
    return [_use(kind, one, before, after) for kind, before, after in sides]


def _duty(use: Row) -> tuple[str, int, str]:
    return use.level, use.http_status, use.emitter


def _use(kind: ChangeKind, row: ErrorCode, before: Row | None, after: Row | None) -> Delta:
    """One such difference: old peers do not respond with an added use, new peers do not with a removed one."""
    use: Row = before if after is None else after
    old, new = (None if each is None else _place(row, sources(each)) for each in (before, after))
    emitters: tuple[Side, ...] = SIDES if use.emitter == "receiver" else (use.emitter,)
    return Delta(
        f"error use {kind}",
        "protocol",
        kind,
        old,
        new,
        f"{_label(row)} ({use.level}): {use.situation}",
        row_json(before),
        row_json(after),
        sender=emitters,
        levels=(binding(after), binding(before)),
    )
