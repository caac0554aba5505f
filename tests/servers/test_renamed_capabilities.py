"""The rules about servers find a capability under the name that its revision has."""

from __future__ import annotations

import pytest

import mcp_bindings as mb
from mcp_bindgen.servers.client import declares_capability
from mcp_bindings import renames


def test_a_renamed_capability_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with a renamed capability was told that it must refuse the method of this capability."""
    earlier, newest = mb.REVISIONS[-2:]
    monkeypatch.setitem(renames.CAPABILITIES, "server", ((newest, "to-newer", "completions", "completing"),))
    assert declares_capability({"completing": {}}, "completions", mb.revision(newest))
    assert not declares_capability({"completing": {}}, "completions", mb.revision(earlier))
    assert not declares_capability({"tools": {}}, "completions", mb.revision(newest))
