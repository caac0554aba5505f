"""JSON Schemas of Python types, written by pydantic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from typing_extensions import override

from ..errors import Finding
from ..json_values import is_array, is_object

if TYPE_CHECKING:
    from pydantic_core import core_schema

DEFINITIONS = "#/$defs/"
"""The beginning of the references of a schema to its own definitions."""


class _PlainSchema(GenerateJsonSchema):
    """Writes JSON Schemas without the titles that pydantic makes of names."""

    @override
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    @override
    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        return _without_title(super().model_schema(schema), schema)

    @override
    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> dict[str, Any]:
        return _without_title(super().dataclass_schema(schema), schema)

    @override
    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> dict[str, Any]:
        return _without_title(super().typed_dict_schema(schema), schema)


def _without_title(found: dict[str, Any], schema: Any) -> dict[str, Any]:
    """Remove the title from a JSON Schema if it is the name of the class."""
    if found.get("title") == getattr(schema.get("cls"), "__name__", None):
        found.pop("title", None)
    return found


def make_schema(adapter: TypeAdapter[Any], mode: JsonSchemaMode) -> dict[str, Any]:
    """Return the JSON Schema of a type: without the titles of pydantic, and without references that do not recur."""
    schema = adapter.json_schema(mode=mode, schema_generator=_PlainSchema)
    definitions: dict[str, Any] = schema.pop("$defs", {})
    for each in definitions.values():
        if "enum" in each:
            each.pop("title", None)
    recursive = {name for name in definitions if name in _reachable(definitions[name], definitions)}
    found = _inline(schema, definitions, recursive)
    kept = {name: _inline(definitions[name], definitions, recursive) for name in definitions if name in recursive}
    if "$ref" in found and kept:  # the root of a tool's schema states its type
        found = {**kept[found["$ref"].removeprefix(DEFINITIONS)], **{k: v for k, v in found.items() if k != "$ref"}}
    used = _reachable(found, kept)
    return {**found, "$defs": {name: kept[name] for name in kept if name in used}} if used else found


def _references(node: Any) -> Iterator[str]:
    if is_object(node):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].removeprefix(DEFINITIONS)
        for value in node.values():
            yield from _references(value)
    elif is_array(node):
        for value in node:
            yield from _references(value)


def _reachable(node: Any, definitions: Mapping[str, Any]) -> set[str]:
    """Return the names of the definitions that a schema refers to, directly or through others."""
    found: set[str] = set()
    waiting = [*_references(node)]
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in found:
            found.add(name)
            waiting += _references(definitions[name])
    return found


def _inline(node: Any, definitions: Mapping[str, Any], recursive: set[str]) -> Any:
    if is_array(node):
        return [_inline(each, definitions, recursive) for each in node]
    if not is_object(node):
        return node
    name = str(node.get("$ref", "")).removeprefix(DEFINITIONS)
    if name in definitions and name not in recursive:
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return _inline({**definitions[name], **beside}, definitions, recursive)
    return {key: _inline(value, definitions, recursive) for key, value in node.items()}


def find_model_faults(error: ValidationError) -> Iterator[Finding]:
    """Return what pydantic rejects as findings. They do not quote the values."""
    for each in error.errors(include_url=False, include_input=False, include_context=False):
        pointer = "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in each["loc"])
        yield Finding(pointer, each["type"], each["msg"])


def make_form(model: type[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a form for users, whose fields are those of a model.

    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema

    Raises:
        TypeError: a field is neither a text, a number, a boolean nor a choice, or the type has no fields.
    """
    schema = make_schema(TypeAdapter(model), "validation")
    properties = schema.get("properties")
    if not is_object(properties):
        raise TypeError(f"{model.__name__} has no fields, so it is no form: use a model with fields, or a dataclass")
    fields = {name: _make_field(model, name, property_) for name, property_ in properties.items()}
    return {"type": "object", "properties": fields, "required": list(schema.get("required", ()))}


def _make_field(model: type[Any], name: str, property_: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of one field. A field that may be null is one that the user may leave out."""
    others = [each for each in property_.get("anyOf", ()) if is_object(each) and each.get("type") != "null"]
    found = {key: value for key, value in property_.items() if key != "anyOf" and (key, value) != ("default", None)}
    if len(others) == 1:
        found = {**others[0], **found}
    items = found.get("items")
    is_choice = found.get("type") == "array" and is_object(items) and ("enum" in items or "anyOf" in items)
    if found.get("type") not in ("string", "number", "integer", "boolean") and not is_choice:
        raise TypeError(
            f"the field {name} of {model.__name__} cannot be asked in a form: "
            "use a text, a number, a boolean, or a choice of texts"
        )
    if "const" in found:
        found["enum"] = [found.pop("const")]
    return found
