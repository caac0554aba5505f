"""The capabilities as dotted paths, read from the types that declare them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_bindgen.ir.types import MapOf, ObjectType, Ref, Scalar, SpecRevision, TypeDef, TypeExpr, object_type
from mcp_bindgen.jsontext import JSONValue

TREES = {"client": "ClientCapabilities", "server": "ServerCapabilities"}


def capabilities(spec: SpecRevision, side: str) -> tuple[str, ...]:
    """Every path of a side's capability object, parents first, in the order of the schema."""
    types = spec.by_name()
    root = types.get(spec.definitions.get(TREES[side], ""))
    return tuple(_paths(root, types, "")) if isinstance(root, ObjectType) else ()


def is_flag(spec: SpecRevision, side: str, path: str) -> bool:
    """Whether a path is declared by `true` and not by an object."""
    types = spec.by_name()
    expr: TypeExpr | None = Ref(spec.definitions[TREES[side]]) if TREES[side] in spec.definitions else None
    for name in path.split("."):
        owner = object_type(expr, types)
        expr = next((field.type for field in owner.fields if field.wire_name == name), None) if owner else None
    return expr == Scalar("boolean")


def leaf(spec: SpecRevision, side: str, path: str) -> dict[str, JSONValue]:
    """The capability object that declares one path and nothing else."""
    *parents, last = path.split(".")
    value: dict[str, JSONValue] = {last: True if is_flag(spec, side, path) else {}}
    for name in reversed(parents):
        value = {name: value}
    return value


def _paths(owner: ObjectType, types: Mapping[str, TypeDef], prefix: str) -> Iterator[str]:
    for field in owner.fields:
        path = f"{prefix}{field.wire_name}"
        inner = object_type(field.type, types)
        if inner is not None or isinstance(field.type, (MapOf, Ref)) or field.type == Scalar("boolean"):
            yield path
        if inner is not None:
            yield from _paths(inner, types, f"{path}.")
