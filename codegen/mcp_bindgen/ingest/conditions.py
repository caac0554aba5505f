"""Conditions: assertions of JSON Schema that no Python type expresses. They are checked beside the type, at run time.

A condition is written into the models with the definitions that it refers to in place of the references. So it must not
refer to a definition that contains itself; that also limits the time to check a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import unquote

from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import is_object, unescape

Schema: TypeAlias = Mapping[str, Any]

MAX_PARTS = 1_000
"""Schemas in one condition."""

MAX_DEPTH = 24
"""Schemas in one condition that stand in each other; a check nests a few calls for each."""


class ConditionError(ValueError):
    """A condition that cannot be checked; the message says why."""


def stated(schema: Schema) -> dict[str, Any]:
    """The conditions in a schema. With `prefixItems`, `items` is one of them, because it is about the other items."""
    words = keywords.CONDITIONS | {"items"} if "prefixItems" in schema else keywords.CONDITIONS
    return {word: value for word, value in schema.items() if word in words}


def inlined(condition: Schema, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """A condition without references.

    Args:
        condition: normalized keywords.
        definitions: the normalized definitions of the document.

    Raises:
        ConditionError: it refers to a definition that contains itself, or is too large.
    """
    result = _Inliner(definitions).inlined(condition, ())
    assert is_object(result)
    return result


class _Inliner:
    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions
        self._parts = 0

    def inlined(self, schema: Any, open_: tuple[str, ...], depth: int = 0) -> Any:
        """A schema without references; `open_` are the definitions that it stands in."""
        if not is_object(schema):
            return schema
        self._parts += 1
        if self._parts > MAX_PARTS or depth > MAX_DEPTH:
            raise ConditionError(f"has more than {MAX_PARTS} schemas, or more than {MAX_DEPTH} in each other")
        result: dict[str, Any] = {}
        for word, value in schema.items():
            match keywords.shape(word, value):
                case _ if word in ("$ref", "format"):
                    continue
                case "schema":
                    result[word] = self.inlined(value, open_, depth + 1)
                case "schema-map":
                    result[word] = {name: self.inlined(part, open_, depth + 1) for name, part in value.items()}
                case "schema-list":
                    result[word] = [self.inlined(part, open_, depth + 1) for part in value]
                case _:
                    result[word] = value
        return result if "$ref" not in schema else self._with_target(schema["$ref"], result, open_, depth)

    def _with_target(self, reference: str, beside: dict[str, Any], open_: tuple[str, ...], depth: int) -> Any:
        """The definition that a reference leads to, together with the keywords beside the reference."""
        name = unescape(unquote(reference.removeprefix("#/$defs/")))
        if name in open_:
            raise ConditionError(f"refers to {name}, which contains itself")
        target = self.inlined(self._definitions[name], (*open_, name), depth + 1)
        return {**beside, "allOf": [target, *beside.get("allOf", [])]} if beside else target
