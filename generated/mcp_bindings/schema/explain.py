"""Explains why a JSON value is not valid for a definition, from the schema itself.

Validators decide whether a value is valid; this module explains why it is not. Unlike general validators, it reports
for a union only the faults of the most likely arm (see `union_ranking`), instead of the faults of every arm.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any
from urllib.parse import quote, unquote

from ..errors import Finding
from ..json_values import escape, has_type, is_array, is_object, json_equal, json_type, unescape
from ..limits import MAX_FINDINGS
from .union_ranking import Signature, constants_match, distinct, ranked, tag_of

Schema = Mapping[str, Any]

MAX_STEPS = 200_000
"""The largest number of steps along a schema in one explanation, which take about a second."""

MAX_NAMED = 12
"""The largest number of expected values that a message names."""

_BOUNDS: Mapping[str, tuple[str, Callable[[Any, Any], bool], Callable[[Any], Any], str]] = {
    "minimum": ("number", lambda value, bound: value >= bound, lambda value: value, "expected at least {}"),
    "maximum": ("number", lambda value, bound: value <= bound, lambda value: value, "expected at most {}"),
    "exclusiveMinimum": ("number", lambda value, bound: value > bound, lambda value: value, "expected more than {}"),
    "exclusiveMaximum": ("number", lambda value, bound: value < bound, lambda value: value, "expected less than {}"),
    "multipleOf": ("number", lambda value, bound: value % bound == 0, lambda value: value, "expected a multiple of {}"),
    "minLength": ("string", lambda value, bound: value >= bound, len, "expected at least {} characters"),
    "maxLength": ("string", lambda value, bound: value <= bound, len, "expected at most {} characters"),
    "minItems": ("array", lambda value, bound: value >= bound, len, "expected at least {} items"),
    "maxItems": ("array", lambda value, bound: value <= bound, len, "expected at most {} items"),
}


def explain(definitions: Mapping[str, Any], definition: str, value: Any) -> list[Finding]:
    """The faults of a JSON value, at most `MAX_FINDINGS`; empty if it is valid for the definition."""
    findings: list[Finding] = []
    try:
        for finding in Explainer(definitions, MAX_STEPS).faults({"$ref": reference(definition)}, value, ""):
            findings.append(finding)
            if len(findings) == MAX_FINDINGS:
                break
    except RecursionError:
        findings.append(Finding("", "depth", "nested too deeply to be explained further"))
    except TooLarge:
        findings = findings or [Finding("", "size", "invalid, but too large to be explained further")]
    return findings


class TooLarge(Exception):
    """The explanation of a value takes more steps than allowed."""


class Explainer:
    """Walks a schema along a value.

    The results for the arms of unions are cached: each level above needs them again, which would double with depth.

    Args:
        definitions: The definitions of the schema, by name.
        steps: How often a value may be compared with a part of the schema.
    """

    def __init__(self, definitions: Mapping[str, Any], steps: float = inf) -> None:
        self.definitions = definitions
        self._verdicts: dict[tuple[int, int], tuple[Any, Any, bool]] = {}
        """By identity of schema and value; the references keep Python from reusing an identity."""
        self._expanded: dict[int, tuple[Any, Schema]] = {}
        """Schemas that have a `$ref` and other assertions, rewritten with `allOf`; by identity."""
        self._steps = steps
        self._flattened: dict[int, tuple[Any, list[Any]]] = {}
        self._signatures: dict[int, tuple[Any, Signature]] = {}

    def faults(self, schema: Schema | bool, value: Any, pointer: str) -> Iterator[Finding]:
        """The faults of the value at a pointer.

        Raises:
            TooLarge: The explanation takes more steps than allowed.
        """
        self._steps -= 1
        if self._steps < 0:
            raise TooLarge
        schema = self.resolved(schema)
        if schema is True:
            return
        if schema is False:
            yield Finding(pointer, "false", "nothing is allowed here")
            return
        if "type" in schema and not any(has_type(value, name) for name in _names(schema["type"])):
            yield Finding(pointer, "type", f"expected {_either(_names(schema['type']))}, found {json_type(value)}")
            return
        yield from self._constants(schema, value, pointer)
        yield from self._bounds(schema, value, pointer)
        if is_object(value):
            yield from self._members(schema, value, pointer)
        elif is_array(value) and "items" in schema:
            for index, item in enumerate(value):
                yield from self.faults(schema["items"], item, f"{pointer}/{index}")
        for part in schema.get("allOf", ()):
            yield from self.faults(part, value, pointer)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                yield from self._alternatives(schema[word], word, value, pointer)

    def _constants(self, schema: Schema, value: Any, pointer: str) -> Iterator[Finding]:
        if "const" in schema and not json_equal(value, schema["const"]):
            yield Finding(pointer, "const", f"expected {_literal(schema['const'])}")
        if "enum" in schema and not any(json_equal(value, item) for item in schema["enum"]):
            yield Finding(pointer, "enum", f"expected {_either([_literal(item) for item in schema['enum']])}")

    def _bounds(self, schema: Schema, value: Any, pointer: str) -> Iterator[Finding]:
        kind = json_type(value)
        for word, (applies, holds, measure, message) in _BOUNDS.items():
            applicable = word in schema and kind in (applies, "integer" if applies == "number" else applies)
            if applicable and not holds(measure(value), schema[word]):
                yield Finding(pointer, word, message.format(schema[word]))

    def _members(self, schema: Schema, value: Mapping[str, Any], pointer: str) -> Iterator[Finding]:
        for name in schema.get("required", ()):
            if name not in value:
                yield Finding(pointer, "required", f"member {_literal(name)} is missing")
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, member in value.items():
            place = f"{pointer}/{escape(name)}"
            if name in properties:
                yield from self.faults(properties[name], member, place)
            elif rest is False:
                yield Finding(place, "additionalProperties", "no such member is allowed")
            else:
                yield from self.faults(rest, member, place)

    def _alternatives(self, arms: Sequence[Any], word: str, value: Any, pointer: str) -> Iterator[Finding]:
        flat = self.flat(arms)
        accepted = sum(self.accepts(arm, value) for arm in flat)
        if accepted == 1 or (accepted and word == "anyOf"):
            return
        if accepted:
            yield Finding(pointer, word, f"expected exactly one of {len(flat)} alternatives, found {accepted}")
            return
        fitting = [arm for arm in flat if self.fits(arm, value)]
        if not fitting:
            kinds = distinct(name for arm in flat for name in self._kinds(arm))
            yield Finding(pointer, "type", f"expected {_either(kinds)}, found {json_type(value)}")
        elif is_object(value):
            yield from self._object(fitting, word, value, pointer)
        else:
            yield from self.faults(fitting[0], value, pointer)

    def _object(self, arms: Sequence[Any], word: str, value: Mapping[str, Any], pointer: str) -> Iterator[Finding]:
        signatures = [self.signature(arm) for arm in arms]
        tag = tag_of(signatures)
        if tag is not None and tag not in value:
            yield Finding(pointer, "required", f"member {_literal(tag)} is missing")
            return
        matching = [index for index, signature in enumerate(signatures) if constants_match(signature, value)]
        if tag is not None and not any(value[tag] in signature.constants[tag] for signature in signatures):
            expected = distinct(_literal(item) for signature in signatures for item in signature.constants[tag])
            yield Finding(f"{pointer}/{escape(tag)}", word, f"expected {_either(expected)}")
            return
        if not matching:
            shared = _shared_constant(signatures, value)
            if shared is not None:
                expected = distinct(_literal(item) for each in signatures for item in each.constants[shared])
                yield Finding(f"{pointer}/{escape(shared)}", word, f"expected {_either(expected)}")
                return
        yield from self.faults(arms[ranked(signatures, value)[0]], value, pointer)

    def accepts(self, schema: Schema | bool, value: Any) -> bool:
        """Whether a value is valid for a schema."""
        key = (id(schema), id(value))
        if key not in self._verdicts:
            self._verdicts[key] = (schema, value, next(self.faults(schema, value, ""), None) is None)
        return self._verdicts[key][2]

    def meant(self, arms: Sequence[Any], value: Any) -> Any:
        """The arm that a value is or most likely is; `False`, which allows nothing, if its type fits no arm."""
        fitting = [arm for arm in self.flat(arms) if self.fits(arm, value)]
        if len(fitting) < 2:
            return fitting[0] if fitting else False
        if is_object(value):
            fitting = [fitting[index] for index in ranked([self.signature(arm) for arm in fitting], value)]
        try:
            return next((arm for arm in fitting if self.accepts(arm, value)), fitting[0])
        except RecursionError:  # nested too deeply to be checked
            return fitting[0]

    def resolved(self, schema: Schema | bool) -> Schema | bool:
        """The schema that a reference leads to; a schema without a reference is returned as it is."""
        while isinstance(schema, Mapping) and "$ref" in schema and len(schema) == 1:
            schema = self.definitions[referred(schema["$ref"])]
        if isinstance(schema, Mapping) and "$ref" in schema:
            if id(schema) not in self._expanded:
                rest = {word: value for word, value in schema.items() if word not in ("$ref", "allOf")}
                whole = {"allOf": [{"$ref": schema["$ref"]}, rest, *schema.get("allOf", ())]}
                self._expanded[id(schema)] = (schema, whole)
            return self._expanded[id(schema)][1]
        return schema

    def flat(self, arms: Sequence[Any]) -> list[Any]:
        """The arms of a union, with nested unions replaced by their arms."""
        if id(arms) not in self._flattened:
            self._flattened[id(arms)] = (arms, self._flat(arms))
        return self._flattened[id(arms)][1]

    def _flat(self, arms: Sequence[Any]) -> list[Any]:
        result: list[Any] = []
        for arm in arms:
            schema = self.resolved(arm)
            word = next(iter(schema), "") if isinstance(schema, Mapping) and len(schema) == 1 else ""
            if isinstance(schema, Mapping) and word in ("anyOf", "oneOf"):
                result.extend(self.flat(schema[word]))
            else:
                result.append(arm)
        return result

    def signature(self, arm: Schema | bool) -> Signature:
        """The properties of an arm that `union_ranking` needs."""
        if id(arm) not in self._signatures:
            self._signatures[id(arm)] = (arm, self._signature(arm))
        return self._signatures[id(arm)][1]

    def _signature(self, arm: Schema | bool) -> Signature:
        schema = self.resolved(arm)
        constants: dict[str, tuple[object, ...]] = {}
        required: set[str] = set()
        members: set[str] = set()
        if isinstance(schema, Mapping):
            for part in (schema, *schema.get("allOf", ())):
                inner = self.signature(part) if part is not schema else Signature({}, frozenset(), frozenset())
                constants |= inner.constants
                required |= inner.required
                members |= inner.members
            required |= set(schema.get("required", ()))
            members |= set(schema.get("properties", ()))
            for name, member in schema.get("properties", {}).items():
                allowed = self._strings(member)
                if allowed:
                    constants[name] = allowed
        return Signature(constants, frozenset(required), frozenset(members | required))

    def _strings(self, member: Schema | bool) -> tuple[object, ...]:
        schema = self.resolved(member)
        if not isinstance(schema, Mapping):
            return ()
        values = [schema["const"]] if "const" in schema else schema.get("enum", [])
        return tuple(values) if all(isinstance(value, str) for value in values) else ()

    def fits(self, arm: Schema | bool, value: Any) -> bool:
        """Whether a value has a JSON type that the arm allows."""
        kinds = self._kinds(arm)
        return not kinds or any(has_type(value, name) or json_type(value) == name for name in kinds)

    def _kinds(self, arm: Schema | bool) -> list[str]:
        schema = self.resolved(arm)
        if not isinstance(schema, Mapping):
            return []
        if "type" in schema:
            return _names(schema["type"])
        if "enum" in schema or "const" in schema:
            return [json_type(value) for value in (schema["enum"] if "enum" in schema else [schema["const"]])]
        return [name for part in schema.get("allOf", ()) for name in self._kinds(part)]


def reference(definition: str) -> str:
    """The `$ref` of a definition, by name."""
    return "#/$defs/" + quote(escape(definition), safe="~")


def referred(reference: str) -> str:
    """The definition that a `$ref` names."""
    return unescape(unquote(reference.removeprefix("#/$defs/")))


def _shared_constant(signatures: Sequence[Signature], value: Mapping[str, Any]) -> str | None:
    """A member of the object that has a constant in every arm, and in none the one found."""
    for name in signatures[0].constants:
        if name in value and all(
            name in each.constants and value[name] not in each.constants[name] for each in signatures
        ):
            return name
    return None


def _names(types: str | Sequence[str]) -> list[str]:
    return [types] if isinstance(types, str) else list(types)


def _literal(value: Any) -> str:
    """A constant of the schema as JSON text."""
    return json.dumps(value, ensure_ascii=False)


def _either(items: Sequence[object]) -> str:
    names = [str(item) for item in distinct(items)]
    if len(names) > MAX_NAMED:
        names = [*names[:MAX_NAMED], f"{len(names) - MAX_NAMED} others"]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
