"""Texts of responses, with the name of the server in results where the revision recommends it.

Page: /specification/2026-07-28/basic/index#meta.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from inspect import iscoroutine
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from ..codec.encoding import encode_any
from ..errors import HandlerMistakeError, ProtocolError, RequestId
from ..json_values import is_object
from ..jsonrpc.messages import ErrorResponse, Response
from ..jsonrpc.plain_json import to_json_copy, write_json
from ..limits import DEFAULT
from ..revisions import NOTHING_PENDING, Revision
from ..session.errors import LocalProtocolError
from ..session.profile import revision_profile
from ..session.state import find_error_violations
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import META, RESULT_TYPE, SERVER_INFO_KEY, Sender

if TYPE_CHECKING:
    from ..session.session import Session
    from .unsent_answers import UnsentAnswers


class ServerInfoWriter:
    """A writer that adds the name and version of a server to the results of that server.

    Args:
        info: the name and version, as JSON or typed.

    Raises:
        EncodeError: a part of `info` has no form in JSON.
    """

    __slots__ = ("_info", "_text")

    def __init__(self, info: Any) -> None:
        self._info: Any = to_json_copy(info)
        self._text = write_json({META: {SERVER_INFO_KEY: self._info}})[1:]

    def add_to_text(self, text: bytes, result: Any) -> bytes:
        """Return the text of a result with the name and version of the server; unchanged if the result has them.

        Args:
            text: the result as JSON text, an object.
            result: the result that was written as this text, typed or as JSON.

        Raises:
            EncodeError: the name and version of the server have no form in JSON.
        """
        if META not in result:
            return (b"{" if text == b"{}" else text[:-1] + b",") + self._text
        meta = result[META]
        return text if SERVER_INFO_KEY in meta else encode_any(self.add_to_json(from_json(text)))

    def add_to_json(self, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a JSON result with the name and version of the server; those that the result has already stay."""
        return {**result, META: {SERVER_INFO_KEY: self._info, **result.get(META, {})}}


def make_server_info_writer(role: Sender, revision: str, info: Any) -> ServerInfoWriter | None:
    """Return the writer that adds the name and version of a server to its results.

    Args:
        role: the side that sends the results.
        revision: id of the revision of the results.
        info: name and version of the server, as JSON or typed; None if they are not known.

    Returns:
        The writer; None if the revision does not recommend the name in results, the name is not known, or a client
        sends the results.

    Raises:
        EncodeError: a part of `info` has no form in JSON.
    """
    if info is None or role != "server" or not revision_profile(revision).results_name_server:
        return None
    return ServerInfoWriter(info)


TASK_RESULT = "task"
"""The `resultType` of the result of a request that has become a task."""

_INTERNAL_ERROR = ProtocolError(INTERNAL_ERROR, "Internal error")
_log = logging.getLogger(__name__)


def write_error(id_: RequestId | None, error: ProtocolError, revision: Revision, sender: Sender) -> bytes:
    """Return the text of the error response to a request.

    If the data of the error is not JSON, or the revision does not allow the error, the response is an internal error,
    and the reason is logged.
    Page: /specification/2026-07-28/basic/index#error-codes.

    Args:
        id_: the id of the request; None if it is not known.
        error: the error that a handler has raised, or that rejects the request.
        revision: the revision of the response.
        sender: the side that sends the response.
    """
    try:
        text = error.reply(id_)
    except (TypeError, ValueError):
        _log.exception("the data of a ProtocolError is not JSON")
        return _INTERNAL_ERROR.reply(id_)
    row = revision.error_codes.get(error.code)
    if row is not None and not row.retired and row.data is None:
        return text
    fault = _find_violation(json.loads(text), revision, sender)
    if fault is None:
        return text
    _log.error("a ProtocolError is not sent: %s", fault)
    return _INTERNAL_ERROR.reply(id_)


def _find_violation(document: Any, revision: Revision, sender: Sender) -> str | None:
    """Return the reason why an error response may not be sent; None if the response may be sent."""
    try:
        message = revision.message_parser.parse_value(document, sender, NOTHING_PENDING, DEFAULT)
    except ProtocolError as invalid:
        return invalid.message
    violations = find_error_violations(message, revision.id) if isinstance(message, ErrorResponse) else ()
    return next((f"{each.message} [{each.rule}]" for each in violations), None)


def record_sendable_error(session: Session, id_: RequestId, error: ProtocolError) -> ProtocolError:
    """Record an error response in a session.

    Returns:
        The error to send: the given error, or an internal error if the session rejects the given one, which is logged.

    Raises:
        LocalProtocolError: the session rejects the internal error too.
    """
    try:
        session.record_error(id_, error)
    except LocalProtocolError:
        _log.exception("the error that a handler raised breaks a rule")
        session.record_error(id_, _INTERNAL_ERROR)
        return _INTERNAL_ERROR
    return error


def write_id(id_: RequestId) -> bytes:
    """Return a request id as JSON text."""
    return b"%d" % id_ if isinstance(id_, int) else json.dumps(id_, ensure_ascii=False).encode("utf-8")


def write_result(id_: RequestId, result: Mapping[str, Any]) -> bytes:
    """Return the text of the response to a request whose result is JSON.

    Raises:
        EncodeError: a part of the result has no form in JSON.
    """
    return encode_any({"jsonrpc": "2.0", "id": id_, "result": result})


def write_adapted_result(
    id_: RequestId, response: Response, session: Session | None, info: ServerInfoWriter | None, unsent: UnsentAnswers
) -> bytes:
    """Return the text of a response whose result was adapted to the client's revision. Record the result in the
    session, if there is one.

    Args:
        id_: the id of the request.
        response: the response in the client's revision. Its result asks for no input and belongs to no extension.
        session: the session that records the result; None without a session.
        info: the writer that adds the name and version of the server to the result; None to add nothing.
        unsent: the counter that bounds the answers that are not sent yet.

    Raises:
        ProtocolError: the unsent answers leave no room for the result.
        LocalProtocolError: the result breaks a rule of the session.
    """
    result = response.document["result"]
    text = write_json(result)
    unsent.refuse_or_count_answer(len(text))
    if info is not None:
        text = info.add_to_text(text, result)
    if session is not None:
        session.record_result(id_, result, response.body_type.name if response.body_type is not None else "")
    return b'{"jsonrpc":"2.0","id":' + write_id(id_) + b',"result":' + text + b"}"


def check_result_type(method: str, result: object, results: tuple[type[Any], ...]) -> None:
    """Check that the result of a handler has one of the types that the annotation of the handler names.

    Raises:
        HandlerMistakeError: the result is of another type.
    """
    if not isinstance(result, results):
        expected = " or ".join(map(_describe_class, results))
        found = f"{_describe_class(type(result))}, not {expected}"
        raise HandlerMistakeError(f"the handler of {method} returned {found}{advise_on_result(result)}")


def advise_on_result(result: object) -> str:
    """Return the advice in an error about a wrong result; empty for most results.

    For None a `return` may be missing, for a coroutine an `await`, and for the JSON of a task the runner of the server.
    """
    if is_object(result) and result.get(RESULT_TYPE) == TASK_RESULT:
        return " (a server whose handlers begin tasks needs mb.Server(…, tasks=runner))"
    word = "a return" if result is None else "an await" if iscoroutine(result) else ""
    return f" (it may lack {word})" if word else ""


def _describe_class(kind: type[Any]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
