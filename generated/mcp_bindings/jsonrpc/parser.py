"""From a text to a typed message, in the order that keeps a bad envelope from changing what a message is.

First strict JSON, then the envelope, then the kind by the members present, then the method, then params or result.
What the schema of `JSONRPCMessage` lets pass, such as an id that is null, is refused here.
https://www.jsonrpc.org/specification
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from ..codec.tolerance import tolerate
from ..errors import Finding, ProtocolError, RequestId, with_excerpt
from ..json_values import is_array, is_object, json_type
from ..limits import Limits
from ..schema.explain import explain
from ..schema.union_ranking import Signature, ranked
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND
from ..spec.methods import MethodInfo, Sender
from ..spec.names import (
    COMPLETE,
    INITIALIZE,
    INPUT_REQUIRED,
    INPUT_REQUIRED_RESULT,
    JSONRPC_BATCH_REQUEST,
    JSONRPC_ERROR,
    JSONRPC_ERROR_RESPONSE,
    RESULT_TYPE,
    RESULT_TYPE_DEFINITION,
)
from ..wire import arm, built, is_model, keep_origin, remember
from ..wire.set_aside import Mode
from .messages import Batch, ErrorResponse, Message, Notification, Request, Response
from .strict_json import as_request_id, is_response, read

if TYPE_CHECKING:
    from ..codec.schema_file import SchemaFile

Pending = Mapping[Any, str]
"""Requests that wait for an answer: id to method. The ids may be all strings, all integers, or both."""

SENDERS: tuple[Sender, ...] = ("client", "server")


_ABSENT: Any = object()


class ParseOptions(NamedTuple):
    """How a text is read; see `Revision.parse`."""

    mode: Mode = "strict"
    older_peer: bool = False
    include_input: bool = False


STRICT = ParseOptions()


class _Receiver(NamedTuple):
    """How the params of one method are read."""

    message: str
    """Definition of the whole message."""
    validate: Callable[..., Any] | None
    keep: Callable[[Any, Any], None]
    required: bool


class _Arm(NamedTuple):
    """One type of result."""

    name: str
    signature: Signature
    validate: Callable[..., Any]


class _Receivers(dict[str, "_Receiver | None"]):
    """By method, what one sender may send of one kind; built as they are asked for."""

    def __init__(self, rows: Mapping[str, MethodInfo], models: Any) -> None:
        self._rows = rows
        self._models = models

    def __missing__(self, method: str) -> _Receiver | None:
        row = self._rows.get(method)
        if row is None:
            return None  # not kept: a peer could fill the memory with names
        params = getattr(self._models, row.params) if row.params is not None else None
        validate = built(params)[0].validate_python if params is not None else None
        keep = keep_origin if is_model(params) else remember
        receiver = self[method] = _Receiver(row.message, validate, keep, row.params_required)
        return receiver


class _Sent(NamedTuple):
    """What one sender may send."""

    requests: _Receivers
    notifications: _Receivers


class _Senders(dict[Sender, _Sent]):
    def __missing__(self, sender: str) -> _Sent:
        raise ValueError(f"sender is 'client' or 'server', not {sender!r}")


class MessageParser:
    """Reads the messages of one revision.

    Args:
        methods: of the revision, by name.
        definitions: names of the definitions of its schema.
        package: of its modules, such as `mcp_bindings.v2025_11_25`.
        schema: its schema, read when the first message is refused.
    """

    def __init__(
        self, methods: Mapping[str, MethodInfo], definitions: Collection[str], package: str, schema: SchemaFile
    ) -> None:
        self._methods = methods
        self._schema = schema
        self._models = import_module(f"{package}.models")
        self._received = _Senders({sender: self._sent_by(sender) for sender in SENDERS})
        self._results: dict[str, tuple[_Arm, ...]] = {}
        self._batches = JSONRPC_BATCH_REQUEST in definitions
        self._error = JSONRPC_ERROR_RESPONSE if JSONRPC_ERROR_RESPONSE in definitions else JSONRPC_ERROR
        self._tells_results_apart = RESULT_TYPE_DEFINITION in definitions

    def _sent_by(self, sender: Sender) -> _Sent:
        rows = [row for row in self._methods.values() if sender in row.senders]
        requests, notifications = (
            _Receivers({row.name: row for row in rows if row.kind == kind}, self._models)
            for kind in ("request", "notification")
        )
        return _Sent(requests, notifications)

    def parse(
        self,
        data: bytes | bytearray | memoryview | str,
        sender: Sender,
        pending: Pending,
        limits: Limits,
        manner: ParseOptions = STRICT,
    ) -> Message | Batch:
        """One text; see `Revision.parse`."""
        sent = self._received[sender]
        document = read(data, limits)
        try:
            if isinstance(document, dict):
                return self._message(document, sent, pending, manner)
            return self._batch(document, sent, pending, limits, manner)
        except ProtocolError as error:
            raise _with_excerpt(error, document) if manner.include_input else error from None

    def judge(self, document: object, sender: Sender, pending: Pending, limits: Limits) -> Message | Batch:
        """What `parse` makes of a text, from the JSON value that was read from it."""
        sent = self._received[sender]
        if is_object(document):
            return self._message(document, sent, pending, STRICT)
        return self._batch(document, sent, pending, limits, STRICT)

    def _batch(self, documents: object, sent: _Sent, pending: Pending, limits: Limits, manner: ParseOptions) -> Batch:
        if not self._batches or not is_array(documents):
            raise _no_message(documents)
        if len(documents) > limits.max_batch:
            raise _invalid(f"more than {limits.max_batch} messages in one batch", "", "batch")
        if not documents:
            raise _invalid("a batch of no messages", "", "minItems")
        items: list[Message | ProtocolError] = []
        for document in documents:
            try:
                if not is_object(document):
                    raise _no_message(document)
                if document.get("method") == INITIALIZE:
                    raise _invalid("initialize cannot be part of a batch", "/method", "batch", _id_of(document))
                items.append(self._message(document, sent, pending, manner))
            except ProtocolError as error:
                items.append(_with_excerpt(error, document) if manner.include_input else error)
        return Batch(items)

    def _message(self, document: dict[str, Any], sent: _Sent, pending: Pending, manner: ParseOptions) -> Message:
        id_ = document.get("id", _ABSENT)
        if type(id_) is not int and type(id_) is not str:
            id_ = None if id_ is _ABSENT else _unusual_id(id_, document, manner)
        if document.get("jsonrpc") != "2.0":
            raise _envelope(document, 'jsonrpc must be "2.0"', "/jsonrpc" if "jsonrpc" in document else "", "jsonrpc")
        if "error" in document:
            if "result" in document:
                raise _envelope(document, "a response has a result or an error, not both", "/error", "kind")
            if "method" not in document:
                return self._failure(id_, document, pending)
        method = document.get("method", _ABSENT)
        if type(method) is not str:
            if method is not _ABSENT:
                raise _envelope(document, "a method is a string", "/method", "method")
            if "result" not in document:
                raise _envelope(document, "neither method, result nor error is there", "", "kind")
            if id_ is None:
                raise _envelope(document, "a result has the id of its request", "", "id")
            return self._response(id_, document, pending, manner)
        receiver = (sent.notifications if id_ is None else sent.requests)[method]
        if receiver is None:
            if id_ is None:
                return _unknown_notification(method, document)
            raise ProtocolError(METHOD_NOT_FOUND, "Method not found", id=id_)
        given = document.get("params", _ABSENT)
        if given is _ABSENT or receiver.validate is None:
            if receiver.required and given is _ABSENT:
                raise self._invalid_params(receiver, document, id_)
            params = None if given is _ABSENT else given
        else:
            try:
                params = receiver.validate(given, by_alias=True, by_name=False)
                receiver.keep(params, given)
            except ValidationError:
                params = self._mended(receiver, document) if manner.mode == "tolerant" else None
                if params is None:
                    raise self._invalid_params(receiver, document, id_) from None
        return Notification(method, params, document) if id_ is None else Request(id_, method, params, document)

    def _mended(self, receiver: _Receiver, document: dict[str, Any]) -> Any | None:
        """Params that are not valid, without what a tolerant read sets aside; None if that is not enough."""
        validator, _ = built(getattr(self._models, receiver.message))
        message = tolerate(self._schema.definitions, receiver.message, validator.validate_python, document)
        return None if message is None else message.params

    def _invalid_params(self, receiver: _Receiver, document: Mapping[str, Any], id_: RequestId | None) -> ProtocolError:
        findings = self._explained(receiver.message, document)
        return ProtocolError(INVALID_PARAMS, "Invalid params", id=id_, findings=findings, answerable=id_ is not None)

    def _failure(self, id_: RequestId | None, document: dict[str, Any], pending: Pending) -> ErrorResponse:
        validator, _ = built(getattr(self._models, self._error))
        # An id that is null came this far because it is tolerated, so it is not judged again.
        judged = document if document.get("id", 0) is not None else {**document, "id": 0}
        try:
            answer = validator.validate_python(judged, by_alias=True, by_name=False)
        except ValidationError:
            findings = self._explained(self._error, document)
            raise ProtocolError(
                INVALID_REQUEST, "Invalid error response", id=id_, findings=findings, answerable=False
            ) from None
        remember(answer.error, document["error"])
        return ErrorResponse(id_, None if id_ is None else pending.get(id_), answer.error, document)

    def _response(self, id_: RequestId, document: dict[str, Any], pending: Pending, manner: ParseOptions) -> Response:
        method, given = pending.get(id_), document["result"]
        arms = self._arms(method) if method is not None else ()
        if not arms:
            if not is_object(given):
                raise _not_an_object("result", given, id_)
            return Response(id_, method, given, document)
        supplied = False
        if self._tells_results_apart and is_object(given):
            if manner.older_peer and RESULT_TYPE not in given:
                given, supplied = {**given, RESULT_TYPE: COMPLETE}, True
            arms = _of_type(arms, given.get(RESULT_TYPE, COMPLETE), id_)
        order = (
            ranked([arm.signature for arm in arms], given) if len(arms) > 1 and is_object(given) else range(len(arms))
        )
        for index in order:
            try:
                result = arms[index].validate(given, by_alias=True, by_name=False)
            except ValidationError:
                continue
            return _typed(id_, method, result, document, supplied=supplied)
        if manner.mode == "tolerant":
            likeliest = arms[order[0]]
            result = tolerate(self._schema.definitions, likeliest.name, likeliest.validate, given, "/result")
            if result is not None:
                return _typed(id_, method, result, document, supplied=supplied)
        findings = self._explained(arms[order[0]].name, given, "/result")
        raise ProtocolError(INVALID_PARAMS, "Invalid result", id=id_, findings=findings, answerable=False)

    def _arms(self, method: str) -> tuple[_Arm, ...]:
        """What may answer a method; empty for one that this revision does not have."""
        row = self._methods.get(method)
        if row is None:
            return ()
        if method not in self._results:
            self._results[method] = tuple(_Arm(name, *arm(getattr(self._models, name))) for name in row.results)
        return self._results[method]

    def _explained(self, definition: str, value: Any, pointer: str = "") -> list[Finding]:
        found = explain(self._schema.definitions, definition, value)
        found = found or [Finding("", "schema", f"not what {definition} allows")]
        return [Finding(pointer + finding.pointer, finding.rule, finding.message) for finding in found]


def _unknown_notification(method: str, document: dict[str, Any]) -> Notification:
    """A notification that this revision does not have, or not from this sender.

    Raises:
        ProtocolError: its params are not an object.
    """
    params = document.get("params", _ABSENT)
    if params is _ABSENT:
        return Notification(method, None, document, known=False)
    if not is_object(params):
        raise _not_an_object("params", params, None)
    return Notification(method, params, document, known=False)


def _not_an_object(member: str, value: object, id_: RequestId | None) -> ProtocolError:
    """The error for params of a notification, or a result, that have no type of their own but must be an object."""
    findings = [Finding(f"/{member}", "type", f"expected object, found {json_type(value)}")]
    return ProtocolError(INVALID_PARAMS, f"Invalid {member}", id=id_, findings=findings, answerable=False)


def _typed(id_: RequestId, method: str | None, result: Any, document: dict[str, Any], *, supplied: bool) -> Response:
    if supplied:
        result.model_fields_set.discard("result_type")  # it was not in the document and is not written
    remember(result, document["result"])
    return Response(id_, method, result, document)


def _of_type(arms: Sequence[_Arm], result_type: object, id_: RequestId) -> tuple[_Arm, ...]:
    """The types a result may have, by its `resultType`.

    Raises:
        ProtocolError: no such result may answer the request.
    """
    asks = result_type == INPUT_REQUIRED
    fitting = tuple(each for each in arms if (each.name == INPUT_REQUIRED_RESULT) == asks)
    if fitting and (asks or result_type == COMPLETE or not isinstance(result_type, str)):
        return fitting
    what = "this method is not answered with input_required" if asks else f"expected {COMPLETE}"
    finding = Finding(f"/result/{RESULT_TYPE}", RESULT_TYPE, what)
    raise ProtocolError(INVALID_PARAMS, "Invalid result", id=id_, findings=[finding], answerable=False)


def _unusual_id(value: object, document: Mapping[str, Any], manner: ParseOptions) -> RequestId | None:
    """An id that is neither string nor `int`: a number without a fraction, or null where that is tolerated.

    Raises:
        ProtocolError: it is no id.
    """
    legal = as_request_id(value)
    if legal is None and not (manner.mode == "tolerant" and value is None and is_response(document)):
        raise _envelope(document, "an id is a string or an integer", "/id", "id")
    return legal


def _id_of(document: Mapping[str, Any]) -> RequestId | None:
    return as_request_id(document.get("id"))


def _envelope(document: Mapping[str, Any], what: str, pointer: str, rule: str) -> ProtocolError:
    return _invalid(what, pointer, rule, _id_of(document), answerable=not is_response(document))


def _no_message(document: object) -> ProtocolError:
    return _invalid(f"a message is an object, not {json_type(document)}", "", "type")


def _invalid(
    what: str, pointer: str, rule: str, id_: RequestId | None = None, *, answerable: bool = True
) -> ProtocolError:
    findings = [Finding(pointer, rule, what)]
    return ProtocolError(INVALID_REQUEST, f"Invalid Request: {what}", id=id_, findings=findings, answerable=answerable)


def _with_excerpt(error: ProtocolError, document: object) -> ProtocolError:
    findings = [with_excerpt(finding, document) for finding in error.findings]
    return ProtocolError(error.code, error.message, id=error.id, findings=findings, answerable=error.answerable)
