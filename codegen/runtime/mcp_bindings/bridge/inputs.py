"""Translates what servers ask of clients: requests of their own in one era, parts of a result in the other.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import ProtocolError, RequestId
from ..json_values import is_array, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Request, Response
from ..limits import DEFAULT
from ..revisions import Revision
from ..spec.error_codes import URL_ELICITATION_REQUIRED
from ..spec.names import ELICIT
from ..translation import TranslationContext, translate_input_request, translate_input_response
from ..translation.inputs import InputTranslation


class Lowered(NamedTuple):
    """A message that was a part of a result or of a retry."""

    message: Any
    edits: tuple[Edit, ...]


def lowered_request(embedded: Mapping[str, Any], id_: RequestId, source: Revision, target: Revision) -> Lowered:
    """A request for input in a result, as a request to a client with a handshake.

    An elicitation in URL mode gets an id, which nothing refers to again.

    Raises:
        ProtocolError: It has no form in the revision of the client.
    """
    context = TranslationContext(revision=source.id, sender="server", id=id_, elicitation_id=secrets.token_hex(8))
    outcome = _accepted(translate_input_request(embedded, to=target, context=context))
    message = target.message_parser.parse_value(outcome.value, "server", {}, DEFAULT)
    assert isinstance(message, Request)
    return Lowered(message, outcome.edits)


def lifted_request(request: Request, source: Revision, target: Revision) -> dict[str, Any]:
    """A request of a server with a handshake, as a request for input in a result.

    Raises:
        ProtocolError: It has no form in the revision of the client.
    """
    context = TranslationContext(revision=source.id, sender="server", id=request.id)
    embedded: dict[str, Any] = _accepted(translate_input_request(request, to=target, context=context)).value
    return embedded


def elicitations_in(answer: ErrorResponse, source: Revision, target: Revision) -> list[dict[str, Any]]:
    """The elicitations in URL mode that an error asks for, as requests for input in a result; empty if there are none.

    Raises:
        ProtocolError: One of them is not valid, or has no form in the revision of the client.
    """
    if answer.document["error"]["code"] != URL_ELICITATION_REQUIRED or ELICIT not in source.methods:
        return []
    asked = member_at(answer.document, "error", "data", "elicitations")
    found: list[dict[str, Any]] = []
    for params in asked if is_array(asked) else ():
        document = {"jsonrpc": "2.0", "id": 0, "method": ELICIT, "params": params}
        request = source.message_parser.parse_value(document, "server", {}, DEFAULT)
        assert isinstance(request, Request)
        found.append(lifted_request(request, source, target))
    return found


def lifted_answer(answer: Response | ErrorResponse, method: str, source: Revision, target: Revision) -> Any:
    """The answer of a client with a handshake, as a part of `inputResponses`.

    Raises:
        ProtocolError: It has no form there.
    """
    context = TranslationContext(revision=source.id, sender="client", method=method, id=answer.id)
    return _accepted(translate_input_response(answer, to=target, context=context)).value


def lowered_answer(result: Any, method: str, id_: RequestId, source: Revision, target: Revision) -> Lowered:
    """A part of `inputResponses`, as the answer to a request of a server with a handshake.

    Raises:
        ProtocolError: It has no form in the revision of the server.
    """
    context = TranslationContext(revision=source.id, sender="client", method=method, id=id_)
    outcome = _accepted(translate_input_response(result, to=target, context=context))
    message = target.message_parser.parse_value(outcome.value, "client", {id_: method}, DEFAULT)
    assert isinstance(message, Response)
    return Lowered(message, outcome.edits)


def _accepted(outcome: InputTranslation) -> InputTranslation:
    if outcome.refusal is not None:
        raise ProtocolError(outcome.refusal.error.code, outcome.refusal.reason)
    return outcome
