"""The texts that answer requests, with the name of the server where the revision recommends it.

Page: /specification/2026-07-28/basic/index#meta.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from ..codec.encoding import encode_any
from ..errors import ProtocolError, RequestId
from ..jsonrpc.messages import ErrorResponse, Response
from ..jsonrpc.plain_json import to_json_copy, write
from ..limits import DEFAULT
from ..revisions import NOTHING_PENDING, Revision
from ..session.errors import LocalProtocolError
from ..session.profile import revision_profile
from ..session.state import error_violations
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import META, SERVER_INFO_KEY, Sender

if TYPE_CHECKING:
    from ..session.session import Session
    from .unsent import UnsentAnswers


class ServerInfoWriter:
    """Writes the name and version of a server into its results.

    Args:
        info: as JSON or typed.
    """

    __slots__ = ("_info", "_text")

    def __init__(self, info: Any) -> None:
        self._info: Any = to_json_copy(info)
        self._text = write({META: {SERVER_INFO_KEY: self._info}})[1:]

    def add_to_text(self, text: bytes, result: Any) -> bytes:
        """The text of a result, with the name of the server unless the result has one.

        Args:
            text: the result as JSON text, an object.
            result: the same result, typed.
        """
        if META not in result:
            return (b"{" if text == b"{}" else text[:-1] + b",") + self._text
        meta = result[META]
        return text if SERVER_INFO_KEY in meta else encode_any(self.add_to_json(from_json(text)))

    def add_to_json(self, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """A result that is JSON, with the name of the server unless it has one."""
        return {**result, META: {SERVER_INFO_KEY: self._info, **result.get(META, {})}}


def make_server_info_writer(role: Sender, revision: str, info: Any) -> ServerInfoWriter | None:
    """What writes the name of a server into its results; None where the revision recommends none, or none is known.

    Args:
        role: the side that sends the results.
        revision: id of their revision.
        info: as JSON or typed; None if it is not known.
    """
    if info is None or role != "server" or not revision_profile(revision).names_server:
        return None
    return ServerInfoWriter(info)


_INTERNAL_ERROR = ProtocolError(INTERNAL_ERROR, "Internal error")
_log = logging.getLogger(__name__)


def write_error(id_: RequestId | None, error: ProtocolError, revision: Revision, sender: Sender) -> bytes:
    """The error response to a request.

    It is an internal error if the data of the error is not JSON, or if the revision does not let this error be sent:
    /specification/2026-07-28/basic/index#error-codes.

    Args:
        id_: of the request.
        error: a handler has raised it, or the request is rejected with it.
        revision: of the response.
        sender: the side that sends it.
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


def _find_violation(document: object, revision: Revision, sender: Sender) -> str | None:
    """Why an error response may not be sent; None if it may."""
    try:
        message = revision.message_parser.parse_value(document, sender, NOTHING_PENDING, DEFAULT)
    except ProtocolError as invalid:
        return invalid.message
    violations = error_violations(message, revision.id) if isinstance(message, ErrorResponse) else ()
    return next((f"{each.message} [{each.rule}]" for each in violations), None)


def record_sendable_error(session: Session, id_: RequestId, error: ProtocolError) -> ProtocolError:
    """The error to send, recorded in a session: an internal error if the session rejects the one that was given."""
    try:
        session.record_error(id_, error)
    except LocalProtocolError:
        _log.exception("the error that a handler raised breaks a rule")
        session.record_error(id_, _INTERNAL_ERROR)
        return _INTERNAL_ERROR
    return error


def write_id(id_: RequestId) -> bytes:
    """An id as JSON."""
    return b"%d" % id_ if isinstance(id_, int) else json.dumps(id_, ensure_ascii=False).encode("utf-8")


def write_result(id_: RequestId, result: Mapping[str, Any]) -> bytes:
    """The response to a request, with a result that is JSON."""
    return encode_any({"jsonrpc": "2.0", "id": id_, "result": result})


def write_adapted_result(
    id_: RequestId, response: Response, session: Session | None, info: ServerInfoWriter | None, unsent: UnsentAnswers
) -> bytes:
    """The response to a request, with a result that is valid in the revision of the client but is not typed.

    Args:
        id_: of the request.
        crossed: the result, which asks for no input and belongs to no extension.
        session: records the result.
        info: the name of the server, which results of the revision have.
        unsent: bounds the answers that are not sent yet.

    Raises:
        ProtocolError: the result does not fit beside other answers.
        LocalProtocolError: the result breaks a rule of the session.
    """
    result = response.document["result"]
    text = write(result)
    unsent.count_written(len(text))
    if info is not None:
        text = info.add_to_text(text, result)
    if session is not None:
        session.record_result(id_, result, response.body_type.name if response.body_type is not None else "")
    return b'{"jsonrpc":"2.0","id":' + write_id(id_) + b',"result":' + text + b"}"


def check_result_type(method: str, result: object, results: tuple[type[Any], ...]) -> None:
    """Check that a handler has returned what its annotation names.

    Raises:
        TypeError: it has not.
    """
    if not isinstance(result, results):
        expected = " or ".join(map(_class_name, results))
        raise TypeError(f"the handler of {method} returned {_class_name(type(result))}, not {expected}")


def _class_name(kind: type[Any]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
