"""Translates what servers ask of clients: requests of their own in one era, parts of a result in the other.

A part of a result is read as the request of the newest revision with a handshake, whose params it shares, and from
there on it is translated as any request. Answers take the same way back.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from ..errors import ProtocolError, RequestId
from ..json_values import is_object
from ..jsonrpc.messages import ErrorResponse, Request, Response
from ..limits import DEFAULT
from ..negotiation.versions import usable
from ..revisions import REVISIONS, Revision, revision
from ..schema.explain import explain
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import ELICIT, META, PROGRESS_KEY, RELATED_TASK_KEY
from ..translation import Translation, TranslationContext, translate

_TASK = "task"
_ELICITATION_ID = "elicitationId"


@cache
def _meeting() -> Revision:
    """The newest revision with a handshake."""
    return revision(usable(REVISIONS, era="handshake")[0])


def lowered_request(method: str, params: Any, id_: RequestId, target: Revision) -> Request:
    """A request for input in a result, as a request to a client with a handshake.

    An elicitation in URL mode gets an id, which nothing ever refers to again.

    Raises:
        ProtocolError: It has no form in the revision of the client.
    """
    members = _without_keys(params)
    members.pop(_TASK, None)
    if method == ELICIT and members.get("mode") == "url":
        members.setdefault(_ELICITATION_ID, secrets.token_hex(8))
    document: dict[str, Any] = {"jsonrpc": "2.0", "id": id_, "method": method}
    if members:
        document["params"] = members
    source = _meeting()
    message = source.message_parser.parse_value(document, "server", {}, DEFAULT)
    assert isinstance(message, Request)
    outcome = _only(translated(message, target, TranslationContext(revision=source.id, sender="server")))
    assert isinstance(outcome, Request)
    return outcome


def lifted_request(request: Request, source: Revision, target: Revision) -> dict[str, Any]:
    """A request of a server with a handshake, as a request for input in a result.

    Raises:
        ProtocolError: It has no form in the revision of the client.
    """
    meeting = _meeting()
    outcome = _only(translated(request, meeting, TranslationContext(revision=source.id, sender="server")))
    given: Any = outcome.document.get("params")
    members = _without_keys(given)
    if _TASK in members:
        raise ProtocolError(INVALID_PARAMS, "A request for input cannot run as a task")
    members.pop(_ELICITATION_ID, None)
    embedded: dict[str, Any] = {"method": request.method}
    if members or given is not None:
        embedded["params"] = members
    if explain(target.schema_file.definitions, target.methods[request.method].message, embedded):
        raise ProtocolError(INVALID_PARAMS, "The request has no form in the revision of the client")
    return embedded


def lifted_answer(answer: Response, method: str, source: Revision) -> Any:
    """The result of a client with a handshake, as a part of `inputResponses`.

    Raises:
        ProtocolError: It has no form there.
    """
    context = TranslationContext(revision=source.id, sender="client", method=method)
    outcome = _only(translated(answer, _meeting(), context))
    return outcome.document["result"]


def lowered_answer(result: Any, method: str, id_: RequestId, target: Revision) -> Response:
    """A part of `inputResponses`, as the answer to a request of a server with a handshake.

    Raises:
        ProtocolError: It has no form in the revision of the server.
    """
    source = _meeting()
    document = {"jsonrpc": "2.0", "id": id_, "result": result}
    message = source.message_parser.parse_value(document, "client", {id_: method}, DEFAULT)
    assert isinstance(message, Response)
    outcome = _only(translated(message, target, TranslationContext(revision=source.id, sender="client", method=method)))
    assert isinstance(outcome, Response)
    return outcome


def translated(message: Request | Response, target: Revision, context: TranslationContext) -> Translation:
    """A message in another revision with a handshake."""
    if context.revision == target.id:
        return Translation((message,))
    return translate(message, to=target, context=context)


def _only(translation: Translation) -> Request | Response:
    if translation.refusal is not None:
        raise translation.refusal.error
    message = translation.messages[0]
    assert not isinstance(message, ErrorResponse)
    assert isinstance(message, (Request, Response))
    return message


def _without_keys(params: object) -> dict[str, Any]:
    """Params without the keys of `_meta` that would ask for progress, or tie the request to a task."""
    members: dict[str, Any] = dict(params) if is_object(params) else {}
    meta: Mapping[str, Any] | None = members.get(META)
    if is_object(meta):
        members[META] = {name: value for name, value in meta.items() if name not in (PROGRESS_KEY, RELATED_TASK_KEY)}
        if not members[META]:
            del members[META]
    return members
