"""The classes of parsed JSON-RPC messages, one for each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ..errors import Finding, ProtocolError, RequestId


class Request:
    """A request, which must get a response.

    Attributes:
        id: The id that the response must repeat.
        method: A method that the sender may send in this revision.
        params: The typed params, such as `CallToolRequestParams`; None if the message has none.
        document: The whole message as parsed JSON, members in the order of the text. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("document", "findings", "id", "method", "params")
    __match_args__ = ("method", "params")

    def __init__(
        self, id: RequestId, method: str, params: Any, document: Mapping[str, Any], findings: Sequence[Finding] = ()
    ) -> None:
        self.id = id
        self.method = method
        self.params = params
        self.document = document
        self.findings: Sequence[Finding] = findings

    def __repr__(self) -> str:
        return f"<Request {self.method} id={self.id!r}>"


class Notification:
    """A notification, which gets no response.

    Attributes:
        method: The method's name.
        params: The typed params; None if the message has none. For an unknown notification, parsed JSON.
        known: Whether the sender may send this notification in this revision.
        document: The whole message as parsed JSON. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("document", "findings", "known", "method", "params")
    __match_args__ = ("method", "params")

    def __init__(
        self,
        method: str,
        params: Any,
        document: Mapping[str, Any],
        findings: Sequence[Finding] = (),
        *,
        known: bool = True,
    ) -> None:
        self.method = method
        self.params = params
        self.document = document
        self.known = known
        self.findings: Sequence[Finding] = findings

    def __repr__(self) -> str:
        return f"<Notification {self.method}{'' if self.known else ', unknown'}>"


class Response:
    """The result of a request.

    Attributes:
        id: Id of the request.
        method: Method of the request; None if no request with this id is pending.
        result: The typed result, such as `CallToolResult`; parsed JSON if `method` is None.
        document: The whole message as parsed JSON. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("document", "findings", "id", "method", "result")
    __match_args__ = ("method", "result")

    def __init__(
        self,
        id: RequestId,
        method: str | None,
        result: Any,
        document: Mapping[str, Any],
        findings: Sequence[Finding] = (),
    ) -> None:
        self.id = id
        self.method = method
        self.result = result
        self.document = document
        self.findings: Sequence[Finding] = findings

    def __repr__(self) -> str:
        return f"<Response to {self.method or 'nothing pending'} id={self.id!r}>"


class ErrorResponse:
    """The error with which a request failed.

    Attributes:
        id: Id of the request; None if the peer could not read it.
        method: Method of the request; None if no request with this id is pending.
        error: The typed error, with `code`, `message` and optionally `data`.
        document: The whole message as parsed JSON. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("document", "error", "findings", "id", "method")
    __match_args__ = ("method", "error")

    def __init__(
        self,
        id: RequestId | None,
        method: str | None,
        error: Any,
        document: Mapping[str, Any],
        findings: Sequence[Finding] = (),
    ) -> None:
        self.id = id
        self.method = method
        self.error = error
        self.document = document
        self.findings: Sequence[Finding] = findings

    def __repr__(self) -> str:
        return f"<ErrorResponse to {self.method or 'nothing pending'} id={self.id!r}>"


class Batch:
    """Several messages in one text, in 2025-03-26 only. Each message is parsed independently.

    Attributes:
        items: The messages in order, with a `ProtocolError` in place of each message that is rejected.
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
"""One JSON-RPC message."""
