"""Every reading of an unclear page names the page, says how it is read, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mcp_bindgen.ingest.manifest import read_toml

EXTENSION_PAGES = "https://github.com/modelcontextprotocol/ext-"
"""Beginning of the address of every page of an official extension."""

READINGS: list[dict[str, Any]] = read_toml(Path(__file__).parents[2] / "schema" / "decisions.toml")["reading"]


def test_readings_are_complete() -> None:
    for row in READINGS:
        assert row.keys() == {"id", "sources", "reading", "reason"}, row
        assert all(isinstance(row[name], str) and row[name] for name in row.keys() - {"sources"}), row
        assert row["sources"], row
        assert all(page.startswith(("specification/", EXTENSION_PAGES)) for page in row["sources"]), row
        assert row["reading"].endswith("."), row
        assert row["reason"].endswith("."), row


def test_readings_have_names_of_their_own() -> None:
    names = [row["id"] for row in READINGS]
    assert len(names) == len(set(names))
