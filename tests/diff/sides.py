"""What the tests compare, and a judge of documents that the tool does not use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import jsonschema_rs

from mcp_bindgen import comparison
from mcp_bindgen.changes.form import Level
from mcp_bindgen.diff.compare import report
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Change, Report, Way
from mcp_bindgen.ingest import normalize
from mcp_bindgen.ingest.protocol import completed
from mcp_bindgen.ir import build
from mcp_bindgen.ir.methods import method_table, sent_methods
from tests.unit.tiny import RELEASE

RELEASED = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
SUCCESSIVE = tuple(pairwise(RELEASED))
ORDERED = tuple((old, new) for place, old in enumerate(RELEASED) for new in RELEASED[place + 1 :])
"""All ten pairs, the older one first."""


@cache
def pinned(revision: str) -> Subject:
    """A revision with its facts."""
    return comparison.subject(revision)


@cache
def between(old: str, new: str) -> Report:
    """The report of two revisions."""
    return report(pinned(old), pinned(new), comparison.renames())


def bare(document: Mapping[str, Any], name: str) -> Subject:
    """A schema of which nothing else is known."""
    effective = normalize.normalize(document, where=name)
    spec = build.build(RELEASE, effective, where=name)
    return Subject(name, spec, method_table(spec, completed((), sent_methods(spec)), where=name), None)


def level(change: Change, way: Way) -> Level:
    """The verdict of one way."""
    return change.verdict.old_to_new if way == "old_to_new" else change.verdict.new_to_old


class Verdicts:
    """Which documents a schema's definitions accept, by jsonschema-rs; the tool itself asks jsonschema."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._known: dict[str, Any] = {}

    def accept(self, definition: str, value: object) -> bool:
        """Is a document valid?"""
        if definition not in self._known:
            schema = {"$ref": normalize.reference(definition), "$defs": self._document["$defs"]}
            self._known[definition] = jsonschema_rs.Draft202012Validator(schema)
        valid: bool = self._known[definition].is_valid(value)
        return valid
