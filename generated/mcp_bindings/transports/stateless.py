"""Sessions of one POST each, for servers that keep nothing between two requests."""

from __future__ import annotations

import json
import secrets

from ..errors import ProtocolError
from ..http.headers import assumed_version
from ..jsonrpc.envelope import read_envelope
from ..jsonrpc.messages import Request
from ..revisions import REVISIONS, revision
from ..session.session import Session
from ..spec.http_fields import HeaderFields
from ..spec.names import INITIALIZE, INITIALIZED, VERSION_HEADER


def restore_session(session: Session, body: bytes, headers: HeaderFields) -> None:
    """Bring a new session to the state in which it may receive a message that is not its first.

    It is opened as by a client of the revision that the headers name, which has declared nothing. A message that begins
    a session, and one of a per-request revision, needs no opening.

    Args:
        session: of a server.
        body: the message.
        headers: of the HTTP request that carried it.
    """
    try:
        method = read_envelope(body).method
    except ProtocolError:
        return
    version = headers.first(VERSION_HEADER) or assumed_version(REVISIONS)
    if method == INITIALIZE or version not in REVISIONS or revision(version).era == "per-request":
        return
    info = {"name": "unknown", "version": "unknown"}
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": info}
    opening = session.receive(_message(INITIALIZE, id=secrets.token_hex(8), params=params))
    assert isinstance(opening, Request)
    session.accept(opening)
    if method != INITIALIZED:
        session.receive(_message(INITIALIZED))


def _message(method: str, **members: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "method": method, **members}).encode()
