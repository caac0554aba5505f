"""The authorization of HTTP requests and of their messages, as a part of the ASGI application."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress

from ..authorization.principal import Principal
from ..authorization.protected_resource import AccessDenied, ProtectedResource
from ..authorization.scope_rules import merge_scopes, write_scopes
from ..errors import ProtocolError
from ..jsonrpc.envelope import Envelope, read_envelope
from ..limits import Limits
from ..spec.names import CALL_TOOL
from .asgi_exchange import HttpExchange
from .service import Service

_OK, _METHOD_NOT_ALLOWED = 200, 405


class Protection:
    """The checks of a protected resource, with the HTTP responses to requests that fail a check.

    The application also lets this object respond to requests for the metadata of the resource.

    Args:
        resource: the protected resource, which checks tokens and scopes.
        service: the server. Its limits bound each text, and its tools may need further scopes.

    Raises:
        TypeError: a scope of a tool is no text.
        ValueError: a scope of a tool is malformed or is `offline_access`, or the scopes of the resource and of all
            tools are together too long for a header.
    """

    def __init__(self, resource: ProtectedResource, service: Service) -> None:
        self._resource = resource
        self._service = service
        write_scopes(merge_scopes(resource.scopes.known, self._iterate_tool_scopes()))

    def is_for_metadata(self, http: HttpExchange) -> bool:
        """Return whether a request is for the metadata of the resource. This request needs no token."""
        return self._resource.metadata_at(http.raw_path) is not None

    async def respond_with_metadata(self, http: HttpExchange) -> None:
        """Respond to a GET with the metadata of the resource, and to any other method with status 405.

        Raises:
            ClientLeftError: the client has left.
        """
        if http.method == "GET":
            await http.respond(_OK, self._resource.metadata_at(http.raw_path))
        else:
            await http.refuse(_METHOD_NOT_ALLOWED, "The metadata of this resource is read by GET.", {"Allow": "GET"})

    async def authenticate(self, http: HttpExchange) -> Principal | None:
        """Return the principal of a request. Refuse a request without an accepted token, and return None.

        Raises:
            Exception: the verifier of tokens has raised an exception that does not reject the token.
        """
        try:
            return await self._resource.authenticate(http.headers, http.raw_query)
        except AccessDenied as denied:
            await _refuse_access(http, denied)
            return None

    async def check_scopes(self, http: HttpExchange, principal: Principal, body: bytes | None = None) -> bool:
        """Return whether a token has the scopes for each message of a body. If not, refuse the request first.

        Args:
            http: the HTTP request.
            principal: the principal of the request, with the scopes of the token.
            body: the body; None for a request without a body.

        Raises:
            TypeError, ValueError: the token lacks a scope, and a scope of a tool is no text, or is malformed.
        """
        try:
            for method, name in _list_requested_operations(body, self._service.limits):
                further = self._service.tool_scopes(method, name)
                self._resource.authorize(principal, method, name, further, self._iterate_tool_scopes())
        except AccessDenied as denied:
            await _refuse_access(http, denied)
            return False
        return True

    def _iterate_tool_scopes(self) -> Generator[str]:
        """Yield each scope that a tool of the service needs. A scope is looked up only when a caller reads it."""
        for tool in self._service.scoped_tools:
            yield from self._service.tool_scopes(CALL_TOOL, tool)


def _list_requested_operations(body: bytes | None, limits: Limits) -> list[tuple[str, str | None]]:
    """Return the method of each message in a body, and the tool, prompt or resource that the message names.

    The second item of a pair is None if the message names nothing. Without a body, or without a valid message in it,
    return one pair: an empty method and None. The session later rejects an invalid body.
    """
    items: tuple[Envelope | ProtocolError, ...] = ()
    with suppress(ProtocolError):
        envelope = read_envelope(body or b"", limits=limits)
        items = envelope.items if envelope.kind == "batch" else (envelope,)
    found = [(item.method or "", item.name) for item in items if isinstance(item, Envelope)]
    return found or [("", None)]


async def _refuse_access(http: HttpExchange, denied: AccessDenied) -> None:
    await http.refuse(denied.status, denied.body, dict(denied.headers))
