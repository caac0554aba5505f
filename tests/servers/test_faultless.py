"""A server without faults has no findings, in any revision, over any transport."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.jsontext import is_object
from mcp_bindgen.servers import client, phases, refusals
from mcp_bindgen.servers.check import CheckOptions
from mcp_bindgen.servers.phases import ToolSelection
from mcp_bindgen.servers.rules import all_rules
from mcp_bindings.renames import list_names
from mcp_bindings.spec.names import ACKNOWLEDGED
from tests.revisions import HANDSHAKE, having
from tests.servers.mutating import KINDS, OPEN_HTTP, Faultless, Sent, check, revisions_over


@pytest.mark.parametrize("kind", KINDS)
def test_no_findings(kind: str) -> None:
    handlers = Faultless()
    revisions = revisions_over(kind)
    acknowledged: list[Any] = []
    sessions = {"opened": 0, "ended": 0}

    def record(sent: Sent) -> None:
        is_opening = sent.status == 200 and sent.method == "initialize" and sent.result
        sessions["opened"] += bool(is_opening and kind == "streamable-http")
        sessions["ended"] += sent.http_method == "DELETE" and sent.status < 300
        acknowledged.extend(
            each for each in sent.texts if is_object(each) and each.get("method") in list_names(ACKNOWLEDGED)
        )

    done = check(kind, CheckOptions(revisions, calls=ToolSelection(all=True)), record, handlers, draft=True)
    assert [(each.revision, each.is_spoken, each.reason, each.unconfirmed) for each in done.revisions] == [
        (revision, True, "", 0) for revision in revisions
    ]
    assert done.findings == []
    assert sessions["opened"] == sessions["ended"]
    assert len(acknowledged) == sum(mb.revision(each).era == "per-request" for each in revisions)
    assert {"add", "write"} <= set(handlers.called)
    completing = having("completion/complete", "resources/templates/list", among=revisions)
    assert handlers.read.count("note:///1") >= len(revisions) + len(completing), "listed, and by a completed template"


def test_a_rule_does_not_apply_without_its_method(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = all_rules()["wrong/complete-unknown-prompt"]
    assert rule.send is not None
    changed = {rule.id: replace(rule, send={**rule.send, "method": "completion/ask"})}
    for module in (client, refusals):
        monkeypatch.setattr(module, "all_rules", lambda: {**all_rules(), **changed})
    assert check("stdio", CheckOptions(HANDSHAKE[-1:])).findings == []


def test_a_list_is_not_requested_without_its_method(monkeypatch: pytest.MonkeyPatch) -> None:
    *others, templates = phases.LISTINGS
    monkeypatch.setattr(phases, "LISTINGS", (*others, templates._replace(method="resources/all")))
    assert check("stdio", CheckOptions(HANDSHAKE[-1:])).findings == []


@pytest.mark.parametrize("kind", ["streamable-http", OPEN_HTTP])
def test_sessions_in_another_version_are_ended(kind: str) -> None:
    """Also the session that a server opens for a client without a token."""
    sessions = {"opened": 0, "ended": 0}

    def record(sent: Sent) -> None:
        sessions["opened"] += bool(sent.status == 200 and sent.method == "initialize" and sent.result)
        sessions["ended"] += sent.http_method == "DELETE" and sent.status < 300

    check(kind, CheckOptions(HANDSHAKE), record, revisions=HANDSHAKE[-1:])
    assert sessions["opened"] == sessions["ended"] > len(HANDSHAKE)
