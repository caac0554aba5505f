"""The types of revision 2025-11-25: common types.

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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#basemetadata
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


Cursor: typing.TypeAlias = str
"""Opaque position in a paged list; pass it back without reading or changing it.

Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#cursor
"""


class Result(WireModel):
    """Base of results.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#result
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


EmptyResult: typing.TypeAlias = Result
"""A result that only says that the request succeeded.

Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#emptyresult
"""


class Icon(WireModel):
    """An image that stands for something in a user interface.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/Icon`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#icon
    """

    mime_type: Omittable[str] = None
    """Media type of the image, for when `src` does not tell or is too vague."""

    sizes: Omittable[list[str]] = None
    """Pixel sizes it is good for, such as `48x48`, or `any`; absent means all."""

    src: str
    """Address of the image: a web address or a `data:` URI."""

    theme: Omittable[Literal["dark", "light"]] = None
    """Background it is made for, `light` or `dark`; absent means either."""


class Icons(WireModel):
    """Base of types that may have icons.

    Since 2025-11-25.
    Schema `#/$defs/Icons`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#icons
    """

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""


LoggingLevel: typing.TypeAlias = Literal[
    "alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"
]
"""Severity of a log message, from `debug`, the least, to `emergency`.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#logginglevel
"""


class Notification(WireModel):
    """Base of notifications, which get no response.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Notification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#notification
    """

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class NotificationParams(WireModel):
    """Base of the params of notifications.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/NotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#notificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class PaginatedRequest(WireModel):
    """Base of requests that are answered page by page.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequest
    """

    id: "RequestId"
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable["PaginatedRequestParams"] = None
    """Details that go with the method."""


class PaginatedRequestParamsMeta(WireModel):
    """Metadata of a request that is answered page by page.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/PaginatedRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequestparams
    """

    progress_token: Omittable["ProgressToken"] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class PaginatedRequestParams(WireModel):
    """Params of a request that is answered page by page.

    Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PaginatedRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequestparams
    """

    meta: Omittable[PaginatedRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class PaginatedResult(WireModel):
    """Base of results that hold one page of a list.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""


ProgressToken: typing.TypeAlias = str | Integer
"""Opaque token that ties progress notifications to the request they are about.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#progresstoken
"""


class Request(WireModel):
    """Base of requests, which must get a response.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Request`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#request
    """

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class RequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/RequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#requestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class RequestParams(WireModel):
    """Base of the params of requests.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/RequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#requestparams
    """

    meta: Omittable[RequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


RequestId: typing.TypeAlias = str | Integer
"""Id of a request among those of its sender; the response repeats it.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#requestid
"""

Role: typing.TypeAlias = Literal["assistant", "user"]
"""Side of a conversation: the human user or the assistant.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#role
"""
