"""What is different between two revisions and no schema shows: the facts on methods, errors, transports, authorization.

Every table is compared by one routine: rows are paired by a key, and a row in both is compared column by column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher
from typing import cast

from mcp_bindgen.changes.form import ChangeKind, Level
from mcp_bindgen.diff.fact_tables import SINGLE, TABLES, Row, Table, binding, is_compared
from mcp_bindgen.diff.subject import Facts, Subject
from mcp_bindgen.diff.types import SIDES, Delta, Place
from mcp_bindgen.ir.methods import OTHER, MethodRow, Side
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue, escape, is_array

STATES = ("demoted", "deprecated")
"""How far something is on its way out."""
ALIKE = 0.75
"""How alike two sentences are that say one thing."""


GRAVE = {
    ("transport/version", "declared_in"),
    ("transport/version", "unsupported"),
    ("transport/lifecycle", "state"),
    ("transport/http", "transport"),
}
"""Columns in which sides with different values cannot work together."""

LIBERTIES: Mapping[tuple[str, str], str] = {
    ("protocol/batching", "receive"): "must",
    ("protocol/batching", "send"): "may",
}
"""The value that lets a side do what others refuse."""

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
    "experimental": "method status changed",
}


def fact_deltas(old: Subject, new: Subject) -> list[Delta]:
    """Differences in the facts; none where one side has none."""
    if old.facts is None or new.facts is None:
        return []
    found = [*_methods(old, new), *_capabilities(old, new), *_errors(old.facts, new.facts)]
    for name, noun, row_of in SINGLE:
        found += _columns(name, noun, row_of(old.facts), row_of(new.facts))
    for table in TABLES:
        found += _table(table, list(table.rows(old.facts)), list(table.rows(new.facts)), (old.spec, new.spec))
    found += _deprecations(old.facts, new.facts)
    return found


def _methods(old: Subject, new: Subject) -> list[Delta]:
    rows = {row.name: row for row in new.methods}
    found: list[Delta] = []
    for one in old.methods:
        other = rows.get(one.name)
        if other is None:
            continue
        told: dict[str, tuple[dict[str, JSONValue], dict[str, JSONValue]]] = {}
        for column, what in METHOD_COLUMNS.items():
            before, after = _plain(getattr(one, column)), _plain(getattr(other, column))
            if before != after:
                sides = told.setdefault(what, ({}, {}))
                sides[0][column], sides[1][column] = before, after
        for what, (before, after) in told.items():
            found.append(_of_method(what, "changed", one, other, before, after))
        if one.deprecated != other.deprecated:
            what = "method deprecated" if other.deprecated else "method no longer deprecated"
            found.append(_of_method(what, "deprecated" if other.deprecated else "changed", one, other, None, None))
    return found


def _of_method(
    what: str, kind: ChangeKind, one: MethodRow, other: MethodRow, before: JSONValue, after: JSONValue
) -> Delta:
    pointer = f"/protocol/method/{escape(one.name)}"
    old, new = Place(one.message, pointer, (one.message,)), Place(other.message, pointer, (other.message,))
    senders: tuple[Side, ...] = tuple(side for side in SIDES if side in (*one.senders, *other.senders))
    levels: tuple[Level, Level] | None = None
    if what == "method results changed":
        results, others = set(one.results), set(other.results)
        levels = ("breaking" if results - others else "safe", "breaking" if others - results else "safe")
        senders = tuple(OTHER[side] for side in senders)
    elif what == "method kind changed":
        levels = ("breaking", "breaking")
    elif what == "method capability changed":
        levels = ("risky" if other.capability or other.task_capability else "safe",
                  "risky" if one.capability or one.task_capability else "safe")  # fmt: skip
    return Delta(what, "protocol", kind, old, new, one.name, before, after, methods=(one.name,), sender=senders,
                 levels=levels)  # fmt: skip


def _capabilities(old: Subject, new: Subject) -> list[Delta]:
    """What is said of capabilities that both sides have; which there are is in the schema."""
    assert old.facts is not None
    assert new.facts is not None
    found: list[Delta] = []
    for side in SIDES:
        rows = {row.path: row for row in getattr(new.facts.protocol, f"{side}_capabilities")}
        for one in getattr(old.facts.protocol, f"{side}_capabilities"):
            other = rows.get(one.path)
            if other is None:
                continue
            place = Place(f"{side.capitalize()}Capabilities", f"/transport/{side}_capability/{escape(one.path)}")
            label = f"{one.path} of the {side}"
            if one.deprecated != other.deprecated:
                what = "capability deprecated" if other.deprecated else "capability no longer deprecated"
                kind: ChangeKind = "deprecated" if other.deprecated else "changed"
                found.append(Delta(what, "protocol", kind, place, place, label, sender=(side,)))
            columns = ("experimental", "gates", "gates_tasks")
            changed = [name for name in columns if getattr(one, name) != getattr(other, name)]
            if changed:
                before = {name: _plain(getattr(one, name)) for name in changed}
                after = {name: _plain(getattr(other, name)) for name in changed}
                methods = tuple(sorted({*one.gates, *one.gates_tasks} ^ {*other.gates, *other.gates_tasks}))
                found.append(Delta("capability changed", "protocol", "changed", place, place, label, before, after,
                                   methods=methods, sender=(side,)))  # fmt: skip
    return found


def _errors(old: Facts, new: Facts) -> list[Delta]:
    ours = {row.code: row for row in old.errors if not row.retired}
    theirs = {row.code: row for row in new.errors if not row.retired}
    found: list[Delta] = []
    for code, row in theirs.items():
        if code not in ours:
            label, place = f"{code} {row.name}", Place("", f"/protocol/error_code/{code}")
            found.append(Delta("error code added", "protocol", "added", None, place, label, None, code, sender=SIDES))
    for code, row in ours.items():
        label, place = f"{code} {row.name}", Place("", f"/protocol/error_code/{code}")
        if code not in theirs:
            found.append(Delta("error code retired", "protocol", "removed", place, None, label, code, sender=SIDES))
            continue
        other = theirs[code]
        if (row.data_shape, row.name) != (other.data_shape, other.name):
            before, after = {"name": row.name, "data": row.data_shape}, {"name": other.name, "data": other.data_shape}
            found.append(
                Delta("error code changed", "protocol", "changed", place, place, label, before, after, sender=SIDES)
            )
        found += _uses(row.uses, other.uses, label, place)
    return found


def _uses(ours: Sequence[Row], theirs: Sequence[Row], label: str, place: Place) -> list[Delta]:
    """Situations that call for a code."""
    pairs, gone, come = _paired(ours, theirs, lambda row: row.situation, lambda row: row.situation)
    found: list[Delta] = []
    for row in come:
        found.append(
            _duty("error use", "added", None, row, f"{label} ({row.level}): {row.situation}", place, _emitter(row))
        )
    for row in gone:
        found.append(
            _duty("error use", "removed", row, None, f"{label} ({row.level}): {row.situation}", place, _emitter(row))
        )
    for one, other in pairs:
        if (one.level, one.http_status, one.emitter) != (other.level, other.http_status, other.emitter):
            found.append(
                _duty(
                    "error use",
                    "changed",
                    one,
                    other,
                    f"{label} ({other.level}): {other.situation}",
                    place,
                    _emitter(other),
                )
            )
    return found


def _emitter(row: Row) -> tuple[Side, ...]:
    return SIDES if row.emitter == "receiver" else (row.emitter,)


def _table(
    table: Table, ours: Sequence[Row], theirs: Sequence[Row], specs: tuple[SpecRevision, SpecRevision]
) -> list[Delta]:
    pairs, gone, come = _paired(ours, theirs, table.key, table.fuzzy)
    found: list[Delta] = []
    if table.ordered:
        found += _order(table, [table.key(one) for one, _ in pairs], [table.key(row) for row in theirs])

    def place(row: Row, spec: SpecRevision) -> Place:
        named = table.definition(row)
        place = f"/{table.name}/{escape(table.key(row))}"
        return Place(named if named in spec.definitions else "", place, table.types(row, spec))

    def delta(kind: ChangeKind, one: Row | None, other: Row | None, columns: Sequence[str] = ()) -> Delta:
        row = one if other is None else other
        old, new = (None if each is None else place(each, spec) for each, spec in zip((one, other), specs, strict=True))
        levels = (table.level(other, one, specs[0]), table.level(one, other, specs[1]))
        return Delta(f"{table.noun} {kind}", "protocol", kind, old, new, table.label(row), _shown(one, columns),
                     _shown(other, columns), sender=table.duty(row), levels=levels)  # fmt: skip

    found += [delta("added", None, row) for row in come]
    found += [delta("removed", row, None) for row in gone]
    for one, other in pairs:
        changed = [
            item.name
            for item in fields(one)
            if is_compared(one, item.name) and _folded(one, item.name) != _folded(other, item.name)
        ]
        if changed == ["deprecated"]:
            what = f"{table.noun} deprecated" if other.deprecated else f"{table.noun} no longer deprecated"
            kind: ChangeKind = "deprecated" if other.deprecated else "changed"
            found.append(Delta(what, "protocol", kind, place(one, specs[0]), place(other, specs[1]),
                               table.label(other), sender=table.duty(other)))  # fmt: skip
        elif changed:
            found.append(delta("changed", one, other, changed))
    return found


def _order(table: Table, ours: Sequence[str], theirs: Sequence[str]) -> list[Delta]:
    """Rows that both sides have, tried one before the other on one side only."""
    common = [key for key in theirs if key in ours]
    if list(ours) == common:
        return []
    place = Place("", f"/{table.name}")
    return [
        Delta(f"{table.noun} changed", "protocol", "changed", place, place, "order", list(ours), common, sender=SIDES)
    ]


def _duty(
    noun: str, kind: ChangeKind, one: Row | None, other: Row | None, label: str, place: Place,
    duty: tuple[Side, ...],
) -> Delta:  # fmt: skip
    """A row as a duty: old peers do not do what is new, and new ones no longer what is gone."""
    before, after = _shown(one), _shown(other)
    levels = (binding(other), binding(one))
    old, new = (None if one is None else place), (None if other is None else place)
    return Delta(f"{noun} {kind}", "protocol", kind, old, new, label, before, after, sender=duty, levels=levels)


def _columns(name: str, noun: str, one: Row, other: Row) -> list[Delta]:
    found: list[Delta] = []
    for item in fields(one):
        held = getattr(one, item.name), getattr(other, item.name)
        if any(map(_is_table, held)):
            continue  # compared as such
        before, after = map(_plain, held)
        if is_compared(one, item.name) and before != after:
            place = Place("", f"/{name}/{item.name}")
            found.append(
                Delta(
                    f"{noun} changed",
                    "protocol",
                    "changed",
                    place,
                    place,
                    f"{item.name.replace('_', ' ')}, {_told(before, after)}",
                    before,
                    after,
                    sender=SIDES,
                    levels=_levels(name, item.name, before, after),
                )
            )
    return found


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and any(map(is_dataclass, cast("tuple[object, ...]", value)))


def _told(before: JSONValue, after: JSONValue) -> str:
    """What became of a value, in words."""
    if is_array(before) and is_array(after):
        gone = [str(value) for value in before if value not in after]
        come = [str(value) for value in after if value not in before]
        parts = [f"no longer {', '.join(gone)}"] * bool(gone) + [f"newly {', '.join(come)}"] * bool(come)
        return "; ".join(parts) or "in another order"
    names: dict[object, str] = {"": "nothing", True: "yes", False: "no"}
    shown = [value if isinstance(value, int) and not isinstance(value, bool) else names.get(value, value)
             for value in (before, after) if value is None or isinstance(value, (str, int))]  # fmt: skip
    return " to ".join(map(str, shown))


def _levels(table: str, column: str, before: JSONValue, after: JSONValue) -> tuple[Level, Level] | None:
    """What becomes of those who keep to one value among those who keep to the other; None where that is not known.

    Of lists of what may be done, what is on one side only is missed by those who do it.
    """
    if (table, column) in GRAVE:
        return "breaking", "breaking"
    if (table, column) in LIBERTIES:
        free = LIBERTIES[table, column]
        return "breaking" if before == free else "safe", "breaking" if after == free else "safe"
    if not isinstance(before, list) or not isinstance(after, list):
        return None
    gone = any(value not in after for value in before)
    come = any(value not in before for value in after)
    return ("breaking" if gone else "safe", "breaking" if come else "safe")


def _deprecations(old: Facts, new: Facts) -> list[Delta]:
    """Parts of authorization on their way out, further than before or no longer so far."""
    ours = {row.item: row for row in old.authorization.deprecations}
    theirs = {row.item: row for row in new.authorization.deprecations}
    found: list[Delta] = []
    for item in dict.fromkeys([*ours, *theirs]):
        before, after = (STATES.index(rows[item].state) if item in rows else -1 for rows in (ours, theirs))
        if before != after:
            what = "authorization deprecated" if after > before else "authorization no longer deprecated"
            kind: ChangeKind = "deprecated" if after > before else "changed"
            place = Place("", f"/authorization/deprecation/{escape(item)}")
            shown = _shown(ours.get(item)), _shown(theirs.get(item))
            found.append(Delta(what, "protocol", kind, place, place, item, *shown, sender=SIDES))
    return found


def _paired(
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


def _folded(row: Row, column: str) -> JSONValue:
    """A value for comparing: names of headers are the same in any case."""
    value = _plain(getattr(row, column))
    return value.lower() if column == "name" and isinstance(value, str) else value


def _shown(row: Row | None, columns: Sequence[str] = ()) -> JSONValue:
    if row is None:
        return None
    names = columns or [item.name for item in fields(row) if item.name not in ("source", "sources", "notes")]
    return {name: _plain(getattr(row, name)) for name in names if getattr(row, name) not in ("", ())}


def _plain(value: object) -> JSONValue:
    """A fact as a JSON value."""
    if isinstance(value, tuple):
        return [_plain(item) for item in cast("tuple[object, ...]", value)]
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    assert value is None or isinstance(value, (str, int, float, bool))
    return value
