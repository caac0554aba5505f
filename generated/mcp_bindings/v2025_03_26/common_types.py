"""The types of revision 2025-03-26: common types.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Number, Omittable
from .base import WireModel


class Annotations(WireModel):
    """Hints on whom something is for and how much it matters.

    Sent by either side. Since 2025-03-26.
    Schema `#/$defs/Annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    audience: Omittable["list[Role]"] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


Cursor: typing.TypeAlias = str
"""Opaque position in a paged list; pass it back without reading or changing it.

Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class Result(WireModel):
    """Base of results.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


EmptyResult: typing.TypeAlias = Result
"""A result that only says that the request succeeded.

Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""

LoggingLevel: typing.TypeAlias = Literal[
    "alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"
]
"""Severity of a log message, from `debug`, the least, to `emergency`.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class NotificationParams(WireModel):
    """Base of the params of notifications.

    Since 2024-11-05.
    Schema `#/$defs/Notification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class Notification(WireModel):
    """Base of notifications, which get no response.

    Since 2024-11-05.
    Schema `#/$defs/Notification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: str
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class PaginatedRequestParams(WireModel):
    """Params of a request that is answered page by page.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class PaginatedRequest(WireModel):
    """Base of requests that are answered page by page.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: str
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class PaginatedResult(WireModel):
    """Base of results that hold one page of a list.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""


ProgressToken: typing.TypeAlias = str | Integer
"""Opaque token that ties progress notifications to the request they are about.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class RequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/Request/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class RequestParams(WireModel):
    """Base of the params of requests.

    Since 2024-11-05.
    Schema `#/$defs/Request/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[RequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class Request(WireModel):
    """Base of requests, which must get a response.

    Since 2024-11-05.
    Schema `#/$defs/Request`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: str
    """Name of the method."""

    params: Omittable[RequestParams] = None
    """Details that go with the method."""


RequestId: typing.TypeAlias = str | Integer
"""Id of a request among those of its sender; the response repeats it.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""

Role: typing.TypeAlias = Literal["assistant", "user"]
"""Side of a conversation: the human user or the assistant.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""
