"""Rows on absent members: a check against the types of a revision, and the values that constructors fill in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import Default
from mcp_bindgen.ir.methods import INPUT_REQUIRED_RESULT, MethodInfo
from mcp_bindgen.ir.types import AliasType, Field, LiteralValue, ObjectType, Ref, SpecRevision, TypeDef, TypeExpr
from mcp_bindgen.jsontext import JSONValue, json_equal


def check_defaults(spec: SpecRevision, rows: Sequence[Default], *, where: str) -> None:
    """Check that every row is about a member of a type of the revision.

    Raises:
        BindgenError: the revision does not have the member of a row. The message names each such member.
    """
    members = {
        (type_.name, field.wire_name) for type_ in spec.types if isinstance(type_, ObjectType) for field in type_.fields
    }
    absent = [(row.type, row.member) for row in rows if (row.type, row.member) not in members]
    stale = [f"{owner}.{member} is no member of the schema" for owner, member in absent]
    if stale:
        raise BindgenError("rows on absent members do not match\n  " + "\n  ".join(stale), where=where)


def values_to_fill_in(
    spec: SpecRevision, methods: Sequence[MethodInfo], rows: Sequence[Default]
) -> Mapping[str, Mapping[str, JSONValue]]:
    """Return the values that constructors fill in, by name of the type and wire name of the member.

    These are the values of members that older peers omit, such as `resultType`. They are filled in for each result of a
    request, unless the type that the result gives the member excludes the value. `InputRequiredResult` gets none, since
    its `resultType` has another value, which no schema states.

    Args:
        spec: the revision or extension with the types of the results.
        methods: the methods.
        rows: the rows on absent members.
    """
    types, found = spec.by_name(), dict[str, Mapping[str, JSONValue]]()
    values = {row.member: json.loads(row.value) for row in rows if row.older_peer}
    for name in dict.fromkeys(name for row in methods if row.kind == "request" for name in row.results):
        if name != INPUT_REQUIRED_RESULT:
            type_ = types.get(name)
            fields: Mapping[str, Field] = type_.by_wire_name if isinstance(type_, ObjectType) else {}
            found[name] = {
                member: value
                for member, value in values.items()
                if member not in fields or _can_have_value(fields[member].type, value, types)
            }
    return found


def _can_have_value(expr: TypeExpr, value: JSONValue, types: Mapping[str, TypeDef]) -> bool:
    """Return whether a member of a type may have a value: True if the value is among the constants of the type, or if
    the type is no list of constants.
    """
    while isinstance(expr, Ref) and isinstance(alias := types.get(expr.name), AliasType):
        expr = alias.target
    return not isinstance(expr, LiteralValue) or any(json_equal(each, value) for each in expr.values)
