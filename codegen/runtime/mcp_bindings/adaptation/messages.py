"""Messages of one revision that are made of JSON or of what handlers return, in place of a received text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ..codec.encoding import encoder_of
from ..json_values import is_object
from ..jsonrpc.answers import ParseOptions
from ..jsonrpc.messages import Request, Response
from ..jsonrpc.parser import OF_SESSION
from ..limits import DEFAULT
from ..revisions import NOTHING_PENDING, Revision
from ..spec.names import Sender
from ..wire.validators import validator_and_serializer

PLACEHOLDER_ID = 0
"""The id of messages that no peer gets."""

_STRICT = ParseOptions()
_TASK = "task"


def parse_message(
    revision: Revision,
    document: Mapping[str, Any],
    sender: Sender,
    pending: Mapping[Any, str] = NOTHING_PENDING,
    options: ParseOptions = _STRICT,
) -> Any:
    """A JSON value as a message of a revision.

    Args:
        known: the revision.
        document: the message.
        sender: the side that sends it.
        pending: the method of the request that it answers, by id.
        options: of the parser.

    Raises:
        ProtocolError: it is not valid.
    """
    return revision.message_parser.parse_value(document, sender, pending, DEFAULT, options)


def parse_request(document: Mapping[str, Any], revision: Revision) -> Request:
    """A request of a client as a message."""
    found: Request = parse_message(revision, document, "client")
    return found


def drop_task(request: Request, revision: Revision) -> Request:
    """A request without the member that asks for a task, which a server ignores unless it has declared tasks.

    Page: /specification/2025-11-25/basic/utilities/tasks#task-support-and-handling.

    Args:
        request: of a client.
        known: the revision that it is written in.
    """
    params = request.document.get("params")
    if not is_object(params) or _TASK not in params:
        return request
    rest = {name: value for name, value in params.items() if name != _TASK}
    return parse_request({**request.document, "params": rest}, revision)


def make_response(result: Any, method: str) -> Response:
    """A typed result as the response to a request of the given method.

    Raises:
        EncodeError: a part of it has no form in JSON, or would be lost.
    """
    document = json.loads(encoder_of(result.__class__)(result).decode())
    return Response(PLACEHOLDER_ID, method, result, {"jsonrpc": "2.0", "id": PLACEHOLDER_ID, "result": document})


def parse_result(result: Mapping[str, Any], method: str, revision: Revision) -> Response:
    """A result as the response to a request of the given method.

    Its `result` has the members that the revision requires of every result, such as `resultType`: those that are absent
    get the values that their absence stands for in a result of an older revision.

    Args:
        result: as JSON.
        method: of the request.
        known: the revision.

    Raises:
        ProtocolError: the result is not valid in the revision; the error has findings.
    """
    sender: Sender = "client" if revision.methods[method].senders[0] == "server" else "server"
    document = {"jsonrpc": "2.0", "id": PLACEHOLDER_ID, "result": result}
    found: Response = parse_message(revision, document, sender, {PLACEHOLDER_ID: method}, OF_SESSION)
    if found.supplied:
        return Response(PLACEHOLDER_ID, method, found.result, {**document, "result": {**result, **found.supplied}})
    return found


def decode_params(params: Any, method: str, revision: Revision) -> Any:
    """The typed params of a message of another revision whose params are alike in both; None if there are none.

    Raises:
        ValueError: they are not valid in this revision.
    """
    definition = revision.methods[method].params
    if params is None or definition is None:
        return None
    annotation = getattr(import_module(f"{revision.package}.models"), definition)
    return validator_and_serializer(annotation)[0].validate_python(params, by_alias=True, by_name=False)
