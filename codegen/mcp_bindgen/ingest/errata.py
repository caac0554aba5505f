"""`schema/<rev>/errata.toml`: corrections of an official file. Each states the value that it replaces."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.ingest.keywords import DEFINITIONS, definitions_keyword
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import table_rows
from mcp_bindgen.jsontext import JSONValue, is_array, is_object


@dataclass(frozen=True)
class Erratum:
    """One correction of an official file."""

    id: str
    pointer: str
    """JSON Pointer (RFC 6901) into the pinned file. `/$defs/` and `/definitions/` are equivalent at its beginning."""
    old: JSONValue
    new: JSONValue
    reason: str
    upstream: str
    """URL of a page that discusses or shows the defect."""


PLACEHOLDERS = ("REVISION", "URL OF THE OFFICIAL FILE")
"""Texts in a proposed erratum that stand for the id of the revision and for the URL of the file."""


def read_errata(schema_root: Path, revision_id: str) -> tuple[Erratum, ...]:
    """Return the corrections of a revision; empty if the revision has no file of errata.

    Raises:
        BindgenError: the file cannot be read, or a row is malformed.
    """
    path = schema_root / revision_id / "errata.toml"
    return read_errata_file(path) if path.exists() else ()


def read_errata_file(path: Path) -> tuple[Erratum, ...]:
    """Return the corrections in a file.

    Raises:
        BindgenError: the file cannot be read, or a row is malformed.
    """
    rows = table_rows(read_toml(path), "erratum", where=str(path))
    try:
        found = tuple(Erratum(**row) for row in rows)
        json.dumps([[each.old, each.new] for each in found])
    except TypeError as error:
        raise BindgenError(f"a row is malformed: {error}", where=str(path)) from None
    for row in found:
        stated: dict[str, Any] = vars(row)
        if not all(isinstance(stated[name], str) for name in ("id", "pointer", "reason", "upstream")):
            raise BindgenError("id, pointer, reason and upstream of a row must be texts", where=str(path))
    return found


def fill_placeholders(row: Erratum, revision_id: str, url: str) -> Erratum:
    """Return a proposed erratum in which the id of a revision and the URL of its file replace the placeholders."""
    revision, upstream = PLACEHOLDERS
    own_id = revision_id + row.id.removeprefix(revision) if row.id.startswith(revision) else row.id
    return replace(row, id=own_id, upstream=url if row.upstream == upstream else row.upstream)


def apply_errata(document: JSONValue, errata: Sequence[Erratum], *, where: str) -> JSONValue:
    """Return a corrected copy of the document.

    Raises:
        BindgenError: an erratum is stale: the document has no value at its pointer, or another value than `old`. The
            message names each stale erratum.
    """
    corrected, stale = _apply_each_erratum(document, errata, where)
    raise_together(error for _, error in stale)
    return corrected


def split_by_applicability(
    document: JSONValue, rows: Sequence[Erratum]
) -> tuple[tuple[Erratum, ...], tuple[Erratum, ...]]:
    """Return the errata that apply to a document, and the stale errata.

    An erratum applies if the document has the value `old` at the erratum's pointer. Each erratum is tried on its own.
    """
    stale = [row for row in rows if _apply_each_erratum(document, [row], "")[1]]
    return tuple(row for row in rows if row not in stale), tuple(stale)


def apply_errata_in_turn(document: JSONValue, rows: Sequence[Erratum]) -> tuple[JSONValue, list[Erratum]]:
    """Return a corrected copy of a document, and the errata that were applied.

    The errata are applied one after another. An erratum that is stale when its turn comes is left out.
    """
    corrected, stale = _apply_each_erratum(document, rows, "")
    left_out = [id(row) for row, _ in stale]
    return corrected, [row for row in rows if id(row) not in left_out]


def _apply_each_erratum(
    document: JSONValue, rows: Sequence[Erratum], where: str
) -> tuple[JSONValue, list[tuple[Erratum, BindgenError]]]:
    """Return a corrected copy of a document, and each stale erratum with its error."""
    corrected: Any = copy.deepcopy(document)
    stale: list[tuple[Erratum, BindgenError]] = []
    for row in rows:
        erratum = _respell_erratum(document, row)
        place = f"{where}#{erratum.pointer}"
        holder: Any = corrected
        try:
            *parents, last = jsontext.pointer_tokens(erratum.pointer)
            for token in parents:
                holder = holder[_index_or_name(holder, token)]
            slot = _index_or_name(holder, last)
            found: Any = holder[slot]
        except (LookupError, ValueError, TypeError):
            what = f"erratum {erratum.id} is stale: the document has no such location"
            stale.append((row, BindgenError(what, where=place)))
            continue
        if json.dumps(found, sort_keys=True) == json.dumps(erratum.old, sort_keys=True):  # `1` is not `1.0` here
            holder[slot] = copy.deepcopy(erratum.new)
        else:
            what = f"erratum {erratum.id} is stale: expected {erratum.old!r}, found {found!r}"
            hint = "if it was fixed upstream, delete the erratum"
            stale.append((row, BindgenError(what, where=place, hint=hint)))
    return corrected, stale


def _respell_erratum(document: JSONValue, erratum: Erratum) -> Erratum:
    """Return a copy of an erratum with the document's keyword for definitions in its pointer and its references.

    The keyword is `definitions` up to 2025-06-18, and `$defs` since.
    """
    key = definitions_keyword(document)
    other = next(each for each in DEFINITIONS if each != key)
    pointer = f"/{key}/" + erratum.pointer[len(other) + 2 :] if erratum.pointer.startswith(f"/{other}/") else None

    def respell_references(value: JSONValue) -> JSONValue:
        if is_object(value):
            found: dict[str, JSONValue] = {name: respell_references(item) for name, item in value.items()}
            reference = found.get("$ref")
            if isinstance(reference, str) and reference.startswith(f"#/{other}/"):
                found["$ref"] = f"#/{key}/" + reference[len(other) + 3 :]
            return found
        return [respell_references(item) for item in value] if is_array(value) else value

    return replace(
        erratum,
        pointer=pointer or erratum.pointer,
        old=respell_references(erratum.old),
        new=respell_references(erratum.new),
    )


def _index_or_name(holder: Any, token: str) -> Any:
    return jsontext.parse_index(token) if isinstance(holder, list) else token
