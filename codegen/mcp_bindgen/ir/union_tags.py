"""Find the member that tells the alternatives of a union apart."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.ir.types import ConstantValue, LiteralValue, ObjectType, TypeDef


def union_tag(arms: Sequence[TypeDef]) -> str | None:
    """The member whose constant differs in every arm, if all arms are objects that require it; None otherwise."""
    if len(arms) < 2 or not all(isinstance(arm, ObjectType) for arm in arms):
        return None
    tables = [_required_constants(arm) for arm in arms if isinstance(arm, ObjectType)]
    for wire_name in tables[0]:
        values = [value for table in tables for value in table.get(wire_name, ())]
        if all(wire_name in table for table in tables) and len(values) == len(set(values)):
            return wire_name
    return None


def _required_constants(type_: ObjectType) -> dict[str, tuple[ConstantValue, ...]]:
    """Required members whose value is one of some strings."""
    return {
        field.wire_name: field.type.values
        for field in type_.fields
        if field.required
        and isinstance(field.type, LiteralValue)
        and all(isinstance(value, str) for value in field.type.values)
    }
