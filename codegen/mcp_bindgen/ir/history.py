"""When a type came, and where it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_bindgen.ir.types import Provenance, SpecRevision, TypeDef

_NOWHERE = Provenance("", lifted=False)


@dataclass(frozen=True)
class History:
    """Releases by id, seen from one of them: later ones are not known there."""

    since: str
    changed_in: tuple[str, ...]


def history(specs: Sequence[SpecRevision], spec: SpecRevision) -> dict[str, History]:
    """For each type of `spec`: the first release of an unbroken line that has it, and those that changed it."""
    earlier = [other for other in specs[: specs.index(spec)] if other.revision.status == "released"]
    result: dict[str, History] = {}
    for type_ in spec.types:
        since, changed, later = spec.revision.id, list[str](), type_
        after = spec
        for other in reversed(earlier):
            before = other.by_name().get(type_.name)
            if before is None:
                break
            if _shape(before) != _shape(later):
                changed.insert(0, after.revision.id)
            since, later, after = other.revision.id, before, other
        result[type_.name] = History(since, tuple(changed))
    return result


def _shape(type_: TypeDef) -> TypeDef:
    return replace(type_, provenance=_NOWHERE)
