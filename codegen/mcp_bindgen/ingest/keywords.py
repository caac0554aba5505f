"""JSON Schema keywords by the kind of their value, and the prose keywords that an import leaves out.

Code that walks a schema uses these tables, so it never takes a property for a keyword.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from mcp_bindgen.jsontext import JSONValue, escape_token

ValueKind = Literal["schema", "schema-map", "schema-list", "data"]

DEFINITIONS = ("$defs", "definitions")
"""The two keywords for the definitions in a schema document."""

SCHEMA = frozenset(
    {"additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not"}
) | frozenset({"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"})
SCHEMA_MAP = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})
SCHEMA_LIST = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
PROSE = frozenset({"$comment", "description", "examples", "title"})
"""Keywords that only describe. The import drops these keywords, so that no prose of others enters the repository."""

SUPPORTED = (
    frozenset({"$ref", "additionalProperties", "allOf", "anyOf", "const", "enum", "items", "oneOf", "properties"})
    | frozenset({"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf", "required", "type"})
    | frozenset({"maxItems", "maxLength", "minItems", "minLength"})
)
"""Assertions that Python types express exactly."""

CONDITIONS = frozenset(
    {"contains", "dependentRequired", "else", "if", "maxContains", "maxProperties", "minContains"}
) | frozenset({"minProperties", "not", "pattern", "prefixItems", "propertyNames", "then", "uniqueItems"})
"""Assertions that no Python type expresses. They are checked beside the type."""

NUMBERS = frozenset({"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"}) | frozenset(
    {"maxContains", "maxItems", "maxLength", "maxProperties", "minContains", "minItems", "minLength", "minProperties"}
)
"""Assertions whose value is a number."""

ANNOTATIONS = PROSE | frozenset(
    {"contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated", "format", "readOnly", "writeOnly"}
)

REFUSED = frozenset(
    {"$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef", "additionalItems", "dependencies"}
) | frozenset({"dependentSchemas", "id", "patternProperties", "unevaluatedItems", "unevaluatedProperties"})
"""Assertions that become neither types nor conditions. If a schema still has one of these keywords after the keywords
with equivalents are rewritten, the schema is rejected, never weakened.

Keywords in none of the sets of this module only annotate.
"""


NEUTRAL: Mapping[str, JSONValue] = {
    "additionalItems": True,
    "allOf": [True],
    "dependencies": {},
    "dependentSchemas": {},
    "not": False,
    "pattern": "",
    "patternProperties": {},
    "unevaluatedItems": True,
    "unevaluatedProperties": True,
}
"""A value with which a keyword asserts nothing, by keyword. A proposed erratum can give the keyword this value."""


def value_kind(keyword: str, value: JSONValue) -> ValueKind:
    """Return the kind of a keyword's value: one schema, schemas by name, a list of schemas, or data."""
    if keyword in SCHEMA_MAP and isinstance(value, Mapping):
        return "schema-map"
    if keyword in SCHEMA_LIST and isinstance(value, Sequence) and not isinstance(value, str):
        return "schema-list"
    if keyword in SCHEMA and isinstance(value, (Mapping, bool)):
        return "schema"
    return "data"


def definitions_keyword(document: JSONValue) -> str:
    """Return the keyword for the definitions in a schema document: `definitions` if it is alone, else `$defs`."""
    is_older = isinstance(document, Mapping) and "definitions" in document and "$defs" not in document
    return "definitions" if is_older else "$defs"


def annotation_values(document: JSONValue, keyword: str) -> dict[str, JSONValue]:
    """Return the values of an annotation in a schema document, by the JSON Pointer of the annotated schema in the
    effective schema; empty if the document is no object.
    """
    if not isinstance(document, Mapping):
        return {}
    key = definitions_keyword(document)
    places = subschemas({key: document.get(key)})
    return {f"/$defs{place.removeprefix(f'/{key}')}": part[keyword] for place, part in places if keyword in part}


def deprecated_pointers(document: JSONValue) -> frozenset[str]:
    """Return the pointers, in the effective schema, of the parts that a schema document marks as deprecated."""
    return frozenset(place for place, value in annotation_values(document, "deprecated").items() if value is True)


def without_prose(schema: JSONValue) -> JSONValue:
    """Return a copy of a schema without descriptions, titles, examples and comments."""
    return rewrite_subschemas(
        schema, lambda members: {word: value for word, value in members.items() if word not in PROSE}
    )


def rewrite_subschemas(
    schema: JSONValue, replace_keywords: Callable[[dict[str, JSONValue]], dict[str, JSONValue]]
) -> JSONValue:
    """Return a copy of a schema with the keywords replaced, in the schema and in each of its subschemas.

    Args:
        schema: the schema.
        replace_keywords: returns the new keywords of a schema, given the old ones. It is called for a schema before it
            is called for the subschemas among the new keywords.
    """
    if not isinstance(schema, Mapping):
        return schema
    result: dict[str, JSONValue] = {}
    for keyword, value in replace_keywords(dict(schema)).items():
        match value_kind(keyword, value):
            case "schema":
                result[keyword] = rewrite_subschemas(value, replace_keywords)
            case "schema-map" if isinstance(value, Mapping):
                result[keyword] = {name: rewrite_subschemas(child, replace_keywords) for name, child in value.items()}
            case "schema-list" if isinstance(value, Sequence):
                result[keyword] = [rewrite_subschemas(child, replace_keywords) for child in value]
            case _:
                result[keyword] = value
    return result


def subschemas(schema: JSONValue, pointer: str = "") -> Iterator[tuple[str, Mapping[str, JSONValue]]]:
    """Yield a schema and each of its subschemas, as pairs of JSON Pointer and schema, parents first.

    Boolean schemas are left out.

    Args:
        schema: the schema.
        pointer: JSON Pointer of the schema.
    """
    if not isinstance(schema, Mapping):
        return
    yield pointer, schema
    for keyword, value in schema.items():
        place = f"{pointer}/{escape_token(keyword)}"
        match value_kind(keyword, value):
            case "schema":
                yield from subschemas(value, place)
            case "schema-map" if isinstance(value, Mapping):
                for name, child in value.items():
                    yield from subschemas(child, f"{place}/{escape_token(name)}")
            case "schema-list" if isinstance(value, Sequence):
                for index, child in enumerate(value):
                    yield from subschemas(child, f"{place}/{index}")
            case _:
                pass
