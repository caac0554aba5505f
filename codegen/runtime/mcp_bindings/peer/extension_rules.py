"""The error for what a client has not declared: an extension, or the input that the result of an extension asks for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..errors import ProtocolError
from ..extensions import Extension
from ..extensions.rules import input_of_result, undeclared_for_request, undeclared_for_result
from ..jsonrpc.messages import Request
from ..session.capabilities import missing_capability
from ..session.input_rounds import undeclared_input
from ..session.profile import revision_profile


def request_error(extensions: Iterable[Extension], request: Request) -> ProtocolError | None:
    """The error for a request of an extension that its client has not declared; None if it has.

    Args:
        extensions: in use.
        request: of the client.
    """
    missing = undeclared_for_request(extensions, request.method, request.document.get("params"))
    return missing_capability(missing) if missing else None


def result_error(extensions: Iterable[Extension], request: Request, result: Any, revision: str) -> ProtocolError | None:
    """The error for a result that needs what the client of its request has not declared; None if it needs nothing else.

    Args:
        extensions: in use.
        request: of the client.
        result: what the handler has returned.
        revision: id of the revision.
    """
    params = request.document.get("params")
    missing = undeclared_for_result(extensions, params, result)
    requests = input_of_result(extensions, request.method, result)
    if not missing and requests:
        missing = undeclared_input(requests, params, revision_profile(revision))
    return missing_capability(missing) if missing else None
