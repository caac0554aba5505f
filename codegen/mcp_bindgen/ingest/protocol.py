"""`schema/<rev>/protocol.toml`: what a schema cannot say about its methods, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.jsontext import is_array


@dataclass(frozen=True)
class MethodFacts:
    """One row. Defaults are what holds unless the specification says otherwise."""

    name: str
    source: str
    """Pages of the specification, joined by `; `."""
    results: tuple[str, ...] = ()
    """What may answer, where that is not the request's name with Result."""
    wrapped_results: tuple[str, ...] = ()
    """What such an answer stands for."""
    capability: str = ""
    """Dotted path that must have been declared, by the receiver unless `declared_by` says whose."""
    declared_by: str = ""
    task_capability: str = ""
    """Dotted path that the receiver must have declared before the request may be augmented with a task."""
    cancellable: bool = True
    progress: bool = True
    delivery: str = ""
    """The channel that carries a notification."""
    deprecated: bool = False
    experimental: bool = False


def completed(facts: Sequence[MethodFacts], methods: Iterable[str]) -> tuple[MethodFacts, ...]:
    """Rows for exactly these methods, for a user's own schema: what no one has stated is as by default."""
    known = {row.name: row for row in facts}
    return tuple(known.get(name, MethodFacts(name, source="")) for name in methods)


def read_protocol(schema_root: Path, revision_id: str) -> tuple[MethodFacts, ...]:
    """The rows of a revision, in the order of the file.

    Raises:
        BindgenError: a row has an unknown key or lacks one, or a method has two rows.
    """
    path = schema_root / revision_id / "protocol.toml"
    if not path.exists():
        raise BindgenError("no protocol.toml for this revision", where=str(path))
    rows: list[MethodFacts] = []
    for row in read_toml(path).get("method", []):
        try:
            rows.append(MethodFacts(**{key: _frozen(value) for key, value in row.items()}))
        except TypeError as error:
            raise BindgenError(f"a row is not as expected: {error}", where=str(path)) from None
    names = [row.name for row in rows]
    for name in names:
        if names.count(name) > 1:
            raise BindgenError(f"method {name!r} has {names.count(name)} rows", where=str(path))
    return tuple(rows)


def _frozen(value: Any) -> Any:
    return tuple(value) if is_array(value) else value
