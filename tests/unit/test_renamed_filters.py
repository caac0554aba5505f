"""The filter of a subscription has the names of the revision that reads it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import mcp_bindings as mb
from mcp_bindings.adaptation import revision_adapter
from mcp_bindings.adaptation.revision_adapter import rename_filter
from mcp_bindings.session.profile import revision_profile
from tests.revisions import PER_REQUEST


def test_a_filter_gets_the_names_of_the_other_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client of an earlier revision asked a server for a member that the server did not know."""
    own = mb.revision(PER_REQUEST[-1])
    filters = revision_profile(own.id).filters
    renamed = SimpleNamespace(filters={method: f"{name}Again" for method, name in filters.items()})
    profiles = [revision_profile(own.id), renamed]

    def next_profile(revision_id: str) -> object:
        return profiles.pop(0)

    monkeypatch.setattr(revision_adapter, "revision_profile", next_profile)
    wanted = {name: [name] for name in filters.values()}
    found = rename_filter({**wanted, "x": True}, own, own)
    assert found == {**{f"{name}Again": [name] for name in filters.values()}, "x": True}
