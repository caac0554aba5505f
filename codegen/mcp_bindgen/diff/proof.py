"""The judge of witnesses: what JSON Schema says, by the `jsonschema` package. The search does not judge itself."""

from __future__ import annotations

from typing import Any

import jsonschema.validators

from mcp_bindgen.ingest.normalize import referenced
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue

_validators: Any = jsonschema.validators  # whose functions are not typed


class Judge:
    """Verdicts for the definitions of one side. References are followed by name, with one validator for each."""

    def __init__(self, spec: SpecRevision) -> None:
        self._definitions: Any = spec.effective["$defs"]
        self._made: dict[str, Any] = {}
        self._class: Any = _validators.extend(jsonschema.Draft202012Validator, {"$ref": self._refer})

    def accepts(self, definition: str, document: JSONValue) -> bool:
        """Is a document valid as a definition?"""
        return next(self._errors(definition, document), None) is None

    def _errors(self, definition: str, document: JSONValue) -> Any:
        if definition not in self._made:
            self._made[definition] = self._class(self._definitions[definition])
        return self._made[definition].iter_errors(document)

    def _refer(self, _: Any, reference: str, document: JSONValue, __: object) -> Any:
        return self._errors(referenced({"$ref": reference}) or "", document)
