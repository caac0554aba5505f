"""JSON Schemas of Python types, written by pydantic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaWarningKind
from pydantic_core import PydanticSerializationError
from typing_extensions import override

from ..errors import Finding
from ..json_values import is_array, is_object
from .places import Fault, place_of
from .validation_work import DATA_KEYWORDS, NAMED_SCHEMA_KEYWORDS, with_changed_parts

if TYPE_CHECKING:
    from pydantic_core import core_schema

DEFINITIONS = "#/$defs/"
"""The beginning of the references of a schema to its own definitions."""


_MAX_INLINED = 10_000
"""The largest number of objects in a schema without references. A larger schema keeps all its references."""


class _PlainSchemaWriter(GenerateJsonSchema):
    """Writer of JSON Schemas for pydantic. It leaves out titles that pydantic makes of names, defaults that JSON cannot
    express, and the keyword `discriminator` of OpenAPI.
    """

    @override
    def emit_warning(self, kind: JsonSchemaWarningKind, detail: str) -> None:
        if kind != "non-serializable-default":
            super().emit_warning(kind, detail)

    @override
    def encode_default(self, dft: Any) -> Any:
        found = super().encode_default(dft)
        if not _is_finite(found):
            raise PydanticSerializationError(f"JSON has no {dft!r}")
        return found

    @override
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    @override
    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        return _remove_class_title(super().model_schema(schema), schema)

    @override
    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> dict[str, Any]:
        return _remove_class_title(super().dataclass_schema(schema), schema)

    @override
    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> dict[str, Any]:
        found = super().tagged_union_schema(schema)
        found.pop("discriminator", None)  # of OpenAPI, with references
        return found

    @override
    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> dict[str, Any]:
        return _remove_class_title(super().typed_dict_schema(schema), schema)


def _remove_class_title(found: dict[str, Any], schema: Any) -> dict[str, Any]:
    """Remove the title from a JSON Schema if the title is the name of the class. Return the JSON Schema."""
    if found.get("title") == getattr(schema.get("cls"), "__name__", None):
        found.pop("title", None)
    return found


def _is_finite(value: object) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    if is_object(value):
        return all(map(_is_finite, value.values()))
    return not is_array(value) or all(map(_is_finite, value))


def make_json_schema(adapter: TypeAdapter[Any], mode: JsonSchemaMode) -> dict[str, Any]:
    """Return the JSON Schema of a type, without the titles that pydantic makes of names.

    References are replaced by the definitions to which they lead, except for definitions that contain themselves. A
    schema that would be very large without references keeps all of them. A reference at the root is replaced in any
    case, so that the root states its type.

    Args:
        adapter: the type.
        mode: `validation` for the schema of what the type accepts, `serialization` for that of what it writes.

    Raises:
        PydanticUserError: the type has no JSON Schema.
    """
    schema = adapter.json_schema(mode=mode, schema_generator=_PlainSchemaWriter)
    definitions: dict[str, Any] = schema.pop("$defs", {})
    for each in definitions.values():
        if "enum" in each:
            each.pop("title", None)
    recursive = {name for name in definitions if name in _reachable_names(definitions[name], definitions)}
    if _count_objects(schema, definitions, recursive, {}) > _MAX_INLINED:
        recursive = set(definitions)
    found = _inline_references(schema, definitions, recursive)
    kept = {
        name: _inline_references(definitions[name], definitions, recursive) for name in definitions if name in recursive
    }
    if "$ref" in found and kept:  # the root of a tool's schema states its type
        found = {**kept[found["$ref"].removeprefix(DEFINITIONS)], **{k: v for k, v in found.items() if k != "$ref"}}
    used = _reachable_names(found, kept)
    return {**found, "$defs": {name: kept[name] for name in kept if name in used}} if used else found


def _referenced_names(node: Any, *, is_named: bool = False) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to.

    Args:
        node: the schema, or a part of it.
        is_named: whether the members of this part are schemas by name.
    """
    if is_object(node):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].removeprefix(DEFINITIONS)
        for name, value in node.items():
            if is_named or name not in DATA_KEYWORDS:
                yield from _referenced_names(value, is_named=not is_named and name in NAMED_SCHEMA_KEYWORDS)
    elif is_array(node):
        for value in node:
            yield from _referenced_names(value)


def _reachable_names(node: Any, definitions: Mapping[str, Any]) -> set[str]:
    """Return the names of the definitions that a schema refers to, directly or through others."""
    found: set[str] = set()
    waiting = [*_referenced_names(node)]
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in found:
            found.add(name)
            waiting += _referenced_names(definitions[name])
    return found


def _inline_references(
    node: Any, definitions: Mapping[str, Any], recursive: set[str], *, is_named: bool = False
) -> Any:
    """Return a copy of a schema with definitions in place of the references to them.

    Args:
        node: the schema, or a part of it.
        definitions: the definitions, by name.
        recursive: the names of the definitions whose references stay.
        is_named: whether the members of this part are schemas by name.
    """
    if is_array(node):
        return [_inline_references(each, definitions, recursive) for each in node]
    if not is_object(node):
        return node
    name = str(node.get("$ref", "")).removeprefix(DEFINITIONS)
    if name in definitions and name not in recursive:
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return _inline_references({**definitions[name], **beside}, definitions, recursive)
    inline = partial(_inline_references, definitions=definitions, recursive=recursive)
    return with_changed_parts(node, inline, is_named=is_named)


def _count_objects(node: Any, definitions: Mapping[str, Any], recursive: set[str], counts: dict[str, int]) -> int:
    """Return the number of objects that a schema has after its references are replaced by their definitions. References
    to recursive definitions stay. `counts` keeps the number of objects of each definition.
    """
    if is_array(node):
        return sum(_count_objects(each, definitions, recursive, counts) for each in node)
    if not is_object(node):
        return 0
    name = str(node.get("$ref", "")).removeprefix(DEFINITIONS)
    count = 1 + sum(_count_objects(each, definitions, recursive, counts) for each in node.values())
    if name not in definitions or name in recursive:
        return count
    if name not in counts:
        counts[name] = _count_objects(definitions[name], definitions, recursive, counts)
    return count + counts[name]


def find_model_faults(error: ValidationError) -> Iterator[Finding]:
    """Yield a finding for each fault in an error of pydantic. Findings quote no values, and long pointers are cut."""
    for each in error.errors(include_url=False, include_input=False, include_context=False):
        yield Fault(place_of(each["loc"]), each["type"], each["msg"]).to_finding()


def make_form_schema(model: type[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a form that users fill in. The form has the fields of a model or dataclass.

    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema

    Raises:
        TypeError: a field is neither a text, a number, a boolean nor a choice of texts, or the type has no fields or no
            JSON Schema.
    """
    try:
        schema = make_json_schema(TypeAdapter(model), "validation")
    except PydanticUserError as error:
        reason, *_ = str(error).splitlines()
        raise TypeError(f"{model.__name__} has no JSON Schema, so it is no form: {reason}") from None
    properties = schema.get("properties")
    if not is_object(properties):
        raise TypeError(f"{model.__name__} has no fields, so it is no form: use a model with fields, or a dataclass")
    fields = {name: _make_form_field(model, name, property_) for name, property_ in properties.items()}
    return {"type": "object", "properties": fields, "required": list(schema.get("required", ()))}


_FORM_FORMATS = frozenset({"date", "date-time", "email", "uri"})
"""The formats that the specification allows for a text of a form."""


def _is_choice_of_texts(schema: Mapping[str, Any]) -> bool:
    """Return whether a schema lists values, all of them texts."""
    values = schema.get("enum") or [part.get("const") for part in schema.get("anyOf", ()) if is_object(part)]
    return bool(values) and all(isinstance(value, str) for value in values)


def _make_form_field(model: type[Any], name: str, property_: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of one field of a form. It does not allow null, since a user can leave the field out instead,
    and has no format that a form must not have.

    Raises:
        TypeError: the field is neither a text, a number, a boolean nor a choice of texts.
    """
    others = [each for each in property_.get("anyOf", ()) if is_object(each) and each.get("type") != "null"]
    found = {key: value for key, value in property_.items() if key != "anyOf" and (key, value) != ("default", None)}
    if len(others) == 1:
        found = {**others[0], **found}
    if found.get("format") not in _FORM_FORMATS:
        found.pop("format", None)
    items = found.get("items")
    is_choice = found.get("type") == "array" and is_object(items) and _is_choice_of_texts(items)
    if found.get("type") not in ("string", "number", "integer", "boolean") and not is_choice:
        raise TypeError(
            f"the field {name} of {model.__name__} cannot be asked in a form: "
            "use a text, a number, a boolean, or a choice of texts"
        )
    if "const" in found:
        found["enum"] = [found.pop("const")]
    return found
