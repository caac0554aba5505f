"""Every reading of an unclear page names the page, says how it is read, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mcp_bindgen.ingest.manifest import read_toml

READINGS: list[dict[str, Any]] = read_toml(Path(__file__).parents[2] / "schema" / "decisions.toml")["reading"]


def test_readings_are_complete() -> None:
    for row in READINGS:
        assert row.keys() == {"id", "source", "reading", "reason"}, row
        assert all(isinstance(value, str) and value for value in row.values()), row
        assert all(page.startswith("specification/") for page in row["source"].split("; ")), row
        assert row["reading"].endswith("."), row
        assert row["reason"].endswith("."), row


def test_readings_have_names_of_their_own() -> None:
    names = [row["id"] for row in READINGS]
    assert len(names) == len(set(names))
