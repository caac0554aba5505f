"""Check the places of deprecated features against the schema of a revision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol_features import FeatureStatus
from mcp_bindgen.ir.capabilities import capabilities
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import LiteralValue, ObjectType, SpecRevision


def check_rows(spec: SpecRevision, rows: Sequence[FeatureStatus], methods: Sequence[MethodInfo], *, where: str) -> None:
    """Raise unless every place of a feature is in the schema.

    Raises:
        BindgenError: names each place that is not.
    """
    known = set(_places(spec, methods))
    stale = [f"{row.feature}: {place}" for row in rows for place in row.places if place not in known]
    if stale:
        raise BindgenError("places of deprecated features are not in the schema\n  " + "\n  ".join(stale), where=where)


def _places(spec: SpecRevision, methods: Sequence[MethodInfo]) -> Iterable[str]:
    """Names of capabilities, methods and definitions, and each value of a member that has a list of values."""
    yield from capabilities(spec, "client")
    yield from capabilities(spec, "server")
    yield from (row.name for row in methods)
    yield from spec.definitions
    for type_ in spec.types:
        if isinstance(type_, ObjectType):
            for field in type_.fields:
                if isinstance(field.type, LiteralValue):
                    yield from (f"{type_.name}.{field.wire_name}={value}" for value in field.type.values)
