"""The subjects that the tests compare, and a validator that the tool itself does not use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import jsonschema_rs

import mcp_bindings as mb
from mcp_bindgen import comparison
from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.schema.side import compared_schemas
from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Change, Report, Way, Witness
from mcp_bindgen.ingest import keywords, normalize
from mcp_bindgen.ingest.protocol import complete_method_facts
from mcp_bindgen.ir import build
from mcp_bindgen.ir.methods import method_table, sent_methods
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import is_object
from tests.unit.tiny import RELEASE

RELEASED = tuple(mb.REVISIONS)
SUCCESSIVE = tuple(pairwise(RELEASED))
ORDERED = tuple((old, new) for place, old in enumerate(RELEASED) for new in RELEASED[place + 1 :])
"""All pairs, with the older revision first."""


@cache
def pinned(revision: str) -> Subject:
    """A pinned revision with its facts."""
    return comparison.read_subject(revision)


@cache
def between(old: str, new: str) -> Report:
    """The report between two revisions."""
    return make_report(pinned(old), pinned(new), comparison.read_known_renames())


def bare(document: Mapping[str, Any], name: str) -> Subject:
    """A subject with a schema and no protocol facts."""
    effective = normalize.normalize(document, where=name)
    spec = build.build_spec(RELEASE, effective, where=name, document=document)
    return Subject(
        name,
        spec,
        method_table(spec, complete_method_facts((), sent_methods(spec)), where=name),
        None,
        keywords.annotation_values(document, "default"),
    )


def level(change: Change, way: Way) -> Level:
    """The level of a change in one direction."""
    return change.verdict.old_to_new if way == "old_to_new" else change.verdict.new_to_old


def sent(document: Mapping[str, Any], spec: SpecRevision, envelopes: Mapping[str, str]) -> dict[str, Any]:
    """A schema document for messages as they are sent: each definition combined with its envelope."""
    names = {name: wire_name for wire_name, name in spec.definitions.items()}
    around = {names[name]: names[envelope] for name, envelope in envelopes.items()}
    own: Mapping[str, Any] = document["$defs"]
    enveloped = {name: {"allOf": [own[name], own[envelope]]} for name, envelope in around.items()}
    return {"$defs": {**own, **enveloped}}


def completed_by(value: Any, envelope: Any) -> Any:
    """A definition with the members of an envelope that it does not have itself."""
    if not is_object(value) or not is_object(envelope):
        return value
    params, more = value.get("params"), envelope.get("params")
    inner = {"params": {**more, **params}} if is_object(params) and is_object(more) else {}
    return {**envelope, **value, **inner}


class SchemaValidator:
    """Validates documents against the definitions of a schema with jsonschema-rs; the tool itself uses jsonschema."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._known: dict[str, Any] = {}

    def accept(self, definition: str, value: object) -> bool:
        """Whether a document is valid."""
        if definition not in self._known:
            schema = {"$ref": normalize.reference_to(definition), "$defs": self._document["$defs"]}
            self._known[definition] = jsonschema_rs.Draft202012Validator(schema)
        valid: bool = self._known[definition].is_valid(value)
        return valid


def both_sent(
    documents: tuple[Mapping[str, Any], Mapping[str, Any]], sides: tuple[Subject, Subject]
) -> list[SchemaValidator]:
    """Validators of both sides for messages as they are sent."""
    found = compared_schemas(sides[0].spec, sides[1].spec, comparison.read_known_renames())
    return [
        SchemaValidator(sent(document, side.spec, side.envelopes))
        for document, side in zip(documents, (found.old, found.new), strict=True)
    ]


class WitnessValidators:
    """Checks whether witnesses prove the changes that they belong to."""

    def __init__(self, *sides: tuple[Mapping[str, Any], Subject]) -> None:
        (document, old), (other, new) = sides
        self._written = {old.name: SchemaValidator(document), new.name: SchemaValidator(other)}
        self._sent = dict(zip((old.name, new.name), both_sent((document, other), (old, new)), strict=True))

    def confirm(self, witness: Witness) -> bool:
        """Whether the document can be sent on one side, and the named definition of the other side rejects it."""
        sendable = self._sent[witness.accepted_by].accept(witness.accepted_as, witness.document)
        return sendable and not self._written[witness.rejected_by].accept(witness.rejected_as, witness.document)
