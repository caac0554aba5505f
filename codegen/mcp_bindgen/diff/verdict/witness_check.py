"""Check witnesses with the `jsonschema` package, independently of the search that found them.

A message is checked against its own definition and against the JSON-RPC envelope of every message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mcp_bindgen.ingest.normalize import referenced
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue


class WitnessChecker:
    """Validates documents against the definitions of one side, with one validator for each definition."""

    def __init__(self, spec: SpecRevision, envelopes: Mapping[str, str]) -> None:
        self._spec = spec
        self._definitions: Any = spec.effective["$defs"]
        wire = {name: wire_name for wire_name, name in spec.definitions.items()}
        self._envelopes = {wire[name]: wire[envelope] for name, envelope in envelopes.items()}
        self._made: dict[str, Any] = {}
        self._alone: WitnessChecker | None = None
        """Validates documents without envelopes; built on first use."""
        import jsonschema.validators  # takes a tenth of a second

        untyped: Any = jsonschema.validators
        self._class: Any = untyped.extend(
            jsonschema.Draft202012Validator, {"$ref": self._follow, "properties": _properties}
        )

    def accepts(self, definition: str, document: JSONValue) -> bool:
        """Whether a document is valid against a definition and, for a message, against its envelope."""
        return not self._rejects(definition, document)

    def rejected_as(self, definition: str, document: JSONValue) -> str:
        """The definition that rejects an invalid document by its own schema: the given one, or an envelope."""
        alone = self._alone = self._alone or WitnessChecker(self._spec, {})
        if alone._rejects(definition, document):
            return definition
        around = dict.fromkeys(self._envelopes.values())
        return next((name for name in around if alone._rejects(name, document)), definition)

    def _rejects(self, definition: str, document: JSONValue) -> bool:
        return next(self._errors(definition, document), None) is not None

    def _errors(self, definition: str, document: JSONValue) -> Any:
        if definition not in self._made:
            self._made[definition] = self._class(self._schema(definition))
        return self._made[definition].iter_errors(document)

    def _schema(self, definition: str) -> Any:
        own, envelope = self._definitions[definition], self._envelopes.get(definition)
        return own if envelope is None else {"allOf": [own, self._definitions[envelope]]}

    def _follow(self, _: Any, reference: str, document: JSONValue, __: object) -> Any:
        return self._errors(referenced({"$ref": reference}) or "", document)


def _properties(validator: Any, properties: Mapping[str, Any], document: JSONValue, _: object) -> Iterator[Any]:
    """The errors of the members. The package looks at every name of the schema, even for a document with one member."""
    if isinstance(document, Mapping):
        for name in document:
            if name in properties:
                yield from validator.descend(document[name], properties[name], path=name, schema_path=name)
