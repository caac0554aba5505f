"""Types that contain themselves without a class in between, such as any JSON value.

Python needs a `TypeAliasType` for such a type, and type checkers handle one that refers to itself better than several
that refer to each other. So within a cycle only unions stay recursive, and an alias in a union of its own cycle is
replaced by its target.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

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
    expressions,
    reach_names,
)


def unroll_aliases(spec: SpecRevision) -> SpecRevision:
    """Return a revision in which no recursive union refers to an alias of the union's own cycle.

    The target of the alias takes the place of the reference.
    """
    types = spec.by_name()

    def expand_alias(expr: TypeExpr, head: str) -> TypeExpr:
        match expr:
            case Ref():
                target = types[expr.name]
                within = isinstance(target, AliasType) and head in reachable_names(target.name, types)
                return expand_alias(target.target, head) if within and isinstance(target, AliasType) else expr
            case ListOf():
                return replace(expr, items=expand_alias(expr.items, head))
            case MapOf():
                return replace(expr, values=expand_alias(expr.values, head))
            case ScalarUnion():
                return replace(expr, arms=tuple(expand_alias(arm, head) for arm in expr.arms))
            case _:
                return expr

    def unroll_union(type_: TypeDef) -> TypeDef:
        if isinstance(type_, UnionType) and type_.name in reachable_names(type_.name, types):
            return replace(type_, arms=tuple(expand_alias(arm, type_.name) for arm in type_.arms))
        return type_

    return replace(spec, types=tuple(unroll_union(type_) for type_ in spec.types))


def is_recursive(name: str, types: Mapping[str, TypeDef]) -> bool:
    """Return whether a type contains itself without a class in between."""
    return name in reachable_names(name, types)


def reachable_names(name: str, types: Mapping[str, TypeDef]) -> set[str]:
    """Return the names of the types to which a type leads without a class in between."""
    return reach_names(_aliased_names(types[name]), lambda step: _aliased_names(types[step]))


def find_self_alias(types: Mapping[str, TypeDef]) -> str | None:
    """Return the name of the first alias or union that is an alternative of itself; None without such a type."""
    for name in types:
        seen, frontier = {name}, _alternative_names(types[name])
        while frontier:
            step = frontier.pop()
            if step == name:
                return name
            if step not in seen:
                seen.add(step)
                frontier.extend(_alternative_names(types[step]))
    return None


def _referenced_names(exprs: Iterable[TypeExpr]) -> list[str]:
    return [expr.name for expr in exprs if isinstance(expr, Ref)]


def _aliased_names(type_: TypeDef) -> list[str]:
    return [] if isinstance(type_, ObjectType) else _referenced_names(expressions(type_))


def _alternative_names(type_: TypeDef) -> list[str]:
    """Return the names of the types for which a type stands: the target of an alias, or the alternatives of a union.
    Any other type stands for no others.
    """
    match type_:
        case AliasType(target=Ref(name=target)):
            return [target]
        case UnionType(arms=arms):
            return _referenced_names(arms)
        case _:
            return []
