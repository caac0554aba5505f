"""Documents that tests fill in are valid in each revision."""

from __future__ import annotations

import pytest

import mcp_bindings as mb
from tests.documents import filled, tool


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_what_a_revision_requires_is_filled_in(revision: str) -> None:
    known = mb.revision(revision)
    for name, schema in known.schema_file.definitions.items():
        if schema.get("type") == "object" and name in known.definitions:
            assert known.codec(name).findings(filled(revision, name, {})) == [], name


def test_members_of_the_test_are_kept() -> None:
    shown = tool("a", "2025-11-25", inputSchema={"type": "object", "x": 1}, icons=[{"sizes": []}])
    assert shown["inputSchema"] == {"type": "object", "x": 1}
    assert shown["icons"] == [{"sizes": [], "src": "x"}]
