"""The types of revision 2026-07-28: elicitation.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from pydantic import Field

from ..generated_code import Number, Omittable, OneOf
from .base import WireModel
from .forms import PrimitiveSchemaDefinition


class ElicitRequest(WireModel):
    """Part of `inputRequests` that asks the client to get information from the user.

    Carries `elicitation/create`. Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequest
    """

    method: Literal["elicitation/create"] = "elicitation/create"
    """Name of the method."""

    params: "ElicitRequestParams"
    """Details that go with the method."""


class ElicitRequestFormParams(WireModel):
    """Params of `elicitation/create` in form mode; not for passwords or other secrets.

    Sent by the server. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ElicitRequestFormParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestformparams
    """

    message: str
    """Text for the user that says what is asked for."""

    mode: Omittable[Literal["form"]] = None
    """Always `form`; absent means the same."""

    requested_schema: "ElicitRequestFormParamsRequestedSchema"
    """The fields to show, as a flat JSON Schema object."""


class ElicitRequestURLParams(WireModel):
    """Params of `elicitation/create` in URL mode, where the user acts on a web page.

    Sent by the server. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ElicitRequestURLParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequesturlparams
    """

    message: str
    """Text for the user that says why the visit is needed."""

    mode: Literal["url"] = "url"
    """Always `url`; tells this mode from forms."""

    url: str
    """Web address for the user to open; show it in full and ask before opening it."""


ElicitRequestParams: typing.TypeAlias = typing.Annotated[ElicitRequestFormParams | ElicitRequestURLParams, OneOf()]
"""Params of `elicitation/create`: show a form, or send the user to a URL.

Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ElicitRequestParams`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestparams
"""

ElicitResultContentValue: typing.TypeAlias = typing.Annotated[list[str] | str | Number | bool, OneOf()]
"""Value of one form field; a list if several choices are allowed.

Sent by the client. Since 2025-11-25.
Schema `#/$defs/ElicitResult/properties/content/additionalProperties`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitresult
"""


class ElicitResult(WireModel):
    """Part of `inputResponses` that says what the user did about an elicitation.

    Sent by the client. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitresult
    """

    action: Literal["accept", "cancel", "decline"]
    """The user's action: submitted (`accept`), refused (`decline`) or walked away (`cancel`)."""

    content: Omittable[dict[str, ElicitResultContentValue]] = None
    """Values that the user entered, by name of the field; only with `accept`."""


class ElicitRequestFormParamsRequestedSchema(WireModel):
    """Schema of the form: an object whose properties are all simple fields.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestformparams
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""

    properties: dict[str, PrimitiveSchemaDefinition]
    """Fields of the form, by name."""

    required: Omittable[list[str]] = None
    """Names of the fields that must be filled in."""

    type: Literal["object"] = "object"
    """Always `object`."""
