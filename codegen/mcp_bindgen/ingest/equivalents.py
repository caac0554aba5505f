"""Rewrite keywords of 2020-12 as other keywords with the same meaning, if the schema alone decides that meaning.

Constants that are arrays or objects become schemas of their items or members. `dependentSchemas` becomes conditions,
`unevaluatedProperties` becomes `additionalProperties`, and `unevaluatedItems` becomes `items`. A keyword whose meaning
depends on the document stays, such as `unevaluatedProperties` beside alternatives with their own members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue, escape_token, is_array, is_object, unescape_token

_ALTERNATIVES = ("anyOf", "oneOf")
_BRANCHES = ("if", "then", "else")


def rewrite_keywords(definitions: Mapping[str, JSONValue], key: str) -> dict[str, JSONValue]:
    """Return definitions with rewritten keywords. A keyword is rewritten if the schema alone decides its meaning.

    Args:
        definitions: the schemas by name.
        key: the document's keyword for definitions, `$defs` or `definitions`.
    """
    named = _replace_anchors(definitions, key)
    evaluation = _EvaluatedPartSearch(named, key)

    def rewrite_part(part: dict[str, JSONValue]) -> dict[str, JSONValue]:
        return _replace_dependencies(_replace_container_constants(evaluation.replace_unevaluated(part)))

    return {name: keywords.rewrite_subschemas(schema, rewrite_part) for name, schema in named.items()}


def _replace_anchors(definitions: Mapping[str, JSONValue], key: str) -> dict[str, JSONValue]:
    """Return definitions without anchors, and with references by name in place of references by anchor.

    A reference is kept if its anchor is not at a definition, or occurs twice. A `$dynamicRef` is replaced only if no
    schema has an `$id`, because it then leads to the only `$dynamicAnchor` with its name.
    """
    parts = [
        found for name, schema in definitions.items() for found in keywords.subschemas(schema, f"/{escape_token(name)}")
    ]
    anchors: dict[str, list[str]] = {}
    for place, part in parts:
        for word in ("$anchor", "$dynamicAnchor"):
            if isinstance(part.get(word), str):
                anchors.setdefault(f"#{part[word]}", []).append(f"#/{key}{place}")
    tops = {f"#/{key}/{escape_token(name)}" for name in definitions}
    names = {anchor: places[0] for anchor, places in anchors.items() if len(places) == 1 and places[0] in tops}
    is_one_resource = not any("$id" in part for _, part in parts)

    def replace_anchor(part: dict[str, JSONValue]) -> dict[str, JSONValue]:
        result = {word: value for word, value in part.items() if word not in ("$anchor", "$dynamicAnchor")}
        if isinstance(reference := result.get("$ref"), str):
            result["$ref"] = names.get(reference, reference)
        dynamic = result.get("$dynamicRef")
        if isinstance(dynamic, str) and is_one_resource and names.get(dynamic, dynamic) in tops:
            del result["$dynamicRef"]
            result = _intersect_schemas(result, {"$ref": names.get(dynamic, dynamic)})
        return result

    return {name: keywords.rewrite_subschemas(schema, replace_anchor) for name, schema in definitions.items()}


def _intersect_schemas(part: dict[str, JSONValue], added: Mapping[str, Any]) -> dict[str, JSONValue]:
    """Return a schema for the values that are valid for both schemas."""
    if not part.keys() - keywords.ANNOTATIONS:
        return {**part, **added}
    others = part.get("allOf", [])
    return {**part, "allOf": [*(others if is_array(others) else []), added]}


def _replace_container_constants(part: dict[str, JSONValue]) -> dict[str, JSONValue]:
    """Return a schema in which a schema of items or members replaces each constant that is an array or object."""
    constant = part.get("const")
    if is_array(constant) or is_object(constant):
        rest = {word: value for word, value in part.items() if word != "const"}
        part = _intersect_schemas(rest, _schema_of_constant(constant))
    values = part.get("enum")
    if is_array(values) and any(map(_is_container, values)):
        scalars = [each for each in values if not _is_container(each)]
        arms = [_schema_of_constant(each) for each in values if _is_container(each)]
        rest = {word: value for word, value in part.items() if word != "enum"}
        alternatives: list[dict[str, Any]] = [*([{"enum": scalars}] if scalars else []), *arms]
        part = _intersect_schemas(rest, alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives})
    return part


def _is_container(value: JSONValue) -> bool:
    return is_array(value) or is_object(value)


def _schema_of_constant(value: JSONValue) -> dict[str, Any]:
    """Return a schema for which one constant is the only valid value."""
    if is_object(value):
        members = {name: _schema_of_constant(member) for name, member in value.items()}
        named = {"properties": members, "required": [*members]} if members else {}
        return {"type": "object", **named, "additionalProperties": False}
    if is_array(value):
        items = {"prefixItems": [_schema_of_constant(item) for item in value], "minItems": len(value)} if value else {}
        return {"type": "array", **items, "maxItems": len(value)}
    return {"const": value}


def _replace_dependencies(part: dict[str, JSONValue]) -> dict[str, JSONValue]:
    """Return a schema in which a condition replaces each member of `dependentSchemas`."""
    needed = part.get("dependentSchemas")
    if not is_object(needed):
        return part
    result = {word: value for word, value in part.items() if word != "dependentSchemas"}
    stated = [{"if": {"type": "object", "required": [name]}, "then": schema} for name, schema in needed.items()]
    others = result.get("allOf", [])
    return {**result, "allOf": [*(others if is_array(others) else []), *stated]} if stated else result


class _UndecidedError(Exception):
    """Error for a schema whose evaluated members or items depend on the document."""


class _EvaluatedPartSearch:
    """Search for the members and items that the keywords of a schema evaluate."""

    def __init__(self, definitions: Mapping[str, JSONValue], key: str) -> None:
        self._definitions = definitions
        self._prefix = f"#/{key}/"

    def replace_unevaluated(self, part: dict[str, JSONValue]) -> dict[str, JSONValue]:
        """Return a schema in which other keywords replace `unevaluatedProperties` and `unevaluatedItems`. Where one of
        the two has no effect, since every member or item is evaluated, it is dropped.

        If the meaning of one of the two depends on the document, return the schema unchanged.
        """
        result = dict(part)
        if "unevaluatedProperties" in result:
            value = result.pop("unevaluatedProperties")
            try:
                names = self._evaluated_members(result, ())
            except _UndecidedError:
                return part
            if names is not None:
                own = result.get("properties", {})
                named = {**dict.fromkeys(sorted(names), True), **(own if is_object(own) else {})}
                result |= {**({"properties": named} if named else {}), "additionalProperties": value}
        if "unevaluatedItems" in result:
            value = result.pop("unevaluatedItems")
            try:
                count = self._count_evaluated_items(result, ())
            except _UndecidedError:
                return part
            if count is not None:
                own_items = result.get("prefixItems", [])
                first = own_items if is_array(own_items) else []
                padded = [*first, *[True] * (count - len(first))]
                result |= {**({"prefixItems": padded} if padded else {}), "items": value}
        return result

    def _evaluated_members(self, part: JSONValue, open_: tuple[str, ...]) -> set[str] | None:
        """Return the names of the members that a schema evaluates; None if the schema evaluates every member.

        Raises:
            _UndecidedError: the document decides which members the schema evaluates.
        """
        if not is_object(part):
            return set()
        if "additionalProperties" in part or "unevaluatedProperties" in part:
            return None
        if "patternProperties" in part or "$dynamicRef" in part:
            raise _UndecidedError
        own = part.get("properties", {})
        found = set(own) if is_object(own) else set[str]()
        for each, inside in self._applied_schemas(part, open_):
            more = self._evaluated_members(each, inside)
            if more is None:
                return None
            found |= more
        for each in _conditionally_applied_schemas(part):
            more = self._evaluated_members(each, open_)
            if more is None or not more <= found:
                raise _UndecidedError
        return found

    def _count_evaluated_items(self, part: JSONValue, open_: tuple[str, ...]) -> int | None:
        """Return how many of the first items a schema evaluates; None if the schema evaluates every item.

        Raises:
            _UndecidedError: the document decides which items the schema evaluates.
        """
        if not is_object(part):
            return 0
        if "items" in part or "unevaluatedItems" in part:
            return None
        if "contains" in part or "$dynamicRef" in part:
            raise _UndecidedError
        own = part.get("prefixItems", [])
        found = len(own) if is_array(own) else 0
        for each, inside in self._applied_schemas(part, open_):
            more = self._count_evaluated_items(each, inside)
            if more is None:
                return None
            found = max(found, more)
        for each in _conditionally_applied_schemas(part):
            more = self._count_evaluated_items(each, open_)
            if more is None or more > found:
                raise _UndecidedError
        return found

    def _applied_schemas(
        self, part: Mapping[str, JSONValue], open_: tuple[str, ...]
    ) -> Iterator[tuple[JSONValue, tuple[str, ...]]]:
        """Yield each schema that applies to every value to which a given schema applies.

        Args:
            part: the given schema.
            open_: names of the definitions around the given schema. Each yielded schema comes with the names of the
                definitions around it.
        """
        parts = part.get("allOf", [])
        yield from ((each, open_) for each in (parts if is_array(parts) else ()))
        reference = part.get("$ref")
        if isinstance(reference, str):
            name = unescape_token(unquote(reference.removeprefix(self._prefix)))
            if name not in open_:
                yield self._definitions.get(name), (*open_, name)


def _conditionally_applied_schemas(part: Mapping[str, JSONValue]) -> Iterator[JSONValue]:
    """Yield each schema that a given schema applies only to some of its values."""
    for word in _ALTERNATIVES:
        arms = part.get(word, [])
        yield from arms if isinstance(arms, Sequence) and not isinstance(arms, str) else ()
    yield from (part[word] for word in _BRANCHES if word in part)
    dependent = part.get("dependentSchemas", {})
    yield from dependent.values() if is_object(dependent) else ()
