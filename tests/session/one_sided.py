"""The rules of a session that only one side can break, with the reasons: `one_sided.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomli


def one_sided() -> list[dict[str, Any]]:
    """The rows of the file."""
    rows: list[dict[str, Any]] = tomli.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["row"]
    return rows


def never_broken(side: str) -> set[str]:
    """The rules that a side cannot break in any revision."""
    return {row["rule"] for row in one_sided() if row["side"] == side and "revisions" not in row}
