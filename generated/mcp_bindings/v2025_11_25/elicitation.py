"""The types of revision 2025-11-25: elicitation.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Number, Omittable, OneOf
from .base import WireModel
from .common_types import ProgressToken, RequestId
from .forms import PrimitiveSchemaDefinition
from .tasks import TaskMetadata


class ElicitRequest(WireModel):
    """Ask the client to get information from the user.

    Carries `elicitation/create`. Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["elicitation/create"] = "elicitation/create"
    """Name of the method."""

    params: "ElicitRequestParams"
    """Details that go with the method."""


class ElicitRequestURLParams(WireModel):
    """Params of `elicitation/create` in URL mode, where the user acts on a web page.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestURLParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequesturlparams
    """

    meta: Omittable["ElicitRequestURLParamsMeta"] = None
    """Metadata of the request; the place to ask for progress notifications."""

    elicitation_id: str
    """Unique within the server; tells which elicitation a later notification is about."""

    message: str
    """Text for the user that says why the visit is needed."""

    mode: Literal["url"] = "url"
    """Always `url`; tells this mode from forms."""

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""

    url: str
    """Web address for the user to open; show it in full and ask before opening it."""


class ElicitRequestFormParams(WireModel):
    """Params of `elicitation/create` in form mode; not for passwords or other secrets.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    meta: Omittable["ElicitRequestFormParamsMeta"] = None
    """Metadata of the request; the place to ask for progress notifications."""

    message: str
    """Text for the user that says what is asked for."""

    mode: Omittable[Literal["form"]] = None
    """Always `form`; absent means the same."""

    requested_schema: "ElicitRequestFormParamsRequestedSchema"
    """The fields to show, as a flat JSON Schema object."""

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""


ElicitRequestParams: typing.TypeAlias = typing.Annotated[ElicitRequestURLParams | ElicitRequestFormParams, OneOf()]
"""Params of `elicitation/create`: show a form, or send the user to a URL.

Sent by the server. Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/ElicitRequestParams`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestparams
"""

ElicitResultContentValue: typing.TypeAlias = typing.Annotated[list[str] | str | Number | bool, OneOf()]
"""Value of one form field; a list if several choices are allowed.

Sent by the client. Since 2025-11-25.
Schema `#/$defs/ElicitResult/properties/content/additionalProperties`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitresult
"""


class ElicitResult(WireModel):
    """The user's reaction to an elicitation.

    Sent by the client. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    action: Literal["accept", "cancel", "decline"]
    """The user's action: submitted (`accept`), refused (`decline`) or walked away (`cancel`)."""

    content: Omittable[dict[str, ElicitResultContentValue]] = None
    """Values that the user entered, by name of the field; only with `accept`."""


class ElicitationCompleteNotification(WireModel):
    """Tell the client that the user has finished with a URL the server sent them to.

    Carries `notifications/elicitation/complete`. Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitationCompleteNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitationcompletenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/elicitation/complete"] = "notifications/elicitation/complete"
    """Name of the method."""

    params: "ElicitationCompleteNotificationParams"
    """Details that go with the method."""


class ElicitationCompleteNotificationParams(WireModel):
    """Params of `notifications/elicitation/complete`: the elicitation that is done.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitationCompleteNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitationcompletenotification
    """

    elicitation_id: str
    """`elicitationId` of the request that has been completed."""


class ElicitRequestFormParamsMeta(WireModel):
    """Metadata of an `elicitation/create` request in form mode.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ElicitRequestFormParamsRequestedSchema(WireModel):
    """Schema of the form: an object whose properties are all simple fields.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""

    properties: dict[str, PrimitiveSchemaDefinition]
    """Fields of the form, by name."""

    required: Omittable[list[str]] = None
    """Names of the fields that must be filled in."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ElicitRequestURLParamsMeta(WireModel):
    """Metadata of an `elicitation/create` request in URL mode.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestURLParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequesturlparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""
