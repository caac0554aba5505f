"""Methods of a schema, and the sides whose messages contain each type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcp_bindgen.ir.types import Direction, LiteralValue, Method, ObjectType, TypeDef, contained_types

ROOTS: Mapping[Direction, tuple[str, ...]] = {
    "client": ("ClientRequest", "ClientNotification", "ClientResult"),
    "server": ("ServerRequest", "ServerNotification", "ServerResult"),
}


def method_constants(types: Sequence[TypeDef]) -> tuple[Method, ...]:
    """Return every method constant, in the order of the schema, with the types whose member `method` may have this
    value.
    """
    carriers: dict[str, list[str]] = {}
    for type_ in types:
        for name in method_names(type_):
            carriers.setdefault(name, []).append(type_.name)
    return tuple(Method(name, tuple(names)) for name, names in carriers.items())


def method_names(type_: TypeDef | None) -> list[str]:
    """Return the methods that a type may have as a message: the strings among the constants of its member `method`;
    empty for any other type.
    """
    field = type_.by_wire_name.get("method") if isinstance(type_, ObjectType) else None
    values = field.type.values if field is not None and isinstance(field.type, LiteralValue) else ()
    return [value for value in values if isinstance(value, str)]


def type_directions(types: Sequence[TypeDef], definitions: Mapping[str, str]) -> dict[str, Direction]:
    """Return the sides whose messages contain each type: `client`, `server`, `both` or `none`, by name of the type."""
    by_name = {type_.name: type_ for type_ in types}
    reached: dict[Direction, set[str]] = {}
    for sender, roots in ROOTS.items():
        reached[sender] = contained_types((definitions[root] for root in roots if root in definitions), by_name)
    return {
        name: (
            "both"
            if name in reached["client"] and name in reached["server"]
            else "client"
            if name in reached["client"]
            else "server"
            if name in reached["server"]
            else "none"
        )
        for name in by_name
    }
