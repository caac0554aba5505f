"""The decisions of a revision, as another revision inherits them."""

from __future__ import annotations

from mcp_bindgen.ingest.provenance import Decision, rename_decisions


def test_only_the_prefix_of_an_id_is_renamed() -> None:
    """The id of a fork may be a part of other words."""
    row = Decision("acme.acme-tool.1", "why", "acme.acme-tool")
    assert rename_decisions([row], "acme", "next") == [Decision("next.acme-tool.1", "why", "next.acme-tool")]
    assert rename_decisions([Decision("acme.x.1", "why")], "acme", "next") == [Decision("next.x.1", "why")]
