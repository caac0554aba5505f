"""The release that added each type, and the releases that changed the type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_bindgen.ir.types import Ref, SchemaLocation, SpecRevision, TypeDef, expressions

_NO_LOCATION = SchemaLocation("", was_inline=False)


@dataclass(frozen=True)
class TypeHistory:
    """History of a type: id of the release that added the type, and ids of the releases that changed the type."""

    since: str
    changed_in: tuple[str, ...]


def type_histories(specs: Sequence[SpecRevision], spec: SpecRevision) -> dict[str, TypeHistory]:
    """Return the history of each type of `spec`, by name.

    Args:
        specs: all revisions, oldest first, `spec` included. Only releases before `spec` count.
        spec: the revision. A history goes back from it to the first release of an unbroken run with the type.
    """
    place = next(index for index, other in enumerate(specs) if other.revision.id == spec.revision.id)
    earlier = [other for other in specs[:place] if other.revision.status == "released"]
    result: dict[str, TypeHistory] = {}
    for type_ in spec.types:
        since, changed, after = spec.revision.id, list[str](), spec
        for before in reversed(earlier):
            if type_.name not in before.by_name():
                break
            if not _is_unchanged(type_.name, before.by_name(), after.by_name()):
                changed.insert(0, after.revision.id)
            since, after = before.revision.id, before
        result[type_.name] = TypeHistory(since, tuple(changed))
    return result


def _is_unchanged(name: str, before: Mapping[str, TypeDef], after: Mapping[str, TypeDef]) -> bool:
    """Return whether a type, and the inline types to which it refers, are equal in two releases. Their places in the
    schema do not count.
    """
    if name not in before or name not in after or _without_location(before[name]) != _without_location(after[name]):
        return False
    parts = {expr.name for expr in expressions(after[name]) if isinstance(expr, Ref)}
    inline = {part for part in parts if any(types[part].provenance.was_inline for types in (before, after))}
    return all(_is_unchanged(part, before, after) for part in inline)


def _without_location(type_: TypeDef) -> TypeDef:
    return replace(type_, definition="", provenance=_NO_LOCATION)
