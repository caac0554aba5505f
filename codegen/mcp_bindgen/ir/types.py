"""Frozen dataclasses for one revision. `null` is an arm of a union, never a flag."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.jsontext import JSONValue

ScalarKind = Literal["string", "integer", "number", "boolean", "null"]
Kind = Literal["object", "array", "string", "number", "boolean", "null"]
"""The JSON types as `type` tells them apart on the wire; an integer is a number."""

Constraints: TypeAlias = tuple[tuple[str, JSONValue], ...]
"""Bounds by JSON Schema keyword, in the order of the file."""

ConstantValue: TypeAlias = "str | int | float | bool | None"


@dataclass(frozen=True)
class Ref:
    """A named type of the same revision."""

    name: str


@dataclass(frozen=True)
class Scalar:
    """A string, number, boolean or null, within bounds."""

    kind: ScalarKind
    constraints: Constraints = ()
    format: str | None = None
    """Annotates only, as JSON Schema has it."""


@dataclass(frozen=True)
class LiteralValue:
    """One of these constants: a `const`, or an `enum` in the order of the file."""

    values: tuple[ConstantValue, ...]


@dataclass(frozen=True)
class ListOf:
    """An array whose items are all of one type."""

    items: TypeExpr
    constraints: Constraints = ()


@dataclass(frozen=True)
class MapOf:
    """An object whose members have no names of their own."""

    values: TypeExpr


@dataclass(frozen=True)
class OneOf:
    """Any of these arms; only scalars stand here, all else is lifted to a named union."""

    arms: tuple[TypeExpr, ...]


@dataclass(frozen=True)
class AnyJson:
    """No assertion at all."""


TypeExpr: TypeAlias = Ref | Scalar | LiteralValue | ListOf | MapOf | OneOf | AnyJson


@dataclass(frozen=True)
class Provenance:
    """Where a type comes from: its place in the effective schema, and whether it was inline there."""

    pointer: str
    lifted: bool


@dataclass(frozen=True)
class Field:
    """One member of an object."""

    wire_name: str
    name: str
    type: TypeExpr
    required: bool

    @property
    def constant(self) -> LiteralValue | None:
        """The single value a required member always has, which no one should have to type."""
        if self.required and isinstance(self.type, LiteralValue) and len(self.type.values) == 1:
            return self.type if self.type.values[0] is not None else None
        return None


@dataclass(frozen=True)
class ObjectType:
    """An object whose members have names: a class."""

    name: str
    definition: str
    """The definition of the schema this is, or is a part of, by wire name."""
    fields: tuple[Field, ...]
    extra: TypeExpr | None
    """What unknown members must be; None where they are forbidden."""
    provenance: Provenance


@dataclass(frozen=True)
class UnionType:
    """Alternatives that are not all scalars."""

    name: str
    definition: str
    arms: tuple[TypeExpr, ...]
    tag: str | None
    """Wire name of the member that tells the object arms apart, if each has its own constant there."""
    provenance: Provenance


@dataclass(frozen=True)
class AliasType:
    """A name for something that is neither object nor union: a string, an enum, a list, another type."""

    name: str
    definition: str
    target: TypeExpr
    provenance: Provenance


TypeDef: TypeAlias = ObjectType | UnionType | AliasType

Direction = Literal["client", "server", "both", "none"]
"""Whose messages a type can travel in."""


@dataclass(frozen=True)
class Method:
    """A method constant of the schema and the definitions that carry it."""

    name: str
    definitions: tuple[str, ...]


@dataclass(frozen=True)
class SpecRevision:
    """Everything known of one revision."""

    revision: Revision
    module: str
    types: tuple[TypeDef, ...]
    definitions: Mapping[str, str]
    """Wire name of each definition of the schema to its Python name, in the order of the file."""
    effective: Mapping[str, JSONValue]
    """The schema the types were made from: errata applied, `$defs` in either dialect."""
    methods: tuple[Method, ...]
    directions: Mapping[str, Direction]
    """By Python name of the type."""

    def by_name(self) -> dict[str, TypeDef]:
        """Types by Python name."""
        return {type_.name: type_ for type_ in self.types}


def expressions(type_: TypeDef) -> Iterator[TypeExpr]:
    """Every type expression in a definition, outer before inner."""
    match type_:
        case ObjectType():
            roots = [*(field.type for field in type_.fields), *([type_.extra] if type_.extra else [])]
        case UnionType():
            roots = list(type_.arms)
        case AliasType():
            roots = [type_.target]
    for root in roots:
        yield from nested(root)


def object_type(expr: TypeExpr | None, types: Mapping[str, TypeDef]) -> ObjectType | None:
    """The object type that an expression refers to, by way of aliases or not; None if it is something else."""
    match types[expr.name] if isinstance(expr, Ref) else None:
        case ObjectType() as type_:
            return type_
        case AliasType(target=target):
            return object_type(target, types)
        case _:
            return None


def nested(expr: TypeExpr) -> Iterator[TypeExpr]:
    """An expression and everything inside it."""
    yield expr
    match expr:
        case ListOf():
            yield from nested(expr.items)
        case MapOf():
            yield from nested(expr.values)
        case OneOf():
            for arm in expr.arms:
                yield from nested(arm)
        case _:
            pass
