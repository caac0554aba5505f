"""The HTTP request in which the message of a handler was received."""

from __future__ import annotations

from contextvars import ContextVar

from ..spec.http_fields import HeaderFields


class HttpRequest:
    """An HTTP request, as handlers see it.

    Args:
        headers: the received headers.
        session_id: the id of the session; None for a request without a session.
        address: the address of the client, from the ASGI server; None if the ASGI server gives none.
    """

    __slots__ = ("address", "headers", "session_id")

    def __init__(self, headers: HeaderFields, session_id: str | None, address: str | None) -> None:
        self.headers: HeaderFields = headers
        self.session_id: str | None = session_id
        self.address: str | None = address


current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)
"""The HTTP request with the message that the current task handles; None if the transport is not HTTP."""
