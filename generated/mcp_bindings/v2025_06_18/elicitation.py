"""The types of revision 2025-06-18: elicitation.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Number, Omittable
from .base import WireModel
from .forms import PrimitiveSchemaDefinition


class ElicitRequest(WireModel):
    """Ask the client to get information from the user.

    Carries `elicitation/create`. Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitrequest
    """

    method: Literal["elicitation/create"] = "elicitation/create"
    """Name of the method."""

    params: "ElicitRequestParams"
    """Details that go with the method."""


class ElicitRequestParamsRequestedSchema(WireModel):
    """Schema of the form: an object whose properties are all simple fields.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ElicitRequest/properties/params/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitrequest
    """

    properties: dict[str, PrimitiveSchemaDefinition]
    """Fields of the form, by name."""

    required: Omittable[list[str]] = None
    """Names of the fields that must be filled in."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ElicitRequestParams(WireModel):
    """Params of `elicitation/create`: the form to show; not for passwords or other secrets.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ElicitRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitrequest
    """

    message: str
    """Text for the user that says what is asked for."""

    requested_schema: ElicitRequestParamsRequestedSchema
    """The fields to show, as a flat JSON Schema object."""


class ElicitResult(WireModel):
    """The user's reaction to an elicitation.

    Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    action: Literal["accept", "cancel", "decline"]
    """The user's action: submitted (`accept`), refused (`decline`) or walked away (`cancel`)."""

    content: Omittable[dict[str, str | Number | bool]] = None
    """Values that the user entered, by name of the field; only with `accept`."""
