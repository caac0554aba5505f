"""Merge the equal inline types of an extension, apart from classes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from mcp_bindgen.ir.types import AliasType, ListOf, MapOf, ObjectType, Ref, ScalarUnion, TypeDef, TypeExpr, UnionType


def merge_equal_types(types: Sequence[TypeDef], own: Collection[str]) -> tuple[TypeDef, ...]:
    """Return types in which equal inline types of an extension are one type, which has the shortest of their names.

    References to the other names are changed. Classes are never merged.

    Args:
        types: the types of an extension and of its revision.
        own: names of the extension's own types. The types of the revision stay as they are.
    """
    while True:
        by_content: dict[str, list[str]] = {}
        for type_ in types:
            if type_.name in own and type_.provenance.was_inline and not isinstance(type_, ObjectType):
                by_content.setdefault(_make_content_key(type_), []).append(type_.name)
        kept = {name: min(names, key=lambda each: (len(each), each)) for names in by_content.values() for name in names}
        renamed = {name: to for name, to in kept.items() if name != to}
        if not renamed:
            return tuple(types)
        types = [_rename_in_type(type_, renamed) for type_ in types if type_.name not in renamed]


def _make_content_key(type_: AliasType | UnionType) -> str:
    return repr(type_.target if isinstance(type_, AliasType) else (type_.arms, type_.tag))


def _rename_in_type(type_: TypeDef, names: Mapping[str, str]) -> TypeDef:
    def rename_references(expr: TypeExpr) -> TypeExpr:
        match expr:
            case Ref():
                return Ref(names.get(expr.name, expr.name))
            case ListOf():
                return replace(expr, items=rename_references(expr.items))
            case MapOf():
                return replace(expr, values=rename_references(expr.values))
            case ScalarUnion():
                return replace(expr, arms=tuple(map(rename_references, expr.arms)))
            case _:
                return expr

    match type_:
        case ObjectType():
            fields = tuple(replace(field, type=rename_references(field.type)) for field in type_.fields)
            return replace(type_, fields=fields, extra=rename_references(type_.extra) if type_.extra else None)
        case UnionType():
            return replace(type_, arms=tuple(map(rename_references, type_.arms)))
        case AliasType():
            return replace(type_, target=rename_references(type_.target))
