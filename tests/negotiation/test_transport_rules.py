"""Every MUST of the facts on stdio and HTTP is kept somewhere, or is for whoever moves the bytes."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

import mcp_bindings as mb
from mcp_bindings.session.rules import RULES
from tests.facts import STATED, facts_of

KEPT: dict[str, str] = {
    "Provide an SSE endpoint": "spec.protocol.Http",
    "Each message is its own POST; never": "session.rules: method",
    "Send JSON-RPC requests on any stream": "session.rules: method",
    "Treat closing of the response stream": "session.rules: cancel.stream",
    "Compare header names case-insensitively": "spec.http_fields.HeaderFields",
    "If it reads the body": "http.headers.check_headers",
    "Newline inside a message": "codec.codec.Codec",
    "Write responses": "spec.protocol.Stdio",
    "Write requests": "spec.protocol.Stdio",
    "Match listen notifications": "session.rules: subscription.id-tag",
    "Cancel with notifications/cancelled": "session.rules: cancel.own-request",
}
"""How a rule of the facts begins, and what keeps it: a table, a function, or a rule of sessions."""

FOR_TRANSPORTS: dict[str, str] = {
    "On connect send an SSE event": "events of streams are made where streams are",
    "Send every later message as POST": "the address comes out of a stream",
    "Each message is its own POST to": "requests are made where connections are",
    "Send a response on a GET stream": "which stream a message takes is not in the message",
    "Send the same message on more": "which stream a message takes is not in the message",
    "SSE event ids": "events of streams are made where streams are",
    "Replay messages": "events of streams are made where streams are",
    "Notifications on a response stream": "which stream a message takes is not in the message",
    "Forward an unknown Mcp-Param-*": "it is for those between the two sides, who pass on what they do not know",
    "Anything but MCP messages": "what else a process prints is not seen here",
}
"""The others, and why."""


def binding(revision: str) -> list[str]:
    facts = facts_of(revision)
    rows = [*facts["http"].get("rule", []), *facts["stdio"].get("rule", [])]
    return [row["rule"] for row in rows if row["level"] in ("MUST", "MUST NOT")]


@pytest.mark.parametrize("revision", STATED)
def test_every_rule_is_kept_or_for_transports(revision: str) -> None:
    rules = binding(revision)
    assert len(rules) >= 6
    for rule in rules:
        assert len([start for start in (*KEPT, *FOR_TRANSPORTS) if rule.startswith(start)]) == 1, rule


def test_no_entry_is_stale() -> None:
    rules = [rule for revision in STATED for rule in binding(revision)]
    starts = [*KEPT, *FOR_TRANSPORTS]
    assert [start for start in starts if not any(rule.startswith(start) for rule in rules)] == []


@pytest.mark.parametrize("place", sorted(set(KEPT.values())))
def test_what_keeps_it_is_there(place: str) -> None:
    module, colon, rule = place.partition(": ")
    if colon:
        assert rule in RULES
    else:
        module, _, name = place.rpartition(".")
        assert hasattr(import_module(f"mcp_bindings.{module}"), name)


@pytest.mark.parametrize("revision", STATED)
def test_a_message_is_one_line(revision: str) -> None:
    """However it was laid out when it came, and whatever its strings hold."""
    codec = mb.revision(revision).codec("CallToolResult")
    content = [{"type": "text", "text": "a\nb\r\nc\u2028d\u0085e"}]
    document = {"content": content, "resultType": "complete", "x\ny": ["\n", {"\r": "\n"}]}
    value = codec.decode(json.dumps(document, indent=2))
    assert json.loads(codec.encode(value)) == document
    assert codec.encode(value).splitlines() == [codec.encode(value)]


@pytest.mark.parametrize("revision", STATED)
def test_who_writes_what(revision: str) -> None:
    """Since 2026-07-28 requests go one way and responses the other, as the method table has it too."""
    table, methods = mb.revision(revision).protocol, mb.revision(revision).methods.values()
    asking = {sender for info in methods if info.kind == "request" for sender in info.senders}
    one_way = mb.revision(revision).era == "per-request"
    assert ("response" in table.stdio.client_writes, "request" in table.stdio.server_writes) == (not one_way,) * 2
    assert "request" in table.stdio.client_writes
    assert "response" in table.stdio.server_writes
    assert asking == ({"client"} if one_way else {"client", "server"})
    assert (table.http.transport == "http+sse") == (revision == mb.REVISIONS[0])
