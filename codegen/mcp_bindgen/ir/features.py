"""Capabilities as dotted paths, and a check of the places of deprecated features against a schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import FeatureStatus
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import (
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    SpecRevision,
    TypeDef,
    TypeExpr,
    object_type,
)
from mcp_bindgen.jsontext import JSONValue, escape_token

CAPABILITY_TYPES = {"client": "ClientCapabilities", "server": "ServerCapabilities"}


def capability_paths(spec: SpecRevision, side: str) -> tuple[str, ...]:
    """Return the dotted path of every capability that a side can declare, parents first, in the order of the schema;
    empty if the schema does not define the capabilities of the side. A capability with a dot in its name has no dotted
    path, nor has any capability in it.
    """
    types = spec.by_name()
    root = types.get(spec.definitions.get(CAPABILITY_TYPES[side], ""))
    return tuple(_paths_below(root, types, "")) if isinstance(root, ObjectType) else ()


def is_boolean_capability(spec: SpecRevision, side: str, path: str) -> bool:
    """Return whether a side declares a capability by `true`, not by an object; False without such a capability."""
    types = spec.by_name()
    expr: TypeExpr | None = (
        Ref(spec.definitions[CAPABILITY_TYPES[side]]) if CAPABILITY_TYPES[side] in spec.definitions else None
    )
    for name in path.split("."):
        owner = object_type(expr, types)
        expr = next((field.type for field in owner.fields if field.wire_name == name), None) if owner else None
    return expr == Scalar("boolean")


def capability_pointer(spec: SpecRevision, side: str, path: str) -> str:
    """Return the pointer of the member that declares a capability; empty if the capability around it is no object with
    named members.

    Raises:
        KeyError: the schema lacks the capabilities of the side, or a capability around the given one.
    """
    *parents, last = path.split(".")
    types = spec.by_name()
    owner = object_type(Ref(spec.definitions[CAPABILITY_TYPES[side]]), types)
    for name in parents:
        owner = object_type(owner.by_wire_name[name].type, types) if owner is not None else None
    return f"{owner.provenance.pointer}/properties/{escape_token(last)}" if owner is not None else ""


def single_capability(spec: SpecRevision, side: str, path: str) -> dict[str, JSONValue]:
    """Return the capability object that declares one path and nothing else."""
    *parents, last = path.split(".")
    value: dict[str, JSONValue] = {last: True if is_boolean_capability(spec, side, path) else {}}
    for name in reversed(parents):
        value = {name: value}
    return value


def _paths_below(owner: ObjectType, types: Mapping[str, TypeDef], prefix: str) -> Iterator[str]:
    for field in owner.fields:
        if "." in field.wire_name:
            continue
        path = f"{prefix}{field.wire_name}"
        inner = object_type(field.type, types)
        if inner is not None or isinstance(field.type, (MapOf, Ref)) or field.type == Scalar("boolean"):
            yield path
        if inner is not None:
            yield from _paths_below(inner, types, f"{path}.")


def check_features(
    spec: SpecRevision, rows: Sequence[FeatureStatus], methods: Sequence[MethodInfo], *, where: str
) -> None:
    """Check that every place of every feature is in the schema.

    Raises:
        BindgenError: a place is not in the schema. The message names each such place.
    """
    places = set(_places_of_features(spec, methods))
    stale = [f"{row.feature}: {place}" for row in rows for place in row.places if place not in places]
    if stale:
        raise BindgenError("places of deprecated features are not in the schema\n  " + "\n  ".join(stale), where=where)


def _places_of_features(spec: SpecRevision, methods: Sequence[MethodInfo]) -> Iterable[str]:
    """Yield every place that a feature may name.

    These are capabilities, methods, definitions, and constants of members as `Type.member=value`.
    """
    yield from capability_paths(spec, "client")
    yield from capability_paths(spec, "server")
    yield from (row.name for row in methods)
    yield from spec.definitions
    for type_ in spec.types:
        if isinstance(type_, ObjectType):
            for field in type_.fields:
                if isinstance(field.type, LiteralValue):
                    yield from (f"{type_.name}.{field.wire_name}={value}" for value in field.type.values)
