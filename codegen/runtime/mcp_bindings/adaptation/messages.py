"""Messages of one revision that are made from JSON or from results of handlers, not from a received text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..codec.encoding import encoder_of
from ..jsonrpc.answers import ParseOptions
from ..jsonrpc.body_types import make_placeholder_id
from ..jsonrpc.messages import Request, Response
from ..jsonrpc.parser import SESSION_OPTIONS
from ..limits import DEFAULT
from ..revisions import NOTHING_PENDING, Revision
from ..spec.names import Sender
from ..wire.validators import validator_and_serializer

_STRICT = ParseOptions()


def parse_message(
    revision: Revision,
    document: Mapping[str, Any],
    sender: Sender,
    pending: Mapping[Any, str] = NOTHING_PENDING,
    options: ParseOptions = _STRICT,
) -> Any:
    """Parse a JSON value as a message of a revision.

    Args:
        revision: the revision of the message.
        document: the message, as JSON.
        sender: the side that sends the message.
        pending: the methods of the requests that the message may answer, by id.
        options: the options of the parser.

    Raises:
        ProtocolError: the message is not valid.
    """
    return revision.message_parser.parse_value(document, sender, pending, DEFAULT, options)


def parse_request(document: Mapping[str, Any], revision: Revision) -> Request:
    """Parse a JSON value as a request of a client.

    Raises:
        ProtocolError: the request is not valid.
    """
    found: Request = parse_message(revision, document, "client")
    return found


def make_request(method: str, params: Mapping[str, Any], revision: Revision) -> Request:
    """Return a request of a client for use in this process, with a placeholder as its id.

    Args:
        method: the method.
        params: the params, as JSON.
        revision: the revision of the request.

    Raises:
        ProtocolError: the request is not valid.
    """
    document = {"jsonrpc": "2.0", "id": make_placeholder_id(revision), "method": method, "params": params}
    return parse_request(document, revision)


def make_response(result: Any, method: str, revision: Revision) -> Response:
    """Return a response with a typed result to a request of the given method, with a placeholder as its id.

    Raises:
        EncodeError: a part of the result has no form in JSON, or would be lost.
    """
    document = json.loads(encoder_of(result.__class__)(result).decode())
    id_ = make_placeholder_id(revision)
    return Response(id_, method, result, {"jsonrpc": "2.0", "id": id_, "result": document})


def parse_result(result: Mapping[str, Any], method: str, revision: Revision) -> Response:
    """Parse a result as the response to a request of the given method.

    Members that the revision requires of every result, such as `resultType`, may be absent. An absent member gets the
    value for which its absence stands in a result of an older revision.

    Args:
        result: the result, as JSON.
        method: the method of the request.
        revision: the revision of the result.

    Raises:
        ProtocolError: the result is not valid in the revision. The error has findings.
    """
    sender: Sender = "client" if revision.methods[method].senders[0] == "server" else "server"
    id_ = make_placeholder_id(revision)
    document = {"jsonrpc": "2.0", "id": id_, "result": result}
    found: Response = parse_message(revision, document, sender, {id_: method}, SESSION_OPTIONS)
    if found.supplied:
        return Response(id_, method, found.result, {**document, "result": {**result, **found.supplied}})
    return found


def decode_params(params: Any, method: str, revision: Revision) -> Any:
    """Decode params by a revision. The params may come from another revision.

    Returns:
        The typed params; None if the params are absent, or if the method has no params.

    Raises:
        ValueError: the params are not valid in the revision.
    """
    definition = revision.methods[method].params
    if params is None or definition is None:
        return None
    annotation = revision.load_type(definition)
    return validator_and_serializer(annotation)[0].validate_python(params, by_alias=True, by_name=False)
