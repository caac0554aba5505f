"""Members that a later revision requires are in what the package itself sends, with the values of translation."""

from __future__ import annotations

import pytest

import mcp_bindings as mb
from mcp_bindings.negotiation.versions import add_required_members
from mcp_bindings.revisions import list_body_types
from mcp_bindings.session.simulation import negotiate
from mcp_bindings.spec.names import ACKNOWLEDGED, DISCOVER
from mcp_bindings.spec.translation import TranslationRule
from mcp_bindings.translation import table
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of


@pytest.mark.parametrize("method", [DISCOVER, ACKNOWLEDGED])
def test_absent_members_have_the_values_of_rules(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    revision = mb.revision("draft")
    (name, *_) = list_body_types(mb.revision(mb.LATEST), method_of(method))
    known = revision.schema_file.definitions
    changed = {**known[name], "required": [*known[name]["required"], "fresh", "unstated"]}
    monkeypatch.setattr(revision.schema_file, "_definitions", {**known, name: changed})
    row = TranslationRule("fresh", "A test.", "draft", "to-newer", (name,), "set_absent", members=("fresh",), value="5")
    monkeypatch.setattr(table, "TRANSLATION_RULES", (*table.TRANSLATION_RULES, row))
    assert add_required_members(revision, method, {}) == {"fresh": 5}
    assert add_required_members(revision, method, {"fresh": 1})["fresh"] == 1
    assert add_required_members(mb.revision(PER_REQUEST[0]), method, {"a": 1}) == {"a": 1}


def test_the_answer_to_initialize_of_a_simulation_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = mb.revision(HANDSHAKE[-1])
    known = newest.schema_file.definitions
    changed = {**known["InitializeResult"], "required": [*known["InitializeResult"]["required"], "fresh"]}
    monkeypatch.setattr(newest.schema_file, "_definitions", {**known, "InitializeResult": changed})
    row = TranslationRule("fresh", "A test.", newest.id, "to-newer", ("InitializeResult",), "set_absent")
    monkeypatch.setattr(
        table, "TRANSLATION_RULES", (*table.TRANSLATION_RULES, row._replace(members=("fresh",), value="5"))
    )
    (answer,) = (step.message for step in negotiate({newest.id}, {newest.id}, "stdio").steps if step.sender == "server")
    assert answer is not None
    assert answer["result"]["fresh"] == 5
