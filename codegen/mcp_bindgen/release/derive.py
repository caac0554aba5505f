"""Derive how the facts of a new revision differ from those of an earlier one, from the schema of the new one.

A row about something that the schema no longer has is removed. A row is added for each new method, capability and error
code, with every value that can be derived from the schema and from the rows of similar methods; other values are empty
texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp_bindgen import naming
from mcp_bindgen.ingest.inheritance import Row
from mcp_bindgen.ingest.protocol import ChosenName, complete_method_facts
from mcp_bindgen.ingest.transport import is_sub_capability
from mcp_bindgen.ir.chosen_names import why_without_effect
from mcp_bindgen.ir.error_codes import ErrorShape, error_shapes
from mcp_bindgen.ir.features import CAPABILITY_TYPES, capability_paths
from mcp_bindgen.ir.lint_rules import has_place
from mcp_bindgen.ir.methods import (
    EMPTY_RESULTS,
    OTHER_SIDE,
    MethodInfo,
    Side,
    method_table,
    sent_methods,
    stated_results,
    subscription_filter,
)
from mcp_bindgen.ir.type_comparison import TypeComparison
from mcp_bindgen.ir.types import (
    AliasType,
    Field,
    LiteralValue,
    ObjectType,
    Ref,
    Scalar,
    SpecRevision,
    TypeDef,
    TypeExpr,
    object_type,
)
from mcp_bindgen.jsontext import is_array
from mcp_bindgen.release.difference import Difference
from mcp_bindgen.release.renaming import NewNames


def derive_error_codes(spec: SpecRevision, found: Difference) -> None:
    """Derive the changes of the rows `error_code`, and add them to a difference.

    An inherited row gets the present code of its definition, and the row of a code names a definition that has the
    code. A row is added for each code that a definition has and that has no row. If the definition of a row has another
    code now, the row of the old code is removed, unless a definition has the old code.
    """
    shapes = error_shapes(spec)
    having: dict[int, dict[str, ErrorShape]] = {}
    for shape in shapes:
        for code in shape.codes:
            having.setdefault(code, {})[shape.definition] = shape
    codes = {shape.definition: shape.codes for shape in shapes}
    inherited = {row["code"]: row for row in found.get_inherited_rows("error_code")}
    placed = _map_rows_by_present_code(list(inherited.values()), codes)
    rows: dict[int, Row] = {
        code: _update_error_row(row, having.get(code, {})) | {"code": code} for code, row in placed.items()
    }
    names = {row["name"] for row in rows.values()}
    for code, several in having.items():
        if code not in rows:
            name = _make_constant_name(next(iter(several.values())), code, names)
            names.add(name)
            rows[code] = {"code": code, "name": name, "meaning": "", "definition": next(iter(several)), "sources": []}
    for code, row in inherited.items():
        if code in rows:
            found.change_row("error_code", row, {key: rows[code].get(key) for key in {**row, **rows[code]}})
        else:
            found.remove_row("error_code", row)
    moved = [code for code, row in placed.items() if row["code"] != code]
    order = list(spec.definitions)
    for code in sorted(rows.keys() - inherited.keys(), key=lambda each: order.index(rows[each]["definition"])):
        found.add_row("error_code", rows[code])
    found.note_renamed_rows("error_code", [rows[code] for code in moved if code not in inherited])


def _map_rows_by_present_code(rows: Sequence[Row], codes: Mapping[str, tuple[int, ...]]) -> dict[int, Row]:
    """Return inherited rows by their present code.

    The present code of a row is the only code of its definition. The row keeps its own code if it has no definition, if
    the definition has several codes or none, or if another row keeps the code of the definition.

    Args:
        rows: the rows.
        codes: the codes of each definition.
    """
    kept = {row["code"] for row in rows if row["code"] in codes.get(row.get("definition", ""), ())}
    placed: dict[int, Row] = {row["code"]: row for row in rows}
    for row in rows:
        now = codes.get(row.get("definition", ""), ())
        if len(now) == 1 and now[0] not in kept:
            if placed[row["code"]] is row:
                del placed[row["code"]]
            placed[now[0]] = row
    return placed


def _update_error_row(row: Row, having: Mapping[str, ErrorShape]) -> Row:
    """Return the inherited row of a code with the present definition of the code.

    The row keeps its definition if this definition still has the code; else the row gets the first definition with the
    code, or no definition if none has the code. A row with a definition loses `reserved`, and loses `data` if the
    definition states the data.

    Args:
        row: the inherited row.
        having: the definitions that have the code, by name.
    """
    if not having:
        return {key: value for key, value in row.items() if key != "definition"}
    shape = having.get(row.get("definition", "")) or next(iter(having.values()))
    left_out = {"reserved", *(("data",) if shape.data else ())}
    return {**{key: value for key, value in row.items() if key not in left_out}, "definition": shape.definition}


def find_changed_codes(before: SpecRevision, spec: SpecRevision) -> dict[str, tuple[int, int]]:
    """Return the old and the new code of each error whose only code has changed, by the definition of the error."""
    then, now = ({shape.definition: shape.codes for shape in error_shapes(each)} for each in (before, spec))
    both = [(name, codes[0], now[name][0]) for name, codes in then.items() if len(codes) == 1 == len(now.get(name, ()))]
    return {name: (old, new) for name, old, new in both if old != new}


def _make_constant_name(shape: ErrorShape, code: int, taken: Container[str]) -> str:
    """Return the name for the constant of a code: the name of the definition without `Error`, in upper case.

    The code is added if the definition has several codes, or if the name is taken.
    """
    stem = shape.definition.removesuffix("Error")
    name = naming.make_constant_name(stem)
    return name if len(shape.codes) == 1 and name not in taken else naming.make_constant_name(f"{stem} {code}")


META_KINDS = ("request", "notification", "result")


@dataclass
class MetaMember:
    """A member of `_meta` that a schema states."""

    type: str
    on: set[str] = field(default_factory=set[str])
    senders: set[str] = field(default_factory=set[str])
    required: bool = True
    """True if the key is required in every message that may have it."""

    def make_row(self, key: str) -> Row:
        """Return the row `meta_key` for this member."""
        return {
            "key": key,
            "type": self.type,
            "on": [kind for kind in META_KINDS if kind in self.on],
            "sender": "either" if len(self.senders) > 1 else min(self.senders),
            "applies": "",
            "level": "MUST" if self.required else "MAY",
            "sources": [],
        }


def find_meta_members(spec: SpecRevision) -> dict[str, MetaMember]:
    """Return the members of `_meta` in the params and results of a revision, by key. `_meta` inside of other objects
    does not count.
    """
    types = spec.by_name()
    wire_names = {name: wire_name for wire_name, name in spec.definitions.items()}
    found: dict[str, MetaMember] = {}
    for row in _find_stated_methods(spec).values():
        for kind, sender, owner in _find_meta_owners(row):
            for member in _find_meta_fields(owner, types):
                meta_member = found.setdefault(
                    member.wire_name, MetaMember(_find_type_name(member.type, types, wire_names))
                )
                meta_member.on.add(kind)
                meta_member.senders.add(sender)
                meta_member.required = meta_member.required and member.required
    return found


def derive_meta_keys(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Derive the changes of the rows `meta_key`, and add them to a difference.

    A row is removed if only the earlier schema states its key, or if no schema states its key and the new schema lacks
    the definition of its type. A row of a key that the new schema states gets what only the new schema says of the key,
    and a row is added for each such key without a row.

    Args:
        spec: the new revision.
        before: the revision from which the rows are inherited.
        found: the difference, to which the changes are added.
    """
    now, then = find_meta_members(spec), find_meta_members(before)
    for row in found.get_inherited_rows("meta_key"):
        key, type_ = row["key"], row["type"]
        if key in now:
            stated = then[key].make_row(key) if key in then else {}
            changes = {name: value for name, value in now[key].make_row(key).items() if value != stated.get(name)}
            if not now[key].required and key not in then:
                changes["level"] = row["level"]
            found.change_row("meta_key", row, {**changes, "applies": row["applies"], "sources": row["sources"]})
        elif key in then or (type_[0].isupper() and type_ not in spec.definitions):
            found.remove_row("meta_key", row)
    listed = {row["key"] for row in found.get_inherited_rows("meta_key")}
    for key, member in now.items():
        if key not in listed:
            found.add_row("meta_key", member.make_row(key))


def update_listed_keys(pattern: str, spec: SpecRevision, before: SpecRevision) -> str:
    """Return a pattern in which the list of `_meta` keys with the specification's prefix is up to date.

    Keys that only the new schema has are added, and keys that only the earlier schema has are removed. A pattern
    without such a list is returned unchanged.
    """
    now, then = find_meta_members(spec), find_meta_members(before)
    return _LISTED_KEYS.sub(lambda match: f"{match[1]}{'|'.join(_update_key_names(match[2], now, then))})", pattern)


_LISTED_KEYS = re.compile(r"(io\\\.modelcontextprotocol/\(\?:)([^()]+)\)")
_PREFIX = "io.modelcontextprotocol/"


def _update_key_names(names: str, now: Collection[str], then: Collection[str]) -> list[str]:
    new, old = _make_key_patterns(now), _make_key_patterns(then)
    listed = [name for name in names.split("|") if name in new or name not in old]
    return [*(name for name in new if name not in listed), *listed]


def _make_key_patterns(keys: Collection[str]) -> list[str]:
    """Return those keys that have the specification's prefix, without the prefix and escaped for a pattern."""
    names = [key.removeprefix(_PREFIX) for key in keys if key.startswith(_PREFIX)]
    return [re.escape(name).replace("\\-", "-") for name in names]


def _find_meta_owners(row: MethodInfo) -> Iterator[tuple[str, str, str]]:
    """Yield, for the params and each result of a method, the kind of the message, its sender, and the type's name."""
    for sender in row.senders:
        if row.params:
            yield "notification" if row.kind == "notification" else "request", sender, row.params
        for result in (*row.results, *row.wrapped_results):
            yield "result", "client" if sender == "server" else "server", result


def _find_meta_fields(owner: str, types: Mapping[str, TypeDef]) -> tuple[Field, ...]:
    type_ = object_type(Ref(owner), types)
    meta: Any = type_.by_wire_name.get("_meta") if type_ is not None else None
    of_meta = object_type(meta.type, types) if meta is not None else None
    return of_meta.fields if of_meta is not None else ()


def _find_type_name(expr: TypeExpr, types: Mapping[str, TypeDef], wire_names: Mapping[str, str]) -> str:
    """Return the name of a type's definition. For a type without a definition, return its JSON type, or `any` if it may
    have several.
    """
    match expr:
        case Ref(name=name) if name in wire_names:
            return wire_names[name]
        case Ref(name=name):
            inline = types[name]
            if isinstance(inline, AliasType):
                return _find_type_name(inline.target, types, wire_names)
            return "object" if isinstance(inline, ObjectType) else "any"
        case Scalar(kind=kind):
            return kind
        case LiteralValue(values=values) if all(isinstance(value, str) for value in values):
            return "string"
        case _:
            return "any"


def derive_methods(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Derive the changes of the rows `method`, and add them to a difference: remove the rows of lost methods, add rows
    of new methods, and change the members that the schema contradicts.

    Args:
        spec: the new revision.
        before: the revision from which the rows are inherited.
        found: the difference, to which the changes are added.
    """
    rows, table, then = found.get_inherited_rows("method"), _find_stated_methods(spec), _find_stated_methods(before)
    deliveries, renamed_filters = _Deliveries(rows, table, spec), _find_renamed_filters(before, spec)
    capabilities = _find_renamed_capabilities(before, spec, "client") | _find_renamed_capabilities(
        before, spec, "server"
    )
    for row in rows:
        name = row["name"]
        if name not in table:
            found.remove_row("method", row)
            continue
        results = [found.types.get(each, each) for each in then[name].results] if name in then else []
        changes = _find_changed_members(spec, row, table[name], results, capabilities)
        if name in then and _get_kind_and_senders(then[name]) != _get_kind_and_senders(table[name]):
            fresh = _make_method_row(spec, table[name], deliveries)
            changes |= {key: fresh.get(key) for key in ROLE_MEMBERS}
        elif row.get("filter"):
            if row["filter"] not in _get_filter_members(spec):
                changes["filter"] = _find_filter_member(name, spec) or renamed_filters.get(row["filter"])
        elif _find_filter_member(name, spec) and not _find_filter_member(name, before):
            changes["filter"] = _find_filter_member(name, spec)
        found.change_row("method", row, changes)
    listed = {row["name"] for row in rows}
    for name, now in table.items():
        if name not in listed:
            found.add_row("method", _make_method_row(spec, now, deliveries))


PROGRESS_MEMBER = "progressToken"
"""Name of the member of the params by which a notification names the request whose progress it reports."""

ROLE_MEMBERS = ("capability", "declared_by", "delivery", "filter")
"""Names of the members of a method's row that depend on the kind and the senders of the method."""


def _get_kind_and_senders(row: MethodInfo) -> tuple[str, frozenset[str]]:
    return row.kind, frozenset(row.senders)


def _find_stated_methods(spec: SpecRevision) -> dict[str, MethodInfo]:
    """Return the methods of a schema, by name, with only the facts that the schema states."""
    rows = method_table(spec, complete_method_facts((), sent_methods(spec)), where=spec.revision.id)
    return {row.name: row for row in rows}


COMPARED_FACTS = (
    *("kind", "senders", "params", "params_required", "results", "wrapped_results", "paginated", "cacheable"),
    *("capability", "declared_by", "task_capability", "delivery", "filter", "deprecated"),
)
"""Facts about a method that `describe_method_changes` compares."""
LIST_FACTS = ("senders", "results", "wrapped_results")
"""Members of `COMPARED_FACTS` that are lists."""


def describe_method_changes(
    before: Iterable[MethodInfo], now: Iterable[MethodInfo], renamed: NewNames
) -> dict[str, str]:
    """Return a text about the changed facts of each method that two revisions have, by name in the later revision.

    Methods whose facts are equal are left out.

    Args:
        before: the methods of the earlier revision.
        now: the methods of the later one.
        renamed: the names of the earlier revision that differ from those of the later one.
    """
    earlier = {row["name"]: row for row in (renamed.rename_in_rows(_select_comparable_facts(each)) for each in before)}
    found: dict[str, str] = {}
    for row in map(_select_comparable_facts, now):
        then = earlier.get(row["name"], row)
        texts = [
            f"{key} {_format_value(then[key])}, now {_format_value(row[key])}"
            for key in COMPARED_FACTS
            if then[key] != row[key]
        ]
        if texts:
            found[row["name"]] = "; ".join(texts)
    return found


def _select_comparable_facts(row: MethodInfo) -> Row:
    return {key: [*getattr(row, key)] if key in LIST_FACTS else getattr(row, key) for key in ("name", *COMPARED_FACTS)}


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return (" or ".join(value) if is_array(value) else str(value or "")) or "none"


class _Deliveries:
    """Deliveries of inherited notifications, from which the delivery of a new notification follows."""

    def __init__(self, rows: Sequence[Row], table: Mapping[str, MethodInfo], spec: SpecRevision) -> None:
        self._spec = spec
        self._known: dict[tuple[str, ...], dict[str, set[str]]] = {}
        """Deliveries by the senders of a notification, and then by its subject."""
        for row in rows:
            now = table.get(row["name"])
            if now is not None and row.get("delivery"):
                subject = "change" if row.get("filter") else self._find_subject(now)
                self._known.setdefault(now.senders, {}).setdefault(subject, set()).add(row["delivery"])

    def find_delivery(self, row: MethodInfo) -> str | None:
        """Return the delivery of the inherited notifications that have the same senders and the same subject.

        Return an empty text, for a person to fill in, if these notifications have several deliveries, or if no
        notification has the same subject. Return None if no notification with the same senders has a delivery.
        """
        known = self._known.get(row.senders)
        if known is None:
            return None
        found = known.get(self._find_subject(row), set())
        return next(iter(found)) if len(found) == 1 else ""

    def _find_subject(self, row: MethodInfo) -> str:
        """Return the subject of a notification: `change` if clients subscribe to it, `progress` if it reports the
        progress of a request, else an empty text.
        """
        if _find_filter_member(row.name, self._spec):
            return "change"
        params = self._spec.by_name().get(row.params or "")
        is_progress = isinstance(params, ObjectType) and PROGRESS_MEMBER in params.by_wire_name
        return "progress" if is_progress else ""


def _find_changed_members(
    spec: SpecRevision, row: Row, now: MethodInfo, results: Sequence[str], capabilities: Mapping[str, str]
) -> dict[str, Any]:
    """Return new values for those members of a method's inherited row that the schema states or contradicts.

    The value None means that the member is removed.

    Args:
        spec: the schema.
        row: the row.
        now: the method with only the facts that the schema states.
        results: the results that the earlier schema states, under their present names.
        capabilities: the new paths of renamed capabilities, by old path.
    """
    types, changes = spec.by_name(), dict[str, Any]()
    message = types[now.message]
    is_stated = isinstance(message, ObjectType) and bool(stated_results(message, types))
    for key in ("results", "wrapped_results"):
        if row.get(key):
            changes[key] = [name for name in row[key] if name in types and now.kind != "notification"] or None
    if is_stated and row.get("results"):
        changes["results"] = None
    if now.kind != "notification" and not changes.get("results") and not now.results:
        kept = [name for name in results if name in types]
        changes["results"] = kept or _find_results(now, types)
    declared = {*capability_paths(spec, "client"), *capability_paths(spec, "server")}
    if row.get("capability") and row["capability"] not in declared:
        paths = capability_paths(spec, _find_declaring_side(now))
        capability = _find_capability(now.name, paths) or capabilities.get(row["capability"])
        declared_by = row.get("declared_by") if capability else None
        changes |= {"capability": capability, **({"declared_by": declared_by} if row.get("declared_by") else {})}
    if row.get("task_capability") and row["task_capability"] not in declared:
        changes["task_capability"] = None
    return changes


def _make_method_row(spec: SpecRevision, now: MethodInfo, deliveries: _Deliveries) -> Row:
    row: Row = {"name": now.name}
    if now.kind != "notification":
        results = _find_results(now, spec.by_name())
        if results != list(now.results):
            row["results"] = results
    side = _find_declaring_side(now)
    capability = _find_capability(now.name, capability_paths(spec, side))
    if capability:
        row["capability"] = capability
        if now.kind == "notification":
            row["declared_by"] = side
    delivery = deliveries.find_delivery(now) if now.kind == "notification" else None
    if delivery is not None:
        row["delivery"] = delivery
        if _find_filter_member(now.name, spec):
            row["filter"] = _find_filter_member(now.name, spec)
    return {**row, "sources": []}


def _find_declaring_side(now: MethodInfo) -> Side:
    """Return the side that declares a method's capability: the receiver of a request, the sender of a notification. If
    both sides send the method, the first of its senders counts.
    """
    sender: Side = "client" if now.senders[0] == "client" else "server"
    return sender if now.kind == "notification" else OTHER_SIDE[sender]


def _find_capability(method: str, paths: Sequence[str]) -> str:
    """Return the path of the capability for a method, or "" if the schema has no such capability.

    For `notifications/things/list_changed`, the path is `things.listChanged`, or else `things`. For `things/list`, it
    is `things.list`, or else `things`.
    """
    first, *rest = method.removeprefix("notifications/").split("/")
    word, *words = rest[-1].split("_") if rest else [""]
    for path in (f"{first}.{word}{''.join(each.capitalize() for each in words)}", first):
        if path in paths:
            return path
    return ""


def _find_renamed_capabilities(before: SpecRevision, spec: SpecRevision, side: Side) -> dict[str, str]:
    """Return the new paths of the renamed capabilities of a side, and of the capabilities in them, by old path."""
    found: dict[str, str] = {}
    known = set(capability_paths(spec, side))
    old_type, new_type = (
        each.by_name().get(each.definitions.get(CAPABILITY_TYPES[side], "")) for each in (before, spec)
    )
    for old, new in find_renamed_members(old_type, new_type, before, spec).items():
        for path in capability_paths(before, side):
            head, dot, rest = path.partition(".")
            if head == old and f"{new}{dot}{rest}" in known:
                found[path] = f"{new}{dot}{rest}"
    return found


def _find_filter_member(method: str, spec: SpecRevision) -> str:
    """Return the name of the member of a subscription's filter that asks for a notification; empty without such a
    member.

    The member is `thingsListChanged` for `notifications/things/list_changed`.
    """
    first, *rest = re.split("[/_]", method.removeprefix("notifications/"))
    member = first + "".join(word.capitalize() for word in rest)
    return member if member in _get_filter_members(spec) else ""


def _get_filter_members(spec: SpecRevision) -> Mapping[str, Field]:
    """Return the members of a subscription's filter by wire name; empty if the schema has no such filter."""
    type_ = subscription_filter(spec)
    return type_.by_wire_name if type_ is not None else {}


def _find_renamed_filters(before: SpecRevision, spec: SpecRevision) -> dict[str, str]:
    """Return the new names of renamed members of a subscription's filter, by old name."""
    return find_renamed_members(subscription_filter(before), subscription_filter(spec), before, spec)


def find_renamed_members(
    before: TypeDef | None, after: TypeDef | None, earlier: SpecRevision, spec: SpecRevision
) -> dict[str, str]:
    """Return the new wire names of renamed members of a type, by old name; empty if one of the two is no object type.

    A lost and an added member are one renamed member if no other lost or added member has their type. The names of
    inline types do not count, since they follow the names of the members.

    Args:
        before: the type in the earlier release; None if the release lacks it.
        after: the type in the later release; None if the release lacks it.
        earlier: the earlier release.
        spec: the later release.
    """
    if not isinstance(before, ObjectType) or not isinstance(after, ObjectType):
        return {}
    old, new = before.by_wire_name, after.by_wire_name
    types = earlier.by_name()
    found: dict[str, str] = {}
    for name in old.keys() - new.keys():
        alike = [
            [
                field.wire_name
                for field in here.values()
                if field.wire_name not in there and TypeComparison(types, owners).are_equal(old[name].type, field.type)
            ]
            for here, there, owners in ((old, new, types), (new, old, spec.by_name()))
        ]
        if [len(names) for names in alike] == [1, 1]:
            found[name] = alike[1][0]
    return found


def _find_results(now: MethodInfo, types: Mapping[str, TypeDef]) -> list[str]:
    """Return the results of a request: those that the schema states or that have its name, or else the first empty
    result that the schema defines.
    """
    return list(now.results) or [name for name in EMPTY_RESULTS if name in types][:1]


OUTSIDE_CHECK = "outside"
"""Name of the check by which a lint rule requires a value outside of a range, or one of the listed values."""
NONE_OF_CHECK = "none_of"
"""Name of the check by which a lint rule refuses each listed value."""
DATA_CHECKS = frozenset({"error_data", "error_elicitations"})
"""Names of the checks by which a lint rule requires the data of certain errors."""
ERROR_PLACES = ("Error", "JSONRPCErrorResponse.error", "JSONRPCError.error")
"""The places of errors in lint rules, in the order of preference."""
ANY_OBJECT_PREFIX = "*."
"""Beginning of a place of a lint rule that means a member of any object. The name of the member follows."""


def derive_lint_rules(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Derive the changes of `lint_rules.toml`, and add them to a difference.

    A place follows the new name of its member. A rule loses each other place that the schema no longer has. The codes,
    constants and `_meta` keys that a rule lists are updated. A rule is removed if no place is left, or no code in its
    list. A rule is added for each error whose data the schema requires with required members, unless a rule has the
    code of the error.
    """
    required = _find_required_data(spec)
    for row in found.get_inherited_rows("rule"):
        named = [_place_in(spec, before, place) for place in row["places"]]
        kept = [place for place in named if has_place(spec, place)]
        pattern = {"pattern": update_listed_keys(row["pattern"], spec, before)} if row.get("pattern") else {}
        if kept:
            codes = {**_update_range_values(spec, before, row), **_update_error_values(spec, before, row)}
            if codes.get("values") == []:
                found.remove_row("rule", row)
                continue
            data: dict[str, list[str]] = {}
            if row["check"] in DATA_CHECKS:
                listed: Sequence[str] = codes.get("values") or row["values"]
                data = _update_data_members(row, [each for code, (_, each) in required.items() if str(code) in listed])
                required = {code: each for code, each in required.items() if str(code) not in listed}
            constants = _update_constant_values(spec, row)
            found.change_row("rule", row, {"places": kept, **codes, **constants, **pattern, **data})
        else:
            found.remove_row("rule", row)
    rows = found.get_inherited_rows("rule")
    ids, listed_places = {row["id"] for row in rows}, [row["places"] for row in rows if row["check"] in DATA_CHECKS]
    places = [place for part in (*listed_places, ERROR_PLACES) for place in part if has_place(spec, place)]
    for code, (definition, members) in required.items() if places else ():
        row = _make_data_rule(places[0], code, definition, members)
        if row["id"] in ids:  # a definition may have several codes, and an earlier rule this id
            row["id"] += f"-{abs(code)}"
        ids.add(row["id"])
        found.add_row("rule", row)


def _find_required_data(spec: SpecRevision) -> dict[int, tuple[str, list[str]]]:
    """Return the definition of each error whose data the schema requires, and the members that the data require, by
    code.

    Errors whose data require no member are left out, and so are codes that several definitions have.
    """
    types, shapes = spec.by_name(), error_shapes(spec)
    counted = Counter(code for shape in shapes for code in shape.codes)
    found: dict[int, tuple[str, list[str]]] = {}
    for shape in shapes:
        data = object_type(Ref(shape.data), types) if shape.data and shape.data_required else None
        members = [field.wire_name for field in data.fields if field.required] if data is not None else []
        found |= {code: (shape.definition, members) for code in shape.codes if members and counted[code] == 1}
    return found


def _update_data_members(row: Row, required: Sequence[list[str]]) -> dict[str, list[str]]:
    """Return the updated member `members` of a rule about the data of errors; no member if it is up to date.

    Args:
        row: the rule.
        required: the members that the data of the errors of the rule require. Errors without such data are left out.
    """
    stated = row.get("members")
    return {"members": required[0]} if stated and required and {*stated} != {*required[0]} else {}


def _make_data_rule(place: str, code: int, definition: str, members: Sequence[str]) -> dict[str, Any]:
    """Return the lint rule that requires the members in the data of an error. The place is that of all errors."""
    words = re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", definition.removesuffix("Error"))
    return {
        "id": f"error.data-{'-'.join(words).lower()}",
        "keyword": "MUST",
        "level": "error",
        "places": [place],
        "check": "error_data",
        "values": [str(code)],
        "members": [*members],
        "message": f"expected data with {' and '.join(members)}",
        "sources": [f"schema.ts: {definition}"],
    }


def _place_in(spec: SpecRevision, before: SpecRevision, place: str) -> str:
    """Return a place of a lint rule with the new name of its member if the member has been renamed."""
    definition, _, path = place.partition(".")
    member, dot, rest = path.partition(".")
    name = member.removesuffix("[]")
    old, new = (each.by_name().get(each.definitions.get(definition, "")) for each in (before, spec))
    renamed = {} if has_place(spec, place) else find_renamed_members(old, new, before, spec)
    return f"{definition}.{renamed[name]}{member[len(name) :]}{dot}{rest}" if name in renamed else place


def _update_range_values(spec: SpecRevision, before: SpecRevision, row: Row) -> dict[str, list[str]]:
    """Return the updated member `values` of a rule about a range of error codes; no member for another rule.

    The schema's codes in the range are added, since they may be sent. A code is left out if its error has another code
    now.
    """
    if row["check"] != OUTSIDE_CHECK or row["places"] != ["Error.code"]:
        return {}
    codes = [code for shape in error_shapes(spec) for code in shape.codes]
    added = [str(code) for code in codes if row["minimum"] <= code <= row["maximum"]]
    lost = {str(code) for code, _ in find_changed_codes(before, spec).values() if code not in codes}
    kept = [code for code in row["values"] if code not in lost]
    return {"values": [*kept, *(code for code in added if code not in kept)]}


def _update_error_values(spec: SpecRevision, before: SpecRevision, row: Row) -> dict[str, list[str]]:
    """Return the updated member `values` of a rule about certain errors; no member for another rule.

    The code of an error that has another code now is replaced. A code is left out if only the earlier schema defines
    it. A rule that forbids codes loses the codes that the schema defines.
    """
    if not row.get("values") or row["check"] == OUTSIDE_CHECK or not set(row["places"]) <= {"Error", "Error.code"}:
        return {}
    then, now = ({code for shape in error_shapes(each) for code in shape.codes} for each in (before, spec))
    if row["check"] == NONE_OF_CHECK:
        return {"values": [code for code in row["values"] if int(code) not in now]}
    moved = dict(find_changed_codes(before, spec).values())
    stated = [moved.get(int(code), int(code)) for code in row["values"]]
    return {"values": [str(code) for code in stated if code in now or code not in then]}


def _update_constant_values(spec: SpecRevision, row: Row) -> dict[str, list[str]]:
    """Return the updated member `values` of a rule that lists the constants of a member of any object; no member for
    another rule.

    The constants that the schema states for the member are added.
    """
    members = {place.removeprefix(ANY_OBJECT_PREFIX) for place in row["places"] if place.startswith(ANY_OBJECT_PREFIX)}
    if row["check"] != "one_of" or not members:
        return {}
    fields = [field for type_ in spec.types if isinstance(type_, ObjectType) for field in type_.fields]
    types = [field.type for field in fields if field.wire_name in members]
    stated = [value for each in types if isinstance(each, LiteralValue) for value in each.values]
    added = dict.fromkeys(value for value in stated if isinstance(value, str) and value not in row["values"])
    return {"values": [*row["values"], *added]}


def derive_protocol(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Derive the changes of `protocol.toml`, and add them to a difference.

    Rows of methods and error codes are added, changed and removed. Rows of chosen names and defaults are removed if the
    schema has nothing that they are about. A row of a feature loses the places that the schema no longer has; a row
    whose last place is lost states that the feature is removed.

    Args:
        spec: the new revision.
        before: the revision from which the rows are inherited.
        found: the difference, to which the changes are added.
    """
    derive_methods(spec, before, found)
    derive_error_codes(spec, found)
    for row in found.get_inherited_rows("name"):
        if why_without_effect(spec, ChosenName(**row)):
            found.remove_row("name", row)
    members = {
        (type_.name, field.wire_name) for type_ in spec.types if isinstance(type_, ObjectType) for field in type_.fields
    }
    for row in found.get_inherited_rows("default"):
        if (row["type"], row["member"]) not in members:
            found.remove_row("default", row)
    for row in found.get_inherited_rows("feature"):
        if row.get("places"):
            kept = [place for place in row["places"] if _has_feature_place(spec, place)]
            found.change_row("feature", row, {"places": kept} if kept else _make_removed_feature_members(spec))


def _make_removed_feature_members(spec: SpecRevision) -> dict[str, Any]:
    """Return the members of the row of a deprecated feature that a schema has removed. None removes a member."""
    removed_in = spec.revision.id
    return {
        "status": "removed",
        "since": removed_in,
        "earliest_removal": None,
        "places": None,
        "sources": [f"specification/{removed_in}/changelog"],
    }


def derive_transport(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Derive the changes of `transport.toml`, and add them to a difference: changes of its capabilities, `_meta` keys,
    error codes and lists of methods.

    Args:
        spec: the new revision.
        before: the revision from which the rows are inherited.
        found: the difference, to which the changes are added.
    """
    for side in ("client", "server"):
        table, paths = f"{side}_capability", capability_paths(spec, side)
        listed = {row["path"] for row in found.get_inherited_rows(table)}
        renamed = _find_renamed_capabilities(before, spec, side)
        for row in found.get_inherited_rows(table):
            if row["path"] not in paths:
                found.remove_row(table, row)
            if row["path"] in renamed:
                now = {**row, "path": renamed[row["path"]]}
                listed.add(now["path"])
                found.add_row(table, now)
                found.note_renamed_rows(table, [now])
        meanings = _group_new_methods_by_capability(spec, before, side, paths)
        for path in paths:
            if path not in listed:
                sources = {} if is_sub_capability(path) else {"sources": list[str]()}
                found.add_row(table, {"path": path, "meaning": ", ".join(meanings.get(path, ())), **sources})
    derive_meta_keys(spec, before, found)
    moved = dict(find_changed_codes(before, spec).values())
    version: Any = found.inherited.get("version", {})
    for table, row in (("version", version), *(("status", row) for row in found.get_inherited_rows("status"))):
        if row.get("error_code") in moved:
            found.change_row(table, row, {"error_code": moved[row["error_code"]]})
    methods = {method.name for method in spec.methods}
    for row in found.get_inherited_rows("request_header"):
        _remove_lost_methods("request_header", row, methods, found)
    life: Any = found.inherited.get("lifecycle", {})
    lists = [key for key, value in life.items() if isinstance(value, list) and key != "sources"]
    found.change_row("lifecycle", life, {key: _select_known_names(life[key], methods) for key in lists})


def _group_new_methods_by_capability(
    spec: SpecRevision, before: SpecRevision, side: Side, paths: Sequence[str]
) -> dict[str, list[str]]:
    """Return the names of the new methods for which a side declares the capability, by path of the capability. The path
    is empty for methods that need no capability.
    """
    found: dict[str, list[str]] = {}
    known = {method.name for method in before.methods}
    for name, row in _find_stated_methods(spec).items():
        if name not in known and _find_declaring_side(row) == side:
            found.setdefault(_find_capability(name, paths), []).append(name)
    return found


def derive_authorization(_: SpecRevision, __: SpecRevision, ___: Difference) -> None:
    """Do nothing, since no row of `authorization.toml` depends on the schema."""


DERIVATIONS = {
    "protocol.toml": ("Methods, errors, ids and defaults", derive_protocol),
    "transport.toml": ("Transports, headers, lifecycle and capabilities", derive_transport),
    "authorization.toml": ("Authorization", derive_authorization),
    "lint_rules.toml": ("Rules for single messages", derive_lint_rules),
}
"""Title of each facts file, and the function that derives the file's rows from a new and an earlier schema."""


def _has_feature_place(spec: SpecRevision, place: str) -> bool:
    places = {*capability_paths(spec, "client"), *capability_paths(spec, "server"), *spec.definitions}
    places |= {method.name for method in spec.methods}
    if place in places:
        return True
    owner, _, rest = place.partition(".")
    member, _, value = rest.partition("=")
    type_ = spec.by_name().get(owner)
    if not isinstance(type_, ObjectType) or not value:
        return False
    values: Mapping[str, Any] = {field.wire_name: getattr(field.type, "values", ()) for field in type_.fields}
    return value in map(str, values.get(member, ()))


def _remove_lost_methods(table: str, row: Row, methods: Collection[str], found: Difference) -> None:
    """Add to a difference that a row loses each method that no longer exists. If the row's member `methods` becomes
    empty, the row is removed.

    Args:
        table: the name of the row's table.
        row: the row.
        methods: names of the methods that exist.
        found: the difference, to which the change is added.
    """
    lists = {key: _select_known_names(row[key], methods) for key in ("methods", "never_on") if row.get(key)}
    if "methods" in lists and not lists["methods"]:
        found.remove_row(table, row)
    else:
        found.change_row(table, row, {key: value or None for key, value in lists.items()})


def _select_known_names(names: list[str], methods: Collection[str]) -> list[str]:
    return [name for name in names if name in methods]
