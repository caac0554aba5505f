"""Rows on absent members: a check against the types of a revision, and the values that constructors fill in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import Default
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.jsontext import JSONValue


def check_rows(spec: SpecRevision, rows: Sequence[Default], *, where: str) -> None:
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


def values_to_fill_in(methods: Sequence[MethodInfo], rows: Sequence[Default]) -> Mapping[str, Mapping[str, JSONValue]]:
    """Return the values that constructors fill in, by name of the type and wire name of the member.

    These are the values of members that older peers omit, such as `resultType`. They are filled in for the usual result
    of each request alone, since other results have other values.
    """
    values = {row.member: json.loads(row.value) for row in rows if row.older_peer}
    return {row.results[0]: values for row in methods if row.results and row.kind == "request"}
