"""Speak the invention `notices` with its package: `speaks_notices.py PACKAGE ID PREVIOUS`."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

OUT, ID, PREVIOUS = sys.argv[1:]
sys.path.insert(0, OUT)
mb: Any = import_module("mcp_bindings")
rev, before = mb.revision(ID), mb.revision(PREVIOUS)
INFO = {"name": "x", "version": "1"}
POSTED, META = "notifications/notices/posted", "io.modelcontextprotocol/"


def refused(call: Any, *args: Any) -> None:
    try:
        call(*args)
    except (mb.ProtocolError, mb.LocalProtocolError):
        return
    raise AssertionError(f"{call} accepts {args}")


def completion(revision: str, **members: Any) -> bytes:
    params = {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": ""}, **members}
    if rev.era == "per-request":
        params["_meta"] = {f"{META}protocolVersion": revision, f"{META}clientCapabilities": {}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "completion/complete", "params": params}).encode()


def check_tables() -> None:
    row = rev.methods[POSTED]
    assert (row.kind, row.senders, row.capability) == ("notification", ("server",), "notices"), row
    assert "resources/templates/list" not in rev.methods
    assert "ParamsWithUri" in rev.definitions
    assert "ResourceRequestParams" not in rev.definitions
    assert rev.error_codes[-32044].name == "BUSY"


def check_translation() -> None:
    """What became required is there in a request that comes from the previous revision."""
    refused(lambda: rev.parse(completion(ID), sender="client"))
    made = before.parse(completion(PREVIOUS), sender="client")
    (translated,) = mb.translate(made, to=ID, context=mb.TranslationContext(revision=PREVIOUS)).messages
    assert translated.document["params"]["context"] == {}
    assert rev.parse(translated.to_bytes(), sender="client").method == "completion/complete"
    if rev.era == "per-request":
        assert translated.document["params"]["_meta"][f"{META}protocolVersion"] == ID


def check_session(transport: str) -> None:
    declared: tuple[dict[str, Any], ...] = ({"notices": {}}, {})
    for capabilities in declared:
        client = mb.Session("client", [ID], info=INFO, transport=transport)
        server = mb.Session("server", [ID], info=INFO, capabilities=capabilities, transport=transport)
        agreed = client.receive(server.accept(carried(client, server, client.open())))
        if agreed.reply is not None:
            carried(client, server, agreed.reply)
        assert client.version == ID
        if not capabilities:
            refused(server.notify, POSTED, {"text": "a"})
        elif rev.era == "handshake":
            assert client.receive(server.notify(POSTED, {"text": "a"})).method == POSTED
            refused(server.notify, POSTED, {})
        else:
            asked = {"notifications": {"noticesPosted": True}}
            request = carried(client, server, client.request("subscriptions/listen", asked).data)
            tag = {"_meta": {f"{META}subscriptionId": request.id}}
            client.receive(server.notify("notifications/subscriptions/acknowledged", {**asked, **tag}))
            assert client.receive(server.notify(POSTED, {"text": "a", **tag})).method == POSTED


def carried(client: Any, server: Any, data: bytes) -> Any:
    headers = client.http_headers(data) if client.transport == "http" else None
    return server.receive(data, headers=headers)


check_tables()
check_translation()
check_session("stdio")
check_session("http")
