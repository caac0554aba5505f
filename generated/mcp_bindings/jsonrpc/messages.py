"""What `rev.parse` makes of a text: one class for each kind of JSON-RPC message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ..errors import ProtocolError, RequestId


class Request:
    """A message that must be answered.

    Attributes:
        id: to be repeated in the answer.
        method: one that this sender may send in this revision.
        params: typed, such as `CallToolRequestParams`; None where the message has none.
        document: the whole message as JSON, members in the order of the text. Read only.
    """

    __slots__ = ("document", "id", "method", "params")
    __match_args__ = ("method", "params")

    def __init__(self, id: RequestId, method: str, params: Any, document: Mapping[str, Any]) -> None:
        self.id = id
        self.method = method
        self.params = params
        self.document = document

    def __repr__(self) -> str:
        return f"<Request {self.method} id={self.id!r}>"


class Notification:
    """A message that is not answered.

    Attributes:
        method: its name.
        params: typed; None where the message has none. Of an unknown notification the JSON as it came.
        known: may this sender send this notification in this revision?
        document: the whole message as JSON. Read only.
    """

    __slots__ = ("document", "known", "method", "params")
    __match_args__ = ("method", "params")

    def __init__(self, method: str, params: Any, document: Mapping[str, Any], *, known: bool = True) -> None:
        self.method = method
        self.params = params
        self.document = document
        self.known = known

    def __repr__(self) -> str:
        return f"<Notification {self.method}{'' if self.known else ', unknown'}>"


class Response:
    """The result of a request.

    Attributes:
        id: of the request.
        method: of the request; None if no such request is pending, and then the result is not typed.
        result: typed, such as `CallToolResult`.
        document: the whole message as JSON. Read only.
    """

    __slots__ = ("document", "id", "method", "result")
    __match_args__ = ("method", "result")

    def __init__(self, id: RequestId, method: str | None, result: Any, document: Mapping[str, Any]) -> None:
        self.id = id
        self.method = method
        self.result = result
        self.document = document

    def __repr__(self) -> str:
        return f"<Response to {self.method or 'nothing pending'} id={self.id!r}>"


class ErrorResponse:
    """The error that a request met.

    Attributes:
        id: of the request; None if the peer could not read it.
        method: of the request; None if no such request is pending.
        error: typed, with `code`, `message` and perhaps `data`.
        document: the whole message as JSON. Read only.
    """

    __slots__ = ("document", "error", "id", "method")
    __match_args__ = ("method", "error")

    def __init__(self, id: RequestId | None, method: str | None, error: Any, document: Mapping[str, Any]) -> None:
        self.id = id
        self.method = method
        self.error = error
        self.document = document

    def __repr__(self) -> str:
        return f"<ErrorResponse to {self.method or 'nothing pending'} id={self.id!r}>"


class Batch:
    """Several messages in one text, in 2025-03-26 only. Each was judged on its own.

    Attributes:
        items: the messages in order; a `ProtocolError` in the place of one that is refused.
    """

    __slots__ = ("items",)
    __match_args__ = ("items",)

    def __init__(self, items: Sequence[Message | ProtocolError]) -> None:
        self.items: tuple[Message | ProtocolError, ...] = tuple(items)

    def __iter__(self) -> Iterator[Message | ProtocolError]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"<Batch of {len(self.items)}>"


Message: TypeAlias = "Request | Notification | Response | ErrorResponse"
"""One message of JSON-RPC."""
