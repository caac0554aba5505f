"""Members that a later revision requires are in what the package itself sends, with the values of translation."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.servers.check import CheckOptions
from mcp_bindings.negotiation.versions import add_required_members
from mcp_bindings.revisions import list_body_types, list_params_types
from mcp_bindings.session.simulation import negotiate
from mcp_bindings.spec.names import ACKNOWLEDGED, DISCOVER, INITIALIZE
from tests.newly_required import require
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of
from tests.servers.mutating import Sent, check

INFO = {"name": "x", "version": "1"}


@pytest.mark.parametrize("method", [DISCOVER, ACKNOWLEDGED])
def test_absent_members_have_the_values_of_rules(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    revision = mb.revision("draft")
    (name, *_) = list_body_types(mb.revision(mb.LATEST), method_of(method))
    require(monkeypatch, revision, name, "unstated")
    assert add_required_members(revision, method, {}) == {"fresh": 5}
    assert add_required_members(revision, method, {"fresh": 1})["fresh"] == 1
    assert add_required_members(mb.revision(PER_REQUEST[0]), method, {"a": 1}) == {"a": 1}


@pytest.mark.parametrize(("sender", "part"), [("client", "params"), ("server", "result")])
def test_the_messages_of_a_simulation_have_them(sender: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    newest = mb.revision(HANDSHAKE[-1])
    require(monkeypatch, newest, "InitializeRequestParams" if part == "params" else "InitializeResult")
    steps = negotiate({newest.id}, {newest.id}, "stdio").steps
    message = next(step.message for step in steps if step.sender == sender)
    assert message is not None
    assert message[part]["fresh"] == 5


@pytest.mark.parametrize(("method", "version"), [(INITIALIZE, HANDSHAKE[-1]), (DISCOVER, "draft")])
def test_the_request_that_opens_a_session_has_them(method: str, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session raised an error for its own request, so it could not be opened."""
    revision = mb.revision(version)
    (name,) = list_params_types(revision, method_of(method, version))
    require(monkeypatch, revision, name)
    opened = json.loads(mb.Session("client", [version], info=INFO, draft=version == "draft").open())
    assert opened["method"] == method_of(method, version)
    assert opened["params"]["fresh"] == 5


def test_a_check_of_a_server_opens_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = mb.revision(HANDSHAKE[-1])
    require(monkeypatch, newest, "InitializeRequestParams")
    sent: list[Any] = []

    def record(sent_now: Sent) -> None:
        sent.extend([sent_now.params] if sent_now.method == INITIALIZE else [])

    check("stdio", CheckOptions((newest.id,), frozenset({"open"})), record)
    assert [each.get("fresh") for each in sent] == [5] * len(sent) != []
