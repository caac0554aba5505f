"""The IR: frozen dataclasses for one revision. `null` is an arm of a union, never a flag."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.jsontext import JSONValue

ScalarKind = Literal["string", "integer", "number", "boolean", "null"]
Kind = Literal["object", "array", "string", "number", "boolean", "null"]
"""JSON types on the wire; an integer is a number."""

Constraints: TypeAlias = tuple[tuple[str, JSONValue], ...]
"""Bounds by JSON Schema keyword, in the order of the file."""

Conditions: TypeAlias = tuple[str, ...]
"""JSON Schemas for which a value must also be valid, each as text without references."""

ConstantValue: TypeAlias = "str | int | float | bool | None"


@dataclass(frozen=True)
class Ref:
    """A reference to a named type of the revision."""

    name: str


@dataclass(frozen=True)
class Scalar:
    """A string, number, boolean or null, within bounds."""

    kind: ScalarKind
    constraints: Constraints = ()
    format: str | None = None
    """Value of the JSON Schema keyword `format`; None without the keyword. The keyword only annotates, and asserts
    nothing."""


@dataclass(frozen=True)
class LiteralValue:
    """One value out of a list of constants: a `const`, or an `enum` in the order of the file."""

    values: tuple[ConstantValue, ...]


@dataclass(frozen=True)
class ListOf:
    """An array whose items are all of one type."""

    items: TypeExpr
    constraints: Constraints = ()


@dataclass(frozen=True)
class MapOf:
    """An object with any member names. The values of its members are all of one type."""

    values: TypeExpr


@dataclass(frozen=True)
class ScalarUnion:
    """Alternatives that are scalars or constants. Any other union is a named type."""

    arms: tuple[TypeExpr, ...]


@dataclass(frozen=True)
class AnyJson:
    """Any JSON value."""


TypeExpr: TypeAlias = Ref | Scalar | LiteralValue | ListOf | MapOf | ScalarUnion | AnyJson


@dataclass(frozen=True)
class SchemaLocation:
    """Location of a type in the effective schema, and whether the type was inline."""

    pointer: str
    was_inline: bool


@dataclass(frozen=True)
class Field:
    """One member of an object."""

    wire_name: str
    name: str
    type: TypeExpr
    required: bool

    @property
    def constant(self) -> LiteralValue | None:
        """The only value of a required member, which constructors fill in. None if the value is null, if the member may
        have several values, or if the member is optional.
        """
        if self.required and isinstance(self.type, LiteralValue) and len(self.type.values) == 1:
            return self.type if self.type.values[0] is not None else None
        return None


@dataclass(frozen=True)
class ObjectType:
    """An object whose members have names: a class."""

    name: str
    definition: str
    """Wire name of the definition that is this type or contains this type."""
    fields: tuple[Field, ...]
    extra: TypeExpr | None
    """Type of unknown members; None if they are forbidden."""
    provenance: SchemaLocation
    conditions: Conditions = ()

    @cached_property
    def by_wire_name(self) -> Mapping[str, Field]:
        """Members by wire name."""
        return {field.wire_name: field for field in self.fields}


@dataclass(frozen=True)
class UnionType:
    """Alternatives that are not all scalars or constants."""

    name: str
    definition: str
    arms: tuple[TypeExpr, ...]
    tag: str | None
    """Wire name of a required member with different strings in each arm; None if the arms have no such member."""
    provenance: SchemaLocation
    conditions: Conditions = ()


@dataclass(frozen=True)
class AliasType:
    """A name for any other type: a string, an enum, a list, a map, a union of scalars, or the type of another name."""

    name: str
    definition: str
    target: TypeExpr
    provenance: SchemaLocation
    conditions: Conditions = ()


TypeDef: TypeAlias = ObjectType | UnionType | AliasType

Direction = Literal["client", "server", "both", "none"]
"""The side or sides whose messages can contain a type."""


@dataclass(frozen=True)
class Method:
    """A method constant of the schema, and the types whose member `method` may have this value."""

    name: str
    definitions: tuple[str, ...]


@dataclass(frozen=True)
class SpecRevision:
    """The IR of one revision."""

    revision: Revision
    module: str
    types: tuple[TypeDef, ...]
    definitions: Mapping[str, str]
    """Python name of each definition of the schema, by wire name, in the order of the file."""
    effective: Mapping[str, JSONValue]
    """Schema from which the types were made: errata applied, definitions under `$defs`."""
    methods: tuple[Method, ...]
    directions: Mapping[str, Direction]
    """Sides whose messages can contain each type, by Python name."""
    deprecated: frozenset[str] = frozenset()
    """Pointers, in the effective schema, of the deprecated definitions and members."""

    def by_name(self) -> dict[str, TypeDef]:
        """Return the types by Python name."""
        return {type_.name: type_ for type_ in self.types}


def expressions(type_: TypeDef) -> Iterator[TypeExpr]:
    """Yield every type expression in a named type, outer before inner."""
    match type_:
        case ObjectType():
            roots = [*(field.type for field in type_.fields), *([type_.extra] if type_.extra else [])]
        case UnionType():
            roots = list(type_.arms)
        case AliasType():
            roots = [type_.target]
    for root in roots:
        yield from nested_expressions(root)


def reach_names(starts: Iterable[str], targets: Callable[[str], Iterable[str]]) -> set[str]:
    """Return the given names, and all names to which these lead in any number of steps.

    Args:
        starts: the names to begin with.
        targets: returns the names to which a name leads in one step.
    """
    found, waiting = set[str](), list(starts)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(targets(name))
    return found


def contained_types(names: Iterable[str], types: Mapping[str, TypeDef]) -> set[str]:
    """Return the names of the given types and of all types that these contain."""
    return reach_names(names, lambda name: [each.name for each in expressions(types[name]) if isinstance(each, Ref)])


def object_type(expr: TypeExpr | None, types: Mapping[str, TypeDef]) -> ObjectType | None:
    """Return the object type to which an expression refers, directly or through aliases; None for another type.

    An alias with conditions is another type.
    """
    match types[expr.name] if isinstance(expr, Ref) else None:
        case ObjectType() as type_:
            return type_
        case AliasType(target=target, conditions=()):
            return object_type(target, types)
        case _:
            return None


def nested_expressions(expr: TypeExpr) -> Iterator[TypeExpr]:
    """Yield an expression and every expression inside it, outer before inner."""
    yield expr
    match expr:
        case ListOf():
            yield from nested_expressions(expr.items)
        case MapOf():
            yield from nested_expressions(expr.values)
        case ScalarUnion():
            for arm in expr.arms:
                yield from nested_expressions(arm)
        case _:
            pass


_BUILTIN = {"string": "str", "boolean": "bool", "integer": "Integer", "number": "Number", "null": "None"}


def annotation_names(expr: TypeExpr) -> set[str]:
    """Return the names in the annotation of an expression.

    A class that has a field with the annotation must not give a field one of these names.
    """
    match expr:
        case Ref():
            return {expr.name}
        case Scalar():
            return {_BUILTIN[expr.kind]}
        case ListOf():
            return {"list"} | annotation_names(expr.items)
        case MapOf():
            return {"dict", "str"} | annotation_names(expr.values)
        case ScalarUnion():
            return {hint for arm in expr.arms for hint in annotation_names(arm)}
        case LiteralValue():
            return {"float"}
        case AnyJson():
            return set()
