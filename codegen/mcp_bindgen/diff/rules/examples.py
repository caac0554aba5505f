"""Read `examples.toml`: for each change rule the smallest pair that it reports. Tests check every pair."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from mcp_bindgen.ingest.manifest import read_toml


@cache
def tables() -> Mapping[str, list[dict[str, Any]]]:
    """The tables of the file: `schema` holds definitions as JSON text, `fact` edits of protocol facts."""
    with as_file(files("mcp_bindgen.diff.rules").joinpath("examples.toml")) as path:
        return read_toml(path)
