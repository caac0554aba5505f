"""Bring schemas of both dialects to one form: definitions under `$defs`, assertions only, references by name.

Each rewriting keeps the meaning: a document is valid for the result exactly when it is valid for the original.

A custom schema is untrusted, so this module also checks it: an assertion without an exact Python form is rejected, with
its JSON Pointer. No reference is ever fetched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from urllib.parse import quote, unquote

import jsonschema_rs

from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.ingest import conditions, equivalents, keywords, patterns
from mcp_bindgen.ingest.conditions import MAX_BOUND
from mcp_bindgen.ingest.refusals import InvalidSchemaError, make_refusal, proposed_erratum
from mcp_bindgen.jsontext import JSONValue, escape_token, unescape_token

ANYTHING: tuple[JSONValue, ...] = (True, {})
ANY_NAME: tuple[JSONValue, ...] = (*ANYTHING, {"type": "string"})
"""Schemas for which every member name is valid, because names are strings."""

_COMPLETING_KEYWORDS: Mapping[str, tuple[str, frozenset[str]]] = {
    "then": ("if", frozenset()),
    "else": ("if", frozenset()),
    "if": ("if", frozenset({"then", "else"})),
    "minContains": ("contains", frozenset()),
    "maxContains": ("contains", frozenset()),
}
"""Keywords without an effect alone. For each: the keyword that it completes, and keywords of which it needs at least
one, if any.
"""


_NEWER_KEYWORDS = frozenset(
    {"dependentRequired", "dependentSchemas", "maxContains", "minContains", "prefixItems"}
) | frozenset({"unevaluatedItems", "unevaluatedProperties"})
"""Keywords that draft-07 does not define. A validator of draft-07 ignores these keywords."""


def convert_draft_07(schema: JSONValue) -> JSONValue:
    """Return a schema of draft-07 in the keywords of 2020-12, without the keywords that draft-07 ignores."""

    def convert_part(part: dict[str, JSONValue]) -> dict[str, JSONValue]:
        if "$ref" in part:  # draft-07 ignores what stands beside a reference
            return {"$ref": part["$ref"]}
        result = {word: value for word, value in part.items() if word not in _NEWER_KEYWORDS}
        rest = result.pop("additionalItems", True)
        if isinstance(result.get("items"), list):
            result |= {"prefixItems": result["items"], "items": rest}
        needed = result.get("dependencies")
        if isinstance(needed, Mapping) and all(isinstance(names, list) for names in needed.values()):
            result["dependentRequired"] = result.pop("dependencies")
        return result

    return keywords.rewrite_subschemas(schema, convert_part)


def simplify_schema(schema: JSONValue) -> JSONValue:
    """Return a schema with the same meaning in fewer keywords.

    - Keywords with a value for which everything is valid are dropped, such as `uniqueItems: false`, `minProperties: 0`
      or a `propertyNames` for which every name is valid.
    - A schema whose `not` excludes every value becomes `false`, and `not: false` is dropped.
    - Keywords that only complete another one are dropped where that one is missing, such as `then` without `if`.
    - A `propertyNames` that lists constants becomes named members, and no others are allowed, unless the schema already
      names members.
    - An `anyOf` with an alternative for which everything is valid is dropped.
    - In a closed object, a member whose schema is `false` is dropped unless it is required, because it is forbidden
      either way.
    - `items: false` becomes `maxItems`.
    """
    if not isinstance(schema, Mapping):
        return schema
    if schema.get("not") in ANYTHING:
        return False
    result: dict[str, JSONValue] = {}
    for word, value in schema.items():
        match keywords.value_kind(word, value):
            case "schema":
                result[word] = simplify_schema(value)
            case "schema-map" if isinstance(value, Mapping):
                result[word] = {name: simplify_schema(child) for name, child in value.items()}
            case "schema-list" if isinstance(value, Sequence):
                result[word] = [simplify_schema(child) for child in value]
            case _:
                result[word] = value
    for word in [word for word, value in result.items() if _excludes_no_value(word, value, result)]:
        del result[word]
    if isinstance(needed_by := result.get("dependentRequired"), Mapping):
        _drop_satisfied_dependencies(result, needed_by)
    for word, (needed, others) in _COMPLETING_KEYWORDS.items():
        if word in result and not (needed in result and (not others or others & result.keys())):
            del result[word]
    alternatives = result.get("anyOf")
    if isinstance(alternatives, list) and any(each in ANYTHING for each in alternatives):
        del result["anyOf"]
    if "propertyNames" in result:
        _simplify_property_names(result)
    _drop_forbidden_members(result)
    if result.get("items") is False:
        _limit_items(result)
    return result


def _limit_items(schema: dict[str, JSONValue]) -> None:
    """Replace `items: false` by a `maxItems` that allows no item after those of `prefixItems`."""
    first, limit = schema.get("prefixItems", []), schema.get("maxItems", inf)
    assert isinstance(first, list)
    assert isinstance(limit, (int, float))
    del schema["items"]
    schema["maxItems"] = min(len(first), limit)


def _excludes_no_value(word: str, value: JSONValue, schema: Mapping[str, JSONValue]) -> bool:
    """Return whether a keyword of a schema excludes no value."""
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
            return word in keywords.REFUSED and word in keywords.NEUTRAL and value == keywords.NEUTRAL[word]


def _drop_satisfied_dependencies(schema: dict[str, JSONValue], needed_by: Mapping[str, JSONValue]) -> None:
    """Drop the members of `dependentRequired` that need no other member, and an empty `dependentRequired`."""
    left = {
        name: [each for each in names if each != name] if isinstance(names, list) else names
        for name, names in needed_by.items()
    }
    schema["dependentRequired"] = {name: names for name, names in left.items() if names != []}
    if not schema["dependentRequired"]:
        del schema["dependentRequired"]


def _simplify_property_names(schema: dict[str, JSONValue]) -> None:
    """Drop a `propertyNames` for which every name is valid. Replace a list of constants in it by named members, unless
    the schema already names members.
    """
    allowed = schema["propertyNames"]
    names = _listed_constants(allowed)
    if allowed in ANY_NAME:
        del schema["propertyNames"]
    elif names is not None and "properties" not in schema and "patternProperties" not in schema:
        rest = schema.get("additionalProperties", True)
        del schema["propertyNames"]
        schema["properties"] = dict.fromkeys(names, rest)
        schema["additionalProperties"] = False


def _listed_constants(schema: JSONValue) -> list[str] | None:
    """Return the strings that a schema lists as constants; None if the schema is no such list."""
    if not isinstance(schema, Mapping) or schema.get("type", "string") != "string":
        return None
    members = {word: value for word, value in schema.items() if word != "type"}
    match members:
        case {"const": str(value)} if len(members) == 1:
            return [value]
        case {"enum": [*values]} if len(members) == 1 and all(isinstance(value, str) for value in values):
            return [str(value) for value in values]
        case {"anyOf": [*arms]} if len(members) == 1:
            found = [_listed_constants(arm) for arm in arms]
            return None if None in found else [name for names in found for name in names or ()]
        case _:
            return None


def _drop_forbidden_members(schema: dict[str, JSONValue]) -> None:
    members = schema.get("properties")
    required = schema.get("required", [])
    if isinstance(members, Mapping) and schema.get("additionalProperties") is False and isinstance(required, list):
        schema["properties"] = {
            name: member for name, member in members.items() if member is not False or name in required
        }


DIALECT = "https://json-schema.org/draft/2020-12/schema"
_KEPT = keywords.SUPPORTED | keywords.CONDITIONS | {"format"}
OLD_DIALECTS = ("http://json-schema.org/draft-07/schema", "http://json-schema.org/draft-06/schema")


def normalize(document: JSONValue, *, where: str, keeps_patterns: bool = False) -> dict[str, JSONValue]:
    """Return the effective form of a schema document: `{"$schema": …, "$defs": {…}}`.

    Args:
        document: the schema document.
        where: the file, for error messages.
        keeps_patterns: whether to keep patterns on which engines disagree, such as those with look-ahead, if the engine
            that checks witnesses can read them.

    Raises:
        BindgenError: the document is not a schema of a known dialect, or is nested too deeply; a keyword, pattern,
            constant or condition has no exact form; a reference leads to no definition of the document.
    """
    if not isinstance(document, Mapping):
        raise BindgenError("not a schema of MCP: the document is not an object", where=where)
    dialect = document.get("$schema", DIALECT)
    if not isinstance(dialect, str) or dialect.rstrip("#") not in (DIALECT, *OLD_DIALECTS):
        raise BindgenError(f"unknown dialect {dialect!r}", where=f"{where}#/$schema", hint=f"use draft-07 or {DIALECT}")
    old = dialect.rstrip("#") in OLD_DIALECTS
    key = keywords.definitions_keyword(document)
    definitions = document.get(key)
    if not isinstance(definitions, Mapping) or not definitions:
        raise BindgenError("not a schema of MCP: neither `$defs` nor `definitions` has a definition", where=where)
    _check_metaschema(document, where)
    if old:
        definitions = {name: convert_draft_07(schema) for name, schema in definitions.items()}
    definitions = equivalents.rewrite_keywords(definitions, key)
    definitions = {name: simplify_schema(schema) for name, schema in definitions.items()}
    found: list[BindgenError] = []
    for place, schema in keywords.subschemas({key: definitions}):
        faults = chain(
            _keyword_faults(document, place, schema, where, keeps_patterns=keeps_patterns),
            _reference_faults(document, place, schema, definitions, key, where),
            _value_faults(document, place, schema, where),
        )
        found += [each for each in [next(faults, None)] if place and each is not None]
    raise_together(found)

    def normalize_part(schema: dict[str, JSONValue]) -> dict[str, JSONValue]:
        kept = {word: _with_integers(value) for word, value in schema.items() if word in _KEPT}
        if isinstance(kept.get("pattern"), str):
            kept["pattern"] = _make_pattern_portable(str(kept["pattern"]), keeps_patterns=keeps_patterns)
        target = _referenced_name(kept, key)
        if target is not None:
            kept["$ref"] = reference_to(target)
        return kept

    normal = {name: keywords.rewrite_subschemas(schema, normalize_part) for name, schema in definitions.items()}
    raise_together(_condition_faults(document, key, normal, where))
    return {"$schema": DIALECT, "$defs": normal}


def _make_pattern_portable(pattern: str, *, keeps_patterns: bool) -> str:
    """Return the portable form of a pattern. With `keeps_patterns`, return a pattern without such a form unchanged.

    Raises:
        PatternError: the pattern has no portable form, and `keeps_patterns` is False.
    """
    try:
        return patterns.make_portable(pattern)
    except patterns.PatternError:
        if keeps_patterns:
            return pattern
        raise


def reference_to(definition: str) -> str:
    """Return the `$ref` that leads to a definition: a JSON Pointer as a URI fragment."""
    return "#/$defs/" + quote(escape_token(definition), safe="~$")


def reference_target(schema: Mapping[str, JSONValue]) -> str | None:
    """Return the wire name of the definition to which a normalized schema refers; None without a reference."""
    return _referenced_name(schema, "$defs")


def _referenced_name(schema: Mapping[str, JSONValue], key: str) -> str | None:
    pointer = schema.get("$ref")
    return unescape_token(unquote(pointer.removeprefix(f"#/{key}/"))) if isinstance(pointer, str) else None


def _with_integers(value: JSONValue) -> JSONValue:
    """Return a value with integers in place of numbers without a fraction: `2` for `2.0`."""
    if isinstance(value, float) and value.is_integer() and abs(value) <= MAX_BOUND:
        return int(value)
    return [_with_integers(item) for item in value] if isinstance(value, list) else value


def _check_metaschema(document: Mapping[str, JSONValue], where: str) -> None:
    try:
        json.dumps(document)  # jsonschema-rs has no limit of its own on the depth
    except RecursionError:
        raise BindgenError("schemas are nested too deeply", where=where) from None
    fault = None if jsonschema_rs.meta.is_valid(dict(document)) else _metaschema_violation(document)
    if fault is not None:
        keyword, tokens = fault
        what = f"not a valid JSON Schema: the value violates `{keyword}` of the metaschema"
        pointer = "".join(f"/{escape_token(token)}" for token in tokens)
        erratum = proposed_erratum(tokens[-1], document, pointer.rpartition("/")[0]) if tokens[2:] else None
        raise InvalidSchemaError(what, where=f"{where}#{pointer}", erratum=erratum, advice="correct the value")


def _metaschema_violation(document: Mapping[str, JSONValue]) -> tuple[str, list[str]] | None:
    """Return the violated keyword of the metaschema and the path to the value; None if the document is valid."""
    import jsonschema.exceptions  # takes a tenth of a second
    import jsonschema.validators

    checker = jsonschema.validators.validator_for(document, default=jsonschema.Draft202012Validator)
    try:
        checker.check_schema(dict(document))
    except jsonschema.exceptions.SchemaError as error:
        return str(error.validator), [str(token) for token in error.absolute_path]
    return None


def _keyword_faults(
    document: JSONValue, pointer: str, schema: Mapping[str, JSONValue], where: str, *, keeps_patterns: bool
) -> Iterator[BindgenError]:
    """Yield an error for each keyword of one schema that has no exact form.

    Args:
        document: the whole file.
        pointer: the JSON Pointer of the schema.
        schema: the schema in its effective form.
        where: the file.
        keeps_patterns: whether to yield no error about a pattern that the engine for witnesses can read.
    """
    for word in sorted(keywords.REFUSED.intersection(schema)):
        yield make_refusal(f"`{word}` has no exact form in Python types", word, document, where=where, pointer=pointer)
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        try:
            _make_pattern_portable(pattern, keeps_patterns=keeps_patterns and _is_readable_pattern(pattern))
        except patterns.PatternError as error:
            reason = f"engines read this `pattern` differently, or not at all: {error}"
            yield make_refusal(reason, "pattern", document, where=where, pointer=pointer)


def _is_readable_pattern(pattern: str) -> bool:
    """Return whether the engine that checks the patterns of witnesses can read a pattern."""
    try:
        jsonschema_rs.Draft202012Validator({"pattern": pattern})
    except ValueError:
        return False
    return True


def _condition_faults(
    document: JSONValue, key: str, definitions: Mapping[str, JSONValue], where: str
) -> Iterator[BindgenError]:
    """Yield an error for each condition in normalized definitions that cannot be written without references."""
    for place, schema in keywords.subschemas({"$defs": definitions}):
        for word, condition in conditions.conditions_in(schema).items():
            try:
                conditions.inline_references({word: condition}, definitions)
            except conditions.ConditionError as error:
                pointer = f"/{key}{place.removeprefix('/$defs')}"
                yield make_refusal(f"`{word}` {error}", word, document, where=where, pointer=pointer)


def _reference_faults(
    document: JSONValue,
    pointer: str,
    schema: Mapping[str, JSONValue],
    definitions: Mapping[str, JSONValue],
    key: str,
    where: str,
) -> Iterator[BindgenError]:
    """Yield an error if a schema refers to another file, or to a place that is no definition."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return
    if not reference.startswith("#"):
        what, advice = f"remote reference {reference!r} is never fetched", "copy what it refers to into the file"
    elif not reference.startswith(f"#/{key}/") or _referenced_name(schema, key) not in definitions:
        what, advice = f"reference {reference!r} leads to no definition", f"make it a definition below `{key}`"
    else:
        return
    erratum = proposed_erratum("$ref", document, pointer)
    yield InvalidSchemaError(what, where=f"{where}#{pointer}/$ref", erratum=erratum, advice=advice)


def _value_faults(
    document: JSONValue, pointer: str, schema: Mapping[str, JSONValue], where: str
) -> Iterator[BindgenError]:
    """Yield an error for each constant or `multipleOf` of a schema that cannot be checked exactly.

    The arguments are those of `_keyword_faults`.
    """
    if "multipleOf" in schema and (reason := _why_inexact(schema["multipleOf"])):
        yield make_refusal(reason, "multipleOf", document, where=where, pointer=pointer)
    for word in ("const", "enum"):
        values = schema.get(word)
        for item in values if word == "enum" and isinstance(values, list) else [values]:
            if isinstance(item, float) and abs(item) > MAX_BOUND:
                reason = "validators disagree on constants beyond 2^53 that have a fraction or an exponent"
                yield make_refusal(
                    reason, word, document, where=where, pointer=pointer, advice="write it as an integer"
                )


def _why_inexact(factor: JSONValue) -> str:
    """Return why a `multipleOf` cannot be checked exactly for every number; empty if it can."""
    number = _with_integers(factor)
    if not isinstance(number, int):
        return "`multipleOf` with a fraction has no exact form in Python types"
    return "`multipleOf` is too large to be compared exactly with every number" if number > MAX_BOUND else ""
