"""Which rows of the table of request headers apply to an HTTP request."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from ..extensions import Extension
from ..extensions.rules import name_headers
from ..json_values import is_object
from ..negotiation.eras import method_of
from ..revisions import revision
from ..spec.names import INITIALIZE

if TYPE_CHECKING:
    from mcp_bindings.spec.protocol import RequestHeader  # rendered


def rows_of_requests(version: str, extensions: Collection[Extension]) -> tuple[RequestHeader, ...]:
    """The rows of a revision and of extensions."""
    rows = revision(version).protocol.http.request_headers
    return (*rows, *name_headers(revision(version), extensions)) if extensions else rows


def applies(
    row: RequestHeader, message: object, http_method: str, session_id: str | None, last_event_id: str | None
) -> bool:
    """Whether this HTTP request must have the header."""
    method = method_of(message)
    match row.applies:
        case "post" | "get":
            return row.level == "MUST" and row.applies == http_method.lower()
        case "after-initialize":
            return method != INITIALIZE
        case "session":
            return session_id is not None and method not in row.never_on
        case "request":
            return method is not None and is_object(message) and "id" in message
        case "named":
            return method in row.methods
        case "resume":
            return http_method == "GET" and last_event_id is not None
        case _:
            return False


def is_forbidden(row: RequestHeader, method: str | None) -> bool:
    """Whether an HTTP request with a message of this method must not have the header."""
    return row.role == "send" and row.level == "MUST" and method in row.never_on


@lru_cache(maxsize=512)
def rows_to_send(
    version: str,
    extensions: tuple[Extension, ...],
    method: str | None,
    is_request: bool,
    http_method: str,
    has_session: bool,
    resumes: bool,
) -> tuple[RequestHeader, ...]:
    """The headers that `header_needs` finds required in an HTTP request of this kind, as far as they have a value."""
    message = {**({"method": method} if method is not None else {}), **({"id": 0} if is_request else {})}
    session_id, last_event_id = "" if has_session else None, "" if resumes else None
    return tuple(
        row
        for row in rows_of_requests(version, extensions)
        if row.role != "ignore"
        and not is_forbidden(row, method)
        and (
            row.applies == "parameter"
            or (row.role == "send" and applies(row, message, http_method, session_id, last_event_id))
        )
    )
