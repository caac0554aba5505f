"""The errors for messages that are rejected before their params or result are validated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import Finding, ProtocolError, RequestId, with_excerpt
from ..json_values import json_type
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST
from .strict_json import as_request_id, is_response


def not_an_object(member: str, value: object, id_: RequestId | None) -> ProtocolError:
    """The error for untyped params of a notification, or for an untyped result, that is not an object."""
    findings = [Finding(f"/{member}", "type", f"expected object, found {json_type(value)}")]
    return ProtocolError(INVALID_PARAMS, f"Invalid {member}", id=id_, findings=findings, answerable=False)


def readable_id(document: Mapping[str, Any]) -> RequestId | None:
    """The id of a message that is rejected; None if it has no valid one."""
    return as_request_id(document.get("id"))


def wrong_version(document: Mapping[str, Any]) -> ProtocolError:
    """The error for a message of another version of JSON-RPC."""
    pointer = "/jsonrpc" if "jsonrpc" in document else ""
    return bad_envelope(document, 'jsonrpc must be "2.0"', pointer, "jsonrpc")


def bad_envelope(document: Mapping[str, Any], what: str, pointer: str, rule: str) -> ProtocolError:
    """The error for a message whose envelope is not valid; an answer is not answered."""
    return invalid_request(what, pointer, rule, readable_id(document), answerable=not is_response(document))


def not_a_message(document: object) -> ProtocolError:
    """The error for a JSON value that is no object."""
    return invalid_request(f"a message must be an object, not {json_type(document)}", "", "type")


def invalid_request(
    what: str, pointer: str, rule: str, id_: RequestId | None = None, *, answerable: bool = True
) -> ProtocolError:
    """The error for what is no valid request."""
    findings = [Finding(pointer, rule, what)]
    return ProtocolError(INVALID_REQUEST, f"Invalid Request: {what}", id=id_, findings=findings, answerable=answerable)


def with_excerpts(error: ProtocolError, document: object) -> ProtocolError:
    """The same error, whose findings quote the document."""
    findings = [with_excerpt(finding, document) for finding in error.findings]
    return ProtocolError(error.code, error.message, id=error.id, findings=findings, answerable=error.answerable)
