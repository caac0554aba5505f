"""Compare the protocol facts of two revisions: methods, errors, transports, authorization, rules for messages.

Most tables are compared in the same way: rows are matched by a key, and matched rows are compared column by column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import cast

from mcp_bindgen.diff.facts.rows import comparable_value, match_rows, row_json, row_sources, value_json
from mcp_bindgen.diff.facts.tables import SINGLE_ROW_TABLES, TABLES, FactTable, Row, binding_level, is_compared
from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.subject import Facts, Subject
from mcp_bindgen.diff.types import SIDES, ChangeKind, Delta, Place
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.methods import OTHER_SIDE, MethodInfo, Side
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue, escape_token, is_array


def error_deltas(old: Facts, new: Facts) -> list[Delta]:
    """Return the differences between the error codes of two revisions, and between the situations in which both
    revisions use a code. A retired code counts as absent.
    """
    old_rows = {row.code: row for row in old.errors if not row.retired}
    new_rows = {row.code: row for row in new.errors if not row.retired}
    found = [_error_code_delta("added", None, row) for code, row in new_rows.items() if code not in old_rows]
    for code, row in old_rows.items():
        if code not in new_rows:
            found.append(_error_code_delta("removed", row, None))
            continue
        other = new_rows[code]
        if (row.data_shape, row.name) != (other.data_shape, other.name):
            found.append(_error_code_delta("changed", row, other))
        found += _use_deltas(row, other)
    return found


def _error_code_delta(kind: ChangeKind, one: ErrorCode | None, other: ErrorCode | None) -> Delta:
    row = one or other
    assert row is not None
    what = "error code retired" if kind == "removed" else f"error code {kind}"
    old, new = (None if each is None else _error_code_place(each, row_sources(each)) for each in (one, other))
    before, after = (None if each is None else {"name": each.name, "data": each.data_shape} for each in (one, other))
    return Delta(what, "protocol", kind, old, new, _error_code_label(row), before, after, sender=SIDES)


def _error_code_label(row: ErrorCode) -> str:
    return f"{row.code} {row.name}"


def _error_code_place(row: ErrorCode, read: tuple[str, ...]) -> Place:
    return Place("", f"/protocol/error_code/{row.code}", sources=read)


def _use_deltas(one: ErrorCode, other: ErrorCode) -> list[Delta]:
    """Return a difference for each situation in which only one of two revisions uses an error code, and for each
    situation with another level, HTTP status or emitter.
    """
    pairs, gone, come = match_rows(one.uses, other.uses, lambda use: use.situation, lambda use: use.situation)
    changed = [(use, now) for use, now in pairs if _duty_of_use(use) != _duty_of_use(now)]
    sides: Sequence[tuple[ChangeKind, Row | None, Row | None]] = [
        *(("added", None, use) for use in come),
        *(("removed", use, None) for use in gone),
        *(("changed", use, now) for use, now in changed),
    ]
    return [_use_delta(kind, one, before, after) for kind, before, after in sides]


def _duty_of_use(use: Row) -> tuple[str, int, str]:
    return use.level, use.http_status, use.emitter


def _use_delta(kind: ChangeKind, row: ErrorCode, before: Row | None, after: Row | None) -> Delta:
    """Return the difference for one added, removed or changed situation in which peers use an error code.

    Peers of the old revision do not follow the new use, so the keyword of the new use, such as MUST, decides the level
    from old to new. The keyword of the old use decides the level from new to old.
    """
    use: Row = before if after is None else after
    old, new = (None if each is None else _error_code_place(row, row_sources(each)) for each in (before, after))
    emitters: tuple[Side, ...] = SIDES if use.emitter == "receiver" else (use.emitter,)
    return Delta(
        f"error use {kind}",
        "protocol",
        kind,
        old,
        new,
        f"{_error_code_label(row)} ({use.level}): {use.situation}",
        row_json(before),
        row_json(after),
        sender=emitters,
        levels=(binding_level(after), binding_level(before)),
    )


METHOD_COLUMNS: Mapping[str, str] = {
    "kind": "method kind changed",
    "results": "method results changed",
    "wrapped_results": "method results changed",
    "capability": "method capability changed",
    "declared_by": "method capability changed",
    "task_capability": "method capability changed",
    "cancellable": "method duty changed",
    "progress": "method duty changed",
    "delivery": "method delivery changed",
    "filter": "method delivery changed",
    "subject": "method delivery changed",
    "experimental": "method status changed",
}


def _rename_types(types: tuple[str, ...], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(each, each) for each in types)


def method_deltas(old: Subject, new: Subject, names: Mapping[str, str]) -> list[Delta]:
    """Return the differences between the facts of methods that both sides have. A renamed result type is no difference.

    Args:
        old: the old side.
        new: the new side.
        names: Python names of the types that both sides have, old to new.
    """
    rows = {row.name: row for row in new.methods}
    found: list[Delta] = []
    for one in old.methods:
        other = rows.get(one.name)
        if other is None:
            continue
        one = replace(
            one, results=_rename_types(one.results, names), wrapped_results=_rename_types(one.wrapped_results, names)
        )
        changed: dict[str, tuple[dict[str, JSONValue], dict[str, JSONValue]]] = {}
        for column, what in METHOD_COLUMNS.items():
            before, after = value_json(getattr(one, column)), value_json(getattr(other, column))
            if before != after:
                sides = changed.setdefault(what, ({}, {}))
                sides[0][column], sides[1][column] = before, after
        for what, (before, after) in changed.items():
            found.append(_method_delta(what, "changed", one, other, before, after))
        if one.deprecated != other.deprecated:
            what, kind = _deprecation_what_and_kind("method", deprecated=other.deprecated)
            found.append(_method_delta(what, kind, one, other, *_deprecation_values(one, other)))
    return found


def _method_delta(
    what: str, kind: ChangeKind, one: MethodInfo, other: MethodInfo, before: JSONValue, after: JSONValue
) -> Delta:
    pointer = f"/protocol/method/{escape_token(one.name)}"
    old = Place(one.message, pointer, (one.message,), sources=one.sources)
    new = Place(other.message, pointer, (other.message,), sources=other.sources)
    senders: tuple[Side, ...] = tuple(side for side in SIDES if side in (*one.senders, *other.senders))
    levels: tuple[Level, Level] | None = None
    if what == "method results changed":
        results, others = set(one.results), set(other.results)
        levels = ("breaking" if results - others else "safe", "breaking" if others - results else "safe")
        senders = tuple(OTHER_SIDE[side] for side in senders)
    elif what == "method kind changed":
        levels = ("breaking", "breaking")
    elif what == "method capability changed":
        levels = (
            "risky" if other.capability or other.task_capability else "safe",
            "risky" if one.capability or one.task_capability else "safe",
        )
    return Delta(
        what, "protocol", kind, old, new, one.name, before, after, methods=(one.name,), sender=senders, levels=levels
    )


def capability_deltas(old: Subject, new: Subject) -> list[Delta]:
    """Return the differences between the facts of client and server capabilities that both subjects have. Both subjects
    must have facts.
    """
    assert old.facts is not None
    assert new.facts is not None
    found: list[Delta] = []
    for side in SIDES:
        rows = {row.path: row for row in getattr(new.facts.protocol, f"{side}_capabilities")}
        for one in getattr(old.facts.protocol, f"{side}_capabilities"):
            other = rows.get(one.path)
            if other is None:
                continue
            definition, pointer = (
                f"{side.capitalize()}Capabilities",
                f"/transport/{side}_capability/{escape_token(one.path)}",
            )
            before_place, after_place = (Place(definition, pointer, sources=row_sources(row)) for row in (one, other))
            label = f"{one.path} of the {side}"
            if one.deprecated != other.deprecated:
                what, kind = _deprecation_what_and_kind("capability", deprecated=other.deprecated)
                found.append(
                    Delta(
                        what,
                        "protocol",
                        kind,
                        before_place,
                        after_place,
                        label,
                        *_deprecation_values(one, other),
                        sender=(side,),
                    )
                )
            columns = ("experimental", "gates", "gates_tasks")
            changed = [name for name in columns if getattr(one, name) != getattr(other, name)]
            if changed:
                before = {name: value_json(getattr(one, name)) for name in changed}
                after = {name: value_json(getattr(other, name)) for name in changed}
                methods = tuple(sorted({*one.gates, *one.gates_tasks} ^ {*other.gates, *other.gates_tasks}))
                found.append(
                    Delta(
                        "capability changed",
                        "protocol",
                        "changed",
                        before_place,
                        after_place,
                        label,
                        before,
                        after,
                        methods=methods,
                        sender=(side,),
                    )
                )
    return found


def _deprecation_what_and_kind(noun: str, *, deprecated: bool) -> tuple[str, ChangeKind]:
    """Return `Delta.what` and `Delta.kind` for a part that became deprecated, or that is no longer deprecated."""
    return (f"{noun} deprecated", "deprecated") if deprecated else (f"{noun} no longer deprecated", "changed")


def _deprecation_values(one: Row, other: Row) -> tuple[JSONValue, JSONValue]:
    return {"deprecated": one.deprecated}, {"deprecated": other.deprecated}


DEPRECATION_STATES = ("demoted", "deprecated")
"""States of a deprecated part of authorization, the earlier state first."""

INCOMPATIBLE_COLUMNS = {
    ("transport/version", "declared_in"),
    ("transport/version", "unsupported"),
    ("transport/lifecycle", "state"),
    ("transport/http", "transport"),
}
"""Pairs of a table and one of its columns. Two revisions with different values in the column cannot communicate."""

PERMISSIVE_VALUES: Mapping[tuple[str, str], str] = {
    ("protocol/batching", "receive"): "must",
    ("protocol/batching", "send"): "may",
}
"""The value that permits everything, by table and column. A side with another value may reject what this value permits.
"""


def fact_deltas(old: Subject, new: Subject, names: Mapping[str, str]) -> list[Delta]:
    """Return the differences between the protocol facts of two sides; no differences if a side has no facts.

    Args:
        old: the old side.
        new: the new side.
        names: Python names of the types that both sides have, old to new.
    """
    if old.facts is None or new.facts is None:
        return []
    found = [*method_deltas(old, new, names), *capability_deltas(old, new), *error_deltas(old.facts, new.facts)]
    for name, noun, row_of in SINGLE_ROW_TABLES:
        found += _column_deltas(name, noun, row_of(old.facts), row_of(new.facts))
    for table in TABLES:
        found += _table_deltas(table, list(table.rows(old.facts)), list(table.rows(new.facts)), (old.spec, new.spec))
    found += _deprecation_deltas(old.facts, new.facts)
    return found


def _table_deltas(
    table: FactTable, old_rows: Sequence[Row], new_rows: Sequence[Row], specs: tuple[SpecRevision, SpecRevision]
) -> list[Delta]:
    pairs, gone, come = match_rows(old_rows, new_rows, table.key, table.reworded_text)
    found: list[Delta] = []
    if table.ordered:
        found += _order_deltas(table, [table.key(one) for one, _ in pairs], [table.key(row) for row in new_rows])

    def place_of_row(row: Row, spec: SpecRevision) -> Place:
        named = table.definition(row)
        pointer = f"/{table.name}/{escape_token(table.key(row))}"
        definition = named if named in spec.definitions else ""
        return Place(definition, pointer, table.types(row, spec), sources=row_sources(row))

    def make_delta(kind: ChangeKind, one: Row | None, other: Row | None, columns: Sequence[str] = ()) -> Delta:
        row = one if other is None else other
        old, new = (
            None if each is None else place_of_row(each, spec) for each, spec in zip((one, other), specs, strict=True)
        )
        levels = (table.level(other, one, specs[0]), table.level(one, other, specs[1]))
        return Delta(
            f"{table.noun} {kind}",
            "protocol",
            kind,
            old,
            new,
            table.label(row),
            row_json(one, columns),
            row_json(other, columns),
            sender=table.obliged_sides(row),
            levels=levels,
        )

    found += [make_delta("added", None, row) for row in come]
    found += [make_delta("removed", row, None) for row in gone]
    for one, other in pairs:
        changed = [
            item.name
            for item in fields(one)
            if is_compared(one, item.name) and comparable_value(one, item.name) != comparable_value(other, item.name)
        ]
        if changed == ["deprecated"]:
            what, kind = _deprecation_what_and_kind(table.noun, deprecated=other.deprecated)
            found.append(
                Delta(
                    what,
                    "protocol",
                    kind,
                    place_of_row(one, specs[0]),
                    place_of_row(other, specs[1]),
                    table.label(other),
                    row_json(one, changed),
                    row_json(other, changed),
                    sender=table.obliged_sides(other),
                )
            )
        elif changed:
            found.append(make_delta("changed", one, other, changed))
    return found


def _order_deltas(table: FactTable, old_keys: Sequence[str], new_keys: Sequence[str]) -> list[Delta]:
    """Return one difference if the rows that both sides have are in different orders, else an empty list."""
    common = [key for key in new_keys if key in old_keys]
    if list(old_keys) == common:
        return []
    place = Place("", f"/{table.name}")
    return [
        Delta(
            f"{table.noun} changed", "protocol", "changed", place, place, "order", list(old_keys), common, sender=SIDES
        )
    ]


def _column_deltas(name: str, noun: str, one: Row, other: Row) -> list[Delta]:
    found: list[Delta] = []
    for item in fields(one):
        held = getattr(one, item.name), getattr(other, item.name)
        if any(map(_is_table, held)):
            continue  # compared as a table of its own
        before, after = map(value_json, held)
        if is_compared(one, item.name) and before != after:
            old, new = (Place("", f"/{name}/{item.name}", sources=row_sources(row)) for row in (one, other))
            subject = f"{item.name.replace('_', ' ')}, {_describe_change(before, after)}"
            found.append(
                Delta(
                    f"{noun} changed",
                    "protocol",
                    "changed",
                    old,
                    new,
                    subject,
                    before,
                    after,
                    sender=SIDES,
                    levels=_column_levels(name, item.name, before, after),
                )
            )
    return found


def _is_table(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(is_dataclass, cast("tuple[object, ...]", value)))
    return is_dataclass(value)


def _describe_change(before: JSONValue, after: JSONValue) -> str:
    """Describe the change of a value in words, such as `no to yes`. For two arrays, name the removed and the added
    items, or say that only the order differs. Leave out an object, and an array that is only on one side.
    """
    if is_array(before) and is_array(after):
        gone = [str(value) for value in before if value not in after]
        come = [str(value) for value in after if value not in before]
        parts = [f"no longer {', '.join(gone)}"] * bool(gone) + [f"newly {', '.join(come)}"] * bool(come)
        return "; ".join(parts) or "in another order"
    names: dict[object, str] = {"": "nothing", True: "yes", False: "no"}
    shown = [
        value if isinstance(value, int) and not isinstance(value, bool) else names.get(value, value)
        for value in (before, after)
        if value is None or isinstance(value, (str, int))
    ]
    return " to ".join(map(str, shown))


def _column_levels(table: str, column: str, before: JSONValue, after: JSONValue) -> tuple[Level, Level] | None:
    """Return the levels of a changed column, from old to new and from new to old; None if they are not known.

    The levels are known for `INCOMPATIBLE_COLUMNS`, `PERMISSIVE_VALUES` and lists of permitted values. A value that
    only the list of the sender permits is breaking.
    """
    if (table, column) in INCOMPATIBLE_COLUMNS:
        return "breaking", "breaking"
    if (table, column) in PERMISSIVE_VALUES:
        free = PERMISSIVE_VALUES[table, column]
        return "breaking" if before == free else "safe", "breaking" if after == free else "safe"
    if not isinstance(before, list) or not isinstance(after, list):
        return None
    gone = any(value not in after for value in before)
    come = any(value not in before for value in after)
    return ("breaking" if gone else "safe", "breaking" if come else "safe")


def _deprecation_deltas(old: Facts, new: Facts) -> list[Delta]:
    """Return a difference for each part of authorization whose state of deprecation differs between two revisions. A
    part without a row is not deprecated.
    """
    old_rows = {row.item: row for row in old.authorization.deprecations}
    new_rows = {row.item: row for row in new.authorization.deprecations}
    found: list[Delta] = []
    for item in dict.fromkeys([*old_rows, *new_rows]):
        before, after = (
            DEPRECATION_STATES.index(rows[item].state) if item in rows else -1 for rows in (old_rows, new_rows)
        )
        if before != after:
            what, kind = _deprecation_what_and_kind("authorization", deprecated=after > before)
            rows = old_rows.get(item), new_rows.get(item)
            pointer = f"/authorization/deprecation/{escape_token(item)}"
            old_place, new_place = (Place("", pointer, sources=() if row is None else row_sources(row)) for row in rows)
            found.append(
                Delta(
                    what,
                    "protocol",
                    kind,
                    old_place,
                    new_place,
                    item,
                    row_json(rows[0]),
                    row_json(rows[1]),
                    sender=SIDES,
                )
            )
    return found
