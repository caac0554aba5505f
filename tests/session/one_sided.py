"""What one side of a session is not held to, with the reason: `one_sided.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomli


def one_sided() -> list[dict[str, Any]]:
    """The rows."""
    rows: list[dict[str, Any]] = tomli.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["row"]
    return rows


def never_broken(side: str) -> set[str]:
    """The rules that a side is held to in no revision."""
    return {row["rule"] for row in one_sided() if row["side"] == side and "revisions" not in row}
