"""The judge of witnesses: what JSON Schema says, by the `jsonschema` package. The search does not judge itself.

A message is judged twice, as its own definition and as what surrounds every message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jsonschema.validators

from mcp_bindgen.ingest.normalize import referenced
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue

_validators: Any = jsonschema.validators  # whose functions are not typed


class Judge:
    """Verdicts for the definitions of one side. References are followed by name, with one validator for each."""

    def __init__(self, spec: SpecRevision, envelopes: Mapping[str, str]) -> None:
        self._spec = spec
        self._definitions: Any = spec.effective["$defs"]
        wire = {name: wire_name for wire_name, name in spec.definitions.items()}
        self._envelopes = {wire[name]: wire[envelope] for name, envelope in envelopes.items()}
        self._made: dict[str, Any] = {}
        self._class: Any = _validators.extend(jsonschema.Draft202012Validator, {"$ref": self._refer})

    def accepts(self, definition: str, document: JSONValue) -> bool:
        """Is a document valid as a definition, and if that is a message, can it be sent?"""
        return not self._refuse(definition, document)

    def refused_as(self, definition: str, document: JSONValue) -> str:
        """Of a document that is not, the definition that refuses it by its own words: this one, or an envelope."""
        alone = Judge(self._spec, {})
        if alone._refuse(definition, document):
            return definition
        around = dict.fromkeys(self._envelopes.values())
        return next((name for name in around if alone._refuse(name, document)), definition)

    def _refuse(self, definition: str, document: JSONValue) -> bool:
        return next(self._errors(definition, document), None) is not None

    def _errors(self, definition: str, document: JSONValue) -> Any:
        if definition not in self._made:
            self._made[definition] = self._class(self._asked(definition))
        return self._made[definition].iter_errors(document)

    def _asked(self, definition: str) -> Any:
        own, envelope = self._definitions[definition], self._envelopes.get(definition)
        return own if envelope is None else {"allOf": [own, self._definitions[envelope]]}

    def _refer(self, _: Any, reference: str, document: JSONValue, __: object) -> Any:
        return self._errors(referenced({"$ref": reference}) or "", document)
