"""Errors for messages that are rejected before their params or result are validated."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..errors import Finding, ProtocolError, RequestId, add_excerpt
from ..json_values import json_type
from ..limits import Limits
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST
from .strict_json import as_request_id, is_response


def make_not_object_error(member: str, value: object, id_: RequestId | None) -> ProtocolError:
    """Return the error for a body that is not an object: the params of a notification whose method is unknown, or the
    result of a request whose method is unknown. The error is not to be answered.
    """
    findings = [Finding(f"/{member}", "type", f"expected object, found {json_type(value)}")]
    return ProtocolError(INVALID_PARAMS, f"Invalid {member}", id=id_, findings=findings, answerable=False)


def _find_readable_id(document: Mapping[str, Any]) -> RequestId | None:
    """Return the id of a rejected message; None if the message has no valid id."""
    return as_request_id(document.get("id"))


ID_NOUNS: Mapping[type, str] = {str: "a string", int: "an integer"}
"""The noun of each type that a request id may have in JSON-RPC."""


def read_unusual_id(value: object, document: Mapping[str, Any], types: Collection[type]) -> RequestId | None:
    """Return the request id that the value of `id` stands for. For a number without a fraction, this is an integer; for
    the null of an error response, it is None.

    Args:
        value: the `id` of the message.
        document: the message.
        types: the Python types that a request id may have.

    Raises:
        ProtocolError: the value is not a request id of one of the types.
    """
    request_id = as_request_id(value)
    if type(request_id) not in types and not (value is None and "error" in document and is_response(document)):
        nouns = " or ".join(noun for type_, noun in ID_NOUNS.items() if type_ in types)
        raise make_envelope_error(document, f"id must be {nouns}", "/id", "id")
    return request_id


def make_jsonrpc_version_error(document: Mapping[str, Any]) -> ProtocolError:
    """Return the error for a message whose `jsonrpc` is not "2.0"."""
    pointer = "/jsonrpc" if "jsonrpc" in document else ""
    return make_envelope_error(document, 'jsonrpc must be "2.0"', pointer, "jsonrpc")


def make_envelope_error(document: Mapping[str, Any], what: str, pointer: str, rule: str) -> ProtocolError:
    """Return the error for a message whose envelope is not valid. The error of a response is not to be answered."""
    return _make_invalid_request_error(
        what, pointer, rule, _find_readable_id(document), answerable=not is_response(document)
    )


def make_not_message_error(document: object) -> ProtocolError:
    """Return the error for a JSON value that is not an object."""
    return _make_invalid_request_error(f"a message must be an object, not {json_type(document)}", "", "type")


def _make_invalid_request_error(
    what: str, pointer: str, rule: str, id_: RequestId | None = None, *, answerable: bool = True
) -> ProtocolError:
    """Return an error with the code -32600 (Invalid Request)."""
    findings = [Finding(pointer, rule, what)]
    return ProtocolError(INVALID_REQUEST, f"Invalid Request: {what}", id=id_, findings=findings, answerable=answerable)


def check_batch(documents: Sequence[object], limits: Limits) -> None:
    """Check the length of a batch.

    Raises:
        ProtocolError: the batch is empty or exceeds the limit.
    """
    if len(documents) > limits.max_batch:
        raise _make_invalid_request_error(
            f"{len(documents)} messages, more than {limits.max_batch} messages in one batch", "", "messages"
        )
    if not documents:
        raise _make_invalid_request_error("the batch is empty", "", "minItems")


def make_batched_initialize_error(document: Mapping[str, Any]) -> ProtocolError:
    """Return the error for an `initialize` request in a batch."""
    return _make_invalid_request_error(
        "initialize must not be part of a batch", "/method", "batch", _find_readable_id(document)
    )


def add_excerpts(error: ProtocolError, document: object) -> ProtocolError:
    """Return a copy of an error with findings that quote the document."""
    findings = [add_excerpt(finding, document) for finding in error.findings]
    return ProtocolError(error.code, error.message, id=error.id, findings=findings, answerable=error.answerable)
