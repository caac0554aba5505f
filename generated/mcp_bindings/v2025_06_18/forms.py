"""The types of revision 2025-06-18: forms.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel


class BooleanSchema(WireModel):
    """Form field for yes or no.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/BooleanSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#booleanschema
    """

    default: Omittable[bool] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["boolean"] = "boolean"
    """Kind of field, always `boolean`."""


class EnumSchema(WireModel):
    """Form field where the user picks one of the given values.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/EnumSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#enumschema
    """

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    enum: list[str]
    """Values that can be picked."""

    enum_names: Omittable[list[str]] = None
    """Labels to show, one for each item of `enum` in the same order."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


class NumberSchema(WireModel):
    """Form field for a number.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/NumberSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#numberschema
    """

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    maximum: Omittable[Number] = None
    """Largest number allowed."""

    minimum: Omittable[Number] = None
    """Smallest number allowed."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["integer", "number"]
    """Kind of field: `number`, or `integer` for whole numbers only."""


class StringSchema(WireModel):
    """Form field for text.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/StringSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#stringschema
    """

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    format: Omittable[Literal["date", "date-time", "email", "uri"]] = None
    """Kind of text: `date`, `date-time`, `email` or `uri`."""

    max_length: Omittable[Integer] = None
    """Longest text allowed, in characters."""

    min_length: Omittable[Integer] = None
    """Shortest text allowed, in characters."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


PrimitiveSchemaDefinition: typing.TypeAlias = typing.Annotated[
    StringSchema | NumberSchema | BooleanSchema | EnumSchema, OneOf()
]
"""Schema of one form field: text, number, yes or no, or given choices.

Sent by the server. Since 2025-06-18.
Schema `#/$defs/PrimitiveSchemaDefinition`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#primitiveschemadefinition
"""
