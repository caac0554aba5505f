"""Documents with the members that a revision requires: a test writes only the members that it is about."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import mcp_bindings as mb
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.spec.names import ACKNOWLEDGED, SUBSCRIPTION_KEY
from tests.differential.patterns import matching_texts
from tests.revisions import method_of

Json = Any

LEAST: Mapping[str, Json] = {"boolean": False, "null": None}


def tool(name: str, revision: str = mb.LATEST, **members: Json) -> dict[str, Json]:
    """A tool of a revision, with an input schema for every object unless another one is given."""
    return filled(revision, "Tool", {"name": name, "inputSchema": {"type": "object"}, **members})


def filled(revision: str, definition: str, document: Mapping[str, Json]) -> dict[str, Json]:
    """A document with the members that a revision requires and the document lacks, at every depth, after its own."""
    found: dict[str, Json] = _filler(revision).fill({"$ref": f"#/$defs/{definition}"}, document)
    return found


def initialize_result(revision: str, capabilities: Json) -> dict[str, Json]:
    """The result of `initialize` in a revision with a handshake."""
    info = {"name": "x", "version": "1"}
    result = {"protocolVersion": revision, "capabilities": capabilities, "serverInfo": info}
    return filled(revision, "InitializeResult", result)


def acknowledgement(revision: str, id_: object, wanted: Json) -> dict[str, Json]:
    """The params of a notification that acknowledges a subscription."""
    definition = mb.revision(revision).methods[method_of(ACKNOWLEDGED, revision)].params or ""
    return filled(revision, definition, {"notifications": wanted, "_meta": {SUBSCRIPTION_KEY: id_}})


def accepting(definition: str, document: Json, among: Sequence[str] = mb.REVISIONS) -> tuple[str, ...]:
    """The revisions whose schemas accept a document: a later one may have another bound, or require another member."""
    known = [each for each in among if definition in mb.revision(each).definitions]
    return tuple(each for each in known if mb.revision(each).codec(definition).findings(document) == [])


@cache
def _filler(revision: str) -> Filler:
    return Filler(mb.revision(revision))


class Filler:
    """Fills in what the schema of a revision requires: what the absence of a member means, or the least valid value."""

    def __init__(self, revision: mb.Revision) -> None:
        self._definitions = revision.schema_file.definitions
        self._absent = {row.member: json.loads(row.value) for row in revision.protocol.defaults if row.older_peer}

    def fill(self, schema: Json, value: Json) -> Json:
        """A value with all that a schema requires of it."""
        schema = self._resolved(schema)
        for part in reversed(schema.get("allOf", ())):  # the last part narrows the first
            value = self.fill(part, value)
        arms = [arm for arm in _arms(schema) if self._fits(arm, value)]
        if arms:
            value = min((self.fill(arm, value) for arm in arms), key=lambda each: len(json.dumps(each)))
        if is_array(value):
            return [self.fill(schema.get("items", {}), each) for each in value]
        if not is_object(value):
            return value
        members, others = schema.get("properties", {}), schema.get("additionalProperties")
        other = others if is_object(others) else {}
        own = {name: self.fill(members.get(name, other), each) for name, each in value.items()}
        lacking = [name for name in schema.get("required", ()) if name not in value]
        return {**own, **{name: self._least(members.get(name, {}), name) for name in lacking}}

    def _resolved(self, schema: Json) -> Json:
        while is_object(schema) and "$ref" in schema:
            schema = self._definitions[schema["$ref"].removeprefix("#/$defs/")]
        return schema if is_object(schema) else {}

    def _fits(self, schema: Json, value: Json) -> bool:
        """Whether a value can be completed for a schema: its type is another one, or one of its constants."""
        schema = self._resolved(schema)
        if is_object(value):
            members = {name: self._resolved(each) for name, each in schema.get("properties", {}).items()}
            same = all(
                value.get(name, each["const"]) == each["const"] for name, each in members.items() if "const" in each
            )
            return same and schema.get("type", "object") == "object"
        return schema.get("type") == ("array" if is_array(value) else "string") or not isinstance(value, (list, str))

    def _least(self, schema: Json, name: str = "") -> Json:
        """The least value for a schema, or what the absence of a member of this name means."""
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        if name in self._absent:
            return self._absent[name]
        if "default" in schema:
            return schema["default"]
        if "enum" in schema:
            return schema["enum"][0]
        if arms := _arms(schema):
            return self.fill(schema, self._least(arms[0]))
        kind = schema.get("type", "object")
        kind = kind if isinstance(kind, str) else kind[0]
        if kind == "string":
            shortest = schema.get("minLength", 1)
            texts = (
                matching_texts(schema["pattern"], shortest, schema.get("maxLength", 100)) if "pattern" in schema else ()
            )
            return texts[0] if texts else "x" * shortest
        if kind in ("integer", "number"):
            return max(0, schema.get("minimum", 0))
        if kind == "array":
            return [self._least(schema.get("items", {}))] * schema.get("minItems", 0)
        return LEAST[kind] if kind in LEAST else self.fill(schema, {})


def _arms(schema: Json) -> list[Json]:
    return [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
