"""Finds the parts of a schema that lead to a definition with lint rules, so that the linter can skip all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..json_values import is_object
from ..schema.references import referred


class Step(NamedTuple):
    """Where the linter goes from one part of a schema: only to parts that lead to rules."""

    definition: str | None
    """The definition that the part refers to."""

    parts: Sequence[Any]
    """The parts that apply to the same value: those of `allOf`, then the definition."""

    unions: Sequence[Sequence[Any]]
    """The alternatives of each union."""

    properties: Mapping[str, Any]
    rest: Any
    """The schema of other members; None if it leads to no rule."""

    declared: frozenset[str]
    """The names of all properties, to which `rest` does not apply."""

    items: Any
    """The schema of the items of a list; None if it leads to no rule."""


class Relevance:
    """What the linter needs of each part of one schema, computed once.

    Args:
        definitions: The definitions of the schema, by name.
        has_rules: Whether lint rules name a definition.
    """

    def __init__(self, definitions: Mapping[str, Any], has_rules: Callable[[str], bool]) -> None:
        self._definitions = definitions
        self._steps: dict[int, Step] = {}
        """By identity of a schema that lives as long as the linter."""
        inner = {name: set(_references(schema)) for name, schema in definitions.items()}
        leading = {name for name in definitions if has_rules(name)}
        while more := {name for name, others in inner.items() if name not in leading and others & leading}:
            leading |= more
        self._leading = frozenset(leading)

    def step(self, schema: Any) -> Step:
        """Where the linter goes from a schema: an object that lives as long as the linter."""
        step = self._steps.get(id(schema))
        if step is None:
            step = self._steps[id(schema)] = self._step(schema)
        return step

    def _step(self, schema: Mapping[str, Any]) -> Step:
        definition = referred(schema["$ref"]) if "$ref" in schema else None
        parts = [*schema.get("allOf", ()), *([] if definition is None else [self._definitions[definition]])]
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        return Step(
            definition,
            [part for part in parts if self._leads(part)],
            [schema[word] for word in ("anyOf", "oneOf") if any(map(self._leads, schema.get(word, ())))],
            {name: part for name, part in properties.items() if self._leads(part)},
            rest if self._leads(rest) else None,
            frozenset(properties),
            schema["items"] if self._leads(schema.get("items")) else None,
        )

    def _leads(self, schema: Any) -> bool:
        return not self._leading.isdisjoint(_references(schema))


def _references(schema: Any) -> Iterator[str]:
    """The definitions that a schema and its parts refer to."""
    if is_object(schema):
        if "$ref" in schema:
            yield referred(schema["$ref"])
        for word in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(word, ()):
                yield from _references(part)
        for part in schema.get("properties", {}).values():
            yield from _references(part)
        yield from _references(schema.get("additionalProperties"))
        yield from _references(schema.get("items"))
