"""What a request is about, and how it ended, without its payload."""

from __future__ import annotations

from typing import Any

from ...errors import ProtocolError
from ...json_values import is_object
from ...jsonrpc.messages import Request
from ...spec.error_codes import INTERNAL_ERROR


def target_of(request: Request) -> str:
    """The name of the tool or prompt, or the URI of the resource, that a request names; empty if it names none."""
    params = request.document.get("params")
    found = params.get("name", params.get("uri", "")) if is_object(params) else ""
    return found if isinstance(found, str) else ""


def is_tool_error(result: Any) -> bool:
    """Whether a tool reports an error in its result, which is typed or a dict."""
    found = result.get("isError") if is_object(result) else getattr(result, "is_error", None)
    return found is True


def code_of(error: BaseException) -> int:
    """The code of the error that the client gets for an exception."""
    return error.code if isinstance(error, ProtocolError) else INTERNAL_ERROR
