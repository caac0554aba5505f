"""Check witnesses with the `jsonschema` package, independently of the search that found them.

A message is checked against its own definition and against the JSON-RPC envelope for its kind of message. Only patterns
are left to the engine of the search, since the time of Python's engine has no bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from mcp_bindgen.diff.containment.tags import MIN_ALTERNATIVES, TagTables
from mcp_bindgen.diff.containment.validity import is_valid, pattern_test
from mcp_bindgen.ingest.normalize import reference_target
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue

_ALTERNATIVE_KEYWORDS = ("anyOf", "oneOf")


class WitnessChecker:
    """Checker of documents against the definitions of one side. It has a `jsonschema` validator for each definition."""

    def __init__(self, spec: SpecRevision, envelopes: Mapping[str, str]) -> None:
        self._spec = spec
        self._definitions: Any = spec.effective["$defs"]
        wire = {name: wire_name for wire_name, name in spec.definitions.items()}
        self._envelopes = {wire[name]: wire[envelope] for name, envelope in envelopes.items()}
        self._made: dict[str, Any] = {}
        self._tags: dict[int, tuple[object, TagTables]] = {}
        """Each list of alternatives, with the tables that find the possible ones, by the Python `id` of the list."""
        self._texts: dict[int, tuple[object, frozenset[str]]] = {}
        """Each list of enumeration values, with the strings in it, by the Python `id` of the list."""
        self._alone: WitnessChecker | None = None
        """Checker that ignores envelopes; None until its first use."""
        import jsonschema.validators  # takes a tenth of a second

        untyped: Any = jsonschema.validators
        keyword_checks: Any = jsonschema.Draft202012Validator.VALIDATORS
        self._plain_enum: Any = keyword_checks["enum"]
        self._class: Any = untyped.extend(
            jsonschema.Draft202012Validator,
            {
                "$ref": self._resolve_reference,
                "properties": _property_errors,
                "enum": self._enum_errors,
                "pattern": _pattern_errors,
                **{word: partial(self._alternative_errors, keyword_checks[word]) for word in _ALTERNATIVE_KEYWORDS},
            },
        )

    def accepts(self, definition: str, document: JSONValue) -> bool:
        """Return whether a document is valid against a definition and, if the definition is a message, against the
        JSON-RPC envelope of the message.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        return not self._is_rejected_by(definition, document)

    def rejecting_definition(self, definition: str, document: JSONValue) -> str:
        """Return the wire name of the definition whose own schema rejects an invalid document: an envelope if only that
        rejects the document, else the given definition.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        alone = self._alone = self._alone or WitnessChecker(self._spec, {})
        if alone._is_rejected_by(definition, document):
            return definition
        around = dict.fromkeys(self._envelopes.values())
        return next((name for name in around if alone._is_rejected_by(name, document)), definition)

    def _is_rejected_by(self, definition: str, document: JSONValue) -> bool:
        return next(self._errors(definition, document), None) is not None

    def _errors(self, definition: str, document: JSONValue) -> Any:
        if definition not in self._made:
            self._made[definition] = self._class(self._schema_with_envelope(definition))
        return self._made[definition].iter_errors(document)

    def _schema_with_envelope(self, definition: str) -> Any:
        own, envelope = self._definitions[definition], self._envelopes.get(definition)
        return own if envelope is None else {"allOf": [own, self._definitions[envelope]]}

    def _resolve_reference(self, _: Any, reference: str, document: JSONValue, __: object) -> Any:
        return self._errors(reference_target({"$ref": reference}) or "", document)

    def _alternative_errors(
        self, check: Any, validator: Any, schemas: list[Any], document: JSONValue, schema: object
    ) -> Any:
        """Return the errors of `anyOf` or `oneOf`. In a long list, only the schemas whose constant members fit the
        document are checked.
        """
        if isinstance(document, Mapping) and len(schemas) >= MIN_ALTERNATIVES:
            if id(schemas) not in self._tags:
                self._tags[id(schemas)] = schemas, TagTables([self._member_constants(each) for each in schemas])
            places = self._tags[id(schemas)][1].possible_indices(lambda name: _tag_values(document.get(name)))
            schemas = schemas if places is None else [schemas[place] for place in places]
        return check(validator, schemas, document, schema)

    def _member_constants(self, schema: Any, seen: frozenset[str] = frozenset()) -> dict[str, list[str]]:
        """Return the constants that a schema allows for each member, if they are strings, by the name of the member.
        Leave out members without constants.
        """
        while (name := reference_target(schema)) is not None and name not in seen:
            seen, schema = seen | {name}, self._definitions[name]
        found: dict[str, list[str]] = {}
        for member, rule in schema.get("properties", {}).items():
            values = [rule["const"]] if "const" in rule else rule.get("enum", [])
            if values:
                found[member] = [each for each in values if isinstance(each, str)]
        if "anyOf" in schema:
            inner = [self._member_constants(each, seen) for each in schema["anyOf"] if "$ref" not in each]
            names = set(inner[0]).intersection(*inner) if len(inner) == len(schema["anyOf"]) else set[str]()
            found = {name: [value for each in inner for value in each[name]] for name in names} | found
        return found

    def _enum_errors(self, validator: Any, values: list[JSONValue], document: JSONValue, schema: object) -> Any:
        """Return the errors of `enum`. A string is looked up in a set, and is not compared with each value."""
        if not isinstance(document, str):
            return self._plain_enum(validator, values, document, schema)
        if id(values) not in self._texts:
            self._texts[id(values)] = values, frozenset(each for each in values if isinstance(each, str))
        return () if document in self._texts[id(values)][1] else self._plain_enum(validator, [], document, schema)


def _tag_values(value: JSONValue) -> tuple[str] | None:
    return (value,) if isinstance(value, str) else None


def _property_errors(validator: Any, properties: Mapping[str, Any], document: JSONValue, _: object) -> Iterator[Any]:
    """Yield the errors of `properties` for the members that the document has.

    The function of the package `jsonschema` tries every name in the schema, even for a document with one member.
    """
    if isinstance(document, Mapping):
        for name in document:
            if name in properties:
                yield from validator.descend(document[name], properties[name], path=name, schema_path=name)


def _pattern_errors(_: object, pattern: str, document: JSONValue, __: object) -> Iterator[Any]:
    """Yield the error of `pattern`. The function of the package `jsonschema` uses Python's engine.

    Raises:
        UndecidedError: the pattern would take too long.
    """
    import jsonschema.exceptions

    if isinstance(document, str) and not is_valid(pattern_test(pattern), document):
        yield jsonschema.exceptions.ValidationError("the pattern does not match")
