"""`schema/<rev>/errata.toml`: corrections that assert what they replace, and fail when that has changed."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.jsontext import JSONValue


@dataclass(frozen=True)
class Erratum:
    """One correction of an official file."""

    id: str
    pointer: str
    """RFC 6901, into the file as it is pinned."""
    old: JSONValue
    new: JSONValue
    reason: str
    upstream: str
    """Where the defect is discussed or shown, for readers who doubt."""


def read_errata(schema_root: Path, revision_id: str) -> tuple[Erratum, ...]:
    """The corrections of a revision; none where there is no file."""
    path = schema_root / revision_id / "errata.toml"
    if not path.exists():
        return ()
    try:
        return tuple(Erratum(**row) for row in read_toml(path).get("erratum", []))
    except TypeError as error:
        raise BindgenError(f"a row is not as expected: {error}", where=str(path)) from None


def apply(document: JSONValue, errata: Sequence[Erratum], *, where: str) -> JSONValue:
    """A corrected copy.

    Raises:
        BindgenError: an erratum is stale: its place is gone, or does not hold the value it replaces.
    """
    corrected: Any = copy.deepcopy(document)
    for erratum in errata:
        place = f"{where}#{erratum.pointer}"
        holder: Any = corrected
        try:
            *parents, last = jsontext.pointer_tokens(erratum.pointer)
            for token in parents:
                holder = holder[_slot(holder, token)]
            slot = _slot(holder, last)
            found: Any = holder[slot]
        except (LookupError, ValueError, TypeError):
            raise BindgenError(f"erratum {erratum.id} is stale: nothing stands there", where=place) from None
        if not _same(found, erratum.old):
            raise BindgenError(
                f"erratum {erratum.id} is stale: expected {erratum.old!r}, found {found!r}",
                where=place,
                hint="was it fixed upstream? then delete the erratum",
            )
        holder[slot] = copy.deepcopy(erratum.new)
    result: JSONValue = corrected
    return result


def _slot(holder: Any, token: str) -> Any:
    return jsontext.index(token) if isinstance(holder, list) else token


def _same(left: JSONValue, right: JSONValue) -> bool:
    """Equal as JSON: `1` is not `true`, and order of members does not matter."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(_same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    return type(left) is type(right) and left == right
