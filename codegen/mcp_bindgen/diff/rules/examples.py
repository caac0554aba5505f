"""A smallest pair for each rule, from `examples.toml`: tests hold the rules to them, and their pages show them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from mcp_bindgen.diff.rules.catalogue import BY_ID
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.jsontext import is_object
from mcp_bindgen.report.model import Level, json_text


@dataclass(frozen=True)
class Example:
    """A pair, as its rule's page shows it."""

    about: str
    old: str
    new: str
    wire: tuple[Level, Level] | None
    """The verdicts on this pair, where the rule alone does not tell."""


@cache
def tables() -> Mapping[str, list[dict[str, Any]]]:
    """The rows of the file: `schema`, with definitions as JSON text, and `fact`, with edits of a revision's facts."""
    with as_file(files("mcp_bindgen.diff.rules").joinpath("examples.toml")) as path:
        return read_toml(path)


def example(rule_id: str) -> Example:
    """The first pair of a rule; or of its mirror, the other way round."""
    for wanted, swapped in ((rule_id, False), (BY_ID[rule_id].mirror, True)):
        for make, rows in ((_of_schemas, tables()["schema"]), (_of_facts, tables()["fact"])):
            row = next((row for row in rows if row["rule"] == wanted), None)
            if row is not None:
                found = make(row)
                return _swapped(found) if swapped else found
    raise AssertionError(rule_id)  # a test sees to it that every rule has one


def _swapped(found: Example) -> Example:
    return Example(found.about, found.new, found.old, found.wire and (found.wire[1], found.wire[0]))


def _of_schemas(row: Mapping[str, Any]) -> Example:
    old, new = (json_text(json.loads(row[side])) for side in ("old", "new"))
    return Example("Definitions:", old, new, (row["wire"][0], row["wire"][1]))


def _of_facts(row: Mapping[str, Any]) -> Example:
    columns = {**row.get("within", {}), **row.get("where", {})}
    chosen = " and ".join(f"{name} {value}" for name, value in columns.items())
    about = f"Of the facts of {row['base']}, {row['path']}{f', where {chosen}' if chosen else ''}:"
    old, new = (_edit(row.get(side)) for side in ("old", "new"))
    return Example(about, old, new, None)


def _edit(edit: Any) -> str:
    if edit is None:
        return "as it is"
    if not is_object(edit):
        return {"absent": "not there", "reversed": "in the reverse order"}[edit]
    return "\n".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in edit.items())
