"""Parts of the texts that answer requests."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..codec.encoding import encode_any
from ..errors import ProtocolError, RequestId
from ..session.errors import LocalProtocolError
from ..spec.error_codes import INTERNAL_ERROR

if TYPE_CHECKING:
    from ..session.session import Session

_log = logging.getLogger(__name__)


def error_text(id_: RequestId | None, error: ProtocolError) -> bytes:
    """The error response to a request; an internal error if its data is not JSON."""
    try:
        return error.reply(id_)
    except (TypeError, ValueError):
        _log.exception("the data of a ProtocolError is not JSON")
        return ProtocolError(INTERNAL_ERROR, "Internal error").reply(id_)


def recorded_error(session: Session, id_: RequestId, error: ProtocolError) -> ProtocolError:
    """The error to send, recorded in a session: an internal error if the session rejects the one that was given."""
    try:
        session.record_error(id_, error)
    except LocalProtocolError:
        _log.exception("the error that a handler raised breaks a rule")
        error = ProtocolError(INTERNAL_ERROR, "Internal error")
        session.record_error(id_, error)
    return error


def id_text(id_: RequestId) -> bytes:
    """An id as JSON."""
    return b"%d" % id_ if isinstance(id_, int) else json.dumps(id_, ensure_ascii=False).encode("utf-8")


def result_text(id_: RequestId, result: Mapping[str, Any]) -> bytes:
    """The response to a request, with a result that is JSON."""
    return encode_any({"jsonrpc": "2.0", "id": id_, "result": result})


def check_type(method: str, result: object, results: tuple[type[Any], ...]) -> None:
    """Check that a handler has returned what its annotation names.

    Raises:
        TypeError: it has not.
    """
    if not isinstance(result, results):
        expected = " or ".join(map(_class_name, results))
        raise TypeError(f"the handler of {method} returned {_class_name(type(result))}, not {expected}")


def _class_name(kind: type[Any]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
