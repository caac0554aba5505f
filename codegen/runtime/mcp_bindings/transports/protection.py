"""Protects the ASGI application: who may send an HTTP request, and which messages."""

from __future__ import annotations

from contextlib import suppress

from ..authorization.principal import Principal
from ..authorization.protected_resource import AccessDenied, ProtectedResource
from ..errors import ProtocolError
from ..jsonrpc.envelope import Envelope, read_envelope
from ..limits import Limits
from .asgi_exchange import HttpExchange

_OK, _METHOD_NOT_ALLOWED = 200, 405


class Protection:
    """Responds to the requests that are not served, and to those for the metadata of the resource.

    Args:
        resource: the checks.
        limits: bounds for each text of a client.
    """

    def __init__(self, resource: ProtectedResource, limits: Limits) -> None:
        self._resource = resource
        self._limits = limits

    def has_metadata(self, http: HttpExchange) -> bool:
        """Whether a request is for the metadata, which needs no token."""
        return self._resource.metadata_at(http.raw_path) is not None

    async def respond_metadata(self, http: HttpExchange) -> None:
        """Respond with the metadata."""
        if http.method == "GET":
            await http.respond(_OK, self._resource.metadata_at(http.raw_path))
        else:
            await http.respond(_METHOD_NOT_ALLOWED, headers={"Allow": "GET"})

    async def authenticated(self, http: HttpExchange) -> Principal | None:
        """Whom a request is from; None if it is not served and has been responded to."""
        try:
            return await self._resource.authenticate(http.headers, http.raw_query)
        except AccessDenied as denied:
            await _respond(http, denied)
            return None

    async def has_scopes(self, http: HttpExchange, principal: Principal, body: bytes | None = None) -> bool:
        """Whether a token has the scopes for each message of a body, or for a request without one; else respond."""
        try:
            for method, name in _messages(body, self._limits):
                self._resource.authorize(principal, method, name)
        except AccessDenied as denied:
            await _respond(http, denied)
            return False
        return True


def _messages(body: bytes | None, limits: Limits) -> list[tuple[str, str | None]]:
    """Method and name of each message; one without a method if there is no valid message, as the session will say."""
    items: tuple[Envelope | ProtocolError, ...] = ()
    with suppress(ProtocolError):
        envelope = read_envelope(body or b"", limits=limits)
        items = envelope.items if envelope.kind == "batch" else (envelope,)
    found = [(item.method or "", item.name) for item in items if isinstance(item, Envelope)]
    return found or [("", None)]


async def _respond(http: HttpExchange, denied: AccessDenied) -> None:
    await http.respond(denied.status, headers=dict(denied.headers))
