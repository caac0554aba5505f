"""Reject requests of an extension that their client has not declared, and results of one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..errors import ProtocolError
from ..extensions import Extension
from ..extensions.rules import undeclared_for_request, undeclared_for_result
from ..jsonrpc.messages import Request
from ..session.capabilities import missing_capability

_NO_RESULT: Any = object()


def undeclared(extensions: Iterable[Extension], request: Request, result: Any = _NO_RESULT) -> ProtocolError | None:
    """The error -32021 for a request whose client has not declared an extension; None if it has, or need not.

    Args:
        extensions: in use.
        request: of the client.
        result: what its handler has returned; without it, the request itself is checked.
    """
    params = request.document.get("params")
    if result is _NO_RESULT:
        missing = undeclared_for_request(extensions, request.method, params)
    else:
        missing = undeclared_for_result(extensions, params, result)
    return missing_capability(missing) if missing else None
