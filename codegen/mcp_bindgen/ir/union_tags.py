"""Find the members that tell the alternatives of a union apart."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen import naming
from mcp_bindgen.ir.assertions import Schema
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


def told_apart(arms: list[tuple[Schema, str, str]]) -> list[tuple[Schema, str, str]]:
    """Inline objects of one suffix get one by a member that only one of them requires, if there is such a member."""
    groups = [[arm for arm, _, other in arms if other == suffix and "$ref" not in arm] for _, _, suffix in arms]
    result: list[tuple[Schema, str, str]] = []
    for (arm, place, suffix), group in zip(arms, groups, strict=True):
        others = {name for other in group if other is not arm for name in other.get("required", ())}
        own = [name for name in arm.get("required", ()) if name not in others] if len(group) > 1 else []
        result.append((arm, place, naming.lifted_name("", own[0]) if own else suffix))
    return result
