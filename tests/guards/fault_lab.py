"""Random schemas that refer to themselves in branches; jsonschema-rs lists all faults of small values."""

from __future__ import annotations

import random
from typing import Any

import jsonschema_rs

from mcp_bindings.json_values import escape_token
from mcp_bindings.schema.compiled import CompiledSchema
from mcp_bindings.schema.library import SchemaRefusedError
from mcp_bindings.schema.validation_work import estimate_work
from tests.guards.schema_lab import DIALECTS

NAMES = ("n", "no", "0", "m/~", "")
PATTERNS = ("n", "^n", "o$", "[0m]|^$")
DEFINITIONS = ("f", "g")
FEW = 2_000
"""Schemas that apply to one place of a value."""

KINDS = ("null", "string", "integer", "array", "object")


def value(rng: random.Random, depth: int = 2) -> Any:
    """A JSON value that is rather deep than wide."""
    match rng.randrange(3 if depth else 1):
        case 0:
            leaves: tuple[Any, ...] = (None, "", "ab", 0, 1, 2, [], {})
            return rng.choice(leaves)
        case 1:
            return [value(rng, depth - 1) for _ in range(rng.choice((1, 1, 2)))]
        case _:
            return {name: value(rng, depth - 1) for name in rng.sample(NAMES, rng.choice((1, 2, 2)))}


class Maker:
    """Makes one schema.

    Args:
        rng: decides.
        is_new: whether the dialect is 2020-12; else draft-07.
    """

    def __init__(self, rng: random.Random, is_new: bool) -> None:
        self._rng = rng
        self._is_new = is_new

    def whole(self) -> dict[str, Any]:
        """A schema with its definitions."""
        rng = self._rng
        made = self._schema(0, 1)
        if self._is_new:
            made["$dynamicAnchor"] = "t"
        made["definitions"] = {name: self._schema(level, 1) for level, name in enumerate(DEFINITIONS, 1)}
        if self._is_new and rng.random() < 0.3:
            made["definitions"]["f"]["$anchor"] = "named"
        if rng.random() < 0.3:
            made["$id"] = rng.choice(("https://example.com/a/tool", "tool"))
        if rng.random() < 0.3:
            inner = {"$id": "part", "definitions": {"s": {"type": "string"}}, "items": {"$ref": "#/definitions/s"}}
            made["definitions"]["part"] = inner
            made.setdefault("properties", {})["0"] = {"$ref": "part"}
        return {"allOf": [{"$ref": made.pop("$ref")}], **made} if "$ref" in made and not self._is_new else made

    def _schema(self, level: int, depth: int) -> Any:
        """A schema that refers to definitions of a higher level only, where it applies to the same place."""
        made: dict[str, Any] = {}
        for _ in range(self._rng.choice((1, 2, 2, 3))):
            made |= self._keyword(level, depth)
        return made

    def _below(self, depth: int) -> Any:
        """A schema for a part of the value; it may refer to anything."""
        rng = self._rng
        if self._is_new and rng.random() < 0.1:
            return {"$dynamicRef": "#t"}
        if rng.random() < 0.6 or depth == 0:
            return {"$ref": rng.choice(("#", *(f"#/definitions/{name}" for name in DEFINITIONS)))}
        return rng.random() < 0.5 if rng.random() < 0.1 else self._schema(0, depth - 1)

    def _here(self, level: int, depth: int) -> Any:
        """A schema for the same place."""
        later = DEFINITIONS[level:]
        if later and self._rng.random() < 0.6:
            return {"$ref": f"#/definitions/{self._rng.choice(later)}"}
        return self._schema(level, depth - 1) if depth else {"type": self._rng.sample(KINDS, 3)}

    def _keyword(self, level: int, depth: int) -> dict[str, Any]:
        rng = self._rng
        new = (
            ("dependent", "unevaluated members", "unevaluated items", "counted") if self._is_new else ("dependencies",)
        )
        same = [self._here(level, depth)] * 3 if rng.random() < 0.4 else [self._here(level, depth) for _ in range(2)]
        match rng.choice(
            (
                "flat",
                "list",
                "list",
                "properties",
                "patterns",
                "others",
                "items",
                "if",
                "not",
                *(new if self._is_new else ("dependencies",)),
            )
        ):
            case "flat":
                kinds: Any = rng.sample(KINDS, 3)
                flat: tuple[tuple[str, Any], ...]
                flat = (("type", kinds), ("enum", [0, "ab", [], {"n": 0}]), ("pattern", "b"), ("required", ["n"]))
                return dict([rng.choice((*flat, ("maxProperties", 1), ("minItems", 1), ("uniqueItems", True)))])
            case "list":
                return {rng.choice(("allOf", "allOf", "anyOf", "oneOf")): same}
            case "properties":
                return {"properties": {name: self._below(depth) for name in rng.sample(NAMES, 2)}}
            case "patterns":
                return {"patternProperties": {name: self._below(depth) for name in rng.sample(PATTERNS, 3)}}
            case "others":
                return {"additionalProperties": self._below(depth), "propertyNames": {"maxLength": 2}}
            case "items":
                if self._is_new:
                    return {"prefixItems": [self._below(depth)], "items": self._below(depth)}
                return {"items": [self._below(depth)], "additionalItems": self._below(depth)}
            case "if":
                return {"if": self._here(level, depth), "then": same[0], "else": same[1]}
            case "not":
                return {rng.choice(("not", "contains")): {"not": {"not": self._here(level, depth)}}}
            case "dependent":
                return {"dependentSchemas": {"n": same[0]}, "dependentRequired": {"no": ["0"]}}
            case "dependencies":
                return {"dependencies": {"n": same[0], "no": ["0"]}}
            case "unevaluated members":
                return {"anyOf": same, "unevaluatedProperties": rng.choice((False, self._below(depth)))}
            case "unevaluated items":
                return {"anyOf": same, "unevaluatedItems": rng.choice((False, self._below(depth)))}
            case _:
                return {"contains": self._below(depth), "minContains": rng.randrange(3), "maxContains": 2}


def check_places(rng: random.Random) -> tuple[str, str]:
    """The findings about a value are at places where jsonschema-rs finds faults."""
    dialect = rng.choice(DIALECTS)
    is_new = dialect is None or "2020" in dialect
    made = Maker(rng, is_new).whole()
    if dialect is not None:
        made["$schema"] = dialect
    try:
        schema = CompiledSchema(made)
    except SchemaRefusedError as error:
        return "too complex", "" if "branches" in str(error) else f"{error}: {made!r}"
    judge = (jsonschema_rs.Draft202012Validator if is_new else jsonschema_rs.Draft7Validator)(made)
    found = value(rng)
    findings = schema.findings(found)
    fits: bool = judge.is_valid(found)
    wrong = [each for each in findings if each.rule == "schema"]
    if estimate_work(made).steps <= FEW:  # else the judge may need minutes to list the faults
        places = {
            "".join(f"/{escape_token(str(each))}" for each in fault.instance_path) for fault in judge.iter_errors(found)
        }
        wrong = [each for each in findings if each.pointer not in places]
    agrees = bool(findings) != fits and not wrong
    return ("fits" if fits else "does not fit"), "" if agrees else f"{found!r} by {made!r}: {findings}"
