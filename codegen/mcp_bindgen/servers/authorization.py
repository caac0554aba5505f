"""Checks of the authorization of a server over HTTP: WWW-Authenticate headers and resource metadata (RFC 9728)."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.client import (
    DISCOVER,
    INITIALIZE,
    SESSION_HEADER,
    RevisionClient,
    parse_text,
    without_session_header,
)
from mcp_bindgen.servers.connections import POST_HEADERS, HttpConnection
from mcp_bindgen.servers.findings import type_at
from mcp_bindgen.servers.sign_in import make_authorization_flow
from mcp_bindings.authorization import FetchDocument, GiveUp

_RULES = ("open/challenge", "open/resource-metadata", "open/authorization-servers")
_REDIRECT_URI = "http://127.0.0.1/callback"
"""A redirect URI that is never used, since the check ends before a sign-in."""

_SERVERS_MEMBER = "authorization_servers"
_UNAUTHORIZED = 401


async def check_authorization(client: RevisionClient) -> None:
    """Send the first request again without the token. Check the refusal and the metadata of the resource.

    A session that the server opens for this request is ended. Nothing is sent if the connection has no token or is not
    HTTP, or if no rule about authorization is to be checked.

    Args:
        client: a client that has sent the first request with a token.

    Raises:
        ServerLostError: the server cannot be reached.
    """
    connection = client.connection
    if (
        not isinstance(connection, HttpConnection)
        or not connection.has_token
        or not any(map(client.is_checked, _RULES))
    ):
        return
    if client.revision.era == "handshake":
        message = client.make_request(INITIALIZE, client.initialize_params(client.revision.version))
    else:
        message = client.make_request(DISCOVER)
    headers = without_session_header(client.make_headers(message))
    try:
        answer = await connection.send_without_token(
            "POST", json.dumps(message).encode(), {**POST_HEADERS, **headers}, client.bounds.timeout
        )
    except asyncio.TimeoutError:
        return
    if answer.status != _UNAUTHORIZED:
        await _end_session(client, connection, answer.headers.get(SESSION_HEADER))
        return
    challenge = answer.headers.get("www-authenticate", "")
    if "resource_metadata" not in challenge.lower():
        client.add_broken_rule("open/challenge", message["method"], "HTTP status 401 without resource_metadata")
    is_known, document = await _fetch_metadata(client, connection, challenge)
    if is_known and document is None:
        client.add_broken_rule("open/resource-metadata", "GET", "no JSON object")
    elif document is not None and not (is_array(document.get(_SERVERS_MEMBER)) and document[_SERVERS_MEMBER]):
        received = type_at(document, f"/{_SERVERS_MEMBER}")
        client.add_broken_rule("open/authorization-servers", "GET", received, f"/{_SERVERS_MEMBER}")


async def _end_session(client: RevisionClient, connection: HttpConnection, session_id: str | None) -> None:
    """End the session that the server has opened for a request without a token. Do nothing without a session id."""
    if session_id is not None:
        headers = {**without_session_header(client.make_headers(None, "DELETE")), SESSION_HEADER: session_id}
        with suppress(ConnectionError, asyncio.TimeoutError):
            await connection.send_without_token("DELETE", None, headers, client.bounds.timeout)


async def _fetch_metadata(client: RevisionClient, connection: HttpConnection, challenge: str) -> tuple[bool, Any]:
    """Fetch the metadata of the resource. The URLs that the revision states are tried one after the other.

    Returns:
        True and the first body that is a JSON object; True and None if no URL has such a body; False and None if the
        client cannot know, for example because a URL was not answered in time.
    """
    try:
        flow = make_authorization_flow(connection.url, (client.revision.id,), _REDIRECT_URI)
    except ValueError:  # the URL is http, and not on this machine
        return False, None
    flow.start()
    step = flow.receive_mcp_response(_UNAUTHORIZED, challenge)
    fetcher = connection.make_fetcher(flow.policy)
    while isinstance(step, FetchDocument):
        status, body = await fetcher.get(step.url, dict(step.headers))
        if status == 0:  # no answer in time, or a URL that is not safe to fetch
            return False, None
        document = parse_text(body) if status == 200 else None
        if is_object(document):
            return True, document
        step = flow.receive(status, body)
    return isinstance(step, GiveUp) and step.reason == "no resource metadata", None
