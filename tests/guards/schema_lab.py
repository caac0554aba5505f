"""Random schemas and values; the Python package jsonschema says which values fit."""

from __future__ import annotations

import random
from typing import Any

from jsonschema import Draft7Validator, Draft202012Validator

from mcp_bindings.guards import SchemaRefusedError, ToolGuard
from mcp_bindings.guards.tools import find_elicited_faults
from mcp_bindings.schema.compiled import CompiledSchema, CompiledSchemaCache
from mcp_bindings.session.elicitations import find_answer_violation

NAMES = ("a", "b", "c/d", "e~f", "")
TEXTS = ("", "a", "ab", "abc", "1", "ä", "x" * 9)
NUMBERS = (-1, 0, 1, 2, 2.0, 2.5, 3, 10**20, -0.0)
DIALECTS = (None, "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#")
OTHER_DIALECTS = (
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-04/schema#",
    "https://example.com/dialect",
    7,
)
OUTSIDE = (
    "http://127.0.0.1:9/x",
    "file:///etc/hostname",
    "other.json",
    "urn:nowhere",
    "https://example.com/s#/a",
    "#/no",
)


def value(rng: random.Random, depth: int = 3) -> Any:
    """Any JSON value."""
    kind = rng.randrange(7 if depth else 4)
    if kind == 0:
        return rng.choice((None, True, False))
    if kind == 1:
        return rng.choice(TEXTS)
    if kind in (2, 3):
        return rng.choice(NUMBERS)
    if kind == 4:
        return [value(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {name: value(rng, depth - 1) for name in rng.sample(NAMES, rng.randrange(4))}


def schema(rng: random.Random, is_new: bool, depth: int = 3) -> Any:
    """A schema with references to `#/definitions/…` only, and none at depth 0."""
    made: dict[str, Any] = {}
    for _ in range(rng.choice((1, 1, 2, 3))):
        made |= _keyword(rng, is_new, depth)
    if "$ref" in made and not is_new:
        return {"$ref": made["$ref"]}  # in draft-07 nothing beside it counts
    return made


def _keyword(rng: random.Random, is_new: bool, depth: int) -> dict[str, Any]:
    def inner() -> Any:
        return rng.random() < 0.9 if rng.random() < 0.1 else schema(rng, is_new, depth - 1)

    flat = ("type", "enum", "const", "string", "number", "pattern", "required", "sizes")
    deep = ("properties", "additional", "items", "tuple", "list", "not", "if", "contains", "names", "dependent", "ref")
    match rng.choice(flat if depth == 0 else flat + deep):
        case "type":
            kinds = ("null", "boolean", "string", "integer", "number", "array", "object")
            return {"type": rng.choice(kinds) if rng.random() < 0.7 else rng.sample(kinds, 2)}
        case "enum":
            return {"enum": [value(rng, 1) for _ in range(3)]}
        case "const":
            return {"const": value(rng, 1)}
        case "string":
            return {rng.choice(("minLength", "maxLength")): rng.randrange(4)}
        case "number":
            return {rng.choice(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")): rng.choice(NUMBERS[:7])}
        case "pattern":
            return {"pattern": rng.choice(("^a", "b$", "^[a-c]*$", "^(?=a)", "1"))}
        case "required":
            return {"required": rng.sample(NAMES, rng.randrange(3))}
        case "sizes":
            return {rng.choice(("minItems", "maxItems", "minProperties", "maxProperties")): rng.randrange(3)}
        case "properties":
            return {"properties": {name: inner() for name in rng.sample(NAMES, 2)}}
        case "additional":
            return {"properties": {"a": inner()}, "additionalProperties": inner()}
        case "items":
            return {"items": inner(), "uniqueItems": rng.random() < 0.3}
        case "tuple":
            if is_new:
                return {"prefixItems": [inner(), inner()], "items": inner()}
            return {"items": [inner(), inner()], "additionalItems": inner()}
        case "list":
            return {rng.choice(("allOf", "anyOf", "oneOf")): [inner(), inner()]}
        case "not":
            return {"not": inner()}
        case "if":
            return {"if": inner(), "then": inner(), "else": inner()}
        case "contains":
            return {"contains": inner()}
        case "names":
            return {"propertyNames": inner(), "patternProperties": {"^a": inner()}}
        case "dependent":
            return {"dependentSchemas": {"a": inner()}} if is_new else {"dependencies": {"a": inner(), "b": ["a"]}}
        case _:
            return {"$ref": f"#/definitions/{rng.choice('xy')}"}


def whole(rng: random.Random) -> tuple[dict[str, Any], Any]:
    """A schema with its definitions, and the validator of its dialect."""
    dialect = rng.choice(DIALECTS)
    is_new = dialect is None or "2020" in dialect
    made: dict[str, Any] = schema(rng, is_new)
    made = {"allOf": [made]} if "$ref" in made and not is_new else made
    made["definitions"] = {"x": schema(rng, is_new, 0), "y": schema(rng, is_new, 0)}
    if dialect is not None:
        made["$schema"] = dialect
    return made, (Draft202012Validator if is_new else Draft7Validator)(made)


def expected(validator: Any, found: Any) -> bool:
    """Whether the other package says that a value fits."""
    fits: bool = validator.is_valid(found)
    return fits


def check_values(rng: random.Random) -> tuple[str, str]:
    """Arguments and structured results of a tool."""
    made, validator = whole(rng)
    guard = ToolGuard()
    guard.add([{"name": "t", "inputSchema": made, "outputSchema": made}])
    found = value(rng)
    fits = expected(validator, found)
    arguments, result = guard.argument_findings("t", found), guard.result_findings("t", {"structuredContent": found})
    given: Any = {} if found is None else found  # None stands for no arguments
    wrong = bool(arguments) == expected(validator, given) or bool(result) == fits
    failed = guard.result_findings("t", {"content": [], "isError": True}) or not guard.result_findings("t", {})
    return ("fits" if fits else "does not fit"), (f"{found!r} by {made!r}" if wrong or failed else "")


def check_refused(rng: random.Random) -> tuple[str, str]:
    """A schema with a fault in its dialect or its references: it is refused, and nothing is fetched."""
    made, _ = whole(rng)
    kind = rng.choice(("dialect", "outside", "inner dialect", "not a schema", "circle"))
    match kind:
        case "dialect":
            made["$schema"] = rng.choice(OTHER_DIALECTS)
        case "outside":
            made[rng.choice(("not", "additionalProperties", "propertyNames"))] = {"$ref": rng.choice(OUTSIDE)}
        case "inner dialect":
            made["not"] = {"$id": "https://example.com/inner", "$schema": OTHER_DIALECTS[0]}
        case "circle":
            made["allOf"] = [{"anyOf": [{}, {"$ref": "#"}]}]
        case _:
            made["type"] = rng.choice(("strin", 7, ["string", "string"]))
    try:
        CompiledSchemaCache().get(made)
    except SchemaRefusedError:
        return kind, ""
    return kind, f"{kind}: {made!r}"


def requested(rng: random.Random) -> dict[str, Any]:
    """The flat schema of an elicitation."""
    properties: dict[str, Any] = {}
    for name in rng.sample(("a", "b", "c"), rng.randrange(1, 4)):
        properties[name] = rng.choice(
            (
                {"type": "string", "minLength": rng.randrange(3), "maxLength": 3},
                {"type": "string", "enum": ["a", "ab"]},
                {"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "1", "title": "1"}]},
                {"type": rng.choice(("integer", "number")), "minimum": 0, "maximum": 2},
                {"type": "boolean"},
                {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b"]}},
            )
        )
    return {"type": "object", "properties": properties, "required": rng.sample([*properties], rng.randrange(2))}


def check_elicited(rng: random.Random) -> tuple[str, str]:
    """Content of the answer to an elicitation: guards and sessions have the verdict of a reference validator."""
    made = requested(rng)
    validator: Any = Draft202012Validator(made)
    if rng.random() < 0.3:
        made["$schema"] = rng.choice(DIALECTS[1:])
    choices: tuple[Any, ...] = ("", "a", "ab", "abcd", "1", 0, 1, 2.0, 3, 1.5, True, ["a"], [], ["a", "b", "a"], None)
    content = {name: rng.choice(choices) for name in rng.sample(("a", "b", "c"), rng.randrange(4))}
    action = rng.choice(("accept", "accept", "accept", "decline", "cancel"))
    fits = action != "accept" or expected(validator, content)
    answer = {"action": action, "content": content}
    found = find_elicited_faults(CompiledSchema(made), answer)
    wrong = bool(found) == fits
    if None not in content.values():  # a session has only answers that the schema of the revision allows
        wrong = wrong or (find_answer_violation(made, answer) is None) != fits
    return ("fits" if fits else "does not fit"), (f"{content!r} by {made!r}" if wrong else "")
