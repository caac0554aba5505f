"""Two per-request revisions side by side: a client speaks one of them, and its server a later one.

Both also speak the oldest revision. `tests/release/speaks_things.py` has the same case with the types of both
revisions, once an invented one is there, and `test_outcome.py` all pairs of sets.
"""

from __future__ import annotations

import json
from typing import Any

import mcp_bindings as mb
from mcp_bindings.session import OpeningContinues
from mcp_bindings.session.events import OpeningFailed, VersionAgreed
from tests.revisions import HTTP_SSE, PER_REQUEST

OLDEST, KNOWN = mb.REVISIONS[0], PER_REQUEST[0]
LATER = "2099-01-15"
INFO = {"name": "tests", "version": "1"}
UNSUPPORTED = -32022


def probed(transport: Any) -> tuple[mb.Session, Any]:
    """A client that has asked the server what it speaks, and the request."""
    client = mb.Session("client", [OLDEST, KNOWN], info=INFO, transport=transport)
    request = json.loads(client.open())
    meta = request["params"]["_meta"]
    assert (request["method"], meta["io.modelcontextprotocol/protocolVersion"]) == ("server/discover", KNOWN)
    return client, request


def refusal(request: Any, supported: list[str]) -> bytes:
    """The error that names what the server speaks.

    /specification/2026-07-28/basic/versioning#protocol-version-negotiation
    """
    data = {"supported": supported, "requested": KNOWN}
    error = {"code": UNSUPPORTED, "message": "Unsupported protocol version", "data": data}
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}).encode()


def test_on_stdio_they_fall_back_to_the_handshake_that_both_have() -> None:
    client, request = probed("stdio")
    event = client.receive(refusal(request, [LATER, OLDEST]))
    assert isinstance(event, OpeningContinues)
    assert event.reply is not None
    server = mb.Session("server", [OLDEST], info=INFO, capabilities={})
    opening = server.receive(event.reply)
    assert isinstance(opening, mb.Request)
    assert opening.document["params"]["protocolVersion"] == OLDEST
    agreed = client.receive(server.accept(opening))
    assert isinstance(agreed, VersionAgreed)
    assert client.version == OLDEST


def test_over_http_they_part() -> None:
    """The oldest revision has a transport of its own, so the error on the newer transport does not list it.

    /specification/2026-07-28/basic/transports/streamable-http#httpsse-transport-2024-11-05: a client tries the older
    transport only after a status 4xx whose body is no error of a per-request server.
    """
    assert OLDEST in HTTP_SSE
    client, request = probed("http")
    event = client.request_failed(request["id"], http_status=400, body=refusal(request, [LATER]))
    assert isinstance(event, OpeningFailed)
    assert client.version is None
