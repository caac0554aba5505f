"""Parsing of a JSON text into a typed message.

The checks run in a fixed order, so that a malformed envelope cannot change the kind of a message: strict JSON first,
then the envelope, then the kind (by the members that are present), then the method, then params or result. The parser
also rejects some messages that the schema of `JSONRPCMessage` accepts and JSON-RPC does not, such as a request whose id
is null. It accepts an error response whose id is null, since JSON-RPC requires this id if the id of the request could
not be read. https://www.jsonrpc.org/specification
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from gc import isenabled
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import Finding, ProtocolError, RequestId, share_error_data
from ..json_values import LONG_TEXT_LENGTH, call_with_paused_gc, is_array, is_long_text, is_object
from ..limits import Limits
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.names import (
    INITIALIZE,
    JSONRPC_BATCH_REQUEST,
    Sender,
)
from .answers import NO_ADDED_RESULTS, AddedResults, AnswerParser, ParseOptions, Pending
from .body_types import ModelType
from .engines import Engine
from .messages import (
    UNTYPED_BODY,
    Batch,
    ErrorResponse,
    Message,
    Notification,
    Request,
    Response,
)
from .rejections import (
    add_excerpts,
    check_batch,
    make_batched_initialize_error,
    make_envelope_error,
    make_jsonrpc_version_error,
    make_not_message_error,
    make_not_object_error,
    read_unusual_id,
)
from .strict_json import JSONDocument, make_reader

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from .body_types import TypesAndTables


AddedChecks: TypeAlias = "Mapping[str, Callable[[Mapping[str, Any]], Sequence[Finding]]]"
"""Functions that check the members that extensions add to params, by method. A function gets the whole message and
returns findings. The params of the message are valid apart from these members."""

_NO_CHECKS: AddedChecks = MappingProxyType({})

SENDERS: tuple[Sender, ...] = ("client", "server")


_ABSENT: Any = object()

_STRICT_OPTIONS = ParseOptions()
SESSION_OPTIONS = ParseOptions(older_peer=True)
"""The options of sessions and calls. They admit messages of a server that speaks an earlier revision than the one by
which these messages are parsed.
"""


class _ParamsCheck:
    """Check of the params of one method.

    Args:
        row: the method.
        type_: the type of the params; None if the method has no params.
        is_valid: the function that checks the params by their JSON Schema; None if the method has no params, or if the
            engine checks params by making typed values.
        added: the function that checks the members that extensions add; None if extensions add no members.

    Attributes:
        message: the name of the definition of the whole message.
        required: True if a message without params is invalid.
        type: the argument `type_`.
        is_valid: the argument `is_valid`.
        functions: `ModelType.functions` of the type, if the engine checks params by making typed values; else None.
        added: the argument `added`.
    """

    __slots__ = ("added", "functions", "is_valid", "message", "required", "type")

    def __init__(
        self,
        row: MethodInfo,
        type_: ModelType | None,
        is_valid: Callable[[Any], bool] | None,
        added: Callable[[Mapping[str, Any]], Sequence[Finding]] | None,
    ) -> None:
        self.message = row.message
        self.required = row.params_required
        self.type = type_
        self.is_valid = is_valid
        self.functions = type_.functions if type_ is not None and is_valid is None else None
        self.added = added


class _ParamsChecks(dict[str, "_ParamsCheck | None"]):
    """Checks of params by method, for one sender and one kind of message. Each check is built on first use. A look-up
    for an unknown method returns None.
    """

    def __init__(
        self, rows: Mapping[str, MethodInfo], revision: TypesAndTables, checks: AddedChecks, *, by_schema: bool
    ) -> None:
        self._rows = rows
        self._revision = revision
        self._by_schema = by_schema
        self._checks = checks

    def __missing__(self, method: str) -> _ParamsCheck | None:
        row = self._rows.get(method)
        if row is None:
            return None  # not stored, since a peer could fill the memory with unknown names
        type_ = ModelType(self._revision, row.params, "params") if row.params is not None else None
        is_valid = None
        if type_ is not None and self._by_schema:
            is_valid = self._revision.schema_file.compile_validator(row.message, "properties", "params")
        receiver = self[method] = _ParamsCheck(row, type_, is_valid, self._checks.get(method))
        return receiver


class _SenderMethods:
    """Requests and notifications that a client, or a server, may send.

    Args:
        requests: the requests.
        notifications: the notifications.
        is_answered: whether the receiver sends responses. A sender without requests gets no responses, not even errors.
            https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/index#messages
    """

    __slots__ = ("is_answered", "notifications", "requests")

    def __init__(self, requests: _ParamsChecks, notifications: _ParamsChecks, *, is_answered: bool) -> None:
        self.requests = requests
        self.notifications = notifications
        self.is_answered = is_answered


class _MethodsBySender(dict[Sender, _SenderMethods]):
    """Methods by sender. A look-up for anything but `client` and `server` raises ValueError."""

    def __missing__(self, sender: str) -> _SenderMethods:
        raise ValueError(f"sender must be 'client' or 'server', not {sender!r}")


class MessageParser:
    """Parser of the messages of one revision.

    Args:
        revision: the revision. Its schema is loaded when a message is first checked by a schema, or rejected.
        engine: the engine that reads texts and checks bodies.
        added_results: the types of results that extensions add.
        added_checks: the checks of members that extensions add to params.
    """

    def __init__(
        self,
        revision: TypesAndTables,
        engine: Engine,
        added_results: AddedResults = NO_ADDED_RESULTS,
        added_checks: AddedChecks = _NO_CHECKS,
    ) -> None:
        self._revision = revision
        self._read = make_reader(engine)
        self._checks_bodies = engine.checks_bodies
        self._added_checks = added_checks
        self._by_sender = _MethodsBySender({sender: self._find_methods(sender) for sender in SENDERS})
        self._id_types = revision.request_id_types
        self._allows_batches = JSONRPC_BATCH_REQUEST in revision.definitions
        self._answers = AnswerParser(revision, engine, added_results)

    def _find_methods(self, sender: Sender) -> _SenderMethods:
        rows = [row for row in self._revision.methods.values() if sender in row.senders]
        requests, notifications = (
            _ParamsChecks(
                {row.name: row for row in rows if row.kind == kind},
                self._revision,
                self._added_checks,
                by_schema=self._checks_bodies,
            )
            for kind in ("request", "notification")
        )
        return _SenderMethods(requests, notifications, is_answered=any(row.kind == "request" for row in rows))

    def parse(
        self,
        data: bytes | bytearray | memoryview | str,
        sender: Sender,
        pending: Pending,
        limits: Limits,
        options: ParseOptions = _STRICT_OPTIONS,
    ) -> Message | Batch:
        """Parse one text; `Revision.parse` documents arguments and errors."""
        if (type(data) is not bytes or len(data) > LONG_TEXT_LENGTH) and is_long_text(data) and isenabled():
            return call_with_paused_gc(self.parse, data, sender, pending, limits, options)
        sent = self._by_sender[sender]
        document: object = _ABSENT
        try:
            document = self._read(data, limits)
            if type(document) is not dict:
                return self._parse_batch(document, sent, pending, limits, options).set_source(_to_immutable(data))
            source = data if type(data) is bytes else _to_immutable(data)
            message = self._parse_message(document, sent, pending, options)
            message.source = source
            return message
        except ProtocolError as fault:
            quotes = options.include_input and document is not _ABSENT
            error = add_excerpts(fault, document) if quotes else fault
            error.answerable = error.answerable and sent.is_answered
            raise error from None

    def parse_value(
        self,
        document: Mapping[str, Any] | JSONDocument,
        sender: Sender,
        pending: Pending,
        limits: Limits,
        options: ParseOptions = _STRICT_OPTIONS,
    ) -> Message | Batch:
        """Parse a JSON value that was read from a text already; arguments and errors are those of `parse`.

        Of the limits, only that of the messages of a batch is checked. A finding about a single message quotes nothing.
        """
        sent = self._by_sender[sender]
        try:
            if isinstance(document, dict):
                return self._parse_message(document, sent, pending, options)
            return self._parse_batch(document, sent, pending, limits, options)
        except ProtocolError as error:
            error.answerable = error.answerable and sent.is_answered
            raise

    def _parse_batch(
        self, documents: object, sent: _SenderMethods, pending: Pending, limits: Limits, options: ParseOptions
    ) -> Batch:
        if not self._allows_batches or not is_array(documents):
            raise make_not_message_error(documents)
        check_batch(documents, limits)
        items: list[Message | ProtocolError] = []
        for document in documents:
            try:
                if not is_object(document):
                    raise make_not_message_error(document)
                if document.get("method") == INITIALIZE:
                    raise make_batched_initialize_error(document)
                items.append(self._parse_message(document, sent, pending, options))
            except ProtocolError as error:
                items.append(add_excerpts(error, document) if options.include_input else error)
        share_error_data(item for item in items if isinstance(item, ProtocolError))
        return Batch(items)

    def _parse_message(
        self, document: dict[str, Any], sent: _SenderMethods, pending: Pending, options: ParseOptions
    ) -> Message:
        id_ = document.get("id", _ABSENT)
        if type(id_) not in self._id_types:
            id_ = None if id_ is _ABSENT else read_unusual_id(id_, document, self._id_types)
        if document.get("jsonrpc") != "2.0":
            raise make_jsonrpc_version_error(document)
        if "error" in document and "result" in document:
            raise make_envelope_error(document, "a response must not have both a result and an error", "/error", "kind")
        method = document.get("method", _ABSENT)
        if type(method) is not str:
            return self._parse_answer(id_, method, document, pending, options)
        receiver = (sent.notifications if id_ is None else sent.requests)[method]
        if receiver is None:
            return _make_unknown_notification(id_, method, document)
        params: Any = None
        body_type: ModelType | None = None
        params_json = document.get("params", _ABSENT)
        if params_json is _ABSENT:
            if receiver.required:
                raise self._make_explained_error(receiver, document, id_)
        elif receiver.functions is not None:
            validate, keep = receiver.functions
            try:
                params = validate(params_json, by_alias=True, by_name=False)
                keep(params, params_json)
            except ValueError:
                params = self._decode_invalid_params(receiver, document, id_, options)
        elif receiver.type is None or receiver.is_valid is None:
            params = params_json
        elif receiver.is_valid(params_json):
            params, body_type = UNTYPED_BODY, receiver.type
        else:
            params = self._decode_invalid_params(receiver, document, id_, options)
        if receiver.added is not None and (findings := receiver.added(document)):
            raise _make_params_error(id_, findings)
        message = Notification(method, params, document) if id_ is None else Request(id_, method, params, document)
        message.body_type = body_type
        return message

    def _parse_answer(
        self, id_: RequestId | None, method: object, document: dict[str, Any], pending: Pending, options: ParseOptions
    ) -> Response | ErrorResponse:
        """Parse a response or error response: a message whose `method` is `_ABSENT` or no string.

        Raises:
            ProtocolError: the message is not valid.
        """
        if method is not _ABSENT:
            raise make_envelope_error(document, "method must be a string", "/method", "method")
        if "error" in document:
            return self._answers.parse_error(id_, document, pending)
        if "result" not in document:
            raise make_envelope_error(document, "one of method, result and error is required", "", "kind")
        if id_ is None:
            raise make_envelope_error(document, "a response must have the id of its request", "", "id")
        return self._answers.parse_result(id_, document, pending, options)

    def _decode_invalid_params(
        self, receiver: _ParamsCheck, document: dict[str, Any], id_: RequestId | None, options: ParseOptions
    ) -> Any:
        """Return invalid params as a typed value, without the parts that the tolerant mode sets aside.

        Raises:
            ProtocolError: the mode is strict, setting parts aside does not make the params valid, or the search for
                these parts exceeds a limit.
        """
        message = None
        if options.mode == "tolerant":
            from ..codec.tolerance import ToleranceLimitExceeded, decode_tolerantly  # needed for faults only

            validate = ModelType(self._revision, receiver.message, "").validate
            try:
                message = decode_tolerantly(
                    self._revision.schema_file.definitions, receiver.message, validate, document
                )
            except ToleranceLimitExceeded as fault:
                raise _make_params_error(id_, [fault.finding]) from None
        if message is None:
            raise self._make_explained_error(receiver, document, id_) from None
        return message.params

    def _make_explained_error(
        self, receiver: _ParamsCheck, document: Mapping[str, Any], id_: RequestId | None
    ) -> ProtocolError:
        findings = self._answers.explain_faults(receiver.message, document)
        return _make_params_error(id_, findings)


def _to_immutable(data: bytes | bytearray | memoryview | str) -> bytes | str:
    """Return a text as an object that cannot be changed: `str` or `bytes`."""
    return data if isinstance(data, str) else bytes(data)


def _make_params_error(id_: RequestId | None, findings: Sequence[Finding]) -> ProtocolError:
    return ProtocolError(INVALID_PARAMS, "Invalid params", id=id_, findings=findings, answerable=id_ is not None)


def _make_unknown_notification(id_: RequestId | None, method: str, document: dict[str, Any]) -> Notification:
    """Return a notification that this revision does not have, or that this sender may not send.

    Raises:
        ProtocolError: the message is a request, or its params are not an object.
    """
    if id_ is not None:
        raise ProtocolError(METHOD_NOT_FOUND, "Method not found", id=id_)
    params = document.get("params", _ABSENT)
    if params is _ABSENT:
        return Notification(method, None, document, known=False)
    if not is_object(params):
        raise make_not_object_error("params", params, None)
    return Notification(method, params, document, known=False)
