"""Types as JSON Schema for reports: inline parts in place, definitions by reference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp_bindgen.ingest.normalize import reference_to
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    TypeDef,
    TypeExpr,
    UnionType,
)


def type_schema(expr: TypeExpr, types: Mapping[str, TypeDef]) -> dict[str, Any]:
    """Return the JSON Schema of a type expression. A definition is a `$ref`, and an inline part is written out."""
    match expr:
        case AnyJson():
            return {}
        case Scalar():
            return {
                "type": expr.kind,
                **dict(expr.constraints),
                **({"format": expr.format} if expr.format is not None else {}),
            }
        case LiteralValue(values=(value,)):
            return {"const": value}
        case LiteralValue():
            return {"enum": list(expr.values)}
        case ListOf():
            return {"type": "array", **_keyword_unless_any("items", expr.items, types), **dict(expr.constraints)}
        case MapOf():
            return {"type": "object", **_keyword_unless_any("additionalProperties", expr.values, types)}
        case ScalarUnion():
            return {"anyOf": [type_schema(arm, types) for arm in expr.arms]}
        case Ref():
            type_ = types[expr.name]
            if type_.provenance.was_inline:
                return definition_schema(type_, types)
            return {"$ref": reference_to(type_.definition)}


def definition_schema(type_: TypeDef, types: Mapping[str, TypeDef]) -> dict[str, Any]:
    """Return the JSON Schema of a definition or of an inline part, with its conditions."""
    found = _schema_without_conditions(type_, types)
    conditions: list[dict[str, Any]] = [json.loads(each) for each in type_.conditions]
    if len(conditions) == 1 and found.keys().isdisjoint(conditions[0]) and "$ref" not in found:
        return found | conditions[0]
    return {"allOf": [found, *conditions]} if conditions else found


def _schema_without_conditions(type_: TypeDef, types: Mapping[str, TypeDef]) -> dict[str, Any]:
    """Return the JSON Schema of a type without the conditions of the type."""
    match type_:
        case AliasType():
            return type_schema(type_.target, types)
        case UnionType():
            return {"anyOf": [type_schema(arm, types) for arm in type_.arms]}
        case ObjectType():
            required = [field.wire_name for field in type_.fields if field.required]
            rest: dict[str, Any] = {}
            if type_.extra is None:
                rest = {"additionalProperties": False}
            elif not isinstance(type_.extra, AnyJson):
                rest = {"additionalProperties": type_schema(type_.extra, types)}
            return {
                "type": "object",
                "properties": {field.wire_name: type_schema(field.type, types) for field in type_.fields},
                **({"required": required} if required else {}),
                **rest,
            }


def _keyword_unless_any(word: str, expr: TypeExpr, types: Mapping[str, TypeDef]) -> dict[str, Any]:
    return {} if isinstance(expr, AnyJson) else {word: type_schema(expr, types)}
