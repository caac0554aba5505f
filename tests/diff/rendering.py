"""Converts shapes to JSON Schema, so that a validator can check shapes that no file contains."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from mcp_bindgen.diff.containment.shapes import (
    Array,
    Choice,
    ConditionedShape,
    Constant,
    Record,
    Scope,
    Shape,
    TypeRef,
    record_of,
)
from mcp_bindgen.ingest.normalize import DIALECT, reference_to
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
    TypeExpr,
    UnionType,
)

ROOT = "Root"


def rendered(shape: Shape) -> dict[str, Any]:
    """A schema document whose definition `Root` represents the shape."""
    return _Renderer().document(shape)


class _Renderer:
    def __init__(self) -> None:
        self._names: dict[tuple[int, str], str] = {}
        self._pending: list[tuple[Scope, str, str]] = []

    def document(self, shape: Shape) -> dict[str, Any]:
        definitions = {ROOT: self._shape(shape)}
        while self._pending:
            scope, name, called = self._pending.pop()
            definitions[called] = self._type(scope, name)
        return {"$schema": DIALECT, "$defs": definitions}

    def _shape(self, shape: Shape) -> Any:
        match shape:
            case TypeRef(scope, expr):
                return self._expr(scope, expr)
            case Choice(arms):
                return {"anyOf": [self._shape(arm) for arm in arms]} if arms else False
            case Constant(value=value):
                return {"const": value}
            case ConditionedShape(inner, conditions):
                return _with_conditions(self._shape(inner), conditions)
            case Record():
                return self._record(shape)
            case Array():
                high = {} if shape.high is None else {"maxItems": shape.high}
                array = {"type": "array", "items": self._shape(shape.items), "minItems": shape.low, **high}
                return _with_conditions(array, shape.conditions)
            case _:
                raise AssertionError(f"no change makes {shape}")

    def _record(self, record: Record) -> Any:
        rest = False if record.extra is None else self._shape(record.extra)
        object_ = {
            "type": "object",
            "properties": {member.name: self._shape(member.shape) for member in record.members},
            "required": [member.name for member in record.members if member.required],
            "additionalProperties": rest,
        }
        return _with_conditions(object_, record.conditions)

    def _expr(self, scope: Scope, expr: TypeExpr) -> Any:
        match expr:
            case AnyJson():
                return {}
            case Scalar():
                return {"type": expr.kind, **dict(expr.constraints)}
            case LiteralValue():
                return {"enum": list(expr.values)}
            case ListOf():
                return {"type": "array", "items": self._expr(scope, expr.items), **dict(expr.constraints)}
            case MapOf():
                return {"type": "object", "additionalProperties": self._expr(scope, expr.values)}
            case ScalarUnion():
                return {"anyOf": [self._expr(scope, arm) for arm in expr.arms]}
            case Ref(name):
                return {"$ref": reference_to(self._called(*scope.foreign_types.get(name, (scope, name))))}

    def _called(self, scope: Scope, name: str) -> str:
        key = (id(scope), name)
        if key not in self._names:
            self._names[key] = f"{name}_{len(self._names)}"
            self._pending.append((scope, name, self._names[key]))
        return self._names[key]

    def _type(self, scope: Scope, name: str) -> Any:
        match scope.types[name]:
            case ObjectType() as type_:
                return self._record(record_of(type_, scope))
            case UnionType() as type_:
                return _with_conditions({"anyOf": [self._expr(scope, arm) for arm in type_.arms]}, type_.conditions)
            case AliasType() as type_:
                return _with_conditions(self._expr(scope, type_.target), type_.conditions)


def _with_conditions(schema: Any, conditions: Iterable[str]) -> Any:
    more = [json.loads(each) for each in sorted(conditions)]
    return {"allOf": [schema, *more]} if more else schema
