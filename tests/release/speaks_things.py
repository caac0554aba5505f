"""Speak the invention `things` with the package that was generated for it: `speaks_things.py PACKAGE ID PREVIOUS`."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib import import_module
from typing import Any

OUT, ID, PREVIOUS = sys.argv[1:]
sys.path.insert(0, OUT)
sys.modules.pop("mcp_bindings", None)
mb: Any = import_module("mcp_bindings")
types: Any = import_module("mcp_bindings.v" + ID.replace("-", "_"))
simulation: Any = import_module("mcp_bindings.session.simulation")
adapter: Any = import_module("mcp_bindings.adaptation.revision_adapter")
rev = mb.revision(ID)
INFO = {"name": "x", "version": "1"}
DECLARED = {"things": {"listChanged": True}, "tools": {}}
CHANGED = "notifications/things/list_changed"
META = "io.modelcontextprotocol/"


def refused(code: int | None, call: Any, *args: Any) -> None:
    found: Any = None
    try:
        call(*args)
    except (mb.ProtocolError, mb.LocalProtocolError) as error:
        found = error
    assert found is not None, f"{call} accepts {args}"
    assert code is None or found.code == code, found


def params(**members: Any) -> dict[str, Any]:
    if rev.era == "handshake":
        return members
    return {**members, "_meta": {f"{META}protocolVersion": ID, f"{META}clientCapabilities": {}}}


def text(method: str, **members: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params(**members)}).encode()


def result(**members: Any) -> dict[str, Any]:
    common = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    return members if rev.era == "handshake" else {**common, **members}


def check_tables() -> None:
    assert ID in mb.REVISIONS
    assert rev.previous.id == PREVIOUS
    assert list(mb.REVISIONS) == sorted(mb.REVISIONS)
    row = rev.methods["things/list"]
    assert (row.capability, row.paginated, row.senders) == ("things", True, ("client",)), row
    assert rev.methods[CHANGED].capability == "things.listChanged"
    assert "completion/complete" not in rev.methods
    assert "ModelHint" not in rev.definitions
    assert rev.error_codes[-32043].name == "THING_GONE", rev.error_codes[-32043]
    pages = [source for row in rev.methods.values() for source in row.sources if source.startswith("specification/")]
    assert pages
    assert all(source.startswith(f"specification/{ID}/") for source in pages)


def check_documents() -> None:
    video = {"type": "video", "data": "AA==", "mimeType": "video/mp4"}
    codec = rev.codec("ContentBlock")
    assert codec.dump(codec.decode_value(video)) == video
    assert rev.codec("Role").decode_value("tool") == "tool"
    for rejected in ({"name": "a"}, {"description": 1, "name": "a"}):
        try:
            rev.codec("PromptArgument").decode_value(rejected)
        except mb.DecodeError:
            continue
        raise AssertionError("a newly required member is not required")
    assert rev.parse(text("things/get", name="a"), sender="client").method == "things/get"
    refused(-32601, lambda: rev.parse(text("completion/complete"), sender="client"))
    refused(-32601, lambda: mb.revision(PREVIOUS).parse(text("things/list"), sender="client"))


def check_dispatch() -> None:
    class Things(types.ServerHandlers):  # type: ignore[misc]
        def list_things(self, params: Any, context: Any) -> Any:
            return types.ListThingsResult(things=[types.Thing(name="a")], **_python(result()))

    reply = json.loads(asyncio.run(mb.Dispatcher(Things()).dispatch(text("things/list"))))
    assert reply["result"]["things"] == [{"name": "a"}], reply


def _python(members: dict[str, Any]) -> dict[str, Any]:
    return {
        {"resultType": "result_type", "ttlMs": "ttl_ms", "cacheScope": "cache_scope"}[k]: v for k, v in members.items()
    }


def opened(transport: str, capabilities: dict[str, Any]) -> tuple[Any, Any]:
    client = mb.Session("client", [ID], info=INFO, transport=transport)
    server = mb.Session("server", [ID], info=INFO, capabilities=capabilities, transport=transport)
    agreed_text = server.accept(carried(transport, client, server, client.open()))
    agreed = client.receive(agreed_text)
    if agreed.reply is not None:
        carried(transport, client, server, agreed.reply)
    assert client.version == ID
    assert json.loads(agreed_text)["result"]["keepAliveMs"] == 30_000, "a default of the schema"
    return client, server


def carried(transport: str, client: Any, server: Any, data: bytes) -> Any:
    headers = client.http_headers(data) if transport == "http" else None
    return server.receive(data, headers=headers)


def check_session(transport: str) -> None:
    client, server = opened(transport, DECLARED)
    request = carried(transport, client, server, client.request("things/list").data)
    assert client.receive(server.respond(request.id, result(things=[]))).method == "things/list"
    if rev.era == "handshake":
        assert client.receive(server.notify(CHANGED)).method == CHANGED
    else:
        check_subscription(transport, client, server)
    client, server = opened(transport, {"tools": {}})
    refused(None, lambda: client.request("things/list"))
    refused(None, lambda: server.notify(CHANGED))


def check_subscription(transport: str, client: Any, server: Any) -> None:
    for asked in ({"toolsListChanged": True}, {"thingsListChanged": True}):
        request = carried(
            transport, client, server, client.request("subscriptions/listen", {"notifications": asked}).data
        )
        tag = {"_meta": {f"{META}subscriptionId": request.id}}
        promised = {"notifications": asked if "thingsListChanged" in asked else {}}
        client.receive(server.notify("notifications/subscriptions/acknowledged", {**promised, **tag}))
        if "thingsListChanged" in asked:
            assert client.receive(server.notify(CHANGED, tag)).method == CHANGED
        else:
            refused(None, server.notify, CHANGED, tag)


def check_a_gap() -> None:
    """A result that only a revision before this one admits is translated to the revision after this one, though this
    one lacks the method.
    """
    later = rev.next
    if later is not None and later.id in mb.REVISIONS:
        given = {"completion": {"values": ["x"] * 101}}
        found = adapter.adapt_earlier_result(given, "completion/complete", later)
        assert found is not None
        assert len(found.result.completion.values) == 100


def check_negotiation() -> None:
    first = mb.REVISIONS[0]
    for transport in ("stdio", "http"):
        assert simulation.negotiate(mb.REVISIONS, mb.REVISIONS, transport).version is not None
        assert simulation.negotiate([ID], [ID, first], transport).version == ID
        assert simulation.negotiate([PREVIOUS, ID], [PREVIOUS, ID], transport).version == ID
        assert simulation.negotiate([PREVIOUS], [PREVIOUS, ID], transport).version == PREVIOUS
        check_one_in_common(transport, simulation.negotiate([first, PREVIOUS], [first, ID], transport))


def check_one_in_common(transport: str, found: Any) -> None:
    """Two sides have only the oldest revision in common.

    With a handshake, the server offers the newest that it speaks, and the client disconnects. A per-request server
    names its versions in an error; on stdio the client takes the common one. Over HTTP the common one has a transport
    of its own, which a client tries only if the body is no error of a per-request server. Pages:
    specification/2026-07-28/basic/versioning#protocol-version-negotiation and
    specification/2026-07-28/basic/transports/streamable-http#httpsse-transport-2024-11-05.
    """
    first = mb.REVISIONS[0]
    in_common = rev.era == "per-request" and transport == "stdio"
    assert found.version == (first if in_common else None), found
    if rev.era == "per-request":
        messages = [step.message for step in found.steps if step.message is not None]
        assert messages[0]["method"] == "server/discover"
        spoken = [ID, first] if in_common else [ID]
        assert messages[1]["error"]["data"] == {"supported": spoken, "requested": PREVIOUS}
        if in_common:
            assert messages[2]["method"] == "initialize"
            assert messages[2]["params"]["protocolVersion"] == first


check_tables()
check_documents()
check_dispatch()
check_session("stdio")
check_session("http")
check_a_gap()
check_negotiation()
