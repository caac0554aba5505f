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

_COMPLETED: Mapping[str, tuple[str, frozenset[str]]] = {
    "then": ("if", frozenset()),
    "else": ("if", frozenset()),
    "if": ("if", frozenset({"then", "else"})),
    "minContains": ("contains", frozenset()),
    "maxContains": ("contains", frozenset()),
}
"""Keywords that state nothing without another one: that one, and others of which one is needed too."""


_NEWER = frozenset({"dependentRequired", "dependentSchemas", "maxContains", "minContains", "prefixItems"}) | frozenset(
    {"unevaluatedItems", "unevaluatedProperties"}
)
"""Keywords that draft-07 does not have, so that it ignores them."""


def modernized(schema: JSONValue) -> JSONValue:
    """A schema of draft-07 in the keywords of 2020-12."""

    def members(part: dict[str, JSONValue]) -> dict[str, JSONValue]:
        result = {word: value for word, value in part.items() if word not in _NEWER}
        rest = result.pop("additionalItems", True)
        if isinstance(result.get("items"), list):
            result |= {"prefixItems": result["items"], "items": rest}
        needed = result.get("dependencies")
        if isinstance(needed, Mapping) and all(isinstance(names, list) for names in needed.values()):
            result["dependentRequired"] = result.pop("dependencies")
        return result

    return keywords.rewrite(schema, members)


def simplified(schema: JSONValue) -> JSONValue:
    """A schema with the same meaning in fewer keywords.

    - Keywords with a value that everything satisfies are dropped, such as `uniqueItems: false`, `minProperties: 0` or a
      `propertyNames` that every name satisfies.
    - `not` of anything is `false`, and `not` of nothing is dropped.
    - Keywords that only complete another one are dropped where that one is missing, as `then` without `if`.
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
    for word in [word for word, value in result.items() if _states_nothing(word, value, result)]:
        del result[word]
    if isinstance(needed_by := result.get("dependentRequired"), Mapping):
        _drop_satisfied(result, needed_by)
    for word, (needed, others) in _COMPLETED.items():
        if word in result and not (needed in result and (not others or others & result.keys())):
            del result[word]
    alternatives = result.get("anyOf")
    if isinstance(alternatives, list) and any(each in ANYTHING for each in alternatives):
        del result["anyOf"]
    if "propertyNames" in result:
        _name_members(result)
    _drop_forbidden(result)
    return result


def _states_nothing(word: str, value: JSONValue, schema: Mapping[str, JSONValue]) -> bool:
    """Whether everything is valid for a keyword of a schema."""
    match word:
        case "not" | "uniqueItems":
            return value is False
        case "minProperties":
            return value == 0 and not isinstance(value, bool)
        case "pattern":
            return value == ""
        case "then" | "else":
            return value in ANYTHING
        case "contains":
            return schema.get("minContains") == 0 and "maxContains" not in schema
        case "prefixItems":
            return isinstance(value, list) and "items" not in schema and all(each in ANYTHING for each in value)
        case _:
            return False


def _drop_satisfied(schema: dict[str, JSONValue], needed_by: Mapping[str, JSONValue]) -> None:
    """Drop from `dependentRequired` the members that need no other one."""
    left = {
        name: [each for each in names if each != name] if isinstance(names, list) else names
        for name, names in needed_by.items()
    }
    schema["dependentRequired"] = {name: names for name, names in left.items() if names != []}
    if not schema["dependentRequired"]:
        del schema["dependentRequired"]


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
