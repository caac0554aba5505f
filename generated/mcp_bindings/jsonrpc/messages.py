"""Classes of parsed JSON-RPC messages, one for each kind.

If the JSON Schema has checked the body of a message, the body (`params`, `result` or `error`) is typed when it is first
read.

To a type checker, `is_request`, `is_notification` and `is_response` of a revision tell the type of a body.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias

from ..errors import Finding, ProtocolError, RequestId
from .strict_json import NEWLINES

if TYPE_CHECKING:
    from typing_extensions import Self

    from .edits import Edit
    from .envelope import Kind
    from .strict_json import Source

_UNCHANGED: Any = object()
"""The default of the arguments of `replace`, for members that stay unchanged."""

UNTYPED_BODY: Any = object()
"""A stand-in for a body that is not typed yet."""
_typing_lock = RLock()
"""A lock held while a body is typed, so that all threads get the same value."""
_acquire, _release = _typing_lock.acquire, _typing_lock.release


class BodyType(Protocol):
    """Type of the body of a message."""

    name: str
    """The name of the type, such as `CallToolResult`."""

    def to_typed(self, document: Mapping[str, Any]) -> Any:
        """Return the typed body of a message, given the whole message as parsed JSON.

        Raises:
            DecodeError: edits of the message have made the body invalid.
            EngineError: pydantic rejects a body that the JSON Schema admits.
        """
        ...


class MessageBase:
    """Base of the classes of messages. A body that is not typed yet is typed when the program first reads it.

    Each subclass sets all attributes in its own constructor, since a call of a shared constructor would take a tenth of
    the time in which a small message is parsed.
    """

    __slots__ = ("body_type", "document", "findings", "is_read", "source", "typed_body")

    kind: Kind
    """The kind of message."""

    member: str
    """The name of the member that holds the body: `params`, `result` or `error`."""

    typed_body: Any
    """The typed body; `UNTYPED_BODY` until it is typed."""

    body_type: BodyType | None
    """The type of a body that is not typed yet; None if the body is typed."""

    document: Mapping[str, Any]
    findings: Sequence[Finding]

    source: Source
    """The text that the message was read from, as `strict_json.Source` describes it."""

    is_read: bool
    """True if the typed body was read or replaced, and so may have been changed."""

    def to_bytes(self) -> bytes:
        """Return the text of the message as UTF-8, on one line.

        This is the text that was parsed, without the newlines between its tokens, since some transports forbid
        newlines. If the typed body was changed, only the changed parts are written anew. A message that was not parsed
        from a text is written from `document`.

        Raises:
            EncodeError: a part of the body has no form in JSON, or would be lost.
        """
        source = self.source
        if type(source) is bytes and not self.is_read:
            return source.translate(None, NEWLINES)
        from .rewriting import write_message_text

        return write_message_text(self)

    def edit(self, *edits: Edit) -> Self:
        """Return a copy of the message to which edits are applied, one after the other. All that no edit changes stays
        byte for byte the same.

        The copy is not checked against the schema: parse its text for that. The body keeps its type. Reading a body
        that the edits made invalid raises `DecodeError`. After a change of the method, the body is parsed JSON.

        Args:
            *edits: operations of a JSON Patch; the places are pointers into the whole message, such as `/params/name`.

        Raises:
            EditError: an edit cannot be made, or the copy would not be a message of the same kind.
            EncodeError: a value of an edit, or a changed part of the body, has no form in JSON or would be lost.
        """
        from .rewriting import write_edited_text

        return self._copy_with_text(write_edited_text(self, edits))

    def _replace_members(self, **members: Any) -> Self:
        """Return a copy of the message with new values of some members; a member whose value is `_UNCHANGED` stays.

        Raises:
            EditError: the copy would not be a message of the same kind.
            EncodeError: a new value, or a changed part of the body, has no form in JSON or would be lost.
        """
        from .rewriting import rewrite_id, write_text_with_members

        replaced = {name: new for name, new in members.items() if new is not _UNCHANGED}
        found = rewrite_id(self, replaced)
        if found is not None:
            text, document = found
            return self._copy_with_parts(text, document, document["id"], document.get("method"))
        return self._copy_with_text(write_text_with_members(self, replaced))

    def _copy_with_text(self, text: bytes) -> Self:
        """Return a copy of the message with a new text.

        Raises:
            EditError: the text is not a message of the same kind.
        """
        from .rewriting import parse_edited_message

        after = parse_edited_message(self.kind, text)
        return self._copy_with_parts(after.text, after.document, after.envelope.id, after.envelope.method)

    def _copy_with_parts(self, text: bytes, document: Mapping[str, Any], id_: Any, method: Any) -> Self:
        """Return a copy of the message with a new text, document, id and method. The body keeps its type if the method
        stays. An unchanged body keeps also what the parser has supplied or set aside.
        """
        from .rewriting import copy_adjusted_body, make_edited_body_type

        made = self._copy_without_body(id_, method, document)
        made.source = text
        keeps_type = self.member in document and document.get("method") == self.document.get("method")
        made.body_type = make_edited_body_type(self) if keeps_type else None
        made.typed_body = UNTYPED_BODY if made.body_type is not None else document.get(self.member)
        copied = copy_adjusted_body(self, document) if made.body_type is not None else None
        if copied is not None:
            made.typed_body, made.body_type = copied, None
            if isinstance(self, Response) and isinstance(made, Response):
                made.supplied = self.supplied
        return made

    def _copy_without_body(self, id_: Any, method: Any, document: Mapping[str, Any]) -> Self:
        """Return a message of this class with an id, a method and a document, but without a body."""
        raise NotImplementedError

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        _type_body(self)  # so that copies and pickles are typed
        self.is_read = True  # copies share the body
        return super().__reduce_ex__(protocol)


def _type_body(message: MessageBase) -> Any:
    """Return the body of a message, after typing it if it is not typed yet.

    Raises:
        DecodeError: edits of the message have made the body invalid.
        EngineError: pydantic rejects a body that the JSON Schema admits.
    """
    _acquire()  # takes half the time of `with`
    try:
        body_type = message.body_type
        if body_type is not None:
            message.typed_body = body_type.to_typed(message.document)
            message.body_type = None
        return message.typed_body
    finally:
        _release()


def _make_body_property(documentation: str) -> Any:
    """Return a property for the typed body. Reading the property types the body. Setting the property replaces the
    body, but does not change `document`. Reading and setting mark the message as read.
    """

    def read_body(message: MessageBase) -> Any:
        body = message.typed_body
        if body is UNTYPED_BODY:
            body = _type_body(message)
        message.is_read = True  # not before: a body that cannot be typed is still written as it came
        return body

    def replace_body(message: MessageBase, value: Any) -> None:
        message.typed_body, message.body_type, message.is_read = value, None, True

    return property(read_body, replace_body, doc=documentation)


_NO_MEMBERS: Mapping[str, Any] = {}


class Request(MessageBase):
    """Request, which must get a response.

    Attributes:
        id: the id that the response must repeat.
        method: a method that the sender may send in this revision.
        params: the typed params, such as `CallToolRequestParams`; None if the message has none.
        document: the whole message as parsed JSON, with the members in the order of the text. Do not change it.
        findings: the specification's recommendations that the message ignores; empty if these were not checked.
        revision_id: id of the revision by which a session has read the request; None if no session has read it.
    """

    __slots__ = ("id", "method", "revision_id")
    __match_args__ = ("method", "params")
    kind: Kind = "request"
    member = "params"

    def __init__(
        self, id: RequestId, method: str, params: Any, document: Mapping[str, Any], findings: Sequence[Finding] = ()
    ) -> None:
        self.typed_body = params
        self.document = document
        self.findings = findings
        self.body_type: BodyType | None = None
        self.source: Source = None
        self.is_read = False
        self.id: RequestId = id
        self.method: str = method
        self.revision_id: str | None = None

    params: Any = _make_body_property("The typed params, made when they are first read.")

    def replace(self, *, id: RequestId = _UNCHANGED, method: str = _UNCHANGED, params: Any = _UNCHANGED) -> Request:
        """Return a copy of the request with new values of some members. All other text stays byte for byte the same.

        The copy is not checked against the schema. Reading params that are not valid raises `DecodeError`.

        Args:
            id: the new id.
            method: the new method.
            params: the new params, typed or as JSON; None for a request without params. Equal parts keep their text.

        Raises:
            EditError: the copy would not be a request.
            EncodeError: a new value, or a changed part of the params, has no form in JSON or would be lost.
        """
        return self._replace_members(id=id, method=method, params=params)

    def _copy_without_body(self, id_: Any, method: Any, document: Mapping[str, Any]) -> Request:
        return Request(id_, method, None, document)

    def __repr__(self) -> str:
        return f"<Request {self.method} id={self.id!r}>"


class Notification(MessageBase):
    """Notification, which gets no response.

    Attributes:
        method: the method's name.
        params: the typed params; None if the message has none. For an unknown notification, parsed JSON.
        known: True if the sender may send this notification in this revision.
        document: the whole message as parsed JSON. Do not change it.
        findings: the specification's recommendations that the message ignores; empty if these were not checked.
        revision_id: id of the revision by which a session has read the notification, since a notification names no
            revision; None if no session has read it.
    """

    __slots__ = ("known", "method", "revision_id")
    __match_args__ = ("method", "params")
    kind: Kind = "notification"
    member = "params"

    def __init__(
        self,
        method: str,
        params: Any,
        document: Mapping[str, Any],
        findings: Sequence[Finding] = (),
        *,
        known: bool = True,
    ) -> None:
        self.typed_body = params
        self.document = document
        self.findings = findings
        self.body_type: BodyType | None = None
        self.source: Source = None
        self.is_read = False
        self.method: str = method
        self.known: bool = known
        self.revision_id: str | None = None

    params: Any = _make_body_property("The typed params, made when they are first read.")

    def replace(self, *, method: str = _UNCHANGED, params: Any = _UNCHANGED) -> Notification:
        """Return a copy of the notification with new values of some members. All other text stays byte for byte the
        same.

        The copy is not checked against the schema. Reading params that are not valid raises `DecodeError`.

        Args:
            method: the new method.
            params: the new params, typed or as JSON; None for a notification without params. Equal parts keep their
                text.

        Raises:
            EditError: the copy would not be a notification.
            EncodeError: a new value, or a changed part of the params, has no form in JSON or would be lost.
        """
        return self._replace_members(method=method, params=params)

    def _copy_without_body(self, id_: Any, method: Any, document: Mapping[str, Any]) -> Notification:
        return Notification(method, None, document, known=self.known and method == self.method)

    def __repr__(self) -> str:
        return f"<Notification {self.method}{'' if self.known else ', unknown'}>"


class Response(MessageBase):
    """Response with the result of a request.

    Attributes:
        id: id of the request.
        method: method of the request; None if no request with this id is pending.
        result: the typed result, such as `CallToolResult`; parsed JSON if `method` is None or not in the revision.
        document: the whole message as parsed JSON. Do not change it.
        supplied: the members, with their values, that the parser supplied to `result`, since a server of an earlier
            revision left them out or set them to a negative number.
        findings: the specification's recommendations that the message ignores; empty if these were not checked.
    """

    __slots__ = ("id", "method", "supplied")
    __match_args__ = ("method", "result")
    kind: Kind = "response"
    member = "result"

    def __init__(
        self,
        id: RequestId,
        method: str | None,
        result: Any,
        document: Mapping[str, Any],
        findings: Sequence[Finding] = (),
    ) -> None:
        self.typed_body = result
        self.document = document
        self.findings = findings
        self.body_type: BodyType | None = None
        self.source: Source = None
        self.is_read = False
        self.id: RequestId = id
        self.method: str | None = method
        self.supplied: Mapping[str, Any] = _NO_MEMBERS

    result: Any = _make_body_property("The typed result, made when it is first read.")

    def replace(self, *, id: RequestId = _UNCHANGED, result: Any = _UNCHANGED) -> Response:
        """Return a copy of the response with new values of some members. All other text stays byte for byte the same.

        The copy is not checked against the schema. Reading a result that is not valid raises `DecodeError`.

        Args:
            id: the new id.
            result: the new result, typed or as JSON. Equal parts keep their text.

        Raises:
            EditError: the copy would not be a response with a result.
            EncodeError: a new value, or a changed part of the result, has no form in JSON or would be lost.
        """
        return self._replace_members(id=id, result=result)

    def _copy_without_body(self, id_: Any, method: Any, document: Mapping[str, Any]) -> Response:
        return Response(id_, self.method, None, document)

    def __repr__(self) -> str:
        return f"<Response to {self.method or 'nothing pending'} id={self.id!r}>"


class ErrorResponse(MessageBase):
    """Error response to a request.

    Attributes:
        id: id of the request; None if the peer could not read it.
        method: method of the request; None if no request with this id is pending.
        error: the typed error, with `code`, `message` and optionally `data`.
        document: the whole message as parsed JSON. Do not change it.
        findings: a finding if the error is not valid for the type of its code; further, if they were checked, the
            specification's recommendations that the message ignores.
    """

    __slots__ = ("id", "method")
    __match_args__ = ("method", "error")
    kind: Kind = "error"
    member = "error"

    def __init__(
        self,
        id: RequestId | None,
        method: str | None,
        error: Any,
        document: Mapping[str, Any],
        findings: Sequence[Finding] = (),
    ) -> None:
        self.typed_body = error
        self.document = document
        self.findings = findings
        self.body_type: BodyType | None = None
        self.source: Source = None
        self.is_read = False
        self.id: RequestId | None = id
        self.method: str | None = method

    error: Any = _make_body_property("The typed error, made when it is first read.")

    def replace(self, *, id: RequestId | None = _UNCHANGED, error: Any = _UNCHANGED) -> ErrorResponse:
        """Return a copy of the error response with new values of some members. All other text stays byte for byte the
        same.

        The copy is not checked against the schema. Reading an error that is not valid raises `DecodeError`.

        Args:
            id: the new id; None for null.
            error: the new error, typed or as JSON. Equal parts keep their text.

        Raises:
            EditError: the copy would not be an error response.
            EncodeError: a new value, or a changed part of the error, has no form in JSON or would be lost.
        """
        return self._replace_members(id=id, error=error)

    def _copy_without_body(self, id_: Any, method: Any, document: Mapping[str, Any]) -> ErrorResponse:
        return ErrorResponse(id_, self.method, None, document)

    def __repr__(self) -> str:
        return f"<ErrorResponse to {self.method or 'nothing pending'} id={self.id!r}>"


class Batch:
    """Several messages in one text, in 2025-03-26 only. Each message is parsed independently.

    Attributes:
        items: the messages in order, with a `ProtocolError` in place of each message that is rejected.
    """

    __slots__ = ("items", "source")
    __match_args__ = ("items",)

    def __init__(self, items: Sequence[Message | ProtocolError]) -> None:
        self.items: tuple[Message | ProtocolError, ...] = tuple(items)
        self.source: bytes | str | None = None

    def set_source(self, source: bytes | str) -> Batch:
        """Set the text that the batch and its messages were read from, and return the batch."""
        self.source = source
        texts: list[bytes] = []
        for index, item in enumerate(self.items):
            if not isinstance(item, ProtocolError):
                item.source = source, index, texts
        return self

    def to_bytes(self) -> bytes:
        """Return the text of the batch as UTF-8, on one line; unchanged messages keep their text.

        Raises:
            EncodeError: a part of a body has no form in JSON, or would be lost.
            ValueError: the batch was not parsed, and has rejected messages, which have no text.
        """
        from .rewriting import write_batch_text

        return write_batch_text(self.source, self.items)

    def __iter__(self) -> Iterator[Message | ProtocolError]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"<Batch of {len(self.items)}>"


Message: TypeAlias = "Request | Notification | Response | ErrorResponse"
"""One JSON-RPC message."""


def is_typed(message: Message) -> bool:
    """Return whether the body of a message has its final form: a typed value, or parsed JSON that stays untyped."""
    return message.typed_body is not UNTYPED_BODY


def result_class_name(response: Response) -> str:
    """Return the name of a result's class, without typing the result or marking it as read."""
    body_type = response.body_type
    return type(response.typed_body).__name__ if body_type is None else body_type.name


if TYPE_CHECKING:
    from typing import Any, Generic, TypeVar

    Body_co = TypeVar("Body_co", covariant=True)

    class TypedRequest(Request, Generic[Body_co]):
        """Request whose params have the type `Body_co`."""

        @property
        def params(self) -> Body_co: ...
        @params.setter
        def params(self, value: Any) -> None: ...

    class TypedNotification(Notification, Generic[Body_co]):
        """Notification whose params have the type `Body_co`."""

        @property
        def params(self) -> Body_co: ...
        @params.setter
        def params(self, value: Any) -> None: ...

    class TypedResponse(Response, Generic[Body_co]):
        """Response whose result has the type `Body_co`."""

        @property
        def result(self) -> Body_co: ...
        @result.setter
        def result(self, value: Any) -> None: ...

else:
    TypedNotification, TypedRequest, TypedResponse = Notification, Request, Response
