"""The types of revision 2025-06-18: common types.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Number, Omittable
from .base import WireModel


class Annotations(WireModel):
    """Hints on whom something is for and how much it matters.

    Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/Annotations`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#annotations
    """

    audience: Omittable["list[Role]"] = None
    """Roles that the content is meant for; absent says nothing about it."""

    last_modified: Omittable[str] = None
    """Time of the last change of the content, in ISO 8601."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class BaseMetadata(WireModel):
    """Base of types that have a `name` for programs and a `title` for people.

    Since 2025-06-18.
    Schema `#/$defs/BaseMetadata`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#basemetadata
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


Cursor: typing.TypeAlias = str
"""Opaque position in a paged list; pass it back without reading or changing it.

Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#cursor
"""


class Result(WireModel):
    """Base of results.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#result
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


EmptyResult: typing.TypeAlias = Result
"""A result that only says that the request succeeded.

Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#emptyresult
"""

LoggingLevel: typing.TypeAlias = Literal[
    "alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"
]
"""Severity of a log message, from `debug`, the least, to `emergency`.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#logginglevel
"""


class NotificationParams(WireModel):
    """Base of the params of notifications.

    Since 2024-11-05.
    Schema `#/$defs/Notification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#notification
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class Notification(WireModel):
    """Base of notifications, which get no response.

    Since 2024-11-05.
    Schema `#/$defs/Notification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#notification
    """

    method: str
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class PaginatedRequestParams(WireModel):
    """Params of a request that is answered page by page.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#paginatedrequest
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class PaginatedRequest(WireModel):
    """Base of requests that are answered page by page.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#paginatedrequest
    """

    method: str
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class PaginatedResult(WireModel):
    """Base of results that hold one page of a list.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#paginatedresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""


ProgressToken: typing.TypeAlias = str | Integer
"""Opaque token that ties progress notifications to the request they are about.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#progresstoken
"""


class RequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/Request/properties/params/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#request
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class RequestParams(WireModel):
    """Base of the params of requests.

    Since 2024-11-05.
    Schema `#/$defs/Request/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#request
    """

    meta: Omittable[RequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class Request(WireModel):
    """Base of requests, which must get a response.

    Since 2024-11-05.
    Schema `#/$defs/Request`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#request
    """

    method: str
    """Name of the method."""

    params: Omittable[RequestParams] = None
    """Details that go with the method."""


RequestId: typing.TypeAlias = str | Integer
"""Id of a request among those of its sender; the response repeats it.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#requestid
"""

Role: typing.TypeAlias = Literal["assistant", "user"]
"""Side of a conversation: the human user or the assistant.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#role
"""
