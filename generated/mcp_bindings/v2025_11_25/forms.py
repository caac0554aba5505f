"""The types of revision 2025-11-25: forms.

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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#booleanschema
    """

    default: Omittable[bool] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["boolean"] = "boolean"
    """Kind of field, always `boolean`."""


class UntitledSingleSelectEnumSchema(WireModel):
    """Form field where the user picks one value, shown as it is.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledsingleselectenumschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    enum: list[str]
    """Values that can be picked."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


class TitledSingleSelectEnumSchema(WireModel):
    """Form field where the user picks one choice, each with a label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledsingleselectenumschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    one_of: "list[TitledSingleSelectEnumSchemaOneOfItem]"
    """The choices, each a value with a label."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


class UntitledMultiSelectEnumSchema(WireModel):
    """Form field where the user may pick several values, shown as they are.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledmultiselectenumschema
    """

    default: Omittable[list[str]] = None
    """Values that are picked to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    items: "UntitledMultiSelectEnumSchemaItems"
    """The values that the user can pick from."""

    max_items: Omittable[Integer] = None
    """Largest number of choices that the user may pick."""

    min_items: Omittable[Integer] = None
    """Smallest number of choices that the user must pick."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["array"] = "array"
    """Kind of field, always `array`."""


class TitledMultiSelectEnumSchema(WireModel):
    """Form field where the user may pick several choices, each with a label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    default: Omittable[list[str]] = None
    """Values that are picked to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    items: "TitledMultiSelectEnumSchemaItems"
    """The values that the user can pick from."""

    max_items: Omittable[Integer] = None
    """Largest number of choices that the user may pick."""

    min_items: Omittable[Integer] = None
    """Smallest number of choices that the user must pick."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["array"] = "array"
    """Kind of field, always `array`."""


class LegacyTitledEnumSchema(WireModel):
    """Form field with labeled choices; deprecated in favor of `TitledSingleSelectEnumSchema`.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/LegacyTitledEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#legacytitledenumschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

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


EnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema,
    OneOf(),
]
"""Form field where the user picks from given values: one or several, with or without labels.

Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/EnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#enumschema
"""

MultiSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema, OneOf()
]
"""Form field where the user may pick several of the given values.

Since 2025-11-25.
Schema `#/$defs/MultiSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#multiselectenumschema
"""


class NumberSchema(WireModel):
    """Form field for a number.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/NumberSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#numberschema
    """

    default: Omittable[Number] = None
    """Value that is filled in to begin with."""

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

    Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/StringSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#stringschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

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
    StringSchema
    | NumberSchema
    | BooleanSchema
    | UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema,
    OneOf(),
]
"""Schema of one form field: text, number, yes or no, or given choices.

Sent by the server. Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/PrimitiveSchemaDefinition`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#primitiveschemadefinition
"""

SingleSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema, OneOf()
]
"""Form field where the user picks one of the given values.

Since 2025-11-25.
Schema `#/$defs/SingleSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#singleselectenumschema
"""


class TitledMultiSelectEnumSchemaItemsAnyOfItem(WireModel):
    """One choice: a value and its label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items/properties/anyOf/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    const: str
    """The value that is sent back if the user picks this choice."""

    title: str
    """Label of the choice."""


class TitledMultiSelectEnumSchemaItems(WireModel):
    """Choices that the user may pick from.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    any_of: list[TitledMultiSelectEnumSchemaItemsAnyOfItem]
    """The choices, each a value with a label."""


class TitledSingleSelectEnumSchemaOneOfItem(WireModel):
    """One choice: a value and its label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema/properties/oneOf/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledsingleselectenumschema
    """

    const: str
    """The value that is sent back if the user picks this choice."""

    title: str
    """Label of the choice."""


class UntitledMultiSelectEnumSchemaItems(WireModel):
    """Values that the user may pick from.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledmultiselectenumschema
    """

    enum: list[str]
    """Values that can be picked."""

    type: Literal["string"] = "string"
    """Kind of value, always `string`."""
