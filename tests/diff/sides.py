"""What the tests compare, and a judge of documents that the tool does not use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import jsonschema_rs

import mcp_bindings as mb
from mcp_bindgen import comparison
from mcp_bindgen.diff.compare import report
from mcp_bindgen.diff.schema.side import compared_schemas
from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Change, Report, Way, Witness
from mcp_bindgen.ingest import normalize
from mcp_bindgen.ingest.protocol import completed
from mcp_bindgen.ir import build
from mcp_bindgen.ir.methods import method_table, sent_methods
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import is_object
from tests.unit.tiny import RELEASE

RELEASED = tuple(mb.REVISIONS)
SUCCESSIVE = tuple(pairwise(RELEASED))
ORDERED = tuple((old, new) for place, old in enumerate(RELEASED) for new in RELEASED[place + 1 :])
"""All pairs, the older one first."""


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


def sent(document: Mapping[str, Any], spec: SpecRevision, envelopes: Mapping[str, str]) -> dict[str, Any]:
    """A schema document as what is sent: each message is its definition and its envelope at once."""
    names = {name: wire_name for wire_name, name in spec.definitions.items()}
    around = {names[name]: names[envelope] for name, envelope in envelopes.items()}
    own: Mapping[str, Any] = document["$defs"]
    enveloped = {name: {"allOf": [own[name], own[envelope]]} for name, envelope in around.items()}
    return {"$defs": {**own, **enveloped}}


def completed_by(value: Any, envelope: Any) -> Any:
    """A message with the members of another where it has none."""
    if not is_object(value) or not is_object(envelope):
        return value
    params, more = value.get("params"), envelope.get("params")
    inner = {"params": {**more, **params}} if is_object(params) and is_object(more) else {}
    return {**envelope, **value, **inner}


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


def both_sent(documents: tuple[Mapping[str, Any], Mapping[str, Any]], sides: tuple[Subject, Subject]) -> list[Verdicts]:
    """What either side may send, where the two are compared."""
    found = compared_schemas(sides[0].spec, sides[1].spec, comparison.renames())
    return [
        Verdicts(sent(document, half.spec, half.envelopes))
        for document, half in zip(documents, (found.old, found.new), strict=True)
    ]


class Judges:
    """Whether a witness shows what it is said to, by documents of both sides."""

    def __init__(self, *sides: tuple[Mapping[str, Any], Subject]) -> None:
        (document, old), (other, new) = sides
        self._written = {old.name: Verdicts(document), new.name: Verdicts(other)}
        self._sent = dict(zip((old.name, new.name), both_sent((document, other), (old, new)), strict=True))

    def confirm(self, witness: Witness) -> bool:
        """It can be sent on the one side, and the definition of the other refuses it by its own words."""
        sendable = self._sent[witness.accepted_by].accept(witness.accepted_as, witness.document)
        return sendable and not self._written[witness.rejected_by].accept(witness.rejected_as, witness.document)
