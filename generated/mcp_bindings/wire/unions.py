"""Unions of models: a tag, or the ranking of `schema.union_ranking`, chooses the alternative of a document."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from functools import cached_property
from threading import local
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, PydanticOmit, PydanticSerializationUnexpectedValue, core_schema
from typing_extensions import TypeAliasType

from ..json_values import is_object
from ..schema.union_ranking import Ranking, Signature
from .model import UnknownMember, WireModel, is_model, keeps_all_members, qualified_class_name, wire_table
from .validators import core_schema_of, validator_and_serializer
from .values import UnknownMemberInput

RANKED_UNION_KEY = "mcp_ranked_union"
"""The key of a `RankedUnion` in the metadata of its core schema."""

_ANY = core_schema.any_schema()


class OneOf:
    """Annotation of a union. It states how to choose among the alternatives.

    Args:
        tag: wire name of the member whose constant differs between all alternatives that are objects. Without a tag,
            the ranking of `schema.union_ranking` decides which alternative is tried first.
    """

    def __init__(self, tag: str | None = None) -> None:
        self.tag = tag
        self._ranked: RankedUnion | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        arms = alternatives(source)
        if len(arms) == 1:
            return handler(source)
        objects = [arm for arm in arms if _is_object(arm)]
        others = [arm for arm in arms if not _is_object(arm)]
        if len(objects) < 2:
            choices = [handler.generate_schema(arm) for arm in arms]
        else:
            joined = self._ranked_schema(objects) if self.tag is None else self._tagged_schema(objects, handler)
            choices = [joined, *(handler.generate_schema(arm) for arm in others)]
        return choices[0] if len(choices) == 1 else core_schema.union_schema([*choices], mode="left_to_right")

    def _ranked_schema(self, arms: Sequence[Any]) -> CoreSchema:
        self._ranked = self._ranked or RankedUnion(arms)
        return self._ranked.deferred_schema()

    def _tagged_schema(self, arms: Sequence[type[WireModel]], handler: GetCoreSchemaHandler) -> CoreSchema:
        tag = self.tag or ""
        attributes = {arm: _attribute_of(arm, tag) for arm in arms}
        choices: dict[Any, CoreSchema] = {
            value: handler.generate_schema(arm)
            for arm, attribute in attributes.items()
            for value in get_args(arm.__pydantic_fields__[attribute].annotation)
        }
        # The tag of this alternative is not a JSON value, so no document selects it.
        unknown = core_schema.no_info_before_validator_function(
            _unwrap_unknown_member,
            handler.generate_schema(UnknownMember),
            metadata={"pydantic_js_functions": [_omit_alternative]},
        )
        choices[UnknownMember] = unknown
        names = tuple(dict.fromkeys(attributes.values()))
        if len(names) > 1 or any(hasattr(arm, tag) or _has_other_member(arm, tag) for arm in arms):
            return core_schema.tagged_union_schema(choices, discriminator=_tag_reader(tag))
        if names == (tag,):  # with a list of paths, pydantic warns if an alternative has no JSON Schema yet
            return core_schema.tagged_union_schema(choices, discriminator=tag)
        paths: list[list[str | int]] = [[tag], [*names]]
        return core_schema.tagged_union_schema(choices, discriminator=paths)


class RankedUnion:
    """Alternatives without a common tag, which are tried in the order of their ranking.

    A class that refers to the union has a core schema without the alternatives. The alternatives are built when the
    union first gets a value. So the first use of the class does not need the alternatives, and the class itself may be
    an alternative.

    Args:
        arms: the alternatives, each a class or another type of objects.
    """

    def __init__(self, arms: Sequence[Any]) -> None:
        self._arms = arms
        self._described = local()

    def deferred_schema(self) -> CoreSchema:
        """Return the core schema without the alternatives. The metadata of the core schema contain this object."""
        return core_schema.no_info_plain_validator_function(
            self._validate_value,
            serialization=core_schema.wrap_serializer_function_ser_schema(self._serialize_value, schema=_ANY),
            metadata={RANKED_UNION_KEY: self, "pydantic_js_functions": [self._describe_alternatives]},
        )

    @cached_property
    def core_schema(self) -> CoreSchema:
        """The core schema of the alternatives, in the order of the JSON Schema."""
        return core_schema_of(self._union)

    @property
    def _union(self) -> Any:
        union: Any = Union
        return union[tuple(self._arms)]

    @cached_property
    def _alternatives(self) -> tuple[Ranking, Sequence[Callable[..., Any]], Callable[[Any], Any]]:
        """The ranking, the validator of each alternative, and the validator of values that are no JSON objects."""
        prepared = [signature_and_validator(arm) for arm in self._arms]
        others, _ = validator_and_serializer(self._union)
        return Ranking([each for each, _ in prepared]), [each for _, each in prepared], others.validate_python

    def _validate_value(self, value: Any) -> Any:
        ranking, validators, validate_other = self._alternatives
        if not is_object(value):
            return validate_other(value)
        likeliest: ValidationError | None = None
        for index in ranking(value):
            try:
                return validators[index](value, by_alias=True, by_name=False)
            except ValidationError as error:
                likeliest = likeliest or error
        assert likeliest is not None
        raise likeliest

    def _serialize_value(self, value: Any, handler: Callable[[Any], Any]) -> Any:
        """Serialize a value by its own class.

        Raises:
            PydanticSerializationUnexpectedValue: the value is of no alternative.
        """
        if not any(
            keeps_all_members(value.__class__, arm) if is_model(arm) else is_object(value) for arm in self._arms
        ):
            raise PydanticSerializationUnexpectedValue(
                f"{qualified_class_name(value.__class__)} is no alternative of the union"
            )
        return handler(value)

    def _describe_alternatives(self, _schema: CoreSchema, handler: Any) -> Any:
        """Return the JSON Schema of the alternatives. Where the union occurs inside itself, return references to the
        alternatives instead.
        """
        if getattr(self._described, "now", False):
            return {"anyOf": [handler(_reference_to_definition(core_schema_of(arm))) for arm in self._arms]}
        self._described.now = True
        try:
            return handler(self.core_schema)
        finally:
            self._described.now = False


def alternatives(source: Any) -> list[Any]:
    """Return the alternatives of a union, with nested unions flattened.

    An annotation that is no union is its own only alternative.
    """
    if get_origin(source) is Annotated and all(isinstance(mark, OneOf) for mark in source.__metadata__):
        return alternatives(get_args(source)[0])
    if get_origin(source) in (Union, types.UnionType):
        return [leaf for arm in get_args(source) for leaf in alternatives(arm)]
    return [source]


def signature_and_validator(annotation: Any) -> tuple[Signature, Callable[..., Any]]:
    """Return the signature by which an alternative of a union is ranked, and the validator of the alternative."""
    validator, _ = validator_and_serializer(annotation)
    type_signature = signature(annotation) if is_model(annotation) else Signature({}, frozenset(), frozenset())
    return type_signature, validator.validate_python


def signature(model: type[WireModel]) -> Signature:
    """Return the signature of a class, by which the class is ranked among the alternatives of a union."""
    table = wire_table(model)
    fields = {wire_name: model.__pydantic_fields__[name] for wire_name, name in table.attributes.items()}
    literals = {name: get_args(field.annotation) for name, field in fields.items() if _is_literal(field.annotation)}
    return Signature(
        constants={name: values for name, values in literals.items() if all(isinstance(item, str) for item in values)},
        required=frozenset(name for name, field in fields.items() if field.is_required() or field.default is not None),
        members=frozenset(fields),
    )


def _reference_to_definition(schema: Any) -> Any:
    """Return a core schema that refers to the definition of a core schema. Return the given core schema if it has no
    definition.
    """
    inner = schema["schema"] if schema["type"] == "definitions" else schema
    name = inner.get("schema_ref") or inner.get("ref")
    return core_schema.definition_reference_schema(name) if name is not None else schema


def _attribute_of(model: type[WireModel], wire_name: str) -> str:
    return next(name for name, field in model.__pydantic_fields__.items() if field.validation_alias == wire_name)


def _has_other_member(model: type[WireModel], tag: str) -> bool:
    """Return whether the wire name of the tag is, in a class, the attribute of another member."""
    return tag in model.__pydantic_fields__ and _attribute_of(model, tag) != tag


def _unwrap_unknown_member(value: Any) -> UnknownMember:
    """Return the `UnknownMember` in an `UnknownMemberInput`, which the tolerant mode makes.

    Raises:
        ValueError: the value is anything else than an `UnknownMemberInput`.
    """
    if not isinstance(value, UnknownMemberInput):
        raise ValueError
    return value.member


def _omit_alternative(schema: CoreSchema, handler: Any) -> Any:
    """Omit an alternative from the JSON Schema.

    Raises:
        PydanticOmit: always; pydantic catches it.
    """
    raise PydanticOmit


def _tag_reader(wire_name: str) -> Callable[[Any], Any]:
    """Return a function that reads the tag of a document or of a model. It returns None for a value without the tag,
    and the class `UnknownMember` for an `UnknownMemberInput`.
    """

    def read_tag(value: Any) -> Any:
        if isinstance(value, UnknownMemberInput):
            return UnknownMember
        return value[wire_name] if isinstance(value, WireModel) or (is_object(value) and wire_name in value) else None

    return read_tag


def _is_object(arm: Any) -> bool:
    if isinstance(arm, TypeAliasType):
        return _is_object(arm.__value__)
    return is_model(arm) or get_origin(arm) is dict


def _is_literal(annotation: Any) -> bool:
    return get_origin(annotation) is Literal
