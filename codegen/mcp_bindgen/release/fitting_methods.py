"""Derive the rows of methods of a new revision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcp_bindgen.ingest.inheritance import Row
from mcp_bindgen.ingest.protocol import completed
from mcp_bindgen.ir.capabilities import capabilities
from mcp_bindgen.ir.methods import OTHER, MethodInfo, Side, method_table, sent_methods
from mcp_bindgen.ir.types import AliasType, ObjectType, Ref, SpecRevision, TypeDef, TypeExpr, UnionType
from mcp_bindgen.release.difference import Difference

_EMPTY = ("EmptyResult", "Result")
"""The result of a request without one of its own: the first of these that the schema defines."""


def fit_methods(spec: SpecRevision, found: Difference) -> None:
    """Fit the rows `method`."""
    types, rows = spec.by_name(), found.rows("method")
    names = sent_methods(spec)
    table = {row.name: row for row in method_table(spec, completed((), names), where=spec.revision.id)}
    for row in rows:
        if row["name"] not in table:
            found.remove("method", row)
        else:
            found.change("method", row, _changes(spec, row, table[row["name"]], types))
    known = {row["name"] for row in rows}
    channels = _Channels(rows, table)
    for name in names:
        if name not in known:
            found.add("method", _added(spec, table[name], types, channels))


class _Channels:
    """How the notifications of the earlier revision travel, as a model for new ones."""

    def __init__(self, rows: Sequence[Row], table: Mapping[str, MethodInfo]) -> None:
        self._by_end: dict[tuple[tuple[str, ...], str], Counter[str]] = {}
        for row in rows:
            now = table.get(row["name"])
            if now is not None and row.get("delivery"):
                for end in (row["name"].rpartition("/")[2], ""):
                    self._by_end.setdefault((now.senders, end), Counter())[row["delivery"]] += 1

    def of(self, row: MethodInfo) -> str:
        """The channel of most notifications from the same side with the same last word, or else from that side."""
        for end in (row.name.rpartition("/")[2], ""):
            found = self._by_end.get((row.senders, end))
            if found:
                return found.most_common(1)[0][0]
        return ""


def _changes(spec: SpecRevision, row: Row, now: MethodInfo, types: Mapping[str, TypeDef]) -> dict[str, Any]:
    """The members of an inherited row that the schema contradicts."""
    changes: dict[str, Any] = {}
    for key in ("results", "wrapped_results"):
        if row.get(key):
            changes[key] = [name for name in row[key] if name in types] or None
    if now.kind != "notification" and not changes.get("results") and not now.results:
        changes["results"] = _results(now, types)
    declared = {*capabilities(spec, "client"), *capabilities(spec, "server")}
    if row.get("capability") and row["capability"] not in declared:
        changes |= {"capability": None, **({"declared_by": None} if row.get("declared_by") else {})}
    if row.get("task_capability") and row["task_capability"] not in declared:
        changes["task_capability"] = None
    return changes


def _added(spec: SpecRevision, now: MethodInfo, types: Mapping[str, TypeDef], channels: _Channels) -> Row:
    row: Row = {"name": now.name}
    if now.kind != "notification":
        results = _results(now, types)
        if results != list(now.results):
            row["results"] = results
    side = _declaring(now)
    capability = _capability(now.name, capabilities(spec, side))
    if capability:
        row["capability"] = capability
        if now.kind == "notification":
            row["declared_by"] = side
    if now.kind == "notification" and channels.of(now):
        row["delivery"] = channels.of(now)
        asks = _filter(now.name, types.get("SubscriptionFilter"))
        if asks:
            row["filter"] = asks
    return {**row, "sources": []}


def _declaring(now: MethodInfo) -> Side:
    """The side that declares the capability: the receiver of a request, the sender of a notification."""
    sender: Side = "client" if now.senders[0] == "client" else "server"
    return sender if now.kind == "notification" else OTHER[sender]


def _capability(method: str, paths: Sequence[str]) -> str:
    """`things.listChanged` for `notifications/things/list_changed`, `things` for `things/list`; empty if undeclared."""
    first, *rest = method.removeprefix("notifications/").split("/")
    word, *words = rest[-1].split("_") if rest else [""]
    for path in (f"{first}.{word}{''.join(each.capitalize() for each in words)}", first):
        if path in paths:
            return path
    return ""


def _filter(method: str, filter_: TypeDef | None) -> str:
    """`thingsListChanged` for `notifications/things/list_changed`, if a subscription's filter has such a member."""
    first, *rest = re.split("[/_]", method.removeprefix("notifications/"))
    member = first + "".join(word.capitalize() for word in rest)
    known = {field.wire_name for field in filter_.fields} if isinstance(filter_, ObjectType) else set[str]()
    return member if member in known else ""


def _results(now: MethodInfo, types: Mapping[str, TypeDef]) -> list[str]:
    """The results of a request: those of its response, or else the one that is named after it, or else an empty one.

    The one that is named after the request comes first.
    """
    response = types.get(f"{now.message.removesuffix('Request')}ResultResponse")
    if isinstance(response, ObjectType):
        of_response = next((field.type for field in response.fields if field.wire_name == "result"), None)
        if of_response is not None:
            return sorted(dict.fromkeys(_objects(of_response, types)), key=lambda name: name not in now.results)
    return list(now.results) or [name for name in _EMPTY if name in types][:1]


def _objects(expr: TypeExpr, types: Mapping[str, TypeDef]) -> Iterator[str]:
    """The object types that an expression stands for."""
    if isinstance(expr, Ref):
        match types[expr.name]:
            case UnionType(arms=arms):
                for arm in arms:
                    yield from _objects(arm, types)
            case AliasType(target=target):
                yield from _objects(target, types)
            case ObjectType(name=name):
                yield name
