"""The classes of parsed JSON-RPC messages, one for each kind.

A message whose body was checked by its JSON Schema gets its typed body (`params`, `result` or `error`) when somebody
first reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from threading import RLock
from typing import Any, Protocol, SupportsIndex, TypeAlias

from ..errors import Finding, ProtocolError, RequestId

_new: Any = object.__new__
_UNTYPED: Any = object()
"""In place of a body that is not typed yet."""
_building = RLock()
"""Held while a body is typed, so that all threads get the same value."""
_acquire, _release = _building.acquire, _building.release


class _BodyType(Protocol):
    """The type of the body of a message."""

    name: str
    """Name of its class."""

    def typed(self, document: Mapping[str, Any]) -> Any:
        """The typed body of a valid message."""
        ...


class _Message:
    """A message with a body, which may still have to be typed."""

    __slots__ = ("body_type", "document", "typed_body")

    typed_body: Any
    """The typed body; `_UNTYPED` until it is typed."""

    body_type: _BodyType | None
    """The type of a body that is not typed yet; None if it is."""

    document: Mapping[str, Any]

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        _type_body(self)  # so that copies and pickles are typed
        return super().__reduce_ex__(protocol)


def _type_body(message: _Message) -> Any:
    """The body of a message, which is typed if it was not yet."""
    _acquire()  # as `with` does, but in half the time
    try:
        body_type = message.body_type
        if body_type is not None:
            message.typed_body = body_type.typed(message.document)
            message.body_type = None
        return message.typed_body
    finally:
        _release()


class Request(_Message):
    """A request, which must get a response.

    Attributes:
        id: The id that the response must repeat.
        method: A method that the sender may send in this revision.
        params: The typed params, such as `CallToolRequestParams`; None if the message has none.
        document: The whole message as parsed JSON, members in the order of the text. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("findings", "id", "method")
    __match_args__ = ("method", "params")

    def __init__(
        self, id: RequestId, method: str, params: Any, document: Mapping[str, Any], findings: Sequence[Finding] = ()
    ) -> None:
        self.id = id
        self.method = method
        self.typed_body = params
        self.document = document
        self.findings: Sequence[Finding] = findings
        self.body_type = None

    @property
    def params(self) -> Any:
        """The typed params, made when they are first read."""
        body = self.typed_body
        return body if body is not _UNTYPED else _type_body(self)

    @params.setter
    def params(self, value: Any) -> None:
        """Replace the typed params; the document stays."""
        self.typed_body, self.body_type = value, None

    def __repr__(self) -> str:
        return f"<Request {self.method} id={self.id!r}>"


class Notification(_Message):
    """A notification, which gets no response.

    Attributes:
        method: The method's name.
        params: The typed params; None if the message has none. For an unknown notification, parsed JSON.
        known: Whether the sender may send this notification in this revision.
        document: The whole message as parsed JSON. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("findings", "known", "method")
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
        self.typed_body = params
        self.document = document
        self.known = known
        self.findings: Sequence[Finding] = findings
        self.body_type = None

    @property
    def params(self) -> Any:
        """The typed params, made when they are first read."""
        body = self.typed_body
        return body if body is not _UNTYPED else _type_body(self)

    @params.setter
    def params(self, value: Any) -> None:
        """Replace the typed params; the document stays."""
        self.typed_body, self.body_type = value, None

    def __repr__(self) -> str:
        return f"<Notification {self.method}{'' if self.known else ', unknown'}>"


class Response(_Message):
    """The result of a request.

    Attributes:
        id: Id of the request.
        method: Method of the request; None if no request with this id is pending.
        result: The typed result, such as `CallToolResult`; parsed JSON if `method` is None.
        document: The whole message as parsed JSON. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("findings", "id", "method")
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
        self.typed_body = result
        self.document = document
        self.findings: Sequence[Finding] = findings
        self.body_type = None

    @property
    def result(self) -> Any:
        """The typed result, made when it is first read."""
        body = self.typed_body
        return body if body is not _UNTYPED else _type_body(self)

    @result.setter
    def result(self, value: Any) -> None:
        """Replace the typed result; the document stays."""
        self.typed_body, self.body_type = value, None

    def __repr__(self) -> str:
        return f"<Response to {self.method or 'nothing pending'} id={self.id!r}>"


class ErrorResponse(_Message):
    """The error with which a request failed.

    Attributes:
        id: Id of the request; None if the peer could not read it.
        method: Method of the request; None if no request with this id is pending.
        error: The typed error, with `code`, `message` and optionally `data`.
        document: The whole message as parsed JSON. Do not change it.
        findings: What it does not do as the specification recommends; empty where nobody has looked.
    """

    __slots__ = ("findings", "id", "method")
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
        self.typed_body = error
        self.document = document
        self.findings: Sequence[Finding] = findings
        self.body_type = None

    @property
    def error(self) -> Any:
        """The typed error, made when it is first read."""
        body = self.typed_body
        return body if body is not _UNTYPED else _type_body(self)

    @error.setter
    def error(self, value: Any) -> None:
        """Replace the typed error; the document stays."""
        self.typed_body, self.body_type = value, None

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


def request(
    id_: RequestId, method: str, document: Mapping[str, Any], body_type: _BodyType | None, params: Any = _UNTYPED
) -> Request:
    """A request, as its constructor makes it, in half the time.

    Args:
        id_: The id.
        method: The method.
        document: The whole message.
        body_type: The type of valid params that are typed when they are first read; None if they are given.
        params: The typed params.
    """
    message: Request = _new(Request)
    message.id = id_
    message.method = method
    message.document = document
    message.findings = ()
    message.typed_body = params
    message.body_type = body_type
    return message


def checked_notification(method: str, document: Mapping[str, Any], body_type: _BodyType) -> Notification:
    """A known notification with valid params, which are typed when they are first read."""
    message: Notification = _new(Notification)
    message.method = method
    message.document = document
    message.known = True
    message.findings = ()
    message.typed_body = _UNTYPED
    message.body_type = body_type
    return message


def checked_response(id_: RequestId, method: str | None, document: Mapping[str, Any], body_type: _BodyType) -> Response:
    """A response with a valid result, which is typed when it is first read."""
    message: Response = _new(Response)
    message.id = id_
    message.method = method
    message.document = document
    message.findings = ()
    message.typed_body = _UNTYPED
    message.body_type = body_type
    return message


def checked_error(
    id_: RequestId | None, method: str | None, document: Mapping[str, Any], body_type: _BodyType
) -> ErrorResponse:
    """An error response with a valid error, which is typed when it is first read."""
    message: ErrorResponse = _new(ErrorResponse)
    message.id = id_
    message.method = method
    message.document = document
    message.findings = ()
    message.typed_body = _UNTYPED
    message.body_type = body_type
    return message


def is_typed(message: Message) -> bool:
    """Whether the body of a message is typed already."""
    return message.typed_body is not _UNTYPED


def result_class(response: Response) -> str:
    """The name of the class of a result, without typing it."""
    body_type = response.body_type
    return type(response.result).__name__ if body_type is None else body_type.name
