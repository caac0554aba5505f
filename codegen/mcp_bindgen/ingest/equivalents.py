"""Rewrite keywords without an exact Python form that state nothing, or nothing that supported keywords do not state.

Each rewriting keeps the meaning: a document is valid for the result exactly when it is valid for the original.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue

ANYTHING: tuple[JSONValue, ...] = (True, {})
ANY_NAME: tuple[JSONValue, ...] = (*ANYTHING, {"type": "string"})
"""Schemas that every member name is valid for, because names are strings."""


def simplified(schema: JSONValue) -> JSONValue:
    """A schema with the same meaning in fewer keywords.

    - `uniqueItems: false` and a `propertyNames` that every name satisfies are dropped.
    - `not` of anything is `false`.
    - A `propertyNames` that lists constants becomes named members, and no others are allowed.
    - An `anyOf` with an alternative that everything is valid for is dropped.
    - In a closed object, a member whose schema is `false` is dropped, because it is forbidden either way.
    """
    if not isinstance(schema, Mapping) or "$ref" in schema:  # draft-07 ignores what stands beside a reference
        return schema
    if schema.get("not") in ANYTHING:
        return False
    result: dict[str, JSONValue] = {}
    for word, value in schema.items():
        match keywords.shape(word, value):
            case "schema":
                result[word] = simplified(value)
            case "schema-map" if isinstance(value, Mapping):
                result[word] = {name: simplified(child) for name, child in value.items()}
            case "schema-list" if isinstance(value, Sequence):
                result[word] = [simplified(child) for child in value]
            case _:
                result[word] = value
    if result.get("uniqueItems") is False:
        del result["uniqueItems"]
    alternatives = result.get("anyOf")
    if isinstance(alternatives, list) and any(each in ANYTHING for each in alternatives):
        del result["anyOf"]
    if "propertyNames" in result:
        _name_members(result)
    _drop_forbidden(result)
    return result


def _name_members(schema: dict[str, JSONValue]) -> None:
    """Drop `propertyNames`, or state it as members."""
    allowed = schema["propertyNames"]
    names = _constants(allowed)
    if allowed in ANY_NAME:
        del schema["propertyNames"]
    elif names is not None and "properties" not in schema and "patternProperties" not in schema:
        rest = schema.get("additionalProperties", True)
        del schema["propertyNames"]
        schema["properties"] = dict.fromkeys(names, rest)
        schema["additionalProperties"] = False


def _constants(schema: JSONValue) -> list[str] | None:
    """The constants that a schema lists; None if it is anything else than a list of strings."""
    if not isinstance(schema, Mapping) or schema.get("type", "string") != "string":
        return None
    members = {word: value for word, value in schema.items() if word != "type"}
    match members:
        case {"const": str(value)} if len(members) == 1:
            return [value]
        case {"enum": [*values]} if len(members) == 1 and all(isinstance(value, str) for value in values):
            return [str(value) for value in values]
        case {"anyOf": [*arms]} if len(members) == 1:
            found = [_constants(arm) for arm in arms]
            return None if None in found else [name for names in found for name in names or ()]
        case _:
            return None


def _drop_forbidden(schema: dict[str, JSONValue]) -> None:
    members = schema.get("properties")
    required = schema.get("required", [])
    if isinstance(members, Mapping) and schema.get("additionalProperties") is False and isinstance(required, list):
        schema["properties"] = {
            name: member for name, member in members.items() if member is not False or name in required
        }
