"""The conditions of shapes: assertions that a shape ignores, so that it is wider than its type."""

from __future__ import annotations

from mcp_bindgen.diff.containment.shapes import At, Choice, Scope, Shape
from mcp_bindgen.ir.types import AliasType, OneOf, Ref, TypeDef, UnionType


def conditions(shape: Shape) -> frozenset[str]:
    """The conditions of a shape and of its alternatives. A shape is wider than its type says: it ignores them."""
    match shape:
        case At(scope=scope, expr=Ref(name=name)):
            return _conditions_of(*scope.find(name))
        case At(scope=scope, expr=OneOf(arms=arms)):
            return frozenset(each for arm in arms for each in conditions(At(scope, arm)))
        case Choice(arms=arms):
            return frozenset(each for arm in arms for each in conditions(arm))
        case _:
            return frozenset()


def _conditions_of(scope: Scope, type_: TypeDef) -> frozenset[str]:
    if type_.name not in scope.conditions:
        scope.conditions[type_.name] = frozenset()  # for a type that contains itself
        parts = type_.arms if isinstance(type_, UnionType) else ()
        parts = (type_.target,) if isinstance(type_, AliasType) else parts
        inner = (conditions(At(scope, part)) for part in parts)
        scope.conditions[type_.name] = frozenset(type_.conditions).union(*inner)
    return scope.conditions[type_.name]
