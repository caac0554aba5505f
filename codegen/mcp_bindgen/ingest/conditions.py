"""Conditions: assertions of JSON Schema that no Python type expresses. They are checked at run time, beside the type.

In the models, each reference in a condition is replaced by the definition to which it leads. So a condition must not
refer to a definition that contains itself. This rule also limits the time of a check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import unquote

from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import is_object, unescape_token

Schema: TypeAlias = Mapping[str, Any]

MAX_BOUND = 2**53
"""Greatest bound that a type expresses: every integer up to it is also a double. A greater bound is a condition."""

MAX_PARTS = 1_000
"""Greatest number of schemas in one condition."""

MAX_DEPTH = 24
"""Greatest depth of nested schemas in one condition; a check nests a few calls for each level."""


class ConditionError(ValueError):
    """Error for a condition that cannot be checked. The message states the reason."""


def conditions_in(schema: Schema) -> dict[str, Any]:
    """Return the keywords of a schema that are conditions: assertions that no type expresses.

    Beside `prefixItems`, `items` is a condition, because it applies only to the items after those of `prefixItems`. A
    keyword whose value is a number beyond `MAX_BOUND` is a condition too.
    """
    words = keywords.CONDITIONS | {"items"} if "prefixItems" in schema else keywords.CONDITIONS
    large = {word for word in keywords.NUMBERS.intersection(schema) if abs(schema[word]) > MAX_BOUND}
    return {word: value for word, value in schema.items() if word in words or word in large}


def inline_references(condition: Schema, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return a condition in which each reference is replaced by the definition to which it leads.

    The keyword `format`, which asserts nothing, is dropped.

    Args:
        condition: the normalized keywords of the condition.
        definitions: the normalized definitions of the document.

    Raises:
        ConditionError: the condition refers to a definition that contains itself, or is too large.
    """
    result = _ReferenceInliner(definitions).inline_references(condition, ())
    assert is_object(result)
    return result


class _ReferenceInliner:
    """Replacement of the references in one condition, with the number of schemas that were read so far."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions
        self._parts = 0

    def inline_references(self, schema: Any, open_: tuple[str, ...], depth: int = 0) -> Any:
        """Return a schema in which each reference is replaced by the definition to which it leads.

        Args:
            schema: the schema. A boolean schema is returned unchanged.
            open_: names of the definitions around the schema.
            depth: number of the schemas around the schema.

        Raises:
            ConditionError: a reference leads to a definition in `open_`, or the condition is too large.
        """
        if not is_object(schema):
            return schema
        self._parts += 1
        if self._parts > MAX_PARTS or depth > MAX_DEPTH:
            raise ConditionError(f"has more than {MAX_PARTS} schemas, or schemas nested more than {MAX_DEPTH} deep")
        result: dict[str, Any] = {}
        for word, value in schema.items():
            match keywords.value_kind(word, value):
                case _ if word in ("$ref", "format"):
                    continue
                case "schema":
                    result[word] = self.inline_references(value, open_, depth + 1)
                case "schema-map":
                    result[word] = {
                        name: self.inline_references(part, open_, depth + 1) for name, part in value.items()
                    }
                case "schema-list":
                    result[word] = [self.inline_references(part, open_, depth + 1) for part in value]
                case _:
                    result[word] = value
        return result if "$ref" not in schema else self._with_target(schema["$ref"], result, open_, depth)

    def _with_target(self, reference: str, beside: dict[str, Any], open_: tuple[str, ...], depth: int) -> Any:
        """Return the definition to which a reference leads, combined with the keywords beside the reference.

        Raises:
            ConditionError: the reference leads to a definition in `open_`, or the condition is too large.
        """
        name = unescape_token(unquote(reference.removeprefix("#/$defs/")))
        if name in open_:
            raise ConditionError(f"refers to {name}, which contains itself")
        target = self.inline_references(self._definitions[name], (*open_, name), depth + 1)
        return {**beside, "allOf": [target, *beside.get("allOf", [])]} if beside else target
