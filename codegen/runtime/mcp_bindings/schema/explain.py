"""Explanation why a JSON value is not valid for a definition, from the schema itself.

Validators decide whether a value is valid. This module explains why a value is not valid. Unlike general validators, it
reports only the faults for the likeliest alternative of a union, which `union_ranking` determines, and not those for
every alternative.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from ..errors import Finding
from ..json_values import are_equal_scalars, escape_token, has_type, is_array, is_object, json_type, member_at
from ..limits import MAX_FINDINGS
from .conditions import CONDITIONS, condition_faults
from .places import Fault, Place, reference_to, referenced_name
from .union_ranking import Ranking, Signature, constants_match, tag_of, without_duplicates

Schema = Mapping[str, Any]

MAX_STEPS = 150_000
"""The largest number of steps along a schema in one explanation; they take less than a second."""

_MAX_NAMED = 12
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


def explain_faults(definitions: Mapping[str, Any], definition: str, value: Any, root: str = "") -> list[Finding]:
    """Return the faults of a JSON value, at most `MAX_FINDINGS`; empty if the value is valid for the definition.

    If the value is nested too deeply for the search, the last finding says so. If the search exceeds its limit of
    steps, the faults found so far are returned; if there are none, the only finding says that the value is too large.

    Args:
        definitions: the definitions of the schema, by name.
        definition: the name of the value's definition.
        value: the JSON value.
        root: the JSON Pointer to the value, from the root of the document that contains the value.
    """
    faults: list[Fault] = []
    try:
        for fault in Explainer(definitions, MAX_STEPS).faults({"$ref": reference_to(definition)}, value, None):
            faults.append(fault)
            if len(faults) == MAX_FINDINGS:
                break
    except RecursionError:
        faults.append(Fault(None, "depth", "nested too deeply to be explained further"))
    except TooLarge:
        faults = faults or [Fault(None, "size", "invalid, but too large to be explained further")]
    return [fault.to_finding(root) for fault in faults]


def explain_member_faults(
    definitions: Mapping[str, Any], definition: str, path: Sequence[str], value: Any
) -> list[Finding]:
    """Return the faults of the value of one member, whatever other members the object lacks.

    Args:
        definitions: the definitions of the schema, by name.
        definition: the name of the definition of the object. If the schema lacks the definition, there are no faults.
        path: the names that lead from the object to the member.
        value: the JSON value of the member.
    """
    if definition not in definitions:
        return []
    document = value
    for name in reversed(path):
        document = {name: document}
    place = "".join(f"/{escape_token(name)}" for name in path)
    found = explain_faults(definitions, definition, document)
    return [each for each in found if each.pointer == place or each.pointer.startswith(f"{place}/")]


def find_member_schema(definitions: Mapping[str, Any], definition: str, *path: str) -> Mapping[str, Any]:
    """Return the schema of a member; an empty one if there is no such definition, or if an object on the way does not
    declare the next member.

    Args:
        definitions: the definitions of the schema, by name.
        definition: the name of the definition of the object.
        path: the names that lead from the object to the member.
    """
    schema: Any = definitions.get(definition, {})
    for name in (*path, None):
        while is_object(schema) and "$ref" in schema:
            schema = definitions[referenced_name(schema["$ref"])]
        if name is not None:
            schema = member_at(schema, "properties", name)
    return schema if is_object(schema) else {}


class TooLarge(Exception):
    """Error for a walk along a schema that takes more steps than allowed."""


class UnionForType(NamedTuple):
    """The alternatives of a union that allow a certain JSON type."""

    arms: Sequence[Any]
    ranking: Ranking
    """The ranking of the alternatives for objects; empty for other types."""

    tag: str | None
    """The required member whose constant distinguishes all alternatives; None if there is no such member."""

    def candidates(self, value: Any) -> Sequence[Any]:
        """Return the alternatives that the tag of a value selects; all alternatives if the union has no tag."""
        if self.tag is None:
            return self.arms
        kind = value.get(self.tag)
        pairs = zip(self.arms, self.ranking.signatures, strict=True)
        return [arm for arm, signature in pairs if kind in signature.constants[self.tag]]


class Explainer:
    """Search for the faults of values, by a walk along a schema.

    The verdicts of the alternatives of unions are cached. A union around another one needs the verdicts of the inner
    union again, so without the cache the work would double with each level.

    Args:
        definitions: the definitions of the schema, by name.
        steps: the largest number of comparisons of a value with a part of the schema.
    """

    def __init__(self, definitions: Mapping[str, Any], steps: float = inf) -> None:
        self.definitions = definitions
        self._verdicts: dict[tuple[int, int], tuple[Any, Any, bool]] = {}
        """The verdicts, by the identities of schema and value. The references keep Python from reusing an identity."""
        self._expanded_schemas: dict[int, tuple[Any, Schema]] = {}
        """The schemas that have other keywords beside `$ref`, rewritten with `allOf`, by the identity of the schema."""
        self._steps = steps
        self._flattened_unions: dict[int, tuple[Any, list[Any]]] = {}
        self._signatures: dict[int, tuple[Any, Signature]] = {}
        self._unions: dict[tuple[int, str], tuple[Any, UnionForType]] = {}

    def faults(self, schema: Schema | bool, value: Any, place: Place) -> Iterator[Fault]:
        """Yield the faults of a value for a schema.

        Args:
            schema: the schema.
            value: the JSON value.
            place: the place of the value in the document.

        Raises:
            TooLarge: the search takes more steps than allowed.
            RecursionError: the value is nested too deeply.
        """
        self.count_step()
        schema = self.resolve_reference(schema)
        if schema is True:
            return
        if schema is False:
            yield Fault(place, "false", "nothing is allowed here")
            return
        kind, allowed = json_type(value), schema.get("type", ())
        if kind != allowed and allowed and not any(has_type(value, name) for name in _type_names(allowed)):
            yield Fault(place, "type", f"expected {_join_with_or(_type_names(allowed))}, found {kind}")
            return
        if "const" in schema or "enum" in schema:
            yield from self._constant_faults(schema, value, place)
        if has_bounds(schema):
            yield from self._bound_faults(schema, value, place)
        if is_object(value):
            yield from self._member_faults(schema, value, place)
        elif is_array(value) and "items" in schema:
            first = len(schema.get("prefixItems", ()))
            for index, item in enumerate(value[first:] if first else value, first):
                yield from self.faults(schema["items"], item, (place, index))
        for part in schema.get("allOf", ()):
            yield from self.faults(part, value, place)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                yield from self._union_faults(schema[word], word, value, place)
        if not CONDITIONS.isdisjoint(schema):
            yield from condition_faults(self, schema, value, place)

    def _constant_faults(self, schema: Schema, value: Any, place: Place) -> Iterator[Fault]:
        if "const" in schema and not are_equal_scalars(value, schema["const"]):
            yield Fault(place, "const", f"expected {_constant_text(schema['const'])}")
        if "enum" in schema and not any(are_equal_scalars(value, item) for item in schema["enum"]):
            yield Fault(place, "enum", f"expected {_join_with_or([_constant_text(item) for item in schema['enum']])}")

    def _bound_faults(self, schema: Schema, value: Any, place: Place) -> Iterator[Fault]:
        kind = json_type(value)
        for word, (applies, holds, measure, message) in _BOUNDS.items():
            applicable = word in schema and kind in (applies, "integer" if applies == "number" else applies)
            if applicable and not holds(measure(value), schema[word]):
                yield Fault(place, word, message.format(schema[word]))

    def _member_faults(self, schema: Schema, value: Mapping[str, Any], place: Place) -> Iterator[Fault]:
        for name in schema.get("required", ()):
            if name not in value:
                yield Fault(place, "required", f"member {_constant_text(name)} is missing")
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, member in value.items():
            if name in properties:
                yield from self.faults(properties[name], member, (place, name))
            elif rest is False:
                yield Fault((place, name), "additionalProperties", "no such member is allowed")
            elif rest is not True:
                yield from self.faults(rest, member, (place, name))

    def _union_faults(self, arms: Sequence[Any], word: str, value: Any, place: Place) -> Iterator[Fault]:
        union = self.union_for_value(arms, value)
        accepted = sum(self.accepts(arm, value) for arm in union.candidates(value))
        if accepted == 1 or (accepted and word == "anyOf"):
            return
        if accepted:
            number = len(self.flatten_union(arms))
            yield Fault(place, word, f"expected exactly one of {number} alternatives, found {accepted}")
        elif not union.arms:
            kinds = without_duplicates(name for arm in self.flatten_union(arms) for name in self._allowed_types(arm))
            yield Fault(place, "type", f"expected {_join_with_or(kinds)}, found {json_type(value)}")
        elif is_object(value):
            yield from self._object_faults(union, word, value, place)
        else:
            yield from self.faults(union.arms[0], value, place)

    def _object_faults(self, union: UnionForType, word: str, value: Mapping[str, Any], place: Place) -> Iterator[Fault]:
        arms, ranking, tag = union
        signatures = ranking.signatures
        if tag is not None and tag not in value:
            yield Fault(place, "required", f"member {_constant_text(tag)} is missing")
            return
        matching = [index for index, signature in enumerate(signatures) if constants_match(signature, value)]
        if tag is not None and not any(value[tag] in signature.constants[tag] for signature in signatures):
            expected = without_duplicates(
                _constant_text(item) for signature in signatures for item in signature.constants[tag]
            )
            yield Fault((place, tag), word, f"expected {_join_with_or(expected)}")
            return
        if not matching:
            mismatched = _find_mismatched_member(signatures, value)
            if mismatched is not None:
                expected = without_duplicates(
                    _constant_text(item) for each in signatures for item in each.constants[mismatched]
                )
                yield Fault((place, mismatched), word, f"expected {_join_with_or(expected)}")
                return
        yield from self.faults(arms[ranking(value)[0]], value, place)

    def count_step(self) -> None:
        """Count a comparison of a value with a part of the schema.

        Raises:
            TooLarge: the search takes more steps than allowed.
        """
        self._steps -= 1
        if self._steps < 0:
            raise TooLarge

    def accepts(self, schema: Schema | bool, value: Any) -> bool:
        """Return whether a value is valid for a schema.

        Raises:
            TooLarge: the search takes more steps than allowed.
            RecursionError: the value is nested too deeply.
        """
        if not ((is_object(value) or is_array(value)) and value):  # checking again takes no more time than a cache
            return next(self.faults(schema, value, None), None) is None
        key = (id(schema), id(value))
        if key not in self._verdicts:
            self._verdicts[key] = (schema, value, next(self.faults(schema, value, None), None) is None)
        return self._verdicts[key][2]

    def as_json(self, value: Any) -> Any:
        """Return a value as JSON, for the checks of conditions. Here, the value is JSON already and stays unchanged."""
        return value

    def likeliest_alternative(self, arms: Sequence[Any], value: Any) -> Any:
        """Return the likeliest alternative of a union for a value. If no alternative allows the value's type, return
        the schema `False`, which allows nothing.

        Raises:
            TooLarge: the search takes more steps than allowed.
        """
        union = self.union_for_value(arms, value)
        candidates = union.arms
        if len(candidates) < 2:
            return candidates[0] if candidates else False
        if is_object(value):
            if union.tag is not None and not value:  # all alternatives rank alike
                return candidates[0]
            order = union.ranking(value)
            if union.tag is not None:  # only the first alternative can accept the value
                return candidates[order[0]]
            candidates = [candidates[index] for index in order]
        try:
            return next((arm for arm in candidates if self.accepts(arm, value)), candidates[0])
        except RecursionError:  # nested too deeply to be checked
            return candidates[0]

    def union_for_value(self, arms: Sequence[Any], value: Any) -> UnionForType:
        """Return those alternatives of a union that allow the JSON type of a value."""
        kind = json_type(value)
        cached = self._unions.get((id(arms), kind))
        if cached is None:
            candidates = [arm for arm in self.flatten_union(arms) if self.allows_type_of(arm, value)]
            signatures = [self.signature(arm) for arm in candidates] if is_object(value) else []
            cached = self._unions[id(arms), kind] = (
                arms,
                UnionForType(candidates, Ranking(signatures), tag_of(signatures)),
            )
        return cached[1]

    def resolve_reference(self, schema: Schema | bool) -> Schema | bool:
        """Return the schema to which the reference in a schema leads. Return a schema without a reference unchanged.

        A schema with further keywords beside `$ref` is returned as an equivalent schema with `allOf`.
        """
        while not isinstance(schema, bool) and "$ref" in schema and len(schema) == 1:
            schema = self.definitions[referenced_name(schema["$ref"])]
        if not isinstance(schema, bool) and "$ref" in schema:
            if id(schema) not in self._expanded_schemas:
                rest = {word: value for word, value in schema.items() if word not in ("$ref", "allOf")}
                whole = {"allOf": [{"$ref": schema["$ref"]}, rest, *schema.get("allOf", ())]}
                self._expanded_schemas[id(schema)] = (schema, whole)
            return self._expanded_schemas[id(schema)][1]
        return schema

    def flatten_union(self, arms: Sequence[Any]) -> list[Any]:
        """Return the alternatives of a union, in which each nested union is replaced by its alternatives."""
        if id(arms) not in self._flattened_unions:
            self._flattened_unions[id(arms)] = (arms, self._flatten_arms(arms))
        return self._flattened_unions[id(arms)][1]

    def _flatten_arms(self, arms: Sequence[Any]) -> list[Any]:
        result: list[Any] = []
        for arm in arms:
            schema = self.resolve_reference(arm)
            word = next(iter(schema), "") if isinstance(schema, Mapping) and len(schema) == 1 else ""
            if isinstance(schema, Mapping) and word in ("anyOf", "oneOf"):
                result.extend(self.flatten_union(schema[word]))
            else:
                result.append(arm)
        return result

    def signature(self, arm: Schema | bool) -> Signature:
        """Return the signature of an alternative of a union, by which the alternatives are ranked."""
        if id(arm) not in self._signatures:
            self._signatures[id(arm)] = (arm, self._make_signature(arm))
        return self._signatures[id(arm)][1]

    def _make_signature(self, arm: Schema | bool) -> Signature:
        schema = self.resolve_reference(arm)
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
                allowed = self._allowed_strings(member)
                if allowed:
                    constants[name] = allowed
        return Signature(constants, frozenset(required), frozenset(members | required))

    def _allowed_strings(self, member: Schema | bool) -> tuple[object, ...]:
        schema = self.resolve_reference(member)
        if not isinstance(schema, Mapping):
            return ()
        values = [schema["const"]] if "const" in schema else schema.get("enum", [])
        return tuple(values) if all(isinstance(value, str) for value in values) else ()

    def allows_type_of(self, arm: Schema | bool, value: Any) -> bool:
        """Return whether an alternative allows the JSON type of a value."""
        kinds, kind = self._allowed_types(arm), json_type(value)
        return not kinds or kind in kinds or (kind == "integer" and "number" in kinds)

    def _allowed_types(self, arm: Schema | bool) -> list[str]:
        schema = self.resolve_reference(arm)
        if not isinstance(schema, Mapping):
            return []
        if "type" in schema:
            return _type_names(schema["type"])
        if "enum" in schema or "const" in schema:
            return [json_type(value) for value in (schema["enum"] if "enum" in schema else [schema["const"]])]
        return [name for part in schema.get("allOf", ()) for name in self._allowed_types(part)]


def has_bounds(schema: Schema) -> bool:
    """Return whether a schema bounds a number or a length."""
    return not _BOUNDS.keys().isdisjoint(schema)


def _find_mismatched_member(signatures: Sequence[Signature], value: Mapping[str, Any]) -> str | None:
    """Return the name of a member for which every alternative has constants, and whose value is none of them. Return
    None if there is no such member.
    """
    for name in signatures[0].constants:
        if name in value and all(
            name in each.constants and value[name] not in each.constants[name] for each in signatures
        ):
            return name
    return None


def _type_names(types: str | Sequence[str]) -> list[str]:
    return [types] if isinstance(types, str) else list(types)


def _constant_text(value: Any) -> str:
    """Return a constant of the schema as JSON text."""
    return json.dumps(value, ensure_ascii=False)


def _join_with_or(items: Sequence[object]) -> str:
    names = [str(item) for item in without_duplicates(items)]
    if len(names) > _MAX_NAMED:
        names = [*names[:_MAX_NAMED], f"{len(names) - _MAX_NAMED} others"]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
