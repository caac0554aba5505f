"""Compare the protocol facts of methods and capabilities that both sides have; added ones are found in the schema."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_bindgen.diff.facts.rows import sources, value_json
from mcp_bindgen.diff.facts.tables import Row
from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import SIDES, ChangeKind, Delta, Place
from mcp_bindgen.ir.methods import OTHER, MethodInfo, Side
from mcp_bindgen.jsontext import JSONValue, escape

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
    "experimental": "method status changed",
}


def method_deltas(old: Subject, new: Subject) -> list[Delta]:
    """The differences between the facts of methods."""
    rows = {row.name: row for row in new.methods}
    found: list[Delta] = []
    for one in old.methods:
        other = rows.get(one.name)
        if other is None:
            continue
        changed: dict[str, tuple[dict[str, JSONValue], dict[str, JSONValue]]] = {}
        for column, what in METHOD_COLUMNS.items():
            before, after = value_json(getattr(one, column)), value_json(getattr(other, column))
            if before != after:
                sides = changed.setdefault(what, ({}, {}))
                sides[0][column], sides[1][column] = before, after
        for what, (before, after) in changed.items():
            found.append(_of_method(what, "changed", one, other, before, after))
        if one.deprecated != other.deprecated:
            what = "method deprecated" if other.deprecated else "method no longer deprecated"
            kind: ChangeKind = "deprecated" if other.deprecated else "changed"
            found.append(_of_method(what, kind, one, other, *_deprecated(one, other)))
    return found


def _of_method(
    what: str, kind: ChangeKind, one: MethodInfo, other: MethodInfo, before: JSONValue, after: JSONValue
) -> Delta:
    pointer = f"/protocol/method/{escape(one.name)}"
    old = Place(one.message, pointer, (one.message,), sources=one.sources)
    new = Place(other.message, pointer, (other.message,), sources=other.sources)
    senders: tuple[Side, ...] = tuple(side for side in SIDES if side in (*one.senders, *other.senders))
    levels: tuple[Level, Level] | None = None
    if what == "method results changed":
        results, others = set(one.results), set(other.results)
        levels = ("breaking" if results - others else "safe", "breaking" if others - results else "safe")
        senders = tuple(OTHER[side] for side in senders)
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
    """The differences between the facts of capabilities."""
    assert old.facts is not None
    assert new.facts is not None
    found: list[Delta] = []
    for side in SIDES:
        rows = {row.path: row for row in getattr(new.facts.protocol, f"{side}_capabilities")}
        for one in getattr(old.facts.protocol, f"{side}_capabilities"):
            other = rows.get(one.path)
            if other is None:
                continue
            definition, pointer = f"{side.capitalize()}Capabilities", f"/transport/{side}_capability/{escape(one.path)}"
            before_place, after_place = (Place(definition, pointer, sources=sources(row)) for row in (one, other))
            label = f"{one.path} of the {side}"
            if one.deprecated != other.deprecated:
                what = "capability deprecated" if other.deprecated else "capability no longer deprecated"
                kind: ChangeKind = "deprecated" if other.deprecated else "changed"
                found.append(
                    Delta(
                        what,
                        "protocol",
                        kind,
                        before_place,
                        after_place,
                        label,
                        *_deprecated(one, other),
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


def _deprecated(one: Row, other: Row) -> tuple[JSONValue, JSONValue]:
    return {"deprecated": one.deprecated}, {"deprecated": other.deprecated}
