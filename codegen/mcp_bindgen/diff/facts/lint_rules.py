"""Levels of lint rules: how an added, removed or changed rule affects the peers of another revision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mcp_bindgen.diff.severity import Level
from mcp_bindgen.ingest.lint_rules import LintRule
from mcp_bindgen.ir import lint_rules
from mcp_bindgen.ir.types import (
    AliasType,
    ListOf,
    MapOf,
    ObjectType,
    Ref,
    ScalarUnion,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)

LEVELS: dict[str, Level] = {"error": "breaking", "warning": "risky"}

TOOL_RESULT = "tool_result"
ABOUT_TOOL_RESULTS = ("tool_balance", "tool_result_ids", "tool_results_alone", "tool_roles")
"""Names of the checks of `tool_result`, a type of content block that only some revisions define."""

_TypePaths = frozenset[tuple[str, tuple[str, ...]]]
"""Pairs of the Python name of an object type and a path of members that starts at this type."""


def rule_level(row: LintRule | None, before: LintRule | None, peer: SpecRevision) -> Level:
    """Return the level of a rule for peers of another revision.

    An error is `breaking`, a warning `risky` and a note `safe`. A rule is also `safe` if no place of the rule is in the
    schema of the peers, if this schema enforces the rule, or if the revision of the peers has an equal rule for these
    places. If both revisions have the rule with different checks, the level `unknown` replaces `breaking`.

    Args:
        row: the rule; None if the revision that states the rules has no rule with this id.
        before: the rule with this id in the revision of the peers; None if that revision has no such rule.
        peer: the revision of the peers.
    """
    if row is None:
        return "safe"
    grave = LEVELS.get(row.level, "safe")
    places_in_peer = _type_paths_of_rule(row, peer)
    if before is not None and _with_check_only(before) == _with_check_only(row):
        if before.level == row.level:
            places_in_peer -= _type_paths_of_rule(before, peer)
    elif before is not None and grave == "breaking":
        grave = "unknown"
    if not places_in_peer or all(_is_enforced(row, place, peer) for place in row.places):
        return "safe"
    return grave


def affected_types(row: LintRule, spec: SpecRevision) -> tuple[str, ...]:
    """Return the Python names of the types to which a rule applies. Types that the rule names come first."""
    named = [spec.definitions[name] for name in _definitions_of_places(row) if name in spec.definitions]
    return tuple(dict.fromkeys([*named, *sorted(name for name, _ in _type_paths_of_rule(row, spec))]))


def _definitions_of_places(row: LintRule) -> list[str]:
    return [place.replace("[]", "").split(".")[0] for place in row.places]


def _with_check_only(row: LintRule) -> LintRule:
    """Return a rule with only its id, its check and the parameters of the check. Other columns have neutral values."""
    return replace(row, keyword="unspecified", level="note", reason="", places=(), message="", sources=())


def _type_paths_of_rule(row: LintRule, spec: SpecRevision) -> _TypePaths:
    found: set[tuple[str, tuple[str, ...]]] = set()
    for place in row.places:
        if lint_rules.applicable_rules(spec, [replace(row, places=(place,))]):
            definition, *path = place.replace("[]", ".[]").split(".")
            starts = list(spec.definitions.values()) if definition == "*" else [spec.definitions[definition]]
            objects = {type_.name: type_ for name in starts for type_ in _object_types(Ref(name), spec)}
            found |= {
                (name, tuple(path))
                for name, type_ in objects.items()
                if definition != "*" or any(field.wire_name == path[0] for field in type_.fields)
            }
    return frozenset(found)


def _object_types(expr: TypeExpr, spec: SpecRevision) -> Iterable[ObjectType]:
    """Yield the object types to which an expression refers, directly, through aliases or through the arms of unions."""
    match expr:
        case Ref(name=name):
            match spec.by_name()[name]:
                case ObjectType() as found:
                    yield found
                case UnionType(arms=arms):
                    for arm in arms:
                        yield from _object_types(arm, spec)
                case AliasType(target=target):
                    yield from _object_types(target, spec)
        case ScalarUnion(arms=arms):
            for arm in arms:
                yield from _object_types(arm, spec)
        case _:
            pass


def _is_enforced(row: LintRule, place: str, spec: SpecRevision) -> bool:
    """Return whether a schema itself rejects every violation of a rule at a place. Only the checks of tool results,
    `max_items` and `schema_object` can be enforced.
    """
    if row.check in ABOUT_TOOL_RESULTS:
        return not any(_has_tag(type_, TOOL_RESULT) for type_ in spec.types)
    if row.check not in ("max_items", "schema_object") or not lint_rules.applicable_rules(
        spec, [replace(row, places=(place,))]
    ):
        return False
    definition, *path = place.split(".")
    exprs: Sequence[TypeExpr] = [Ref(spec.definitions[definition])]
    for name in path:
        exprs = [
            field.type
            for expr in exprs
            for type_ in _object_types(expr, spec)
            for field in type_.fields
            if field.wire_name == name
        ]
    if row.check == "schema_object":
        return bool(exprs) and all(_is_object(expr, spec) for expr in exprs)
    return bool(exprs) and all(_is_limited_to(expr, row.maximum) for expr in exprs)


def _has_tag(type_: TypeDef, tag: str) -> bool:
    fields = type_.fields if isinstance(type_, ObjectType) else ()
    return any(field.constant is not None and field.constant.values == (tag,) for field in fields)


def _is_object(expr: TypeExpr, spec: SpecRevision) -> bool:
    return isinstance(expr, MapOf) or (isinstance(expr, Ref) and isinstance(spec.by_name()[expr.name], ObjectType))


def _is_limited_to(expr: TypeExpr, maximum: int) -> bool:
    limit = dict(expr.constraints).get("maxItems") if isinstance(expr, ListOf) else None
    return isinstance(limit, int) and limit <= maximum
