"""The release that added each type, and the releases that changed the type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mcp_bindgen.ir.type_comparison import TypeComparison
from mcp_bindgen.ir.types import SpecRevision


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
            if not TypeComparison(before.by_name(), after.by_name()).is_unchanged(type_.name, type_.name):
                changed.insert(0, after.revision.id)
            since, after = before.revision.id, before
        result[type_.name] = TypeHistory(since, tuple(changed))
    return result
